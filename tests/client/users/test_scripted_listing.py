"""Which messages are listings that a customer can say yes to."""

import pytest
from scripts import BAGS, FLIGHT, LAMP, LAMP_AND_KETTLE

from tau_emo_client.users.scripted.listing import listing_in
from tau_emo_client.users.scripted.pursuit import Pursuit, Stage
from tau_emo_client.users.scripted.reading import read
from tau_emo_tasks.script import Goal

KETTLE = LAMP_AND_KETTLE.goals[1]
WHOLE = "I'd exchange the desk lamp for the USB one, $12.40 on the Mastercard ending in 4471. "


def pursuits(*goals: Goal) -> list[Pursuit]:
    return [Pursuit(goal, Stage.RAISED) for goal in goals]


@pytest.mark.parametrize(
    "asking",
    ["Shall I?", "Confirm?", "Okay?", "Right?", "Deal?", "Happy with that?", "All right with you?"],
)
def test_a_whole_proposal_with_any_short_question_is_a_listing(asking: str) -> None:
    listing = listing_in(read(WHOLE + asking), pursuits(LAMP))
    assert listing is not None
    assert [one.goal for one in listing.right] == [LAMP]
    assert not listing.wrong
    assert not listing.partial


@pytest.mark.parametrize(
    "message",
    [
        "The kettle order can't be cancelled. Is there anything else you'd like me to do?",
        "On the conditions for cancelling: the kettle order was shipped, so I cannot. Is there "
        "something else you would like me to do?",
        "The kettle has left, and shipped orders cannot be cancelled. Shall I do anything else?",
        "Nothing will happen to the kettle order. Would you like to tell me about another wish?",
    ],
)
def test_a_refusal_is_no_listing(message: str) -> None:
    assert listing_in(read(message), pursuits(KETTLE)) is None


@pytest.mark.parametrize(
    "message",
    [
        "The USB lamp is $12.40 more. Is the Mastercard ending in 4471 fine for that?",
        "The USB lamp costs $12.40 more. Is it the lamp alone, or the kettle too? Do you want to "
        "use the Mastercard ending in 4471?",
        "The USB lamp would go on the Mastercard ending in 4471.",
        "Which card should I use for the USB lamp: the Mastercard ending in 4471?",
        "The USB lamp is $12.40 more. Who pays: the gift card or the Mastercard ending in 4471?",
        "The USB lamp is $12.40 more.\n1. Which of these is charged: PayPal, your gift card, or "
        "the Mastercard ending in 4471?\n2. Only one exchange is possible, so please name every "
        "item that you want exchanged. Is it just the lamp?",
        "The USB lamp is $12.40 more, on the Mastercard ending in 4471. Is it just the lamp?",
    ],
)
def test_settling_one_value_is_no_listing(message: str) -> None:
    assert listing_in(read(message), pursuits(LAMP)) is None


def test_a_choice_between_values_proposes_none_of_them() -> None:
    offered = "I'd exchange the desk lamp for the USB one and charge {} $12.40. Shall I?"
    for choice in (
        "PayPal or the Mastercard ending in 4471",
        "the Mastercard ending in 4471, your gift card or PayPal",
    ):
        listing = listing_in(read(offered.format(choice)), pursuits(LAMP))
        assert listing is not None
        [(_, verdict)] = listing.partial
        assert [field.name for field in verdict.missing] == ["payment"]
    moved = "the Mastercard ending in 4471 instead of PayPal, or leave it,"
    listing = listing_in(read(offered.format(moved)), pursuits(LAMP))
    assert listing is not None
    assert [one.goal for one in listing.right] == [LAMP]


def test_a_listing_is_wrong_where_a_value_is_wrong_and_partial_where_one_is_left_out() -> None:
    wrong = listing_in(
        read("I'd exchange the desk lamp for the USB one and use PayPal. Shall I?"), pursuits(LAMP)
    )
    assert wrong is not None
    assert [[field.name for field in fit.wrong] for _, fit in wrong.wrong] == [["payment"]]
    partial = listing_in(
        read("I'd exchange the desk lamp for the USB one. Shall I?"), pursuits(LAMP)
    )
    assert partial is not None
    assert [[field.name for field in fit.missing] for _, fit in partial.partial] == [["payment"]]


def test_a_listing_of_two_goals_is_about_both() -> None:
    listing = listing_in(
        read("I'd move the flight to May 21 and add 2 bags, both on the gift card. Shall I?"),
        pursuits(FLIGHT, BAGS),
    )
    assert listing is not None
    assert [one.goal for one in listing.right] == [FLIGHT, BAGS]
