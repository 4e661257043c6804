"""Sending delivered items back."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.retail.tables import Order, OrderItem, PaymentMethod
from tau_emo_tasks.tracer.domains.retail.base import Shop, thing, told_amount
from tau_emo_tasks.tracer.domains.retail.intents import RECIPES
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk


def _parts(base: Shop, user: str, order: Order, counts: Sequence[int]) -> Iterator[list[OrderItem]]:
    """Some of the items, which leave others behind."""
    named = [i for i in base.items[order.order_id] if base.once_named(user, order.order_id, i)]
    for count in counts:
        for start in range(len(named) - count + 1):
            if count < len(base.items[order.order_id]):
                yield named[start : start + count]


@RECIPES.intent(10, "done")
def return_items(base: Shop, user: str) -> Iterator[Offer]:
    """Return one or two items of a delivered order."""
    for order in base.with_status(user, "delivered"):
        original = base.paid[order.order_id][0].payment_method_id
        cards = [one.id for one in base.methods[user] if one.source == "gift_card"]
        for method in dict.fromkeys((original, *cards)):
            target = base.method(user, method)
            if base.tellable(user, target):
                for items in _parts(base, user, order, (1, 2)):
                    play = partial(_return, base, user, order, items, target)
                    yield Offer(play, frozenset({order.order_id, "return"}))


def _return(
    base: Shop, user: str, order: Order, items: list[OrderItem], method: PaymentMethod,
    walk: Walk, draw: Draw,
) -> TraceGoal:  # fmt: skip
    base.look_up(walk, user, order, known=False)
    tells = draw.chance(0.5)
    if tells and len(items) > 1:
        walk.call("calculate", expression=" + ".join(f"{one.price / 100:.2f}" for one in items))
    walk.call(
        "return_delivered_order_items",
        order_id=order.order_id,
        item_ids=[item.item_id for item in items],
        payment_method_id=method.id,
    )
    total = sum(one.price for one in items)
    output = told_amount("refund", total, ("get_order_details",), computed=len(items) > 1)
    return TraceGoal(
        intent=10,
        act="return one" if len(items) == 1 else "return two",
        outcome="done",
        facts={
            **noun("item", thing(items[0])),
            "items": " and the ".join(map(thing, items)),
            "card": base.called(user, method),
        },
        details=(
            *(Detail(name=f"item {n}", accept=(thing(one),)) for n, one in enumerate(items, 1)),
            base.payment(user, method, "refund"),
        ),
        hears=(Heard(name="refund", kind="amount"),) * tells,
        outputs=(output,) * tells,
    )


@RECIPES.intent(17, "refused", tells=True)
def refund_elsewhere(base: Shop, user: str) -> Iterator[Offer]:
    """Return an item with the refund to a card that did not pay; then to the one that did."""
    for order in base.with_status(user, "delivered"):
        original = base.method(user, base.paid[order.order_id][0].payment_method_id)
        for other in base.methods[user]:
            if other.source == "gift_card" or other.id == original.id:
                continue
            if base.tellable(user, other) and base.tellable(user, original):
                for items in _parts(base, user, order, (1,)):
                    play = partial(_refund_elsewhere, base, user, order, items, other, original)
                    yield Offer(play, frozenset({order.order_id, "return"}))


def _refund_elsewhere(
    base: Shop, user: str, order: Order, items: list[OrderItem], other: PaymentMethod,
    original: PaymentMethod, walk: Walk, draw: Draw,
) -> Sequence[TraceGoal]:  # fmt: skip
    base.look_up(walk, user, order, known=False)
    facts = {
        **noun("item", thing(items[0])),
        "other_card": base.called(user, other),
        "card": base.called(user, original),
    }
    refused = TraceGoal(
        intent=17, act="refund elsewhere", outcome="refused", facts=facts, refuses=("RET-24",)
    )
    walk.goal += 1
    returned = _return(base, user, order, items, original, walk, draw)
    changes = {"intent": 17, "act": "refund as paid", "follows": True, "facts": facts}
    return [refused, returned.model_copy(update=changes)]
