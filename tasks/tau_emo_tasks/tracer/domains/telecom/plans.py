"""Services and devices: adding, dropping, switching, registering, and what plans would cost."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.telecom.tables import CustomerDevice
from tau_emo_servers.domains.telecom.desk import SENIOR_DISCOUNT
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.telecom.base import (
    SAID,
    Company,
    capital,
    device_noun,
    listed,
    named_devices,
    sayable,
    summed,
)
from tau_emo_tasks.tracer.domains.telecom.bills import (
    ALL_CHARGES,
    BILL,
    SUM,
    amount_output,
    result_of,
)
from tau_emo_tasks.tracer.domains.telecom.intents import RECIPES
from tau_emo_tasks.tracer.kit.amounts import dollars
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

CUSTOMER, PLANS, PLAN = "get_customer_details", "get_services", "get_service_details"
ADDITION = Detail(
    name="addition",
    accept=("add", "adding", "added", "set up", "sign up", "subscribe", "activate", "new service"),
)
NO_DEVICE = (
    "without a device", "without any device", "no device", "no devices", "without devices",
    "none of your devices", "devices: none", "device: none", "nothing linked", "without linking",
    "no linked device", "no linked devices", "not linked to any", "not link any",
)  # fmt: skip
RANGES: dict[str, tuple[tuple[str, str, str, tuple[str, ...]], ...]] = {
    "tv": (
        ("cheapest", "most expensive", "of all the TV packages",
         ("tv_premium", "tv_basic", "tv_sports_package")),
        ("cheaper", "more expensive", "of the premium and the sports TV package",
         ("tv_premium", "tv_sports_package")),
    ),
    "internet": (
        ("cheapest", "most expensive", "of all the fiber internet plans",
         ("internet_fiber_1gb", "internet_fiber_2gb", "internet_fiber_500mb")),
        ("cheaper", "more expensive", "of the two cable internet plans",
         ("internet_cable_500mb", "internet_cable_100mb")),
        ("cheaper", "more expensive", "of the fiber and the cable internet with 500MB",
         ("internet_fiber_500mb", "internet_cable_500mb")),
        ("cheapest", "most expensive", "of all the internet plans",
         ("internet_fiber_1gb", "internet_fiber_2gb", "internet_fiber_500mb",
          "internet_cable_500mb", "internet_cable_100mb")),
    ),
    "mobile": (
        ("cheaper", "more expensive", "of the basic and the unlimited mobile plan",
         ("mobile_basic", "mobile_unlimited")),
    ),
}  # fmt: skip
"""By category: ranges of services in which customers compare prices, with the comparisons."""
NEW_DEVICES = {
    "mobile_phone": "mobile", "networking": "internet", "tv": "tv",
}  # fmt: skip


def fitting(base: Company, user: str, category: str) -> list[str]:
    """The services of a category that a household may want."""
    return [
        one
        for one in base.services
        if base.category(one) == category
        and one not in ("mobile_business_10lines", "mobile_family_4lines")
        and (one != "mobile_senior" or base.senior(user))
    ]


def rivals(base: Company, service_id: str, *but: str) -> list[str]:
    """The other services of the same category."""
    category = base.category(service_id)
    return [
        one
        for one in base.services
        if base.category(one) == category and one not in (service_id, *but)
    ]


def _charges(base: Company, service_id: str) -> frozenset[str]:
    return frozenset({f"charges {base.category(service_id)}"})


def _price(walk: Walk, service_id: str, *, held: bool = False) -> int | float:
    """Look the price of a service up: one that is held by its id, others in the list of all."""
    if held:
        return walk.call(PLAN, service_id=service_id)["price"]
    return walk.call(PLANS)[service_id]["price"]


# -- adding -----------------------------------------------------------------------------------


UNCLEAR = (30_00, 55_00, 65_00)
"""Amounts that a customer may have said of something else: 30 seconds, a 55" Smart TV. Who has
said a number cannot tell that it is an answer."""
PRICED, LIMITED = " by price", " within a limit"
"""Ways to choose a service: the cheapest or dearest of some, or one that keeps to a limit."""


@RECIPES.intent(3, "done")
def add_service(base: Company, user: str) -> Iterator[Offer]:
    """Add a certain service of a new kind, without a device."""
    for category in _missing(base, user):
        for one in fitting(base, user, category):
            yield Offer(partial(_add_bare, base, user, one, "", {}), _charges(base, one))


@RECIPES.intent(3, "done")
def add_by_price(base: Company, user: str) -> Iterator[Offer]:
    """Add the cheapest or the dearest of some services of a new kind."""
    for category in _missing(base, user):
        for one, facts in _by_price(base, category):
            yield Offer(partial(_add_bare, base, user, one, PRICED, facts), _charges(base, one))


@RECIPES.intent(3, "done")
def add_within_limit(base: Company, user: str) -> Iterator[Offer]:
    """Add a service of a new kind if it costs no more than a limit, or else another one."""
    for category in _missing(base, user):
        for one, facts in _within_limit(base, fitting(base, user, category)):
            play = partial(_add_bare, base, user, one, LIMITED, facts)
            yield Offer(play, _charges(base, one) | {SUM})


def _missing(base: Company, user: str) -> list[str]:
    """The kinds of service that a household does not have yet."""
    kinds = ("mobile", "internet", "tv", "security") if base.home(user) else ()
    return [one for one in kinds if not base.held_in(user, one)]


def _by_price(base: Company, category: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The cheapest and the dearest of each range, with the words for it."""
    for cheapest, dearest, of, services in RANGES.get(category, ()):
        prices = sorted((base.services[one].price, one) for one in services)
        for how, (_, one) in {cheapest: prices[0], dearest: prices[-1]}.items():
            yield one, {"cheapest": how, "of": of, "of_cap": capital(of)}


def _within_limit(base: Company, options: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """What a limit leaves of a wanted service and a cheaper one, with the words for it."""
    for wanted in options:
        for other in options:
            price, less = (base.services[one].price for one in (wanted, other))
            for limit in (price + 5_00, price - 5_00) if less < price else ():
                chosen = wanted if price <= limit else other
                yield (
                    chosen,
                    {"limit": dollars(limit), "other": SAID[other], "wanted": SAID[wanted]},
                )


def _add_bare(
    base: Company,
    user: str,
    service_id: str,
    how: str,
    facts: dict[str, str],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(CUSTOMER, customer_id=user)
    _price(walk, service_id)
    walk.call("manage_service", customer_id=user, action="add", service_id=service_id)
    return TraceGoal(
        intent=3,
        act=f"add {base.category(service_id)}{how}",
        outcome="done",
        facts={"service": SAID[service_id], **facts},
        details=(
            ADDITION,
            base.service(service_id, "new service", rivals(base, service_id)),
            Detail(name="no device", accept=NO_DEVICE),
        ),
    )


@RECIPES.intent(3, "done")
def add_beside(base: Company, user: str) -> Iterator[Offer]:
    """Add a second service beside one that is held, and move one device to it."""
    if not base.home(user):
        return
    for held in base.held[user]:
        category = base.category(held)
        linked = base.on(user, held)
        if category not in ("mobile", "tv") or len(linked) < 2:
            continue
        for device in linked:
            if not base.once_owned(user, device.name):
                continue
            for one in fitting(base, user, category):
                if one not in base.held[user] and one != "mobile_senior":
                    play = partial(_add_beside, base, user, one, held, device)
                    yield Offer(play, _charges(base, one))


def _add_beside(
    base: Company,
    user: str,
    service_id: str,
    held: str,
    device: CustomerDevice,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(CUSTOMER, customer_id=user)
    _price(walk, service_id)
    walk.call(
        "manage_service",
        customer_id=user,
        action="add",
        service_id=service_id,
        devices_ids=[device.device_id],
    )
    others = {one.name.lower() for one in base.devices[user]} - {device.name.lower()}
    longer = tuple(sorted(one for one in others if device.name.lower() in one))
    return TraceGoal(
        intent=3,
        act=f"add {base.category(service_id)} beside",
        outcome="done",
        facts={"service": SAID[service_id], "old": SAID[held], "device": device.name},
        details=(
            ADDITION,
            base.service(service_id, "new service", rivals(base, service_id, held)),
            Detail(name="device 1", accept=(device.name.lower(),), reject=longer),
        ),
    )


# -- dropping ---------------------------------------------------------------------------------


def _removal() -> Detail:
    words = ("remove", "removing", "removal", "removed", "cancel", "canceled", "cancelled")
    others = ("canceling", "cancelling", "drop", "dropped", "take off", "end", "disconnect")
    return Detail(name="removal", accept=(*words, *others))


@RECIPES.intent(4, "done")
def drop(base: Company, user: str) -> Iterator[Offer]:
    """Drop a service; of a business, the phones."""
    for one in base.held[user]:
        if sayable(base.on(user, one)) and (base.home(user) or base.category(one) == "phone"):
            yield Offer(partial(_drop, base, user, one, "drop"), _charges(base, one))


@RECIPES.intent(4, "done")
def drop_dearest(base: Company, user: str) -> Iterator[Offer]:
    """Drop the dearest of three or more services."""
    prices = sorted((base.services[one].price, one) for one in base.held[user])
    if len(prices) < 3 or prices[-1][0] == prices[-2][0] or not base.home(user):
        return
    if sayable(base.on(user, prices[-1][1])):
        touched = frozenset(f"charges {base.category(one)}" for one in base.held[user])
        yield Offer(partial(_drop, base, user, prices[-1][1], "drop the dearest"), touched)


def _drop(base: Company, user: str, service_id: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(CUSTOMER, customer_id=user)
    if act == "drop":
        _price(walk, service_id, held=True)
        act = f"drop {base.category(service_id)}"
    else:
        walk.call(PLANS)
    walk.call("manage_service", customer_id=user, action="remove", service_id=service_id)
    linked = base.on(user, service_id)
    return TraceGoal(
        intent=4,
        act=act,
        outcome="done",
        facts={"service": SAID[service_id], **_linked_facts(linked)},
        details=(
            _removal(),
            base.service(service_id, "old service", base.held_in(user, base.category(service_id))),
            *base.links(linked),
        ),
    )


def _linked_facts(devices: Sequence[CustomerDevice]) -> dict[str, str]:
    """The blanks of the devices that are linked to something: `{devices}`, `{devices_is}`."""
    names = listed([one.name for one in devices])
    verbs = {"is": "are", "goes": "go", "moves": "move", "stays": "stay", "hangs": "hang"}
    verbs["loses"] = "lose"
    return {
        "devices": names,
        "devices_cap": capital(names),
        **{f"devices_{one}": many if len(devices) > 1 else one for one, many in verbs.items()},
    }


# -- switching --------------------------------------------------------------------------------


@RECIPES.intent(5, "done")
def switch(base: Company, user: str) -> Iterator[Offer]:
    """Switch to a certain other service of the kind, with all devices."""
    for old in _switchable(base, user):
        for one in fitting(base, user, base.category(old)):
            if one != old:
                yield Offer(partial(_switch, base, user, old, one, "", {}), _charges(base, old))


@RECIPES.intent(5, "done")
def switch_and_hear(base: Company, user: str) -> Iterator[Offer]:
    """The same, and hear the difference in price."""
    for old in _switchable(base, user):
        for one in fitting(base, user, base.category(old)):
            difference = abs(base.services[one].price - base.services[old].price)
            if one != old and difference not in UNCLEAR:
                play = partial(_switch, base, user, old, one, ", told", {})
                yield Offer(play, _charges(base, old) | {SUM})


@RECIPES.intent(5, "done")
def switch_by_price(base: Company, user: str) -> Iterator[Offer]:
    """Switch to the cheapest or the dearest of some services of the kind."""
    for old in _switchable(base, user):
        for one, facts in _by_price(base, base.category(old)):
            if one != old:
                play = partial(_switch, base, user, old, one, PRICED, facts)
                yield Offer(play, _charges(base, old))


@RECIPES.intent(5, "done")
def switch_within_limit(base: Company, user: str) -> Iterator[Offer]:
    """Switch to a service if it costs no more than a limit, or else to another one."""
    for old in _switchable(base, user):
        options = [one for one in fitting(base, user, base.category(old)) if one != old]
        for one, facts in _within_limit(base, options):
            play = partial(_switch, base, user, old, one, LIMITED, facts)
            yield Offer(play, _charges(base, old) | {SUM})


def _switchable(base: Company, user: str) -> list[str]:
    """The services of a household that can give way to another one of their kind.

    They have devices: what becomes of these is the hard part.
    """
    return [
        one
        for one in base.held[user]
        if base.home(user)
        and base.category(one) in RANGES
        and len(base.held_in(user, base.category(one))) == 1
        and base.on(user, one)
        and sayable(base.on(user, one))
    ]


def _switch(
    base: Company,
    user: str,
    old: str,
    new: str,
    how: str,
    facts: dict[str, str],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(CUSTOMER, customer_id=user)
    linked = base.on(user, old)
    walk.call(PLANS)
    prices = sorted((base.services[one].price for one in (old, new)), reverse=True)
    outputs: tuple[Output, ...] = ()
    if how == ", told":
        walk.call("calculate", expression=summed([prices[0], -prices[1]]))
        difference = prices[0] - prices[1]
        outputs = (amount_output("difference", difference, result_of(walk, PLANS), PLANS),)
    walk.call("manage_service", customer_id=user, action="remove", service_id=old)
    walk.call(
        "manage_service",
        customer_id=user,
        action="add",
        service_id=new,
        devices_ids=[one.device_id for one in linked],
    )
    words = ("add", "adding", "added", "switch", "switching", "move", "change", "replace")
    return TraceGoal(
        intent=5,
        act=f"switch {base.category(old)}{how}",
        outcome="done",
        facts={"old": SAID[old], "service": SAID[new], **facts, **_linked_facts(linked)},
        details=(
            base.service(old, "old service"),
            Detail(name="switch", accept=(*words, "remove", "upgrade", "downgrade")),
            base.service(new, "new service", rivals(base, new, old)),
            *base.links(linked),
        ),
        hears=(Heard(name="difference", kind="amount"),) if outputs else (),
        outputs=outputs,
    )


# -- registering ------------------------------------------------------------------------------


def _new_devices(base: Company, user: str) -> Iterator[tuple[str, str]]:
    """Models that the customer does not own, with the category of service they go on."""
    owned = {one.name for one in base.devices[user]}
    for model in base.models.values():
        category = NEW_DEVICES.get(model.category)
        shop = model.name in ("Enterprise Router", "Conference Room TV")
        alike = any(model.name in name or name in model.name for name in owned)
        if category and not alike and shop != base.home(user):
            yield model.name, category


@RECIPES.intent(6, "done")
def register(base: Company, user: str) -> Iterator[Offer]:
    """Register a new device and hear what model the company has it as."""
    for name, _ in _new_devices(base, user):
        yield Offer(partial(_register, base, user, name, True), frozenset({"register"}))


def _register(
    base: Company, user: str, name: str, told: bool, walk: Walk, draw: Draw, intent: int = 6
) -> TraceGoal:
    outputs: tuple[Output, ...] = ()
    if told:
        model = walk.call("get_device_details", device_name=name)["model"]
        source = ("get_device_details",)
        outputs = (Output(name="model number", value=model, kind="name", source=source),)
    walk.call("add_device", customer_id=user, device_name=name)
    longer = tuple(
        one.lower() for one in base.models if name.lower() in one.lower() and one != name
    )
    kind = base.models[name].category
    return TraceGoal(
        intent=intent,
        act=f"register {NEW_DEVICES[kind]}{', told' if told else ''}",
        outcome="done",
        facts=device_noun(name),
        details=(Detail(name="device", accept=(name.lower(),), reject=longer),),
        hears=(Heard(name="model number", kind="name"),) if told else (),
        outputs=outputs,
    )


@RECIPES.intent(7, "done")
def register_and_link(base: Company, user: str) -> Iterator[Offer]:
    """Register a new device, and put it on the service that is held already."""
    for name, category in _new_devices(base, user):
        for service_id in base.held_in(user, category):
            linked = base.on(user, service_id)
            single = service_id in ("mobile_basic", "mobile_senior", "mobile_family_4lines")
            if category != "internet" and not single and sayable(linked) and len(linked) < 4:
                touched = frozenset({"register"}) | _charges(base, service_id)
                yield Offer(partial(_register_and_link, base, user, name, service_id), touched)


def _register_and_link(
    base: Company, user: str, name: str, service_id: str, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    told = draw.chance(0.4)
    registered = _register(base, user, name, told, walk, draw, intent=7)
    walk.goal += 1
    linked = base.on(user, service_id)
    profile = walk.call(CUSTOMER, customer_id=user)
    _price(walk, service_id, held=True)
    new = profile["devices"][-1]["device_id"]
    walk.call("manage_service", customer_id=user, action="remove", service_id=service_id)
    walk.call(
        "manage_service",
        customer_id=user,
        action="add",
        service_id=service_id,
        devices_ids=[*(one.device_id for one in linked), new],
    )
    put = TraceGoal(
        intent=7,
        act="put on plan",
        outcome="done",
        facts={**device_noun(name), "service": SAID[service_id], **_linked_facts(linked)},
        details=(
            base.service(service_id, "service", rivals(base, service_id)),
            Detail(name="again", accept=("add", "adding", "added", "again", "re-add", "re-adding")),
            Detail(
                name="way", accept=("remove", "removing", "removed", "removal", "again", "re-add")
            ),
            *named_devices([name, *(one.name for one in linked)]),
        ),
        follows=True,
    )
    return registered, put


@RECIPES.intent(7, "done")
def register_and_add(base: Company, user: str) -> Iterator[Offer]:
    """Register a new device, and add a service of a new kind with it."""
    if not base.home(user):
        return
    for name, category in _new_devices(base, user):
        if base.held_in(user, category):
            continue
        for service_id in fitting(base, user, category):
            touched = frozenset({"register"}) | _charges(base, service_id)
            yield Offer(partial(_register_and_add, base, user, name, service_id), touched)


def _register_and_add(
    base: Company, user: str, name: str, service_id: str, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    registered = _register(base, user, name, draw.chance(0.4), walk, draw, intent=7)
    walk.goal += 1
    profile = walk.call(CUSTOMER, customer_id=user)
    _price(walk, service_id)
    walk.call(
        "manage_service",
        customer_id=user,
        action="add",
        service_id=service_id,
        devices_ids=[profile["devices"][-1]["device_id"]],
    )
    added = TraceGoal(
        intent=7,
        act="add with it",
        outcome="done",
        facts={**device_noun(name), "service": SAID[service_id]},
        details=(
            ADDITION,
            base.service(service_id, "new service", rivals(base, service_id)),
            *named_devices([name]),
        ),
        follows=True,
    )
    return registered, added


# -- what it would cost -----------------------------------------------------------------------


@RECIPES.intent(12, "told")
def what_if_switched(base: Company, user: str) -> Iterator[Offer]:
    """What the charges would add up to with another service in place of one."""
    if base.total(user) % 100:
        for old in _switchable(base, user):
            for new in fitting(base, user, base.category(old)):
                if new != old:
                    yield Offer(partial(_what_if, base, user, old, new), ALL_CHARGES)


@RECIPES.intent(12, "told")
def what_if_added(base: Company, user: str) -> Iterator[Offer]:
    """What the charges would add up to with one service more."""
    if base.total(user) % 100:
        for category in _missing(base, user):
            for new in fitting(base, user, category):
                yield Offer(partial(_what_if, base, user, "", new), ALL_CHARGES)


def _what_if(base: Company, user: str, old: str, new: str, walk: Walk, draw: Draw) -> TraceGoal:
    bill = walk.call(BILL, customer_id=user)
    price = round(_price(walk, new) * 100)
    charges = {code: round(amount * 100) for code, amount in bill["monthly_charges"].items()}
    charges.pop(old, None)
    amounts = [*charges.values(), price]
    walk.call("calculate", expression=summed(amounts))
    output = amount_output("new total", sum(amounts), result_of(walk, BILL, PLANS), BILL, PLANS)
    return TraceGoal(
        intent=12,
        act="what if switched" if old else "what if added",
        outcome="told",
        facts={"service": SAID[new], "old": SAID.get(old, "")},
        hears=(Heard(name="new total", kind="amount"),),
        outputs=(output,),
    )


@RECIPES.intent(13, "told")
def senior_quote(base: Company, user: str) -> Iterator[Offer]:
    """What a service would cost with the senior discount."""
    if not base.senior(user) or not base.home(user):
        return
    for category in ("mobile", "internet", "tv"):
        for one in fitting(base, user, category):
            if base.services[one].price - SENIOR_DISCOUNT in UNCLEAR:
                continue
            held = one in base.held[user]
            play = partial(_senior_quote, base, user, one, held)
            yield Offer(play, _charges(base, one) | {SUM})


def _senior_quote(
    base: Company, user: str, service_id: str, held: bool, walk: Walk, draw: Draw
) -> TraceGoal:
    if held:
        walk.call(CUSTOMER, customer_id=user)
    price = _price(walk, service_id, held=held)
    value = walk.call("get_senior_discount", original_price=str(price))
    source = ("get_senior_discount",)
    name = "price with the senior discount"
    return TraceGoal(
        intent=13,
        act="senior quote, held" if held else "senior quote",
        outcome="told",
        facts={"service": SAID[service_id]},
        hears=(Heard(name=name, kind="amount"),),
        outputs=(Output(name=name, value=f"{float(value):.2f}", kind="amount", source=source),),
    )
