"""Cards and accounts: frozen, unfrozen, or left alone because they are somebody else's."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.bank.tables import Account, Card, Transaction
from tau_emo_tasks.tracer.domains.bank.base import BRANDS, Desk, some_amount
from tau_emo_tasks.tracer.domains.bank.intents import (
    RECIPES,
    amount_detail,
    look_at,
    odd,
    profile,
    route,
    route_details,
    spoken_money,
    told_amount,
    transfer,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

LOST = (
    "lost on the subway", "lost at the beach", "stolen from a gym locker", "stolen at a market",
    "left in a taxi", "lost on a hike", "stolen out of a coat pocket", "left in a rental car",
    "lost at a concert", "stolen on a train", "lost somewhere between two shops",
    "left on the counter of a gas station", "stolen together with a backpack",
    "lost at the airport", "left in a hotel room abroad", "stolen from a parked car",
)  # fmt: skip
"""Reasons to freeze a card, after "it was"."""
WORRIES = (
    "copied by a fake payment page", "read out over the phone to a false bank clerk",
    "entered on a page that no longer exists", "photographed at a market stall",
    "sent in a message to the wrong person", "typed into a shop that never delivered",
)  # fmt: skip
"""Reasons to freeze a card that is still there, after "its number was"."""
CLAIMS = (
    "never bought anything there", "did not make that purchase", "do not recognize that charge",
    "never heard of that place before",
)  # fmt: skip
"""Reasons to freeze after a charge, said alike in both persons."""


def freeze_card(walk: Walk, card: Card, reason: str) -> None:
    """Freeze a card."""
    walk.call("freeze_card", card_id=card.card_id, reason=reason)


def _look_at_card(walk: Walk, card: Card) -> None:
    profile(walk, card.client_id)
    walk.call("get_card_details", card_id=card.card_id)


@RECIPES.intent(8, "done", alone=False)
def freeze_lost_card(base: Desk, client: str) -> Iterator[Offer]:
    """Freeze a card that is lost or stolen."""
    for card in base.cards[client]:
        if card.status == "active" and base.singled_out(card):
            play = partial(_freeze_one, base, card, "freeze lost card", LOST)
            yield Offer(play, frozenset({card.card_id, "freeze"}))


@RECIPES.intent(8, "done", alone=False)
def freeze_copied_card(base: Desk, client: str) -> Iterator[Offer]:
    """Freeze a card whose data have got about."""
    for card in base.cards[client]:
        if card.status == "active" and base.singled_out(card):
            play = partial(_freeze_one, base, card, "freeze copied card", WORRIES)
            yield Offer(play, frozenset({card.card_id, "freeze"}))


def _freeze_one(
    base: Desk, card: Card, act: str, reasons: Sequence[str], walk: Walk, draw: Draw
) -> TraceGoal:
    reason = draw.pick(reasons)
    _look_at_card(walk, card)
    freeze_card(walk, card, reason)
    return TraceGoal(
        intent=8,
        act=act,
        outcome="done",
        facts={"card": base.card(card), "reason": reason},
        knows=(Known(name="reason", value=reason),),
        details=(base.card_detail(card),),
    )


@RECIPES.intent(8, "done")
def freeze_both_cards(base: Desk, client: str) -> Iterator[Offer]:
    """Freeze both cards after a theft."""
    held = base.cards[client]
    if len(held) == 2 and all(one.status == "active" and base.singled_out(one) for one in held):
        play = partial(_freeze_both, base, held)
        yield Offer(play, frozenset({*(one.card_id for one in held), "freeze"}))


def _freeze_both(base: Desk, held: Sequence[Card], walk: Walk, draw: Draw) -> TraceGoal:
    reason = draw.pick(("stolen", "lost"))
    where = draw.pick(
        ("on a tram", "in a department store", "at a street festival", "on a ferry", "at a stadium")
    )
    profile(walk, held[0].client_id)
    for card in held:
        freeze_card(walk, card, f"{reason} {where}")
    return TraceGoal(
        intent=8,
        act="freeze both cards",
        outcome="done",
        facts={
            "reason": f"{reason} {where}",
            "one": base.card(held[0]),
            "other": base.card(held[1]),
        },
        knows=(Known(name="reason", value=f"{reason} {where}"),),
        details=(
            base.card_detail(held[0], "first card"),
            base.card_detail(held[1], "second card"),
        ),
    )


@RECIPES.intent(9, "done", alone=False)
def unfreeze_found_card(base: Desk, client: str) -> Iterator[Offer]:
    """Unfreeze a card that has turned up."""
    for card in base.cards[client]:
        if card.status == "blocked" and base.singled_out(card):
            yield Offer(partial(_unfreeze_one, base, card), frozenset({card.card_id}))


def _unfreeze_one(base: Desk, card: Card, walk: Walk, draw: Draw) -> TraceGoal:
    _look_at_card(walk, card)
    walk.call("unfreeze_card", card_id=card.card_id)
    return TraceGoal(
        intent=9,
        act="unfreeze card",
        outcome="done",
        facts={"card": base.card(card)},
        details=(base.card_detail(card),),
    )


# -- accounts -----------------------------------------------------------------------------


def _one_purchase(base: Desk, account: Account) -> Iterator[Transaction]:
    """Purchases in a shop where the account has bought once."""
    rows = [
        (one.merchant.name, one) for one in base.transactions[account.account_id] if one.merchant
    ]
    names = [name for name, _ in rows]
    for name, row in rows:
        if row.status != "reversed" and odd(row.amount) and names.count(name) == 1:
            yield row


def _with_card(base: Desk, client: str) -> Iterator[tuple[Account, Card]]:
    """An account that works with its only card."""
    for account in base.usable(client):
        cards = [one for one in base.cards[client] if one.linked_account_id == account.account_id]
        if len(cards) == 1 and cards[0].status == "active" and base.singled_out(cards[0]):
            yield account, cards[0]


@RECIPES.intent(10, "done")
def freeze_account_and_card(base: Desk, client: str) -> Iterator[Offer]:
    """Hear about an odd charge, then freeze the account and its card."""
    for account, card in _with_card(base, client):
        for row in _one_purchase(base, account):
            spent = f"spending of {account.account_id}"
            touches = frozenset({account.account_id, card.card_id, "freeze", spent})
            yield Offer(partial(_freeze_after, base, account, card, row), touches)


@RECIPES.intent(10, "done")
def freeze_account_alone(base: Desk, client: str) -> Iterator[Offer]:
    """Hear about an odd charge, then freeze the account; the card is to stay as it is."""
    for account, _ in _with_card(base, client):
        for row in _one_purchase(base, account):
            spent = f"spending of {account.account_id}"
            touches = frozenset({account.account_id, "freeze", spent})
            yield Offer(partial(_freeze_after, base, account, None, row), touches)


def _freeze_after(
    base: Desk, account: Account, card: Card | None, row: Transaction, walk: Walk, draw: Draw
) -> TraceGoal:
    assert row.merchant is not None
    reason = draw.pick(CLAIMS)
    profile(walk, account.client_id)
    search = "search_transactions"
    walk.call(
        search,
        client_id=account.client_id,
        account_id=account.account_id,
        merchant_name_contains=row.merchant.name,
    )
    walk.call("freeze_account", account_id=account.account_id, reason=reason)
    if card:
        freeze_card(walk, card, reason)
    return TraceGoal(
        intent=10,
        act="freeze account and card" if card else "freeze account alone",
        outcome="done",
        facts={
            "account": base.account(account),
            "merchant": row.merchant.name,
            "card": base.card(card) if card else "",
            "reason": reason,
        },
        knows=(Known(name="reason", value=reason),),
        details=(
            base.account_detail(account, "account"),
            *((base.card_detail(card),) if card else ()),
        ),
        hears=(Heard(name="amount of the charge", kind="amount"),),
        outputs=(told_amount("amount of the charge", row.amount, search),),
    )


def _frozen(base: Desk, client: str) -> Iterator[Account]:
    yield from (one for one in base.accounts[client] if one.status == "frozen")


@RECIPES.intent(11, "done", alone=False)
def unfreeze_account(base: Desk, client: str) -> Iterator[Offer]:
    """Unfreeze an account, and nothing else."""
    for account in _frozen(base, client):
        play = partial(_unfreeze, base, account, None)
        yield Offer(play, frozenset({account.account_id}))


@RECIPES.intent(11, "done", alone=False)
def unfreeze_account_and_card(base: Desk, client: str) -> Iterator[Offer]:
    """Unfreeze an account together with its card."""
    for account in _frozen(base, client):
        for card in base.cards[client]:
            own = card.linked_account_id == account.account_id
            if own and card.status == "blocked" and base.singled_out(card):
                play = partial(_unfreeze, base, account, card)
                yield Offer(play, frozenset({account.account_id, card.card_id}))


def _unfreeze(base: Desk, account: Account, card: Card | None, walk: Walk, draw: Draw) -> TraceGoal:
    if card:
        profile(walk, account.client_id)
    else:
        look_at(walk, draw, account)
    walk.call("unfreeze_account", account_id=account.account_id)
    if card:
        walk.call("unfreeze_card", card_id=card.card_id)
    return TraceGoal(
        intent=11,
        act="unfreeze account and card" if card else "unfreeze account",
        outcome="done",
        facts={"account": base.account(account), "card": base.card(card) if card else ""},
        details=(
            base.account_detail(account, "account"),
            *((base.card_detail(card),) if card else ()),
        ),
    )


@RECIPES.intent(11, "done")
def unfreeze_and_move(base: Desk, client: str) -> Iterator[Offer]:
    """Unfreeze an account, then move money out of it or into it."""
    for account in _frozen(base, client):
        for other in base.usable(client):
            for source, target in ((account, other), (other, account)):
                if source.currency == target.currency and source.available >= 40_00:
                    play = partial(_unfreeze_and_move, base, account, source, target)
                    yield Offer(play, frozenset({source.account_id, target.account_id}))


def _unfreeze_and_move(
    base: Desk, account: Account, source: Account, target: Account, walk: Walk, draw: Draw
) -> TraceGoal:
    cents = some_amount(draw, 20_00, source.available)
    profile(walk, source.client_id)
    walk.call("unfreeze_account", account_id=account.account_id)
    transfer(walk, source, target, cents)
    return TraceGoal(
        intent=11,
        act="unfreeze and move",
        outcome="done",
        facts={
            "account": base.account(account),
            **route(base, source, target),
            **spoken_money(source, amount=cents),
        },
        details=(amount_detail(cents), *route_details(base, source, target)),
    )


# -- what is not done ---------------------------------------------------------------------


def _somebody_else(base: Desk, client: str, draw: Draw) -> str:
    return draw.pick([one for one in base.principals() if one != client])


@RECIPES.intent(16, "refused")
def freeze_another_ones_card(base: Desk, client: str) -> Iterator[Offer]:
    """Freeze the card of a partner or relative."""
    yield Offer(partial(_another_ones_card, base, client), frozenset({"somebody else"}))


def _another_ones_card(base: Desk, client: str, walk: Walk, draw: Draw) -> TraceGoal:
    other = _somebody_else(base, client, draw)
    profile(walk, client)
    who = draw.pick(("partner", "cousin", "roommate", "colleague", "neighbor", "best friend"))
    card = base.cards[other][0]
    return TraceGoal(
        intent=16,
        act="freeze another one's card",
        outcome="refused",
        facts={
            "who": who,
            "person": base.facts(other)["name"],
            "card_id": card.card_id,
            "brand": BRANDS[card.extra_info.brand],
        },
        knows=(Known(name="card_id", value=card.card_id),),
        refuses=("BNK-03",),
    )


@RECIPES.intent(16, "refused")
def another_ones_balance(base: Desk, client: str) -> Iterator[Offer]:
    """Hear the balance of somebody else's account."""
    yield Offer(partial(_another_ones_balance, base, client), frozenset({"somebody else"}))


def _another_ones_balance(base: Desk, client: str, walk: Walk, draw: Draw) -> TraceGoal:
    other = _somebody_else(base, client, draw)
    who = draw.pick(
        ("partner", "cousin", "neighbor", "business partner", "roommate", "best friend")
    )
    account = base.accounts[other][0]
    return TraceGoal(
        intent=16,
        act="another one's balance",
        outcome="refused",
        facts={
            "who": who,
            "person": base.facts(other)["name"],
            "account_id": account.account_id,
        },
        knows=(Known(name="account_id", value=account.account_id),),
        refuses=("BNK-03",),
    )


@RECIPES.intent(16, "refused")
def another_ones_profile(base: Desk, client: str) -> Iterator[Offer]:
    """Hear what the bank has on file of somebody whose e-mail the client knows."""
    yield Offer(partial(_another_ones_profile, base, client), frozenset({"somebody else"}))


def _another_ones_profile(base: Desk, client: str, walk: Walk, draw: Draw) -> TraceGoal:
    other = _somebody_else(base, client, draw)
    who = draw.pick(("tenant", "business partner", "roommate", "former colleague", "landlord"))
    facts = base.facts(other)
    return TraceGoal(
        intent=16,
        act="another one's profile",
        outcome="refused",
        facts={"who": who, "person": facts["name"], "other_email": facts["email"]},
        refuses=("BNK-02",),
    )


@RECIPES.intent(17, "refused")
def unfreeze_expired_card(base: Desk, client: str) -> Iterator[Offer]:
    """Unfreeze a card that has expired."""
    for card in base.cards[client]:
        if card.status == "expired" and base.singled_out(card):
            play = partial(_expired_card, base, card)
            yield Offer(play, frozenset({card.card_id}))


def _expired_card(base: Desk, card: Card, walk: Walk, draw: Draw) -> TraceGoal:
    _look_at_card(walk, card)
    return TraceGoal(
        intent=17,
        act="unfreeze expired card",
        outcome="refused",
        facts={"card": base.card(card)},
        refuses=("BNK-20",),
    )


@RECIPES.intent(17, "refused")
def freeze_closed_account(base: Desk, client: str) -> Iterator[Offer]:
    """Freeze an account that is closed."""
    for account in base.accounts[client]:
        if account.status == "closed":
            play = partial(_closed_account, base, account)
            yield Offer(play, frozenset({account.account_id}))


def _closed_account(base: Desk, account: Account, walk: Walk, draw: Draw) -> TraceGoal:
    look_at(walk, draw, account)
    return TraceGoal(
        intent=17,
        act=draw.pick(("freeze closed account", "unfreeze closed account")),
        outcome="refused",
        facts={"account": base.account(account)},
        refuses=("BNK-21",),
    )
