"""Submissions: what was played is valid, and what was edited afterwards is refused."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tau_emo_client.cli import main
from tau_emo_client.run.config import RunConfig
from tau_emo_client.submission.folder import prepare, problems_of

Record = dict[str, Any]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run with writes, facts that are told, and episodes that failed."""
    folder = tmp_path_factory.mktemp("submission") / "run"
    words = ["--domain", "retail", "--domain", "telecom", "--limit", "8", "--out", str(folder)]
    with pytest.raises(SystemExit):
        main(["eval", *words])
    return folder


@pytest.fixture
def folder(run: Path, tmp_path: Path) -> Path:
    """A submission of it."""
    prepare("mine", [run], tmp_path / "mine")
    return tmp_path / "mine"


def forged(folder: Path, edit: Callable[[Record], bool]) -> None:
    """Edit the first record that can be edited so, and make the digests fit again."""
    place = folder / "runs" / "1"
    file = place / "episodes.jsonl"
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert any(edit(record) for record in records)
    file.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    submission = json.loads((folder / "submission.json").read_text("utf-8"))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    submission["runs"][0]["files"]["episodes.jsonl"] = digest
    (folder / "submission.json").write_text(json.dumps(submission), "utf-8")


def calls_of(record: Record, *, changing: bool) -> list[tuple[Record, int]]:
    """The steps with calls that succeeded, those that change something or the others."""
    reads = ("get_", "find_", "list_", "check_", "calculate", "think", "search_")
    return [
        (event, number)
        for number, event in enumerate(record["conversation"]["events"])
        if event["role"] == "agent"
        and event["calls"]
        and not event["calls"][0]["is_error"]
        and event["calls"][0]["name"].startswith(reads) != changing
    ]


def another_reward(record: Record) -> bool:
    record["reward"] = 1 - record["reward"]
    return True


def without_a_write(record: Record) -> bool:
    for _, number in calls_of(record, changing=True):
        del record["conversation"]["events"][number]
        record["tool_calls"] -= 1
        record["steps"] -= 1
        return True
    return False


def without_a_read(record: Record) -> bool:
    for _, number in calls_of(record, changing=False):
        del record["conversation"]["events"][number]
        return True
    return False


def another_argument(record: Record) -> bool:
    for event, _ in calls_of(record, changing=True):
        arguments = event["calls"][0]["arguments"]
        name = next(name for name, value in arguments.items() if isinstance(value, str))
        arguments[name] += "0"
        return True
    return False


def another_result(record: Record) -> bool:
    for event, _ in calls_of(record, changing=False):
        event["calls"][0]["result"] += " "
        return True
    return False


def another_value_told(record: Record) -> bool:
    told = False
    for event in record["conversation"]["events"]:
        if event["role"] == "agent" and not event["calls"] and any(map(str.isdigit, event["text"])):
            event["text"] = "".join("7" if c.isdigit() else c for c in event["text"])
            told = True
    return told and record["grade"]["outputs_missing"] == [] and "-1" in record["task_id"]


def other_changes(record: Record) -> bool:
    if not record["changes"]:
        return False
    record["changes"] = {}
    return True


def another_end(record: Record) -> bool:
    record["end_reason"] = "user_left"
    return True


def another_count(record: Record) -> bool:
    record["turns"] += 1
    return True


def another_rule(record: Record) -> bool:
    record["rules_broken"] = ["COM-1"]
    return True


def a_loss_made_a_pass(record: Record) -> bool:
    if record["end_reason"] != "user_stop":
        return False
    record["leave_reason"] = "loss of trust"
    return True


def another_condition(record: Record) -> bool:
    record["condition"] = None
    return True


def a_hand_off_that_was_none(record: Record) -> bool:
    record["end_reason"] = "handed_off"
    return not record["grade"]["handed_off"]


def an_invented_violation(record: Record) -> bool:
    record["violations"] = [{"rule": "COM-1", "event": 0, "call_id": "", "evidence": "x"}]
    return True


def another_domain(record: Record) -> bool:
    record["conversation"]["domain"] = "zoo"
    return True


def no_conversation(record: Record) -> bool:
    record["conversation"]["events"] = []
    return True


def another_seed(record: Record) -> bool:
    record["seed"] += 1
    return True


def test_what_was_played_is_valid(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(problems_of(folder)) == []
    with pytest.raises(SystemExit) as ended:
        main(["submit", "validate", str(folder)])
    assert not ended.value.code
    assert "cannot prove that a conversation took place" in capsys.readouterr().out
    submission = json.loads((folder / "submission.json").read_text("utf-8"))
    assert submission["kind"] == "self-reported"
    assert submission["runs"][0]["figures"]["episodes"] == 16


@pytest.mark.parametrize(
    "edit",
    [
        another_reward,
        without_a_write,
        without_a_read,
        another_argument,
        another_result,
        another_value_told,
        other_changes,
        another_end,
        another_count,
        another_rule,
        another_seed,
        a_loss_made_a_pass,
        another_condition,
        a_hand_off_that_was_none,
        an_invented_violation,
        another_domain,
        no_conversation,
    ],
)
def test_what_was_edited_is_refused(
    folder: Path, edit: Callable[[Record], bool], capsys: pytest.CaptureFixture[str]
) -> None:
    forged(folder, edit)
    assert list(problems_of(folder))
    with pytest.raises(SystemExit) as ended:
        main(["submit", "validate", str(folder), "--json"])
    assert ended.value.code == 1
    assert json.loads(capsys.readouterr().out)["valid"] is False


def test_files_figures_and_names_are_checked(folder: Path) -> None:
    file = folder / "submission.json"
    whole = file.read_text("utf-8")
    for edit, reason in (
        (lambda found: found["runs"][0]["figures"].update(avg_at_k=1.5), "its figures are"),
        (lambda found: found["runs"][0].update(agent="other"), "its agent is reference"),
        (lambda found: found["runs"][0]["files"].update({"run.json": "0"}), "its files are not"),
        (lambda found: found.update(kind="re-run"), "its kind is"),
        (lambda found: found.update(benchmark_version="0.0"), "benchmark version 0.0"),
        (lambda found: found["runs"][0].update(folder="../run"), "not in runs/1"),
        (lambda found: found.pop("name"), "is broken"),
    ):
        found = json.loads(whole)
        edit(found)
        file.write_text(json.dumps(found), "utf-8")
        assert any(reason in problem for problem in problems_of(folder)), reason
    file.unlink()
    assert "cannot be read" in next(problems_of(folder))


def test_a_config_that_was_edited_is_refused(folder: Path) -> None:
    file = folder / "runs" / "1" / "run.json"
    found = json.loads(file.read_text("utf-8"))
    found["config"]["policies"]["retail"] = "0" * 64
    file.write_text(json.dumps(found), "utf-8")
    problems = list(problems_of(folder))
    assert any("its config is not the one" in one for one in problems)
    assert any("another policy or other tools of retail" in one for one in problems)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"emotion": "none"}, "condition is "),
        ({"whole": True}, "whether it is of all tasks"),
        ({"protocol": "v1"}, "its protocol is not v1"),
        ({"protocol": "v9"}, "there is no protocol 'v9'"),
        ({"benchmark_version": "0.0"}, "played with benchmark version 0.0"),
    ],
)
def test_a_config_that_was_edited_with_its_digests_is_refused(
    folder: Path, changed: dict[str, Any], reason: str
) -> None:
    file = folder / "runs" / "1" / "run.json"
    found = json.loads(file.read_text("utf-8"))
    if "protocol" in changed:
        found["config"]["protocol"]["name"] = changed["protocol"]
    else:
        found["config"] |= changed
    found["digest"] = RunConfig.model_validate(found["config"]).digest()
    file.write_text(json.dumps(found), "utf-8")
    submission = json.loads((folder / "submission.json").read_text("utf-8"))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    submission["runs"][0]["files"]["run.json"] = digest
    (folder / "submission.json").write_text(json.dumps(submission), "utf-8")
    assert any(reason in problem for problem in problems_of(folder))


def test_an_episode_that_counted_is_not_played_again(folder: Path) -> None:
    file = folder / "runs" / "1" / "episodes.jsonl"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines, lines[0]]), "utf-8")
    assert any("was played again after it had counted" in one for one in problems_of(folder))


@pytest.mark.parametrize("text", ["[]", "{", '{"config": []}'])
def test_a_broken_config_is_told(folder: Path, text: str) -> None:
    (folder / "runs" / "1" / "run.json").write_text(text)
    assert list(problems_of(folder))


@pytest.mark.parametrize(
    "words",
    [
        ["--emotion", "none"],
        ["--emotion", "anger:cold", "--seed", "3"],
        ["--agent", "flood"],
        ["--agent", "handoff"],
        ["--agent", "noop", "--max-turns", "3"],
        ["--agent", "eager", "--trials", "2"],
        ["--agent", "reference", "--max-calls", "3"],
    ],
)
def test_runs_of_all_kinds_are_valid(tmp_path: Path, words: list[str]) -> None:
    chosen = ["--domain", "airline", "--domain", "bank", "--limit", "2"]
    with pytest.raises(SystemExit):
        main(["eval", *chosen, *words, "--out", str(tmp_path / "run")])
    prepare("mine", [tmp_path / "run"], tmp_path / "mine")
    assert list(problems_of(tmp_path / "mine")) == []


def test_what_cannot_be_prepared(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half = tmp_path / "half"
    shutil.copytree(run, half)
    lines = (half / "episodes.jsonl").read_text("utf-8").splitlines(keepends=True)
    (half / "episodes.jsonl").write_text("".join(lines[:-1]), "utf-8")
    (tmp_path / "there").mkdir()
    for words, reason in (
        (["--out", str(tmp_path / "new"), str(half)], "is not finished"),
        (["--out", str(tmp_path / "there"), str(run)], "exists already"),
        (["--out", str(tmp_path / "new"), str(tmp_path)], "no run folder"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["submit", "prepare", "--name", "mine", *words])
        assert ended.value.code == 2
        assert reason in capsys.readouterr().err
        assert not (tmp_path / "new").exists()
