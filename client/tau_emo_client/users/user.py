"""The interface through which every simulated or real customer enters an episode."""

from typing import Protocol

from tau_emo_client.agents.agent import Usage

STOP = "###STOP###"
"""On a last line of its own: the customer is satisfied and leaves."""
UNSATISFIED = "###UNSATISFIED###"
"""On a last line of its own: the customer walks away."""


class MalformedError(Exception):
    """What the customer's simulator wrote is no message; it is to be asked again.

    Args:
        complaint: what to tell it.
        rest: what of it can be delivered if it writes nothing better; may be empty.
    """

    def __init__(self, complaint: str, rest: str) -> None:
        super().__init__(complaint)
        self.complaint = complaint
        self.rest = rest


class User(Protocol):
    """A customer in one episode. It sees the agent's messages only, never its tool calls.

    A simulator that can tell that what it wrote is no message raises `MalformedError`.
    """

    usage: Usage
    """What the user's own model calls used so far."""
    leave_reason: str
    """Why the customer walked away; empty while they have not."""

    async def open(self) -> str:
        """The first message."""
        ...

    async def reply(self, message: str) -> str:
        """The answer to a message of the agent; it may end with a stop token."""
        ...

    async def again(self, complaint: str) -> str:
        """The last message once more, after a complaint about its form (a misplaced token)."""
        ...

    async def close(self) -> None:
        """Release what the user holds; called once, last."""
        ...
