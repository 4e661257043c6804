"""What happened in the accounts before the first conversation.

The balances of today are given. The history is drawn without balances and then walked from
the newest entry back, so every balance on the way is one that the account could have had,
and all add up to today's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from tau_emo_db import kit
from tau_emo_db.domains.bank.clock import days_ago, instant
from tau_emo_db.domains.bank.holder import Entry, Holder
from tau_emo_db.domains.bank.merchants import HOME_CURRENCY, WORTH, cities_of, shop
from tau_emo_db.domains.bank.tables import Account, AccountType, Exchange, Fee, Hold, Method
from tau_emo_db.draw import Draw

FEWEST, MOST = 4, 8
"""How many entries an active account has."""
DAYS = 88
"""How far the histories reach back."""
SALARY = "Salary"
EDGES = ("00:00:00", "23:59:59")
"""The first and the last second of a day, at which some entries lie."""


def moment(draw: Draw, newest: int = 1, oldest: int = DAYS) -> str:
    """An instant so many days ago; one in twelve lies at the edge of a day."""
    days = draw.integer(newest, oldest)
    if draw.chance(1 / 12):
        return days_ago(days, draw.pick(EDGES))
    seconds = draw.integer(0, 24 * 3600 - 1)
    return days_ago(days, f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}")


# Single entries


def purchase(draw: Draw, account: Account) -> Entry:
    """A payment by card, mostly where the account's currency is at home; elsewhere the shop was
    paid in another one."""
    at_home = draw.chance(0.8)
    merchant, amount = shop(draw, draw.pick(cities_of(account.currency)) if at_home else None)
    there = HOME_CURRENCY[merchant.country]
    exchange = None
    if there != account.currency:
        rate = Decimal(WORTH[there]) / WORTH[account.currency]
        rate = rate.quantize(Decimal("0.0001"), ROUND_HALF_UP)
        source, amount = amount, int((amount * rate).quantize(Decimal(1), ROUND_HALF_UP))
        exchange = Exchange(
            source_currency=there,
            target_currency=account.currency,
            rate=str(rate),
            source_amount=source,
            target_amount=amount,
        )
    return Entry(
        account,
        moment(draw),
        "payment",
        "debit",
        amount,
        "Card",
        f"Card purchase at {merchant.name}",
        fixed=exchange is not None,
        merchant=merchant,
        exchange=exchange,
    )


def salary(draw: Draw, account: Account) -> Entry:
    """Pay from an employer."""
    amount = draw.integer(1_450_00, 5_900_00)
    return Entry(account, moment(draw), "deposit", "credit", amount, "ACH", SALARY)


def paid_in(draw: Draw, account: Account) -> Entry:
    """Money that somebody sent, or that was paid in at a machine."""
    ways: tuple[tuple[Method, str], ...] = (("ACH", "Incoming transfer"), ("ATM", "Cash deposit"))
    method, text = draw.pick(ways)
    amount = draw.integer(40_00, 900_00)
    return Entry(account, moment(draw), "deposit", "credit", amount, method, text)


def cash(draw: Draw, account: Account) -> Entry:
    """Cash from a machine; with another bank's machine comes a charge."""
    amount = draw.integer(2, 20) * 20_00
    entry = Entry(account, moment(draw), "withdrawal", "debit", amount, "ATM", "Cash withdrawal")
    if draw.chance(0.3):
        fee = draw.integer(4, 9) * 50
        entry.fees = [Fee(type="atm", amount=fee, currency=account.currency)]
    return entry


def charge(draw: Draw, account: Account) -> Entry:
    """A charge of the bank."""
    amount = draw.integer(3, 36) * 50
    return Entry(account, moment(draw), "fee", "debit", amount, "Internal", "Monthly account fee")


def interest(draw: Draw, account: Account) -> Entry:
    """Interest: paid by the bank, on a credit account to the bank."""
    direction = "debit" if account.type == "credit" else "credit"
    amount = draw.integer(35, 38_00)
    return Entry(account, moment(draw), "interest", direction, amount, "Internal", "Interest")


def paid_back(draw: Draw, account: Account) -> Entry:
    """A payment that lowers the debt of a credit account."""
    amount = draw.integer(30_00, 700_00)
    return Entry(account, moment(draw), "payment", "credit", amount, "ACH", "Payment received")


Kind = Callable[[Draw, Account], Entry]

USUAL: dict[AccountType, dict[Kind, float]] = {
    "checking": {purchase: 9, salary: 4, cash: 3, charge: 2, paid_in: 2},
    "savings": {interest: 5, paid_in: 5, cash: 2, charge: 1},
    "credit": {purchase: 9, paid_back: 4, interest: 2, charge: 1},
}
"""What happens in an account of each type, and how often."""


# Whole histories


def complete(draw: Draw, holder: Holder) -> None:
    """Ordinary entries until every account has its number of them, and all balances."""
    for account in holder.accounts:
        if account.status == "closed":
            _close(draw, holder, account)
        else:
            _fill(draw, holder, account, draw.integer(FEWEST, FEWEST + 1))
            if len(holder.of(account)) < MOST and draw.chance(0.24):
                holder.entries.append(_unsettled(draw, account))
    settle(holder)
    while short := [one for one in holder.accounts if _is_short(holder, one)]:
        for account in short:
            _fill(draw, holder, account, FEWEST)
        settle(holder)


def _is_short(holder: Holder, account: Account) -> bool:
    return account.status != "closed" and len(holder.of(account)) < FEWEST


def _close(draw: Draw, holder: Holder, account: Account) -> None:
    """An account that was used long ago; what was left was paid out on the last day."""
    for _ in range(3):
        entry = paid_in(draw, account)
        entry.moment = moment(draw, 230, 300)
        holder.entries.append(entry)
    out = draw.integer(40_00, 900_00)
    holder.entries.append(
        Entry(account, moment(draw, 200, 220), "withdrawal", "debit", out, "ACH", "Account closed")
    )


def _fill(draw: Draw, holder: Holder, account: Account, wanted: int) -> None:
    while len(holder.of(account)) < wanted:
        entry = draw.weighted(USUAL[account.type])(draw, account)
        holder.entries.append(entry)
        if entry.fees and len(holder.of(account)) < MOST:
            holder.entries.append(
                Entry(
                    account,
                    instant(kit.add_minutes(entry.moment[:-1], 1)),
                    "fee",
                    "debit",
                    entry.fees[0].amount,
                    "Internal",
                    "Charge for a machine of another bank",
                    fixed=True,
                )
            )
        elif entry.fees:
            entry.fees = []


def _unsettled(draw: Draw, account: Account) -> Entry:
    """A purchase that was reversed, or a payment in that is not settled yet."""
    if account.type == "savings" or draw.chance(0.35):
        entry = paid_in(draw, account)
        entry.moment, entry.status = moment(draw, 1, 2), "pending"
    else:
        entry = purchase(draw, account)
        entry.status = "reversed"
    return entry


def held(draw: Draw, account: Account, amount: int, reason: str = "card_authorization") -> Entry:
    """A purchase that is not settled: its amount is set aside."""
    merchant, _ = shop(draw, draw.pick(cities_of(account.currency)))
    return Entry(
        account,
        moment(draw, 1, 2),
        "payment",
        "debit",
        amount,
        "Card",
        f"Card purchase at {merchant.name}",
        status="pending",
        fixed=True,
        merchant=merchant,
        hold=Hold(
            is_hold=True, release_at=days_ago(-draw.integer(2, 6), "12:00:00"), reason=reason
        ),
    )


def twins(source: Account, target: Account, when: str, amount: int, text: str) -> list[Entry]:
    """The two sides of a transfer between own accounts of one currency, debit first."""
    into = Entry(target, when, "transfer", "credit", amount, "Internal", text)
    out = Entry(source, when, "transfer", "debit", amount, "Internal", text, twin=into)
    return [out, into]


# Balances


@dataclass
class _Walk:
    """The current balances on the way back."""

    balances: dict[str, int]

    def before(self, entry: Entry) -> int:
        """The balance of the entry's account before it."""
        sign = 1 if entry.direction == "credit" else -1
        return self.balances[entry.account.account_id] - sign * entry.amount

    def most(self, entry: Entry) -> int:
        """The highest amount that leaves a balance the account could have had before."""
        now = self.balances[entry.account.account_id]
        if entry.account.type != "credit":
            return now if entry.direction == "credit" else entry.amount
        room = now + (entry.account.overdraft_limit or 0)
        return room if entry.direction == "credit" else -now


def settle(holder: Holder) -> None:
    """Gives every posted entry its balance, and every account its hold.

    Entries that fit no history of the account are dropped; drawn amounts are lowered first.
    """
    walk = _Walk({account.account_id: account.current for account in holder.accounts})
    into = {id(entry.twin): entry for entry in holder.entries if entry.twin is not None}
    order = sorted(range(len(holder.entries)), key=lambda place: holder.entries[place].moment)
    kept: list[Entry] = []
    for place in reversed(order):
        entry = holder.entries[place]
        if id(entry) in into:
            continue  # Both sides are handled at the debit side.
        sides = [entry] if entry.twin is None else [entry.twin, entry]
        if entry.status == "posted":
            amount = min([entry.amount, *(_lowered(walk, side) for side in sides)])
            if amount <= 0 or (entry.fixed and amount < entry.amount):
                continue
            for side in sides:
                if amount < side.amount and side.description == SALARY:
                    side.description = "Incoming transfer"
                side.amount = amount
                side.balance_after = walk.balances[side.account.account_id]
                walk.balances[side.account.account_id] = walk.before(side)
        kept += sides
    holder.entries = kept[::-1]
    for account in holder.accounts:
        account.on_hold = sum(
            entry.amount for entry in holder.of(account) if entry.hold and entry.hold.is_hold
        )
        line = (account.overdraft_limit or 0) if account.type == "credit" else 0
        account.available = account.current + line - account.on_hold


def _lowered(walk: _Walk, entry: Entry) -> int:
    """The amount that fits: the entry's own, or some of what there is."""
    most = walk.most(entry)
    if entry.amount <= most:
        return entry.amount
    return 0 if entry.fixed else most * 3 // 5
