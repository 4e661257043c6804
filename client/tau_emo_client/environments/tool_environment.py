"""Episodes as objects whose methods are tools: the form of TRL's `environment_factory`.

An object has a method for each tool of its domain, and one that sends the customer a message. It
begins an episode by `reset` and tells the grader's reward by `get_reward`.
"""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from typing import Any

from anyio import BrokenResourceError, ClosedResourceError
from anyio.from_thread import BlockingPortal, start_blocking_portal

from tau_emo_client.agents.agent import Act, CustomerSays, Observation, RequestedCall
from tau_emo_client.emotion import EmotionChoice, parse_emotion
from tau_emo_client.environments.stepped import SteppedEpisode
from tau_emo_client.protocol import Protocol
from tau_emo_servers.conversation import UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_servers.line import LEFT
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Split, Task


class ToolEnvironments:
    """Makes environments, and ends what goes on in them.

    Args:
        emotion: as the option of the same name.
        seed: the seed of the run.
        split: whose tasks are played.
        protocol: limits and patience; None: the usual ones, without a limit of time, as a trainer
            lets episodes wait for one another.
    """

    def __init__(
        self,
        emotion: str = "task",
        seed: int = 0,
        split: Split = "train",
        protocol: Protocol | None = None,
    ) -> None:
        usual = Protocol()
        patient = usual.model_copy(
            update={"limits": usual.limits.model_copy(update={"seconds": None})}
        )
        self.protocol = protocol or patient
        self.emotion: EmotionChoice = parse_emotion(emotion)
        self.seed = seed
        self._split: Split = split
        self._made: list[_Environment] = []
        self._stack = ExitStack()

    def __enter__(self) -> "ToolEnvironments":
        self.portal: BlockingPortal = self._stack.enter_context(start_blocking_portal())
        return self

    def __exit__(self, *error: object) -> None:
        for one in self._made:
            one._give_up()  # pyright: ignore[reportPrivateUsage]
        self._stack.close()

    def factory(self, domain: str) -> Callable[[], Any]:
        """What makes environments of a domain.

        Raises:
            KeyError: there is no such domain.
        """
        tasks = {task.id: task for task in load_tasks(domain, self._split)}
        tools = {name: _calling(name) for name in served_domain(domain).tools}
        kind: Any = type(f"{domain.capitalize()}Environment", (_Environment,), tools)

        def make() -> Any:
            made: _Environment = kind(self, tasks)
            self._made.append(made)
            return made

        return make


class _Environment:
    """One episode after the other.

    Every public method but `reset` and `get_reward` is a tool, so there is no other.
    """

    def __init__(self, all_of_them: ToolEnvironments, tasks: dict[str, Task]) -> None:
        self._all = all_of_them
        self._tasks = tasks
        self._episode: SteppedEpisode | None = None
        self._playing: Future[None] | None = None
        self._calls = 0

    def reset(self, *, task_id: str, trial: int = 0, **_: object) -> str:
        """Begin an episode; one that goes on is given up.

        Args:
            task_id: the task.
            trial: its trial.

        Returns:
            What the customer opens with.

        Raises:
            KeyError: there is no such task.
            RuntimeError: the episode could not begin.
        """
        task = self._tasks[task_id]
        self._give_up()
        own = self._all
        self._calls = 0
        self._episode = SteppedEpisode(task, trial, own.emotion, own.seed, own.protocol)
        self._playing = own.portal.start_task_soon(self._episode.play)
        seen = own.portal.call(self._episode.observed)
        if seen is None:
            self._playing.result()
            raise RuntimeError(f"{task_id} could not begin")
        return _told(seen)

    def get_reward(self) -> float | None:
        """The reward of the episode: 0 if it has not ended, None if it says nothing."""
        record = self._episode.record if self._episode else None
        if record is None:
            return 0.0
        return float(record.reward) if record.counts else None

    def send_message_to_user(self, text: str) -> str:
        """Send the customer a message; gives their answer."""
        return self._step(Act(text=text))

    def _call(self, name: str, arguments: dict[str, Any]) -> str:
        self._calls += 1
        call = RequestedCall(id=f"call_{self._calls}", name=name, arguments=arguments)
        return self._step(Act(calls=(call,)))

    def _step(self, act: Act) -> str:
        episode, playing = self._episode, self._playing
        if episode is None or playing is None:
            raise RuntimeError("no episode goes on; call reset")
        seen: Observation | None = None
        with suppress(ClosedResourceError, BrokenResourceError):
            self._all.portal.call(episode.step, act)
            seen = self._all.portal.call(episode.observed)
        if seen is not None:
            return _told(seen)
        playing.result()
        assert episode.record is not None, "an episode that was played has a record"
        events = episode.record.conversation.events
        last = events[-1] if events else None
        said = last.text if isinstance(last, UserMessage) else ""
        return "\n\n".join(part for part in (said, LEFT) if part)

    def _give_up(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
        self._episode = self._playing = None


def _calling(name: str) -> Callable[..., str]:
    """The method for a tool. Any arguments are taken: the server says what is wrong with them."""

    def call(self: _Environment, **arguments: Any) -> str:
        return self._call(name, arguments)  # pyright: ignore[reportPrivateUsage]

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"Call the tool {name}."
    return call


def _told(seen: Observation) -> str:
    return seen.text if isinstance(seen, CustomerSays) else seen.calls[-1].result
