"""What a report names in the place of what was agreed."""

import pytest

from tau_emo_client.users.scripted.fit import contradicted, fit
from tau_emo_client.users.scripted.reading import read
from tau_emo_client.users.scripted.wishes import is_told
from tau_emo_servers.values import Values
from tau_emo_tasks.script import Field, Goal, Wish

_PRICE = Wish(name="total of the charges", kind="amount", ask="What do they add up to?")
_STREET = Wish(name="delivery address", kind="name", ask="What is the street it goes to?")


def _goal(*fields: Field) -> Goal:
    return Goal(act="do", words=("do",), say="Do it.", outcome="done", fields=fields)


def _field(name: str, *accept: str, say: str = "", reject: tuple[str, ...] = ()) -> Field:
    return Field(name=name, accept=accept, reject=reject, say=say)


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        (_field("payment", "visa", "5565"), "Paid with the Visa.", "Paid with PayPal."),
        (_field("payment", "visa", "5565"), "The Visa 5565 paid.", "The Visa ending in 7613 paid."),
        (
            _field("bank", "Old Canal Bank"),
            "Saved, at Old Canal Bank.",
            "Saved, at First Harbor Bank.",
        ),
        (_field("amount", "640.25"), "Moved $640.25.", "Moved $604.25."),
        (_field("limit per day", "250"), "It is 250 a day.", "It is 350 a day."),
        (_field("date", "2024-05-21"), "Moved to May 21.", "Moved to May 23."),
        (_field("time", "13:00"), "It is at 1 PM.", "It is at 1:30 PM."),
        (_field("clock", "Q4 00:41"), "Entered at Q4 00:41.", "Entered at Q4 01:41."),
        (_field("waist", "36"), "Exchanged: waist 36.", "Exchanged: waist 34."),
        (_field("game", "GM5V9WZ"), "GM5V9WZ is postponed.", "GM5V9WX is postponed."),
        (_field("companion", "Rohan Farouk"), "You and Rohan Farouk go.", "You and Eve Li go."),
        (_field("address", "27 Chapel Lane"), "It goes to 27 Chapel Lane.", "To 72 Chapel Lane."),
        (_field("category", "account"), "Account it is: category account.", "Category: billing."),
        (_field("source", "savings"), "Moved from savings.", "Moved to savings."),
        (_field("source", "checking"), "From: checking", "From: savings\nTo: checking"),
        (_field("type", "follow-up"), "Booked, a follow-up.", "Booked as a sick visit."),
        (_field("credit card", "9921"), "The 9921 is frozen.", "The 9921 I have left active."),
        (_field("target", "savings"), "It is in savings.", "It left your savings."),
        (
            _field("package", "sports tv package", reject=("premium tv package",)),
            "Sports TV is on.",
            "Premium TV is on.",
        ),
        (
            _field("insurance", "without insurance", "no insurance"),
            "Booked, no insurance.",
            "Booked, insurance included.",
        ),
        (
            _field("types", "adult", say="Two adult tickets.", reject=("senior",)),
            "Two adult tickets.",
            "One senior and one adult ticket.",
        ),
        (
            _field("name", "Sanjay Kabir", "Kabir"),
            "Sanjay Kabir and Keiko Kabir.",
            "Sanjay Kabri and Keiko Kabir.",
        ),
        (
            _field("shelves", "5 shelves", reject=("pine",)),
            "Is: bamboo, 5 shelves.",
            "Is: pine, 5 shelves.",
        ),
        (_field("address", "27 Chapel Lane"), "It goes to 27 Chapel Ln.", "To 72 Chapel Ln."),
        (_field("cycle", "annual"), "It comes once a year.", "It comes every month."),
        (
            _field("limit per day", "250"),
            "It is 250 a day.",
            "It is 200 per transfer and 520 a day.",
        ),
        (
            _field("course", "web design", say="Web Design."),
            "Web Design is off.",
            "Art is off, Web Design stays.",
        ),
        (
            _field("card", "visa"),
            "The Visa is frozen.",
            "Done. The Visa, however, I could not freeze.",
        ),
    ],
)
def test_another_value_of_the_kind_is_objected_to(field: Field, right: str, wrong: str) -> None:
    goal = _goal(field)
    assert contradicted(goal, read(right), ()) == ()
    assert contradicted(goal, read(wrong), ()) == (field,)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (
            _field("insurance", "with insurance", "insurance for", "insurance yes"),
            "Your trip is booked, and all is set for the big day; the reservation id is HATHAT.",
        ),
        (_field("bags", "4 bags", "4 in all"), "Your balance after all this is $73.15."),
        (_field("bags", "4 bags"), "Booked, with no extra bags beyond those."),
        (_field("payment", "visa", "3988"), "Booked for $612. Please arrive 15 minutes early."),
        (_field("payment", "visa"), "That leaves a balance of $20.55 on the gift card."),
        (_field("limit per day", "250"), "It is saved since May 12, 2024, within 24 hours."),
        (_field("cabin", "economy", reject=("business",)), "The refund takes 7 business days."),
        (_field("cabin", "economy", reject=("business",)), "Business would've cost $418 more."),
        (_field("zone", "garden", reject=("courtyard",)), "The courtyard table is free again."),
        (_field("medicine", "xarelto", reject=("zocor",)), "Nothing about your Zocor has changed."),
        (_field("phone", "pixel", reject=("iphone",)), "The iPhone isn't on any plan now."),
        (_field("show", "21:30", reject=("18:30",)), "You pay $11.88 less than at 18:30."),
        (_field("status", "in progress"), "The game runs; the hall is open."),
        (_field("new plan", "new service", "mobile plan"), "The internet service runs as well."),
    ],
)
def test_a_report_may_leave_out_a_field_and_tell_of_other_things(field: Field, text: str) -> None:
    assert contradicted(_goal(field), read(text), ()) == ()


def test_what_belongs_to_another_field_is_no_contradiction() -> None:
    goal = _goal(_field("Visa", "2960"), _field("wallet", "mobile wallet"))
    assert contradicted(goal, read("The mobile wallet was charged."), ()) == ()


def test_a_value_listed_with_the_other_thing_is_wrong() -> None:
    say = "I want to audit Mathematics; Databases is for a grade."
    grading = _field("grading", "audit", say=say)
    goal = _goal(_field("first", "databases", "CS-2290"), _field("second", "mathematics"), grading)
    assert grading in fit(goal, "databases, cs-2290: audit\nmathematics: grade").wrong
    assert not fit(goal, "databases, cs-2290: grade\nmathematics: audit").wrong


def test_what_comes_off_a_card_is_not_switched_off() -> None:
    amount = _field("amount", "25.00", say="$25.00 with my gift card.")
    assert fit(_goal(amount), "$25.00 off the gift card, the rest off").right == (amount,)


@pytest.mark.parametrize("text", ["auto-pay: switched off", "turn off the auto-pay"])
def test_what_is_switched_off_is_not_listed(text: str) -> None:
    field = _field("automatic payment", "auto-pay", say="It stays.")
    assert fit(_goal(field), text).missing == (field,)


@pytest.mark.parametrize(
    "text",
    [
        "OK for me to go ahead?",
        "Do I have the green light?",
        "Please give me your consent before I do it.",
        "Let me know if you're happy with this.",
        "Give me a quick yes and it's on its way.",
        "A yes is required before it is entered.",
        "Book it?",
        "Would it be okay if I do that?",
        "Your go-ahead is all that's missing.",
    ],
)
def test_any_word_of_consent_that_names_nothing_asks_for_a_yes(text: str) -> None:
    assert read(f"I'd move it to May 5. {text}").asks_yes


@pytest.mark.parametrize("text", ["Okay, I'll look.", "All right.", "Is the blue one fine?"])
def test_other_words_ask_for_none(text: str) -> None:
    assert not read(text).asks_yes


@pytest.mark.parametrize(
    ("wish", "text", "told"),
    [
        (_PRICE, "It's $212.88.", True),
        (_PRICE, "With 20% off, you'd be at $36.", True),
        (_PRICE, "It would be cheaper than the regular $45.", False),
        (_PRICE, "A fee of $5 is due.", False),
        (_STREET, "It goes to 912 Willow Lane.", True),
        (_STREET, "Order #W7340029 goes to the shipping address you gave.", False),
    ],
)
def test_the_only_new_value_of_a_kind_is_what_was_asked(wish: Wish, text: str, told: bool) -> None:
    assert is_told(wish, read(text), Values(), False, acts=("sum",), alone=True) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The share of the Beacons in percent, the largest of the three, is 75.", True),
        ("They won 3 of 4, which is 75%.", True),
        ("The Beacons have the largest share: 3 of 4 games.", False),
    ],
)
def test_a_share_in_percent_is_told_by_a_number_of_percent(text: str, told: bool) -> None:
    wish = Wish(name="share", kind="number", ask="How large is that share in percent?")
    assert is_told(wish, read(text), Values(), False, acts=("share",)) == told


@pytest.mark.parametrize(
    "text",
    [
        "I'm afraid it's not been an easy week for you.",
        "Unfortunately for you, the summer did not go as planned.",
        "What a shame that she can't be there.",
        "I'm sorry that your daughter won't be able to wear it.",
        "I can't blame you for being upset; that must be a disappointment.",
    ],
)
def test_sympathy_is_no_refusal(text: str) -> None:
    assert not read(text).refusals


@pytest.mark.parametrize(
    "text",
    [
        "That must be a disappointment, but I cannot cancel it.",
        "I know it isn't what you hoped for, but a refund is not possible.",
        "What a shame that we can't refund this.",
        "Unfortunately for you, it can't be refunded.",
    ],
)
def test_a_refusal_beside_sympathy_stays_one(text: str) -> None:
    assert read(text).refusals


def test_a_part_under_a_label_that_says_not_done_is_undone() -> None:
    television = _field("tv", "smart tv")
    report = read("Linked: cable box\nNot linked: smart TV, it stays without a service")
    assert contradicted(_goal(television), report, ()) == (television,)
