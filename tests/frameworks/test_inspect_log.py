"""Runs of ours as logs of Inspect AI, opened by Inspect itself."""

import json
import subprocess
from pathlib import Path

import pytest
from doors import TWO, python_with

OPENED = """
import json, sys
from inspect_ai.log import list_eval_logs, read_eval_log

log = read_eval_log(sys.argv[1])
assert [info.name for info in list_eval_logs(sys.argv[2])]
last = log.samples[-1]
called = [call for message in last.messages for call in getattr(message, "tool_calls", None) or ()]
answers = [message for message in last.messages if message.role == "tool"]
print(json.dumps({
    "status": log.status,
    "model": log.eval.model,
    "epochs": log.eval.config.epochs,
    "ids": [[sample.id, sample.epoch] for sample in log.samples],
    "scores": [sample.scores["reward"].value for sample in log.samples],
    "ends": [sample.scores["reward"].answer for sample in log.samples],
    "accuracy": log.results.scores[0].metrics["accuracy"].value,
    "calls": [[call.id, call.function, call.arguments] for call in called],
    "results": [message.text for message in answers],
    "said": [message.text for message in last.messages if message.role == "user"],
    "output": last.output.completion,
}))
"""


@pytest.mark.full
@pytest.mark.timeout(600)
def test_inspect_opens_what_is_exported(environments: Path, tmp_path: Path) -> None:
    python = python_with("inspect_task", environments)
    run, file = tmp_path / "run", tmp_path / "logs" / "log.json"
    file.parent.mkdir()
    chosen = [word for name in TWO for word in ("--task-id", name)]

    def ours(*words: object) -> None:
        command = [python, "-m", "tau_emo_client", *map(str, words)]
        subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)

    ours("eval", *chosen, "--trials", 2, "--out", run)
    ours("runs", "export", run, "--to", file, "--format", "inspect")
    first = file.read_bytes()
    ours("runs", "export", run, "--to", file, "--format", "inspect")
    assert file.read_bytes() == first

    command = [python, "-c", OPENED, str(file), str(file.parent)]
    told = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    found = json.loads(told)
    lines = (run / "episodes.jsonl").read_text("utf-8").splitlines()
    records = {record["id"]: record for record in map(json.loads, lines)}
    assert (found["status"], found["model"], found["epochs"]) == ("success", "reference", 2)
    assert found["ids"] == [[name, epoch] for name in TWO for epoch in (1, 2)]
    assert (found["scores"], found["accuracy"]) == ([1] * 4, 1)
    assert found["ends"] == [records[f"{name}.{n}"]["end_reason"] for name in TWO for n in (0, 1)]
    events = records[f"{TWO[-1]}.1"]["conversation"]["events"]
    calls = [call for event in events for call in event.get("calls", ())]
    assert found["calls"] == [[call["id"], call["name"], call["arguments"]] for call in calls]
    assert found["results"] == [call["result"] for call in calls]
    assert found["said"] == [event["text"] for event in events if event["role"] == "user"]
    assert found["output"] == [event["text"] for event in events if event["role"] == "agent"][-1]
