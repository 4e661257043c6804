"""Runs are read once, and the same by any number of processes."""

import json
from pathlib import Path

import pytest
from made_runs import made_run, outcomes, small_run, talk

from tau_emo_client.analysis.customer_errors import customer_errors
from tau_emo_client.analysis.observed import observe, observe_run, observe_runs
from tau_emo_client.audit import Finding, Kind
from tau_emo_client.audit.run import Audited
from tau_emo_client.limits import EndReason
from tau_emo_client.run.store import EPISODES_FILE, RunError, read_summaries


def test_what_a_transcript_shows() -> None:
    said = talk("I am so sorry. May I have your name?", "  ", "Done. Anything else?", "Bye.")
    (one,) = outcomes("retail-1", "+", conversation=said, follow_ups=2)
    found = observe(one)
    assert (found.messages, found.empathetic, found.empathetic_follow_ups) == (3, 1, 1)
    assert found.plain_follow_ups == 1


def test_the_last_play_counts(tmp_path: Path) -> None:
    first, again = outcomes("retail-1", "+-")
    lost = first.model_copy(update={"end_reason": EndReason.INFRASTRUCTURE})
    (other,) = outcomes("retail-2", "+")
    run = made_run(tmp_path / "run", [lost, again, other, first])
    found = observe_run(run)
    assert tuple(one.episode for one in found.observed) == read_summaries(run)
    assert [one.episode.end_reason.counts for one in found.observed] == [True, True, True]
    assert [one.episode.id for one in found.counted] == ["retail-1.0", "retail-1.1", "retail-2.0"]
    assert not found.audited


def test_processes_find_the_same(tmp_path: Path) -> None:
    runs = [small_run(tmp_path / name, name) for name in ("one", "two", "three")]
    alone = observe_runs(runs)
    assert observe_runs(runs, workers=2, small=0) == alone
    assert [run.folder for run in alone] == runs


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    runs = [small_run(tmp_path / name, name) for name in ("one", "two")]
    path = runs[1] / EPISODES_FILE
    line = json.loads(path.read_text("utf-8").splitlines()[0]) | {"reward": "much"}
    path.write_text(json.dumps(line) + "\n", "utf-8")
    with pytest.raises(RunError, match=r"two.*line 1: reward"):
        observe_runs(runs)


def test_customer_errors_by_emotion_and_domain() -> None:
    (failed,), (passed,), (other,) = (
        outcomes("retail-1", "-"),
        outcomes("retail-2", "+"),
        outcomes("bank-1", "-", condition=None),
    )
    finding = (Finding(kind=Kind.INVENTED, turn=0, evidence="x"),)
    found = customer_errors(
        [
            Audited(failed.summary(), finding),
            Audited(passed.summary(), finding),
            Audited(other.summary(), ()),
        ]
    )
    assert set(found.cells) == {("annoyance", "retail"), ("none", "bank")}
    cell = found.cells["annoyance", "retail"]
    assert (cell.failed.count, cell.failed.trials) == (1, 1)
    assert (cell.trials.count, cell.trials.trials) == (2, 2)
    assert (found.total.failed.count, found.total.failed.trials) == (1, 2)
    assert set(found.as_json()["by_emotion_and_domain"]) == {"annoyance", "none"}  # type: ignore[arg-type]
