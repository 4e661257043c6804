"""A model that rewrites the texts of new tasks, over HTTP: nothing bad gets into a draft."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from faulty_endpoint import FaultyEndpoint, Step, error, model, raw, text

from tau_emo_client.cli import main

WORDS = (
    ("I cannot help with that.", "the answer is not the JSON"),
    ("", "the answer is not the JSON"),
    ('{"instruction": "You are nobody.", "goals": []}', "goals for"),
)


def tracer(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["tau-emo", "tracer", *arguments])
    with pytest.raises(SystemExit) as status:
        main()
    return int(status.value.code or 0)


def drafts(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "retail" / "drafts.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    begin = ("sample", "--out", str(tmp_path / "made"), "--domain", "retail", "--count", "1")
    assert tracer(monkeypatch, *begin) == 0
    return tmp_path / "made"


def refine(monkeypatch: pytest.MonkeyPatch, folder: Path, url: str = "") -> int:
    given = ("--writer-endpoint", url, "--writer-model", "m") if url else ()
    return tracer(monkeypatch, "refine", "--out", str(folder), "--workers", "1", *given)


def spoilt(body: dict[str, Any]) -> Step:
    """The texts as they were sent, with an order number that nobody gave."""
    sent = str(body["messages"][-1]["content"])
    start = sent.find('{\n "instruction"')
    if start < 0:
        return text("yes")
    asked = json.loads(sent[start:])
    asked["instruction"] += " The order is #W1234567."
    return text(json.dumps(asked))


@pytest.mark.timeout(180)
@pytest.mark.parametrize(
    "most", [2, pytest.param(None, marks=pytest.mark.full)], ids=["some", "all"]
)
def test_what_a_lying_model_writes_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch, sampled: Path, most: int | None
) -> None:
    assert refine(monkeypatch, sampled) == 0
    ours = drafts(sampled)
    lies = [(text(words), why) for words, why in WORDS]
    lies += [(raw(b"no JSON"), ""), (error(400), "")]
    for lie, why in [(model(spoilt), "other values"), *lies][:most]:
        (sampled / "retail" / "drafts.jsonl").unlink()
        with FaultyEndpoint(text("yes"), lie) as server:
            assert refine(monkeypatch, sampled, server.url) == 0
        found = drafts(sampled)
        assert [draft | {"rewrite": ""} for draft in found] == ours
        assert all(why in draft["rewrite"] and draft["rewrite"] for draft in found)


def test_a_dead_endpoint_is_named_and_no_draft_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, sampled: Path
) -> None:
    with FaultyEndpoint(text("yes")) as server:
        url = server.url
    assert refine(monkeypatch, sampled, url) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert "cannot be reached" in told
    assert told.count("\n") == 1
    assert drafts(sampled) == []


def test_a_broken_line_and_a_foreign_folder_are_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, sampled: Path
) -> None:
    with (sampled / "retail" / "traces.jsonl").open("a") as out:
        out.write('{"number": "x"}\n')
    assert refine(monkeypatch, sampled) == 2
    assert "traces.jsonl, line 3:" in capsys.readouterr().err
    (sampled / "tracer.json").write_text('{"split": "dev"}')
    assert refine(monkeypatch, sampled) == 2
    assert "tracer.json" in capsys.readouterr().err
