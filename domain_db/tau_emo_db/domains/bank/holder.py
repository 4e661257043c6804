"""A client of the bank with everything that hangs on the profile."""

from dataclasses import dataclass, field

from tau_emo_db.domains.bank.tables import (
    Account,
    AccountType,
    Beneficiary,
    Card,
    Client,
    Direction,
    Exchange,
    Fee,
    Hold,
    Loan,
    LoanPaymentSchedule,
    Merchant,
    Method,
    TransactionStatus,
    TransactionType,
)


@dataclass(eq=False)
class Entry:
    """A movement of an account before it gets its id and the balance after it."""

    account: Account
    moment: str
    """When, `YYYY-MM-DDTHH:MM:SSZ`."""
    type: TransactionType
    direction: Direction
    amount: int
    """In hundredths; a drawn one is lowered where the account could not hold it."""
    method: Method
    description: str | None = None
    status: TransactionStatus = "posted"
    fixed: bool = False
    """The amount must stay as it is."""
    merchant: Merchant | None = None
    exchange: Exchange | None = None
    hold: Hold | None = None
    fees: list[Fee] = field(default_factory=list[Fee])
    beneficiary: Beneficiary | None = None
    twin: "Entry | None" = None
    """The credit side of an internal transfer whose debit side this is."""
    balance_after: int | None = None
    transaction_id: str = ""


@dataclass(eq=False)
class Debt:
    """A loan with its installments and the entries that paid some of them."""

    loan: Loan
    installments: list[LoanPaymentSchedule] = field(default_factory=list[LoanPaymentSchedule])
    paid: list[tuple[LoanPaymentSchedule, Entry, int]] = field(
        default_factory=list[tuple[LoanPaymentSchedule, Entry, int]]
    )
    """An installment, what paid it, and how much of it was interest."""


@dataclass(eq=False)
class Holder:
    """One client row and everything that hangs on it."""

    client: Client
    accounts: list[Account] = field(default_factory=list[Account])
    cards: list[Card] = field(default_factory=list[Card])
    debts: list[Debt] = field(default_factory=list[Debt])
    beneficiaries: list[Beneficiary] = field(default_factory=list[Beneficiary])
    allowed: dict[str, list[Account]] = field(default_factory=dict[str, list[Account]])
    """The accounts from which each beneficiary may be paid, by its id."""
    entries: list[Entry] = field(default_factory=list[Entry])
    settled: bool = False
    """The situation is complete: no ordinary loan, beneficiary or second account is added."""

    def account(self, kind: AccountType) -> Account:
        """The first account of this kind."""
        return next(account for account in self.accounts if account.type == kind)

    def of(self, account: Account) -> list[Entry]:
        """The entries of an account."""
        return [entry for entry in self.entries if entry.account is account]
