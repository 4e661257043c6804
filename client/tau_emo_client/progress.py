"""Showing how a run goes: a live line in a terminal, plain lines elsewhere."""

import time
from collections.abc import Iterable
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeSummary

PLAIN_EVERY = 10.0
"""Seconds between two lines where there is no terminal."""


class RunProgress(Protocol):
    """What a run tells of its course."""

    def episode(self, summary: EpisodeSummary) -> None:
        """An episode was played and kept."""
        ...

    def note(self, text: str) -> None:
        """Something to know: one line."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Tally:
    """Counts of what has been played."""

    def __init__(self, total: int, finished: Iterable[EpisodeSummary] = ()) -> None:
        self.total = total
        self.done = self.passed = self.left = self.failed = self.tokens = 0
        self.cost = 0.0
        self._played = 0
        self._began = time.monotonic()
        for summary in finished:
            self.add(summary)
        self._played = 0

    def add(self, summary: EpisodeSummary) -> None:
        """Count an episode."""
        for usage in (summary.agent_usage, summary.user_usage):
            self.tokens += usage.prompt_tokens + usage.completion_tokens
            self.cost += usage.cost or 0.0
        if not summary.counts:
            self.failed += 1
            return
        if not self._played:
            # What comes before, such as building bases, says nothing about the pace.
            self._began = time.monotonic()
        self._played += 1
        self.done += 1
        self.passed += summary.passed
        self.left += summary.end_reason is EndReason.USER_LEFT

    def seconds_left(self) -> float | None:
        """How long the rest will take at the pace since the first episode that was played; None
        while nothing is known."""
        if self._played < 2:
            return None
        pace = (time.monotonic() - self._began) / (self._played - 1)
        return pace * (self.total - self.done)

    def line(self) -> str:
        """The counts in words, without the bar."""
        parts = [f"{100 * self.passed / self.done:.1f}% passed" if self.done else "0 done"]
        if self.left:
            parts.append(f"{self.left} walked away")
        if self.failed:
            parts.append(f"{self.failed} infrastructure errors")
        if self.tokens:
            parts.append(f"{self.tokens:,} tokens")
        if self.cost:
            parts.append(f"${self.cost:.2f}")
        return ", ".join(parts)


class LiveProgress:
    """A bar that is redrawn in a terminal."""

    def __init__(self, console: Console, tally: Tally) -> None:
        self._console = console
        self._tally = tally
        self._bar = Progress(
            TextColumn("episodes"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[line]}"),
            TextColumn("left:"),
            TimeRemainingColumn(),
            console=console,
            refresh_per_second=4,
        )
        self._task = self._bar.add_task("", total=tally.total, completed=tally.done, line="")

    def episode(self, summary: EpisodeSummary) -> None:
        """See `RunProgress.episode`."""
        self._tally.add(summary)
        self._bar.update(self._task, completed=self._tally.done, line=self._tally.line())

    def note(self, text: str) -> None:
        """See `RunProgress.note`."""
        self._console.print(Text(text))

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()


class PlainProgress:
    """Plain lines, at most one every `PLAIN_EVERY` seconds and one at the end."""

    def __init__(self, console: Console, tally: Tally) -> None:
        self._console = console
        self._tally = tally
        self._last = time.monotonic()

    def episode(self, summary: EpisodeSummary) -> None:
        """See `RunProgress.episode`."""
        self._tally.add(summary)
        now = time.monotonic()
        if now - self._last >= PLAIN_EVERY or self._tally.done == self._tally.total:
            self._last = now
            left = self._tally.seconds_left()
            eta = f", about {_duration(left)} left" if left else ""
            tally = self._tally
            self.note(f"{tally.done}/{tally.total} episodes, {tally.line()}{eta}")

    def note(self, text: str) -> None:
        """See `RunProgress.note`."""
        self._console.print(Text(text), soft_wrap=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return


def progress_on(console: Console, tally: Tally) -> RunProgress:
    """The progress that suits the console."""
    return LiveProgress(console, tally) if console.is_terminal else PlainProgress(console, tally)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
