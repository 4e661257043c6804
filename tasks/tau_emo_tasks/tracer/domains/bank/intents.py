"""The recipes of the bank, filled by the modules beside this one, and what they share."""

from tau_emo_db import Draw
from tau_emo_db.domains.bank.tables import Account
from tau_emo_servers.money import two_decimals as two
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.bank.base import Desk, money, plain
from tau_emo_tasks.tracer.recipe import Recipes
from tau_emo_tasks.tracer.trace import Detail, Heard
from tau_emo_tasks.tracer.walk import Walk

RECIPES = Recipes()

PROFILE = "get_client_details"


def profile(walk: Walk, client: str) -> None:
    """Open the profile, which shows accounts, cards and the ids of all else, once.

    What has changed since is not what another goal is about.
    """
    if not any(step.tool == PROFILE for step in walk.steps):
        walk.call(PROFILE, client_id=client)


def look_at(walk: Walk, draw: Draw, *accounts: Account) -> str:
    """Look at accounts of one client: in the profile, or now and then one by one.

    Returns:
        The tool that has shown them.
    """
    client = accounts[0].client_id
    if draw.chance(0.5):
        profile(walk, client)
        return PROFILE
    walk.call("list_client_accounts", client_id=client)
    for account in accounts:
        walk.call("get_account_details", account_id=account.account_id)
    return "get_account_details"


def look_before_a_write(walk: Walk, draw: Draw, source: Account) -> str:
    """Look at the profile, and now and then once more at the account that is to pay.

    Returns:
        A tool that has shown the account.
    """
    profile(walk, source.client_id)
    if draw.chance(0.3):
        walk.call("get_account_details", account_id=source.account_id)
    return PROFILE


def transfer(walk: Walk, source: Account, target: Account, cents: int) -> None:
    """Move money between two accounts of a client."""
    walk.call(
        "initiate_internal_transfer",
        client_id=source.client_id,
        from_account_id=source.account_id,
        to_account_id=target.account_id,
        amount=float(plain(cents)),
    )


def route(base: Desk, source: Account, target: Account) -> dict[str, str]:
    """What fills the blanks of two accounts."""
    return {"source": base.account(source), "target": base.account(target)}


def route_details(base: Desk, source: Account, target: Account) -> tuple[Detail, ...]:
    """What a listing must say of two accounts."""
    return (
        base.account_detail(source, "source", target),
        base.account_detail(target, "target", source),
    )


def amount_detail(cents: int, *rivals: int) -> Detail:
    """What a listing must say of an amount."""
    return Detail(name="amount", accept=(two(cents),), reject=tuple(map(two, rivals)))


def left_after(walk: Walk, account: Account, cents: int, source: str) -> Output:
    """Work out what stays in an account when an amount has gone."""
    left = account.available - cents
    walk.call("calculate", expression=f"{two(account.available)} - {two(cents)}")
    return told_amount("balance left", left, source, computed=True)


LEFT = Heard(name="balance left", kind="amount")


def told_amount(name: str, cents: int, *source: str, computed: bool = False) -> Output:
    """An amount that the client must be told."""
    return Output(name=name, value=plain(cents), kind="amount", source=source, computed=computed)


def odd(cents: int) -> bool:
    """True if nobody hits upon an amount by counting through whole numbers."""
    return cents > 0 and cents % 100 != 0


def spoken_money(account: Account, **amounts: int) -> dict[str, str]:
    """Amounts in the currency of an account, as blanks."""
    return {name: money(cents, account.currency) for name, cents in amounts.items()}
