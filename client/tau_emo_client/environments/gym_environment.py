"""A Gymnasium environment: each episode is one customer."""

import json
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from typing import Any, cast, get_args

import gymnasium
import numpy as np
from anyio import BrokenResourceError, ClosedResourceError
from anyio.from_thread import BlockingPortal, start_blocking_portal
from gymnasium.error import InvalidAction, ResetNeeded
from pydantic import ValidationError

from tau_emo_client.agents.agent import Act, CustomerSays, Observation, RequestedCall
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.environments.stepped import SteppedEpisode
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_servers.conversation import UserMessage
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Split, Task

Action = str | Mapping[str, Any]
"""A message to the customer; or a tool call, `{"name": tool, "arguments": {…}}`, as an object or as
the JSON text of it."""
MOST_TRIALS = 2**31


class Anything(gymnasium.Space[Any]):
    """All texts, or what stands for them."""

    def __init__(self, example: Any) -> None:
        super().__init__()
        self._example = example

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> Any:
        """Always the same: texts at random say nothing."""
        return self._example

    def contains(self, x: Any) -> bool:
        """True for a text or an object."""
        return isinstance(x, str | Mapping)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Anything)

    def __hash__(self) -> int:
        return hash(Anything)


class ServiceEnvironment(gymnasium.Env[str, Action]):
    """Customer service as an environment: the agent calls tools and speaks to the customer.

    An observation is a text: what the customer says, or the result of the last call. The reward
    is 0 until the end, and 1 there if the episode passed. `info` of `reset` holds `policy` and
    `tools`, which the agent is to be told, and `task_id` and `condition`, which it is not; `info`
    of each step holds `from`, `customer` or `tool`; `info` of the last one also `record`, the
    whole record as plain values.

    Args:
        domain: whose customers come.
        split: `train` or `test`.
        emotion: as the option of the same name: `task`, `none`, or an emotion.
        seed: the seed of the run; tasks and trials are drawn by the seed of `reset`.
        protocol: limits and patience; None: the usual ones.

    Raises:
        KeyError: there is no such domain.
        ValueError: there is no such split or emotion.
    """

    def __init__(
        self,
        domain: str,
        split: Split = "train",
        emotion: str = "task",
        seed: int = 0,
        protocol: Protocol | None = None,
    ) -> None:
        if split not in get_args(Split):
            raise ValueError(f"there is no split {split!r}; use {', '.join(get_args(Split))}")
        self.observation_space = Anything("I need help.")
        self.action_space = Anything("How can I help you?")
        self._tasks: dict[str, Task] = {task.id: task for task in load_tasks(domain, split)}
        self._emotion = parse_emotion(emotion)
        self._seed = seed
        self._protocol = protocol or Protocol()
        self._stack = ExitStack()
        self._portal: BlockingPortal | None = None
        self._episode: SteppedEpisode | None = None
        self._playing: Future[None] | None = None
        self._calls = 0
        self._told_end = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin another episode; one that goes on is given up.

        Args:
            seed: draws the tasks of this and the following episodes.
            options: `task_id` names the task, `trial` its trial; what is left out is drawn.

        Raises:
            KeyError: there is no such task.
            ValueError: the trial is no number from 0.
        """
        super().reset(seed=seed)
        chosen = options or {}
        wanted = chosen.get("trial")
        if wanted is not None and (not isinstance(wanted, int) or wanted < 0):
            raise ValueError(f"the trial is {wanted!r}; give a whole number from 0")
        drawn = str(self.np_random.choice(np.array(sorted(self._tasks))))
        trial = int(self.np_random.integers(MOST_TRIALS))
        task = self._tasks[chosen.get("task_id", drawn)]
        self._give_up()
        portal = self._loop()
        self._episode = SteppedEpisode(
            task, trial if wanted is None else wanted, self._emotion, self._seed, self._protocol
        )
        self._playing = portal.start_task_soon(self._episode.play)
        self._calls = 0
        self._told_end = False
        seen = portal.call(self._episode.observed)
        if seen is None:
            self._playing.result()
            raise RuntimeError(f"the episode could not begin: {self._finished().detail}")
        briefing = self._episode.briefing
        condition = self._episode.condition
        return _told(seen), {
            "from": "customer",
            "policy": briefing.policy,
            "tools": list(briefing.tools),
            "task_id": task.id,
            "condition": condition.model_dump() if condition else None,
        }

    def step(self, action: Action) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Take one step: a tool call, or a message to the customer.

        Returns:
            The observation, the reward, whether the episode has ended, whether a limit ended it,
            and what else is known.

        Raises:
            ResetNeeded: no episode goes on.
            InvalidAction: it is neither a text nor a call.
        """
        episode, portal, playing = self._episode, self._portal, self._playing
        if episode is None or portal is None or playing is None or self._told_end:
            raise ResetNeeded("no episode goes on; call reset")
        act = self._act(action)
        seen: Observation | None = None
        # It may have run out of time since the last step; then there is nobody to take this one.
        with suppress(ClosedResourceError, BrokenResourceError):
            portal.call(episode.step, act)
            seen = portal.call(episode.observed)
        if seen is not None:
            speaker = "customer" if isinstance(seen, CustomerSays) else "tool"
            return _told(seen), 0.0, False, False, {"from": speaker}
        self._told_end = True
        playing.result()
        record = self._finished()
        if not record.counts:
            raise RuntimeError(f"the episode could not be played: {record.detail}")
        truncated = record.end_reason.is_limit
        last = record.conversation.events[-1]
        said = last.text if isinstance(last, UserMessage) else ""
        told = {"from": "customer", "record": record.model_dump(mode="json")}
        return said, float(record.reward), not truncated, truncated, told

    def close(self) -> None:
        """Give up what goes on, and end the thread that plays."""
        self._give_up()
        self._stack.close()
        self._portal = None

    def _act(self, action: object) -> Act:
        call = _as_call(action)
        if call is None:
            if not isinstance(action, str):
                raise InvalidAction('an action is a text, or {"name": tool, "arguments": {…}}')
            return Act(text=action)
        self._calls += 1
        try:
            return Act(calls=(RequestedCall(id=f"call_{self._calls}", **call),))
        except ValidationError as error:
            what = error.errors(include_url=False)[0]["msg"]
            raise InvalidAction(f"the arguments of a call are plain values: {what}") from error

    def _finished(self) -> EpisodeRecord:
        assert self._episode is not None
        record = self._episode.record
        assert record is not None, "an episode that was played has a record"
        return record

    def _loop(self) -> BlockingPortal:
        if self._portal is None:
            self._portal = self._stack.enter_context(start_blocking_portal())
        return self._portal

    def _give_up(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
        self._episode = self._playing = None


def _as_call(action: object) -> dict[str, Any] | None:
    """The call that an action is; None if it is a message."""
    found = action
    if isinstance(action, str):
        if not action.lstrip().startswith("{"):
            return None
        try:
            found = json.loads(action)
        except (ValueError, RecursionError):
            return None
    if not isinstance(found, Mapping):
        return None
    given = cast("Mapping[str, Any]", found)
    if not isinstance(given.get("name"), str):
        return None
    arguments: object = given.get("arguments") or {}
    if not isinstance(arguments, str | Mapping):
        arguments = json.dumps(arguments, default=str)
    if isinstance(arguments, str):
        # The form in which many models give them.
        with suppress(ValueError, RecursionError):
            read: Any = json.loads(arguments)
            if isinstance(read, dict):
                arguments = cast("dict[str, Any]", read)
    return {"name": given["name"], "arguments": arguments}


def _told(seen: Observation) -> str:
    return seen.text if isinstance(seen, CustomerSays) else seen.calls[-1].result
