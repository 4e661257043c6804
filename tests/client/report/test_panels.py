"""Names, groups and parts of a report."""

from pathlib import Path

import pytest
from made_runs import made_run, outcomes, small_run

from tau_emo_client.comparison import CannotCompare
from tau_emo_client.players import Player
from tau_emo_client.report.material import Unfit, gather
from tau_emo_client.report.names import LONGEST, short_names
from tau_emo_client.report.picture import points
from tau_emo_client.run.config import IMPORTED
from tau_emo_client.texts import plain


def test_names_are_one_line_without_control_characters() -> None:
    assert plain(" a\x1b[31m\n\tb\u202e c\ud800 ") == "a [31m b c?"
    assert plain("\x00") == "(no name)"


def test_a_difference_of_next_to_nothing_has_no_minus() -> None:
    assert [points(value) for value in (-1e-9, 0.0, -0.012, None)] == ["+0.0", "+0.0", "-1.2", "–"]


def test_short_names_stay_different() -> None:
    long = [f"organisation/{'x' * 40}-{n}-{'y' * 40}" for n in range(3)]
    found = short_names([*long, "short", "short"])
    assert len(set(found)) == 5
    assert max(map(len, found)) <= LONGEST
    assert short_names(["abc"]) == ["abc"]


def test_runs_of_one_agent_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    runs = [small_run(tmp_path / "x" / "one", "gpt"), small_run(tmp_path / "two", "gpt")]
    assert [run.name for run in gather(runs).runs] == ["gpt (one)", "gpt (two)"]
    alike = [*runs, small_run(tmp_path / "one", "gpt")]
    names = [run.name for run in gather(alike).runs]
    assert names == [f"gpt ({runs[0]})", "gpt (two)", f"gpt ({tmp_path / 'one'})"]


def test_runs_that_may_not_share_a_ranking_stand_apart(tmp_path: Path) -> None:
    runs = [
        small_run(tmp_path / "a"),
        small_run(tmp_path / "b", "other", "++"),
        small_run(tmp_path / "c", emotion="none"),
        small_run(tmp_path / "d", user=Player(name="human", kind="human")),
        small_run(tmp_path / "e", user=Player(name="gpt", kind="llm")),
        small_run(tmp_path / "f", k=1),
        small_run(tmp_path / "g", split="train"),
    ]
    panels = gather(runs).panels
    assert sorted(len(panel.runs) for panel in panels) == [1, 1, 1, 1, 1, 2]
    (both,) = (panel for panel in panels if len(panel.runs) == 2)
    assert [run.name for run in both.runs] == ["other", "noop (a)"]
    assert len({panel.group.title() for panel in panels}) == 6


def test_versions_and_imported_runs_are_never_mixed(tmp_path: Path) -> None:
    one, other = small_run(tmp_path / "a"), small_run(tmp_path / "b", benchmark_version="0.0")
    with pytest.raises(CannotCompare, match="versions"):
        gather([one, other])
    with pytest.raises(CannotCompare, match="imported"):
        gather([one, small_run(tmp_path / "c", benchmark_version=IMPORTED)])


def test_groups_and_parts(tmp_path: Path) -> None:
    runs = [small_run(tmp_path / name, name, "++" if name == "b" else "+-") for name in "abc"]
    found = gather(runs, groups={"ours <b>": [runs[0], runs[2]]}, trained=["airline"])
    (panel,) = found.panels
    assert [run.name for run in panel.runs] == ["b", "a", "c"]
    assert [(one.name, len(one.runs)) for one in panel.series] == [("b", 1), ("ours <b>", 2)]
    assert panel.grouped
    assert panel.series_of(panel.runs[2]) == 1
    assert [(part.name, set(part.domains)) for part in panel.parts()] == [
        ("", {"airline", "retail"}),
        ("trained", {"airline"}),
        ("unseen", {"retail"}),
    ]
    assert not gather(runs).panels[0].grouped


def test_what_does_not_fit_is_told(tmp_path: Path) -> None:
    runs = [small_run(tmp_path / name, name) for name in "ab"]
    with pytest.raises(Unfit, match="given twice"):
        gather([runs[0], tmp_path / "b" / ".." / "a"])
    with pytest.raises(Unfit, match="none of the graded runs given"):
        gather([runs[0]], groups={"x": [runs[1]]})
    with pytest.raises(Unfit, match="in the groups x and y"):
        gather(runs, groups={"x": runs, "y": [runs[0]]})
    with pytest.raises(Unfit, match="'bank', which no run holds; they hold airline, retail"):
        gather(runs, trained=["bank"])


def test_neighbours_are_compared_over_their_tasks(tmp_path: Path) -> None:
    tasks = [f"bank-{number}" for number in range(12)]
    good = made_run(tmp_path / "a", [e for t in tasks for e in outcomes(t, "++")], "good")
    bad = made_run(tmp_path / "b", [e for t in tasks for e in outcomes(t, "+-")], "bad")
    said = gather([bad, good]).as_json()
    (ranking,) = said["rankings"]  # type: ignore[misc]
    (pair,) = ranking["neighbours"]  # type: ignore[index, call-overload]
    assert pair["better"] == str(good)  # type: ignore[index, call-overload]
    assert pair["difference"] == 0.5  # type: ignore[index, call-overload]
    # Of the 2^12 arrangements of signs two are as extreme.
    assert pair["p_value"] < 0.003  # type: ignore[index, call-overload]
    assert ranking["difficulty"]["tasks_always_passed"] == 0  # type: ignore[index, call-overload]
    assert ranking["same_tasks"] is True  # type: ignore[index, call-overload]
