"""A heat map of what goes with empathy, by emotion, and the shares of follow-ups."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tau_emo_client.analysis.empathy import Empathy, EmpathyEffect
from tau_emo_client.analysis.empathy import empathy as empathy_of
from tau_emo_client.analysis.groups import in_order
from tau_emo_client.report.figures.canvas import GRID, INK, WIDTH, Canvas, mark
from tau_emo_client.report.figures.heat import CELL, below, heat
from tau_emo_client.report.panel import Panel
from tau_emo_client.report.picture import DataTable, Picture, percent, points, span

ALL = "all"


@dataclass(frozen=True)
class Column:
    """What goes with empathy in one series."""

    name: str
    short: str
    place: int
    found: Empathy

    def effect(self, emotion: str) -> EmpathyEffect | None:
        """With customers of this emotion, or of all."""
        return self.found.total if emotion == ALL else self.found.by_emotion.get(emotion)


def columns(panel: Panel) -> list[Column]:
    """The columns of all series."""
    return [
        Column(one.name, one.short, place, empathy_of(one.observed, panel.seed))
        for place, one in enumerate(panel.series)
    ]


def empathy(panel: Panel) -> Picture | None:
    """The figure; None if no message was empathetic, or all episodes had such a message."""
    found = [one for one in columns(panel) if one.found.by_emotion]
    emotions = (*in_order({name for one in found for name in one.found.by_emotion}), ALL)
    known = [one.found.total.effect.value for one in found]
    if all(value is None for value in known):
        return None
    rows = [
        (one, emotion, effect)
        for one in found
        for emotion in emotions
        if (effect := one.effect(emotion))
    ]
    return Picture(
        name="empathy",
        title="Success with empathy, and without",
        caption=(
            "Share of episodes passed in which at least one message of the agent shows empathy, "
            "minus the share without one, in percentage points. A dot: no such episodes on one "
            "side. Below: the share of messages that ask for something, among those that show "
            "empathy and among the others. Agents choose when to show empathy, so this is no "
            "effect of empathy by itself."
        ),
        alt="Heat map by emotion. Over all emotions: "
        + "; ".join(
            f"{one.name}: {points(one.found.total.effect.value)} points, follow-ups "
            f"{percent(one.found.total.follow_ups_with.value)}% with and "
            f"{percent(one.found.total.follow_ups_without.value)}% without empathy"
            for one in found
        ),
        table=DataTable(
            (
                "agent",
                "emotion",
                "episodes with",
                "without",
                "passed with, %",
                "without, %",
                "difference",
                "95%",
                "follow-ups with, %",
                "without, %",
            ),
            tuple(
                (
                    one.name,
                    emotion,
                    str(effect.with_empathy),
                    str(effect.without_empathy),
                    percent(effect.success_with),
                    percent(effect.success_without),
                    points(effect.effect.value),
                    span(effect.effect.interval, signed=True),
                    percent(effect.follow_ups_with.value),
                    percent(effect.follow_ups_without.value),
                )
                for one, emotion, effect in rows
            ),
        ),
        draw=lambda: _draw(found, emotions),
    )


def _draw(found: Sequence[Column], emotions: Sequence[str]) -> Any:
    left = 1.4
    wide = max(0.34, min(0.9, (WIDTH - left - 0.3) / len(found)))
    width = max(WIDTH, left + wide * len(found) + 0.3)
    tall = CELL * len(emotions)
    shares = 0.22 * len(found)
    top = 0.2 + tall + below([one.short for one in found])
    canvas = Canvas(width, top + shares + 0.6)
    cells = {
        (row, column): (effect.effect.value, f"{round(100 * effect.effect.value):+d}")
        for row, emotion in enumerate(emotions)
        for column, one in enumerate(found)
        if (effect := one.effect(emotion)) and effect.effect.value is not None
    }
    heat(
        canvas,
        (left, 0.2, wide * len(found), tall),
        emotions,
        [one.short for one in found],
        cells,
        colors="PuOr",
        limits=(-0.6, 0.6),
    )
    _shares(canvas.axes(2.4, top, WIDTH - 3.0, shares), found)
    return canvas.figure


def _shares(axes: Any, found: Sequence[Column]) -> None:
    for row, one in enumerate(found):
        total = one.found.total
        ends = [total.follow_ups_without.value, total.follow_ups_with.value]
        known = [100 * end for end in ends if end is not None]
        axes.plot(known, [row] * len(known), color="#888888", linewidth=1, zorder=1)
        for value, filled in zip(ends, (False, True), strict=True):
            if value is not None:
                axes.plot(
                    [100 * value],
                    [row],
                    marker=mark(one.place).shape,
                    markersize=6,
                    markerfacecolor=mark(one.place).color if filled else "white",
                    markeredgecolor=INK,
                    linestyle="",
                    clip_on=False,
                    zorder=2,
                )
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_yticks(range(len(found)), [one.short for one in found])
    axes.set_xlim(0, 100)
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("% of messages that ask for something; full: with empathy, open: without")
