"""Which episodes are listed, and how that stands in an address."""

import sqlite3
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tau_emo_client.viewer.selection import FILTERS, MOST_WORDS, Selection, match_of


def read(query: str) -> Selection:
    return Selection.read(dict(parse_qsl(query.removeprefix("?"))))


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("", ""),
        ("?domain=&run=&q=+", ""),
        ("?domain=retail", "?domain=retail"),
        ("?result=failed&domain=retail", "?domain=retail&result=failed"),
        ("?sort=run&page=1", ""),
        ("?sort=-turns&page=3", "?sort=-turns&page=3"),
        ("?sort=number;DROP", ""),
        ("?page=-1", ""),
        ("?page=99999999999999999999", ""),
        ("?page=\u0663", ""),
        ("?unknown=1&q=late+order", "?q=late+order"),
    ],
)
def test_a_query_is_read_and_written_in_one_form(query: str, canonical: str) -> None:
    assert read(query).query == canonical


@given(
    st.dictionaries(st.sampled_from([*FILTERS, "q"]), st.text(st.characters(codec="utf-8"))),
    st.integers(1, 10**6),
)
def test_every_selection_can_be_linked_to(query: dict[str, str], page: int) -> None:
    selection = Selection.read({**query, "page": str(page)})
    assert read(selection.query) == selection


def test_the_same_order_again_is_turned_round() -> None:
    selection = Selection().at(4)
    assert selection.by("turns").query == "?sort=turns"
    assert selection.by("turns").by("turns").query == "?sort=-turns"
    assert selection.by("turns").by("turns").by("turns").query == "?sort=turns"


SAID = {
    1: "I want a refund for order #W1234567, please.",
    2: "The order was refunded; nothing is owed.",
    3: 'Please refund the other order "now".',
    4: "Zürich, ΑΘΗΝΑ",
}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("refund", {1, 2, 3}),
        ("refund order", {1, 2, 3}),
        ("REFUND please", {1, 3}),
        ('"refund for"', {1}),
        ('"refund for', {1}),
        ('"refund"', {1, 3}),
        ("#W1234567", {1}),
        ("w1234", {1}),
        ("1234567", set()),
        ("zurich", {4}),
        ("αθηνα", {4}),
        ("refund OR owed", {2}),  # the beginning of "order"
        ("NOT", {2}),
        ("*", set()),
        ('"', set()),
        ("refund - (", {1, 2, 3}),
        ("words:refund", set()),
        ("refund\0", {1, 2, 3}),
    ],
)
def test_what_a_search_finds(words: str, found: set[int]) -> None:
    db = sqlite3.connect("")
    db.execute("CREATE VIRTUAL TABLE said USING fts5 (words, content='')")
    db.executemany("INSERT INTO said (rowid, words) VALUES (?, ?)", SAID.items())
    rows = db.execute("SELECT rowid FROM said WHERE said MATCH ?", (match_of(words),))
    assert {number for (number,) in rows} == found


@given(st.text())
def test_nothing_that_is_looked_for_is_an_error(words: str) -> None:
    db = sqlite3.connect("")
    db.execute("CREATE VIRTUAL TABLE said USING fts5 (words, content='')")
    wanted = Selection.read({"q": words}).condition()[1]
    for one in wanted:
        assert not db.execute("SELECT rowid FROM said WHERE said MATCH ?", (one,)).fetchall()
    assert match_of("a " * 100).count('"a"') == MOST_WORDS
