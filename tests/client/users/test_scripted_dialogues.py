"""Whole conversations of the scripted customer, each outcome and each way to go wrong."""

import itertools
import re

import pytest
from scripts import (
    BAGS,
    EMAIL,
    FLIGHT,
    HOSE,
    KETTLE,
    LAMP,
    LAMP_AND_KETTLE,
    NAME,
    TRIP,
    USER_ID,
    ZIP,
)

from tau_emo_client.users.scripted import ScriptedUser
from tau_emo_client.users.scripted.reading import read
from tau_emo_client.users.scripted.voice import phrases
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_servers.consent import is_consent
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.script import Field, Goal, UserScript, Wish

LISTING = (
    "I would exchange the desk lamp from your delivered order for the USB-powered one in black and "
    "charge $12.40 to your Mastercard ending in 4471. An exchange can be asked for only once per "
    "order. Shall I go ahead (yes/no)?"
)
REPORT = "The exchange of the desk lamp has been requested; you will get an email about it."
ANGRY = Condition(
    family="anger",
    emotion="exasperation",
    politeness="cold",
    urgency="high",
    trust_in_agent="skeptical",
)
CALM = Condition(
    family="enjoyment",
    emotion="peace",
    politeness="warm",
    urgency="low",
    trust_in_agent="trusting",
)


async def talk(user: ScriptedUser, *messages: str, opened: bool = False) -> list[str]:
    """What the customer says, the opening first; it stops when the customer leaves."""
    said = [] if opened else [await user.open()]
    for message in messages:
        said.append(await user.reply(message))
        if said[-1].endswith((STOP, UNSATISFIED)):
            break
    return said


def plain_user(script: UserScript) -> ScriptedUser:
    return ScriptedUser(script, None, "", seed=3)


async def test_what_is_listed_again_after_a_yes_is_no_report_and_gets_another_yes() -> None:
    user = plain_user(LAMP_AND_KETTLE)
    said = await talk(user, "Your email?", LISTING)
    assert is_consent(said[-1])
    again = await user.reply(
        "Then this is the whole exchange: the desk lamp is replaced by the USB-powered one in "
        "black.\n$12.40 is charged at once to your Mastercard ending in 4471.\nIs that a yes?"
    )
    assert is_consent(again)
    assert "kettle" in await user.reply(REPORT)


@pytest.mark.parametrize("condition", [None, CALM, ANGRY])
@pytest.mark.parametrize("seed", range(5))
async def test_the_lamp_is_exchanged_and_the_kettle_refused(
    condition: Condition | None, seed: int
) -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, condition, "You measured twice.", seed)
    said = await talk(
        user,
        "I'm sorry about that. May I have your email, or your name and zip code?",
        "Thank you. Which brightness would you like?",
        LISTING,
        REPORT,
        "I understand. That order can no longer be cancelled, because it has already been shipped.",
    )
    assert "desk lamp" in said[0]
    assert "kettle" not in said[0]
    assert "ilse.okafor88@example.com" in said[1]
    assert "98104" not in said[1]
    assert "whichever is cheapest" in said[2]
    assert is_consent(said[3])
    assert "cancel that order" in said[4]
    if "tracking" not in said[5]:  # the skeptical ask for the reason again
        said += await talk(user, "It cannot be cancelled because it has been shipped.", opened=True)
    assert "tracking number" in said[-1]
    said += await talk(user, "The tracking number is 602918447310.", opened=True)
    assert said[-1].endswith(f"\n{STOP}")
    assert not any(is_consent(one) for one in said[:3] + said[4:])
    assert not any(STOP in one for one in said[:-1])
    assert user.leave_reason == ""


async def test_a_wrong_value_is_corrected_and_then_confirmed() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE),
        LISTING.replace("Mastercard ending in 4471", "PayPal"),
        LISTING,
    )
    assert not is_consent(said[1])
    assert "Mastercard ending in 4471" in said[1]
    assert is_consent(said[2])


async def test_a_missing_value_is_stated_and_then_confirmed() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE),
        "I'd exchange the desk lamp for the USB one. Do you confirm?",
        LISTING,
    )
    assert not is_consent(said[1])
    assert "Mastercard ending in 4471" in said[1]
    assert is_consent(said[2])


async def test_a_field_the_agent_words_in_its_own_way_is_understood_after_stating_it_twice() -> (
    None
):
    vague = "I'd exchange the desk lamp for the one you described, with 4471. Do you confirm?"
    said = await talk(plain_user(LAMP_AND_KETTLE), vague, vague + " Yes?", vague + " Yes or no?")
    assert [is_consent(one) for one in said] == [False, False, False, True]


async def test_a_listing_may_be_asked_for_again_after_an_answer() -> None:
    user = plain_user(LAMP_AND_KETTLE)
    said = await talk(user, LISTING, "Sorry, one more time: may I exchange the lamp, yes or no?")
    assert is_consent(said[2])


async def test_another_act_is_declined() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE),
        "I can return the order for store credit. Shall I return it?",
        "Shall I add a gift wrap for $5?",
    )
    assert not any(is_consent(one) for one in said)


async def test_a_listing_with_an_open_fact_is_not_confirmed() -> None:
    script = UserScript(knows=(USER_ID,), goals=(FLIGHT,))
    said = await talk(
        plain_user(script),
        "I'll move the outbound to May 21 on your gift card. Please give me your reservation "
        "number and reply yes to proceed.",
    )
    assert "K4T9QX" in said[1]
    assert not is_consent(said[1])


async def test_several_goals_in_one_bundle() -> None:
    user = plain_user(TRIP)
    said = await talk(
        user,
        "Could you give me your user ID and the reservation number?",
        "I would move the outbound to May 21 (difference $54, gift card) and add 2 bags at no "
        "charge, gift card as the method. Is that right?",
        "Both are done. Anything else I can do?",
        "Shall I transfer you to a colleague for the wheelchair?",
    )
    assert "two bags" in said[0]
    assert "wheelchair" not in said[0]
    assert "ilse_okafor_2217" in said[1]
    assert "K4T9QX" in said[1]
    assert is_consent(said[2])
    assert "wheelchair" in said[3]
    assert is_consent(said[4])


async def test_a_bundle_with_one_wrong_goal_is_not_confirmed() -> None:
    said = await talk(
        plain_user(TRIP),
        "I would move the outbound to May 21 (difference $54, gift card) and add 3 bags, "
        "gift card. Is that right?",
    )
    assert not is_consent(said[1])
    assert "two bags" in said[1]


async def test_a_settled_goal_is_not_confirmed_again() -> None:
    user = plain_user(TRIP)
    said = await talk(
        user,
        "I would move the outbound to May 21 (difference $54, gift card) and add 2 bags for free, "
        "gift card. Is that right?",
        "The flight has been moved to May 21 and the difference of $54 is on your gift card.",
    )
    assert is_consent(said[1])
    said += await talk(user, "Shall I move the flight to May 21 on your gift card?", opened=True)
    assert not is_consent(said[-1])
    said += await talk(user, "Shall I add 2 bags, nothing to pay, gift card?", opened=True)
    assert is_consent(said[-1])


async def test_a_wish_is_asked_for_before_the_goal_is_closed() -> None:
    script = UserScript(knows=(USER_ID,), goals=(FLIGHT,))
    said = await talk(
        plain_user(script),
        "I would move the outbound to May 21, any difference on your gift card. Do you agree?",
        "Your flight has been moved.",
        "The difference in fare was $54.",
    )
    assert is_consent(said[1])
    assert "difference in fare" in said[2]
    assert said[3].endswith(STOP)


async def test_a_wish_that_stays_unanswered_makes_the_customer_leave() -> None:
    script = UserScript(knows=(USER_ID,), goals=(FLIGHT,))
    user = ScriptedUser(script, CALM, "", 1)
    said = await talk(
        user,
        "I would move the outbound to May 21, any difference on your gift card. Do you agree?",
        "Glad to: your flight has been moved.",
        "It is in your records.",
        "Everything is fine.",
        "All is well.",
        "Goodbye.",
    )
    assert said[-1].endswith(UNSATISFIED)


async def test_a_question_is_answered() -> None:
    said = await talk(
        plain_user(HOSE),
        "How can I help? What is your email?",
        "There are 7 variants available.",
    )
    assert said[2].endswith(STOP)


async def test_a_question_is_asked_again_until_it_is_answered() -> None:
    said = await talk(
        plain_user(HOSE),
        "The garden hose is a fine product.",
        "It is green.",
        "We have 7 available variants of it.",
    )
    assert "garden hose" in said[1]
    assert "garden hose" in said[2]
    assert said[3].endswith(STOP)


async def test_what_is_not_known_is_said_plainly_and_never_invented() -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), "What is the order number, please?")
    assert "order number" in said[1]
    assert "It is the desk lamp." in said[1]
    assert not any(character.isdigit() for character in said[1])


async def test_a_fact_is_repeated_when_asked_again() -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), "What is your email?", "And your email was?")
    assert "ilse.okafor88@example.com" in said[1]
    assert "ilse.okafor88@example.com" in said[2]
    assert said[1] != said[2]


async def test_refusing_a_legitimate_wish_is_resisted_and_then_left() -> None:
    user = ScriptedUser(UserScript(knows=(EMAIL, NAME, ZIP), goals=(LAMP,)), CALM, "", 1)
    said = await talk(
        user,
        "I'm sorry, I can't exchange it, that's our policy.",
        "I really cannot exchange the lamp under the rules.",
        "It is still not possible because of the policy.",
    )
    assert "desk lamp" not in said[1]
    assert "exchanged for one that runs on USB" in said[2]
    assert "Mastercard ending in 4471" in said[2]
    assert said[3].endswith(UNSATISFIED)
    assert user.leave_reason == "procedural friction"


async def test_without_a_condition_nobody_walks_away() -> None:
    user = plain_user(LAMP_AND_KETTLE)
    said = await talk(user, *["Calm down, you should have read the terms."] * 30)
    assert len(said) == 31
    assert user.leave_reason == ""


async def test_a_claim_without_a_yes_is_noticed_but_ends_the_goal() -> None:
    user = plain_user(LAMP_AND_KETTLE)
    said = await talk(
        user,
        "I have exchanged your desk lamp for the cheapest USB one.",
        "The desk lamp was exchanged for the USB one; 12.40 went on the card.",
    )
    assert "exactly" in said[1] or "what was done" in said[1].lower()
    assert "kettle" in said[2]


async def test_a_failure_after_the_yes_is_no_success() -> None:
    user = plain_user(LAMP_AND_KETTLE)
    said = await talk(
        user, LISTING, "I couldn't complete it: the system reported an error. " + LISTING, REPORT
    )
    assert is_consent(said[1])
    assert is_consent(said[2])
    assert "kettle" in said[3]


async def test_a_handed_off_wish_comes_last_and_is_kept_to() -> None:
    script = TRIP.model_copy(update={"goals": (TRIP.goals[2], FLIGHT.model_copy())})
    user = plain_user(script)
    opening = await user.open()
    assert "wheelchair" not in opening
    said = await talk(
        user,
        "I'd move the outbound to May 21, difference $54 on your gift card. OK, yes or no?",
        "It has been moved to May 21 for $54.",
        "I can't arrange wheelchairs, I'm afraid, that is not something our tools do.",
        "I'm afraid there is no way for me to order a wheelchair.",
        opened=True,
    )
    assert "wheelchair" in said[1]
    assert not said[2].endswith(STOP)
    assert "wheelchair" in said[3]


async def test_an_offer_of_a_person_is_declined_unless_it_is_the_wish() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE), "Would you like me to connect you with a human agent?"
    )
    assert not is_consent(said[1])
    assert "lamp" not in said[1] or "pass" not in said[1]


@pytest.mark.parametrize("condition", [None, CALM, ANGRY])
async def test_two_questions_get_two_answers(condition: Condition | None) -> None:
    user = ScriptedUser(UserScript(knows=(EMAIL,), goals=(LAMP,)), condition, "", seed=1)
    asked = "Is that everything you want to exchange in this order?"
    said = await talk(user, f"{asked} And which payment method should settle the difference?")
    politeness = condition.politeness if condition else "neutral"
    assert "4471" in said[1]
    assert any(one in said[1] for one in phrases().politeness[politeness]["nothing_more"].of(None))
    assert not is_consent(said[1])


@pytest.mark.parametrize(
    "refusal",
    [
        "I cannot do that: this order was changed before, so it stays as it is.",
        "I'm unable to do that. The items of that order have already been changed.",
    ],
)
async def test_what_happened_before_does_not_hide_the_refusal(refusal: str) -> None:
    user = plain_user(LAMP_AND_KETTLE)
    await talk(user, LISTING, REPORT)
    said = await user.reply(f"{refusal} Its tracking number is 602918447310.")
    assert said.endswith(STOP)


@pytest.mark.parametrize("condition", [None, CALM, ANGRY])
async def test_an_offer_beside_a_refusal_is_taken_if_it_is_what_comes_next(
    condition: Condition | None,
) -> None:
    kettle = Goal(act="cancel", words=("cancel",), say="Cancel the kettle.", outcome="refused")
    user = ScriptedUser(UserScript(knows=(EMAIL,), goals=(kettle, LAMP)), condition, "", seed=2)
    said = await talk(
        user,
        f"I can't cancel the kettle because it has been processed. {LISTING}",
        LISTING,
        LISTING,
    )
    assert not said[1].startswith("No")
    assert LAMP.say in "\n".join(said[1:3])
    assert is_consent(said[3])


async def test_goals_of_one_act_are_joined_where_the_agent_asks_for_the_whole_list() -> None:
    kettle = LAMP.model_copy(update={"say": "And the kettle I want exchanged for a red one."})
    user = plain_user(UserScript(knows=(EMAIL,), goals=(LAMP, kettle)))
    said = await talk(
        user,
        "I'd exchange the desk lamp for the USB one on 4471. Is that everything you want to "
        "exchange from this order, or is there any other item? It can be done only once.",
    )
    assert "kettle" in said[1]


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Calm down. That's not our problem, number {}.", "dismissive tone"),
        ("Please hold on while I check, attempt {}.", "delay"),
        ("The desk lamp is a nice one.", "steamrolled cues"),
        ("I can't exchange lamps, request {}.", "procedural friction"),
    ],
)
async def test_why_the_customer_walks_away(message: str, reason: str) -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, ANGRY, "", 5)
    said = await talk(user, *[message.format(number) for number in range(12)])
    assert said[-1].endswith(f"\n{UNSATISFIED}")
    assert user.leave_reason == reason


async def test_too_many_questions_and_asking_again_wear_patience_out() -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, ANGRY, "", 5)
    said = await talk(
        user,
        "Please provide: email? order number? item number? payment id? phone?",
        *(f"Could you confirm your email once more, time {n}?" for n in range(9)),
    )
    assert said[-1].endswith(UNSATISFIED)
    assert user.leave_reason == "procedural friction"


async def test_a_warm_customer_bears_more_than_a_cold_one() -> None:
    lengths: list[int] = []
    for condition in (ANGRY, CALM):
        user = ScriptedUser(LAMP_AND_KETTLE, condition, "", 5)
        said = await talk(user, *(f"One moment please, {n}." for n in range(30)))
        assert said[-1].endswith(UNSATISFIED)
        lengths.append(len(said))
    assert lengths[0] < lengths[1]


async def test_turning_in_circles_ends() -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, CALM, "", 5)
    said = await talk(user, *(f"I understand. The weather is fine today, {n}." for n in range(30)))
    assert said[-1].endswith(UNSATISFIED)
    assert len(said) <= 12


async def test_the_same_seed_gives_the_same_customer() -> None:
    messages = ["What is your email?", "One moment.", LISTING, REPORT, "That can't be done."]
    runs = [
        await talk(ScriptedUser(LAMP_AND_KETTLE, ANGRY, "You waited.", seed), *messages)
        for seed in (1, 1, *range(2, 12))
    ]
    assert runs[0] == runs[1]
    assert len({tuple(run) for run in runs}) > 8


async def test_again_says_the_same_without_a_token() -> None:
    user = plain_user(HOSE)
    said = await talk(user, "There are 7 variants available.")
    again = await user.again("no token may stand there")
    assert again == said[1].removesuffix(f"\n{STOP}")
    await user.close()


@pytest.mark.parametrize(
    "message", ["", "   ", "🙂", "###STOP###", "?" * 500, "yes " * 2000, "\n" * 50]
)
async def test_any_text_is_answered(message: str) -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), message, message)
    assert all(said)


def test_the_scripts_of_these_tests_differ_in_outcome() -> None:
    goals = itertools.chain(LAMP_AND_KETTLE.goals, TRIP.goals, HOSE.goals, (BAGS,))
    assert {goal.outcome for goal in goals} == {"done", "refused", "told", "handed_off"}


async def test_a_long_listing_in_markdown() -> None:
    listing = """Got it. Here's exactly what I'll submit (pending your **YES**):

- **User:** ilse_okafor_2217
- **Reservation:** K4T9QX
- **New outbound:** HAT118, **May 21** (was HAT118 on May 20); the return stays
- **Fare difference:** $54, taken from **gift_card_5512093**

Note: a used certificate is not refundable and insurance can't be added later.

Reply **YES** to confirm and I'll place it."""
    script = UserScript(knows=(USER_ID, NAME), goals=(FLIGHT,))
    said = await talk(
        plain_user(script),
        "I can help, but I need a few details first:\n\n1) **User ID** (e.g., `jane_doe_12`)\n"
        "2) **Reservation ID**\n3) New **travel date**\n4) Date of birth of each passenger\n"
        "5) Payment method (card / gift card)",
        "Here are the flights on May 21:\n- **HAT118** 08:00\n- HAT230 19:10\n\n"
        "Which one would you like me to book?",
        listing,
        "Updated.\n\n- **Reservation:** K4T9QX\n- **Outbound:** HAT118 on 2024-05-21\n\n"
        "If you need anything else, just tell me.",
    )
    assert "ilse_okafor_2217" in said[1]
    assert "K4T9QX" in said[1]
    assert "May 21" in said[1]
    assert "date of birth" in said[1]
    assert "gift card" in said[1]
    assert "a day later" in said[2]
    assert is_consent(said[3])
    assert said[4].endswith(STOP)


async def test_a_refusal_beside_an_offer_is_a_refusal() -> None:
    said = await talk(
        plain_user(UserScript(knows=(EMAIL,), goals=(LAMP_AND_KETTLE.goals[1],))),
        "I can't cancel the kettle order because it has been shipped. Would you like me to open a "
        "return for it instead?",
    )
    assert not is_consent(said[1])
    assert "tracking number" in said[1]


async def test_an_answer_beginning_with_yes_agrees_to_no_listing() -> None:
    insurance = LAMP.fields[1].model_copy(
        update={"name": "insurance", "accept": ("with insurance",), "say": "Yes, with insurance."}
    )
    goal = LAMP.model_copy(update={"fields": (*LAMP.fields, insurance)})
    said = await talk(plain_user(UserScript(knows=(EMAIL,), goals=(goal,))), LISTING)
    assert "With insurance." in said[1]
    assert not is_consent(said[1])


async def test_an_account_that_is_not_found_gets_the_same_facts_again() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE),
        "What is your email?",
        "I couldn't find an account with that email.",
        "Then I need your full name and zip code.",
    )
    assert "ilse.okafor88@example.com" in said[2]
    assert "Ilse Okafor" in said[3]
    assert "98104" in said[3]


async def test_an_act_without_fields_is_not_taken_for_another_of_its_kind() -> None:
    cancel = LAMP_AND_KETTLE.goals[1]
    script = UserScript(knows=(EMAIL,), goals=(cancel,))
    kettle = await talk(plain_user(script), "Shall I cancel the order with the kettle?")
    other = await talk(plain_user(script), "Shall I cancel your gym membership?")
    assert is_consent(kettle[1])
    assert not is_consent(other[1])


async def test_never_acknowledging_a_sad_customer_is_emotional_neglect() -> None:
    sad = Condition(
        family="sadness",
        emotion="sorrow",
        politeness="cold",
        urgency="high",
        trust_in_agent="skeptical",
    )
    user = ScriptedUser(UserScript(knows=(EMAIL,), goals=(LAMP,)), sad, "", 1)
    said = await talk(user, *(f"The desk lamp is product {n}." for n in range(30)))
    assert said[-1].endswith(UNSATISFIED)
    assert user.leave_reason == "emotional neglect"


@pytest.mark.parametrize("seed", range(8))
async def test_what_is_said_at_a_refusal_is_said_before_the_customer_goes_on(seed: int) -> None:
    kettle = LAMP_AND_KETTLE.goals[1].model_copy(
        update={"hears": (), "if_refused": "Then please leave a note for the driver."}
    )
    user = ScriptedUser(UserScript(knows=(EMAIL,), goals=(kettle, LAMP)), ANGRY, "", seed)
    said = await talk(
        user,
        "I can't cancel the kettle order, I'm sorry.",
        "It can't be cancelled because it has been shipped.",
    )
    assert "note for the driver" in said[-1]
    assert "desk lamp" not in said[-1]
    said += await talk(user, "I understand. I have no way to do that.", opened=True)
    assert "desk lamp" in said[-1]


async def test_a_plain_yes_answers_whether_it_is_done() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE), LISTING, "I understand.", "Yes, it has gone to the warehouse."
    )
    assert is_consent(said[1])
    assert "kettle" not in said[2]
    assert "kettle" in said[3]


async def test_facts_of_another_goal_are_given_too() -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), "What is the reason for cancelling?")
    assert "I no longer need it." in said[1]


BITTER = Condition(
    family="anger",
    emotion="bitterness",
    politeness="cold",
    urgency="high",
    trust_in_agent="skeptical",
)


@pytest.mark.parametrize("seed", range(10))
async def test_a_refusal_gets_no_yes_whatever_is_offered_beside_it(seed: int) -> None:
    user = ScriptedUser(
        UserScript(knows=(EMAIL,), goals=(LAMP_AND_KETTLE.goals[1],)), BITTER, "", seed
    )
    said = await talk(
        user,
        "I'm sorry, I can't cancel the kettle order. Is there anything else you'd like me to do?",
        "On the conditions for cancelling: it must be pending, and the kettle was shipped, so I "
        "cannot do it. Is there something else you would like me to do?",
    )
    assert not any(is_consent(one) for one in said)
    assert "tracking number" in said[-1]


@pytest.mark.parametrize("seed", range(10))
async def test_the_reason_is_not_asked_for_where_it_was_given(seed: int) -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, BITTER, "", seed)
    said = await talk(user, "What is your email?", LISTING, REPORT)
    said += await talk(
        user, "The kettle can't be cancelled: the parcel has left our house today.", opened=True
    )
    assert "tracking number" in said[-1]


@pytest.mark.parametrize("condition", [None, CALM, BITTER])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "You paid $54 with PayPal. Which of your cards should pay the difference: the "
            "Mastercard ending in 4471 or the gift card?",
            "Any difference should go on the Mastercard ending in 4471.",
        ),
        (
            "The difference is $12.40. Would you like to pay it with your Mastercard ending in "
            "4471?",
            "Any difference should go on the Mastercard ending in 4471.",
        ),
        (
            "Only one thing is open, the payment method for the $12.40. Which one do you choose?",
            "Any difference should go on the Mastercard ending in 4471.",
        ),
        ("Should it be the one with the battery?", "It must run on USB."),
        (
            "And PayPal or the one ending in 4471 for the $12.40?",
            "Any difference should go on the Mastercard ending in 4471.",
        ),
        ("Is it the desk lamp?", "It is the desk lamp."),
    ],
)
async def test_a_question_about_one_value_is_answered_with_that_value(
    question: str, answer: str, condition: Condition | None
) -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, condition, "", 4)
    said = await talk(user, "What is your email?", question)
    assert answer in said[2]
    assert "exchanged for one that runs" not in said[2]
    assert not is_consent(said[2])


@pytest.mark.parametrize(
    "message",
    [
        "Just your email, please, and I'll pull it up.",
        "To find your account, I only need the email address it is under.",
        "I can't look at an order without knowing whose it is; your email will do.",
        "I'd need the email for that.",
        "Your e-mail address, please.",
        "Email?",
    ],
)
async def test_what_identifies_is_given_however_it_is_asked_for(message: str) -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), message)
    assert said[1] == "ilse.okafor88@example.com."


@pytest.mark.parametrize(
    "message",
    [
        "Two things: which card should pay the difference, and is the desk lamp the only item you "
        "want to exchange?",
        "How would you like to pay? And is it the lamp alone, or another item too?",
        "1. Which payment method should I use?\n2. An order takes one exchange. Is the desk lamp "
        "all, or is there another item?",
    ],
)
async def test_every_question_of_a_message_is_answered(message: str) -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), message)
    assert "Mastercard ending in 4471" in said[1]
    assert said[1].endswith(
        ("Nothing else for this.", "That is all for this part.", "Nothing further.",
         "Nothing more to add here.", "That part is complete.", "That's the whole list.")
    )  # fmt: skip


async def test_a_card_that_will_not_do_is_no_refusal() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE),
        "The difference is $153.60. Which payment method should pay it? The gift card cannot "
        "cover it.",
    )
    assert said[1].endswith("Any difference should go on the Mastercard ending in 4471.")
    assert "check" not in said[1].lower()


async def test_an_answer_in_the_records_is_no_report_where_nothing_was_agreed() -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), "You paid $40 for the lamp. What is your email?")
    assert said[1] == "ilse.okafor88@example.com."


@pytest.mark.parametrize(
    "report", ["The lamp is on its way to you.", "Your USB lamp is booked in."]
)
async def test_after_the_yes_a_statement_about_it_is_a_report(report: str) -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), LISTING, report)
    assert "kettle" in said[2]


@pytest.mark.parametrize(
    "report",
    [
        "Both are done, and your flight will now leave on May 21. The fare difference was $30.",
        "Both are taken care of, with the fare difference of $30. Would you like a receipt?",
    ],
)
async def test_one_report_settles_two_goals(report: str) -> None:
    listing = (
        "I would move the flight to May 21 for a fare difference of $30 and add two bags, all with"
        " your gift card. Shall I go ahead?"
    )
    said = await talk(plain_user(TRIP), listing, report)
    assert is_consent(said[1])
    assert "wheelchair" in said[2]


async def test_what_is_so_now_is_a_report_beside_a_question_too() -> None:
    report = "You have the USB lamp on order now. And what shall I do about the other parcel?"
    said = await talk(plain_user(LAMP_AND_KETTLE), LISTING, report)
    assert "kettle" in said[2]


async def test_success_is_not_believed_where_nothing_was_agreed() -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), "All done!", "Exchanged, $12.40 was charged.")
    assert "desk lamp" not in said[1]
    assert said[1].endswith("?") or "what" in said[1].lower()
    assert "kettle" in said[2]


async def test_a_wish_answered_beside_the_refusal_is_not_asked_again() -> None:
    missing = Wish(name="missing amount", kind="amount", ask="How much is missing?")
    kettle = LAMP_AND_KETTLE.goals[1].model_copy(
        update={"hears": (missing,), "if_refused": "Then tell me how much is missing."}
    )
    script = UserScript(knows=(EMAIL,), goals=(kettle, LAMP))
    refusal = "I can't cancel the kettle order: your gift card is $6.52 short of the whole price."
    said = await talk(plain_user(script), refusal)
    assert "missing" not in said[1]
    assert "desk lamp" in said[1]
    said = await talk(
        plain_user(script),
        "I can't cancel the kettle order: the gift card does not hold enough.",
        "Exactly $6.52 is missing.",
    )
    assert "how much is missing" in said[1]
    assert "desk lamp" in said[2]


async def test_what_is_not_known_need_not_be_said_where_something_else_will_do() -> None:
    who = LAMP.fields[0].model_copy(
        update={"name": "passengers", "say": "Isabel comes with me.", "ask": ("who will", "who is")}
    )
    goal = LAMP.model_copy(update={"fields": (who,)})
    said = await talk(
        plain_user(UserScript(knows=(EMAIL,), goals=(goal,))),
        "Who's travelling? First name and date of birth, or who is saved in your profile.",
    )
    assert "Isabel" in said[1]
    assert "date of birth" not in said[1]


async def test_the_wish_is_not_repeated_again_and_again() -> None:
    messages = [f"The weather is fine today, {n}." for n in range(9)]
    said = await talk(plain_user(LAMP_AND_KETTLE), *messages)
    told = [LAMP.say in one for one in said]
    assert told[0]
    assert not any(one and other for one, other in itertools.pairwise(told[1:]))


async def test_an_offer_of_something_else_is_declined_without_the_whole_wish() -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), "Shall I add a gift wrap for $5?")
    assert LAMP.say not in said[1]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("condition", [ANGRY, BITTER, CALM])
async def test_no_remark_is_made_twice_in_one_conversation(seed: int, condition: Condition) -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, condition, "", seed, patience=5)
    said = await talk(
        user,
        "I'll see to it right away. What is your email?",
        "One moment, please.",
        "Which card should pay?",
        "Bear with me.",
        LISTING,
        REPORT,
        "Thanks for waiting, one moment.",
        "The kettle can't be cancelled because it has been shipped.",
        "One minute, please.",
        "The tracking number is 602918447310.",
    )
    assert said[-1].endswith(STOP)
    counts = {one: sum(text.count(one) for text in said) for one in _remarks()}
    assert sum(counts.values()) > 0
    assert max(counts.values()) == 1


def _remarks() -> set[str]:
    """All remarks but those of a few words, which may stand within another."""
    table = phrases()
    cells = [
        cell
        for part in (table.urgency, table.trust)
        for one in part.values()
        for cell in one.values()
    ]
    for one in table.families.values():
        cells += [
            *one.family.values(),
            *(c for by_cell in one.emotions.values() for c in by_cell.values()),
        ]
    return {variant for cell in cells for variant in cell.of(None) if len(variant.split()) > 3}


async def test_after_an_error_the_yes_still_stands() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE),
        LISTING,
        "The system reported an error. Shall I try once more with the same details?",
        "That worked, the lamp will be exchanged.",
    )
    assert [is_consent(one) for one in said] == [False, True, False, False]
    assert re.search(r"\b(?:try|go)\b", said[2])
    assert "kettle" in said[3]


async def test_a_refusal_that_was_not_understood_is_taken_where_the_next_wish_is_offered() -> None:
    script = UserScript(knows=(EMAIL,), goals=(LAMP_AND_KETTLE.goals[1], FLIGHT))
    said = await talk(
        plain_user(script),
        "The kettle is beyond recall by now, I would say.",
        "I could move your flight to May 21 and settle the difference with the gift card. Shall I?",
    )
    assert not is_consent(said[1])
    assert "tracking number" in said[2]


async def test_a_person_offered_in_two_sentences_is_an_offer() -> None:
    script = UserScript(knows=(EMAIL,), goals=(TRIP.goals[2],))
    said = await talk(
        plain_user(script), "I can transfer you to a colleague who arranges wheelchairs. Shall I?"
    )
    assert is_consent(said[1])
    said = await talk(plain_user(LAMP_AND_KETTLE), "I can transfer you to a colleague. Shall I?")
    assert not is_consent(said[1])


@pytest.mark.parametrize(
    "message",
    [
        "No exchange is possible for the lamp.",
        "The lamp was already exchanged, and that works only once. So no, I'm sorry.",
        "That isn't a ground for an exchange, I'm afraid.",
        "Your friend has to write to us herself.",
        "I can only act on your own orders.",
    ],
)
def test_refusals_in_other_words(message: str) -> None:
    assert read(message).refusals


@pytest.mark.parametrize(
    "message",
    [
        "No problem, I can find you by name.",
        "You paid $217 with no discount.",
        "No need to worry, it is possible.",
    ],
)
def test_what_sounds_like_a_refusal_and_is_none(message: str) -> None:
    reading = read(message)
    assert not reading.refusals
    assert not reading.successes


async def test_who_waits_for_what_was_agreed_asks_whether_it_is_done() -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), LISTING, "Sorry, one more moment.")
    assert said[2] in phrases().politeness["neutral"]["is_it_done"].of(None)


@pytest.mark.parametrize("condition", [ANGRY, CALM])
async def test_who_is_only_told_that_it_is_done_is_never_satisfied(condition: Condition) -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, condition, "", 1)
    said = await talk(user, *["It is done. Do you need anything else?"] * 20)
    assert said[-1].endswith(UNSATISFIED)
    assert user.leave_reason in ("loss of trust", "steamrolled cues")


NAME_GOAL = Goal(
    act="correct the name",
    words=("chang", "correct", "updat", "name"),
    say="My trip to Edinburgh has the name Ilse Okafr in it, and it has to be Ilse Okafor.",
    outcome="done",
    fields=(
        Field(name="booking", accept=("B4M5B3", "Edinburgh"), say="I mean the trip to Edinburgh."),
        Field(name="right name", accept=("Ilse Okafor",), say="It is spelled Ilse Okafor."),
    ),
)
ROOM = Goal(
    act="move, or change the room",
    words=("chang", "room"),
    say="I want my trip to Amman moved to 28 March 2025. If that cannot be had, I want a twin "
    "room instead of the double room.",
    outcome="done",
    fields=(
        Field(name="booking", accept=("B5XT6W", "Amman"), say="It is the trip to Amman."),
        Field(
            name="room",
            accept=("twin",),
            reject=("single", "suite"),
            say="Then I want a twin room instead.",
        ),
    ),
)


@pytest.mark.parametrize(
    "report",
    [
        "On booking B4M5B3 the name is now Ilse Okafor.",
        "Booking B4M5B3 now reads Ilse Okafor.",
        "From now on the name on your Edinburgh trip is Ilse Okafor.",
    ],
)
async def test_a_report_of_how_something_is_now_asks_for_nothing(report: str) -> None:
    script = UserScript(knows=(NAME, USER_ID), goals=(NAME_GOAL,))
    said = await talk(
        plain_user(script), "I'd put Ilse Okafor on the Edinburgh booking. Shall I?", report
    )
    assert said[-1].endswith(STOP)
    unasked = await talk(plain_user(script), report)
    assert "had not agreed" in unasked[-1] or "did not agree" in unasked[-1]
    assert NAME_GOAL.say not in unasked[-1]


async def test_a_refused_wish_beside_a_listing_of_the_other_one_is_heard() -> None:
    script = UserScript(knows=(NAME, USER_ID), goals=(ROOM,))
    said = await talk(
        plain_user(script),
        "I'm afraid 28 March can't be had: it has only single rooms. So I'd change the room "
        "of your Amman trip to a twin room. Shall I?",
    )
    assert is_consent(said[-1])


@pytest.mark.parametrize(
    "beside",
    [
        "I haven't changed anything else.",
        "The kettle hasn't been touched.",
        "Sorry it didn't work out sooner!",
    ],
)
async def test_what_was_left_alone_is_no_failure(beside: str) -> None:
    said = await talk(plain_user(LAMP_AND_KETTLE), LISTING, f"{REPORT} {beside}")
    assert KETTLE.say in said[-1]


async def test_a_report_goes_on_to_the_next_wish_with_a_question() -> None:
    said = await talk(
        plain_user(LAMP_AND_KETTLE),
        LISTING,
        "The exchange of the desk lamp is requested. Shall we move on to the kettle?",
    )
    assert not is_consent(said[-1])
    assert LAMP.say not in said[-1]
