"""Agents that are classes of others, named `module:Class`; their methods may be sync or async."""

import importlib
import inspect
import sys
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from tau_emo_client.agents.agent import Act, Agent, AgentError, Briefing, Observation
from tau_emo_client.errors import raised_in, said
from tau_emo_client.players import PlayerError


class ClassAgent:
    """Plays an object of another's class.

    `act(observation)` is needed; `start(briefing)` and `close()` are called where the object
    has them. Plain methods run on a thread, so one that waits holds up no other episode. What
    `act` returns is an `Act`, or a text for a message to the customer.

    Args:
        player: the object.
        name: what it is called in errors.
    """

    def __init__(self, player: Any, name: str) -> None:
        self._player = player
        self._name = name

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""
        await self._call("start", briefing)

    async def act(self, observation: Observation) -> Act:
        """See `Agent.act`."""
        answer = await self._call("act", observation)
        if isinstance(answer, str):
            return Act(text=answer)
        if not isinstance(answer, Act):
            raise AgentError(
                f"{self._name}.act returned {type(answer).__name__}; it returns an Act or a text"
            )
        return answer

    async def close(self) -> None:
        """See `Agent.close`."""
        await self._call("close")

    async def _call(self, method: str, *arguments: object) -> object:
        found: Callable[..., Any] | None = getattr(self._player, method, None)
        if found is None:
            return None
        if inspect.iscoroutinefunction(found):
            return await found(*arguments)
        # No shared limit: the concurrency of the run alone says how many run at once.
        answer = await run_sync(
            partial(found, *arguments), abandon_on_cancel=True, limiter=CapacityLimiter(inf)
        )
        return await answer if inspect.isawaitable(answer) else answer


class _MadeAtStart:
    """Makes the object when its episode starts, so that what its class raises then counts as
    a failure of the agent in that episode."""

    def __init__(self, make: Callable[[], Any], name: str) -> None:
        self._make = make
        self._name = name
        self._agent: ClassAgent | None = None

    async def start(self, briefing: Briefing) -> None:
        self._agent = ClassAgent(self._make(), self._name)
        await self._agent.start(briefing)

    async def act(self, observation: Observation) -> Act:
        if self._agent is None:
            raise AgentError("act was called before start")
        return await self._agent.act(observation)

    async def close(self) -> None:
        if self._agent is not None:
            await self._agent.close()


def class_agent(name: str) -> Callable[[int], Agent]:
    """What makes an agent of the class for an episode with a given seed.

    Args:
        name: `module:Class`; the module may stand in the current folder. The class is called
            with `seed` if it takes one, else without arguments.

    Raises:
        PlayerError: there is no such class, or it cannot act.
    """
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        # A console script does not look into the current folder by itself.
        sys.path.insert(0, here)
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise PlayerError(f"{module_name!r} in {name!r} is no name of a module")
    try:
        found: Any = importlib.import_module(module_name)
    except ImportError as error:
        raise PlayerError(f"the module of agent {name!r} cannot be imported: {error}") from error
    except (Exception, SystemExit) as error:
        # The module is other people's code: whatever it raises, it cannot be used.
        raise PlayerError(
            f"the module of agent {name!r} cannot be imported: {said(error)} ({raised_in(error)})"
        ) from error
    for part in class_name.split("."):
        found = getattr(found, part, None)
    if not callable(found) or not callable(getattr(found, "act", None)):
        raise PlayerError(
            f"{class_name!r} in {module_name} is no agent class; it needs a method act "
            "(see tau_emo_client.agents.agent.Agent)"
        )
    takes_seed = "seed" in inspect.signature(found).parameters

    def make(seed: int) -> Agent:
        return _MadeAtStart(partial(found, seed=seed) if takes_seed else found, class_name)

    return make
