"""`tau-emo-eval` as a shell runs it, on published tasks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tau_emo_client.run.store import read_records

pytestmark = pytest.mark.timeout(120)


def evaluated(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tau_emo_client", "eval", *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        cwd=folder,
        env=os.environ | {"COLUMNS": "80"},
        check=False,
    )


def test_run_resume_and_refusal(tmp_path: Path) -> None:
    chosen = ("--domain", "airline", "--limit", "2", "--concurrency", "2")
    first = evaluated(tmp_path, *chosen, "--json")
    assert first.returncode == 0, first.stderr
    said = json.loads(first.stdout)
    assert said["episodes"] == 2
    assert said["passed"] == 2
    assert said["complete"] is True
    assert said["headline"] is False
    assert said["run_dir"].startswith("runs/reference-scripted-")
    folder = tmp_path / said["run_dir"]
    assert {r.domain for r in read_records(folder)} == {"airline"}

    again = evaluated(tmp_path, *chosen)
    assert again.returncode == 0
    assert "airline" in again.stdout
    assert "episodes" not in again.stderr
    assert len(list((tmp_path / "runs").iterdir())) == 1

    other = evaluated(tmp_path, *chosen, "--seed", "5", "--out", str(folder))
    assert other.returncode == 2
    assert "seed: 5 here, 0 in the run" in other.stderr
    assert other.stdout == ""

    fresh = evaluated(tmp_path, *chosen, "--new", "--agent", "noop", "--out", str(folder), "--json")
    assert fresh.returncode == 0
    assert json.loads(fresh.stdout)["passed"] == 0
    assert len(list(read_records(folder.with_name(f"{folder.name}.old-1")))) == 2


def test_a_published_protocol_plays_each_task_three_times(tmp_path: Path) -> None:
    done = evaluated(tmp_path, "--domain", "airline", "--limit", "1", "--protocol", "v1", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["k"], said["episodes"], said["protocol"]) == (3, 3, "v1")
    changed = evaluated(
        tmp_path,
        *("--domain", "airline", "--limit", "1", "--protocol", "v1"),
        *("--max-turns", "3", "--json"),
    )
    said = json.loads(changed.stdout)
    assert (said["protocol"], said["headline"]) == ("custom", False)


def test_a_folder_that_another_process_writes_to_is_refused(tmp_path: Path) -> None:
    from filelock import FileLock

    (tmp_path / "run").mkdir()
    with FileLock(tmp_path / "run" / ".lock"):
        done = evaluated(tmp_path, "--domain", "airline", "--limit", "1", "--out", "run")
    assert done.returncode == 2
    assert "another process writes to run" in done.stderr
