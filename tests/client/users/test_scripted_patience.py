"""The patience model: starts, costs, gains and the reason that is given."""

import pytest

from tau_emo_client.users.scripted.patience import COSTS, Patience, start
from tau_emo_tasks.condition import Condition

HURRIED = Condition(
    family="fear",
    emotion="dread",
    politeness="cold",
    urgency="high",
    trust_in_agent="skeptical",
)


def test_patience_runs_out_after_its_points() -> None:
    patience = Patience(HURRIED)
    assert patience.points == 5.0
    for _ in range(3):
        patience.suffer("repeated itself")
    assert (patience.points, patience.gone, patience.thin) == (0.5, False, True)
    patience.suffer("asked again")
    assert patience.gone
    assert patience.reason == "steamrolled cues"


def test_waiting_costs_the_hurried_more_and_neglect_the_fearful() -> None:
    patience = Patience(HURRIED)
    patience.suffer("stalled")
    assert patience.points == 3.5
    patience.suffer("ignored the feeling")
    assert patience.points == 3.0
    calm = Patience(HURRIED.model_copy(update={"family": "anger", "urgency": "low"}))
    before = calm.points
    calm.suffer("stalled")
    calm.suffer("ignored the feeling")
    assert before - calm.points == 1.25


@pytest.mark.parametrize(("urgency", "points"), [("low", 5.0), ("moderate", 4.25), ("high", 3.5)])
def test_what_costs_time_costs_more_the_more_urgent_it_is(urgency: str, points: float) -> None:
    patience = Patience(HURRIED.model_copy(update={"urgency": urgency}))
    patience.suffer("asked again")
    assert patience.points == points
    patience.suffer("dismissed")
    assert patience.points == points - 2.5


def test_help_restores_no_more_than_there_was() -> None:
    patience = Patience(HURRIED)
    patience.recover("settled")
    assert patience.points == 5.0
    patience.suffer("dismissed")
    patience.recover("heard")
    assert patience.points == 3.0


@pytest.mark.parametrize(
    ("troubles", "reason"),
    [
        (["claimed without a yes", "asked again"], "loss of trust"),
        (["asked again", "stalled"], "delay"),
        (["dismissed", "stalled"], "dismissive tone"),
        (["wrong again", "wrong again", "refused wrongly"], "steamrolled cues"),
        (["refused without reason", "ignored the feeling"], "procedural friction"),
        (["ignored the feeling"], "emotional neglect"),
        (["dismissed", "claimed without a yes", "claimed without a yes"], "loss of trust"),
    ],
)
def test_the_reason_is_what_cost_the_most(troubles: list[str], reason: str) -> None:
    patience = Patience(HURRIED.model_copy(update={"urgency": "low"}))
    for trouble in troubles:
        patience.suffer(trouble)  # pyright: ignore[reportArgumentType]
    assert patience.reason == reason


def test_without_a_condition_patience_is_never_gone() -> None:
    patience = Patience(None)
    for trouble in COSTS:
        patience.suffer(trouble)
    assert not patience.gone
    assert not patience.thin


def test_the_start_adds_up_by_dimension() -> None:
    assert start(HURRIED) == 5.0
    assert start(HURRIED.model_copy(update={"politeness": "warm", "urgency": "low"})) == 7.0
