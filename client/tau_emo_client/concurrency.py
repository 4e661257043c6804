"""How many episodes run at once: grows while all goes well, halves when an endpoint objects."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Protocol

import anyio


class HearsRateLimits(Protocol):
    """What is told of rate limits."""

    def rate_limited(self, retry_after: float | None) -> None:
        """An endpoint refused a request because there were too many."""
        ...


_current: ContextVar[HearsRateLimits | None] = ContextVar("concurrency", default=None)


def report_rate_limit(retry_after: float | None = None) -> None:
    """Tell the run that an endpoint answered with a rate limit. Outside a run: no effect.

    Args:
        retry_after: seconds the endpoint asked to wait, if it said so.
    """
    controller = _current.get()
    if controller is not None:
        controller.rate_limited(retry_after)


def tell_rate_limits(hearer: HearsRateLimits) -> None:
    """Let another than a run hear of the rate limits in this task and those it starts."""
    _current.set(hearer)


class Concurrency:
    """A limit on parallel episodes by additive increase and multiplicative decrease.

    The limit grows by one each time as many episodes as it allows have ended without a rate
    limit, and halves on a rate limit: once per `cooldown`, however many requests report the
    same wave. While a `Retry-After` runs no new episode starts.

    Args:
        start: the limit at first.
        most: the limit is never higher.
        adapts: False keeps the limit at `start`; pauses are kept all the same.
        cooldown: seconds within which rate limits count as one.
        clock: seconds that never go back, for tests.
    """

    def __init__(
        self,
        start: int,
        most: int,
        *,
        adapts: bool = True,
        cooldown: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not 1 <= start <= most:
            raise ValueError(f"the limit must start between 1 and {most}, not at {start}")
        self.most = most
        self.limit = start
        self.running = 0
        self.rate_limits = 0
        """How many rate limits were reported."""
        self._adapts = adapts
        self._cooldown = cooldown
        self._clock = clock
        self._good = 0
        self._lowered = float("-inf")
        self._not_before = float("-inf")
        self._changed = anyio.Event()

    @asynccontextmanager
    async def slot(self) -> AsyncGenerator[None]:
        """Wait until another episode may run, and count it while it does."""
        while True:
            pause = self._not_before - self._clock()
            if pause > 0:
                await anyio.sleep(pause)
            elif self.running >= self.limit:
                await self._changed.wait()
            else:
                break
        self.running += 1
        before = self.rate_limits
        mark = _current.set(self)
        try:
            yield
            if self.rate_limits == before:
                self._ended_well()
        finally:
            _current.reset(mark)
            self.running -= 1
            self._wake()

    def rate_limited(self, retry_after: float | None = None) -> None:
        """An endpoint refused a request because there were too many.

        Args:
            retry_after: seconds it asked to wait, if it said so.
        """
        now = self._clock()
        self.rate_limits += 1
        self._good = 0
        if retry_after is not None and retry_after > 0:
            self._not_before = max(self._not_before, now + retry_after)
        if self._adapts and now - self._lowered >= self._cooldown:
            self._lowered = now
            self.limit = max(1, self.limit // 2)

    def _ended_well(self) -> None:
        self._good += 1
        if self._adapts and self._good >= self.limit and self.limit < self.most:
            self._good = 0
            self.limit += 1

    def _wake(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
