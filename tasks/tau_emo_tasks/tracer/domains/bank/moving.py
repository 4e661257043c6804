"""Money between a client's own accounts: moved, used to pay down a debt, or refused."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.bank.tables import Account
from tau_emo_servers.money import two_decimals as two
from tau_emo_tasks.tracer.domains.bank.base import Desk, some_amount
from tau_emo_tasks.tracer.domains.bank.intents import (
    LEFT,
    RECIPES,
    amount_detail,
    left_after,
    look_at,
    look_before_a_write,
    odd,
    route,
    route_details,
    spoken_money,
    told_amount,
    transfer,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk


def _both(source: Account, target: Account) -> frozenset[str]:
    return frozenset({source.account_id, target.account_id})


@RECIPES.intent(1, "done")
def move_some(base: Desk, client: str) -> Iterator[Offer]:
    """Move a named sum."""
    for source, target in base.pairs(client):
        if source.available >= 40_00:
            yield Offer(partial(_move_some, base, source, target, False), _both(source, target))


@RECIPES.intent(1, "done")
def move_some_and_hear(base: Desk, client: str) -> Iterator[Offer]:
    """Move a named sum, and hear what is left."""
    for source, target in base.pairs(client):
        if source.available >= 40_00 and odd(source.available):
            yield Offer(partial(_move_some, base, source, target, True), _both(source, target))


def _move_some(
    base: Desk, source: Account, target: Account, hears: bool, walk: Walk, draw: Draw
) -> TraceGoal:
    cents = some_amount(draw, 10_00, source.available)
    if hears:
        cents -= cents % 100
    shown = look_before_a_write(walk, draw, source)
    outputs = (left_after(walk, source, cents, shown),) if hears else ()
    transfer(walk, source, target, cents)
    return TraceGoal(
        intent=1,
        act="move and hear" if hears else "move",
        outcome="done",
        facts={**route(base, source, target), **spoken_money(source, amount=cents)},
        details=(amount_detail(cents), *route_details(base, source, target)),
        hears=(LEFT,) if hears else (),
        outputs=outputs,
    )


@RECIPES.intent(1, "done")
def move_all(base: Desk, client: str) -> Iterator[Offer]:
    """Move all that is available."""
    for source, target in base.pairs(client):
        if source.available > 20_00:
            yield Offer(partial(_move_all, base, source, target), _both(source, target))


def _move_all(base: Desk, source: Account, target: Account, walk: Walk, draw: Draw) -> TraceGoal:
    look_before_a_write(walk, draw, source)
    transfer(walk, source, target, source.available)
    return TraceGoal(
        intent=1,
        act="move all",
        outcome="done",
        facts=route(base, source, target),
        knows=(Known(name="sum", value="whole available sum"),),
        details=route_details(base, source, target),
    )


@RECIPES.intent(1, "done")
def move_the_rest(base: Desk, client: str) -> Iterator[Offer]:
    """Move all but a sum that is to stay."""
    for source, target in base.pairs(client):
        if source.available >= 150_00:
            yield Offer(partial(_move_the_rest, base, source, target), _both(source, target))


def _move_the_rest(
    base: Desk, source: Account, target: Account, walk: Walk, draw: Draw
) -> TraceGoal:
    stays = some_amount(draw, 50_00, source.available - 20_00)
    look_before_a_write(walk, draw, source)
    walk.call("calculate", expression=f"{two(source.available)} - {two(stays)}")
    transfer(walk, source, target, source.available - stays)
    return TraceGoal(
        intent=1,
        act="move the rest",
        outcome="done",
        facts={**route(base, source, target), **spoken_money(source, stays=stays)},
        details=route_details(base, source, target),
    )


@RECIPES.intent(1, "done")
def move_half(base: Desk, client: str) -> Iterator[Offer]:
    """Move half of what is available."""
    for source, target in base.pairs(client):
        if source.available >= 50_00 and source.available % 2 == 0:
            yield Offer(partial(_move_half, base, source, target), _both(source, target))


def _move_half(base: Desk, source: Account, target: Account, walk: Walk, draw: Draw) -> TraceGoal:
    look_before_a_write(walk, draw, source)
    walk.call("calculate", expression=f"{two(source.available)} / 2")
    transfer(walk, source, target, source.available // 2)
    return TraceGoal(
        intent=1,
        act="move half",
        outcome="done",
        facts=route(base, source, target),
        knows=(Known(name="sum", value="half of what is available"),),
        details=route_details(base, source, target),
    )


@RECIPES.intent(1, "done")
def move_if(base: Desk, client: str) -> Iterator[Offer]:
    """Move a sum if there is enough, and another one if not."""
    for source, target in base.pairs(client):
        if source.available >= 150_00:
            for enough in (True, False):
                play = partial(_move_if, base, source, target, enough)
                yield Offer(play, _both(source, target))


def _move_if(
    base: Desk, source: Account, target: Account, enough: bool, walk: Walk, draw: Draw
) -> TraceGoal:
    bound = source.available * (draw.integer(60, 90) if enough else draw.integer(110, 160)) // 100
    bound -= bound % 50_00
    more = draw.integer(bound // 30_00, bound * 2 // 30_00) * 10_00
    less = draw.integer(2, max(2, more // 15_00)) * 5_00
    cents, other = (more, less) if enough else (less, more)
    look_before_a_write(walk, draw, source)
    transfer(walk, source, target, cents)
    return TraceGoal(
        intent=1,
        act="move if",
        outcome="done",
        facts={
            **route(base, source, target),
            **spoken_money(source, bound=bound, more=more, less=less),
        },
        details=(amount_detail(cents, other), *route_details(base, source, target)),
    )


# -- a debt -------------------------------------------------------------------------------


def _debts(base: Desk, client: str) -> Iterator[tuple[Account, Account]]:
    """An account that can pay, and a credit account with a debt."""
    for source in base.usable(client):
        for credit in base.accounts[client]:
            owes = credit.type == "credit" and credit.current < 0 and credit.status == "active"
            if owes and credit.currency == source.currency:
                yield source, credit


@RECIPES.intent(2, "done")
def pay_down(base: Desk, client: str) -> Iterator[Offer]:
    """Pay a named sum on the debt."""
    for source, credit in _debts(base, client):
        if min(source.available, -credit.current) >= 30_00:
            yield Offer(partial(_pay_down, base, source, credit, False), _both(source, credit))


@RECIPES.intent(2, "done")
def pay_down_and_hear(base: Desk, client: str) -> Iterator[Offer]:
    """Pay a named sum on the debt, and hear what is still owed."""
    for source, credit in _debts(base, client):
        if min(source.available, -credit.current) >= 30_00 and odd(-credit.current):
            yield Offer(partial(_pay_down, base, source, credit, True), _both(source, credit))


def _pay_down(
    base: Desk, source: Account, credit: Account, hears: bool, walk: Walk, draw: Draw
) -> TraceGoal:
    debt = -credit.current
    cents = some_amount(draw, 10_00, min(source.available, debt) * 9 // 10)
    if hears:
        cents -= cents % 100
    shown = look_before_a_write(walk, draw, source)
    outputs = ()
    if hears:
        walk.call("calculate", expression=f"{two(debt)} - {two(cents)}")
        outputs = (told_amount("debt left", debt - cents, shown, computed=True),)
    transfer(walk, source, credit, cents)
    return TraceGoal(
        intent=2,
        act="pay down and hear" if hears else "pay down",
        outcome="done",
        facts={**route(base, source, credit), **spoken_money(source, amount=cents)},
        details=(amount_detail(cents), *route_details(base, source, credit)),
        hears=(Heard(name="debt left", kind="amount"),) if hears else (),
        outputs=outputs,
    )


@RECIPES.intent(2, "done")
def pay_off(base: Desk, client: str) -> Iterator[Offer]:
    """Pay the whole debt."""
    for source, credit in _debts(base, client):
        if source.available >= -credit.current:
            yield Offer(partial(_pay_part, base, source, credit, 1), _both(source, credit))


@RECIPES.intent(2, "done")
def pay_half(base: Desk, client: str) -> Iterator[Offer]:
    """Pay half of the debt."""
    for source, credit in _debts(base, client):
        if source.available * 2 >= -credit.current and credit.current % 2 == 0:
            yield Offer(partial(_pay_part, base, source, credit, 2), _both(source, credit))


def _pay_part(
    base: Desk, source: Account, credit: Account, parts: int, walk: Walk, draw: Draw
) -> TraceGoal:
    look_before_a_write(walk, draw, source)
    if parts == 2:
        walk.call("calculate", expression=f"{two(-credit.current)} / 2")
    transfer(walk, source, credit, -credit.current // parts)
    return TraceGoal(
        intent=2,
        act="pay off" if parts == 1 else "pay half",
        outcome="done",
        facts=route(base, source, credit),
        knows=(Known(name="sum", value="whole debt" if parts == 1 else "half of the debt"),),
        details=route_details(base, source, credit),
    )


# -- what cannot be moved -----------------------------------------------------------------


def _cannot(
    base: Desk,
    source: Account,
    target: Account,
    act: str,
    intent: int,
    most: int,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    cents = some_amount(draw, 20_00, max(most, 40_00))
    look_at(walk, draw, source, target)
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="refused",
        facts={**route(base, source, target), **spoken_money(source, amount=cents)},
        knows=(Known(name="amount", value=two(cents)),),
        refuses=("BNK-13",),
    )


@RECIPES.intent(14, "refused", tells=True)
def move_what_is_held(base: Desk, client: str) -> Iterator[Offer]:
    """Move more than is available of an account with money on hold; then the hold is asked for."""
    for source, target in base.pairs(client):
        if odd(source.on_hold) and source.current - source.available > 60_00:
            yield Offer(partial(_move_held, base, source, target), _both(source, target))


def _move_held(base: Desk, source: Account, target: Account, walk: Walk, draw: Draw) -> TraceGoal:
    cents = some_amount(draw, source.available + 10_00, source.current)
    shown = look_at(walk, draw, source, target)
    return TraceGoal(
        intent=14,
        act="move what is held",
        outcome="refused",
        facts={**route(base, source, target), **spoken_money(source, amount=cents)},
        knows=(Known(name="amount", value=two(cents)),),
        hears=(Heard(name="amount on hold", kind="amount"),),
        outputs=(told_amount("amount on hold", source.on_hold, shown),),
        refuses=("BNK-13",),
    )


@RECIPES.intent(14, "refused", tells=True)
def move_too_much(base: Desk, client: str) -> Iterator[Offer]:
    """Move more than there is; then what is available is asked for."""
    for source, target in base.pairs(client):
        if odd(source.available) and source.on_hold == 0 and source.available < 1_500_00:
            yield Offer(partial(_move_too_much, base, source, target), _both(source, target))


def _move_too_much(
    base: Desk, source: Account, target: Account, walk: Walk, draw: Draw
) -> TraceGoal:
    cents = some_amount(draw, source.available + 60_00, source.available * 2 + 200_00)
    shown = look_at(walk, draw, source, target)
    return TraceGoal(
        intent=14,
        act="move too much",
        outcome="refused",
        facts={**route(base, source, target), **spoken_money(source, amount=cents)},
        knows=(Known(name="amount", value=two(cents)),),
        hears=(Heard(name="available balance", kind="amount"),),
        outputs=(told_amount("available balance", source.available, shown),),
        refuses=("BNK-13",),
    )


def _strangers(base: Desk, client: str) -> Iterator[tuple[Account, Account]]:
    """Two accounts in two currencies."""
    for source in base.usable(client):
        for target in base.usable(client):
            if source.currency != target.currency and source.available >= 50_00:
                yield source, target


@RECIPES.intent(15, "refused")
def exchange(base: Desk, client: str) -> Iterator[Offer]:
    """Move money to an account in another currency."""
    for source, target in _strangers(base, client):
        play = partial(_cannot, base, source, target, "exchange", 15, source.available // 2)
        yield Offer(play, _both(source, target))


@RECIPES.intent(15, "refused", tells=True)
def exchange_or_hear(base: Desk, client: str) -> Iterator[Offer]:
    """Move money to an account in another currency; then what is there is asked for."""
    for source, target in _strangers(base, client):
        if odd(target.available):
            yield Offer(partial(_exchange_or_hear, base, source, target), _both(source, target))


def _exchange_or_hear(
    base: Desk, source: Account, target: Account, walk: Walk, draw: Draw
) -> TraceGoal:
    goal = _cannot(base, source, target, "exchange or hear", 15, source.available // 2, walk, draw)
    shown = "get_account_details"
    walk.call(shown, account_id=target.account_id)
    return goal.model_copy(
        update={
            "hears": (Heard(name="available balance", kind="amount"),),
            "outputs": (told_amount("available balance", target.available, shown),),
        }
    )


@RECIPES.intent(15, "refused")
def move_from_credit(base: Desk, client: str) -> Iterator[Offer]:
    """Move money out of a credit account."""
    for target in base.usable(client):
        for credit in base.accounts[client]:
            payable = credit.type == "credit" and credit.available >= 100_00
            if payable and credit.currency == target.currency:
                play = partial(
                    _cannot, base, credit, target, "move from credit", 15, credit.available // 2
                )
                yield Offer(play, _both(credit, target))


@RECIPES.intent(17, "refused")
def move_from_frozen(base: Desk, client: str) -> Iterator[Offer]:
    """Move money out of an account whose freeze is to stay, or into one."""
    for source in base.accounts[client]:
        for target in base.accounts[client]:
            stopped = [one for one in (source, target) if one.status == "frozen"]
            plain_kinds = "credit" not in (source.type, target.type)
            alike = source.currency == target.currency and source.available >= 50_00
            if source is not target and len(stopped) == 1 and plain_kinds and alike:
                act = "move from frozen" if source in stopped else "move to frozen"
                play = partial(_cannot, base, source, target, act, 17, source.available // 2)
                yield Offer(play, _both(source, target))
