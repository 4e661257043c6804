"""Bills: paying, settings, and what the charges add up to."""

from collections.abc import Iterator
from datetime import date
from functools import partial

from tau_emo_db import Draw
from tau_emo_servers.values import mentions
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.telecom.base import Company, summed, term
from tau_emo_tasks.tracer.domains.telecom.intents import RECIPES
from tau_emo_tasks.tracer.kit.amounts import dollars
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

BILL = "get_billing_details"
TODAY = "2025-09-28"
DAYS = (TODAY, "2025-09-29", "2025-09-30", "2025-10-01", "2025-10-02", "2025-10-03", "2025-10-06")
METHODS = {"credit_card": "credit card", "bank_transfer": "bank transfer"}
REFUSED_MEANS = (
    "by check", "in cash", "with a gift card", "with a money order", "through PayPal",
    "with cryptocurrency",
)  # fmt: skip
CYCLES = {
    "monthly": ("monthly", "every month"),
    "quarterly": ("quarterly", "every quarter", "every three months", "each quarter"),
    "annual": ("annual", "annually", "yearly", "once a year", "every year"),
}
CATEGORIES = ("mobile", "internet", "tv", "phone", "security")
SUM = "a sum in whole dollars"
"""What goals touch in which such a sum is said or told: one must not give away the other."""
ALL_CHARGES = frozenset(f"charges {one}" for one in CATEGORIES)


def amount_output(name: str, cents: int, result: str, *source: str) -> Output:
    """An amount to be told; it counts as computed where no result shows it.

    Args:
        name: what it is called.
        cents: the amount.
        result: the texts of the sources.
        source: the tools that it comes from.
    """
    value = f"{cents / 100:.2f}"
    computed = not mentions(result, value, "amount")
    return Output(name=name, value=value, kind="amount", source=source, computed=computed)


def result_of(walk: Walk, *tools: str) -> str:
    """What some tools have given so far, as one text."""
    return "\n".join(step.result for step in walk.steps if step.tool in tools)


def _day(text: str) -> str:
    when = date.fromisoformat(text)
    spoken = f"{when:%B} {when.day}"
    return f"today, {spoken}" if text == TODAY else spoken


def payment_facts(draw: Draw) -> tuple[str, str, dict[str, str], tuple[Detail, ...]]:
    """A method and a date with the words for them and what a listing must name."""
    method, day = draw.pick(tuple(METHODS)), draw.pick(DAYS)
    [other] = [words for key, words in METHODS.items() if key != method]
    details = (
        Detail(name="method", accept=(METHODS[method],), reject=(f"by {other}",)),
        Detail(name="date", accept=(day,)),
    )
    return method, day, {"method": METHODS[method], "date": _day(day)}, details


@RECIPES.intent(1, "done")
def pay_all(base: Company, user: str) -> Iterator[Offer]:
    """Pay everything that is owed."""
    if base.bills[user].current_balance:
        yield Offer(partial(_pay_all, base, user), frozenset({"balance"}))


def _pay_all(
    base: Company, user: str, walk: Walk, draw: Draw, act: str = "pay all", intent: int = 1
) -> TraceGoal:
    balance = base.bills[user].current_balance
    method, day, facts, details = payment_facts(draw)
    walk.call(BILL, customer_id=user)
    walk.call("record_payment", customer_id=user, amount=balance / 100, method=method, date=day)
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts=facts,
        details=details,
        hears=(Heard(name="balance", kind="amount"),),
        outputs=(amount_output("balance", balance, result_of(walk, BILL), BILL),),
    )


@RECIPES.intent(1, "done")
def pay_part(base: Company, user: str) -> Iterator[Offer]:
    """Pay a part of what is owed, and hear what is left."""
    balance = base.bills[user].current_balance
    for amount in (10_00, 25_00, 40_00, 60_00, 75_00):
        if amount < balance and (balance - amount) % 100:
            yield Offer(partial(_pay_part, base, user, amount), frozenset({"balance", SUM}))


def _pay_part(base: Company, user: str, amount: int, walk: Walk, draw: Draw) -> TraceGoal:
    left = base.bills[user].current_balance - amount
    method, day, facts, details = payment_facts(draw)
    shown = walk.call(BILL, customer_id=user)
    walk.call("calculate", expression=f"{shown['current_balance']} - {term(amount)}")
    walk.call("record_payment", customer_id=user, amount=amount / 100, method=method, date=day)
    return TraceGoal(
        intent=1,
        act="pay part",
        outcome="done",
        facts={"amount": dollars(amount), **facts},
        details=(Detail(name="amount", accept=(f"{amount / 100:.2f}",)), *details),
        hears=(Heard(name="balance left", kind="amount"),),
        outputs=(amount_output("balance left", left, result_of(walk, BILL), BILL),),
    )


@RECIPES.intent(1, "done")
def pay_more(base: Company, user: str) -> Iterator[Offer]:
    """Pay a round sum beyond what is owed, and hear how much goes beyond it."""
    balance = base.bills[user].current_balance
    amount = -(-balance // 50_00) * 50_00
    if balance and (amount - balance) % 100:
        yield Offer(partial(_pay_more, base, user, amount), frozenset({"balance", SUM}))


def _pay_more(
    base: Company, user: str, amount: int, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    beyond = amount - base.bills[user].current_balance
    method, day, facts, details = payment_facts(draw)
    facts = {"amount": dollars(amount), **facts}
    shown = walk.call(BILL, customer_id=user)
    walk.call("calculate", expression=f"{term(amount)} - {shown['current_balance']}")
    asked = TraceGoal(
        intent=1,
        act="surplus",
        outcome="told",
        facts=facts,
        hears=(Heard(name="surplus", kind="amount"),),
        outputs=(amount_output("surplus", beyond, result_of(walk, BILL), BILL),),
    )
    walk.goal += 1
    walk.call("record_payment", customer_id=user, amount=amount / 100, method=method, date=day)
    paid = TraceGoal(
        intent=1,
        act="pay more",
        outcome="done",
        facts=facts,
        details=(Detail(name="amount", accept=(f"{amount / 100:.2f}",)), *details),
        follows=True,
    )
    return asked, paid


@RECIPES.intent(18, "refused", tells=True)
def pay_otherwise(base: Company, user: str) -> Iterator[Offer]:
    """Pay in a way that is not taken, and then in one that is."""
    if base.bills[user].current_balance:
        for means in REFUSED_MEANS:
            yield Offer(partial(_pay_otherwise, base, user, means), frozenset({"balance"}))


def _pay_otherwise(
    base: Company, user: str, means: str, walk: Walk, draw: Draw
) -> tuple[TraceGoal, ...]:
    walk.call(BILL, customer_id=user)
    refused = TraceGoal(
        intent=18,
        act="odd payment",
        outcome="refused",
        facts={"means": means},
        refuses=("TELC-20",),
    )
    walk.goal += 1
    paid = _pay_all(base, user, walk, draw, "pay after all", intent=18)
    return refused, paid.model_copy(update={"follows": True})


# -- settings ---------------------------------------------------------------------------------


def _off(thing: str) -> tuple[str, ...]:
    """Ways to say that a setting is off."""
    states = ("off", "is off", "will be off", "would be off", "disabled", "no", "false")
    acts = ("turn off", "turning off", "switch off", "switching off", "disable", "stop")
    return (*(f"{thing} {one}" for one in states), *(f"{one} {thing}" for one in acts))


_ON_PAPER = ("paper bill", "paper billing", "paper statement", "on paper", "by mail")
_PAPERLESS = {
    True: (
        ("paperless", "paper-free", "without paper"),
        ("paperless billing off", "paperless off"),
    ),
    False: (
        (*_off("paperless"), *_off("paperless billing"), "turn paperless off", *_ON_PAPER),
        ("paperless billing on", "paperless on"),
    ),
}
_AUTO_PAY = {
    True: (
        ("auto-pay", "automatic payment", "automatic payments"),
        ("auto-pay off", "automatic payment off"),
    ),
    False: (
        (
            *_off("auto-pay"),
            *_off("automatic payment"),
            *_off("automatic payments"),
            "turn auto-pay off",
            "switch auto-pay off",
        ),
        ("auto-pay on",),
    ),
}
SETTINGS = frozenset({"settings"})


@RECIPES.intent(2, "done")
def change_way(base: Company, user: str) -> Iterator[Offer]:
    """Have bills with or without paper, or paid automatically or not."""
    paper, auto = not base.bills[user].paperless, not base.bills[user].auto_pay
    yield Offer(partial(_settings, base, user, paper, None, ""), SETTINGS)
    yield Offer(partial(_settings, base, user, None, auto, ""), SETTINGS)
    if not paper and not auto:
        yield Offer(partial(_settings, base, user, paper, auto, ""), SETTINGS)


@RECIPES.intent(2, "done")
def change_cycle(base: Company, user: str) -> Iterator[Offer]:
    """Be billed in another cycle, alone or with one of the other settings switched on."""
    bill = base.bills[user]
    for cycle in CYCLES:
        if cycle == bill.billing_cycle:
            continue
        yield Offer(partial(_settings, base, user, None, None, cycle), SETTINGS)
        if not bill.paperless:
            yield Offer(partial(_settings, base, user, True, None, cycle), SETTINGS)
        if not bill.auto_pay:
            yield Offer(partial(_settings, base, user, None, True, cycle), SETTINGS)


def _settings(
    base: Company,
    user: str,
    paper: bool | None,
    auto: bool | None,
    cycle: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    bill = walk.call(BILL, customer_id=user)
    walk.call(
        "manage_billing",
        customer_id=user,
        paperless=bill["paperless"] if paper is None else paper,
        auto_pay=bill["auto_pay"] if auto is None else auto,
        billing_cycle=cycle or bill["billing_cycle"],
    )
    changes: list[str] = []
    details: list[Detail] = []
    if paper is not None:
        changes.append("paperless" if paper else "on paper")
        accept, reject = _PAPERLESS[paper]
        details.append(Detail(name="paper", accept=accept, reject=reject))
    if auto is not None:
        changes.append("auto-pay" if auto else "no auto-pay")
        accept, reject = _AUTO_PAY[auto]
        details.append(Detail(name="automatic payment", accept=accept, reject=reject))
    if cycle:
        changes.append("cycle")
        others = tuple(f"cycle {one}" for one in CYCLES if one != cycle)
        details.append(Detail(name="cycle", accept=CYCLES[cycle], reject=others))
    often = {"monthly": "every month", "quarterly": "every three months", "annual": "once a year"}
    adverb = {"annual": "annually"}.get(cycle, cycle)
    return TraceGoal(
        intent=2,
        act=" and ".join(changes),
        outcome="done",
        facts={"cycle": cycle, "cyclely": adverb, "often": often.get(cycle, "")},
        details=tuple(details),
    )


# -- sums -------------------------------------------------------------------------------------


@RECIPES.intent(11, "told")
def total(base: Company, user: str) -> Iterator[Offer]:
    """What the monthly charges add up to."""
    if base.total(user) % 100:
        yield Offer(partial(_add_up, base, user, "total", "total"), ALL_CHARGES)


@RECIPES.intent(11, "told")
def total_without_taxes(base: Company, user: str) -> Iterator[Offer]:
    """What they add up to without the taxes."""
    if (base.total(user) - base.charges[user]["taxes_fees"]) % 100:
        play = partial(_add_up, base, user, "total without taxes", "total without taxes")
        yield Offer(play, ALL_CHARGES)


@RECIPES.intent(11, "told")
def yearly_total(base: Company, user: str) -> Iterator[Offer]:
    """What they add up to in a year."""
    if base.total(user) * 12 % 100:
        yield Offer(partial(_add_up, base, user, "yearly total", "total for a year"), ALL_CHARGES)


@RECIPES.intent(11, "told")
def paid_so_far(base: Company, user: str) -> Iterator[Offer]:
    """What was paid, all in all."""
    if sum(one.amount for one in base.paid[user]) % 100:
        yield Offer(partial(_paid, base, user), frozenset({"balance"}))


@RECIPES.intent(11, "told")
def next_bill(base: Company, user: str) -> Iterator[Offer]:
    """When the next bill comes."""
    if base.bills[user].current_balance == 0:
        yield Offer(partial(_next_bill, base, user), frozenset({"next bill", *ALL_CHARGES}))


def _add_up(base: Company, user: str, act: str, name: str, walk: Walk, draw: Draw) -> TraceGoal:
    bill = walk.call(BILL, customer_id=user)
    charges = {code: round(amount * 100) for code, amount in bill["monthly_charges"].items()}
    if act == "total without taxes":
        charges.pop("taxes_fees")
    expression, cents = summed([*charges.values()]), sum(charges.values())
    if act == "yearly total":
        expression, cents = f"12 * ({expression})", 12 * cents
    walk.call("calculate", expression=expression)
    return TraceGoal(
        intent=11,
        act=act,
        outcome="told",
        facts={},
        hears=(Heard(name=name, kind="amount"),),
        outputs=(amount_output(name, cents, result_of(walk, BILL), BILL),),
    )


def _paid(base: Company, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    bill = walk.call(BILL, customer_id=user)
    amounts = [round(one["amount"] * 100) for one in bill["payment_history"]]
    walk.call("calculate", expression=summed(amounts))
    return TraceGoal(
        intent=11,
        act="paid so far",
        outcome="told",
        facts={},
        hears=(Heard(name="sum of the payments", kind="amount"),),
        outputs=(amount_output("sum of the payments", sum(amounts), result_of(walk, BILL), BILL),),
    )


def _next_bill(base: Company, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    bill = walk.call(BILL, customer_id=user)
    return TraceGoal(
        intent=11,
        act="next bill",
        outcome="told",
        facts={},
        hears=(Heard(name="date of the next bill", kind="date"),),
        outputs=(
            Output(
                name="date of the next bill", value=bill["next_bill_date"], kind="date",
                source=(BILL,),
            ),
        ),
    )  # fmt: skip
