"""Money to beneficiaries: sent, sent as far as limits go, or refused."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.bank.tables import Account, Beneficiary
from tau_emo_servers.money import two_decimals as two
from tau_emo_tasks.tracer.domains.bank.base import Desk, plain, some_amount
from tau_emo_tasks.tracer.domains.bank.intents import (
    LEFT,
    RECIPES,
    amount_detail,
    left_after,
    odd,
    profile,
    spoken_money,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

WIRE = Detail(name="method", accept=("wire",), reject=("by ACH", "via ACH"))


def payments(base: Desk, client: str) -> Iterator[tuple[Beneficiary, Account, int]]:
    """Who can be paid, from where, and the most that can go there today."""
    for one in base.beneficiaries[client]:
        if (one.status, one.verification_status) != ("active", "verified"):
            continue
        if not base.tellable(one):
            continue
        room = min(one.per_transfer_limit, one.daily_limit - base.sent_today(one))
        for source in base.payers(one):
            yield one, source, room


def touched(one: Beneficiary, source: Account) -> frozenset[str]:
    """What a payment is about."""
    return frozenset({one.beneficiary_id, source.account_id})


def look_up(walk: Walk, base: Desk, one: Beneficiary, draw: Draw) -> None:
    """Open the profile and the beneficiary; of two that are called alike, both."""
    profile(walk, one.client_id)
    if len(base.beneficiaries[one.client_id]) > 1:
        walk.call("list_client_beneficiaries", client_id=one.client_id)
    for other in base.alike(one):
        walk.call("get_beneficiary_details", beneficiary_id=other.beneficiary_id)


def look_at_today(walk: Walk, source: Account) -> None:
    """See what has gone out of an account today."""
    walk.call("get_recent_transactions", account_id=source.account_id)


def send(walk: Walk, one: Beneficiary, source: Account, cents: int, method: str | None) -> None:
    """Send money to a beneficiary."""
    walk.call(
        "initiate_transfer_to_beneficiary",
        client_id=one.client_id,
        from_account_id=source.account_id,
        beneficiary_id=one.beneficiary_id,
        amount=float(plain(cents)),
        **({"method": method} if method else {}),
    )


def _facts(base: Desk, one: Beneficiary, source: Account, **amounts: int) -> dict[str, str]:
    return {
        "payee": base.payee(one),
        "source": base.account(source),
        **spoken_money(source, **amounts),
    }


def _details(base: Desk, one: Beneficiary, source: Account) -> tuple[Detail, ...]:
    return (base.payee_detail(one), base.account_detail(source, "source"))


@RECIPES.intent(3, "done")
def send_some(base: Desk, client: str) -> Iterator[Offer]:
    """Send a named sum; no method is named."""
    for one, source, room in payments(base, client):
        if min(room, source.available) >= 20_00:
            play = partial(_send_some, base, one, source, room, None, False)
            yield Offer(play, touched(one, source))


@RECIPES.intent(3, "done")
def wire_some(base: Desk, client: str) -> Iterator[Offer]:
    """Send a named sum by wire."""
    for one, source, room in payments(base, client):
        if min(room, source.available) >= 20_00:
            play = partial(_send_some, base, one, source, room, "Wire", False)
            yield Offer(play, touched(one, source))


@RECIPES.intent(3, "done")
def send_and_hear(base: Desk, client: str) -> Iterator[Offer]:
    """Send a named sum, and hear what is left."""
    for one, source, room in payments(base, client):
        if min(room, source.available) >= 20_00 and odd(source.available):
            play = partial(_send_some, base, one, source, room, None, True)
            yield Offer(play, touched(one, source))


def _send_some(
    base: Desk,
    one: Beneficiary,
    source: Account,
    room: int,
    method: str | None,
    hears: bool,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    cents = some_amount(draw, 15_00, min(room, source.available))
    if hears:
        cents -= cents % 100
    look_up(walk, base, one, draw)
    if base.sent_today(one):
        look_at_today(walk, source)
    outputs = (left_after(walk, source, cents, "get_client_details"),) if hears else ()
    send(walk, one, source, cents, method)
    return TraceGoal(
        intent=3,
        act="send and hear" if hears else "wire" if method else "send",
        outcome="done",
        facts=_facts(base, one, source, amount=cents),
        details=(amount_detail(cents), *_details(base, one, source), *((WIRE,) * bool(method))),
        hears=(LEFT,) if hears else (),
        outputs=outputs,
    )


@RECIPES.intent(3, "done")
def send_the_most(base: Desk, client: str) -> Iterator[Offer]:
    """Send the most that one transfer may be."""
    for one, source, room in payments(base, client):
        if room == one.per_transfer_limit <= source.available:
            play = partial(_send_the_most, base, one, source, "send the most", room)
            yield Offer(play, touched(one, source))


def _send_the_most(
    base: Desk, one: Beneficiary, source: Account, act: str, room: int, walk: Walk, draw: Draw
) -> TraceGoal:
    look_up(walk, base, one, draw)
    look_at_today(walk, source)
    method = "Wire" if draw.chance(0.4) else None
    send(walk, one, source, room, method)
    return TraceGoal(
        intent=3,
        act=f"{act} by wire" if method else act,
        outcome="done",
        facts=_facts(base, one, source),
        details=(*_details(base, one, source), *((WIRE,) * bool(method))),
    )


# -- limits -------------------------------------------------------------------------------


def _above(base: Desk, client: str) -> Iterator[tuple[Beneficiary, Account, int]]:
    """Who has a limit for one transfer that a sum of the account can be above."""
    for one, source, room in payments(base, client):
        limit = one.per_transfer_limit
        if room == limit and limit < source.available and limit <= 1_500_00:
            yield one, source, limit


def _refused_amount(
    base: Desk, one: Beneficiary, source: Account, act: str, cents: int, walk: Walk, draw: Draw
) -> TraceGoal:
    look_up(walk, base, one, draw)
    look_at_today(walk, source)
    half = cents // 2 if cents % 2 == 0 else cents
    return TraceGoal(
        intent=14,
        act=act,
        outcome="refused",
        facts=_facts(base, one, source, amount=cents, half=half),
        knows=(Known(name="amount", value=two(cents)),),
        refuses=("BNK-17",),
    )


def _sum_above(draw: Draw, limit: int, source: Account) -> int:
    return some_amount(draw, limit + 100, min(source.available, limit * 2))


@RECIPES.intent(14, "refused")
def send_above_the_limit(base: Desk, client: str) -> Iterator[Offer]:
    """Send more than one transfer may be."""
    for one, source, limit in _above(base, client):
        yield Offer(partial(_send_above, base, one, source, limit, ""), touched(one, source))


@RECIPES.intent(14, "refused", tells=True)
def send_above_the_limit_or_most(base: Desk, client: str) -> Iterator[Offer]:
    """Send more than one transfer may be, and failing that the most that it may be."""
    for one, source, limit in _above(base, client):
        play = partial(_send_above, base, one, source, limit, "then the most")
        yield Offer(play, touched(one, source))


@RECIPES.intent(14, "refused", tells=True)
def send_above_the_limit_or_less(base: Desk, client: str) -> Iterator[Offer]:
    """Send more than one transfer may be, and failing that a named smaller sum."""
    for one, source, limit in _above(base, client):
        if limit >= 60_00:
            play = partial(_send_above, base, one, source, limit, "then less")
            yield Offer(play, touched(one, source))


def _send_above(
    base: Desk, one: Beneficiary, source: Account, limit: int, then: str, walk: Walk, draw: Draw
) -> Sequence[TraceGoal]:
    cents = _sum_above(draw, limit, source)
    refused = _refused_amount(base, one, source, "send too much", cents, walk, draw)
    if not then:
        return (refused,)
    walk.goal += 1
    less = (
        limit
        if then == "then the most"
        else draw.integer(limit // 20_00, (limit - 10_00) // 10_00) * 10_00
    )
    send(walk, one, source, less, None)
    named = (amount_detail(less, cents),) if then == "then less" else ()
    done = TraceGoal(
        intent=3,
        act=then,
        follows=True,
        outcome="done",
        facts=_facts(base, one, source, less=less),
        details=(*named, *_details(base, one, source)),
    )
    return (refused, done)


@RECIPES.intent(14, "refused")
def send_in_parts(base: Desk, client: str) -> Iterator[Offer]:
    """Send in two parts what one transfer may not be."""
    for one, source, limit in _above(base, client):
        if limit % 2_00 == 0:
            yield Offer(partial(_send_in_parts, base, one, source, limit), touched(one, source))


def _send_in_parts(
    base: Desk, one: Beneficiary, source: Account, limit: int, walk: Walk, draw: Draw
) -> TraceGoal:
    cents = _sum_above(draw, limit, source)
    cents -= cents % 2_00
    cents = cents if cents > limit else limit + 2_00
    return _refused_amount(base, one, source, "send in parts", cents, walk, draw)


@RECIPES.intent(14, "refused")
def send_after_the_limit_of_the_day(base: Desk, client: str) -> Iterator[Offer]:
    """Send more than the limit of the day still lets through."""
    for one, source, room in payments(base, client):
        sent = base.sent_today(one)
        if sent and room < min(one.per_transfer_limit, source.available) - 20_00:
            play = partial(_send_after, base, one, source, room)
            yield Offer(play, touched(one, source))


def _send_after(
    base: Desk, one: Beneficiary, source: Account, room: int, walk: Walk, draw: Draw
) -> TraceGoal:
    cents = some_amount(draw, room + 5_00, min(one.per_transfer_limit, source.available))
    return _refused_amount(base, one, source, "send once more today", cents, walk, draw)


# -- who cannot be paid -------------------------------------------------------------------


@RECIPES.intent(17, "refused")
def send_to_stopped(base: Desk, client: str) -> Iterator[Offer]:
    """Send to a beneficiary that is suspended or revoked, or whose verification failed."""
    for one in base.beneficiaries[client]:
        stopped = one.status != "active" or one.verification_status == "failed"
        if stopped and base.tellable(one):
            for source in base.payers(one):
                most = min(source.available, one.per_transfer_limit)
                if most >= 20_00:
                    play = partial(_send_to_stopped, base, one, source, most)
                    yield Offer(play, touched(one, source))


def _send_to_stopped(
    base: Desk, one: Beneficiary, source: Account, most: int, walk: Walk, draw: Draw
) -> TraceGoal:
    cents = some_amount(draw, 15_00, most)
    look_up(walk, base, one, draw)
    return TraceGoal(
        intent=17,
        act="send to stopped",
        outcome="refused",
        facts=_facts(base, one, source, amount=cents),
        knows=(
            Known(name="amount", value=two(cents)),
            Known(name="payee", value=base.payee(one)),
        ),
        refuses=("BNK-16",),
    )


def _not_listed(base: Desk, client: str) -> Iterator[tuple[Beneficiary, Account, int]]:
    """A beneficiary, an account that it may not be paid from, and the most of one transfer."""
    for one in base.beneficiaries[client]:
        if (one.status, one.verification_status) == ("active", "verified") and base.tellable(one):
            for source in base.usable(client):
                if source.account_id not in base.allowed[one.beneficiary_id]:
                    yield one, source, min(one.per_transfer_limit, source.available)


@RECIPES.intent(17, "refused")
def send_from_another(base: Desk, client: str) -> Iterator[Offer]:
    """Send from an account that is not on the beneficiary's list."""
    for one, source, most in _not_listed(base, client):
        if most >= 20_00:
            play = partial(_send_from_another, base, one, source, most, None)
            yield Offer(play, touched(one, source))


@RECIPES.intent(17, "refused", tells=True)
def send_from_another_or_this(base: Desk, client: str) -> Iterator[Offer]:
    """Send from an account that is not on the list, and failing that from the one that is."""
    for one, source, most in _not_listed(base, client):
        for other in base.payers(one):
            room = min(most, other.available, one.daily_limit - base.sent_today(one))
            if room >= 20_00 and other.currency == source.currency:
                play = partial(_send_from_another, base, one, source, room, other)
                yield Offer(play, touched(one, source) | {other.account_id})


def _send_from_another(
    base: Desk,
    one: Beneficiary,
    source: Account,
    most: int,
    other: Account | None,
    walk: Walk,
    draw: Draw,
) -> Sequence[TraceGoal]:
    cents = some_amount(draw, 15_00, most)
    look_up(walk, base, one, draw)
    refused = TraceGoal(
        intent=17,
        act="send from another",
        outcome="refused",
        facts=_facts(base, one, source, amount=cents),
        knows=(
            Known(name="amount", value=two(cents)),
            Known(name="payee", value=base.payee(one)),
        ),
        refuses=("BNK-16",),
    )
    if other is None:
        return (refused,)
    walk.goal += 1
    send(walk, one, other, cents, None)
    done = TraceGoal(
        intent=3,
        act="then from this",
        follows=True,
        outcome="done",
        facts=_facts(base, one, other, amount=cents),
        details=(amount_detail(cents), *_details(base, one, other)),
    )
    return (refused, done)
