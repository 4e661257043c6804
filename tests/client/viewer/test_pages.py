"""The pages: what they show, where their links lead, and who may ask for them."""

import re
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import pytest
from records import record
from shown_runs import Page, play, write
from starlette.testclient import TestClient

from tau_emo_client.cli import main
from tau_emo_client.failures.run import failures_of
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.store import read_records
from tau_emo_client.viewer.app import viewer_app, warm_up
from tau_emo_client.viewer.library import Library
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_servers.domain import served_domain

URL = "http://127.0.0.1"


@pytest.fixture(scope="module")
def records(library: Library) -> list[tuple[str, EpisodeRecord]]:
    """Each played episode with the name of its run, as the run holds them."""
    return [(run.name, one) for run in library.runs for one in read_records(run.folder)]


def listed(client: TestClient, query: str = "") -> list[tuple[str, str]]:
    """Run and id of the episodes on a page of the list."""
    page = Page(client.get(f"/{query}").text)
    found = [re.match(r"/episode/([^/]+)/([^?]+)", link) for link in page.links]
    return [(one[1], one[2]) for one in found if one]


# -- the list -----------------------------------------------------------------------------


def test_all_episodes_are_listed_in_the_order_of_their_runs(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    assert listed(client) == [(run, one.id) for run, one in records]


@pytest.mark.parametrize(
    "name", ["run", "domain", "family", "emotion", "politeness", "urgency", "trust", "result",
             "end", "failure", "rule", "task"]
)  # fmt: skip
def test_each_filter_gives_the_episodes_that_have_the_value(
    client: TestClient, library: Library, records: list[tuple[str, EpisodeRecord]], name: str
) -> None:
    failures = {
        (run.name, one.episode): one.category.value
        for run in library.runs
        for one in failures_of(run.folder)
    }

    def values(run: str, one: EpisodeRecord) -> list[str]:
        condition = one.condition
        assert condition
        return {
            "run": [run],
            "domain": [one.domain],
            "family": [condition.family],
            "emotion": [condition.emotion],
            "politeness": [condition.politeness],
            "urgency": [condition.urgency],
            "trust": [condition.trust_in_agent],
            "result": ["passed" if one.reward else "failed"],
            "end": [one.end_reason.value],
            "failure": [failures[run, one.id]] if (run, one.id) in failures else [],
            "rule": list({violation.rule for violation in one.violations}),
            "task": [one.task_id],
        }[name]

    counts = Counter(value for run, one in records for value in values(run, one))
    assert counts
    for value in counts:
        expected = [(run, one.id) for run, one in records if value in values(run, one)]
        assert listed(client, f"?{name}={value}") == expected
    if name != "task":
        assert dict(library.index.options()[name]) == counts
    assert listed(client, f"?{name}=no-such-value") == []


def test_filters_and_search_are_taken_together(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    run, one = next((r, o) for r, o in records if o.domain == "retail")
    opening = one.conversation.events[0].text
    phrase = " ".join(opening.split()[:6])
    same = [(r, o.id) for r, o in records if phrase in o.conversation.events[0].text]
    assert (run, one.id) in same
    assert listed(client, f"?q={quote(chr(34) + phrase + chr(34))}") == same
    both = [pair for pair in same if pair[0] == run]
    assert listed(client, f"?run={run}&q={quote(chr(34) + phrase + chr(34))}") == both
    result = next(
        call.result
        for event in one.conversation.events
        if isinstance(event, AgentStep)
        for call in event.calls
    )
    word = max(re.findall(r"\w+", result), key=len)
    assert (run, one.id) in listed(client, f"?q={word}")


@pytest.mark.parametrize(
    ("sort", "key"), [("turns", "turns"), ("calls", "tool_calls"), ("follow-ups", "follow_ups")]
)
def test_the_list_is_sorted(
    client: TestClient, records: list[tuple[str, EpisodeRecord]], sort: str, key: str
) -> None:
    figures = {(run, one.id): getattr(one, key) for run, one in records}
    rising = [figures[pair] for pair in listed(client, f"?sort={sort}")]
    assert rising == sorted(figures.values())
    falling = [figures[pair] for pair in listed(client, f"?sort=-{sort}")]
    assert falling == sorted(figures.values(), reverse=True)
    heading = Page(client.get(f"/?sort=-{sort}").text)
    assert heading.attributes("th", "aria-sort") == ["descending"]


def test_numbers_in_ids_count_as_numbers(tmp_path: Path) -> None:
    made = [record(f"retail-{n}", 0) for n in (10, 2, 1)]
    library = Library([write(tmp_path / "run", made)])
    client = TestClient(viewer_app(library), base_url=URL)
    ids = [one for _, one in listed(client, "?sort=episode")]
    assert ids == ["retail-1.0", "retail-2.0", "retail-10.0"]


def test_many_episodes_stand_on_several_pages(tmp_path: Path) -> None:
    made = [record("t1", n, n % 3 == 0, agent_usage={"cost": n / 100}) for n in range(250)]
    library = Library([write(tmp_path / "run", made)])
    client = TestClient(viewer_app(library), base_url=URL)
    assert [one for _, one in listed(client, "?page=3")] == [f"t1.{n}" for n in range(200, 250)]
    assert listed(client, "?page=9") == listed(client, "?page=3")
    first = Page(client.get("/").text)
    assert "250 episodes: 84 passed, 166 failed" in " ".join(first.text.split())
    assert "/?page=2" in first.links
    assert "/?page=1" not in first.links
    assert [one for _, one in listed(client, "?sort=-cost")][:2] == ["t1.249", "t1.248"]
    assert "$2.4900" in client.get("/?sort=-cost").text


def test_what_does_not_count_is_neither_passed_nor_failed(tmp_path: Path) -> None:
    from tau_emo_client.limits import EndReason

    made = [record("t1", 0), record("t1", 1, False, end=EndReason.INFRASTRUCTURE, detail="down")]
    client = TestClient(viewer_app(Library([write(tmp_path / "run", made)])), base_url=URL)
    page = " ".join(Page(client.get("/").text).text.split())
    assert "2 episodes: 1 passed, 0 failed, 1 not counted" in page
    assert listed(client, "?result=uncounted") == [("run", "t1.1")]
    assert "down" in Page(client.get("/episode/run/t1.1").text).text


# -- the episode --------------------------------------------------------------------------


def test_everything_that_was_said_and_called_is_shown_in_order(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    for run, one in records:
        page = Page(client.get(f"/episode/{run}/{one.id}").text)
        assert [i for i in page.ids if re.fullmatch(r"e\d+", i)] == [
            f"e{n}" for n in range(len(one.conversation.events) + 1)
        ]
        at = 0
        for event in one.conversation.events:
            at = page.text.index(event.text, at)
            for call in event.calls if isinstance(event, AgentStep) else ():
                at = page.text.index(call.name, at)
        folded = [given for tag, given in page.tags if tag == "details"]
        assert len(folded) >= one.tool_calls


def test_results_and_arguments_are_laid_out(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    run, one, call = next(
        (run, one, call)
        for run, one in records
        for event in one.conversation.events
        if isinstance(event, AgentStep)
        for call in event.calls
        if call.arguments and call.result.startswith("{")
    )
    text = Page(client.get(f"/episode/{run}/{one.id}").text).text
    assert isinstance(call.arguments, dict)
    for name in call.arguments:
        assert f'\n  "{name}": ' in text
    assert f'{{\n  "{call.result[2:].partition(chr(34))[0]}": ' in text


def test_the_card_tells_who_the_customer_was(
    client: TestClient, library: Library, records: list[tuple[str, EpisodeRecord]]
) -> None:
    run, one = records[0]
    task = library.runs[0].tasks[one.task_id]
    text = Page(client.get(f"/episode/{run}/{one.id}").text).text
    assert one.condition
    for told in (
        one.condition.emotion, one.condition.politeness, one.condition.urgency,
        one.condition.trust_in_agent, task.persona, task.feeling, task.instruction,
    ):  # fmt: skip
        assert told in text


def test_rules_stand_with_their_text_beside_what_broke_them(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    seen = 0
    for run, one in records:
        source = client.get(f"/episode/{run}/{one.id}").text
        texts = {rule.id: rule.text for rule in served_domain(one.domain).rules}
        for violation in one.violations:
            start = source.index(f'id="e{violation.event}"')
            beside = Page(source[start - 50 : source.index("</article>", start)]).text
            assert f"{violation.rule} {texts[violation.rule]}" in beside
            assert violation.evidence in beside
            seen += 1
    assert seen > 5


def test_the_grade_and_the_diagnosis_are_shown(
    client: TestClient, library: Library, records: list[tuple[str, EpisodeRecord]]
) -> None:
    found = {
        (run.name, one.episode): one for run in library.runs for one in failures_of(run.folder)
    }
    rows = 0
    for run, one in records:
        source = client.get(f"/episode/{run}/{one.id}").text
        text = " ".join(Page(source).text.split())
        failure = found.get((run, one.id))
        if failure is None:
            assert "The final state is the gold state." in text
            assert 'id="failure-title"' not in source
            continue
        assert f"{failure.category.value.replace('_', ' ')}, by the" in text
        assert failure.evidence in text
        assert "Here it went wrong first." in text or "missing at the end" in text
        assert one.grade
        for difference in one.grade.state_differences:
            assert f"{difference.kind} {difference.table} " in text
            for name, (expected, got) in difference.columns.items():
                assert name in text
                assert expected in (None, "") or " ".join(str(expected).split()) in text
                assert got in (None, "") or " ".join(str(got).split()) in text
                rows += 1
        for name in one.grade.outputs_missing:
            assert name in text
    assert rows > 5


def test_patience_stands_beside_the_message_that_moved_it(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    run, one = next((run, one) for run, one in records if one.end_reason.value == "user_left")
    source = client.get(f"/episode/{run}/{one.id}").text
    said = [n for n, event in enumerate(one.conversation.events)
            if isinstance(event, AgentStep) and event.delivered]  # fmt: skip
    for place in said:
        start = source.index(f'id="e{place}"')
        assert "<meter" in source[start : source.index("</article>", start)]
    assert len(Page(source).attributes("meter", "value")) == len(said)


def test_episodes_lead_to_their_neighbours_within_the_selection(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    query = "?domain=airline&sort=-turns"
    order = listed(client, query)
    assert len(order) > 3
    for here, (run, one) in enumerate(order):
        page = Page(client.get(f"/episode/{run}/{one}{query}").text)
        by = {given["rel"]: given["href"] for tag, given in page.tags
              if tag == "a" and "rel" in given}  # fmt: skip
        assert by["up"] == f"/{query}"
        for relation, place in (("prev", here - 1), ("next", here + 1)):
            if 0 <= place < len(order):
                assert by[relation] == "/episode/{}/{}{}".format(*order[place], query)
            else:
                assert relation not in by
        assert f"{here + 1} of {len(order)}" in page.text


def test_no_link_of_any_page_is_dead(client: TestClient) -> None:
    seen, ahead = {"/"}, ["/"]
    while ahead and len(seen) < 120:
        source = client.get(ahead.pop())
        assert source.status_code == 200, source.url
        page = Page(source.text)
        for link in page.links:
            path, _, fragment = link.partition("#")
            if not path:
                assert fragment in page.ids, link
            elif path not in seen:
                seen.add(path)
                ahead.append(path)
        assert len(page.ids) == len(set(page.ids)), source.url
    assert len(seen) > 60


# -- the comparison -----------------------------------------------------------------------


def test_two_plays_of_a_task_stand_side_by_side(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    run, one = records[0]
    other_run, other = next((r, o) for r, o in records if o.task_id == one.task_id and r != run)
    episode = client.get(f"/episode/{run}/{one.id}").text
    assert f'value="{other_run}/{other.id}"' in episode
    left, right = f"{run}/{one.id}", f"{other_run}/{other.id}"
    answer = client.get("/compare", params={"left": left, "right": right})
    source = answer.text
    page = Page(source)
    for event in (*one.conversation.events, *other.conversation.events):
        assert event.text in page.text
    turns = [
        sum(isinstance(event, UserMessage) for event in played.conversation.events)
        for played in (one, other)
    ]
    assert page.text.count("It had ended.") == abs(turns[0] - turns[1])
    assert f'id="t{max(turns)}"' in source
    assert f'id="t{max(turns) + 1}"' not in source
    facts = source[source.index('class="facts"') : source.index("</table>")]
    agent = facts[facts.index(">Agent<") - 60 : facts.index(">Customer<")]
    assert "(differs)" in agent
    assert ">curt<" in agent
    assert ">random<" in agent
    assert "/compare?left=random%2F" in source


def test_two_tasks_are_not_compared(
    client: TestClient, records: list[tuple[str, EpisodeRecord]]
) -> None:
    run, one = records[0]
    other = next(o for r, o in records if r == run and o.task_id != one.task_id)
    params = {"left": f"{run}/{one.id}", "right": f"{run}/{other.id}"}
    answer = client.get("/compare", params=params)
    assert answer.status_code == 400
    assert "only one task can be compared" in answer.text


# -- what is not known --------------------------------------------------------------------


def test_an_imported_run_says_what_it_does_not_have(tmp_path: Path, played: list[Path]) -> None:
    theirs, folder = tmp_path / "theirs.jsonl", tmp_path / "theirs"
    for words in (
        ("export", str(played[0]), "--to", str(theirs)),
        ("import", str(theirs), "--domain", "retail", "--out", str(folder)),
    ):
        if words[0] == "import":
            lines = [one for one in theirs.read_text("utf-8").splitlines() if '"retail-' in one]
            theirs.write_text("\n".join(lines), "utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["runs", *words])
        assert not ended.value.code
    library = Library([folder])
    warm_up(library)
    client = TestClient(viewer_app(library), base_url=URL)
    ids = listed(client)
    assert len(ids) == 4
    source = client.get("/episode/{}/{}".format(*ids[0])).text
    text = Page(source).text
    assert "This run was imported. Its databases, tasks and rules are not known here" in text
    assert "It was graded elsewhere, with the reward" in text
    for missing in ("What it changed", "Patience", "Instruction", 'id="failure-title"'):
        assert missing not in source


def test_a_run_of_other_tasks_or_data_says_so(tmp_path: Path, played: list[Path]) -> None:
    folder = tmp_path / "changed"
    folder.mkdir()
    about = (played[1] / "run.json").read_text("utf-8")
    digests = re.findall(r'"(?:tasks_digest|retail|airline)": "([0-9a-f]{64})"', about)
    for digest in digests:
        about = about.replace(digest, "0" * 64)
    (folder / "run.json").write_text(about, "utf-8")
    (folder / "episodes.jsonl").write_bytes((played[1] / "episodes.jsonl").read_bytes())
    client = TestClient(viewer_app(Library([folder])), base_url=URL)
    text = Page(client.get("/episode/{}/{}".format(*listed(client)[0])).text).text
    assert "It was played on other tasks than those of this version" in text
    assert "It was played on other base data than those of this version" in text
    assert "What it changed" not in text


def test_customers_without_emotion_have_no_patience_to_lose(tmp_path: Path) -> None:
    folder = play(tmp_path / "plain", "curt", "--no-emotion", "--domain", "bank")
    client = TestClient(viewer_app(Library([folder])), base_url=URL)
    page = Page(client.get("/episode/{}/{}".format(*listed(client)[0])).text)
    assert page.attributes("meter", "value") == []
    assert "Emotion" in page.text


# -- who may ask --------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("path", ["/", "/compare", "/static/viewer.js", "/episode/curt/x"])
def test_nothing_but_reading_is_served(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, path)
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("[::1]:8000", 200),
        ("attacker.example", 400),
        ("localhost.attacker.example", 400),
        ("127.0.0.1.attacker.example:8000", 400),
        ("", 400),
    ],
)
def test_pages_are_served_only_by_a_name_of_this_machine(
    client: TestClient, host: str, status: int
) -> None:
    for path in ("/", "/static/viewer.css", "/episode/curt/none"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == (404 if status == 200 and "none" in path else status)


def test_other_names_are_served_when_they_are_allowed(library: Library) -> None:
    client = TestClient(viewer_app(library, ["lab.example"]), base_url="http://lab.example")
    assert client.get("/").status_code == 200
    assert client.get("/", headers={"Host": "other.example"}).status_code == 400
    below = TestClient(viewer_app(library, ["*.example", "[fe80::1]"]), base_url="http://a.example")
    assert below.get("/").status_code == 200
    assert below.get("/", headers={"Host": "[fe80::1]:80"}).status_code == 200
    assert below.get("/", headers={"Host": "example.org"}).status_code == 400


@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/episode/a/b", "/compare", "/static/viewer.css", "/static/none"]
)
def test_every_answer_forbids_what_the_page_does_not_need(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/nothing", 404, "Not Found"),
        ("/episode/curt/none", 404, "has no episode"),
        ("/episode/none/none", 404, "no run"),
        ("/compare", 404, "no run"),
        ("/compare?left=curt", 404, "has no episode"),
        ("/static/../app.py", 404, "Not Found"),
        ("/static/%2e%2e/app.py", 404, "Not Found"),
    ],
)
def test_what_is_not_there_is_told(client: TestClient, path: str, status: int, told: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert told in Page(answer.text).text
