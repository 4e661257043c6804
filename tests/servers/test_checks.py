"""The checks of what a tool is given that several domains make."""

from datetime import date
from typing import Literal, get_args

import pytest

from tau_emo_servers.checks import (
    calendar_day,
    check_as_many,
    check_filled,
    check_listed,
    check_once,
    check_swaps,
    one_of,
)
from tau_emo_servers.toolkit import Rejection

Way = Literal["card", "cash"]
WAYS: tuple[Way, ...] = get_args(Way)


def test_texts_that_are_filled_pass() -> None:
    check_filled({"city": "Reno", "zip": " 89501 "}, "address_incomplete", "send all of it")


def test_every_blank_text_is_named() -> None:
    with pytest.raises(Rejection) as refused:
        check_filled(
            {"city": "", "state": "NV", "zip": " \t"}, "address_incomplete", "send all of it"
        )
    assert refused.value.code == "address_incomplete"
    assert refused.value.message == "city, zip must not be empty; send all of it."


def test_one_of_the_values_there_are() -> None:
    assert one_of("cash", WAYS, "method") == "cash"


@pytest.mark.parametrize("value", ["Cash", "cash ", "", "cheque"])
def test_another_value_is_told_which_there_are(value: str) -> None:
    with pytest.raises(Rejection) as refused:
        one_of(value, WAYS, "method")
    assert refused.value.code == "invalid_method"
    assert refused.value.message == f"method {value!r} is unknown; send one of card, cash."


def test_a_day_of_the_calendar() -> None:
    assert calendar_day("2024-02-29") == date(2024, 2, 29)


@pytest.mark.parametrize(
    "text",
    [
        "2025-02-29",
        "2025-2-1",
        "20250201",
        "2025-02-01T10:00",
        "25-02-01",
        "today",
        "",
        "２025-02-01",
    ],
)
def test_what_is_no_day_of_the_calendar(text: str) -> None:
    with pytest.raises(Rejection, match="is no date; send a day of the calendar as YYYY-MM-DD"):
        calendar_day(text)


def test_an_empty_list() -> None:
    check_listed(["a"], "payment method")
    with pytest.raises(Rejection) as refused:
        check_listed([], "payment method")
    assert refused.value.code == "no_payment_methods"
    assert refused.value.message == (
        "the list of payment methods is empty; name every payment method."
    )


def test_what_is_listed_twice() -> None:
    check_once(iter(["a", "b", "A"]), "course")
    with pytest.raises(Rejection) as refused:
        check_once(iter(["a", "b", "c", "b", "a"]), "course")
    assert refused.value.code == "duplicate_course"
    assert refused.value.message == "course a is listed twice; list each course once."


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ([], ["a"], "the list of items is empty"),
        (["a"], [], "the list of items is empty"),
        (
            ["a", "b"],
            ["b", "b"],
            "item b would be replaced by itself; leave it out",
        ),
    ],
)
def test_what_cannot_be_swapped(old: list[str], new: list[str], reason: str) -> None:
    with pytest.raises(Rejection, match=reason):
        check_swaps(old, new, "item")


def test_what_can_be_swapped() -> None:
    check_swaps(["a", "b", "c"], ["b", "a"], "item")


def test_lists_of_two_lengths() -> None:
    check_as_many([1, 2], ["a", "b"], "plate")
    with pytest.raises(Rejection) as refused:
        check_as_many([1, 2], ["a"], "plate")
    assert refused.value.message == (
        "2 plates are listed with 1 new ones; name exactly one new plate for each, in the same "
        "order."
    )
