"""The line between an agent that is an MCP host of its own and its customer."""

from collections import deque
from dataclasses import dataclass

import anyio

from tau_emo_servers.episode import Episode

SEND = "send_message_to_user"
"""The tool by which such an agent speaks to the customer. It is no tool of a domain."""
ANSWERS_WITHIN = 45.0
"""Seconds after which the tool answers in any case: clients often give up after 60."""
LONGEST_MESSAGE = 50_000
"""Characters of a message; as many as the arguments of any other call may have."""

STILL_WRITING = (
    "The customer is still writing. Call this tool again with an empty text to get their answer."
)
LEFT = "(The conversation has ended. There is nothing more for you to do.)"
LAST_WORDS = (
    "Your message was delivered. The customer is with a member of staff now; there is nothing "
    "more for you to do."
)
OVER = "Error: the conversation has ended; no message can be sent any more."
NOT_YET = (
    "Error: the customer has not answered your last message yet, so this one was not delivered. "
    "Call this tool with an empty text to get their answer."
)
TOO_LONG = (
    f"Error: the message is too long and was not delivered; it has at most {LONGEST_MESSAGE:,} "
    "characters. Send a shorter one."
)


@dataclass(frozen=True)
class Written:
    """A message of the agent, on its way to the customer."""

    text: str
    calls: int
    """How many calls the episode had recorded when it was written."""


class Line:
    """Carries messages both ways, each once, however often a client asks.

    All of it runs on one event loop.

    Args:
        episode: the episode that the two speak in.
    """

    def __init__(self, episode: Episode) -> None:
        self._episode = episode
        self._written: deque[Written] = deque()
        self._said = ""
        """What the customer said last."""
        self._waiting = True
        """True while the customer's next message is still to come."""
        self._last = ("", "")
        """Id and text of the message that was delivered last."""
        self._answers: dict[str, str] = {}
        """The customer's answers by the ids of the messages."""
        self._over = False
        self._news = anyio.Event()

    async def send(self, text: str, message_id: str = "") -> tuple[str, bool]:
        """Deliver a message of the agent and wait for the customer's answer.

        Args:
            text: the message; empty delivers nothing and gives what the customer says, or said
                last.
            message_id: a message with the id of an earlier one is not delivered again.

        Returns:
            The customer's answer, or what to do instead, and whether that is an error.
        """
        if message_id and message_id in self._answers:
            return self._answers[message_id], False
        if text and not self._is_on_its_way(text, message_id):
            refused = self._refused(text)
            if refused:
                return refused, True
            self._written.append(Written(text, len(self._episode.calls)))
            self._last, self._waiting = (message_id, text), True
            # Who says that all is done must have done it: nothing is done while they answer.
            self._episode.resting = True
            if self._episode.handed_off:
                self._over = True
            self._tell()
            if self._over:
                return LAST_WORDS, False
        with anyio.move_on_after(ANSWERS_WITHIN):
            while self._waiting and not self._over:
                await self._news.wait()
        if self._waiting:
            return (LEFT, False) if self._over else (STILL_WRITING, False)
        return self._said, False

    def say(self, text: str, *, leaves: bool = False) -> None:
        """Let the customer speak.

        Args:
            text: what they say.
            leaves: they leave after it, so that nothing more can be sent to them.
        """
        said = "\n\n".join(part for part in (text, LEFT if leaves else "") if part)
        self._episode.resting = False
        if said:
            self._said, self._waiting = said, False
            if self._last[0]:
                self._answers[self._last[0]] = said
        self._over = self._over or leaves
        self._tell()

    async def hear(self, seconds: float) -> Written | None:
        """The agent's next message; None if there is none within so many seconds."""
        with anyio.move_on_after(seconds):
            while not self._written:
                await self._news.wait()
        return self._written.popleft() if self._written else None

    def _is_on_its_way(self, text: str, message_id: str) -> bool:
        """True if the message was delivered and is not yet answered: a client asks again."""
        last_id, last_text = self._last
        same = message_id == last_id if message_id else text == last_text
        return self._waiting and same

    def _refused(self, text: str) -> str:
        if self._over:
            return OVER
        if self._waiting:
            return NOT_YET
        return TOO_LONG if len(text) > LONGEST_MESSAGE else ""

    def _tell(self) -> None:
        news, self._news = self._news, anyio.Event()
        news.set()
