"""What a customer may say: the facts of the task, and all that was said before."""

import re
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

from tau_emo_client.audit.words import plain, sentences, straight, words
from tau_emo_servers.values import CalendarDate, ClockTime, Values, values_in
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.script import Goal, Slot
from tau_emo_tasks.task import Task

_DIGITS = re.compile(r"\d[\d ().-]*\d|\d")


@dataclass
class Known:
    """Facts that are on the table. Grows with every message."""

    words: set[str] = field(default_factory=set[str])
    numbers: set[Decimal] = field(default_factory=set[Decimal])
    amounts: set[Decimal] = field(default_factory=set[Decimal])
    dates: set[CalendarDate] = field(default_factory=set[CalendarDate])
    times: set[ClockTime] = field(default_factory=set[ClockTime])
    ids: set[str] = field(default_factory=set[str])
    emails: set[str] = field(default_factory=set[str])
    phones: set[str] = field(default_factory=set[str])
    digits: list[str] = field(default_factory=list[str])
    """The runs of digits of each text, whatever stands between them."""

    def hear(self, text: str) -> None:
        """Add what a text says."""
        values = values_in(straight(text))
        self.words.update(word.removesuffix("'s") for word in words(text))
        self.numbers |= values.numbers
        self.amounts |= values.amounts
        self.dates |= values.dates
        self.times |= values.times
        self.ids |= values.ids
        self.emails |= values.emails
        self.phones |= values.phones
        self.digits += ["".join(filter(str.isdigit, run)) for run in _DIGITS.findall(text)]

    def and_also(self, more: "Known") -> "Known":
        """The facts of both."""
        return Known(
            words=self.words | more.words,
            numbers=self.numbers | more.numbers,
            amounts=self.amounts | more.amounts,
            dates=self.dates | more.dates,
            times=self.times | more.times,
            ids=self.ids | more.ids,
            emails=self.emails | more.emails,
            phones=self.phones | more.phones,
            digits=self.digits + more.digits,
        )

    def has_digits(self, digits: str) -> bool:
        """True if the digits stand somewhere, alone or as the end of longer ones."""
        return any(run.endswith(digits) for run in self.digits)


class Heard:
    """What was said so far. It is taken apart only when a fact has to be looked for."""

    def __init__(self) -> None:
        self._known = Known()
        self._waiting: list[str] = []

    def hear(self, text: str) -> None:
        """Add a message."""
        self._waiting.append(text)

    def known(self) -> Known:
        """All facts that were said."""
        for text in self._waiting:
            self._known.hear(text)
        self._waiting.clear()
        return self._known


@dataclass(frozen=True)
class Brief:
    """What the task tells the customer, prepared for comparison."""

    known: Known
    slots: tuple[Slot, ...]
    """The facts that the customer gives when asked."""
    told: tuple[tuple[str, Values], ...]
    """Each sentence of instruction and script, with its values."""
    wishes: str
    """Instruction and script as one text, in small letters."""
    own_names: frozenset[str]
    """The parts of the customer's own name, without case."""
    births: tuple[CalendarDate, ...]
    """The birth dates that the customer gives when asked."""
    second_person: tuple[str, ...]
    """The texts that speak to the customer: instruction, feeling and persona."""

    def values_of(self, *names: str) -> list[str]:
        """The values of the slots whose name holds one of these words."""
        return [slot.value for slot in self.slots if any(name in slot.name for name in names)]


def brief_of(task: Task, condition: Condition | None) -> Brief:
    """What a customer of this task in this condition was told."""
    return _brief(task.id, condition == task.condition, _Held(task))


class _Held:
    """A task that compares by content, for the cache."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._key = (task.id, task.instruction, task.user_script)

    def __hash__(self) -> int:
        return hash(self._key[:2])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self._key == other._key


@lru_cache(maxsize=4096)
def _brief(task_id: str, own: bool, held: _Held) -> Brief:
    task = held.task
    known = Known()
    felt = (task.feeling, task.persona) if own else ()
    slots = (*task.user_script.knows, *(s for goal in task.user_script.goals for s in goal.knows))
    said = [
        task.instruction,
        *(f"{slot.say} {slot.value}." for slot in task.user_script.knows),
        *(_goal_text(goal) for goal in task.user_script.goals),
    ]
    for text in (*said, *felt):
        known.hear(text)
    return Brief(
        known=known,
        slots=slots,
        told=tuple(
            (sentence, values_in(sentence)) for text in said for sentence in sentences(text)
        ),
        wishes=plain("\n".join(said)),
        own_names=frozenset(
            part.casefold()
            for slot in slots
            if "full_name" in slot.name
            for part in slot.value.split()
        ),
        births=tuple(
            day for slot in slots if "birth" in slot.name for day in values_in(slot.value).dates
        ),
        second_person=(task.instruction, *felt),
    )


def _goal_text(goal: Goal) -> str:
    parts = [goal.say, goal.if_refused]
    parts += [f"{slot.say} {slot.value}." for slot in goal.knows]
    parts += [f"{field.say} {'. '.join(field.accept)}." for field in goal.fields]
    parts += [wish.ask for wish in goal.hears]
    return "\n".join(part for part in parts if part)
