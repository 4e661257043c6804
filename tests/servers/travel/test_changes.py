"""Cancelling a booking, and changing its add-ons, date, travelers and room."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BASE_SLOTS,
    CANCELLED,
    CARD,
    COOKING,
    GONE,
    HER,
    HIM,
    LATE,
    LENA,
    MINE,
    OMARS,
    OMARS_CARD,
    PAYPAL,
    PENDING,
    PRIVATE,
    SHARED,
    booking,
    changed_tables,
    ledger,
    slots,
)

CALLS: dict[str, dict[str, Any]] = {
    "cancel_booking": {},
    "update_booking_add_ons": {"add_ons": [], "payment_method_id": "nowhere"},
    "update_booking_departure_date": {
        "new_departure_date": "99-99-99",
        "payment_method_id": "nowhere",
    },
    "update_booking_travelers": {"travelers": [HER, HER, HER, HER]},
    "update_booking_rooming": {"rooming": {"room_type": "", "occupancy": 0}},
}
"""Every write to a booking, with arguments that are wrong in everything told later."""


@pytest.mark.parametrize("tool", CALLS)
def test_only_a_booking_that_exists_and_is_not_cancelled_can_be_touched(
    desk: Episode, tool: str
) -> None:
    for key in ("BZ99ZZ", MINE.lower(), "", "TAU001"):
        refused(desk, f"no booking {key}; check the id", tool, booking_id=key, **CALLS[tool])
    refused(desk, f"booking {CANCELLED} is cancelled", tool, booking_id=CANCELLED, **CALLS[tool])
    assert desk.changes().is_empty


# Cancelling.


def test_a_cancelled_booking_gives_every_payment_back_and_frees_its_slots(desk: Episode) -> None:
    before = booking(desk, MINE)
    shown = done(desk, "cancel_booking", booking_id=MINE)
    assert shown == {
        **before,
        "status": "cancelled",
        "payment_history": [
            *before["payment_history"],
            {"payment_id": CARD, "amount": -2000},
            {"payment_id": PAYPAL, "amount": -1120},
        ],
    }
    # 2000 + 1120 = 3120 go back, and 2 + 2 slots are free.
    assert slots(desk) == {**BASE_SLOTS, "24-09-14": 4}
    assert changed_tables(desk) == {
        "booking": (1, 1),
        "booking_payment": (0, 2),
        "package_departure": (1, 1),
    }
    refused(desk, "is cancelled", "cancel_booking", booking_id=MINE)
    assert slots(desk)["24-09-14"] == 4


def test_refunds_before_are_taken_back_so_that_each_method_ends_at_zero(desk: Episode) -> None:
    # Cooking 120 is dropped and paid back to the card: +2000 +1120 -120, then all reversed.
    done(
        desk,
        "update_booking_add_ons",
        booking_id=MINE,
        add_ons=[],
        payment_method_id=CARD,
    )
    shown = done(desk, "cancel_booking", booking_id=MINE)
    assert ledger(shown) == [
        (CARD, 2000),
        (PAYPAL, 1120),
        (CARD, -120),
        (CARD, -2000),
        (PAYPAL, -1120),
        (CARD, 120),
    ]
    assert shown["total_price"] == 3000


def test_a_sold_out_date_keeps_its_status_and_a_pending_booking_can_be_cancelled(
    desk: Episode,
) -> None:
    done(desk, "cancel_booking", booking_id=LATE)
    shown = done(desk, "get_package_details", package_id=booking(desk, LATE)["package_id"])
    late = shown["departures"]["24-12-20"]
    assert (late["status"], late["available_slots"]) == ("sold_out", 1)
    assert done(desk, "cancel_booking", booking_id=PENDING)["status"] == "cancelled"
    assert slots(desk)["24-10-05"] == 7


def test_a_booking_of_a_date_that_is_gone_can_be_cancelled(desk: Episode) -> None:
    assert ledger(done(desk, "cancel_booking", booking_id=GONE)) == [(CARD, 900), (CARD, -900)]
    assert slots(desk) == BASE_SLOTS


# Add-ons.


def set_add_ons(desk: Episode, key: str, add_ons: list[Any], method: str = CARD) -> Any:
    return done(
        desk,
        "update_booking_add_ons",
        booking_id=key,
        add_ons=add_ons,
        payment_method_id=method,
    )


def test_add_ons_are_replaced_and_the_difference_is_charged(desk: Episode) -> None:
    # 2900 + 45.50 + 90 + 100 = 3135.50, which is 15.50 more than 3120.
    before = booking(desk, MINE)
    shown = set_add_ons(desk, MINE, [SHARED, PRIVATE], PAYPAL)
    assert shown == {
        **before,
        "add_ons": [SHARED, PRIVATE],
        "total_price": 3135.5,
        "payment_history": [*before["payment_history"], {"payment_id": PAYPAL, "amount": 15.5}],
    }
    assert slots(desk) == BASE_SLOTS
    assert changed_tables(desk) == {
        "booking": (1, 1),
        "booking_add_on": (1, 2),
        "booking_payment": (0, 1),
    }


def test_dropping_an_add_on_is_refunded_and_an_equal_list_moves_nothing(desk: Episode) -> None:
    shown = set_add_ons(desk, MINE, [])
    assert (shown["total_price"], ledger(shown)[2:]) == (3000, [(CARD, -120)])
    shown = set_add_ons(desk, MINE, [], PAYPAL)
    assert ledger(shown)[2:] == [(CARD, -120)]
    set_add_ons(desk, MINE, [COOKING])
    assert ledger(booking(desk, MINE))[2:] == [(CARD, -120), (CARD, 120)]


def test_add_ons_change_on_a_date_that_is_sold_out_and_with_any_insurance(desk: Episode) -> None:
    # 1600 + 120; and 1310.50 + 45.50 with a label that costs nothing; 1410.50 + 90 with premium.
    assert set_add_ons(desk, LATE, [COOKING])["total_price"] == 1720
    assert set_add_ons(desk, PENDING, [SHARED])["total_price"] == 1356
    assert set_add_ons(desk, OMARS, [PRIVATE], OMARS_CARD)["total_price"] == 1500.5


def test_errors_of_add_ons_in_their_order(desk: Episode) -> None:
    def fails(reason: str, key: str, add_ons: list[Any], method: str) -> None:
        refused(
            desk,
            reason,
            "update_booking_add_ons",
            booking_id=key,
            add_ons=add_ons,
            payment_method_id=method,
        )

    fails("price below 0", "BZ99ZZ", [{**COOKING, "price": -1}], "nowhere")
    fails("no type or no description", "BZ99ZZ", [{**COOKING, "type": " "}], "nowhere")
    fails("no booking BZ99ZZ", "BZ99ZZ", [], "nowhere")
    fails("is cancelled", CANCELLED, [], "nowhere")
    fails("nowhere is not in the profile", GONE, [], "nowhere")
    fails(f"{OMARS_CARD} is not in the profile", MINE, [COOKING], OMARS_CARD)
    fails("no departure on 24-07-01", GONE, [], CARD)
    assert desk.changes().is_empty


# The date.


def move(desk: Episode, key: str, date: str, method: str = CARD) -> Any:
    return done(
        desk,
        "update_booking_departure_date",
        booking_id=key,
        new_departure_date=date,
        payment_method_id=method,
    )


def not_moved(desk: Episode, reason: str, key: str, date: str, method: str = CARD) -> None:
    refused(
        desk,
        reason,
        "update_booking_departure_date",
        booking_id=key,
        new_departure_date=date,
        payment_method_id=method,
    )


def test_a_cheaper_date_is_refunded_and_slots_move(desk: Episode) -> None:
    # 2 x 1310.50 + 120 + 100 = 2841, which is 279 less than 3120.
    before = booking(desk, MINE)
    shown = move(desk, MINE, "24-10-05", PAYPAL)
    assert shown == {
        **before,
        "departure_date": "24-10-05",
        "total_price": 2841,
        "payment_history": [*before["payment_history"], {"payment_id": PAYPAL, "amount": -279}],
    }
    assert slots(desk) == {**BASE_SLOTS, "24-09-14": 4, "24-10-05": 4}
    assert changed_tables(desk) == {
        "booking": (1, 1),
        "booking_payment": (0, 1),
        "package_departure": (2, 2),
    }
    assert move(desk, MINE, "24-09-14")["total_price"] == 3120
    assert slots(desk) == BASE_SLOTS


def test_a_dearer_date_is_charged_with_insurance_and_from_a_date_that_is_gone(
    desk: Episode,
) -> None:
    # 1450 + 100 premium instead of 1310.50 + 100.
    shown = move(desk, OMARS, "24-09-14", OMARS_CARD)
    assert (shown["total_price"], ledger(shown)[1:]) == (1550, [(OMARS_CARD, 139.5)])
    # 1450 instead of 900; the old date is not listed any more.
    shown = move(desk, GONE, "24-09-14")
    assert (shown["total_price"], ledger(shown)[1:]) == (1450, [(CARD, 550)])
    assert slots(desk) == {**BASE_SLOTS, "24-09-14": 0, "24-10-05": 7}


def test_errors_of_a_date_in_their_order(desk: Episode) -> None:
    not_moved(desk, "no booking BZ99ZZ", "BZ99ZZ", "24-09-15", "nowhere")
    not_moved(desk, "is cancelled", CANCELLED, "24-09-15", "nowhere")
    not_moved(desk, "nowhere is not in the profile", MINE, "24-09-15", "nowhere")
    not_moved(desk, f"{OMARS_CARD} is not in", MINE, "24-09-15", OMARS_CARD)
    not_moved(desk, "no departure on 24-09-15", MINE, "24-09-15")
    not_moved(desk, "already departs on 24-09-14", MINE, "24-09-14")
    not_moved(desk, "already departs on 24-12-20", LATE, "24-12-20")
    not_moved(desk, "24-05-10 is not later than today", MINE, "24-05-10")
    not_moved(desk, "24-05-15 is not later than today", MINE, "24-05-15")
    not_moved(desk, "24-11-02 is limited", MINE, "24-11-02")
    not_moved(desk, "24-12-20 is sold_out", MINE, "24-12-20")
    assert desk.changes().is_empty
    # One of two slots goes to Omar; one is too few for Nora and Lena after they have left.
    move(desk, MINE, "24-10-05")
    move(desk, OMARS, "24-09-14", OMARS_CARD)
    move(desk, PENDING, "24-09-14")
    move(desk, GONE, "24-09-14")
    not_moved(desk, "has 1 slots left, but 2", MINE, "24-09-14")


# Travelers.


def test_persons_are_replaced_in_the_given_order_and_nothing_else_moves(desk: Episode) -> None:
    before = booking(desk, MINE)
    married = {**HER, "last_name": "Lind"}
    shown = done(desk, "update_booking_travelers", booking_id=MINE, travelers=[HIM, married])
    assert shown == {**before, "travelers": [HIM, married]}
    assert changed_tables(desk) == {"booking_traveler": (2, 2)}
    done(desk, "update_booking_travelers", booking_id=MINE, travelers=[HER, LENA])
    assert desk.changes().is_empty


def test_errors_of_travelers_in_their_order(desk: Episode) -> None:
    def fails(reason: str, key: str, travelers: list[Any]) -> None:
        refused(desk, reason, "update_booking_travelers", booking_id=key, travelers=travelers)

    fails("list of travelers is empty", "BZ99ZZ", [])
    fails("no first or last name", "BZ99ZZ", [{**HER, "first_name": ""}])
    fails("is no date", "BZ99ZZ", [{**HER, "dob": "09-88-03"}])
    fails("dob", "BZ99ZZ", [{"first_name": "Nora", "last_name": "Quist"}])
    fails("no booking BZ99ZZ", "BZ99ZZ", [HER])
    fails("is cancelled", CANCELLED, [HER, LENA])
    fails("is for 2 travelers, not 1", MINE, [HER])
    fails("is for 2 travelers, not 3", MINE, [HER, LENA, HIM])


# The room.


def test_a_room_is_replaced_and_the_price_stays(desk: Episode) -> None:
    before = booking(desk, MINE)
    twin = {"room_type": "twin", "occupancy": 2}
    shown = done(desk, "update_booking_rooming", booking_id=MINE, rooming=twin)
    assert shown == {**before, "rooming": twin}
    assert changed_tables(desk) == {"booking": (1, 1)}
    # The number of persons is the assistant's to check.
    odd = {"room_type": "suite", "occupancy": 5}
    assert done(desk, "update_booking_rooming", booking_id=LATE, rooming=odd)["rooming"] == odd


def test_errors_of_a_room(desk: Episode) -> None:
    for rooming in (
        {"room_type": " ", "occupancy": 2},
        {"room_type": "twin", "occupancy": 0},
        {"room_type": "twin", "occupancy": -1},
        {"room_type": "twin", "occupancy": 1.5},
        {"room_type": "twin"},
        {"occupancy": 2},
        {},
    ):
        refused(desk, "", "update_booking_rooming", booking_id=MINE, rooming=rooming)
    refused(
        desk,
        "room_type must not be empty",
        "update_booking_rooming",
        booking_id=MINE,
        rooming={"room_type": "", "occupancy": 0},
    )
    refused(
        desk,
        "occupancy of 0",
        "update_booking_rooming",
        booking_id=MINE,
        rooming={"room_type": "twin", "occupancy": 0},
    )
    assert desk.changes().is_empty
