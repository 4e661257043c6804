"""An episode whose agent is outside: it waits for each step."""

import anyio

from tau_emo_client.agents.agent import Act, Briefing, Observation
from tau_emo_client.emotion import EmotionChoice
from tau_emo_client.environments.stage import stage_for
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord, episode_seed
from tau_emo_client.trial import play_trial
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task


class SteppedEpisode:
    """One trial of a task. `play` runs beside whoever steps it, on the same event loop.

    Args:
        task: the task.
        trial: its number; with the seed of the run it gives the seed of the episode.
        emotion: the condition of the customer.
        seed: the seed of the run.
        protocol: limits and patience.
    """

    def __init__(
        self, task: Task, trial: int, emotion: EmotionChoice, seed: int, protocol: Protocol
    ) -> None:
        self._task = task
        self._trial = trial
        self._emotion = emotion
        self._seed = seed
        self._protocol = protocol
        self._agent = _Outside()
        self.record: EpisodeRecord | None = None
        """The finished and graded episode; None until then."""

    @property
    def briefing(self) -> Briefing:
        """What the agent is told before the customer speaks; there once `observed` has returned."""
        briefing = self._agent.briefing
        assert briefing is not None, "the episode has not begun"
        return briefing

    @property
    def condition(self) -> Condition | None:
        """The condition of the customer; None without emotion."""
        seed = episode_seed(self._seed, self._task.id, self._trial)
        return self._emotion.condition(self._task, seed)

    async def play(self) -> None:
        """Play to the end, and grade.

        Raises:
            Exception: a defect of ours, or of the transport.
        """
        try:
            async with MemoryHost() as host:
                stage = stage_for(
                    lambda task, seed: self._agent,
                    host,
                    framework="stepped",
                    emotion=self._emotion,
                    seed=self._seed,
                    protocol=self._protocol,
                )
                self.record = await play_trial(stage, self._task, self._trial)
        finally:
            self._agent.leave()

    async def observed(self) -> Observation | None:
        """What the agent sees next; None if the episode is over."""
        try:
            return await self._agent.observations.receive()
        except anyio.EndOfStream:
            return None

    async def step(self, act: Act) -> None:
        """Take the agent's step."""
        await self._agent.acts_in.send(act)


class _Outside:
    """The agent's place in an episode; whoever steps the episode fills it."""

    def __init__(self) -> None:
        self.briefing: Briefing | None = None
        self._observations_in, self.observations = anyio.create_memory_object_stream[Observation](1)
        self.acts_in, self._acts = anyio.create_memory_object_stream[Act](1)

    async def start(self, briefing: Briefing) -> None:
        self.briefing = briefing

    async def act(self, observation: Observation) -> Act:
        await self._observations_in.send(observation)
        return await self._acts.receive()

    async def close(self) -> None:
        """Nothing: what is held goes in `leave`, when the record is there."""

    def leave(self) -> None:
        """Let whoever waits for an observation know that there is none."""
        for stream in (self._observations_in, self._acts):
            stream.close()
