"""Changing the items of a pending order.

Lines and today's prices stand in desk.py. Differences used here, all worked out by hand:

    green S, paid 39.90 or 42.00 -> green M today 45.20:    5.30 or 3.20
    green S, paid 39.90          -> blue M  today 30.10:   -9.80
    green M, paid 45.00          -> blue M  today 30.10:  -14.90
    green M, paid 45.00          -> red M   today 45.00:    0
    brass,   paid 75.15          -> steel   today 100.10:  24.95
"""

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
    CHANGED,
    GIFT,
    GREEN_M,
    GREEN_S,
    LAMP,
    NORA,
    OMARS,
    OMARS_GIFT,
    PAYPAL,
    PENDING,
    RED_M,
    SHIRT,
    SMALL_GIFT,
    STEEL,
    balances,
    changed_tables,
    ledger,
    lines,
    order,
)

Pairs = list[tuple[str, str]]


def asked(pairs: Pairs, method: str = CARD, key: str = PENDING) -> dict[str, Any]:
    return {
        "order_id": key,
        "item_ids": [old for old, _ in pairs],
        "new_item_ids": [new for _, new in pairs],
        "payment_method_id": method,
    }


def change(desk: Episode, pairs: Pairs, method: str = CARD) -> Any:
    return done(desk, "modify_pending_order_items", **asked(pairs, method))


def unchanged(desk: Episode, reason: str, **arguments: Any) -> None:
    call = {**asked([(BRASS, STEEL)]), **arguments}
    refused(desk, reason, "modify_pending_order_items", **call)
    assert desk.changes().is_empty


@pytest.mark.parametrize(
    ("pairs", "entry"),
    [
        ([(GREEN_M, BLUE_M)], ("refund", 14.9)),
        ([(GREEN_M, RED_M)], ("refund", 0)),
        ([(BRASS, STEEL)], ("payment", 24.95)),
        ([(GREEN_M, BLUE_M), (BRASS, STEEL)], ("payment", 10.05)),
        ([(GREEN_S, GREEN_M), (GREEN_S, GREEN_M)], ("payment", 8.5)),
        ([(GREEN_S, GREEN_M), (GREEN_S, BLUE_M), (GREEN_M, BLUE_M)], ("refund", 21.5)),
    ],
)
@pytest.mark.parametrize("method", [CARD, PAYPAL, GIFT])
def test_the_difference_to_the_price_paid_becomes_one_entry(
    desk: Episode, pairs: Pairs, entry: tuple[str, float], method: str
) -> None:
    shown = change(desk, pairs, method)
    assert ledger(shown) == [("payment", 202.05, CARD), (*entry, method)]
    kind, amount = entry
    left = 500 - amount if kind == "payment" else 500 + amount
    assert balances(desk) == {**BALANCES, GIFT: pytest.approx(left) if method == GIFT else 500}


def test_a_line_takes_item_price_and_options_and_nothing_else_changes(desk: Episode) -> None:
    before = order(desk, PENDING)
    shown = change(desk, [(GREEN_M, BLUE_M)])
    assert shown["items"] == [
        before["items"][0],
        before["items"][1],
        {
            "name": "T-Shirt",
            "product_id": SHIRT,
            "item_id": BLUE_M,
            "price": 30.1,
            "options": {"color": "blue", "size": "M"},
        },
        before["items"][3],
    ]
    assert shown["status"] == "pending"
    kept = {"items": [], "payment_history": []}
    assert {**shown, **kept} == {**before, **kept}
    assert shown == order(desk, PENDING)
    assert changed_tables(desk) == {"order_item": (1, 1), "order_payment": (0, 1)}


def test_the_first_mention_takes_the_first_line(desk: Episode) -> None:
    shown = change(desk, [(GREEN_S, GREEN_M)])  # 45.20 - 39.90
    assert lines(shown) == [(GREEN_M, 45.2), (GREEN_S, 42), (GREEN_M, 45), (BRASS, 75.15)]
    assert ledger(shown)[1:] == [("payment", 5.3, CARD)]


def test_two_mentions_take_two_lines_in_their_order(desk: Episode) -> None:
    # 30.10 - 39.90 + 45.20 - 42.00 = -6.60
    shown = change(desk, [(GREEN_S, BLUE_M), (BRASS, STEEL), (GREEN_S, GREEN_M)])
    assert lines(shown) == [(BLUE_M, 30.1), (GREEN_M, 45.2), (GREEN_M, 45), (STEEL, 100.1)]
    assert ledger(shown)[1:] == [("payment", 18.35, CARD)]  # -6.60 + 24.95


@pytest.mark.parametrize("backwards", [False, True])
def test_a_chain_changes_every_line_once(desk: Episode, backwards: bool) -> None:
    pairs = [(GREEN_S, GREEN_M), (GREEN_M, BLUE_M)]
    shown = change(desk, pairs[::-1] if backwards else pairs)
    # The green M of the first pair must not become blue with the second: 5.30 - 14.90.
    assert lines(shown) == [(GREEN_M, 45.2), (GREEN_S, 42), (BLUE_M, 30.1), (BRASS, 75.15)]
    assert ledger(shown)[1:] == [("refund", 9.6, CARD)]


def test_two_items_may_swap(desk: Episode) -> None:
    # 45.20 - 39.90 + 41.35 - 45.00 = 1.65
    shown = change(desk, [(GREEN_S, GREEN_M), (GREEN_M, GREEN_S)])
    assert lines(shown)[:3] == [(GREEN_M, 45.2), (GREEN_S, 42), (GREEN_S, 41.35)]
    assert ledger(shown)[1:] == [("payment", 1.65, CARD)]


def test_a_gift_card_may_be_used_up_and_has_to_cover_the_difference_only(desk: Episode) -> None:
    # 10.05 pay the difference of 10.05, in an order of 202.05; 24.95 they do not.
    unchanged(
        desk,
        f"{SMALL_GIFT} has a balance of $10.05, which is below the $24.95",
        payment_method_id=SMALL_GIFT,
    )
    change(desk, [(GREEN_M, BLUE_M), (BRASS, STEEL)], SMALL_GIFT)
    assert balances(desk) == {**BALANCES, SMALL_GIFT: 0}


def test_an_empty_gift_card_can_take_a_refund_or_nothing(desk: Episode) -> None:
    change(desk, [(GREEN_M, BLUE_M), (BRASS, STEEL)], SMALL_GIFT)
    change(desk, [(STEEL, BRASS)], SMALL_GIFT)  # 80.05 - 100.10
    assert balances(desk)[SMALL_GIFT] == 20.05


def test_changing_items_twice_is_not_the_tools_to_refuse(desk: Episode) -> None:
    shown = done(
        desk, "modify_pending_order_items", **asked([(BRASS, STEEL)], CARD, CHANGED)
    )  # 100.10 - 60.05
    assert ledger(shown)[2:] == [("payment", 40.05, CARD)]


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("list of items is empty", {"item_ids": [], "new_item_ids": []}),
        ("list of items is empty", {"item_ids": []}),
        ("list of items is empty", {"new_item_ids": []}),
        (f"item {BRASS} would be replaced by itself", {"new_item_ids": [BRASS]}),
        (
            f"item {GREEN_M} would be replaced by itself",
            {"item_ids": [BRASS, GREEN_M], "new_item_ids": [STEEL, GREEN_M]},
        ),
        ("item_ids", {"item_ids": BRASS}),
        ("new_item_ids[0]", {"new_item_ids": [None]}),
        ("payment_method_id", {"payment_method_id": None}),
    ],
)
def test_input_of_the_wrong_shape_is_refused_first(
    desk: Episode, reason: str, changed: dict[str, Any]
) -> None:
    unchanged(desk, reason, **changed)
    unchanged(desk, reason, **{"order_id": "#W9999999", **changed})


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        (f"has 0 of item {RED_M} left, but 1 asked for", {"item_ids": [RED_M]}),
        (f"has 0 of item {SHIRT} left", {"item_ids": [SHIRT]}),
        (
            f"has 2 of item {GREEN_S} left, but 3 asked for",
            {"item_ids": [GREEN_S] * 3, "new_item_ids": [GREEN_M] * 3},
        ),
        ("1 items are listed with 2 new ones", {"new_item_ids": [STEEL, STEEL]}),
        (
            "2 items are listed with 1 new ones",
            {"item_ids": [BRASS, GREEN_M], "new_item_ids": [STEEL]},
        ),
        (f"{GREEN_M} is no variant of the product {LAMP}", {"new_item_ids": [GREEN_M]}),
        ("123 is no variant of the product", {"new_item_ids": ["123"]}),
        (
            f"item {BLUE_L} is not available",
            {"item_ids": [GREEN_M], "new_item_ids": [BLUE_L]},
        ),
        (f"{OMARS_GIFT} is not in the profile of user {NORA}", {"payment_method_id": OMARS_GIFT}),
        ("visa is not in the profile", {"payment_method_id": "visa"}),
        (f"{CARD} is not in the profile", {"order_id": OMARS}),
    ],
)
def test_what_the_facts_do_not_allow_is_refused(
    desk: Episode, reason: str, changed: dict[str, Any]
) -> None:
    unchanged(desk, reason, **changed)


def test_the_documented_order_decides_which_error_is_told(desk: Episode) -> None:
    none = {"payment_method_id": "nowhere"}
    unchanged(desk, f"of item {RED_M} left", item_ids=[BRASS, RED_M], new_item_ids=["x"], **none)
    unchanged(desk, "1 items are listed with 2", new_item_ids=["x", BLUE_L], **none)
    unchanged(desk, "x is no variant", new_item_ids=["x"], **none)
    both = [GREEN_M, BRASS]
    unchanged(desk, "is not available", item_ids=both, new_item_ids=[BLUE_L, "x"], **none)
    unchanged(desk, "x is no variant", item_ids=both[::-1], new_item_ids=["x", BLUE_L], **none)
    unchanged(desk, "nowhere is not in the profile", **none)
    # The rejection of a pair that comes last leaves the first pair undone, too.
    unchanged(desk, "is not available", item_ids=both[::-1], new_item_ids=[STEEL, BLUE_L])
