"""The hand-written school tasks: what they span, and outcomes worked out by hand."""

from collections import Counter

from hand_written import after, outcomes

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.task import Task

SCHOOL = hand_written("school")
WRITES = {name for name, tool in served_domain("school").tools.items() if tool.kind == "write"}


def named(name: str) -> Task:
    return next(task for task in SCHOOL if task.id == name)


def test_there_are_eight_in_order_of_eight_students() -> None:
    assert [task.id for task in SCHOOL] == [f"school-{number}" for number in range(1, 9)]
    assert len({task.principal for task in SCHOOL}) == 8
    assert len({task.condition.model_dump_json() for task in SCHOOL}) == 8
    assert {task.condition.family for task in SCHOOL} == set(FAMILIES)
    for dimension in ("politeness", "urgency", "trust_in_agent"):
        assert len({getattr(task.condition, dimension) for task in SCHOOL}) == 3


def test_every_tool_but_the_thought_is_called_for() -> None:
    called = Counter(action.tool for task in SCHOOL for action in task.gold)
    assert set(called) == set(served_domain("school").tools) - {"think"}
    assert min(called[name] for name in WRITES) >= 1
    assert called["get_student_details"] == 8


def test_most_of_the_intents_are_combined() -> None:
    intents = {intent for task in SCHOOL for intent in task.provenance.intents}
    assert intents == {2, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20}
    assert sum(len(task.user_script.goals) > 1 for task in SCHOOL) == 7


def test_three_rules_refuse_and_one_student_is_handed_off() -> None:
    refusing = [task for task in SCHOOL if "refused" in outcomes(task)]
    assert {rule for task in refusing for rule in task.refuses} == {"SCH-03", "SCH-11", "SCH-17"}
    handed_off = [task for task in SCHOOL if task.hands_off]
    assert [task.id for task in handed_off] == ["school-6"]
    for task in (*refusing, *handed_off):
        assert any(action.tool in WRITES for action in task.gold)


def money(task: Task) -> list[tuple[object, ...]]:
    """The new entries of payment histories: method and dollars."""
    return after(task, "registration_payment", "payment_id", "amount")


def test_the_afternoon_section_instead_of_the_full_one() -> None:
    # 3 credits at 400; the full section stays as it is.
    task = named("school-1")
    assert money(task) == [("PM78H3Q", 1200)]
    assert after(task, "registration_course", "course_id", "grading_option", "tuition") == [
        ("NA6K6B3", "letter", 1200)
    ]
    assert [key for key, _ in after(task, "course", "course_id", "capacity")] == ["NA6K6B3"]


def test_two_methods_pay_for_two_courses_and_the_insurance() -> None:
    # (3 + 3) credits at 500 and 300 for the insurance are 3,300; 1,000 are paid by card.
    task = named("school-2")
    assert money(task) == [("PM82Z3T", 1000), ("PMM6J8W", 2300)]
    assert [output.value for output in task.outputs] == ["2300"]
    registered = ("study_level", "total_credits", "status", "health_insurance")
    assert after(task, "registration", *registered) == [("undergraduate", 6, "part-time", "yes")]


def test_a_swap_goes_back_to_the_card_and_a_kept_course_is_graded_otherwise() -> None:
    # 3 credits for 4 at 500; the card has paid 600, the bank account the last entry.
    task = named("school-3")
    assert money(task) == [("PM62M2F", -500)]
    assert sorted(after(task, "registration_course", "title", "grading_option")) == [
        ("Astronomy", "pass/fail"),
        ("Databases", "letter"),
    ]
    assert after(task, "registration", "registration_id", "total_credits") == [("RK7E9P7", 6)]


def test_the_summer_is_canceled_and_the_fall_is_paid_by_the_other_card() -> None:
    # Each time 7 credits at 500.
    task = named("school-4")
    assert money(task) == [("PMN8272", -3500), ("PMC3T8A", 3500)]
    assert sorted(after(task, "registration", "term", "total_credits")) == [
        ("2025-FALL", 7),
        ("2025-SUMMER", 0),
    ]


def test_balances_that_are_open_or_overpaid() -> None:
    # 8 credits at 500 less 3,500. 12 credits at 400 less 2,200 and 2,800.
    assert money(named("school-5")) == [("PMC6W2S", 500)]
    assert money(named("school-6")) == [("PMC2A35", -200)]


def test_a_drop_goes_back_where_the_last_entry_came_from() -> None:
    # Web design: 3 credits at 500, paid by the bank account.
    task = named("school-7")
    assert money(task) == [("PMD9H3Z", -1500)]
    assert [output.value for output in task.outputs] == ["25-05-02"]


def test_the_one_course_that_meets_when_the_student_is_free() -> None:
    # Biology on Thursdays: cell biology at 10:45 and plant physiology at 13:00, 3 credits at 500.
    task = named("school-8")
    assert money(task) == [("PMU9W43", 1500)]
    assert after(task, "registration_course", "title") == [("Plant Physiology",)]
