"""What is run: everything that can change a result, and where it comes from."""

import hashlib
import json
import platform
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field

from tau_emo_client.players import Player
from tau_emo_client.protocol import Protocol
from tau_emo_db import BENCHMARK_VERSION, domain_data, domain_names
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import AnySplit, Task


class RunConfig(BaseModel):
    """Everything that affects the results of a run."""

    model_config = ConfigDict(frozen=True)

    benchmark_version: str = BENCHMARK_VERSION
    protocol: Protocol
    agent: Player
    user: Player
    emotion: str = "task"
    """`task`: each task's own condition; `none`: neutral customers; else one for all tasks."""
    split: AnySplit
    suite: str = Field(default="", exclude_if=lambda name: not name)
    """The suite of imported tasks that it is about; not recorded for the benchmark itself."""
    seed: int
    tasks: tuple[str, ...]
    """The ids of the tasks that are played, in order."""
    whole: bool
    """True if these are all tasks of the split, in all domains."""
    tasks_digest: str = Field(min_length=64, max_length=64)
    """SHA-256 of the content of these tasks."""
    bases: dict[str, str]
    """The digest of the base database of each domain."""
    policies: dict[str, str]
    """SHA-256 of policy and tool schemas of each domain."""

    def digest(self) -> str:
        """SHA-256 over all fields as hex digits."""
        return _sha256(self.model_dump(mode="json"))

    def differences(self, other: "RunConfig") -> list[str]:
        """What differs from another config, one line per field: name, this value, the other."""
        return list(differing(self.model_dump(mode="json"), other.model_dump(mode="json")))


IMPORTED = "imported"
"""The kind of agents and customers, and the version and protocol, of runs made elsewhere."""


def imported_config(
    agent: str, domain: str, tasks: Iterable[str], trials: int, content: bytes
) -> RunConfig:
    """The config of a run that was made elsewhere. It never stands beside runs of ours.

    Args:
        agent: the name under which its results are listed.
        domain: the domain that it is of.
        tasks: the ids of its tasks.
        trials: how often each was played.
        content: of the file that they stand in.
    """
    ids = tuple(tasks)
    return RunConfig(
        benchmark_version=IMPORTED,
        protocol=Protocol(name=IMPORTED, trials=trials),
        agent=Player(name=agent, kind=IMPORTED, trusted=False),
        user=Player(name=IMPORTED, kind=IMPORTED, trusted=False),
        split="test",
        seed=0,
        tasks=ids,
        whole=False,
        tasks_digest=hashlib.sha256(content).hexdigest(),
        bases={domain: IMPORTED},
        policies={},
    )


TRAJECTORIES = "trajectories"
"""The kind of agents, and the protocol, of conversations from elsewhere without task and reward."""
NO_DOMAIN = "unknown"
"""The domain of conversations that are of none of ours."""


def trajectories_config(name: str, domain: str, digest: str) -> RunConfig:
    """The config of conversations that have no task and no reward: a run that has no score.

    Args:
        name: the name under which they are listed.
        domain: the domain that they are of, or `NO_DOMAIN`.
        digest: SHA-256 of the file that they stand in.
    """
    return RunConfig(
        benchmark_version=IMPORTED,
        protocol=Protocol(name=TRAJECTORIES),
        agent=Player(name=name, kind=TRAJECTORIES, trusted=False),
        user=Player(name=IMPORTED, kind=IMPORTED, trusted=False),
        split="train",
        seed=0,
        tasks=(),
        whole=False,
        tasks_digest=digest,
        bases={domain: IMPORTED},
        policies={},
    )


class Environment(BaseModel):
    """What is recorded of a run without affecting its results."""

    transport: str
    executor: str = "local"
    """Where episodes are played: `local` or `ray`."""
    versions: dict[str, str]
    """Versions of Python and of the packages that matter."""


def run_config(
    tasks: Iterable[Task],
    *,
    protocol: Protocol,
    agent: Player,
    user: Player,
    emotion: str,
    split: AnySplit,
    seed: int,
) -> RunConfig:
    """The config of a run over these tasks, with the digests of all data it rests on."""
    chosen = tuple(tasks)
    domains = sorted({task.domain for task in chosen})
    return RunConfig(
        protocol=protocol,
        agent=agent,
        user=user,
        emotion=emotion,
        split=split,
        suite=suites_of(domains),
        seed=seed,
        tasks=tuple(task.id for task in chosen),
        # Tasks of other domains need not be read to see that they are not all there.
        whole=domains == sorted(domain_names())
        and {task.id for task in chosen} == all_tasks(split),
        tasks_digest=digest_of(chosen),
        bases={domain: domain_data(domain).digest for domain in domains},
        policies={domain: policy_digest(domain) for domain in domains},
    )


def suites_of(domains: Iterable[str]) -> str:
    """The suites that editions of domains are of, such as `theirs` for `airline.theirs`."""
    return ", ".join(sorted({name.partition(".")[2] for name in domains if "." in name}))


def digest_of(tasks: Iterable[Task]) -> str:
    """SHA-256 over the content of tasks."""
    return _sha256([task.model_dump(mode="json") for task in tasks])


def policy_digest(domain: str) -> str:
    """SHA-256 over what the agent reads of a domain: its policy and its tools."""
    served = served_domain(domain)
    tools = {
        name: [tool.title, tool.description, tool.parameters] for name, tool in served.tools.items()
    }
    return _sha256([served.policy, tools])


def all_tasks(split: AnySplit) -> set[str]:
    """The ids of all tasks of a split, in all domains."""
    return {task.id for name in domain_names() for task in load_tasks(name, split)}


def package_versions() -> dict[str, str]:
    """The versions of Python, of this package and of those whose behaviour could matter."""
    packages = ("tau-emo", "fastmcp", "mcp", "sqlmodel", "pydantic")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def _sha256(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def differing(mine: Any, other: Any, path: str = "") -> Iterable[str]:
    """What differs in two JSON values, one line per field: name, the one value, the other.

    Args:
        mine: the value that is at hand.
        other: the value that was stored.
        path: the name under which they stand.
    """
    if isinstance(mine, dict) and isinstance(other, dict):
        left, right = cast("dict[str, Any]", mine), cast("dict[str, Any]", other)
        for key in sorted({*left, *right}):
            name = f"{path}.{key}" if path else key
            yield from differing(left.get(key), right.get(key), name)
    elif mine != other:
        yield f"{path}: {_short(mine)} here, {_short(other)} in the run"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
