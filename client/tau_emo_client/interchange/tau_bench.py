"""Result files in the form of τ-bench and its relatives: read as runs, and written from runs.

A file is a JSON list, or has one JSON object in each line. Each holds `task_id`, `trial`, `reward`
(1 passed, 0 failed, -1 the customer left), the `task` (or `info.task`) with its emotion, and the
conversation as `messages` (or `traj`) in the form of chat completions.
"""

import itertools
import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import (
    AliasChoices,
    AliasPath,
    BaseModel,
    Field,
    JsonValue,
    ValidationError,
    field_validator,
)

from tau_emo_client.agents.agent import Usage
from tau_emo_client.follow_ups import follow_ups
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord, Timing, episode_id, episode_seed
from tau_emo_client.stop_tokens import read as read_said
from tau_emo_client.texts import clean
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_db import Changes
from tau_emo_servers.arguments import as_recorded
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_tasks.condition import FAMILIES, Condition

LEFT = -1.0
"""The reward of an episode whose customer walked away."""


class InterchangeError(Exception):
    """A file cannot be read as conversations; the message says where and why."""


class _Task(BaseModel):
    emotion_family: str | None = None
    emotion_leaf: str | None = None
    dimension_politeness: str | None = None
    dimension_urgency: str | None = None
    dimension_trust_in_agent: str | None = None

    def condition(self) -> Condition | None:
        """The condition of the customer; None if there is none, or none of the 594.

        The family is the one that the emotion belongs to: some files name another.
        """
        families = (name for name, members in FAMILIES.items() if self.emotion_leaf in members)
        try:
            return Condition.model_validate(
                {
                    "family": next(families, self.emotion_family),
                    "emotion": self.emotion_leaf,
                    "politeness": self.dimension_politeness,
                    "urgency": self.dimension_urgency,
                    "trust_in_agent": self.dimension_trust_in_agent,
                }
            )
        except ValidationError:
            return None


class _Call(BaseModel):
    id: str | None = None
    name: str = Field(validation_alias=AliasChoices("name", AliasPath("function", "name")))
    arguments: Any = Field(
        default=None,
        validation_alias=AliasChoices("arguments", AliasPath("function", "arguments")),
    )

    def read(self) -> dict[str, JsonValue] | str:
        """The arguments as an object, or as they were sent if they are none."""
        found: Any = self.arguments
        if isinstance(found, str):
            try:
                found = json.loads(found)
            except (ValueError, RecursionError):
                return clean(cast(str, self.arguments))
        if found is None:
            return {}
        is_object = isinstance(found, dict)
        return as_recorded(cast("dict[str, Any]", found) if is_object else json.dumps(found))


class _Message(BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | None = None
    tool_calls: list[_Call] | None = None
    tool_call_id: str | None = None

    @field_validator("content", mode="before")
    @classmethod
    def _joined(cls, given: object) -> object:
        """Text in parts as one text."""
        if not isinstance(given, list):
            return given
        parts = cast("list[object]", given)
        return "".join(
            part if isinstance(part, str) else str(cast("dict[str, Any]", part).get("text") or "")
            for part in parts
            if isinstance(part, str | dict)
        )

    @property
    def text(self) -> str:
        return clean(self.content or "")


class _Info(BaseModel):
    task: _Task | None = None
    end_reason: str | None = None


class _Row(BaseModel):
    task_id: int | str
    trial: int = Field(default=0, ge=0)
    reward: float
    task: _Task | None = None
    info: _Info | None = None
    messages: list[_Message] | None = None
    traj: list[_Message] | None = None

    @property
    def conversation(self) -> list[_Message]:
        return self.messages or self.traj or []

    @property
    def condition(self) -> Condition | None:
        task = self.task or (self.info.task if self.info else None)
        return task.condition() if task else None


def read_conversations(path: Path, domain: str) -> list[EpisodeRecord]:
    """The conversations of a file as finished episodes.

    They hold no state: what the calls changed is not known, and no rule is checked. Ids of tasks
    get an `x` before them, so that none is taken for one of ours; the trials of each task are
    numbered anew, from 0.

    Args:
        path: the file.
        domain: the domain that the conversations are of.

    Raises:
        InterchangeError: it is no such file; the message names the first record that does not fit.
        KeyError: there is no such domain.
    """
    hand_offs = served_domain(domain).hand_off_tools
    rows: list[tuple[str, _Row]] = []
    seen: set[tuple[str, int]] = set()
    for number, value in enumerate(_values(path), 1):
        try:
            row = _Row.model_validate(value)
            if not row.conversation:
                raise InterchangeError(f"{path}, record {number} has no messages")
            task_id = _task_id(row, domain)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"])) or "the record"
            raise InterchangeError(f"{path}, record {number}: {where}: {first['msg']}") from error
        except ValueError as error:
            raise InterchangeError(f"{path}, record {number}: {error}") from error
        if (task_id, row.trial) in seen:
            raise InterchangeError(
                f"{path}, record {number}: task {row.task_id}, trial {row.trial} stands there twice"
            )
        seen.add((task_id, row.trial))
        rows.append((task_id, row))
    if not rows:
        raise InterchangeError(f"{path} holds no conversation")
    trials: dict[str, list[int]] = {}
    for task_id, trial in sorted(seen):
        trials.setdefault(task_id, []).append(trial)
    return [
        _record(row, domain, task_id, trials[task_id].index(row.trial), hand_offs)
        for task_id, row in rows
    ]


def as_tau_bench(record: EpisodeRecord) -> dict[str, Any]:
    """An episode in the same form; the other way round.

    Args:
        record: an episode that counts; the form has no place for others.
    """
    condition = record.condition
    task: dict[str, str] = {}
    if condition is not None:
        task = {
            "emotion_family": condition.family,
            "emotion_leaf": condition.emotion,
            "dimension_politeness": condition.politeness,
            "dimension_urgency": condition.urgency,
            "dimension_trust_in_agent": condition.trust_in_agent,
        }
    left = record.end_reason is EndReason.USER_LEFT
    return {
        "task_id": record.task_id,
        "trial": record.trial,
        "reward": LEFT if left else float(record.reward),
        "task": task,
        "info": {"end_reason": record.end_reason.value},
        "messages": list(_messages(record)),
    }


def _task_id(row: _Row, domain: str) -> str:
    """The id of the task here.

    Raises:
        ValueError: it is a task of another domain.
    """
    given = clean(str(row.task_id))
    before, _, rest = given.partition("-")
    if before != domain and before in served_domain_names() and rest:
        raise ValueError(f"task {given} is of {before}, not of {domain}; import each domain apart")
    return f"{domain}-x{given.removeprefix(f'{domain}-').removeprefix('x').replace('-', '_')}"


def _values(path: Path) -> Iterator[Any]:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InterchangeError(f"{path} cannot be read: {error}") from error
    if text.lstrip().startswith("["):
        try:
            yield from json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InterchangeError(f"{path} is no JSON: {error}") from error
        return
    # Not by `splitlines`, which ends lines at separators that JSON texts may hold.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InterchangeError(f"{path}, line {number} is no JSON: {error}") from error


def _record(
    row: _Row, domain: str, task_id: str, trial: int, hand_offs: Collection[str]
) -> EpisodeRecord:
    events = tuple(_events(row.conversation))
    steps = [event for event in events if isinstance(event, AgentStep)]
    calls = [call for step in steps for call in step.calls]
    end = _end(row, calls, hand_offs)
    return EpisodeRecord(
        id=episode_id(task_id, trial),
        task_id=task_id,
        trial=trial,
        seed=episode_seed(0, task_id, trial),
        domain=domain,
        condition=row.condition,
        end_reason=end,
        detail="" if end is not EndReason.AGENT_ERROR else "the conversation breaks off",
        reward=int(row.reward == 1 and end.may_pass),
        turns=sum(bool(step.delivered and step.text.strip()) for step in steps),
        steps=len(steps),
        tool_calls=len(calls),
        follow_ups=follow_ups(events),
        user_errors=0,
        agent_usage=Usage(),
        user_usage=Usage(),
        timing=Timing(),
        conversation=Conversation(domain=domain, events=events),
        changes=Changes(),
        grade=None,
    )


def _events(messages: Sequence[_Message]) -> Iterator[Event]:
    used: set[str] = set()
    for place, message in enumerate(messages):
        if message.role == "user":
            said = read_said(message.text).text
            if said:
                yield UserMessage(text=said)
        elif message.role == "assistant":
            called = message.tool_calls or []
            results = _results(called, messages[place + 1 :])
            yield AgentStep(
                text=message.text,
                calls=tuple(
                    ToolCall(
                        id=_unique(call.id or "call", used),
                        name=clean(call.name),
                        arguments=call.read(),
                        result=result,
                        is_error=result.startswith("Error"),
                    )
                    for call, result in zip(called, results, strict=True)
                ),
            )


def _results(calls: Sequence[_Call], behind: Sequence[_Message]) -> list[str]:
    """The results of the calls of one message: by id, or else in order."""
    told = list(itertools.takewhile(lambda message: message.role == "tool", behind))
    found: list[str] = []
    for call in calls:
        mine = next((one for one in told if call.id and one.tool_call_id == call.id), None)
        chosen = mine or next(iter(told), None)
        if chosen is not None:
            told.remove(chosen)
        found.append(chosen.text if chosen is not None else "")
    return found


def _unique(wanted: str, used: set[str]) -> str:
    name, number = clean(wanted), 1
    while name in used:
        number += 1
        name = f"{clean(wanted)}~{number}"
    used.add(name)
    return name


def _end(row: _Row, calls: Sequence[ToolCall], hand_offs: Collection[str]) -> EndReason:
    if row.info is not None and row.info.end_reason in {*EndReason}:
        return EndReason(row.info.end_reason)
    last = row.conversation[-1]
    if row.reward == LEFT or (last.role == "user" and UNSATISFIED in last.text):
        return EndReason.USER_LEFT
    if any(call.name in hand_offs and not call.is_error for call in calls):
        return EndReason.HANDED_OFF
    if row.reward == 1 or (last.role == "user" and STOP in last.text):
        return EndReason.USER_STOP
    return EndReason.AGENT_ERROR


def _messages(record: EpisodeRecord) -> Iterator[dict[str, Any]]:
    token = {EndReason.USER_STOP: STOP, EndReason.USER_LEFT: UNSATISFIED}.get(record.end_reason)
    events = record.conversation.events
    for number, event in enumerate(events, 1):
        if isinstance(event, UserMessage):
            ending = f"\n\n{token}" if token and number == len(events) else ""
            yield {"role": "user", "content": event.text + ending}
            continue
        message: dict[str, Any] = {"role": "assistant", "content": event.text or None}
        if event.calls:
            message["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": _sent(call)},
                }
                for call in event.calls
            ]
        yield message
        for call in event.calls:
            yield {"role": "tool", "tool_call_id": call.id, "content": call.result}
    if token and not (events and isinstance(events[-1], UserMessage)):
        yield {"role": "user", "content": token}


def _sent(call: ToolCall) -> str:
    return call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
