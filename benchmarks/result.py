"""One line of the result: what was measured, its floor, and whether the goal is met."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """One measured ratio.

    All figures are medians in `unit`; the ratio is made from figures of the same run.
    """

    goal_number: int
    """The number of the goal in `docs/performance.md`."""
    what: str
    floor: str
    """What the floor is."""
    unit: str
    floor_value: float
    ours: float
    goal: float | None
    """The ratio may be at most this; None: reported only."""
    cpu_ratio: float | None = None
    """The ratio by CPU time, which other load on the machine hardly moves; None where no CPU
    time was taken."""
    spread: float | None = None
    """Half the distance of the quartiles of the single rounds' ratios, relative to their
    median: how noisy the machine was. None if there were no rounds."""
    floor_measured: bool = True
    """False if the floor's figure was not taken in this run."""

    @property
    def ratio(self) -> float:
        """Ours as a multiple of the floor."""
        return self.ours / self.floor_value

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without a goal."""
        return None if self.goal is None else self.ratio <= self.goal
