"""What the agency's desk looks up, checks and works out again and again."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict
from sqlmodel import Session

from tau_emo_db.domains.travel.clock import TODAY
from tau_emo_db.domains.travel.pricing import total_price
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentBooking,
    AgentTraveler,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Package,
    PackageAgent,
    PackageDeparture,
    PaymentMethod,
    Traveler,
)
from tau_emo_servers.checks import check_filled, check_listed
from tau_emo_servers.money import above_zero, to_cents
from tau_emo_servers.queries import find, find_owned, free_keys, numbered, replace_rows, rows_of
from tau_emo_servers.toolkit import Rejection


class Person(BaseModel):
    """One person who travels."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    first_name: str
    """first name."""
    last_name: str
    """last name."""
    dob: str
    """date of birth as YY-MM-DD, such as 88-03-09."""


class Rooming(BaseModel):
    """The room of a booking."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    room_type: str
    """kind of room: single, double, twin, suite or family_suite."""
    occupancy: int
    """number of persons in it."""


class AddOn(BaseModel):
    """An extra of a booking."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    type: str
    """kind of extra, as the package lists it."""
    description: str
    """description, as the package lists it."""
    price: float
    """price for the whole booking, as the package lists it."""


class Payment(BaseModel):
    """One payment method and the sum that it pays."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    payment_id: str
    """id of a payment method in the traveler's profile."""
    amount: float
    """sum to charge to it, in the currency of the departure."""


# Shape of the input.


def check_travelers(travelers: Sequence[Person]) -> None:
    """Refuses a booking for nobody, and persons without a name or a birth date."""
    check_listed(travelers, "traveler")
    for person in travelers:
        if not person.first_name.strip() or not person.last_name.strip():
            raise Rejection(
                "name_missing", "a traveler has no first or last name; send both for everyone."
            )
        if not _is_date(person.dob):
            raise Rejection(
                "invalid_dob",
                f"the date of birth {person.dob!r} of {person.first_name} {person.last_name} is "
                "no date; write it as YY-MM-DD, such as 88-03-09.",
            )


def _is_date(text: str) -> bool:
    """True for a day that exists, written `YY-MM-DD`."""
    try:
        return datetime.strptime(text, "%y-%m-%d").strftime("%y-%m-%d") == text  # noqa: DTZ007
    except ValueError:
        return False


def check_rooming(rooming: Rooming) -> None:
    """Refuses a room of no kind or for nobody."""
    check_filled({"room_type": rooming.room_type}, "no_room_type", "ask which room is wanted")
    if rooming.occupancy < 1:
        raise Rejection(
            "invalid_occupancy",
            f"an occupancy of {rooming.occupancy} is not possible; send the number of travelers.",
        )


def check_add_ons(add_ons: Sequence[AddOn]) -> list[int]:
    """The prices in cents, unless an add-on has no words or a negative price."""
    prices: list[int] = []
    for add_on in add_ons:
        if not add_on.type.strip() or not add_on.description.strip():
            raise Rejection(
                "add_on_incomplete",
                "an add-on has no type or no description; copy both from get_package_details.",
            )
        if add_on.price < 0:
            raise Rejection(
                "negative_price",
                f"the add-on {add_on.type} has a price below 0; copy the price from "
                "get_package_details.",
            )
        prices.append(to_cents(add_on.price))
    return prices


def check_payments(payments: Sequence[Payment]) -> list[tuple[str, int]]:
    """Payment ids and cents, unless there is none or an amount is not above 0."""
    check_listed(payments, "payment method")
    return [
        (one.payment_id, above_zero(to_cents(one.amount), f"amount for {one.payment_id}"))
        for one in payments
    ]


# Look-ups.


def find_traveler(db: Session, traveler_id: str) -> Traveler:
    """The customer with this id."""
    hint = "check the id (it looks like 7QK2M9D)"
    return find(db, Traveler, traveler_id, "traveler", hint)


def find_agent(db: Session, agent_id: str) -> Agent:
    """The human agent with this id."""
    hint = "check the id (get_package_details shows the agents of a package)"
    return find(db, Agent, agent_id, "agent", hint)


def find_package(db: Session, package_id: str) -> Package:
    """The package with this id."""
    hint = "check the id (search_packages shows packages with their ids)"
    return find(db, Package, package_id, "package", hint)


def find_booking(db: Session, booking_id: str) -> Booking:
    """The booking, whoever owns it and whatever its status."""
    hint = "check the id (get_traveler_details shows the traveler's bookings)"
    return find(db, Booking, booking_id, "booking", hint)


def find_active_booking(db: Session, booking_id: str) -> Booking:
    """The booking, unless it is cancelled."""
    booking = find_booking(db, booking_id)
    if booking.status == "cancelled":
        raise Rejection(
            "booking_cancelled",
            f"booking {booking_id} is cancelled; it can be neither changed nor cancelled again.",
        )
    return booking


def find_managing_agent(db: Session, package: Package, agent_id: str | None) -> Agent:
    """The agent chosen for a booking of the package, or else its first one."""
    managers = rows_of(db, PackageAgent, package_id=package.package_id)
    if not agent_id and not managers:
        raise Rejection(
            "no_agent",
            f"package {package.package_id} has no agent; name one with agent_id.",
        )
    agent = find_agent(db, agent_id or managers[0].agent_id)
    if agent.agent_id not in {one.agent_id for one in managers}:
        raise Rejection(
            "agent_not_managing",
            f"agent {agent.agent_id} does not manage package {package.package_id}; "
            "get_package_details shows those who do.",
        )
    return agent


def find_departure(db: Session, package: Package, date: str) -> PackageDeparture:
    """The departure of the package on this date, whatever its status."""
    departure = db.get(PackageDeparture, (package.package_id, date))
    if departure is None:
        raise Rejection(
            "departure_not_found",
            f"package {package.package_id} has no departure on {date}; get_package_details shows "
            "its dates, written YY-MM-DD.",
        )
    return departure


def check_future(departure: PackageDeparture) -> None:
    """Refuses a departure of today or before."""
    if departure.date <= TODAY:
        raise Rejection(
            "departure_past",
            f"the departure on {departure.date} is not later than today ({TODAY}); choose a later "
            "date.",
        )


def check_seats(departure: PackageDeparture, travelers: int) -> None:
    """Refuses a departure that is not open or has too few slots."""
    if departure.status != "available":
        raise Rejection(
            "departure_not_available",
            f"the departure on {departure.date} is {departure.status}; only one that is available "
            "can be booked.",
        )
    if departure.available_slots < travelers:
        raise Rejection(
            "not_enough_slots",
            f"the departure on {departure.date} has {departure.available_slots} slots left, but "
            f"{travelers} travelers need one each; choose another date.",
        )


def find_payment_method(db: Session, traveler_id: str, payment_method_id: str) -> PaymentMethod:
    """A payment method of this traveler."""
    return find_owned(
        db,
        PaymentMethod,
        payment_method_id,
        what=f"payment method {payment_method_id}",
        place=f"in the profile of traveler {traveler_id}",
        shown_by="get_traveler_details",
        traveler_id=traveler_id,
    )


# Money.


def reprice(db: Session, booking: Booking, base_price: int, add_ons: Iterable[int]) -> int:
    """Gives a booking its new total and returns the difference, in cents.

    Args:
        db: the session.
        booking: the booking, with its present insurance and number of travelers.
        base_price: of its departure, per person.
        add_ons: the prices of its add-ons.
    """
    persons = len(rows_of(db, BookingTraveler, booking_id=booking.booking_id))
    old = booking.total_price
    booking.total_price = total_price(base_price, persons, add_ons, booking.insurance)
    return booking.total_price - old


def append_payments(db: Session, booking: Booking, entries: Iterable[tuple[str, int]]) -> None:
    """Appends payment ids and cents to the ledger; an entry of 0 is left out."""
    first = len(rows_of(db, BookingPayment, booking_id=booking.booking_id))
    moved = [(payment_id, amount) for payment_id, amount in entries if amount]
    db.add_all(
        BookingPayment(
            booking_id=booking.booking_id, position=position, payment_id=payment_id, amount=amount
        )
        for position, (payment_id, amount) in enumerate(moved, start=first)
    )


# Rows of bookings.


def replace_travelers(db: Session, booking: Booking, travelers: Sequence[Person]) -> None:
    """Puts these persons on the booking, in the given order, in place of all others."""
    replace_rows(
        db,
        rows_of(db, BookingTraveler, booking_id=booking.booking_id),
        [
            BookingTraveler(
                booking_id=booking.booking_id,
                position=position,
                first_name=person.first_name,
                last_name=person.last_name,
                dob=person.dob,
            )
            for position, person in enumerate(travelers)
        ],
    )


def replace_add_ons(
    db: Session, booking: Booking, add_ons: Sequence[AddOn], prices: Sequence[int]
) -> None:
    """Puts these add-ons on the booking, in the given order, in place of all others."""
    replace_rows(
        db,
        rows_of(db, BookingAddOn, booking_id=booking.booking_id),
        [
            BookingAddOn(
                booking_id=booking.booking_id,
                position=position,
                type=add_on.type,
                description=add_on.description,
                price=price,
            )
            for position, (add_on, price) in enumerate(zip(add_ons, prices, strict=True))
        ],
    )


def hand_to_agent(db: Session, agent: Agent, booking: Booking) -> None:
    """Lets the agent handle the booking and look after its traveler."""
    travelers = rows_of(db, AgentTraveler, agent_id=agent.agent_id)
    if booking.traveler_id not in {one.traveler_id for one in travelers}:
        db.add(
            AgentTraveler(
                agent_id=agent.agent_id,
                position=len(travelers),
                traveler_id=booking.traveler_id,
            )
        )
    handled = rows_of(db, AgentBooking, agent_id=agent.agent_id)
    db.add(
        AgentBooking(agent_id=agent.agent_id, position=len(handled), booking_id=booking.booking_id)
    )


# New ids.


def new_booking_id(db: Session) -> str:
    """The first id of the series TAU001, TAU002, ... that is not in use."""
    return next(free_keys(db, Booking, numbered("TAU{:03d}")))
