"""The hand-written telehealth tasks: what they span, and outcomes worked out by hand."""

from hand_written import after, outcomes

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.task import Task

TELEHEALTH = hand_written("telehealth")
WRITES = {name for name, tool in served_domain("telehealth").tools.items() if tool.kind == "write"}


def named(name: str) -> Task:
    return next(task for task in TELEHEALTH if task.id == name)


def test_they_span_most_intents_and_call_for_every_write() -> None:
    intents = {intent for task in TELEHEALTH for intent in task.provenance.intents}
    assert intents == {1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 14, 15, 16, 17, 20}
    called = {action.tool for task in TELEHEALTH for action in task.gold}
    assert len(WRITES) == 5
    assert called > WRITES
    assert {"find_patient_by_email", "find_patient_by_name_dob"} < called


def test_three_rules_refuse_and_one_task_is_handed_off() -> None:
    refusing = [task for task in TELEHEALTH if "refused" in outcomes(task)]
    assert [task.refuses for task in refusing] == [("TELH-03",), ("TELH-07",), ("TELH-13",)]
    for task in refusing:
        assert any(action.tool in WRITES for action in task.gold), task.id
    (handed_off,) = [task for task in TELEHEALTH if task.hands_off]
    assert {output.name for output in handed_off.outputs} == {
        "day without data",
        "total use in hours",
    }


def test_most_combine_wishes_and_some_need_arithmetic() -> None:
    assert sum(len(task.user_script.goals) > 1 for task in TELEHEALTH) == 7
    assert sum(any(a.tool == "calculate" for a in task.gold) for task in TELEHEALTH) == 3


def test_a_visit_moves_by_one_day_and_keeps_its_hour() -> None:
    assert after(
        named("telehealth-1"), "appointment", "appointment_id", "date", "time", "status"
    ) == [("APPT194", "2025-12-19", "13:00", "scheduled")]


def test_the_cheapest_atorvastatin_and_a_note() -> None:
    # Of ten offers the lowest is 12.73; the present supplier asks 24.13: 11.40 less.
    task = named("telehealth-2")
    [(record, medication, pharmacy)] = after(
        task, "prescription", "record_id", "medication", "pharmacy"
    )
    assert (record, medication, pharmacy) == ("REC061", "Atorvastatin", "Andes Farma (Atorvazen)")
    assert after(task, "record_note", "record_id", "seq") == [("REC061", 0)]
    assert [output.value for output in task.outputs] == ["11.40"]


def test_a_check_up_in_spanish_for_the_lowest_fee() -> None:
    # Spanish is spoken for 125, 140, 150 and 165 dollars; primary care costs Liam 35.00. The
    # base ends with APPT214, so the new visit is the 215th.
    rows = after(
        named("telehealth-3"),
        "appointment",
        "appointment_id",
        "provider_id",
        "date",
        "time",
        "type",
        "status",
        "copay_amount",
        "cancellation_date",
    )
    assert sorted(rows, key=str) == [
        (
            "APPT178",
            "dr_brennan_primary_care",
            "2025-12-17",
            "08:00",
            "routine_checkup",
            "cancelled",
            35_00,
            "2025-12-15",
        ),
        (
            "APPT215",
            "dr_dlamini_primary_care",
            "2025-12-19",
            "10:00",
            "routine_checkup",
            "scheduled",
            35_00,
            None,
        ),
    ]


def test_a_child_is_moved_and_a_husband_is_not_cancelled() -> None:
    moved = after(named("telehealth-4"), "appointment", "appointment_id", "patient_id", "date")
    assert moved == [("APPT118", "ruth_szabo_4303", "2025-12-19")]
    booked = after(
        named("telehealth-5"),
        "appointment",
        "patient_id",
        "provider_id",
        "payment_method",
        "voucher_id",
        "copay_amount",
        "insurance_authorization",
    )
    assert booked == [
        (
            "hana_yang_3529",
            "dr_torres_sleep_medicine",
            "telehealth_voucher",
            "TV-448210",
            0,
            None,
        )
    ]


def test_a_follow_up_costs_the_copay_of_a_specialist() -> None:
    assert after(named("telehealth-8"), "appointment", "date", "time", "type", "copay_amount") == [
        ("2025-12-23", "15:00", "follow_up", 65_00)
    ]


def test_figures_that_are_told() -> None:
    # Hours from 6 to 13 December without the 7th: 22.7 + 20.5 + 21.8 + 22.3 + 20.3 + 23.0 + 22.4.
    # A month now: 16.20 + 48.60 = 64.80, with other brands 13.20 + 40.80 = 54.00.
    told = {out.name: out.value for task in TELEHEALTH for out in task.outputs if out.computed}
    assert told == {"saving": "11.40", "total use in hours": "153", "monthly saving": "10.80"}
