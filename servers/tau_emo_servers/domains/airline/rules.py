"""The policy rules of the airline, in the order of its policy."""

import re
from itertools import pairwise

from tau_emo_db.domains.airline.tables import (
    Cabin,
    Flight,
    FlightDate,
    PaymentMethod,
    Reservation,
    SavedPassenger,
    User,
)
from tau_emo_db.domains.airline.tariff import FREE_BAGS
from tau_emo_servers.common_rules import (
    Identification,
    confirmed_writes,
    hand_off_in_its_cases,
    identified_first,
    known_facts_only,
    no_repeated_failure,
    nothing_unasked,
    one_call_per_turn,
    one_principal,
    owners_by,
    principal,
    refused_without_hand_off,
    reported_outcomes,
    said,
    stated_key,
)
from tau_emo_servers.domains.airline.compensation import (
    is_member,
    open_claims,
    shown_reservations,
)
from tau_emo_servers.domains.airline.listings import WRITES
from tau_emo_servers.domains.airline.trips import departures_of, flights_of, passengers_of
from tau_emo_servers.people import unknown_person
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, left_to_judge, rule
from tau_emo_servers.values import normalised

BOOK = "book_reservation"
CHANGE = "update_reservation_flights"
BAGS = "update_reservation_baggages"
PASSENGERS = "update_reservation_passengers"
CANCEL = "cancel_reservation"
CERTIFICATE = "send_certificate"

DAY_AGO = "2024-05-14T15:00:00"
"""A reservation made at this moment or later was made within the last 24 hours."""

_HEALTH_OR_WEATHER = re.compile(
    r"\b(?:sick|ill(?:ness)?|health|medical|hospital|surgery|operation|doctor|injur|flu|fever"
    r"|diagnos|pregnan|covid|virus|broke (?:my|his|her)|weather|storm|hurricane|tornado|flood|snow"
    r"|blizzard|typhoon|fog)"
)


IDENTIFICATION = Identification(
    principal={"get_user_details": stated_key("user_id")},
    allowed=frozenset({"list_all_airports", "search_direct_flight", "search_onestop_flight"}),
)


def _reservation(moment: Moment) -> Reservation | None:
    return moment.named(Reservation, "reservation_id")


def _statuses(moment: Moment, reservation: Reservation) -> set[str]:
    """The statuses of the departures of a reservation."""
    days = (
        moment.row(FlightDate, (one.flight_number, one.date))
        for one in flights_of(moment, reservation)
    )
    return {day.status for day in days if day is not None}


def _paid_bags(
    moment: Moment, user_id: str, cabin: Cabin, passengers: int, total: int
) -> int | None:
    """How many of so many bags must be paid for; None if there is no such user."""
    user = moment.row(User, user_id)
    if user is None:
        return None
    return max(0, total - passengers * FREE_BAGS[user.membership][cabin])


@rule("AIR-09", "At most five passengers in a booking.", on="write", tools={BOOK})
def five_passengers(moment: Moment) -> str | None:
    """A larger party is refused."""
    count = len(moment.arguments["passengers"])
    return f"{count} passengers in one booking" if count > 5 else None


@rule(
    "AIR-10",
    "Names and birth dates of passengers come from the customer or the profile.",
    on="write",
    tools={BOOK, PASSENGERS},
)
def known_passengers(moment: Moment) -> str | None:
    """Each passenger was said, or is the customer, saved, or on a reservation that was opened."""
    user = moment.row(User, principal(moment, IDENTIFICATION) or "")
    saved = moment.rows(SavedPassenger, user_id=user.user_id) if user else ()
    opened = [
        moment.row(Reservation, moment.arguments_of(call)["reservation_id"])
        for call in moment.succeeded("get_reservation_details")
    ]
    travelled = [
        passenger
        for one in opened
        if one is not None and user is not None and one.user_id == user.user_id
        for passenger in passengers_of(moment, one)
    ]
    reservation = _reservation(moment)
    return unknown_person(
        moment,
        moment.arguments["passengers"],
        profile=(user, *saved, *travelled) if user else (),
        listed=passengers_of(moment, reservation) if reservation else (),
    )


@rule(
    "AIR-12",
    "At most one certificate, one credit card and three gift cards pay for a booking.",
    on="write",
    tools={BOOK},
)
def payment_mix(moment: Moment) -> str | None:
    """Counts the payment methods by source."""
    limits = {"certificate": 1, "credit_card": 1, "gift_card": 3}
    counts = dict.fromkeys(limits, 0)
    for payment in moment.arguments["payment_methods"]:
        key = (moment.arguments["user_id"], payment["payment_id"])
        method = moment.row(PaymentMethod, key)
        if method is not None:
            counts[method.source] += 1
    over = [f"{count} of {name}" for name, count in counts.items() if count > limits[name]]
    return f"paid by {', '.join(over)}" if over else None


@rule(
    "AIR-15",
    "Free bags depend on membership, cabin and the number of passengers.",
    on="write",
    tools={BOOK},
    judge="whether the customer named the bags",
)
def free_bags(moment: Moment) -> str | None:
    """The paid bags of a booking are those beyond the free ones."""
    wanted = moment.arguments
    due = _paid_bags(
        moment,
        wanted["user_id"],
        wanted["cabin"],
        len(wanted["passengers"]),
        wanted["total_baggages"],
    )
    paid = wanted["nonfree_baggages"]
    return None if due in (None, paid) else f"{paid} paid bags where {due} must be paid"


@rule(
    "AIR-17",
    "Offer insurance before booking: 30 per passenger, for health or weather.",
    on="write",
    tools={BOOK},
    says=True,
)
def insurance_offered(moment: Moment) -> str | None:
    """A message to the customer speaks of insurance before the booking."""
    offered = any("insur" in message.casefold() for message in moment.agent_messages)
    return None if offered else "insurance was not offered before the booking"


@rule(
    "AIR-19",
    "Know the reservation id before a change or cancellation.",
    on="write",
    tools={CHANGE, BAGS, PASSENGERS, CANCEL},
)
def known_reservation(moment: Moment) -> str | None:
    """The reservation id was said by the customer or shown by a tool."""
    key = moment.arguments["reservation_id"]
    return None if said(moment.known_text, key) else f"nothing gives the reservation {key}"


@rule(
    "AIR-20",
    "A basic economy reservation keeps its flights; its cabin may change.",
    on="write",
    tools={CHANGE},
    judge="whether the agent proposed to upgrade first",
)
def basic_economy_keeps_flights(moment: Moment) -> str | None:
    """The flights and dates stay the same set."""
    reservation = _reservation(moment)
    if reservation is None or reservation.cabin != "basic_economy":
        return None
    old = departures_of(moment, reservation)
    new = {(one["flight_number"], one["date"]) for one in moment.arguments["flights"]}
    return "flights of a basic economy reservation were changed" if new != old else None


@rule(
    "AIR-21",
    "A flight change keeps origin, destination and trip type.",
    on="write",
    tools={CHANGE},
)
def same_route(moment: Moment) -> str | None:
    """The new flights lead from the origin to the destination, and back on a round trip."""
    reservation = _reservation(moment)
    flights = [moment.row(Flight, one["flight_number"]) for one in moment.arguments["flights"]]
    legs = [one for one in flights if one is not None]
    if reservation is None or not legs or len(legs) < len(flights):
        return None
    stops = [legs[0].origin, *(leg.destination for leg in legs)]
    joined = all(before.destination == after.origin for before, after in pairwise(legs))
    ends = stops[0] == reservation.origin
    if reservation.flight_type == "one_way":
        ends = ends and stops[-1] == reservation.destination
        turns = reservation.origin not in stops[1:-1]
    else:
        ends = ends and stops[-1] == reservation.origin
        turns = reservation.destination in stops[1:]
    if joined and ends and turns:
        return None
    return (
        f"{' - '.join(stops)} on a {reservation.flight_type} reservation from "
        f"{reservation.origin} to {reservation.destination}"
    )


@rule("AIR-24", "Bags can be added, not removed.", on="write", tools={BAGS})
def bags_only_added(moment: Moment) -> str | None:
    """The total does not fall, and the paid bags are those beyond the free ones."""
    reservation, wanted = _reservation(moment), moment.arguments
    if reservation is None:
        return None
    total, paid = wanted["total_baggages"], wanted["nonfree_baggages"]
    if total < reservation.total_baggages:
        return f"{total} bags instead of {reservation.total_baggages}"
    count = len(passengers_of(moment, reservation))
    due = _paid_bags(moment, reservation.user_id, reservation.cabin, count, total)
    return None if due in (None, paid) else f"{paid} paid bags where {due} must be paid"


@rule(
    "AIR-29",
    "Cancel only within 24 hours, a flight cancelled by the airline, business, or insured.",
    on="write",
    tools={CANCEL},
    judge="without a task, whether the reason was health or weather",
)
def may_be_cancelled(moment: Moment) -> str | None:
    """One of the four grounds holds. Insurance is one only for health or weather."""
    reservation = _reservation(moment)
    if reservation is None or reservation.status == "cancelled":
        return None
    statuses = _statuses(moment, reservation)
    if statuses & {"landed", "flying"}:
        return None  # AIR-30 comes first
    if reservation.created_at >= DAY_AGO or reservation.cabin == "business":
        return None
    if "cancelled" in statuses:
        return None
    if reservation.insurance == "no":
        return "none of the grounds for a cancellation holds"
    refused = moment.label is not None and "AIR-29" in moment.label.refuses
    if refused and not _HEALTH_OR_WEATHER.search(normalised(moment.user_text)):
        return "insurance is no ground without a reason of health or weather"
    return None


@rule(
    "AIR-30",
    "A trip with a used flight is not cancelled but handed off.",
    on="write",
    tools={CANCEL},
    judge="without a task, whether it was handed off",
)
def used_trip_not_cancelled(moment: Moment) -> str | None:
    """No departure of the reservation is flying or has landed."""
    reservation = _reservation(moment)
    if reservation is None or reservation.status == "cancelled":
        return None
    used = _statuses(moment, reservation) & {"landed", "flying"}
    return f"a flight of the reservation is {sorted(used)[0]}" if used else None


@rule(
    "AIR-34",
    "Compensation only for silver or gold members, insured or business trips.",
    on="write",
    tools={CERTIFICATE},
)
def entitled(moment: Moment) -> str | None:
    """The customer is a member, or the reservation has insurance or is in business."""
    user = principal(moment, IDENTIFICATION)
    if is_member(moment, user):
        return None
    claims = open_claims(moment, user)
    meant = [one for one in claims if one.due == moment.arguments["amount"]]
    meant = meant or [one for one in claims if one.cancelled or one.delayed] or claims
    if any(one.entitled for one in meant):
        return None
    return "a regular member without insurance or business got a certificate"


def _wrong_certificate(moment: Moment) -> tuple[str, str] | None:
    """The rule that a certificate breaks, and how; None if it is due."""
    amount = moment.arguments["amount"]
    claims = open_claims(moment, principal(moment, IDENTIFICATION))
    if any(one.due == amount for one in claims):
        return None
    cancelled = [one for one in claims if one.cancelled]
    delayed = [one for one in claims if one.delayed and not one.cancelled]
    if cancelled:
        due = " or ".join(str(one.due) for one in cancelled)
        return "AIR-35", f"a certificate of {amount:g} where {due} is due"
    if delayed and not any(one.settled for one in delayed):
        return "AIR-36", "the delayed trip was neither cancelled nor changed before"
    if delayed:
        due = " or ".join(str(one.due) for one in delayed if one.settled)
        return "AIR-36", f"a certificate of {amount:g} where {due} is due"
    return "AIR-35", "no flight of an uncompensated reservation is cancelled or delayed"


@rule(
    "AIR-35",
    "A cancelled flight gives 100 per passenger, once per reservation.",
    on="write",
    tools={CERTIFICATE},
)
def for_a_cancelled_flight(moment: Moment) -> str | None:
    """The certificate is due for a cancelled flight, or AIR-36 speaks of it."""
    wrong = _wrong_certificate(moment)
    return wrong[1] if wrong and wrong[0] == "AIR-35" else None


@rule(
    "AIR-36",
    "A delayed flight gives 50 per passenger, after the trip was cancelled or changed.",
    on="write",
    tools={CERTIFICATE},
)
def for_a_delayed_flight(moment: Moment) -> str | None:
    """The certificate for a delay has the right amount and comes after a change."""
    wrong = _wrong_certificate(moment)
    return wrong[1] if wrong and wrong[0] == "AIR-36" else None


@rule(
    "AIR-37",
    "Look a reservation up before changing it or sending a certificate for it.",
    on="write",
    tools={CHANGE, BAGS, PASSENGERS, CANCEL, CERTIFICATE},
)
def looked_at_first(moment: Moment) -> str | None:
    """A result has shown the reservation; before a certificate, any of the customer's."""
    shown = {key for key, _ in shown_reservations(moment)}
    key = moment.arguments.get("reservation_id")
    if key is not None:
        return None if key in shown else f"reservation {key} was not looked at before"
    if any(True for _ in moment.succeeded("get_reservation_details")):
        return None
    return "no reservation was looked at before the certificate"


RULES: tuple[Rule, ...] = (
    identified_first("AIR-01", IDENTIFICATION),
    one_principal("AIR-02", IDENTIFICATION, owners_by("user_id", {"reservation_id": Reservation})),
    confirmed_writes("AIR-03", WRITES),
    one_call_per_turn("AIR-04"),
    known_facts_only("AIR-05"),
    refused_without_hand_off("AIR-06", text="Deny what these rules forbid."),
    hand_off_in_its_cases(
        "AIR-07", text="Hand off only what no tool or rule covers; only the notice follows."
    ),
    left_to_judge(
        "AIR-08",
        "Before booking, ask trip type, origin and destination, unless already said.",
        judge="whether they were asked or said",
    ),
    five_passengers,
    known_passengers,
    kept_by_tools("AIR-11", "All passengers share flights and cabin."),
    payment_mix,
    kept_by_tools("AIR-13", "Only payment methods in the profile."),
    kept_by_tools(
        "AIR-14",
        "The unused part of a certificate is lost.",
        judge="whether the customer was told",
    ),
    free_bags,
    kept_by_tools("AIR-16", "Each further bag costs 50."),
    insurance_offered,
    kept_by_tools("AIR-18", "Only departures with status available can be booked."),
    known_reservation,
    basic_economy_keeps_flights,
    same_route,
    kept_by_tools("AIR-22", "Kept segments keep their price."),
    kept_by_tools("AIR-23", "A cabin change covers all segments and the difference is paid."),
    bags_only_added,
    left_to_judge(
        "AIR-25", "Insurance cannot be added later.", judge="whether the wish was refused"
    ),
    kept_by_tools(
        "AIR-26",
        "Passenger details may change, their number may not; a person cannot help either.",
        judge="whether such a wish was handed off",
    ),
    kept_by_tools(
        "AIR-27",
        "A change is paid or refunded by one gift or credit card chosen by the customer.",
        judge="whether the customer chose it",
    ),
    left_to_judge(
        "AIR-28",
        "Before cancelling, get the reason.",
        judge="whether the reason was asked or said",
    ),
    may_be_cancelled,
    used_trip_not_cancelled,
    left_to_judge(
        "AIR-31",
        "Cancel the whole trip or nothing.",
        judge="whether a partial wish was refused",
    ),
    left_to_judge(
        "AIR-32",
        "Refunds go to the original methods in 5 to 7 business days.",
        judge="whether another target or time was told",
    ),
    nothing_unasked(
        "AIR-33",
        text="Compensation only when the customer complains and asks for it; nothing unasked.",
        judge="whether the customer asked before any offer or write",
    ),
    entitled,
    for_a_cancelled_flight,
    for_a_delayed_flight,
    looked_at_first,
    reported_outcomes("COM-12", WRITES),
    no_repeated_failure("COM-14"),
)
