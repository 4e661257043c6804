"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

SCHOOL = served_domain("school")
WRITE = {name for name, tool in SCHOOL.tools.items() if tool.kind == "write"}


def test_grading_options_have_three_values() -> None:
    for name in ("register_courses", "update_registration_courses"):
        values = SCHOOL.tools[name].inputs["grading_options"].schema["additionalProperties"]
        assert values == {"type": "string", "enum": ["letter", "pass/fail", "audit"]}
        assert (
            "letter, pass/fail or audit"
            in (SCHOOL.tools[name].parameters["properties"]["grading_options"]["description"])
        )


def test_a_payment_names_a_method_and_an_amount_and_demands_neither_by_schema() -> None:
    # The tool itself tells what is missing.
    payment = SCHOOL.tools["pay_registration"].parameters["properties"]["payment"]
    assert {name: one["type"] for name, one in payment["properties"].items()} == {
        "payment_id": "string",
        "amount": "integer",
    }
    assert "required" not in payment


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(SCH-\d\d)\]", SCHOOL.policy))
    assert stated == {f"SCH-{number:02d}" for number in range(1, 27)}


def test_shared_rules_that_the_university_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", SCHOOL.policy)) == {"COM-11", "COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = SCHOOL.policy.split("\n\n")[1]
    assert first.startswith("It is Thursday, 15 May 2025, 15:00:00 EST")
    assert "UTC-05:00" in first


def test_the_policy_names_tools_that_exist() -> None:
    named = set(
        re.findall(
            r"`((?:get|list|search|register|update|cancel|pay|transfer)_\w+)`", SCHOOL.policy
        )
    )
    assert named == {"get_student_details", "transfer_to_human_agents"}
    assert named < set(SCHOOL.tools)
    assert "calculate" not in SCHOOL.policy


def test_the_policy_names_the_values_that_the_tools_use() -> None:
    for value in (
        *("undergraduate", "graduate", "continuing_ed"),
        *("letter", "pass/fail", "audit"),
        *("held", "canceled", "rescheduled"),
    ):
        assert f"`{value}`" in SCHOOL.policy


def test_the_policy_and_the_tool_state_the_same_prices() -> None:
    described = SCHOOL.tools["register_courses"].description
    for price in ("$500", "$800", "$400", "$300"):
        assert price in SCHOOL.policy
        assert price in described


def test_hints_tell_what_a_call_takes_away_and_what_repeating_it_does() -> None:
    hints = {
        name: (SCHOOL.tools[name].destructive, SCHOOL.tools[name].idempotent) for name in WRITE
    }
    assert hints == {
        "register_courses": (False, False),
        "update_registration_courses": (True, False),
        "cancel_registration": (True, True),
        "pay_registration": (False, False),
    }
