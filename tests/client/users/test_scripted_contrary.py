"""Whether what is listed or reported goes against the customer's own words."""

import pytest

from tau_emo_client.users.scripted.contrary import goes_against, names_another_title
from tau_emo_tasks.script import Field, Goal, Wish


def _goal(say: str, *fields: Field, outcome: str = "done", hears: tuple[Wish, ...] = ()) -> Goal:
    return Goal.model_validate(
        {
            "act": "change",
            "words": ("chang", "cancel", "mov"),
            "say": say,
            "outcome": outcome,
            "fields": fields,
            "hears": hears,
        }
    )


def _field(name: str, *accept: str, say: str = "") -> Field:
    return Field(name=name, accept=accept, say=say)


@pytest.mark.parametrize(
    ("say", "text"),
    [
        ("Please pay what is open for the fall.", "Registration: 2025 summer term"),
        ("I have to cancel my trip in June.", "I'd cancel the trip starting on 14 July 2024."),
        ("Cancel the one from Orlando to Minneapolis.", "I'd cancel it, Orlando to Milwaukee."),
        (
            "Bring the delivery with the Groundnut Stew.",
            "Your delivery with the Seafood Paella is.",
        ),
        (
            "I want a suite on my trip to Arequipa.",
            "The room on your trip to Quito is a suite now.",
        ),
        ('Add this note: "Sleeps with two pillows."', "Note: Sleeps with three pillows."),
        ("A flight that leaves between noon and 18:00.", "HAT057, departing at 19:25"),
        ("I return one thing, the cookware set.", "It covers the order as a whole."),
        ("Pay half of the debt.", "I paid the whole 849.06."),
        ("Cancel it, as long as that costs me nothing.", "A fee of $139.10 is kept back."),
        ("What would the 2GB fiber internet cost?", "The 1GB fiber internet is $115."),
        ("Two medium buckets of popcorn, please.", "2 large buckets of popcorn"),
        ("I want game GM4T7WN set to final.", "GM2H9KS would be final."),
    ],
)
def test_another_thing_than_was_asked_for_is_noticed(say: str, text: str) -> None:
    goal = _goal(say, _field("thing", "whatever"))
    assert goes_against(goal, text.lower(), text)


@pytest.mark.parametrize(
    ("say", "text"),
    [
        (
            "Please pay what is open for the fall.",
            "The fall term is open; the summer term is paid.",
        ),
        ("I have to cancel my trip in June.", "The trip of 14 June is cancelled."),
        ("Cancel the one from Orlando to Minneapolis.", "Orlando to Minneapolis is cancelled."),
        ("Bring the delivery with the Groundnut Stew.", "Your order with the Groundnut Stew is."),
        ('Add this note: "Sleeps with two pillows."', "Note: Sleeps with two pillows. Saved."),
        ("A flight that leaves between noon and 18:00.", "HAT057, departing at 16:25"),
        ("I return one thing, the cookware set.", "Only that; everything else stays."),
        ("Pay half of the debt.", "I paid half of it, 424.53; the whole debt was 849.06."),
        ("Cancel it, as long as that costs me nothing.", "There is no fee."),
        ("Two medium buckets of popcorn, please.", "2 medium buckets of popcorn and a large smile"),
        ("Cancel my trip from JFK to Orlando.", "I'd cancel the trip from JFK to MCO as a whole."),
        ("Move half of my savings.", "In full, I would move $50.00. Shall I?"),
        ("One thing besides: I want my ticket cancelled.", "I'd cancel your ticket as a whole."),
        (
            "Cancel my registration if I get back $200; otherwise I keep it.",
            "I'd cancel your registration as a whole. $300 goes back.",
        ),
        (
            "In January I begin with trazodone. I want my metformin changed.",
            "I'd change the metformin in the record of September 24, 2025.",
        ),
        ('Link my 55" TV and the 65" one.', "Linked: both televisions and nothing more"),
    ],
)
def test_what_was_asked_for_goes_against_nothing(say: str, text: str) -> None:
    goal = _goal(say, _field("thing", "whatever"))
    assert not goes_against(goal, text.lower(), text)


def test_an_answer_about_another_day_is_no_answer() -> None:
    wish = Wish(name="blood pressure", kind="name", ask="Which blood pressure stands in it?")
    goal = _goal(
        "Which one is in the record of Friday, November 28?", outcome="told", hears=(wish,)
    )
    text = "In the record of Tuesday, November 18 it is 118/79."
    assert goes_against(goal, text.lower(), text)
    text = "In the record of Friday, November 28 it is 118/79."
    assert not goes_against(goal, text.lower(), text)


def test_another_title_in_a_report_is_noticed() -> None:
    goal = _goal(
        "I want an audit of Principles of Accounting.", _field("course", "Principles of Accounting")
    )
    wrong = "Done, in the fall Business Law is an audit."
    assert names_another_title(goal, wrong.lower(), wrong)
    right = "Done, in the fall Principles of Accounting is an audit."
    assert not names_another_title(goal, right.lower(), right)
