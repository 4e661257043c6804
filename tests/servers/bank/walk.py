"""A long walk of valid writes over the real base: every figure holds after each of them."""

import random
from collections.abc import Callable
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Card,
    Loan,
    Transaction,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk

BANK = served_domain("bank")
TODAY = "2025-10-15"

WRONG: dict[str, str] = {
    "available is not what is neither owed nor on hold": """
        SELECT account_id FROM account WHERE available != current - on_hold
            + CASE WHEN type = 'credit' THEN overdraft_limit ELSE 0 END""",
    "more was spent than was available": "SELECT account_id FROM account WHERE available < 0",
    "the holds are not the pending purchases": """
        SELECT account_id FROM account AS a WHERE on_hold != (
            SELECT coalesce(sum(amount), 0) FROM "transaction" AS t
            WHERE t.account_id = a.account_id AND t.hold IS NOT NULL AND t.hold != 'null')""",
    "the balance is not that of the newest posted transaction": """
        SELECT account_id FROM account AS a WHERE current != (
            SELECT balance_after FROM "transaction" AS t
            WHERE t.account_id = a.account_id AND t.status = 'posted'
            ORDER BY t.rowid DESC LIMIT 1)""",
    "a closed account has money": """
        SELECT account_id FROM account WHERE status = 'closed' AND current != 0""",
    "a transaction is in another currency or of another client than its account": """
        SELECT transaction_id FROM "transaction" AS t JOIN account AS a USING (account_id)
        WHERE t.currency != a.currency OR t.client_id != a.client_id""",
    "a transfer has no other side like it": """
        SELECT t.transaction_id FROM "transaction" AS t LEFT JOIN "transaction" AS o
            ON t.related_transaction_id = o.transaction_id
            AND o.related_transaction_id = t.transaction_id
            AND (o.amount, o.currency, o.client_id) = (t.amount, t.currency, t.client_id)
            AND o.direction != t.direction AND o.account_id != t.account_id
        WHERE t.related_transaction_id IS NOT NULL AND o.transaction_id IS NULL""",
    "a transaction has no amount": 'SELECT transaction_id FROM "transaction" WHERE amount <= 0',
    "more went to a beneficiary today than its limit": f"""
        SELECT b.beneficiary_id FROM beneficiary AS b JOIN "transaction" AS t USING (beneficiary_id)
        WHERE t.timestamp >= '{TODAY}' AND t.status != 'reversed' GROUP BY b.beneficiary_id
        HAVING sum(t.amount) > b.daily_limit OR max(t.amount) > b.per_transfer_limit""",
    "a transfer left an account that its beneficiary does not allow": """
        SELECT transaction_id FROM "transaction" AS t WHERE beneficiary_id IS NOT NULL
            AND NOT EXISTS (SELECT * FROM beneficiary_allowed_account AS l
                WHERE (l.beneficiary_id, l.account_id) = (t.beneficiary_id, t.account_id))""",
    "a beneficiary has crossed limits or a wrong stamp": """
        SELECT beneficiary_id FROM beneficiary WHERE per_transfer_limit > daily_limit
            OR (verified_at IS NULL) = (verification_status = 'verified')""",
    "a beneficiary may be paid from another client's account": """
        SELECT beneficiary_id FROM beneficiary AS b
            JOIN beneficiary_allowed_account USING (beneficiary_id)
            JOIN account AS a USING (account_id) WHERE a.client_id != b.client_id""",
    "the parts of a repayment are not its amount, or its transaction is another": """
        SELECT r.transaction_id FROM loan_repayment AS r
            JOIN "transaction" AS t USING (transaction_id) JOIN loan AS l USING (loan_id)
        WHERE r.amount != r.principal_component + r.interest_component + r.fees_component
            OR (t.amount, t.currency, t.type) != (r.amount, l.currency, 'payment')
            OR t.client_id != l.client_id""",
    "the series of transactions has a gap": """
        SELECT transaction_id FROM "transaction"
        WHERE transaction_id != printf('tx_%07d', rowid)""",
}
"""Queries that must find nothing, by what would be wrong."""


class DomainWalk(Walk):
    def __init__(self, state: EpisodeState, chance: random.Random) -> None:
        super().__init__(state, chance)
        self._added = 0
        self.money = money(state)
        assert wrong(state) == []

    def check(self, call: ToolCall) -> None:
        assert wrong(self.state) == [], (call.name, call.arguments)
        before, self.money = self.money, money(self.state)
        arguments: Any = call.arguments
        leaves = call.name in ("initiate_transfer_to_beneficiary", "make_loan_payment")
        assert before - self.money == (round(arguments["amount"] * 100) if leaves else 0)

    def choose(self) -> Call:
        """A write that the tools must carry out."""
        kinds: list[Callable[[Session], Call | None]] = [
            self._move,
            self._add,
            self._verify,
            self._send,
            self._card,
            self._account,
            self._pay,
        ]
        with self.state.session() as db:
            while True:
                call = self.chance.choice(kinds)(db)
                if call is not None:
                    return call

    def _any(self, db: Session, table: type[Any], *conditions: Any) -> Any:
        found = db.exec(select(table).where(*conditions)).all()
        return self.chance.choice(found) if found else None

    def _amount(self, most: int) -> float:
        """An amount up to so many hundredths; now and then all of it."""
        return (most if self.chance.random() < 0.1 else self.chance.randint(1, most)) / 100

    def _source(self, db: Session, *conditions: Any) -> Account | None:
        active, money = col(Account.status) == "active", col(Account.available) > 0
        return self._any(db, Account, active, money, col(Account.type) != "credit", *conditions)

    def _move(self, db: Session) -> Call | None:
        source = self._source(db)
        assert source is not None
        target = self._any(
            db,
            Account,
            col(Account.client_id) == source.client_id,
            col(Account.account_id) != source.account_id,
            col(Account.currency) == source.currency,
            col(Account.status) == "active",
        )
        return target and (
            "initiate_internal_transfer",
            {
                "client_id": source.client_id,
                "from_account_id": source.account_id,
                "to_account_id": target.account_id,
                "amount": self._amount(source.available),
            },
        )

    def _add(self, db: Session) -> Call:
        account = self._any(db, Account, col(Account.status) == "active")
        self._added += 1
        limit = self.chance.randint(1, 90_000) / 100
        return (
            "add_beneficiary",
            {
                "client_id": account.client_id,
                "beneficiary_id": f"bnf_w{self._added:03d}",
                "beneficiary_type": "business",
                "display_name": None,
                "first_name": None,
                "last_name": None,
                "business_name": f"Studio {self._added}",
                "bank_name": "Old Canal Bank",
                "account_number_masked": "****7788",
                "routing_number": None,
                "iban": None,
                "swift_bic": None,
                "address1": "9 Mill Road",
                "address2": "",
                "city": "Boise",
                "state": "ID",
                "zip": "83702",
                "country": "USA",
                "allowed_from_account_ids": [account.account_id],
                "per_transfer_limit": limit,
                "daily_limit": limit * 2,
            },
        )

    def _verify(self, db: Session) -> Call | None:
        one = self._any(
            db,
            Beneficiary,
            col(Beneficiary.status) == "active",
            col(Beneficiary.verification_status) == "pending",
        )
        return one and (
            "verify_beneficiary",
            {"client_id": one.client_id, "beneficiary_id": one.beneficiary_id},
        )

    def _send(self, db: Session) -> Call | None:
        one = self._any(
            db,
            Beneficiary,
            col(Beneficiary.status) == "active",
            col(Beneficiary.verification_status) == "verified",
        )
        link = self._any(
            db,
            BeneficiaryAllowedAccount,
            col(BeneficiaryAllowedAccount.beneficiary_id) == one.beneficiary_id,
        )
        source = self._source(db, col(Account.account_id) == link.account_id)
        sent = db.exec(
            select(Transaction).where(
                col(Transaction.beneficiary_id) == one.beneficiary_id,
                col(Transaction.timestamp) >= TODAY,
                col(Transaction.status) != "reversed",
            )
        ).all()
        left = one.daily_limit - sum(each.amount for each in sent)
        if source is None or left <= 0:
            return None
        return (
            "initiate_transfer_to_beneficiary",
            {
                "client_id": one.client_id,
                "from_account_id": source.account_id,
                "beneficiary_id": one.beneficiary_id,
                "amount": self._amount(min(left, one.per_transfer_limit, source.available)),
                "method": self.chance.choice(["ACH", "Wire"]),
            },
        )

    def _card(self, db: Session) -> Call:
        status = self.chance.choice(["active", "blocked"])
        card = self._any(db, Card, col(Card.status) == status)
        if card.status == "blocked":
            return "unfreeze_card", {"card_id": card.card_id}
        return "freeze_card", {"card_id": card.card_id, "reason": "lost"}

    def _account(self, db: Session) -> Call:
        status = self.chance.choice(["active", "frozen"])
        account = self._any(db, Account, col(Account.status) == status)
        if account.status == "frozen":
            return "unfreeze_account", {"account_id": account.account_id}
        return "freeze_account", {"account_id": account.account_id, "reason": "odd charge"}

    def _pay(self, db: Session) -> Call | None:
        loan = self._any(db, Loan, col(Loan.status) != "closed")
        own = col(Account.client_id) == loan.client_id
        source = self._source(db, own, col(Account.currency) == loan.currency)
        return source and (
            "make_loan_payment",
            {
                "client_id": loan.client_id,
                "loan_id": loan.loan_id,
                "from_account_id": source.account_id,
                "amount": self._amount(source.available),
            },
        )


def wrong(state: EpisodeState) -> list[str]:
    """What does not hold in a state."""
    with state.session() as db:
        connection = db.connection()
        found = [what for what, query in WRONG.items() if connection.execute(text(query)).first()]
    return found


def money(state: EpisodeState) -> int:
    """All that is in the accounts, in hundredths whatever the currency."""
    with state.session() as db:
        return db.connection().execute(text("SELECT sum(current) FROM account")).scalar_one()
