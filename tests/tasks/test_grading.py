"""A grade is 1 only for the gold state, all outputs told, and the expected hand-off."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.retail.tables import Order, User
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_tasks.grading import MOST_VALUES, MOST_VALUES_IN_ALL, PASTE_LENGTH, grade
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

MakeTask = Callable[..., Task]
PARCEL = "602918447310"


def said(*events: Event) -> Conversation:
    return Conversation(domain="retail", events=events)


def called(name: str, result: str, *, failed: bool = False) -> AgentStep:
    call = ToolCall(id="1", name=name, arguments={}, result=result, is_error=failed)
    return AgentStep(calls=(call,))


def outcome(task: Task, *calls: tuple[str, dict[str, Any]]) -> Changes:
    domain = served_domain("retail")
    state = EpisodeState.open(domain.data)
    try:
        episode = Episode(domain, state)
        for name, arguments in calls:
            assert not episode.call(name, arguments).is_error
        return episode.changes()
    finally:
        state.close()


@pytest.fixture
def told(make_task: MakeTask) -> Callable[..., list[str]]:
    """The outputs missing for a task that asks for a parcel number."""

    def missing(*events: Event, computed: bool = False, value: str = PARCEL) -> list[str]:
        output = {
            "name": "tracking number",
            "value": value,
            "kind": "number",
            "source": ["get_order_details"],
            "computed": computed,
        }
        task = make_task(outputs=[output])
        return list(grade(task, task.gold_changes, said(*events)).outputs_missing)

    return missing


def test_the_gold_state_passes(make_task: MakeTask) -> None:
    task = make_task()
    verdict = grade(task, task.gold_changes, said(UserMessage(text="Hi")))
    assert (verdict.reward, verdict.state_differences) == (1, ())


def test_nothing_done_names_what_is_missing(
    make_task: MakeTask, pending: tuple[User, Order, list[str]]
) -> None:
    verdict = grade(make_task(), Changes(), said())
    assert verdict.reward == 0
    tables = {difference.table for difference in verdict.state_differences}
    assert {"order", "order_payment"} <= tables
    (order,) = [d for d in verdict.state_differences if d.table == "order"]
    assert order.columns["status"] == ("cancelled", "pending")


def test_another_reason_is_another_state(
    make_task: MakeTask, pending: tuple[User, Order, list[str]]
) -> None:
    task = make_task()
    arguments = {"order_id": pending[1].order_id, "reason": "ordered by mistake"}
    changes = outcome(task, ("cancel_pending_order", arguments))
    verdict = grade(task, changes, said())
    (difference,) = verdict.state_differences
    assert difference.columns == {"cancel_reason": ("no longer needed", "ordered by mistake")}


def test_an_unexpected_hand_off_fails(make_task: MakeTask) -> None:
    task = make_task()
    verdict = grade(task, task.gold_changes, said(called("transfer_to_human_agents", "done")))
    assert (verdict.reward, verdict.handed_off, verdict.hand_off_expected) == (0, True, False)


def test_a_failed_hand_off_is_none(make_task: MakeTask) -> None:
    task = make_task()
    events = said(called("transfer_to_human_agents", "Error: …", failed=True))
    assert grade(task, task.gold_changes, events).reward == 1


def test_a_missing_hand_off_fails(make_task: MakeTask) -> None:
    task = make_task(hands_off=True)
    assert grade(task, task.gold_changes, said()).reward == 0


def test_an_output_counts_after_its_source(told: Callable[..., list[str]]) -> None:
    read = called("get_order_details", json.dumps({"tracking_id": [PARCEL]}))
    answer = AgentStep(text=f"Your parcel is {PARCEL}.")
    assert told(read, answer) == []
    assert told(answer, read) == ["tracking number"]
    assert told(answer) == ["tracking number"]


def test_a_result_must_hold_the_value(told: Callable[..., list[str]]) -> None:
    answer = AgentStep(text=f"Your parcel is {PARCEL}.")
    assert told(called("get_order_details", '{"tracking_id":[]}'), answer) == ["tracking number"]
    assert told(called("get_product_details", f'"{PARCEL}"'), answer) == []
    failed = called("get_order_details", f"Error: {PARCEL}", failed=True)
    assert told(failed, answer) == ["tracking number"]


def test_a_computed_output_needs_every_source(told: Callable[..., list[str]]) -> None:
    answer = AgentStep(text="That makes 388.00 in all.")
    read = called("get_order_details", '{"prices":[200,188]}')
    assert told(read, answer, computed=True, value="388.0") == []
    assert told(answer, computed=True, value="388.0") == ["tracking number"]


@pytest.mark.parametrize(
    ("task_id", "tool", "answer"),
    [
        ("travel-6", "search_packages", "The total is 2,235.00 EUR."),
        ("movie-109", "get_booking_details", "You get back $19.21."),
        ("movie-134", "get_theater_details", "That would be $44.18."),
        ("telecom-143", "get_service_details", "It would be $115.00 a month."),
    ],
)
def test_a_fact_may_be_worked_out_from_what_other_tools_show(
    task_id: str, tool: str, answer: str
) -> None:
    domain = task_id.partition("-")[0]
    (task,) = (one for one in load_tasks(domain, "test") if one.id == task_id)
    (output,) = task.outputs

    def missing(tool: str) -> tuple[str, ...]:
        events = (called(tool, "{}"), AgentStep(text=answer))
        conversation = Conversation(domain=domain, events=events)
        return grade(task, task.gold_changes, conversation).outputs_missing

    assert missing(tool) == ()
    assert missing("think") == (output.name,)


def test_a_guess_after_another_look_up_tells_nothing() -> None:
    """Whoever looked at other packages has not read the date of this one."""
    (task,) = (one for one in load_tasks("travel", "test") if one.id == "travel-127")
    looked_up = [output for output in task.outputs if not output.computed]
    guess = AgentStep(text=" ".join(output.value for output in looked_up))
    conversation = Conversation(domain="travel", events=(called("search_packages", "[]"), guess))
    missing = grade(task, task.gold_changes, conversation).outputs_missing
    assert set(missing) == {output.name for output in looked_up}


@pytest.mark.parametrize(
    ("tool", "answer", "passes"),
    [
        ("get_services", "From $80 the discount takes $5, so that makes $75.", True),
        ("get_services", "We have $15, $20, $25, $30, $45, $55, $60, $75 and $80 a month.", False),
        ("get_senior_discount", "$75; others are $15, $20, $25, $30, $45, $55, $60, $80.", True),
    ],
)
def test_what_is_worked_out_by_hand_is_not_told_by_a_list(
    tool: str, answer: str, passes: bool
) -> None:
    (task,) = (one for one in load_tasks("telecom", "train") if one.id == "telecom-1110")
    events = (called(tool, '{"price": 75.0}'), AgentStep(text=answer))
    conversation = Conversation(domain="telecom", events=events)
    assert bool(grade(task, task.gold_changes, conversation).reward) == passes


@pytest.mark.parametrize(
    ("tool", "answer", "passes"),
    [
        ("get_client_details", "There are $1,888.24 available in it, all of the balance.", True),
        (
            "get_client_details",
            "Opened 2021-01-11; available 1888.24; visa 6796, 7/2029; limits 300, 2500, 0, 1, 4.",
            False,
        ),
        (
            "get_account_details",
            "Opened 2021-01-11; available 1888.24; visa 6796, 7/2029; limits 300, 2500, 0, 1, 4.",
            True,
        ),
    ],
)
def test_what_another_tool_shows_by_the_way_is_not_told_by_reciting_it(
    tool: str, answer: str, passes: bool
) -> None:
    (task,) = (one for one in load_tasks("bank", "train") if one.id == "bank-1230")
    read = called(tool, '{"available": 1888.24, "opened_at": "2021-01-11", "pin_set": true}')
    conversation = Conversation(domain="bank", events=(read, AgentStep(text=answer)))
    (output,) = task.outputs
    missing = grade(task, task.gold_changes, conversation).outputs_missing
    assert missing == (() if passes else (output.name,))


def test_text_beside_a_call_is_not_told(told: Callable[..., list[str]]) -> None:
    read = called("get_order_details", json.dumps({"tracking_id": [PARCEL]}))
    beside = AgentStep(text=PARCEL, calls=read.calls)
    assert told(read, beside) == ["tracking number"]


def test_what_is_told_after_the_hand_off_leaves_the_reward_alone(
    told: Callable[..., list[str]],
) -> None:
    read = called("get_order_details", json.dumps({"tracking_id": [PARCEL]}))
    answer = AgentStep(text=f"Your parcel is {PARCEL}.")
    hand_off = called("transfer_to_human_agents", "done")
    failed = called("transfer_to_human_agents", "Error: …", failed=True)
    assert told(read, answer, hand_off) == []
    assert told(read, hand_off, answer) == ["tracking number"]
    assert told(read, failed, answer) == []


def test_a_flood_of_values_tells_nothing(told: Callable[..., list[str]]) -> None:
    read = called("get_order_details", json.dumps({"tracking_id": [PARCEL]}))
    others = range(100, 100 + MOST_VALUES)
    assert told(read, AgentStep(text=" ".join([PARCEL, *map(str, others)]))) == ["tracking number"]
    assert told(read, AgentStep(text=" ".join([PARCEL, *map(str, others[1:])]))) == []


def test_who_tells_all_there_is_tells_nothing_more(told: Callable[..., list[str]]) -> None:
    read = called("get_order_details", json.dumps({"tracking_id": [PARCEL]}))
    numbers = [*map(str, range(100, 100 + MOST_VALUES_IN_ALL))]
    parts = [numbers[at : at + MOST_VALUES] for at in range(0, len(numbers), MOST_VALUES)]
    steps = [AgentStep(text=" ".join(part)) for part in parts]
    assert told(read, *steps, AgentStep(text=PARCEL)) == ["tracking number"]
    assert told(read, AgentStep(text=PARCEL), *steps) == []
    assert told(read, *steps[:-1], AgentStep(text=" ".join([PARCEL, *parts[-1][1:]]))) == []


def test_a_pasted_result_tells_nothing(told: Callable[..., list[str]]) -> None:
    result = json.dumps({"order": "x" * PASTE_LENGTH, "tracking_id": [PARCEL]})
    read = called("get_order_details", result)
    assert told(read, AgentStep(text=f"Here it is: {result}")) == ["tracking number"]
    tail = result[-(PASTE_LENGTH - 1) :]
    assert PARCEL in tail
    assert told(read, AgentStep(text=f"Here it is: {tail}")) == []
    assert told(read, AgentStep(text=f"Here: {result[-PASTE_LENGTH:]}")) == ["tracking number"]
