"""A run on several nodes: `python -m benchmarks.cluster [--limit N] [--nodes N]`.

The same tasks are played in this process alone, by the workers of a Ray cluster on this machine,
and by those of one that loses a node midway. Every episode must be there once, and be the same.
The nodes share this machine's cores, so their times are no measure of what more machines give.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks.nodes import nodes
from tau_emo_client.run.store import EPISODES_FILE, read_all_summaries, read_records

Act = Callable[[], None]


def play(out: Path, options: list[str], midway: tuple[int, Act] | None = None) -> float:
    """Play a run in a process of its own; the seconds that it took.

    Args:
        out: its folder.
        options: further ones of the command line.
        midway: what is done once so many episodes are kept.
    """
    began = time.monotonic()
    command = [sys.executable, "-m", "tau_emo_client", "eval", "--out", str(out), "--json"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE) as run:
        if midway:
            count, act = midway
            while run.poll() is None and kept(out) < count:
                time.sleep(0.05)
            act()
        said, _ = run.communicate()
    json.loads(said)
    return time.monotonic() - began


def kept(out: Path) -> int:
    """How many episodes of a run are on the disk."""
    file = out / EPISODES_FILE
    return file.read_bytes().count(b"\n") if file.exists() else 0


def row(name: str, out: Path, local: Path, seconds: float) -> str:
    """What came of a run, beside the local one."""
    expected = {one.id: one.without_timing() for one in read_records(local)}
    found = {one.id: one.without_timing() for one in read_records(out)}
    counts = Counter(one.id for one in read_all_summaries(out))
    same = sum(found.get(one) == record for one, record in expected.items())
    twice = sum(count > 1 for count in counts.values())
    return f"| {name} | {len(found)} | {same} | {twice} | {seconds:.0f} |"


def main() -> int:
    """Play and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--limit", type=int, help="at most so many tasks of each domain")
    parser.add_argument("--nodes", type=int, default=3, help="nodes, of one CPU each")
    given = parser.parse_args()
    tasks = [] if given.limit is None else ["--limit", str(given.limit)]
    with tempfile.TemporaryDirectory() as folder:
        local, whole, broken = (Path(folder) / name for name in ("local", "whole", "broken"))
        print("| Where | Episodes | Same as local | Twice | Seconds |")
        print("|---|--:|--:|--:|--:|")
        print(row("this process", local, local, play(local, tasks)), flush=True)
        with nodes(given.nodes) as cluster:
            ray = [*tasks, "--executor", "ray", "--ray-address", cluster.address]
            print(row(f"{given.nodes} nodes", whole, local, play(whole, ray)), flush=True)
            half = kept(local) // 2
            seconds = play(broken, ray, (half, cluster.lose))
            name = f"{given.nodes} nodes, one killed after {half} episodes"
            print(row(name, broken, local, seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
