"""The tools of the agency's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (serve another
customer's booking, cancel outside the free window, change a trip that has begun) is a
matter of the policy, not of the tools.
"""

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.travel.clock import TODAY
from tau_emo_db.domains.travel.pricing import insurance_fee, insurance_label, total_price
from tau_emo_db.domains.travel.tables import (
    AgentDay,
    AgentMeeting,
    AgentSlot,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    PackageDeparture,
)
from tau_emo_servers.common_tools import calculate, think, transfer_to_human_agents
from tau_emo_servers.domains.travel.desk import (
    AddOn,
    Payment,
    Person,
    Rooming,
    append_payments,
    check_add_ons,
    check_future,
    check_payments,
    check_rooming,
    check_seats,
    check_travelers,
    find_active_booking,
    find_agent,
    find_booking,
    find_departure,
    find_managing_agent,
    find_package,
    find_payment_method,
    find_traveler,
    hand_to_agent,
    new_booking_id,
    replace_add_ons,
    replace_travelers,
    reprice,
)
from tau_emo_servers.domains.travel.searches import destinations, open_packages
from tau_emo_servers.domains.travel.views import (
    agent_view,
    booking_view,
    package_view,
    traveler_view,
)
from tau_emo_servers.money import check_sum, shown
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import Rejection, View, read, write


@read(title="Show a traveler's profile")
def get_traveler_details(db: Session, traveler_id: str) -> View:
    """Show a traveler's profile: name, address, contact, birth date, passport, preferences,
    payment methods, saved companions, and all bookings with what was paid and refunded.

    Args:
        traveler_id: traveler id, such as 7QK2M9D.
    """
    return traveler_view(db, find_traveler(db, traveler_id))


@read(title="Show a human agent")
def get_agent_details(db: Session, agent_id: str) -> View:
    """Show a human travel agent: contact, languages, expertise, packages, and the open meeting
    slots of each day in the time zone of that day. The travelers and bookings of an agent are
    not for customers.

    Args:
        agent_id: id of the human agent, such as A4KM82X.
    """
    return agent_view(db, find_agent(db, agent_id))


@read(title="Show a package")
def get_package_details(db: Session, package_id: str) -> View:
    """Show a package: places, itinerary, departures by date with status, price per person and
    slots, the cancellation, change and refund policy, the add-ons that can be booked with it,
    and its human agents, the default one first.

    Args:
        package_id: package id, such as P4XW81N.
    """
    return package_view(db, find_package(db, package_id))


@read(title="Show a booking")
def get_booking_details(db: Session, booking_id: str) -> View:
    """Show a booking, whoever owns it: package, departure date, status, travelers, room,
    add-ons, insurance, total price, and payments (refunds are negative).

    Args:
        booking_id: booking id, such as BX72KD.
    """
    return booking_view(db, find_booking(db, booking_id))


@read(title="Search packages")
def search_packages(
    db: Session,
    destination_city: str | None = None,
    destination_country: str | None = None,
    category: str | None = None,
    departure_date: str | None = None,
) -> list[JsonValue]:
    """Find packages that fit all given filters and can still be booked on at least one date,
    which need not be the date searched for. Without filters all such packages are listed.

    Args:
        destination_city: city of the tour, such as Porto, exactly as list_all_destinations
            shows it.
        destination_country: country of the tour, such as Portugal, exactly as
            list_all_destinations shows it.
        category: adventure, culture, luxury, nature or city.
        departure_date: a date on which the tour starts, as YY-MM-DD.
    """
    found = open_packages(db, destination_city, destination_country, category, departure_date)
    return [package_view(db, package) for package in found]


@read(title="List all destinations")
def list_all_destinations(db: Session) -> list[JsonValue]:
    """List every city with its country that a package goes to, also where all packages are
    sold out.
    """
    return [{"city": city, "country": country} for city, country in destinations(db)]


@write(title="Book a package", destructive=False)
def book_package(
    db: Session,
    traveler_id: str,
    package_id: str,
    departure_date: str,
    travelers: list[Person],
    rooming: Rooming,
    add_ons: list[AddOn],
    insurance: str | None,
    payment_methods: list[Payment],
    agent_id: str | None = None,
) -> View:
    """Book a departure of a package and charge it at once. The price is the base price times
    the number of travelers, plus the add-ons, plus insurance: for each traveler 50 for
    standard, 100 for premium, otherwise nothing. The payments must add up to it exactly.

    Args:
        traveler_id: id of the traveler who books, such as 7QK2M9D.
        package_id: package id, such as P4XW81N.
        departure_date: a date of the package that is available, as YY-MM-DD.
        travelers: everyone who goes, the customer too if the customer goes.
        rooming: the room.
        add_ons: the add-ons that the customer wants, as get_package_details lists them; empty
            for none.
        insurance: standard or premium; null for none.
        payment_methods: what pays the total, and how much each.
        agent_id: id of the human agent whom the customer has chosen; leave it out for the
            package's default agent.
    """
    check_travelers(travelers)
    check_rooming(rooming)
    prices = check_add_ons(add_ons)
    payments = check_payments(payment_methods)
    traveler = find_traveler(db, traveler_id)
    package = find_package(db, package_id)
    agent = find_managing_agent(db, package, agent_id)
    departure = find_departure(db, package, departure_date)
    check_future(departure)
    check_seats(departure, len(travelers))
    for payment_id, _ in payments:
        find_payment_method(db, traveler_id, payment_id)
    label = insurance_label(insurance)
    price = total_price(departure.base_price, len(travelers), prices, label)
    currency = departure.currency
    check_sum((amount for _, amount in payments), price, lambda cents: f"{shown(cents)} {currency}")

    booking = Booking(
        booking_id=new_booking_id(db),
        traveler_id=traveler.traveler_id,
        package_id=package.package_id,
        agent_id=agent.agent_id,
        booking_date=TODAY,
        departure_date=departure.date,
        status="confirmed",
        room_type=rooming.room_type,
        occupancy=rooming.occupancy,
        insurance=label,
        insurance_fee=insurance_fee(label, len(travelers)),
        total_price=price,
    )
    db.add(booking)
    db.flush()
    replace_travelers(db, booking, travelers)
    replace_add_ons(db, booking, add_ons, prices)
    append_payments(db, booking, payments)
    departure.available_slots -= len(travelers)
    hand_to_agent(db, agent, booking)
    return booking_view(db, booking)


@write(title="Cancel a booking", idempotent=True)
def cancel_booking(db: Session, booking_id: str) -> View:
    """Cancel a booking and refund everything that was paid to the payment methods that paid it,
    whatever the package's policy says. This cannot be undone.

    Args:
        booking_id: booking id, such as BX72KD.
    """
    booking = find_active_booking(db, booking_id)
    package = find_package(db, booking.package_id)
    ledger = rows_of(db, BookingPayment, booking_id=booking_id)
    append_payments(db, booking, [(entry.payment_id, -entry.amount) for entry in ledger])
    booking.status = "cancelled"
    departure = db.get(PackageDeparture, (package.package_id, booking.departure_date))
    if departure is not None:
        departure.available_slots += len(rows_of(db, BookingTraveler, booking_id=booking_id))
    return booking_view(db, booking)


@write(title="Replace the add-ons of a booking", idempotent=True)
def update_booking_add_ons(
    db: Session, booking_id: str, add_ons: list[AddOn], payment_method_id: str
) -> View:
    """Replace all add-ons of a booking: those that are not sent are gone. The difference to the
    old total, which is worked out anew at today's price, is charged or refunded.

    Args:
        booking_id: booking id, such as BX72KD.
        add_ons: every add-on that the booking is to have afterwards, as get_package_details
            lists them; empty for none.
        payment_method_id: id of the payment method that pays or gets the difference; needed
            even if there is none.
    """
    prices = check_add_ons(add_ons)
    booking = find_active_booking(db, booking_id)
    package = find_package(db, booking.package_id)
    method = find_payment_method(db, booking.traveler_id, payment_method_id)
    departure = find_departure(db, package, booking.departure_date)

    difference = reprice(db, booking, departure.base_price, prices)
    append_payments(db, booking, [(method.id, difference)])
    replace_add_ons(db, booking, add_ons, prices)
    return booking_view(db, booking)


@write(title="Move a booking to another date", idempotent=True)
def update_booking_departure_date(
    db: Session, booking_id: str, new_departure_date: str, payment_method_id: str
) -> View:
    """Move a booking to another available departure of its package. The difference in the total
    is charged or refunded; no fee is charged. Add-ons, insurance, travelers and room stay.

    Args:
        booking_id: booking id, such as BX72KD.
        new_departure_date: another date of the package, as YY-MM-DD.
        payment_method_id: id of the payment method that pays or gets the difference; needed
            even if there is none.
    """
    booking = find_active_booking(db, booking_id)
    package = find_package(db, booking.package_id)
    method = find_payment_method(db, booking.traveler_id, payment_method_id)
    departure = find_departure(db, package, new_departure_date)
    if departure.date == booking.departure_date:
        raise Rejection(
            "same_date",
            f"booking {booking_id} already departs on {departure.date}; choose another date.",
        )
    check_future(departure)
    travelers = len(rows_of(db, BookingTraveler, booking_id=booking_id))
    check_seats(departure, travelers)

    add_ons = rows_of(db, BookingAddOn, booking_id=booking_id)
    difference = reprice(db, booking, departure.base_price, [one.price for one in add_ons])
    append_payments(db, booking, [(method.id, difference)])
    old = db.get(PackageDeparture, (package.package_id, booking.departure_date))
    if old is not None:
        old.available_slots += travelers
    departure.available_slots -= travelers
    booking.departure_date = departure.date
    return booking_view(db, booking)


@write(title="Replace the travelers of a booking", idempotent=True)
def update_booking_travelers(db: Session, booking_id: str, travelers: list[Person]) -> View:
    """Replace the list of persons on a booking, such as to correct a name. Their number stays;
    nothing is charged.

    Args:
        booking_id: booking id, such as BX72KD.
        travelers: everyone on the booking, those who stay as they are too.
    """
    check_travelers(travelers)
    booking = find_active_booking(db, booking_id)
    present = len(rows_of(db, BookingTraveler, booking_id=booking_id))
    if len(travelers) != present:
        raise Rejection(
            "count_differs",
            f"booking {booking_id} is for {present} travelers, not {len(travelers)}; their number "
            "cannot change, so send all of them.",
        )
    replace_travelers(db, booking, travelers)
    return booking_view(db, booking)


@write(title="Change the room of a booking", idempotent=True)
def update_booking_rooming(db: Session, booking_id: str, rooming: Rooming) -> View:
    """Replace the room of a booking. The price stays.

    Args:
        booking_id: booking id, such as BX72KD.
        rooming: the new room.
    """
    booking = find_active_booking(db, booking_id)
    check_rooming(rooming)
    booking.room_type = rooming.room_type
    booking.occupancy = rooming.occupancy
    return booking_view(db, booking)


@write(title="Schedule a meeting with a human agent", idempotent=True)
def schedule_agent_meeting(
    db: Session, agent_id: str, date: str, time_range: str, traveler_id: str
) -> str:
    """Reserve an open slot of a human agent for a traveler. The slot is then taken.

    Args:
        agent_id: id of the human agent, such as A4KM82X.
        date: a day of the agent, as YY-MM-DD.
        time_range: an open slot of that day exactly as get_agent_details lists it, such as
            14:00-15:00, in the time zone of that day.
        traveler_id: id of the traveler, such as 7QK2M9D.
    """
    agent = find_agent(db, agent_id)
    traveler = find_traveler(db, traveler_id)
    day = db.get(AgentDay, (agent_id, date))
    if day is None:
        raise Rejection(
            "day_not_found",
            f"agent {agent_id} has no meetings on {date}; get_agent_details shows the days, "
            "written YY-MM-DD.",
        )
    if date < TODAY:
        raise Rejection(
            "day_past", f"{date} is before today ({TODAY}); choose a day that is still to come."
        )
    slot = db.get(AgentSlot, (agent_id, date, time_range))
    if slot is None:
        raise Rejection(
            "slot_not_open",
            f"{time_range} is no open slot of agent {agent_id} on {date}; take one exactly as "
            "get_agent_details lists it.",
        )
    db.delete(slot)
    db.add(
        AgentMeeting(
            agent_id=agent_id,
            date=date,
            time_range=time_range,
            traveler_id=traveler.traveler_id,
        )
    )
    return (
        f"The meeting with {agent.first_name} {agent.last_name} is reserved for "
        f"{traveler.first_name} {traveler.last_name} on {date}, {time_range} {day.timezone}."
    )


TOOLS = (
    get_traveler_details,
    get_agent_details,
    get_package_details,
    get_booking_details,
    search_packages,
    list_all_destinations,
    book_package,
    cancel_booking,
    update_booking_add_ons,
    update_booking_departure_date,
    update_booking_travelers,
    update_booking_rooming,
    schedule_agent_meeting,
    calculate,
    think,
    transfer_to_human_agents,
)
