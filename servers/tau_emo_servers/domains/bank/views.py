"""How the bank's rows are shown to the agent: plain JSON, keys in a fixed order.

Amounts are shown in the currency of the account; in the database they are hundredths.
"""

from sqlmodel import Session

from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Card,
    Client,
    Loan,
    LoanPaymentSchedule,
    LoanRepayment,
    Transaction,
)
from tau_emo_servers.money import shown
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View, if_set, plain

NO_NAME = "(no name)"
"""What a beneficiary without any name is called in a list."""


def client_view(db: Session, client: Client) -> View:
    """A profile with accounts and cards, and the ids of loans and beneficiaries."""
    key = client.client_id
    accounts = rows_of(db, Account, client_id=key)
    cards = rows_of(db, Card, client_id=key)
    return {
        "client_id": key,
        "name": {
            "first_name": client.first_name,
            "last_name": client.last_name,
            "middle_name": client.middle_name,
        },
        "contact": {"email": client.email, "phone": client.phone},
        "address": client.address.model_dump(),
        "kyc": client.kyc.model_dump(),
        "created_at": client.created_at,
        "accounts": {one.account_id: account_view(one) for one in accounts},
        "cards": {one.card_id: card_view(one) for one in cards},
        "loan_ids": [one.loan_id for one in rows_of(db, Loan, client_id=key)],
        "beneficiary_ids": [one.beneficiary_id for one in rows_of(db, Beneficiary, client_id=key)],
    }


def account_view(account: Account) -> View:
    """An account with its balances."""
    return {
        "account_id": account.account_id,
        "type": account.type,
        "currency": account.currency,
        "status": account.status,
        "account_number_masked": account.account_number_masked,
        "routing_number": account.routing_number,
        "balance": {
            "current": shown(account.current),
            "available": shown(account.available),
            "on_hold": shown(account.on_hold),
        },
        "interest_rate_apr": account.interest_rate_apr,
        "overdraft_limit": _money(account.overdraft_limit),
        "opened_at": account.opened_at,
        "features": account.features.model_dump(),
    }


def account_line(account: Account) -> View:
    """An account in a list, without its balances."""
    return {
        "currency": account.currency,
        "masked": account.account_number_masked,
        "status": account.status,
        "type": account.type,
    }


def card_view(card: Card) -> View:
    """A card; its limits are for information."""
    return {
        "card_id": card.card_id,
        "type": card.type,
        "linked_account_id": card.linked_account_id,
        "status": card.status,
        "issuer": card.issuer,
        "extra_info": card.extra_info.model_dump(),
        "limits": card.limits.model_dump(),
        "pin_set": card.pin_set,
    }


def transaction_view(one: Transaction) -> View:
    """A transaction; what it does not have is left out."""
    extra: View = {
        "description": one.description,
        "merchant": plain(one.merchant),
        "exchange": _exchange(one),
        "hold": plain(one.hold),
        "fees": [{**fee.model_dump(), "amount": shown(fee.amount)} for fee in one.fees] or None,
        "related_transaction_id": one.related_transaction_id,
        "beneficiary_id": one.beneficiary_id,
        "balance_after": _money(one.balance_after),
    }
    return {
        "transaction_id": one.transaction_id,
        "account_id": one.account_id,
        "timestamp": one.timestamp,
        "type": one.type,
        "direction": one.direction,
        "amount": shown(one.amount),
        "currency": one.currency,
        "method": one.method,
        "status": one.status,
        **if_set(extra),
    }


def loan_view(db: Session, loan: Loan) -> View:
    """A loan with its installments and what was repaid."""
    schedule = rows_of(db, LoanPaymentSchedule, loan_id=loan.loan_id)
    repaid = rows_of(db, LoanRepayment, loan_id=loan.loan_id)
    collateral, escrow = loan.collateral, loan.escrow
    return {
        "loan_id": loan.loan_id,
        "linked_repayment_account_id": loan.linked_repayment_account_id,
        "type": loan.type,
        "status": loan.status,
        "principal": shown(loan.principal),
        "currency": loan.currency,
        "interest_rate_apr": loan.interest_rate_apr,
        "amortization": loan.amortization,
        "term_months": loan.term_months,
        "origination_date": loan.origination_date,
        "first_payment_date": loan.first_payment_date,
        "maturity_date": loan.maturity_date,
        "collateral": None
        if collateral is None
        else {**collateral.model_dump(), "value_amount": shown(collateral.value_amount)},
        "escrow": None
        if escrow is None
        else {**escrow.model_dump(), "balance": shown(escrow.balance)},
        "payment_schedule": [
            {
                "due_date": line.due_date,
                "amount": shown(line.amount),
                "currency": line.currency,
                "status": line.status,
                "transaction_id": line.transaction_id,
            }
            for line in schedule
        ],
        "repayment_history": [
            {
                "transaction_id": one.transaction_id,
                "posted_at": one.posted_at,
                "amount": shown(one.amount),
                "currency": one.currency,
                "method": one.method,
                "principal_component": shown(one.principal_component),
                "interest_component": shown(one.interest_component),
                "fees_component": shown(one.fees_component),
            }
            for one in repaid
        ],
    }


def beneficiary_view(db: Session, one: Beneficiary) -> View:
    """A beneficiary with the accounts from which it may be paid."""
    allowed = rows_of(db, BeneficiaryAllowedAccount, beneficiary_id=one.beneficiary_id)
    return {
        "beneficiary_id": one.beneficiary_id,
        "type": one.type,
        "status": one.status,
        "name": {
            "display_name": one.display_name,
            "first_name": one.first_name,
            "last_name": one.last_name,
            "business_name": one.business_name,
        },
        "bank_details": {
            "bank_name": one.bank_name,
            "account_number_masked": one.account_number_masked,
            "routing_number": one.routing_number,
            "iban": one.iban,
            "swift_bic": one.swift_bic,
        },
        "address": one.address.model_dump(),
        "allowed_from_account_ids": [link.account_id for link in allowed],
        "transfer_limits": {
            "per_transfer_limit": shown(one.per_transfer_limit),
            "daily_limit": shown(one.daily_limit),
        },
        "verification": {
            "status": one.verification_status,
            "method": one.verification_method,
            "verified_at": one.verified_at,
        },
        "created_at": one.created_at,
        "notes": one.notes,
    }


def beneficiary_name(one: Beneficiary) -> str:
    """What a beneficiary is called in a list."""
    full = " ".join(part for part in (one.first_name, one.last_name) if part)
    return one.display_name or one.business_name or full or NO_NAME


def _exchange(one: Transaction) -> View | None:
    if one.exchange is None:
        return None
    return {
        **one.exchange.model_dump(),
        "rate": float(one.exchange.rate),
        "source_amount": shown(one.exchange.source_amount),
        "target_amount": shown(one.exchange.target_amount),
    }


def _money(cents: int | None) -> int | float | None:
    return None if cents is None else shown(cents)
