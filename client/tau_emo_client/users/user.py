"""The interface through which every simulated or real customer enters an episode."""

from typing import Protocol

from tau_emo_client.agents.agent import Usage

STOP = "###STOP###"
"""On a last line of its own: the customer is satisfied and leaves."""
UNSATISFIED = "###UNSATISFIED###"
"""On a last line of its own: the customer walks away."""


class User(Protocol):
    """A customer in one episode. It sees the agent's messages only, never its tool calls."""

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
