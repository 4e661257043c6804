"""Why customers walk away, in the few kinds that reports count."""

LEAVE_REASONS: dict[str, str] = {
    "dismissive tone": "the agent brushed the customer off or talked down to them",
    "steamrolled cues": "the agent went on with its own course over what the customer said",
    "procedural friction": "too many questions, repetitions, or refusals without a reason",
    "emotional neglect": "the agent had no word for how the customer felt",
    "loss of trust": "the agent said what was not so, or acted without being told to",
    "delay": "the agent stalled or took too long",
}
"""Each kind with what it means; anything else is `OTHER`."""

OTHER = "other"
NOT_GIVEN = "not given"
"""The customer was not to be asked: their endpoint failed once they had left."""


def leave_reason(answer: str) -> str:
    """The kind that an answer names first, or `OTHER`."""
    said = answer.lower()
    places = {said.find(reason): reason for reason in LEAVE_REASONS if reason in said}
    return places[min(places)] if places else OTHER
