"""`tau-emo tracer`: what it says when a step cannot be done."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from tau_emo_client.cli import main
from tau_emo_servers.domain import served_domain

LIBRARIES = ("jinja2", "jmespath", "scipy", "sklearn")


def run(monkeypatch: pytest.MonkeyPatch, capsys: Any, *arguments: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["tau-emo", "tracer", *arguments])
    with pytest.raises(SystemExit) as status:
        main()
    captured = capsys.readouterr()
    return int(status.value.code or 0), captured.out, captured.err


def test_a_missing_library_is_named_with_the_way_to_it(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *a: None if name in LIBRARIES else found(name, *a)
    )
    status, _, told = run(monkeypatch, capsys, "mix", "--out", str(tmp_path))
    assert status == 2
    assert told == ("error: this needs scipy, sklearn; run `pip install 'tau-emo[tracer]'`\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("mix", "--out", "empty"), "empty holds no traces; begin with `tau-emo tracer sample`"),
        (("sample", "--out", "x", "--domain", "zoo"), "there is no domain 'zoo'; the domains are"),
        (("sample", "--out", "x", "--split", "dev"), "--split is 'dev'; it is test or train"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: Any,
    tmp_path: Path,
    arguments: tuple[str, ...],
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, _, told = run(monkeypatch, capsys, *arguments)
    assert status == 2
    assert told.startswith("error: ")
    assert why in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_graphs_are_listed(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    status, told, _ = run(monkeypatch, capsys, "graph", "--domain", "retail")
    assert status == 0
    lines = [line.split("\t") for line in told.splitlines()]
    assert len(lines) > 20
    assert {len(line) for line in lines} == {5}


def test_graphs_are_drawn(monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path) -> None:
    run(monkeypatch, capsys, "graph", "--domain", "retail", "--pictures", str(tmp_path / "a"))
    drawn = (tmp_path / "a" / "retail.svg").read_text("utf-8")
    assert all(f">{tool}<" in drawn for tool in served_domain("retail").tools)
    run(monkeypatch, capsys, "graph", "--domain", "retail", "--pictures", str(tmp_path / "b"))
    assert (tmp_path / "b" / "retail.svg").read_text("utf-8") == drawn


def test_steps_follow_each_other_and_begin_again_only_with_the_same_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    out = str(tmp_path / "made")
    begin = ("sample", "--out", out, "--domain", "retail", "--count", "2")
    assert run(monkeypatch, capsys, *begin)[0] == 0
    traces = (tmp_path / "made" / "retail" / "traces.jsonl").read_text()
    assert run(monkeypatch, capsys, *begin)[0] == 0
    assert (tmp_path / "made" / "retail" / "traces.jsonl").read_text() == traces
    status, _, told = run(monkeypatch, capsys, *begin, "--seed", "other")
    assert (status, "another seed" in told) == (2, True)
    status, _, told = run(monkeypatch, capsys, "mix", "--out", out)
    assert status == 2
    assert "retail has 0 drafts that passed, 2 are wanted" in told
