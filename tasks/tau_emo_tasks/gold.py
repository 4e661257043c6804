"""The gold actions of a task, carried out on a fresh copy of the base."""

from dataclasses import dataclass

from tau_emo_db import Changes, EpisodeState
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_tasks.task import Action, Task


@dataclass(frozen=True)
class GoldStep:
    """One gold action and what came of it."""

    action: Action
    call: ToolCall
    """The call with its result; `is_error` tells a gold action that fails."""
    before: Changes
    """What the episode had changed before the action."""
    after: Changes
    """What the episode had changed after it; equal to `before` for a read."""


@dataclass(frozen=True)
class GoldReplay:
    """All gold actions in order."""

    steps: tuple[GoldStep, ...]
    changes: Changes
    """The gold state, as what differs from the base."""


def replay_gold(task: Task, without: int | None = None) -> GoldReplay:
    """Carry out the gold actions of a task on a fresh episode.

    Args:
        task: the task.
        without: the position of one action to leave out, to see whether it is needed.
    """
    domain = served_domain(task.domain)
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        steps: list[GoldStep] = []
        after = Changes()
        for position, action in enumerate(task.gold):
            if position == without:
                continue
            before = after
            call = episode.call(action.tool, dict(action.arguments), call_id=f"gold-{position}")
            if not call.is_error and domain.tools[action.tool].kind == "write":
                after = episode.changes()
            steps.append(GoldStep(action, call, before, after))
        return GoldReplay(tuple(steps), after)


_replays: dict[int, tuple[Task, GoldReplay]] = {}


def gold_replay(task: Task) -> GoldReplay:
    """The gold actions of a task carried out once per process; the task object is the key."""
    kept = _replays.get(id(task))
    if kept is None:
        # The task is kept with its replay, so its id cannot be given to another object.
        kept = _replays[id(task)] = (task, replay_gold(task))
    return kept[1]
