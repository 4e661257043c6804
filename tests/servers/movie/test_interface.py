"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

MOVIE = served_domain("movie")
WRITE = {name for name, tool in MOVIE.tools.items() if tool.kind == "write"}


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(MOV-\d\d)\]", MOVIE.policy))
    assert stated == {f"MOV-{number:02d}" for number in range(1, 28)}


def test_shared_rules_that_the_theaters_word_themselves_bear_their_ids() -> None:
    assert set(re.findall(r"COM-\d\d", MOVIE.policy)) == {"COM-11", "COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = MOVIE.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 May 2024, 15:00:00 EST")
    assert "UTC-05:00" in first
    assert "`24-05-15-15-00`" in first


def test_the_policy_names_the_values_that_the_tools_use() -> None:
    for value in (
        *("scheduled", "canceled", "completed"),
        *("confirmed", "refunded", "pending"),
        *("adult", "child", "senior"),
        *("e-ticket", "box-office", "kiosk"),
        *("card", "wallet", "cash", "gift_card"),
        *("standard", "recliner"),
    ):
        assert f"`{value}`" in MOVIE.policy, value


def test_hints_tell_what_repeating_a_call_does() -> None:
    hints = {name: (MOVIE.tools[name].destructive, MOVIE.tools[name].idempotent) for name in WRITE}
    assert hints == {
        "create_booking": (False, False),
        "cancel_booking": (True, True),
        "update_booking_seats": (True, True),
    }
