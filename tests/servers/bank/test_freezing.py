"""Freezing and unfreezing cards and accounts."""

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BLOCKED,
    CHECKING,
    CLOSED,
    CREDIT,
    DEBIT_CARD,
    EXPIRED,
    FROZEN,
    OMARS,
    OMARS_CARD,
    balance,
    changed_tables,
)


@pytest.mark.parametrize("tool", ["freeze_card", "unfreeze_card"])
def test_only_a_card_that_exists_and_is_not_expired(desk: Episode, tool: str) -> None:
    more = {"reason": "lost"} if tool == "freeze_card" else {}
    for key in ("CD00", DEBIT_CARD.lower(), ""):
        refused(desk, f"there is no card {key}; ", tool, card_id=key, **more)
    refused(desk, f"card {EXPIRED} is expired", tool, card_id=EXPIRED, **more)
    assert desk.changes().is_empty


def test_a_card_is_blocked_and_made_active_again(desk: Episode) -> None:
    before = done(desk, "get_card_details", card_id=DEBIT_CARD)
    shown = done(desk, "freeze_card", card_id=DEBIT_CARD, reason="left on a train")
    assert shown == {**before, "status": "blocked"}
    assert changed_tables(desk) == {"card": (1, 1)}
    assert done(desk, "unfreeze_card", card_id=DEBIT_CARD) == before
    assert desk.changes().is_empty


def test_what_is_so_already_stays_so_without_an_error(desk: Episode) -> None:
    assert done(desk, "freeze_card", card_id=BLOCKED, reason="")["status"] == "blocked"
    assert done(desk, "unfreeze_card", card_id=DEBIT_CARD)["status"] == "active"
    assert done(desk, "freeze_account", account_id=FROZEN, reason="again")["status"] == "frozen"
    assert done(desk, "unfreeze_account", account_id=CHECKING)["status"] == "active"
    assert desk.changes().is_empty


def test_a_card_of_a_frozen_account_can_be_unfrozen(desk: Episode) -> None:
    assert done(desk, "unfreeze_card", card_id=BLOCKED)["status"] == "active"
    assert done(desk, "get_account_details", account_id=FROZEN)["status"] == "frozen"


@pytest.mark.parametrize("tool", ["freeze_account", "unfreeze_account"])
def test_only_an_account_that_exists_and_is_not_closed(desk: Episode, tool: str) -> None:
    more = {"reason": "odd charge"} if tool == "freeze_account" else {}
    for key in ("AC00", CHECKING.lower(), ""):
        refused(desk, f"there is no account {key}; ", tool, account_id=key, **more)
    refused(desk, f"account {CLOSED} is closed", tool, account_id=CLOSED, **more)
    assert desk.changes().is_empty


def test_an_account_is_frozen_and_made_active_again(desk: Episode) -> None:
    before = done(desk, "get_account_details", account_id=CHECKING)
    shown = done(desk, "freeze_account", account_id=CHECKING, reason="odd charge")
    assert shown == {**before, "status": "frozen"}
    assert balance(desk, CHECKING) == (1200, 1000, 200)
    assert done(desk, "get_card_details", card_id=DEBIT_CARD)["status"] == "active"
    assert changed_tables(desk) == {"account": (1, 1)}
    assert done(desk, "unfreeze_account", account_id=CHECKING) == before
    assert desk.changes().is_empty


def test_a_credit_account_can_be_frozen(desk: Episode) -> None:
    assert done(desk, "freeze_account", account_id=CREDIT, reason="x")["status"] == "frozen"


def test_the_tools_serve_any_client(desk: Episode) -> None:
    assert done(desk, "freeze_card", card_id=OMARS_CARD, reason="x")["status"] == "blocked"
    assert done(desk, "freeze_account", account_id=OMARS, reason="x")["status"] == "frozen"
