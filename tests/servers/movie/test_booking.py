"""Booking seats: what is stored, and when it is refused."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    EVENING,
    FREE,
    LATE,
    NORA,
    OMARS,
    ORBIT,
    RENO,
    available,
    booking,
    changed_tables,
    ledger,
    payment,
    seats,
    totals,
)
from .test_prices import CUSTOMER, POPCORN

WANTED: dict[str, Any] = {
    "theater_id": RENO,
    "show_id": EVENING,
    "customer": CUSTOMER,
    "seats": seats("R1-03 adult", "R1-04 adult"),
    "delivery_method": "kiosk",
    # Two adults and a popcorn cost 38.72; see test_prices.py.
    "payments": [payment(38.72)],
    "concessions": [POPCORN],
}


def book(desk: Episode, **changed: Any) -> dict[str, Any]:
    return done(desk, "create_booking", **{**WANTED, **changed})


def alone(show: str, seat_id: str, **changed: Any) -> dict[str, Any]:
    """One adult without food; 17.12 for the evening show."""
    pay = [payment(17.12 if show == EVENING else 23.06)]
    wanted = {"show_id": show, "seats": seats(f"{seat_id} adult"), "payments": pay}
    return {**WANTED, "concessions": None, **wanted, **changed}


def test_a_booking_is_stored_whole(desk: Episode) -> None:
    shown = book(desk, special_requests="Near the aisle.")
    assert shown == {
        "booking_id": "BKG001",
        "theater_id": RENO,
        "movie_id": ORBIT,
        "show_id": EVENING,
        "date": "24-05-18",
        "start_time_local": "24-05-18-19-30",
        "status": "confirmed",
        "created_at": "24-05-15-15-00",
        "canceled_at": None,
        "customer": {**CUSTOMER, "loyalty_id": None},
        "seats": [
            {
                "seat_id": seat_id,
                "ticket_type": "adult",
                "price": 12.5,
                "convenience_fee": 1.5,
                "tax": 1.12,
            }
            for seat_id in ("R1-03", "R1-04")
        ],
        "concessions": [{**POPCORN, "tax_each": 0.48, "total": 6.48}],
        "promotions_applied": [],
        "payments": [
            {
                "payment_id": "PAY-1",
                "amount": 38.72,
                "method": {
                    "source": "card",
                    "payment_method_id": "card-4410",
                    "extra_info": None,
                },
                "created_at": "24-05-15-15-00",
            }
        ],
        # 2 x 12.50, 6.00, 2 x 1.50 + 2.00, 2 x 1.12 + 0.48: 38.72.
        "totals": {
            "tickets_subtotal": 25,
            "concessions_subtotal": 6,
            "fees_total": 5,
            "tax_total": 2.72,
            "grand_total": 38.72,
            "amount_paid": 38.72,
            "amount_due": 0,
        },
        "delivery": {
            "method": "kiosk",
            "tickets": [
                {"ticket_id": "BKG001-TKT-001", "barcode": "BAR-BKG001-TKT-001"},
                {"ticket_id": "BKG001-TKT-002", "barcode": "BAR-BKG001-TKT-002"},
            ],
        },
        "special_requests": "Near the aisle.",
    }
    assert shown == booking(desk, "BKG001")
    assert available(desk) == [seat_id for seat_id in FREE if seat_id not in ("R1-03", "R1-04")]
    assert changed_tables(desk) == {
        "booking": (0, 1),
        "booking_seat": (0, 2),
        "booking_concession": (0, 1),
        "booking_payment": (0, 1),
    }


def test_ids_go_on_after_three_and_leave_out_those_in_use(desk: Episode) -> None:
    assert booking(desk, OMARS)["booking_id"] == "BKG002"
    keys: list[str] = []
    for seat_id in ("R1-01", "R1-02", "R1-03", "R1-04"):
        shown = done(desk, "create_booking", **alone(LATE, seat_id))
        keys.append(shown["booking_id"])
    assert keys == ["BKG001", "BKG003", "BKG004", "BKG005"]
    done(desk, "cancel_booking", booking_id="BKG003")
    again = done(desk, "create_booking", **alone(LATE, "R1-02"))
    assert again["booking_id"] == "BKG006"


def test_a_booking_is_tied_to_the_customer_known_by_the_email(desk: Episode) -> None:
    book(desk)
    stranger = {**CUSTOMER, "email": "new@example.com", "loyalty_id": "LOY-1"}
    done(desk, "create_booking", **alone(LATE, "R1-01", customer=stranger))
    rows = {row["booking_id"]: row for row in desk.changes()["booking"].after}
    # The known address is stored with capitals; no customer is made for the other.
    assert rows["BKG001"]["customer_id"] == NORA
    assert rows["BKG003"]["customer_id"] is None
    assert rows["BKG003"]["loyalty_id"] == "LOY-1"
    assert "customer" not in changed_tables(desk)


def test_several_methods_pay_together_and_are_kept_apart(desk: Episode) -> None:
    card = payment(28.71)
    card["method"]["extra_info"] = {"brand": "visa", "last_four": "4410"}
    gift = payment(10.01, "gift_card", payment_id="PAY-2", created_at="23-01-01-00-00")
    shown = book(desk, payments=[card, gift])
    assert ledger(shown) == [
        ("PAY-1", 28.71, "card", "card-4410"),
        ("PAY-2", 10.01, "gift_card", "gift_card-4410"),
    ]
    assert shown["payments"][0]["method"]["extra_info"] == {"brand": "visa", "last_four": "4410"}
    # Whatever moment the caller sends, the payment was made now.
    assert {one["created_at"] for one in shown["payments"]} == {"24-05-15-15-00"}


def test_payments_may_differ_by_less_than_half_a_cent(desk: Episode) -> None:
    shown = book(desk, payments=[payment(38.7239)])
    assert ledger(shown)[0][1] == 38.72
    assert totals(shown)[4:] == [38.72, 38.72, 0]


@pytest.mark.parametrize("amount", [38.71, 38.73, 38.725, 25])
def test_payments_must_add_up_to_the_grand_total(desk: Episode, amount: float) -> None:
    wanted = {**WANTED, "payments": [payment(amount)]}
    refused(desk, "but the total is $38.72", "create_booking", **wanted)
    assert available(desk) == FREE


def test_the_shape_is_checked_before_all_else(desk: Episode) -> None:
    """In the documented order: customer and payments, then theater, show and seats."""
    nowhere = {**WANTED, "theater_id": "TH9NONE"}

    def fails(reason: str, **changed: Any) -> None:
        refused(desk, reason, "create_booking", **{**nowhere, **changed})

    for field in ("email", "phone"):
        fails(f"customer.{field} must not be empty", customer={**CUSTOMER, field: " "})
        without = {key: value for key, value in CUSTOMER.items() if key != field}
        fails(f"customer lacks the field {field}", customer=without)
    fails("lacks the field name", customer={"email": "a@b.c", "phone": "1"})
    for field in ("first_name", "last_name"):
        name = {"first_name": "Nora", "last_name": "Quist", field: ""}
        fails(f"customer.name.{field} must not be empty", customer={**CUSTOMER, "name": name})
        del name[field]
        fails(f"lacks the field {field}", customer={**CUSTOMER, "name": name})
    fails("delivery_method is", delivery_method="post")
    fails("payments[0].method.source is", payments=[payment(38.72, "cheque")])
    for field in ("payment_id", "amount", "method", "created_at"):
        without = {key: value for key, value in payment(38.72).items() if key != field}
        fails(f"payments[0] lacks the field {field}", payments=[without])
    fails("lacks the field payment_method_id", payments=[payment(1, method={"source": "card"})])
    fails("list of payments is empty", payments=[])
    for amount in (0, -38.72, 0.004):
        fails("the amount for PAY-1 must be above 0", payments=[payment(amount)])
    fails("seats[0] is", seats=["R1-03"])
    fails("no theater TH9NONE")


def test_money_is_looked_at_last(desk: Episode) -> None:
    wanted = {**WANTED, "payments": [payment(1)], "concessions": [{**POPCORN, "name": ""}]}
    refused(desk, "concessions[0]", "create_booking", **wanted)
    refused(desk, "but the total is", "create_booking", **{**wanted, "concessions": [POPCORN]})


def test_a_seat_is_sold_once(desk: Episode) -> None:
    done(desk, "create_booking", **alone(EVENING, "R1-03"))
    refused(desk, "seat R1-03 of", "create_booking", **alone(EVENING, "R1-03"))
    done(desk, "create_booking", **alone(LATE, "R1-03"))
