"""Walks on a copy of the base."""

import pytest

from tau_emo_db import EpisodeState
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.tracer.walk import Walk, WalkError

TASK = next(task for task in load_tasks("retail") if task.id == "retail-3")


@pytest.fixture
def walk() -> Walk:
    return Walk(served_domain("retail"), EpisodeState.open(served_domain("retail").data))


def test_a_read_is_made_once_until_something_is_written(walk: Walk) -> None:
    order = {"order_id": "#W3978595"}
    first = walk.call("get_order_details", **order)
    assert walk.call("get_order_details", **order) is first
    assert len(walk.steps) == 1
    write = next(action for action in TASK.gold if action.tool == "modify_pending_order_address")
    walk.goal = 1
    walk.call(write.tool, **write.arguments)
    after = walk.call("get_order_details", **order)
    assert after["address"]["city"] == "Spokane"
    assert first["address"]["city"] == "Cincinnati"
    assert [(step.tool, step.goal) for step in walk.steps] == [
        ("get_order_details", 0),
        ("modify_pending_order_address", 1),
        ("get_order_details", 1),
    ]


def test_plain_text_stays_text(walk: Walk) -> None:
    email = "binh.horvat6022@example.com"
    assert walk.call("find_user_id_by_email", email=email) == "binh_horvat_5878"


def test_a_call_that_fails_ends_the_walk_and_leaves_no_step(walk: Walk) -> None:
    with pytest.raises(WalkError, match=r"get_order_details: Error: .*#W0"):
        walk.call("get_order_details", order_id="#W0")
    assert walk.steps == []
