"""Whose failure it is where nobody has verified the task and no script says what is known."""

from typing import Any

import pytest
from calls_made import played

from tau_emo_client.failures.diagnosis import diagnose
from tau_emo_client.failures.failure import Author, Category
from tau_emo_client.failures.flawed import Flaw, flaw_of
from tau_emo_client.failures.writes import wanted_writes
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord
from tau_emo_db import domain_names
from tau_emo_servers.conversation import Event, UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.script import UserScript
from tau_emo_tasks.task import Action, Task

BAGS = "update_reservation_baggages"


def without_script(task: Task, **changes: Any) -> Task:
    """The task as one from elsewhere."""
    return task.model_copy(update={"user_script": UserScript(knows=(), goals=()), **changes})


def bag_task(**arguments: Any) -> Task:
    """A task that adds bags, with other arguments of the gold action."""
    task = next(
        task
        for task in load_tasks("airline")
        if any(action.tool == BAGS for action in task.gold) and not task.hands_off
    )
    gold = tuple(
        Action(tool=one.tool, arguments={**one.arguments, **arguments}, goal=one.goal)
        if one.tool == BAGS
        else one
        for one in task.gold
    )
    return without_script(task, gold=gold)


def flaw(task: Task) -> Flaw | None:
    return flaw_of(task, wanted_writes(served_domain(task.domain), task))


def author(task: Task, record: EpisodeRecord) -> Author:
    found = diagnose(task, record)
    assert found is not None
    return found.author


def said(record: EpisodeRecord, place: int, text: str) -> EpisodeRecord:
    """The episode with a message of the customer put in."""
    events: list[Event] = [*record.conversation.events]
    events.insert(place, UserMessage(text=text))
    conversation = record.conversation.model_copy(update={"events": tuple(events)})
    return record.model_copy(update={"conversation": conversation})


@pytest.mark.parametrize(
    "step", [pytest.param(24, id="some"), pytest.param(1, id="all", marks=pytest.mark.full)]
)
@pytest.mark.parametrize("domain", domain_names())
def test_verified_tasks_have_no_flaw(domain: str, step: int) -> None:
    tasks = [task for task in load_tasks(domain) if task.gold_diff][::step]
    assert {task.id: flaw(task) for task in tasks} == dict.fromkeys([task.id for task in tasks])


def test_a_gold_action_against_the_policy_is_a_flaw() -> None:
    assert flaw(bag_task()) is None
    paid = next(one for one in bag_task().gold if one.tool == BAGS).arguments["nonfree_baggages"]
    assert isinstance(paid, int)
    assert flaw(bag_task(nonfree_baggages=paid + 1)) is Flaw.AGAINST_POLICY
    assert flaw(bag_task(reservation_id="ZZZZZZ")) is Flaw.REFUSED


def test_who_leaves_a_flawed_action_out_is_not_to_blame() -> None:
    task = bag_task()
    said_all = task.instruction
    nothing = said(played(task, []), 0, said_all)
    assert author(task, nothing) is Author.AGENT
    assert author(bag_task(nonfree_baggages=9), nothing) is Author.ENVIRONMENT
    assert author(bag_task(reservation_id="ZZZZZZ"), nothing) is Author.ENVIRONMENT


def test_who_never_heard_what_the_task_says_is_not_to_blame() -> None:
    task = bag_task()
    assert author(task, played(task, [])) is Author.USER


def test_who_leaves_although_nothing_is_lacking_is_to_blame() -> None:
    task = bag_task()
    done = played(task, [(one.tool, dict(one.arguments)) for one in task.gold])
    left = done.model_copy(update={"end_reason": EndReason.USER_LEFT, "reward": 0})
    assert author(task, left) is Author.USER
    nothing = said(played(task, []), 0, task.instruction)
    left = nothing.model_copy(update={"end_reason": EndReason.USER_LEFT})
    assert author(task, left) is Author.AGENT


def test_an_extra_write_that_the_customer_agreed_to_is_theirs() -> None:
    task = bag_task()
    gold = [(one.tool, dict(one.arguments)) for one in task.gold]
    extra = ("send_certificate", {"user_id": task.principal, "amount": 100})
    record = played(task, [*gold, extra])
    found = diagnose(task, record)
    assert found is not None
    assert (found.category, found.author) == (Category.EXTRA_ACTION, Author.AGENT)
    assert author(task, said(record, found.event, "Yes, please.")) is Author.USER
