"""The framework: one replay, moments in order, and rules bound by other domains."""

import json

import pytest
from sqlmodel import select

from tau_emo_db.domains.airline.tables import Reservation
from tau_emo_servers.arithmetic import follows
from tau_emo_servers.common_rules import grounded_arguments
from tau_emo_servers.conversation import AgentStep, Conversation
from tau_emo_servers.rules import Moment, ReplayMismatchError, check_rules, rule
from tau_emo_servers.values import values_in

from .talk import Talk


def test_a_rule_is_asked_at_its_stages_and_tools() -> None:
    seen: list[tuple[str, int, str]] = []

    @rule("X-1", "Look at everything.", on=("step", "message", "call", "write", "end"))
    def everything(moment: Moment) -> str | None:
        seen.append((moment.stage, moment.index, moment.call.name if moment.call else ""))
        return None

    @rule("X-2", "Never think.", tools={"think"})
    def never_think(moment: Moment) -> str | None:
        return f"thought {moment.arguments['thought']}"

    talk = Talk("airline", (everything, never_think))
    talk.user("Hello").done("think", thought="a").agent("Hi")
    talk.refused("cancel_reservation", reservation_id="NOSUCH")
    talk.refused("cancel_reservation", reservation=1)
    found = talk.violations()
    assert [(one.rule, one.event, one.call_id, one.evidence) for one in found] == [
        ("X-2", 1, "call_1", "thought a")
    ]
    assert seen == [
        *(("step", 1, ""), ("call", 1, "think"), ("step", 2, ""), ("message", 2, "")),
        *(("step", 3, ""), ("call", 3, "cancel_reservation"), ("write", 3, "cancel_reservation")),
        *(("step", 4, ""), ("call", 4, "cancel_reservation"), ("end", 5, "")),
    ]


def test_a_rule_sees_the_state_just_before_a_call() -> None:
    states: list[str | None] = []

    @rule("X-1", "Look at the state.", on="write")
    def look(moment: Moment) -> str | None:
        states.append(moment.db.get_one(Reservation, moment.arguments["reservation_id"]).status)
        return None

    talk = Talk("airline", (look,))
    first = talk.find(
        lambda db: next(one for one in db.exec(select(Reservation)) if one.status is None)
    ).reservation_id
    talk.done("cancel_reservation", reservation_id=first)
    talk.refused("cancel_reservation", reservation_id=first)
    assert talk.violations() == []
    assert states == [None, "cancelled"]


def test_a_state_is_looked_up_once_and_a_write_makes_another() -> None:
    looks: list[str] = []
    seen: list[str | None] = []

    @rule("X-1", "Look at the state.", on=("call", "write"), tools={"cancel_reservation"})
    def look(moment: Moment) -> str | None:
        key = moment.arguments["reservation_id"]
        moment.once(("a look", key), lambda: looks.append(key))
        row = moment.row(Reservation, key)
        seen.append(row and row.status)
        return None

    talk = Talk("airline", (look,))
    first = talk.find(
        lambda db: next(one for one in db.exec(select(Reservation)) if one.status is None)
    ).reservation_id
    talk.done("cancel_reservation", reservation_id=first)
    talk.refused("cancel_reservation", reservation_id=first)
    for just_played in (False, True):
        check_rules(talk.domain, talk.conversation, just_played=just_played)
    assert looks == [first, first]
    assert seen == [None, None, "cancelled", "cancelled"] * 2


def test_an_edited_record_is_found() -> None:
    talk = Talk("airline", ())
    talk.user("Airports?").done("list_all_airports")
    assert talk.violations() == []
    step = talk.events[1]
    assert isinstance(step, AgentStep)
    airports = json.loads(step.calls[0].result)
    airports["JFK"] = "Boston"
    forged = step.calls[0].model_copy(update={"result": json.dumps(airports)})
    failed = step.calls[0].model_copy(update={"result": "Error: no", "is_error": True})
    for call in (forged, failed):
        events = (talk.events[0], AgentStep(calls=(call,)))
        with pytest.raises(ReplayMismatchError, match=r"event 1, call call_1 of list_all_airports"):
            check_rules(talk.domain, Conversation(domain="airline", events=events))


def test_the_words_of_an_error_may_differ() -> None:
    talk = Talk("airline", ())
    talk.user("Hi").refused("get_user_details", user_id="nobody")
    step = talk.events[1]
    assert isinstance(step, AgentStep)
    other = step.calls[0].model_copy(update={"result": "Error: timed out"})
    events = (talk.events[0], AgentStep(calls=(other,)))
    assert check_rules(talk.domain, Conversation(domain="airline", events=events)) == []


def test_arguments_come_from_somewhere() -> None:
    """COM-10 as another domain would bind it; `cabin` is an enum and `user_id` was said."""
    grounded = grounded_arguments("COM-10", ignored={"reason"})
    talk = Talk("airline", (grounded,))
    talk.user("I am nora_quist_1 and want 2 more bags on K3M9TZ; I have 1. Pay with gift_card_1.")
    talk.refused(
        "update_reservation_baggages",
        reservation_id="K3M9TZ",
        total_baggages=3,
        nonfree_baggages=0,
        payment_id="gift_card_1",
    )
    assert talk.violations() == []
    talk.refused(
        "update_reservation_baggages",
        reservation_id="K3M9TZ",
        total_baggages=77,
        nonfree_baggages=0,
        payment_id="gift_card_1",
    )
    assert [one.evidence for one in talk.violations()] == ["nothing gives total_baggages 77"]
    talk.refused("cancel_reservation", reservation_id="QQQQQ1")
    assert "nothing gives reservation_id 'QQQQQ1'" in [one.evidence for one in talk.violations()]


@pytest.mark.parametrize(
    ("amount", "shown", "found"),
    [
        ("30", "30 and 40", True),
        ("70", "30 and 40", True),
        ("10", "30 and 40", True),
        ("60", "30 per head", True),
        ("1200", "30 times 40", True),
        ("297", "1450.50 or 1351.50 for each of three", True),
        ("55.5", "30 and 40", False),
        ("60.6", '[{"price":10.1},{"price":20.2},{"price":30.3}]', True),
        ("71", '[{"price":10.1},{"price":20.2},{"price":30.3}]', False),
    ],
)
def test_what_follows_by_arithmetic(amount: str, shown: str, found: bool) -> None:
    value = next(iter(values_in(amount).numbers))
    assert follows(value, shown, values_in(shown).numbers) is found
