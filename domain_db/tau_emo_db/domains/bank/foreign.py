"""Bank data in the layout of τ²-bench: clients, transactions, loans and beneficiaries."""

from datetime import UTC, datetime
from typing import Any

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
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.parts import ADDRESS, owned
from tau_emo_db.foreign.source import Source


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    clients = source.records("clients")
    for node in clients:
        with out.record(node):
            _client(node, out)
    for node in owned(clients, "beneficiary_ids", source.records("beneficiaries"), "client_id"):
        with out.record(node):
            _beneficiary(node, out)
    known: set[str] = set()
    for node in source.records("transactions"):
        with out.record(node):
            known.add(node.key)
            _transaction(node, out)
    for node in owned(clients, "loan_ids", source.records("loans"), "client_id"):
        with out.record(node):
            _loan(node, known, out)


def _client(node: Node, out: Gathering) -> None:
    key, name, contact = node.own_key("client_id"), node.at("name"), node.at("contact")
    kyc = node.at("kyc")
    out.add(
        node,
        Client,
        client_id=key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        middle_name=name.text_or_none("middle_name"),
        email=contact.text("email"),
        phone=contact.text("phone"),
        address=node.plain("address", ADDRESS),
        kyc={
            "status": kyc.text("status"),
            "last_reviewed_at": _instant(kyc, "last_reviewed_at"),
            "tax_id_masked": kyc.text("tax_id_masked"),
        },
        created_at=_instant(node, "created_at"),
    )
    for account in node.at("accounts").fields():
        balance, features = account.at("balance"), account.at("features")
        names = ("type", "currency", "status", "account_number_masked", "routing_number")
        flags = ("checks_enabled", "atm_access", "online_banking")
        out.add(
            account,
            Account,
            account_id=account.own_key("account_id"),
            client_id=key,
            interest_rate_apr=account.number_or_none("interest_rate_apr"),
            overdraft_limit=account.cents_or_none("overdraft_limit"),
            opened_at=_instant(account, "opened_at"),
            features={flag: features.flag(flag) for flag in flags},
            **{field: account.text(field) for field in names},
            **{field: balance.cents(field) for field in ("current", "available", "on_hold")},
        )
    for card in node.at("cards").fields():
        face, limits = card.at("extra_info"), card.at("limits")
        out.add(
            card,
            Card,
            card_id=card.own_key("card_id"),
            client_id=key,
            linked_account_id=card.text("linked_account_id"),
            type=card.text("type"),
            status=card.text("status"),
            issuer=card.text("issuer"),
            extra_info={
                "brand": face.text("brand"),
                "last_four": face.text("last_four"),
                "exp_month": _digits(face, "exp_month"),
                "exp_year": _digits(face, "exp_year"),
            },
            limits={name: _units(limits, name) for name in ("daily_atm_limit", "daily_pos_limit")},
            pin_set=card.flag("pin_set"),
        )
    node.leave("loan_ids", "beneficiary_ids")


def _beneficiary(node: Node, out: Gathering) -> None:
    key, name, bank = node.own_key("beneficiary_id"), node.at("name"), node.at("bank_details")
    limits, proof = node.at("transfer_limits"), node.at("verification")
    names = ("display_name", "first_name", "last_name", "business_name")
    out.add(
        node,
        Beneficiary,
        beneficiary_id=key,
        client_id=node.text("client_id"),
        type=node.text("type"),
        bank_name=bank.text("bank_name"),
        account_number_masked=bank.text("account_number_masked"),
        address=node.plain("address", ADDRESS),
        per_transfer_limit=limits.cents("per_transfer_limit"),
        daily_limit=limits.cents("daily_limit"),
        verification_status=proof.text("status"),
        verification_method=proof.text("method"),
        verified_at=_instant(proof, "verified_at") if proof.has("verified_at") else None,
        status=node.text("status"),
        created_at=_instant(node, "created_at"),
        notes=node.text_or_none("notes"),
        **{field: name.text_or_none(field) for field in names},
        **{field: bank.text_or_none(field) for field in ("routing_number", "iban", "swift_bic")},
    )
    proof.leave("verified_at")
    for position, account in numbered(node.at("allowed_from_account_ids").items()):
        out.add(
            account,
            BeneficiaryAllowedAccount,
            beneficiary_id=key,
            position=position,
            account_id=account.as_text(),
        )


def _transaction(node: Node, out: Gathering) -> None:
    names = ("client_id", "account_id", "type", "direction", "currency", "method", "status")
    merchant, exchange, hold = None, None, None
    if node.has("merchant"):
        merchant = node.plain("merchant", ("name", "mcc", "city", "country"))
    if node.has("exchange"):
        one = node.at("exchange")
        exchange = {
            "source_currency": one.text("source_currency"),
            "target_currency": one.text("target_currency"),
            "rate": str(one.at("rate").as_number()),
            "source_amount": one.cents("source_amount"),
            "target_amount": one.cents("target_amount"),
        }
    if node.has("hold"):
        held = node.at("hold")
        if held.flag("is_hold"):
            hold = {
                "is_hold": True,
                "release_at": _instant(held, "release_at"),
                "reason": held.text("reason"),
            }
        else:
            held.leave("release_at", "reason")
    node.leave("merchant", "exchange", "hold")
    out.add(
        node,
        Transaction,
        transaction_id=node.own_key("transaction_id"),
        timestamp=_instant(node, "timestamp"),
        amount=node.cents("amount"),
        description=node.text_or_none("description"),
        merchant=merchant,
        exchange=exchange,
        hold=hold,
        fees=[
            {
                "type": fee.text("type"),
                "amount": fee.cents("amount"),
                "currency": fee.text("currency"),
            }
            for fee in node.at("fees").items()
        ],
        related_transaction_id=node.text_or_none("related_transaction_id"),
        balance_after=node.cents_or_none("balance_after"),
        **{field: node.text(field) for field in names},
    )


def _loan(node: Node, known: set[str], out: Gathering) -> None:
    key, collateral, escrow = node.own_key("loan_id"), None, None
    if node.has("collateral"):
        one = node.at("collateral")
        collateral = {
            "type": one.text("type"),
            "description": one.text("description"),
            "value_amount": one.cents("value_amount"),
            "value_currency": one.text("value_currency"),
        }
    if node.has("escrow"):
        one = node.at("escrow")
        escrow = {
            "account_id": one.text("account_id"),
            "balance": one.cents("balance"),
            "currency": one.text("currency"),
        }
    node.leave("collateral", "escrow")
    names = ("client_id", "linked_repayment_account_id", "type", "currency", "amortization")
    days = ("origination_date", "first_payment_date", "maturity_date")
    out.add(
        node,
        Loan,
        loan_id=key,
        principal=node.cents("principal"),
        interest_rate_apr=node.number("interest_rate_apr"),
        term_months=node.whole("term_months"),
        status=node.text("status"),
        collateral=collateral,
        escrow=escrow,
        **{field: node.text(field) for field in names},
        **{field: node.text(field)[:10] for field in days},
    )
    for position, due in numbered(node.at("payment_schedule").items()):
        out.add(
            due,
            LoanPaymentSchedule,
            loan_id=key,
            position=position,
            due_date=due.text("due_date"),
            amount=due.cents("amount"),
            currency=due.text("currency"),
            status=due.text("status"),
            transaction_id=due.text_or_none("transaction_id"),
        )
    for paid in node.at("repayment_history").items():
        _repayment(paid, key, known, out)


def _repayment(node: Node, loan: str, known: set[str], out: Gathering) -> None:
    transaction = node.text("transaction_id")
    parts = ("amount", "principal_component", "interest_component", "fees_component")
    values: dict[str, Any] = {
        "transaction_id": transaction,
        "loan_id": loan,
        "posted_at": _instant(node, "posted_at"),
        "currency": node.text("currency"),
        "method": node.text("method"),
        **{field: node.cents(field) for field in parts},
    }
    if transaction in known:
        out.add(node, LoanRepayment, **values)
    else:
        reason = f"names the transaction {transaction!r}, which is not there"
        out.mended(node, reason, f"{reason}: the repayment is left out")


def _instant(node: Node, name: str) -> str:
    """The moment of this name in UTC, with `Z`."""
    moment = node.at(name)
    try:
        read = datetime.fromisoformat(moment.as_text())
    except ValueError:
        raise moment.misfit(f"is {moment.value!r}, which is no moment") from None
    if read.tzinfo is None or read.microsecond:
        raise moment.misfit(f"is {moment.value!r}, not a whole second with its offset from UTC")
    return read.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _digits(node: Node, name: str) -> int:
    """The number that the digits of a text make."""
    text = node.text(name)
    if not (text.isascii() and text.isdecimal()):
        raise node.at(name).misfit(f"is {text!r}, not digits")
    return int(text)


def _units(node: Node, name: str) -> int:
    """An amount in whole units of the currency."""
    amount = node.number(name)
    if not amount.is_integer():
        raise node.at(name).misfit(f"is {amount}, not a whole amount")
    return int(amount)


MAPPING = Mapping(
    parts=("clients", "transactions", "loans", "beneficiaries"),
    read=read,
    people=People(Client, "client_id", "email"),
    differences=(
        Difference(
            "clients.loan_ids and beneficiary_ids",
            "order of loan and beneficiary",
            "must name each once, under its own client; gives the order",
        ),
        Difference("moments with an offset", "UTC", "the same moment, with Z"),
        Difference("loan dates with a time", "days", "the day as it is written"),
        Difference("cards.extra_info.exp_month and exp_year, texts", "numbers", "by their digits"),
        Difference("transactions.hold with is_hold false", "hold", "null"),
        Difference("transactions.exchange.rate, a number", "a decimal text", "its digits"),
        Difference("no beneficiary of a transaction", "transaction.beneficiary_id", "null"),
        Difference(
            "loans.repayment_history of a transaction that is not there",
            "loan_repayment",
            "refused; --repair leaves it out",
        ),
    ),
)
