"""What customers of the shop want. The numbers are those of the domain's intents."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.retail.tables import Order, OrderItem, PaymentMethod, Variant
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.retail.base import Shop, shop, thing
from tau_emo_tasks.tracer.domains.retail.intents import RECIPES
from tau_emo_tasks.tracer.kit.addresses import Move, moves
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

REASONS = ("no longer needed", "ordered by mistake")


def customers() -> Shop:
    """The shop's customers."""
    return shop()


def _orders(base: Shop, user: str, status: str) -> Iterator[Order]:
    yield from (order for order in base.orders[user] if order.status == status)


def _telling(base: Shop, user: str, order: Order) -> OrderItem | None:
    """An item by which the owner can tell the order from all others."""
    return next(
        (one for one in base.items[order.order_id] if base.once_named(user, order.order_id, one)),
        None,
    )


def _look_up(walk: Walk, base: Shop, user: str, order: Order, *, known: bool) -> None:
    """Open the order; without its id, all orders of the profile until it is found."""
    profile = walk.call("get_user_details", user_id=user)
    if known:
        walk.call("get_order_details", order_id=order.order_id)
        return
    for one in profile["orders"]:
        walk.call("get_order_details", order_id=one)
        if one == order.order_id:
            return


def _order_detail(base: Shop, order: Order, item: OrderItem | None) -> Detail:
    accept = (order.order_id, *((thing(item),) if item else ()))
    return Detail(name="order", accept=accept)


@RECIPES.intent(1, "done")
def cancel_by_number(base: Shop, user: str) -> Iterator[Offer]:
    """Cancel a pending order whose number the customer has."""
    for order in _orders(base, user, "pending"):
        if len(base.paid[order.order_id]) == 1:
            yield Offer(partial(_cancel, base, user, order, None), frozenset({order.order_id}))


@RECIPES.intent(2, "done")
def cancel_by_content(base: Shop, user: str) -> Iterator[Offer]:
    """Cancel "the order with the lamp"."""
    for order in _orders(base, user, "pending"):
        item = _telling(base, user, order)
        if item and len(base.paid[order.order_id]) == 1:
            yield Offer(partial(_cancel, base, user, order, item), frozenset({order.order_id}))


def _cancel(
    base: Shop, user: str, order: Order, item: OrderItem | None, walk: Walk, draw: Draw
) -> TraceGoal:
    _look_up(walk, base, user, order, known=item is None)
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
            _order_detail(base, order, item),
            Detail(name="reason", accept=(reason,), reject=tuple(others)),
        ),
    )


@RECIPES.intent(3, "done")
def ship_elsewhere(base: Shop, user: str) -> Iterator[Offer]:
    """Ship a pending order to another address."""
    for order in _orders(base, user, "pending"):
        if len(base.paid[order.order_id]) not in (2, 4):
            yield Offer(partial(_ship, base, user, order, False), frozenset({order.order_id}))


@RECIPES.intent(4, "done")
def ship_elsewhere_and_move(base: Shop, user: str) -> Iterator[Offer]:
    """Ship a pending order to another address, which becomes the default."""
    for order in _orders(base, user, "pending"):
        if len(base.paid[order.order_id]) not in (2, 4):
            touched = frozenset({order.order_id, "default address"})
            yield Offer(partial(_ship, base, user, order, True), touched)


def _ship(
    base: Shop, user: str, order: Order, moves_house: bool, walk: Walk, draw: Draw
) -> TraceGoal:
    address = moves(draw, {order.address.address1, base.users[user].address.address1})
    _look_up(walk, base, user, order, known=True)
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
            _order_detail(base, order, None),
            *_address_details(address, old),
            *((Detail(name="default", accept=("default", "profile", "account")),) * moves_house),
        ),
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
    for order in _orders(base, user, "pending"):
        paid = base.paid[order.order_id]
        item = _telling(base, user, order)
        if len(paid) != 1 or not item:
            continue
        for method in base.methods[user]:
            covers = method.balance is None or method.balance >= paid[0].amount
            if method.id != paid[0].payment_method_id and covers and base.tellable(user, method):
                play = partial(_pay_otherwise, base, user, order, item, method)
                yield Offer(play, frozenset({order.order_id, method.id}))


def _pay_otherwise(
    base: Shop,
    user: str,
    order: Order,
    item: OrderItem,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    _look_up(walk, base, user, order, known=False)
    walk.call("modify_pending_order_payment", order_id=order.order_id, payment_method_id=method.id)
    old = base.method(user, base.paid[order.order_id][0].payment_method_id)
    return TraceGoal(
        intent=6,
        act="pay otherwise",
        outcome="done",
        facts={
            **noun("item", thing(item)),
            "card": base.called(user, method),
            "old_card": base.called(user, old),
        },
        details=(_order_detail(base, order, item), base.payment(user, method)),
    )


# -- items --------------------------------------------------------------------------------


def _alternatives(base: Shop, item: OrderItem) -> Iterator[tuple[str, Variant]]:
    """The options of an item that can be changed alone, with the variant that this gives."""
    for name in sorted(item.options):
        for variant in base.variants[item.product_id]:
            differing = [key for key in item.options if item.options[key] != variant.options[key]]
            if variant.available and differing == [name]:
                yield name, variant


def _payers(base: Shop, user: str, difference: int) -> list[PaymentMethod]:
    return [
        one
        for one in base.methods[user]
        if base.tellable(user, one) and (one.balance is None or one.balance >= difference)
    ]


def _option_detail(base: Shop, item: OrderItem, name: str, value: str) -> Detail:
    others = {one.options[name] for one in base.variants[item.product_id]} - {value}
    return Detail(
        name="new option",
        accept=(value,),
        reject=tuple(sorted(other for other in others if value not in other)),
    )


@RECIPES.intent(7, "done")
def change_one_item(base: Shop, user: str) -> Iterator[Offer]:
    """Another option for one item of a pending order."""
    for order in _orders(base, user, "pending"):
        if len(base.paid[order.order_id]) == 1:
            yield from _changes(base, user, order, "modify_pending_order_items", 7)


@RECIPES.intent(11, "done")
def exchange_one_item(base: Shop, user: str) -> Iterator[Offer]:
    """Exchange a delivered item for another option."""
    for order in _orders(base, user, "delivered"):
        yield from _changes(base, user, order, "exchange_delivered_order_items", 11)


def _changes(base: Shop, user: str, order: Order, tool: str, intent: int) -> Iterator[Offer]:
    for item in base.items[order.order_id]:
        if not base.once_named(user, order.order_id, item):
            continue
        for name, variant in _alternatives(base, item):
            for method in _payers(base, user, variant.price - item.price):
                play = partial(
                    _change, base, user, order, item, name, variant, method, tool, intent
                )
                yield Offer(play, frozenset({order.order_id, method.id, tool}))


def _change(
    base: Shop,
    user: str,
    order: Order,
    item: OrderItem,
    name: str,
    variant: Variant,
    method: PaymentMethod,
    tool: str,
    intent: int,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    _look_up(walk, base, user, order, known=False)
    walk.call("get_product_details", product_id=item.product_id)
    walk.call("calculate", expression=f"{variant.price / 100:.2f} - {item.price / 100:.2f}")
    walk.call(
        tool,
        order_id=order.order_id,
        item_ids=[item.item_id],
        new_item_ids=[variant.item_id],
        payment_method_id=method.id,
    )
    return TraceGoal(
        intent=intent,
        act="change item" if intent == 7 else "exchange",
        outcome="done",
        facts={
            **noun("item", thing(item)),
            "option": name,
            "old": item.options[name],
            "new": variant.options[name],
            "card": base.called(user, method),
        },
        details=(
            Detail(name="item", accept=(thing(item),)),
            _option_detail(base, item, name, variant.options[name]),
            base.payment(user, method),
        ),
    )


@RECIPES.intent(12, "done")
def exchange_for_the_cheapest(base: Shop, user: str) -> Iterator[Offer]:
    """Exchange a delivered item for the cheapest available variant with one fixed option."""
    for order in _orders(base, user, "delivered"):
        for item in base.items[order.order_id]:
            if not base.once_named(user, order.order_id, item):
                continue
            for name in sorted(item.options):
                values = {one.options[name] for one in base.variants[item.product_id]}
                for value in sorted(values - {item.options[name]}):
                    fitting = sorted(
                        (one.price, one.item_id, one)
                        for one in base.variants[item.product_id]
                        if one.available and one.options[name] == value
                    )
                    if len(fitting) < 2 or fitting[0][0] == fitting[1][0]:
                        continue
                    variant = fitting[0][2]
                    for method in _payers(base, user, variant.price - item.price):
                        play = partial(
                            _exchange_cheapest, base, user, order, item, name, variant, method
                        )
                        touched = {order.order_id, method.id, "exchange_delivered_order_items"}
                        yield Offer(play, frozenset(touched))


def _exchange_cheapest(
    base: Shop,
    user: str,
    order: Order,
    item: OrderItem,
    name: str,
    variant: Variant,
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    goal = _change(
        base, user, order, item, name, variant, method,
        "exchange_delivered_order_items", 12, walk, draw,
    )  # fmt: skip
    return goal.model_copy(update={"act": "exchange for the cheapest"})


@RECIPES.intent(10, "done")
def return_items(base: Shop, user: str) -> Iterator[Offer]:
    """Return one or two items of a delivered order."""
    for order in _orders(base, user, "delivered"):
        named = [i for i in base.items[order.order_id] if base.once_named(user, order.order_id, i)]
        original = base.method(user, base.paid[order.order_id][0].payment_method_id)
        cards = [one for one in base.methods[user] if one.source == "gift_card"]
        for method in dict.fromkeys((original.id, *(one.id for one in cards))):
            target = base.method(user, method)
            if not base.tellable(user, target):
                continue
            for count in (1, 2):
                for start in range(len(named) - count + 1):
                    items = named[start : start + count]
                    if len(items) < len(base.items[order.order_id]):
                        play = partial(_return, base, user, order, items, target)
                        yield Offer(play, frozenset({order.order_id}))


def _return(
    base: Shop,
    user: str,
    order: Order,
    items: list[OrderItem],
    method: PaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    _look_up(walk, base, user, order, known=False)
    walk.call(
        "return_delivered_order_items",
        order_id=order.order_id,
        item_ids=[item.item_id for item in items],
        payment_method_id=method.id,
    )
    kept = [i for i in base.items[order.order_id] if i.item_id not in {x.item_id for x in items}]
    return TraceGoal(
        intent=10,
        act="return one" if len(items) == 1 else "return two",
        outcome="done",
        facts={
            **noun("item", thing(items[0])),
            "items": " and the ".join(map(thing, items)),
            "kept": thing(kept[0]) if kept else "",
            "card": base.called(user, method),
        },
        details=(
            *(Detail(name=f"item {n}", accept=(thing(one),)) for n, one in enumerate(items, 1)),
            base.payment(user, method, "refund"),
        ),
    )


@RECIPES.intent(15, "refused", tells=True)
def cancel_too_late(base: Shop, user: str) -> Iterator[Offer]:
    """Cancel an order that is processed; then its tracking number is wanted."""
    for order in _orders(base, user, "processed"):
        item = _telling(base, user, order)
        parcels = base.parcels[order.order_id]
        if item and len(parcels) == 1 and len(parcels[0].tracking_id) == 1:
            play = partial(_cancel_too_late, base, user, order, item, parcels[0].tracking_id[0])
            yield Offer(play, frozenset({order.order_id}))


def _cancel_too_late(
    base: Shop, user: str, order: Order, item: OrderItem, tracking: str, walk: Walk, draw: Draw
) -> TraceGoal:
    _look_up(walk, base, user, order, known=False)
    return TraceGoal(
        intent=15,
        act="cancel too late",
        outcome="refused",
        facts=noun("item", thing(item)),
        knows=(Known(name="reason", value="no longer needed"),),
        hears=(Heard(name="tracking number", kind="number"),),
        outputs=(
            Output(
                name="tracking number", value=tracking, kind="number",
                source=("get_order_details",),
            ),
        ),
        refuses=("RET-11",),
    )  # fmt: skip


@RECIPES.intent(20, "handed_off")
def other_email(base: Shop, user: str) -> Iterator[Offer]:
    """Change the e-mail of the profile: that is a matter for a person."""
    yield Offer(partial(_other_email, user), frozenset({"email"}))


def _other_email(user: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("get_user_details", user_id=user)
    walk.call(
        "transfer_to_human_agents", summary="The customer wants another email in the profile."
    )
    return TraceGoal(intent=20, act="other e-mail", outcome="handed_off", facts={})
