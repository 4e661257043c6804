"""Each way in which a task can be unsound is found, and named for what it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tau_emo_db.domains.retail.tables import Order, User
from tau_emo_tasks.load import parse_tasks
from tau_emo_tasks.null_agents import NULL_AGENTS, null_agent
from tau_emo_tasks.refresh import refresh_file, task_line
from tau_emo_tasks.script import Slot
from tau_emo_tasks.task import Task
from tau_emo_tasks.verify import play_null_agent, verify_task, verify_tasks

MakeTask = Callable[..., Task]
Pending = tuple[User, Order, list[str]]


def found(task: Task) -> dict[str, str]:
    texts: dict[str, str] = {}
    for problem in verify_task(task):
        texts[problem.check] = f"{texts.get(problem.check, '')}{problem.text}\n"
    return texts


def changed(task: Task, **fields: Any) -> Task:
    """The task with fields changed and nothing made anew."""
    return task.model_copy(update=fields)


def test_a_sound_task_has_no_problem(make_task: MakeTask) -> None:
    assert verify_task(make_task()) == []


def test_another_version_base_or_canary(make_task: MakeTask) -> None:
    assert "version 0.0" in found(changed(make_task(), benchmark_version="0.0"))["record"]
    assert "canary" in found(changed(make_task(), canary=""))["record"]
    assert "id 'x'" in found(changed(make_task(), id="x"))["record"]


def test_a_gold_action_that_fails(make_task: MakeTask) -> None:
    task = make_task()
    twice = changed(task, gold=(*task.gold, task.gold[-1]))
    assert "cancel_pending_order: Error:" in found(twice)["gold"]


def test_a_gold_action_of_no_tool(make_task: MakeTask) -> None:
    task = make_task()
    odd = task.gold[-1].model_copy(update={"tool": "cancel_everything"})
    assert "there is no tool" in found(changed(task, gold=(*task.gold, odd)))["gold"]


@pytest.mark.parametrize("goal", [9, -1])
def test_an_action_or_output_of_a_goal_that_does_not_exist(make_task: MakeTask, goal: int) -> None:
    task = make_task()
    astray = task.gold[-1].model_copy(update={"goal": goal})
    texts = found(changed(task, gold=(*task.gold[:-1], astray)))
    assert texts["script"] == (
        f"cancel_pending_order belongs to goal {goal}, which the script does not have\n"
    )
    output = {"name": "total", "value": "1", "kind": "number", "source": ["x"], "goal": goal}
    assert "total belongs to goal" in found(make_task(outputs=[output]))["script"]


def test_a_script_without_goals(make_task: MakeTask) -> None:
    task = make_task()
    script = task.user_script.model_copy(update={"goals": ()})
    assert "there is no goal" in found(changed(task, user_script=script))["script"]


def test_a_fact_left_out_is_told_once(make_task: MakeTask) -> None:
    task = make_task()
    fact = Slot(name="shoe size", value="47", ask=("size",))
    script = task.user_script
    twice = script.model_copy(update={"knows": (fact,), "goals": script.goals * 2})
    texts = found(changed(task, user_script=twice))
    assert texts["script"].count("shoe size") == 1


def test_a_text_may_hold_any_line_separator(make_task: MakeTask, tmp_path: Path) -> None:
    task = changed(make_task(), feeling="One.\u2028Two.\x85Three.")
    assert parse_tasks(task_line(task) + "\n", "x") == (task,)
    file = tmp_path / "tasks.jsonl"
    file.write_text(task_line(task) + "\n", "utf-8")
    assert refresh_file(file) == 1
    assert parse_tasks(file.read_text("utf-8"), "x") == (task,)


def test_a_stale_gold_diff(make_task: MakeTask) -> None:
    assert "gold_diff" in found(changed(make_task(), gold_diff={}))["gold"]


def test_neither_write_nor_output(make_task: MakeTask) -> None:
    task = make_task(gold=[make_task().gold[0].model_dump()])
    assert "neither a write nor an output" in found(task)["gold"]


def test_an_argument_that_nobody_can_know(make_task: MakeTask, pending: Pending) -> None:
    user, order, _ = pending
    script = make_task().user_script.model_dump()
    script["goals"][0]["say"] = "I want to cancel my order."
    task = make_task(
        instruction=f"You are {user.first_name} {user.last_name}, {user.email}. Cancel the order, "
        "which is no longer needed.",
        user_script=script,
    )
    assert order.order_id in found(task)["provenance"]


def test_reading_the_profile_makes_the_order_known(make_task: MakeTask, pending: Pending) -> None:
    user, _, _ = pending
    gold = [action.model_dump() for action in make_task().gold]
    profile = {"tool": "get_user_details", "arguments": {"user_id": user.user_id}}
    script = make_task().user_script.model_dump()
    script["goals"][0]["say"] = "I want to cancel my order."
    task = make_task(
        instruction=f"You are {user.first_name} {user.last_name}, {user.email}. Cancel the order, "
        "which is no longer needed.",
        user_script=script,
        gold=[gold[0], *gold[1:], profile],
    )
    # The order of the gold actions does not matter: only what leads to what.
    assert "provenance" not in found(task)


def test_an_output_in_the_instruction(make_task: MakeTask, pending: Pending) -> None:
    output = {
        "name": "order number",
        "value": pending[1].order_id.strip("#W"),
        "kind": "name",
        "source": ["get_order_details"],
    }
    texts = found(make_task(outputs=[output]))
    assert "outputs" in texts


def test_an_output_that_no_source_holds(make_task: MakeTask) -> None:
    output = {
        "name": "tracking number",
        "value": "111111111111",
        "kind": "number",
        "source": ["get_order_details"],
    }
    assert "does not stand in a result" in found(make_task(outputs=[output]))["outputs"]


@pytest.mark.parametrize("word", ["frustrated", "anger", "You are anxious", "disappointing"])
def test_a_feeling_named_in_the_instruction(make_task: MakeTask, word: str) -> None:
    task = make_task()
    texts = found(changed(task, instruction=f"{task.instruction} {word}"))
    assert "names a feeling" in texts["texts"]


def test_a_refusal_without_a_refused_goal(make_task: MakeTask) -> None:
    assert "contradict" in found(make_task(refuses=["RET-11"]))["script"]


def test_an_unknown_rule(make_task: MakeTask) -> None:
    assert "RET-99" in found(make_task(refuses=["RET-99"]))["policy"]


def test_two_tasks_share_no_text(make_task: MakeTask) -> None:
    first = make_task()
    problems = verify_tasks([first, changed(first, id="retail-9002")])
    assert {p.text for p in problems} == {"shares a text with retail-9001"}


@pytest.mark.parametrize("name", NULL_AGENTS)
def test_agents_without_merit_fail(make_task: MakeTask, name: str) -> None:
    assert play_null_agent(make_task(), name, seed=1) == 0


def test_a_task_that_changes_nothing_is_passed_by_doing_nothing(make_task: MakeTask) -> None:
    task = make_task(gold=[action.model_dump() for action in make_task().gold[:2]])
    assert play_null_agent(task, "noop", seed=0) == 1


def test_agents_without_merit_bear_any_schema() -> None:
    tools = [
        {
            "name": "set_options",
            "inputSchema": {
                "properties": {
                    "options": {"type": "object"},
                    "seats": {"type": "array", "items": {"type": "object"}},
                    "notes": {"type": "array"},
                    "reason": {},
                }
            },
            "annotations": {"readOnlyHint": False},
        },
        {"name": "list_all", "inputSchema": {}, "annotations": {"readOnlyHint": True}},
        {
            "name": "transfer_to_human_agents",
            "inputSchema": {
                "properties": {"summary": {}, "reason": {}, "note": {}},
                "required": ["summary", "reason"],
            },
        },
    ]
    for name in NULL_AGENTS:
        agent = null_agent(name, tools, 3)
        steps = [agent.step("Hi, I am Ann.")] + [agent.step("Go on.") for _ in range(9)]
        assert any(step.text for step in steps)
    (call,) = null_agent("handoff", tools, 0).step("Hi.").calls
    assert list(call[1]) == ["summary", "reason"]


def test_there_is_no_other_null_agent() -> None:
    with pytest.raises(KeyError, match="noop, handoff, refuse, random, flood, paste"):
        null_agent("best", [], 0)
