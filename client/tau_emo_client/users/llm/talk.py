"""The conversation as the customer's model sees it."""

from tau_emo_client.agents.agent import AgentError, InfrastructureError, Usage
from tau_emo_client.endpoint.completion import Completion, Message
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.limits import add_usage

MOST_READ = 8_000
"""So many characters of a message of the agent are read. More would let an agent overflow
the customer's model, and so escape a bad score, by writing very long messages."""


def aside(text: str) -> Message:
    """What is said to the customer's model beside the talk."""
    return {"role": "user", "content": text}


class Talk:
    """One customer's side of the conversation: the agent's messages come in, theirs go out.

    Args:
        endpoint: where the customer's model is.
        instructions: its system prompt.
        seed: the seed of the episode.
    """

    def __init__(self, endpoint: Endpoint, instructions: str, seed: int) -> None:
        self.usage = Usage()
        self.last: Message | None = None
        """The customer's latest message; None before the first."""
        self._endpoint = endpoint
        self._messages: list[Message] = [{"role": "system", "content": instructions}]
        self._seed = seed

    def hear(self, message: str) -> None:
        """Take in what the agent wrote."""
        self._messages.append({"role": "user", "content": _shortened(message)})

    def say(self, message: Message) -> None:
        """Add a message of the customer."""
        self._messages.append(message)
        self.last = message

    def take_back(self) -> Message | None:
        """Remove the customer's latest message and return it; None if the agent spoke last."""
        if self.last is None or self._messages[-1] is not self.last:
            return None
        self.last = None
        return self._messages.pop()

    async def ask(self, *aside: Message) -> Completion:
        """What the model answers to the conversation so far.

        Args:
            aside: messages for this answer alone; they do not stay.

        Raises:
            InfrastructureError: the endpoint gave no answer, for whatever reason: a customer
                who cannot speak says nothing about the agent.
        """
        try:
            completion = await self._endpoint.complete([*self._messages, *aside], seed=self._seed)
        except AgentError as error:
            raise InfrastructureError(f"the customer's simulator: {error}") from error
        self.usage = add_usage(self.usage, completion.usage)
        return completion


def _shortened(message: str) -> str:
    more = len(message) - MOST_READ
    if more <= 0:
        return message
    start = message[:MOST_READ]
    return f"{start}\n(The message goes on for {more} more characters; you stop reading.)"
