"""Values in any usual spelling, and the side on which a listing names them."""

import pytest
from scripts import FLIGHT, LAMP

from tau_emo_client.users.scripted.compare import holds, sides
from tau_emo_client.users.scripted.first_person import first_person
from tau_emo_client.users.scripted.fit import fit
from tau_emo_tasks.script import Field, Goal


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on may 21, 2024", "2024-05-21"),
        ("on may 21st", "2024-05-21"),
        ("on 21 may", "2024-05-21"),
        ("on 2024-05-21 at noon", "2024-05-21"),
        ("on 5/21/2024", "2024-05-21"),
        ("leaving 2:30 pm", "14:30:00"),
        ("leaving 14:30", "14:30"),
        ("leaving at 2 pm", "14:00"),
        ("a charge of $1,248.00", "1248"),
        ("a charge of 12.4", "12.40"),
        ("two bags", "2"),
        ("2 bags", "2"),
        ("mastercard ••••4471", "4471"),
        ("mastercard...4471", "4471"),
        ("call (555) 010-4477", "555-010-4477"),
        ("the desk-lamp", "desk lamp"),
        ("two desk lamps", "desk lamp"),
        ("basic_economy", "basic economy"),
        ("12 oak street, suite 4", "12 Oak Street, Suite 4"),
        ("hat 271", "HAT271"),
    ],
)
def test_a_value_is_found_in_usual_spellings(text: str, value: str) -> None:
    assert holds(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on may 2, 2024", "2024-05-21"),
        ("on may 21, 2023", "2024-05-21"),
        ("on 2024-05-22", "2024-05-21"),
        ("leaving 2:30 am", "14:30"),
        ("12 bags", "2"),
        ("$2.50", "2"),
        ("2024-05-21", "2"),
        ("card 44710", "4471"),
        ("the lampshade", "lamp"),
        ("a charge of 112.40", "12.40"),
        ("busy", "bus"),
        ("i'm sorry, size xs it is.", "M"),
    ],
)
def test_another_value_is_not_taken_for_it(text: str, value: str) -> None:
    assert not holds(text, value)


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("from the visa to your gift card", {"new"}),
        ("from the gift card to your visa", {"old"}),
        ("instead of the gift card", {"old"}),
        ("new method: gift card", {"new"}),
        ("the gift card", {"open"}),
        ("nothing of it", set[str]()),
    ],
)
def test_the_side_of_a_mention(text: str, side: set[str]) -> None:
    assert sides(text, ("gift card",)) == side


@pytest.mark.parametrize(
    ("text", "right", "wrong", "missing"),
    [
        (
            "exchange the desk lamp for the usb one, mastercard ending in 4471",
            ["item", "power source", "payment"],
            [],
            [],
        ),
        (
            "exchange the desk lamp (battery) for the usb one, 4471",
            ["item", "power source", "payment"],
            [],
            [],
        ),
        (
            "exchange the desk lamp for one with ac adapter, 4471",
            ["item", "payment"],
            ["power source"],
            [],
        ),
        (
            "exchange the desk lamp for the usb one",
            ["item", "power source"],
            [],
            ["payment"],
        ),
        (
            "move the difference from 4471 to paypal; desk lamp; usb",
            ["item", "power source"],
            ["payment"],
            [],
        ),
    ],
)
def test_how_a_listing_fits(
    text: str, right: list[str], wrong: list[str], missing: list[str]
) -> None:
    verdict = fit(LAMP, text)
    assert [field.name for field in verdict.right] == right
    assert [field.name for field in verdict.wrong] == wrong
    assert [field.name for field in verdict.missing] == missing


def test_an_old_date_beside_the_new_one_spoils_nothing() -> None:
    assert fit(FLIGHT, "from may 22 to may 21, paid by gift card").complete
    assert not fit(FLIGHT, "from may 21 to may 22, paid by gift card").complete


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("i would book this in basic economy", False),
        ("i would book this in economy", True),
        ("i would change the cabin from basic economy to economy", True),
        ("i would change the cabin from economy to basic economy", False),
    ],
)
def test_a_value_inside_a_rejected_one_is_not_named(text: str, right: bool) -> None:
    cabin = Field(name="cabin", accept=("economy",), reject=("basic economy",), say="Economy.")
    goal = Goal(act="book", words=("book",), say="A flight.", outcome="done", fields=(cabin,))
    assert fit(goal, text).complete == right


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("You measured twice.", "I measured twice."),
        ("You were up all night with your son.", "I was up all night with my son."),
        (
            "They told you it was fine, and you are tired.",
            "They told me it was fine, and I am tired.",
        ),
        ("Since you've waited a week, nobody called.", "Since I've waited a week, nobody called."),
        ("You are full of dread.", ""),
        ("Nobody around here knows you. You waited.", "I waited."),
        ("", ""),
    ],
)
def test_a_feeling_in_the_first_person(told: str, said: str) -> None:
    assert first_person(told) == said
