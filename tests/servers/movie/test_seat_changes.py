"""Changing the seats of a booking: what it costs, and when it is refused.

Nora's booking costs 53.84 and its popcorn stays in every change; see desk.py.
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CALLED_OFF,
    CANCELED,
    FREE,
    GIVEN_AWAY,
    NORAS,
    OMARS,
    PENDING,
    PROMOTED,
    REFUNDED,
    SEEN,
    available,
    booking,
    changed_tables,
    held,
    ledger,
    payment,
    seats,
    totals,
)

OWN = ("R1-01 adult", "R1-02 child", "R2-01 senior")


def change(desk: Episode, key: str, *pairs: str, **arguments: Any) -> dict[str, Any]:
    return done(desk, "update_booking_seats", booking_id=key, seats=seats(*pairs), **arguments)


def tickets(view: dict[str, Any]) -> list[str]:
    """The endings of the ticket ids of a shown booking."""
    return [one["ticket_id"].rpartition("-")[2] for one in view["delivery"]["tickets"]]


def test_a_seat_more_costs_its_price_fee_and_tax(desk: Episode) -> None:
    # 12.50 + 1.50 + 1.12 = 15.12 more: 44.00 tickets, 8.00 fees, 4.96 tax, 68.96 in all.
    before = booking(desk, NORAS)
    shown = change(desk, NORAS, *OWN, "R1-03 adult", payment=payment(15.12, "wallet"))
    assert held(shown) == [*OWN, "R1-03 adult"]
    assert totals(shown) == [44, 12, 8, 4.96, 68.96, 68.96, 0]
    assert ledger(shown) == [*ledger(before), ("PAY-1", 15.12, "wallet", "wallet-4410")]
    assert shown["payments"][1]["created_at"] == "24-05-15-15-00"
    assert tickets(shown) == ["001", "002", "003", "004"]
    assert shown["concessions"] == before["concessions"]
    assert shown == booking(desk, NORAS)
    assert available(desk) == [seat_id for seat_id in FREE if seat_id != "R1-03"]
    # Rows of seats that stay in their place are the same as before.
    assert changed_tables(desk) == {
        "booking": (1, 1),
        "booking_seat": (0, 1),
        "booking_payment": (0, 1),
    }


def test_a_seat_less_is_refunded_and_the_booking_fee_stays(desk: Episode) -> None:
    # The child goes: 9.00 + 1.50 + 0.84 = 11.34 back, 42.50 stay.
    before = booking(desk, NORAS)
    shown = change(desk, NORAS, "R1-01 adult", "R2-01 senior")
    assert totals(shown) == [22.5, 12, 5, 3, 42.5, 42.5, 0]
    refund = (f"{NORAS}-adj-refund", -11.34, "cash", "refund")
    assert ledger(shown) == [*ledger(before), refund]
    assert tickets(shown) == ["001", "002"]
    assert "R1-02" in available(desk)


def test_a_swap_costs_nothing_and_makes_no_entry(desk: Episode) -> None:
    before = booking(desk, NORAS)
    shown = change(desk, NORAS, "R1-03 adult", "R1-04 child", "R2-05 senior")
    assert held(shown) == ["R1-03 adult", "R1-04 child", "R2-05 senior"]
    assert totals(shown) == totals(before)
    assert ledger(shown) == ledger(before)
    assert tickets(shown) == tickets(before)
    assert set(available(desk)) == {"R1-01", "R1-02", "R1-05", "R2-01"}


def test_the_given_order_of_seats_is_kept(desk: Episode) -> None:
    shown = change(desk, NORAS, "R2-01 senior", "R1-01 adult", "R1-02 child")
    assert held(shown) == ["R2-01 senior", "R1-01 adult", "R1-02 child"]
    assert totals(shown)[4] == 53.84


def test_a_ticket_type_is_corrected(desk: Episode) -> None:
    # Adult to senior: 2.50 and 1.12 - 0.92 = 0.20 less tax; 2.70 back of 17.12.
    shown = change(desk, OMARS, "R2-03 senior")
    assert totals(shown) == [10, 0, 3.5, 0.92, 14.42, 14.42, 0]
    assert ledger(shown)[1:] == [(f"{OMARS}-adj-refund", -2.7, "cash", "refund")]


def test_refunds_are_numbered(desk: Episode) -> None:
    # 15.12 up, then adult to senior 2.70 down twice, and senior to child 1.08 down.
    change(desk, OMARS, "R2-03 adult", "R2-05 adult", payment=payment(15.12))
    change(desk, OMARS, "R2-03 adult", "R2-05 senior")
    change(desk, OMARS, "R2-03 senior", "R2-05 senior")
    shown = change(desk, OMARS, "R2-03 senior", "R2-05 child")
    assert [entry[:2] for entry in ledger(shown)[2:]] == [
        (f"{OMARS}-adj-refund", -2.7),
        (f"{OMARS}-adj-refund-2", -2.7),
        (f"{OMARS}-adj-refund-3", -1.08),
    ]
    # 10.00 + 9.00 + 2 x 1.50 + 2.00 + 0.92 + 0.84.
    assert totals(shown)[4:] == [25.76, 25.76, 0]


def test_a_discount_stays(desk: Episode) -> None:
    # 12.12 was paid after 5.00 off; a child more costs 9.00 + 1.50 + 0.84 = 11.34: 23.46.
    shown = change(desk, PROMOTED, "R2-02 adult", "R2-05 child", payment=payment(11.34))
    assert totals(shown) == [21.5, 0, 5, 1.96, 23.46, 23.46, 0]
    assert shown["promotions_applied"] == booking(desk, PROMOTED)["promotions_applied"]


def test_a_discount_never_makes_a_total_negative(desk: Episode) -> None:
    # A child for 13.34 becomes an adult for 17.12, both below the 20.00 that are off.
    shown = change(desk, GIVEN_AWAY, "R2-04 adult")
    assert totals(shown) == [12.5, 0, 3.5, 1.12, 0, 0, 0]
    # Two adults cost 32.24, of which 12.24 are left to pay.
    refused(
        desk,
        "cost $12.24 more",
        "update_booking_seats",
        booking_id=GIVEN_AWAY,
        seats=seats("R2-04 adult", "R2-05 adult"),
    )


def test_a_payment_that_is_not_needed_is_left_aside(desk: Episode) -> None:
    before = ledger(booking(desk, OMARS))
    shown = change(desk, OMARS, "R2-05 adult", payment=payment(99))
    assert ledger(shown) == before
    shown = change(desk, OMARS, "R2-05 senior", payment=payment(99))
    assert [entry[1] for entry in ledger(shown)] == [17.12, -2.7]


def test_the_payment_must_be_exactly_the_difference(desk: Episode) -> None:
    wanted = {"booking_id": NORAS, "seats": seats(*OWN, "R1-03 adult")}
    for sent in (None, payment(15.11), payment(15.13), payment(17.12)):
        refused(desk, "exactly 15.12", "update_booking_seats", **wanted, payment=sent)
    assert totals(change(desk, NORAS, *OWN, "R1-03 adult", payment=payment(15.1242)))[5] == 68.96


def test_the_same_change_twice_does_no_more_than_once(desk: Episode) -> None:
    pay = payment(15.12)
    first = change(desk, NORAS, *OWN, "R1-03 adult", payment=pay)
    assert change(desk, NORAS, *OWN, "R1-03 adult", payment=pay) == first


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("BK9NONE", "no booking BK9NONE"),
        (PENDING, "is pending; seats can be changed only in a confirmed"),
        (CANCELED, "is canceled; seats can be changed only in a confirmed"),
        (REFUNDED, "is refunded; seats can be changed only in a confirmed"),
        (CALLED_OFF, "show SH3OFFF is canceled"),
        (SEEN, "show SH4OVER is completed"),
    ],
)
def test_only_confirmed_bookings_of_scheduled_shows_change(
    desk: Episode, key: str, reason: str
) -> None:
    refused(
        desk, reason, "update_booking_seats", booking_id=key, seats=seats("R9-99 baby", "R9-99 x")
    )


def test_changes_are_refused_in_the_documented_order(desk: Episode) -> None:
    """Each call repeats every later mistake, so the order of the checks shows."""
    wrong: dict[str, Any] = {
        "booking_id": "BK9NONE",
        "seats": [{}],
        "payment": payment(-1),
    }

    def fails(reason: str, **changed: Any) -> None:
        wrong.update(changed)
        refused(desk, reason, "update_booking_seats", **wrong)

    fails("argument payment.method.source", payment=payment(1, "cheque"))
    fails("argument payment lacks the field amount", payment={"payment_id": "PAY-1"})
    for amount in (-1, 0):
        fails("the amount for PAY-1 must be above 0", payment=payment(amount))
    fails("seats[0] has no seat_id", payment=payment(1))
    fails("no booking BK9NONE", seats=[])
    fails(f"booking {PENDING} is pending", booking_id=PENDING)
    fails("show SH3OFFF is canceled", booking_id=CALLED_OFF)
    fails("list of seats is empty", booking_id=NORAS)
    fails("seat R9-99 is listed twice", seats=seats("R9-99 baby", "R9-99 baby"))
    fails("no seat R9-99", seats=seats("R9-99 baby", "R2-03 baby"))
    fails("seat R2-03 of show SH1EVEN is already booked", seats=seats("R2-03 baby"))
    fails("seat R1-03 has no ticket type", seats=seats("R1-03 baby", *OWN))
    fails("cost $15.12 more, but $1 was sent", seats=seats("R1-03 adult", *OWN))
