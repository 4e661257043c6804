"""The policy rules of the theaters, in the order of its policy."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tau_emo_db.domains.movie.tables import Booking, BookingSeat, Seat, Show
from tau_emo_servers.common_rules import (
    confirmed_writes,
    hand_off_when_due,
    known_facts_only,
    no_repeated_failure,
    notice_alone_follows,
    one_call_per_turn,
    refused_without_hand_off,
    reported_outcomes,
    said,
)
from tau_emo_servers.consent import asks_for_yes
from tau_emo_servers.conversation import AgentStep, ToolCall
from tau_emo_servers.domains.movie.listings import WRITES, entries, seat_difference, seat_types
from tau_emo_servers.money import shown
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, left_to_judge, rule
from tau_emo_servers.values import mentions, normalised

DETAILS = "get_booking_details"
PREVIEW = "price_preview"
CREATE = "create_booking"
CANCEL = "cancel_booking"
SEATS = "update_booking_seats"

_WHEELCHAIR = re.compile(r"\bwheel ?-?chair|\baccessib")
_AMOUNTS = (
    "tickets_subtotal",
    "concessions_subtotal",
    "fees_total",
    "tax_total",
    "grand_total",
    "booking_fee",
)


def _made(moment: Moment) -> set[str]:
    """The bookings that were made in the conversation."""
    return {json.loads(call.result)["booking_id"] for call in moment.succeeded(CREATE)}


def _booking(moment: Moment, key: str | None) -> Booking | None:
    return moment.row(Booking, key) if key else None


def _owned(moment: Moment, booking: Booking) -> bool:
    """True if the customer has stated the email or the full name on the booking."""
    name = [booking.first_name, booking.last_name]
    return said(moment.user_text, booking.email) or said(moment.user_text, name)


def _looked_at(moment: Moment) -> Iterator[Booking]:
    """The bookings that a tool has shown, made ones too, in order."""
    for call in moment.succeeded(DETAILS, CREATE):
        booking = _booking(moment, json.loads(call.result)["booking_id"])
        if booking is not None:
            yield booking


def _principal(moment: Moment) -> str | None:
    """The email of the first booking that was the customer's, without case; None before."""
    mine = (one.email.lower() for one in _looked_at(moment) if _owned(moment, one))
    return next(mine, None)


@rule(
    "MOV-01",
    "Compare the email or the name on a booking before telling or changing anything of it.",
    on=("write", "message"),
    judge="whether anything else of the booking was told",
)
def compared_first(moment: Moment) -> str | None:
    """Before a write the email or name was stated; before that no seat or sum is told."""
    if moment.stage == "message":
        for booking in _looked_at(moment):
            if not _owned(moment, booking) and (told := _told(moment, booking)):
                return f"{told} of {booking.booking_id} was told before email or name was compared"
        return None
    booking = _booking(moment, moment.arguments.get("booking_id"))
    if booking is None or _owned(moment, booking):
        return None
    return f"neither the email nor the name on {booking.booking_id} was stated"


def _told(moment: Moment, booking: Booking) -> str | None:
    """A seat, the total or the date of a booking that the message tells and nothing else gives."""
    text = moment.step.text
    others = [
        call.result
        for call in moment.succeeded()
        if moment.arguments_of(call).get("booking_id") != booking.booking_id
    ]
    known = "\n".join([moment.user_text, *others])
    for seat in moment.rows(BookingSeat, booking_id=booking.booking_id):
        if mentions(text, seat.seat_id, "id") and not mentions(known, seat.seat_id, "id"):
            return f"seat {seat.seat_id}"
    total = str(shown(booking.grand_total))
    if mentions(text, total, "amount") and not mentions(known, total, "amount"):
        return f"the total of {total}"
    start = booking.start_time_local
    if mentions(text, start, "date") and not mentions(known, start, "date"):
        return f"the date {booking.date}"
    return None


@rule(
    "MOV-02",
    "Serve one customer per conversation: all bookings bear one email.",
    on="write",
    judge="whether the agent told something about anyone else",
)
def one_customer(moment: Moment) -> str | None:
    """The booking written to, or the new one, bears the email of the first one."""
    known = _principal(moment)
    if known is None:
        return None
    booking = _booking(moment, moment.arguments.get("booking_id"))
    customer: Mapping[str, Any] = moment.arguments.get("customer") or {}
    email = booking.email if booking else customer.get("email")
    if email is None or email.strip().lower() == known:
        return None
    return f"a booking of {email} although the customer is {known}"


@rule(
    "MOV-12",
    "No seat for wheelchairs unless the customer asked for one; nothing else unasked either.",
    on="write",
    tools={CREATE, SEATS},
    judge="whether each write and offer was asked for",
)
def wheelchair_seats(moment: Moment) -> str | None:
    """A flagged seat that the booking did not hold was asked for by such a word."""
    if _WHEELCHAIR.search(normalised(moment.user_text)):
        return None
    key = moment.arguments.get("booking_id")
    booking = _booking(moment, key)
    show = moment.row(Show, booking.show_id if booking else moment.arguments.get("show_id", ""))
    if show is None:
        return None
    held = {one.seat_id for one in moment.rows(BookingSeat, booking_id=key)} if key else set[str]()
    for seat_id in seat_types(moment.arguments):
        seat = moment.row(Seat, (show.auditorium_id, seat_id))
        if seat is not None and seat.wheelchair_accessible and seat_id not in held:
            return f"seat {seat_id} is meant for wheelchairs and nobody asked for one"
    return None


@rule(
    "MOV-13",
    "Collect all that a booking needs; pass nothing that the customer has not given.",
    on="write",
    tools={CREATE},
    judge="ticket types, delivery and way of payment; whether a special request was made",
)
def collected(moment: Moment) -> str | None:
    """Name, email, phone, seats, loyalty id and card digits were said or shown."""
    wanted = moment.arguments
    customer = wanted["customer"]
    name = customer["name"]
    for value in (name["first_name"], name["last_name"], customer["email"], customer["phone"]):
        if not said(moment.known_text, value):
            return f"nothing gives {value}"
    for seat_id in seat_types(wanted):
        if not said(moment.known_text, seat_id):
            return f"nothing gives the seat {seat_id}"
    loyalty = customer.get("loyalty_id")
    if loyalty and not said(moment.user_text, loyalty):
        return f"the customer has not given the loyalty id {loyalty}"
    for payment in entries(wanted, "payments"):
        info: dict[str, str] = payment["method"].get("extra_info") or {}
        digits = info.get("last_four") or ""
        if re.search(r"\d", digits) and not mentions(moment.known_text, digits, "digits"):
            return f"nothing gives a card ending in {digits}"
    return None


@rule(
    "MOV-14",
    "Preview exactly what is booked, and show the six amounts of the preview.",
    on="write",
    tools={CREATE},
    says=True,
)
def previewed(moment: Moment) -> str | None:
    """The last preview of the show has the same seats and concessions, and a listing its sums."""
    show_id = moment.arguments["show_id"]
    calls = [
        past
        for past in moment.past
        if past.call.name == PREVIEW
        and not past.call.is_error
        and moment.arguments_of(past.call).get("show_id") == show_id
    ]
    if not calls:
        return "no preview of the show before the booking"
    last = calls[-1]
    if _order(moment.arguments_of(last.call)) != _order(moment.arguments):
        return "the last preview was for other seats or other food and drink"
    result = json.loads(last.call.result)
    shown_after = [
        event.text
        for event in moment.conversation.events[last.index : moment.index]
        if isinstance(event, AgentStep) and event.delivered and asks_for_yes(event.text)
    ]
    missing = [name for name in _AMOUNTS if result[name]]
    for text in shown_after:
        missing = [name for name in missing if not mentions(text, str(result[name]), "amount")]
    return f"no listing shows {', '.join(missing)}" if missing else None


def _order(arguments: Mapping[str, Any]) -> tuple[Any, ...]:
    """Show, seats and concessions without their order."""
    lists = [entries(arguments, name) for name in ("seats", "concessions")]
    return (
        arguments.get("theater_id"),
        arguments.get("show_id"),
        *(Counter(json.dumps(one, sort_keys=True) for one in entries) for entries in lists),
    )


@rule(
    "MOV-16",
    "Add food and drink only with item data and price from the customer.",
    on="write",
    tools={CREATE},
)
def food_as_stated(moment: Moment) -> str | None:
    """Each value of a concession was said; one piece need not be counted."""
    for line in entries(moment.arguments, "concessions"):
        for name in ("item_id", "name", "size", "quantity", "price_each"):
            value = line.get(name)
            if (name, value) == ("quantity", 1) or said(moment.user_text, value):
                continue
            return f"the customer has not stated {name} {value!r}"
    return None


def _replaced(moment: Moment) -> tuple[int, int] | None:
    """How many seats a canceled booking and a new one for the same show hold.

    One of the two is the present call; None if no such pair comes about.
    """
    assert moment.call is not None
    booking = _booking(moment, moment.arguments.get("booking_id"))
    if moment.call.name == CANCEL:
        if booking is None or booking.status in ("canceled", "refunded"):
            return None
        old = len(moment.rows(BookingSeat, booking_id=booking.booking_id))
        for call in moment.succeeded(CREATE):
            made = json.loads(call.result)
            if made["show_id"] == booking.show_id and made["booking_id"] != booking.booking_id:
                return old, len(made["seats"])
        return None
    for call in moment.succeeded(CANCEL):
        gone = json.loads(call.result)
        if gone["show_id"] == moment.arguments["show_id"]:
            return len(gone["seats"]), len(moment.arguments["seats"])
    return None


@rule(
    "MOV-19",
    "Only seats and ticket types of a booking change; another wish is a hand-off.",
    on="write",
    tools={CREATE, CANCEL},
    judge="whether such a wish was handed off",
)
def no_rebooking_of_a_show(moment: Moment) -> str | None:
    """No booking is canceled and made anew for the same show."""
    seats = _replaced(moment)
    if seats is None or seats[1] < seats[0]:
        return None
    return "a booking was canceled and made anew for the same show"


@rule(
    "MOV-24",
    "To give up some tickets the seats are changed; the booking is not canceled.",
    on="write",
    tools={CREATE, CANCEL},
)
def no_cancellation_for_some_seats(moment: Moment) -> str | None:
    """No booking is canceled and made anew for the same show with fewer seats."""
    seats = _replaced(moment)
    if seats is None or seats[1] >= seats[0]:
        return None
    return f"a booking of {seats[0]} seats was canceled for one of {seats[1]} for the same show"


@rule(
    "MOV-22",
    "Cancel only if the show is scheduled or canceled; see its status first.",
    on="write",
    tools={CANCEL},
    judge="without a task, whether the customer was handed off",
)
def not_after_the_show(moment: Moment) -> str | None:
    """The show of the booking is not completed, and its status was shown."""
    booking = _booking(moment, moment.arguments["booking_id"])
    show = moment.row(Show, booking.show_id) if booking else None
    if booking is None or show is None or booking.status in ("canceled", "refunded"):
        return None
    if show.status == "completed":
        return f"the show of {booking.booking_id} is completed"
    if any(_shows_status(moment, call, show) for call in moment.succeeded()):
        return None
    return f"the status of show {show.show_id} was not looked at"


def _shows_status(moment: Moment, call: ToolCall, show: Show) -> bool:
    if call.name in ("get_show_status", "get_show_details", CREATE):
        return moment.arguments_of(call).get("show_id") == show.show_id
    if call.name in ("list_shows", "get_theater_details"):
        return mentions(call.result, show.show_id, "id")
    return False


@rule(
    "MOV-23",
    "Tell the exact difference of a dearer change, and pass exactly that payment.",
    on="write",
    tools={SEATS},
    says=True,
)
def difference_told(moment: Moment) -> str | None:
    """A message that asks for the yes names the difference; the tool checks the payment."""
    difference = seat_difference(moment)
    if difference is None or difference <= 0:
        return None
    amount = str(shown(difference))
    for text in moment.agent_messages:
        if asks_for_yes(text) and mentions(text, amount, "amount"):
            return None
    return f"the difference of {amount} was not told"


@rule(
    "MOV-27",
    "Never guess a booking id; hand off a customer whose id is unknown.",
    judge="without a task, whether the customer was handed off",
)
def stated_booking(moment: Moment) -> str | None:
    """The booking id was said by the customer or made in the conversation."""
    key = moment.arguments.get("booking_id")
    if not key or key in _made(moment) or said(moment.user_text, key):
        return None
    return f"the customer has not stated the booking id {key}"


@rule(
    "COM-11",
    "Look at a booking before changing or canceling it.",
    on="write",
    tools={CANCEL, SEATS},
    judge="conditions that neither a tool nor another rule checks",
)
def looked_at_first(moment: Moment) -> str | None:
    """A result has shown the booking."""
    key = moment.arguments["booking_id"]
    if any(booking.booking_id == key for booking in _looked_at(moment)):
        return None
    if _booking(moment, key) is None:
        return None
    return f"booking {key} was written to before it was looked at"


RULES: tuple[Rule, ...] = (
    compared_first,
    one_customer,
    confirmed_writes("MOV-03", WRITES),
    one_call_per_turn("MOV-04"),
    known_facts_only("MOV-05"),
    left_to_judge(
        "MOV-06",
        "Give no opinion and no recommendation.",
        judge="whether one was given",
    ),
    refused_without_hand_off("MOV-07", text="Refuse what these rules forbid."),
    hand_off_when_due("MOV-08", text="Hand off only in the cases of the policy."),
    notice_alone_follows("MOV-09", text="After the hand-off only the notice follows."),
    kept_by_tools("MOV-10", "Book only shows that are scheduled."),
    kept_by_tools("MOV-11", "Book only seats that exist and are free."),
    wheelchair_seats,
    collected,
    previewed,
    left_to_judge(
        "MOV-15",
        "Quote only prices from tools, or that follow from them.",
        judge="whether a price is that of what it is said of (MOV-05 checks where sums come from)",
    ),
    food_as_stated,
    kept_by_tools("MOV-17", "The payments of a booking add up to the grand total."),
    left_to_judge(
        "MOV-18",
        "Apply no promotion; hand off a customer who wants it all the same.",
        judge="whether it was said once and the customer then served or handed off",
    ),
    no_rebooking_of_a_show,
    left_to_judge(
        "MOV-20",
        "Another show means a new booking and a cancellation, each confirmed.",
        judge="whether such a wish was served so, and handed off only if declined",
    ),
    kept_by_tools("MOV-21", "Seats change only in a confirmed booking of a scheduled show."),
    not_after_the_show,
    difference_told,
    no_cancellation_for_some_seats,
    left_to_judge(
        "MOV-25",
        "Promise no time and no way of payout for a refund.",
        judge="whether one was promised",
    ),
    left_to_judge(
        "MOV-26",
        "No compensation; who asks for it is handed off.",
        judge="without a task, whether the customer was handed off",
    ),
    stated_booking,
    looked_at_first,
    reported_outcomes("COM-12", WRITES),
    no_repeated_failure("COM-14"),
)
