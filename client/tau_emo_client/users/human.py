"""A customer played by a human at the terminal."""

from collections.abc import Callable
from functools import partial

from anyio.to_thread import run_sync
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.prompt import Prompt
from rich.table import Table

from tau_emo_client.agents.agent import InfrastructureError, Usage
from tau_emo_client.users.card import persona_card
from tau_emo_client.users.leave_reasons import LEAVE_REASONS, leave_reason
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task

STOP_COMMAND, LEAVE_COMMAND = "/stop", "/leave"


class HumanUser:
    """Asks the person at the terminal for each message.

    Everything is shown on the console given, so that standard output stays free for results.

    Args:
        task: what the customer wants and knows.
        condition: how they feel; None for a neutral customer, who cannot walk away.
        seed: the seed of the episode.
        console: where to show and ask.
        ask: reads one line after a prompt; for tests.
    """

    def __init__(
        self,
        task: Task,
        condition: Condition | None,
        seed: int,
        console: Console,
        ask: Callable[[str], str] | None = None,
    ) -> None:
        self.usage = Usage()
        self.leave_reason = ""
        self._task = task
        self._condition = condition
        self._seed = seed
        self._console = console
        self._ask: Callable[[str], str] = ask or partial(Prompt.ask, console=console)

    async def open(self) -> str:
        """See `User.open`."""
        self._show_part()
        return await self._message()

    async def reply(self, message: str) -> str:
        """See `User.reply`."""
        self._console.print(Panel(escape(message), title="agent"))
        return await self._message()

    async def again(self, complaint: str) -> str:
        """See `User.again`."""
        self._console.print(escape(complaint), style="yellow")
        return await self._message()

    async def close(self) -> None:
        """Nothing is held."""

    def _show_part(self) -> None:
        self._console.print(Panel(escape(self._task.instruction), title=self._task.id))
        if self._condition is None:
            mood: RenderableType = "You are in no particular mood, and you stay until the end."
        else:
            mood = Table.grid(padding=(0, 2))
            for label, text in persona_card(self._task, self._condition, self._seed):
                mood.add_row(label, escape(text))
        self._console.print(Panel(mood, title="how you feel and speak"))
        leave = f", {LEAVE_COMMAND} to walk away" if self._condition else ""
        self._console.print(f"Write {STOP_COMMAND} when all your wishes are dealt with{leave}.")

    async def _message(self) -> str:
        line = await self._line("you")
        if line == STOP_COMMAND:
            return STOP
        if line != LEAVE_COMMAND:
            return line
        if self._condition is not None:
            reasons = ", ".join(LEAVE_REASONS)
            self.leave_reason = leave_reason(await self._line(f"why ({reasons}, or other)"))
        return UNSATISFIED

    async def _line(self, text: str) -> str:
        try:
            return (await run_sync(self._ask, text, abandon_on_cancel=True)).strip()
        except EOFError:
            raise InfrastructureError("the terminal of the human customer was closed") from None
