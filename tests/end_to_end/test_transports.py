"""The same seed gives the same episodes, whatever the transport and the concurrency."""

from pathlib import Path

import pytest
from small_runs import episodes, evaluation, played

from tau_emo_client.limits import EndReason


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    out = tmp_path_factory.mktemp("runs") / "undisturbed"
    report, course = played(evaluation(out, concurrency=1))
    assert not course.failed
    assert report.total.avg_at_k == 1.0
    found = episodes(out)
    assert len(found) == 12
    assert {e["end_reason"] for e in found} == {EndReason.USER_STOP}
    return found


@pytest.mark.parametrize(
    ("transport", "concurrency"), [("memory", 12), ("memory", None), ("http", 1), ("http", 12)]
)
def test_transport_and_concurrency_change_nothing(
    undisturbed: list[dict[str, object]], tmp_path: Path, transport: str, concurrency: int | None
) -> None:
    played(evaluation(tmp_path / "run", transport=transport, concurrency=concurrency))
    assert episodes(tmp_path / "run") == undisturbed


@pytest.mark.timeout(180)
def test_stdio_changes_nothing(undisturbed: list[dict[str, object]], tmp_path: Path) -> None:
    played(evaluation(tmp_path / "run", transport="stdio", count=2, trials=1))
    few = [e for e in undisturbed if e["id"] in ("retail-9000.0", "retail-9001.0")]
    assert episodes(tmp_path / "run") == few


def test_a_subset_agrees_with_the_whole(
    undisturbed: list[dict[str, object]], tmp_path: Path
) -> None:
    played(evaluation(tmp_path / "run", count=2, trials=1))
    few = [e for e in undisturbed if e["id"] in ("retail-9000.0", "retail-9001.0")]
    assert episodes(tmp_path / "run") == few


def test_another_seed_gives_other_customers(
    undisturbed: list[dict[str, object]], tmp_path: Path
) -> None:
    played(evaluation(tmp_path / "run", seed=2))
    other = episodes(tmp_path / "run")
    assert [e["id"] for e in other] == [e["id"] for e in undisturbed]
    assert [e["seed"] for e in other] != [e["seed"] for e in undisturbed]
    assert other != undisturbed


def test_the_agent_without_merit_passes_nothing(tmp_path: Path) -> None:
    report, course = played(evaluation(tmp_path / "run", agent="noop", trials=1))
    assert not course.failed
    assert report.total.avg_at_k == 0.0
    ends = {e["end_reason"] for e in episodes(tmp_path / "run")}
    assert ends <= {EndReason.USER_LEFT, EndReason.USER_STOP, EndReason.LIMIT_TURNS}


def test_without_emotion_nobody_leaves(tmp_path: Path) -> None:
    played(evaluation(tmp_path / "run", agent="noop", trials=1, emotion="none"))
    for episode in episodes(tmp_path / "run"):
        assert episode["condition"] is None
        assert episode["end_reason"] != EndReason.USER_LEFT


def test_twice_the_patience_bears_twice_the_friction(tmp_path: Path) -> None:
    """The idle agent loses every emotional customer, and the more patient ones later."""
    turns: dict[float, list[object]] = {}
    for patience in (1.0, 2.0):
        out = tmp_path / f"{patience}"
        played(evaluation(out, agent="noop", trials=1, patience=patience))
        left = [e for e in episodes(out) if e["end_reason"] == EndReason.USER_LEFT]
        turns[patience] = [e["turns"] for e in left]
    assert turns[1.0]
    assert sum(map(int, turns[2.0])) > sum(map(int, turns[1.0]))  # type: ignore[arg-type, call-overload]
