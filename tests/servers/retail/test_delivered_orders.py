"""Requesting returns and exchanges. The lines and differences are those of test_items.py."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BALANCES,
    BLUE_L,
    BLUE_M,
    BRASS,
    CARD,
    DELIVERED,
    EXCHANGING,
    GIFT,
    GREEN_M,
    GREEN_S,
    LAMP,
    NORA,
    NOT_DELIVERED,
    OMARS_GIFT,
    PAYPAL,
    POSING_CARD,
    RED_M,
    RETURNING,
    SMALL_GIFT,
    STEEL,
    balances,
    changed_tables,
    order,
)

RETURN = {"item_ids": [BRASS], "payment_method_id": PAYPAL}
EXCHANGE = {"item_ids": [BRASS], "new_item_ids": [STEEL], "payment_method_id": PAYPAL}
TOOLS = {"return_delivered_order_items": RETURN, "exchange_delivered_order_items": EXCHANGE}


def send_back(desk: Episode, key: str = DELIVERED, **changed: Any) -> Any:
    return done(desk, "return_delivered_order_items", order_id=key, **{**RETURN, **changed})


def exchange(desk: Episode, key: str = DELIVERED, **changed: Any) -> Any:
    return done(desk, "exchange_delivered_order_items", order_id=key, **{**EXCHANGE, **changed})


def not_returned(desk: Episode, reason: str, **changed: Any) -> None:
    call = {"order_id": DELIVERED, **RETURN, **changed}
    refused(desk, reason, "return_delivered_order_items", **call)


def not_exchanged(desk: Episode, reason: str, **changed: Any) -> None:
    call = {"order_id": DELIVERED, **EXCHANGE, **changed}
    refused(desk, reason, "exchange_delivered_order_items", **call)


@pytest.mark.parametrize("tool", TOOLS)
def test_only_an_order_that_exists_and_has_arrived_is_served(desk: Episode, tool: str) -> None:
    broken = {**TOOLS[tool], "item_ids": ["nothing", "at all"], "payment_method_id": "nowhere"}
    for key in ("#W9999999", DELIVERED.lstrip("#"), ""):
        refused(desk, f"no order {key}; check", tool, order_id=key, **broken)
    for key in NOT_DELIVERED:
        status = order(desk, key)["status"]
        refused(desk, f"order {key} is {status}; only items", tool, order_id=key, **broken)
    assert desk.changes().is_empty


def test_a_return_is_noted_and_moves_no_money(desk: Episode) -> None:
    before = order(desk, DELIVERED)
    shown = send_back(desk, item_ids=[BRASS, GREEN_S, GREEN_M, GREEN_S])
    assert shown == {
        **before,
        "status": "delivered (return requested)",
        "return_items": [GREEN_S, GREEN_S, GREEN_M, BRASS],
        "return_payment_method_id": PAYPAL,
    }
    assert shown == order(desk, DELIVERED)
    assert balances(desk) == BALANCES
    assert changed_tables(desk) == {"order": (1, 1)}


@pytest.mark.parametrize("method", [PAYPAL, GIFT, SMALL_GIFT])
def test_a_refund_goes_to_the_method_that_paid_or_to_a_gift_card(
    desk: Episode, method: str
) -> None:
    assert send_back(desk, payment_method_id=method)["return_payment_method_id"] == method


def test_a_refund_goes_to_no_other_method_whatever_its_id_looks_like(desk: Episode) -> None:
    for method in (CARD, POSING_CARD):
        not_returned(
            desk,
            f"the refund cannot go to {method}; name a gift card of the user or {PAYPAL}",
            payment_method_id=method,
        )
    for method in (OMARS_GIFT, "gift_card_9999999", "", "paypal"):
        not_returned(
            desk,
            f"payment method {method} is not in the profile of user {NORA}",
            payment_method_id=method,
        )


def test_an_order_takes_one_return_request(desk: Episode) -> None:
    again = "was requested before"
    not_returned(desk, again, order_id=RETURNING, item_ids=["x"], payment_method_id="nowhere")
    send_back(desk)
    not_returned(desk, again, item_ids=[GREEN_S])
    assert order(desk, DELIVERED)["return_items"] == [BRASS]


def test_items_of_a_return_are_counted(desk: Episode) -> None:
    not_returned(desk, "list of items is empty", order_id="#W9999999", item_ids=[])
    not_returned(desk, f"has 0 of item {STEEL} left, but 1 asked", item_ids=[BRASS, STEEL])
    not_returned(desk, f"has 1 of item {BRASS} left, but 2 asked", item_ids=[BRASS, BRASS])
    not_returned(desk, f"has 2 of item {GREEN_S} left, but 3 asked", item_ids=[GREEN_S] * 3)
    not_returned(desk, "has 0 of item", item_ids=[LAMP])
    assert desk.changes().is_empty
    assert send_back(desk, item_ids=[GREEN_S] * 2)["return_items"] == [GREEN_S] * 2


def test_the_documented_order_decides_which_error_of_a_return_is_told(desk: Episode) -> None:
    not_returned(desk, "nowhere is not in the profile", item_ids=["x"], payment_method_id="nowhere")
    not_returned(desk, "cannot go to", item_ids=["x"], payment_method_id=CARD)
    not_returned(desk, "has 0 of item x left", item_ids=["x"], payment_method_id=GIFT)


@pytest.mark.parametrize(
    ("items", "new_items", "difference"),
    [
        ([BRASS], [STEEL], 24.95),
        ([GREEN_M], [BLUE_M], -14.9),
        ([GREEN_M], [RED_M], 0),
        ([BRASS, GREEN_M], [STEEL, BLUE_M], 10.05),
        ([GREEN_S, GREEN_S], [BLUE_M, GREEN_M], -6.6),
        ([GREEN_S, GREEN_M], [GREEN_M, GREEN_S], 1.65),
    ],
)
def test_an_exchange_is_noted_with_its_difference_and_moves_no_money(
    desk: Episode, items: list[str], new_items: list[str], difference: float
) -> None:
    before = order(desk, DELIVERED)
    shown = exchange(desk, item_ids=items, new_item_ids=new_items, payment_method_id=GIFT)
    assert shown == {
        **before,
        "status": "delivered (exchange requested)",
        "exchange_items": sorted(items),
        "exchange_new_items": sorted(new_items),
        "exchange_payment_method_id": GIFT,
        "exchange_price_difference": difference,
    }
    assert shown == order(desk, DELIVERED)
    assert balances(desk) == BALANCES
    assert changed_tables(desk) == {"order": (1, 1)}


def test_the_two_lists_of_an_exchange_are_sorted_each_on_its_own(desk: Episode) -> None:
    shown = exchange(
        desk, item_ids=[BRASS, GREEN_M, GREEN_S], new_item_ids=[STEEL, GREEN_S, BLUE_M]
    )
    assert shown["exchange_items"] == [GREEN_S, GREEN_M, BRASS]
    assert shown["exchange_new_items"] == [GREEN_S, BLUE_M, STEEL]


@pytest.mark.parametrize("method", [PAYPAL, CARD, POSING_CARD, GIFT])
def test_any_method_of_the_profile_settles_an_exchange(desk: Episode, method: str) -> None:
    assert exchange(desk, payment_method_id=method)["exchange_payment_method_id"] == method


def test_a_gift_card_must_hold_the_difference_of_an_exchange(desk: Episode) -> None:
    not_exchanged(
        desk,
        f"{SMALL_GIFT} has a balance of $10.05, which is below the $24.95",
        payment_method_id=SMALL_GIFT,
    )
    assert desk.changes().is_empty
    shown = exchange(
        desk,
        item_ids=[BRASS, GREEN_M],
        new_item_ids=[STEEL, BLUE_M],
        payment_method_id=SMALL_GIFT,
    )
    assert shown["exchange_price_difference"] == 10.05
    assert balances(desk)[SMALL_GIFT] == 10.05


def test_an_order_takes_one_exchange_request(desk: Episode) -> None:
    again = "was requested before"
    not_exchanged(desk, again, order_id=EXCHANGING, item_ids=["x"], payment_method_id="nowhere")
    exchange(desk)
    not_exchanged(desk, again, item_ids=[GREEN_S], new_item_ids=[GREEN_M])
    assert order(desk, DELIVERED)["exchange_items"] == [BRASS]


def test_a_line_is_returned_or_exchanged_but_not_both(desk: Episode) -> None:
    # Of the two green S one is on its way already.
    not_exchanged(
        desk,
        f"has 1 of item {GREEN_S} left, but 2 asked",
        order_id=RETURNING,
        item_ids=[GREEN_S] * 2,
        new_item_ids=[BLUE_M] * 2,
    )
    not_returned(
        desk,
        f"has 1 of item {GREEN_S} left, but 2 asked",
        order_id=EXCHANGING,
        item_ids=[GREEN_S] * 2,
        payment_method_id=CARD,
    )
    exchange(desk)
    not_returned(desk, f"has 0 of item {BRASS} left", item_ids=[BRASS])


def test_other_lines_of_the_same_order_are_not_the_tools_to_refuse(desk: Episode) -> None:
    exchanged = exchange(desk, RETURNING, item_ids=[GREEN_S], new_item_ids=[RED_M])
    assert exchanged["status"] == "delivered (exchange requested)"
    assert (exchanged["return_items"], exchanged["exchange_items"]) == ([GREEN_S], [GREEN_S])
    returned = send_back(desk, EXCHANGING, payment_method_id=CARD)
    assert returned["status"] == "delivered (return requested)"
    assert returned["exchange_price_difference"] == 5.3
    not_returned(desk, "requested before", order_id=RETURNING)
    not_exchanged(desk, "requested before", order_id=RETURNING)


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("list of items is empty", {"item_ids": [], "new_item_ids": []}),
        ("list of items is empty", {"new_item_ids": []}),
        (f"item {BRASS} would be replaced by itself", {"new_item_ids": [BRASS]}),
    ],
)
def test_an_exchange_of_the_wrong_shape_is_refused_first(
    desk: Episode, reason: str, changed: dict[str, Any]
) -> None:
    not_exchanged(desk, reason, **changed)
    not_exchanged(desk, reason, **{"order_id": "#W9999999", **changed})


def test_the_documented_order_decides_which_error_of_an_exchange_is_told(desk: Episode) -> None:
    none = {"payment_method_id": "nowhere"}
    not_exchanged(desk, "has 0 of item x", item_ids=[BRASS, "x"], new_item_ids=["y"], **none)
    not_exchanged(desk, "1 items are listed with 2 new", new_item_ids=["y", BLUE_L], **none)
    not_exchanged(desk, "y is no variant of the product", new_item_ids=["y"], **none)
    not_exchanged(desk, f"{GREEN_M} is no variant of", new_item_ids=[GREEN_M], **none)
    not_exchanged(desk, "is not available", item_ids=[GREEN_S], new_item_ids=[BLUE_L], **none)
    not_exchanged(desk, "nowhere is not in the profile", **none)
    not_exchanged(desk, f"{OMARS_GIFT} is not in the profile", payment_method_id=OMARS_GIFT)
    assert desk.changes().is_empty
