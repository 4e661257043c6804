"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

AIRLINE = served_domain("airline")
WRITE = {name for name, tool in AIRLINE.tools.items() if tool.kind == "write"}


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(AIR-\d\d)\]", AIRLINE.policy))
    assert stated == {f"AIR-{number:02d}" for number in range(1, 38)}


def test_shared_rules_that_the_airline_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", AIRLINE.policy)) == {"COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = AIRLINE.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 May 2024, 15:00:00 EST")
    assert "UTC-05:00" in first


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(r"`((?:get|list|search|book|update|cancel|send|transfer)_\w+)`", AIRLINE.policy)
    )
    assert named == {"get_user_details", "transfer_to_human_agents"}
    assert named < set(AIRLINE.tools)


def test_hints_tell_what_a_call_takes_away_and_what_repeating_it_does() -> None:
    adding = {"book_reservation", "send_certificate"}  # twice gives two, nothing is lost
    for name in WRITE:
        tool = AIRLINE.tools[name]
        assert (tool.destructive, tool.idempotent) == (name not in adding, name not in adding)
