"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

TELEHEALTH = served_domain("telehealth")
WRITE = {name for name, tool in TELEHEALTH.tools.items() if tool.kind == "write"}


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(TELH-\d\d)\]", TELEHEALTH.policy))
    assert stated == {f"TELH-{number:02d}" for number in range(1, 23)}


def test_shared_rules_that_the_centre_words_itself_bear_its_ids() -> None:
    assert set(re.findall(r"COM-\d\d", TELEHEALTH.policy)) == {"COM-11", "COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = TELEHEALTH.policy.split("\n\n")[1]
    assert first.startswith("It is Monday, 15 December 2025, 08:00:00")


def test_the_policy_names_the_statuses_and_types_that_the_tools_use() -> None:
    for value in (
        "scheduled", "pending_approval", "completed", "cancelled", "routine_checkup", "follow_up",
        "consultation", "specialist_consultation", "sick_visit", "medication_review",
        "device_coaching", "care_coordination", "family_consultation", "therapy_session",
    ):  # fmt: skip
        assert f"`{value}`" in TELEHEALTH.policy


def test_hints_tell_what_repeating_a_call_does() -> None:
    # A second booking takes another slot, a second note stands beside the first.
    adding = {"schedule_appointment", "update_medical_record_note"}
    for name in WRITE:
        tool = TELEHEALTH.tools[name]
        assert tool.destructive is (name not in adding)
        assert tool.idempotent is (name not in adding)
    assert TELEHEALTH.hand_off_tools == {"transfer_to_human_support"}
