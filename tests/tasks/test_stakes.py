"""What is at stake in tasks, and that it takes the rule to see it."""

import dataclasses
import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tau_emo_client.cli import main
from tau_emo_servers import rules
from tau_emo_servers.conversation import AgentStep
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_servers.rules import Moment
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.stakes.scene import Scene
from tau_emo_tasks.stakes.table import at_stake, follows, program_rules, stakes
from tau_emo_tasks.task import Action, Task

MakeTask = Callable[..., Task]


def test_a_cancellation_puts_the_rules_of_cancelling_at_stake(make_task: MakeTask) -> None:
    found = at_stake(make_task())
    assert found["RET-05"] == "no_yes"
    assert found["RET-06"] == "two_calls"
    assert found["RET-02"] == "searches_by_name"
    assert found["RET-10"] == "does_not_look"
    assert found["RET-22"] == "does_more"  # The order is pending, and is returned all the same.
    # Nothing must be refused, nothing is paid for or returned by right, no address is changed.
    assert not found.keys() & {"RET-08", "RET-21", "RET-23", "RET-28"}


def test_a_wish_that_must_be_refused_puts_refusing_at_stake(make_task: MakeTask) -> None:
    refusing = make_task(refuses=["RET-11"])
    assert at_stake(refusing)["RET-08"] == "hands_off_wrongly"


def never(moment: Moment) -> None:
    """A program that notices nothing."""


def test_without_its_program_a_rule_is_not_at_stake(
    make_task: MakeTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = served_domain("retail")
    blind = [
        dataclasses.replace(rule, check=never) if rule.id == "RET-10" else rule
        for rule in domain.rules
    ]
    assert "RET-10" in at_stake(make_task())
    monkeypatch.setattr(domain, "rules", tuple(blind))
    rules._asked.cache_clear()  # pyright: ignore[reportPrivateUsage]
    try:
        assert "RET-10" not in at_stake(make_task())
    finally:
        monkeypatch.undo()
        rules._asked.cache_clear()  # pyright: ignore[reportPrivateUsage]


def test_what_breaks_another_rule_too_does_not_count(make_task: MakeTask) -> None:
    task = make_task()
    scene = Scene(task)
    early = scene.acted([task.gold[1], *task.gold])
    assert scene.broken(early) == {"RET-01", "RET-03"}
    assert follows("retail", "RET-03") >= {"RET-01"}
    assert "RET-03" not in follows("retail", "RET-01")


def test_a_gold_that_breaks_a_rule_is_no_measure(make_task: MakeTask) -> None:
    task = make_task()
    blind = task.model_copy(update={"gold": (task.gold[0], task.gold[2])})
    with pytest.raises(ValueError, match="breaks RET-07, RET-10"):
        at_stake(blind)


def test_things_of_somebody_else_are_of_the_same_kind(make_task: MakeTask) -> None:
    task = make_task()
    scene = Scene(task)
    key = str(task.gold[2].arguments["order_id"])
    (other,) = scene.others(key)
    look = Action(tool="get_order_details", arguments={"order_id": other})
    step = scene.acted([*task.gold[:1], look]).events[-1]
    assert isinstance(step, AgentStep)
    result = json.loads(step.calls[0].result)
    assert result["status"] == "pending"
    assert result["user_id"] != task.principal


@pytest.mark.parametrize("domain", served_domain_names())
def test_the_shared_rules_are_at_stake_in_every_domain(domain: str) -> None:
    task = load_tasks(domain)[0]
    rows = {row.rule: row for row in stakes([task])}
    assert list(rows) == [rule.id for rule in program_rules(domain)]
    shared = [
        rule.id
        for rule in program_rules(domain)
        if rule.check
        and rule.check.__qualname__.partition(".")[0]
        in ("one_call_per_turn", "known_facts_only", "no_repeated_failure")
    ]
    assert [rows[rule].tasks for rule in shared] == [1, 1, 1]


@pytest.mark.parametrize("domain", served_domain_names())
def test_what_follows_from_breaking_a_rule_is_a_rule_with_a_program(domain: str) -> None:
    known = {rule.id for rule in program_rules(domain)}
    named = import_module(f"tau_emo_tasks.stakes.domains.{domain}").FOLLOWS
    assert {*named, *(one for more in named.values() for one in more)} <= known


def test_the_command_counts_the_tasks_of_a_folder_too(
    make_task: MakeTask, monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    def none(*_: str) -> tuple[Task, ...]:
        return ()

    monkeypatch.setattr("tau_emo_tasks.load.load_tasks", none)
    (tmp_path / "retail").mkdir()
    (tmp_path / "retail" / "tasks.jsonl").write_text(make_task().model_dump_json() + "\n")
    arguments = ["tasks", "stakes", "retail", "--made", str(tmp_path), "--json"]
    monkeypatch.setattr(sys, "argv", ["tau-emo", *arguments])
    with pytest.raises(SystemExit) as status:
        main()
    assert status.value.code == 1
    told = json.loads(capsys.readouterr().out)
    assert told["tasks"] == 1
    assert {row["rule"]: row["tasks"] for row in told["rules"]}["RET-05"] == 1
