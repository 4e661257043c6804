"""What all figures share: colours, shapes, places in inches, and how they are saved."""

import io
import re
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast
from xml.etree import ElementTree

COLORS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#666666")
"""Source: Okabe and Ito 2008, "Color universal design"; grey in place of black."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "h")
HATCHES = ("", "////", "||||", "\\\\\\\\", "xxxx", "----", "++++")
INK, PALE, GRID = "#1a1a1a", "#f2f2f2", "#d0d0d0"
WIDTH = 9.0
"""Inches."""
DPI = 150

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_SETTINGS = {
    "font.family": ["DejaVu Sans"],
    "font.size": 8.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.axisbelow": True,
    "axes.titlesize": 9.0,
    "hatch.linewidth": 0.6,
    # Names of agents may hold dollar signs; they are no formulae.
    "text.parse_math": False,
    # Text stays text: it can be searched, and read aloud.
    "svg.fonttype": "none",
}


@dataclass(frozen=True)
class Mark:
    """How one series is told from the others, without colours too."""

    color: str
    shape: str
    hatch: str


def mark(place: int) -> Mark:
    """The mark of the series at a place; 88 are different."""
    return Mark(
        COLORS[place % len(COLORS)],
        MARKERS[(place + place // len(COLORS)) % len(MARKERS)],
        HATCHES[place % len(HATCHES)],
    )


class Canvas:
    """A figure whose parts are placed in inches from its left upper corner.

    Args:
        width: of the figure, in inches.
        height: of the figure, in inches.
    """

    def __init__(self, width: float, height: float) -> None:
        from matplotlib.figure import Figure

        self.width, self.height = width, height
        self.figure: Any = Figure(figsize=(width, height), facecolor="white")

    def axes(self, left: float, top: float, width: float, height: float) -> Any:
        """Axes of this size at this place."""
        bottom = self.height - top - height
        return self.figure.add_axes(
            (left / self.width, bottom / self.height, width / self.width, height / self.height)
        )

    def legend(self, names: Sequence[str], marks: Sequence[Mark], top: float) -> None:
        """Names with their marks, in rows from this place down."""
        from matplotlib.lines import Line2D

        columns = legend_columns(self.width)
        axes = self.axes(0, top, self.width, max(legend_height(len(names), self.width), 0.1))
        axes.set_axis_off()
        axes.set_xlim(0, self.width)
        axes.set_ylim(legend_height(len(names), self.width), 0)
        for place, (name, one) in enumerate(zip(names, marks, strict=True)):
            row, column = divmod(place, columns)
            x, y = 0.2 + column * _LEGEND_WIDTH, 0.1 + row * _LEGEND_ROW
            axes.add_line(Line2D([x], [y], linestyle="", markersize=6, **point(one)))
            axes.text(x + 0.12, y, name, va="center", ha="left", fontsize=7.5)


_LEGEND_WIDTH, _LEGEND_ROW = 2.2, 0.18


def legend_columns(width: float) -> int:
    """How many names stand side by side."""
    return max(1, int((width - 0.1) / _LEGEND_WIDTH))


def legend_height(names: int, width: float) -> float:
    """Inches that a legend of so many names needs."""
    return 0.05 + _LEGEND_ROW * -(-names // legend_columns(width))


def point(one: Mark) -> dict[str, Any]:
    """The settings of a line that shows points of a mark."""
    return {
        "marker": one.shape,
        "markerfacecolor": one.color,
        "markeredgecolor": INK,
        "markeredgewidth": 0.6,
    }


@contextmanager
def settings() -> Generator[None]:
    """Draw with the settings of the report alone, whatever those of the user are."""
    import matplotlib as mpl

    library = cast("Any", mpl)
    with library.rc_context(), warnings.catch_warnings():
        library.rcdefaults()
        library.rcParams.update(_SETTINGS)
        # A name may hold characters that the font has not: a box stands for them.
        warnings.filterwarnings("ignore", message="Glyph")
        yield


def as_svg(figure: Any, name: str, title: str) -> bytes:
    """A figure as an SVG file, without date.

    Args:
        figure: of matplotlib.
        name: the ids within the file follow from it.
        title: its title.
    """
    import matplotlib as mpl

    out = io.BytesIO()
    cast("Any", mpl).rcParams["svg.hashsalt"] = name
    figure.savefig(out, format="svg", metadata={"Date": None, "Title": title})
    return out.getvalue()


def as_png(figure: Any, title: str) -> bytes:
    """A figure as a PNG file, without date."""
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=DPI, metadata={"Title": title, "Software": None})
    return out.getvalue()


def inline(svg: bytes, name: str, alt: str) -> str:
    """An SVG file as an element for a page that holds several.

    Args:
        svg: the file, as `as_svg` makes it.
        name: of the figure; ids are made unique by it.
        alt: what it shows, in words.
    """
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own file, in which names are escaped
    for metadata in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(metadata)
    for element in root.iter():
        for attribute, value in element.attrib.items():
            if attribute == "id":
                element.set(attribute, f"{name}-{value}")
            elif attribute == f"{{{_XLINK}}}href":
                element.set(attribute, re.sub("^#", f"#{name}-", value))
            elif "url(#" in value:
                element.set(attribute, value.replace("url(#", f"url(#{name}-"))
    width, height = (root.get(side, "").removesuffix("pt") for side in ("width", "height"))
    root.set("viewBox", root.get("viewBox", f"0 0 {width} {height}"))
    del root.attrib["width"], root.attrib["height"]
    root.set("role", "img")
    root.set("aria-label", alt)
    root.set("style", f"max-width: {float(width) / 72:g}in")
    return ElementTree.tostring(root, encoding="unicode")
