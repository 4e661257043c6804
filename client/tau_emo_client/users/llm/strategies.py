"""How a customer's model comes to its next message, by the name of the strategy."""

from collections.abc import Awaitable, Callable

from tau_emo_client.endpoint.completion import Completion, Message
from tau_emo_client.users.llm.talk import Talk

Strategy = Callable[[Talk, tuple[Message, ...]], Awaitable[Completion]]
"""Makes the next message of a customer: from the talk so far, and messages that are put for
this answer alone (a complaint about the last one). It does not add the message to the talk."""


async def straight(talk: Talk, aside: tuple[Message, ...]) -> Completion:
    """The model's answer as it is."""
    return await talk.ask(*aside)


STRATEGIES: dict[str, Strategy] = {"llm": straight}
