"""One trajectory: an episode that is kept, and why."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from tau_emo_client.record import EpisodeRecord, Timing
from tau_emo_servers.conversation import AgentStep

Kind = Literal["kept", "contrast"]


class Trajectory(BaseModel):
    """An episode with its place in a collection."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Stable: task, trial and agent, such as `retail-1001.0-teacher`."""
    kind: Kind
    """`kept` is to be learnt from; `contrast` is a failed attempt to compare with."""
    agent: str
    """The name of the agent."""
    episode: EpisodeRecord
    """The whole record but for times."""

    def lessons(self) -> frozenset[int]:
        """The places of the agent's steps that are to be learnt.

        None of a failed attempt. Of the others all but steps that break a rule and calls that
        failed: what follows a failed call is worth learning, the mistake is not.
        """
        if self.kind != "kept":
            return frozenset()
        bad = {violation.event for violation in self.episode.violations}
        return frozenset(
            place
            for place, event in enumerate(self.episode.conversation.events)
            if isinstance(event, AgentStep)
            and place not in bad
            and not any(call.is_error for call in event.calls)
        )


def trajectory_of(record: EpisodeRecord, agent: str, kind: Kind) -> Trajectory:
    """A record as a trajectory; times are left out, so that the same seed gives the same bytes."""
    return Trajectory(
        id=f"{record.id}-{agent}",
        kind=kind,
        agent=agent,
        episode=record.model_copy(update={"timing": Timing(), "infrastructure_errors": ()}),
    )
