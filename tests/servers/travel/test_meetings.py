"""Reserving a meeting with a human agent."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import ANA, BEN, CY, NORA, OMAR, changed_tables

ARGUMENTS = {
    "agent_id": ANA,
    "date": "24-05-20",
    "time_range": "14:00-15:30",
    "traveler_id": NORA,
}


def meet(desk: Episode, **other: Any) -> Any:
    return done(desk, "schedule_agent_meeting", **{**ARGUMENTS, **other})


def test_a_reserved_slot_is_gone_and_shows_the_traveler_in_the_state(desk: Episode) -> None:
    assert meet(desk) == (
        "The meeting with Ana Sousa is reserved for Nora Quist on 24-05-20, 14:00-15:30 "
        "Europe/Lisbon."
    )
    shown = done(desk, "get_agent_details", agent_id=ANA)["availability"]
    assert shown["24-05-20"] == {"slots": ["09:00-10:00"], "timezone": "Europe/Lisbon"}
    assert changed_tables(desk) == {"agent_slot": (1, 0), "agent_meeting": (0, 1)}
    [made] = desk.changes()["agent_meeting"].after
    assert made == ARGUMENTS
    refused(desk, "14:00-15:30 is no open slot", "schedule_agent_meeting", **ARGUMENTS)


def test_a_day_without_slots_stays_as_an_empty_day(desk: Episode) -> None:
    meet(desk, agent_id=BEN, date="24-06-01", time_range="09:00-10:00", traveler_id=OMAR)
    shown = done(desk, "get_agent_details", agent_id=BEN)["availability"]
    assert shown == {"24-06-01": {"slots": [], "timezone": "Asia/Tokyo"}}


def test_today_is_not_too_late(desk: Episode) -> None:
    meet(desk, date="24-05-15", time_range="16:00-17:00")
    assert changed_tables(desk) == {"agent_slot": (1, 0), "agent_meeting": (0, 1)}


IN_ORDER = [
    ("no agent A0NONE0", {"agent_id": "A0NONE0"}),
    ("no traveler NOBODY1", {"traveler_id": "NOBODY1"}),
    ("has no meetings on 24-05-21", {"date": "24-05-21"}),
    ("24-05-14 is before today", {"date": "24-05-14"}),
    ("14:00-15:00 is no open slot", {"time_range": "14:00-15:00"}),
]


def test_the_documented_order_decides_which_error_is_told(desk: Episode) -> None:
    for place, (reason, _) in enumerate(IN_ORDER):
        later: dict[str, Any] = {}
        for _, other in reversed(IN_ORDER[place:]):
            later.update(other)
        refused(desk, reason, "schedule_agent_meeting", **{**ARGUMENTS, **later})
    assert desk.changes().is_empty


@pytest.mark.parametrize(
    "time_range",
    ["14:00-14:30", "14:30-15:30", "14:00 - 15:30", "2:00 PM", "14:00", "", "09:00-15:30"],
)
def test_only_a_whole_listed_range_can_be_reserved(desk: Episode, time_range: str) -> None:
    reason = f"{time_range} is no open slot"
    refused(desk, reason, "schedule_agent_meeting", **{**ARGUMENTS, "time_range": time_range})


def test_a_day_of_another_agent_is_none_of_this_one(desk: Episode) -> None:
    refused(desk, "has no meetings", "schedule_agent_meeting", **{**ARGUMENTS, "agent_id": CY})
    refused(desk, "has no meetings", "schedule_agent_meeting", **{**ARGUMENTS, "agent_id": BEN})
