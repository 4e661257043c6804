"""Airline data in the layout of τ-bench: `users`, `reservations` and `flights`."""

from tau_emo_db.domains.airline.airports import PLACES
from tau_emo_db.domains.airline.tables import (
    Airport,
    Flight,
    FlightDate,
    PaymentMethod,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    ReservationPayment,
    SavedPassenger,
    User,
)
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.parts import ADDRESS, owned
from tau_emo_db.foreign.source import Source

_CITIES = {place.code: place.city for place in PLACES}
_CABINS = ("basic_economy", "economy", "business")
_TIMES = (
    "actual_departure_time_est",
    "actual_arrival_time_est",
    "estimated_departure_time_est",
    "estimated_arrival_time_est",
)


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    for node in source.records("flights"):
        with out.record(node):
            _flight(node, out)
    for node in source.records("users"):
        with out.record(node):
            _user(node, out)
    for node in _reservations(source):
        with out.record(node):
            _reservation(node, out)


def _reservations(source: Source) -> list[Node]:
    users = source.records("users")
    return owned(users, "reservations", source.records("reservations"), "user_id")


def _flight(node: Node, out: Gathering) -> None:
    number = node.own_key("flight_number")
    ends = (node.at("origin"), node.at("destination"))
    for end in ends:
        code = end.as_text()
        if code not in _CITIES:
            raise end.misfit(f"is {code!r}, which is none of the airports")
        if code not in {row["code"] for row in out.rows[Airport]}:
            out.add(end, Airport, code=code, city=_CITIES[code])
    out.add(
        node,
        Flight,
        flight_number=number,
        origin=ends[0].as_text(),
        destination=ends[1].as_text(),
        scheduled_departure_time_est=node.text("scheduled_departure_time_est"),
        scheduled_arrival_time_est=node.text("scheduled_arrival_time_est"),
    )
    for day in node.at("dates").fields():
        counts: dict[str, int] = {}
        for theirs, ours in (("available_seats", "seats"), ("prices", "price")):
            if day.has(theirs):
                counts |= {f"{cabin}_{ours}": day.at(theirs).whole(cabin) for cabin in _CABINS}
        out.add(
            day,
            FlightDate,
            flight_number=number,
            date=day.key,
            status=day.text("status"),
            **counts,
            **{name: day.text_or_none(name) for name in _TIMES},
        )


def _user(node: Node, out: Gathering) -> None:
    name = node.at("name")
    out.add(
        node,
        User,
        user_id=node.key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        email=node.text("email"),
        dob=node.text("dob"),
        address=node.plain("address", ADDRESS),
        membership=node.text("membership"),
    )
    for method in node.at("payment_methods").fields():
        out.add(
            method,
            PaymentMethod,
            user_id=node.key,
            id=method.own_key("id"),
            source=method.text("source"),
            brand=method.text_or_none("brand"),
            last_four=method.text_or_none("last_four"),
            amount=method.whole_or_none("amount"),
        )
    for position, person in numbered(node.at("saved_passengers").items()):
        out.add(person, SavedPassenger, user_id=node.key, position=position, **_person(person))
    node.leave("reservations")


def _reservation(node: Node, out: Gathering) -> None:
    key = node.own_key("reservation_id")
    out.add(
        node,
        Reservation,
        reservation_id=key,
        user_id=node.text("user_id"),
        origin=node.text("origin"),
        destination=node.text("destination"),
        flight_type=node.text("flight_type"),
        cabin=node.text("cabin"),
        created_at=node.text("created_at"),
        total_baggages=node.whole("total_baggages"),
        nonfree_baggages=node.whole("nonfree_baggages"),
        insurance=node.text("insurance"),
        status=node.text_or_none("status"),
    )
    for position, segment in numbered(node.at("flights").items()):
        out.add(
            segment,
            ReservationFlight,
            reservation_id=key,
            position=position,
            flight_number=segment.text("flight_number"),
            date=segment.text("date"),
            origin=segment.text("origin"),
            destination=segment.text("destination"),
            price=segment.whole("price"),
        )
    for position, person in numbered(node.at("passengers").items()):
        out.add(
            person, ReservationPassenger, reservation_id=key, position=position, **_person(person)
        )
    for position, payment in numbered(node.at("payment_history").items()):
        out.add(
            payment,
            ReservationPayment,
            reservation_id=key,
            position=position,
            payment_id=payment.text("payment_id"),
            amount=payment.whole("amount"),
        )


def _person(node: Node) -> dict[str, str]:
    return {name: node.text(name) for name in ("first_name", "last_name", "dob")}


MAPPING = Mapping(
    parts=("users", "reservations", "flights"),
    read=read,
    people=People(User, "user_id", "email"),
    differences=(
        Difference("no airports", "airport", "the airports that flights name, with our cities"),
        Difference(
            "users.reservations",
            "order of reservation",
            "must name each reservation once, under its own user; gives the order",
        ),
        Difference("reservations.status left out", "status null", "the reservation is active"),
    ),
)
