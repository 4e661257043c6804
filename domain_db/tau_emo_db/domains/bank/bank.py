"""The bank while its history is being drawn: profiles, accounts, cards, loans, beneficiaries."""

from tau_emo_db import kit
from tau_emo_db.domains.bank import history
from tau_emo_db.domains.bank.clock import TODAY
from tau_emo_db.domains.bank.holder import Debt, Entry, Holder
from tau_emo_db.domains.bank.lending import TERMS, due_day, installment, interest_part
from tau_emo_db.domains.bank.tables import (
    Account,
    AccountStatus,
    AccountType,
    Beneficiary,
    BeneficiaryStatus,
    BeneficiaryType,
    Card,
    CardFace,
    CardLimits,
    CardStatus,
    Client,
    Collateral,
    Escrow,
    Features,
    InstallmentStatus,
    Kyc,
    KycStatus,
    Loan,
    LoanPaymentSchedule,
    LoanStatus,
    LoanType,
    VerificationStatus,
)
from tau_emo_db.draw import Draw

CURRENCIES = {"USD": 11, "EUR": 5, "GBP": 3, "CAD": 2, "CHF": 1}
"""The currency of a first account, and how often it is so."""
KYC_STATUSES: dict[KycStatus, float] = {"verified": 16, "pending": 2, "failed": 1}
LOAN_TYPES: dict[LoanType, float] = {"mortgage": 2, "auto": 3, "personal": 4, "credit_line": 1}
ISSUERS = ("Northlight Bank", "Harborcard", "Union Cards")
BENEFICIARY_TYPES: tuple[BeneficiaryType, ...] = ("individual", "individual", "business")
OTHER_BANKS = (
    "Blue Mesa Bank",
    "Calder Trust",
    "First Prairie",
    "Gulfline Savings",
    "Kestrel Mutual",
    "Old Canal Bank",
    "Pinnacle Federal",
    "Solway & Partners",
)
BUSINESSES = (
    "Acorn Daycare",
    "Beacon Property Management",
    "Clearwater Plumbing",
    "Dovetail Carpentry",
    "Elmwood Veterinary",
    "Foxglove Catering",
    "Greenline Insurance",
    "Hilltop Roofing",
    "Ivory Piano Studio",
    "Keystone Legal",
    "Maple Court Rentals",
    "Riverside Tutoring",
)
_ID_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"


class Bank:
    """Opens profiles and everything in them; sees to unique ids, names and numbers."""

    def __init__(self) -> None:
        self.holders: list[Holder] = []
        self._ids = kit.Unique()
        self._names = kit.Unique()

    # Profiles

    def open_profile(self, draw: Draw, person: kit.Person | None = None) -> Holder:
        """A new client without accounts.

        Args:
            draw: where everything else comes from.
            person: who it is; somebody whose name no other client has, if left out.
        """
        someone = person or self._names.fresh(lambda: kit.person(draw), lambda one: one.name)
        middle = kit.person(draw).first_name if draw.chance(0.2) else None
        since = kit.random_day(draw, "2009-01-01", "2024-12-31")
        reviewed = kit.random_day(draw, "2025-01-01", "2025-09-30")
        status = draw.weighted(KYC_STATUSES)
        holder = Holder(
            Client(
                client_id=self._id(draw, "CL"),
                first_name=someone.first_name,
                last_name=someone.last_name,
                middle_name=middle,
                email=self._ids.fresh(lambda: kit.email(draw, someone)),
                phone=kit.phone(draw),
                address=kit.postal_address(draw),
                kyc=Kyc(
                    status=status,
                    last_reviewed_at=f"{reviewed}T09:00:00Z",
                    tax_id_masked=f"****{draw.digits(4)}",
                ),
                created_at=f"{since}T{draw.integer(8, 17):02d}:{draw.integer(0, 59):02d}:00Z",
            )
        )
        self.holders.append(holder)
        return holder

    def _id(self, draw: Draw, prefix: str) -> str:
        """Two letters for the kind, then digits and letters that no number is mistaken for."""

        def make() -> str:
            ends = "".join(draw.pick(_ID_LETTERS) for _ in range(2))
            return f"{prefix}{draw.digits(2)}{draw.pick(_ID_LETTERS)}{draw.digits(1)}{ends}"

        return self._ids.fresh(make)

    # Accounts and cards

    def add_account(
        self,
        draw: Draw,
        holder: Holder,
        kind: AccountType,
        currency: str,
        current: int | None = None,
        status: AccountStatus = "active",
    ) -> Account:
        """Another account.

        Args:
            draw: where what is left open comes from.
            holder: whose it is.
            kind: its type.
            currency: its currency.
            current: today's balance in hundredths, minus the debt of a credit account.
            status: whether it can be used.
        """
        line = draw.integer(4, 30) * 500_00 if kind == "credit" else None
        if current is None:
            current = 0 if status == "closed" else _balance(draw, kind, line)
        taken = {one.account_number_masked for one in holder.accounts}
        number = f"****{draw.digits(4)}"
        while number in taken:
            number = f"****{draw.digits(4)}"
        opened = kit.random_day(draw, holder.client.created_at[:10], "2024-12-31")
        apr = {"checking": None, "savings": (110, 430), "credit": (1490, 2390)}[kind]
        account = Account(
            account_id=self._id(draw, "AC"),
            client_id=holder.client.client_id,
            type=kind,
            currency=currency,
            status=status,
            account_number_masked=number,
            routing_number=f"0{draw.digits(8)}",
            current=current,
            available=current,
            on_hold=0,
            interest_rate_apr=None if apr is None else draw.integer(*apr) / 100,
            overdraft_limit=line if kind == "credit" else draw.pick((None, 200_00, 500_00)),
            opened_at=max(f"{opened}T10:00:00Z", holder.client.created_at),
            features=Features(
                checks_enabled=kind == "checking",
                atm_access=kind != "savings" or draw.chance(0.5),
                online_banking=True,
            ),
        )
        if kind == "savings":
            account.overdraft_limit = None
        holder.accounts.append(account)
        return account

    def add_card(
        self,
        draw: Draw,
        holder: Holder,
        account: Account,
        status: CardStatus = "active",
        last_four: str = "",
        brand: str = "",
    ) -> Card:
        """Another card of an account; it is a credit card if the account is one of credit.

        Args:
            draw: where what is left open comes from.
            holder: whose it is.
            account: what it is linked to.
            status: whether it can be used.
            last_four: its last digits; ones that no other card of the client has if empty.
            brand: its brand; any if empty.
        """
        taken = {card.extra_info.last_four for card in holder.cards}
        drawn = last_four or draw.digits(4)
        while not last_four and drawn in taken:
            drawn = draw.digits(4)
        expired = status == "expired"
        card = Card(
            card_id=self._id(draw, "CD"),
            client_id=holder.client.client_id,
            linked_account_id=account.account_id,
            type="credit" if account.type == "credit" else "debit",
            status=status,
            issuer=draw.pick(ISSUERS),
            extra_info=CardFace(
                brand=brand or draw.pick(kit.CARD_BRANDS),
                last_four=drawn,
                exp_month=draw.integer(1, 9) if expired else draw.integer(1, 12),
                exp_year=2025 if expired else draw.integer(2026, 2029),
            ),
            limits=CardLimits(
                daily_atm_limit=draw.pick((300, 500, 1000)),
                daily_pos_limit=draw.pick((1500, 2500, 5000)),
            ),
            pin_set=draw.chance(0.9),
        )
        holder.cards.append(card)
        return card

    # Beneficiaries

    def add_beneficiary(
        self,
        draw: Draw,
        holder: Holder,
        allowed: list[Account],
        *,
        status: BeneficiaryStatus = "active",
        verification: VerificationStatus = "verified",
        kind: BeneficiaryType | None = None,
        limits: tuple[int, int] | None = None,
        display_name: str | None = None,
    ) -> Beneficiary:
        """Another beneficiary.

        Args:
            draw: where what is left open comes from.
            holder: whose it is.
            allowed: the accounts it may be paid from.
            status: whether it can be paid.
            verification: whether it is verified.
            kind: a person or a business.
            limits: per transfer and per day in hundredths; around today's balances if left out.
            display_name: how the client calls it; the name itself or nothing if left out.
        """
        what = kind or draw.pick(BENEFICIARY_TYPES)
        person = kit.person(draw) if what == "individual" else None
        business = draw.pick(BUSINESSES) if person is None else None
        name = business or (person.name if person else None)
        abroad = draw.chance(0.25)
        per, daily = limits or _limits(draw, allowed[0])
        since = max(holder.client.created_at[:10], kit.random_day(draw, "2023-01-01", "2025-08-31"))
        verified_at = f"{kit.add_days(since, 2)}T11:30:00Z" if verification == "verified" else None
        taken = {one.display_name for one in holder.beneficiaries}
        called = display_name or (name if draw.chance(0.7) and name not in taken else None)
        beneficiary = Beneficiary(
            beneficiary_id=self._ids.fresh(lambda: f"bnf_{draw.digits(4)}"),
            client_id=holder.client.client_id,
            type=what,
            display_name=called,
            first_name=person.first_name if person else None,
            last_name=person.last_name if person else None,
            business_name=business,
            bank_name=draw.pick(OTHER_BANKS),
            account_number_masked=f"****{draw.digits(4)}",
            routing_number=None if abroad else f"0{draw.digits(8)}",
            iban=f"DE{draw.digits(20)}" if abroad else None,
            swift_bic="".join(draw.pick(_ID_LETTERS) for _ in range(8)) if abroad else None,
            address=kit.postal_address(draw),
            per_transfer_limit=per,
            daily_limit=daily,
            verification_status=verification,
            verification_method=draw.pick(("document", "document", "micro_deposits", "instant")),
            verified_at=verified_at,
            status=status,
            created_at=f"{since}T10:15:00Z",
            notes=draw.pick((None, None, "Recurring", "Added at the branch")),
        )
        holder.beneficiaries.append(beneficiary)
        holder.allowed[beneficiary.beneficiary_id] = allowed
        return beneficiary

    @staticmethod
    def pay(
        draw: Draw,
        holder: Holder,
        beneficiary: Beneficiary,
        account: Account,
        amount: int,
        when: str | None = None,
    ) -> Entry:
        """A transfer to a beneficiary that was made before."""
        entry = Entry(
            account,
            when or history.moment(draw, 1, 20),
            "transfer",
            "debit",
            amount,
            draw.pick(("ACH", "ACH", "Wire")),
            draw.pick((None, "Thank you", "Invoice", "Monthly")),
            fixed=True,
            beneficiary=beneficiary,
        )
        holder.entries.append(entry)
        return entry

    # Loans

    def add_loan(
        self,
        draw: Draw,
        holder: Holder,
        account: Account,
        kind: LoanType | None = None,
        status: LoanStatus = "active",
        late: int = 0,
    ) -> Debt:
        """A loan that is repaid from an account, with its installments around today.

        Args:
            draw: where what is left open comes from.
            holder: whose it is.
            account: what it is linked to; it gives the currency.
            kind: its type.
            status: how it stands.
            late: how many of the last installments were not paid.
        """
        what = kind or draw.weighted(LOAN_TYPES)
        terms = TERMS[what]
        principal = draw.integer(terms.principal[0] // 100, terms.principal[1] // 100) * 100_00
        apr = draw.integer(*terms.apr) / 100
        months = draw.pick(terms.months)
        amortization = draw.pick(terms.amortization)
        age = months + draw.integer(1, 6) if status == "closed" else draw.integer(5, months - 3)
        day = draw.integer(1, 28)
        loan = Loan(
            loan_id=self._id(draw, "LN"),
            client_id=holder.client.client_id,
            linked_repayment_account_id=account.account_id,
            type=what,
            principal=principal,
            currency=account.currency,
            interest_rate_apr=apr,
            amortization=amortization,
            term_months=months,
            origination_date=due_day(day, -age - 1),
            first_payment_date=due_day(day, -age),
            maturity_date=due_day(day, months - 1 - age),
            status=status,
            collateral=_collateral(draw, what, principal, account.currency),
            escrow=self._escrow(draw, account.currency) if what == "mortgage" else None,
        )
        # Nobody lends to a stranger.
        client, since = holder.client, loan.origination_date
        client.created_at = min(client.created_at, f"{since}T09:00:00Z")
        account.opened_at = min(account.opened_at, f"{since}T10:00:00Z")
        debt = Debt(loan)
        holder.debts.append(debt)
        monthly = installment(principal, apr, months, amortization)
        shown = draw.integer(1, 3)
        last = 0 if due_day(day, 0) < TODAY else -1
        if status == "closed":
            past, future = [months - 1 - age], range(0)
        else:
            over = late or draw.weighted({0: 1, 1: 5, 2: 1})
            past, future = range(last - over + 1, last + 1), range(last + 1, last + 1 + shown)
        for months_on in [*past, *future]:
            state: InstallmentStatus = "due" if months_on in future else "late" if late else "paid"
            if state == "due" and months_on == last + 3 and draw.chance(0.2):
                state = "deferred"
            line = LoanPaymentSchedule(
                loan_id=loan.loan_id,
                position=len(debt.installments),
                due_date=due_day(day, months_on),
                amount=monthly,
                currency=account.currency,
                status=state,
            )
            debt.installments.append(line)
            if state == "paid":
                entry = Entry(
                    account,
                    f"{line.due_date}T07:{draw.integer(0, 59):02d}:00Z",
                    "payment",
                    "debit",
                    monthly,
                    "Internal",
                    "Loan installment",
                    fixed=True,
                )
                holder.entries.append(entry)
                before = age + months_on
                debt.paid.append((line, entry, interest_part(principal, apr, monthly, before)))
        return debt

    def _escrow(self, draw: Draw, currency: str) -> Escrow:
        return Escrow(
            account_id=self._id(draw, "ES"),
            balance=draw.integer(400_00, 6_000_00),
            currency=currency,
        )


def _balance(draw: Draw, kind: AccountType, line: int | None) -> int:
    """A usual balance of today."""
    if kind == "credit":
        return -min(draw.integer(0, 2_400_00), (line or 0) // 2)
    if kind == "savings":
        return draw.integer(300_00, 24_000_00)
    return draw.integer(*draw.weighted({(40_00, 400_00): 1, (400_00, 7_500_00): 3}))


def _limits(draw: Draw, account: Account) -> tuple[int, int]:
    """Limits below and above the balance, so that either can be the first to stop a transfer."""
    per = draw.pick((100, 200, 250, 400, 500, 750, 1000, 1500, 2500, 5000, 10000)) * 100
    return per, per * draw.pick((1, 2, 2, 3))


def _collateral(draw: Draw, kind: LoanType, principal: int, currency: str) -> Collateral | None:
    value = principal * draw.integer(105, 160) // 100
    if kind == "mortgage":
        text = draw.pick(("Single-family house", "Apartment", "Town house"))
        return Collateral(
            type="real_estate", description=text, value_amount=value, value_currency=currency
        )
    if kind == "auto":
        text = f"{draw.pick(('Sedan', 'Hatchback', 'Pickup', 'Van'))}, {draw.integer(2019, 2025)}"
        return Collateral(
            type="vehicle", description=text, value_amount=value, value_currency=currency
        )
    if draw.chance(0.5):
        return None
    return Collateral(
        type="unsecured", description="No security", value_amount=0, value_currency=currency
    )
