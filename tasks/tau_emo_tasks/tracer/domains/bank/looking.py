"""What clients want to be told of their transactions."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.bank.tables import Account, Transaction
from tau_emo_servers.money import two_decimals as two
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.bank.base import Desk, month
from tau_emo_tasks.tracer.domains.bank.intents import RECIPES, odd, profile, told_amount
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

SEARCH = "search_transactions"
RECENT = "get_recent_transactions"


def _readable(base: Desk, client: str) -> Iterator[Account]:
    yield from (one for one in base.accounts[client] if one.status != "closed")


def _bought(base: Desk, account: Account) -> dict[str, list[Transaction]]:
    """Purchases by shop, the reversed ones among them."""
    shops: dict[str, list[Transaction]] = defaultdict(list)
    for row in base.transactions[account.account_id]:
        if row.merchant:
            shops[row.merchant.name].append(row)
    return shops


def _counting(rows: Sequence[Transaction]) -> list[Transaction]:
    return [row for row in rows if row.status != "reversed"]


def _open_list(walk: Walk, account: Account, draw: Draw) -> None:
    if draw.chance(0.5):
        walk.call("list_client_accounts", client_id=account.client_id)
    else:
        profile(walk, account.client_id)


def _search(walk: Walk, account: Account, merchant: str | None = None) -> None:
    walk.call(
        SEARCH,
        client_id=account.client_id,
        account_id=account.account_id,
        **({"merchant_name_contains": merchant} if merchant else {}),
    )


def _sum(walk: Walk, name: str, rows: Sequence[Transaction], tool: str) -> Output:
    """Work out a sum of transactions."""
    walk.call("calculate", expression=" + ".join(two(row.amount) for row in rows))
    return told_amount(name, sum(row.amount for row in rows), tool, computed=True)


def _told(
    base: Desk, account: Account, intent: int, act: str, facts: dict[str, str], *outputs: Output
) -> TraceGoal:
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="told",
        facts={"account": base.account(account), **facts},
        hears=tuple(Heard.of(one) for one in outputs),
        outputs=outputs,
    )


def _spending(account: Account) -> frozenset[str]:
    return frozenset({f"spending of {account.account_id}"})


@RECIPES.intent(12, "told")
def spent_at(base: Desk, client: str) -> Iterator[Offer]:
    """What all purchases in one shop come to."""
    for account in _readable(base, client):
        for name, rows in _bought(base, account).items():
            counting = _counting(rows)
            if len(counting) > 1 and odd(sum(row.amount for row in counting)):
                play = partial(_spent_at, base, account, name, counting)
                yield Offer(play, _spending(account))


def _spent_at(
    base: Desk,
    account: Account,
    name: str,
    rows: Sequence[Transaction],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    _open_list(walk, account, draw)
    _search(walk, account, name)
    output = _sum(walk, "total", rows, SEARCH)
    return _told(base, account, 12, "spent at", {"merchant": name}, output)


@RECIPES.intent(12, "told")
def spent_at_two(base: Desk, client: str) -> Iterator[Offer]:
    """What the purchases in two shops come to together."""
    for account in _readable(base, client):
        shops = {name: _counting(rows) for name, rows in _bought(base, account).items()}
        names = sorted(name for name, rows in shops.items() if rows)
        for place, one in enumerate(names):
            for other in names[place + 1 :]:
                if odd(sum(row.amount for row in (*shops[one], *shops[other]))):
                    rows = (*shops[one], *shops[other])
                    play = partial(_spent_at_two, base, account, one, other, rows)
                    yield Offer(play, _spending(account))


def _spent_at_two(
    base: Desk,
    account: Account,
    one: str,
    other: str,
    rows: Sequence[Transaction],
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    _open_list(walk, account, draw)
    _search(walk, account, one)
    _search(walk, account, other)
    output = _sum(walk, "total", rows, SEARCH)
    return _told(base, account, 12, "spent at two", {"one": one, "other": other}, output)


@RECIPES.intent(12, "told")
def spent_in_a_month(base: Desk, client: str) -> Iterator[Offer]:
    """What all card purchases of a month come to."""
    for account in _readable(base, client):
        months: dict[str, list[Transaction]] = defaultdict(list)
        for row in base.transactions[account.account_id]:
            if row.merchant and row.status != "reversed" and row.timestamp.startswith("2025"):
                months[row.timestamp[:7]].append(row)
        for rows in months.values():
            if len(rows) > 1 and odd(sum(row.amount for row in rows)):
                play = partial(_spent_in_a_month, base, account, rows)
                yield Offer(play, _spending(account))


def _spent_in_a_month(
    base: Desk, account: Account, rows: Sequence[Transaction], walk: Walk, draw: Draw
) -> TraceGoal:
    _open_list(walk, account, draw)
    _search(walk, account)
    output = _sum(walk, "total", rows, SEARCH)
    facts = {"month": month(rows[0].timestamp)}
    return _told(base, account, 12, "spent in a month", facts, output)


@RECIPES.intent(12, "told")
def dearest_purchase(base: Desk, client: str) -> Iterator[Offer]:
    """In which shop the dearest purchase was made, and for how much."""
    for account in _readable(base, client):
        rows = sorted(
            _counting([one for one in base.transactions[account.account_id] if one.merchant]),
            key=lambda row: -row.amount,
        )
        if len(rows) > 2 and rows[0].amount > rows[1].amount and odd(rows[0].amount):
            yield Offer(partial(_dearest, base, account, rows[0]), _spending(account))


def _dearest(base: Desk, account: Account, row: Transaction, walk: Walk, draw: Draw) -> TraceGoal:
    assert row.merchant is not None
    _open_list(walk, account, draw)
    _search(walk, account)
    shop = Output(name="shop", value=row.merchant.name, kind="name", source=(SEARCH,))
    amount = told_amount("amount of the purchase", row.amount, SEARCH)
    return _told(base, account, 12, "dearest purchase", {}, shop, amount)


# -- the newest ---------------------------------------------------------------------------


def _newest(base: Desk, account: Account) -> list[Transaction]:
    """The transactions as the desk lists them, where the order has no ties."""
    rows = _counting(base.transactions[account.account_id])
    times = [row.timestamp for row in rows]
    return rows if len(set(times)) == len(times) else []


def _recent(walk: Walk, account: Account, draw: Draw) -> None:
    _open_list(walk, account, draw)
    walk.call(RECENT, account_id=account.account_id)


@RECIPES.intent(13, "told")
def last_three(base: Desk, client: str) -> Iterator[Offer]:
    """The amounts of the last three transactions."""
    for account in _readable(base, client):
        rows = _newest(base, account)[:3]
        alone = len({row.amount for row in rows}) == 3
        if len(rows) == 3 and alone and all(odd(row.amount) for row in rows[:2]):
            yield Offer(partial(_last_three, base, account, rows), frozenset({account.account_id}))


def _last_three(
    base: Desk, account: Account, rows: Sequence[Transaction], walk: Walk, draw: Draw
) -> TraceGoal:
    _recent(walk, account, draw)
    names = ("amount of the newest", "amount of the second", "amount of the third")
    outputs = (told_amount(name, row.amount, RECENT) for name, row in zip(names, rows, strict=True))
    return _told(base, account, 13, "last three", {}, *outputs)


@RECIPES.intent(13, "told")
def last_money_in(base: Desk, client: str) -> Iterator[Offer]:
    """When money last came in, and how much."""
    for account in _readable(base, client):
        rows = [row for row in _newest(base, account)[:10] if row.direction == "credit"]
        if rows and account.type != "credit" and odd(rows[0].amount):
            play = partial(_last_money_in, base, account, rows[0])
            yield Offer(play, frozenset({account.account_id}))


def _last_money_in(
    base: Desk, account: Account, row: Transaction, walk: Walk, draw: Draw
) -> TraceGoal:
    _recent(walk, account, draw)
    day = Output(name="date", value=row.timestamp[:10], kind="date", source=(RECENT,))
    amount = told_amount("amount that came in", row.amount, RECENT)
    return _told(base, account, 13, "last money in", {}, amount, day)


@RECIPES.intent(13, "told")
def came_in(base: Desk, client: str) -> Iterator[Offer]:
    """What all deposits that the account shows come to."""
    for account in _readable(base, client):
        rows = [
            row
            for row in base.transactions[account.account_id]
            if row.type == "deposit" and row.status == "posted"
        ]
        if len(rows) > 1 and odd(sum(row.amount for row in rows)):
            play = partial(_of_a_type, base, account, rows, "came in")
            yield Offer(play, frozenset({account.account_id}))


@RECIPES.intent(13, "told")
def fees_paid(base: Desk, client: str) -> Iterator[Offer]:
    """What all fees that the account shows come to."""
    for account in _readable(base, client):
        rows = [row for row in base.transactions[account.account_id] if row.type == "fee"]
        settled = all(row.status == "posted" for row in rows)
        if len(rows) > 1 and settled and odd(sum(row.amount for row in rows)):
            play = partial(_of_a_type, base, account, rows, "fees")
            yield Offer(play, frozenset({account.account_id}))


def _of_a_type(
    base: Desk,
    account: Account,
    rows: Sequence[Transaction],
    act: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    _open_list(walk, account, draw)
    _search(walk, account)
    output = _sum(walk, "total", rows, SEARCH)
    return _told(base, account, 13, act, {}, output)


@RECIPES.intent(13, "told")
def difference_of_two(base: Desk, client: str) -> Iterator[Offer]:
    """How much more was spent in one shop than in another."""
    for account in _readable(base, client):
        shops = _bought(base, account)
        once = sorted(
            name for name, rows in shops.items() if len(rows) == len(_counting(rows)) == 1
        )
        for one in once:
            for other in once:
                more, less = shops[one][0].amount, shops[other][0].amount
                if more > less and odd(more - less):
                    play = partial(_difference, base, account, shops[one][0], shops[other][0])
                    yield Offer(play, _spending(account))


def _difference(
    base: Desk, account: Account, more: Transaction, less: Transaction, walk: Walk, draw: Draw
) -> TraceGoal:
    assert more.merchant is not None
    assert less.merchant is not None
    _open_list(walk, account, draw)
    _search(walk, account, more.merchant.name)
    _search(walk, account, less.merchant.name)
    walk.call("calculate", expression=f"{two(more.amount)} - {two(less.amount)}")
    output = told_amount("difference", more.amount - less.amount, SEARCH, computed=True)
    facts = {"one": more.merchant.name, "other": less.merchant.name}
    return _told(base, account, 13, "difference of two", facts, output)
