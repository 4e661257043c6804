"""The graph of a domain's tools as a picture."""

import io
from collections.abc import Mapping
from typing import Any, cast

import matplotlib as mpl
import networkx as nx
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.graph import tool_graph

COLORS: Mapping[str, str] = {"read": "#dcebf7", "write": "#f9dcc4", "start": "#1f4e79"}
"""Fill of read and write tools, and the frame of those that may start; told apart by the frame
and the position too, so the picture can be read without colors."""
_WIDTH, _HEIGHT = 3.4, 0.62
"""Inches of a column and of a row."""


def graph_picture(domain: str) -> str:
    """The graph as SVG: what may start stands on the left, what needs more steps further right.

    Args:
        domain: a domain with a graph.

    Raises:
        FileNotFoundError: the domain has none.
    """
    graph: Any = cast("Any", nx).DiGraph()
    known = tool_graph(domain)
    graph.add_nodes_from(known.start)
    graph.add_edges_from((edge.source, edge.target) for edge in known.edges)
    steps = _steps(graph, known.start)
    columns = {step: [name for name in steps if steps[name] == step] for step in steps.values()}
    tallest = max(len(names) for names in columns.values())
    place = {
        name: (step * _WIDTH, ((len(names) - 1) / 2 - row) * tallest / len(names) * _HEIGHT)
        for step, names in columns.items()
        for row, name in enumerate(names)
    }
    figure: Any = Figure(figsize=(len(columns) * _WIDTH, tallest * _HEIGHT + 1))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(-_WIDTH / 2, (len(columns) - 0.5) * _WIDTH)
    axes.set_ylim(-(tallest * _HEIGHT + 1) / 2, (tallest * _HEIGHT + 1) / 2)
    tools = served_domain(domain).tools
    boxes: dict[str, Any] = {}
    for name, (x, y) in place.items():
        starts = name in known.start
        boxes[name] = axes.text(
            x,
            y,
            name,
            ha="center",
            va="center",
            fontsize=8,
            family="sans-serif",
            bbox={
                "boxstyle": "round,pad=0.4",
                "facecolor": COLORS[tools[name].kind],
                "edgecolor": COLORS["start"] if starts else "#8a8a8a",
                "linewidth": 1.8 if starts else 0.8,
            },
        )
    FigureCanvasAgg(figure).draw()  # arrows end at the boxes, which are known once drawn
    for source, target in graph.edges:
        back = steps[target] <= steps[source]
        axes.annotate(
            "",
            xy=place[target],
            xytext=place[source],
            arrowprops={
                "arrowstyle": "-|>",
                "color": "#8a8a8a",
                "linewidth": 0.8,
                "linestyle": "--" if back else "-",
                "patchA": boxes[source].get_bbox_patch(),
                "patchB": boxes[target].get_bbox_patch(),
                "shrinkA": 1,
                "shrinkB": 1,
                "connectionstyle": f"arc3,rad={0.25 if back else 0.05}",
            },
        )
    out = io.StringIO()
    # Text stays text, and neither the date nor chance gets into the file.
    with cast("Any", mpl).rc_context({"svg.fonttype": "none", "svg.hashsalt": domain}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Title": f"Tools of {domain}"})
    return out.getvalue()


def _steps(graph: Any, start: tuple[str, ...]) -> dict[str, int]:
    """By tool, how many steps it takes at least to get there."""
    steps = dict.fromkeys(start, 0)
    for name in start:
        for target, step in nx.single_source_shortest_path_length(graph, name).items():
            steps[target] = min(step, steps.get(target, step))
    return dict(sorted(steps.items(), key=lambda one: (one[1], one[0])))
