"""Finished episodes to grade, replay and keep: the reference agent's, recorded step by step."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from pydantic import JsonValue

from tau_emo_client.agents.agent import Act, Agent, Briefing, Observation
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.hosts.host import Outcome
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.players import AgentSource
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.trial import Stage, play_trial
from tau_emo_client.users.registry import scripted_source
from tau_emo_servers.conversation import AgentStep, ToolCall
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.task import Task

PROTOCOL = Protocol()


@dataclass(frozen=True)
class Finished:
    """One finished episode, with all it takes to play it again without agent and server."""

    task: Task
    record: EpisodeRecord
    acts: tuple[Act, ...]
    outcome: Outcome
    tools: Sequence[dict[str, Any]] = field(repr=False)
    policy: str = field(repr=False)


def stage(host: Any, agent: AgentSource) -> Stage:
    """What episodes of the scripted customer share."""
    return Stage(
        host=host,
        agent=agent,
        user=scripted_source(PROTOCOL),
        limits=PROTOCOL.limits,
        emotion=parse_emotion("task"),
        seed=0,
    )


async def finished(tasks: Sequence[Task]) -> list[Finished]:
    """The reference agent's episodes of these tasks."""
    recorder = _Recorder()
    made: list[Finished] = []
    async with recorder:
        for task in tasks:
            record = await play_trial(stage(recorder, recorder.agent()), task, 0)
            made.append(recorder.finished(task, record))
    return made


class Replay:
    """A host and an agent that repeat one episode and cost next to nothing."""

    transport = "memory"

    def __init__(self, episode: Finished) -> None:
        self._episode = episode
        self.tools = episode.tools
        self.policy = episode.policy
        self.handed_off = False
        self._acts = iter(episode.acts)
        events = episode.record.conversation.events
        steps = [event for event in events if isinstance(event, AgentStep)]
        self._calls = iter([call for step in steps for call in step.calls])

    async def open(self, domain: str) -> "Replay":
        """Itself."""
        return self

    async def call(
        self, call_id: str, name: str, arguments: dict[str, JsonValue] | str
    ) -> ToolCall:
        """The recorded result."""
        call = next(self._calls)
        if call.name in served_domain(self._episode.task.domain).hand_off_tools:
            self.handed_off = True
        return call

    async def result(self) -> Outcome:
        """The recorded outcome."""
        return self._episode.outcome

    async def start(self, briefing: Briefing) -> None:
        """Nothing."""

    async def act(self, observation: Observation) -> Act:
        """The recorded step."""
        return next(self._acts)

    async def close(self) -> None:
        """Nothing."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return


class _Recorder:
    """The in-memory host and the reference agent, with an eye on both."""

    transport = "memory"

    def __init__(self) -> None:
        self._host = MemoryHost()
        self._acts: list[Act] = []
        self._opened: Any = None
        self._outcome: Outcome | None = None
        self._result: Any = None

    def agent(self) -> AgentSource:
        """The reference agent, whose steps are kept."""
        inner = agent_source("reference")

        def make(task: Task, seed: int) -> Agent:
            return _Recorded(inner.make(task, seed), self._acts)

        return AgentSource(inner.player, make)

    async def open(self, domain: str) -> Any:
        """An episode whose outcome is kept."""
        self._acts.clear()
        self._opened = await self._host.open(domain)
        self._result = self._opened.result
        self._opened.result = self._keep
        return self._opened

    async def _keep(self) -> Outcome:
        self._outcome = await self._result()
        assert self._outcome is not None
        return self._outcome

    def finished(self, task: Task, record: EpisodeRecord) -> Finished:
        """What was played last."""
        assert self._outcome is not None
        return Finished(
            task,
            record,
            tuple(self._acts),
            self._outcome,
            self._opened.tools,
            self._opened.policy,
        )

    async def __aenter__(self) -> Self:
        await self._host.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._host.__aexit__(kind, error, trace)


class _Recorded:
    """An agent whose steps are kept."""

    def __init__(self, inner: Agent, acts: list[Act]) -> None:
        self._inner = inner
        self._acts = acts

    async def start(self, briefing: Briefing) -> None:
        await self._inner.start(briefing)

    async def act(self, observation: Observation) -> Act:
        act = await self._inner.act(observation)
        self._acts.append(act)
        return act

    async def close(self) -> None:
        await self._inner.close()
