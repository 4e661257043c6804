"""The bank's clients, and how they speak of their accounts, cards, loans and beneficiaries."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache

from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Card,
    Client,
    Loan,
    LoanPaymentSchedule,
    Transaction,
)
from tau_emo_servers.domain import served_domain
from tau_emo_servers.domains.bank.views import beneficiary_name
from tau_emo_tasks.tracer.trace import Detail, Known
from tau_emo_tasks.tracer.walk import Walk

TODAY = "2025-10-15"
BRANDS = {"visa": "Visa", "mastercard": "Mastercard"}
LOANS = {
    "auto": "car loan",
    "personal": "personal loan",
    "mortgage": "mortgage",
    "credit_line": "credit line",
}
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


class Desk:
    """The base of the bank, by client."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("bank").data) as state, state.session() as db:
            self.clients = {one.client_id: one for one in db.exec(select(Client))}
            self.accounts: dict[str, list[Account]] = defaultdict(list)
            for account in db.exec(select(Account)):
                self.accounts[account.client_id].append(account)
            self.cards: dict[str, list[Card]] = defaultdict(list)
            for card in db.exec(select(Card)):
                self.cards[card.client_id].append(card)
            self.loans: dict[str, list[Loan]] = defaultdict(list)
            for loan in db.exec(select(Loan)):
                self.loans[loan.client_id].append(loan)
            self.installments: dict[str, list[LoanPaymentSchedule]] = defaultdict(list)
            for line in db.exec(select(LoanPaymentSchedule)):
                self.installments[line.loan_id].append(line)
            self.beneficiaries: dict[str, list[Beneficiary]] = defaultdict(list)
            for one in db.exec(select(Beneficiary)):
                self.beneficiaries[one.client_id].append(one)
            self.allowed: dict[str, list[str]] = defaultdict(list)
            for link in db.exec(select(BeneficiaryAllowedAccount)):
                self.allowed[link.beneficiary_id].append(link.account_id)
            self.transactions: dict[str, list[Transaction]] = defaultdict(list)
            for row in db.exec(select(Transaction)):
                self.transactions[row.account_id].append(row)
        for rows in self.transactions.values():
            rows.sort(key=lambda row: (row.timestamp, row.transaction_id), reverse=True)

    def principals(self) -> Sequence[str]:
        """The keys of all clients."""
        return tuple(self.clients)

    def facts(self, principal: str) -> dict[str, str]:
        """The client's name and e-mail."""
        client = self.clients[principal]
        return {"name": f"{client.first_name} {client.last_name}", "email": client.email}

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By e-mail: there is no other way."""
        facts = self.facts(principal)
        walk.call("find_client_id_by_email", email=facts["email"])
        return (
            Known(name="email", value=facts["email"]),
            Known(name="full_name", value=facts["name"]),
        )

    # -- accounts

    def usable(self, client: str) -> list[Account]:
        """The accounts that can pay."""
        return [
            one for one in self.accounts[client] if one.status == "active" and one.type != "credit"
        ]

    def pairs(self, client: str) -> Iterator[tuple[Account, Account]]:
        """Two accounts between which money can be moved, neither of them a credit account."""
        usable = self.usable(client)
        for source in usable:
            for target in usable:
                if source is not target and source.currency == target.currency:
                    yield source, target

    def account(self, account: Account) -> str:
        """How the owner calls an account: "savings account", "EUR checking account"."""
        alike = [one for one in self.accounts[account.client_id] if one.type == account.type]
        if len(alike) == 1:
            return f"{account.type} account"
        if sum(one.currency == account.currency for one in alike) == 1:
            return f"{account.currency} {account.type} account"
        return f"{account.type} account ending in {ending(account)}"

    def account_detail(self, account: Account, name: str, *beside: Account) -> Detail:
        """What a listing must say of an account.

        Args:
            account: the account.
            name: what it is in the wish: `source`, `target`, `account`.
            beside: other accounts that a right listing names too.
        """
        alike = [one for one in self.accounts[account.client_id] if one.type == account.type]
        named = (account.type,) if len(alike) == 1 else ()
        of_currency = [one for one in alike if one.currency == account.currency]
        if not named and len(of_currency) == 1:
            named = (f"{account.currency} {account.type}",)
        others = [
            one
            for one in self.accounts[account.client_id]
            if one is not account and one not in beside
        ]
        return Detail(
            name=name,
            accept=(ending(account), *named),
            reject=tuple(sorted(ending(one) for one in others)),
        )

    # -- cards

    def card(self, card: Card) -> str:
        """How the owner calls a card: "Visa", "debit card", "Mastercard ending in 4410"."""
        held = self.cards[card.client_id]
        brand = card.extra_info.brand
        if sum(one.extra_info.brand == brand for one in held) == 1:
            return BRANDS[brand]
        if sum(one.type == card.type for one in held) == 1:
            return f"{card.type} card"
        return f"{BRANDS[brand]} ending in {card.extra_info.last_four}"

    def singled_out(self, card: Card) -> bool:
        """True if the owner can say which card it is: by brand, type or last digits."""
        held = self.cards[card.client_id]
        face = card.extra_info
        return (
            sum(one.extra_info.brand == face.brand for one in held) == 1
            or sum(one.type == card.type for one in held) == 1
            or sum(one.extra_info.last_four == face.last_four for one in held) == 1
        )

    def card_detail(self, card: Card, name: str = "card") -> Detail:
        """What a listing must say of a card."""
        held = self.cards[card.client_id]
        four, brand = card.extra_info.last_four, card.extra_info.brand
        named = [brand] if sum(one.extra_info.brand == brand for one in held) == 1 else []
        named += [f"{card.type} card"] if sum(one.type == card.type for one in held) == 1 else []
        alone = sum(one.extra_info.last_four == four for one in held) == 1
        return Detail(
            name=name,
            accept=((four,) if alone else ()) + tuple(named),
            reject=(),
        )

    # -- loans

    def lines(self, loan: Loan, *statuses: str) -> list[LoanPaymentSchedule]:
        """The installments of a loan in some statuses, by date."""
        found = [one for one in self.installments[loan.loan_id] if one.status in statuses]
        return sorted(found, key=lambda one: one.due_date)

    # -- beneficiaries

    def payee(self, one: Beneficiary) -> str:
        """How the client calls a beneficiary: by its name, and by its bank if two have it."""
        name = beneficiary_name(one)
        full = _names(one)[-1]
        called = name if name == full else f"the beneficiary listed as {name}"
        alone = len(self.alike(one)) == 1
        return called if alone else f"{called} (the one with {one.bank_name})"

    def alike(self, one: Beneficiary) -> list[Beneficiary]:
        """The client's beneficiaries of one name, in the order of the profile."""
        return [
            x
            for x in self.beneficiaries[one.client_id]
            if beneficiary_name(x) == beneficiary_name(one)
        ]

    def payee_detail(self, one: Beneficiary) -> Detail:
        """What a listing must say of a beneficiary."""
        others = [x for x in self.beneficiaries[one.client_id] if x is not one]
        rivals = {name for x in others for name in _names(x)}
        own = [name for name in _names(one) if name not in rivals]
        banks = {x.bank_name for x in others if set(_names(x)) & set(_names(one))}
        if banks and one.bank_name not in banks:
            own.append(one.bank_name)
        return Detail(
            name="beneficiary",
            accept=tuple(dict.fromkeys((*own, one.account_number_masked[-4:]))),
            reject=tuple(sorted(rivals - set(_names(one)))),
        )

    def tellable(self, one: Beneficiary) -> bool:
        """True if the client can say which beneficiary it is."""
        return all(x is one or x.bank_name != one.bank_name for x in self.alike(one))

    def payers(self, one: Beneficiary) -> list[Account]:
        """The accounts that may and can pay a beneficiary, as far as their kind goes."""
        return [
            x
            for x in self.usable(one.client_id)
            if x.account_id in self.allowed[one.beneficiary_id]
        ]

    def sent_today(self, one: Beneficiary) -> int:
        """What was sent to a beneficiary today, in hundredths."""
        return sum(
            row.amount
            for account in self.accounts[one.client_id]
            for row in self.transactions[account.account_id]
            if row.beneficiary_id == one.beneficiary_id
            and row.timestamp.startswith(TODAY)
            and row.status != "reversed"
        )


def _names(one: Beneficiary) -> list[str]:
    full = " ".join(part for part in (one.first_name, one.last_name) if part)
    return [name for name in (one.display_name, one.business_name, full) if name]


@cache
def desk() -> Desk:
    """The bank, read once."""
    return Desk()


def ending(account: Account) -> str:
    """The last four digits of an account's number."""
    return account.account_number_masked[-4:]


def plain(cents: int) -> str:
    """An amount as a tool shows it: `316.48`, `300`."""
    return f"{Decimal(cents) / 100:f}"


def money(cents: int, currency: str) -> str:
    """An amount as people write it: "$316.48", "€300", "120 francs"."""
    number = f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
    signs = {"USD": "$", "EUR": "€", "GBP": "£"}
    words = {"CAD": "Canadian dollars", "CHF": "francs"}
    return f"{signs[currency]}{number}" if currency in signs else f"{number} {words[currency]}"


def month(day: str) -> str:
    """The month of a day: "October"."""
    return MONTHS[int(day[5:7]) - 1]


def spoken_day(day: str) -> str:
    """A day as people say it: "October 28"."""
    return f"{month(day)} {int(day[8:10])}"


def some_amount(draw: Draw, least: int, most: int) -> int:
    """A sum that somebody would name, in hundredths.

    Args:
        draw: decides.
        least: the least that it may be.
        most: the most that it may be; not below `least`.
    """
    steps = [
        step for step in (50_00, 20_00, 10_00, 5_00, 1_00, 5, 1) if -(-least // step) * step <= most
    ]
    step = draw.pick(steps[:5] if draw.chance(0.6) else steps[-2:])
    return draw.integer(-(-least // step), most // step) * step
