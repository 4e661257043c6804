"""Agents by name: built-in ones, and Python classes of others."""

import importlib
import inspect
from collections.abc import Callable
from typing import Any, cast

from tau_emo_client.agents.agent import Agent
from tau_emo_client.players import AgentSource, MakeAgent, Player, PlayerError
from tau_emo_tasks.null_agents import NULL_AGENTS
from tau_emo_tasks.task import Task

REFERENCE = "reference"


def agent_names() -> tuple[str, ...]:
    """The names of the built-in agents."""
    return (REFERENCE, *NULL_AGENTS)


def agent_source(name: str) -> AgentSource:
    """The agent of this name.

    Args:
        name: a built-in name, or `module:Class` for a class with the methods of `Agent`. The
            class is called without arguments, or with `seed` if it takes one.

    Raises:
        PlayerError: there is no such agent.
    """
    if name == REFERENCE:
        return AgentSource(Player(name=REFERENCE, kind=REFERENCE), _reference)
    if name in NULL_AGENTS:
        return _null(name)
    if ":" in name:
        return AgentSource(Player(name=name, kind="class"), _of_class(name))
    raise PlayerError(
        f"there is no agent {name!r}; use {', '.join(agent_names())}, or module:Class"
    )


def _reference(task: Task, seed: int) -> Agent:
    from tau_emo_client.agents.reference import ReferenceAgent

    return ReferenceAgent(task)


def _null(name: str) -> AgentSource:
    from tau_emo_client.agents.null import NullAgent

    def make(task: Task, seed: int) -> Agent:
        return NullAgent(name)

    return AgentSource(Player(name=name, kind="null"), make)


def _of_class(name: str) -> MakeAgent:
    module_name, _, class_name = name.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
    except ImportError as error:
        raise PlayerError(f"the module of agent {name!r} cannot be imported: {error}") from error
    for part in class_name.split("."):
        found = getattr(found, part, None)
    missing = [m for m in ("start", "act", "close") if not callable(getattr(found, m, None))]
    if not callable(found) or missing:
        raise PlayerError(
            f"{class_name!r} in {module_name} is no agent class; it needs start, act and close "
            "(see tau_emo_client.agents.agent.Agent)"
        )
    takes_seed = "seed" in inspect.signature(found).parameters
    factory = cast("Callable[..., Agent]", found)

    def make(task: Task, seed: int) -> Agent:
        return factory(seed=seed) if takes_seed else factory()

    return make
