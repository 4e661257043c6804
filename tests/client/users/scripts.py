"""User scripts written for these tests."""

from tau_emo_tasks.script import Field, Goal, Slot, UserScript, Wish

EMAIL = Slot(name="email", value="ilse.okafor88@example.com", ask=("email", "e-mail"))
NAME = Slot(
    name="full_name", value="Ilse Okafor", ask=("name", "full name", "first name", "last name")
)
ZIP = Slot(name="zip", value="98104", ask=("zip", "postal code"), say="My zip code is 98104.")

LAMP = Goal(
    act="exchange",
    words=("exchang", "swap", "replac"),
    say="The desk lamp I received is the wrong one, and I want it exchanged for one that runs on "
    "USB, the cheapest of those.",
    outcome="done",
    knows=(
        Slot(
            name="brightness",
            value="whichever is cheapest",
            ask=("brightness", "lumen"),
            say="The brightness does not matter, whichever is cheapest.",
        ),
    ),
    fields=(
        Field(name="item", accept=("desk lamp", "lamp"), say="It is the desk lamp."),
        Field(
            name="power source",
            accept=("USB",),
            reject=("battery", "AC adapter"),
            say="It must run on USB.",
        ),
        Field(
            name="payment",
            accept=("4471",),
            reject=("gift card", "PayPal", "8210"),
            say="Any difference should go on the Mastercard ending in 4471.",
        ),
    ),
)
KETTLE = Goal(
    act="cancel",
    words=("cancel",),
    say="I also ordered a kettle that I no longer need, please cancel that order.",
    outcome="refused",
    knows=(
        Slot(
            name="reason",
            value="no longer needed",
            ask=("reason", "why"),
            say="I no longer need it.",
        ),
    ),
    hears=(
        Wish(
            name="tracking number",
            kind="number",
            ask="What is the tracking number of that parcel?",
        ),
    ),
    if_refused="Then tell me its tracking number, so that I can refuse the parcel.",
)
LAMP_AND_KETTLE = UserScript(knows=(EMAIL, NAME, ZIP), goals=(LAMP, KETTLE))

FLIGHT = Goal(
    act="change flight",
    words=("chang", "mov", "rebook", "switch", "modif", "updat"),
    say="I want to move my outbound flight to a day later, everything else stays.",
    outcome="done",
    knows=(
        Slot(
            name="reservation_id",
            value="K4T9QX",
            ask=("reservation id", "reservation number", "reservation code", "confirmation"),
            say="The reservation is K4T9QX.",
        ),
    ),
    fields=(
        Field(
            name="date",
            accept=("2024-05-21",),
            reject=("2024-05-22", "2024-05-23"),
            say="The new day is May 21.",
            ask=("date", "day", "when"),
        ),
        Field(
            name="payment",
            accept=("gift card",),
            reject=("Visa", "credit card"),
            say="Please settle any difference with my gift card.",
        ),
    ),
    hears=(Wish(name="fare difference", kind="amount", ask="How much is the difference in fare?"),),
)
BAGS = Goal(
    act="bags",
    words=("bag", "luggage"),
    say="Please add two bags to it as well.",
    outcome="done",
    fields=(
        Field(name="bags", accept=("2",), reject=("1", "3"), say="It should be two bags."),
        Field(
            name="payment",
            accept=("gift card",),
            reject=("Visa", "credit card"),
            say="Please settle that with my gift card too.",
        ),
    ),
    with_previous=True,
)
WHEELCHAIR = Goal(
    act="wheelchair",
    words=("wheelchair",),
    say="And I need a wheelchair at the airport.",
    outcome="handed_off",
)
STOCK = Goal(
    act="ask",
    words=("variant", "available", "option"),
    say="How many versions of the garden hose can I buy at the moment?",
    outcome="told",
    hears=(
        Wish(
            name="number of available variants",
            kind="number",
            ask="How many versions of the garden hose are available?",
        ),
    ),
)
USER_ID = Slot(name="user_id", value="ilse_okafor_2217", ask=("user id", "user name", "username"))
TRIP = UserScript(knows=(USER_ID, NAME), goals=(FLIGHT, BAGS, WHEELCHAIR))
HOSE = UserScript(knows=(EMAIL, NAME, ZIP), goals=(STOCK,))
