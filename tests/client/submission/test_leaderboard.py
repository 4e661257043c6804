"""The leaderboard: who is listed where, what is refused, and that nothing of submitters runs."""

import base64
import hashlib
import json
import random
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from chromium import chromium, faults

from tau_emo_client.cli import main
from tau_emo_client.metrics import Interval
from tau_emo_client.submission.folder import SubmissionError, prepare, read_submission
from tau_emo_client.submission.leaderboard import (
    Board,
    Entry,
    RefusedError,
    entries_of,
    rankings,
)
from tau_emo_client.submission.page import page
from tau_emo_client.table import RunReport

BOARD = Board("0.1", "v1", 3, "scripted", "scripted", "")
HOSTILE = (
    "<script>window.pwned = 1</script>",
    '"><img src=x onerror="window.pwned = 1">',
    "{{ 7 * 7 }}{% raw %}",
    "</title></style></script><svg onload=alert(1)>",
    "&lt;b&gt; javascript:alert(1)",
)


def entry(name: str = "A", avg: float = 0.5, pass_hat: float = 0.25, **more: Any) -> Entry:
    fields: dict[str, Any] = {
        "name": name,
        "organisation": "",
        "link": "",
        "mark": "self-reported",
        "agent": "model",
        "door": "chat",
        "board": BOARD,
        "digest": name,
        "avg": avg,
        "avg_interval": Interval(avg - 0.03, avg + 0.04),
        "pass_hat": pass_hat,
        "pass_hat_interval": Interval(pass_hat - 0.01, pass_hat + 0.02),
        "loss": avg - pass_hat,
        "by_domain": (("airline", 0.125), ("retail", 0.375)),
        "broken": 0.111,
        "left": 0.222,
        "episodes": 1740,
    }
    return Entry(**fields | more)


class Page(HTMLParser):
    """What a browser makes of a page: tags with attributes, and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.raw: dict[str, str] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            self.raw[self.open[-1]] = data
        elif {"td", "th"} & {*self.open}:
            self.rows[-1][-1] += f"{data}|"

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_what_the_page_shows() -> None:
    made = Page(
        page([entry(organisation="Us", link="https://example.org/x?a=1&b=2", mark="re-run")])
    )
    head, row, domains, by_domain = made.rows
    assert [name.strip("|") for name in head[:6]] == [
        *("Rank", "Entry", "Mark", "Avg@3", "Pass^3", "Consistency loss"),
    ]
    assert row == [
        "1|",
        "A|Us|agent |model|, chat|",
        "re-run|",
        "50.0|47.0 to 54.0|",
        "25.0|24.0 to 27.0|",
        "25.0|",
        "22.2|",
        "11.1|",
    ]
    assert [name.strip("|") for name in domains] == ["Entry", "airline", "retail"]
    assert by_domain[1:] == ["12.5|", "37.5|"]
    link = {"href": "https://example.org/x?a=1&b=2", "rel": "noopener noreferrer nofollow"}
    assert made.named("a") == [link, link]
    assert {one.get("scope") for one in made.named("th")} == {"col", "row"}
    assert made.named("html") == [{"lang": "en"}]
    assert len(made.named("h1")) == 1
    assert "cannot prove that a conversation took\nplace" in page([entry()])


def test_it_needs_nothing_else_and_its_policy_lets_only_its_own_script_run() -> None:
    made = Page(page([entry()]))
    policy = made.named("meta")[1]["content"] or ""
    assert policy.startswith("default-src 'none'; ")
    for tag, name in (("style", "style-src"), ("script", "script-src")):
        digest = base64.b64encode(hashlib.sha256(made.raw[tag].encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy
        assert len(made.named(tag)) == 1
        assert made.named(tag) == [{}]
    assert not {name for name, _ in made.tags} & {"link", "img", "iframe", "object", "form"}


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_submitters_write_is_more_than_text(text: str) -> None:
    board = replace(BOARD, user_kind="llm", user=text, settings=text)
    bad = entry(text, organisation=text, agent=text, door=text, board=board, link=text)
    made, harmless = Page(page([bad], text)), Page(page([entry(board=board, organisation="x")]))
    assert [name for name, _ in made.tags] == [name for name, _ in harmless.tags]
    for name, attributes in made.tags:
        assert not [one for one in attributes if one.startswith("on")], name
    assert made.named("a") == []
    assert made.rows[1][1] == f"{text}|{text}|agent |{text}|, {text}|"


def test_only_https_links_are_links() -> None:
    for link in ("http://example.org", "javascript:alert(1)", "//example.org", "data:text/html,x"):
        assert Page(page([entry(link=link)])).named("a") == []


def test_entries_are_ranked_by_avg_and_equal_ones_share_a_rank() -> None:
    listed = [entry("B", 0.5, 0.2), entry("A", 0.5, 0.3), entry("C", 0.7), entry("D", 0.1)]
    ((_, ranked),) = rankings(listed)
    assert [(rank, one.name) for rank, one in ranked] == [(1, "C"), (2, "A"), (2, "B"), (4, "D")]


def test_the_order_of_submissions_makes_no_difference() -> None:
    boards = [BOARD, replace(BOARD, user_kind="llm", user="m"), replace(BOARD, protocol="v2")]
    listed = [entry(f"{n}", n / 10, board=boards[n % 3]) for n in range(9)]
    expected = page(listed)
    for seed in range(5):
        random.Random(seed).shuffle(listed)
        assert page(listed) == expected


@pytest.mark.parametrize(
    "other",
    [
        {"user_kind": "human", "user": "human"},
        {"user_kind": "llm", "user": "model"},
        {"protocol": "v2"},
        {"benchmark_version": "0.2"},
        {"settings": '{"strategy": "react"}'},
        {"k": 4},
    ],
)
def test_what_cannot_be_compared_shares_no_ranking(other: dict[str, Any]) -> None:
    found = rankings([entry("A"), entry("B", board=replace(BOARD, **other))])
    assert [[(rank, one.name) for rank, one in ranked] for _, ranked in found] in (
        [[(1, "A")], [(1, "B")]],
        [[(1, "B")], [(1, "A")]],
    )
    assert len(Page(page([entry("A"), entry("B", board=found[0][0])])).named("section")) < 3


def test_the_customers_model_counts_and_where_it_is_asked_does_not() -> None:
    from records import config

    def board(name: str, **settings: Any) -> Board:
        user = {"name": name, "kind": "llm", "settings": {"model": name, **settings}}
        return Board.of(config(user=user))

    first = board("m", endpoint="https://a.example/v1", strategy="llm")
    assert first == board("m", endpoint="https://b.example/v1", strategy="llm")
    assert first != board("n", endpoint="https://a.example/v1", strategy="llm")
    assert first != board("m", endpoint="https://a.example/v1", strategy="react")
    assert board("m\x1b[31m\u202e").user == "m [31m"


@pytest.fixture(scope="module")
def submissions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two submissions of small runs that say of themselves that they give headline figures."""
    folder = tmp_path_factory.mktemp("submissions")
    for name, agent in (("good", "apologise"), ("bad", "noop")):
        words = ["--domain", "retail", "--limit", "1", "--agent", agent, "--max-turns", "2"]
        with pytest.raises(SystemExit):
            main(["eval", *words, "--out", str(folder / f"run-{name}")])
        link = "https://example.org/" if name == "good" else ""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RunReport, "headline_lacks", [])
            more = {"link": link, "contact": "me@example.org"}
            prepare(name, [folder / f"run-{name}"], folder / name, **more)
    return folder


@pytest.fixture
def all_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small runs give headline figures too."""
    monkeypatch.setattr(RunReport, "headline_lacks", [])


def command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, words)])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


@pytest.mark.usefixtures("all_count")
def test_a_page_of_submissions(
    submissions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, out = submissions / "good", submissions / "bad", tmp_path / "site" / "board"
    words = ("submit", "page", good, bad, "--re-run", bad, "--workers", 1, "--out", out)
    status, told, _ = command(capsys, *words)
    assert (status, told) == (0, f"2 entries: {out / 'index.html'}\n")
    text = (out / "index.html").read_text("utf-8")
    assert "contact" not in text
    assert "me@example.org" not in text
    marks = {row[1].split("|")[0]: row[2] for row in Page(text).rows if len(row) == 8}
    assert (marks["good"], marks["bad"]) == ("self-reported|", "re-run|")
    _, told, _ = command(capsys, *words, "--json")
    listed = json.loads(told)["entries"]
    assert {(one["name"], one["mark"], one["episodes"]) for one in listed} == {
        ("good", "self-reported", 1),
        ("bad", "re-run", 1),
    }
    assert (out / "index.html").read_text("utf-8") == text
    assert [path.name for path in out.iterdir()] == ["index.html"]


def test_runs_without_headline_figures_are_refused_with_what_they_lack(
    submissions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare("part", [submissions / "run-good"], tmp_path / "part")
    words = ("submit", "page", tmp_path / "part", "--out", tmp_path / "out")
    status, _, err = command(capsys, *words)
    assert status == 2
    assert "(part) gives no headline figures: runs/1 lacks all test tasks, a published" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("all_count")
def test_one_that_is_not_valid_is_named_and_nothing_is_written(
    submissions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = tmp_path / "forged"
    shutil.copytree(submissions / "bad", forged)
    found = json.loads((forged / "submission.json").read_text("utf-8"))
    found["runs"][0]["figures"]["avg_at_k"] = 1.0
    (forged / "submission.json").write_text(json.dumps(found), "utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "index.html").write_text("as before")
    words = ("submit", "page", submissions / "good", forged, "--out", tmp_path / "out")
    status, _, err = command(capsys, *words, "--workers", "1")
    assert status == 2
    assert f"{forged} (bad) is not valid: runs/1: its figures are" in err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["index.html"]
    assert (tmp_path / "out" / "index.html").read_text() == "as before"


@pytest.mark.usefixtures("all_count")
def test_no_run_is_listed_twice(submissions: Path, tmp_path: Path) -> None:
    shutil.copytree(submissions / "good", tmp_path / "again")
    with pytest.raises(RefusedError, match="good and good hold the same episodes"):
        entries_of([submissions / "good", tmp_path / "again"])
    assert len(entries_of([submissions / "good"], [submissions / "good"])) == 1
    with pytest.raises(RefusedError, match=r"none is not valid: submission\.json cannot be read"):
        entries_of([tmp_path / "none"])


def test_nobody_calls_their_own_submission_re_run(submissions: Path, tmp_path: Path) -> None:
    shutil.copytree(submissions / "good", tmp_path / "mine")
    file = tmp_path / "mine" / "submission.json"
    found = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(found | {"kind": "re-run"}), "utf-8")
    with pytest.raises(RefusedError, match="its kind is 're-run'; only who runs it again"):
        entries_of([tmp_path / "mine"])


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"link": "http://example.org"}, "link: is no address that starts with https://"),
        ({"link": "javascript:alert(1)"}, "link: is no address"),
        ({"link": "https://"}, "link: is no address"),
        ({"link": "https://user:key@example.org"}, "link: is no address"),
        ({"link": "https://example.org/ x"}, "link: holds a character"),
        ({"link": "https://exämple.org"}, "link: holds a character"),
        ({"link": f"https://example.org/{'x' * 300}"}, "link: String should have at most 300"),
        ({"organisation": "x\u202ey"}, "organisation: holds a character that cannot be printed"),
        ({"contact": "x\ny"}, "contact: holds a character"),
        ({"name": "x" * 101}, "name: String should have at most 100"),
        ({"name": " "}, "name: is empty"),
    ],
)
def test_what_is_told_of_a_submission_is_checked(
    submissions: Path, tmp_path: Path, given: dict[str, str], reason: str
) -> None:
    fields = {"name": "x", "runs": [submissions / "run-good"], "out": tmp_path / "out", **given}
    with pytest.raises(SubmissionError) as raised:
        prepare(**fields)  # pyright: ignore[reportArgumentType]
    assert str(raised.value).startswith(reason)
    assert not (tmp_path / "out").exists()
    shutil.copytree(submissions / "good", tmp_path / "copy")
    file = tmp_path / "copy" / "submission.json"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | given), "utf-8")
    with pytest.raises(SubmissionError, match="is broken: "):
        read_submission(tmp_path / "copy")


def test_nothing_to_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = command(capsys, "submit", "page", "--out", tmp_path)
    assert status == 2
    assert "name the folders of submissions" in err


@pytest.mark.full
@pytest.mark.timeout(900)
def test_a_whole_run_under_the_protocol_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("eval", "--agent", "noop", "--protocol", "v1", "--out", tmp_path / "run")
    assert command(capsys, *words)[0] == 0
    made = ("submit", "prepare", tmp_path / "run", "--name", "Nobody", "--out", tmp_path / "sub")
    assert command(capsys, *made)[0] == 0
    status, told, _ = command(
        capsys, "submit", "page", tmp_path / "sub", "--out", tmp_path / "page", "--json"
    )
    assert status == 0
    (listed,) = json.loads(told)["entries"]
    assert (listed["rank"], listed["episodes"], listed["avg_at_k"]) == (1, 1740, 0)
    assert len(listed["pass_hat_by_domain"]) == 10


@pytest.mark.full
def test_a_browser_sorts_and_runs_nothing_else(tmp_path: Path) -> None:
    # Losses: 10 points each, but for Zed with 1 and Abe with 35.
    listed = [
        entry(text, n / 10, n / 10 - 0.1, organisation=text) for n, text in enumerate(HOSTILE, 1)
    ]
    file = tmp_path / "index.html"
    file.write_text(page([*listed, entry("Zed", 0.25, 0.24), entry("Abe", 0.45, 0.1)]), "utf-8")
    with chromium() as browser:
        for scheme in ("light", "dark"):
            tab = browser.new_page(color_scheme=scheme)
            tab.goto(file.as_uri())
            first = tab.locator("table").first
            names = first.locator("tbody th > bdi")
            assert tab.evaluate("window.pwned") is None
            assert faults(tab) == []
            before = names.all_inner_texts()
            first.get_by_role("button", name="Consistency loss").click()
            assert names.first.inner_text() == "Abe"
            first.get_by_role("button", name="Consistency loss").press("Enter")
            assert names.first.inner_text() == "Zed"
            first.get_by_role("button", name="Rank").click()
            assert names.all_inner_texts() == before
            tab.close()
