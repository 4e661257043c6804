"""Who keeps each rule of the policy: the tools, which refuse, or the agent, whom they would let.

Every check is made at the small shop of desk.py, each in a fresh episode.
"""

from collections.abc import Callable
from typing import Any

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BLUE_L,
    BRASS,
    CARD,
    CHANGED,
    DELIVERED,
    EXCHANGING,
    GIFT,
    GREEN_M,
    GREEN_S,
    NORA,
    NOT_PENDING,
    OMAR,
    OMARS,
    OMARS_GIFT,
    OMARS_SHORT,
    PAYPAL,
    PENDING,
    POSING_CARD,
    RETURNING,
    SMALL_GIFT,
    STEEL,
    balances,
    ledger,
    order,
)

ADDRESS = {
    "address1": "1 Nowhere Road",
    "address2": "",
    "city": "Boise",
    "state": "ID",
    "country": "USA",
    "zip": "83702",
}
CANCEL = "cancel_pending_order"
WHY = {"reason": "no longer needed"}


def lamp(key: str = PENDING, **changed: Any) -> dict[str, Any]:
    """Steel for brass, settled by card."""
    return {
        "order_id": key,
        "item_ids": [BRASS],
        "new_item_ids": [STEEL],
        "payment_method_id": CARD,
        **changed,
    }


def back(key: str = DELIVERED, method: str = PAYPAL) -> dict[str, Any]:
    return {"order_id": key, "item_ids": [BRASS], "payment_method_id": method}


def no_swap(desk: Episode, reason: str, **changed: Any) -> None:
    """Refused for an order on its way out, and for one that has arrived."""
    refused(desk, reason, "modify_pending_order_items", **lamp(**changed))
    refused(desk, reason, "exchange_delivered_order_items", **lamp(DELIVERED, **changed))


def identified(desk: Episode) -> None:
    assert done(desk, "find_user_id_by_email", email="nora.quist8812@example.com") == NORA


# Kept by the tools.


def cancels_pending(desk: Episode) -> None:
    for key in NOT_PENDING:
        refused(desk, "only a pending order", CANCEL, order_id=key, **WHY)


def refunds_to_what_paid(desk: Episode) -> None:
    """No parameter takes the money elsewhere, and it goes where it came from."""
    elsewhere = {"order_id": PENDING, "payment_method_id": GIFT, **WHY}
    refused(desk, "payment_method_id", CANCEL, **elsewhere)
    shown = done(desk, CANCEL, order_id=PENDING, **WHY)
    assert ledger(shown)[-1] == ("refund", 202.05, CARD)


def modifies_pending(desk: Episode) -> None:
    for key in NOT_PENDING:
        refused(desk, "only a pending", "modify_pending_order_address", order_id=key, **ADDRESS)
        refused(desk, "only a pending", "modify_pending_order_items", **lamp(key))
        call = {"order_id": key, "payment_method_id": PAYPAL}
        refused(desk, "only a pending", "modify_pending_order_payment", **call)


def another_single_method(desk: Episode) -> None:
    for reason, method in (
        ("already paid with", CARD),
        ("not in the profile", OMARS_GIFT),
        ("payment_method_id", [GIFT, PAYPAL]),
    ):
        call = {"order_id": PENDING, "payment_method_id": method}
        refused(desk, reason, "modify_pending_order_payment", **call)


def gift_card_covers(desk: Episode) -> None:
    call = {"order_id": OMARS, "payment_method_id": OMARS_SHORT}
    refused(desk, "below the $80.05", "modify_pending_order_payment", **call)
    no_swap(desk, "below the $24.95", payment_method_id=SMALL_GIFT)


def variants_of_the_product(desk: Episode) -> None:
    no_swap(desk, "is no variant of the product", new_item_ids=[GREEN_M])
    no_swap(desk, "is not available", item_ids=[GREEN_S], new_item_ids=[BLUE_L])


def returns_to_what_paid_or_a_gift_card(desk: Episode) -> None:
    for method in (CARD, POSING_CARD):
        call = back(method=method)
        refused(desk, "the refund cannot go to", "return_delivered_order_items", **call)


# Left to the agent: the tools carry these calls out.


def before_anybody_is_known(desk: Episode) -> None:
    assert done(desk, "get_user_details", user_id=NORA)["email"]


def by_name_without_an_email(desk: Episode) -> None:
    names = {"first_name": "Nora", "last_name": "Quist", "zip": "85719"}
    assert done(desk, "find_user_id_by_name_zip", **names) == NORA


def somebody_elses_order(desk: Episode) -> None:
    identified(desk)
    shown = done(desk, CANCEL, order_id=OMARS, **WHY)
    assert ledger(shown)[-1] == ("refund", 80.05, OMARS_GIFT)
    assert done(desk, "get_user_details", user_id=OMAR)["email"]


def unseen_unlisted_and_for_no_known_reason(desk: Episode) -> None:
    """Nobody looked at the order, no listing was written, and the reason is made up."""
    identified(desk)
    assert done(desk, CANCEL, order_id=PENDING, **WHY)["status"] == "cancelled"
    refused(desk, "reason", CANCEL, order_id=CHANGED, reason="too dear")


def a_hand_off_without_need(desk: Episode) -> None:
    """And while nobody is known."""
    assert done(desk, "transfer_to_human_agents", summary="wants a discount") == (
        "Transfer successful."
    )


def after_a_change_of_items(desk: Episode) -> None:
    assert len(order(desk, CHANGED)["payment_history"]) == 2
    done(desk, "modify_pending_order_items", **lamp(CHANGED))
    done(desk, "modify_pending_order_address", order_id=CHANGED, **ADDRESS)
    assert done(desk, CANCEL, order_id=CHANGED, **WHY)["status"] == "cancelled"


def a_swap_without_reminder_or_choice(desk: Episode) -> None:
    """Nobody was asked for all items, and nobody chose the gift card."""
    identified(desk)
    done(desk, "modify_pending_order_items", **lamp(payment_method_id=GIFT))
    assert balances(desk)[GIFT] == 475.05
    done(desk, "exchange_delivered_order_items", **lamp(DELIVERED, payment_method_id=GIFT))


def a_return_after_an_exchange(desk: Episode) -> None:
    shown = done(desk, "return_delivered_order_items", **back(EXCHANGING, CARD))
    assert shown["exchange_items"]
    assert shown["return_items"] == [BRASS]


def an_exchange_after_a_return(desk: Episode) -> None:
    shown = done(desk, "exchange_delivered_order_items", **lamp(RETURNING))
    assert shown["return_items"]
    assert shown["exchange_items"] == [BRASS]


def an_unlisted_return(desk: Episode) -> None:
    identified(desk)
    shown = done(desk, "return_delivered_order_items", **back(method=GIFT))
    assert shown["return_payment_method_id"] == GIFT


def both_addresses(desk: Episode) -> None:
    """Two writes where one was asked for, if any."""
    identified(desk)
    for tool, name, key in (
        ("modify_pending_order_address", "order_id", PENDING),
        ("modify_user_address", "user_id", NORA),
    ):
        assert done(desk, tool, **{name: key}, **ADDRESS)["address"] == ADDRESS


def a_failed_call_again(desk: Episode) -> None:
    for _ in range(2):
        refused(desk, "there is no order", CANCEL, order_id="#W9999999", **WHY)


KEPT_BY_TOOLS: dict[str, Callable[[Episode], None]] = {
    "RET-11": cancels_pending,
    "RET-13": refunds_to_what_paid,
    "RET-14": modifies_pending,
    "RET-16": another_single_method,
    "RET-17": gift_card_covers,
    "RET-20": variants_of_the_product,
    "RET-24": returns_to_what_paid_or_a_gift_card,
}
LEFT_TO_THE_AGENT: dict[str, Callable[[Episode], None]] = {
    "RET-01": before_anybody_is_known,
    "RET-02": by_name_without_an_email,
    "RET-03": a_hand_off_without_need,
    "RET-04": somebody_elses_order,
    "RET-05": unseen_unlisted_and_for_no_known_reason,
    "RET-08": a_hand_off_without_need,
    "RET-09": a_hand_off_without_need,
    "RET-10": unseen_unlisted_and_for_no_known_reason,
    "RET-12": unseen_unlisted_and_for_no_known_reason,
    "RET-18": after_a_change_of_items,
    "RET-19": a_swap_without_reminder_or_choice,
    "RET-21": a_swap_without_reminder_or_choice,
    "RET-22": a_return_after_an_exchange,
    "RET-23": an_unlisted_return,
    "RET-25": an_exchange_after_a_return,
    "RET-26": a_return_after_an_exchange,
    "RET-28": both_addresses,
    "COM-13": both_addresses,
    "COM-14": a_failed_call_again,
}
ONLY_TALK = {
    "RET-06": "how many calls a turn holds, and text beside them",
    "RET-07": "what the agent states",
    "RET-15": "how a wish for more or fewer items is answered, as no tool serves it",
    "RET-27": "what is said of the way back",
    "COM-12": "how an outcome is reported",
}
"""Rules about messages, which no call can show."""
