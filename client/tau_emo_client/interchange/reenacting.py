"""Results from elsewhere played again on an imported base, so that all is known of them.

Each recorded call is carried out by our tools on the base of a suite. What a conversation then
changed is graded against the gold actions of its task, and its rules are checked, as if it had
been played here.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tau_emo_client.interchange.tau_bench import Result
from tau_emo_client.interchange.values import InterchangeError
from tau_emo_client.players import Player
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord, RuleViolation, episode_id, episode_seed
from tau_emo_client.run.config import IMPORTED, RunConfig, run_config
from tau_emo_db import EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import UNTIMELY, Episode
from tau_emo_servers.rules import check_rules
from tau_emo_tasks.grading import grade
from tau_emo_tasks.load import imported_tasks
from tau_emo_tasks.task import Task


@dataclass(frozen=True)
class Reenacted:
    """A result played again."""

    record: EpisodeRecord
    recorded_reward: int
    """The reward that the file has; that of the record is ours."""
    deviations: tuple[str, ...]
    """Each call that succeeds in the file and fails here, or the other way round."""


@dataclass(frozen=True)
class Reenactment:
    """The results of a file played again."""

    episodes: tuple[Reenacted, ...]
    without_task: int
    """How many results are of tasks that the suite does not hold; they are left out."""
    config: RunConfig
    """That of the run."""


def reenact(results: Sequence[Result], edition: str, name: str) -> Reenactment:
    """Play results again on the base of a suite.

    A result is of the task with the same wish and customer, whatever its number.

    Args:
        results: the results of one file.
        edition: the domain in an open suite, such as `airline.theirs`.
        name: the name under which the agent is listed.

    Raises:
        InterchangeError: no result is of a task of the suite.
        TaskFileError: the tasks of the suite cannot be read.
    """
    known = {_wish(task.instruction): task for task in imported_tasks(edition)}
    found = [(known.get(_wish(result.instruction)), result) for result in results]
    trials: Counter[str] = Counter()
    episodes: list[Reenacted] = []
    for task, result in found:
        if task is not None:
            episodes.append(_reenacted(task, result, trials[task.id]))
            trials[task.id] += 1
    if not episodes:
        raise InterchangeError(
            f"none of the results is of a task that {edition} holds; import the tasks that were "
            "played with `tau-emo tasks import`, with --keep-failing if need be"
        )
    tasks = {task.id: task for task, _ in found if task is not None}
    return Reenactment(
        tuple(episodes),
        sum(task is None for task, _ in found),
        _config(name, tasks.values(), max(trials.values())),
    )


def _config(name: str, tasks: Iterable[Task], trials: int) -> RunConfig:
    return run_config(
        tasks,
        protocol=Protocol(name=IMPORTED, trials=trials),
        agent=Player(name=name, kind=IMPORTED, trusted=False),
        user=Player(name=IMPORTED, kind=IMPORTED, trusted=False),
        emotion="task",
        split="imported",
        seed=0,
    )


def _reenacted(task: Task, result: Result, trial: int) -> Reenacted:
    domain = served_domain(task.domain)
    events: list[Event] = []
    deviations: list[str] = []
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        for number, event in enumerate(result.record.conversation.events):
            if isinstance(event, AgentStep):
                calls = [_again(episode, call) for call in event.calls]
                for recorded, call in zip(event.calls, calls, strict=True):
                    if recorded.is_error != call.is_error:
                        deviations.append(_deviation(number, recorded, call))
                event = event.model_copy(update={"calls": tuple(calls)})
            events.append(event)
        changes = episode.changes()
    conversation = Conversation(domain=task.domain, events=tuple(events))
    verdict = grade(task, changes, conversation)
    violations = tuple(
        RuleViolation(rule=one.rule, event=one.event, call_id=one.call_id, evidence=one.evidence)
        for one in check_rules(domain, conversation, None, just_played=True)
        # Such conversations end with the hand-off: there was no turn for a notice.
        if not (verdict.handed_off and one.event == len(events))
    )
    record = result.record
    again = record.model_copy(
        update={
            "id": episode_id(task.id, trial),
            "task_id": task.id,
            "trial": trial,
            "seed": episode_seed(0, task.id, trial),
            "domain": task.domain,
            "condition": task.condition,
            "reward": verdict.reward if record.end_reason.may_pass else 0,
            "rules_broken": tuple(sorted({violation.rule for violation in violations})),
            "conversation": conversation,
            "changes": changes,
            "grade": verdict,
            "violations": violations,
        }
    )
    return Reenacted(again, record.reward, tuple(f"{again.id}, {one}" for one in deviations))


def _again(episode: Episode, call: ToolCall) -> ToolCall:
    """What a call gives here. One that came when none is taken has no effect here either."""
    if call.is_error and call.result in UNTIMELY:
        return call
    return episode.call(call.name, call.arguments, call.id)


def _deviation(event: int, recorded: ToolCall, again: ToolCall) -> str:
    what = "failed there and succeeds here" if recorded.is_error else "succeeded there and fails"
    text = recorded.result if recorded.is_error else again.result
    return f"event {event}, {again.name} {what}: {text[:200]}"


def _wish(instruction: str) -> str:
    return " ".join(instruction.split())
