"""Result files in the form of τ-bench and its relatives: read as runs, and written from runs.

A file is a JSON list, or has one JSON object in each line. Each holds `task_id`, `trial`, `reward`
(1 passed, 0 failed, -1 the customer left), the `task` (or `info.task`) with its emotion, and the
conversation as `messages` (or `traj`) in the form of chat completions.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from tau_emo_client.agents.agent import Usage
from tau_emo_client.follow_ups import follow_ups
from tau_emo_client.interchange.chat import Message, events_of, messages_of
from tau_emo_client.interchange.values import InterchangeError, values_of
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord, Timing, episode_id, episode_seed
from tau_emo_client.stop_tokens import read as read_said
from tau_emo_client.texts import clean
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_db import Changes
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_tasks.condition import FAMILIES, Condition
from tau_emo_tasks.importing import MANNER

LEFT = -1.0
"""The reward of an episode whose customer walked away."""


class _Task(BaseModel):
    instruction: str = ""
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


class _Info(BaseModel):
    task: _Task | None = None
    end_reason: str | None = None


class _Row(BaseModel):
    task_id: int | str
    trial: int = Field(default=0, ge=0)
    reward: float
    task: _Task | None = None
    info: _Info | None = None
    messages: list[Message] | None = None
    traj: list[Message] | None = None

    @property
    def conversation(self) -> list[Message]:
        return self.messages or self.traj or []

    @property
    def played(self) -> _Task:
        return self.task or (self.info.task if self.info else None) or _Task()

    @property
    def condition(self) -> Condition | None:
        return self.played.condition()


@dataclass(frozen=True)
class Result:
    """One conversation of a file."""

    record: EpisodeRecord
    instruction: str
    """What the customer wanted, without their manner; empty if the file does not say."""


def read_conversations(path: Path, domain: str) -> list[EpisodeRecord]:
    """The conversations of a file as finished episodes; see `read_results`."""
    return [result.record for result in read_results(path, domain)]


def read_results(path: Path, domain: str) -> list[Result]:
    """The conversations of a file as finished episodes, with what their customers wanted.

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
    for number, value in enumerate(values_of(path), 1):
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
    results: list[Result] = []
    for number, (task_id, row) in enumerate(rows, 1):
        trial = trials[task_id].index(row.trial)
        wish = row.played.instruction.partition(MANNER)[0]
        try:
            results.append(Result(_record(row, domain, task_id, trial, hand_offs), wish))
        except ValueError as error:
            raise InterchangeError(f"{path}, record {number}: {error}") from error
    return results


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


def _events(messages: Sequence[Message]) -> Iterator[Event]:
    """The events; a customer's message is without its token, and none if nothing is left."""
    for event in events_of(messages):
        if not isinstance(event, UserMessage):
            yield event
        elif said := read_said(event.text).text:
            yield UserMessage(text=said)


def _end(row: _Row, calls: Sequence[ToolCall], hand_offs: Collection[str]) -> EndReason:
    if row.info is not None and row.info.end_reason in {*EndReason} - {EndReason.UNGRADED}:
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
    messages = list(messages_of(record.conversation))
    if token and messages and messages[-1]["role"] == "user":
        messages[-1]["content"] += f"\n\n{token}"
    elif token:
        messages.append({"role": "user", "content": token})
    yield from messages
