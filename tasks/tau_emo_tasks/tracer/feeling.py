"""Why a customer feels as they do: sentences that suggest an emotion and never name it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, RootModel, model_validator

from tau_emo_db import Draw, domain_data
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.tracer.kit.particulars import particulars
from tau_emo_tasks.tracer.wording import Choice, told

EMOTIONS = tuple(emotion for emotions in FAMILIES.values() for emotion in emotions)
"""All emotions, family by family."""


class Feeling(BaseModel):
    """One way to tell what happened to the customer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    """In the second person, with blanks of `kit.particulars` and of the acts' facts."""
    acts: tuple[str, ...] = ()
    """The acts that it fits; empty: all of the domain. Beside other acts it is the last choice."""


class Feelings(RootModel[dict[str, tuple[Feeling, ...]]]):
    """The sentences of a domain by the emotion that they suggest."""

    @model_validator(mode="after")
    def _holds_all_emotions(self) -> "Feelings":
        if set(self.root) != set(EMOTIONS):
            odd = ", ".join(sorted(set(self.root) ^ set(EMOTIONS)))
            raise ValueError(f"exactly the 22 emotions have sentences; look at {odd}")
        return self


@cache
def feelings(domain: str) -> Feelings:
    """The feelings of a domain.

    Raises:
        FileNotFoundError: the domain has none.
        pydantic.ValidationError: the file is broken.
    """
    file = files("tau_emo_tasks").joinpath("tracer", "domains", domain, "feelings.json")
    return Feelings.model_validate_json(file.read_text("utf-8"))


def felt(
    domain: str,
    emotion: str,
    acts: Sequence[str],
    facts: Mapping[str, str],
    choice: Choice,
    seed: str,
) -> str:
    """A feeling for a customer; empty if the domain has none that fits.

    Args:
        domain: the domain.
        emotion: what it shall suggest.
        acts: the acts of the customer's goals.
        facts: what may fill its blanks beside the particulars.
        choice: picks the wording.
        seed: the same seed gives the same text.
    """
    every = feelings(domain).root[emotion]
    fitting = [one.text for one in every if not one.acts or set(acts) <= set(one.acts)]
    if not fitting:
        fitting = [one.text for one in every if set(one.acts) & set(acts)]
    draw = Draw(f"feeling {seed} {emotion}")
    text = choice.pick(fitting, draw)
    # A weekday alone, told on that day, would leave open which one is meant.
    today = f"{datetime.fromisoformat(domain_data(domain).now):%A}"
    told_already = {*facts.values(), today}
    return told(text, "second", {**facts, **particulars(draw, told_already)}) if text else ""
