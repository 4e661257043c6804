"""Customers whose profile and bookings meet a rule of the agency at its edge.

Each function adds the customers of one situation; `SITUATIONS` says how often each is
played at scale 1.
"""

from functools import partial

from tau_emo_db import kit
from tau_emo_db.domains.travel.agency import SOURCES, Agency
from tau_emo_db.domains.travel.clock import days_until
from tau_emo_db.domains.travel.customer import Customer
from tau_emo_db.domains.travel.packages import Tour
from tau_emo_db.domains.travel.tables import (
    BookingStatus,
    DepartureStatus,
    PackageDeparture,
    PaymentSource,
)
from tau_emo_db.domains.travel.terms import Change, Window
from tau_emo_db.draw import Draw


def _ahead(departure: PackageDeparture) -> bool:
    return days_until(departure.date) > 0


def _customer(agency: Agency, draw: Draw) -> Customer:
    return agency.open_profile(draw, draw.weighted(SOURCES))


# Cancelling


def cancelling_in(window: Window, agency: Agency, draw: Draw) -> None:
    """A booking whose cancellation is free, costs a penalty, gives nothing or is unclear."""
    customer = _customer(agency, draw)

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        return _ahead(departure) and tour.window(departure) == window

    agency.book(draw, customer, *agency.find(draw, customer, fits))


def on_the_last_free_day(agency: Agency, draw: Draw) -> None:
    """A booking that can be cancelled free of charge today for the last time."""
    customer = _customer(agency, draw)

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        return tour.terms.clear and days_until(departure.date) == tour.terms.free_days

    agency.book(draw, customer, *agency.find(draw, customer, fits))


def departed(agency: Agency, draw: Draw) -> None:
    """A booking whose departure is today or past."""
    customer = _customer(agency, draw)
    found = agency.find(draw, customer, lambda tour, one: not _ahead(one))
    agency.book(draw, customer, *found)


def with_status(status: BookingStatus, agency: Agency, draw: Draw) -> None:
    """A booking that is cancelled or pending."""
    customer = _customer(agency, draw)
    found = agency.find(draw, customer, lambda tour, one: _ahead(one))
    agency.book(draw, customer, *found, status=status)


# Changing the date


def moving_in(change: Change, agency: Agency, draw: Draw) -> None:
    """A booking whose date can change free, for a fee, not any more, or nobody knows.

    Another departure of the package is open with seats for all.
    """
    customer = _customer(agency, draw)
    party = draw.integer(1, 2)

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        return (
            _ahead(departure)
            and tour.change(departure) == change
            and any(_open(other, party) for other in tour.ahead() if other is not departure)
        )

    agency.book(draw, customer, *agency.find(draw, customer, fits), party=party)


def cheaper_and_dearer(agency: Agency, draw: Draw) -> None:
    """A booking between a cheaper and a dearer open date; the change is free."""
    customer = agency.open_profile(draw, "credit_card", "paypal")

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        others = [one for one in tour.ahead() if one is not departure and _open(one, 2)]
        prices = [one.base_price for one in others]
        return (
            _ahead(departure)
            and tour.change(departure) == "free"
            and len(prices) == 2
            and min(prices) < departure.base_price < max(prices)
        )

    agency.book(draw, customer, *agency.find(draw, customer, fits), party=2)


def two_dates_to_choose_from(agency: Agency, draw: Draw) -> None:
    """A booking of which one other date has too few seats and a dearer one has enough."""
    customer = _customer(agency, draw)

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        others = [one for one in tour.ahead() if one is not departure]
        small = [one for one in others if one.status == "available" and one.available_slots < 2]
        large = [one for one in others if _open(one, 2)]
        return _ahead(departure) and tour.change(departure) == "free" and small != [] != large

    agency.book(draw, customer, *agency.find(draw, customer, fits), party=2)


def on_a_date_that_is(status: DepartureStatus, agency: Agency, draw: Draw) -> None:
    """A booking on a date that is now sold out or limited; extras can still change."""
    customer = _customer(agency, draw)

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        return _ahead(departure) and departure.status == status

    agency.book(draw, customer, *agency.find(draw, customer, fits), add_ons=1)


def two_trips_of_one_package(agency: Agency, draw: Draw) -> None:
    """Two bookings of one package on different dates."""
    customer = agency.open_profile(draw, "credit_card", "mobile_wallet")

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        return departure is tour.departures[0] and len(tour.ahead()) >= 2

    tour, _ = agency.find(draw, customer, fits)
    for departure in draw.sample(tour.ahead(), 2):
        agency.book(draw, customer, tour, departure)


# Extras and persons


def extras_to_keep(agency: Agency, draw: Draw) -> None:
    """A booking with two extras of a package that offers more."""
    customer = agency.open_profile(draw, "credit_card", draw.weighted(SOURCES))

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        return _ahead(departure) and len(tour.package.optional_add_ons) >= 4

    agency.book(draw, customer, *agency.find(draw, customer, fits), add_ons=2)


def misspelled(agency: Agency, draw: Draw) -> None:
    """A booking with a name that is not spelled as in the profile."""
    customer = _customer(agency, draw)
    found = agency.find(draw, customer, lambda tour, one: _ahead(one))
    trip = agency.book(draw, customer, *found, party=2)
    person = draw.pick(trip.travelers)
    name = person.last_name
    place = draw.integer(1, len(name) - 2)
    swapped = name[:place] + name[place + 1] + name[place] + name[place + 2 :]
    person.last_name = swapped if swapped != name else name[:place] + name[place + 1 :]


def companion_at_home(agency: Agency, draw: Draw) -> None:
    """A companion of the profile who is not on the booking."""
    customer = _customer(agency, draw)
    found = agency.find(draw, customer, lambda tour, one: _ahead(one))
    agency.book(draw, customer, *found, party=2)
    agency.add_companion(draw, customer)


# Money


def paid_with_two(agency: Agency, draw: Draw) -> None:
    """A booking paid with two methods, which can be cancelled free of charge."""
    customer = agency.open_profile(draw, "credit_card", draw.pick(("paypal", "bank_transfer")))

    def fits(tour: Tour, departure: PackageDeparture) -> bool:
        return _ahead(departure) and tour.window(departure) == "free"

    first, second = draw.shuffled(customer.methods)
    shares = [(first, draw.pick([25, 40, 50, 60])), (second, 100)]
    agency.book(draw, customer, *agency.find(draw, customer, fits), shares=shares)


def three_methods(agency: Agency, draw: Draw) -> None:
    """Three payment methods, two of them cards of one brand, and one booking."""
    customer = agency.open_profile(draw)
    brand = draw.pick(kit.CARD_BRANDS)
    agency.add_method(draw, customer, "credit_card", brand)
    agency.add_method(draw, customer, "credit_card", brand)
    others: tuple[PaymentSource, ...] = ("paypal", "bank_transfer", "mobile_wallet")
    agency.add_method(draw, customer, draw.pick(others))
    found = agency.find(draw, customer, lambda tour, one: _ahead(one))
    agency.book(draw, customer, *found)


def no_method(agency: Agency, draw: Draw) -> None:
    """A customer without any payment method, who cannot book."""
    agency.open_profile(draw).settled = True


def extras_changed_before(agency: Agency, draw: Draw) -> None:
    """A booking whose ledger has a later charge or refund: its extras were changed."""
    customer = agency.open_profile(draw, "credit_card", draw.weighted(SOURCES))
    found = agency.find(draw, customer, lambda tour, one: _ahead(one))
    trip = agency.book(draw, customer, *found, add_ons=1)
    first, second = customer.methods
    total, extra = trip.booking.total_price, trip.add_ons[0].price
    trip.payments.clear()
    if draw.chance(0.5):
        trip.record(first, total - extra)
        trip.record(second, extra)
    else:
        trip.record(first, total + 40_00)
        trip.record(second, -40_00)


# Who


def namesakes(agency: Agency, draw: Draw) -> None:
    """Two customers of one name."""
    someone = agency.stranger(draw)
    for _ in range(2):
        customer = agency.open_profile(draw, draw.weighted(SOURCES), person=someone)
        found = agency.find(draw, customer, lambda tour, one: _ahead(one))
        agency.book(draw, customer, *found)


def _open(departure: PackageDeparture, travelers: int) -> bool:
    return departure.status == "available" and departure.available_slots >= travelers


SITUATIONS: kit.Situations[Agency] = {
    "cancelling is free": (partial(cancelling_in, "free"), 3),
    "cancelling costs a penalty": (partial(cancelling_in, "penalty"), 4),
    "cancelling gives nothing": (partial(cancelling_in, "nothing"), 4),
    "cancelling is unclear": (partial(cancelling_in, "unclear"), 2),
    "last free day": (on_the_last_free_day, 3),
    "departed": (departed, 3),
    "cancelled": (partial(with_status, "cancelled"), 5),
    "pending": (partial(with_status, "pending"), 5),
    "moving is free": (partial(moving_in, "free"), 3),
    "moving costs a fee": (partial(moving_in, "fee"), 3),
    "moving is closed": (partial(moving_in, "closed"), 3),
    "moving is unclear": (partial(moving_in, "unclear"), 2),
    "a cheaper and a dearer date": (cheaper_and_dearer, 3),
    "one date too small, one fitting": (two_dates_to_choose_from, 3),
    "on a sold-out date": (partial(on_a_date_that_is, "sold_out"), 3),
    "on a limited date": (partial(on_a_date_that_is, "limited"), 2),
    "two trips of one package": (two_trips_of_one_package, 3),
    "extras to keep": (extras_to_keep, 3),
    "a misspelled name": (misspelled, 3),
    "a companion at home": (companion_at_home, 3),
    "paid with two methods": (paid_with_two, 3),
    "three methods": (three_methods, 3),
    "no method": (no_method, 3),
    "extras changed before": (extras_changed_before, 3),
    "namesakes": (namesakes, 3),
}
"""What is played, under a label that names its stream of draws, and how often."""
