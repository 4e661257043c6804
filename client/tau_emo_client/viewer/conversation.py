"""One episode as a page shows it: each turn with what belongs beside it."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tau_emo_client.audit.episode import audit
from tau_emo_client.audit.finding import Finding
from tau_emo_client.emotion import EmotionChoice, manner, parse_emotion
from tau_emo_client.failures.failure import Failure
from tau_emo_client.record import EpisodeRecord, RuleViolation
from tau_emo_client.users.registry import SCRIPTED
from tau_emo_client.viewer.felt import Felt, patience_of
from tau_emo_client.viewer.library import Run, failure_of
from tau_emo_client.viewer.plain import indented, pretty
from tau_emo_client.viewer.replay import RowChanged, replay
from tau_emo_servers.conversation import AgentStep, ToolCall
from tau_emo_servers.domain import rulebook
from tau_emo_tasks.emotions import emotion_texts
from tau_emo_tasks.task import Task


@dataclass(frozen=True)
class Breach:
    """A broken rule, with its text."""

    rule: str
    text: str
    """Empty if the policy of this version has no such rule."""
    evidence: str


@dataclass(frozen=True)
class ShownCall:
    """One tool call."""

    name: str
    id: str
    kind: str
    """`read`, `write`, or empty if there is no such tool."""
    arguments: str
    result: str
    is_error: bool
    breaches: tuple[Breach, ...]
    changed: tuple[RowChanged, ...] | None
    """What a successful write changed; None if it is no such, or if that is not known."""


@dataclass(frozen=True)
class ShownEvent:
    """One event, with what it caused."""

    place: int
    customer: bool
    text: str
    delivered: bool
    """True if the other side read the text."""
    reasoning: str
    calls: tuple[ShownCall, ...]
    breaches: tuple[Breach, ...]
    """Those of the event itself, not of its calls."""
    felt: Felt | None
    """The patience of the customer after it."""
    findings: tuple[Finding, ...]
    """Errors of the customer."""
    went_wrong: bool
    """True if the episode went wrong here first."""


@dataclass(frozen=True)
class Turn:
    """A message of the customer and what the agent did about it."""

    number: int
    """Counted from 1; 0 if the agent began."""
    events: tuple[ShownEvent, ...]


@dataclass(frozen=True)
class Card:
    """Who the customer was."""

    lines: tuple[tuple[str, str], ...]
    """Label and text."""
    instruction: str
    """What they wanted; empty if it is not known."""


@dataclass(frozen=True)
class Shown:
    """An episode with all that is known of it."""

    run: Run
    record: EpisodeRecord
    turns: tuple[Turn, ...]
    end: tuple[Breach, ...]
    """Rules that were broken by what is missing at the end."""
    end_place: int
    """Behind the last event."""
    findings: tuple[Finding, ...]
    """Errors of the customer that belong to no message."""
    failure: Failure | None
    card: Card
    notes: tuple[str, ...]
    """What cannot be known here, and why."""

    @property
    def address(self) -> str:
        """By which the page of a comparison names it."""
        return f"{self.run.name}/{self.record.id}"


def shown_episode(run: Run, record: EpisodeRecord) -> Shown:
    """Everything that the page of an episode shows.

    Args:
        run: the run that it is of.
        record: its record.
    """
    events = record.conversation.events
    task = run.task_of(record)
    failure = failure_of(run, record)
    findings = audit(task, record) if task and record.counts else []
    by_call, notes = _changes(run, record, task)
    felt = _patience(run, record, task)
    texts = _rule_texts(record.domain)
    by_event: dict[int, list[RuleViolation]] = defaultdict(list)
    for violation in record.violations:
        by_event[max(0, min(violation.event, len(events)))].append(violation)
    found: list[ShownEvent] = []
    heard = 0
    for place, event in enumerate(events):
        mine = by_event[place]
        is_step = isinstance(event, AgentStep)
        calls = event.calls if is_step else ()
        ids = {call.id for call in calls}
        found.append(
            ShownEvent(
                place=place,
                customer=not is_step,
                text=event.text,
                delivered=event.delivered if is_step else True,
                reasoning=event.reasoning if is_step else "",
                calls=tuple(
                    _call(record.domain, call, mine, texts, by_call.get((place, position)))
                    for position, call in enumerate(calls)
                ),
                breaches=_breaches([one for one in mine if one.call_id not in ids], texts),
                felt=felt.get(place),
                findings=() if is_step else tuple(one for one in findings if one.turn == heard),
                went_wrong=failure is not None and failure.event == place,
            )
        )
        heard += not is_step
    return Shown(
        run=run,
        record=record,
        turns=tuple(_turns(found)),
        end=_breaches(by_event[len(events)], texts),
        end_place=len(events),
        findings=tuple(one for one in findings if one.turn >= heard),
        failure=failure,
        card=_card(run, record, task),
        notes=tuple(notes),
    )


def _turns(events: Sequence[ShownEvent]) -> Iterator[Turn]:
    number, begun = 0, list[ShownEvent]()
    for event in events:
        if event.customer:
            if begun:
                yield Turn(number, tuple(begun))
            number, begun = number + 1, []
        begun.append(event)
    if begun:
        yield Turn(number, tuple(begun))


def _call(
    domain: str,
    call: ToolCall,
    violations: Sequence[RuleViolation],
    texts: dict[str, str],
    changed: tuple[RowChanged, ...] | None,
) -> ShownCall:
    book = rulebook(domain)
    tool = book.tools.get(call.name) if book else None
    sent = call.arguments
    return ShownCall(
        name=call.name,
        id=call.id,
        kind=tool.kind if tool else "",
        arguments=pretty(sent) if isinstance(sent, str) else indented(sent),
        result=pretty(call.result),
        is_error=call.is_error,
        breaches=_breaches([one for one in violations if one.call_id == call.id], texts),
        changed=changed,
    )


def _breaches(found: Sequence[RuleViolation], texts: dict[str, str]) -> tuple[Breach, ...]:
    return tuple(Breach(one.rule, texts.get(one.rule, ""), one.evidence) for one in found)


def _rule_texts(domain: str) -> dict[str, str]:
    book = rulebook(domain)
    return {rule.id: rule.text for rule in book.rules} if book else {}


def _changes(
    run: Run, record: EpisodeRecord, task: Task | None
) -> tuple[dict[tuple[int, int], tuple[RowChanged, ...]], list[str]]:
    """What each write changed, and what cannot be known of this episode."""
    notes: list[str] = []
    if run.imported:
        notes.append(
            "This run was imported. Its databases, tasks and rules are not known here: no change "
            "of state, broken rule, diagnosis or instruction is shown."
        )
        return {}, notes
    if task is None:
        notes.append(
            "It was played on other tasks than those of this version: instruction, persona, "
            "diagnosis and errors of the customer are not known."
        )
    if not run.has_base(record.conversation.domain):
        notes.append(
            "It was played on other base data than those of this version: what each write changed "
            "is not known."
        )
        return {}, notes
    replayed = replay(record.conversation, record.changes)
    if replayed.problem:
        notes.append(replayed.problem)
    return replayed.by_call, notes


def _patience(run: Run, record: EpisodeRecord, task: Task | None) -> dict[int, Felt]:
    emotion = _emotion(run)
    if task is None or emotion is None or run.config.user.kind != SCRIPTED:
        return {}
    return asyncio.run(patience_of(task, record, emotion, run.config.protocol)) or {}


def _emotion(run: Run) -> EmotionChoice | None:
    try:
        return parse_emotion(run.config.emotion)
    except ValueError:
        return None


def _card(run: Run, record: EpisodeRecord, task: Task | None) -> Card:
    condition, instruction = record.condition, task.instruction if task else ""
    if condition is None:
        return Card((("Emotion", "none"),), instruction)
    lines = [
        ("Family", condition.family),
        ("Emotion", f"{condition.emotion}: {emotion_texts(condition.emotion).definition}"),
        ("Politeness", condition.politeness),
        ("Urgency", condition.urgency),
        ("Trust in the agent", condition.trust_in_agent),
    ]
    emotion = _emotion(run)
    played = emotion.condition(task, record.seed) if task and emotion else None
    if task and played is not None and played == condition:
        persona, *feeling = manner(task, played, record.seed)
        lines += [("Persona", persona), *(("Feeling", text) for text in feeling if text)]
    return Card(tuple(lines), instruction)
