"""Nothing that agents, customers, tools or addresses say becomes part of a page."""

from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shown_runs import ATTACK, ATTACKS, OVERRIDE, Page
from starlette.testclient import TestClient

from tau_emo_client.viewer.app import viewer_app, warm_up
from tau_emo_client.viewer.library import Library
from tau_emo_client.viewer.plain import indented, pretty, shown

OURS = {
    *("html", "head", "meta", "title", "link", "script", "body", "a", "header", "nav", "div"),
    *("form", "label", "input", "button", "main", "dialog", "h1", "h2", "table", "thead", "tbody"),
    *("tr", "th", "td", "kbd", "p", "select", "option", "strong", "caption", "span", "section"),
    *("ul", "li", "dl", "dt", "dd", "details", "summary", "code", "pre", "article", "meter"),
}
"""The elements that the templates hold."""


@pytest.fixture(scope="module")
def addresses(hostile: Path) -> list[str]:
    run, episode = hostile.name, f"task {ATTACK}"
    sides = "&".join(f"{side}={quote(f'{run}/{episode}.{n}', safe='')}"
                     for n, side in enumerate(("left", "right")))  # fmt: skip
    attack = quote(ATTACK, safe="")
    query = f"?q={attack}&domain={attack}&run={attack}&sort={attack}&page={attack}&task={attack}"
    return [
        "/",
        f"/episode/{quote(run, safe='')}/{quote(episode, safe='')}.0",
        f"/episode/{quote(run, safe='')}/{quote(episode, safe='')}.1{query}",
        f"/compare?{sides}",
        f"/{query}",
        f"/?rule={quote(f'RULE {ATTACK}')}",
        f"/episode/{attack}/{attack}",
        f"/compare?left={attack}&right={attack}",
        f"/{attack}",
    ]


@pytest.fixture(scope="module")
def attacked(hostile: Path) -> TestClient:
    library = Library([hostile])
    warm_up(library)
    return TestClient(viewer_app(library), base_url="http://127.0.0.1")


def check(page: Page) -> None:
    assert {tag for tag, _ in page.tags} <= OURS
    assert page.attributes("script", "src") == ["/static/viewer.js"]
    assert [tag for tag, _ in page.tags].count("script") == 1
    assert [tag for tag, _ in page.tags].count("main") == 1
    for _, given_attributes in page.tags:
        for name, value in given_attributes.items():
            assert not name.startswith("on"), name
            assert name not in ("style", "srcdoc", "x"), name
            if name in ("href", "src", "action"):
                assert value == "data:," or (value or "").startswith(("/", "#")), value
                assert not (value or "").startswith("//")


def test_attacks_are_shown_as_what_they_are(attacked: TestClient, addresses: list[str]) -> None:
    for address in addresses:
        answer = attacked.get(address)
        assert answer.status_code in (200, 404), address
        page = Page(answer.text)
        check(page)
        values = " ".join(page.attributes("option", "value") + page.attributes("input", "value"))
        for attack in ATTACKS:
            assert attack in page.text + values or answer.status_code == 404, (address, attack)


def test_every_text_of_a_record_is_on_its_page(attacked: TestClient, addresses: list[str]) -> None:
    page = Page(attacked.get(addresses[1]).text)
    for name in (
        *("customer", "beside", "thought", "agent", "tool", "call", "text", "detail", "reason"),
        *("RULE", "evidence", "table", "id", "key", "column", "wanted", "got", "fact"),
        *("started", "earlier", "user"),
    ):
        assert f"{name} {ATTACK}" in page.text, name
    # Within JSON, quotes have a backslash before them.
    assert indented({f"key {ATTACK}": [f"value {ATTACK}"]})[4:-6] in page.text
    assert f"customer {ATTACK}\nsecond line" in page.text
    assert "49" not in page.text


def test_the_list_shows_the_names_of_strangers_as_text(attacked: TestClient) -> None:
    text = Page(attacked.get("/").text).text
    for name in ("agent", "user", "protocol", "emotion", "domain", "task", "RULE"):
        assert f"{name} {ATTACK}" in text, name


def test_characters_that_turn_the_order_of_a_text_are_named(
    attacked: TestClient, addresses: list[str]
) -> None:
    source = attacked.get(addresses[1]).text
    for character in "\u202e\u202c\u2066\u2069\u200b":
        assert character not in source
        assert f"⟨U+{ord(character):04X}⟩" in source


def test_what_is_seen_and_what_is_named() -> None:
    assert shown(OVERRIDE) == "user ⟨U+202E⟩dnammoc⟨U+202C⟩ and ⟨U+2066⟩more⟨U+2069⟩⟨U+200B⟩"
    assert shown("a\r\nb\rc\u2028d\te") == "a\nb\nc\nd\te"
    assert shown("\x00\x1b[31m\x7f\x85") == "⟨U+0000⟩⟨U+001B⟩[31m⟨U+007F⟩⟨U+0085⟩"
    assert shown("שלום 👩\u200d🔬 é 中文") == "שלום 👩\u200d🔬 é 中文"
    assert shown(3) == 3


@pytest.mark.parametrize(
    ("text", "laid_out"),
    [
        ('{"a":[1,2.5]}', '{\n  "a": [\n    1,\n    2.5\n  ]\n}'),
        ('{"a": 1}', '{\n  "a": 1\n}'),
        ('{"a":1.10}', '{"a":1.10}'),
        ('{"a":1,"a":2}', '{"a":1,"a":2}'),
        ('{"a":"\\u00e9"}', '{"a":"\\u00e9"}'),
        ("[" * 100_000, "[" * 100_000),
        ("[" + "9" * 5_000 + "]", "[" + "9" * 5_000 + "]"),
        ("Error: no", "Error: no"),
        ("", ""),
    ],
)
def test_only_json_that_says_the_same_is_laid_out(text: str, laid_out: str) -> None:
    assert pretty(text) == laid_out


@given(st.text(max_size=60))
def test_no_query_becomes_part_of_the_page(text: str) -> None:
    check(Page(_LISTED.get("/", params={"q": text, "task": text, "domain": text}).text))


_LISTED = TestClient(viewer_app(Library([])), base_url="http://127.0.0.1")
