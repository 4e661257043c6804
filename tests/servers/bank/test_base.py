"""The tools on the real base: every client, account, loan and beneficiary."""

from decimal import Decimal

from sqlalchemy import text
from sqlmodel import col, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.bank.tables import Account, Beneficiary, Client, Loan, Transaction
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .walk import wrong

BANK = served_domain("bank")


def test_every_client_is_found_by_email_and_shown(state: EpisodeState) -> None:
    with state.session() as db:
        clients = db.exec(select(Client)).all()
        beneficiaries = db.exec(select(Beneficiary)).all()
    bank = Episode(BANK, state)
    found = 0
    for client in clients:
        key = done(bank, "find_client_id_by_email", email=client.email.upper())
        assert key == client.client_id
        shown = done(bank, "get_client_details", client_id=key)
        assert list(done(bank, "list_client_accounts", client_id=key)) == sorted(shown["accounts"])
        found += len(shown["beneficiary_ids"])
        for loan in shown["loan_ids"]:
            assert done(bank, "get_loan_details", loan_id=loan)["payment_schedule"]
    assert len(clients) == 330
    assert found == len(beneficiaries)


def test_the_newest_posted_transaction_tells_the_balance(state: EpisodeState) -> None:
    with state.session() as db:
        accounts = db.exec(select(Account)).all()
    bank = Episode(BANK, state)
    for account in accounts:
        shown = done(bank, "get_account_details", account_id=account.account_id)
        newest = done(
            bank,
            "search_transactions",
            client_id=account.client_id,
            account_id=account.account_id,
            status="posted",
        )
        assert newest[0]["balance_after"] == shown["balance"]["current"]


def test_all_that_is_available_goes_to_the_other_account_and_back(state: EpisodeState) -> None:
    with state.session() as db:
        pairs = [
            (one, other)
            for one in db.exec(select(Account).where(col(Account.type) == "checking"))
            for other in db.exec(
                select(Account).where(
                    col(Account.client_id) == one.client_id, col(Account.type) == "savings"
                )
            )
            if one.currency == other.currency
            and (one.status, other.status) == ("active", "active")
            and one.available > 0
        ]
    bank = Episode(BANK, state)
    for one, other in pairs:
        amount = float(Decimal(one.available) / 100)
        ends = (one.account_id, other.account_id)
        for source, target in (ends, ends[::-1]):
            done(
                bank,
                "initiate_internal_transfer",
                client_id=one.client_id,
                from_account_id=source,
                to_account_id=target,
                amount=amount,
            )
    with state.session() as db:
        for one, other in pairs:
            for before in (one, other):
                after = db.get_one(Account, before.account_id)
                assert (after.current, after.available) == (before.current, before.available)
    assert len(pairs) >= 20


def test_a_used_up_daily_limit_takes_no_cent_more(state: EpisodeState) -> None:
    with state.session() as db:
        used = [
            (one, sent[0].account_id)
            for one in db.exec(select(Beneficiary))
            if (
                sent := [
                    each
                    for each in db.exec(
                        select(Transaction).where(
                            col(Transaction.beneficiary_id) == one.beneficiary_id
                        )
                    )
                    if each.timestamp >= "2025-10-15"
                ]
            )
            and sum(each.amount for each in sent) == one.daily_limit
        ]
    bank = Episode(BANK, state)
    for one, account in used:
        refused(
            bank,
            "above the daily limit",
            "initiate_transfer_to_beneficiary",
            client_id=one.client_id,
            from_account_id=account,
            beneficiary_id=one.beneficiary_id,
            amount=0.01,
        )
    assert len(used) >= 3


def test_no_closed_loan_can_be_paid_and_every_other_one_can(state: EpisodeState) -> None:
    with state.session() as db:
        loans = db.exec(select(Loan)).all()
        accounts = {one.account_id: one for one in db.exec(select(Account))}
    bank = Episode(BANK, state)
    paid = 0
    for loan in loans:
        account = accounts[loan.linked_repayment_account_id]
        wanted = {
            "client_id": loan.client_id,
            "loan_id": loan.loan_id,
            "from_account_id": account.account_id,
            "amount": 0.01,
        }
        if loan.status == "closed":
            refused(bank, f"loan {loan.loan_id} is closed", "make_loan_payment", **wanted)
        elif account.status == "active" and account.available > 0:
            done(bank, "make_loan_payment", **wanted)
            paid += 1
    assert paid > 250


def test_the_queries_find_what_is_wrong(state: EpisodeState) -> None:
    with state.session(write=True) as db:
        connection = db.connection()
        connection.execute(text("UPDATE account SET current = current + 1 WHERE type = 'savings'"))
        connection.execute(text("UPDATE loan_repayment SET fees_component = 1"))
    assert set(wrong(state)) == {
        "available is not what is neither owed nor on hold",
        "the balance is not that of the newest posted transaction",
        "the parts of a repayment are not its amount, or its transaction is another",
    }
