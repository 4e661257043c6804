"""The airline's base holds what its tasks need: counts, sound references and sums, situations."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise, product

import pytest

from tau_emo_db.domains.airline import DATA
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
from tau_emo_db.draw import Draw

CABINS = ("basic_economy", "economy", "business")
PRICES = {"basic_economy": (50, 100), "economy": (100, 200), "business": (200, 500)}
FREE_BAGS = {"regular": (0, 1, 2), "silver": (1, 2, 3), "gold": (2, 3, 3)}
NEW_YORK = {"JFK", "LGA", "EWR"}
NOW = "2024-05-15T15:00:00"
DAY_BEFORE = "2024-05-14T15:00:00"


@dataclass
class Trip:
    """A reservation with its children and its owner."""

    row: Reservation
    user: User
    flights: list[ReservationFlight] = field(default_factory=list)
    dates: list[FlightDate] = field(default_factory=list)
    passengers: list[ReservationPassenger] = field(default_factory=list)
    payments: list[ReservationPayment] = field(default_factory=list)

    @property
    def statuses(self) -> list[str]:
        return [departure.status for departure in self.dates]

    @property
    def active(self) -> bool:
        return self.row.status is None

    @property
    def future(self) -> bool:
        return all(status == "available" for status in self.statuses)

    @property
    def allowance(self) -> int:
        free = FREE_BAGS[self.user.membership][CABINS.index(self.row.cabin)]
        return free * len(self.passengers)

    def price_changes(self) -> set[int]:
        """For each segment on sale the sign of what its price today exceeds the paid one by."""
        changes = [
            getattr(departure, f"{self.row.cabin}_price") - segment.price
            for segment, departure in zip(self.flights, self.dates, strict=True)
            if departure.status == "available"
        ]
        return {(change > 0) - (change < 0) for change in changes}


@dataclass
class Base:
    """The rows by table, and the joins that the tests need."""

    airports: list[Airport]
    flights: dict[str, Flight]
    dates: dict[tuple[str, str], FlightDate]
    users: dict[str, User]
    methods: dict[str, list[PaymentMethod]]
    saved: dict[str, list[SavedPassenger]]
    trips: list[Trip]

    @cached_property
    def trips_of(self) -> dict[str, list[Trip]]:
        found: defaultdict[str, list[Trip]] = defaultdict(list)
        for trip in self.trips:
            found[trip.row.user_id].append(trip)
        return found

    def direct(self, origin: str, destination: str, date: str) -> list[FlightDate]:
        return [
            self.dates[flight.flight_number, date]
            for flight in self.flights.values()
            if (flight.origin, flight.destination) == (origin, destination)
        ]


def read_base(scale: int = 1) -> Base:
    rows: defaultdict[type, list] = defaultdict(list)
    for row in DATA.generate(Draw("tau-emo/airline"), scale):
        rows[type(row)].append(row)
    methods, saved = defaultdict(list), defaultdict(list)
    for method in rows[PaymentMethod]:
        methods[method.user_id].append(method)
    for passenger in rows[SavedPassenger]:
        saved[passenger.user_id].append(passenger)
    users = {user.user_id: user for user in rows[User]}
    dates = {(row.flight_number, row.date): row for row in rows[FlightDate]}
    trips = {row.reservation_id: Trip(row, users[row.user_id]) for row in rows[Reservation]}
    for segment in rows[ReservationFlight]:
        trip = trips[segment.reservation_id]
        trip.flights.append(segment)
        trip.dates.append(dates[segment.flight_number, segment.date])
    for passenger in rows[ReservationPassenger]:
        trips[passenger.reservation_id].passengers.append(passenger)
    for payment in rows[ReservationPayment]:
        trips[payment.reservation_id].payments.append(payment)
    return Base(
        airports=rows[Airport],
        flights={flight.flight_number: flight for flight in rows[Flight]},
        dates=dates,
        users=users,
        methods=methods,
        saved=saved,
        trips=list(trips.values()),
    )


@pytest.fixture(scope="module")
def base() -> Base:
    return read_base()


def several(found: Iterable[object], least: int = 3) -> bool:
    """Whether there are at least so many different ones."""
    return len(set(found)) >= least


def owners(base: Base, condition: Callable[[Trip], bool]) -> set[str]:
    """The users with a reservation, not yet cancelled, that meets the condition."""
    return {trip.row.user_id for trip in base.trips if trip.active and condition(trip)}


def test_counts(base: Base) -> None:
    assert len(base.airports) == 20
    assert {airport.code for airport in base.airports} >= NEW_YORK
    assert {airport.code: airport.city for airport in base.airports}["LGA"] == "LaGuardia"
    assert len(base.flights) == 300
    assert len(base.dates) == 9000
    assert {date for _, date in base.dates} == {f"2024-05-{day:02d}" for day in range(1, 31)}
    assert len(base.users) == 500
    assert len(base.trips) == 2000
    numbers = [len(base.trips_of.get(user, [])) for user in base.users]
    assert (min(numbers), max(numbers)) == (0, 13)
    wallets = [len(base.methods[user]) for user in base.users]
    assert (min(wallets), max(wallets)) == (1, 8)


def test_scale_keeps_the_shape() -> None:
    double = read_base(scale=2)
    assert (len(double.users), len(double.trips)) == (1000, 4000)
    assert len(double.dates) == 9000
    numbers = [len(double.trips_of.get(user, [])) for user in double.users]
    assert Counter(numbers)[0] == 80
    assert max(numbers) == 13


# The flight plan


def minutes(time: str) -> int:
    hours, rest = int(time[:2]), int(time[3:5])
    return hours * 60 + rest + (24 * 60 if time.endswith("+1") else 0)


def test_flights_take_plausible_times(base: Base) -> None:
    for flight in base.flights.values():
        assert flight.origin != flight.destination
        assert not {flight.origin, flight.destination} <= NEW_YORK
        assert re.fullmatch(r"HAT\d{3}", flight.flight_number)
        assert re.fullmatch(r"\d\d:\d\d:00", flight.scheduled_departure_time_est)
        assert re.fullmatch(r"\d\d:\d\d:00(\+1)?", flight.scheduled_arrival_time_est)
        length = minutes(flight.scheduled_arrival_time_est) - minutes(
            flight.scheduled_departure_time_est
        )
        assert 45 <= length <= 400
    coast = [
        minutes(flight.scheduled_arrival_time_est) - minutes(flight.scheduled_departure_time_est)
        for flight in base.flights.values()
        if {flight.origin, flight.destination} == {"JFK", "LAX"}
    ]
    assert coast
    assert 290 <= min(coast) < max(coast) <= 390


def test_every_route_is_flown_both_ways(base: Base) -> None:
    routes = {(flight.origin, flight.destination) for flight in base.flights.values()}
    assert routes == {(destination, origin) for origin, destination in routes}
    assert {origin for origin, _ in routes} == {airport.code for airport in base.airports}


def test_past_departures_landed_or_were_cancelled(base: Base) -> None:
    past = [row for row in base.dates.values() if row.date < "2024-05-15"]
    assert {row.status for row in past} == {"landed", "cancelled"}
    assert 0.88 <= sum(row.status == "landed" for row in past) / len(past) <= 0.92


def test_today_is_split_by_the_clock(base: Base) -> None:
    today = [row for row in base.dates.values() if row.date == "2024-05-15"]
    assert {row.status for row in today} == {"landed", "flying", "on time", "delayed"}
    for row in today:
        flight = base.flights[row.flight_number]
        scheduled = f"2024-05-15T{flight.scheduled_departure_time_est}"
        if row.status == "landed":
            assert row.actual_arrival_time_est is not None
            assert row.actual_arrival_time_est <= NOW
        elif row.status == "flying":
            assert row.actual_departure_time_est is not None
            assert row.estimated_arrival_time_est is not None
            assert row.actual_departure_time_est <= NOW < row.estimated_arrival_time_est
        elif row.status == "on time":
            assert row.estimated_departure_time_est == scheduled > NOW
        else:
            assert row.estimated_departure_time_est is not None
            assert row.estimated_departure_time_est > max(NOW, scheduled)


def test_later_departures_are_available_or_cancelled(base: Base) -> None:
    later = [row for row in base.dates.values() if row.date > "2024-05-15"]
    assert {row.status for row in later} == {"available", "cancelled"}
    assert 0.01 <= sum(row.status == "cancelled" for row in later) / len(later) <= 0.03


def test_each_status_has_its_own_columns(base: Base) -> None:
    times = {
        "available": (0, 0, 0, 0),
        "on time": (0, 0, 1, 1),
        "delayed": (0, 0, 1, 1),
        "flying": (1, 0, 0, 1),
        "landed": (1, 1, 0, 0),
        "cancelled": (0, 0, 0, 0),
    }
    for row in base.dates.values():
        assert times[row.status] == (
            row.actual_departure_time_est is not None,
            row.actual_arrival_time_est is not None,
            row.estimated_departure_time_est is not None,
            row.estimated_arrival_time_est is not None,
        )
        for cabin, (low, high) in PRICES.items():
            price, seats = getattr(row, f"{cabin}_price"), getattr(row, f"{cabin}_seats")
            if row.status == "available":
                assert low <= price <= high
                assert 0 <= seats <= 20
            else:
                assert price is None
                assert seats is None
        if row.actual_departure_time_est and row.actual_arrival_time_est:
            assert row.actual_departure_time_est < row.actual_arrival_time_est <= NOW


@pytest.mark.parametrize("left", [0, 1, 2])
def test_departures_with_few_seats_in_one_cabin_and_more_in_another(base: Base, left: int) -> None:
    for cabin, other in product(CABINS, CABINS):
        if cabin != other:
            assert several(
                row.flight_number
                for row in base.dates.values()
                if row.status == "available"
                and getattr(row, f"{cabin}_seats") == left
                and getattr(row, f"{other}_seats") > left
            )


def one_stops(base: Base, origin: str, destination: str, date: str) -> list[tuple[Flight, Flight]]:
    """Pairs of available departures, the second not before the first has landed."""
    found = []
    for first in base.flights.values():
        if first.origin != origin or base.dates[first.flight_number, date].status != "available":
            continue
        next_day = first.scheduled_arrival_time_est.endswith("+1")
        second_date = f"{date[:8]}{int(date[8:]) + next_day:02d}"
        for second in base.flights.values():
            departure = base.dates.get((second.flight_number, second_date))
            if (
                second.origin == first.destination
                and second.destination == destination
                and departure is not None
                and departure.status == "available"
                and second.scheduled_departure_time_est >= first.scheduled_arrival_time_est[:8]
            ):
                found.append((first, second))
    return found


def cities_without_direct_flight(base: Base) -> list[tuple[str, str]]:
    routes = {(flight.origin, flight.destination) for flight in base.flights.values()}
    codes = [airport.code for airport in base.airports]
    return [pair for pair in product(codes, codes) if pair[0] != pair[1] and pair not in routes]


def test_cities_joined_by_one_stop_only(base: Base) -> None:
    pairs = cities_without_direct_flight(base)
    assert several(pair for pair in pairs if one_stops(base, *pair, "2024-05-22"))


def test_first_leg_that_lands_on_the_next_day(base: Base) -> None:
    assert several(
        first.flight_number
        for pair in cities_without_direct_flight(base)
        for first, _ in one_stops(base, *pair, "2024-05-22")
        if first.scheduled_arrival_time_est.endswith("+1")
    )


def test_first_leg_on_the_last_date(base: Base) -> None:
    pairs = cities_without_direct_flight(base)
    assert several(pair for pair in pairs if one_stops(base, *pair, "2024-05-30"))
    assert several(
        flight.flight_number
        for flight in base.flights.values()
        if flight.scheduled_arrival_time_est.endswith("+1")
        and base.dates[flight.flight_number, "2024-05-30"].status == "available"
    )


# Every reservation and user


def test_ids_have_their_form_and_leave_the_series_of_tools_free(base: Base) -> None:
    for user in base.users.values():
        name = f"{user.first_name}_{user.last_name}".lower()
        assert re.fullmatch(rf"{name}_\d{{4}}", user.user_id)
    methods = [method for owned in base.methods.values() for method in owned]
    spent = {
        payment.payment_id
        for trip in base.trips
        for payment in trip.payments
        if payment.payment_id.startswith("certificate")
    }
    payment_ids = [method.id for method in methods] + sorted(spent)
    assert len(payment_ids) == len(set(payment_ids))
    for payment_id in payment_ids:
        assert re.fullmatch(r"(credit_card|gift_card|certificate)_\d{7}", payment_id)
        assert not 3221322 <= int(payment_id[-7:]) <= 3230000
    for trip in base.trips:
        assert re.fullmatch(r"[A-Z0-9]{6}", trip.row.reservation_id)
        assert re.search(r"\d", trip.row.reservation_id)


def test_payment_methods_hold_what_their_source_asks_for(base: Base) -> None:
    for method in (method for owned in base.methods.values() for method in owned):
        assert method.id.startswith(f"{method.source}_")
        if method.source == "credit_card":
            assert method.brand in {"visa", "mastercard"}
            assert re.fullmatch(r"\d{4}", method.last_four or "")
            assert method.amount is None
        else:
            assert method.brand is None
            assert method.last_four is None
            assert method.amount is not None
            assert method.amount >= (0 if method.source == "gift_card" else 1)


def test_segments_make_one_chain(base: Base) -> None:
    for trip in base.trips:
        stops = [trip.flights[0].origin, *(segment.destination for segment in trip.flights)]
        for segment, before in zip(trip.flights, stops, strict=False):
            flight = base.flights[segment.flight_number]
            assert segment.origin == before == flight.origin
            assert segment.destination == flight.destination
        assert stops[0] == trip.row.origin != trip.row.destination
        if trip.row.flight_type == "round_trip":
            assert stops[-1] == trip.row.origin
            assert trip.row.destination in stops
        else:
            assert stops[-1] == trip.row.destination
        for first, second in pairwise(trip.flights):
            arrival = base.flights[first.flight_number].scheduled_arrival_time_est
            lands = f"{first.date[:8]}{int(first.date[8:]) + arrival.endswith('+1'):02d}"
            leaves = base.flights[second.flight_number].scheduled_departure_time_est
            assert f"{lands}T{arrival[:8]}" < f"{second.date}T{leaves}"


def test_payments_agree_with_what_was_bought(base: Base) -> None:
    for trip in base.trips:
        people = len(trip.passengers)
        total = people * sum(segment.price for segment in trip.flights)
        total += 30 * people * (trip.row.insurance == "yes") + 50 * trip.row.nonfree_baggages
        entries = [(payment.payment_id, payment.amount) for payment in trip.payments]
        charges = entries if trip.active else entries[: len(entries) // 2]
        assert sum(amount for _, amount in charges) == total
        assert all(amount > 0 for _, amount in charges)
        assert len({payment_id for payment_id, _ in charges}) == len(charges)
        if not trip.active:
            assert trip.row.status == "cancelled"
            assert entries == charges + [(method, -amount) for method, amount in charges]


def test_payments_come_from_the_profile_or_a_spent_certificate(base: Base) -> None:
    for trip in base.trips:
        profile = {method.id for method in base.methods[trip.row.user_id]}
        used = Counter(payment.payment_id for payment in trip.payments)
        certificates = {payment for payment in used if payment.startswith("certificate")}
        assert set(used) - certificates <= profile
        assert not certificates & profile
        kinds = Counter(payment.rsplit("_", 1)[0] for payment in used)
        assert kinds["certificate"] <= 1
        assert kinds["credit_card"] <= 1
        assert kinds["gift_card"] <= 3


def test_air_15_holds_for_every_reservation(base: Base) -> None:
    for trip in base.trips:
        assert trip.row.nonfree_baggages == max(0, trip.row.total_baggages - trip.allowance)


def test_booked_before_the_trip_and_not_after_now(base: Base) -> None:
    for trip in base.trips:
        assert "2024-03-01" < trip.row.created_at <= NOW
        assert trip.row.created_at[:10] < trip.flights[0].date


def test_reservations_of_a_user_stand_in_the_order_of_booking(base: Base) -> None:
    for trips in base.trips_of.values():
        moments = [trip.row.created_at for trip in trips]
        assert moments == sorted(moments)


def test_passengers_are_different_people(base: Base) -> None:
    for trip in base.trips:
        names = [(passenger.first_name, passenger.last_name) for passenger in trip.passengers]
        assert 1 <= len(set(names)) == len(names) <= 5
        for passenger in trip.passengers:
            same_name = (passenger.first_name, passenger.last_name) == (
                trip.user.first_name,
                trip.user.last_name,
            )
            assert not same_name or passenger.dob == trip.user.dob


def test_a_delayed_trip_can_be_moved_and_is_not_cancelled_too(base: Base) -> None:
    for trip in base.trips:
        assert not {"delayed", "cancelled"} <= set(trip.statuses)
        for departure in trip.dates:
            if departure.status == "delayed":
                flight = base.flights[departure.flight_number]
                assert any(
                    other.status == "available"
                    and getattr(other, f"{trip.row.cabin}_seats") >= len(trip.passengers)
                    for day in range(16, 31)
                    for other in base.direct(
                        flight.origin, flight.destination, f"2024-05-{day:02d}"
                    )
                )


# The situations


def test_all_memberships_cabins_and_insurances(base: Base) -> None:
    found: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for trip in base.trips:
        if trip.active and trip.future:
            key = (trip.user.membership, trip.row.cabin, trip.row.insurance)
            found[key].add(trip.row.user_id)
    assert len(found) == 18
    assert all(several(users) for users in found.values())


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_party_sizes(base: Base, size: int) -> None:
    assert several(owners(base, lambda trip: trip.future and len(trip.passengers) == size))


@pytest.mark.parametrize("travels", [True, False])
def test_owner_travelling_or_not(base: Base, travels: bool) -> None:
    assert several(
        owners(
            base,
            lambda trip: (
                travels
                == any(
                    (passenger.first_name, passenger.last_name, passenger.dob)
                    == (trip.user.first_name, trip.user.last_name, trip.user.dob)
                    for passenger in trip.passengers
                )
            ),
        )
    )


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2024-05-14T15:00:01", "2024-05-14T15:59:59"),
        (DAY_BEFORE, DAY_BEFORE),
        ("2024-05-14T14:00:00", "2024-05-14T14:59:59"),
        ("2024-05-15T06:00:00", NOW),
    ],
    ids=["just inside", "exactly", "just outside", "this morning"],
)
def test_booked_around_the_24_hours(base: Base, first: str, last: str) -> None:
    assert several(owners(base, lambda trip: trip.future and first <= trip.row.created_at <= last))
    if first != DAY_BEFORE:
        assert several(
            owners(
                base,
                lambda trip: (
                    trip.future
                    and first <= trip.row.created_at <= last
                    and trip.row.cabin == "basic_economy"
                ),
            )
        )


def lands_before(trip: Trip, status: str) -> bool:
    """Whether the trip begins with flown legs and ends with legs of the status."""
    kinds = [key for key, _ in Counter(trip.statuses).items()]
    return kinds == ["landed", status]


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param(lambda trip: trip.future, id="wholly future"),
        pytest.param(lambda trip: set(trip.statuses) == {"landed"}, id="flown"),
        pytest.param(lambda trip: lands_before(trip, "available"), id="outbound flown"),
        pytest.param(lambda trip: "flying" in trip.statuses, id="a leg flying"),
        pytest.param(lambda trip: trip.statuses[0] == "delayed", id="delayed outbound"),
        pytest.param(lambda trip: lands_before(trip, "delayed"), id="delayed return"),
        pytest.param(lambda trip: trip.statuses[0] == "on time", id="on time today"),
        pytest.param(
            lambda trip: any(
                row.status == "cancelled" and row.date < "2024-05-15" for row in trip.dates
            ),
            id="past cancelled leg",
        ),
        pytest.param(
            lambda trip: any(
                row.status == "cancelled" and row.date > "2024-05-15" for row in trip.dates
            ),
            id="future cancelled leg",
        ),
    ],
)
def test_what_became_of_trips(base: Base, condition: Callable[[Trip], bool]) -> None:
    assert several(owners(base, condition), least=10)


def test_reservations_already_cancelled(base: Base) -> None:
    assert several({trip.row.user_id for trip in base.trips if not trip.active}, least=10)


@pytest.mark.parametrize("sign", [1, 0, -1], ids=["costs", "free", "refunds"])
@pytest.mark.parametrize("cabin", CABINS)
def test_stored_prices_beside_current_ones(base: Base, cabin: str, sign: int) -> None:
    assert several(
        owners(
            base,
            lambda trip: trip.future and trip.row.cabin == cabin and trip.price_changes() == {sign},
        )
    )


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param(lambda trip: trip.row.nonfree_baggages > 0, id="paid"),
        pytest.param(lambda trip: 0 < trip.row.total_baggages < trip.allowance, id="free left"),
        pytest.param(lambda trip: trip.row.total_baggages == 0, id="none"),
        pytest.param(
            lambda trip: trip.row.total_baggages == trip.allowance - 1, id="one of two is free"
        ),
    ],
)
def test_bags(base: Base, condition: Callable[[Trip], bool]) -> None:
    assert several(owners(base, lambda trip: trip.future and condition(trip)))


@pytest.mark.parametrize(
    "kinds",
    [
        ("certificate", "credit_card"),
        ("gift_card", "credit_card"),
        ("gift_card", "gift_card", "gift_card"),
        ("credit_card",),
        ("gift_card",),
    ],
)
def test_ways_of_payment(base: Base, kinds: tuple[str, ...]) -> None:
    assert several(
        owners(
            base,
            lambda trip: (
                kinds == tuple(payment.payment_id.rsplit("_", 1)[0] for payment in trip.payments)
            ),
        )
    )


def sources(base: Base, user: str) -> Counter[str]:
    return Counter(method.source for method in base.methods[user])


def test_kinds_of_wallets(base: Base) -> None:
    empty, only_certificates, twin_cards, many_gift_cards = set(), set(), set(), set()
    for user in base.users:
        held = sources(base, user)
        if any(method.source == "gift_card" and not method.amount for method in base.methods[user]):
            empty.add(user)
        if set(held) == {"certificate"}:
            only_certificates.add(user)
        brands = Counter(method.brand for method in base.methods[user] if method.brand)
        if brands and max(brands.values()) >= 2:
            twin_cards.add(user)
        if held["gift_card"] >= 3:
            many_gift_cards.add(user)
    assert several(empty, 10)
    assert several(only_certificates, 10)
    assert several(twin_cards, 10)
    assert several(many_gift_cards, 10)
    assert several(set(base.users) - set(base.trips_of), 10)
    assert several(user for user in only_certificates if user in base.trips_of)


def test_users_of_the_same_name(base: Base) -> None:
    names = Counter((user.first_name, user.last_name) for user in base.users.values())
    pairs = [name for name, users in names.items() if users > 1]
    assert several(pairs, 10)


def upgrade_costs(trip: Trip) -> list[int]:
    """What the next better cabin costs now, if the trip can be upgraded and it costs anything."""
    place = CABINS.index(trip.row.cabin)
    if not trip.future or not trip.active or place == 2:
        return []
    better = CABINS[place + 1]
    if any(getattr(row, f"{better}_seats") < len(trip.passengers) for row in trip.dates):
        return []
    new = sum(getattr(row, f"{better}_price") for row in trip.dates)
    old = sum(segment.price for segment in trip.flights)
    return [len(trip.passengers) * (new - old)] if new > old else []


def test_gift_cards_just_short_of_an_upgrade_and_just_enough(base: Base) -> None:
    short, enough = set(), set()
    for user, trips in base.trips_of.items():
        balances = [m.amount for m in base.methods[user] if m.source == "gift_card"]
        for cost in (cost for trip in trips for cost in upgrade_costs(trip)):
            if any(cost - 9 <= balance < cost for balance in balances):
                short.add(user)
            if any(cost <= balance <= cost + 9 for balance in balances):
                enough.add(user)
    assert several(short & enough, 10)


def test_new_york_has_three_airports_that_people_mix_up(base: Base) -> None:
    for one, other in combinations(sorted(NEW_YORK), 2):
        served = [
            {flight.destination for flight in base.flights.values() if flight.origin == code}
            for code in (one, other)
        ]
        assert served[0] & served[1]
