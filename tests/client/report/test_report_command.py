"""`tau-emo report`: what it prints, what it writes, and what it refuses."""

import json
import re
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from chromium import chromium, faults
from made_runs import made_run, outcomes, small_run, talk

from tau_emo_client.cli import main
from tau_emo_client.report.folder import FolderError, write_folder

pytestmark = pytest.mark.timeout(240)
NASTY = "<img src=x onerror=alert(1)>[red]$x^2$\x1b[31m"


def called(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["report", *map(str, arguments)])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


class Page(HTMLParser):
    """The elements of a page, and the texts of headings and cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


def test_one_run_is_reported_in_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = small_run(tmp_path / "run")
    status, out, _ = called(capsys, run)
    assert status == 0
    assert "noop with a scripted customer" in out
    assert "ranking" not in out
    assert "DeepSeek" not in out
    assert out.splitlines()[-1] == f"report: {run / 'report' / 'report.html'}"
    names = {path.name for path in (run / "report").iterdir()}
    pictures = {"ranking", "pass-hat", "violations", "ratios", "empathy", "calls"}
    assert names == {"report.html"} | {f"{n}.{end}" for n in pictures for end in ("svg", "png")}
    assert (run / "report" / "calls.png").read_bytes().startswith(b"\x89PNG")
    # A later report takes the place of this one.
    assert called(capsys, run)[0] == 0
    assert [path.name for path in run.glob(".report-*")] == []


def test_the_same_runs_give_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [small_run(tmp_path / name, name) for name in ("one", "two")]
    for out in ("first", "second"):
        words = (*runs, "--out", tmp_path / out, "--group", f"g={runs[0]}", "--workers", 1)
        assert called(capsys, *words)[0] == 0
    first, second = (sorted((tmp_path / out).iterdir()) for out in ("first", "second"))
    assert [path.name for path in first] == [path.name for path in second]
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name


def test_plain_trajectories_stand_apart_and_have_no_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "Where is it?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "here"},
        {"role": "assistant", "content": "It is here. Which one do you mean?"},
    ]
    file = tmp_path / f"{NASTY[:12]}.jsonl"
    file.write_text(json.dumps({"messages": messages}) + "\n", "utf-8")
    words = ("runs", "import", file, "--format", "openai", "--domain", "retail")
    with pytest.raises(SystemExit):
        main([*map(str, words), "--out", str(tmp_path / "plain")])
    run = small_run(tmp_path / "run", "agent")
    assert called(capsys, run, tmp_path / "plain", "--out", tmp_path / "both")[0] == 0
    page = (tmp_path / "both" / "report.html").read_text("utf-8")
    assert '<section aria-labelledby="trajectories">' in page
    assert "<img" not in page
    status, out, _ = called(capsys, tmp_path / "plain")
    assert status == 0
    assert "Avg@" not in out
    files = sorted(path.name for path in (tmp_path / "plain" / "report").iterdir())
    assert files == ["report.html", "trajectories.png", "trajectories.svg"]
    told = json.loads(called(capsys, tmp_path / "plain", "--json")[1])
    assert told["runs"] == told["rankings"] == []
    assert told["trajectories"][0]["tool_calls"] == told["trajectories"][0]["follow_ups"] == 1


def test_the_page_stands_alone_and_escapes_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = small_run(tmp_path / "run", NASTY)
    status, out, _ = called(capsys, run)
    assert status == 0
    assert "\x1b[31m" not in out
    text = (run / "report" / "report.html").read_text("utf-8")
    page = Page(text)
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "img", "link", "iframe", "object"}
    assert not [name for _, given in page.elements for name in given if name.startswith("on")]
    links = [given[name] for _, given in page.elements for name in ("href", "src") if name in given]
    assert links
    assert all(str(link).startswith("#") for link in links)
    assert "<img src=x onerror=alert(1)>[red]$x^2$ [31m" in page.texts
    ids = [given["id"] for _, given in page.elements if "id" in given]
    assert len(ids) == len(set(ids))
    assert {str(link)[1:] for link in links} <= set(ids)
    figures = [given for tag, given in page.elements if tag == "svg"]
    assert len(figures) == 6
    assert all(given["role"] == "img" and given["aria-label"] for given in figures)
    heads = [given for tag, given in page.elements if tag == "th"]
    assert {given.get("scope") for given in heads} == {"col", "row"}
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert "Published results, not measured here" in page.texts
    assert "DeepSeek-V4.1-Flash" in page.texts


def test_several_runs_are_ranked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small_run(Path("a"), "weak")
    small_run(Path("b"), "strong", "++")
    status, out, _ = called(capsys, "a", "b", "--published", "--trained", "retail")
    assert status == 0
    assert re.search(r"strong +75\.0 .* 75\.0 +0\.0 ", out)
    assert out.rindex("strong") < out.rindex("weak")
    assert "published, not measured here" in out
    assert (tmp_path / "report" / "ranking-trained.svg").exists()
    text = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "retail (trained)" in text
    assert "Neighbours in the ranking" in text


def test_json_holds_the_analyses_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = small_run(tmp_path / "run")
    status, out, err = called(capsys, run, "--json")
    assert (status, err) == (0, "")
    assert not (run / "report").exists()
    said: dict[str, Any] = json.loads(out)
    (found,) = said["runs"]
    rates = found["violations_by_domain_and_family"]
    assert rates["retail"]["anger"]["value"] == 1
    assert found["balance_by_family"]["fear"]["follow_ups"] == 6
    assert found["empathy"]["episodes_with"] == 4
    assert found["per_solved_trial"]["solved_trials"] == 4
    assert found["user_error_rates"] is None
    (ranking,) = said["rankings"]
    assert ranking["neighbours"] == []
    assert len(ranking["difficulty"]["tasks"]) == 4
    status, _, err = called(capsys, run, "--json", "--out", tmp_path / "out")
    assert err == f"report: {tmp_path / 'out' / 'report.html'}\n"


def test_without_matplotlib_the_tables_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    run = small_run(tmp_path / "run")
    status, out, _ = called(capsys, run)
    assert status == 0
    assert "Avg@2" in out
    assert out.splitlines()[-1] == (
        "figures and report.html need matplotlib: pip install 'tau-emo[report]'"
    )
    assert not (run / "report").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a", "--group", "x"), "write NAME=RUN"),
        (("a", "--group", "=a"), "write NAME=RUN"),
        (("a", "--group", "x=a", "--group", "x=a"), "given twice"),
        (("a", "--group", "x=b"), "none of the graded runs given"),
        (("a", "a"), "given twice"),
        (("a", "--trained", "bank"), "'bank', which no run holds"),
        (("a", "b"), "benchmark versions"),
        (("a", "--out", "a"), "no earlier report"),
        (("a", "--out", "a/run.json"), "is a file"),
        (("c",), "no run folder"),
    ],
)
def test_what_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    small_run(Path("a"))
    small_run(Path("b"), benchmark_version="0.0")
    status, _, err = called(capsys, *words)
    assert status == 2
    assert said in err
    assert len(err.splitlines()) == 1
    assert {path.name for path in Path("a").iterdir()} == {"run.json", "episodes.jsonl", ".lock"}


def test_a_report_that_fails_leaves_the_earlier_one(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_folder(out, [("report.html", b"one"), ("old.svg", b"")])

    def broken() -> Any:
        yield "report.html", b"two"
        raise FolderError("no")

    with pytest.raises(FolderError):
        write_folder(out, broken())
    assert (out / "report.html").read_bytes() == b"one"
    write_folder(out, [("report.html", b"two")])
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {"report.html": b"two"}
    (out / "notes.txt").write_text("mine")
    with pytest.raises(FolderError, match=r"notes\.txt"):
        write_folder(out, [("report.html", b"three")])
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.full
@pytest.mark.timeout(180)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scheme: Any
) -> None:
    warm = talk("I am so sorry to hear that. Is it right?")
    runs = [
        made_run(tmp_path / name, outcomes("bank-1", "+-", conversation=warm), name)
        for name in ("one", NASTY[:40].replace("/", ""))
    ]
    assert called(capsys, *runs, "--out", tmp_path / "out")[0] == 0
    with chromium() as browser:
        page = browser.new_page(color_scheme=scheme)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((tmp_path / "out" / "report.html").as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        found = faults(page)
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert found == []
    assert len(asked) == 1, "the page needs nothing else"
    assert wide <= 0
