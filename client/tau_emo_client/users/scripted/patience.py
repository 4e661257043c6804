"""How long a customer bears with the agent.

This is a model of people made for testing agents: what a drop costs and how much an apology
heals are choices of the model, not findings about people. Only its order is meant seriously:
being handled badly costs, being heard and helped restores.

Patience starts between 4 and 9.5 points, by condition (`START`), and never exceeds its start.
It drops by what the agent does (`COSTS`): what costs time costs more the more urgent the matter
is (`HURRY`), and an ignored feeling of the families fear and sadness costs twice as much. It
recovers by what helps (`GAINS`). Below or at zero the customer walks away. The reason given is
the one that cost the most, the latest on a tie. Without a condition patience is never consulted.
"""

from typing import Literal

from tau_emo_tasks.condition import Condition

Reason = Literal[
    "dismissive tone",
    "steamrolled cues",
    "procedural friction",
    "emotional neglect",
    "loss of trust",
    "delay",
]
Trouble = Literal[
    "asked again",
    "too many questions",
    "repeated itself",
    "refused without reason",
    "refused wrongly",
    "refused coldly",
    "stalled",
    "dismissed",
    "ignored the feeling",
    "claimed without a yes",
    "wrong again",
    "asked for the yes again",
    "went in circles",
]
Help = Literal["heard", "listed rightly", "settled", "told"]

COSTS: dict[Trouble, tuple[float, Reason]] = {
    "asked again": (1.0, "procedural friction"),
    "too many questions": (1.0, "procedural friction"),
    "repeated itself": (1.5, "steamrolled cues"),
    "refused without reason": (1.5, "procedural friction"),
    "refused wrongly": (1.5, "procedural friction"),
    "refused coldly": (1.0, "emotional neglect"),
    "stalled": (1.0, "delay"),
    "dismissed": (2.5, "dismissive tone"),
    "ignored the feeling": (0.25, "emotional neglect"),
    "claimed without a yes": (1.5, "loss of trust"),
    "wrong again": (1.0, "steamrolled cues"),
    "asked for the yes again": (0.75, "procedural friction"),
    "went in circles": (0.5, "procedural friction"),
}
"""What each trouble costs in points, and the reason it counts towards."""
COSTS_TIME: frozenset[Trouble] = frozenset(
    {
        "asked again",
        "too many questions",
        "refused without reason",
        "refused wrongly",
        "refused coldly",
        "stalled",
        "asked for the yes again",
    }
)
"""What holds the customer up, and so weighs more when the matter is urgent."""
HURRY = {"low": 1.0, "moderate": 1.25, "high": 1.5}
"""By how much, by urgency."""
GAINS: dict[Help, float] = {"heard": 0.5, "listed rightly": 0.5, "settled": 1.5, "told": 0.5}
"""What restores patience, in points."""
_BASE = 6.5
_FAMILY = {"anger": -1.0, "disgust": -0.5, "fear": 0.0, "sadness": 0.5, "enjoyment": 1.0}
_POLITENESS = {"warm": 0.5, "neutral": 0.0, "cold": -0.5}
_URGENCY = {"low": 0.5, "moderate": 0.0, "high": -0.5}
_TRUST = {"trusting": 1.0, "cautious": 0.0, "skeptical": -0.5}


def start(condition: Condition) -> float:
    """The points a customer of this condition begins with: 4 to 9.5."""
    return (
        _BASE
        + _FAMILY[condition.family]
        + _POLITENESS[condition.politeness]
        + _URGENCY[condition.urgency]
        + _TRUST[condition.trust_in_agent]
    )


class Patience:
    """The patience of one customer in one episode.

    Args:
        condition: None for a customer without emotion, whose patience never runs out.
        scale: how much patience, relative to the published setting.
    """

    def __init__(self, condition: Condition | None, scale: float = 1.0) -> None:
        self._condition = condition
        self.full = scale * start(condition) if condition else 0.0
        """The points at the start, which are never exceeded."""
        self.points = self.full
        """What is left."""
        self.felt: list[tuple[Trouble | Help, float]] = []
        """What happened so far, in order, each with the points it cost or restored."""
        self._spent: dict[Reason, float] = {}

    @property
    def gone(self) -> bool:
        """True if the customer has had enough."""
        return self._condition is not None and self.points <= 0

    @property
    def thin(self) -> bool:
        """True if less than half is left."""
        return self._condition is not None and self.points < self.full / 2

    @property
    def reason(self) -> Reason:
        """What cost the most so far."""
        if not self._spent:
            return "procedural friction"
        most = max(self._spent.values())
        return next(reason for reason, cost in reversed(self._spent.items()) if cost == most)

    def suffer(self, trouble: Trouble) -> None:
        """Something went wrong for the customer."""
        reason: Reason
        cost, reason = COSTS[trouble]
        if self._condition:
            cost *= HURRY[self._condition.urgency] if trouble in COSTS_TIME else 1.0
            needy = self._condition.family in ("fear", "sadness")
            cost *= 2.0 if trouble == "ignored the feeling" and needy else 1.0
        self.points -= cost
        self.felt.append((trouble, -cost))
        self._spent[reason] = self._spent.pop(reason, 0.0) + cost

    def recover(self, help_: Help) -> None:
        """Something went well for the customer."""
        before = self.points
        self.points = min(self.full, before + GAINS[help_])
        self.felt.append((help_, self.points - before))
