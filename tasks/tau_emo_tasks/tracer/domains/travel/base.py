"""The agency's customers, and how people speak of their trips, tours, extras and payment."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache

from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.travel.clock import TODAY, days_until
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentDay,
    AgentSlot,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Companion,
    OfferedAddOn,
    Package,
    PackageAgent,
    PackageDeparture,
    PackageDestination,
    PackageTerms,
    PaymentMethod,
    Traveler,
)
from tau_emo_db.domains.travel.terms import Change, Window, cancellation_window, change_window
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.kit.payments import payment_detail
from tau_emo_tasks.tracer.trace import Detail, Known
from tau_emo_tasks.tracer.walk import Walk

BRANDS = {"visa": "Visa", "mastercard": "Mastercard"}
ROOMS: dict[int, tuple[str, ...]] = {
    1: ("single", "double", "suite"),
    2: ("double", "twin", "suite"),
}
"""By number of travelers, the rooms that people ask for."""
ROOMS_FOR_MORE = ("family_suite", "suite")


class Agency:
    """The base of the agency, by customer."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("travel").data) as state, state.session() as db:
            self.travelers = {one.traveler_id: one for one in db.exec(select(Traveler))}
            self.packages = {one.package_id: one for one in db.exec(select(Package))}
            self.agents = {one.agent_id: one for one in db.exec(select(Agent))}
            self.methods: dict[str, list[PaymentMethod]] = defaultdict(list)
            for method in db.exec(select(PaymentMethod)):
                self.methods[method.traveler_id].append(method)
            self.companions: dict[str, list[Companion]] = defaultdict(list)
            for companion in db.exec(select(Companion)):
                self.companions[companion.traveler_id].append(companion)
            self.cities: dict[str, list[str]] = defaultdict(list)
            self.countries: dict[str, set[str]] = defaultdict(set)
            for place in db.exec(select(PackageDestination)):
                self.cities[place.package_id].append(place.city)
                self.countries[place.package_id].add(place.country)
            self.terms = {one.package_id: one for one in db.exec(select(PackageTerms))}
            self.departures: dict[str, list[PackageDeparture]] = defaultdict(list)
            for departure in db.exec(select(PackageDeparture)):
                self.departures[departure.package_id].append(departure)
            self.managers: dict[str, list[str]] = defaultdict(list)
            for link in db.exec(select(PackageAgent)):
                self.managers[link.package_id].append(link.agent_id)
            self.days: dict[str, list[AgentDay]] = defaultdict(list)
            for day_ in db.exec(select(AgentDay)):
                self.days[day_.agent_id].append(day_)
            self.slots: dict[tuple[str, str], list[str]] = defaultdict(list)
            for slot in db.exec(select(AgentSlot)):
                self.slots[slot.agent_id, slot.date].append(slot.time_range)
            self.bookings: dict[str, list[Booking]] = defaultdict(list)
            for booking in db.exec(select(Booking)):
                self.bookings[booking.traveler_id].append(booking)
            self.persons: dict[str, list[BookingTraveler]] = defaultdict(list)
            for person in db.exec(select(BookingTraveler)):
                self.persons[person.booking_id].append(person)
            self.add_ons: dict[str, list[BookingAddOn]] = defaultdict(list)
            for add_on in db.exec(select(BookingAddOn)):
                self.add_ons[add_on.booking_id].append(add_on)
            self.paid: dict[str, list[BookingPayment]] = defaultdict(list)
            for payment in db.exec(select(BookingPayment)):
                self.paid[payment.booking_id].append(payment)

    def principals(self) -> Sequence[str]:
        """The keys of all customers."""
        return tuple(self.travelers)

    def facts(self, principal: str) -> dict[str, str]:
        """The customer's name and traveler id."""
        traveler = self.travelers[principal]
        return {
            "name": f"{traveler.first_name} {traveler.last_name}",
            "traveler_id": principal,
        }

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By traveler id, the only way there is."""
        walk.call("get_traveler_details", traveler_id=principal)
        return (
            Known(name="traveler_id", value=principal),
            Known(name="full_name", value=self.facts(principal)["name"]),
        )

    # -- trips that are booked ------------------------------------------------------------

    def standing(self, user: str) -> Iterator[Booking]:
        """The bookings of a customer that can still be changed."""
        for booking in self.bookings[user]:
            if booking.status != "cancelled" and booking.departure_date > TODAY:
                yield booking

    def cancellation(self, booking: Booking) -> Window:
        """What a cancellation of a booking means today."""
        return cancellation_window(
            self.terms[booking.package_id], days_until(booking.departure_date)
        )

    def date_change(self, booking: Booking) -> Change:
        """What a change of the date of a booking means today."""
        return change_window(self.terms[booking.package_id], days_until(booking.departure_date))

    def city_of(self, booking: Booking, draw: Draw) -> str:
        """A city of the trip that no other trip of the customer goes to."""
        taken = {
            city
            for one in self.bookings[booking.traveler_id]
            if one.package_id != booking.package_id
            for city in self.cities[one.package_id]
        }
        own = self.cities[booking.package_id]
        return draw.pick([city for city in own if city not in taken] or own)

    def trip(self, booking: Booking, draw: Draw) -> dict[str, str]:
        """How the customer speaks of a booked trip: `{trip}` is "trip to Bergen in October".

        Who has booked more than one trip says the date.
        """
        city = self.city_of(booking, draw)
        start = _calendar(booking.departure_date)
        year = "" if start.year == 2024 else f" {start.year}"
        trip = f"trip to {city}"
        if len(self.bookings[booking.traveler_id]) > 1:
            trip = f"{trip} on {day(booking.departure_date)}"
        elif draw.chance(0.5):
            trip = f"{trip} in {start:%B}{year}"
        return {"trip": trip, "city": city}

    def trip_detail(self, booking: Booking) -> Detail:
        """What a listing must say about which booking it is."""
        accept = self._names_of(booking)
        others = [
            one
            for one in self.bookings[booking.traveler_id]
            if one.booking_id != booking.booking_id and one.package_id != booking.package_id
        ]
        reject = [name for one in others for name in self._names_of(one) if name not in accept]
        return Detail(name="booking", accept=accept, reject=tuple(reject))

    def _names_of(self, booking: Booking) -> tuple[str, ...]:
        package = self.packages[booking.package_id]
        return (booking.booking_id, package.name, *self.cities[booking.package_id])

    # -- tours and dates ------------------------------------------------------------------

    def is_open(self, package: str) -> bool:
        """True if a search shows the package."""
        return any(
            one.status == "available" and one.available_slots > 0
            for one in self.departures[package]
        )

    def bookable(self, package: str, travelers: int) -> list[PackageDeparture]:
        """The departures that can be booked for so many."""
        return [
            one
            for one in self.departures[package]
            if one.status == "available" and one.date > TODAY and one.available_slots >= travelers
        ]

    def closed(self, package: str, travelers: int) -> list[PackageDeparture]:
        """The departures to come that cannot be booked for so many."""
        fitting = {one.date for one in self.bookable(package, travelers)}
        return [
            one for one in self.departures[package] if one.date > TODAY and one.date not in fitting
        ]

    def departure(self, package: str, when: str) -> PackageDeparture:
        """The departure of a package on a date."""
        return next(one for one in self.departures[package] if one.date == when)

    def offered_besides(self, booking: Booking) -> list[OfferedAddOn]:
        """The extras of the tour that a booking does not have and that have a name of their own."""
        package = self.packages[booking.package_id]
        there = {(one.type, one.price) for one in self.add_ons[booking.booking_id]}
        return [
            one
            for one in package.optional_add_ons
            if (one.type, one.price) not in there and has_own_name(one, package)
        ]

    # -- ways to pay ----------------------------------------------------------------------

    def method(self, user: str, key: str) -> PaymentMethod:
        """A payment method of a customer."""
        return next(one for one in self.methods[user] if one.id == key)

    def tellable(self, user: str) -> list[PaymentMethod]:
        """The methods that the customer can tell from the others."""
        mine = self.methods[user]
        return [
            method
            for method in mine
            if method.source == "credit_card"
            or sum(one.source == method.source for one in mine) == 1
        ]

    def by(self, method: PaymentMethod) -> str:
        """How something is paid: "with the Visa ending in 4260", "by bank transfer"."""
        if method.source == "credit_card":
            brand = BRANDS[method.brand or "visa"]
            return f"with the {brand}{'' if self._is_alone(method) else self._ending(method)}"
        return {
            "paypal": "through PayPal",
            "mobile_wallet": "with the mobile wallet",
            "bank_transfer": "by bank transfer",
        }[method.source]

    def _ending(self, method: PaymentMethod) -> str:
        return f" ending in {method.last_four}"

    def _is_alone(self, method: PaymentMethod) -> bool:
        mine = self.methods[method.traveler_id]
        return sum(one.brand == method.brand for one in mine) == 1

    def _words_of(self, method: PaymentMethod) -> tuple[str, ...]:
        if method.source == "credit_card":
            brand = (str(method.brand),) if self._is_alone(method) else ()
            return (str(method.last_four), *brand)
        return {
            "paypal": ("paypal",),
            "mobile_wallet": ("mobile wallet", "wallet"),
            "bank_transfer": ("bank transfer", "bank account"),
        }[method.source]

    def payment(
        self, method: PaymentMethod, name: str = "payment", beside: Iterable[PaymentMethod] = ()
    ) -> Detail:
        """What a listing must say about how to pay.

        Args:
            method: what pays.
            name: the detail.
            beside: other methods that pay as well.
        """
        meant = {method.id, *(one.id for one in beside)}
        others = [one for one in self.methods[method.traveler_id] if one.id not in meant]
        return payment_detail(name, self._words_of(method), map(self._words_of, others))


@cache
def agency() -> Agency:
    """The agency, read once."""
    return Agency()


def _calendar(short: str) -> date:
    """A date `YY-MM-DD`; years above 40 are of the last century."""
    century = "20" if int(short[:2]) <= 40 else "19"
    return date.fromisoformat(f"{century}{short}")


def day(short: str) -> str:
    """A date as people say it: `24-06-12` is "12 June 2024"."""
    when = _calendar(short)
    return f"{when.day} {when:%B} {when.year}"


def iso(short: str) -> str:
    """A date with its whole year: `24-06-12` is `2024-06-12`."""
    return _calendar(short).isoformat()


def amount(cents: int) -> str:
    """A round amount as people write it: 120000 is "1,200"."""
    whole, rest = divmod(cents, 100)
    return f"{whole:,}.{rest:02d}" if rest else f"{whole:,}"


def rooms(travelers: int) -> tuple[str, ...]:
    """The rooms that so many may ask for."""
    return ROOMS.get(travelers, ROOMS_FOR_MORE)


def room(kind: str) -> dict[str, str]:
    """The blank `{a_room}`: "a twin room", "a family suite"."""
    name = kind.replace("_", " ")
    return {"a_room": f"a {name}" if "suite" in name else f"a {name} room"}


def room_detail(kind: str, now: str = "") -> Detail:
    """What a listing must say about the room.

    Args:
        kind: the room that is wanted.
        now: the room that is booked, which a listing may name as well.
    """
    name = kind.replace("_", " ")
    others = ("single", "double", "twin", "suite", "family suite")
    reject = [one for one in others if one not in name and one != now.replace("_", " ")]
    return Detail(name="room", accept=(name,), reject=tuple(reject))


def has_own_name(add_on: OfferedAddOn, package: Package) -> bool:
    """False if what people would call it may mean another extra of the package."""
    private = {"private_transfer", "airport_transfer"}
    return add_on.type not in private or not any(
        one.type in private and one.type != add_on.type for one in package.optional_add_ons
    )


def extra(add_on: OfferedAddOn | BookingAddOn) -> str:
    """What people call an extra: "museum pass", "shared airport transfer"."""
    if add_on.type == "airport_transfer":
        return f"{add_on.description.split()[0].lower()} airport transfer"
    return "limousine transfer" if add_on.type == "private_transfer" else spaced(add_on.type)


def extra_words(add_on: OfferedAddOn | BookingAddOn) -> tuple[str, ...]:
    """What an agent may call an extra."""
    if add_on.type == "airport_transfer":
        which = add_on.description.split()[0].lower()
        return (f"{which} airport transfer", f"{which} transfer", f"airport transfer {which}")
    if add_on.type == "private_transfer":
        return ("limousine", "private transfer")
    return (spaced(add_on.type),)


def spaced(name: str) -> str:
    """A name of the tools as people write it."""
    return name.replace("_", " ")
