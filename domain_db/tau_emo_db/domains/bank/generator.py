"""The bank's base data: clients at the edge of a rule, and ordinary ones."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.bank.bank import CURRENCIES, Bank
from tau_emo_db.domains.bank.history import complete
from tau_emo_db.domains.bank.holder import Entry, Holder
from tau_emo_db.domains.bank.situations import SITUATIONS
from tau_emo_db.domains.bank.tables import (
    AccountType,
    BeneficiaryAllowedAccount,
    BeneficiaryStatus,
    LoanRepayment,
    Transaction,
    VerificationStatus,
)
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

CLIENTS = 330
"""How many clients there are at scale 1."""
BENEFICIARIES = {0: 3, 1: 4, 2: 2, 3: 1}
"""How many beneficiaries a client adds besides, and how often that is so."""
MOST_BENEFICIARIES = 4
BENEFICIARY_STATES: dict[tuple[BeneficiaryStatus, VerificationStatus], float] = {
    ("active", "verified"): 16,
    ("active", "pending"): 3,
    ("active", "failed"): 1,
    ("suspended", "verified"): 2,
    ("revoked", "verified"): 1,
}


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times the clients.
    """
    bank = Bank()
    kit.play(SITUATIONS, bank, draw, scale)
    ordinary = draw.fork("clients")
    for turn in range(len(bank.holders), CLIENTS * scale):
        _ordinary(bank, ordinary.fork(str(turn)))
    for holder in bank.holders:
        each = draw.fork(f"history/{holder.client.client_id}")
        _more(bank, each, holder)
        complete(each, holder)
    yield from _rows(bank, draw.fork("insertion"))


def _ordinary(bank: Bank, draw: Draw) -> None:
    """A client with one to three accounts, some of them in two currencies."""
    holder = bank.open_profile(draw)
    currency = draw.weighted(CURRENCIES)
    first = bank.add_account(draw, holder, "checking", currency)
    for _ in range(draw.weighted({1: 7, 2: 2})):
        bank.add_card(draw, holder, first)
    others: list[AccountType] = ["savings", "credit", "checking"]
    for kind in draw.sample(others, draw.weighted({0: 2, 1: 4, 2: 1})):
        foreign = kind != "credit" and draw.chance(0.85)
        other = draw.pick([one for one in CURRENCIES if one != currency]) if foreign else currency
        account = bank.add_account(draw, holder, kind, other)
        if kind == "credit":
            bank.add_card(draw, holder, account)


def _more(bank: Bank, draw: Draw, holder: Holder) -> None:
    """An account in another currency, a loan, beneficiaries, and transfers to some of them."""
    first = holder.accounts[0]
    if len(holder.accounts) == 1 and draw.chance(0.24):
        other = draw.pick([one for one in CURRENCIES if one != first.currency])
        bank.add_account(draw, holder, draw.pick(("checking", "savings")), other)
    able = [one for one in holder.accounts if one.status == "active" and one.type != "credit"]
    if able and not holder.debts and draw.chance(0.95):
        bank.add_loan(draw, holder, draw.pick(able))
    room = MOST_BENEFICIARIES - len(holder.beneficiaries)
    for _ in range(min(room, draw.weighted(BENEFICIARIES)) if able else 0):
        allowed = able if draw.chance(0.6) else [draw.pick(able)]
        status, verification = draw.weighted(BENEFICIARY_STATES)
        beneficiary = bank.add_beneficiary(
            draw, holder, allowed, status=status, verification=verification
        )
        if verification == "verified" and draw.chance(0.5):
            amount = beneficiary.per_transfer_limit * draw.integer(2, 10) // 10
            if amount <= 1_500_00:
                bank.pay(draw, holder, beneficiary, allowed[0], amount)


def _rows(bank: Bank, draw: Draw) -> Iterator[Table]:
    """All rows; clients in an order that betrays no situation, transactions as they happened."""
    holders = draw.shuffled(bank.holders)
    for holder in holders:
        yield holder.client
    for holder in holders:
        yield from draw.shuffled(holder.accounts)
    for holder in holders:
        yield from draw.shuffled(holder.cards)
    for holder in holders:
        for beneficiary in draw.shuffled(holder.beneficiaries):
            yield beneficiary
            for position, account in enumerate(holder.allowed[beneficiary.beneficiary_id]):
                yield BeneficiaryAllowedAccount(
                    beneficiary_id=beneficiary.beneficiary_id,
                    position=position,
                    account_id=account.account_id,
                )
    yield from _transactions([entry for holder in holders for entry in holder.entries])
    for holder in holders:
        for debt in holder.debts:
            yield debt.loan
            for line, entry, _ in debt.paid:
                line.transaction_id = entry.transaction_id
            yield from debt.installments
            for line, entry, interest in debt.paid:
                yield LoanRepayment(
                    transaction_id=entry.transaction_id,
                    loan_id=debt.loan.loan_id,
                    posted_at=entry.moment,
                    amount=line.amount,
                    currency=line.currency,
                    method=entry.method,
                    principal_component=line.amount - interest,
                    interest_component=interest,
                    fees_component=0,
                )


def _transactions(entries: list[Entry]) -> Iterator[Transaction]:
    """All entries in the order of time; the two sides of a transfer follow each other."""
    entries.sort(key=lambda entry: entry.moment)
    for number, entry in enumerate(entries, start=1):
        entry.transaction_id = f"tx_{number:07d}"
    related: dict[str, str] = {}
    for entry in entries:
        if entry.twin is not None:
            related[entry.transaction_id] = entry.twin.transaction_id
            related[entry.twin.transaction_id] = entry.transaction_id
    for entry in entries:
        yield Transaction(
            transaction_id=entry.transaction_id,
            client_id=entry.account.client_id,
            account_id=entry.account.account_id,
            timestamp=entry.moment,
            type=entry.type,
            direction=entry.direction,
            amount=entry.amount,
            currency=entry.account.currency,
            description=entry.description,
            method=entry.method,
            status=entry.status,
            merchant=entry.merchant,
            exchange=entry.exchange,
            hold=entry.hold,
            fees=entry.fees,
            related_transaction_id=related.get(entry.transaction_id),
            beneficiary_id=entry.beneficiary.beneficiary_id if entry.beneficiary else None,
            balance_after=entry.balance_after,
        )
