"""The tables of the bank domain.

Money is integer hundredths of the currency of its account; all instants are UTC,
`YYYY-MM-DDTHH:MM:SSZ`, and days are `YYYY-MM-DD`.
"""

from typing import ClassVar, Literal

from pydantic import BaseModel
from sqlalchemy import Index, MetaData, Text, func
from sqlalchemy.orm import registry
from sqlmodel import Field, col

from tau_emo_db.address import Address
from tau_emo_db.marks import Grading, Mark, Members, graded
from tau_emo_db.table import Json, Table

KycStatus = Literal["pending", "verified", "failed"]
AccountType = Literal["checking", "savings", "credit"]
AccountStatus = Literal["active", "frozen", "closed"]
CardType = Literal["debit", "credit"]
CardStatus = Literal["active", "blocked", "expired"]
TransactionType = Literal["deposit", "withdrawal", "transfer", "payment", "fee", "interest"]
Direction = Literal["debit", "credit"]
Method = Literal["ACH", "Wire", "Card", "ATM", "Internal"]
TransactionStatus = Literal["pending", "posted", "reversed"]
LoanType = Literal["mortgage", "auto", "personal", "credit_line"]
Amortization = Literal["fixed", "interest_only", "balloon"]
LoanStatus = Literal["active", "closed", "delinquent", "default"]
CollateralType = Literal["real_estate", "vehicle", "unsecured", "other"]
InstallmentStatus = Literal["due", "paid", "late", "deferred"]
BeneficiaryType = Literal["individual", "business"]
BeneficiaryStatus = Literal["active", "suspended", "revoked"]
VerificationStatus = Literal["pending", "verified", "failed"]
VerificationMethod = Literal["micro_deposits", "document", "instant"]


class Kyc(BaseModel):
    """What the bank knows of a client's identity; nothing depends on it."""

    status: KycStatus
    last_reviewed_at: str
    tax_id_masked: str


class Features(BaseModel):
    """What an account can be used for; information only."""

    checks_enabled: bool
    atm_access: bool
    online_banking: bool


class CardFace(BaseModel):
    """What is printed on a card."""

    brand: str
    last_four: str
    exp_month: int
    exp_year: int


class CardLimits(BaseModel):
    """Daily limits of a card in whole units of the currency; information only."""

    daily_atm_limit: int
    daily_pos_limit: int


class Merchant(BaseModel):
    """Where a card was used."""

    name: str
    mcc: str
    """Four digits that say what kind of shop it is."""
    city: str
    country: str


class Exchange(BaseModel):
    """How an amount in another currency became one in the account's."""

    source_currency: str
    target_currency: str
    rate: str
    """Units of the target for one of the source, as decimal text."""
    source_amount: int
    target_amount: int


class Hold(BaseModel):
    """Money that is set aside until a payment is settled."""

    is_hold: bool
    release_at: str
    reason: str


class Fee(BaseModel):
    """A charge that came with a transaction; it is booked as one of its own."""

    type: str
    amount: int
    currency: str


class Collateral(BaseModel):
    """What secures a loan."""

    type: CollateralType
    description: str
    value_amount: int
    value_currency: str


class Escrow(BaseModel):
    """Money kept for taxes and insurance of a mortgaged house."""

    account_id: str
    balance: int
    currency: str


class BankTable(Table, registry=registry()):
    """Base of the bank's tables."""

    metadata = MetaData()


class Client(BankTable, table=True):
    """Somebody with accounts; the e-mail is unique."""

    client_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    middle_name: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    phone: str = Field(sa_column_kwargs=graded(Mark.PHONE))
    address: Address = Field(sa_type=Json(Address), sa_column_kwargs=graded(Mark.LABEL))
    kyc: Kyc = Field(sa_type=Json(Kyc))
    created_at: str


email_key = func.lower(col(Client.email))
"""The e-mail of a client without regard to case; clients are found by it."""

Index("ix_client_email", email_key)


class Account(BankTable, table=True):
    """An account in one currency.

    `available` is `current - on_hold`. A credit account's `current` is minus the debt, its
    `overdraft_limit` is the agreed line, and what is unused of the line is available.
    """

    account_id: str = Field(primary_key=True)
    client_id: str = Field(foreign_key="client.client_id", index=True)
    type: AccountType = Field(sa_type=Text)
    currency: str
    status: AccountStatus = Field(sa_type=Text)
    account_number_masked: str
    routing_number: str
    current: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    available: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    on_hold: int
    interest_rate_apr: float | None = None
    overdraft_limit: int | None = None
    opened_at: str
    features: Features = Field(sa_type=Json(Features))


class Card(BankTable, table=True):
    """A card of an account."""

    card_id: str = Field(primary_key=True)
    client_id: str = Field(foreign_key="client.client_id", index=True)
    linked_account_id: str = Field(foreign_key="account.account_id")
    type: CardType = Field(sa_type=Text)
    status: CardStatus = Field(sa_type=Text)
    issuer: str
    extra_info: CardFace = Field(sa_type=Json(CardFace))
    limits: CardLimits = Field(sa_type=Json(CardLimits))
    pin_set: bool


class Beneficiary(BankTable, table=True):
    """Somebody whom a client sends money to; the client chooses the id."""

    beneficiary_id: str = Field(primary_key=True)
    client_id: str = Field(foreign_key="client.client_id", index=True)
    type: BeneficiaryType = Field(sa_type=Text)
    display_name: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    first_name: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    last_name: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    business_name: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    bank_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    account_number_masked: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    routing_number: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    iban: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    swift_bic: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    address: Address = Field(sa_type=Json(Address), sa_column_kwargs=graded(Mark.LABEL))
    per_transfer_limit: int
    daily_limit: int
    verification_status: VerificationStatus = Field(sa_type=Text)
    verification_method: VerificationMethod = Field(sa_type=Text)
    verified_at: str | None = Field(default=None, sa_column_kwargs=graded(Mark.GENERATED))
    """Set by every verification; whether there was one, `verification_status` says."""
    status: BeneficiaryStatus = Field(sa_type=Text)
    created_at: str = Field(sa_column_kwargs=graded(Mark.GENERATED))
    notes: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))


class BeneficiaryAllowedAccount(BankTable, table=True):
    """An account from which a beneficiary may be paid."""

    grading: ClassVar[Grading] = Members(parent=("beneficiary_id",))

    beneficiary_id: str = Field(primary_key=True, foreign_key="beneficiary.beneficiary_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    account_id: str = Field(foreign_key="account.account_id")


class Transaction(BankTable, table=True):
    """One movement of an account. The amount is positive; its sign is the direction."""

    transaction_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    client_id: str = Field(foreign_key="client.client_id")
    account_id: str = Field(foreign_key="account.account_id", index=True)
    timestamp: str = Field(sa_column_kwargs=graded(Mark.GENERATED))
    type: TransactionType = Field(sa_type=Text)
    direction: Direction = Field(sa_type=Text)
    amount: int
    currency: str
    description: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))
    method: Method = Field(sa_type=Text)
    status: TransactionStatus = Field(sa_type=Text)
    merchant: Merchant | None = Field(default=None, sa_type=Json(Merchant))
    exchange: Exchange | None = Field(default=None, sa_type=Json(Exchange))
    hold: Hold | None = Field(default=None, sa_type=Json(Hold))
    fees: list[Fee] = Field(
        default_factory=list[Fee], sa_type=Json(list[Fee]), sa_column_kwargs=graded(Mark.SET)
    )
    related_transaction_id: str | None = Field(
        default=None,
        sa_column_kwargs=graded(Mark.GENERATED, refers="transaction.transaction_id"),
    )
    """The other side of an internal transfer. Not a foreign key: the two name each other."""
    beneficiary_id: str | None = Field(
        default=None,
        foreign_key="beneficiary.beneficiary_id",
        index=True,
        sa_column_kwargs=graded(Mark.COMPUTED),
    )
    """Whom a transfer went to."""
    balance_after: int | None = Field(default=None, sa_column_kwargs=graded(Mark.GENERATED))
    """The current balance after a posted transaction; it depends on the order of writes."""


class Loan(BankTable, table=True):
    """A loan and the account it is usually repaid from."""

    loan_id: str = Field(primary_key=True)
    client_id: str = Field(foreign_key="client.client_id", index=True)
    linked_repayment_account_id: str = Field(foreign_key="account.account_id")
    type: LoanType = Field(sa_type=Text)
    principal: int
    currency: str
    interest_rate_apr: float
    amortization: Amortization = Field(sa_type=Text)
    term_months: int
    origination_date: str
    first_payment_date: str
    maturity_date: str
    status: LoanStatus = Field(sa_type=Text)
    collateral: Collateral | None = Field(default=None, sa_type=Json(Collateral))
    escrow: Escrow | None = Field(default=None, sa_type=Json(Escrow))


class LoanPaymentSchedule(BankTable, table=True):
    """One installment of a loan: the last ones before today and the next ones."""

    grading: ClassVar[Grading] = Members(parent=("loan_id",))

    loan_id: str = Field(primary_key=True, foreign_key="loan.loan_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    due_date: str
    amount: int
    currency: str
    status: InstallmentStatus = Field(sa_type=Text)
    transaction_id: str | None = Field(default=None, foreign_key="transaction.transaction_id")


class LoanRepayment(BankTable, table=True):
    """What a transaction has paid on a loan; the three components add up to the amount."""

    transaction_id: str = Field(
        primary_key=True,
        foreign_key="transaction.transaction_id",
        sa_column_kwargs=graded(Mark.GENERATED),
    )
    loan_id: str = Field(foreign_key="loan.loan_id", index=True)
    posted_at: str = Field(sa_column_kwargs=graded(Mark.GENERATED))
    amount: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    currency: str = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    method: Method = Field(sa_type=Text, sa_column_kwargs=graded(Mark.COMPUTED))
    principal_component: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    interest_component: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    fees_component: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))


TABLES = (
    Client,
    Account,
    Card,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Transaction,
    Loan,
    LoanPaymentSchedule,
    LoanRepayment,
)
