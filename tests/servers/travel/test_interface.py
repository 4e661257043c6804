"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

TRAVEL = served_domain("travel")
WRITE = {name for name, tool in TRAVEL.tools.items() if tool.kind == "write"}


def test_only_insurance_and_the_options_may_be_null() -> None:
    nullable = {
        (name, parameter)
        for name, tool in TRAVEL.tools.items()
        for parameter, one in tool.inputs.items()
        if one.nullable
    }
    assert nullable == {
        ("book_package", "insurance"),
        ("book_package", "agent_id"),
        ("search_packages", "destination_city"),
        ("search_packages", "destination_country"),
        ("search_packages", "category"),
        ("search_packages", "departure_date"),
    }


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(TRV-\d\d)\]", TRAVEL.policy))
    assert stated == {f"TRV-{number:02d}" for number in range(1, 30)}


def test_shared_rules_that_the_agency_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", TRAVEL.policy)) == {"COM-11", "COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = TRAVEL.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 May 2024, 15:00:00 EST")
    assert "UTC-05:00" in first
    assert "`24-05-15`" in first


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(r"`((?:get|list|search|book|cancel|update|transfer)_\w+)`", TRAVEL.policy)
    )
    assert named >= {
        "get_traveler_details",
        "get_package_details",
        "transfer_to_human_agents",
    }
    assert named < set(TRAVEL.tools)


def test_the_policy_names_the_values_that_the_tools_use() -> None:
    for value in (
        *("available", "limited", "sold_out"),
        *("confirmed", "pending", "cancelled"),
        *("single", "double", "twin", "suite", "family_suite"),
        *("standard", "premium"),
    ):
        assert f"`{value}`" in TRAVEL.policy


def test_hints_tell_what_a_call_takes_away_and_what_repeating_it_does() -> None:
    for name in WRITE:
        tool = TRAVEL.tools[name]
        assert tool.destructive == (name != "book_package")
        assert tool.idempotent == (name != "book_package")
