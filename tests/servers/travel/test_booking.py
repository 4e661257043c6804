"""Booking a package."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ANA,
    BASE_SLOTS,
    BEN,
    CARD,
    CLOSED,
    COOKING,
    CY,
    HER,
    HIM,
    LENA,
    NO_AGENT,
    NORA,
    OMAR,
    OMARS_CARD,
    PAYPAL,
    PILAR,
    PORTO,
    PRIVATE,
    SHARED,
    booking,
    changed_tables,
    ledger,
    slots,
)


def pay(*payments: tuple[str, float]) -> list[dict[str, Any]]:
    return [{"payment_id": key, "amount": amount} for key, amount in payments]


ARGUMENTS: dict[str, Any] = {
    "traveler_id": NORA,
    "package_id": PORTO,
    "departure_date": "24-09-14",
    "travelers": [HER, LENA],
    "rooming": {"room_type": "double", "occupancy": 2},
    "add_ons": [COOKING],
    "insurance": "standard",
    # 2 x 1450 + 120 + 2 x 50.
    "payment_methods": pay((CARD, 3120)),
}


def book(desk: Episode, **other: Any) -> Any:
    return done(desk, "book_package", **{**ARGUMENTS, **other})


def not_booked(desk: Episode, reason: str, **other: Any) -> None:
    refused(desk, reason, "book_package", **{**ARGUMENTS, **other})


def test_a_booking_is_charged_and_takes_its_slots(desk: Episode) -> None:
    # 2 x 1450 + 120 + 2 x 50 = 3120; of 2 slots 2 are taken.
    shown = book(desk)
    assert shown == {
        "booking_id": "TAU001",
        "traveler_id": NORA,
        "package_id": PORTO,
        "agent_id": ANA,
        "booking_date": "24-05-15",
        "departure_date": "24-09-14",
        "status": "confirmed",
        "travelers": [HER, LENA],
        "rooming": {"room_type": "double", "occupancy": 2},
        "add_ons": [COOKING],
        "insurance": "standard",
        "total_price": 3120,
        "payment_history": [{"payment_id": CARD, "amount": 3120}],
        "notes": None,
    }
    assert shown == booking(desk, "TAU001")
    assert slots(desk) == {**BASE_SLOTS, "24-09-14": 0}
    # Ana looks after Nora already.
    assert changed_tables(desk) == {
        "booking": (0, 1),
        "booking_traveler": (0, 2),
        "booking_add_on": (0, 1),
        "booking_payment": (0, 1),
        "package_departure": (1, 1),
        "agent_booking": (0, 1),
    }


def test_a_departure_without_slots_stays_available_and_is_full(desk: Episode) -> None:
    book(desk)
    shown = done(desk, "get_package_details", package_id=PORTO)["departures"]["24-09-14"]
    assert (shown["status"], shown["available_slots"]) == ("available", 0)
    not_booked(desk, "has 0 slots left")


def test_the_chosen_agent_gets_booking_and_traveler(desk: Episode) -> None:
    book(
        desk,
        traveler_id=OMAR,
        travelers=[HIM],
        rooming={"room_type": "single", "occupancy": 1},
        add_ons=[],
        insurance=None,
        payment_methods=pay((OMARS_CARD, 1450)),
        agent_id=BEN,
    )
    ben = done(desk, "get_agent_details", agent_id=BEN)
    assert ben["assigned_travelers"] == [NORA, OMAR]
    assert ben["bookings_handled"][-1] == "TAU001"
    assert booking(desk, "TAU001")["agent_id"] == BEN
    assert changed_tables(desk)["agent_traveler"] == (0, 1)


@pytest.mark.parametrize(
    ("insurance", "stored", "total"),
    [
        # 2 x 1450 = 2900, and 2 x 50 or 2 x 100 for insurance.
        (None, None, 2900),
        ("", None, 2900),
        ("  ", None, 2900),
        ("standard", "standard", 3000),
        (" Premium ", "premium", 3100),
        ("Standard Plan", "standard plan", 2900),
        ("none", "none", 2900),
    ],
)
def test_insurance_is_stored_in_small_letters_and_costs_per_traveler(
    desk: Episode, insurance: str | None, stored: str | None, total: int
) -> None:
    shown = book(desk, add_ons=[], insurance=insurance, payment_methods=pay((PAYPAL, total)))
    assert (shown["insurance"], shown["total_price"]) == (stored, total)


def test_insurance_may_be_left_out(desk: Episode) -> None:
    arguments = {**ARGUMENTS, "add_ons": [], "payment_methods": pay((CARD, 2900))}
    del arguments["insurance"]
    assert done(desk, "book_package", **arguments)["insurance"] is None


def test_add_ons_count_once_and_payments_stay_in_their_order(desk: Episode) -> None:
    # 2 x 1310.50 + 45.50 + 90 + 2 x 100 = 2956.50.
    shown = book(
        desk,
        departure_date="24-10-05",
        add_ons=[SHARED, PRIVATE],
        insurance="premium",
        payment_methods=pay((PAYPAL, 956.5), (CARD, 2000)),
    )
    assert shown["total_price"] == 2956.5
    assert ledger(shown) == [(PAYPAL, 956.5), (CARD, 2000)]
    assert shown["add_ons"] == [SHARED, PRIVATE]
    assert slots(desk) == {**BASE_SLOTS, "24-10-05": 4}


def test_amounts_with_more_decimals_are_rounded_half_up(desk: Episode) -> None:
    # 2900 + 0.125, rounded to 0.13, + 100 = 3000.13.
    shown = book(
        desk,
        add_ons=[{**COOKING, "price": 0.125}],
        payment_methods=pay((CARD, 3000.125)),
    )
    assert shown["total_price"] == 3000.13
    assert ledger(shown) == [(CARD, 3000.13)]


def test_ids_follow_one_another_and_those_of_cancelled_bookings_stay_taken(
    desk: Episode,
) -> None:
    alone = {
        "departure_date": "24-10-05",
        "travelers": [HER],
        "rooming": {"room_type": "single", "occupancy": 1},
        "add_ons": [],
        "insurance": None,
        "payment_methods": pay((CARD, 1310.5)),
    }
    ids = [book(desk, **alone)["booking_id"] for _ in range(2)]
    done(desk, "cancel_booking", booking_id="TAU001")
    ids += [book(desk, **alone)["booking_id"] for _ in range(3)]
    assert ids == ["TAU001", "TAU002", "TAU003", "TAU004", "TAU005"]
    # Six slots, one given back, five taken.
    assert slots(desk)["24-10-05"] == 2


MALFORMED: list[tuple[str, dict[str, Any]]] = [
    ("list of travelers is empty", {"travelers": []}),
    ("no first or last name", {"travelers": [{**HER, "first_name": " "}]}),
    ("no first or last name", {"travelers": [HER, {**LENA, "last_name": ""}]}),
    ("is no date", {"travelers": [{**HER, "dob": "1988-03-09"}]}),
    ("is no date", {"travelers": [{**HER, "dob": "88-02-30"}]}),
    ("is no date", {"travelers": [{**HER, "dob": "88-3-9"}]}),
    ("is no date", {"travelers": [{**HER, "dob": ""}]}),
    ("dob", {"travelers": [{"first_name": "Nora", "last_name": "Quist"}]}),
    ("room_type must not be empty", {"rooming": {"room_type": " ", "occupancy": 2}}),
    ("occupancy of 0", {"rooming": {"room_type": "double", "occupancy": 0}}),
    ("occupancy", {"rooming": {"room_type": "double"}}),
    ("room_type", {"rooming": {"occupancy": 2}}),
    ("price below 0", {"add_ons": [{**COOKING, "price": -0.01}]}),
    ("no type or no description", {"add_ons": [{**COOKING, "type": ""}]}),
    ("no type or no description", {"add_ons": [{**COOKING, "description": " "}]}),
    ("price", {"add_ons": [{"type": "cooking_class", "description": "x"}]}),
    ("list of payment methods is empty", {"payment_methods": []}),
    ("must be above 0", {"payment_methods": pay((CARD, 3120), (PAYPAL, 0))}),
    ("must be above 0", {"payment_methods": pay((CARD, 3130), (PAYPAL, -10))}),
    ("must be above 0", {"payment_methods": pay((CARD, 3120), (PAYPAL, 0.004))}),
    ("amount", {"payment_methods": [{"payment_id": CARD}]}),
]


@pytest.mark.parametrize(("reason", "other"), MALFORMED)
def test_malformed_input_is_told_before_anything_else(
    desk: Episode, reason: str, other: dict[str, Any]
) -> None:
    not_booked(desk, reason, **other)
    not_booked(desk, reason, **other, traveler_id="nobody", package_id="nothing")
    assert desk.changes().is_empty


IN_ORDER: list[tuple[str, dict[str, Any]]] = [
    ("no traveler NOBODY1", {"traveler_id": "NOBODY1"}),
    ("no package NOTHING", {"package_id": "NOTHING"}),
    ("agent A8CY55D does not manage", {"agent_id": CY}),
    ("no departure on 24-09-15", {"departure_date": "24-09-15"}),
    ("24-05-10 is not later than today", {"departure_date": "24-05-10"}),
    ("24-11-02 is limited; only", {"departure_date": "24-11-02"}),
    ("has 2 slots left, but 3", {"travelers": [HER, LENA, HIM]}),
    ("credit_card_2000001 is not in the profile", {"payment_methods": pay((OMARS_CARD, 1))}),
    ("add up to 3119.99 EUR, but the total is 3120", {"payment_methods": pay((CARD, 3119.99))}),
]
"""Each refusal with a value that causes it, in the order in which they are told."""


def test_the_documented_order_decides_which_error_is_told(desk: Episode) -> None:
    for place, (reason, _) in enumerate(IN_ORDER):
        # The value of this error and of all later ones; the first value of a name counts.
        later: dict[str, Any] = {}
        for _, other in reversed(IN_ORDER[place:]):
            later.update(other)
        not_booked(desk, reason, **later)
    assert desk.changes().is_empty


@pytest.mark.parametrize(
    ("reason", "other"),
    [
        ("P9ZZ11Q has no agent", {"package_id": NO_AGENT, "departure_date": "24-09-01"}),
        ("no agent A0NONE0", {"agent_id": "A0NONE0"}),
        ("no agent A0NONE0", {"package_id": NO_AGENT, "agent_id": "A0NONE0"}),
        ("does not manage", {"package_id": NO_AGENT, "agent_id": ANA}),
        ("24-05-15 is not later than today", {"departure_date": "24-05-15"}),
        ("no departure on 2024-09-14", {"departure_date": "2024-09-14"}),
        ("24-12-20 is sold_out; only", {"departure_date": "24-12-20"}),
        ("has 0 slots left", {"package_id": CLOSED, "departure_date": "24-10-20"}),
        ("not in the profile of traveler 5NM4X7B", {"traveler_id": PILAR}),
        ("3051 is not in the profile", {"payment_methods": pay(("3051", 3120))}),
        ("add up to 3120.01 EUR", {"payment_methods": pay((CARD, 3120), (PAYPAL, 0.01))}),
    ],
)
def test_further_refusals(desk: Episode, reason: str, other: dict[str, Any]) -> None:
    not_booked(desk, reason, **other)
    assert desk.changes().is_empty


def test_what_the_policy_forbids_and_the_tool_lets_pass(desk: Episode) -> None:
    # Two persons in a room for one, and an add-on of another agency: 2900 + 1 + 100.
    shown = book(
        desk,
        rooming={"room_type": "hammock", "occupancy": 1},
        add_ons=[{"type": "balloon", "description": "Over the river", "price": 1}],
        payment_methods=pay((CARD, 3001)),
    )
    assert shown["rooming"] == {"room_type": "hammock", "occupancy": 1}
    assert shown["total_price"] == 3001
