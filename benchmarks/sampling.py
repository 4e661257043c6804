"""Two costs measured side by side: rounds that alternate, and medians over the rounds."""

import gc
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles

from benchmarks.result import Result

CpuClock = Callable[[], float]
"""Seconds of CPU time of all processes that take part."""


@dataclass
class Stopwatch:
    """Times the part of a round that counts; what goes before and after is left out."""

    cpu_clock: CpuClock = time.process_time
    wall: float = 0.0
    cpu: float = 0.0
    count: int = 0

    @contextmanager
    def running(self, count: int) -> Generator[None]:
        """Times the block, in which so many units of work are done."""
        cpu, wall = self.cpu_clock(), time.perf_counter()
        yield
        self.wall += time.perf_counter() - wall
        self.cpu += self.cpu_clock() - cpu
        self.count += count


Round = Callable[[Stopwatch], Awaitable[None]]
"""Does a batch of work and times it."""


@dataclass
class Samples:
    """Seconds for one unit of work, one figure for each round."""

    wall: list[float] = field(default_factory=list[float])
    cpu: list[float] = field(default_factory=list[float])

    def add(self, watch: Stopwatch) -> None:
        """Keeps what one round took."""
        self.wall.append(watch.wall / watch.count)
        self.cpu.append(watch.cpu / watch.count)


@dataclass(frozen=True)
class Pair:
    """Samples of ours and of its floor, taken in turns."""

    ours: Samples
    floor: Samples

    def result(
        self,
        goal_number: int,
        what: str,
        floor: str,
        goal: float | None,
        unit: str = "ms",
        scale: float = 1000.0,
    ) -> Result:
        """The line of the result; seconds times `scale` are the unit."""
        ratios = [a / b for a, b in zip(self.ours.wall, self.floor.wall, strict=True)]
        cpu = sum(self.floor.cpu)
        return Result(
            goal_number=goal_number,
            what=what,
            floor=floor,
            unit=unit,
            floor_value=median(self.floor.wall) * scale,
            ours=median(self.ours.wall) * scale,
            goal=goal,
            cpu_ratio=sum(self.ours.cpu) / cpu if cpu else None,
            spread=spread(ratios),
        )


def spread(values: list[float]) -> float | None:
    """Half the distance of the quartiles, relative to the median."""
    if len(values) < 4:
        return None
    low, middle, high = quantiles(values, n=4)
    return (high - low) / 2 / middle


async def side_by_side(
    ours: Round, floor: Round, rounds: int, cpu_clock: CpuClock = time.process_time
) -> Pair:
    """Runs both in turns, each first in every other round, after one round that is dropped.

    Args:
        ours: one batch of what is measured.
        floor: one batch of the least that it could cost.
        rounds: how many batches of each are kept.
        cpu_clock: CPU time, where other processes than this one take part.
    """
    pair = Pair(Samples(), Samples())
    for number in range(-1, rounds):
        order = [(ours, pair.ours), (floor, pair.floor)]
        for work, samples in order if number % 2 else reversed(order):
            gc.collect()  # So that neither pays for what the other has left behind.
            watch = Stopwatch(cpu_clock)
            await work(watch)
            if number >= 0:
                samples.add(watch)
    return pair
