"""Task files: what is read, and what is said of a file that cannot be."""

import json
from pathlib import Path

import pytest

from tau_emo_tasks import load
from tau_emo_tasks.load import TaskFileError, load_tasks, parse_tasks, task_file

LINES = task_file("retail", "test").read_text("utf-8").splitlines()


def test_tasks_stand_one_a_line_and_empty_lines_are_passed_over() -> None:
    tasks = parse_tasks(f"\n{LINES[1]}\n\n{LINES[0]}\n", "some file")
    assert [task.id for task in tasks] == ["retail-2", "retail-1"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "two.jsonl, line 2: the line: Invalid JSON"),
        (
            json.dumps({**json.loads(LINES[1]), "domain": 7}),
            "two.jsonl, line 2: domain: Input should be a valid string",
        ),
        (LINES[0], "two.jsonl, line 2: the id 'retail-1' stands twice"),
    ],
)
def test_a_line_that_is_no_task_is_named(line: str, said: str) -> None:
    with pytest.raises(TaskFileError) as error:
        parse_tasks(f"{LINES[0]}\n{line}\n", "two.jsonl")
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(("domain", "split"), [("airline", "test"), ("retail", "train")])
def test_a_task_in_the_file_of_another_domain_or_split_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, domain: str, split: str
) -> None:
    file = tmp_path / "tasks.jsonl"
    file.write_text(f"{LINES[0]}\n", "utf-8")
    monkeypatch.setattr(load, "task_file", lambda domain, split: file)
    with pytest.raises(TaskFileError) as error:
        load.published_tasks.__wrapped__(domain, split)
    assert str(error.value) == (
        f"{domain}/{split}.jsonl: retail-1 is a task of retail/test; move its line there"
    )


def test_an_unknown_domain_is_told_with_those_that_exist() -> None:
    with pytest.raises(KeyError, match="there is no domain 'hotel'; the domains are airline, "):
        load_tasks("hotel")


def test_a_split_without_a_file_is_empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(load, "task_file", lambda domain, split: tmp_path / "none.jsonl")
    assert load.published_tasks.__wrapped__("retail", "train") == ()
