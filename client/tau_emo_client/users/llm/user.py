"""The customer played by a language model."""

import re

from tau_emo_client.agents.agent import InfrastructureError, Usage
from tau_emo_client.endpoint.completion import Completion
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.stop_tokens import read
from tau_emo_client.users.leave_reasons import NOT_GIVEN, leave_reason
from tau_emo_client.users.llm.instructions import instructions, opening, why_left
from tau_emo_client.users.llm.strategies import Strategy
from tau_emo_client.users.llm.talk import Talk
from tau_emo_client.users.user import UNSATISFIED
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task

_NAME_BEFORE = re.compile(r"\s*\**(?:customer|user|me)\**\s*:\**\s*", re.IGNORECASE)
"""A speaker's name as in a play, which some models write before what they say."""


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
        self._may_leave = condition is not None
        self._strategy = strategy
        self._prompts = prompts

    async def open(self) -> str:
        """See `User.open`."""
        self._talk.hear(opening(self._prompts))
        return await self._said(await self._strategy(self._talk, ()))

    async def reply(self, message: str) -> str:
        """See `User.reply`."""
        self._forget_tokens()
        self._talk.hear(message)
        return await self._said(await self._strategy(self._talk, ()))

    async def again(self, complaint: str) -> str:
        """See `User.again`: the new message takes the place of the one complained about."""
        note = {"role": "user", "content": f"({complaint})"}
        last = self._talk.take_back()
        # Some endpoints refuse a conversation with an empty message in it.
        aside = (last, note) if last and last["content"].strip() else (note,)
        return await self._said(await self._strategy(self._talk, aside))

    async def close(self) -> None:
        """Nothing is held: the endpoint belongs to the run."""

    async def _said(self, completion: Completion) -> str:
        text = _without_name(completion.text)
        message = {**completion.message, "content": text}
        # A customer has no tools; a call that a model makes up goes no further.
        message.pop("tool_calls", None)
        self._talk.say(message)
        self.usage = self._talk.usage
        if self._may_leave and read(text).token == UNSATISFIED:
            self.leave_reason = await self._why()
        return text

    async def _why(self) -> str:
        try:
            asked = await self._talk.ask({"role": "user", "content": why_left(self._prompts)})
        except InfrastructureError:
            # The customer has left, and that counts; only the reason stays open.
            return NOT_GIVEN
        self.usage = self._talk.usage
        return leave_reason(asked.text)

    def _forget_tokens(self) -> None:
        """Going on after a token means that it did not count, so the talk shall not show it."""
        last = self._talk.last
        if last is not None:
            last["content"] = read(last["content"]).text


def _without_name(text: str) -> str:
    name = _NAME_BEFORE.match(text)
    return text[name.end() :] if name else text
