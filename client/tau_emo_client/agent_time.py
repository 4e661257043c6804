"""Which seconds count as the agent's: those an endpoint wastes on failures do not."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf

import anyio

_current: ContextVar["AgentClock | None"] = ContextVar("agent clock", default=None)


class AgentClock:
    """The time limit of one step of an agent."""

    def __init__(self) -> None:
        self.excused = 0.0
        """Seconds so far that are not charged to the agent."""
        self._scope: anyio.CancelScope | None = None

    @contextmanager
    def limits(self, scope: anyio.CancelScope) -> Generator[None]:
        """Within, `uncharged` moves the deadline of this scope."""
        self._scope = scope
        mark = _current.set(self)
        try:
            yield
        finally:
            _current.reset(mark)

    @contextmanager
    def stopped(self) -> Generator[None]:
        """Within, the limit does not run; the caller then says how much was excused."""
        scope = self._scope
        assert scope is not None, "a clock is current only within its limits"
        deadline, before = scope.deadline, self.excused
        scope.deadline = inf
        try:
            yield
        finally:
            scope.deadline = deadline + self.excused - before


@dataclass
class Charge:
    """How much of an uncharged time is the agent's after all."""

    seconds: float = 0.0


@contextmanager
def uncharged() -> Generator[Charge]:
    """Within, no time counts against the agent but the seconds set in the charge given.

    The agent cannot run out of time within; what it is charged takes effect afterwards.
    Outside an agent's step it has no effect.
    """
    charge = Charge()
    clock = _current.get()
    if clock is None:
        yield charge
        return
    began = time.perf_counter()
    with clock.stopped():
        try:
            yield charge
        finally:
            clock.excused += max(0.0, time.perf_counter() - began - charge.seconds)
