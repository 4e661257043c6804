"""Another address for the player."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.kit.addresses import postal_address
from tau_emo_tasks.tracer.domains.basketball.base import Association
from tau_emo_tasks.tracer.domains.basketball.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

ADDRESS = frozenset({"address"})


@RECIPES.intent(1, "done")
def move_to_another_city(base: Association, user: str) -> Iterator[Offer]:
    """A whole new address."""
    yield Offer(partial(_move, base, user, "new address"), ADDRESS)


@RECIPES.intent(2, "done")
def move_in_town(base: Association, user: str) -> Iterator[Offer]:
    """A new street; the rest stays."""
    yield Offer(partial(_move, base, user, "new street"), ADDRESS)


@RECIPES.intent(2, "done")
def move_across_town(base: Association, user: str) -> Iterator[Offer]:
    """A new street and zip code; the rest stays."""
    if base.players[user].address.country == "USA":
        yield Offer(partial(_move, base, user, "street and zip"), ADDRESS)


@RECIPES.intent(2, "done")
def correct_the_zip(base: Association, user: str) -> Iterator[Offer]:
    """The zip code alone is wrong."""
    if base.players[user].address.country == "USA":
        yield Offer(partial(_move, base, user, "zip only"), ADDRESS)


def _move(base: Association, user: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    if act == "zip only" and walk.steps[0].tool == "find_player_id_by_name":
        raise WalkError("the zip code is what the customer is known by")
    old = walk.call("get_player_details", player_id=user)["address"]
    while (fresh := postal_address(draw)).city == old["city"] or fresh.address1 == old["street"]:
        pass
    street = ", ".join(filter(None, (fresh.address1, fresh.address2)))
    new = {**old}
    if act == "new address":
        new = {
            "street": street,
            "city": fresh.city,
            "country": fresh.country,
            "state": fresh.state,
            "zip": fresh.zip,
        }
    if act in ("new street", "street and zip"):
        new["street"] = street
    if act in ("street and zip", "zip only"):
        while (end := draw.digits(2)) == old["zip"][3:]:
            pass
        new["zip"] = old["zip"][:3] + end
    walk.call("modify_player_address", player_id=user, **new)
    place = f"{new['state']} {new['zip']}".strip()
    return TraceGoal(
        intent=1 if act == "new address" else 2,
        act=act,
        outcome="done",
        facts={
            **base.life(user, draw),
            "street": new["street"],
            "city": new["city"],
            "new_zip": new["zip"],
            "address": f"{new['street']}, {new['city']}, {place}, {new['country']}",
        },
        details=(
            _part("street", new, old),
            _part("city", new, old),
            _part("zip", new, old),
        ),
    )


def _part(name: str, new: dict[str, str], old: dict[str, str]) -> Detail:
    reject = (old[name],) if old[name] != new[name] and name != "city" else ()
    return Detail(name=name, accept=(new[name],), reject=reject)
