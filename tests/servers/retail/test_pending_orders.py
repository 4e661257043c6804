"""Cancelling a pending order, shipping it elsewhere, and paying it otherwise; the default address.

The amounts stand in desk.py: the pending order costs 202.05, a lamp 80.05.
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BALANCES,
    CARD,
    CHANGED,
    GIFT,
    GIFTED,
    HOME,
    NORA,
    NOT_PENDING,
    OMAR,
    OMARS,
    OMARS_EXACT,
    OMARS_GIFT,
    OMARS_SHORT,
    PAYPAL,
    PENDING,
    REPAID,
    REPAID_AND_CHANGED,
    SMALL_GIFT,
    SPREAD,
    STACKED,
    balances,
    changed_tables,
    ledger,
    order,
)

NEW_ADDRESS = {
    "address1": "70 Ocean Drive",
    "address2": "Floor 2",
    "city": "Boise",
    "state": "ID",
    "country": "USA",
    "zip": "83702",
}
CALLS: dict[str, dict[str, Any]] = {
    "cancel_pending_order": {"reason": "no longer needed"},
    "modify_pending_order_address": NEW_ADDRESS,
    "modify_pending_order_payment": {"payment_method_id": "nowhere"},
    "modify_pending_order_items": {
        "item_ids": ["nothing"],
        "new_item_ids": ["else", "and more"],
        "payment_method_id": "nowhere",
    },
}


@pytest.mark.parametrize("tool", CALLS)
def test_only_an_order_that_exists_and_is_pending_can_be_touched(desk: Episode, tool: str) -> None:
    for key in ("#W9999999", "W1000001", "#w1000001", ""):
        refused(desk, f"no order {key}; check", tool, order_id=key, **CALLS[tool])
    for key in NOT_PENDING:
        status = order(desk, key)["status"]
        refused(desk, f"order {key} is {status}; only a pending", tool, order_id=key, **CALLS[tool])
    assert desk.changes().is_empty


def cancel(desk: Episode, key: str, reason: str = "no longer needed") -> Any:
    return done(desk, "cancel_pending_order", order_id=key, reason=reason)


def test_a_cancelled_order_is_refunded_to_the_method_that_paid(desk: Episode) -> None:
    before = order(desk, PENDING)
    shown = cancel(desk, PENDING, "ordered by mistake")
    refund = {"transaction_type": "refund", "amount": 202.05, "payment_method_id": CARD}
    assert shown == {
        **before,
        "status": "cancelled",
        "cancel_reason": "ordered by mistake",
        "payment_history": [*before["payment_history"], refund],
    }
    assert shown == order(desk, PENDING)
    assert balances(desk) == BALANCES
    assert changed_tables(desk) == {"order": (1, 1), "order_payment": (0, 1)}


def test_a_gift_card_is_credited_at_once(desk: Episode) -> None:
    assert ledger(cancel(desk, GIFTED)) == [("payment", 80.05, GIFT), ("refund", 80.05, GIFT)]
    assert balances(desk) == {**BALANCES, GIFT: 580.05}
    refused(
        desk,
        "is cancelled",
        "cancel_pending_order",
        order_id=GIFTED,
        reason="no longer needed",
    )
    assert balances(desk)[GIFT] == 580.05


def test_what_was_refunded_before_is_not_refunded_again(desk: Episode) -> None:
    # The gift card has its 80.05 back already; only the card still has money in the order.
    assert ledger(cancel(desk, REPAID))[3:] == [("refund", 80.05, CARD)]
    assert balances(desk) == BALANCES


def test_an_order_gives_back_no_more_than_it_holds(desk: Episode) -> None:
    # 80.05 came from the gift card and 20.00 went to PayPal: 60.05 are left.
    assert ledger(cancel(desk, CHANGED))[2:] == [("refund", 60.05, GIFT)]
    assert balances(desk) == {**BALANCES, GIFT: 560.05}


def test_a_method_gets_back_no_more_than_it_has_paid(desk: Episode) -> None:
    # The card got all back; the gift card paid 80.05 and got 10.05: 70.00 are left.
    assert ledger(cancel(desk, REPAID_AND_CHANGED))[4:] == [("refund", 70, GIFT)]
    assert balances(desk) == {**BALANCES, GIFT: 570}


def test_what_one_payment_took_out_is_gone_for_the_next(desk: Episode) -> None:
    # Left with the gift card: 80.05 - 30.00 + 10.00 = 60.05, all taken by its first payment.
    assert ledger(cancel(desk, STACKED))[4:] == [("refund", 60.05, GIFT), ("refund", 50, CARD)]
    # Left in the order: 80.05 + 50.00 - 30.00 = 100.05; 80.05 go first, so 20.00 remain.
    assert ledger(cancel(desk, SPREAD))[3:] == [("refund", 80.05, GIFT), ("refund", 20, CARD)]
    assert balances(desk) == {**BALANCES, GIFT: 640.1}


def test_several_payments_are_refunded_one_by_one(desk: Episode) -> None:
    # Steel for brass: 100.10 - 80.05 = 20.05 by card, on top of 80.05 by gift card.
    done(
        desk,
        "modify_pending_order_items",
        order_id=GIFTED,
        item_ids=["9105518841"],
        new_item_ids=["9105518842"],
        payment_method_id=CARD,
    )
    assert ledger(cancel(desk, GIFTED)) == [
        ("payment", 80.05, GIFT),
        ("payment", 20.05, CARD),
        ("refund", 80.05, GIFT),
        ("refund", 20.05, CARD),
    ]
    assert balances(desk) == {**BALANCES, GIFT: 580.05}


def test_a_chain_of_changes_ends_where_it_began_when_it_is_cancelled(desk: Episode) -> None:
    # Lamp 80.05 from gift card to PayPal; steel adds 20.05 on the gift card; then all back.
    done(desk, "modify_pending_order_payment", order_id=GIFTED, payment_method_id=PAYPAL)
    assert balances(desk)[GIFT] == 580.05
    done(
        desk,
        "modify_pending_order_items",
        order_id=GIFTED,
        item_ids=["9105518841"],
        new_item_ids=["9105518842"],
        payment_method_id=GIFT,
    )
    assert balances(desk)[GIFT] == 560
    # First payment entry by gift card: 20.05 is left of all that it paid. Then 80.05 by PayPal.
    assert ledger(cancel(desk, GIFTED)) == [
        ("payment", 80.05, GIFT),
        ("payment", 80.05, PAYPAL),
        ("refund", 80.05, GIFT),
        ("payment", 20.05, GIFT),
        ("refund", 20.05, GIFT),
        ("refund", 80.05, PAYPAL),
    ]
    assert balances(desk) == {**BALANCES, GIFT: 580.05}


def test_a_reason_of_another_kind_is_refused_before_anything_else(desk: Episode) -> None:
    for reason in ("found cheaper", "No longer needed", "", "no longer needed "):
        refused(desk, "reason", "cancel_pending_order", order_id="#W9999999", reason=reason)
        refused(desk, "reason", "cancel_pending_order", order_id=PENDING, reason=reason)
    refused(desk, "reason", "cancel_pending_order", order_id=PENDING)


def test_an_order_is_shipped_elsewhere_and_the_default_address_stays(desk: Episode) -> None:
    before = order(desk, PENDING)
    shown = done(desk, "modify_pending_order_address", order_id=PENDING, **NEW_ADDRESS)
    assert shown == {**before, "address": NEW_ADDRESS}
    assert list(shown["address"]) == ["address1", "address2", "city", "country", "state", "zip"]
    assert done(desk, "get_user_details", user_id=NORA)["address"] == HOME.model_dump()
    assert changed_tables(desk) == {"order": (1, 1)}
    done(desk, "modify_pending_order_address", order_id=PENDING, **HOME.model_dump())
    assert desk.changes().is_empty


def test_the_default_address_moves_and_existing_orders_stay(desk: Episode) -> None:
    before = done(desk, "get_user_details", user_id=NORA)
    shown = done(desk, "modify_user_address", user_id=NORA, **NEW_ADDRESS)
    assert shown == {**before, "address": NEW_ADDRESS}
    assert order(desk, PENDING)["address"] == HOME.model_dump()
    assert changed_tables(desk) == {"user": (1, 1)}
    refused(desk, "no user nobody", "modify_user_address", user_id="nobody", **NEW_ADDRESS)


@pytest.mark.parametrize(
    ("tool", "key"),
    [
        ("modify_pending_order_address", {"order_id": PENDING}),
        ("modify_user_address", {"user_id": NORA}),
    ],
)
def test_of_an_address_only_the_second_line_may_be_empty(
    desk: Episode, tool: str, key: dict[str, str]
) -> None:
    without = {name: value for name, value in NEW_ADDRESS.items() if name != "address2"}
    nowhere = dict.fromkeys(key, "nobody")
    for name in without:
        refused(desk, name, tool, **nowhere, **{**NEW_ADDRESS, name: " "})
        refused(desk, name, tool, **key, **{**NEW_ADDRESS, name: ""})
        refused(desk, name, tool, **key, **{**NEW_ADDRESS, name: None})
        refused(desk, name, tool, **key, **{k: v for k, v in NEW_ADDRESS.items() if k != name})
    for empty in ({"address2": ""}, {"address2": None}, {}):
        assert done(desk, tool, **key, **without, **empty)["address"]["address2"] == ""


def pay(desk: Episode, key: str, method: str) -> Any:
    return done(desk, "modify_pending_order_payment", order_id=key, payment_method_id=method)


def not_paid(desk: Episode, reason: str, key: str, method: str) -> None:
    refused(desk, reason, "modify_pending_order_payment", order_id=key, payment_method_id=method)


def test_a_gift_card_takes_over_from_a_card(desk: Episode) -> None:
    before = order(desk, PENDING)
    shown = pay(desk, PENDING, GIFT)
    assert ledger(shown) == [
        ("payment", 202.05, CARD),
        ("payment", 202.05, GIFT),
        ("refund", 202.05, CARD),
    ]
    assert {**shown, "payment_history": []} == {**before, "payment_history": []}
    assert balances(desk) == {**BALANCES, GIFT: 297.95}
    assert changed_tables(desk) == {"order_payment": (0, 2), "payment_method": (1, 1)}


def test_a_gift_card_is_relieved(desk: Episode) -> None:
    assert ledger(pay(desk, GIFTED, PAYPAL))[1:] == [
        ("payment", 80.05, PAYPAL),
        ("refund", 80.05, GIFT),
    ]
    assert balances(desk) == {**BALANCES, GIFT: 580.05}


def test_a_gift_card_may_be_used_up_to_its_last_cent(desk: Episode) -> None:
    not_paid(desk, f"{OMARS_SHORT} has a balance of $80.04, which is below", OMARS, OMARS_SHORT)
    pay(desk, OMARS, OMARS_EXACT)
    assert balances(desk, OMAR) == {OMARS_GIFT: 980.05, OMARS_EXACT: 0, OMARS_SHORT: 80.04}


def test_the_payment_changes_once_and_not_after_the_items(desk: Episode) -> None:
    pay(desk, PENDING, PAYPAL)
    for key in (PENDING, REPAID, CHANGED, REPAID_AND_CHANGED):
        not_paid(desk, f"of order {key} were changed before", key, GIFT)
        not_paid(desk, f"of order {key} were changed before", key, CARD)


def test_the_documented_order_decides_which_error_of_a_payment_is_told(desk: Episode) -> None:
    for method in ("nowhere", "", CARD.upper(), OMARS_GIFT):
        not_paid(
            desk, f"payment method {method} is not in the profile of user {NORA}", REPAID, method
        )
    not_paid(desk, "were changed before", REPAID, SMALL_GIFT)
    not_paid(desk, f"already paid with {CARD}", PENDING, CARD)
    not_paid(desk, f"already paid with {GIFT}", GIFTED, GIFT)
    not_paid(
        desk,
        f"{SMALL_GIFT} has a balance of $10.05, which is below the $202.05",
        PENDING,
        SMALL_GIFT,
    )
    not_paid(desk, f"{CARD} is not in the profile of user {OMAR}", OMARS, CARD)
    assert desk.changes().is_empty
