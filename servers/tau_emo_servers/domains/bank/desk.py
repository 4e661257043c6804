"""What the bank's desk looks up, checks and works out again and again."""

from collections.abc import Iterable
from typing import get_args

from sqlalchemy import Text, bindparam, func
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.bank.clock import NOW, TODAY, instant
from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    BeneficiaryType,
    Card,
    Client,
    Direction,
    Loan,
    Method,
    Transaction,
    TransactionType,
    VerificationMethod,
)
from tau_emo_servers.checks import one_of
from tau_emo_servers.money import above_zero, shown, whole_cents
from tau_emo_servers.queries import find, find_owned, free_keys, numbered, rows_of
from tau_emo_servers.toolkit import Rejection

OUTGOING_METHODS: tuple[Method, ...] = ("ACH", "Wire")
"""How money can be sent to a beneficiary."""

_TRANSACTIONS = Prepared(select(func.count()).select_from(Transaction))
_SENT_ON_A_DAY = Prepared(
    select(Transaction).where(
        col(Transaction.beneficiary_id) == bindparam("beneficiary_id", type_=Text()),
        col(Transaction.timestamp).startswith(bindparam("day", type_=Text())),
        col(Transaction.direction) == "debit",
        col(Transaction.status) != "reversed",
    )
)


# Shape of the input.


def positive_amount(amount: float, name: str = "amount") -> int:
    """The amount in hundredths; it must be above 0 and have at most two decimals."""
    return above_zero(whole_cents(amount, name), name)


def beneficiary_type_of(text: str) -> BeneficiaryType:
    """The kind of a new beneficiary, if it is one."""
    options: tuple[BeneficiaryType, ...] = get_args(BeneficiaryType)
    return one_of(text, options, "beneficiary_type")


def verification_method_of(text: str, name: str) -> VerificationMethod:
    """How a beneficiary is verified, if it is one of the ways; the name is the argument's."""
    options: tuple[VerificationMethod, ...] = get_args(VerificationMethod)
    return one_of(text, options, name)


def outgoing_method(text: str) -> Method:
    """How money is sent to a beneficiary, if it can be sent so."""
    return one_of(text, OUTGOING_METHODS, "method")


def any_method(text: str) -> Method:
    """How a payment is made, if there is such a way."""
    options: tuple[Method, ...] = get_args(Method)
    return one_of(text, options, "method")


def check_names(kind: str, first: str | None, last: str | None, business: str | None) -> None:
    """Refuses a person without both names and a business without its own."""
    if kind == "individual" and not (_said(first) and _said(last)):
        raise Rejection("name_missing", "an individual needs first_name and last_name; send both.")
    if kind == "business" and not _said(business):
        raise Rejection("name_missing", "a business needs business_name; send it.")


def check_limits(per_transfer: float, daily: float) -> tuple[int, int]:
    """Both limits in hundredths; the one of a transfer must not be above the one of a day."""
    per = positive_amount(per_transfer, "per_transfer_limit")
    day = positive_amount(daily, "daily_limit")
    if per > day:
        raise Rejection(
            "limits_crossed",
            f"per_transfer_limit {shown(per)} is above daily_limit {shown(day)}; it must not be.",
        )
    return per, day


def or_none(text: str | None) -> str | None:
    """The text, or None if it is empty."""
    return text if _said(text) else None


def _said(text: str | None) -> bool:
    return text is not None and text.strip() != ""


# Look-ups.


def find_client(db: Session, client_id: str) -> Client:
    """The client with this id."""
    hint = "find it with find_client_id_by_email (it looks like CL82K4QD)"
    return find(db, Client, client_id, "client", hint)


def find_account(db: Session, account_id: str) -> Account:
    """The account, whoever holds it."""
    return find(db, Account, account_id, "account", "get_client_details shows the client's")


def find_card(db: Session, card_id: str) -> Card:
    """The card, whoever holds it."""
    return find(db, Card, card_id, "card", "get_client_details shows the client's")


def find_loan(db: Session, loan_id: str) -> Loan:
    """The loan, whoever has it."""
    return find(db, Loan, loan_id, "loan", "get_client_details shows the client's")


def find_beneficiary(db: Session, beneficiary_id: str) -> Beneficiary:
    """The beneficiary, whoever's it is."""
    hint = "list_client_beneficiaries shows the client's"
    return find(db, Beneficiary, beneficiary_id, "beneficiary", hint)


def find_own_account(db: Session, client: Client, account_id: str) -> Account:
    """An account of this client."""
    return find_owned(
        db,
        Account,
        account_id,
        what=f"account {account_id}",
        place=f"one of client {client.client_id}",
        shown_by="list_client_accounts",
        client_id=client.client_id,
    )


def find_own_beneficiary(db: Session, client: Client, beneficiary_id: str) -> Beneficiary:
    """A beneficiary of this client; one that does not exist is nobody's."""
    return find_owned(
        db,
        Beneficiary,
        beneficiary_id,
        what=f"beneficiary {beneficiary_id}",
        place=f"one of client {client.client_id}",
        shown_by="list_client_beneficiaries",
        client_id=client.client_id,
    )


def find_own_loan(db: Session, client: Client, loan_id: str) -> Loan:
    """A loan of this client."""
    find_loan(db, loan_id)
    return find_owned(
        db,
        Loan,
        loan_id,
        what=f"loan {loan_id}",
        place=f"one of client {client.client_id}",
        shown_by="get_client_details",
        client_id=client.client_id,
    )


def check_new_beneficiary(db: Session, beneficiary_id: str) -> None:
    """Refuses an id that a beneficiary of any client has."""
    if db.get(Beneficiary, beneficiary_id) is not None:
        raise Rejection(
            "beneficiary_exists",
            f"the beneficiary id {beneficiary_id} is taken; ask the client for another.",
        )


# State and money.


def check_usable(card: Card) -> Card:
    """The card, if it is active or blocked."""
    if card.status not in ("active", "blocked"):
        raise Rejection(
            "card_not_usable",
            f"card {card.card_id} is {card.status}; only an active or blocked card can be frozen "
            "or unfrozen.",
        )
    return card


def check_not_closed(account: Account) -> Account:
    """The account, if it is not closed."""
    if account.status == "closed":
        raise Rejection(
            "account_closed",
            f"account {account.account_id} is closed; it can be neither frozen nor unfrozen.",
        )
    return account


def check_two_accounts(source: Account, target: Account) -> None:
    """Refuses a transfer from an account to itself."""
    if source.account_id == target.account_id:
        raise Rejection(
            "same_account",
            f"account {source.account_id} is source and target; name two different accounts.",
        )


def check_active(account: Account, role: str) -> None:
    """Refuses an account that is frozen or closed; the role says what it is here."""
    if account.status != "active":
        raise Rejection(
            "account_not_active",
            f"the {role} account {account.account_id} is {account.status}; only an active account "
            "can be used.",
        )


def check_no_credit(account: Account) -> None:
    """Refuses to take money from a credit account."""
    if account.type == "credit":
        raise Rejection(
            "source_is_credit",
            f"account {account.account_id} is a credit account; pay from a checking or savings "
            "account.",
        )


def check_currency(source: Account, other: str, currency: str) -> None:
    """Refuses a payment whose two sides are in different currencies."""
    if source.currency != currency:
        raise Rejection(
            "currencies_differ",
            f"account {source.account_id} is in {source.currency} and {other} in {currency}; "
            "money is not exchanged, so both must be in one currency.",
        )


def check_available(account: Account, amount: int) -> None:
    """Refuses an amount in hundredths that is above what is available."""
    if account.available < amount:
        raise Rejection(
            "not_enough_available",
            f"account {account.account_id} has {shown(account.available)} {account.currency} "
            f"available, which is below {shown(amount)}; lower the amount or use another account.",
        )


def check_payable(db: Session, beneficiary: Beneficiary, source: Account) -> None:
    """Refuses a beneficiary that may not be paid, or not from this account."""
    key = beneficiary.beneficiary_id
    if beneficiary.status != "active":
        raise Rejection(
            "beneficiary_not_active",
            f"beneficiary {key} is {beneficiary.status}; only an active one can be paid.",
        )
    if beneficiary.verification_status != "verified":
        raise Rejection(
            "beneficiary_not_verified",
            f"the verification of beneficiary {key} is {beneficiary.verification_status}; only a "
            "verified one can be paid.",
        )
    allowed = [one.account_id for one in rows_of(db, BeneficiaryAllowedAccount, beneficiary_id=key)]
    if source.account_id not in allowed:
        raise Rejection(
            "source_not_allowed",
            f"beneficiary {key} cannot be paid from account {source.account_id}, only from "
            f"{', '.join(allowed)}.",
        )


def check_transfer_limits(db: Session, beneficiary: Beneficiary, amount: int) -> None:
    """Refuses an amount in hundredths above what one transfer or today still allows."""
    key = beneficiary.beneficiary_id
    if amount > beneficiary.per_transfer_limit:
        raise Rejection(
            "above_transfer_limit",
            f"{shown(amount)} is above the limit of {shown(beneficiary.per_transfer_limit)} for "
            f"one transfer to beneficiary {key}.",
        )
    sent = sent_today(db, key)
    if sent + amount > beneficiary.daily_limit:
        raise Rejection(
            "above_daily_limit",
            f"{shown(sent)} went to beneficiary {key} today, and {shown(amount)} more would be "
            f"above the daily limit of {shown(beneficiary.daily_limit)}.",
        )


def sent_today(db: Session, beneficiary_id: str) -> int:
    """What went to a beneficiary on the present UTC day, in hundredths; reversed ones aside."""
    sent = _SENT_ON_A_DAY.all(db, beneficiary_id=beneficiary_id, day=TODAY)
    return sum(one.amount for one in sent)


# Booking.


def move(account: Account, amount: int) -> None:
    """Adds hundredths to an account, or takes them if negative; what is on hold stays."""
    account.current += amount
    account.available += amount


def book(
    account: Account,
    key: str,
    kind: TransactionType,
    direction: Direction,
    amount: int,
    method: Method,
    description: str | None,
    *,
    related: str | None = None,
    beneficiary_id: str | None = None,
) -> Transaction:
    """Moves the money of one side and makes its transaction, posted now."""
    move(account, amount if direction == "credit" else -amount)
    return Transaction(
        transaction_id=key,
        client_id=account.client_id,
        account_id=account.account_id,
        timestamp=instant(NOW),
        type=kind,
        direction=direction,
        amount=amount,
        currency=account.currency,
        description=description,
        method=method,
        status="posted",
        related_transaction_id=related,
        beneficiary_id=beneficiary_id,
        balance_after=account.current,
    )


# New ids.


def new_transaction_ids(db: Session) -> Iterable[str]:
    """The series tx_0000001, tx_0000002, ... from the number of transactions plus one on.

    Ids in use are left out.
    """
    [rows] = _TRANSACTIONS.all(db)
    return free_keys(db, Transaction, numbered("tx_{:07d}", rows + 1))
