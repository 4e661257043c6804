"""What the listing of each write of the agency must name before the customer's yes."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tau_emo_db.domains.travel.pricing import INSURANCE_FEES, insurance_label, total_price
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentDay,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Package,
    PackageDeparture,
    PackageDestination,
    PaymentMethod,
)
from tau_emo_servers.listing import (
    Fact,
    Part,
    WriteTool,
    fact,
    money_fact,
    payment_fact,
    refund_facts,
    when_fact,
)
from tau_emo_servers.money import to_cents, unsigned
from tau_emo_servers.rules import Moment

AddOnKey = tuple[str, int]
"""Type and price in cents, by which an add-on is told apart inside a package."""


def booking_of(moment: Moment) -> Booking | None:
    """The booking that the call names, as it is just before the call."""
    return moment.named(Booking, "booking_id")


def persons_of(moment: Moment, booking: Booking) -> Sequence[BookingTraveler]:
    """The persons on a booking."""
    return moment.rows(BookingTraveler, booking_id=booking.booking_id)


def add_ons_of(moment: Moment, booking: Booking) -> Counter[AddOnKey]:
    """The add-ons of a booking."""
    rows = moment.rows(BookingAddOn, booking_id=booking.booking_id)
    return Counter((one.type, one.price) for one in rows)


def wanted_add_ons(moment: Moment) -> Counter[AddOnKey]:
    """The add-ons that the call sends."""
    return Counter((one["type"], to_cents(one["price"])) for one in moment.arguments["add_ons"])


def words_of(label: str) -> str:
    """A pattern for a label whose words may be set apart by blanks, hyphens or underscores."""
    return r"[ _-]?".join(map(re.escape, re.split(r"[ _-]+", label.casefold())))


def room_words(room_type: str) -> re.Pattern[str]:
    """A pattern that finds a kind of room in a text."""
    return re.compile(rf"\b{words_of(room_type.strip())}\b")


def departure_of(moment: Moment, package_id: str, date: str) -> PackageDeparture | None:
    """A departure of a package; none if it does not exist."""
    return moment.row(PackageDeparture, (package_id, date))


def _names(moment: Moment, package_id: str) -> list[Part]:
    """The name of a package and its cities."""
    package = moment.row(Package, package_id)
    places = moment.rows(PackageDestination, package_id=package_id)
    cities: list[Part] = [(place.city, "label") for place in places]
    return [*([(package.name, "label")] if package else []), *cities]


def _package(moment: Moment, package_id: str) -> Fact:
    package = moment.row(Package, package_id)
    ways: list[Part] = [(package_id, "id")]
    if package is not None:
        ways.append((package.name, "label"))
    return fact(f"package {package_id}", *ways)


def _booking(moment: Moment, booking_id: str) -> Fact:
    """The booking by its id, or by its package where the customer has no other one of it.

    Where there are several of one package, the name and the date single it out.
    """
    booking = moment.row(Booking, booking_id)
    ways: list[Part | Sequence[Part]] = [(booking_id, "id")]
    if booking is not None:
        others = [
            one
            for one in moment.rows(Booking, traveler_id=booking.traveler_id)
            if one.booking_id != booking_id
        ]
        names = _names(moment, booking.package_id)
        taken = [part for one in others for part in _names(moment, one.package_id)]
        date: Part = (booking.departure_date, "date")
        ways += [name if name not in taken else [name, date] for name in names]
    return fact(f"booking {booking_id}", *ways)


def _person(first: str, last: str) -> Fact:
    return fact(f"traveler {first} {last}", [(first, "label"), (last, "label")])


def _add_on(moment: Moment, key: AddOnKey, package_id: str) -> Fact:
    """An add-on by its type or description, and its price."""
    kind, cents = key
    package = moment.row(Package, package_id)
    offers = package.optional_add_ons if package else ()
    told: list[Part] = [
        (one.description, "label") for one in offers if (one.type, one.price) == key
    ]
    words: list[Part] = [re.compile(rf"\b{words_of(kind)}"), *told]
    price: Part = (unsigned(cents), "amount")
    return fact(f"the add-on {kind} for {unsigned(cents)}", *([word, price] for word in words))


def _dropped(key: AddOnKey) -> Fact:
    return fact(f"that {key[0]} is dropped", re.compile(rf"\b{words_of(key[0])}"))


def _insurance(label: str | None) -> Fact:
    if label in INSURANCE_FEES:
        return fact(f"{label} insurance", [re.compile(r"\binsur"), (label or "", "label")])
    return fact("that there is no insurance", re.compile(r"\binsur"))


def _payment(moment: Moment, traveler_id: str, payment_id: str) -> Fact:
    return payment_fact(payment_id, moment.rows(PaymentMethod, traveler_id=traveler_id))


def agent_fact(moment: Moment, agent_id: str) -> Fact:
    """A human agent by id or by name."""
    agent = moment.row(Agent, agent_id)
    ways: list[Part | Sequence[Part]] = [(agent_id, "id")]
    if agent is not None:
        ways.append([(agent.first_name, "label"), (agent.last_name, "label")])
    return fact(f"the agent {agent_id}", *ways)


def _difference(moment: Moment, booking: Booking, date: str, add_ons: Counter[AddOnKey]) -> int:
    """What a change costs in cents; below 0 if it is refunded, 0 if the tool refuses the date."""
    departure = departure_of(moment, booking.package_id, date)
    if departure is None:
        return 0
    count = len(persons_of(moment, booking))
    prices = [cents for _, cents in add_ons.elements()]
    new = total_price(departure.base_price, count, prices, booking.insurance)
    return new - booking.total_price


def _settled(moment: Moment, booking: Booking, difference: int) -> Iterator[Fact]:
    yield money_fact("the difference", unsigned(difference))
    if difference:
        yield _payment(moment, booking.traveler_id, moment.arguments["payment_method_id"])


def _new_booking(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [
        _package(moment, wanted["package_id"]),
        fact(f"traveler id {wanted['traveler_id']}", (wanted["traveler_id"], "id")),
        when_fact("the date", wanted["departure_date"]),
    ]
    for person in wanted["travelers"]:
        facts.append(_person(person["first_name"], person["last_name"]))
        facts.append(when_fact("the birth date", person["dob"]))
    room = wanted["rooming"]["room_type"]
    facts.append(fact(f"the room {room}", room_words(room)))
    add_ons = wanted_add_ons(moment)
    facts += [_add_on(moment, key, wanted["package_id"]) for key in add_ons]
    label = insurance_label(wanted.get("insurance"))
    facts.append(_insurance(label))
    if wanted.get("agent_id"):
        facts.append(agent_fact(moment, wanted["agent_id"]))
    departure = departure_of(moment, wanted["package_id"], wanted["departure_date"])
    if departure is not None:
        prices = [cents for _, cents in add_ons.elements()]
        total = total_price(departure.base_price, len(wanted["travelers"]), prices, label)
        facts.append(money_fact("the total", unsigned(total)))
    for payment in wanted["payment_methods"]:
        facts.append(_payment(moment, wanted["traveler_id"], payment["payment_id"]))
        facts.append(money_fact("the payment", unsigned(to_cents(payment["amount"]))))
    return facts


def _cancellation(moment: Moment) -> list[Fact]:
    facts = [_booking(moment, moment.arguments["booking_id"])]
    booking = booking_of(moment)
    if booking is None:
        return facts
    net: Counter[str] = Counter()
    for entry in moment.rows(BookingPayment, booking_id=booking.booking_id):
        net[entry.payment_id] += entry.amount
    return [*facts, *refund_facts(net, lambda key: _payment(moment, booking.traveler_id, key))]


def _new_add_ons(moment: Moment) -> list[Fact]:
    """What is added and what is dropped; what stays need not be named."""
    facts = [_booking(moment, moment.arguments["booking_id"])]
    booking = booking_of(moment)
    if booking is None:
        return facts
    old, new = add_ons_of(moment, booking), wanted_add_ons(moment)
    facts += [_add_on(moment, key, booking.package_id) for key in new - old]
    facts += [_dropped(key) for key in old - new]
    difference = _difference(moment, booking, booking.departure_date, new)
    return [*facts, *_settled(moment, booking, difference)]


def _new_date(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    date = wanted["new_departure_date"]
    facts = [_booking(moment, wanted["booking_id"])]
    facts.append(when_fact("the new date", date))
    booking = booking_of(moment)
    if booking is None:
        return facts
    difference = _difference(moment, booking, date, add_ons_of(moment, booking))
    return [*facts, *_settled(moment, booking, difference)]


def _new_travelers(moment: Moment) -> list[Fact]:
    """Every person who is new, or whose name or birth date changes."""
    facts = [_booking(moment, moment.arguments["booking_id"])]
    booking = booking_of(moment)
    stored = persons_of(moment, booking) if booking else ()
    names = {(one.first_name, one.last_name) for one in stored}
    births = {one.dob for one in stored}
    for person in moment.arguments["travelers"]:
        name = (person["first_name"], person["last_name"])
        if name not in names:
            facts.append(_person(*name))
        if person["dob"] not in births:
            facts += [_person(*name), when_fact("the birth date", person["dob"])]
    return facts


def _new_room(moment: Moment) -> list[Fact]:
    room = moment.arguments["rooming"]
    facts = [
        _booking(moment, moment.arguments["booking_id"]),
        fact(f"the room {room['room_type']}", room_words(room["room_type"])),
    ]
    booking = booking_of(moment)
    if booking is not None and booking.occupancy != room["occupancy"]:
        facts.append(fact("the occupancy", (str(room["occupancy"]), "number")))
    return facts


def _meeting(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [
        agent_fact(moment, wanted["agent_id"]),
        when_fact("the date", wanted["date"]),
        when_fact("the time", wanted["time_range"], "time"),
    ]
    day = moment.row(AgentDay, (wanted["agent_id"], wanted["date"]))
    if day is not None:
        facts.append(_zone(day.timezone))
    return facts


def _zone(name: str) -> Fact:
    """A time zone by its name or its city: `Europe/Lisbon`, "Lisbon time"."""
    city = words_of(name.rpartition("/")[2])
    spoken: Any = re.compile(
        rf"\b{city}(?: local)?,? time|\btime(?: zone)?(?: in| of)? \(?{city}\b"
    )
    return fact(f"the time zone {name}", (name, "label"), spoken)


_CHANGE = "chang|updat|modif|switch|swap|replac"

WRITES = {
    "book_package": WriteTool(r"book|reserve\b|purchas", _new_booking),
    "cancel_booking": WriteTool("cancel", _cancellation),
    "update_booking_add_ons": WriteTool(
        f"{_CHANGE}|add|remov|drop|set|keep|tak|book", _new_add_ons
    ),
    "update_booking_departure_date": WriteTool(
        f"{_CHANGE}|mov|reschedul|shift|rebook|postpon|bring|set", _new_date
    ),
    "update_booking_travelers": WriteTool(f"{_CHANGE}|correct|fix|renam|edit|put", _new_travelers),
    "update_booking_rooming": WriteTool(f"{_CHANGE}|set|mov|mak|turn", _new_room),
    "schedule_agent_meeting": WriteTool("schedul|book|reserv|arrang|set|meet", _meeting),
}
"""The agency's write tools, as a listing and a report name them."""
