"""Tasks of other people's benchmarks, read into ours and proved on an imported base."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlmodel import col, select

from tau_emo_db import BENCHMARK_VERSION, Changes, Draw, EpisodeState, compare, domain_data
from tau_emo_db.files import replace_file
from tau_emo_db.foreign import Misfit, Node, Refused, Suite, mapping_of, read_json
from tau_emo_servers.conversation import Conversation
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import BROKEN
from tau_emo_tasks.condition import FAMILIES, Condition
from tau_emo_tasks.emotions import PERSONAS, persona
from tau_emo_tasks.gold import replay_gold
from tau_emo_tasks.grading import grade
from tau_emo_tasks.load import SUITE_TASKS
from tau_emo_tasks.refresh import task_line
from tau_emo_tasks.script import UserScript
from tau_emo_tasks.task import IMPORTED, Action, Output, Provenance, Task, canary

REPORT = "import.jsonl"
"""The ending of the file that tells what became of each task, in the folder of a suite."""
MANNER = "Emotion Instruction:"
"""What divides the wish of a customer from their manner in an instruction."""
_EMOTION = (
    "emotion_family",
    "emotion_leaf",
    "dimension_politeness",
    "dimension_urgency",
    "dimension_trust_in_agent",
)
_LABEL = re.compile(r"[A-Za-z0-9_]+")

Found = Literal["clean", "fails", "no effect"]
"""What the gold actions of a task do: all succeed and there is something to grade; one fails;
all succeed and an agent that does nothing would pass."""


class FailedAction(BaseModel):
    """A gold action that our tools refuse."""

    model_config = ConfigDict(frozen=True)

    position: int
    """Its position among the gold actions, from 0."""
    tool: str
    kind: Literal["read", "write"]
    error: str
    """The text of the tool."""


class ImportedTask(BaseModel):
    """What became of one task."""

    model_config = ConfigDict(frozen=True)

    id: str
    place: str
    """Where it stands: the file and the position in it."""
    outcome: Found
    kept: bool
    """True if it is one of the tasks of the suite."""
    failed: tuple[FailedAction, ...]
    earns_by_nothing: bool
    """True if an agent that does nothing would pass it."""
    notes: tuple[str, ...]
    """What was changed of the record."""


def import_tasks(
    suite: Suite, domain: str, files: Sequence[Path], *, keep_failing: bool = False
) -> list[ImportedTask]:
    """Read tasks into a suite, in place of those of that domain, if any.

    The gold actions of each are carried out on the suite's base. A task that an agent passes by
    doing nothing is left out, and so is one of which a gold action fails.

    Args:
        suite: an open suite with a base of the domain.
        domain: the domain.
        files: JSON lists of tasks, or results that hold the task of each conversation.
        keep_failing: keep tasks of which a gold action fails: their gold state is what the
            other actions make.

    Raises:
        Refused: a file or a record is no task, or names a tool or a customer that is not there;
            nothing was written.
    """
    edition = suite.edition(domain)
    misfits: list[Misfit] = []
    found: list[tuple[Task, ImportedTask]] = []
    labels: dict[str, Path] = {}
    reader = _Reader(edition)
    for file in files:
        label = _label(file)
        if label in labels:
            misfits.append(
                Misfit(file.name, f"its tasks would be called as those of {labels[label]}")
            )
            continue
        labels[label] = file
        records = read_json(file)
        if not isinstance(records, list):
            misfits.append(Misfit(file.name, "is no list of tasks"))
            continue
        for position, record in enumerate(_tasks(cast("list[object]", records))):
            node = Node(record, f"{file.name}: [{position}]", str(position))
            try:
                task, notes = reader.task(node, f"{edition}-{label}_{position}")
                node.done()
            except Misfit as misfit:
                misfits.append(misfit)
                continue
            if not misfits:
                try:
                    found.append(_proved(task, node.place, notes, keep_failing))
                except Misfit as misfit:
                    misfits.append(misfit)
    if misfits:
        raise Refused(misfits)
    kept = "".join(f"{task_line(task)}\n" for task, outcome in found if outcome.kept)
    told = "".join(f"{outcome.model_dump_json()}\n" for _, outcome in found)
    replace_file(suite.file(domain, REPORT), told.encode())
    replace_file(suite.file(domain, SUITE_TASKS), kept.encode())
    return [outcome for _, outcome in found]


def _tasks(records: Sequence[object]) -> list[object]:
    """The tasks themselves; those that results were played on stand there once for each trial."""
    found = [_played(record) for record in records]
    if all(one is record for one, record in zip(found, records, strict=True)):
        return found
    return list({json.dumps(one, sort_keys=True): one for one in found}.values())


def _played(record: object) -> object:
    """The task of a result; what is none is returned as it is."""
    fields = _fields(record)
    return fields.get("task") or _fields(fields.get("info")).get("task") or record


def _fields(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _proved(
    task: Task, place: str, notes: list[str], keep_failing: bool
) -> tuple[Task, ImportedTask]:
    """The task with its gold state, and what its gold actions did."""
    replay = replay_gold(task)
    for step in replay.steps:
        if step.call.result == BROKEN:
            raise Misfit(place, f"our {step.action.tool} breaks on {dict(step.action.arguments)!r}")
    tools = served_domain(task.domain).tools
    failed = tuple(
        FailedAction(
            position=position,
            tool=step.action.tool,
            kind=tools[step.action.tool].kind,
            error=step.call.result,
        )
        for position, step in enumerate(replay.steps)
        if step.call.is_error
    )
    proved = task.model_copy(update={"gold_diff": replay.changes.model_dump(mode="json")})
    nothing = Conversation(domain=task.domain, events=())
    free = bool(grade(proved, Changes(), nothing).reward)
    # Handing off alone is no effect either: whoever refuses to work would pass.
    free |= not task.outputs and not compare(domain_data(task.domain), replay.changes, Changes())
    outcome: Found = "fails" if failed else "no effect" if free else "clean"
    return proved, ImportedTask(
        id=task.id,
        place=place,
        outcome=outcome,
        kept=not free and (keep_failing or not failed),
        failed=failed,
        earns_by_nothing=free,
        notes=tuple(notes),
    )


class _Reader:
    """Makes tasks of records.

    Args:
        edition: the domain in its suite.
    """

    def __init__(self, edition: str) -> None:
        self._edition = edition
        self._domain = served_domain(edition)
        people = mapping_of(edition.partition(".")[0]).people
        self._keys: dict[str, str] = {}
        with EpisodeState.open(self._domain.data) as state, state.session() as db:
            key, email = getattr(people.table, people.key), getattr(people.table, people.email)
            for one, mail in db.exec(select(col(key), col(email))).all():
                if mail:
                    self._keys.setdefault(str(mail).lower(), str(one))
                self._keys[str(one)] = str(one)

    def task(self, node: Node, task_id: str) -> tuple[Task, list[str]]:
        """The task of a record, without its gold state, and what was changed of the record.

        Raises:
            Misfit: the record is no task.
        """
        notes: list[str] = []
        name = node.text("user_id")
        principal = self._keys.get(name) or self._keys.get(name.lower())
        if principal is None:
            raise node.at("user_id").misfit(f"is {name!r}, who is no customer of the base")
        wish, _, manner = node.text("instruction").partition(MANNER)
        if not wish.strip():
            raise node.at("instruction").misfit("says nothing of what the customer wants")
        gold = tuple(self._action(one) for one in node.at("actions").items())
        condition = _condition(node, task_id, notes)
        task = Task(
            id=task_id,
            benchmark_version=BENCHMARK_VERSION,
            domain=self._edition,
            split=IMPORTED,
            principal=principal,
            instruction=wish.strip(),
            user_script=UserScript(knows=(), goals=()),
            gold=gold,
            outputs=tuple(_output(one) for one in node.at("outputs").items()),
            hands_off=any(action.tool in self._domain.hand_off_tools for action in gold),
            condition=condition,
            feeling="",
            persona=manner.strip()
            or persona(condition, Draw(f"imported/{task_id}").integer(0, PERSONAS - 1)),
            provenance=Provenance(
                origin="imported", intents=(), base_digest=self._domain.data.digest
            ),
            gold_diff={},
            canary=canary(IMPORTED),
        )
        node.leave("annotator")
        return task, notes

    def _action(self, node: Node) -> Action:
        tool = node.text("name")
        if tool not in self._domain.tools:
            raise node.at("name").misfit(f"is {tool!r}, and we have no such tool")
        arguments = node.at("arguments" if node.has("arguments") else "kwargs")
        given: dict[str, Any] = {one.key: _whole(one) for one in arguments.fields()}
        return Action(tool=tool, arguments=given)


def _whole(node: Node) -> Any:
    """The value as it is; all that it holds counts as read."""
    if isinstance(node.value, dict):
        return {one.key: _whole(one) for one in node.fields()}
    if isinstance(node.value, list):
        return [_whole(one) for one in node.items()]
    return node.value


def _output(node: Node) -> Output:
    text = node.value if isinstance(node.value, str) else json.dumps(node.value)
    if not text.strip(" ,"):
        raise node.misfit("is empty, so every message would tell it")
    return Output(name=text, value=text, kind="text", source=())


def _condition(node: Node, task_id: str, notes: list[str]) -> Condition:
    """How the customer feels; drawn if the record does not say."""
    if not any(node.has(name) for name in _EMOTION):
        node.leave(*_EMOTION)
        draw = Draw(f"imported/{task_id}")
        family = draw.fork("family").pick(tuple(FAMILIES))
        notes.append("it names no emotion: one is drawn")
        return Condition(
            family=family,
            emotion=draw.fork("emotion").pick(FAMILIES[family]),
            politeness=draw.fork("p").pick(("warm", "neutral", "cold")),
            urgency=draw.fork("u").pick(("low", "moderate", "high")),
            trust_in_agent=draw.fork("t").pick(("trusting", "cautious", "skeptical")),
        )
    given, emotion, politeness, urgency, trust = (node.text(name) for name in _EMOTION)
    family = next((one for one, members in FAMILIES.items() if emotion in members), None)
    if family is None:
        raise node.at("emotion_leaf").misfit(f"is {emotion!r}, which is none of the 22 emotions")
    if family != given:
        notes.append(f"{emotion} is of the family {family}, not {given}")
    try:
        return Condition.model_validate(
            {
                "family": family,
                "emotion": emotion,
                "politeness": politeness,
                "urgency": urgency,
                "trust_in_agent": trust,
            }
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        raise node.misfit(f"{field} is {first['input']!r}: {first['msg']}") from None


def _label(file: Path) -> str:
    """What tasks of a file are called by: `test` for `tasks_test.json`."""
    words = _LABEL.findall(file.stem.removeprefix("tasks").lstrip("_-"))
    return "_".join(words).lower() or "tasks"
