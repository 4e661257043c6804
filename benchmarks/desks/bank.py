"""Calls of the bank's tools."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from benchmarks.desks import Apart, Call, spaced
from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Card,
    Client,
    Loan,
)

EACH = 4
"""How often each tool is called."""

_PAYEE = {
    "beneficiary_type": "individual",
    "display_name": "Ada",
    "first_name": "Ada",
    "last_name": "Moreau",
    "business_name": None,
    "bank_name": "Harbor Bank",
    "account_number_masked": "****4410",
    "routing_number": "021000021",
    "iban": None,
    "swift_bic": None,
    "address1": "14 Harbor Lane",
    "address2": "Unit 3",
    "city": "Tucson",
    "state": "AZ",
    "zip": "85719",
    "country": "USA",
    "per_transfer_limit": 500,
    "daily_limit": 1000,
}


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    for client in spaced([*db.exec(select(Client))], EACH):
        yield "find_client_id_by_email", {"email": client.email}
        yield "get_client_details", {"client_id": client.client_id}
        yield "list_client_accounts", {"client_id": client.client_id}
        yield "list_client_beneficiaries", {"client_id": client.client_id}
    for account in spaced([*db.exec(select(Account))], EACH):
        yield "get_account_details", {"account_id": account.account_id}
        yield "get_recent_transactions", {"account_id": account.account_id}
        yield (
            "search_transactions",
            {
                "client_id": account.client_id,
                "account_id": account.account_id,
                "status": "posted",
                "min_amount": 50,
            },
        )
    for card in spaced([*db.exec(select(Card))], EACH):
        yield "get_card_details", {"card_id": card.card_id}
    for loan in spaced([*db.exec(select(Loan))], EACH):
        yield "get_loan_details", {"loan_id": loan.loan_id}
    for payee in spaced([*db.exec(select(Beneficiary))], EACH):
        yield "get_beneficiary_details", {"beneficiary_id": payee.beneficiary_id}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each for a client of its own."""
    apart = Apart()
    blocked = select(Card).where(Card.status == "blocked")
    for card in apart.pick(db.exec(blocked), lambda card: card.client_id, EACH):
        yield "unfreeze_card", {"card_id": card.card_id}
    frozen = select(Account).where(Account.status == "frozen")
    for account in apart.pick(db.exec(frozen), lambda account: account.client_id, EACH):
        yield "unfreeze_account", {"account_id": account.account_id}
    yield from _payments(db, apart)
    active = select(Card).where(Card.status == "active")
    for card in apart.pick(db.exec(active), lambda card: card.client_id, EACH):
        yield "freeze_card", {"card_id": card.card_id, "reason": "lost"}
    open_accounts = select(Account).where(Account.status == "active")
    for account in apart.pick(db.exec(open_accounts), lambda one: one.client_id, EACH):
        yield "freeze_account", {"account_id": account.account_id, "reason": "stolen papers"}
    pending = select(Beneficiary).where(Beneficiary.verification_status == "pending")
    for payee in apart.pick(db.exec(pending), lambda payee: payee.client_id, EACH):
        yield (
            "verify_beneficiary",
            {"client_id": payee.client_id, "beneficiary_id": payee.beneficiary_id},
        )
    for number, account in enumerate(
        apart.pick(db.exec(open_accounts), lambda one: one.client_id, EACH)
    ):
        yield (
            "add_beneficiary",
            {
                "client_id": account.client_id,
                "beneficiary_id": f"bnf_measured_{number}",
                "allowed_from_account_ids": [account.account_id],
                **_PAYEE,
            },
        )


def _payments(db: Session, apart: Apart) -> Iterator[Call]:
    """Calls that move an amount, each from an account that has more than it."""
    paying = (
        Account.status == "active",
        Account.type != "credit",
        col(Account.available) >= 10_00,
    )
    loans = (
        select(Loan, Account)
        .join(Account, col(Account.client_id) == Loan.client_id)
        .where(*paying, Loan.status == "active", Loan.currency == Account.currency)
    )
    for loan, account in apart.pick(db.exec(loans), lambda pair: pair[0].client_id, EACH):
        yield (
            "make_loan_payment",
            {
                "client_id": loan.client_id,
                "loan_id": loan.loan_id,
                "from_account_id": account.account_id,
                "amount": 1.5,
            },
        )
    payable = (
        select(Beneficiary, Account)
        .join(
            BeneficiaryAllowedAccount,
            col(BeneficiaryAllowedAccount.beneficiary_id) == Beneficiary.beneficiary_id,
        )
        .join(Account, col(Account.account_id) == BeneficiaryAllowedAccount.account_id)
        .where(
            *paying,
            Beneficiary.status == "active",
            Beneficiary.verification_status == "verified",
            col(Beneficiary.per_transfer_limit) >= 10_00,
        )
    )
    for payee, account in apart.pick(db.exec(payable), lambda pair: pair[0].client_id, EACH):
        yield (
            "initiate_transfer_to_beneficiary",
            {
                "client_id": payee.client_id,
                "from_account_id": account.account_id,
                "beneficiary_id": payee.beneficiary_id,
                "amount": 1.5,
            },
        )
    held: dict[tuple[str, str], list[Account]] = {}
    for account in db.exec(select(Account).where(*paying)):
        held.setdefault((account.client_id, account.currency), []).append(account)
    pairs = [accounts for accounts in held.values() if len(accounts) > 1]
    for source, target, *_ in apart.pick(pairs, lambda pair: pair[0].client_id, EACH):
        yield (
            "initiate_internal_transfer",
            {
                "client_id": source.client_id,
                "from_account_id": source.account_id,
                "to_account_id": target.account_id,
                "amount": 1.5,
            },
        )
