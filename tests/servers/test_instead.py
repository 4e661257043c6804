"""Tools that may be called instead of others show the same facts, on the real data."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from sqlmodel import Session, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.bank.tables import Account
from tau_emo_db.domains.basketball.tables import Game
from tau_emo_db.domains.school.tables import Course
from tau_emo_db.domains.telecom.tables import Service
from tau_emo_db.domains.telehealth.tables import TelemetryUpload
from tau_emo_db.domains.travel.tables import Booking, PackageDeparture, PackageDestination
from tau_emo_servers.domain import ServedDomain, served_domain, served_domain_names
from tau_emo_servers.episode import Episode
from tau_emo_tasks.load import load_tasks

Call = tuple[str, Mapping[str, Any]]


def _packages(db: Session) -> Iterator[tuple[Call, Call]]:
    bookable = select(PackageDeparture.package_id).where(PackageDeparture.status == "available")
    for key in sorted(set(db.exec(bookable)))[:10]:
        city = db.exec(
            select(PackageDestination.city).where(PackageDestination.package_id == key)
        ).first()
        yield (
            ("get_package_details", {"package_id": key}),
            ("search_packages", {"destination_city": city}),
        )


def _bookings(db: Session) -> Iterator[tuple[Call, Call]]:
    for booking in db.exec(select(Booking).limit(30)):
        yield (
            ("get_booking_details", {"booking_id": booking.booking_id}),
            ("get_traveler_details", {"traveler_id": booking.traveler_id}),
        )


def _courses(db: Session) -> Iterator[tuple[Call, Call]]:
    for course in db.exec(select(Course).limit(10)):
        yield (
            ("get_course_details", {"course_id": course.course_id}),
            ("search_courses", {"term": course.term}),
        )


def _accounts(db: Session) -> Iterator[tuple[Call, Call]]:
    for account in db.exec(select(Account).limit(30)):
        yield (
            ("get_account_details", {"account_id": account.account_id}),
            ("get_client_details", {"client_id": account.client_id}),
        )


def _transactions(db: Session) -> Iterator[tuple[Call, Call]]:
    for account in db.exec(select(Account).limit(30)):
        yield (
            ("get_recent_transactions", {"account_id": account.account_id}),
            (
                "search_transactions",
                {"client_id": account.client_id, "account_id": account.account_id},
            ),
        )


def _scores(db: Session) -> Iterator[tuple[Call, Call]]:
    for game in db.exec(select(Game).limit(30)):
        whole = ("get_game_details", {"game_id": game.game_id})
        yield ("get_game_score", {"game_id": game.game_id}), whole
        yield ("get_game_box_score", {"game_id": game.game_id}), whole


def _services(db: Session) -> Iterator[tuple[Call, Call]]:
    for service in db.exec(select(Service)):
        yield ("get_service_details", {"service_id": service.service_id}), ("get_services", {})


def _uploads(db: Session) -> Iterator[tuple[Call, Call]]:
    for upload in db.exec(select(TelemetryUpload).limit(30)):
        days = {"start_date": upload.date, "end_date": upload.date}
        yield (
            ("get_telemetry_upload", {"device_id": upload.device_id, "date": upload.date}),
            ("list_telemetry_uploads", {"device_id": upload.device_id, **days}),
        )


def _facts(result: str) -> Counter[str]:
    return Counter(_leaves(json.loads(result)))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    else:
        yield repr(value)


@pytest.mark.parametrize(
    ("domain", "pairs"),
    [
        ("travel", _packages),
        ("travel", _bookings),
        ("school", _courses),
        ("bank", _accounts),
        ("bank", _transactions),
        ("basketball", _scores),
        ("telecom", _services),
        ("telehealth", _uploads),
    ],
)
def test_the_other_tool_shows_all_of_it(domain: str, pairs: Any) -> None:
    served = served_domain(domain)
    state = EpisodeState.open(served.data)
    try:
        episode = Episode(served, state, most_calls=10_000)
        with state.session() as db:
            calls = list(pairs(db))
        compared = 0
        for one, other in calls:
            shown, also = (episode.call(name, arguments) for name, arguments in (one, other))
            assert not shown.is_error, shown.result
            assert not also.is_error, also.result
            assert _facts(shown.result) <= _facts(also.result), (one, other)
            compared += 1
        assert compared >= 5
    finally:
        state.close()


def test_only_tools_stand_in_for_tools() -> None:
    with pytest.raises(ValueError, match="has no tool look"):
        ServedDomain("x", (), instead={"look": ("see",)})


def test_no_fact_can_only_be_told_after_a_helper() -> None:
    """Who does a sum without `calculate` has read what the sum rests on."""
    for name in served_domain_names():
        domain = served_domain(name)
        for task in (*load_tasks(name, "test"), *load_tasks(name, "train")):
            for output in task.outputs:
                for tool in {"calculate", "think"} & set(output.source):
                    assert domain.works_out[tool], task.id
