"""Booking: totals, payments, the route, and ids.

HAT001 on 20 May costs 100 in economy and HAT002 on 22 May 110, so a round trip for two
costs 2 x (100 + 110) = 420.
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BALANCES,
    CARD,
    CERTIFICATE,
    GIFT,
    NORA,
    OMAR,
    OMARS_CARD,
    SMALL_GIFT,
    balances,
    flights,
    ledger,
    payments,
    people,
)

OUT, BACK = ("HAT001", "2024-05-20"), ("HAT002", "2024-05-22")


def trip(**changed: Any) -> dict[str, Any]:
    """A round trip of Nora for two in economy, 420 by card."""
    return {
        "user_id": NORA,
        "origin": "SEA",
        "destination": "JFK",
        "flight_type": "round_trip",
        "cabin": "economy",
        "flights": flights(OUT, BACK),
        "passengers": people(2),
        "payment_methods": payments(**{CARD: 420}),
        "total_baggages": 0,
        "nonfree_baggages": 0,
        "insurance": "no",
        **changed,
    }


def book(desk: Episode, **changed: Any) -> Any:
    return done(desk, "book_reservation", **trip(**changed))


def no_booking(desk: Episode, reason: str, **changed: Any) -> None:
    refused(desk, reason, "book_reservation", **trip(**changed))
    assert desk.changes().is_empty
    assert balances(desk) == BALANCES


def test_a_booking_is_stored_as_asked_and_charged(desk: Episode) -> None:
    shown = book(desk)
    assert shown == done(desk, "get_reservation_details", reservation_id="HATHAT")
    assert shown["flights"] == [
        {
            "flight_number": "HAT001",
            "date": "2024-05-20",
            "origin": "SEA",
            "destination": "JFK",
            "price": 100,
            "status": "available",
        },
        {
            "flight_number": "HAT002",
            "date": "2024-05-22",
            "origin": "JFK",
            "destination": "SEA",
            "price": 110,
            "status": "available",
        },
    ]
    assert shown["passengers"] == people(2)
    assert ledger(shown) == [(CARD, 420)]
    assert shown["created_at"] == "2024-05-15T15:00:00"
    assert shown["status"] is None
    assert (shown["user_id"], shown["origin"], shown["destination"]) == (NORA, "SEA", "JFK")
    assert (shown["flight_type"], shown["cabin"]) == ("round_trip", "economy")
    reservations = done(desk, "get_user_details", user_id=NORA)["reservations"]
    assert reservations == ["K3M9TZ", "AAAAAA", "BBBBBB", "HATHAT"]


def test_a_booking_changes_rows_of_its_own_and_nothing_else(desk: Episode) -> None:
    book(desk)
    assert {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    } == {
        "reservation": (0, 1),
        "reservation_flight": (0, 2),
        "reservation_passenger": (0, 2),
        "reservation_payment": (0, 1),
    }


def test_the_total_counts_fares_insurance_and_paid_bags(desk: Episode) -> None:
    # 2 x (100 + 110) + 2 x 30 + 3 x 50 = 630
    no_booking(
        desk,
        "add up to $420, but the total is $630",
        insurance="yes",
        total_baggages=9,
        nonfree_baggages=3,
    )
    shown = book(
        desk,
        insurance="yes",
        total_baggages=9,
        nonfree_baggages=3,
        payment_methods=payments(**{CARD: 630}),
    )
    assert (shown["insurance"], shown["total_baggages"], shown["nonfree_baggages"]) == ("yes", 9, 3)


def test_each_cabin_has_its_price(desk: Episode) -> None:
    no_booking(desk, "$1100", cabin="business")  # 2 x (300 + 250)
    no_booking(desk, "has 0 seats left in basic_economy", cabin="basic_economy")


def test_methods_pay_in_order_and_certificates_are_used_up_whole(desk: Episode) -> None:
    shown = book(
        desk, payment_methods=payments(**{CERTIFICATE: 150, GIFT: 200, SMALL_GIFT: 40, CARD: 30})
    )
    assert ledger(shown) == [(CERTIFICATE, 150), (GIFT, 200), (SMALL_GIFT, 40), (CARD, 30)]
    # 500 - 200 and 40 - 40; the certificate of 200 is gone with the 50 it was not asked for.
    assert balances(desk) == {GIFT: 300, SMALL_GIFT: 0, CARD: None}
    refused(
        desk,
        f"{CERTIFICATE} is not in the profile",
        "book_reservation",
        **trip(payment_methods=payments(**{CERTIFICATE: 20, CARD: 400})),
    )


def test_whole_amounts_may_come_as_decimals_or_texts(desk: Episode) -> None:
    shown = book(
        desk,
        payment_methods=[
            {"payment_id": CARD, "amount": "400"},
            {"payment_id": GIFT, "amount": 20.0},
        ],
    )
    assert ledger(shown) == [(CARD, 400), (GIFT, 20)]


def test_booking_takes_no_seat(desk: Episode) -> None:
    for _ in range(3):  # two seats are left, six are booked
        book(desk)
    found = done(desk, "search_direct_flight", origin="SEA", destination="JFK", date="2024-05-20")
    assert found[0]["available_seats"]["economy"] == 2


def test_ids_go_on_through_the_alphabet(desk: Episode) -> None:
    made = [book(desk)["reservation_id"] for _ in range(9)]
    assert made == [
        "HATHAT", "HATHAU", "HATHAV", "HATHAW", "HATHAX", "HATHAY", "HATHAZ", "HATHBA", "HATHBB",
    ]  # fmt: skip


def test_a_cancelled_booking_keeps_its_id(desk: Episode) -> None:
    book(desk)
    done(desk, "cancel_reservation", reservation_id="HATHAT")
    assert book(desk)["reservation_id"] == "HATHAU"


def test_limits_of_the_policy_are_not_the_tools(desk: Episode) -> None:
    # Six passengers, with a paid bag that a gold member would have free: 6 x 250 + 50.
    shown = book(
        desk,
        flight_type="one_way",
        cabin="business",
        origin="JFK",
        destination="SEA",
        flights=flights(BACK),
        passengers=people(6),
        payment_methods=payments(**{CARD: 1550}),
        total_baggages=1,
        nonfree_baggages=1,
    )
    assert len(shown["passengers"]) == 6


def test_a_trip_may_have_stops(desk: Episode) -> None:
    shown = book(
        desk,
        flight_type="one_way",
        flights=flights(("HAT006", "2024-05-20"), ("HAT007", "2024-05-20")),
        payment_methods=payments(**{CARD: 446}),  # 2 x (111 + 112)
    )
    assert [leg["price"] for leg in shown["flights"]] == [111, 112]


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("list of flights is empty", {"flights": []}),
        ("HAT001 on 2024-05-20 is listed twice", {"flights": flights(OUT, OUT)}),
        ("list of passengers is empty", {"passengers": []}),
        ("list of payment methods is empty", {"payment_methods": []}),
        (f"{GIFT} is listed twice", {"payment_methods": payments(**{GIFT: 210}) * 2}),
        (f"amount for {CARD} is 420.5;", {"payment_methods": payments(**{CARD: 420.5})}),
        (f"amount for {GIFT} is 0;", {"payment_methods": payments(**{CARD: 420, GIFT: 0})}),
        (f"amount for {GIFT} is -20;", {"payment_methods": payments(**{CARD: 440, GIFT: -20})}),
        ("below 0", {"total_baggages": -1}),
        ("below 0", {"nonfree_baggages": -1}),
        ("more paid bags (2) than bags in total (1)", {"total_baggages": 1, "nonfree_baggages": 2}),
        ("cabin", {"cabin": "first"}),
        ("flight_type", {"flight_type": "multi_city"}),
        ("insurance", {"insurance": "maybe"}),
        ("dob", {"passengers": [{"first_name": "Nora", "last_name": "Quist"}]}),
    ],
)
def test_input_of_the_wrong_shape_is_refused_first(
    desk: Episode, reason: str, changed: dict[str, Any]
) -> None:
    no_booking(desk, reason, **{"user_id": "nobody", **changed})


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("no user nobody", {"user_id": "nobody"}),
        ("no flight HAT999", {"flights": flights(("HAT999", "2024-05-20"), BACK)}),
        ("HAT001 does not depart on 2024-05-25", {"flights": flights(("HAT001", "2024-05-25"))}),
        ("its status is delayed", {"flights": flights(("HAT009", "2024-05-15"), BACK)}),
        ("its status is cancelled", {"flights": flights(("HAT009", "2024-05-20"), BACK)}),
        ("1 seats left in economy; 2 are needed", {"flights": flights(("HAT001", "2024-05-21"))}),
        (f"{OMARS_CARD} is not in", {"payment_methods": payments(**{OMARS_CARD: 420})}),
        (f"{SMALL_GIFT} holds $40", {"payment_methods": payments(**{SMALL_GIFT: 41, CARD: 379})}),
        (f"{CERTIFICATE} holds $200", {"payment_methods": payments(**{CERTIFICATE: 201, CARD: 9})}),
        ("add up to $419, but the total is $420", {"payment_methods": payments(**{CARD: 419})}),
        ("add up to $421, but the total is $420", {"payment_methods": payments(**{CARD: 421})}),
    ],
)
def test_what_the_facts_do_not_allow_is_refused(
    desk: Episode, reason: str, changed: dict[str, Any]
) -> None:
    no_booking(desk, reason, **changed)


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("first flight leaves SEA, not LGA", {"origin": "LGA"}),
        ("where the one before it lands", {"flights": flights(OUT, ("HAT008", "2024-05-22"))}),
        ("where the one before it lands", {"flights": flights(BACK, ("HAT002", "2024-05-23"))}),
        ("must stop at JFK and end at SEA", {"flights": flights(OUT)}),
        ("must stop at LGA and end at SEA", {"destination": "LGA"}),
        ("last flight lands at SEA, not JFK", {"flight_type": "one_way"}),
        (
            "last flight lands at JFK, not LGA",
            {"flight_type": "one_way", "destination": "LGA", "flights": flights(OUT)},
        ),
    ],
)
def test_flights_must_make_one_chain(desk: Episode, reason: str, changed: dict[str, Any]) -> None:
    no_booking(desk, reason, **changed)


def test_the_documented_order_decides_which_error_is_told(desk: Episode) -> None:
    nothing = {"payment_methods": payments(nowhere=1)}
    broken = flights(OUT, ("HAT008", "2024-05-22"))
    no_booking(desk, "no user", user_id="x", flights=flights(("HAT999", "x")), **nothing)
    no_booking(desk, "no flight HAT999", flights=flights(("HAT999", "x"), OUT), **nothing)
    # The first flight is checked whole before the second is looked up.
    no_booking(
        desk, "status is delayed", flights=flights(("HAT009", "2024-05-15"), ("HAT999", "x"))
    )
    no_booking(desk, "no flight", flights=flights(OUT, ("HAT008", "2024-05-22"), ("HAT999", "x")))
    no_booking(desk, "where the one before it lands", flights=broken, **nothing)
    no_booking(desk, "nowhere is not in", payment_methods=payments(nowhere=1, **{SMALL_GIFT: 41}))
    no_booking(desk, f"{SMALL_GIFT} holds", payment_methods=payments(**{SMALL_GIFT: 41}, none=1))


def test_another_users_money_cannot_be_used(desk: Episode) -> None:
    no_booking(desk, f"{CARD} is not in the profile of user {OMAR}", user_id=OMAR)
