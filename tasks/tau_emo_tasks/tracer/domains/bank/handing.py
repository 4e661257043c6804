"""Services that the desk has no tool for: a person takes over."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.bank.tables import Beneficiary, Card, Transaction
from tau_emo_tasks.tracer.domains.bank.base import Desk, money, spoken_day
from tau_emo_tasks.tracer.domains.bank.intents import RECIPES, profile
from tau_emo_tasks.tracer.domains.bank.sending import look_up
from tau_emo_tasks.tracer.kit.addresses import moves
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

HAND_OFF = "transfer_to_human_agents"


def _handed(
    walk: Walk,
    act: str,
    summary: str,
    facts: dict[str, str] | None = None,
    *knows: Known,
) -> TraceGoal:
    walk.call(HAND_OFF, summary=summary)
    return TraceGoal(intent=19, act=act, outcome="handed_off", facts=facts or {}, knows=knows)


@RECIPES.intent(19, "handed_off")
def new_for_expired(base: Desk, client: str) -> Iterator[Offer]:
    """A new card for one that has expired."""
    for card in base.cards[client]:
        if card.status == "expired" and base.singled_out(card):
            play = partial(_new_card, base, card, "new card for expired")
            yield Offer(play, frozenset({card.card_id}))


@RECIPES.intent(19, "handed_off")
def new_for_damaged(base: Desk, client: str) -> Iterator[Offer]:
    """A new card for one that is damaged."""
    for card in base.cards[client]:
        if card.status == "active" and base.singled_out(card):
            play = partial(_new_card, base, card, "new card for damaged")
            yield Offer(play, frozenset({card.card_id}))


def _new_card(base: Desk, card: Card, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    profile(walk, card.client_id)
    walk.call("get_card_details", card_id=card.card_id)
    said = base.card(card)
    return _handed(
        walk,
        act,
        f"The client wants a new card in place of the card {card.card_id}.",
        {"card": said},
        Known(name="card", value=said),
    )


SERVICES = {
    "open account": "The client wants to open another account.",
    "close account": "The client wants an account closed.",
    "new loan": "The client wants a new loan.",
    "new phone": "The client wants another telephone number in the profile.",
    "new email": "The client wants another e-mail address in the profile.",
    "new name": "The client wants another name in the profile.",
    "card limit": "The client wants the daily limit of a card raised.",
}
"""Services that need no more than the profile, with what is passed on."""


@RECIPES.intent(19, "handed_off")
def other_service(base: Desk, client: str) -> Iterator[Offer]:
    """One of the services that need no more than the profile."""
    for act in SERVICES:
        if act != "close account" or any(
            one.type == "savings" and one.status == "active" for one in base.accounts[client]
        ):
            touches = {"service"}
            if act == "close account":
                touches |= {one.account_id for one in base.accounts[client]}
            if act == "card limit":
                touches |= {one.card_id for one in base.cards[client]}
            yield Offer(partial(_other_service, base, client, act), frozenset(touches))


def _other_service(base: Desk, client: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    profile(walk, client)
    if act != "new email":
        return _handed(walk, act, SERVICES[act])
    one = base.clients[client]
    new = f"{one.last_name}.{one.first_name}@example.org".lower().replace(" ", "")
    return _handed(walk, act, SERVICES[act], {"new_email": new}, Known(name="new_email", value=new))


@RECIPES.intent(19, "handed_off")
def new_address(base: Desk, client: str) -> Iterator[Offer]:
    """Another address in the profile."""
    yield Offer(partial(_new_address, base, client), frozenset({"service"}))


def _new_address(base: Desk, client: str, walk: Walk, draw: Draw) -> TraceGoal:
    profile(walk, client)
    address = moves(draw, {base.clients[client].address.address1})
    summary = "The client has moved and wants another address in the profile."
    return _handed(walk, "new address", summary, address.facts())


@RECIPES.intent(19, "handed_off")
def other_limit(base: Desk, client: str) -> Iterator[Offer]:
    """Another limit of a beneficiary."""
    for one in base.beneficiaries[client]:
        if one.status == "active" and base.tellable(one):
            play = partial(_other_limit, base, one)
            yield Offer(play, frozenset({one.beneficiary_id, "service"}))


def _other_limit(base: Desk, one: Beneficiary, walk: Walk, draw: Draw) -> TraceGoal:
    look_up(walk, base, one, draw)
    currency = next(
        x.currency
        for x in base.accounts[one.client_id]
        if x.account_id in base.allowed[one.beneficiary_id]
    )
    limit = one.per_transfer_limit * draw.pick((2, 3, 4))
    facts = {"payee": base.payee(one), "limit": money(limit, currency)}
    summary = "The client wants another limit per transfer for a beneficiary."
    return _handed(walk, "other limit", summary, facts)


@RECIPES.intent(19, "handed_off")
def dispute(base: Desk, client: str) -> Iterator[Offer]:
    """Dispute a charge and have the money back."""
    for account in base.usable(client):
        rows = [row for row in base.transactions[account.account_id] if row.merchant]
        for row in rows:
            alike = [
                x
                for x in rows
                if x.merchant and row.merchant and x.merchant.name == row.merchant.name
            ]
            if row.status == "posted" and len(alike) == 1:
                play = partial(_dispute, base, row)
                touches = frozenset({"service", f"spending of {account.account_id}"})
                yield Offer(play, touches)


def _dispute(base: Desk, row: Transaction, walk: Walk, draw: Draw) -> TraceGoal:
    assert row.merchant is not None
    profile(walk, row.client_id)
    walk.call(
        "search_transactions",
        client_id=row.client_id,
        account_id=row.account_id,
        merchant_name_contains=row.merchant.name,
    )
    account = next(x for x in base.accounts[row.client_id] if x.account_id == row.account_id)
    facts = {
        "merchant": row.merchant.name,
        "account": base.account(account),
        "day": spoken_day(row.timestamp),
    }
    return _handed(walk, "dispute", "The client disputes a card purchase.", facts)
