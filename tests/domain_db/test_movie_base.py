"""The base data of the theaters: counts, references, sums, and every situation."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from tau_emo_db.domain import domain_data
from tau_emo_db.domains.movie.clock import NOW
from tau_emo_db.domains.movie.films import FILMS
from tau_emo_db.domains.movie.tables import (
    Auditorium,
    Booking,
    BookingConcession,
    BookingPayment,
    BookingSeat,
    Customer,
    CustomerPaymentMethod,
    Movie,
    Seat,
    Show,
    Theater,
)
from tau_emo_db.draw import Draw

DATA = domain_data("movie")


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.movies: dict[str, Movie] = {one.movie_id: one for one in self.of(Movie)}
        self.theaters: dict[str, Theater] = {one.theater_id: one for one in self.of(Theater)}
        self.halls: dict[str, Auditorium] = {one.auditorium_id: one for one in self.of(Auditorium)}
        self.shows: dict[str, Show] = {one.show_id: one for one in self.of(Show)}
        self.customers: dict[str, Customer] = {one.customer_id: one for one in self.of(Customer)}
        self.bookings: list[Booking] = self.of(Booking)
        self.seats: dict[str, dict[str, Seat]] = defaultdict(dict)
        for seat in self.of(Seat):
            self.seats[seat.auditorium_id][seat.seat_id] = seat
        self.methods: dict[str, list[CustomerPaymentMethod]] = defaultdict(list)
        for method in self.of(CustomerPaymentMethod):
            self.methods[method.customer_id].append(method)
        self.lines: dict[str, list[BookingSeat]] = self.by_booking(BookingSeat)
        self.food: dict[str, list[BookingConcession]] = self.by_booking(BookingConcession)
        self.payments: dict[str, list[BookingPayment]] = self.by_booking(BookingPayment)

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def by_booking(self, table: type[Any]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in self.of(table):
            found[row.booking_id].append(row)
        return found

    def with_status(self, status: str) -> list[Booking]:
        return [one for one in self.bookings if one.status == status]

    def show_of(self, booking: Booking) -> Show:
        return self.shows[booking.show_id]

    def held(self, show: Show) -> list[str]:
        """The seats of the show's confirmed bookings."""
        return [
            line.seat_id
            for booking in self.with_status("confirmed")
            if booking.show_id == show.show_id
            for line in self.lines[booking.booking_id]
        ]

    def free(self, show: Show) -> list[Seat]:
        held = set(self.held(show))
        return [one for one in self.seats[show.auditorium_id].values() if one.seat_id not in held]

    def to_come(self) -> Iterator[Booking]:
        """Confirmed bookings whose seats can be changed."""
        for booking in self.with_status("confirmed"):
            if self.show_of(booking).status == "scheduled":
                yield booking


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/movie"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


def row_neighbours(seat_id: str) -> set[str]:
    row, number = seat_id.split("-")
    return {f"{row}-{int(number) + step:02d}" for step in (-1, 1)}


# Counts and references


def test_counts(base: Base) -> None:
    assert len(base.movies) == len(FILMS) == 51
    assert len(base.theaters) == 51
    assert len(base.halls) >= 51
    assert sum(map(len, base.seats.values())) >= 654
    assert Counter(show.status for show in base.shows.values()) == {
        "scheduled": 180,
        "completed": 36,
        "canceled": 24,
    }
    assert Counter(booking.status for booking in base.bookings) == {
        "confirmed": 140,
        "canceled": 6,
        "refunded": 4,
        "pending": 5,
    }
    assert len(base.customers) == 120
    assert sum(map(len, base.lines.values())) >= 106
    assert sum(map(len, base.food.values())) >= 59
    assert sum(map(len, base.payments.values())) >= 50


def test_the_scale_multiplies_all_but_the_movies(base: Base) -> None:
    double = Base(rows(scale=2))
    assert [one.model_dump() for one in double.movies.values()] == [
        one.model_dump() for one in base.movies.values()
    ]
    for table in (Theater, Show, Customer):
        assert len(double.of(table)) == 2 * len(base.of(table))
    assert len(double.with_status("confirmed")) == 280


def test_ids_have_their_forms_and_leave_the_series_of_the_tools_free(base: Base) -> None:
    forms = {
        r"MV\d[A-Z0-9]{4}": base.movies,
        r"TH\d[A-Z0-9]{4}": base.theaters,
        r"AU\d[A-Z0-9]{4}": base.halls,
        r"SH\d[A-Z0-9]{4}": base.shows,
        r"CU\d[A-Z0-9]{4}": base.customers,
        r"BK\d[A-Z0-9]{4}": [booking.booking_id for booking in base.bookings],
    }
    for form, ids in forms.items():
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch(form, one) for one in ids), form
    assert not any(re.fullmatch(r"BKG\d+", one.booking_id) for one in base.bookings)


def test_days_and_moments_have_their_forms(base: Base) -> None:
    day, moment = r"24-\d\d-\d\d", r"24-\d\d-\d\d-\d\d-\d\d"
    for show in base.shows.values():
        assert re.fullmatch(day, show.date)
        assert re.fullmatch(moment, show.start_time_local)
        assert re.fullmatch(moment, show.end_time_local)
    for booking in base.bookings:
        assert re.fullmatch(moment, booking.created_at)
        assert booking.canceled_at is None or re.fullmatch(moment, booking.canceled_at)
    for movie in base.movies.values():
        assert re.fullmatch(day, movie.release_date)
        assert movie.release_date < movie.end_of_run_est


# Theaters, movies and shows


def test_halls_have_six_to_thirty_seats_and_claim_no_more(base: Base) -> None:
    sizes = {len(seats) for seats in base.seats.values()}
    assert min(sizes) >= 6
    assert max(sizes) <= 30
    assert len(sizes) >= 6
    for key, hall in base.halls.items():
        assert hall.capacity == len(base.seats[key])
    halls = Counter(hall.theater_id for hall in base.halls.values())
    assert set(halls.values()) == {1, 2, 3}
    for seats in base.seats.values():
        assert all(key == f"{seat.row_id}-{key[-2:]}" for key, seat in seats.items())
        assert 1 <= sum(seat.wheelchair_accessible for seat in seats.values()) <= 2
    assert {seat.type for one in base.seats.values() for seat in one.values()} == {
        "standard",
        "recliner",
    }


def test_two_names_stand_over_theaters_in_two_cities(base: Base) -> None:
    cities: dict[str, set[str]] = defaultdict(set)
    for theater in base.theaters.values():
        cities[theater.name].add(theater.address.city)
    assert sum(len(found) == 2 for found in cities.values()) == 2
    assert all(len(found) <= 2 for found in cities.values())
    assert sum(len(found) for found in cities.values()) == 51


def test_taxes_have_at_most_two_decimals_and_few_values(base: Base) -> None:
    rates = {theater.pricing_rules.tax_rate for theater in base.theaters.values()}
    assert rates == {600, 725, 800, 825, 888, 950}


def test_a_show_runs_within_the_run_and_the_formats_of_its_movie(base: Base) -> None:
    for show in base.shows.values():
        movie = base.movies[show.movie_id]
        assert movie.release_date <= show.date <= movie.end_of_run_est
        assert show.format in movie.formats
        assert show.language in movie.languages_audio
        assert show.subtitles in [*movie.subtitles, "none"]
        assert show.subtitles != show.language
        hall = base.halls[show.auditorium_id]
        assert hall.theater_id == show.theater_id
        needed = {"IMAX": "IMAX screen", "3D": "3D projection", "Dolby": "Dolby Atmos"}
        assert needed.get(show.format, "Laser projection") in hall.features
        assert show.start_time_local.startswith(show.date)


def test_shows_before_now_and_only_these_are_completed(base: Base) -> None:
    for show in base.shows.values():
        assert (show.status == "completed") is (show.start_time_local < NOW)
        assert show.status != "completed" or show.end_time_local < NOW
        assert "24-05-10" <= show.date <= "24-06-30"


def minutes(moment: str) -> int:
    """Minutes since the first of May 2024; May has 31 days."""
    _, month, day, hour, minute = map(int, moment.split("-"))
    return (((month - 5) * 31 + day) * 24 + hour) * 60 + minute


def test_no_hall_shows_two_movies_at_once(base: Base) -> None:
    by_hall: dict[str, list[Show]] = defaultdict(list)
    for show in base.shows.values():
        by_hall[show.auditorium_id].append(show)
        length = minutes(show.end_time_local) - minutes(show.start_time_local)
        assert length == base.movies[show.movie_id].runtime_minutes
    for shows in by_hall.values():
        for before, after in pairwise(sorted(shows, key=lambda one: one.start_time_local)):
            assert before.end_time_local < after.start_time_local


def test_the_price_of_a_show_follows_from_the_rules_of_its_theater(base: Base) -> None:
    for show in base.shows.values():
        rules = base.theaters[show.theater_id].pricing_rules
        hour = int(show.start_time_local[9:11])
        # 24-05-10 was a Friday.
        weekend = (minutes(show.start_time_local) // 1440 - 10) % 7 in (0, 1, 2)
        extra = rules.format_surcharges[show.format]
        if hour < 17:
            extra -= rules.matinee_discount
        elif weekend:
            extra += rules.peak_surcharge
        prices = show.price_schema
        assert (prices.adult, prices.child, prices.senior) == (
            rules.base.adult + extra,
            rules.base.child + extra,
            rules.base.senior + extra,
        )
        assert 0 < prices.child < prices.senior < prices.adult
        assert prices.convenience_fee == rules.convenience_fee
    hours = {show.start_time_local[9:11] for show in base.shows.values()}
    assert hours == {"12", "15", "18", "21"}


# Bookings


def test_a_booking_repeats_its_show(base: Base) -> None:
    for booking in base.bookings:
        show = base.show_of(booking)
        assert (booking.theater_id, booking.movie_id) == (show.theater_id, show.movie_id)
        assert (booking.date, booking.start_time_local) == (show.date, show.start_time_local)
        assert booking.created_at < min(NOW, show.start_time_local)
        assert booking.canceled_at is None or booking.created_at <= booking.canceled_at < NOW
        assert (booking.canceled_at is not None) is (booking.status == "canceled")


def test_every_total_follows_from_the_lines(base: Base) -> None:
    for booking in base.bookings:
        show, rules = (
            base.show_of(booking),
            base.theaters[booking.theater_id].pricing_rules,
        )
        rate = rules.tax_rate
        lines, food = base.lines[booking.booking_id], base.food[booking.booking_id]
        assert lines
        for line in lines:
            prices = show.price_schema
            assert line.price == getattr(prices, line.ticket_type)
            assert line.convenience_fee == prices.convenience_fee
            # Half up: a remainder of half a cent or more is a whole one.
            taxed = (line.price + line.convenience_fee) * rate
            assert line.tax == taxed // 10_000 + (taxed % 10_000 >= 5_000)
        for line in food:
            taxed = line.price_each * rate
            assert line.tax_each == taxed // 10_000 + (taxed % 10_000 >= 5_000)
            assert line.total == line.quantity * (line.price_each + line.tax_each)
            assert line.quantity >= 1
        fees = sum(line.convenience_fee for line in lines) + rules.booking_fee
        tax = sum(line.tax for line in lines) + sum(one.quantity * one.tax_each for one in food)
        assert booking.tickets_subtotal == sum(line.price for line in lines)
        assert booking.concessions_subtotal == sum(one.quantity * one.price_each for one in food)
        assert (booking.fees_total, booking.tax_total) == (fees, tax)
        discount = sum(one.discount_amount for one in booking.promotions_applied)
        full = booking.tickets_subtotal + booking.concessions_subtotal + fees + tax
        assert booking.grand_total == full - discount > 0


def test_payments_agree_with_what_is_paid_and_due(base: Base) -> None:
    for booking in base.bookings:
        payments = base.payments[booking.booking_id]
        assert [one.position for one in payments] == list(range(len(payments)))
        assert sum(one.amount for one in payments) == booking.amount_paid
        paid = booking.grand_total if booking.status == "confirmed" else 0
        due = booking.grand_total if booking.status == "pending" else 0
        assert (booking.amount_paid, booking.amount_due) == (paid, due)
        assert bool(payments) is (booking.status != "pending")
        assert len({one.payment_id for one in payments}) == len(payments)
        if booking.status == "canceled":
            assert (payments[-1].source, payments[-1].payment_method_id) == ("cash", "refund")
            assert payments[-1].payment_id == f"{booking.booking_id}-refund"
        if booking.status == "refunded":
            net: Counter[str] = Counter()
            for one in payments:
                net[one.source] += one.amount
            assert set(net.values()) == {0}


def test_tickets_are_as_many_as_seats_unless_nothing_is_paid(base: Base) -> None:
    for booking in base.bookings:
        count = 0 if booking.status == "pending" else len(base.lines[booking.booking_id])
        key = booking.booking_id
        assert [one.ticket_id for one in booking.tickets] == [
            f"{key}-TKT-{number:03d}" for number in range(1, count + 1)
        ]
        assert all(one.barcode == f"BAR-{one.ticket_id}" for one in booking.tickets)


def test_seats_exist_and_no_two_confirmed_bookings_hold_one(base: Base) -> None:
    for booking in base.bookings:
        seats = [line.seat_id for line in base.lines[booking.booking_id]]
        assert len(set(seats)) == len(seats)
        assert set(seats) <= set(base.seats[base.show_of(booking).auditorium_id])
    for show in base.shows.values():
        held = base.held(show)
        assert len(set(held)) == len(held)


def test_a_booking_is_tied_to_its_customer_by_the_email(base: Base) -> None:
    by_email = {one.email.lower(): one for one in base.customers.values()}
    assert len(by_email) == 120
    unknown = 0
    for booking in base.bookings:
        customer = by_email.get(booking.email.lower())
        assert booking.customer_id == (customer.customer_id if customer else None)
        unknown += customer is None
        if customer:
            named = (customer.first_name, customer.last_name, customer.phone, customer.loyalty_id)
            assert named == (
                booking.first_name,
                booking.last_name,
                booking.phone,
                booking.loyalty_id,
            )
    assert unknown == 5


def test_a_booking_was_paid_with_methods_of_its_customer(base: Base) -> None:
    for booking in base.bookings:
        if booking.customer_id is None:
            continue
        held = {one.source: one for one in base.methods[booking.customer_id]}
        for entry in base.payments[booking.booking_id]:
            if entry.payment_method_id == "refund":
                continue
            method = held[entry.source]
            assert entry.payment_method_id == method.payment_method_id
            if entry.source == "card":
                assert entry.extra_info is not None
                assert (entry.extra_info.brand, entry.extra_info.last_four) == (
                    method.brand,
                    method.last_four,
                )
            else:
                assert entry.extra_info is None


def test_customers_have_ways_to_pay_and_not_all_a_loyalty_id(base: Base) -> None:
    for key in base.customers:
        sources = [one.source for one in base.methods[key]]
        assert 1 <= len(sources) == len(set(sources))
        for method in base.methods[key]:
            is_card = method.source == "card"
            assert (re.fullmatch(r"\d{4}", method.last_four or "") is not None) is is_card
    loyal = sum(one.loyalty_id is not None for one in base.customers.values())
    assert 40 <= loyal <= 100
    assert len({one.first_name for one in base.customers.values()}) >= 80


# Situations


def test_customers_with_several_bookings_and_namesakes(base: Base) -> None:
    counts = Counter(one.customer_id for one in base.bookings if one.customer_id)
    assert sum(count in (2, 3) for count in counts.values()) >= 5
    assert max(counts.values()) == 3
    assert len(counts) < 120
    emails: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in base.customers.values():
        emails[one.first_name, one.last_name].add(one.email)
    assert sum(len(found) == 2 for found in emails.values()) >= 2


def test_some_shows_have_three_to_six_bookings_and_seats_left(base: Base) -> None:
    counts = Counter(one.show_id for one in base.to_come())
    crowded = [key for key, count in counts.items() if 3 <= count <= 6]
    assert sum(len(base.free(base.shows[key])) >= 4 for key in crowded) >= 5


def test_sold_out_one_seat_and_only_wheelchair_seats(base: Base) -> None:
    shows = [show for show in base.shows.values() if show.status == "scheduled"]
    assert sum(not base.free(show) for show in shows) >= 1
    assert sum(len(base.free(show)) == 1 for show in shows) >= 1
    flagged = [[seat.wheelchair_accessible for seat in base.free(show)] for show in shows]
    assert sum(bool(found) and all(found) for found in flagged) >= 1


def test_bookings_of_three_types_with_snacks_promotions_and_two_payments(base: Base) -> None:
    to_come = list(base.to_come())
    types = [{line.ticket_type for line in base.lines[one.booking_id]} for one in to_come]
    assert sum(found == {"adult", "child", "senior"} for found in types) >= 3
    assert sum(bool(base.food[one.booking_id]) for one in to_come) >= 6
    assert sum(bool(one.promotions_applied) for one in to_come) >= 5
    split = [{entry.source for entry in base.payments[one.booking_id]} for one in to_come]
    assert split.count({"card", "gift_card"}) >= 5


def test_seats_can_be_added_swapped_and_dropped(base: Base) -> None:
    grows = swaps = drops = wanted = 0
    for booking in base.to_come():
        own = {line.seat_id for line in base.lines[booking.booking_id]}
        show = base.show_of(booking)
        free = {seat.seat_id for seat in base.free(show) if not seat.wheelchair_accessible}
        beside = set[str]().union(*map(row_neighbours, own)) - own
        grows += bool(beside & free)
        swaps += len(free) >= len(own)
        drops += len(own) >= 2
        wanted += bool(beside & (set(base.held(show)) - own))
    assert min(grows, swaps, drops) >= 8
    assert wanted >= 5


def test_wheelchair_seats_with_a_companion_seat(base: Base) -> None:
    found = 0
    for show in base.shows.values():
        free = {seat.seat_id: seat.wheelchair_accessible for seat in base.free(show)}
        found += show.status == "scheduled" and any(
            flagged and any(free.get(other) is False for other in row_neighbours(seat_id))
            for seat_id, flagged in free.items()
        )
    assert found >= 10


def test_a_movie_in_two_formats_at_two_prices_on_one_evening(base: Base) -> None:
    evenings: dict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for show in base.shows.values():
        if show.status == "scheduled" and show.start_time_local[9:11] >= "18":
            key = (show.theater_id, show.date, show.movie_id)
            evenings[key][show.format] = show.price_schema.adult
    assert sum(len(set(prices.values())) >= 2 for prices in evenings.values()) >= 5


def test_every_theater_has_shows_to_come_and_days_without(base: Base) -> None:
    for key in base.theaters:
        shows = [one for one in base.shows.values() if one.theater_id == key]
        assert any(show.status == "scheduled" for show in shows)
        assert len({show.date for show in shows}) < 52


def test_bookings_of_shows_that_are_called_off_or_over(base: Base) -> None:
    counts = Counter(base.show_of(one).status for one in base.with_status("confirmed"))
    assert counts["canceled"] >= 5
    assert counts["completed"] >= 5
