"""Changing flights, cabin, bags and passengers.

The reservation K3M9TZ: two passengers in economy, HAT001 on 20 May paid at 90 (today 100)
and HAT002 on 22 May paid at 110 (today 110).
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ACTIVE,
    BALANCES,
    CARD,
    CERTIFICATE,
    FLOWN,
    GIFT,
    GONE,
    OMARS_CARD,
    SMALL_GIFT,
    balances,
    flights,
    ledger,
    people,
)

OUT, BACK, LATER_BACK = ("HAT001", "2024-05-20"), ("HAT002", "2024-05-22"), ("HAT002", "2024-05-23")
PAID = [("certificate_7", 150), (CARD, 250)]


def move(desk: Episode, *segments: tuple[str, str], **changed: Any) -> Any:
    arguments = {"reservation_id": ACTIVE, "cabin": "economy", "payment_id": CARD, **changed}
    return done(desk, "update_reservation_flights", flights=flights(*segments), **arguments)


def not_moved(desk: Episode, reason: str, *segments: tuple[str, str], **changed: Any) -> None:
    arguments = {"reservation_id": ACTIVE, "cabin": "economy", "payment_id": CARD, **changed}
    refused(desk, reason, "update_reservation_flights", flights=flights(*segments), **arguments)
    assert balances(desk) == BALANCES


def priced(view: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(leg["flight_number"], leg["date"], leg["price"]) for leg in view["flights"]]


def test_a_kept_flight_keeps_its_price_and_a_new_one_costs_todays(desk: Episode) -> None:
    # HAT002 on the 23rd costs 80 instead of the 110 paid: 2 x (80 - 110) = -60.
    shown = move(desk, OUT, LATER_BACK, payment_id=GIFT)
    assert priced(shown) == [("HAT001", "2024-05-20", 90), ("HAT002", "2024-05-23", 80)]
    assert ledger(shown) == [*PAID, (GIFT, -60)]
    assert balances(desk) == {**BALANCES, GIFT: 560}
    assert shown == done(desk, "get_reservation_details", reservation_id=ACTIVE)
    assert (shown["total_baggages"], shown["nonfree_baggages"]) == (2, 0)
    assert shown["passengers"] == people(2)


def test_a_dearer_trip_is_charged(desk: Episode) -> None:
    # By way of ORD: 111 + 112 instead of 90, for two: 2 x 133 = 266.
    shown = move(desk, ("HAT006", "2024-05-20"), ("HAT007", "2024-05-20"), BACK, payment_id=GIFT)
    assert ledger(shown) == [*PAID, (GIFT, 266)]
    assert balances(desk) == {**BALANCES, GIFT: 234}
    assert [leg["origin"] for leg in shown["flights"]] == ["SEA", "ORD", "JFK"]


def test_a_credit_card_has_no_balance_to_move(desk: Episode) -> None:
    assert ledger(move(desk, OUT, LATER_BACK)) == [*PAID, (CARD, -60)]
    assert balances(desk) == BALANCES


def test_the_same_flights_in_the_same_cabin_change_nothing(desk: Episode) -> None:
    assert ledger(move(desk, OUT, BACK)) == PAID
    assert desk.changes().is_empty
    not_moved(desk, "nowhere is not in the profile", OUT, BACK, payment_id="nowhere")


def test_a_new_cabin_prices_every_flight_anew_and_is_stored(desk: Episode) -> None:
    # 2 x (300 + 250 - 90 - 110) = 700
    shown = move(desk, OUT, BACK, cabin="business")
    assert shown["cabin"] == "business"
    assert priced(shown) == [("HAT001", "2024-05-20", 300), ("HAT002", "2024-05-22", 250)]
    assert ledger(shown) == [*PAID, (CARD, 700)]
    # Stored: the next change keeps these prices, 2 x (260 - 250) = 20.
    shown = move(desk, OUT, LATER_BACK, cabin="business")
    assert ledger(shown) == [*PAID, (CARD, 700), (CARD, 20)]
    # Back to economy at today's prices: 2 x (100 + 80 - 300 - 260) = -760.
    assert ledger(move(desk, OUT, LATER_BACK))[-1] == (CARD, -760)


def test_a_new_cabin_needs_seats_on_every_flight(desk: Episode) -> None:
    not_moved(desk, "HAT001 on 2024-05-20 has 0 seats", OUT, BACK, cabin="basic_economy")


def test_a_flight_left_out_is_dropped(desk: Episode) -> None:
    shown = move(desk, OUT)  # 2 x (90 - 90 - 110)
    assert priced(shown) == [("HAT001", "2024-05-20", 90)]
    assert ledger(shown) == [*PAID, (CARD, -220)]


def test_order_and_route_are_not_the_tools_concern(desk: Episode) -> None:
    assert priced(move(desk, BACK, OUT)) == [
        ("HAT002", "2024-05-22", 110),
        ("HAT001", "2024-05-20", 90),
    ]


def test_a_flown_flight_may_stay_while_a_later_one_changes(desk: Episode) -> None:
    flown = ("HAT001", "2024-05-14")
    shown = move(desk, flown, LATER_BACK, reservation_id=FLOWN)  # 1 x (80 - 110)
    assert priced(shown) == [("HAT001", "2024-05-14", 80), ("HAT002", "2024-05-23", 80)]
    assert ledger(shown)[-1] == (CARD, -30)
    refused(
        desk,
        "its status is landed",
        "update_reservation_flights",
        reservation_id=FLOWN,
        cabin="business",
        flights=flights(flown, LATER_BACK),
        payment_id=CARD,
    )


def test_a_gift_card_must_cover_the_difference(desk: Episode) -> None:
    via = ("HAT006", "2024-05-20"), ("HAT007", "2024-05-20")
    not_moved(desk, "holds $40, which is below the $266", *via, BACK, payment_id=SMALL_GIFT)
    # HAT002 on the 23rd, then the 22nd again: 2 x (110 - 80) = 60.
    move(desk, OUT, LATER_BACK)
    refused(
        desk,
        "holds $40, which is below the $60",
        "update_reservation_flights",
        reservation_id=ACTIVE,
        cabin="economy",
        flights=flights(OUT, BACK),
        payment_id=SMALL_GIFT,
    )
    assert balances(desk) == BALANCES


def test_a_gift_card_may_be_spent_to_the_last_dollar(desk: Episode) -> None:
    bags(desk, 10, 10, GIFT)  # 10 x 50 = 500
    assert balances(desk)[GIFT] == 0


@pytest.mark.parametrize(
    ("reason", "segments", "changed"),
    [
        ("list of flights is empty", (), {}),
        ("HAT001 on 2024-05-20 is listed twice", (OUT, OUT), {}),
        ("cabin", (OUT, BACK), {"cabin": "first"}),
        ("no reservation ZZZZZZ", (OUT, BACK), {"reservation_id": "ZZZZZZ"}),
        ("already cancelled", (OUT, BACK), {"reservation_id": GONE}),
        ("no flight HAT999", (OUT, ("HAT999", "2024-05-22")), {}),
        ("does not depart on 2024-05-25", (OUT, ("HAT002", "2024-05-25")), {}),
        ("status is delayed", (("HAT009", "2024-05-15"), BACK), {}),
        ("has 1 seats left in economy; 2 are", (("HAT001", "2024-05-21"), BACK), {}),
        (f"{OMARS_CARD} is not in", (OUT, LATER_BACK), {"payment_id": OMARS_CARD}),
        ("certificate cannot pay", (OUT, LATER_BACK), {"payment_id": CERTIFICATE}),
        ("certificate cannot pay", (OUT, BACK), {"payment_id": CERTIFICATE}),
    ],
)
def test_flight_changes_that_cannot_be_are_refused(
    desk: Episode, reason: str, segments: tuple[tuple[str, str], ...], changed: dict[str, Any]
) -> None:
    not_moved(desk, reason, *segments, **changed)


def test_the_order_of_the_checks_of_a_flight_change(desk: Episode) -> None:
    not_moved(desk, "listed twice", OUT, OUT, reservation_id="ZZZZZZ", payment_id="x")
    not_moved(desk, "cancelled", ("HAT999", "x"), reservation_id=GONE, payment_id="x")
    not_moved(desk, "no flight", ("HAT999", "x"), payment_id="x")


def bags(desk: Episode, total: int, nonfree: int, payment: str, key: str = ACTIVE) -> Any:
    return done(
        desk,
        "update_reservation_baggages",
        reservation_id=key,
        total_baggages=total,
        nonfree_baggages=nonfree,
        payment_id=payment,
    )


def no_bags(
    desk: Episode, reason: str, total: int, nonfree: int, payment: str, key: str = ACTIVE
) -> None:
    refused(
        desk,
        reason,
        "update_reservation_baggages",
        reservation_id=key,
        total_baggages=total,
        nonfree_baggages=nonfree,
        payment_id=payment,
    )
    assert balances(desk) == BALANCES


def test_each_further_paid_bag_costs_50(desk: Episode) -> None:
    # 2 x 50 of the 500 on the gift card, then (3 - 2) x 50 by card.
    shown = bags(desk, 5, 2, GIFT)
    assert (shown["total_baggages"], shown["nonfree_baggages"]) == (5, 2)
    assert ledger(shown) == [*PAID, (GIFT, 100)]
    assert balances(desk) == {**BALANCES, GIFT: 400}
    assert ledger(bags(desk, 6, 3, CARD)) == [*PAID, (GIFT, 100), (CARD, 50)]


def test_free_bags_cost_nothing_and_fewer_paid_ones_give_nothing_back(desk: Episode) -> None:
    shown = bags(desk, 4, 0, SMALL_GIFT)
    assert (shown["total_baggages"], ledger(shown)) == (4, PAID)
    shown = bags(desk, 1, 0, GIFT, FLOWN)  # 3 bags, of which 1 was paid
    assert (shown["total_baggages"], shown["nonfree_baggages"]) == (1, 0)
    assert ledger(shown) == PAID
    assert balances(desk) == BALANCES


def test_bag_changes_that_cannot_be_are_refused(desk: Episode) -> None:
    no_bags(desk, "below 0", -1, 0, CARD)
    no_bags(desk, "below 0", 0, -1, CARD)
    no_bags(desk, "more paid bags (3) than bags in total (2)", 2, 3, "x", "ZZZZZZ")
    no_bags(desk, "no reservation ZZZZZZ", 3, 0, "x", "ZZZZZZ")
    no_bags(desk, "already cancelled", 3, 0, CARD, GONE)
    no_bags(desk, f"{OMARS_CARD} is not in", 3, 0, OMARS_CARD)
    no_bags(desk, "certificate cannot pay", 3, 0, CERTIFICATE)
    no_bags(desk, "holds $40, which is below the $50", 3, 1, SMALL_GIFT)
    assert desk.changes().is_empty


def test_passengers_are_replaced_free_of_charge(desk: Episode) -> None:
    new = [
        {"first_name": "Lena", "last_name": "Okafor", "dob": "1972-08-30"},
        {"first_name": "Nora", "last_name": "Quist-Reyes", "dob": "1987-02-19"},
    ]
    shown = done(desk, "update_reservation_passengers", reservation_id=ACTIVE, passengers=new)
    assert shown["passengers"] == new
    assert ledger(shown) == PAID
    assert set(desk.changes().root) == {"reservation_passenger"}


def test_the_number_of_passengers_stays(desk: Episode) -> None:
    for count in (0, 1, 3):
        refused(
            desk,
            f"has 2 passengers and the list has {count}",
            "update_reservation_passengers",
            reservation_id=ACTIVE,
            passengers=people(count),
        )
    assert desk.changes().is_empty


def test_passengers_of_no_or_of_a_cancelled_reservation_stay(desk: Episode) -> None:
    for reason, key in (("no reservation", "ZZZZZZ"), ("already cancelled", GONE)):
        refused(
            desk,
            reason,
            "update_reservation_passengers",
            reservation_id=key,
            passengers=people(3),
        )
    assert desk.changes().is_empty
