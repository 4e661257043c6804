"""One error of a simulated customer."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Kind(StrEnum):
    """What is wrong with a message of the customer, or with all of them."""

    INVENTED = "invented_fact"
    """A fact that stands neither in the task nor earlier in the conversation."""
    CONTRADICTED = "contradicted_fact"
    """Another value for a fact that the task gives."""
    LEAKED = "instruction_leaked"
    """The instruction word for word, or talk about the part that is played."""
    AGENT_SPEECH = "agent_speech"
    """Speech that belongs to the company's side."""
    EARLY_STOP = "early_stop"
    """Satisfied while a wish was never raised, or its outcome never reported."""
    NO_GOAL = "no_goal"
    """Gone without having raised any wish."""
    NO_EMOTION = "no_emotion"
    """No word in the whole conversation that shows the family of the condition."""

    @property
    def misleads(self) -> bool:
        """True if it is an error that can change how an episode ends. A customer without emotion
        pursues the same wishes; only the condition was not played."""
        return self is not Kind.NO_EMOTION


class Finding(BaseModel):
    """One error, with the words that show it."""

    model_config = ConfigDict(frozen=True)

    kind: Kind
    turn: int
    """The message of the customer, counted from 0. An end without words counts as one more."""
    evidence: str
    """The words of the message that show it, or what is missing."""
    confirmed: bool | None = None
    """Whether a judge agreed; None if none was asked, or none could tell."""
