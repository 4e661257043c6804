"""Texts that are read in two persons."""

from collections import Counter

import pytest

from tau_emo_db import Draw
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.wording import Choice, continued, told


@pytest.mark.parametrize(
    ("template", "first", "second"),
    [
        ("{id} like {my} {item} back.", "I'd like my lamp back.", "You would like your lamp back."),
        (
            "It was {mine}. {i} {was} late.",
            "It was mine. I was late.",
            "It was yours. You were late.",
        ),
        ("{im} sure; {ive} seen it.", "I'm sure; I've seen it.", "You are sure; you have seen it."),
        ("{mail} is mine.", "a@b.c is mine.", "a@b.c is mine."),
    ],
)
def test_one_text_reads_well_in_both_persons(template: str, first: str, second: str) -> None:
    facts = {"item": "lamp", "mail": "a@b.c"}
    assert told(template, "first", facts) == first
    assert told(template, "second", facts) == second


def test_a_blank_without_a_fact_is_an_error() -> None:
    with pytest.raises(KeyError, match="card"):
        told("It goes on {my} {card}.", "first", {})


def test_a_text_goes_on_after_an_opening() -> None:
    assert continued("And then:", "The lamp is broken.") == "And then: the lamp is broken."
    assert continued("And then:", "{i} moved.") == "And then: {i} moved."
    assert continued("", "The lamp is broken.") == "The lamp is broken."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("office chair", "An office chair is here; it stays."),
        ("running shoes", "Some running shoes are here; them stays."),
        ("chess", "A chess is here; it stays."),
    ],
)
def test_a_thing_has_the_forms_a_sentence_needs(name: str, text: str) -> None:
    template = "{a_item} {item_is} here; {item_it} stays."
    assert told(template, "first", noun("item", name)) == text


def test_the_wordings_used_least_come_first() -> None:
    used = Counter({"a": 2, "b": 1})
    choice = Choice(used)
    picked = [choice.pick(("a", "b", "c"), Draw(f"{n}")) for n in range(6)]
    assert picked[0] == "c"
    assert {*picked[1:3]} == {"b", "c"}
    assert used == {"a": 3, "b": 3, "c": 3}
    assert choice.taken == picked
    assert choice.pick((), Draw("x")) == ""
