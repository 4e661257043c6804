"""Cancelling a ticket, its drop-off address, its table, the instrument that pays it, and tips.

The amounts stand in desk.py: a pie costs 10.10, the delivery was paid with 56.31.
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CANCELLED,
    DELIVERED,
    DELIVERY,
    DINE_IN,
    EMPTIED,
    GIFT,
    HOME,
    NORA,
    NOT_CANCELLED,
    NOT_PLACED,
    OMARS,
    OMARS_CARD,
    OTHER_VISA,
    PAID_TWICE,
    PAYPAL,
    REFUNDED,
    REFUNDED_ELSEWHERE,
    REPAID,
    SPREAD,
    TAKEOUT,
    VISA,
    account,
    changed_tables,
    ticket,
)

NEW_DROPOFF = {
    "line_one": "70 rue des Lilas",
    "line_two": "Étage 2",
    "municipality": "Nice",
    "province": "Alpes-Maritimes",
    "nation": "France",
    "postal_code": "06000",
}
NEW_TABLE = {"zone": "Garden", "table_no": "T21", "seat_count": 6}
CALLS: dict[str, dict[str, Any]] = {
    "cancel_placed_ticket": {"reason": "fell ill"},
    "modify_placed_ticket_dropoff": NEW_DROPOFF,
    "modify_placed_ticket_table": NEW_TABLE,
    "modify_placed_ticket_instrument": {"instrument_ref": "nowhere"},
    "modify_placed_ticket_items": {
        "plate_refs": ["nothing"],
        "new_plate_refs": ["else", "and more"],
        "instrument_ref": "nowhere",
    },
}


@pytest.mark.parametrize("tool", CALLS)
def test_only_a_ticket_that_exists_and_is_placed_can_be_changed(desk: Episode, tool: str) -> None:
    for key in ("tF2hL7v", DELIVERY.upper(), NORA, ""):
        refused(desk, f"there is no ticket {key};", tool, ticket_ref=key, **CALLS[tool])
    for key, state in NOT_PLACED.items():
        refused(
            desk,
            f"ticket {key} is {state}; only a placed",
            tool,
            ticket_ref=key,
            **CALLS[tool],
        )
    assert desk.changes().is_empty


# Cancelling.


def cancel(desk: Episode, key: str, reason: str = "fell ill") -> Any:
    return done(desk, "cancel_placed_ticket", ticket_ref=key, reason=reason)


def test_a_cancelled_ticket_is_refunded_to_the_instrument_that_paid(desk: Episode) -> None:
    before = ticket(desk, DELIVERY)
    shown = cancel(desk, DELIVERY)
    # Tax and delivery fee are part of the payment: 56.31 comes back once.
    refund = {"kind": "refund", "total": 56.31, "instrument_ref": VISA}
    assert shown == {**before, "state": "cancelled", "charges": [*before["charges"], refund]}
    assert shown == ticket(desk, DELIVERY)
    assert changed_tables(desk) == {"ticket": (1, 1), "charge": (0, 1)}
    refused(
        desk,
        f"ticket {DELIVERY} is cancelled",
        "cancel_placed_ticket",
        ticket_ref=DELIVERY,
        reason="fell ill",
    )


def test_a_tip_is_not_given_back(desk: Episode) -> None:
    # Of 14.10 paid and a tip of 2.00, 14.10 come back.
    assert account(cancel(desk, TAKEOUT)) == [
        ("payment", 14.1, VISA),
        ("tip", 2, GIFT),
        ("refund", 14.1, VISA),
    ]


def test_several_payments_are_refunded_one_by_one_in_their_order(desk: Episode) -> None:
    assert account(cancel(desk, PAID_TWICE))[2:] == [
        ("refund", 10.1, VISA),
        ("refund", 0.2, PAYPAL),
    ]


def test_what_an_instrument_got_back_before_lowers_its_own_payments(desk: Episode) -> None:
    # 10.30 - 0.20; and of the ticket that was paid anew only the second payment is left.
    assert account(cancel(desk, REFUNDED))[2:] == [("refund", 10.1, VISA)]
    assert account(cancel(desk, REPAID))[3:] == [("refund", 10.1, PAYPAL)]


def test_a_refund_to_an_instrument_that_paid_nothing_lowers_the_payments(desk: Episode) -> None:
    # 10.30 - 0.20 that went to PayPal.
    assert account(cancel(desk, REFUNDED_ELSEWHERE))[2:] == [("refund", 10.1, VISA)]


def test_own_refunds_come_first_and_what_is_beyond_them_lowers_the_oldest(desk: Episode) -> None:
    # Visa: 33.00 back take its 30.00 and 3.00 of its 5.00; 2.00 are left.
    # Gift card: 6.00 back though it paid nothing; the oldest payment left is PayPal's 20.00.
    # Paid 55.00, back before 39.00: 14.00 + 2.00 = 16.00.
    assert account(cancel(desk, SPREAD))[5:] == [("refund", 14, PAYPAL), ("refund", 2, VISA)]


def test_where_all_came_back_before_nothing_is_refunded(desk: Episode) -> None:
    shown = cancel(desk, EMPTIED)
    assert shown["state"] == "cancelled"
    assert len(shown["charges"]) == 2
    assert changed_tables(desk) == {"ticket": (1, 1)}


def test_refunds_equal_payments_after_any_chain_of_changes(desk: Episode) -> None:
    # Pie by PayPal; to Visa; puff pastry, +0.20 on the gift card; shortcrust, -0.20 to PayPal.
    done(desk, "modify_placed_ticket_instrument", ticket_ref=DINE_IN, instrument_ref=VISA)
    for old, new, ref in (("pS8aW4y", "pF9bX3z", GIFT), ("pF9bX3z", "pS8aW4y", PAYPAL)):
        done(
            desk,
            "modify_placed_ticket_items",
            ticket_ref=DINE_IN,
            plate_refs=[old],
            new_plate_refs=[new],
            instrument_ref=ref,
        )
    # PayPal paid 10.10 and got 10.30: the 0.20 beyond lower Visa's 10.10 to 9.90.
    assert account(cancel(desk, DINE_IN)) == [
        ("payment", 10.1, PAYPAL),
        ("payment", 10.1, VISA),
        ("refund", 10.1, PAYPAL),
        ("payment", 0.2, GIFT),
        ("refund", 0.2, PAYPAL),
        ("refund", 9.9, VISA),
        ("refund", 0.2, GIFT),
    ]


def test_an_empty_reason_is_refused_before_anything_else(desk: Episode) -> None:
    for reason in ("", "  ", None):
        for key in ("nowhere", DELIVERY):
            refused(desk, "reason", "cancel_placed_ticket", ticket_ref=key, reason=reason)
    refused(desk, "reason", "cancel_placed_ticket", ticket_ref=DELIVERY)
    assert desk.changes().is_empty


# Drop-off address.


def test_a_delivery_goes_elsewhere_and_the_own_address_and_the_fee_stay(desk: Episode) -> None:
    before = ticket(desk, DELIVERY)
    shown = done(desk, "modify_placed_ticket_dropoff", ticket_ref=DELIVERY, **NEW_DROPOFF)
    assert shown == {**before, "dropoff": NEW_DROPOFF}
    assert list(shown["dropoff"]) == list(HOME.model_dump())
    assert done(desk, "get_patron_details", guest_ref=NORA)["location"] == HOME.model_dump()
    assert changed_tables(desk) == {"ticket": (1, 1)}
    done(desk, "modify_placed_ticket_dropoff", ticket_ref=DELIVERY, **HOME.model_dump())
    assert desk.changes().is_empty


def test_only_a_delivery_has_a_dropoff_address(desk: Episode) -> None:
    for key, mode in ((DINE_IN, "dine_in"), (TAKEOUT, "takeout")):
        refused(
            desk,
            f"ticket {key} is {mode}; only a delivery ticket",
            "modify_placed_ticket_dropoff",
            ticket_ref=key,
            **NEW_DROPOFF,
        )
    assert desk.changes().is_empty


def test_of_an_address_only_second_line_and_province_may_be_empty(desk: Episode) -> None:
    tool = "modify_placed_ticket_dropoff"
    for name in ("line_one", "municipality", "nation", "postal_code"):
        for key in ("nowhere", DELIVERY):
            refused(desk, name, tool, ticket_ref=key, **{**NEW_DROPOFF, name: " "})
            refused(desk, name, tool, ticket_ref=key, **{**NEW_DROPOFF, name: ""})
            refused(desk, name, tool, ticket_ref=key, **{**NEW_DROPOFF, name: None})
        without = {key: value for key, value in NEW_DROPOFF.items() if key != name}
        refused(desk, name, tool, ticket_ref=DELIVERY, **without)
    assert desk.changes().is_empty
    for name in ("line_two", "province"):
        rest = {key: value for key, value in NEW_DROPOFF.items() if key != name}
        for empty in ({name: ""}, {name: None}, {}):
            shown = done(desk, tool, ticket_ref=DELIVERY, **rest, **empty)
            assert shown["dropoff"] == {**NEW_DROPOFF, name: ""}


# Table.


def seat(desk: Episode, **changed: Any) -> Any:
    return done(desk, "modify_placed_ticket_table", ticket_ref=DINE_IN, **{**NEW_TABLE, **changed})


def test_a_party_gets_another_table(desk: Episode) -> None:
    before = ticket(desk, DINE_IN)
    assert seat(desk) == {**before, "table_info": NEW_TABLE}
    assert list(seat(desk)["table_info"]) == ["zone", "table_no", "seat_count"]
    assert changed_tables(desk) == {"ticket": (1, 1)}
    # There is no list of tables: one that nobody knows, and one that is taken, are both noted.
    assert seat(desk, zone="Roof", table_no="99", seat_count=1)["table_info"] == {
        "zone": "Roof",
        "table_no": "99",
        "seat_count": 1,
    }


def test_only_a_meal_in_the_house_has_a_table(desk: Episode) -> None:
    for key, mode in ((DELIVERY, "delivery"), (TAKEOUT, "takeout")):
        refused(
            desk,
            f"ticket {key} is {mode}; only a dine_in ticket",
            "modify_placed_ticket_table",
            ticket_ref=key,
            **NEW_TABLE,
        )
    assert desk.changes().is_empty


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("seat_count is 0", {"seat_count": 0}),
        ("seat_count is -2", {"seat_count": -2}),
        ("seat_count", {"seat_count": 2.5}),
        ("seat_count", {"seat_count": None}),
        ("zone must not be empty", {"zone": " "}),
        ("table_no must not be empty", {"table_no": "", "seat_count": 0}),
    ],
)
def test_a_table_of_the_wrong_shape_is_refused_first(
    desk: Episode, reason: str, changed: dict[str, Any]
) -> None:
    for key in ("nowhere", DELIVERY, DINE_IN):
        call = {**NEW_TABLE, **changed}
        refused(desk, reason, "modify_placed_ticket_table", ticket_ref=key, **call)
    assert desk.changes().is_empty


# Instrument.


def pay(desk: Episode, key: str, ref: str) -> Any:
    return done(desk, "modify_placed_ticket_instrument", ticket_ref=key, instrument_ref=ref)


def not_paid(desk: Episode, reason: str, key: str, ref: str) -> None:
    refused(desk, reason, "modify_placed_ticket_instrument", ticket_ref=key, instrument_ref=ref)


def test_another_instrument_takes_the_whole_payment_over(desk: Episode) -> None:
    before = ticket(desk, DELIVERY)
    shown = pay(desk, DELIVERY, OTHER_VISA)
    # Tax and fee are part of the 56.31 and stay where they are.
    assert account(shown) == [
        ("payment", 56.31, VISA),
        ("tax", 3.86, VISA),
        ("delivery_fee", 4.25, VISA),
        ("payment", 56.31, OTHER_VISA),
        ("refund", 56.31, VISA),
    ]
    assert {**shown, "charges": []} == {**before, "charges": []}
    assert changed_tables(desk) == {"charge": (0, 2)}


def test_a_tip_stays_with_its_instrument(desk: Episode) -> None:
    assert account(pay(desk, TAKEOUT, PAYPAL)) == [
        ("payment", 14.1, VISA),
        ("tip", 2, GIFT),
        ("payment", 14.1, PAYPAL),
        ("refund", 14.1, VISA),
    ]


def test_what_the_old_instrument_got_back_before_is_not_moved(desk: Episode) -> None:
    # 10.30 - 0.20; 0.20 that went to another instrument change nothing.
    assert account(pay(desk, REFUNDED, PAYPAL))[2:] == [
        ("payment", 10.1, PAYPAL),
        ("refund", 10.1, VISA),
    ]
    assert account(pay(desk, REFUNDED_ELSEWHERE, GIFT))[2:] == [
        ("payment", 10.3, GIFT),
        ("refund", 10.3, VISA),
    ]


def test_nothing_is_moved_where_all_came_back(desk: Episode) -> None:
    not_paid(desk, f"all that {VISA} paid", EMPTIED, PAYPAL)


def test_the_instrument_changes_once_and_not_after_an_extra_payment(desk: Episode) -> None:
    pay(desk, DELIVERY, PAYPAL)
    for key in (DELIVERY, PAID_TWICE, REPAID):
        not_paid(desk, f"ticket {key} has 2 payments", key, GIFT)
        not_paid(desk, f"ticket {key} has 2 payments", key, VISA)
    not_paid(desk, f"ticket {SPREAD} has 3 payments", SPREAD, GIFT)


def test_the_documented_order_decides_which_error_of_a_payment_is_told(desk: Episode) -> None:
    for ref in ("nowhere", "", VISA.upper(), OMARS_CARD, DELIVERY):
        not_paid(desk, f"instrument {ref} is not saved by patron {NORA}", REPAID, ref)
    not_paid(desk, "has 2 payments", PAID_TWICE, VISA)
    not_paid(desk, f"already paid with {VISA}", DELIVERY, VISA)
    not_paid(desk, f"already paid with {VISA}", EMPTIED, VISA)
    not_paid(desk, f"{VISA} is not saved by patron gC7mX2f", OMARS, VISA)
    assert desk.changes().is_empty


# Tips.


def tip(desk: Episode, key: str, total: Any, ref: str = GIFT) -> Any:
    return done(desk, "add_tip_to_ticket", ticket_ref=key, tip_total=total, instrument_ref=ref)


def no_tip(desk: Episode, reason: str, key: str, total: Any, ref: str = GIFT) -> None:
    call = {"ticket_ref": key, "tip_total": total, "instrument_ref": ref}
    refused(desk, reason, "add_tip_to_ticket", **call)


@pytest.mark.parametrize("key", NOT_CANCELLED)
def test_a_tip_is_added_in_any_state_but_cancelled(desk: Episode, key: str) -> None:
    before = ticket(desk, key)
    shown = tip(desk, key, 3.5)
    entry = {"kind": "tip", "total": 3.5, "instrument_ref": GIFT}
    assert shown == {**before, "charges": [*before["charges"], entry]}
    assert changed_tables(desk) == {"charge": (0, 1)}


def test_a_second_tip_is_a_second_entry(desk: Episode) -> None:
    tip(desk, TAKEOUT, 2, GIFT)
    assert account(tip(desk, TAKEOUT, 2, VISA))[1:] == [
        ("tip", 2, GIFT),
        ("tip", 2, GIFT),
        ("tip", 2, VISA),
    ]


@pytest.mark.parametrize(
    ("sent", "charged"),
    [
        (0, 0),
        (0.0, 0),
        (-0.0, 0),
        ("4.20", 4.2),
        (2.675, 2.68),  # half up, although the float lies below
        (1.005, 1.01),
        (0.004, 0),
        (2.1149, 2.11),
        (0.1 + 0.2, 0.3),
    ],
)
def test_a_tip_is_rounded_half_up_to_cents(desk: Episode, sent: Any, charged: float) -> None:
    assert account(tip(desk, DELIVERED, sent))[1:] == [("tip", charged, GIFT)]


@pytest.mark.parametrize(
    ("total", "reason"),
    [
        (float("nan"), "tip_total"),
        (float("inf"), "tip_total"),
        ("NaN", "tip_total"),
        ("a fiver", "tip_total"),
        (None, "tip_total"),
        (10**16, "too large"),
    ],
)
def test_a_tip_that_is_no_amount_is_refused_first(desk: Episode, total: Any, reason: str) -> None:
    for key in ("nowhere", CANCELLED, DELIVERY):
        no_tip(desk, reason, key, total)
    assert desk.changes().is_empty


def test_the_documented_order_decides_which_error_of_a_tip_is_told(desk: Episode) -> None:
    for key in ("tF2hL7v", DELIVERY.upper(), ""):
        no_tip(desk, f"there is no ticket {key};", key, -1, "nowhere")
    no_tip(desk, f"ticket {CANCELLED} is cancelled", CANCELLED, -1, "nowhere")
    for total in (-1, -0.01, -0.001):
        no_tip(desk, "is below 0", DELIVERY, total, "nowhere")
    for ref in ("nowhere", OMARS_CARD, GIFT.lower(), ""):
        no_tip(desk, f"instrument {ref} is not saved by patron {NORA}", DELIVERY, 1, ref)
    assert desk.changes().is_empty
