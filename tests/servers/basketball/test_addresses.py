"""Changing a player's address."""

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import INES, NORA, changed_tables

NEW = {
    "street": "70 Ocean Drive, Floor 2",
    "city": "Halifax",
    "state": "NS",
    "country": "Canada",
    "zip": "B3J 1A1",
}


def test_all_five_fields_are_replaced_and_nothing_else(desk: Episode) -> None:
    before = done(desk, "get_player_details", player_id=NORA)
    shown = done(desk, "modify_player_address", player_id=NORA, **NEW)
    assert shown == {**before, "address": NEW}
    assert list(shown["address"]) == ["street", "city", "country", "state", "zip"]
    assert done(desk, "get_player_details", player_id=NORA) == shown
    assert changed_tables(desk) == {"player": (1, 1)}


def test_nobody_else_moves(desk: Episode) -> None:
    other = done(desk, "get_player_details", player_id=INES)
    done(desk, "modify_player_address", player_id=NORA, **NEW)
    assert done(desk, "get_player_details", player_id=INES) == other


def test_the_same_address_again_changes_nothing_more(desk: Episode) -> None:
    first = done(desk, "modify_player_address", player_id=NORA, **NEW)
    changes = desk.changes()
    assert done(desk, "modify_player_address", player_id=NORA, **NEW) == first
    assert desk.changes() == changes


def test_a_player_is_still_found_by_email_and_name(desk: Episode) -> None:
    done(desk, "modify_player_address", player_id=INES, **NEW)
    assert done(desk, "find_player_id_by_email", email="ines.okoye4410@example.com") == INES
    assert done(desk, "find_player_id_by_name", first_name="Ines", last_name="Okoye") == INES


def test_only_the_state_may_be_empty(desk: Episode) -> None:
    shown = done(desk, "modify_player_address", player_id=NORA, **{**NEW, "state": ""})
    assert shown["address"]["state"] == ""


@pytest.mark.parametrize("field", ["street", "city", "country", "zip"])
@pytest.mark.parametrize("value", ["", "  "])
def test_another_empty_field_is_refused(desk: Episode, field: str, value: str) -> None:
    refused(
        desk,
        f"{field} must not be empty; send the whole address",
        "modify_player_address",
        player_id=NORA,
        **{**NEW, field: value},
    )


def test_all_empty_fields_are_named(desk: Episode) -> None:
    refused(
        desk,
        "street, city, country, zip must not be empty",
        "modify_player_address",
        player_id=NORA,
        **dict.fromkeys(NEW, ""),
    )


def test_an_unknown_player_is_refused(desk: Episode) -> None:
    reason = "there is no player PL0X0XX; check the id"
    refused(desk, reason, "modify_player_address", player_id="PL0X0XX", **NEW)


def test_the_shape_is_checked_before_the_player(desk: Episode) -> None:
    refused(
        desk,
        "zip must not be empty",
        "modify_player_address",
        player_id="PL0X0XX",
        **{**NEW, "zip": ""},
    )


def test_every_field_is_needed(desk: Episode) -> None:
    for field in NEW:
        rest = {name: value for name, value in NEW.items() if name != field}
        reason = f"the required argument {field} is missing"
        refused(desk, reason, "modify_player_address", player_id=NORA, **rest)


def test_a_zip_may_come_as_a_number(desk: Episode) -> None:
    shown = done(desk, "modify_player_address", player_id=NORA, **{**NEW, "zip": 85719})
    assert shown["address"]["zip"] == "85719"
