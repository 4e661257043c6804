"""`tau-emo failures`."""

import json
from pathlib import Path

import pytest

from tau_emo_client.cli import main


def command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, words)])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


def test_failures_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    played = ("--domain", "retail", "--domain", "bank", "--limit", "2", "--out", run)
    command(capsys, "eval", "--agent", "handoff", *played)
    status, out, _ = command(capsys, "failures", run, "--json")
    found = json.loads(out)
    assert (status, found["failed"]) == (0, 4)
    assert found["by_author"] == {"agent": 4}
    assert found["by_category"] == {"needless_hand_off": 4}
    status, out, _ = command(capsys, "failures", run, "--all")
    assert len(out.splitlines()) == 4
    assert all(": needless_hand_off (agent): " in line for line in out.splitlines())
    assert "needless hand off" in command(capsys, "failures", run)[1]


def test_where_nothing_failed_and_where_there_is_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    command(capsys, "eval", "--domain", "retail", "--limit", "1", "--out", run)
    assert command(capsys, "failures", run)[:2] == (0, "no episode failed\n")
    status, _, err = command(capsys, "failures", tmp_path)
    assert status == 2
    assert "no run folder" in err
