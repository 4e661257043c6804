"""The emotion option: which condition a customer is in."""

from dataclasses import dataclass
from typing import get_args

from tau_emo_db import Draw
from tau_emo_tasks.condition import FAMILIES, Condition, Politeness, Trust, Urgency
from tau_emo_tasks.emotions import PERSONAS, persona
from tau_emo_tasks.task import Task

TASK, NONE = "task", "none"

DIMENSIONS: dict[str, tuple[str, ...]] = {
    "politeness": get_args(Politeness),
    "urgency": get_args(Urgency),
    "trust": get_args(Trust),
}
"""The dimensions of a condition with their values, in the order in which options name them."""


@dataclass(frozen=True)
class EmotionChoice:
    """The condition of all customers of a run."""

    mode: str = TASK
    """`task`, `none`, or `fixed`. What is left empty below is the task's own with `task`, and
    drawn from the episode's seed with `fixed`."""
    family: str = ""
    emotion: str = ""
    politeness: str = ""
    urgency: str = ""
    trust: str = ""

    @property
    def may_leave(self) -> bool:
        """False without emotion: such customers cannot walk away."""
        return self.mode != NONE

    def condition(self, task: Task, seed: int) -> Condition | None:
        """The condition of the customer of one episode; None without emotion.

        It is the very object of the task if the task's own condition was asked for. Only then
        do the task's feeling and persona belong to it: one that is equal by chance is played
        like those it is compared with.
        """
        if self.mode == TASK:
            return self._varied(task.condition)
        if self.mode == NONE:
            return None
        draw = Draw(f"emotion/{seed}")
        family = self.family or draw.fork("family").pick(tuple(FAMILIES))
        return Condition.model_validate(
            {
                "family": family,
                "emotion": self.emotion or draw.fork("emotion").pick(FAMILIES[family]),
                "politeness": self.politeness or draw.fork("p").pick(DIMENSIONS["politeness"]),
                "urgency": self.urgency or draw.fork("u").pick(DIMENSIONS["urgency"]),
                "trust_in_agent": self.trust or draw.fork("t").pick(DIMENSIONS["trust"]),
            }
        )

    def _varied(self, condition: Condition) -> Condition:
        chosen = {
            "politeness": self.politeness,
            "urgency": self.urgency,
            "trust_in_agent": self.trust,
        }
        changes = {name: value for name, value in chosen.items() if value}
        return condition.model_copy(update=changes) if changes else condition


def manner(task: Task, condition: Condition, seed: int) -> tuple[str, ...]:
    """How a customer speaks and feels: the persona, and the feeling if there is one.

    The persona and the feeling of a task tell of its own condition. For any other, the persona
    is drawn from the catalogue, and there is no feeling: it tells why the customer feels as the
    task says.

    Args:
        task: what the customer wants.
        condition: how they feel.
        seed: the seed of the episode.
    """
    if condition is task.condition:
        return (task.persona, task.feeling) if task.feeling else (task.persona,)
    return (persona(condition, Draw(f"persona/{seed}").integer(0, PERSONAS - 1)),)


def parse_emotion(text: str) -> EmotionChoice:
    """Read `none` or `NAME[:POLITENESS,URGENCY,TRUST]`; NAME is `task`, a family or an emotion.

    Raises:
        ValueError: the text names no such thing; the message says what there is.
    """
    if text == NONE:
        return EmotionChoice(mode=NONE)
    name, _, rest = text.partition(":")
    family = next((f for f, members in FAMILIES.items() if name == f or name in members), None)
    if family is None and name != TASK:
        known = ", ".join((*FAMILIES, *(e for members in FAMILIES.values() for e in members)))
        raise ValueError(f"there is no emotion {name!r}; use task, none, or one of {known}")
    parts = [part.strip() for part in rest.split(",")] if rest else []
    if len(parts) > len(DIMENSIONS):
        raise ValueError(f"{text!r} has more than politeness, urgency and trust after the colon")
    chosen: dict[str, str] = {}
    for part, (dimension, values) in zip(parts, DIMENSIONS.items(), strict=False):
        if part and part not in values:
            raise ValueError(f"{part!r} is no {dimension}; it is one of {', '.join(values)}")
        chosen[dimension] = part
    if family is None:
        return EmotionChoice(mode=TASK, **chosen)
    return EmotionChoice(
        mode="fixed", family=family, emotion="" if name == family else name, **chosen
    )
