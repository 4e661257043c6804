"""The rules of the theaters, each on conversations that keep it and that break it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from sqlmodel import Session

from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingSeat,
    Movie,
    Seat,
    Show,
    Theater,
)
from tau_emo_servers.domains.movie.rules import RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows


@dataclass(frozen=True)
class Found:
    """A booking with its show and seats, and the seats of the hall that are free."""

    booking: Booking
    show: Show
    movie: Movie
    theater: Theater
    seats: tuple[BookingSeat, ...]
    free: tuple[str, ...]
    flagged: tuple[str, ...]
    """Free seats that are meant for wheelchairs."""

    @property
    def id(self) -> str:
        return self.booking.booking_id

    @property
    def own(self) -> list[dict[str, str]]:
        return [{"seat_id": s.seat_id, "ticket_type": s.ticket_type} for s in self.seats]


def found(db: Session, booking: Booking) -> Found:
    show = db.get_one(Show, booking.show_id)
    held = {
        line.seat_id
        for other in rows(db, Booking, show_id=show.show_id, status="confirmed")
        for line in rows(db, BookingSeat, booking_id=other.booking_id)
    }
    seats: list[Seat] = rows(db, Seat, auditorium_id=show.auditorium_id)
    free = [one for one in seats if one.seat_id not in held]
    return Found(
        booking,
        show,
        db.get_one(Movie, show.movie_id),
        db.get_one(Theater, show.theater_id),
        tuple(rows(db, BookingSeat, booking_id=booking.booking_id)),
        tuple(one.seat_id for one in free if not one.wheelchair_accessible),
        tuple(one.seat_id for one in free if one.wheelchair_accessible),
    )


def booking_where(fits: Callable[[Found], bool], status: str = "confirmed") -> Found:
    """The first booking of this status that fits."""

    def query(db: Session) -> Found:
        every = (found(db, one) for one in rows(db, Booking, status=status))
        return next(one for one in every if fits(one))

    return Talk("movie").find(query)


@cache
def usual() -> Found:
    """Two adults with free seats around them, without food or promotion, for a show to come."""
    return booking_where(
        lambda one: (
            one.show.status == "scheduled"
            and [seat.ticket_type for seat in one.seats] == ["adult", "adult"]
            and len(one.free) >= 4
            and bool(one.flagged)
            and not one.booking.promotions_applied
            and not one.booking.concessions_subtotal
        )
    )


def whose_show(status: str) -> Found:
    return booking_where(lambda one: one.show.status == status)


def known_customer(one: Found, said: str = "") -> Talk:
    """The customer has stated id and email, and the booking and its show were looked at."""
    talk = Talk("movie").user(f"It's about {one.id}. My email is {one.booking.email}. {said}")
    talk.done("get_booking_details", booking_id=one.id)
    return talk.done("get_show_status", theater_id=one.show.theater_id, show_id=one.show.show_id)


def cancel(talk: Talk, one: Found, answer: str = "Yes, please.") -> Talk:
    amount = one.booking.amount_paid / 100
    talk.agent(
        f"I would cancel booking {one.id}; ${amount:,.2f} are refunded. Shall I go ahead, yes or "
        "no?"
    ).user(answer)
    talk.call("cancel_booking", booking_id=one.id)
    return talk.agent(f"Booking {one.id} is canceled.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    assert [rule.id for rule in RULES] == [
        *(f"MOV-{number:02d}" for number in range(1, 28)),
        *("COM-11", "COM-12", "COM-14"),
    ]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        *("MOV-10", "MOV-11", "MOV-17", "MOV-21")
    }
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {
        *("MOV-06", "MOV-15", "MOV-18", "MOV-20", "MOV-25", "MOV-26")
    }


# Identity.


def test_a_right_cancellation_breaks_nothing() -> None:
    assert cancel(known_customer(usual()), usual()).violations() == []


def by_id_alone(also: str = "") -> Talk:
    one = usual()
    talk = Talk("movie").user(f"It's about {one.id}. {also}")
    talk.done("get_booking_details", booking_id=one.id)
    return talk.done("get_show_status", theater_id=one.show.theater_id, show_id=one.show.show_id)


def test_email_or_full_name_is_compared_before_a_write() -> None:
    one = usual().booking
    assert cancel(by_id_alone(f"I am {one.first_name} {one.last_name}."), usual()).broken() == set()
    upper = f"My email is {one.email.upper()}."
    assert cancel(by_id_alone(upper), usual()).broken() == set()
    told = cancel(by_id_alone(f"I am {one.first_name}."), usual()).broken()
    assert told == {"MOV-01"}


def test_nothing_is_told_before_email_or_name_is_compared() -> None:
    one = usual()
    for text in (
        f"You have seat {one.seats[0].seat_id}.",
        f"You paid ${one.booking.grand_total / 100:.2f}.",
        f"Your show is on {one.show.date}.",
    ):
        assert by_id_alone().agent(text).broken() == {"MOV-01"}, text
        assert known_customer(one).agent(text).broken() == set(), text
    assert by_id_alone().agent("Which email is on the booking?").broken() == set()


def test_what_anyone_may_see_can_be_told_before() -> None:
    one = usual()
    talk = by_id_alone()
    talk.done("get_seat_availability", theater_id=one.show.theater_id, show_id=one.show.show_id)
    assert talk.agent(f"Seat {one.seats[0].seat_id} is booked.").broken() == set()


def test_one_email_for_all_bookings() -> None:
    mine = usual()
    other = booking_where(
        lambda one: one.show.status == "scheduled" and one.booking.email != mine.booking.email
    )
    talk = known_customer(mine).user(f"And my friend's {other.id}, {other.booking.email}.")
    talk.done("get_booking_details", booking_id=other.id)
    talk.done("get_show_status", theater_id=other.show.theater_id, show_id=other.show.show_id)
    assert talk.broken() == set()
    assert cancel(talk, other).broken() == {"MOV-02"}


def test_a_booking_id_comes_from_the_customer() -> None:
    one = usual()
    talk = Talk("movie").user(f"I lost my booking id. My email is {one.booking.email}.")
    assert talk.done("get_booking_details", booking_id=one.id).broken() == {"MOV-27"}
    assert known_customer(one).broken() == set()


def test_a_booking_is_looked_at_first() -> None:
    one = usual()
    talk = Talk("movie").user(f"{one.booking.email}. Cancel {one.id}.")
    talk.done("get_show_status", theater_id=one.show.theater_id, show_id=one.show.show_id)
    # The sum that it names comes from nowhere either.
    assert cancel(talk, one).broken() == {"COM-11", "MOV-05"}


# Canceling.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And then I want popcorn.", set()),
        ("PROCEED. I don't trust you.", set()),
        ("okay", {"MOV-03"}),
        ("Yes, as long as it is quick.", {"MOV-03"}),
        ("Yes, but refund it to card 9999.", {"MOV-03"}),
    ],
)
def test_only_a_yes_covers_a_cancellation(answer: str, broken: set[str]) -> None:
    assert cancel(known_customer(usual()), usual(), answer).broken() == broken


def test_a_cancellation_names_booking_and_refund() -> None:
    one = usual()
    amount = f"${one.booking.amount_paid / 100:.2f}"
    for listing, broken in (
        (f"I would cancel {one.movie.title} and refund {amount}. Yes or no?", set()),
        (f"I would cancel it and refund {amount}. Yes or no?", {"MOV-03"}),
        (f"I would cancel {one.id} and refund it. Yes or no?", {"MOV-03"}),
    ):
        talk = known_customer(one).agent(listing).user("Yes.")
        talk.done("cancel_booking", booking_id=one.id)
        assert talk.agent("It is canceled.").broken() == broken, listing


def test_a_booking_is_not_canceled_after_the_show() -> None:
    assert cancel(known_customer(whose_show("canceled")), whose_show("canceled")).broken() == set()
    seen = whose_show("completed")
    assert cancel(known_customer(seen), seen).broken() == {"MOV-22"}


def test_the_status_of_the_show_is_looked_at_first() -> None:
    one = usual()
    talk = Talk("movie").user(f"Cancel {one.id}, {one.booking.email}.")
    talk.done("get_booking_details", booking_id=one.id)
    assert cancel(talk, one).broken() == {"MOV-22"}
    talk = Talk("movie").user(f"Cancel {one.id}, {one.booking.email}.")
    talk.done("get_booking_details", booking_id=one.id)
    talk.done("list_shows", theater_id=one.show.theater_id, date=one.show.date)
    assert cancel(talk, one).broken() == set()


# Booking.

POPCORN = {
    "item_id": "POP-L",
    "name": "Popcorn",
    "size": "large",
    "quantity": 2,
    "price_each": 8.25,
}
ASKED = (
    "Two adult e-tickets for {title} please. I am Ilse Okafor, ilse@example.com, (555) 320-1188; "
    "charge my Visa ending in 4410."
)
LISTING = (
    "I would book {title} at {theater} on {day} at {time}, seats {first} and {second}, both "
    "adult, for Ilse Okafor, ilse@example.com, (555) 320-1188, as e-tickets. Tickets {tickets}, "
    "food {food}, fees {fees} with a booking fee of {booking_fee}, tax {tax}, together {total}, "
    "charged to your Visa card ending in 4410. Yes or no?"
)


def preview_of(talk: Talk, **wanted: Any) -> dict[str, Any]:
    call = talk.call("price_preview", **wanted)
    assert not call.is_error, call.result
    return json.loads(call.result)


def book(
    *,
    asked: str = ASKED,
    listing: str = LISTING,
    seats: tuple[str, ...] = (),
    food: list[dict[str, Any]] | None = None,
    customer: dict[str, Any] | None = None,
    preview: bool = True,
    talk: Talk | None = None,
    **changed: Any,
) -> Talk:
    """Two adults book seats beside the usual booking; it keeps all rules unless changed."""
    one = usual()
    title = one.movie.title
    talk = (talk or Talk("movie")).user(asked.format(title=title))
    show = {"theater_id": one.show.theater_id, "show_id": one.show.show_id}
    talk.done("get_theater_details", theater_id=one.show.theater_id)
    talk.done("get_seat_availability", **show)
    picked = seats or one.free[:2]
    order: dict[str, Any] = {
        **show,
        "seats": [{"seat_id": seat_id, "ticket_type": "adult"} for seat_id in picked],
        "concessions": food,
    }
    sums = preview_of(talk if preview else Talk("movie"), **order)
    _, _, _, hour, minute = one.show.start_time_local.split("-")
    talk.agent(
        listing.format(
            title=title,
            theater=one.theater.name,
            day=one.show.date,
            time=f"{hour}:{minute}",
            first=picked[0],
            second=picked[1],
            tickets=f"${sums['tickets_subtotal']:.2f}",
            food=f"${sums['concessions_subtotal']:.2f}",
            fees=f"${sums['fees_total']:.2f}",
            booking_fee=f"${sums['booking_fee']:.2f}",
            tax=f"${sums['tax_total']:.2f}",
            total=f"${sums['grand_total']:.2f}",
        )
    ).user("Yes, book it.")
    talk.done(
        "create_booking",
        **{
            **order,
            "customer": {
                "name": {"first_name": "Ilse", "last_name": "Okafor"},
                "email": "ilse@example.com",
                "phone": "(555) 320-1188",
                **(customer or {}),
            },
            "delivery_method": "e-ticket",
            "payments": [
                {
                    "payment_id": "PAY-1",
                    "amount": sums["grand_total"],
                    "method": {
                        "source": "card",
                        "payment_method_id": "visa-4410",
                        "extra_info": {"brand": "visa", "last_four": "4410"},
                    },
                    "created_at": "24-05-15-15-00",
                }
            ],
            **changed,
        },
    )
    return talk.agent("Your seats are booked.")


def test_a_right_booking_breaks_nothing() -> None:
    assert book().violations() == []


@pytest.mark.parametrize(
    "without",
    [
        *("{title}", "{theater}", "{first}", "both adult", "Ilse Okafor", "ilse@example.com"),
        *("(555) 320-1188", "as e-tickets", "your Visa card ending in 4410"),
    ],
)
def test_a_booking_is_listed_in_full(without: str) -> None:
    broken = book(listing=LISTING.replace(without, "that")).broken()
    assert broken == {"MOV-03"}


@pytest.mark.parametrize("without", ["{tickets}", "{fees}", "{booking_fee}", "{tax}"])
def test_the_sums_of_the_preview_are_shown(without: str) -> None:
    assert book(listing=LISTING.replace(without, "a sum")).broken() == {"MOV-14"}


def test_the_total_is_listed_and_shown() -> None:
    assert book(listing=LISTING.replace("{total}", "a sum")).broken() == {"MOV-03", "MOV-14"}


def test_exactly_what_is_booked_is_previewed() -> None:
    without = book(preview=False).broken()
    assert "MOV-14" in without
    one = usual()
    talk = Talk("movie").user("Hello")
    preview_of(
        talk,
        theater_id=one.show.theater_id,
        show_id=one.show.show_id,
        seats=[{"seat_id": one.free[0], "ticket_type": "adult"}],
    )
    assert "MOV-14" in book(talk=talk, preview=False).broken()


def test_a_preview_of_another_show_may_stand_between() -> None:
    other = booking_where(
        lambda one: one.show.status == "scheduled" and one.show.show_id != usual().show.show_id
    )
    talk = book()
    made = talk.events.pop(-2)
    preview_of(
        talk,
        theater_id=other.show.theater_id,
        show_id=other.show.show_id,
        seats=[{"seat_id": other.free[0], "ticket_type": "adult"}],
    )
    talk.events.insert(-2, talk.events.pop())
    talk.events.insert(-1, made)
    assert talk.broken() == set()


def test_seats_for_wheelchairs_only_if_asked_for() -> None:
    seats = (usual().flagged[0], usual().free[0])
    assert book(seats=seats).broken() == {"MOV-12"}
    assert book(seats=seats, asked=f"My brother uses a wheelchair. {ASKED}").broken() == set()


def test_nothing_is_passed_that_the_customer_has_not_given() -> None:
    assert book(customer={"loyalty_id": "LOY-10001"}).broken() == {"MOV-13", "MOV-03"}
    listing = LISTING.replace("as e-tickets", "loyalty id LOY-10001, as e-tickets")
    given = book(
        asked=f"{ASKED} My loyalty id is LOY-10001.",
        listing=listing,
        customer={"loyalty_id": "LOY-10001"},
    )
    assert given.broken() == set()
    elsewhere = LISTING.replace("(555) 320-1188", "(555) 999-0000")
    assert "MOV-13" in book(listing=elsewhere, customer={"phone": "(555) 999-0000"}).broken()


def test_food_as_the_customer_states_it() -> None:
    listing = LISTING.replace("both adult", "both adult, 2 large popcorn")
    stated = f"{ASKED} And two large popcorn, item POP-L, at $8.25 each."
    assert book(asked=stated, listing=listing, food=[POPCORN]).broken() == set()
    asked = f"{ASKED} And two large popcorn."
    assert book(asked=asked, listing=listing, food=[POPCORN]).broken() == {"MOV-16"}


# Changing.


def change(
    seats: list[dict[str, str]],
    listing: str,
    payment: dict[str, Any] | None = None,
    said: str = "",
) -> set[str]:
    one = usual()
    talk = known_customer(one, said)
    talk.done("get_theater_details", theater_id=one.show.theater_id)
    talk.done("get_seat_availability", theater_id=one.show.theater_id, show_id=one.show.show_id)
    talk.agent(listing).user("Yes, do it.")
    arguments = {"booking_id": one.id, "seats": seats, "payment": payment}
    talk.done("update_booking_seats", **arguments)
    return talk.agent("The seats are changed.").broken()


def test_a_swap_names_seats_and_that_nothing_is_charged() -> None:
    one = usual()
    old, new = [seat["seat_id"] for seat in one.own], one.free[:2]
    seats = [{"seat_id": seat_id, "ticket_type": "adult"} for seat_id in new]
    listing = (
        f"I would change {one.id}: adult seats {new[0]} and {new[1]} instead of {old[0]} and "
        f"{old[1]}. Nothing is charged. Yes or no?"
    )
    assert change(seats, listing) == set()
    for without in (new[1], "adult", "Nothing is charged"):
        assert change(seats, listing.replace(without, "that")) == {"MOV-03"}, without


def test_a_seat_that_is_given_up_is_named_or_those_that_stay() -> None:
    one = usual()
    kept, gone = one.own
    back = one.show.price_schema
    tax = one.seats[1].tax
    amount = f"${(back.adult + back.convenience_fee + tax) / 100:.2f}"
    for which in (f"give up {gone['seat_id']}", f"leave only {kept['seat_id']}"):
        listing = f"I would change {one.id}: {which}; {amount} are refunded. Yes or no?"
        assert change([kept], listing) == set(), which
    listing = f"I would change {one.id}: drop one seat; {amount} are refunded. Yes or no?"
    assert change([kept], listing) == {"MOV-03"}


def test_the_difference_is_told_exactly() -> None:
    one = usual()
    new = one.free[0]
    prices, tax = one.show.price_schema, one.seats[0].tax
    difference = (prices.adult + prices.convenience_fee + tax) / 100
    payment = {
        "payment_id": "PAY-1",
        "amount": difference,
        "method": {"source": "card", "payment_method_id": "visa-4410"},
        "created_at": "24-05-15-15-00",
    }
    seats = [*one.own, {"seat_id": new, "ticket_type": "adult"}]
    listing = (
        f"I would add adult seat {new} to {one.id}; ${difference:.2f} is charged to your card "
        "ending in 4410. Yes or no?"
    )
    said = "Add a seat, with my Visa ending in 4410."
    assert change(seats, listing, payment, said) == set()
    vague = listing.replace(f"${difference:.2f}", "the difference")
    assert change(seats, vague, payment, said) == {"MOV-03", "MOV-23"}


def test_no_wheelchair_seat_in_a_change_unless_asked_for() -> None:
    one = usual()
    old, new = one.own[0]["seat_id"], one.flagged[0]
    seats = [{"seat_id": new, "ticket_type": "adult"}, one.own[1]]
    listing = f"I would change {one.id}: adult seat {new} instead of {old}, no charge. Yes or no?"
    assert change(seats, listing) == {"MOV-12"}
    assert change(seats, listing, said="I need a wheelchair seat.") == set()


def rebook(count: int, *, booking_first: bool) -> set[str]:
    """The usual booking is canceled and so many seats are booked anew for the same show."""
    one = usual()
    show = {"theater_id": one.show.theater_id, "show_id": one.show.show_id}
    talk = known_customer(one)
    seats = [{"seat_id": seat_id, "ticket_type": "adult"} for seat_id in one.free[:count]]
    total = preview_of(talk, **show, seats=seats)["grand_total"]

    def create() -> None:
        talk.done(
            "create_booking",
            **show,
            seats=seats,
            customer={
                "name": {
                    "first_name": one.booking.first_name,
                    "last_name": one.booking.last_name,
                },
                "email": one.booking.email,
                "phone": one.booking.phone,
            },
            delivery_method="kiosk",
            payments=[
                {
                    "payment_id": "PAY-1",
                    "amount": total,
                    "method": {"source": "cash", "payment_method_id": "cash"},
                    "created_at": "24-05-15-15-00",
                }
            ],
        )

    if booking_first:
        create()
    talk.done("cancel_booking", booking_id=one.id)
    if not booking_first:
        create()
    return talk.broken()


@pytest.mark.parametrize("booking_first", [True, False])
def test_a_show_is_not_rebooked_to_change_something(booking_first: bool) -> None:
    same, fewer = (rebook(count, booking_first=booking_first) for count in (2, 1))
    assert {"MOV-19"} <= same
    assert "MOV-24" not in same
    assert {"MOV-24"} <= fewer
    assert "MOV-19" not in fewer


def test_another_show_may_be_booked_for_the_old_one() -> None:
    other = booking_where(
        lambda one: one.show.status == "scheduled" and one.show.show_id != usual().show.show_id
    )
    both = cancel(book(talk=known_customer(other)), other).broken()
    assert not {"MOV-19", "MOV-24"} & both


# What all domains share, in the words of this one.


def test_turns_facts_and_hand_off() -> None:
    one = usual()
    talk = known_customer(one)
    talk.turn("One moment.", ("list_movies", {}))
    assert talk.broken() == {"MOV-04"}
    told = known_customer(one).agent("Booking BK0ZZZ9 costs $1.37.")
    assert {violation.rule for violation in told.violations()} == {"MOV-05"}
    talk = known_customer(one).user("The picture was out of focus, I want compensation.")
    talk.done("transfer_to_human_agents", summary="compensation").agent(NOTICE)
    assert talk.broken(TaskLabel(hands_off=True)) == set()
    assert talk.broken(TaskLabel(refuses=("MOV-01",))) == {"MOV-07", "MOV-08"}
    assert talk.agent("Bye.").broken() == {"MOV-09"}
    assert known_customer(one).broken(TaskLabel(hands_off=True)) == {"MOV-08"}


def test_a_failure_is_not_repeated_and_a_write_is_reported() -> None:
    talk = Talk("movie").user("BK0ZZZ9, nobody@example.com")
    talk.refused("get_booking_details", booking_id="BK0ZZZ9")
    assert talk.broken() == set()
    talk.refused("get_booking_details", booking_id="BK0ZZZ9")
    assert talk.broken() == {"COM-14"}
    silent = cancel(known_customer(usual()), usual())
    silent.events[-1] = silent.events[-1].model_copy(update={"text": "Anything else?"})
    assert silent.broken() == {"COM-12"}


JUNK: list[Any] = [None, "", 7, ["R1-01"], {"seat_id": "R1-01"}, "(", "1.5", "١٢", "Sofia"]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_calls_that_no_tool_takes_are_judged_all_the_same(junk: Any) -> None:
    one = usual()
    talk = known_customer(one)
    seats = [{"seat_id": junk, "ticket_type": junk}, {}]
    for listed in (seats, [], [{"seat_id": one.free[0], "ticket_type": junk}]):
        talk.call("update_booking_seats", booking_id=one.id, seats=listed)
        talk.user("I am ( and want R1-01 Sofia.")
        talk.call(
            "create_booking",
            theater_id=one.show.theater_id,
            show_id=one.show.show_id,
            customer={
                "name": {"first_name": "", "last_name": "("},
                "email": "",
                "phone": "none",
            },
            seats=listed,
            delivery_method="kiosk",
            payments=[
                {
                    "payment_id": "",
                    "amount": 0,
                    "method": {
                        "source": "cash",
                        "payment_method_id": "",
                        "extra_info": {"last_four": junk if isinstance(junk, str) else "none"},
                    },
                    "created_at": "",
                }
            ],
            concessions=[{"name": junk, "size": junk, "quantity": junk, "price_each": junk}],
        )
    assert all(past.is_error for event in talk.events[3:] for past in getattr(event, "calls", ()))
    assert "MOV-03" in talk.broken()


# Further breaches.


def test_another_difference_than_the_one_that_is_paid_is_told_wrongly() -> None:
    one = usual()
    new = one.free[0]
    prices, tax = one.show.price_schema, one.seats[0].tax
    difference = (prices.adult + prices.convenience_fee + tax) / 100
    payment = {
        "payment_id": "PAY-1",
        "amount": difference,
        "method": {"source": "card", "payment_method_id": "visa-4410"},
        "created_at": "24-05-15-15-00",
    }
    seats = [*one.own, {"seat_id": new, "ticket_type": "adult"}]
    listing = (
        f"I would add adult seat {new} to {one.id}; ${difference - 1:.2f} is charged to your card "
        "ending in 4410. Yes or no?"
    )
    assert "MOV-23" in change(seats, listing, payment, "Add a seat, with my Visa ending in 4410.")


def test_an_id_beside_the_one_that_was_stated_is_a_guess() -> None:
    one = usual()
    talk = Talk("movie").user("My booking is BKGXX9X, in the name of Ada Quist.")
    talk.refused("get_booking_details", booking_id="BKGXX9X")
    assert "MOV-27" in talk.done("get_booking_details", booking_id=one.id).broken()
