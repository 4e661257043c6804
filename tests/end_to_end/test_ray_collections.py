"""Collections on a Ray cluster of two nodes hold what local ones hold, whatever is lost."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cluster_runs import assert_each_once, ended_well, lines, on, started, wait_for_lines
from small_runs import episodes

from benchmarks.nodes import Nodes, nodes
from tau_emo_client.collecting.folder import CARD_FILE, PAGE_FILE, TRAJECTORIES_FILE

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]

COLLECT = (
    *("tracer", "collect", "--domain", "school", "--count", "30", "--json"),
    # Some customers leave this agent, so that there is a second round.
    *("--agent", "curt", "--contrast", "apologise"),
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Nodes]:
    with nodes(2) as both:
        yield both


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("local") / "collection"
    said, err = ended_well(started(*COLLECT, "--out", str(out)))
    assert said["played"]["left_out"].keys() == {"walked away"}
    assert len({*re.findall(r"\b(\d+)/\1 episodes", err)}) >= 2
    return out


def assert_same(out: Path, local: Path) -> None:
    """All that was written is the same, and every episode was played once."""
    for name in (TRAJECTORIES_FILE, CARD_FILE, PAGE_FILE, "collection.json"):
        assert (out / name).read_bytes() == (local / name).read_bytes()
    for run in ("run", "contrast-1"):
        assert episodes(out / run) == episodes(local / run)
        assert_each_once(out / run, lines(local / run))


def test_a_collection_on_a_cluster_is_the_local_one(
    cluster: Nodes, local: Path, tmp_path: Path
) -> None:
    said, err = ended_well(started(*COLLECT, "--out", str(tmp_path / "there"), *on(cluster)))
    assert (said["trajectories"], said["contrast"], said["missing"]) == (30, 30, {})
    assert_same(tmp_path / "there", local)
    for run in ("run", "contrast-1"):
        told = json.loads((tmp_path / "there" / run / "run.json").read_bytes())
        assert told["environment"]["executor"] == "ray"
    assert "Traceback" not in err


def test_a_lost_node_loses_nothing_of_a_collection(
    cluster: Nodes, local: Path, tmp_path: Path
) -> None:
    out = tmp_path / "there"
    command = started(*COLLECT, "--out", str(out), *on(cluster))
    wait_for_lines(out / "run", command, 6)
    cluster.lose()
    _, err = ended_well(command)
    cluster.add()
    assert "was lost; what it was playing (" in err
    assert_same(out, local)


def test_a_collection_that_was_killed_goes_on_elsewhere(
    cluster: Nodes, local: Path, tmp_path: Path
) -> None:
    out = tmp_path / "there"
    command = started(*COLLECT, "--out", str(out), *on(cluster))
    wait_for_lines(out / "run", command, 6)
    command.kill()
    command.communicate()
    kept = (out / "run" / "episodes.jsonl").read_bytes()
    whole = kept[: kept.rfind(b"\n") + 1]
    ended_well(started(*COLLECT, "--out", str(out)))
    assert (out / "run" / "episodes.jsonl").read_bytes().startswith(whole)
    assert_same(out, local)
