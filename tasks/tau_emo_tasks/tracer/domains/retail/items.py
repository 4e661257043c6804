"""Items in other versions: changes, exchanges, and what there is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.retail.tables import Order, OrderItem, PaymentMethod, Product, Variant
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.retail.base import Shop, subtract, thing, told_amount
from tau_emo_tasks.tracer.domains.retail.intents import RECIPES
from tau_emo_tasks.tracer.domains.retail.options import put, spellings
from tau_emo_tasks.tracer.domains.retail.orders import pay_goal, ship_goal
from tau_emo_tasks.tracer.kit.amounts import dollars
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

CHANGE = "modify_pending_order_items"
EXCHANGE = "exchange_delivered_order_items"
STATUS = {CHANGE: "pending", EXCHANGE: "delivered"}
ACT = {CHANGE: "change item", EXCHANGE: "exchange"}
PRICES = ("get_order_details", "get_product_details")
FITTING = frozenset({"size", "waist", "age group", "width", "length"})
"""Options that nobody leaves to chance: in the wrong one a thing is of no use."""


@dataclass(frozen=True)
class Swap:
    """An item with another value of one option."""

    item: OrderItem
    option: str
    variant: Variant

    @property
    def difference(self) -> int:
        """What it costs more, in cents."""
        return self.variant.price - self.item.price

    @property
    def value(self) -> str:
        """The new value of the option."""
        return self.variant.options[self.option]

    @property
    def new(self) -> str:
        """The new option as people put it."""
        return put(self.item, self.option, self.value)

    @property
    def old(self) -> str:
        """The old option as people put it."""
        return put(self.item, self.option, self.item.options[self.option])

    def detail(self, base: Shop, name: str, rivals: Sequence["Swap"] = ()) -> Detail:
        """What a listing must say of it.

        Args:
            base: the shop.
            name: what the detail is called.
            rivals: what must not be proposed instead, beside other values of the option.
        """
        others = {one.options[self.option] for one in base.variants[self.item.product_id]}
        others |= {one.value for one in rivals}
        return Detail(
            name=name,
            accept=spellings(self.option, self.value),
            reject=tuple(sorted(one for one in others - {self.value} if self.value not in one)),
        )


def _swaps(base: Shop, item: OrderItem, *, available: bool = True) -> list[Swap]:
    """The versions of an item that differ from it in one option."""
    found: list[Swap] = []
    for name in sorted(item.options):
        for variant in base.variants[item.product_id]:
            differing = [key for key in item.options if item.options[key] != variant.options[key]]
            if variant.available == available and differing == [name]:
                found.append(Swap(item, name, variant))
    return found


def _changeable(base: Shop, user: str, tool: str) -> Iterator[tuple[Order, OrderItem]]:
    """The items that can be spoken of and changed or exchanged."""
    for order in base.with_status(user, STATUS[tool]):
        if len(base.paid[order.order_id]) == 1:
            for item in base.items[order.order_id]:
                if base.once_named(user, order.order_id, item):
                    yield order, item


def _touches(order: Order, *methods: PaymentMethod) -> frozenset[str]:
    cards = (one.id for one in methods if one.balance is not None)
    return frozenset({order.order_id, f"items of a {order.status} order", *cards})


def _price(walk: Walk, *swaps: Swap) -> None:
    """Look up and work out what each would cost more."""
    for swap in swaps:
        walk.call("get_product_details", product_id=swap.item.product_id)
    for swap in swaps:
        subtract(walk, swap.variant.price, swap.item.price)


def _carry_out(walk: Walk, tool: str, order: Order, method: PaymentMethod, *swaps: Swap) -> None:
    walk.call(
        tool,
        order_id=order.order_id,
        item_ids=[one.item.item_id for one in swaps],
        new_item_ids=[one.variant.item_id for one in swaps],
        payment_method_id=method.id,
    )


def _facts(base: Shop, user: str, swap: Swap, method: PaymentMethod) -> dict[str, str]:
    return {
        **noun("item", thing(swap.item)),
        "option": swap.option,
        "old": swap.old,
        "new": swap.new,
        "card": base.called(user, method),
    }


def _details(
    base: Shop, user: str, swap: Swap, method: PaymentMethod, *rivals: Swap
) -> tuple[Detail, ...]:
    return (
        Detail(name="item", accept=(thing(swap.item),)),
        swap.detail(base, "new option", rivals),
        base.payment(user, method),
    )


@RECIPES.intent(7, "done")
def change_one_item(base: Shop, user: str) -> Iterator[Offer]:
    """Another option for one item of a pending order."""
    yield from _single(base, user, CHANGE, 7)


@RECIPES.intent(11, "done")
def exchange_one_item(base: Shop, user: str) -> Iterator[Offer]:
    """Exchange a delivered item for another option."""
    yield from _single(base, user, EXCHANGE, 11)


def _single(base: Shop, user: str, tool: str, intent: int) -> Iterator[Offer]:
    for order, item in _changeable(base, user, tool):
        for swap in _swaps(base, item):
            for method in base.payers(user, swap.difference):
                play = partial(_change, base, user, order, swap, method, tool, intent)
                yield Offer(play, _touches(order, method))


def _change(
    base: Shop, user: str, order: Order, swap: Swap, method: PaymentMethod, tool: str,
    intent: int, walk: Walk, draw: Draw,
) -> TraceGoal:  # fmt: skip
    base.look_up(walk, user, order, known=False)
    _price(walk, swap)
    _carry_out(walk, tool, order, method, swap)
    tells = swap.difference != 0 and draw.chance(0.4)
    return TraceGoal(
        intent=intent,
        act=ACT[tool],
        outcome="done",
        facts=_facts(base, user, swap, method),
        details=_details(base, user, swap, method),
        hears=(Heard(name="difference", kind="amount"),) * tells,
        outputs=(told_amount("difference", swap.difference, PRICES),) * tells,
    )


@RECIPES.intent(7, "done")
def change_within(base: Shop, user: str) -> Iterator[Offer]:
    """Another option for an item of a pending order, if that costs no more than so much."""
    yield from _limited(base, user, CHANGE, 7)


@RECIPES.intent(11, "done")
def exchange_or_rather(base: Shop, user: str) -> Iterator[Offer]:
    """Exchange an item for one option, or for another if the first costs more than so much."""
    yield from _limited(base, user, EXCHANGE, 11)


def _limited(base: Shop, user: str, tool: str, intent: int) -> Iterator[Offer]:
    for order, item in _changeable(base, user, tool):
        swaps = _swaps(base, item)
        for swap in swaps:
            if tool == CHANGE and swap.difference > 300:
                limit = -(-(swap.difference + 200) // 500) * 500
                rivals: list[Swap | None] = [None]
            else:
                limit = max(500, -(-(swap.difference + 200) // 500) * 500)
                rivals = [
                    one
                    for one in swaps
                    if tool == EXCHANGE and one.option == swap.option
                    and one.difference > limit + 200
                ]  # fmt: skip
            for rival in rivals:
                for method in base.payers(user, swap.difference):
                    play = partial(
                        _limit, base, user, order, swap, rival, limit, method, tool, intent
                    )
                    yield Offer(play, _touches(order, method))


def _limit(
    base: Shop, user: str, order: Order, swap: Swap, rival: Swap | None, limit: int,
    method: PaymentMethod, tool: str, intent: int, walk: Walk, draw: Draw,
) -> TraceGoal:  # fmt: skip
    base.look_up(walk, user, order, known=False)
    _price(walk, *([rival] if rival else []), swap)
    _carry_out(walk, tool, order, method, swap)
    return TraceGoal(
        intent=intent,
        act="exchange or rather" if rival else "change within a limit",
        outcome="done",
        facts={
            **_facts(base, user, swap, method),
            "limit": dollars(limit),
            "first": rival.new if rival else "",
        },
        details=_details(base, user, swap, method),
    )


@RECIPES.intent(8, "done")
def change_two_items(base: Shop, user: str) -> Iterator[Offer]:
    """Other options for two items of a pending order, in one go."""
    seen: dict[str, list[OrderItem]] = {}
    for order, item in _changeable(base, user, CHANGE):
        seen.setdefault(order.order_id, []).append(item)
    for order in base.with_status(user, "pending"):
        items = seen.get(order.order_id, [])[:2]
        if len(items) < 2:
            continue
        for first in _swaps(base, items[0])[:3]:
            for second in _swaps(base, items[1])[:3]:
                for method in base.payers(user, first.difference + second.difference):
                    play = partial(_change_two, base, user, order, first, second, method)
                    yield Offer(play, _touches(order, method))


def _change_two(
    base: Shop, user: str, order: Order, first: Swap, second: Swap, method: PaymentMethod,
    walk: Walk, draw: Draw,
) -> TraceGoal:  # fmt: skip
    base.look_up(walk, user, order, known=False)
    _price(walk, first, second)
    _carry_out(walk, CHANGE, order, method, first, second)
    total = first.difference + second.difference
    tells = total != 0 and draw.chance(0.5)
    return TraceGoal(
        intent=8,
        act="change two items",
        outcome="done",
        facts={
            **_facts(base, user, first, method),
            **noun("other", thing(second.item)),
            "other_new": second.new,
        },
        details=(
            *_details(base, user, first, method),
            Detail(name="other item", accept=(thing(second.item),)),
            second.detail(base, "other option"),
        ),
        hears=(Heard(name="difference", kind="amount"),) * tells,
        outputs=(told_amount("difference", total, PRICES),) * tells,
    )


@RECIPES.intent(9, "done")
def pay_ship_change(base: Shop, user: str) -> Iterator[Offer]:
    """Payment, address and then an item of one order."""
    for order, item in _changeable(base, user, CHANGE):
        paid = base.paid[order.order_id][0]
        for swap in _swaps(base, item):
            for method in base.payers(user, paid.amount + max(0, swap.difference)):
                if method.id != paid.payment_method_id:
                    play = partial(_pay_ship_change, base, user, order, swap, method)
                    yield Offer(play, _touches(order, *base.methods[user]))


def _pay_ship_change(
    base: Shop, user: str, order: Order, swap: Swap, method: PaymentMethod, walk: Walk, draw: Draw
) -> Sequence[TraceGoal]:
    paying = pay_goal(base, user, order, swap.item, method, walk, tells=False)
    walk.goal += 1
    shipping = ship_goal(base, user, order, swap.item, walk, draw)
    walk.goal += 1
    _price(walk, swap)
    _carry_out(walk, CHANGE, order, method, swap)
    changing = TraceGoal(
        intent=9,
        act="change it last",
        outcome="done",
        facts=_facts(base, user, swap, method),
        details=_details(base, user, swap, method),
        follows=True,
    )
    return [paying.model_copy(update={"intent": 9}), shipping, changing]


@RECIPES.intent(12, "done")
def exchange_for_the_cheapest(base: Shop, user: str) -> Iterator[Offer]:
    """Exchange a delivered item for the cheapest available variant with one fixed option.

    Not where that would leave open whether the thing fits.
    """
    for order, item in _changeable(base, user, EXCHANGE):
        for name in sorted(item.options):
            if FITTING & (set(item.options) - {name}):
                continue
            values = {one.options[name] for one in base.variants[item.product_id]}
            for value in sorted(values - {item.options[name]}):
                fitting = sorted(
                    (one.price, one.item_id, one)
                    for one in base.variants[item.product_id]
                    if one.available and one.options[name] == value
                )
                if len(fitting) < 2 or fitting[0][0] == fitting[1][0]:
                    continue
                swap = Swap(item, name, fitting[0][2])
                for method in base.payers(user, swap.difference):
                    play = partial(_change, base, user, order, swap, method, EXCHANGE, 12)
                    yield Offer(partial(_cheapest, play), _touches(order, method))


def _cheapest(play: partial[TraceGoal], walk: Walk, draw: Draw) -> TraceGoal:
    return play(walk, draw).model_copy(update={"act": "exchange for the cheapest"})


@RECIPES.intent(16, "refused", tells=True)
def exchange_sold_out(base: Shop, user: str) -> Iterator[Offer]:
    """Exchange for a variant that is not available; then for another one."""
    for order, item in _changeable(base, user, EXCHANGE):
        for wanted in _swaps(base, item, available=False):
            for swap in _swaps(base, item):
                for method in base.payers(user, swap.difference):
                    if swap.option == wanted.option:
                        play = partial(_sold_out, base, user, order, wanted, swap, method)
                        yield Offer(play, _touches(order, method))


def _sold_out(
    base: Shop, user: str, order: Order, wanted: Swap, swap: Swap, method: PaymentMethod,
    walk: Walk, draw: Draw,
) -> Sequence[TraceGoal]:  # fmt: skip
    base.look_up(walk, user, order, known=False)
    walk.call("get_product_details", product_id=wanted.item.product_id)
    refused = TraceGoal(
        intent=16,
        act="exchange for what is sold out",
        outcome="refused",
        facts=_facts(base, user, wanted, method),
        refuses=("RET-20",),
    )
    walk.goal += 1
    _price(walk, swap)
    _carry_out(walk, EXCHANGE, order, method, swap)
    instead = TraceGoal(
        intent=16,
        act="exchange instead",
        outcome="done",
        facts={**_facts(base, user, swap, method), "first": wanted.new},
        details=_details(base, user, swap, method),
        follows=True,
    )
    return [refused, instead]


@RECIPES.intent(14, "told")
def what_there_is(base: Shop, user: str) -> Iterator[Offer]:
    """How many versions of a product are available, and what the cheapest of them costs."""
    for product in sorted(base.products.values(), key=lambda one: one.name):
        available = sorted(one.price for one in base.variants[product.product_id] if one.available)
        if len(available) > 4 and available[0] != available[1]:
            play = partial(_what_there_is, product, len(available), available[0])
            yield Offer(play, frozenset({product.product_id}))


def _what_there_is(product: Product, count: int, price: int, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("list_all_product_types")
    walk.call("get_product_details", product_id=product.product_id)
    source = ("get_product_details",)
    names = ("number of available versions", "lowest price")
    return TraceGoal(
        intent=14,
        act="ask what there is",
        outcome="told",
        facts=noun("item", thing(product)),
        hears=(Heard(name=names[0], kind="number"), Heard(name=names[1], kind="amount")),
        outputs=(
            Output(name=names[0], value=str(count), kind="number", source=source, computed=True),
            told_amount(names[1], price, source, computed=False),
        ),
    )
