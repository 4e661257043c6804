"""What the shop's agents must refuse or pass on to a person."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.retail.tables import Order, OrderItem
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.retail.base import Shop, thing, told_amount
from tau_emo_tasks.tracer.domains.retail.intents import RECIPES
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk


@RECIPES.intent(15, "refused", tells=True)
def cancel_too_late(base: Shop, user: str) -> Iterator[Offer]:
    """Cancel an order that is processed; then its tracking number is wanted."""
    yield from _on_its_way(base, user, "cancel too late", "RET-11", 15)


@RECIPES.intent(10, "refused", tells=True)
def return_too_early(base: Shop, user: str) -> Iterator[Offer]:
    """Return an item that is still on its way; then its tracking number is wanted."""
    yield from _on_its_way(base, user, "return too early", "RET-22", 10)


def _on_its_way(base: Shop, user: str, act: str, rule: str, intent: int) -> Iterator[Offer]:
    for order in base.with_status(user, "processed"):
        item = base.telling(user, order)
        parcels = base.parcels[order.order_id]
        if item and len(parcels) == 1 and len(parcels[0].tracking_id) == 1:
            tracking = parcels[0].tracking_id[0]
            play = partial(_tracked, base, user, order, item, tracking, act, rule, intent)
            touched = {order.order_id, act.split()[0]}
            yield Offer(play, frozenset(touched))


def _tracked(
    base: Shop, user: str, order: Order, item: OrderItem, tracking: str, act: str, rule: str,
    intent: int, walk: Walk, draw: Draw,
) -> TraceGoal:  # fmt: skip
    base.look_up(walk, user, order, known=False)
    name = "tracking number"
    output = Output(name=name, value=tracking, kind="number", source=("get_order_details",))
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="refused",
        facts=noun("item", thing(item)),
        knows=(Known(name="reason", value="no longer needed"),) * (intent == 15),
        hears=(Heard(name=name, kind="number"),),
        outputs=(output,),
        refuses=(rule,),
    )


@RECIPES.intent(18, "refused", tells=True)
def changed_before(base: Shop, user: str) -> Iterator[Offer]:
    """Cancel an order whose items were changed before; then the price of an item is wanted."""
    for order in base.with_status(user, "pending"):
        item = base.telling(user, order)
        if item and len(base.paid[order.order_id]) in (2, 4):
            play = partial(_changed_before, base, user, order, item)
            yield Offer(play, frozenset({order.order_id}))


def _changed_before(
    base: Shop, user: str, order: Order, item: OrderItem, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, user, order, known=False)
    return TraceGoal(
        intent=18,
        act="cancel what was changed",
        outcome="refused",
        facts=noun("item", thing(item)),
        knows=(Known(name="reason", value="no longer needed"),),
        hears=(Heard(name="price", kind="amount"),),
        outputs=(told_amount("price", item.price, ("get_order_details",), computed=False),),
        refuses=("RET-18",),
    )


@RECIPES.intent(18, "refused")
def order_of_a_friend(base: Shop, user: str) -> Iterator[Offer]:
    """Cancel a friend's order."""
    keys = sorted(base.users)
    start = keys.index(user)
    for other in keys[start + 1 : start + 6]:
        for order in base.with_status(other, "pending"):
            yield Offer(partial(_friend, base, other, order), frozenset({"friend"}))


def _friend(base: Shop, other: str, order: Order, walk: Walk, draw: Draw) -> TraceGoal:
    friend = base.users[other]
    return TraceGoal(
        intent=18,
        act="cancel for a friend",
        outcome="refused",
        facts={
            "friend_name": f"{friend.first_name} {friend.last_name}",
            "first_name": friend.first_name,
            "order_id": order.order_id,
        },
        knows=(Known(name="order_id", value=order.order_id),),
        refuses=("RET-04",),
    )


@RECIPES.intent(19, "handed_off")
def damaged(base: Shop, user: str) -> Iterator[Offer]:
    """Claim money for an item that came damaged, or for a parcel that did not come."""
    for order in base.with_status(user, "delivered"):
        item = base.telling(user, order)
        if item:
            yield Offer(partial(_damaged, base, user, order, item), frozenset({order.order_id}))


def _damaged(
    base: Shop, user: str, order: Order, item: OrderItem, walk: Walk, draw: Draw
) -> TraceGoal:
    base.look_up(walk, user, order, known=False)
    lost = draw.chance(0.4)
    walk.call(
        "transfer_to_human_agents",
        summary=f"The customer claims money: the {thing(item)} of order {order.order_id} "
        f"{'never arrived' if lost else 'came damaged'}.",
    )
    return TraceGoal(
        intent=19,
        act="claim for a lost parcel" if lost else "claim for damage",
        outcome="handed_off",
        facts=noun("item", thing(item)),
    )


@RECIPES.intent(20, "handed_off")
def other_email(base: Shop, user: str) -> Iterator[Offer]:
    """Change the e-mail of the profile, or add a way to pay: that is a matter for a person."""
    yield Offer(partial(_profile, base, user), frozenset({"email"}))


def _profile(base: Shop, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    # Who has forgotten the e-mail of the account cannot have another one put in its place.
    card = draw.chance(0.4) or walk.steps[0].tool != "find_user_id_by_email"
    person = base.users[user]
    new = f"{person.last_name}.{person.first_name}@example.org".lower().replace(" ", "")
    wish = "a new payment method" if card else f"{new} as the email"
    walk.call("get_user_details", user_id=user)
    walk.call("transfer_to_human_agents", summary=f"The customer wants {wish} in the profile.")
    return TraceGoal(
        intent=20,
        act="new card" if card else "other e-mail",
        outcome="handed_off",
        facts={} if card else {"new_email": new},
        knows=() if card else (Known(name="new_email", value=new),),
    )
