"""From options of the command line to the Ray cluster they name."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from tau_emo_client.cli.problems import UsageProblem

if TYPE_CHECKING:
    from tau_emo_client.players import AgentSource, UserSource
    from tau_emo_client.run.executor import RayCluster


def cluster_of(
    executor: str,
    address: str | None,
    workers: int | None,
    agent: "AgentSource",
    user: "UserSource",
    gateway: str | None,
) -> "RayCluster | None":
    """The Ray cluster that the options name; None to play in this process.

    Args:
        executor: where episodes are played.
        address: of the cluster, if given.
        workers: how many, if given.
        agent: who is measured.
        user: who plays the customer.
        gateway: the address of a gateway, if given.

    Raises:
        UsageProblem: options are wrong or contradict each other, or Ray is missing.
    """
    from tau_emo_client.agents.registry import MCP
    from tau_emo_client.run.executor import EXECUTORS, RAY, RayCluster

    if executor not in EXECUTORS:
        raise UsageProblem(f"--executor is {executor!r}; it is one of {', '.join(EXECUTORS)}")
    if executor != RAY:
        given = {"--ray-address": address, "--ray-workers": workers}
        for name, value in given.items():
            if value is not None:
                raise UsageProblem(f"{name} needs --executor ray")
        return None
    if workers is not None and workers < 1:
        raise UsageProblem(f"--ray-workers is {workers}; it must be at least 1")
    if gateway:
        raise UsageProblem("--gateway and --executor ray: each worker has a gateway of its own")
    if user.recipe is None:
        raise UsageProblem(f"--user {user.player.kind} cannot be played by workers of Ray")
    if agent.player.kind == MCP and not agent.remote:
        raise UsageProblem(
            "--agent-protocol mcp without --agent-endpoint: nobody sees the addresses that "
            "workers of Ray tell; give an endpoint on each machine, or use --executor local"
        )
    if find_spec("ray") is None:
        raise UsageProblem("--executor ray needs an extra: pip install -e '.[ray]' in the clone")
    return RayCluster(address, workers)
