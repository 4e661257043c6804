"""The policy rules of the agency, in the order of its policy."""

import re

from tau_emo_db.domains.travel.clock import TODAY, days_until
from tau_emo_db.domains.travel.pricing import INSURANCE_FEES, insurance_label
from tau_emo_db.domains.travel.tables import (
    Booking,
    Companion,
    Package,
    PackageTerms,
    Traveler,
)
from tau_emo_db.domains.travel.terms import cancellation_window, change_window
from tau_emo_servers.common_rules import (
    Identification,
    confirmed_writes,
    hand_off_when_due,
    identified_first,
    known_facts_only,
    no_repeated_failure,
    notice_alone_follows,
    one_call_per_turn,
    one_principal,
    owners_by,
    principal,
    refused_without_hand_off,
    reported_outcomes,
    said,
    stated_key,
    was_shown,
)
from tau_emo_servers.domains.travel.listings import (
    WRITES,
    add_ons_of,
    agent_fact,
    booking_of,
    persons_of,
    room_words,
    wanted_add_ons,
    words_of,
)
from tau_emo_servers.domains.travel.totals import totals_of_bookings
from tau_emo_servers.money import two_decimals
from tau_emo_servers.people import unknown_person
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, left_to_judge, rule
from tau_emo_servers.values import normalised

PROFILE = "get_traveler_details"
PACKAGE = "get_package_details"
BOOK = "book_package"
CANCEL = "cancel_booking"
ADD_ONS = "update_booking_add_ons"
DATE = "update_booking_departure_date"
TRAVELERS = "update_booking_travelers"
ROOM = "update_booking_rooming"
MEETING = "schedule_agent_meeting"
OF_A_BOOKING = frozenset({CANCEL, ADD_ONS, DATE, TRAVELERS, ROOM})

_DROPPING = re.compile(
    r"\b(?:drop|remov|swap|replac|instead|without|take off|get rid|no longer|leave out|cancel"
    r"|(?:do not|don't) (?:want|need))"
)
_ANY_ADD_ON = re.compile(r"\b(?:add-?ons?|extras?|all|both|everything)\b")


IDENTIFICATION = Identification(
    principal={PROFILE: stated_key("traveler_id")},
    allowed=frozenset({PACKAGE, "search_packages", "list_all_destinations", "get_agent_details"}),
)


def _in_play(moment: Moment) -> bool:
    """True for a booking that a tool could still change."""
    booking = booking_of(moment)
    return booking is not None and booking.status != "cancelled"


def _package_read(moment: Moment) -> str | None:
    """Evidence that the package of the booking was not read before."""
    booking = booking_of(moment)
    if booking is None:
        return None
    for call in moment.succeeded(PACKAGE):
        if moment.arguments_of(call).get("package_id") == booking.package_id:
            return None
    return f"the policies of {booking.package_id} were not read before"


def _named(moment: Moment, pattern: re.Pattern[str]) -> bool:
    """True if the customer or the agent has written it before."""
    return any(
        pattern.search(normalised(text)) for text in (*moment.user_messages, *moment.agent_messages)
    )


@rule(
    "TRV-11",
    "Names and birth dates come from the customer or the saved profile.",
    on="write",
    tools={BOOK, TRAVELERS},
    judge="whether the customer wanted these persons",
)
def known_persons(moment: Moment) -> str | None:
    """Each person was said, or is the customer, a companion or on the booking."""
    traveler = moment.row(Traveler, principal(moment, IDENTIFICATION) or "")
    saved = moment.rows(Companion, traveler_id=traveler.traveler_id) if traveler else ()
    booking = booking_of(moment)
    return unknown_person(
        moment,
        moment.arguments["travelers"],
        profile=(traveler, *saved) if traveler else (),
        listed=persons_of(moment, booking) if booking else (),
    )


@rule(
    "TRV-12",
    "Room and agent are the customer's choice; occupancy is the number of travelers.",
    on="write",
    tools={BOOK, ROOM},
    judge="whether room, agent and insurance were the customer's choice",
)
def chosen_room_and_agent(moment: Moment) -> str | None:
    """Room and agent were named, the occupancy fits, and declined insurance is null."""
    wanted = moment.arguments
    room = wanted["rooming"]
    booking = booking_of(moment)
    persons = persons_of(moment, booking) if booking else wanted.get("travelers", ())
    if persons and room["occupancy"] != len(persons):
        return f"an occupancy of {room['occupancy']} for {len(persons)} travelers"
    if not _named(moment, room_words(room["room_type"])):
        return f"nobody has named the room {room['room_type']}"
    agent_id = wanted.get("agent_id")
    if agent_id:
        chosen = agent_fact(moment, agent_id)
        if not any(map(chosen.named_in, (*moment.user_messages, *moment.agent_messages))):
            return f"nobody has named the agent {agent_id}"
    label = insurance_label(wanted.get("insurance"))
    if label is not None and label not in INSURANCE_FEES:
        return f"the insurance {label!r} is neither standard nor premium nor null"
    return None


@rule(
    "TRV-13",
    "Book only add-ons that were asked for, as the package lists them; nothing unasked.",
    on="write",
    tools={BOOK, ADD_ONS},
    judge="whether each write, add-on and offer was asked for",
)
def listed_add_ons(moment: Moment) -> str | None:
    """Type and price of every add-on are those of one that the package offers."""
    booking = booking_of(moment)
    key = booking.package_id if booking else moment.arguments.get("package_id")
    package = moment.row(Package, key) if key else None
    if package is None:
        return None
    offered = {(one.type, one.price) for one in package.optional_add_ons}
    for kind, cents in wanted_add_ons(moment):
        if (kind, cents) not in offered:
            return f"the package lists no {kind} for {two_decimals(cents)}"
    return None


@rule(
    "TRV-14",
    "Ask about insurance before booking, and name its price if it is chosen.",
    on="write",
    tools={BOOK},
    judge="whether the price was named",
)
def insurance_asked(moment: Moment) -> str | None:
    """Somebody has spoken of insurance before the booking."""
    spoken = _named(moment, re.compile(r"\binsur"))
    return None if spoken else "nobody has spoken of insurance before the booking"


@rule(
    "TRV-18",
    "Identify the booking by id, or from the bookings of the profile.",
    judge="whether the customer chose it",
)
def known_booking(moment: Moment) -> str | None:
    """The booking id was said by the customer, or stands in the profile or a new booking."""
    key = moment.arguments.get("booking_id")
    if not key or said(moment.user_text, key):
        return None
    if was_shown(moment, "booking_id", key, PROFILE, BOOK):
        return None
    return f"nothing gives the booking {key}"


@rule(
    "TRV-22",
    "Replacing add-ons keeps those that are to stay.",
    on="write",
    tools={ADD_ONS},
    judge="whether the customer asked to drop it",
)
def kept_add_ons(moment: Moment) -> str | None:
    """Every add-on of the booking is sent, unless a message asks to drop it."""
    booking = booking_of(moment)
    if booking is None or booking.status == "cancelled":
        return None
    for kind, _ in add_ons_of(moment, booking) - wanted_add_ons(moment):
        words = re.compile(rf"\b{words_of(kind)}")
        texts = [normalised(text) for text in moment.user_messages]
        if not any(
            _DROPPING.search(text) and (words.search(text) or _ANY_ADD_ON.search(text))
            for text in texts
        ):
            return f"the add-on {kind} was dropped although nobody asked for it"
    return None


@rule(
    "TRV-24",
    "Before a date change read the change policy; only inside its window and without a fee.",
    on="write",
    tools={DATE},
    judge="without a task, whether it was refused or handed off",
)
def date_may_change(moment: Moment) -> str | None:
    """The package was read, and its terms let the date change free of charge today."""
    booking = booking_of(moment)
    if booking is None or booking.status == "cancelled" or booking.departure_date <= TODAY:
        return None  # TRV-28 speaks of trips that have begun
    unread = _package_read(moment)
    if unread:
        return unread
    terms = moment.row(PackageTerms, booking.package_id)
    days = days_until(booking.departure_date)
    window = "unclear" if terms is None else change_window(terms, days)
    texts = {
        "closed": f"the date cannot change {days} days before departure",
        "fee": "a date change costs a fee",
        "unclear": "the terms of a date change are unclear",
    }
    return texts.get(window)


@rule("TRV-25", "Before cancelling read the policies of the package.", on="write", tools={CANCEL})
def policies_read(moment: Moment) -> str | None:
    """The package of the booking was shown before."""
    return _package_read(moment) if _in_play(moment) else None


@rule(
    "TRV-26",
    "Cancel only where it is free; penalty or unclear: hand off; non-refundable: refuse.",
    on="write",
    tools={CANCEL},
    judge="without a task, whether it was refused or handed off",
)
def free_cancellation(moment: Moment) -> str | None:
    """The stored terms make a cancellation free today."""
    booking = booking_of(moment)
    if booking is None or booking.status == "cancelled" or booking.departure_date <= TODAY:
        return None
    terms = moment.row(PackageTerms, booking.package_id)
    days = days_until(booking.departure_date)
    window = "unclear" if terms is None else cancellation_window(terms, days)
    texts = {
        "penalty": f"a penalty applies {days} days before departure",
        "nothing": f"nothing is refunded {days} days before departure",
        "unclear": "the terms of a cancellation are unclear",
    }
    return texts.get(window)


@rule(
    "TRV-28",
    "No change and no cancellation once the departure date has come.",
    on="write",
    tools=OF_A_BOOKING,
)
def before_departure(moment: Moment) -> str | None:
    """The departure date lies after today."""
    booking = booking_of(moment)
    if booking is None or booking.status == "cancelled" or booking.departure_date > TODAY:
        return None
    return f"booking {booking.booking_id} departed on {booking.departure_date}"


@rule(
    "COM-11",
    "Look at a booking, package or agent before writing to it.",
    on="write",
    judge="conditions that neither a tool nor another rule checks",
)
def looked_at_first(moment: Moment) -> str | None:
    """A result has shown the booking, the package to be booked, or the agent's open slots."""
    assert moment.call is not None
    wanted = moment.arguments
    if moment.call.name == MEETING:
        met = [moment.arguments_of(call) for call in moment.succeeded("get_agent_details")]
        seen = wanted["agent_id"] in [one.get("agent_id") for one in met]
        return None if seen else f"the slots of {wanted['agent_id']} were not looked at before"
    name = "package_id" if moment.call.name == BOOK else "booking_id"
    if was_shown(moment, name, wanted[name]):
        return None
    return f"{name} {wanted[name]} was written to before it was looked at"


RULES: tuple[Rule, ...] = (
    identified_first(
        "TRV-01",
        IDENTIFICATION,
        text="Authenticate by a traveler id that the customer states, before any write or booking.",
    ),
    one_principal(
        "TRV-02", IDENTIFICATION, owners_by("traveler_id", {"booking_id": Booking}, reads=True)
    ),
    confirmed_writes("TRV-03", WRITES),
    one_call_per_turn("TRV-04"),
    known_facts_only("TRV-05", totals_of_bookings),
    left_to_judge(
        "TRV-06", "Give no opinion or recommendation.", judge="whether the agent gave one"
    ),
    refused_without_hand_off("TRV-07", text="Refuse what these rules forbid."),
    hand_off_when_due(
        "TRV-08",
        text="Hand off only in the cases that the policy names, or where no tool serves a wish.",
    ),
    notice_alone_follows("TRV-09", text="After the hand-off only the fixed notice follows."),
    kept_by_tools("TRV-10", "Book only an available departure with enough slots."),
    known_persons,
    chosen_room_and_agent,
    listed_add_ons,
    insurance_asked,
    kept_by_tools("TRV-15", "Payments add up exactly to the total."),
    kept_by_tools("TRV-16", "Only payment methods that are saved in the profile."),
    confirmed_writes(
        "TRV-17",
        WRITES,
        text="The summary of a booking names all of it, and each payment with its amount.",
        only={BOOK},
    ),
    known_booking,
    kept_by_tools(
        "TRV-19",
        "Package and number of travelers of a booking never change; such a wish is handed off.",
        judge="whether a booking was cancelled and made anew unasked",
    ),
    kept_by_tools("TRV-20", "A date change stays in the package and needs room for all."),
    confirmed_writes(
        "TRV-21",
        WRITES,
        text="Before a priced change, tell the difference and the one method that settles it.",
        only={ADD_ONS, DATE},
    ),
    kept_add_ons,
    kept_by_tools("TRV-23", "A cancelled booking is not changed."),
    date_may_change,
    policies_read,
    free_cancellation,
    left_to_judge(
        "TRV-27",
        "Refunds return to the methods used; promise no time beyond the package's text.",
        judge="whether another target or time was told",
    ),
    before_departure,
    confirmed_writes(
        "TRV-29",
        WRITES,
        text="A meeting is listed with agent, date and range as shown, and with its time zone.",
        only={MEETING},
    ),
    looked_at_first,
    reported_outcomes("COM-12", WRITES),
    no_repeated_failure("COM-14"),
)
