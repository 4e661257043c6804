"""What the read tools find and show."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ANA,
    BEN,
    CANCELLED,
    CARD,
    CLOSED,
    COOKING,
    GONE,
    HER,
    LATE,
    LENA,
    MINE,
    MIXED,
    NO_AGENT,
    NORA,
    OMARS,
    PAYPAL,
    PENDING,
    PILAR,
    PORTO,
    PRIVATE,
    SHARED,
    SOON,
    TODAYS,
    booking,
)


@pytest.mark.parametrize(
    ("tool", "parameter", "known", "noun"),
    [
        ("get_traveler_details", "traveler_id", NORA, "traveler"),
        ("get_agent_details", "agent_id", ANA, "agent"),
        ("get_package_details", "package_id", PORTO, "package"),
        ("get_booking_details", "booking_id", MINE, "booking"),
    ],
)
def test_ids_match_exactly(desk: Episode, tool: str, parameter: str, known: str, noun: str) -> None:
    assert done(desk, tool, **{parameter: known})[parameter] == known
    for key in (known.lower(), f" {known}", known[:-1], "", "%"):
        refused(desk, f"there is no {noun} {key}; check the id", tool, **{parameter: key})


def test_a_profile_shows_methods_companions_and_bookings(desk: Episode) -> None:
    shown = done(desk, "get_traveler_details", traveler_id=NORA)
    assert list(shown) == [
        *("traveler_id", "name", "address", "contact", "dob", "passport", "preferences"),
        *("memberships", "payment_methods", "saved_companions", "bookings"),
    ]
    assert shown["name"] == {"first_name": "Nora", "last_name": "Quist"}
    assert shown["contact"] == {"email": "7qk2m9d@example.com", "phone": "(555) 720-0702"}
    assert shown["passport"]["expiry"] == "29-11-30"
    assert shown["preferences"] == {
        "dietary": "vegan",
        "accessibility": None,
        "room_type": None,
        "bed_preference": None,
        "other": None,
    }
    assert shown["payment_methods"] == {
        CARD: {
            "payment_method_id": CARD,
            "source": "credit_card",
            "extra_info": {"brand": "visa", "last_four": "3051"},
        },
        PAYPAL: {"payment_method_id": PAYPAL, "source": "paypal", "extra_info": None},
    }
    assert shown["saved_companions"] == [{**LENA, "passport": None}]
    assert [one["booking_id"] for one in shown["bookings"]] == [
        *(MINE, LATE, CANCELLED, PENDING, GONE, SOON, TODAYS)
    ]
    assert shown["bookings"][0] == booking(desk, MINE)


def test_a_profile_may_hold_nothing(desk: Episode) -> None:
    shown = done(desk, "get_traveler_details", traveler_id=PILAR)
    assert (shown["passport"], shown["preferences"], shown["memberships"]) == (None, None, [])
    assert (shown["payment_methods"], shown["saved_companions"], shown["bookings"]) == ({}, [], [])


def test_a_booking_is_shown_whoever_owns_it(desk: Episode) -> None:
    assert booking(desk, MINE) == {
        "booking_id": MINE,
        "traveler_id": NORA,
        "package_id": PORTO,
        "agent_id": BEN,
        "booking_date": "24-02-01",
        "departure_date": "24-09-14",
        "status": "confirmed",
        "travelers": [HER, LENA],
        "rooming": {"room_type": "double", "occupancy": 2},
        "add_ons": [COOKING],
        "insurance": "standard",
        "total_price": 3120,
        "payment_history": [
            {"payment_id": CARD, "amount": 2000},
            {"payment_id": PAYPAL, "amount": 1120},
        ],
        "notes": "Window seat on the train.",
    }
    assert booking(desk, CANCELLED)["payment_history"][1] == {
        "payment_id": CARD,
        "amount": -1310.5,
    }
    assert booking(desk, OMARS)["insurance"] == "premium"


def test_an_agent_shows_open_slots_by_date(desk: Episode) -> None:
    shown = done(desk, "get_agent_details", agent_id=ANA)
    assert shown["name"] == {"first_name": "Ana", "last_name": "Sousa"}
    assert shown["commission_rate"] == 0.1
    assert shown["assigned_travelers"] == [NORA]
    assert shown["managed_packages"] == [PORTO]
    assert shown["bookings_handled"] == [LATE, CANCELLED, PENDING, GONE, SOON, TODAYS]
    assert shown["availability"] == {
        "24-05-14": {"slots": ["09:00-10:00"], "timezone": "Europe/Lisbon"},
        "24-05-15": {"slots": ["16:00-17:00"], "timezone": "Europe/Lisbon"},
        "24-05-20": {"slots": ["09:00-10:00", "14:00-15:30"], "timezone": "Europe/Lisbon"},
    }


def test_a_package_shows_departures_policies_add_ons_and_agents(desk: Episode) -> None:
    shown = done(desk, "get_package_details", package_id=PORTO)
    assert shown["destinations"] == [
        {"city": "Porto", "country": "Portugal"},
        {"city": "Lisbon", "country": "Portugal"},
    ]
    assert list(shown["departures"]) == [
        *("24-05-10", "24-05-15", "24-05-25", "24-09-14", "24-10-05", "24-11-02", "24-12-20")
    ]
    assert shown["departures"]["24-10-05"] == {
        "status": "available",
        "base_price": 1310.5,
        "currency": "EUR",
        "available_slots": 6,
        "early_bird_deadline": "24-01-31",
    }
    assert list(shown["policies"]) == ["cancellation_policy", "change_policy", "refund_policy"]
    assert shown["optional_add_ons"] == [COOKING, SHARED, PRIVATE]
    assert shown["managed_by_agents"] == [ANA, BEN]
    assert "terms" not in str(shown)
    assert "free_days" not in str(shown)


def search(desk: Episode, **filters: Any) -> list[str]:
    """The ids of the packages found."""
    return [one["package_id"] for one in done(desk, "search_packages", **filters)]


def test_a_search_without_filters_lists_every_package_with_an_open_departure(
    desk: Episode,
) -> None:
    # All dates of Closed are sold out, limited or without a slot.
    assert search(desk) == [PORTO, NO_AGENT, MIXED]
    empty = dict.fromkeys(
        ["destination_city", "destination_country", "category", "departure_date"], ""
    )
    assert search(desk, **empty) == [PORTO, NO_AGENT, MIXED]
    assert search(desk, **dict.fromkeys(empty)) == [PORTO, NO_AGENT, MIXED]


def test_a_search_shows_whole_packages(desk: Episode) -> None:
    [found] = done(desk, "search_packages", destination_country="Peru")
    assert found == done(desk, "get_package_details", package_id=NO_AGENT)


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"destination_city": "Lisbon"}, [PORTO, MIXED]),
        ({"destination_city": "Lisbon", "destination_country": "Portugal"}, [PORTO, MIXED]),
        ({"destination_country": "Austria"}, [MIXED]),
        # Graz is a place of Mixed, and so is Portugal, but they are not one place.
        ({"destination_city": "Graz", "destination_country": "Portugal"}, []),
        ({"destination_city": "lisbon"}, []),
        ({"destination_country": "portugal"}, []),
        ({"destination_city": "Lis"}, []),
        ({"category": "culture"}, [PORTO, MIXED]),
        ({"category": "Culture"}, []),
        ({"category": "culture", "destination_city": "Porto"}, [PORTO]),
        ({"departure_date": "24-10-05"}, [PORTO]),
        # Sold out on this date in Mixed, which is open on another one.
        ({"departure_date": "24-09-14"}, [PORTO, MIXED]),
        ({"departure_date": "2024-10-05"}, []),
        ({"destination_country": "Spain"}, []),
        ({"destination_city": "Nowhere"}, []),
    ],
)
def test_every_filter_must_fit(desk: Episode, filters: dict[str, str], found: list[str]) -> None:
    assert search(desk, **filters) == found


def test_destinations_are_listed_once_in_the_order_of_packages(desk: Episode) -> None:
    assert done(desk, "list_all_destinations") == [
        {"city": "Porto", "country": "Portugal"},
        {"city": "Lisbon", "country": "Portugal"},
        {"city": "Lima", "country": "Peru"},
        {"city": "Seville", "country": "Spain"},
        {"city": "Graz", "country": "Austria"},
    ]


def test_a_package_without_agents_and_a_closed_one_are_shown(desk: Episode) -> None:
    for key in (NO_AGENT, CLOSED):
        assert done(desk, "get_package_details", package_id=key)["package_id"] == key
    assert done(desk, "get_package_details", package_id=NO_AGENT)["managed_by_agents"] == []
