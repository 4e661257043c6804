"""Whole orders: cancelling, sending elsewhere, paying otherwise."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.retail.tables import Order, OrderItem, PaymentMethod
from tau_emo_tasks.tracer.domains.retail.base import (
    Shop,
    order_detail,
    subtract,
    thing,
    told_amount,
)
from tau_emo_tasks.tracer.domains.retail.intents import RECIPES
from tau_emo_tasks.tracer.kit.addresses import Move, moves
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

REASONS = ("no longer needed", "ordered by mistake")


@RECIPES.intent(1, "done")
def cancel_by_number(base: Shop, user: str) -> Iterator[Offer]:
    """Cancel a pending order whose number the customer has."""
    for order in base.with_status(user, "pending"):
        if len(base.paid[order.order_id]) == 1:
            yield Offer(partial(_cancel, base, user, order, None), base.with_methods(order))


@RECIPES.intent(2, "done")
def cancel_by_content(base: Shop, user: str) -> Iterator[Offer]:
    """Cancel "the order with the lamp"."""
    for order in base.with_status(user, "pending"):
        item = base.telling(user, order)
        if item and len(base.paid[order.order_id]) == 1:
            yield Offer(partial(_cancel, base, user, order, item), base.with_methods(order))


def _cancel(
    base: Shop, user: str, order: Order, item: OrderItem | None, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, user, order, known=item is None)
    reason = draw.pick(REASONS)
    walk.call("cancel_pending_order", order_id=order.order_id, reason=reason)
    known = (Known(name="order_id", value=order.order_id),) if item is None else ()
    others = [one for one in REASONS if one != reason]
    return TraceGoal(
        intent=1 if item is None else 2,
        act=f"cancel {'number' if item is None else 'content'}, {reason}",
        outcome="done",
        facts={"order_id": order.order_id, **noun("item", thing(item) if item else "")},
        knows=(*known, Known(name="reason", value=reason)),
        details=(
            order_detail(order, item),
            Detail(name="reason", accept=(reason,), reject=tuple(others)),
        ),
    )


@RECIPES.intent(3, "done")
def ship_elsewhere(base: Shop, user: str) -> Iterator[Offer]:
    """Ship a pending order to another address."""
    for order in base.with_status(user, "pending"):
        if len(base.paid[order.order_id]) not in (2, 4):
            yield Offer(partial(_ship, base, user, order, False), frozenset({order.order_id}))


@RECIPES.intent(4, "done")
def ship_elsewhere_and_move(base: Shop, user: str) -> Iterator[Offer]:
    """Ship a pending order to another address, which becomes the default."""
    for order in base.with_status(user, "pending"):
        if len(base.paid[order.order_id]) not in (2, 4):
            touched = frozenset({order.order_id, "default address"})
            yield Offer(partial(_ship, base, user, order, True), touched)


def _ship(
    base: Shop, user: str, order: Order, moves_house: bool, walk: Walk, draw: Draw
) -> TraceGoal:
    address = moves(draw, {order.address.address1, base.users[user].address.address1})
    base.look_up(walk, user, order, known=True)
    walk.call("modify_pending_order_address", order_id=order.order_id, **address.arguments())
    if moves_house:
        walk.call("modify_user_address", user_id=user, **address.arguments())
    old = {order.address.address1, base.users[user].address.address1}
    return TraceGoal(
        intent=4 if moves_house else 3,
        act="ship elsewhere and move" if moves_house else "ship elsewhere",
        outcome="done",
        facts={"order_id": order.order_id, **address.facts()},
        knows=(Known(name="order_id", value=order.order_id),),
        details=(
            order_detail(order, None),
            *_address_details(address, old),
            *((Detail(name="default", accept=("default", "profile", "account")),) * moves_house),
        ),
    )


def ship_goal(
    base: Shop, user: str, order: Order, item: OrderItem, walk: Walk, draw: Draw
) -> TraceGoal:
    """Ship the order with an item elsewhere, when it was spoken of before."""
    old = {order.address.address1, base.users[user].address.address1}
    address = moves(draw, old)
    walk.call("modify_pending_order_address", order_id=order.order_id, **address.arguments())
    return TraceGoal(
        intent=9,
        act="ship it too",
        outcome="done",
        facts={**address.facts(), **noun("item", thing(item))},
        details=(order_detail(order, item), *_address_details(address, old)),
        follows=True,
    )


def _address_details(address: Move, old: set[str]) -> tuple[Detail, ...]:
    return (
        Detail(name="address", accept=(address.address1,), reject=tuple(sorted(old))),
        Detail(name="zip", accept=(address.zip,)),
    )


@RECIPES.intent(5, "done")
def move_default(base: Shop, user: str) -> Iterator[Offer]:
    """Change the default address alone."""
    yield Offer(partial(_move, base, user), frozenset({"default address"}))


def _move(base: Shop, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    old = base.users[user].address.address1
    address = moves(draw, {old})
    walk.call("get_user_details", user_id=user)
    walk.call("modify_user_address", user_id=user, **address.arguments())
    return TraceGoal(
        intent=5,
        act="move",
        outcome="done",
        facts=address.facts(),
        details=_address_details(address, {old}),
    )


@RECIPES.intent(6, "done")
def pay_otherwise(base: Shop, user: str) -> Iterator[Offer]:
    """Pay a pending order with another method."""
    for order in base.with_status(user, "pending"):
        paid = base.paid[order.order_id]
        item = base.telling(user, order)
        if len(paid) != 1 or not item:
            continue
        for method in base.methods[user]:
            covers = method.balance is None or method.balance >= paid[0].amount
            if method.id != paid[0].payment_method_id and covers and base.tellable(user, method):
                play = partial(_pay_otherwise, base, user, order, item, method)
                yield Offer(play, base.with_methods(order) | {method.id})


def _pay_otherwise(
    base: Shop, user: str, order: Order, item: OrderItem, method: PaymentMethod,
    walk: Walk, draw: Draw,
) -> TraceGoal:  # fmt: skip
    return pay_goal(base, user, order, item, method, walk, tells=method.balance is not None)


def pay_goal(
    base: Shop, user: str, order: Order, item: OrderItem, method: PaymentMethod,
    walk: Walk, *, tells: bool,
) -> TraceGoal:  # fmt: skip
    """Pay the order with an item anew; it is told what is left on a gift card if `tells`."""
    base.look_up(walk, user, order, known=False)
    if tells:
        subtract(walk, method.balance or 0, base.paid[order.order_id][0].amount)
    walk.call("modify_pending_order_payment", order_id=order.order_id, payment_method_id=method.id)
    old = base.method(user, base.paid[order.order_id][0].payment_method_id)
    left = (method.balance or 0) - base.paid[order.order_id][0].amount
    output = told_amount("balance left", left, ("get_user_details", "get_order_details"))
    return TraceGoal(
        intent=6,
        act="pay otherwise",
        outcome="done",
        facts={
            **noun("item", thing(item)),
            "card": base.called(user, method),
            "old_card": base.called(user, old),
        },
        details=(order_detail(order, item), base.payment(user, method)),
        hears=(Heard(name="balance left", kind="amount"),) * tells,
        outputs=(output,) * tells,
    )


@RECIPES.intent(6, "refused", tells=True)
def card_falls_short(base: Shop, user: str) -> Iterator[Offer]:
    """Pay with a gift card that does not hold enough; then it is wanted how much is missing."""
    for order in base.with_status(user, "pending"):
        paid = base.paid[order.order_id]
        item = base.telling(user, order)
        cards = [one for one in base.methods[user] if one.source == "gift_card"]
        if len(paid) != 1 or not item or len(cards) != 1:
            continue
        balance = cards[0].balance or 0
        if cards[0].id != paid[0].payment_method_id and 0 < balance < paid[0].amount:
            play = partial(_card_falls_short, base, user, order, item, balance)
            yield Offer(play, frozenset({order.order_id, cards[0].id}))


def _card_falls_short(
    base: Shop, user: str, order: Order, item: OrderItem, balance: int, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, user, order, known=False)
    paid = base.paid[order.order_id][0]
    subtract(walk, paid.amount, balance)
    name = "missing amount"
    return TraceGoal(
        intent=6,
        act="pay with too small a card",
        outcome="refused",
        facts={
            **noun("item", thing(item)),
            "old_card": base.called(user, base.method(user, paid.payment_method_id)),
        },
        hears=(Heard(name=name, kind="amount"),),
        outputs=(
            told_amount(name, paid.amount - balance, ("get_user_details", "get_order_details")),
        ),
        refuses=("RET-17",),
    )
