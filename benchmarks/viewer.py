"""`python -m benchmarks.viewer [--runs N] [--episodes N] [--seed S]`: how long the viewer takes.

A few real runs are played, and their records are varied by a seed into as many runs as are asked
for: other trials, figures and words. Times are those of whole requests to a server on
the loopback interface. On a busy machine they say little, so processor time (of server and client)
is printed too.
"""

import argparse
import json
import resource
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import httpx
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tau_emo_client.cli import main as command
from tau_emo_client.failures.failure import Category
from tau_emo_client.run.store import EPISODES_FILE, RUN_FILE
from tau_emo_client.viewer.app import viewer_app, warm_up
from tau_emo_client.viewer.library import Library, size_of
from tau_emo_servers.domain import served_domain_names
from tau_emo_servers.listening import Listening, listener_on, url_of
from tau_emo_tasks.condition import FAMILIES

AGENTS = ("reference", "curt", "random")
"""Who plays the runs that are varied: one passes, one angers, one does whatever comes."""
_WORDS = ("umbrella", "parcel", "voucher", "balcony", "gluten", "router", "tuition", "saxophone")


def main() -> int:
    """Makes the runs, asks for the pages and prints a table; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.viewer", description=__doc__)
    parser.add_argument("--runs", type=int, default=13, help="default: 13")
    parser.add_argument("--episodes", type=int, default=1740, help="of each run; default: 1740")
    parser.add_argument("--limit", type=int, default=20, help="real tasks of each domain")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--requests", type=int, default=50, help="of each kind; default: 50")
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout")
    given = parser.parse_args()
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder:
        templates = [_played(Path(folder) / agent, agent, given.limit) for agent in AGENTS]
        draw = Random(given.seed)
        folders = [
            _varied(Path(folder) / f"run-{n}", templates[n % len(templates)], given.episodes, draw)
            for n in track(range(given.runs), "making runs", console=console)
        ]
        figures = _measured(folders, given.requests, draw)
    if given.json:
        sys.stdout.write(json.dumps(figures) + "\n")
    else:
        Console().print(_table(figures))
    return 0


def _played(folder: Path, agent: str, limit: int) -> Path:
    words = ["eval", "--agent", agent, "--limit", str(limit), "--out", str(folder), "--json"]
    with redirect_stdout(StringIO()):
        try:
            command(words)
        except SystemExit as ended:
            if ended.code:
                raise
    return folder


def _varied(folder: Path, template: Path, episodes: int, draw: Random) -> Path:
    """A run of that many episodes. The tasks are those of the template, played over and over."""
    folder.mkdir()
    (folder / RUN_FILE).write_bytes((template / RUN_FILE).read_bytes())
    lines = (template / EPISODES_FILE).read_text("utf-8").splitlines()
    with (folder / EPISODES_FILE).open("w", encoding="utf-8") as file:
        for number in range(episodes):
            record = json.loads(lines[number % len(lines)])
            record["trial"] = number // len(lines)
            record["id"] = f"{record['task_id']}.{record['trial']}"
            record["timing"]["seconds"] = round(draw.uniform(5, 300), 3)
            record["agent_usage"] |= {"prompt_tokens": draw.randrange(10**6), "cost": draw.random()}
            for event in record["conversation"]["events"][1:]:
                if event["text"] and draw.random() < 0.3:
                    event["text"] += f" {draw.choice(_WORDS)} {draw.randrange(10**6)}."
            file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    return folder


def _measured(folders: list[Path], requests: int, draw: Random) -> dict[str, Any]:
    before = _memory()
    began, used = time.perf_counter(), time.process_time()
    library = Library(folders)
    indexed = time.perf_counter() - began
    warm_up(library)
    started, processor = time.perf_counter() - began, time.process_time() - used
    times: dict[str, list[tuple[float, float]]] = {}
    with _served(library) as url, httpx.Client(base_url=url) as client:
        client.get("/health")
        for kind, address in _addresses(library, requests, draw):
            began, used = time.perf_counter(), time.process_time()
            answer = client.get(address)
            taken = (time.perf_counter() - began, time.process_time() - used)
            answer.raise_for_status()
            times.setdefault(kind, []).append(taken)
    return {
        "runs": len(folders),
        "episodes": sum(counts.episodes for counts in library.index.by_run().values()),
        "megabytes": size_of(folders) / 1e6,
        "index_seconds": indexed,
        "start_seconds": started,
        "start_processor_seconds": processor,
        "memory_megabytes": _memory() - before,
        "pages": {
            kind: {
                "requests": len(found),
                "median_ms": 1000 * statistics.median(wall for wall, _ in found),
                "worst_ms": 1000 * max(wall for wall, _ in found),
                "processor_median_ms": 1000 * statistics.median(used for _, used in found),
                "processor_worst_ms": 1000 * max(used for _, used in found),
            }
            for kind, found in times.items()
        },
    }


class _served:  # noqa: N801 - a context manager
    """A server of the viewer, in a thread."""

    def __init__(self, library: Library) -> None:
        self._listener = listener_on("127.0.0.1", 0)
        self._server = Listening(viewer_app(library), self._listener)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._listener]}, daemon=True
        )

    def __enter__(self) -> str:
        self._thread.start()
        return url_of(self._listener)

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=10)
        self._listener.close()


def _addresses(library: Library, requests: int, draw: Random) -> Iterator[tuple[str, str]]:
    """Addresses with their kind. The pages of one kind differ, so that none is asked for twice."""
    yield "first page, first time", "/"
    emotions = [emotion for members in FAMILIES.values() for emotion in members]
    domains, sorts = served_domain_names(), ("turns", "-calls", "seconds", "-cost", "failure")
    runs = library.runs
    for _ in range(requests):
        yield "first page", "/"
    for number in range(requests):
        chosen = f"domain={draw.choice(domains)}&emotion={draw.choice(emotions)}"
        yield "filtered", f"/?{chosen}&sort={sorts[number % len(sorts)]}"
    for category in Category:
        yield "filtered", f"/?failure={category.value}&run={draw.choice(runs).name}"
    for _ in range(requests):
        yield "far page, sorted", f"/?sort={draw.choice(sorts)}&page={draw.randint(2, 200)}"
    for _ in range(requests):
        yield "search", f"/?q={draw.choice(_WORDS)}+{draw.randrange(1000)}"
    for word in ("order", "the", "a", "please+yes"):
        yield "search for what all say", f"/?q={word}"
    ids = [line["id"] for line in _lines(runs[0].folder)]
    for _ in range(4 * requests):
        run = draw.choice(runs)
        one = draw.choice([line["id"] for line in _lines(run.folder, 400)])
        yield "conversation", f"/episode/{run.name}/{one}"
    for number, sort in enumerate(sorts * (requests // len(sorts))):
        query = f"?sort={sort}&result=passed"
        yield "conversation, in a sorted list", f"/episode/{runs[0].name}/{ids[number]}{query}"
    for _ in range(requests):
        one, sides = draw.choice(ids[:400]), draw.sample(range(len(runs)), 2)
        left, right = (f"{runs[side].name}/{one}" for side in sides)
        yield "comparison", f"/compare?left={left}&right={right}"


def _lines(folder: Path, most: int = 1000) -> list[dict[str, Any]]:
    """The first records of a run, without what is said."""
    found: list[dict[str, Any]] = []
    with (folder / EPISODES_FILE).open(encoding="utf-8") as file:
        for line in file:
            found.append({"id": json.loads(line[: line.index(",")] + "}")["id"]})
            if len(found) == most:
                break
    return found


def _memory() -> float:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _table(figures: dict[str, Any]) -> Table:
    shown = Table(
        title=f"{figures['episodes']:,} episodes of {figures['runs']} runs, "
        f"{figures['megabytes']:,.0f} MB"
    )
    shown.add_column("page")
    for heading in ("requests", "median", "worst", "processor", "worst"):
        shown.add_column(heading, justify="right")
    for kind, one in figures["pages"].items():
        shown.add_row(
            kind,
            str(one["requests"]),
            f"{one['median_ms']:.0f} ms",
            f"{one['worst_ms']:.0f} ms",
            f"{one['processor_median_ms']:.0f} ms",
            f"{one['processor_worst_ms']:.0f} ms",
        )
    shown.caption = (
        f"index in {figures['index_seconds']:.0f} s, started in {figures['start_seconds']:.0f} s "
        f"({figures['start_processor_seconds']:.0f} s of processor time), "
        f"{figures['memory_megabytes']:.0f} MB of memory more"
    )
    return shown


if __name__ == "__main__":
    sys.exit(main())
