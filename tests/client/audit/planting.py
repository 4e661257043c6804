"""Plants errors of a customer in clean conversations, and sees whether the audit finds them."""

import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tau_emo_client.audit import Finding, Kind, audit
from tau_emo_client.audit.turns import turns_of
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord
from tau_emo_servers.conversation import AgentStep, Conversation, Event, UserMessage
from tau_emo_tasks.condition import FAMILIES, Condition
from tau_emo_tasks.task import Task

TEXTS: dict[str, dict[str, list[Any]]] = json.loads(
    (Path(__file__).parent / "planted_texts.json").read_text("utf-8")
)
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")  # fmt: skip


@dataclass(frozen=True)
class Planted:
    """A conversation with one error."""

    task: Task
    record: EpisodeRecord
    kind: Kind
    turn: int
    text: str

    def findings(self) -> list[Finding]:
        return audit(self.task, self.record)

    def found(self) -> bool:
        """True if the audit names the right kind at the right turn."""
        return any((f.kind, f.turn) == (self.kind, self.turn) for f in self.findings())


def plant_all(
    episodes: Sequence[tuple[Task, EpisodeRecord]],
    neutral: Sequence[tuple[Task, EpisodeRecord]],
    count: int,
    half: str,
    seed: int,
) -> list[Planted]:
    """Errors of all kinds in turn.

    Args:
        episodes: clean conversations in which the customer left satisfied.
        neutral: the same without emotion.
        count: how many errors.
        half: `tune` or `held`: which of the written variants.
        seed: of all choices.
    """
    random_ = random.Random(seed)
    kinds = list(Kind)
    planted: list[Planted] = []
    while len(planted) < count:
        kind = kinds[len(planted) % len(kinds)]
        task, record = random_.choice(neutral if kind is Kind.NO_EMOTION else episodes)
        made = _PLANTERS[kind](task, record, half, random_)
        if made is not None:
            planted.append(made)
    return planted


def _with(record: EpisodeRecord, events: Sequence[Event], **more: Any) -> EpisodeRecord:
    talk = Conversation(domain=record.domain, events=tuple(events))
    return record.model_copy(update={"conversation": talk} | more)


def _places(record: EpisodeRecord) -> list[int]:
    return [
        at for at, event in enumerate(record.conversation.events) if isinstance(event, UserMessage)
    ]


def _added(
    kind: Kind, task: Task, record: EpisodeRecord, text: str, chance: random.Random
) -> Planted:
    """The text added before or behind a message of the customer, or in its place if it answers."""
    places = _places(record)
    turn = chance.randrange(len(places))
    events = list(record.conversation.events)
    old = events[places[turn]].text
    new = f"{text} {old}" if chance.random() < 0.3 else f"{old} {text}"
    events[places[turn]] = UserMessage(text=new)
    return Planted(task, _with(record, events), kind, turn, text)


def _invented(
    task: Task, record: EpisodeRecord, half: str, chance: random.Random
) -> Planted | None:
    return _added(Kind.INVENTED, task, record, chance.choice(TEXTS["invented"][half]), chance)


def _agent_speech(
    task: Task, record: EpisodeRecord, half: str, chance: random.Random
) -> Planted | None:
    text = chance.choice(TEXTS["agent_speech"][half])
    return _added(Kind.AGENT_SPEECH, task, record, text, chance)


def _leaked(task: Task, record: EpisodeRecord, half: str, chance: random.Random) -> Planted | None:
    text = chance.choice(TEXTS["leaked"][half])
    told = [
        sentence
        for sentence in re.split(r"(?<=[.!?])\s+", task.instruction)
        if len(sentence.split()) >= 9 and re.search(r"\b[Yy]ou(?:r|rs)?\b", sentence)
    ]
    if "{sentence}" in text and not told:
        return None
    if "{sentence}" in text:
        text = chance.choice(told)
    return _added(Kind.LEAKED, task, record, text, chance)


def _contradicted(
    task: Task, record: EpisodeRecord, half: str, chance: random.Random
) -> Planted | None:
    what, template = chance.choice(TEXTS["contradicted"][half])
    if what == "swap":
        return _swapped(task, record, chance)
    value = _value_of(what, task, chance)
    if not value:
        return None
    wrong = _wrong(value, what, chance)
    if wrong.casefold() in _all_said(task, record).casefold():
        return None
    text = template.format(wrong=wrong)
    return _added(Kind.CONTRADICTED, task, record, text, chance)


def _swapped(task: Task, record: EpisodeRecord, chance: random.Random) -> Planted | None:
    """A fact of the task, said wrongly where it was said rightly for the first time."""
    places = _places(record)
    events = list(record.conversation.events)
    script = task.user_script
    slots = [*script.knows, *(slot for goal in script.goals for slot in goal.knows)]
    options = [
        (turn, slot.value)
        for slot in slots
        if slot.name in ("email", "user_id", "zip", "order_id", "booking_id", "student_id",
                         "traveler_id", "game_id", "reservation_id", "phone")
        for turn, at in enumerate(places)
        if slot.value in events[at].text
    ]  # fmt: skip
    if not options:
        return None
    turn, value = chance.choice(options)
    wrong = _wrong(value, "email" if "@" in value else "id", chance)
    events[places[turn]] = UserMessage(text=events[places[turn]].text.replace(value, wrong))
    return Planted(task, _with(record, events), Kind.CONTRADICTED, turn, wrong)


def _value_of(what: str, task: Task, chance: random.Random) -> str:
    script = task.user_script
    slots = [*script.knows, *(slot for goal in script.goals for slot in goal.knows)]
    match what:
        case "full_name" | "email" | "phone" | "zip":
            found = [slot.value for slot in slots if slot.name == what]
        case "birth":
            found = [slot.value for slot in slots if slot.name == "date_of_birth"]
        case "id":
            found = [slot.value for slot in slots if slot.name.endswith("_id")]
        case "card":
            found = re.findall(r"ending in (\d{4})", task.instruction)
        case _:
            found = re.findall(
                r"(?<!born on )(20\d\d-\d\d-\d\d)", " ".join(goal.say for goal in script.goals)
            )
    return chance.choice(found) if found else ""


def _wrong(value: str, what: str, chance: random.Random) -> str:
    """Another value of the same form."""
    if what == "full_name":
        first, _, last = value.partition(" ")
        other = chance.choice(("Gwendolyn", "Percival", "Rosalind", "Barnaby"))
        return f"{other} {last}" if chance.random() < 0.5 else f"{first} Featherstone"
    if what in ("date", "birth"):
        year, month, day = (int(part) for part in value.split("-"))
        day = (day + chance.randrange(3, 9)) % 28 + 1
        if chance.random() < 0.5:
            return f"{year}-{month:02}-{day:02}"
        return f"{_MONTHS[month - 1]} {day}, {year}"
    digits = [at for at, sign in enumerate(value) if sign.isdigit()]
    signs = list(value)
    for at in chance.sample(digits, min(2, len(digits))):
        signs[at] = str((int(signs[at]) + chance.randrange(1, 9)) % 10)
    return "".join(signs)


def _all_said(task: Task, record: EpisodeRecord) -> str:
    said = [turn.text for turn in turns_of(record.conversation.events)]
    return "\n".join([task.instruction, task.user_script.model_dump_json(), *said])


def _early_stop(
    task: Task, record: EpisodeRecord, half: str, chance: random.Random
) -> Planted | None:
    """Satisfied before the last wish was raised, or before its outcome was reported."""
    events = record.conversation.events
    places = _places(record)
    # The last message is the goodbye, and the one before it the yes or the question that the
    # last report answers: a goodbye anywhere from the second message to that one is early.
    if record.end_reason is not EndReason.USER_STOP or len(places) < 4:
        return None
    turn = chance.randrange(1, len(places) - 1)
    text = chance.choice(TEXTS["early_stop"][half])
    kept = [*events[: places[turn]], *([UserMessage(text=text)] if text else [])]
    return Planted(task, _with(record, kept), Kind.EARLY_STOP, turn, text)


def _no_goal(task: Task, record: EpisodeRecord, half: str, chance: random.Random) -> Planted | None:
    opening, closing = chance.choice(TEXTS["no_goal"][half])
    events = [
        UserMessage(text=opening),
        AgentStep(text="Thank you for writing. What would you like me to do?"),
        UserMessage(text=closing),
    ]
    end = chance.choice((EndReason.USER_STOP, EndReason.USER_LEFT))
    return Planted(task, _with(record, events, end_reason=end), Kind.NO_GOAL, 1, opening)


def _no_emotion(
    task: Task, record: EpisodeRecord, half: str, chance: random.Random
) -> Planted | None:
    family = chance.choice(list(FAMILIES))
    condition = Condition(
        family=family,
        emotion=chance.choice(FAMILIES[family]),
        politeness="neutral",
        urgency="low",
        trust_in_agent="trusting",
    )
    text = chance.choice(TEXTS["no_emotion"][half])
    made = _added(Kind.NO_EMOTION, task, record, text, chance)
    last = len(_places(record)) - 1
    record = made.record.model_copy(update={"condition": condition})
    return Planted(task, record, Kind.NO_EMOTION, last, f"{family}: {text}")


_PLANTERS: dict[Kind, Callable[[Task, EpisodeRecord, str, random.Random], Planted | None]] = {
    Kind.INVENTED: _invented,
    Kind.CONTRADICTED: _contradicted,
    Kind.LEAKED: _leaked,
    Kind.AGENT_SPEECH: _agent_speech,
    Kind.EARLY_STOP: _early_stop,
    Kind.NO_GOAL: _no_goal,
    Kind.NO_EMOTION: _no_emotion,
}
