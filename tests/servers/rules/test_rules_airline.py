"""The rules of the airline, each on conversations that keep it and that break it."""

import json
from typing import Any

import pytest
from sqlmodel import Session, col, select

from tau_emo_db.domains.airline.tables import (
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
from tau_emo_db.domains.airline.tariff import FREE_BAGS
from tau_emo_servers.domains.airline.rules import DAY_AGO, RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows


def statuses(db: Session, reservation: Reservation) -> set[str]:
    return {
        db.get_one(FlightDate, (one.flight_number, one.date)).status
        for one in rows(db, ReservationFlight, reservation_id=reservation.reservation_id)
    }


def reservation_with(talk: Talk, **wanted: Any) -> Reservation:
    """A live reservation with these columns and, by `statuses`, these states of its flights."""
    states = wanted.pop("statuses", {"available"})
    membership = wanted.pop("membership", None)
    recent = wanted.pop("recent", False)

    def query(db: Session) -> Reservation:
        for one in rows(db, Reservation, status=None, **wanted):
            fits = states <= statuses(db, one) and (one.created_at >= DAY_AGO) == recent
            extra = statuses(db, one) - states - {"available"}
            member = membership in (None, db.get_one(User, one.user_id).membership)
            card = rows(db, PaymentMethod, user_id=one.user_id, source="credit_card")
            if fits and not extra and member and card:
                return one
        raise LookupError(wanted)

    return talk.find(query)


def card_of(talk: Talk, user_id: str) -> PaymentMethod:
    return talk.find(lambda db: rows(db, PaymentMethod, user_id=user_id, source="credit_card")[0])


def passengers_of(talk: Talk, reservation: Reservation) -> list[ReservationPassenger]:
    key = reservation.reservation_id
    return talk.find(lambda db: rows(db, ReservationPassenger, reservation_id=key))


def known_customer(reservation: Reservation) -> Talk:
    """The customer has said who they are and which trip it is, and both were looked up."""
    talk = Talk("airline")
    key = reservation.reservation_id
    talk.user(f"I am {reservation.user_id} and this is about my reservation {key}.")
    talk.done("get_user_details", user_id=reservation.user_id)
    return talk.done("get_reservation_details", reservation_id=key)


def cancel(talk: Talk, reservation: Reservation) -> Talk:
    """A cancellation listed in full, agreed to, made and reported."""
    key = reservation.reservation_id
    refund = talk.find(lambda db: _refund(db, key))
    talk.agent(
        f"I would cancel the whole reservation {key} and refund {refund} to the original "
        "payment methods. Shall I go ahead, yes or no?"
    ).user("Yes!!! Do it already.")
    talk.call("cancel_reservation", reservation_id=key)
    return talk.agent(f"Reservation {key} is cancelled.")


def _refund(db: Session, key: str) -> int:
    return sum(one.amount for one in rows(db, ReservationPayment, reservation_id=key))


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("AIR-")]
    assert sorted(own) == [f"AIR-{number:02d}" for number in range(1, 38)]
    assert [rule.id for rule in RULES if not rule.id.startswith("AIR-")] == ["COM-12", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        *("AIR-11", "AIR-13", "AIR-14", "AIR-16", "AIR-18", "AIR-22", "AIR-23", "AIR-26", "AIR-27")
    }
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {
        *("AIR-08", "AIR-25", "AIR-28", "AIR-31", "AIR-32", "AIR-33")
    }
    assert all(rule.judge for rule in RULES if rule.kind == "judge")


# Identity.


def test_a_right_cancellation_breaks_nothing() -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    assert cancel(known_customer(reservation), reservation).violations() == []


def test_identification_comes_first() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, cabin="business")
    talk.user(f"Show me {reservation.reservation_id}.")
    talk.done("get_reservation_details", reservation_id=reservation.reservation_id)
    assert "AIR-01" in talk.broken()


def test_searches_may_come_before_identification() -> None:
    talk = Talk("airline")
    talk.user("Which airports do you serve?")
    talk.done("list_all_airports").done("think", thought="nothing else")
    assert talk.broken() == set()


def test_the_user_id_is_the_customers_own_word() -> None:
    talk = Talk("airline")
    user = reservation_with(talk, cabin="business").user_id
    talk.user("Hello, I need help.").done("get_user_details", user_id=user)
    assert talk.broken() == {"AIR-01"}


def test_a_wrong_id_may_be_corrected() -> None:
    talk = Talk("airline")
    user = reservation_with(talk, cabin="business").user_id
    talk.user("I am nobody_here_1.").refused("get_user_details", user_id="nobody_here_1")
    talk.agent("There is no such id. Could you check it?").user(f"Sorry: {user}.")
    talk.done("get_user_details", user_id=user)
    assert talk.broken() == set()


def test_one_customer_per_conversation() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, cabin="business")
    other = reservation_with(talk, cabin="economy", insurance="no")
    assert other.user_id != reservation.user_id
    talk = known_customer(reservation).user(f"And {other.user_id}, trip {other.reservation_id}?")
    talk.done("get_user_details", user_id=other.user_id)
    assert talk.broken() == {"AIR-02"}
    talk = known_customer(reservation).user(f"Cancel {other.reservation_id} too.")
    talk.done("get_reservation_details", reservation_id=other.reservation_id)
    assert talk.broken() == set()
    assert "AIR-02" in cancel(talk, other).broken()


# The listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes, go ahead.", False),
        ("Cancel it now!", False),
        ("CORRECT!!! You people took 3 hours.", False),
        ("ok", True),
        ("Fine.", True),
        ("Yes, if there is no fee.", True),
        ("Yes, but refund 12 dollars more.", True),
        ("Will it take long?", True),
        ("Yes. Wait, no.", True),
    ],
)
def test_only_a_yes_covers_a_write(answer: str, broken: bool) -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    talk = known_customer(reservation)
    key = reservation.reservation_id
    refund = talk.find(lambda db: _refund(db, key))
    talk.agent(f"I would cancel {key}: {refund} go back to the original methods. Yes or no?")
    talk.user(answer).done("cancel_reservation", reservation_id=key)
    assert ("AIR-03" in talk.broken()) is broken


@pytest.mark.parametrize(
    "listing",
    [
        "Shall I go ahead?",
        "I would cancel {key}. Shall I go ahead?",
        "I would cancel {key} and refund {refund} to the original methods.",
        "I would change {key}: {refund} to the original methods. Yes or no?",
    ],
)
def test_a_listing_names_act_object_and_money_and_asks(listing: str) -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    talk = known_customer(reservation)
    key = reservation.reservation_id
    refund = talk.find(lambda db: _refund(db, key))
    talk.agent(listing.format(key=key, refund=refund)).user("Yes.")
    talk.done("cancel_reservation", reservation_id=key)
    assert "AIR-03" in talk.broken()


def test_a_question_is_answered_and_the_yes_asked_again() -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    key = reservation.reservation_id
    talk = known_customer(reservation)
    refund = talk.find(lambda db: _refund(db, key))
    talk.agent(f"I would cancel {key}: {refund} to the original methods. Yes or no?")
    talk.user("And when do I get it?")
    asked = Talk("airline")
    asked.events = [*talk.events]
    asked.agent("Within 5 to 7 business days. Shall I go ahead?").user("Yes.")
    asked.done("cancel_reservation", reservation_id=key)
    assert asked.broken() == set()
    talk.agent("Within 5 to 7 business days. Have a nice day.").user("Yes.")
    talk.done("cancel_reservation", reservation_id=key)
    assert talk.broken() == {"AIR-03"}


def test_a_yes_covers_a_write_once_and_survives_an_error() -> None:
    reservation = reservation_with(Talk("airline"), cabin="economy", insurance="no")
    key, card = reservation.reservation_id, card_of(Talk("airline"), reservation.user_id)
    person = passengers_of(Talk("airline"), reservation)[0]
    talk = known_customer(reservation).user(f"Call the passenger Ann Bell, born {person.dob}.")
    others = [
        {"first_name": one.first_name, "last_name": one.last_name, "dob": one.dob}
        for one in passengers_of(talk, reservation)[1:]
    ]
    new = {"first_name": "Ann", "last_name": "Bell", "dob": person.dob}
    talk.agent(f"I would change a passenger of {key} to Ann Bell, born {person.dob}. Yes or no?")
    talk.user("Yes.")
    talk.done("update_reservation_passengers", reservation_id=key, passengers=[new, *others])
    assert talk.broken() == set()
    talk.done("update_reservation_passengers", reservation_id=key, passengers=[new, *others])
    assert talk.broken() == {"AIR-03"}
    assert card.user_id == reservation.user_id


# Turns, facts, hand-off.


def test_one_call_in_a_turn_and_no_text_beside_it() -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    talk = known_customer(reservation)
    assert talk.broken() == set()
    talk.turn("Let me see.", ("list_all_airports", {}))
    assert [one.evidence for one in talk.violations()] == ["text beside a call"]
    talk = known_customer(reservation)
    talk.turn("", ("list_all_airports", {}), ("think", {"thought": "well"}))
    assert talk.broken() == {"AIR-04"}


@pytest.mark.parametrize(
    "text",
    [
        "Your trip QX7Z90 is fine.",
        "It leaves on March 3, 2024.",
        "You would have to pay $98,765.43.",
    ],
)
def test_what_the_agent_states_comes_from_somewhere(text: str) -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    assert known_customer(reservation).agent(text).broken() == {"AIR-05"}


def test_an_example_states_nothing() -> None:
    talk = Talk("airline").user("Hello").agent("Please give me your user id, e.g. `sara_doe_496`.")
    assert talk.broken() == set()
    assert talk.agent("Your user id is `sara_doe_496`.").broken() == {"AIR-05"}


def test_arithmetic_and_policy_are_sources() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, cabin="business")
    key = reservation.reservation_id
    legs = talk.find(lambda db: rows(db, ReservationFlight, reservation_id=key))
    each = sum(leg.price for leg in legs)
    count = len(passengers_of(talk, reservation))
    talk = known_customer(reservation).agent(
        f"Trip {key} with {legs[0].flight_number} on {legs[0].date} costs ${each} for each of "
        f"you, so ${each * count} in all; insurance would have been $30. Anything else?"
    )
    assert talk.broken() == set()


def test_hand_off_ends_with_the_notice() -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    due, not_due = TaskLabel(hands_off=True), TaskLabel(refuses=("AIR-25",))
    talk = known_customer(reservation).user("I need a wheelchair.")
    assert talk.broken(due) == {"AIR-07"}
    talk.done("transfer_to_human_agents", summary="wheelchair")
    assert {one.evidence for one in talk.violations(due)} == {"no notice followed the hand-off"}
    talk.agent(f" {NOTICE}\n")
    assert talk.broken(due) == set()
    assert talk.broken() == set()
    assert talk.broken(not_due) == {"AIR-06", "AIR-07"}
    talk.refused("list_all_airports")
    assert talk.broken(due) == {"AIR-07"}


@pytest.mark.parametrize("last", ["Goodbye!", f"{NOTICE} Goodbye!"])
def test_nothing_but_the_notice_follows(last: str) -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    talk = known_customer(reservation)
    talk.done("transfer_to_human_agents", summary="wheelchair").agent(last)
    assert talk.broken() == {"AIR-07"}


# Booking.


def booking(**changes: Any) -> Talk:
    """A booking by a gold member that keeps all rules, but for the changes."""
    talk = Talk("airline")

    def choose(db: Session) -> tuple[User, PaymentMethod, FlightDate, Flight]:
        for user in rows(db, User, membership=changes.pop("membership", "gold")):
            card = rows(db, PaymentMethod, user_id=user.user_id, source="credit_card")
            if card and rows(db, SavedPassenger, user_id=user.user_id):
                day = db.exec(
                    select(FlightDate).where(
                        FlightDate.status == "available", col(FlightDate.economy_seats) >= 8
                    )
                ).first()
                assert day is not None
                return user, card[0], day, db.get_one(Flight, day.flight_number)
        raise LookupError

    user, card, day, flight = talk.find(choose)
    count = changes.pop("count", 1)
    people = [
        {"first_name": f"Ann{chr(97 + number)}", "last_name": "Bell", "dob": "1980-02-03"}
        for number in range(count)
    ]
    said = ", ".join(f"{one['first_name']} Bell, born Feb 3 1980" for one in people)
    bags, paid = changes.pop("bags", (2, 0))
    total = (day.economy_price or 0) * count + 50 * paid
    talk.user(
        f"I am {user.user_id}. Book {flight.origin} to {flight.destination} one way on {day.date}, "
        f"economy, for {changes.pop('said', said)}; {bags} bags, no insurance, with card "
        f"{card.last_four}."
    )
    talk.done("get_user_details", user_id=user.user_id)
    talk.done(
        "search_direct_flight",
        origin=flight.origin,
        destination=flight.destination,
        date=day.date,
    )
    insurance = changes.pop("insurance_line", "without insurance (it is 30 per passenger)")
    talk.agent(
        f"I would book {day.flight_number} on {day.date} in economy for {said}, with {bags} bags, "
        f"{insurance}, and charge {total} to the card ending in {card.last_four}. Yes or no?"
    )
    talk.user("Yes, please.")
    talk.done(
        "book_reservation",
        user_id=user.user_id,
        origin=flight.origin,
        destination=flight.destination,
        flight_type="one_way",
        cabin="economy",
        flights=[{"flight_number": day.flight_number, "date": day.date}],
        passengers=people,
        payment_methods=[{"payment_id": card.id, "amount": total}],
        total_baggages=bags,
        nonfree_baggages=paid,
        insurance="no",
    )
    return talk.agent("Your trip is booked.")


def test_a_right_booking_breaks_nothing() -> None:
    assert booking().violations() == []
    assert booking(count=5).violations() == []


def test_at_most_five_passengers() -> None:
    assert booking(count=6).broken() == {"AIR-09"}


def test_passengers_were_named() -> None:
    assert booking(said="two people").broken() == {"AIR-05", "AIR-10"}


def test_insurance_is_offered() -> None:
    assert booking(insurance_line="at once").broken() == {"AIR-17"}


def test_paid_bags_are_those_beyond_the_free_ones() -> None:
    assert FREE_BAGS["gold"]["economy"] == 3
    assert booking(bags=(4, 1)).broken() == set()
    assert booking(bags=(4, 0)).broken() == {"AIR-15"}
    assert booking(bags=(3, 1)).broken() == {"AIR-15"}


def test_the_payment_mix_is_limited() -> None:
    talk = Talk("airline")

    def two_cards(db: Session) -> list[PaymentMethod]:
        for user in rows(db, User):
            cards = rows(db, PaymentMethod, user_id=user.user_id, source="credit_card")
            if len(cards) >= 2:
                return cards
        raise LookupError

    cards = talk.find(two_cards)
    talk.user(f"I am {cards[0].user_id}.").done("get_user_details", user_id=cards[0].user_id)
    talk.refused(
        "book_reservation",
        user_id=cards[0].user_id,
        origin="JFK",
        destination="SEA",
        flight_type="one_way",
        cabin="economy",
        flights=[{"flight_number": "HAT000", "date": "2024-05-20"}],
        passengers=[{"first_name": "Ann", "last_name": "Bell", "dob": "1980-02-03"}],
        payment_methods=[{"payment_id": card.id, "amount": 10} for card in cards[:2]],
        total_baggages=0,
        nonfree_baggages=0,
        insurance="no",
    )
    assert "AIR-12" in talk.broken()
    assert "AIR-12" not in booking().broken()


# Changes.


def change(reservation: Reservation, flights: list[dict[str, str]], cabin: str) -> Talk:
    """A change of flights or cabin without listing; other rules than AIR-03 are looked at."""
    talk = known_customer(reservation)
    talk.call(
        "update_reservation_flights",
        reservation_id=reservation.reservation_id,
        cabin=cabin,
        flights=flights,
        payment_id=card_of(talk, reservation.user_id).id,
    )
    return talk


def itinerary(talk: Talk, reservation: Reservation) -> list[dict[str, str]]:
    key = reservation.reservation_id
    return [
        {"flight_number": one.flight_number, "date": one.date}
        for one in talk.find(lambda db: rows(db, ReservationFlight, reservation_id=key))
    ]


def test_basic_economy_keeps_its_flights() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, cabin="basic_economy", flight_type="one_way")
    flights = itinerary(talk, reservation)
    moved = [{**flights[0], "date": "2024-05-17"}, *flights[1:]]
    assert moved != flights
    assert "AIR-20" in change(reservation, moved, "basic_economy").broken()
    assert "AIR-20" in change(reservation, moved, "economy").broken()
    assert "AIR-20" not in change(reservation, flights[::-1], "economy").broken()
    economy = reservation_with(talk, cabin="economy", flight_type="one_way")
    assert "AIR-20" not in change(economy, itinerary(talk, economy)[:1], "economy").broken()


def test_a_change_keeps_the_route() -> None:
    talk = Talk("airline")
    for trip in ("one_way", "round_trip"):
        reservation = reservation_with(talk, cabin="economy", flight_type=trip)
        flights = itinerary(talk, reservation)
        assert "AIR-21" not in change(reservation, flights, "business").broken()
        origin = reservation.origin
        away = talk.find(
            lambda db, at=origin: db.exec(select(Flight).where(Flight.origin != at)).first()
        )
        assert away is not None
        wrong = [{"flight_number": away.flight_number, "date": "2024-05-20"}]
        assert "AIR-21" in change(reservation, wrong, "economy").broken()
    assert "AIR-21" in change(reservation, flights[:1], "economy").broken()


def test_there_and_back_may_stay_one_way_to_where_it_began() -> None:
    """Nobody who changes such a reservation changes its ends or its type."""
    talk = Talk("airline")

    def pair(db: Session) -> list[FlightDate]:
        for out in db.exec(select(Flight)):
            for back in rows(db, Flight, origin=out.destination, destination=out.origin):
                ways = [
                    db.get(FlightDate, (out.flight_number, "2024-05-20")),
                    db.get(FlightDate, (back.flight_number, "2024-05-22")),
                    db.get(FlightDate, (back.flight_number, "2024-05-23")),
                ]
                if all(way and way.status == "available" and way.economy_seats for way in ways):
                    return [way for way in ways if way]
        raise LookupError

    out, back, later = talk.find(pair)
    home = talk.find(lambda db: db.get_one(Flight, out.flight_number).origin)
    user, card = talk.find(
        lambda db: next(
            (one, cards[0])
            for one in rows(db, User)
            if (cards := rows(db, PaymentMethod, user_id=one.user_id, source="credit_card"))
        )
    )
    talk.done("get_user_details", user_id=user.user_id)
    flights = [{"flight_number": way.flight_number, "date": way.date} for way in (out, back)]
    booked = talk.call(
        "book_reservation",
        user_id=user.user_id,
        origin=home,
        destination=home,
        flight_type="one_way",
        cabin="economy",
        flights=flights,
        passengers=[{"first_name": "Ann", "last_name": "Bell", "dob": "1980-02-03"}],
        payment_methods=[
            {
                "payment_id": card.id,
                "amount": (out.economy_price or 0) + (back.economy_price or 0),
            }
        ],
        total_baggages=0,
        nonfree_baggages=0,
        insurance="no",
    )
    talk.done(
        "update_reservation_flights",
        reservation_id=json.loads(booked.result)["reservation_id"],
        cabin="economy",
        flights=[flights[0], {"flight_number": later.flight_number, "date": later.date}],
        payment_id=card.id,
    )
    assert "AIR-21" not in talk.broken()


def bags(reservation: Reservation, total: int, paid: int) -> Talk:
    talk = known_customer(reservation).user(f"I want {total} bags.")
    talk.call(
        "update_reservation_baggages",
        reservation_id=reservation.reservation_id,
        total_baggages=total,
        nonfree_baggages=paid,
        payment_id=card_of(talk, reservation.user_id).id,
    )
    return talk


def test_bags_are_added_and_paid_beyond_the_free_ones() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, cabin="economy", membership="gold")
    free = 3 * len(passengers_of(talk, reservation))
    assert "AIR-24" not in bags(reservation, free, 0).broken()
    assert "AIR-24" not in bags(reservation, free + 2, 2).broken()
    assert "AIR-24" in bags(reservation, free + 2, 0).broken()
    some = talk.find(
        lambda db: next(
            one
            for one in rows(db, Reservation, status=None)
            if one.total_baggages
            and rows(db, PaymentMethod, user_id=one.user_id, source="credit_card")
        )
    )
    assert "AIR-24" in bags(some, some.total_baggages - 1, 0).broken()


def test_the_reservation_is_known_and_was_looked_at() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, cabin="business")
    key = reservation.reservation_id
    talk.user(f"I am {reservation.user_id}.").done("get_user_details", user_id=reservation.user_id)
    talk.done("cancel_reservation", reservation_id=key)
    assert {"AIR-37"} == talk.broken() & {"AIR-19", "AIR-37"}
    blind = Talk("airline").user("Cancel my trip.")
    blind.done("cancel_reservation", reservation_id=key)
    assert blind.broken() >= {"AIR-01", "AIR-03", "AIR-19", "AIR-37"}


# Cancelling.


@pytest.mark.parametrize(
    ("trip", "broken"),
    [
        ({"cabin": "economy", "insurance": "no"}, {"AIR-29"}),
        ({"cabin": "economy", "insurance": "no", "membership": "gold"}, {"AIR-29"}),
        ({"cabin": "basic_economy", "insurance": "no", "recent": True}, set()),
        ({"cabin": "economy", "insurance": "yes"}, set()),
        ({"cabin": "business", "insurance": "no"}, set()),
        ({"cabin": "economy", "insurance": "no", "statuses": {"cancelled"}}, set()),
        ({"cabin": "business", "statuses": {"landed"}}, {"AIR-30"}),
        ({"statuses": {"flying"}}, {"AIR-30"}),
    ],
)
def test_what_may_be_cancelled(trip: dict[str, Any], broken: set[str]) -> None:
    reservation = reservation_with(Talk("airline"), **trip)
    assert cancel(known_customer(reservation), reservation).broken() == broken


def test_insurance_helps_for_health_or_weather_only() -> None:
    reservation = reservation_with(Talk("airline"), cabin="economy", insurance="yes")
    label = TaskLabel(refuses=("AIR-29",))
    plain = known_customer(reservation).user("My plans have changed.")
    assert cancel(plain, reservation).broken(label) == {"AIR-29"}
    ill = known_customer(reservation).user("I had surgery and cannot fly.")
    assert cancel(ill, reservation).broken(label) == set()


# Compensation.


def certificate(talk: Talk, user_id: str, amount: int) -> Talk:
    talk.agent(f"I would send you a certificate of {amount} dollars. Do you agree, yes or no?")
    talk.user("Yes.").done("send_certificate", user_id=user_id, amount=amount)
    return talk.agent("The certificate was sent.")


def test_a_cancelled_flight_gives_a_hundred_each_once() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, statuses={"cancelled"}, membership="gold")
    due = 100 * len(passengers_of(talk, reservation))
    user = reservation.user_id
    assert certificate(known_customer(reservation), user, due).broken() == set()
    assert "AIR-35" in certificate(known_customer(reservation), user, due + 100).broken()
    twice = certificate(known_customer(reservation), user, due).user("Again!")
    assert certificate(twice, user, due).broken() == {"AIR-35"}


def test_only_some_customers_get_compensation() -> None:
    talk = Talk("airline")
    plain = reservation_with(
        talk, statuses={"cancelled"}, membership="regular", insurance="no", cabin="economy"
    )
    due = 100 * len(passengers_of(talk, plain))
    assert certificate(known_customer(plain), plain.user_id, due).broken() == {"AIR-34"}
    insured = reservation_with(talk, statuses={"cancelled"}, membership="regular", insurance="yes")
    due = 100 * len(passengers_of(talk, insured))
    assert certificate(known_customer(insured), insured.user_id, due).broken() == set()


def test_a_delay_gives_fifty_each_after_a_change() -> None:
    talk = Talk("airline")
    reservation = reservation_with(
        talk, statuses={"delayed"}, membership="silver", cabin="business"
    )
    due = 50 * len(passengers_of(talk, reservation))
    user = reservation.user_id
    early = certificate(known_customer(reservation), user, due)
    assert early.broken() == {"AIR-36"}
    after = cancel(known_customer(reservation), reservation).user("And my compensation?")
    assert certificate(after, user, due).broken() == set()
    wrong = cancel(known_customer(reservation), reservation).user("And my compensation?")
    assert "AIR-36" in certificate(wrong, user, due * 2).broken()


def test_a_certificate_has_a_ground_and_facts() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, membership="gold", cabin="business")
    given = certificate(known_customer(reservation), reservation.user_id, 100)
    assert "AIR-35" in given.broken()
    blind = Talk("airline").user(f"I am {reservation.user_id}.")
    blind.done("get_user_details", user_id=reservation.user_id)
    assert "AIR-37" in certificate(blind, reservation.user_id, 100).broken()


# Rules that hold as they stand.


def test_an_outcome_is_reported() -> None:
    reservation = reservation_with(Talk("airline"), cabin="business")
    talk = cancel(known_customer(reservation), reservation)
    talk.events.pop()
    assert talk.broken() == set()
    talk.agent("Have a nice day.")
    assert talk.broken() == {"COM-12"}


def test_naming_a_flight_or_day_that_was_booked_is_a_report() -> None:
    talk = Talk("airline")
    reservation = reservation_with(talk, cabin="economy", flight_type="one_way")
    flight = itinerary(talk, reservation)[0]
    for told in (f"You now fly on {flight['flight_number']}.", f"See you on {flight['date']}."):
        changed = change(reservation, itinerary(talk, reservation), "business")
        assert not changed.conversation.events[-1].calls[0].is_error
        assert "COM-12" not in changed.agent(told).broken()
    silent = change(reservation, itinerary(talk, reservation), "business")
    assert "COM-12" in silent.agent("See you soon.").broken()


def test_a_failed_call_is_not_repeated() -> None:
    talk = Talk("airline").user("I am nobody_here_1.")
    talk.refused("get_user_details", user_id="nobody_here_1")
    assert talk.broken() == set()
    talk.agent("Pardon?").user("nobody_here_1!")
    talk.refused("get_user_details", user_id="nobody_here_1")
    assert talk.broken() == {"COM-14"}


# Further breaches.


def test_more_than_five_passengers_are_too_many_whatever_their_number() -> None:
    assert "AIR-09" in booking(count=8).broken()


def test_two_certificates_are_one_too_many() -> None:
    talk = Talk("airline")

    def two(db: Session) -> list[PaymentMethod]:
        for user in rows(db, User):
            held = rows(db, PaymentMethod, user_id=user.user_id, source="certificate")
            if len(held) >= 2:
                return held
        raise LookupError

    held = talk.find(two)
    key = held[0].user_id
    talk.user(f"I am {key}. Pay JFK to SEA with both my certificates.")
    talk.done("get_user_details", user_id=key)
    talk.refused(
        "book_reservation",
        user_id=key,
        origin="JFK",
        destination="SEA",
        flight_type="one_way",
        cabin="economy",
        flights=[{"flight_number": "HAT000", "date": "2024-05-20"}],
        passengers=[{"first_name": "Ann", "last_name": "Bell", "dob": "1980-02-03"}],
        payment_methods=[{"payment_id": one.id, "amount": 20} for one in held[:2]],
        total_baggages=0,
        nonfree_baggages=0,
        insurance="no",
    )
    assert "AIR-12" in talk.broken()


def test_a_reservation_of_which_nobody_spoke_is_not_known() -> None:
    mine = reservation_with(Talk("airline"), cabin="business")
    talk = Talk("airline")
    others = talk.find(
        lambda db: next(
            one for one in rows(db, Reservation, status=None) if one.user_id != mine.user_id
        )
    )
    talk.user(f"I am {mine.user_id}. Cancel the trip of my boss.")
    talk.done("get_user_details", user_id=mine.user_id)
    talk.call("cancel_reservation", reservation_id=others.reservation_id)
    assert {"AIR-02", "AIR-19"} <= talk.broken()


def test_a_regular_member_in_basic_economy_gets_no_compensation_either() -> None:
    plain = reservation_with(
        Talk("airline"),
        statuses={"cancelled"},
        membership="regular",
        insurance="no",
        cabin="basic_economy",
    )
    due = 100 * len(passengers_of(Talk("airline"), plain))
    assert "AIR-34" in certificate(known_customer(plain), plain.user_id, due).broken()
