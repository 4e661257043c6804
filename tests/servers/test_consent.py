"""The explicit yes: what counts, and what spoils it."""

import pytest

from tau_emo_servers.consent import asks_for_yes, changed_values, is_consent, orders, withdraws

YES = [
    "yes",
    "Yes please",
    "yep",
    "correct",
    "Confirmed.",
    "sure, go ahead",
    "go ahead",
    "proceed",
    "do it",
    "DO IT NOW!!!",
    "cancel it now",
    "Fine. Yes, go ahead.",
    "okay, do it",
    "I agree.",
    "Approve the exchange now.",
    "I said yes already!",
    "oh my god YES please",
    "Yes. If it goes wrong again I'll be furious.",
    "Yes!! Once and for all.",
    "Yes, but please hurry",
    "I'm not happy about this, but yes, go ahead.",
    "Why do you keep asking? YES.",
    "Yes, do it. How long will it take?",
    "yes and also I want to return my lamp",
    "No, nothing else. Yes, go ahead.",
    "And how do I know? ... Fine. Nothing else from that order. Yes, go ahead.",
    "Yes—charge the card and no further delays.",
    "That's correct, thank you so much",
    "Please go ahead.",
    "Let's proceed",
    "Go ahead and cancel. I'm done with this.",
    "Yes… I suppose so. I'm so nervous.",
    "Yes, that is all correct. Don't make me wait.",
]

NO = [
    "ok",
    "okay",
    "Fine.",
    "alright",
    "Thanks",
    "I see",
    "whatever",
    "ok fine whatever",
    "",
    "yes, if it is free",
    "Yes as long as there is no charge",
    "I'd agree if it were free",
    "yes, but make it two bags",
    "Yes, but use my Visa",
    "Yes. But change the card to my Visa.",
    "yes, except the address",
    "Is that correct?",
    "Are you sure?",
    "I'm not sure",
    "no",
    "No, wait.",
    "Yes, wait, no.",
    "yes. Actually no, leave it",
    "No. Use my Visa. Confirm that it works, then I'll say yes.",
    "How do I proceed?",
    "Before you proceed, what is the fee?",
    "Don't do it",
    "don't go ahead yet",
    "Yes? or no?",
    "Can you do it today?",
    "Please confirm if this swap is possible.",
    "make sure it is right",
    "absolutely not",
    "I'll say yes once you explain",
    "I never said yes",
    "What will it cost me?",
    "correct the name to Ann",
]


@pytest.mark.parametrize("text", YES)
def test_a_yes_in_any_tone(text: str) -> None:
    assert is_consent(text)


@pytest.mark.parametrize("text", NO)
def test_no_yes(text: str) -> None:
    assert not is_consent(text)


@pytest.mark.parametrize(
    "text",
    [
        "I would cancel #W1. Shall I go ahead, yes or no?",
        "Please reply **yes** and I will cancel it.",
        "Do you agree?",
        "Would you like me to book it? This cannot be undone.",
        "Is all of this correct?",
        "Please confirm.",
        "Can I go ahead with the exchange?",
        "Please reply **yes** to this:\n- Order: #W1\n- Lamp\n- Refund: $5\n- To: Visa\n",
        "Please confirm **yes**, and I book:\n\n1. HAT1\n2. Economy\n3. No bags\n4. $106",
    ],
)
def test_an_agent_asks_for_a_yes(text: str) -> None:
    assert asks_for_yes(text)


@pytest.mark.parametrize(
    "text",
    [
        "It is done. Is there anything else I can do for you?",
        "Could you give me the e-mail on your account?",
        "You will get a confirmation email.",
        "Shall I cancel it? You decide. It holds a lamp. It was paid by card. It is pending.",
        "",
        "I need a yes. It is yours. I looked. See:\n- a lamp\n- a rug\n- a vase\n- a chair",
        "- yes\n" * 3 + "1. lamp\n2. rug\n3. vase\n4. chair",
    ],
)
def test_an_agent_asks_for_no_yes(text: str) -> None:
    assert not asks_for_yes(text)


LISTING = (
    "I would move your trip K3M9TZ to HAT118 on 2024-05-21 at 14:30 and charge $1,248 to the "
    "Visa ending in 3051. Yes or no?"
)


@pytest.mark.parametrize(
    "text",
    [
        "Yes.",
        "Yes, May 21st, HAT118, 1248 dollars on 3051. Go.",
        "Yes!! I have waited 3 hours and asked 4 times.",
        "Yes. Also, cancel my other trip ZZ9YX8 on May 28.",
        "Yes. Cancel it now. Then find me a flight on May 28.",
        "yes, at 2:30 PM",
        "Yes, if that's 5–7 days, so be it.",
        "Yes. Now, given all this, what about trip ZZ9YX8?",
        "Yes, the 21st is fine, and 100% sure.",
    ],
)
def test_what_changes_nothing(text: str) -> None:
    assert changed_values(text, LISTING) == frozenset()


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("Yes, on May 22.", 1),
        ("Yes, HAT119.", 1),
        ("Yes, but charge $1200", 1),
        ("Yes, with the card 4471 at 15:30", 2),
    ],
)
def test_what_changes_a_listed_value(text: str, changed: int) -> None:
    assert len(changed_values(text, LISTING)) == changed


def test_an_ending_repeats_an_id() -> None:
    listing = "I would refund $12 to gift_card_6120457. Yes or no?"
    assert not changed_values("Yes, to the gift card ending in 0457.", listing)
    assert not changed_values("Yes, to the gift card 6120457.", listing)
    assert changed_values("Yes, to the gift card ending in 0458.", listing)


def test_a_wish_is_taken_back() -> None:
    assert withdraws("Wait, don't cancel it!")
    assert withdraws("No.")
    assert not withdraws("Yes. Don't make me wait.")
    assert not withdraws("How long does it take?")


def test_the_listed_act_is_ordered_again() -> None:
    assert orders("Just send the certificate already.", "send")
    assert orders("Then cancel my trip, right away!", "cancel")
    assert not orders("Can you cancel it?", "cancel")
    assert not orders("Don't cancel it.", "cancel")
    assert not orders("I was told you would cancel it if I asked.", "cancel")
    assert not orders("Cancel it if it is free.", "cancel")


def test_what_an_answer_changes_can_be_read() -> None:
    listing = "I would book June 3 at 9:00. Yes or no?"
    assert changed_values("Yes, but on June 4 at 10:30.", listing) == {"06-04", "10:30"}
    assert changed_values("Yes, on 2024-06-04.", listing) == {"2024-06-04"}
