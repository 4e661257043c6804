"""The failure of one episode."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Author(StrEnum):
    """Who made the error."""

    AGENT = "agent"
    USER = "user"
    """The simulated customer: it said what its task does not, or ended too early."""
    ENVIRONMENT = "environment"
    """An endpoint, a server or a simulator: such episodes are not counted. Or a foreign task:
    a gold action that the tool refuses or the policy forbids."""


class Category(StrEnum):
    """What went wrong."""

    MISSING_ACTION = "missing_action"
    """Nothing that was wanted was done, and nothing else either."""
    INCOMPLETE = "incomplete"
    """A part of it was done, and the rest was not."""
    EXTRA_ACTION = "extra_action"
    """All that was wanted was done, and more."""
    WRONG_TOOL = "wrong_tool"
    """Another write on the thing that was meant."""
    WRONG_VALUE = "wrong_value"
    """The right write with a wrong value."""
    WRONG_TARGET = "wrong_target"
    """The right write on another thing or for another person."""
    MISREAD_INTENT = "misread_intent"
    """Writes that have nothing to do with what was wanted, instead of it."""
    NOT_TOLD = "not_told"
    """The state is right, and a fact that was asked for was not told."""
    INVENTED_RESULT = "invented_result"
    """The customer was told that something was done, and no write had succeeded."""
    IDENTIFICATION = "identification_failure"
    """The customer was never found in the data."""
    NEEDLESS_HAND_OFF = "needless_hand_off"
    MISSING_HAND_OFF = "missing_hand_off"
    WALK_AWAY = "walk_away"
    """The customer left, for the reason that is recorded."""
    LIMIT = "limit"
    """The agent used up its messages, steps, calls, time, tokens or money."""
    AGENT_ERROR = "agent_error"
    """The agent failed itself, or wrote nothing."""
    INFRASTRUCTURE = "infrastructure"


class Failure(BaseModel):
    """Why one episode failed."""

    model_config = ConfigDict(frozen=True)

    episode: str
    """The id of the episode."""
    author: Author
    category: Category
    event: int
    """The place in the conversation where it went wrong first; the number of events if something
    is missing at the end."""
    tool: str = ""
    """The tool of the write that was wrong or is missing; empty if it is none."""
    evidence: str
    """What was expected and what there is, in one line."""
