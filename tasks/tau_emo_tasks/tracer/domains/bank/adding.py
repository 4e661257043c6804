"""Beneficiaries: added, verified, or not to be verified."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tau_emo_db import Draw, kit
from tau_emo_db.domains.bank.tables import Account, Beneficiary
from tau_emo_servers.money import two_decimals as two
from tau_emo_tasks.tracer.domains.bank.base import Desk, money, plain, some_amount
from tau_emo_tasks.tracer.domains.bank.intents import RECIPES, amount_detail, profile, spoken_money
from tau_emo_tasks.tracer.domains.bank.sending import look_up
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

BANKS = (
    "Old Canal Bank", "Calder Trust", "First Prairie", "Gulfline Savings", "Kestrel Mutual",
    "Blue Mesa Bank", "Pinnacle Federal", "Harbor & Mill Credit Union", "Sandstone Bank",
    "Westering Savings",
)  # fmt: skip
BUSINESSES = (
    ("Thornbury Roofing", "roof"), ("Marigold Montessori", "school"),
    ("Linden Dance Studio", "dance"),
    ("Hollow Oak Landscaping", "garden"), ("Starling Print Shop", "print"),
    ("Bramble & Reed Movers", "move"), ("Wickham Orthodontics", "braces"),
    ("Tidewater Boat Storage", "boat"), ("Gable Street Music School", "music"),
    ("Fenwick Piano Tuning", "piano"), ("Copperfield Summer Camp", "camp"),
    ("Ashgrove Heating", "heat"), ("Lighthouse Language Tutors", "tutor"),
    ("Rowan Tree Kennels", "dog"), ("Quillfeather Bookbinders", "books"),
    ("Sunnyside Bike Repair", "bike"), ("Mulberry Wedding Flowers", "flower"),
    ("Stonecrop Tile Works", "tiles"), ("Birchwood Driving School", "drive"),
    ("Larch Hill Riding Stables", "horse"),
)  # fmt: skip
"""Businesses that no client pays yet, with a word for the id."""
METHODS = {
    "micro_deposits": (
        "by micro-deposits",
        ("micro-deposits", "micro deposits", "micro_deposits", "microdeposits"),
        ("by document", "instant"),
    ),
    "instant": ("by the instant method", ("instant",), ("by document", "micro-deposits")),
    "document": ("by document", ("document",), ("instant", "micro-deposits")),
}
"""How a method of verification is said, and what a listing may and may not call it."""


@dataclass(frozen=True)
class _New:
    """A beneficiary that is to be added."""

    arguments: dict[str, Any]
    facts: dict[str, str]
    details: tuple[Detail, ...]
    name: str
    per: int


def _new(base: Desk, source: Account, draw: Draw) -> _New:
    business = draw.chance(0.6)
    names: dict[str, str | None]
    if business:
        name, word = draw.pick(BUSINESSES)
        names = {"first_name": None, "last_name": None, "business_name": name}
    else:
        person = kit.person(draw)
        name, word = person.name, person.first_name.lower()
        names = {
            "first_name": person.first_name,
            "last_name": person.last_name,
            "business_name": None,
        }
    key = f"bnf_{word}{draw.integer(1, 99)}"
    bank, number = draw.pick(BANKS), f"****{draw.digits(4)}"
    home = draw.chance(0.7)
    routing = f"0{draw.digits(8)}" if home else None
    iban = None if home else f"DE{draw.digits(10)}{draw.digits(10)}"
    swift = (
        None if home else f"{draw.pick(('BERG', 'NORD', 'KELT', 'MARI'))}DE{draw.integer(22, 99)}"
    )
    codes = f"routing number {routing}" if home else f"IBAN {iban}, SWIFT code {swift}"
    address = kit.postal_address(draw)
    per = draw.integer(2, 30) * draw.pick((50_00, 100_00))
    daily = per * draw.pick((1, 2, 3)) + draw.pick((0, 50_00))
    lines = ", ".join(filter(None, (address.address1, address.address2)))
    where = f"{lines}, {address.city}, {address.state} {address.zip}, {address.country}"
    return _New(
        arguments={
            "client_id": source.client_id,
            "beneficiary_id": key,
            "beneficiary_type": "business" if business else "individual",
            "display_name": None,
            **names,
            "bank_name": bank,
            "account_number_masked": number,
            "routing_number": routing,
            "iban": iban,
            "swift_bic": swift,
            **address.model_dump(),
            "allowed_from_account_ids": [source.account_id],
            "per_transfer_limit": float(plain(per)),
            "daily_limit": float(plain(daily)),
        },
        facts={
            "new": name,
            "kind": "a business" if business else "a private individual",
            "bank": f"{bank}, account {number}, {codes}",
            "where": where,
            "id_new": key,
            "source": base.account(source),
            **spoken_money(source, per=per, daily=daily),
        },
        details=(
            Detail(name="name", accept=(name,)),
            Detail(name="bank", accept=(bank,)),
            Detail(name="account number", accept=(number[-4:],)),
            Detail(name="id", accept=(key,)),
            Detail(name="address", accept=(address.address1,)),
            Detail(name="limit per transfer", accept=(two(per),)),
            Detail(name="limit per day", accept=(two(daily),)),
        ),
        name=name,
        per=per,
    )


@RECIPES.intent(4, "done")
def add(base: Desk, client: str) -> Iterator[Offer]:
    """Add a beneficiary, and nothing else."""
    for source in base.usable(client):
        yield Offer(partial(_add, base, source, "add"), frozenset({"new beneficiary"}))


@RECIPES.intent(4, "done")
def add_and_verify(base: Desk, client: str) -> Iterator[Offer]:
    """Add a beneficiary and have it verified."""
    for source in base.usable(client):
        yield Offer(partial(_add, base, source, "add and verify"), frozenset({"new beneficiary"}))


@RECIPES.intent(4, "done")
def add_and_pay(base: Desk, client: str) -> Iterator[Offer]:
    """Add a beneficiary, have it verified, and pay it."""
    for source in base.usable(client):
        if source.available >= 60_00:
            touches = frozenset({"new beneficiary", source.account_id})
            yield Offer(partial(_add, base, source, "add, verify and pay"), touches)


def _add(base: Desk, source: Account, act: str, walk: Walk, draw: Draw) -> Sequence[TraceGoal]:
    new = _new(base, source, draw)
    profile(walk, source.client_id)
    walk.call("add_beneficiary", **new.arguments)
    verify = act != "add"
    method = draw.pick((*METHODS, None)) if verify else None
    facts, details = new.facts, new.details
    if verify:
        _verify(walk, source.client_id, new.arguments["beneficiary_id"], method)
        facts = {**facts, "method": f" {METHODS[method][0]}" if method else ""}
        details = (*details, *_method_detail(method))
    added = TraceGoal(
        intent=4,
        act="add and verify" if verify else "add",
        outcome="done",
        facts=facts,
        details=details,
    )
    if act != "add, verify and pay":
        return (added,)
    walk.goal += 1
    cents = some_amount(draw, 15_00, min(new.per, source.available))
    walk.call(
        "initiate_transfer_to_beneficiary",
        client_id=source.client_id,
        from_account_id=source.account_id,
        beneficiary_id=new.arguments["beneficiary_id"],
        amount=float(plain(cents)),
    )
    paid = TraceGoal(
        intent=4,
        act="then pay the new one",
        follows=True,
        outcome="done",
        facts={**new.facts, "amount": money(cents, source.currency)},
        details=(
            amount_detail(cents),
            Detail(name="beneficiary", accept=(new.name, new.arguments["beneficiary_id"])),
            base.account_detail(source, "source"),
        ),
    )
    return (added, paid)


def _verify(walk: Walk, client: str, key: str, method: str | None) -> None:
    walk.call(
        "verify_beneficiary",
        client_id=client,
        beneficiary_id=key,
        **({"method": method} if method else {}),
    )


def _method_detail(method: str | None) -> tuple[Detail, ...]:
    if method is None:
        return ()
    _, accept, reject = METHODS[method]
    return (Detail(name="method", accept=accept, reject=reject),)


# -- verifying ----------------------------------------------------------------------------


def _pending(base: Desk, client: str) -> Iterator[Beneficiary]:
    for one in base.beneficiaries[client]:
        if (one.status, one.verification_status) == ("active", "pending") and base.tellable(one):
            yield one


@RECIPES.intent(5, "done", alone=False)
def verify_by_method(base: Desk, client: str) -> Iterator[Offer]:
    """Verify a pending beneficiary by a method that the client names."""
    for one in _pending(base, client):
        for method in METHODS:
            play = partial(_verify_pending, base, one, method)
            yield Offer(play, frozenset({one.beneficiary_id}))


@RECIPES.intent(5, "done", alone=False)
def verify_plainly(base: Desk, client: str) -> Iterator[Offer]:
    """Verify a pending beneficiary without a word about the method."""
    for one in _pending(base, client):
        play = partial(_verify_pending, base, one, None)
        yield Offer(play, frozenset({one.beneficiary_id}))


def _verify_pending(
    base: Desk, one: Beneficiary, method: str | None, walk: Walk, draw: Draw
) -> TraceGoal:
    look_up(walk, base, one, draw)
    _verify(walk, one.client_id, one.beneficiary_id, method)
    said = METHODS[method][0] if method else ""
    return TraceGoal(
        intent=5,
        act="verify by" if method else "verify",
        outcome="done",
        facts={"payee": base.payee(one), "by": said},
        details=(base.payee_detail(one), *_method_detail(method)),
    )


@RECIPES.intent(5, "done")
def verify_and_send(base: Desk, client: str) -> Iterator[Offer]:
    """Verify a pending beneficiary, then pay it."""
    for one in _pending(base, client):
        for source in base.payers(one):
            if min(source.available, one.per_transfer_limit) >= 20_00:
                play = partial(_verify_and_send, base, one, source)
                yield Offer(play, frozenset({one.beneficiary_id, source.account_id}))


def _verify_and_send(
    base: Desk, one: Beneficiary, source: Account, walk: Walk, draw: Draw
) -> TraceGoal:
    cents = some_amount(draw, 15_00, min(source.available, one.per_transfer_limit))
    method = draw.pick(tuple(METHODS))
    look_up(walk, base, one, draw)
    _verify(walk, one.client_id, one.beneficiary_id, method)
    walk.call(
        "initiate_transfer_to_beneficiary",
        client_id=one.client_id,
        from_account_id=source.account_id,
        beneficiary_id=one.beneficiary_id,
        amount=float(plain(cents)),
    )
    return TraceGoal(
        intent=5,
        act="verify and send",
        outcome="done",
        facts={
            "payee": base.payee(one),
            "by": METHODS[method][0],
            "source": base.account(source),
            "amount": money(cents, source.currency),
        },
        details=(
            amount_detail(cents),
            base.payee_detail(one),
            *_method_detail(method),
            base.account_detail(source, "source"),
        ),
    )


@RECIPES.intent(17, "refused")
def verify_what_cannot_be(base: Desk, client: str) -> Iterator[Offer]:
    """Verify a beneficiary whose verification failed, or that is suspended or revoked."""
    for one in base.beneficiaries[client]:
        stopped = one.status != "active" and one.verification_status == "pending"
        if (stopped or one.verification_status == "failed") and base.tellable(one):
            play = partial(_verify_what_cannot_be, base, one)
            yield Offer(play, frozenset({one.beneficiary_id}))


def _verify_what_cannot_be(base: Desk, one: Beneficiary, walk: Walk, draw: Draw) -> TraceGoal:
    look_up(walk, base, one, draw)
    return TraceGoal(
        intent=17,
        act="verify what cannot be",
        outcome="refused",
        facts={"payee": base.payee(one)},
        refuses=("BNK-15",),
    )
