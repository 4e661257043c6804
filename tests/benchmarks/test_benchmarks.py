"""Every benchmark runs and gives figures; how good they are is not asserted."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ("opening", "grading", "tools", "runs", "memory", "appending", "scaling", "harness")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return python("-m", "benchmarks", *arguments)


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


COUNTS = """
import json
from collections import Counter
from benchmarks.desks import desk
made = desk("movie")
print(json.dumps([Counter(tool for tool, _ in calls) for calls in (made.reads, made.writes)]))
"""


def test_every_tool_that_asks_the_database_is_called_equally_often() -> None:
    done = python("-c", COUNTS)
    assert done.returncode == 0, done.stderr
    reads, writes = json.loads(done.stdout)
    assert len(reads) == 10
    assert len(writes) == 3
    assert {*reads.values(), *writes.values()} == {4}


@pytest.mark.full
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", NAMES)
def test_a_quick_measurement_gives_figures(name: str) -> None:
    done = run(name, "--quick", "--json")
    assert done.returncode == 0, done.stderr
    assert "Exception" not in done.stderr, done.stderr
    results = json.loads(done.stdout)["results"]
    assert results
    for one in results:
        assert one["ours"] > 0
        assert one["floor_value"] > 0
        assert one["ratio"] == pytest.approx(one["ours"] / one["floor_value"])


def test_an_unknown_benchmark_is_named_with_those_that_exist() -> None:
    done = run("speed")
    assert done.returncode == 2
    assert "speed" in done.stderr
    assert "harness" in done.stderr


@pytest.mark.full
@pytest.mark.timeout(300)
def test_the_viewer_is_measured() -> None:
    few = ["--runs", "2", "--episodes", "30", "--limit", "1", "--requests", "5", "--json"]
    done = python("-m", "benchmarks.viewer", *few)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert (figures["runs"], figures["episodes"]) == (2, 60)
    assert {"first page", "search", "conversation", "comparison"} <= figures["pages"].keys()
    for one in figures["pages"].values():
        assert one["worst_ms"] >= one["median_ms"] > 0


@pytest.mark.full
@pytest.mark.timeout(120)
def test_agents_at_once_do_not_meet() -> None:
    options = ["--agents", "4", "--episodes", "20", "--transport", "memory", "--transport", "http"]
    done = python("-m", "benchmarks.crowd", *options)
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert [line.split("|")[1:5] for line in told[2:6]] == [
        [f" {transport} ", f" {era} ", " 4 ", " 4 "]
        for transport in ("memory", "http")
        for era in ("auto", "legacy")
    ]
    assert told[-1].startswith("after 20 episodes: ")


@pytest.mark.full
@pytest.mark.timeout(900)
def test_a_cluster_that_loses_a_node_plays_each_episode_once() -> None:
    done = python("-m", "benchmarks.cluster", "--limit", "1", "--nodes", "2")
    assert done.returncode == 0, done.stderr
    rows = [line.split("|")[1:5] for line in done.stdout.splitlines()[2:]]
    assert [name.strip() for name, *_ in rows] == [
        "this process",
        "2 nodes",
        "2 nodes, one killed after 5 episodes",
    ]
    assert [counts for _, *counts in rows] == [[" 10 ", " 10 ", " 0 "]] * 3
