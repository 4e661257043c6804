"""`python -m benchmarks [NAME...] [--domain D] [--quick] [--json]`: measure and print a table.

The exit status is 0 whatever the ratios are: this measures, it is no test.
"""

import argparse
import importlib
import json
import os
import platform
import sqlite3
import sys
from dataclasses import asdict
from importlib.metadata import version

import anyio
from rich.console import Console
from rich.table import Table

from benchmarks.plan import Plan, plan
from benchmarks.result import Result

NAMES = ("opening", "grading", "tools", "runs", "memory", "appending", "scaling", "harness")
"""What can be measured, in the order of the goals."""


def main() -> int:
    """Measures what is asked for and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--domain", action="append", default=[], help="default: all domains")
    parser.add_argument("--quick", action="store_true", help="the least that gives a figure")
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout")
    given = parser.parse_args()
    if unknown := set(given.names) - set(NAMES):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; use {', '.join(NAMES)}")
    try:
        extent = plan(tuple(given.domain), given.quick)
    except KeyError as error:
        parser.error(str(error.args[0]))
    console = Console(stderr=given.json)
    results: list[Result] = []
    for name in given.names or NAMES:
        with console.status(f"measuring {name}"):
            results += anyio.run(_measure, name, extent)
    if given.json:
        lines = [asdict(one) | {"ratio": one.ratio, "met": one.met} for one in results]
        sys.stdout.write(json.dumps({"machine": machine(), "results": lines}) + "\n")
    else:
        console.print(table(results))
        console.print(", ".join(f"{name} {value}" for name, value in machine().items()))
    return 0


async def _measure(name: str, extent: Plan) -> list[Result]:
    return await importlib.import_module(f"benchmarks.{name}").measure(extent)


def machine() -> dict[str, str]:
    """What the figures depend on."""
    return {
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        **{name: version(name) for name in ("fastmcp", "mcp", "sqlmodel", "sqlalchemy")},
        "cores": str(os.cpu_count()),
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def table(results: list[Result]) -> Table:
    """The results as a table."""
    shown = Table(title="tau-emo: what it costs, beside the floor")
    for heading in ("goal", "what", "floor"):
        shown.add_column(heading)
    for heading in ("floor", "ours", "ratio", "by CPU", "±", "at most", "met"):
        shown.add_column(heading, justify="right")
    for one in results:
        floor = _figure(one.floor_value)
        shown.add_row(
            str(one.goal_number),
            one.what,
            one.floor,
            f"{floor} {one.unit}" if one.floor_measured else f"({floor} {one.unit})",
            f"{_figure(one.ours)} {one.unit}",
            f"{_figure(one.ratio)}x",
            "" if one.cpu_ratio is None else f"{_figure(one.cpu_ratio)}x",
            "" if one.spread is None else f"{one.spread:.0%}",
            "" if one.goal is None else f"{one.goal:g}x",
            {True: "yes", False: "no", None: ""}[one.met],
        )
    shown.caption = "In brackets: not measured in this run."
    return shown


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
