"""The stress agents: what they do, and how customers of different conditions bear with them."""

import anyio
import pytest

from benchmarks.customers import (
    URGENCY,
    Played,
    all_tasks,
    ends,
    left,
    play,
    rates,
    spread,
    table,
    written_tasks,
)
from tau_emo_client.agents.curt import CurtManner
from tau_emo_client.limits import EndReason
from tau_emo_client.users.scripted.reading import read
from tau_emo_servers.conversation import AgentStep
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.task import Task

WRITTEN = written_tasks()
SOME = WRITTEN[4::20]
TRUST = ("skeptical", "cautious", "trusting")

pytestmark = pytest.mark.timeout(600)


def messages(played: Played) -> list[str]:
    events = played[1].conversation.events
    return [one.text for one in events if isinstance(one, AgentStep) and not one.calls]


def calls(played: Played) -> list[tuple[str, object]]:
    events = played[1].conversation.events
    steps = [one for one in events if isinstance(one, AgentStep)]
    return [(call.name, call.arguments) for step in steps for call in step.calls]


@pytest.fixture(scope="module")
def curt() -> list[Played]:
    return anyio.run(play, "curt", SOME, 45)


def test_the_curt_agent_does_what_the_reference_agent_does(curt: list[Played]) -> None:
    courteous = anyio.run(play, "reference", SOME, 1)
    by_task = {played[1].task_id: played for played in courteous}
    stayed = [played for played in curt if not left(played[1])]
    assert {played[1].task_id for played in stayed} == set(by_task)
    for played in stayed:
        assert played[1].reward == 1
        assert calls(played) == calls(by_task[played[1].task_id])


def test_the_curt_agent_has_no_kind_word_and_asks_for_the_same_things_again(
    curt: list[Played],
) -> None:
    said = [read(message) for played in curt for message in messages(played)]
    assert not any(one.comforting for one in said)
    assert sum(one.question_count > 3 for one in said) > len(curt)
    # What a domain has to say of money or lateness may hold a word that sounds kind.
    assert sum(one.empathic for one in said) < len(said) / 20


def test_a_form_is_asked_for_beside_each_question() -> None:
    asked = CurtManner("retail").ask(["order_id"])
    assert asked.startswith("What is the order")
    assert asked.endswith("What is your zip code?")
    assert asked.count("?") == 5


def test_the_impatient_leave_the_curt_agent_sooner(curt: list[Played]) -> None:
    check_order(curt)


def test_the_table_shows_the_shares_of_each_family(curt: list[Played]) -> None:
    heading, _, *rows = table(curt).splitlines()
    assert heading.split(" | ")[1:4] == ["low", "moderate", "high"]
    assert [row.split()[1] for row in rows] == list(FAMILIES)
    angry = [left(record) for one, record in curt if (one.family, one.urgency) == ("anger", "high")]
    assert f"{100 * sum(angry) / len(angry):.0f} %" == rows[0].split(" | ")[3]
    assert f"user_left {sum(left(record) for _, record in curt)}" in ends(curt)


@pytest.mark.full
def test_the_impatient_leave_the_curt_agent_sooner_over_written_tasks() -> None:
    played = anyio.run(play, "curt", WRITTEN, 45)
    check_order(played)
    assert rates(played, lambda one: one.urgency)["anger", "high"] > 0.3


def check_order(played: list[Played]) -> None:
    """More walk away the more urgent it is and the less the agent is trusted, in each family."""
    by_urgency = rates(played, lambda one: one.urgency)
    by_trust = rates(played, lambda one: one.trust_in_agent)
    for family in FAMILIES:
        urgent = [by_urgency[family, level] for level in URGENCY]
        doubting = [by_trust[family, level] for level in reversed(TRUST)]
        assert urgent == sorted(urgent)
        assert doubting == sorted(doubting)
        assert urgent[0] < urgent[-1]
        assert doubting[0] < doubting[-1]


@pytest.mark.parametrize(
    "tasks", [SOME, pytest.param(WRITTEN, marks=pytest.mark.full)], ids=["some", "written"]
)
def test_apologies_alone_satisfy_nobody(tasks: tuple[Task, ...]) -> None:
    for played in anyio.run(play, "apologise", tasks, 9):
        assert calls(played) == []
        assert played[1].end_reason in (EndReason.USER_LEFT, EndReason.LIMIT_TURNS)


@pytest.mark.parametrize(
    "tasks", [SOME, pytest.param(WRITTEN, marks=pytest.mark.full)], ids=["some", "written"]
)
def test_nobody_leaves_a_courteous_agent(tasks: tuple[Task, ...]) -> None:
    served(tasks, 20)


@pytest.mark.full
def test_nobody_leaves_a_courteous_agent_over_all_tasks() -> None:
    served(all_tasks(), 3)


def served(tasks: tuple[Task, ...], conditions: int) -> None:
    for condition, record in anyio.run(play, "reference", tasks, conditions):
        assert record.end_reason in (EndReason.USER_STOP, EndReason.HANDED_OFF), condition
        assert (record.reward, record.violations) == (1, ()), condition


def test_the_reference_agent_asks_again_for_what_a_brief_customer_leaves_out() -> None:
    (task,) = (one for one in WRITTEN if one.id == "basketball-2")
    for condition, record in anyio.run(play, "reference", [task], 9):
        again = [one for one in messages((condition, record)) if one.endswith("as well?")]
        brief = condition.politeness == "cold"
        assert again == (["Thank you. Could you please give me your zip as well?"] if brief else [])
        assert record.violations == ()


def test_conditions_are_spread_evenly() -> None:
    conditions = [one for number in range(45) for one in spread(number, 20)]
    for family in FAMILIES:
        for urgency in URGENCY:
            cell = [one for one in conditions if (one.family, one.urgency) == (family, urgency)]
            assert len(cell) == 60
    assert len(set(spread(0, 45))) == 45
    assert {one.emotion for one in conditions} == {e for all_ in FAMILIES.values() for e in all_}
    assert len({(one.politeness, one.trust_in_agent) for one in conditions}) == 9
