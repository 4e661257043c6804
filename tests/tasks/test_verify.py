"""Each way in which a task can be unsound is found, and named for what it is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tau_emo_db import domain_names
from tau_emo_db.domains.retail.tables import Order, User
from tau_emo_servers.common_rules import NOTICE
from tau_emo_servers.conversation import ToolCall
from tau_emo_tasks.gold import replay_gold
from tau_emo_tasks.load import load_tasks, parse_tasks
from tau_emo_tasks.null_agents import DONE, NULL_AGENTS, null_agent
from tau_emo_tasks.refresh import refresh_file, task_line
from tau_emo_tasks.script import Slot
from tau_emo_tasks.task import Task
from tau_emo_tasks.verify import Desk, Reads, play_null_agent, verify_task, verify_tasks

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


@pytest.fixture(scope="module")
def sound(make_task: MakeTask) -> Task:
    """The task with a fact to be told: cancelling alone is a write that anybody could guess."""
    order = json.loads(replay_gold(make_task()).steps[1].call.result)
    paid = order["payment_history"][0]["amount"]
    output = {
        "name": "amount paid",
        "value": str(paid),
        "kind": "amount",
        "source": ["get_order_details"],
    }
    return make_task(outputs=[output])


def test_a_sound_task_has_no_problem(sound: Task) -> None:
    assert verify_task(sound) == []


def test_a_single_write_that_the_words_spell_out_is_too_easy(make_task: MakeTask) -> None:
    assert found(make_task()) == {"null agents": "the agent 'eager' (seed 0) passes\n"}


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
    assert task.provenance.path == (
        {"email": "customer"},
        {"order_id": "get_user_details@4"},
        {"order_id": "get_user_details@4", "reason": "customer"},
        {"user_id": "find_user_id_by_email@1"},
    )


def test_the_path_names_the_source_of_each_argument(make_task: MakeTask) -> None:
    assert make_task().provenance.path == (
        {"email": "customer"},
        {"order_id": "customer"},
        {"order_id": "customer", "reason": "customer"},
    )


def test_a_path_that_the_solver_does_not_find(sound: Task) -> None:
    for path in ((), ({"email": "policy"}, *sound.provenance.path[1:])):
        stale = sound.provenance.model_copy(update={"path": path})
        assert found(changed(sound, provenance=stale)) == {
            "provenance": "the path is not what the solver finds\n"
        }


def test_a_stale_path_is_made_anew(make_task: MakeTask, tmp_path: Path) -> None:
    task = make_task()
    stale = task.provenance.model_copy(update={"path": ({"email": "policy"},)})
    file = tmp_path / "tasks.jsonl"
    file.write_text(task_line(changed(task, provenance=stale)) + "\n", "utf-8")
    refresh_file(file)
    assert parse_tasks(file.read_text("utf-8"), "x") == (task,)


@pytest.mark.parametrize(
    ("task", "position", "sources"),
    [
        ("airline-1", 4, {"expression": "calculate@4, get_user_details@1"}),
        ("school-1", 2, {"payment_methods": "get_student_details@1, arithmetic"}),
        ("movie-1", 6, {"payments": "policy, customer, calculate@6"}),
        ("basketball-1", 8, {"expression": "get_player_total_points@8, counted"}),
    ],
)
def test_paths_of_published_tasks(task: str, position: int, sources: dict[str, str]) -> None:
    known = next(one for one in load_tasks(task.split("-")[0]) if one.id == task)
    assert known.provenance.path[position].items() >= sources.items()


def test_every_published_argument_has_a_source() -> None:
    for task in (task for domain in domain_names() for task in load_tasks(domain)):
        for action, sources in zip(task.gold, task.provenance.path, strict=True):
            assert sources.keys() == action.arguments.keys()
            assert all(sources.values()), task.id


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


def test_two_tasks_share_no_text(sound: Task) -> None:
    problems = verify_tasks([sound, changed(sound, id="retail-9002")])
    assert {p.text for p in problems} == {
        f"shares {what} with retail-9001"
        for what in (
            "customer and calls",
            "the words of the instruction",
            "the persona",
        )
    }


@pytest.mark.parametrize("name", NULL_AGENTS)
def test_agents_without_merit_fail(sound: Task, name: str) -> None:
    assert play_null_agent(sound, name, seed=1) == 0


@pytest.mark.parametrize("name", NULL_AGENTS)
def test_reads_that_others_made_change_no_verdict(make_task: MakeTask, name: str) -> None:
    told = {
        "name": "status",
        "value": "pending",
        "kind": "name",
        "source": ["get_order_details"],
    }
    gold = [action.model_dump() for action in make_task().gold]
    easy = make_task(gold=gold[:2], outputs=[told])
    reads: Reads = {}
    assert play_null_agent(easy, "passer", 0, reads) == 0  # it hands off, and nobody asked
    assert {tool for tool, _ in reads} >= {"get_order_details", "get_user_details"}
    for task in (easy, changed(easy, hands_off=True), make_task()):
        assert play_null_agent(task, name, 3, dict(reads)) == play_null_agent(task, name, 3)


def test_a_read_after_a_write_is_made_anew(make_task: MakeTask, pending: Pending) -> None:
    order_id: dict[str, Any] = {"order_id": pending[1].order_id}
    cancel: dict[str, Any] = {**order_id, "reason": "no longer needed"}
    reads: Reads = {}
    with Desk("retail", reads) as desk:
        first = desk.call("get_order_details", order_id)
        assert desk.call("get_order_details", order_id) is first
        assert not desk.call("cancel_pending_order", cancel).is_error
        assert '"status":"cancelled"' in desk.call("get_order_details", order_id).result
    assert list(reads.values()) == [first]


def test_eager_makes_the_write_that_the_words_fill(make_task: MakeTask, pending: Pending) -> None:
    task = make_task()
    tools: list[dict[str, Any]] = [
        {
            "name": "add_note",
            "inputSchema": {
                "properties": {"note_id": {"type": "string"}, "stars": {"type": "integer"}},
                "required": ["note_id", "stars"],
            },
        },
        {
            "name": "cancel_order",
            "inputSchema": {
                "properties": {
                    "order_id": {"type": "string"},
                    "reason": {"enum": ["ordered by mistake", "no longer needed"]},
                    "remark": {"type": "string"},
                },
                "required": ["order_id", "reason"],
            },
        },
        {
            "name": "get_orders",
            "inputSchema": {},
            "annotations": {"readOnlyHint": True},
        },
    ]
    agent = null_agent("eager", tools, 0)
    orders = {"orders": [{"order_id": "#W1", "item": "lamp"}, {"order_id": "#W2", "item": "rug"}]}
    said = f"{task.user_script.goals[0].say} The one with the rug; it is no longer needed."
    assert agent.step(said).calls == (("get_orders", {}),)
    read = ToolCall(
        id="1", name="get_orders", arguments={}, result=json.dumps(orders), is_error=False
    )
    wanted: dict[str, Any] = {"order_id": "#W2", "reason": "no longer needed"}
    assert agent.step([read]).calls == (("cancel_order", wanted),)
    refused = ToolCall(id="2", name="cancel_order", arguments=wanted, result="E", is_error=True)
    ((tool, _),) = agent.step([refused]).calls
    assert tool == "add_note"
    assert agent.step([read]).text  # a write that succeeds is the last


def test_parrot_repeats_the_customer_once() -> None:
    agent = null_agent("parrot", [], 0)
    assert agent.step("Where is my lamp?").text == "Where is my lamp?"
    assert agent.step("Please go on.").text == "That is all."


def test_passer_tells_what_it_read_so_that_it_counts(make_task: MakeTask, sound: Task) -> None:
    reads = [action.model_dump() for action in sound.gold[:2]]
    only_told = make_task(gold=reads, outputs=[one.model_dump() for one in sound.outputs])
    assert play_null_agent(only_told, "passer", 0) == 0
    assert play_null_agent(changed(only_told, hands_off=True), "passer", 0) == 1
    assert play_null_agent(changed(only_told, hands_off=True), "paste", 0) == 0


def test_agents_without_merit_write_tell_and_hand_off_in_turn() -> None:
    tools: list[dict[str, Any]] = [
        {
            "name": "cancel_order",
            "inputSchema": {
                "properties": {"order_id": {"type": "string"}},
                "required": ["order_id"],
            },
        },
        {"name": "get_orders", "inputSchema": {}, "annotations": {"readOnlyHint": True}},
        {"name": "transfer_to_human_agents", "inputSchema": {"required": ["summary"]}},
    ]

    orders = json.dumps({"order_id": "#W1"})

    def course(name: str) -> list[str]:
        agent, steps = null_agent(name, tools, 0), list[str]()
        observation: str | list[ToolCall] = "Cancel #W1, please."
        for _ in range(5):
            step = agent.step(observation)
            steps += [tool for tool, _ in step.calls] or [step.text]
            observation = [
                ToolCall(id="1", name=tool, arguments={}, result=orders, is_error=False)
                for tool, _ in step.calls
            ] or "Go on."
        return steps

    read, write, told = "get_orders", "cancel_order", "order_id #W1"
    away = "transfer_to_human_agents"
    assert course("eager") == [read, write, DONE, DONE, DONE]
    assert course("passer") == [read, told, away, NOTICE, NOTICE]
    assert course("quitter") == [read, write, away, NOTICE, NOTICE]


def test_a_task_that_changes_nothing_is_passed_by_doing_nothing(make_task: MakeTask) -> None:
    task = make_task(gold=[action.model_dump() for action in make_task().gold[:2]])
    assert play_null_agent(task, "noop", seed=0) == 1


def test_agents_without_merit_bear_any_schema() -> None:
    tools: list[dict[str, Any]] = [
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
    names = ", ".join(NULL_AGENTS)
    with pytest.raises(KeyError, match=names):
        null_agent("best", [], 0)
