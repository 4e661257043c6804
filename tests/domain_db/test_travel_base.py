"""The base data of travel: counts, references, sums, and every situation for several travelers."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tau_emo_db.domain import domain_data
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentBooking,
    AgentDay,
    AgentMeeting,
    AgentSlot,
    AgentTraveler,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Companion,
    Package,
    PackageAgent,
    PackageDeparture,
    PackageDestination,
    PackageTerms,
    PaymentMethod,
    Traveler,
)
from tau_emo_db.domains.travel.terms import cancellation_window, change_window
from tau_emo_db.draw import Draw

DATA = domain_data("travel")
SEVERAL = 3
TODAY = date(2024, 5, 15)


def day(short: str) -> date:
    """A date of this century."""
    return date.fromisoformat(f"20{short}")


def days_to(short: str) -> int:
    return (day(short) - TODAY).days


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.travelers: dict[str, Traveler] = {t.traveler_id: t for t in self.of(Traveler)}
        self.packages: dict[str, Package] = {p.package_id: p for p in self.of(Package)}
        self.terms: dict[str, PackageTerms] = {t.package_id: t for t in self.of(PackageTerms)}
        self.agents: dict[str, Agent] = {a.agent_id: a for a in self.of(Agent)}
        self.bookings: dict[str, Booking] = {b.booking_id: b for b in self.of(Booking)}
        self.methods = self.grouped(PaymentMethod, "traveler_id")
        self.companions = self.grouped(Companion, "traveler_id")
        self.places = self.grouped(PackageDestination, "package_id")
        self.departures = self.grouped(PackageDeparture, "package_id")
        self.managers = self.grouped(PackageAgent, "package_id")
        self.booked = self.grouped(Booking, "traveler_id")
        self.persons = self.grouped(BookingTraveler, "booking_id")
        self.add_ons = self.grouped(BookingAddOn, "booking_id")
        self.payments = self.grouped(BookingPayment, "booking_id")

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def grouped(self, table: type[Any], column: str) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in self.of(table):
            found[getattr(row, column)].append(row)
        return found

    def departure(self, booking: Booking) -> PackageDeparture:
        [found] = [
            one for one in self.departures[booking.package_id] if one.date == booking.departure_date
        ]
        return found

    def others(self, booking: Booking) -> list[PackageDeparture]:
        """The other departures of the package that are still to come."""
        return [
            one
            for one in self.departures[booking.package_id]
            if one.date != booking.departure_date and days_to(one.date) > 0
        ]

    def open_ahead(self) -> list[Booking]:
        """Bookings that could change or be cancelled."""
        return [
            one
            for one in self.bookings.values()
            if one.status != "cancelled" and days_to(one.departure_date) > 0
        ]

    def owners(self, holds: Callable[[Booking], object]) -> set[str]:
        """The travelers with at least one open booking to come of which this holds."""
        return {one.traveler_id for one in self.open_ahead() if holds(one)}


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/travel"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


def is_open(departure: PackageDeparture, count: int) -> bool:
    return departure.status == "available" and departure.available_slots >= count


# Counts and references


def test_counts(base: Base) -> None:
    assert {table.__name__: len(base.of(table)) for table in DATA.tables} == {
        "Traveler": 87,
        "PaymentMethod": 108,
        "Companion": 92,
        "Package": 87,
        "PackageDestination": 147,
        "PackageTerms": 87,
        "PackageDeparture": 234,
        "Agent": 87,
        "PackageAgent": 161,
        "AgentTraveler": len(base.of(AgentTraveler)),
        "AgentDay": 200,
        "AgentSlot": 385,
        "AgentMeeting": 0,
        "Booking": 89,
        "AgentBooking": 89,
        "BookingTraveler": len(base.of(BookingTraveler)),
        "BookingAddOn": len(base.of(BookingAddOn)),
        "BookingPayment": len(base.of(BookingPayment)),
    }
    assert len({(one.city, one.country) for one in base.of(PackageDestination)}) == 132


def test_the_scale_multiplies_travelers_and_bookings_but_not_packages(base: Base) -> None:
    double = Base(rows(scale=2))
    assert len(double.travelers) == 174
    assert len(double.bookings) == 178
    for table in (Package, PackageDeparture, Agent, AgentSlot):
        assert sorted(row.model_dump_json() for row in double.of(table)) == sorted(
            row.model_dump_json() for row in base.of(table)
        )


def test_parts_of_packages_and_agents(base: Base) -> None:
    assert {len(found) for found in base.departures.values()} == {2, 3}
    assert {len(found) for found in base.managers.values()} == {1, 2, 3}
    days = base.grouped(AgentDay, "agent_id")
    assert {len(days[key]) for key in base.agents} == {2, 3}
    for package in base.packages.values():
        offers = [(one.type, one.price) for one in package.optional_add_ons]
        assert 3 <= len(offers) <= 5
        assert len(set(offers)) == len(offers)
        assert all(price > 0 for _, price in offers)
        assert [one.day for one in package.itinerary] == list(range(1, package.duration_days + 1))
        assert sum(stay.nights for stay in package.accommodations) == package.duration_days - 1
        here = {one.city for one in base.places[package.package_id]}
        assert {stay.location for stay in package.accommodations} == here
        assert {one.location for one in package.itinerary} <= here
    assert {package.category for package in base.packages.values()} == {
        *("adventure", "culture", "luxury", "nature", "city")
    }
    assert len({package.name for package in base.packages.values()}) == 87


def test_ids_have_their_forms_and_are_unique(base: Base) -> None:
    keys = [*base.travelers, *base.packages, *base.agents, *base.bookings]
    assert len(set(keys)) == len(keys) == 3 * 87 + 89
    for first, length, some in (
        (r"\d", 7, base.travelers),
        ("P", 7, base.packages),
        ("A", 7, base.agents),
        ("B", 6, base.bookings),
    ):
        assert all(re.fullmatch(rf"{first}[A-Z0-9]{{{length - 1}}}", key) for key in some)
    assert not any(key.startswith("TAU") for key in base.bookings)
    for method in base.of(PaymentMethod):
        assert re.fullmatch(rf"{method.source}_\d{{7}}", method.id)


def test_positions_count_from_zero(base: Base) -> None:
    for table, column in (
        (Companion, "traveler_id"),
        (PackageDestination, "package_id"),
        (PackageAgent, "package_id"),
        (AgentTraveler, "agent_id"),
        (AgentBooking, "agent_id"),
        (BookingTraveler, "booking_id"),
        (BookingAddOn, "booking_id"),
        (BookingPayment, "booking_id"),
    ):
        for group in base.grouped(table, column).values():
            assert [one.position for one in group] == list(range(len(group)))


def test_a_booking_is_of_a_departure_of_its_package_and_of_an_agent_who_manages_it(
    base: Base,
) -> None:
    handled = {(one.agent_id, one.booking_id) for one in base.of(AgentBooking)}
    assigned = [(one.agent_id, one.traveler_id) for one in base.of(AgentTraveler)]
    for booking in base.bookings.values():
        assert base.departure(booking)
        managers = {one.agent_id for one in base.managers[booking.package_id]}
        assert booking.agent_id in managers
        assert (booking.agent_id, booking.booking_id) in handled
        assert (booking.agent_id, booking.traveler_id) in assigned
    assert len(handled) == 89
    assert len(set(assigned)) == len(assigned)
    assert set(assigned) == {(one.agent_id, one.traveler_id) for one in base.bookings.values()}


def test_people_have_plausible_dates(base: Base) -> None:
    for traveler in base.travelers.values():
        year = int(traveler.dob[:2])
        assert 1945 <= 1900 + year <= 1999 or year == 0
    for one in (*base.travelers.values(), *base.of(Companion)):
        assert re.fullmatch(r"\d\d-\d\d-\d\d", one.dob)
        if one.passport:
            assert days_to(one.passport.expiry) > 0


def test_names_are_of_many_cultures(base: Base) -> None:
    assert len({one.first_name for one in base.travelers.values()}) >= 60
    assert len({one.last_name for one in base.travelers.values()}) >= 60


# Dates and money


def test_departures_run_from_may_2024_to_june_2025(base: Base) -> None:
    dates = sorted(one.date for one in base.of(PackageDeparture))
    assert "24-05-10" <= dates[0] < "24-05-15" < dates[-1] <= "25-06-30"
    for departures in base.departures.values():
        assert [one.date for one in departures] == sorted({one.date for one in departures})
        assert len({one.currency for one in departures}) == 1
        assert len({one.base_price for one in departures}) == len(departures)
        assert all(one.early_bird_deadline < one.date for one in departures)
    assert {one.currency for one in base.of(PackageDeparture)} == {
        *("USD", "EUR", "GBP", "CAD", "AUD", "CHF")
    }
    prices = [one.base_price for one in base.of(PackageDeparture)]
    assert min(prices) >= 200_00
    assert max(prices) <= 7_000_00


def test_slots_fit_the_status(base: Base) -> None:
    statuses = Counter(one.status for one in base.of(PackageDeparture))
    assert min(statuses.values()) >= 30
    assert statuses["available"] > 100
    for one in base.of(PackageDeparture):
        assert (one.available_slots == 0) is (one.status == "sold_out")
        assert days_to(one.date) > 0 or one.status == "sold_out"


def test_ledger_total_and_price_formula_agree(base: Base) -> None:
    fees = {"standard": 5000, "premium": 10000}
    for booking in base.bookings.values():
        count = len(base.persons[booking.booking_id])
        fee = fees.get(booking.insurance or "", 0) * count
        extras = sum(one.price for one in base.add_ons[booking.booking_id])
        assert booking.occupancy == count
        assert booking.insurance_fee == fee
        assert booking.total_price == base.departure(booking).base_price * count + extras + fee
        paid = sum(one.amount for one in base.payments[booking.booking_id])
        assert paid == (0 if booking.status == "cancelled" else booking.total_price)
        owned = {one.id for one in base.methods[booking.traveler_id]}
        assert {one.payment_id for one in base.payments[booking.booking_id]} <= owned
        assert booking.booking_date < min(booking.departure_date, "24-05-15")


def test_extras_of_a_booking_are_offered_by_its_package(base: Base) -> None:
    for booking in base.bookings.values():
        offered = base.packages[booking.package_id].optional_add_ons
        offers = {(one.type, one.description, one.price) for one in offered}
        bought = [(o.type, o.description, o.price) for o in base.add_ons[booking.booking_id]]
        assert set(bought) <= offers
        assert len(set(bought)) == len(bought)


def test_rooms_fit_the_party(base: Base) -> None:
    assert {booking.room_type for booking in base.bookings.values()} == {
        *("single", "double", "twin", "suite", "family_suite")
    }
    for booking in base.bookings.values():
        assert (booking.room_type == "single") <= (booking.occupancy == 1)
        assert (booking.room_type in ("double", "twin")) <= (booking.occupancy == 2)
        assert (booking.room_type == "family_suite") == (booking.occupancy > 2)


# Terms


def test_the_texts_say_what_the_terms_mean(base: Base) -> None:
    for key, terms in base.terms.items():
        policies = base.packages[key].policies
        figures = {int(found) for found in re.findall(r"\d+", policies.cancellation_policy)}
        if not terms.clear:
            assert not figures
            assert "may" in policies.change_policy
            continue
        if terms.free_days == 1000:
            assert "non-refundable" in policies.cancellation_policy
            assert not figures
        else:
            assert {terms.free_days, terms.no_refund_days} - {0} <= figures
            assert terms.penalty_percent in figures | {0}
        assert terms.no_refund_days <= terms.free_days
        assert (terms.penalty_percent > 0) is (terms.no_refund_days < terms.free_days)
        if terms.change_min_days == 1000:
            assert "cannot be changed" in policies.change_policy
            continue
        assert f"up to {terms.change_min_days} days before" in policies.change_policy
        fee = f"{terms.change_fee / 100:.2f} {base.departures[key][0].currency}"
        assert (fee in policies.change_policy) is (terms.change_fee > 0)
        assert ("free of charge" in policies.change_policy) is (terms.change_fee == 0)


def test_about_eight_ways_to_say_it_one_of_them_unclear(base: Base) -> None:
    kinds = Counter(
        re.sub(r"\d+", "N", one.policies.cancellation_policy) for one in base.packages.values()
    )
    assert len(kinds) == 8
    assert min(kinds.values()) >= 8
    assert sum(not one.clear for one in base.terms.values()) in kinds.values()


@pytest.mark.parametrize("window", ["free", "penalty", "nothing", "unclear"])
def test_bookings_in_every_window_of_cancellation(base: Base, window: str) -> None:
    def holds(booking: Booking) -> bool:
        terms = base.terms[booking.package_id]
        return cancellation_window(terms, days_to(booking.departure_date)) == window

    assert len(base.owners(holds)) >= SEVERAL


@pytest.mark.parametrize("change", ["free", "fee", "closed", "unclear"])
def test_bookings_in_every_window_of_a_change_with_another_open_date(
    base: Base, change: str
) -> None:
    def holds(booking: Booking) -> bool:
        terms = base.terms[booking.package_id]
        return change_window(terms, days_to(booking.departure_date)) == change and any(
            is_open(one, booking.occupancy) for one in base.others(booking)
        )

    assert len(base.owners(holds)) >= SEVERAL


def test_day_thirty_is_inside_up_to_thirty_days() -> None:
    terms = PackageTerms(
        package_id="P", clear=True, free_days=30, penalty_percent=50, no_refund_days=15,
        change_min_days=20, change_fee=0,
    )  # fmt: skip
    windows = {days: cancellation_window(terms, days) for days in (31, 30, 29, 15, 14, 0)}
    assert list(windows.values()) == ["free", "free", "penalty", "penalty", "nothing", "nothing"]
    assert [change_window(terms, days) for days in (21, 20, 19)] == ["free", "free", "closed"]
    terms.change_fee = 1
    assert [change_window(terms, days) for days in (20, 19)] == ["fee", "closed"]
    terms.clear = False
    assert change_window(terms, 99) == cancellation_window(terms, 99) == "unclear"


def test_bookings_on_the_last_free_day(base: Base) -> None:
    def holds(booking: Booking) -> bool:
        terms = base.terms[booking.package_id]
        return terms.clear and days_to(booking.departure_date) == terms.free_days

    assert len(base.owners(holds)) >= 2


# Situations, each for several travelers


def test_statuses_and_departed_bookings(base: Base) -> None:
    statuses = Counter(one.status for one in base.bookings.values())
    assert statuses["cancelled"] == 5
    assert statuses["pending"] == 5
    gone = [one for one in base.bookings.values() if days_to(one.departure_date) <= 0]
    assert len(gone) >= SEVERAL


def test_travelers_without_a_payment_method(base: Base) -> None:
    without = [key for key in base.travelers if not base.methods[key]]
    assert len(without) == 3
    assert not any(base.booked[key] for key in without)


def test_insurance_labels(base: Base) -> None:
    labels = Counter(one.insurance for one in base.bookings.values())
    assert set(labels) == {None, "standard", "premium", "own policy", "credit card cover"}
    assert min(labels[label] for label in (None, "standard", "premium")) >= 10


def test_packages_with_an_available_a_limited_and_a_sold_out_date(base: Base) -> None:
    found = [
        key
        for key, departures in base.departures.items()
        if {one.status for one in departures if days_to(one.date) > 0}
        == {"available", "limited", "sold_out"}
    ]
    assert len(found) >= SEVERAL


@pytest.mark.parametrize("slots", [1, 2, 3])
def test_open_departures_with_few_slots(base: Base, slots: int) -> None:
    found = [
        one
        for one in base.of(PackageDeparture)
        if one.status == "available" and one.available_slots == slots
    ]
    assert len(found) >= SEVERAL


def test_bookings_whose_other_date_has_one_slot_and_a_party_of_two(base: Base) -> None:
    def holds(booking: Booking) -> bool:
        return booking.occupancy == 2 and any(
            is_open(one, 1) and one.available_slots == 1 for one in base.others(booking)
        )

    assert len(base.owners(holds)) >= 2


def test_bookings_whose_other_date_fits_exactly(base: Base) -> None:
    def holds(booking: Booking) -> bool:
        return any(
            one.status == "available" and one.available_slots == booking.occupancy
            for one in base.others(booking)
        )

    assert len(base.owners(holds)) >= SEVERAL


def test_bookings_between_a_cheaper_and_a_dearer_open_date(base: Base) -> None:
    def holds(booking: Booking) -> bool:
        price = base.departure(booking).base_price
        prices = [o.base_price for o in base.others(booking) if is_open(o, booking.occupancy)]
        return len(prices) == 2 and min(prices) < price < max(prices)

    assert len(base.owners(holds)) >= SEVERAL


@pytest.mark.parametrize(("status", "count"), [("sold_out", 3), ("limited", 2)])
def test_bookings_on_dates_that_are_closed_now(base: Base, status: str, count: int) -> None:
    def holds(booking: Booking) -> bool:
        return base.departure(booking).status == status

    assert len(base.owners(holds)) >= count


def test_bookings_paid_with_two_methods(base: Base) -> None:
    def holds(booking: Booking) -> bool:
        paid = {one.payment_id for one in base.payments[booking.booking_id] if one.amount > 0}
        return len(paid) == 2

    assert len(base.owners(holds)) >= SEVERAL


def test_travelers_with_three_methods(base: Base) -> None:
    found = [key for key in base.travelers if len(base.methods[key]) == 3 and base.booked[key]]
    assert len(found) >= SEVERAL
    for key in found:
        cards = [(one.brand, one.last_four) for one in base.methods[key] if one.brand]
        assert len(set(cards)) == len(cards) == 2
    assert max(len(methods) for methods in base.methods.values()) == 3


def test_travelers_with_two_bookings_of_one_package(base: Base) -> None:
    pairs = Counter((one.traveler_id, one.package_id) for one in base.bookings.values())
    assert sum(count == 2 for count in pairs.values()) == 3
    dates = {(o.traveler_id, o.package_id, o.departure_date) for o in base.bookings.values()}
    assert len(dates) == 89


def test_two_travelers_of_one_name(base: Base) -> None:
    names: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in base.travelers.values():
        names[one.first_name, one.last_name].add(one.email)
    assert sorted(len(found) for found in names.values())[-4:] == [1, 2, 2, 2]


def test_companions_who_stay_at_home(base: Base) -> None:
    def holds(booking: Booking) -> bool:
        going = {(one.first_name, one.dob) for one in base.persons[booking.booking_id]}
        saved = {(o.first_name, o.dob) for o in base.companions[booking.traveler_id]}
        return bool(saved - going)

    assert len(base.owners(holds)) >= SEVERAL


def test_misspelled_names(base: Base) -> None:
    def holds(booking: Booking) -> bool:
        owner = base.travelers[booking.traveler_id]
        known = {
            (one.first_name, one.dob): one.last_name
            for one in (owner, *base.companions[booking.traveler_id])
        }
        return any(
            one.last_name != known[one.first_name, one.dob]
            for one in base.persons[booking.booking_id]
        )

    assert len(base.owners(holds)) == 3


def test_bookings_with_two_of_several_extras(base: Base) -> None:
    def holds(booking: Booking) -> bool:
        offered = base.packages[booking.package_id].optional_add_ons
        return len(base.add_ons[booking.booking_id]) == 2 and len(offered) >= 4

    assert len(base.owners(holds)) >= SEVERAL


def test_ledgers_with_a_later_entry(base: Base) -> None:
    refunded = [
        key
        for key, entries in base.payments.items()
        if base.bookings[key].status != "cancelled" and any(one.amount < 0 for one in entries)
    ]
    assert refunded


def test_packages_with_three_agents_who_speak_different_languages(base: Base) -> None:
    found = [
        managers
        for managers in base.managers.values()
        if len(managers) == 3
        and len({tuple(base.agents[one.agent_id].languages) for one in managers}) > 1
    ]
    assert len(found) >= SEVERAL


def test_a_country_and_category_without_an_open_package(base: Base) -> None:
    closed = [
        key
        for key, departures in base.departures.items()
        if not any(is_open(one, 1) for one in departures)
    ]
    assert len(closed) >= SEVERAL


def test_cities_with_two_packages(base: Base) -> None:
    cities = Counter((one.city, one.country) for one in base.of(PackageDestination))
    assert sum(count == 2 for count in cities.values()) >= SEVERAL


# Agents


def test_slots_lie_on_days_of_their_agent_and_do_not_overlap(base: Base) -> None:
    days = {(one.agent_id, one.date): one.timezone for one in base.of(AgentDay)}
    slots: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in base.of(AgentSlot):
        slots[one.agent_id, one.date].append(one.time_range)
    assert slots.keys() == days.keys()
    assert all("24-05-16" <= date <= "24-08-31" for _, date in days)
    for ranges in slots.values():
        for one, other in combinations(sorted(ranges), 2):
            assert one[6:] <= other[:5]
    assert sum(len(ranges) == 1 for ranges in slots.values()) >= SEVERAL
    assert base.of(AgentMeeting) == []


def test_at_least_fifteen_zones_that_exist(base: Base) -> None:
    zones = {one.timezone for one in base.of(AgentDay)}
    assert len(zones) >= 15
    assert all(ZoneInfo(zone) for zone in zones)
    for days in base.grouped(AgentDay, "agent_id").values():
        assert len({one.timezone for one in days}) == 1


def test_slots_that_fall_on_another_day_for_the_customer(base: Base) -> None:
    # Nine in the morning in Tokyo is seven in the evening before in New York (EST).
    zones = {(one.agent_id, one.date): one.timezone for one in base.of(AgentDay)}
    early = [
        one
        for one in base.of(AgentSlot)
        if zones[one.agent_id, one.date] in ("Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland")
        and one.time_range < "12:00"
    ]
    assert len(early) >= SEVERAL
