"""The tools on the real base: every traveler, package and agent, and every booking."""

from typing import Any

from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.travel.tables import Agent, Booking, Package, Traveler
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.queries import insertion_order
from tau_emo_servers.values import values_in

from ..calls import done, refused

TRAVEL = served_domain("travel")


def keys(state: EpisodeState, column: Any) -> list[str]:
    """The ids in a column, in the order of insertion."""
    with state.session() as db:
        return [*db.exec(select(column).order_by(insertion_order(column.class_)))]


def test_every_row_with_an_id_is_shown(state: EpisodeState) -> None:
    desk = Episode(TRAVEL, state)
    for tool, column in (
        ("get_traveler_details", Traveler.traveler_id),
        ("get_package_details", Package.package_id),
        ("get_agent_details", Agent.agent_id),
        ("get_booking_details", Booking.booking_id),
    ):
        parameter = tool.split("_")[1] + "_id"
        found = keys(state, column)
        assert len(found) >= 87
        for key in found:
            assert done(desk, tool, **{parameter: key})[parameter] == key
            # An id is read as an id in a message, not as a number with a unit.
            assert values_in(f"it is {key}.").ids == {key}


def test_a_search_finds_what_is_open_and_some_countries_have_nothing(state: EpisodeState) -> None:
    desk = Episode(TRAVEL, state)
    found = done(desk, "search_packages")
    packages = [
        done(desk, "get_package_details", package_id=k) for k in keys(state, Package.package_id)
    ]
    still_open = [
        one
        for one in packages
        if any(
            day["status"] == "available" and day["available_slots"] > 0
            for day in one["departures"].values()
        )
    ]
    assert found == still_open
    assert 70 < len(found) < 87
    places = done(desk, "list_all_destinations")
    assert len(places) == 132
    nothing = [
        place
        for place in places
        if not done(
            desk,
            "search_packages",
            destination_city=place["city"],
            destination_country=place["country"],
        )
    ]
    assert len(nothing) >= 3
    for place in places:
        assert place in [where for one in packages for where in one["destinations"]]


def test_every_booking_can_be_cancelled_once_and_every_method_ends_at_zero(
    state: EpisodeState,
) -> None:
    desk = Episode(TRAVEL, state)
    cancelled = 0
    for key in keys(state, Booking.booking_id):
        before = done(desk, "get_booking_details", booking_id=key)
        if before["status"] == "cancelled":
            refused(desk, "is cancelled", "cancel_booking", booking_id=key)
            continue
        shown = done(desk, "cancel_booking", booking_id=key)
        net: dict[str, int] = {}
        for entry in shown["payment_history"]:
            cents = round(entry["amount"] * 100)
            net[entry["payment_id"]] = net.get(entry["payment_id"], 0) + cents
        assert set(net.values()) == {0}
        cancelled += 1
    assert cancelled == 84
