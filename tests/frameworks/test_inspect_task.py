"""The domains as tasks of Inspect AI, with the model that plays rightly."""

import json
import subprocess
from pathlib import Path

import pytest
from doors import TWO, environment, python_with
from scripted_model import ModelServer


@pytest.mark.full
@pytest.mark.timeout(600)
def test_inspect_plays_and_scores(model: ModelServer, environments: Path, tmp_path: Path) -> None:
    inspect = Path(python_with("inspect_task", environments)).with_name("inspect")
    domains = sorted({name.rpartition("-")[0] for name in TWO})
    command = [
        *(str(inspect), "eval", *(f"tau_emo/{domain}" for domain in domains)),
        *("--model", "openai/scripted", "--sample-id", ",".join(TWO), "--display", "plain"),
        *("--log-format", "json", "--log-dir", str(tmp_path / "logs")),
    ]
    run = subprocess.run(
        command, env=environment(model), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    logs = [json.loads(file.read_text("utf-8")) for file in (tmp_path / "logs").glob("*.json")]
    samples = {one["id"]: one for log in logs for one in log["samples"]}
    assert sorted(samples) == sorted(TWO)
    scores = {name: one["scores"]["reward"] for name, one in samples.items()}
    assert {score["value"] for score in scores.values()} == {1}
    assert scores["airline-8"]["answer"] == "handed_off"
    assert [message["role"] for message in samples[TWO[0]]["messages"]][:2] == ["system", "user"]
    for log in logs:
        metrics = log["results"]["scores"][0]["metrics"]
        assert metrics["accuracy"]["value"] == 1
