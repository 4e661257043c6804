"""What an episode needs when another framework runs it."""

from tau_emo_client.emotion import EmotionChoice
from tau_emo_client.hosts.host import ToolHost
from tau_emo_client.players import AgentSource, MakeAgent, Player
from tau_emo_client.protocol import Protocol
from tau_emo_client.trial import Stage
from tau_emo_client.users.registry import scripted_source


def stage_for(
    make: MakeAgent,
    host: ToolHost,
    *,
    framework: str,
    emotion: EmotionChoice,
    seed: int,
    protocol: Protocol,
) -> Stage:
    """A stage with the scripted customer.

    Args:
        make: makes the agent of an episode.
        host: where the tools are; entered already.
        framework: who runs the episodes.
        emotion: the condition of the customers.
        seed: the seed of the run.
        protocol: limits and patience.
    """
    return Stage(
        host=host,
        agent=AgentSource(Player(name=framework, kind=framework), make),
        user=scripted_source(protocol),
        limits=protocol.limits,
        emotion=emotion,
        seed=seed,
    )
