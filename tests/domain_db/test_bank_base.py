"""The base data of the bank: counts, references, sums, and every situation for several clients."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Any

import pytest

from tau_emo_db.domain import domain_data
from tau_emo_db.domains.bank.lending import due_day, installment, interest_part
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
from tau_emo_db.draw import Draw

DATA = domain_data("bank")
NOW = "2025-10-15T12:00:00Z"
TODAY = "2025-10-15"
SEVERAL = 3


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.clients: list[Client] = self.of(Client)
        self.accounts: dict[str, Account] = {a.account_id: a for a in self.of(Account)}
        self.cards: list[Card] = self.of(Card)
        self.beneficiaries: list[Beneficiary] = self.of(Beneficiary)
        self.loans: dict[str, Loan] = {loan.loan_id: loan for loan in self.of(Loan)}
        self.transactions: list[Transaction] = self.of(Transaction)
        self.by_id = {one.transaction_id: one for one in self.transactions}
        self.repayments: list[LoanRepayment] = self.of(LoanRepayment)
        self.accounts_of: dict[str, list[Account]] = grouped(self.of(Account), "client_id")
        self.cards_of: dict[str, list[Card]] = grouped(self.cards, "client_id")
        self.history: dict[str, list[Transaction]] = grouped(self.transactions, "account_id")
        self.schedule: dict[str, list[LoanPaymentSchedule]] = grouped(
            self.of(LoanPaymentSchedule), "loan_id"
        )
        self.allowed: dict[str, list[str]] = defaultdict(list)
        for link in self.of(BeneficiaryAllowedAccount):
            self.allowed[link.beneficiary_id].append(link.account_id)

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def able(self, client: str, *kinds: str) -> list[Account]:
        """The active accounts of a client, of these types or of all."""
        found = self.accounts_of[client]
        return [a for a in found if a.status == "active" and (not kinds or a.type in kinds)]

    def clients_with(self, rows: Iterable[Any], holds: Callable[[Any], object]) -> set[str]:
        """The clients who own a row of which this holds."""
        return {row.client_id for row in rows if holds(row)}


def grouped(rows: Iterable[Any], column: str) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return found


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/bank"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


def moment(one: Transaction) -> datetime:
    return datetime.fromisoformat(one.timestamp)


def sent_today(base: Base, beneficiary: Beneficiary) -> list[Transaction]:
    return [
        one
        for one in base.transactions
        if one.beneficiary_id == beneficiary.beneficiary_id and one.timestamp.startswith(TODAY)
    ]


# Counts and references


def test_counts(base: Base) -> None:
    assert len(base.clients) == 330
    assert len(base.accounts) >= 439
    assert len(base.cards) >= 312
    assert len(base.loans) >= 297
    assert len(base.beneficiaries) >= 297
    assert 1500 <= len(base.transactions) <= 2500
    assert len(base.of(LoanPaymentSchedule)) >= 696
    assert len(base.repayments) >= 195


def test_what_hangs_on_a_client(base: Base) -> None:
    clients = [one.client_id for one in base.clients]
    assert {len(base.accounts_of[one]) for one in clients} == {1, 2, 3}
    assert {len(base.cards_of[one]) for one in clients} == {1, 2, 3}
    loans = Counter(loan.client_id for loan in base.loans.values())
    assert {loans[one] for one in clients} == {0, 1}
    beneficiaries = Counter(one.client_id for one in base.beneficiaries)
    assert {beneficiaries[one] for one in clients} == {0, 1, 2, 3, 4}


def test_a_quarter_of_the_clients_have_accounts_in_two_currencies(base: Base) -> None:
    mixed = [c for c, held in base.accounts_of.items() if len({a.currency for a in held}) == 2]
    assert 0.24 < len(mixed) / len(base.clients) < 0.30
    assert {a.currency for a in base.accounts.values()} == {"USD", "EUR", "GBP", "CAD", "CHF"}


def test_frozen_and_closed_accounts_and_cards_that_do_not_work(base: Base) -> None:
    accounts = Counter(account.status for account in base.accounts.values())
    assert accounts["frozen"] >= 10
    assert accounts["closed"] == 10
    cards = Counter(card.status for card in base.cards)
    assert (cards["blocked"], cards["expired"]) == (20, 20)


def test_loans_of_every_status(base: Base) -> None:
    statuses = Counter(loan.status for loan in base.loans.values())
    assert statuses["closed"] == 15
    assert statuses["delinquent"] >= 20
    assert statuses["default"] >= 3
    lines = Counter(line.status for line in base.of(LoanPaymentSchedule))
    assert lines["late"] >= 44
    assert lines["deferred"] >= 5
    assert {loan.type for loan in base.loans.values()} == {
        "mortgage",
        "auto",
        "personal",
        "credit_line",
    }


def test_beneficiaries_in_every_state(base: Base) -> None:
    states = Counter((one.status, one.verification_status) for one in base.beneficiaries)
    assert len(states) == 9
    assert min(states.values()) >= SEVERAL


def test_the_scale_multiplies_the_clients(base: Base) -> None:
    double = Base(rows(scale=2))
    assert len(double.clients) == 660
    assert Counter(a.status for a in double.accounts.values())["closed"] == 20
    assert len(double.transactions) == len(double.by_id)


def test_ids_have_their_forms_and_are_unique(base: Base) -> None:
    forms = {"CL": base.clients, "AC": base.accounts.values(), "CD": base.cards}
    keys = {"CL": "client_id", "AC": "account_id", "CD": "card_id"}
    for prefix, found in forms.items():
        ids = [getattr(one, keys[prefix]) for one in found]
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch(rf"{prefix}\d\d[A-Z]\d[A-Z]{{2}}", one) for one in ids)
    assert all(re.fullmatch(r"LN\d\d[A-Z]\d[A-Z]{2}", one) for one in base.loans)
    assert all(re.fullmatch(r"bnf_\d{4}", one.beneficiary_id) for one in base.beneficiaries)
    assert len({one.beneficiary_id for one in base.beneficiaries}) == len(base.beneficiaries)


def test_transaction_ids_fill_their_series_in_the_order_of_time(base: Base) -> None:
    numbers = [one.transaction_id for one in base.transactions]
    assert numbers == [f"tx_{number:07d}" for number in range(1, len(numbers) + 1)]
    times = [one.timestamp for one in base.transactions]
    assert times == sorted(times)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", time) for time in times)
    assert times[-1] < NOW
    for edge in ("T00:00:00Z", "T23:59:59Z"):
        assert sum(time.endswith(edge) for time in times) >= SEVERAL
    assert f"{TODAY}T00:00:00Z" in times


def test_emails_are_unique_and_ten_pairs_share_a_name(base: Base) -> None:
    emails = [client.email for client in base.clients]
    assert len(set(emails)) == len(emails)
    assert all(email == email.lower() for email in emails)
    names = Counter((client.first_name, client.last_name) for client in base.clients)
    assert Counter(names.values()) == {1: 310, 2: 10}


def test_names_are_of_many_cultures(base: Base) -> None:
    assert len({client.first_name for client in base.clients}) > 150
    assert len({client.last_name for client in base.clients}) > 150


def test_everything_of_a_client_hangs_on_accounts_of_that_client(base: Base) -> None:
    for card in base.cards:
        account = base.accounts[card.linked_account_id]
        assert account.client_id == card.client_id
        assert (card.type == "credit") is (account.type == "credit")
    for one in base.transactions:
        account = base.accounts[one.account_id]
        assert (account.client_id, account.currency) == (one.client_id, one.currency)
    for loan in base.loans.values():
        account = base.accounts[loan.linked_repayment_account_id]
        assert (account.client_id, account.currency) == (loan.client_id, loan.currency)
        assert account.type != "credit"
    for beneficiary in base.beneficiaries:
        allowed = base.allowed[beneficiary.beneficiary_id]
        assert len(set(allowed)) == len(allowed) >= 1
        owners = {base.accounts[one].client_id for one in allowed}
        assert owners == {beneficiary.client_id}


def test_nothing_is_older_than_what_it_hangs_on(base: Base) -> None:
    since = {client.client_id: client.created_at for client in base.clients}
    for account in base.accounts.values():
        assert since[account.client_id] <= account.opened_at < NOW
    for one in base.transactions:
        assert base.accounts[one.account_id].opened_at <= one.timestamp
    for loan in base.loans.values():
        account = base.accounts[loan.linked_repayment_account_id]
        assert account.opened_at[:10] <= loan.origination_date
    for beneficiary in base.beneficiaries:
        assert since[beneficiary.client_id][:10] <= beneficiary.created_at[:10]
        assert beneficiary.verified_at is None or beneficiary.created_at < beneficiary.verified_at


def test_a_beneficiary_has_the_names_of_its_type(base: Base) -> None:
    for one in base.beneficiaries:
        person = bool(one.first_name and one.last_name)
        assert person is (one.type == "individual")
        assert bool(one.business_name) is (one.type == "business")
        assert 0 < one.per_transfer_limit <= one.daily_limit
        assert (one.verified_at is not None) is (one.verification_status == "verified")
    assert {bool(one.display_name) for one in base.beneficiaries} == {True, False}


def test_what_can_be_told_apart_within_a_profile(base: Base) -> None:
    for held in base.accounts_of.values():
        assert len({one.account_number_masked for one in held}) == len(held)
    for held in base.cards_of.values():
        faces = {(c.extra_info.last_four, c.extra_info.brand, c.type) for c in held}
        assert len(faces) == len(held)


# Money


def test_available_is_what_is_not_on_hold(base: Base) -> None:
    for account in base.accounts.values():
        line = account.overdraft_limit if account.type == "credit" else 0
        assert line is not None
        assert account.available == account.current + line - account.on_hold
        held = [one.amount for one in base.history[account.account_id] if one.hold is not None]
        assert account.on_hold == sum(held)
        if account.type == "credit":
            assert -line <= account.current <= 0
        else:
            assert account.current >= 0
        if account.status == "closed":
            assert account.current == 0


def test_only_pending_purchases_hold_money(base: Base) -> None:
    for one in base.transactions:
        if one.hold is not None:
            assert (one.status, one.direction, one.hold.is_hold) == ("pending", "debit", True)
            assert one.hold.release_at > NOW


def test_every_history_adds_up_to_the_balance_of_today(base: Base) -> None:
    for account in base.accounts.values():
        posted = [one for one in base.history[account.account_id] if one.status == "posted"]
        assert posted
        for before, after in pairwise(posted):
            sign = 1 if after.direction == "credit" else -1
            assert before.balance_after is not None
            assert after.balance_after == before.balance_after + sign * after.amount
        assert posted[-1].balance_after == account.current
    for one in base.transactions:
        assert one.amount > 0
        assert (one.balance_after is None) is (one.status != "posted")


def test_no_account_was_ever_below_what_it_may_hold(base: Base) -> None:
    for one in base.transactions:
        account = base.accounts[one.account_id]
        if one.balance_after is None:
            continue
        if account.type == "credit":
            assert -(account.overdraft_limit or 0) <= one.balance_after <= 0
        else:
            assert one.balance_after >= 0


def test_four_to_eight_transactions_in_every_account_that_is_used(base: Base) -> None:
    for account in base.accounts.values():
        if account.status == "active":
            assert 4 <= len(base.history[account.account_id]) <= 8
    assert {one.type for one in base.transactions} == {
        *("deposit", "withdrawal", "transfer", "payment", "fee", "interest")
    }
    assert {one.status for one in base.transactions} == {"pending", "posted", "reversed"}
    assert {one.method for one in base.transactions} == {"ACH", "Wire", "Card", "ATM", "Internal"}
    assert {one.direction for one in base.transactions} == {"debit", "credit"}


def test_internal_transfers_are_linked_pairs(base: Base) -> None:
    linked = [one for one in base.transactions if one.related_transaction_id]
    assert len(linked) >= 20
    for one in linked:
        assert one.related_transaction_id is not None
        other = base.by_id[one.related_transaction_id]
        assert other.related_transaction_id == one.transaction_id
        assert {one.direction, other.direction} == {"debit", "credit"}
        same = ("client_id", "timestamp", "amount", "currency", "type", "method", "status")
        assert all(getattr(one, name) == getattr(other, name) for name in same)
        assert one.account_id != other.account_id
        step = int(other.transaction_id[3:]) - int(one.transaction_id[3:])
        assert step == (1 if one.direction == "debit" else -1)


def test_an_exchange_gives_the_amount_that_was_booked(base: Base) -> None:
    exchanged = [one for one in base.transactions if one.exchange]
    assert len(exchanged) >= 50
    for one in exchanged:
        assert one.exchange is not None
        assert one.merchant is not None
        assert one.exchange.target_currency == one.currency != one.exchange.source_currency
        target = Decimal(one.exchange.source_amount) * Decimal(one.exchange.rate)
        assert abs(target - one.amount) <= Decimal("0.5")
        assert one.exchange.target_amount == one.amount


def test_a_shop_in_another_currency_was_paid_by_exchange(base: Base) -> None:
    home = {"USA": "USD", "United Kingdom": "GBP", "Canada": "CAD", "Switzerland": "CHF"}
    for one in base.transactions:
        if one.merchant:
            there = home.get(one.merchant.country, "EUR")
            assert (one.exchange is None) is (there == one.currency)


def test_a_charge_that_came_with_a_transaction_is_booked_beside_it(base: Base) -> None:
    charged = [one for one in base.transactions if one.fees]
    assert len(charged) >= SEVERAL
    for one in charged:
        beside = [
            (other.type, other.amount)
            for other in base.history[one.account_id]
            if timedelta(0) < moment(other) - moment(one) <= timedelta(minutes=1)
        ]
        assert ("fee", one.fees[0].amount) in beside


def test_transfers_to_beneficiaries_kept_their_limits(base: Base) -> None:
    known = {one.beneficiary_id: one for one in base.beneficiaries}
    sent = [one for one in base.transactions if one.beneficiary_id]
    assert len(sent) >= 50
    days: Counter[tuple[str, str]] = Counter()
    for one in sent:
        assert one.beneficiary_id is not None
        beneficiary = known[one.beneficiary_id]
        assert one.account_id in base.allowed[one.beneficiary_id]
        assert (one.type, one.direction) == ("transfer", "debit")
        assert one.method in ("ACH", "Wire")
        assert one.amount <= beneficiary.per_transfer_limit
        days[one.beneficiary_id, one.timestamp[:10]] += one.amount
    for (key, _), amount in days.items():
        assert amount <= known[key].daily_limit


# Loans


def test_an_installment_follows_the_annuity_formula() -> None:
    # 10,000.00 at 6 % over 12 months: 10000 * 0.005 / (1 - 1.005^-12) = 860.66.
    assert installment(10_000_00, 6.0, 12, "fixed") == 860_66
    assert installment(10_000_00, 6.0, 12, "interest_only") == 50_00
    # As over 24 months: 10000 * 0.005 / (1 - 1.005^-24) = 443.21.
    assert installment(10_000_00, 6.0, 12, "balloon") == 443_21
    # The first month owes 50.00; then 10000 + 50 - 860.66 = 9189.34 are left, at 0.5 % 45.95.
    assert interest_part(10_000_00, 6.0, 860_66, 0) == 50_00
    assert interest_part(10_000_00, 6.0, 860_66, 1) == 45_95


def test_due_days_are_counted_from_october_2025() -> None:
    assert due_day(9, 0) == "2025-10-09"
    assert due_day(28, -10) == "2024-12-28"
    assert due_day(1, 3) == "2026-01-01"


def test_the_schedule_agrees_with_the_status_of_the_loan(base: Base) -> None:
    for key, loan in base.loans.items():
        lines = base.schedule[key]
        statuses = [line.status for line in lines]
        assert [line.due_date for line in lines] == sorted(line.due_date for line in lines)
        assert {(line.amount, line.currency) for line in lines} == {
            (lines[0].amount, loan.currency)
        }
        for line in lines:
            assert (line.status in ("due", "deferred")) is (line.due_date >= TODAY)
            assert (line.transaction_id is not None) is (line.status == "paid")
        if loan.status == "closed":
            assert set(statuses) == {"paid"}
            assert loan.maturity_date < TODAY
            continue
        assert ("late" in statuses) is (loan.status in ("delinquent", "default"))
        assert statuses.count("late") == 3 if loan.status == "default" else True
        assert 1 <= statuses.count("due") + statuses.count("deferred") <= 3
        assert loan.origination_date < loan.first_payment_date < loan.maturity_date


def test_every_paid_installment_has_its_transaction_and_its_repayment(base: Base) -> None:
    repaid = {one.transaction_id: one for one in base.repayments}
    paid = [line for line in base.of(LoanPaymentSchedule) if line.status == "paid"]
    assert len(paid) == len(repaid)
    for line in paid:
        one = repaid[line.transaction_id]
        booked = base.by_id[line.transaction_id]
        assert one.loan_id == line.loan_id
        assert (booked.type, booked.direction, booked.status) == ("payment", "debit", "posted")
        assert booked.amount == one.amount == line.amount
        assert booked.timestamp == one.posted_at
        parts = (one.principal_component, one.interest_component, one.fees_component)
        assert min(parts) >= 0
        assert sum(parts) == one.amount
        assert booked.client_id == base.loans[line.loan_id].client_id


# Situations


def test_two_checking_accounts_of_which_one_has_too_little(base: Base) -> None:
    found = [
        client
        for client in base.accounts_of
        for one, other in combinations(base.able(client, "checking"), 2)
        if one.currency == other.currency
        and min(one.available, other.available) < 100_00
        and max(one.available, other.available) > 800_00
    ]
    assert len(found) >= SEVERAL


def test_money_that_is_there_but_on_hold(base: Base) -> None:
    found = [
        a for a in base.accounts.values() if a.status == "active" and a.on_hold * 4 > a.current > 0
    ]
    assert len(found) >= SEVERAL


def test_a_frozen_source_with_a_blocked_card(base: Base) -> None:
    found = [
        card
        for card in base.cards
        if card.status == "blocked"
        and base.accounts[card.linked_account_id].status == "frozen"
        and base.accounts[card.linked_account_id].available > 0
    ]
    assert len(found) >= SEVERAL


def test_a_credit_account_with_debt_that_checking_could_pay(base: Base) -> None:
    found = [
        client
        for client in base.accounts_of
        for credit in base.able(client, "credit")
        for checking in base.able(client, "checking")
        if checking.currency == credit.currency and checking.available > -credit.current > 0
    ]
    assert len(found) >= SEVERAL


def test_a_pending_beneficiary_and_a_suspended_one_and_a_failed_one(base: Base) -> None:
    states = grouped(base.beneficiaries, "client_id")
    for state in (("active", "pending"), ("suspended", "verified"), ("active", "failed")):
        found = [
            held
            for held in states.values()
            if [(b.status, b.verification_status) for b in held].count(state) == 1
        ]
        assert len(found) >= SEVERAL


def test_two_beneficiaries_with_one_display_name(base: Base) -> None:
    names = Counter((b.client_id, b.display_name) for b in base.beneficiaries if b.display_name)
    assert Counter(names.values())[2] >= SEVERAL
    assert max(names.values()) == 2


def payable(base: Base) -> Iterable[tuple[Beneficiary, Account, int]]:
    """Beneficiaries that can be paid, from where, and how much of today is left."""
    for one in base.beneficiaries:
        if (one.status, one.verification_status) == ("active", "verified"):
            left = one.daily_limit - sum(each.amount for each in sent_today(base, one))
            for key in base.allowed[one.beneficiary_id]:
                if base.accounts[key].status == "active":
                    yield one, base.accounts[key], left


def test_every_condition_of_a_transfer_out_can_be_the_first_to_fail(base: Base) -> None:
    ways = list(payable(base))
    not_allowed = [
        other
        for one, account, _ in ways
        for other in base.able(one.client_id, "checking", "savings")
        if other.account_id not in base.allowed[one.beneficiary_id]
        and other.available > one.per_transfer_limit > account.available
    ]
    above_one = [
        one
        for one, account, left in ways
        if account.available > one.per_transfer_limit and left > one.per_transfer_limit
    ]
    short = [one for one, account, left in ways if account.available < one.per_transfer_limit]
    used_up = [one for one, _, left in ways if left == 0]
    in_part = [one for one, _, left in ways if 0 < left < one.daily_limit]
    for found in (not_allowed, above_one, short, used_up, in_part):
        assert len({one.client_id for one in found}) >= SEVERAL


def test_a_daily_limit_is_used_up_by_two_transfers(base: Base) -> None:
    found = [
        one
        for one in base.beneficiaries
        if [each.amount for each in sent_today(base, one)] == [one.daily_limit // 2] * 2
    ]
    assert len(found) >= SEVERAL


def test_transfers_of_the_last_second_of_yesterday(base: Base) -> None:
    edges = [
        one
        for one in base.transactions
        if one.beneficiary_id and one.timestamp == "2025-10-14T23:59:59Z"
    ]
    assert len(edges) >= SEVERAL


def test_one_late_installment_and_money_for_it(base: Base) -> None:
    found = [
        loan
        for key, loan in base.loans.items()
        if [line.status for line in base.schedule[key]].count("late") == 1
        and base.accounts[loan.linked_repayment_account_id].available > base.schedule[key][0].amount
    ]
    assert len(found) >= SEVERAL


def test_a_late_installment_that_takes_a_top_up_from_savings(base: Base) -> None:
    found = [
        loan
        for key, loan in base.loans.items()
        for savings in base.able(loan.client_id, "savings")
        if base.schedule[key][0].status == "late"
        and savings.currency == loan.currency
        and base.accounts[loan.linked_repayment_account_id].available
        < base.schedule[key][0].amount
        < savings.available
    ]
    assert len(found) >= SEVERAL


def test_a_loan_in_another_currency_than_the_account_with_the_money(base: Base) -> None:
    found = [
        loan
        for key, loan in base.loans.items()
        for account in base.able(loan.client_id, "checking")
        if account.currency != loan.currency
        and base.accounts[loan.linked_repayment_account_id].available
        < base.schedule[key][0].amount
        < account.available
    ]
    assert len(found) >= SEVERAL


def test_equal_merchant_names_in_two_cities(base: Base) -> None:
    found = 0
    for history in base.history.values():
        cities: dict[str, set[str]] = defaultdict(set)
        for one in history:
            if one.merchant:
                cities[one.merchant.name].add(one.merchant.city)
        found += any(len(some) == 2 for some in cities.values())
    assert found >= SEVERAL


def test_a_reversed_purchase_among_others_like_it(base: Base) -> None:
    found = 0
    for history in base.history.values():
        alike = grouped([one for one in history if one.merchant], "amount")
        found += any(
            sorted(one.status for one in some) == ["posted", "posted", "reversed"]
            and len({one.merchant.name for one in some}) == 1
            for some in alike.values()
        )
    assert found >= SEVERAL


def test_a_shop_visited_often_around_the_end_of_september(base: Base) -> None:
    found = 0
    for history in base.history.values():
        shops: dict[str, list[Transaction]] = defaultdict(list)
        for one in history:
            if one.merchant and one.timestamp.startswith("2025-09"):
                shops[one.merchant.name].append(one)
        found += any(
            len(some) >= 3 and some[-1].timestamp == "2025-09-30T23:59:59Z"
            for some in shops.values()
        )
    assert found >= SEVERAL


def test_two_cards_with_the_same_last_digits(base: Base) -> None:
    found = [
        held
        for held in base.cards_of.values()
        if len({card.extra_info.last_four for card in held}) < len(held)
    ]
    assert len(found) >= SEVERAL


def test_nobody_has_the_email_of_nobody(base: Base) -> None:
    assert "nobody@example.com" not in {client.email for client in base.clients}
