"""Clients whose accounts, cards, loans and beneficiaries meet a rule of the bank at its edge.

Each function adds the clients of one situation; `SITUATIONS` says how often each is played
at scale 1. Unless a situation is settled, its clients get ordinary things besides.
"""

from functools import partial
from itertools import product

from tau_emo_db import kit
from tau_emo_db.domains.bank import history
from tau_emo_db.domains.bank.bank import CURRENCIES, Bank
from tau_emo_db.domains.bank.clock import days_ago
from tau_emo_db.domains.bank.holder import Entry, Holder
from tau_emo_db.domains.bank.merchants import SHOPS, branch, cities_of
from tau_emo_db.domains.bank.tables import (
    Account,
    BeneficiaryStatus,
    CardStatus,
    LoanStatus,
    LoanType,
    VerificationStatus,
)
from tau_emo_db.draw import Draw

EARLY = ("00:00:00", "07:41:12", "08:15:30", "09:02:47", "10:33:05", "11:20:19")
"""Times of today before now; the first is the border of the day."""


def _currency(draw: Draw) -> str:
    return draw.weighted(CURRENCIES)


def _other_currency(draw: Draw, currency: str) -> str:
    return draw.pick([one for one in CURRENCIES if one != currency])


def _checking(bank: Bank, draw: Draw, current: int | None = None) -> tuple[Holder, Account]:
    """A client with a checking account and its card."""
    holder = bank.open_profile(draw)
    account = bank.add_account(draw, holder, "checking", _currency(draw), current)
    bank.add_card(draw, holder, account)
    return holder, account


# Money between own accounts


def too_little_in_one(bank: Bank, draw: Draw) -> None:
    """Two checking accounts, one with too little for what the other could pay."""
    holder, first = _checking(bank, draw, draw.integer(18_00, 95_00))
    bank.add_account(draw, holder, "checking", first.currency, draw.integer(900_00, 5_200_00))


def money_on_hold(bank: Bank, draw: Draw) -> None:
    """Much of the current balance is on hold, so less is available than it seems."""
    current = draw.integer(600_00, 2_600_00)
    holder, account = _checking(bank, draw, current)
    bank.add_account(draw, holder, "savings", account.currency)
    for reason in draw.sample(("card_authorization", "hotel_deposit"), draw.integer(1, 2)):
        amount = current * draw.integer(28, 42) // 100
        holder.entries.append(history.held(draw, account, amount, reason))


def transfer_before(bank: Bank, draw: Draw) -> None:
    """Checking and savings in one currency, with transfers between them, one of today."""
    holder, account = _checking(bank, draw, draw.integer(700_00, 4_800_00))
    savings = bank.add_account(
        draw, holder, "savings", account.currency, draw.integer(1_500_00, 18_000_00)
    )
    when = (history.moment(draw, 3, 60), days_ago(0, draw.pick(EARLY)))
    for moment, text in zip(when, ("Savings plan", None), strict=True):
        amount = draw.integer(4, 40) * 10_00
        holder.entries += history.twins(account, savings, moment, amount, text or "To savings")


def two_currencies(bank: Bank, draw: Draw) -> None:
    """Accounts in two currencies: nothing can be moved between them."""
    holder, account = _checking(bank, draw, draw.integer(400_00, 5_000_00))
    other = _other_currency(draw, account.currency)
    kind = draw.pick(("checking", "savings"))
    bank.add_account(draw, holder, kind, other, draw.integer(500_00, 9_000_00))


def credit_with_debt(bank: Bank, draw: Draw) -> None:
    """A credit account with debt that the checking account could pay down."""
    holder, account = _checking(bank, draw, draw.integer(1_200_00, 6_500_00))
    debt = draw.integer(180_00, 1_100_00)
    credit = bank.add_account(draw, holder, "credit", account.currency, -debt)
    bank.add_card(draw, holder, credit)


# Frozen, closed, blocked, expired


def frozen(bank: Bank, draw: Draw) -> None:
    """A frozen checking account with a blocked card; the money is needed elsewhere."""
    holder = bank.open_profile(draw)
    account = bank.add_account(
        draw, holder, "checking", _currency(draw), draw.integer(500_00, 3_900_00), "frozen"
    )
    bank.add_card(draw, holder, account, "blocked")
    bank.add_account(draw, holder, "savings", account.currency)


def frozen_target(bank: Bank, draw: Draw) -> None:
    """A frozen savings account beside a checking account that works."""
    holder, account = _checking(bank, draw, draw.integer(500_00, 3_900_00))
    bank.add_account(draw, holder, "savings", account.currency, status="frozen")


def closed(bank: Bank, draw: Draw) -> None:
    """A closed account beside one that works."""
    holder, account = _checking(bank, draw)
    bank.add_account(draw, holder, "checking", account.currency, status="closed")


def card_is(status: CardStatus, bank: Bank, draw: Draw) -> None:
    """A card that cannot be used beside one that can."""
    holder, account = _checking(bank, draw)
    bank.add_card(draw, holder, account, status)


def one_ending(bank: Bank, draw: Draw) -> None:
    """Two cards with the same last digits: brand and type tell them apart."""
    holder = bank.open_profile(draw)
    account = bank.add_account(draw, holder, "checking", _currency(draw))
    credit = bank.add_account(draw, holder, "credit", account.currency)
    digits = draw.digits(4)
    brands = draw.shuffled(kit.CARD_BRANDS)
    for each, brand in zip((account, credit), brands, strict=True):
        bank.add_card(draw, holder, each, last_four=digits, brand=brand)


# Beneficiaries


def beneficiary_is(
    status: BeneficiaryStatus, verification: VerificationStatus, bank: Bank, draw: Draw
) -> None:
    """A beneficiary that is not what a transfer asks for, beside one that is."""
    holder, account = _checking(bank, draw, draw.integer(800_00, 6_000_00))
    bank.add_beneficiary(
        draw, holder, [account], status=status, verification=verification, kind="individual"
    )
    bank.add_beneficiary(draw, holder, [account], kind="business")


def one_display_name(bank: Bank, draw: Draw) -> None:
    """Two beneficiaries that the client calls the same; bank and number tell them apart."""
    holder, account = _checking(bank, draw, draw.integer(900_00, 6_000_00))
    name = draw.pick(("Landlord", "Rent", "Piano lessons", "Grandma", "Car repair", "Daycare"))
    for _ in range(2):
        bank.add_beneficiary(draw, holder, [account], limits=(600_00, 1_200_00), display_name=name)


def not_allowed(bank: Bank, draw: Draw) -> None:
    """A beneficiary that may be paid from one of two accounts only; the money is in the other."""
    holder, account = _checking(bank, draw, draw.integer(40_00, 160_00))
    bank.add_account(draw, holder, "savings", account.currency, draw.integer(2_000_00, 9_000_00))
    bank.add_beneficiary(draw, holder, [account], limits=(500_00, 1_000_00))


def between_limits(bank: Bank, draw: Draw) -> None:
    """A day's limit far above that of one transfer, and money for both."""
    holder, account = _checking(bank, draw, draw.integer(3_200_00, 9_000_00))
    per = draw.integer(3, 10) * 100_00
    bank.add_beneficiary(draw, holder, [account], limits=(per, per * 2 + 500_00))


def above_the_balance(bank: Bank, draw: Draw) -> None:
    """Limits that allow more than the account holds."""
    holder, account = _checking(bank, draw, draw.integer(150_00, 700_00))
    bank.add_beneficiary(draw, holder, [account], limits=(5_000_00, 10_000_00))


def sent_today(times: int, whole: bool, bank: Bank, draw: Draw) -> None:
    """Transfers of today that used a part of the daily limit, or all of it."""
    holder, account = _checking(bank, draw, draw.integer(2_000_00, 7_000_00))
    per = draw.integer(2, 9) * 100_00
    beneficiary = bank.add_beneficiary(draw, holder, [account], limits=(per, per * 2))
    amount = per if whole else per - draw.integer(1, 9) * 10_00
    for time in sorted(draw.sample(EARLY, times)):
        bank.pay(draw, holder, beneficiary, account, amount, days_ago(0, time))
    # A transfer of the last second of yesterday counts for yesterday.
    bank.pay(
        draw, holder, beneficiary, account, draw.integer(2, 9) * 10_00, days_ago(1, "23:59:59")
    )


# Loans


def loan_is(status: LoanStatus, late: int, bank: Bank, draw: Draw) -> None:
    """A loan with late installments, or one that is closed."""
    holder, account = _checking(bank, draw, draw.integer(2_500_00, 9_500_00))
    kinds: tuple[LoanType, ...] = ("auto", "personal")
    bank.add_loan(draw, holder, account, draw.pick(kinds), status, late)


def top_up_first(bank: Bank, draw: Draw) -> None:
    """The linked account lacks the money for the next installment; savings has it."""
    holder, account = _checking(bank, draw, draw.integer(30_00, 140_00))
    bank.add_account(draw, holder, "savings", account.currency, draw.integer(3_000_00, 9_000_00))
    bank.add_loan(draw, holder, account, "auto", "delinquent", 1)


def loan_in_another_currency(bank: Bank, draw: Draw) -> None:
    """A loan in the currency of one account, while the money is in another."""
    holder, account = _checking(bank, draw, draw.integer(60_00, 240_00))
    other = _other_currency(draw, account.currency)
    bank.add_account(draw, holder, "checking", other, draw.integer(3_000_00, 9_000_00))
    bank.add_loan(draw, holder, account, "personal")


# Transactions


def one_shop_two_cities(bank: Bank, draw: Draw) -> None:
    """Purchases in two branches of one shop."""
    holder, account = _checking(bank, draw)
    name, _, least, most = draw.pick(SHOPS)
    for city in draw.sample(cities_of(account.currency), 2):
        for _ in range(draw.integer(1, 2)):
            _bought(draw, holder, account, name, city, draw.integer(least, most))


def _bought(
    draw: Draw,
    holder: Holder,
    account: Account,
    name: str,
    city: tuple[str, str],
    amount: int,
    when: str | None = None,
) -> Entry:
    """A purchase in a branch, billed in the currency of the account."""
    entry = Entry(
        account,
        when or history.moment(draw, 2, 40),
        "payment",
        "debit",
        amount,
        "Card",
        f"Card purchase at {name}",
        fixed=True,
        merchant=branch(name, city),
    )
    holder.entries.append(entry)
    return entry


def reversed_among_alike(bank: Bank, draw: Draw) -> None:
    """Three equal purchases of one week, of which one was reversed."""
    holder, account = _checking(bank, draw)
    name, _, least, most = draw.pick(SHOPS)
    city = draw.pick(cities_of(account.currency))
    amount = draw.integer(least, most)
    reversed_one = draw.integer(0, 2)
    for turn in range(3):
        when = days_ago(9 - 3 * turn, f"1{draw.integer(0, 9)}:{draw.integer(10, 59)}:08")
        entry = _bought(draw, holder, account, name, city, amount, when)
        if turn == reversed_one:
            entry.status = "reversed"


def regular_shop(bank: Bank, draw: Draw) -> None:
    """Several purchases in one shop in September, one of them just before October."""
    holder, account = _checking(bank, draw)
    name, _, least, most = draw.pick(SHOPS)
    city = draw.pick(cities_of(account.currency))
    for day in draw.sample(range(16, 45), 3):
        _bought(
            draw, holder, account, name, city, draw.integer(least, most), days_ago(day, "17:20:41")
        )
    for day, time in ((15, "23:59:59"), (14, "00:00:00")):
        _bought(draw, holder, account, name, city, draw.integer(least, most), days_ago(day, time))


# Who


def namesakes(bank: Bank, draw: Draw) -> None:
    """Two clients of one name with different e-mails."""
    person = kit.person(draw)
    for _ in range(2):
        holder = bank.open_profile(draw, person)
        account = bank.add_account(draw, holder, "checking", _currency(draw))
        bank.add_card(draw, holder, account)


_STATES: kit.Situations[Bank] = {
    f"beneficiary {status}, {verification}": (
        partial(beneficiary_is, status, verification),
        8 if (status, verification) == ("active", "pending") else 5,
    )
    for status, verification in product(
        ("active", "suspended", "revoked"), ("pending", "verified", "failed")
    )
    if (status, verification) != ("active", "verified")
}

SITUATIONS: kit.Situations[Bank] = {
    "too little in one of two accounts": (too_little_in_one, 8),
    "money on hold": (money_on_hold, 8),
    "transfer before": (transfer_before, 16),
    "two currencies": (two_currencies, 12),
    "credit account with debt": (credit_with_debt, 8),
    "frozen, card blocked": (frozen, 8),
    "frozen target": (frozen_target, 6),
    "closed account": (closed, 10),
    "card blocked": (partial(card_is, "blocked"), 12),
    "card expired": (partial(card_is, "expired"), 20),
    "two cards of one ending": (one_ending, 6),
    **_STATES,
    "two beneficiaries of one name": (one_display_name, 5),
    "source not allowed": (not_allowed, 6),
    "between the limits": (between_limits, 6),
    "limits above the balance": (above_the_balance, 6),
    "daily limit used up": (partial(sent_today, 2, True), 5),
    "daily limit used in part": (partial(sent_today, 1, False), 6),
    "one installment late": (partial(loan_is, "delinquent", 1), 14),
    "two installments late": (partial(loan_is, "delinquent", 2), 8),
    "three installments late": (partial(loan_is, "default", 3), 4),
    "loan closed": (partial(loan_is, "closed", 0), 15),
    "top up before an installment": (top_up_first, 6),
    "loan in another currency": (loan_in_another_currency, 8),
    "one shop in two cities": (one_shop_two_cities, 6),
    "reversed among alike": (reversed_among_alike, 6),
    "regular shop": (regular_shop, 8),
    "namesakes": (namesakes, 10),
}
"""What is played, under a label that names its stream of draws, and how often."""
