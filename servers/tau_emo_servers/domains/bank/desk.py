"""What the bank's desk looks up, checks and books again and again."""

from collections.abc import Iterable
from itertools import count

from sqlalchemy import Text, bindparam, func
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.bank.clock import NOW, TODAY, instant
from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Card,
    Client,
    Direction,
    Loan,
    Method,
    Transaction,
    TransactionType,
)
from tau_emo_servers.money import shown
from tau_emo_servers.queries import find, rows_of
from tau_emo_servers.toolkit import Rejection

_TRANSACTIONS = Prepared(select(func.count()).select_from(Transaction))
_SENT_ON_A_DAY = Prepared(
    select(Transaction).where(
        col(Transaction.beneficiary_id) == bindparam("beneficiary_id", type_=Text()),
        col(Transaction.timestamp).startswith(bindparam("day", type_=Text())),
        col(Transaction.direction) == "debit",
        col(Transaction.status) != "reversed",
    )
)

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
    account = db.get(Account, account_id)
    if account is None or account.client_id != client.client_id:
        raise Rejection(
            "account_not_of_client",
            f"client {client.client_id} has no account {account_id}; list_client_accounts shows "
            "those that there are.",
        )
    return account


def find_own_beneficiary(db: Session, client: Client, beneficiary_id: str) -> Beneficiary:
    """A beneficiary of this client; one that does not exist is nobody's."""
    beneficiary = db.get(Beneficiary, beneficiary_id)
    if beneficiary is None or beneficiary.client_id != client.client_id:
        raise Rejection(
            "beneficiary_not_of_client",
            f"client {client.client_id} has no beneficiary {beneficiary_id}; "
            "list_client_beneficiaries shows those that there are.",
        )
    return beneficiary


def find_own_loan(db: Session, client: Client, loan_id: str) -> Loan:
    """A loan of this client."""
    loan = find_loan(db, loan_id)
    if loan.client_id != client.client_id:
        raise Rejection(
            "loan_not_of_client",
            f"loan {loan_id} is not one of client {client.client_id}; get_client_details shows "
            "those that are.",
        )
    return loan


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


def new_transaction_ids(db: Session) -> Iterable[str]:
    """The series tx_0000001, tx_0000002, ... from the number of transactions plus one on.

    Ids in use are left out.
    """
    [rows] = _TRANSACTIONS.all(db)
    numbered = (f"tx_{number:07d}" for number in count(rows + 1))
    return (key for key in numbered if db.get(Transaction, key) is None)
