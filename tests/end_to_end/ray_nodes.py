"""A Ray cluster of several nodes on this machine, each with one CPU and so with one worker."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
from ray.cluster_utils import Cluster

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}


class Nodes:
    """The nodes of a cluster; the first cannot be lost."""

    def __init__(self, count: int) -> None:
        head = {**NODE, "include_dashboard": False}
        self._cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        for _ in range(count - 1):
            self._cluster.add_node(**NODE)

    @property
    def address(self) -> str:
        return self._cluster.address

    @property
    def logs(self) -> Path:
        """Where Ray writes all that it writes."""
        return Path(self._cluster.head_node.get_session_dir_path())

    def lose(self) -> None:
        """Kill all processes of a node at once, and the workers on it with them."""
        self._cluster.remove_node(next(iter(self._cluster.worker_nodes)), allow_graceful=False)

    def add(self) -> None:
        self._cluster.add_node(**NODE)

    def end(self) -> None:
        ray.shutdown()
        # A node that was lost is asked to end as well, and cannot.
        with suppress(AssertionError):
            self._cluster.shutdown()


@contextmanager
def nodes(count: int) -> Iterator[Nodes]:
    """A cluster of so many nodes."""
    cluster = Nodes(count)
    try:
        yield cluster
    finally:
        cluster.end()
