"""A Ray cluster of several nodes on this machine, each with one CPU and so with one worker."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}

import ray
from ray.cluster_utils import Cluster

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}


TRIES = 10
"""A busy machine starts a node more slowly than Ray waits for it, now and then."""


class Nodes:
    """The nodes of a cluster; the first cannot be lost."""

    def __init__(self, count: int) -> None:
        self._cluster: Any = Cluster()
        self._start(include_dashboard=False)
        for _ in range(count - 1):
            self.add()

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
        """Add a node."""
        self._start()

    def _start(self, **more: Any) -> None:
        for left in reversed(range(TRIES)):
            try:
                self._cluster.add_node(**NODE, **more)
            except Exception:
                if not left:
                    raise
            else:
                return

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
