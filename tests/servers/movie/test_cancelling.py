"""Cancelling bookings: what is given back, and what stays."""

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
    ledger,
    payment,
    seats,
    totals,
)


def test_a_canceled_booking_gives_back_what_was_paid(desk: Episode) -> None:
    before = booking(desk, NORAS)
    # 53.84 were paid by card; see desk.py.
    shown = done(desk, "cancel_booking", booking_id=NORAS)
    refund = {
        "payment_id": f"{NORAS}-refund",
        "amount": -53.84,
        "method": {"source": "cash", "payment_method_id": "refund", "extra_info": None},
        "created_at": "24-05-15-15-00",
    }
    assert shown == {
        **before,
        "status": "canceled",
        "canceled_at": "24-05-15-15-00",
        "payments": [*before["payments"], refund],
        # The grand total stays; nothing is paid and nothing is due.
        "totals": {**before["totals"], "amount_paid": 0, "amount_due": 0},
    }
    assert shown == booking(desk, NORAS)
    assert set(available(desk)) == {*FREE, "R1-01", "R1-02", "R2-01"}
    assert changed_tables(desk) == {"booking": (1, 1), "booking_payment": (0, 1)}


def test_the_refund_is_one_entry_whatever_paid(desk: Episode) -> None:
    # 5.00 by gift card and 7.12 by card: 12.12 in one entry.
    shown = done(desk, "cancel_booking", booking_id=PROMOTED)
    assert ledger(shown)[2:] == [(f"{PROMOTED}-refund", -12.12, "cash", "refund")]


@pytest.mark.parametrize("key", [PENDING, GIVEN_AWAY])
def test_where_nothing_was_paid_there_is_no_entry(desk: Episode, key: str) -> None:
    shown = done(desk, "cancel_booking", booking_id=key)
    assert (shown["status"], shown["canceled_at"]) == ("canceled", "24-05-15-15-00")
    assert ledger(shown) == []
    assert totals(shown)[5:] == [0, 0]
    assert changed_tables(desk) == {"booking": (1, 1)}


@pytest.mark.parametrize("key", [CANCELED, REFUNDED])
def test_what_is_canceled_or_refunded_stays_as_it_is(desk: Episode, key: str) -> None:
    before = booking(desk, key)
    assert done(desk, "cancel_booking", booking_id=key) == before
    assert desk.changes().is_empty


def test_a_second_cancellation_changes_nothing(desk: Episode) -> None:
    first = done(desk, "cancel_booking", booking_id=OMARS)
    assert done(desk, "cancel_booking", booking_id=OMARS) == first


@pytest.mark.parametrize("key", [CALLED_OFF, SEEN])
def test_the_status_of_the_show_does_not_matter(desk: Episode, key: str) -> None:
    assert done(desk, "cancel_booking", booking_id=key)["status"] == "canceled"


def test_after_a_change_of_seats_all_that_is_paid_goes_back(desk: Episode) -> None:
    # Omar's seat becomes two: 12.50 + 1.50 + 1.12 = 15.12 more, 32.24 in all.
    both = seats("R2-03 adult", "R2-05 adult")
    done(desk, "update_booking_seats", booking_id=OMARS, seats=both, payment=payment(15.12))
    shown = done(desk, "cancel_booking", booking_id=OMARS)
    assert [entry[:2] for entry in ledger(shown)] == [
        (f"{OMARS}-PAY-1", 17.12),
        ("PAY-1", 15.12),
        (f"{OMARS}-refund", -32.24),
    ]


@pytest.mark.parametrize("key", ["BK9NONE", "bk1nora", "BKG001"])
def test_only_a_booking_that_exists_can_be_canceled(desk: Episode, key: str) -> None:
    refused(desk, f"no booking {key}", "cancel_booking", booking_id=key)
