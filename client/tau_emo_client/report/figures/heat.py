"""Cells whose colour tells a value, with the value written in them."""

from collections.abc import Mapping, Sequence
from typing import Any

from tau_emo_client.report.figures.canvas import INK, Canvas

CELL = 0.24
"""Inches of the height of a cell."""


def below(columns: Sequence[str]) -> float:
    """Inches that the slanted names of the columns need."""
    return 0.3 + 0.055 * max(map(len, columns))


def heat(
    canvas: Canvas,
    place: tuple[float, float, float, float],
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[int, int], tuple[float, str]],
    *,
    colors: str,
    limits: tuple[float, float],
) -> Any:
    """Axes with a cell for each row and column that has a value; a dot stands in the others.

    Args:
        canvas: where it is drawn.
        place: left, top, width and height, in inches.
        rows: names of the rows.
        columns: names of the columns, written upwards.
        cells: the value of a cell and what is written in it, by row and column.
        colors: a colour map.
        limits: the values at both ends of the map.
    """
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    axes = canvas.axes(*place)
    low, high = limits
    for row in range(len(rows)):
        for column in range(len(columns)):
            known = cells.get((row, column))
            if known is None:
                axes.text(column, row, "·", ha="center", va="center", color="#888888")
                continue
            value, text = known
            color = colormaps[colors]((min(max(value, low), high) - low) / (high - low))
            axes.add_patch(
                Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=color, edgecolor="white")
            )
            axes.text(
                column, row, text, ha="center", va="center", fontsize=6.5, color=_readable(color)
            )
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xticks(range(len(columns)), columns, rotation=45, ha="right", rotation_mode="anchor")
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    return axes


def _readable(color: Sequence[float]) -> str:
    """Dark or white ink, whichever stands out more. Source: WCAG 2.2, relative luminance."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color[:3]]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return INK if light > 0.18 else "white"
