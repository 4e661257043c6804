"""A small bank whose every balance, limit and transaction is written down here.

Amounts are hundredths here, as in the database; results show whole units.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.address import Address
from tau_emo_db.domains.bank.tables import (
    TABLES,
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Card,
    CardFace,
    CardLimits,
    Client,
    Collateral,
    Escrow,
    Exchange,
    Features,
    Fee,
    Hold,
    Kyc,
    Loan,
    LoanPaymentSchedule,
    LoanRepayment,
    Merchant,
    Transaction,
)
from tau_emo_servers.domains.bank.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, refused, small_domain

NOW = "2025-10-15T12:00:00Z"

NORA, OMAR = "CL82K4QD", "CL31M7TR"

CHECKING, SAVINGS, EUROS = "AC31K9QD", "AC44L2VX", "AC57M1RT"
"""Available: 1000.00 of 1200.00, as 200.00 are on hold; 500.50; 300.00 EUR."""
LITTLE = "AC60N8WZ"
"""A checking account with 50.00."""
CREDIT = "AC73P5BC"
"""A debt of 450.25 in a line of 2000.00."""
FROZEN, FROZEN_CREDIT, CLOSED = "AC86Q3DF", "AC99R7GH", "AC12S4JK"
OMARS = "AC25T6LM"

DEBIT_CARD, BLOCKED, EXPIRED, OMARS_CARD = "CD47M2XR", "CD50N3YS", "CD63P4ZT", "CD76Q5WV"

ANA = "bnf_0451"
"""Active and verified; at most 300.00 at once and 400.00 a day, of which 150.00 went today."""
BIG = "bnf_0452"
"""Active and verified; 5000.00 at once, 5005.00 a day, of which 10.00 are pending today."""
PENDING, FAILED, SUSPENDED, REVOKED = "bnf_0453", "bnf_0454", "bnf_0455", "bnf_0456"
"""All may be paid from savings only; the revoked one is pending too."""
NAMELESS = "bnf_0457"
OMARS_FRIEND = "bnf_0458"

LOAN, EURO_LOAN, CLOSED_LOAN, OMARS_LOAN = "LN58T6BW", "LN61V7CX", "LN74W8DY", "LN87X9FZ"

FIRST_NEW, SECOND_NEW = "tx_0000013", "tx_0000014"
"""The next ids: there are twelve transactions."""

HOME = Address(
    address1="14 Harbor Lane", address2="", city="Tucson", country="USA", state="AZ", zip="85719"
)


def _account(key: str, kind: str, current: int, **fields: Any) -> Account:
    """An account of Nora's in dollars, active, with nothing on hold."""
    given = {"client_id": NORA, "currency": "USD", "status": "active", "on_hold": 0, **fields}
    line = given.get("overdraft_limit", 0) if kind == "credit" else 0
    return Account(
        account_id=key,
        type=kind,  # pyright: ignore[reportArgumentType]
        current=current,
        available=current + line - given["on_hold"],
        account_number_masked=f"****{1000 + int(key[2:4])}",
        routing_number="021000021",
        opened_at="2020-01-01T10:00:00Z",
        features=Features(checks_enabled=True, atm_access=True, online_banking=True),
        **given,
    )


def _card(key: str, account: str, status: str, four: str, client: str = NORA) -> Card:
    return Card(
        card_id=key,
        client_id=client,
        linked_account_id=account,
        type="debit",
        status=status,  # pyright: ignore[reportArgumentType]
        issuer="Northlight Bank",
        extra_info=CardFace(brand="visa", last_four=four, exp_month=4, exp_year=2027),
        limits=CardLimits(daily_atm_limit=500, daily_pos_limit=2500),
        pin_set=True,
    )


def _beneficiary(
    key: str, status: str, verification: str, limits: tuple[int, int], **fields: Any
) -> Beneficiary:
    """A beneficiary of Nora's: a person called Ana Silva unless names are given."""
    names = {"first_name": "Ana", "last_name": "Silva"} if "business_name" not in fields else {}
    given = {"client_id": NORA, "type": "individual", **names, **fields}
    return Beneficiary(
        beneficiary_id=key,
        bank_name="Calder Trust",
        account_number_masked="****4410",
        routing_number="021000089",
        address=HOME,
        per_transfer_limit=limits[0],
        daily_limit=limits[1],
        verification_status=verification,  # pyright: ignore[reportArgumentType]
        verification_method="micro_deposits",
        verified_at="2025-02-03T11:30:00Z" if verification == "verified" else None,
        status=status,  # pyright: ignore[reportArgumentType]
        created_at="2025-02-01T10:15:00Z",
        **given,
    )


def _transaction(
    number: int, account: str, when: str, kind: str, direction: str, amount: int, **fields: Any
) -> Transaction:
    """A posted transaction in dollars, of Nora's unless it is in Omar's account."""
    given = {"method": "Card", "status": "posted", **fields}
    return Transaction(
        transaction_id=f"tx_{number:07d}",
        client_id=OMAR if account == OMARS else NORA,
        account_id=account,
        timestamp=when,
        type=kind,  # pyright: ignore[reportArgumentType]
        direction=direction,  # pyright: ignore[reportArgumentType]
        amount=amount,
        currency="USD",
        **given,
    )


def _fuel(name: str, city: str) -> Merchant:
    return Merchant(name=name, mcc="5541", city=city, country="USA")


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    kyc = Kyc(status="verified", last_reviewed_at="2025-03-01T09:00:00Z", tax_id_masked="****4410")
    for key, first, last, email in (
        (NORA, "Nora", "Quist", "nora.quist8812@example.com"),
        (OMAR, "Omar", "Haddad", "omar.haddad2210@example.com"),
    ):
        yield Client(
            client_id=key,
            first_name=first,
            last_name=last,
            email=email,
            phone="(555) 720-0702",
            address=HOME,
            kyc=kyc,
            created_at="2019-05-01T09:00:00Z",
        )
    yield _account(SAVINGS, "savings", 500_50, interest_rate_apr=2.5)
    yield _account(CHECKING, "checking", 1_200_00, on_hold=200_00, overdraft_limit=500_00)
    yield _account(EUROS, "savings", 300_00, currency="EUR")
    yield _account(LITTLE, "checking", 50_00)
    yield _account(CREDIT, "credit", -450_25, overdraft_limit=2_000_00)
    yield _account(FROZEN, "checking", 700_00, status="frozen")
    yield _account(FROZEN_CREDIT, "credit", 0, status="frozen", overdraft_limit=1_000_00)
    yield _account(CLOSED, "checking", 0, status="closed")
    yield _account(OMARS, "checking", 900_00, client_id=OMAR)
    yield _card(DEBIT_CARD, CHECKING, "active", "3051")
    yield _card(BLOCKED, FROZEN, "blocked", "3052")
    yield _card(EXPIRED, CHECKING, "expired", "3053")
    yield _card(OMARS_CARD, OMARS, "active", "3054", OMAR)
    everywhere = [CHECKING, FROZEN, CREDIT, FROZEN_CREDIT, LITTLE]
    for one, allowed in (
        (_beneficiary(ANA, "active", "verified", (300_00, 400_00)), everywhere),
        (
            _beneficiary(
                BIG,
                "active",
                "verified",
                (5_000_00, 5_005_00),
                type="business",
                business_name="Hilltop Roofing",
                notes="Recurring",
            ),
            [CHECKING],
        ),
        (_beneficiary(PENDING, "active", "pending", (300_00, 400_00)), [SAVINGS]),
        (_beneficiary(FAILED, "active", "failed", (300_00, 400_00)), [SAVINGS]),
        (
            _beneficiary(SUSPENDED, "suspended", "verified", (300_00, 400_00), display_name="Mom"),
            [SAVINGS],
        ),
        (_beneficiary(REVOKED, "revoked", "pending", (300_00, 400_00)), [SAVINGS]),
        (
            _beneficiary(NAMELESS, "active", "pending", (300_00, 400_00), business_name=None),
            [CHECKING],
        ),
        (
            _beneficiary(OMARS_FRIEND, "active", "verified", (300_00, 400_00), client_id=OMAR),
            [OMARS],
        ),
    ):
        yield one
        for position, account in enumerate(allowed):
            yield BeneficiaryAllowedAccount(
                beneficiary_id=one.beneficiary_id, position=position, account_id=account
            )
    yield from _transactions()
    yield from _loans()


def _transactions() -> Iterator[Transaction]:
    yield _transaction(
        1,
        CHECKING,
        "2025-09-01T00:00:00Z",
        "deposit",
        "credit",
        1_500_00,
        method="ACH",
        description="Salary",
        balance_after=1_884_20,
    )
    yield _transaction(
        2, LITTLE, "2025-09-05T07:00:00Z", "payment", "debit", 250_00, method="Internal"
    )
    yield _transaction(
        3,
        CHECKING,
        "2025-09-10T10:00:00Z",
        "payment",
        "debit",
        42_10,
        merchant=_fuel("Harbor Fuel", "Boise"),
        balance_after=1_842_10,
    )
    yield _transaction(
        4,
        CHECKING,
        "2025-09-30T23:59:59Z",
        "payment",
        "debit",
        42_10,
        merchant=_fuel("HARBOR FUEL", "Denver"),
        balance_after=1_800_00,
    )
    yield _transaction(
        5,
        CHECKING,
        "2025-10-01T00:00:00Z",
        "payment",
        "debit",
        42_11,
        status="reversed",
        merchant=_fuel("Harbor Fuel", "Boise"),
    )
    yield _transaction(
        6, SAVINGS, "2025-10-02T09:00:00Z", "interest", "credit", 1_25, method="Internal"
    )
    yield _transaction(7, OMARS, "2025-10-03T09:00:00Z", "deposit", "credit", 900_00, method="ACH")
    yield _transaction(
        8,
        CHECKING,
        "2025-10-14T23:59:59Z",
        "transfer",
        "debit",
        250_00,
        method="Wire",
        beneficiary_id=ANA,
        fees=[Fee(type="wire", amount=15_00, currency="USD")],
        balance_after=1_350_00,
    )
    yield _transaction(
        9,
        CHECKING,
        "2025-10-15T08:00:00Z",
        "transfer",
        "debit",
        150_00,
        method="ACH",
        beneficiary_id=ANA,
        balance_after=1_200_00,
    )
    yield _transaction(
        10,
        CHECKING,
        "2025-10-15T08:00:00Z",
        "transfer",
        "debit",
        200_00,
        method="ACH",
        status="reversed",
        beneficiary_id=ANA,
    )
    yield _transaction(
        11,
        CHECKING,
        "2025-10-15T00:00:00Z",
        "transfer",
        "debit",
        10_00,
        method="ACH",
        status="pending",
        beneficiary_id=BIG,
    )
    yield _transaction(
        12,
        CHECKING,
        "2025-10-15T09:00:00Z",
        "payment",
        "debit",
        200_00,
        status="pending",
        merchant=Merchant(name="Lantern Hotels", mcc="7011", city="London", country="UK"),
        exchange=Exchange(
            source_currency="GBP",
            target_currency="USD",
            rate="1.25",
            source_amount=160_00,
            target_amount=200_00,
        ),
        hold=Hold(is_hold=True, release_at="2025-10-18T12:00:00Z", reason="hotel_deposit"),
    )


def _loans() -> Iterator[Table]:
    for key, status, currency, client, account in (
        (LOAN, "delinquent", "USD", NORA, LITTLE),
        (EURO_LOAN, "active", "EUR", NORA, EUROS),
        (CLOSED_LOAN, "closed", "USD", NORA, CHECKING),
        (OMARS_LOAN, "active", "USD", OMAR, OMARS),
    ):
        house = key == LOAN
        yield Loan(
            loan_id=key,
            client_id=client,
            linked_repayment_account_id=account,
            type="mortgage" if house else "personal",
            principal=120_000_00,
            currency=currency,
            interest_rate_apr=4.75,
            amortization="fixed",
            term_months=240,
            origination_date="2024-12-05",
            first_payment_date="2025-01-05",
            maturity_date="2044-12-05",
            status=status,
            collateral=Collateral(
                type="real_estate",
                description="Apartment",
                value_amount=150_000_00,
                value_currency=currency,
            )
            if house
            else None,
            escrow=Escrow(account_id="ES11B2CD", balance=600_50, currency=currency)
            if house
            else None,
        )
    for position, (day, status, transaction) in enumerate(
        (
            ("2025-09-05", "paid", "tx_0000002"),
            ("2025-10-05", "late", None),
            ("2025-11-05", "due", None),
        )
    ):
        yield LoanPaymentSchedule(
            loan_id=LOAN,
            position=position,
            due_date=day,
            amount=250_00,
            currency="USD",
            status=status,
            transaction_id=transaction,
        )
    yield LoanRepayment(
        transaction_id="tx_0000002",
        loan_id=LOAN,
        posted_at="2025-09-05T07:00:00Z",
        amount=250_00,
        currency="USD",
        method="Internal",
        principal_component=200_00,
        interest_component=50_00,
        fees_component=0,
    )


DESK = small_domain("bank", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small bank."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def balance(desk: Episode, account: str) -> tuple[float, float, float]:
    """Current, available and on hold."""
    return tuple(done(desk, "get_account_details", account_id=account)["balance"].values())


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }


Defect = tuple[str, Mapping[str, Any]]
"""A part of the error, and the arguments that break one precondition."""


def refused_in_order(
    desk: Episode, tool: str, valid: Mapping[str, Any], defects: Sequence[Defect]
) -> None:
    """Every defect alone is refused for its reason; of two, the first listed is told."""
    for reason, broken in defects:
        refused(desk, reason, tool, **{**valid, **broken})
    for (reason, first), (_, second) in combinations(defects, 2):
        if not first.keys() & second.keys():
            refused(desk, reason, tool, **{**valid, **second, **first})
    assert desk.changes().is_empty
