"""Paying what is open, and getting back what was paid too much."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.school.tables import PaymentMethod, Registration
from tau_emo_tasks.tracer.domains.school.base import (
    REGISTRATION,
    Desk,
    dollars,
    open_registration,
    term_facts,
    term_known,
    told,
)
from tau_emo_tasks.tracer.domains.school.changing import touched
from tau_emo_tasks.tracer.domains.school.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk


@RECIPES.intent(11, "done")
def pay_balance(base: Desk, student: str) -> Iterator[Offer]:
    """All that is open, or a part of it."""
    for registration in base.standing(student):
        left = base.balance(registration)
        for method in base.methods[student] if left > 0 else ():
            yield Offer(
                partial(_pay, base, registration, method, left, "pay all"), touched(registration)
            )
            if left > 200:
                part = left // 200 * 100
                play = partial(_pay, base, registration, method, part, "pay a part")
                yield Offer(play, touched(registration))


def _pay(
    base: Desk,
    registration: Registration,
    method: PaymentMethod,
    amount: int,
    act: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    open_registration(walk, registration)
    left = base.balance(registration)
    hears = act == "pay all" or amount * 2 != left
    rest = left if act == "pay all" else left - amount
    name = "open balance" if act == "pay all" else "rest"
    outputs = (told(walk, name, rest, (REGISTRATION,)),) if hears else ()
    walk.call(
        "pay_registration",
        registration_id=registration.registration_id,
        payment={"payment_id": method.id, "amount": amount},
    )
    share = (
        () if act == "pay all" else (Detail(name="amount", accept=(dollars(amount), str(amount))),)
    )
    return TraceGoal(
        intent=11,
        act=act,
        outcome="done",
        facts={
            **term_facts(registration.term, draw),
            "card": base.card(method),
            "amount": f"${dollars(amount)}",
        },
        knows=(term_known(registration.term),),
        details=(*share, base.payment(method)),
        hears=(Heard(name=name, kind="amount"),) if hears else (),
        outputs=outputs,
    )


@RECIPES.intent(12, "done")
def refund_overpaid(base: Desk, student: str) -> Iterator[Offer]:
    """All that was paid too much, to one of the methods that paid."""
    for registration in base.standing(student):
        over = -base.balance(registration)
        for method in base.methods[student] if over > 0 else ():
            if base.net(registration)[method.id] >= over:
                play = partial(_refund, base, registration, method, over)
                yield Offer(play, touched(registration))


def _refund(
    base: Desk, registration: Registration, method: PaymentMethod, over: int, walk: Walk, draw: Draw
) -> TraceGoal:
    open_registration(walk, registration)
    outputs = (told(walk, "overpaid amount", over, (REGISTRATION,)),)
    walk.call(
        "pay_registration",
        registration_id=registration.registration_id,
        payment={"payment_id": method.id, "amount": -over},
    )
    return TraceGoal(
        intent=12,
        act="refund what was overpaid",
        outcome="done",
        facts={**term_facts(registration.term, draw), "card": base.card(method)},
        knows=(term_known(registration.term),),
        details=(base.payment(method),),
        hears=(Heard(name="overpaid amount", kind="amount"),),
        outputs=outputs,
    )
