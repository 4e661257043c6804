"""What the scripted customer makes of an agent's words, sentence by sentence."""

import pytest
from scripts import EMAIL, FLIGHT, LAMP, NAME, ZIP

from tau_emo_client.users.scripted.asked import what_is_asked
from tau_emo_client.users.scripted.meant import MOST_PIECES, pieces
from tau_emo_client.users.scripted.reading import read
from tau_emo_client.users.scripted.text import units
from tau_emo_client.users.scripted.wishes import is_told
from tau_emo_servers.values import Values
from tau_emo_tasks.script import Field, Slot, Wish

RESERVATION = FLIGHT.knows[0]
REASON = Slot(name="reason", value="change of plan", ask=("reason", "why"))
BIRTH = Slot(name="date_of_birth", value="1984-02-11", ask=("date of birth", "birth date", "dob"))
SLOTS = (RESERVATION, REASON, BIRTH, EMAIL, NAME, ZIP)
IDENTITY = (EMAIL, NAME, ZIP)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Could you please tell me your e-mail address?", ["email"]),
        ("May I have your email, please?", ["email"]),
        ("To get going I'll need the email on the account.", ["email"]),
        ("Kindly share your e-mail so I can find you.", ["email"]),
        ("What's your email?", ["email"]),
        ("I can do that. Your email address?", ["email"]),
        ("Let me know your email and I'll pull it up.", ["email"]),
        ("Please provide your email, or your full name and zip code.", ["email"]),
        (
            "Can you give me your email? Alternatively, your first name, last name and zip work.",
            ["email"],
        ),
        ("If you don't know it, give me your full name and zip code.", ["full_name", "zip"]),
        ("I need your full name and postal code.", ["full_name", "zip"]),
        (
            "I need a few things:\n- **Email**\n- Zip code\n- Reason for cancelling",
            ["email", "zip", "reason"],
        ),
        (
            "Please reply with:\n1) Your date of birth (YYYY-MM-DD)\n2) reservation number",
            ["date_of_birth", "reservation_id"],
        ),
        ("Why do you want to cancel?", ["reason"]),
        ("Which reason applies: change of plan, or something else?", ["reason"]),
        ("What is the reservation code, and what is the reason?", ["reservation_id", "reason"]),
        ("Could you confirm your date of birth?", ["date_of_birth"]),
        ("Thanks for sharing your email.", []),
        ("I've found your account by your email.", []),
        ("If you'd like, I can send a summary to your email.", []),
        ("Please confirm the details:\n- Email: a@example.com\n- Reason: other", []),
        ("No need to give me your zip code.", []),
    ],
)
def test_which_facts_are_asked_for(message: str, expected: list[str]) -> None:
    asked = what_is_asked(read(message), SLOTS, IDENTITY, ())
    assert [slot.name for slot in asked.slots] == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Please give me the order number.", ("the order number",)),
        ("What is the item ID of the lamp?", ("the item number",)),
        ("I need your phone number and the tracking number.", ("the phone number",)),
        ("Is order #W5501 the right order number?", ()),
        ("Your order number is on the invoice.", ()),
    ],
)
def test_what_the_customer_cannot_give(message: str, expected: tuple[str, ...]) -> None:
    asked = what_is_asked(read(message), SLOTS, IDENTITY, ())
    assert asked.unknown[: len(expected)] == expected
    assert bool(asked.unknown) == bool(expected)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Which payment method should I use for the difference?", ["payment"]),
        ("How would you like to pay?", ["payment"]),
        ("Which item is it about?", ["item"]),
        ("What power source would you like?", ["power source"]),
        ("Which item do you mean, and which card shall be charged?", ["item", "payment"]),
        ("The weather is nice.", []),
    ],
)
def test_which_preferences_are_asked_for(message: str, expected: list[str]) -> None:
    asked = what_is_asked(read(message), SLOTS, IDENTITY, LAMP.fields)
    assert [field.name for field in asked.fields] == expected


@pytest.mark.parametrize(
    ("message", "asked_for"),
    [
        ("What is your email address?", False),
        ("Where should we ship it?", True),
        ("Please give me the new address with zip code.", True),
    ],
)
def test_an_email_address_is_no_address(message: str, asked_for: bool) -> None:
    address = Field(name="address", accept=("12 Oak St",), say="To 12 Oak St.")
    asked = what_is_asked(read(message), SLOTS, IDENTITY, (address,))
    assert asked.fields == ((address,) if asked_for else ())
    assert ZIP not in asked.slots


@pytest.mark.parametrize(
    "message",
    [
        "Shall I go ahead?",
        "May I proceed with the exchange?",
        "Do you want me to cancel it?",
        "Would you like me to book this flight?",
        "Would you like to proceed?",
        "Please confirm (yes/no).",
        "Please reply **yes** to confirm.",
        'Just say "yes" and I will do it.',
        "Is this correct?",
        "Is everything above right?",
        "Does that look good?",
        "Do I have your permission?",
        "I need your explicit confirmation.",
        "Please confirm that you want this order cancelled.",
        "Please confirm the details above.",
        "Could you please confirm?",
        "Do you agree: yes or no?",
        "Are you okay with that?",
        "Ready to proceed?",
        "If so, I'll submit it.",
        "If that's right, let me know and I'll place it.",
        "Can I go ahead and book this?",
        "Should I charge the Visa?",
        "Please confirm if I may change it.",
    ],
)
def test_asking_for_a_yes(message: str) -> None:
    assert read(message).asks_yes


@pytest.mark.parametrize(
    "message",
    [
        "Please confirm your email.",
        "Could you confirm which order you mean?",
        "May I have your name?",
        "Shall I check the available flights?",
        "Would you like me to look up the prices?",
        "How can I help you?",
        "Once you send me the date, I'll ask for your yes.",
        "I need some details:\n- insurance: yes/no",
        "Your booking is done.",
        "I cannot do that.",
        "Your friend would need to contact us herself.",
    ],
)
def test_not_asking_for_a_yes(message: str) -> None:
    assert not read(message).asks_yes


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("I'm sorry, I can't do that.", False),
        ("Unfortunately that is not possible.", False),
        ("I am unable to help with this request.", False),
        ("I can't cancel it because it has been processed already.", True),
        ("Our policy does not allow changes to basic economy.", True),
        ("This order is no longer eligible for cancellation.", True),
        ("A shipped order cannot be cancelled.", True),
        ("I have to decline, since the ticket is not insured.", True),
        ("The return isn't permitted: only the original card can be refunded.", True),
        ("We don't offer compensation within these rules.", True),
        ("That would be against our policy.", True),
        ("The fare is non-refundable.", True),
        ("I won't be able to add it after the booking.", True),
        ("I'm afraid I cannot.", False),
        ("We do not accept cheques.", False),
        ("I don't give recommendations, as our policy asks for facts only.", True),
        ("I cannot change it: its items were changed before, so it stays as it is.", True),
        ("Its items were already modified, so it cannot be changed again.", True),
        ("Since the items were modified once, the order can't be changed.", True),
        ("I can't do that: a final game stays final and cannot be opened again.", True),
        ("Once a game is final, it can't be changed, so I'm unable to do that.", True),
        ("I am not able to reopen it - once it is final, its status can't be changed.", True),
    ],
)
def test_refusals_and_their_reasons(message: str, reason: bool) -> None:
    reading = read(message)
    assert reading.refusals
    assert reading.gives_reason is reason


@pytest.mark.parametrize(
    "message",
    [
        "This cannot be undone.",
        "Once exchanged, it can't be changed again.",
        "I can't change anything before you agree.",
        "I can't proceed until you give me your email.",
        "I cannot look at the order without your user id.",
        "I can't imagine how tiring that was.",
        "I'm sorry you couldn't reach us.",
        "If you don't have the number, your name will do.",
        "I couldn't find an account with that email.",
        "You won't be charged anything.",
        "There is no fee.",
        "It doesn't take long.",
        "Done, it is cancelled.",
        "After the change it cannot be cancelled any more.",
        "Once I have recorded it I can't take it out again.",
    ],
)
def test_negations_that_refuse_nothing(message: str) -> None:
    assert not read(message).refusals


@pytest.mark.parametrize(
    "message",
    [
        "Your order has been cancelled.",
        "The exchange is now requested.",
        "I've updated the address.",
        "Done! Your seat is booked.",
        "All set.",
        "The change went through.",
        "Booked.\n- Reservation: HATHAX",
        "Cancellation processed.",
        "Certificate sent.",
        "Updates completed for both orders.",
        "Successfully exchanged.",
        "You will receive an email with the return label.",
        "The refund will arrive in 5 to 7 days.",
        "It's done.",
        "You're booked on the morning flight.",
        "We have switched the payment to your gift card.",
        "Canceled as requested.",
    ],
)
def test_reports_of_success(message: str) -> None:
    assert read(message).successes


@pytest.mark.parametrize(
    "message",
    [
        "I will cancel the order once you confirm.",
        "Shall it be cancelled?",
        "I can have it exchanged.",
        "The order could not be cancelled.",
        "Your email, please.",
        "Before it is booked, please choose a seat.",
        "The payment failed.",
        "It has not been changed.",
    ],
)
def test_no_reports_of_success(message: str) -> None:
    assert not read(message).successes


@pytest.mark.parametrize(
    "message",
    [
        "One moment, please.",
        "Let me check that for you.",
        "Please hold on while I look into it.",
        "I'll look that up now.",
        "Give me a minute.",
        "I'm checking the system.",
        "Bear with me.",
        "I will now process the exchange.",
    ],
)
def test_stalling(message: str) -> None:
    assert read(message).stalls


@pytest.mark.parametrize(
    "message",
    [
        "Let me check that: what is your email?",
        "The number is 4412.",
        "I'll cancel it. Shall I go ahead?",
        "Let me check. Your order has been cancelled.",
    ],
)
def test_not_stalling(message: str) -> None:
    assert not read(message).stalls


@pytest.mark.parametrize(
    "message",
    [
        "Is there anything else I can do for you?",
        "How can I help you today?",
        "What else do you need?",
        "Do you have any other questions?",
        "Let me know if you need further assistance.",
        "What can I do for you?",
        "Feel free to ask.",
    ],
)
def test_open_questions(message: str) -> None:
    assert read(message).open_question


@pytest.mark.parametrize(
    ("message", "empathic"),
    [
        ("I'm so sorry about this.", True),
        ("I understand how tiresome that must be.", True),
        ("That must have been stressful.", True),
        ("I apologise for the trouble.", True),
        ("I can see why you are upset.", True),
        ("Great to hear that!", True),
        ("Congratulations on the new job!", True),
        ("Provide the email.", False),
        ("The order is pending.", False),
    ],
)
def test_empathy(message: str, empathic: bool) -> None:
    assert read(message).empathic is empathic


@pytest.mark.parametrize(
    ("message", "dismissive"),
    [
        ("Calm down.", True),
        ("As I already said, no.", True),
        ("You should have read the terms.", True),
        ("That's not our problem.", True),
        ("You may check the tracking in your account.", True),
        ("There is nothing more I can do.", True),
        ("You will have to live with it.", True),
        ("I checked your account.", False),
        ("Let me help you with that.", False),
    ],
)
def test_brushing_off(message: str, dismissive: bool) -> None:
    assert read(message).dismissive is dismissive


@pytest.mark.parametrize(
    ("message", "offers", "passes_on"),
    [
        ("Would you like me to transfer you to a human agent?", True, False),
        ("Shall I connect you with a colleague?", True, False),
        ("I'm transferring you to a specialist now.", False, True),
        ("I am passing you on to a member of our staff.", False, True),
        ("I can't pass you on to a person for this.", False, False),
        ("I'll send the parcel to your address.", False, False),
    ],
)
def test_passing_on(message: str, offers: bool, passes_on: bool) -> None:
    reading = read(message)
    assert (reading.offers_person, reading.passes_on) == (offers, passes_on)


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("What is your email?", 1),
        ("Email? Name? Zip? Order number?", 4),
        ("Please provide:\n- email\n- name\n- zip\n- order number\n- reason", 5),
        ("What is the reason?\n- change of plan\n- other", 1),
        ("Please confirm:\n- Order: #W1\n- Item: lamp\n- Card: 4471\n- Price: $3", 0),
        ("Thank you.", 0),
    ],
)
def test_how_much_is_asked_at_once(message: str, count: int) -> None:
    assert read(message).question_count == count


TRACKING = Wish(name="tracking number", kind="number", ask="?")
REFUND = Wish(name="refund total", kind="amount", ask="?")
ARRIVAL = Wish(name="arrival date", kind="date", ask="?")
DEPARTURE = Wish(name="departure time", kind="time", ask="?")
EXPECTED = Wish(name="estimated departure time", kind="time", ask="?")
CHEAPEST = Wish(name="lowest price", kind="amount", ask="?")
DIFFERENCE = Wish(name="difference", kind="amount", ask="?")
DOCTOR = Wish(name="doctor", kind="name", ask="?")
STREET = Wish(name="street", kind="name", ask="?")


@pytest.mark.parametrize(
    ("wish", "message", "asked", "told"),
    [
        (TRACKING, "The tracking number is 602918447310.", False, True),
        (TRACKING, "Tracking: **602918447310**", False, True),
        (TRACKING, "- Tracking ID: 602918447310\n- Carrier: post", False, True),
        (TRACKING, "Here is the tracking number:\n602918447310", False, True),
        (TRACKING, "It is 602918447310.", True, True),
        (TRACKING, "It is 602918447310.", False, False),
        (TRACKING, "You can track the parcel online.", False, False),
        (TRACKING, "The order total is $45.10.", False, False),
        (REFUND, "You will get a refund of $388.50.", False, True),
        (REFUND, "Your refund will arrive soon.", False, False),
        (DIFFERENCE, "The new package is $50.00 more per month than the old one.", False, True),
        (DIFFERENCE, "The new package costs $95.00 per month.", False, False),
        (DIFFERENCE, "Do you need anything more? It costs $95.00.", False, False),
        (ARRIVAL, "It should arrive on May 21.", False, True),
        (ARRIVAL, "It should arrive soon.", False, False),
        (DEPARTURE, "The flight departs at 7:40 AM.", False, True),
        (DEPARTURE, "The flight departs on May 21.", False, False),
        (EXPECTED, "No. It is now expected to leave Miami at 15:35 EST.", False, True),
        (CHEAPEST, "The only direct flight comes to $231 for three.", False, True),
        (DOCTOR, "Your doctor is Dr. Amina Reyes.", False, True),
        (DOCTOR, "I don't know your doctor.", False, False),
        (STREET, "It goes to 92 Copper Mill Drive, in Omaha.", False, True),
        (STREET, "I'll look up where it goes.", False, False),
    ],
)
def test_what_counts_as_told(wish: Wish, message: str, asked: bool, told: bool) -> None:
    assert is_told(wish, read(message), Values(), asked) is told


def test_a_warning_beside_a_listing_is_no_refusal() -> None:
    found = read(
        "The booking is: one way, economy, no travel insurance (it cannot be added later). "
        "Total $147 on your gift card. Yes to book it just so?"
    )
    assert found.asks_yes
    assert not found.refusals


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Drop your name and email below and I'm on it.", ["email", "full_name"]),
        ("First things first: name, e-mail.", ["email", "full_name"]),
        ("Your name and e-mail, and off we go.", ["email", "full_name"]),
        ("I can't open it until you've told me the e-mail and full name.", ["email", "full_name"]),
        ("If the email's not handy, name and zip work too.", ["full_name", "zip"]),
        ("Name and email match.", []),
        ("We have sent a confirmation to your e-mail.", []),
    ],
)
def test_what_identifies_is_mentioned_to_be_given_until_the_customer_has_told_who_it_is(
    message: str, expected: list[str]
) -> None:
    asked = what_is_asked(read(message), SLOTS, IDENTITY, ())
    assert sorted(slot.name for slot in asked.slots) == expected


def test_who_has_told_who_it_is_takes_no_mention_for_a_question() -> None:
    message = read("The account opens with the name and the zip code.")
    assert what_is_asked(message, SLOTS, IDENTITY, ()).slots
    assert not what_is_asked(message, SLOTS, IDENTITY, (), identified=True).slots


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I see more than one trip. Which of them is the cabin upgrade for?", ["trip"]),
        ("Which of your journeys shall the better cabin go with?", ["trip"]),
        ("Which cabin would you like on that trip?", ["cabin"]),
        ("Trip, cabin: give me both, and I'll do it.", ["trip", "cabin"]),
    ],
)
def test_the_thing_a_question_names_is_asked_for_and_not_what_is_told_of_it(
    message: str, expected: list[str]
) -> None:
    trip = Field(name="trip", say="The one to Houston.", accept=("Houston",), ask=("which trip",))
    cabin = Field(name="cabin", say="In business.", accept=("business",), ask=("cabin", "class"))
    asked = what_is_asked(read(message), IDENTITY, IDENTITY, (trip, cabin), identified=True)
    assert [field.name for field in asked.fields] == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Could you tell me the patient's date of birth?", ["husbands_birth"]),
        ("What is his date of birth?", ["husbands_birth"]),
        ("I need the day, month and year of your birth.", ["date_of_birth"]),
    ],
)
def test_the_birth_date_of_the_one_the_question_is_about_is_given(
    message: str, expected: list[str]
) -> None:
    own = BIRTH.model_copy(update={"say": "I was born on February 11, 1984."})
    his = own.model_copy(
        update={"name": "husbands_birth", "value": "1988-10-25", "say": "He was born in 1988."}
    )
    asked = what_is_asked(read(message), (his, own, EMAIL, NAME), (EMAIL, NAME, own), ())
    assert [slot.name for slot in asked.slots] == expected


def test_a_flood_of_values_is_looked_at_in_part() -> None:
    (unit,) = units(f"which of these: {', '.join(map(str, range(10_000)))}?")
    assert len(pieces(unit, None)) == MOST_PIECES


FORM = Field(
    name="form",
    say="With halloumi.",
    accept=("halloumi",),
    reject=("beef", "chicken"),
    ask=("form", "version"),
)
DISH = Field(name="dish", say="The burger.", accept=("burger",), ask=("which dish",))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("The burger comes with beef, chicken, halloumi or bean. Which do you want?", ["form"]),
        ("We do it in a couple of versions. Which of them would you like?", ["form"]),
        ("Several dishes are on the bill. Which of them is it?", ["dish"]),
    ],
)
def test_a_question_that_points_back_asks_for_what_there_are_several_of(
    message: str, expected: list[str]
) -> None:
    asked = what_is_asked(read(message), IDENTITY, IDENTITY, (DISH, FORM), identified=True)
    assert [field.name for field in asked.fields] == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Please fill in:\nCustomer name: ____\nCustomer e-mail: ____", ["email", "full_name"]),
        ("There is another way of finding you: your name plus the zip code.", ["full_name", "zip"]),
        ("Name and zip code find it as well - what are yours?", ["full_name", "zip"]),
        ("May I trouble you for your full name?", ["full_name"]),
    ],
)
def test_blanks_and_indirect_requests_ask(message: str, expected: list[str]) -> None:
    asked = what_is_asked(read(message), SLOTS, IDENTITY, ())
    assert sorted(slot.name for slot in asked.slots) == expected


def test_what_to_write_somewhere_is_no_request_for_a_yes() -> None:
    assert not read("The form needs a reason. What may I put there?").asks_yes
    assert not read("I must fill one box: travel insurance, yes or no?").asks_yes
    assert read("May I put that through?").asks_yes
