"""The recorded conversation: what was said and which tools were called, in order."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue


class ToolCall(BaseModel):
    """One tool call with its result, as the server saw it."""

    model_config = ConfigDict(frozen=True)

    id: str
    """The id the agent gave the call; unique within the conversation."""
    name: str
    """The name the agent called; no such tool may exist."""
    arguments: dict[str, JsonValue] | str
    """The arguments as sent; a text if they were no JSON object."""
    result: str
    """The text of the result."""
    is_error: bool
    """True when the tool failed; it then changed nothing."""


class UserMessage(BaseModel):
    """One message of the customer, as delivered to the agent."""

    model_config = ConfigDict(frozen=True)

    role: Literal["user"] = "user"
    text: str


class AgentStep(BaseModel):
    """One step of the agent: tool calls, or a message to the customer.

    Text beside calls is recorded but not delivered.
    """

    model_config = ConfigDict(frozen=True)

    role: Literal["agent"] = "agent"
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    reasoning: str = ""
    """The reasoning the model gave, where the endpoint returns it."""

    @property
    def delivered(self) -> bool:
        """True if the text went to the customer."""
        return not self.calls


Event = UserMessage | AgentStep


class Conversation(BaseModel):
    """All events of one conversation in one domain, in order."""

    model_config = ConfigDict(frozen=True)

    domain: str
    events: tuple[Event, ...]
