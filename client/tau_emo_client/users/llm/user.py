"""The customer played by a language model."""

from tau_emo_client.agents.agent import InfrastructureError, Usage
from tau_emo_client.endpoint.completion import Message
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.stop_tokens import read
from tau_emo_client.users.leave_reasons import NOT_GIVEN, OTHER, leave_reason
from tau_emo_client.users.llm.instructions import instructions, opening, reminder, why_left
from tau_emo_client.users.llm.strategies import Strategy
from tau_emo_client.users.llm.talk import Talk, aside
from tau_emo_client.users.user import STOP, UNSATISFIED, MalformedError
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task

REMIND_EVERY = 4
"""After so many messages of the agent the model is reminded of how its customer feels."""
_ASK_WHY = 2
"""How often a customer who left is asked for the reason, until it is one that reports count."""

EARLY = (
    f"Write your first message again without {STOP} and {UNSATISFIED}: the agent has not "
    "answered you yet."
)
"""What a customer is told who ends the chat before the agent has said a word."""


class LlmUser:
    """Plays one customer.

    Args:
        endpoint: where the customer's model is.
        task: what the customer wants and knows.
        condition: how they feel; None for a neutral customer, who cannot walk away.
        seed: the seed of the episode.
        strategy: how the model comes to its next message.
        prompts: the version of the prompts.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        task: Task,
        condition: Condition | None,
        seed: int,
        strategy: Strategy,
        prompts: str,
    ) -> None:
        self.usage = Usage()
        self.leave_reason = ""
        self._talk = Talk(endpoint, instructions(prompts, task, condition, seed), seed)
        self._condition = condition
        self._strategy = strategy
        self._prompts = prompts
        self._heard = 0
        self._said = ""

    async def open(self) -> str:
        """See `User.open`."""
        self._talk.hear(opening(self._prompts))
        return await self._next()

    async def reply(self, message: str) -> str:
        """See `User.reply`."""
        self._keep_what_was_said()
        self._talk.hear(message)
        self._heard += 1
        if self._condition is not None and self._heard % REMIND_EVERY == 0:
            return await self._next(aside(reminder(self._prompts, self._condition)))
        return await self._next()

    async def again(self, complaint: str) -> str:
        """See `User.again`: the new message takes the place of the one complained about."""
        note = aside(f"({complaint})")
        last = self._talk.take_back()
        # Some endpoints refuse a conversation with an empty message in it.
        return await self._next(*((last, note) if last and last["content"].strip() else (note,)))

    async def close(self) -> None:
        """Nothing is held: the endpoint belongs to the run."""

    async def _next(self, *before: Message) -> str:
        try:
            draft = await self._strategy(self._talk, before, self._prompts)
        finally:
            self.usage = self._talk.usage
        self._talk.say(draft.message)
        self._said = draft.text
        token = read(draft.text).token
        complaint = draft.complaint or (EARLY if token and not self._heard else "")
        if complaint:
            raise MalformedError(complaint, draft.text)
        if token == UNSATISFIED and self._condition is not None:
            self.leave_reason = await self._why()
        return draft.text

    async def _why(self) -> str:
        question = aside(why_left(self._prompts))
        asked = [question]
        try:
            for _ in range(_ASK_WHY):
                answer = (await self._talk.ask(*asked)).text
                reason = leave_reason(answer)
                if reason != OTHER:
                    return reason
                if answer.strip():
                    asked += [{"role": "assistant", "content": answer}, question]
        except InfrastructureError:
            # The customer has left, and that counts; only the reason stays open.
            return NOT_GIVEN
        finally:
            self.usage = self._talk.usage
        return OTHER

    def _keep_what_was_said(self) -> None:
        """The talk shows the latest message as the agent got it.

        Going on after a token means that it did not count, so the talk shall not show it.
        """
        if self._talk.last is not None:
            self._talk.last["content"] = read(self._said).text
