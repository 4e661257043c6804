"""Result files in the form of τ-bench and its relatives: read as runs, and written from runs.

A file is a JSON list, or has one JSON object in each line. Each holds `task_id`, `trial`, `reward`
(1 passed, 0 failed, -1 the customer left), the `task` (or `info.task`) with its emotion, and the
conversation as `messages` (or `traj`) in the form of chat completions.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from pydantic import AliasChoices, AliasPath, BaseModel, Field, JsonValue, ValidationError

from tau_emo_client.agents.agent import Usage
from tau_emo_client.follow_ups import follow_ups
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord, Timing, episode_id, episode_seed
from tau_emo_client.stop_tokens import read as read_said
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_db import Changes
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import served_domain
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
    id: str = ""
    name: str = Field(validation_alias=AliasChoices("name", AliasPath("function", "name")))
    arguments: Any = Field(
        default=None,
        validation_alias=AliasChoices("arguments", AliasPath("function", "arguments")),
    )

    def read(self) -> dict[str, JsonValue] | str:
        """The arguments as an object, or as they were sent if they are none."""
        found = self.arguments
        if isinstance(found, str):
            try:
                found = json.loads(found)
            except ValueError:
                return cast(str, self.arguments)
        if isinstance(found, dict):
            return cast("dict[str, JsonValue]", found)
        return {} if found is None else json.dumps(found)


class _Message(BaseModel):
    role: str
    content: str | None = None
    tool_calls: list[_Call] | None = None
    tool_call_id: str | None = None


class _Row(BaseModel):
    task_id: int | str
    trial: int = 0
    reward: float
    task: _Task = Field(
        default_factory=_Task,
        validation_alias=AliasChoices("task", AliasPath("info", "task")),
    )
    messages: list[_Message] = Field(validation_alias=AliasChoices("messages", "traj"))


def read_conversations(path: Path, domain: str) -> list[EpisodeRecord]:
    """The conversations of a file as finished episodes.

    They hold no state: what the calls changed is not known, and no rule is checked. Ids of tasks
    get an `x` before them, so that none is taken for one of ours.

    Args:
        path: the file.
        domain: the domain that the conversations are of.

    Raises:
        InterchangeError: it is no such file; the message names the first record that does not fit.
        KeyError: there is no such domain.
    """
    hand_offs = served_domain(domain).hand_off_tools
    records: dict[str, EpisodeRecord] = {}
    for number, value in enumerate(_values(path), 1):
        try:
            row = _Row.model_validate(value)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"])) or "the record"
            raise InterchangeError(f"{path}, record {number}: {where}: {first['msg']}") from error
        record = _record(row, domain, hand_offs)
        if record.id in records:
            raise InterchangeError(
                f"{path}, record {number}: task {row.task_id}, trial {row.trial} stands there twice"
            )
        records[record.id] = record
    if not records:
        raise InterchangeError(f"{path} holds no conversation")
    return list(records.values())


def as_tau_bench(record: EpisodeRecord) -> dict[str, Any]:
    """An episode in the same form; the other way round."""
    left = record.end_reason is EndReason.USER_LEFT
    condition = record.condition
    task = {
        "emotion_family": condition.family,
        "emotion_leaf": condition.emotion,
        "dimension_politeness": condition.politeness,
        "dimension_urgency": condition.urgency,
        "dimension_trust_in_agent": condition.trust_in_agent,
    }
    return {
        "task_id": record.task_id,
        "trial": record.trial,
        "reward": LEFT if left else float(record.reward),
        "task": task if condition else {},
        "messages": list(_messages(record)),
    }


def _values(path: Path) -> Iterator[Any]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InterchangeError(f"{path} cannot be read: {error}") from error
    if text.lstrip().startswith("["):
        try:
            yield from json.loads(text)
        except ValueError as error:
            raise InterchangeError(f"{path} is no JSON: {error}") from error
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except ValueError as error:
                raise InterchangeError(f"{path}, line {number} is no JSON: {error}") from error


def _record(row: _Row, domain: str, hand_offs: Iterable[str]) -> EpisodeRecord:
    events = tuple(_events(row.messages))
    steps = [event for event in events if isinstance(event, AgentStep)]
    calls = [call for step in steps for call in step.calls]
    # Runs of ours that were exported name the domain before the number.
    task_id = f"{domain}-x{str(row.task_id).rpartition('-')[2]}"
    end = _end(row, calls, hand_offs)
    return EpisodeRecord(
        id=episode_id(task_id, row.trial),
        task_id=task_id,
        trial=row.trial,
        seed=episode_seed(0, task_id, row.trial),
        domain=domain,
        condition=row.task.condition(),
        end_reason=end,
        detail="" if end is not EndReason.AGENT_ERROR else "the conversation breaks off",
        reward=int(row.reward == 1),
        turns=sum(step.delivered for step in steps),
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


def _events(messages: list[_Message]) -> Iterator[Event]:
    results = {one.tool_call_id: one.content or "" for one in messages if one.role == "tool"}
    for message in messages:
        text = message.content or ""
        if message.role == "user":
            said = read_said(text).text
            if said:
                yield UserMessage(text=said)
        elif message.role == "assistant":
            yield AgentStep(
                text=text,
                calls=tuple(
                    ToolCall(
                        id=call.id,
                        name=call.name,
                        arguments=call.read(),
                        result=results.get(call.id, ""),
                        is_error=results.get(call.id, "").startswith("Error"),
                    )
                    for call in message.tool_calls or ()
                ),
            )


def _end(row: _Row, calls: list[ToolCall], hand_offs: Iterable[str]) -> EndReason:
    last = row.messages[-1] if row.messages else _Message(role="")
    said = last.content or ""
    if row.reward == LEFT or (last.role == "user" and UNSATISFIED in said):
        return EndReason.USER_LEFT
    if calls and calls[-1].name in hand_offs:
        return EndReason.HANDED_OFF
    if last.role == "user" and STOP in said:
        return EndReason.USER_STOP
    return EndReason.USER_STOP if row.reward == 1 else EndReason.AGENT_ERROR


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
