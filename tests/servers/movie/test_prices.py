"""What a booking would cost; the checks that all tools with seats share, in their order."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import EVENING, LATE, ODD, OFF, OVER, RENO, TULSA, payment, seats

POPCORN = {"item_id": "POP-S", "name": "Popcorn", "size": "small", "quantity": 1, "price_each": 6}


def preview(desk: Episode, *pairs: str, show: str = EVENING, **arguments: Any) -> dict[str, Any]:
    theater = TULSA if show == ODD else RENO
    wanted = {"theater_id": theater, "show_id": show, "seats": seats(*pairs), **arguments}
    return done(desk, "price_preview", **wanted)


def test_two_adults_and_popcorn(desk: Episode) -> None:
    # 2 x 12.50; 2 x 1.50 + 2.00; 2 x 8 % of 14.00 = 2.24, 8 % of 6.00 = 0.48.
    # 25.00 + 6.00 + 5.00 + 2.72 = 38.72.
    assert preview(desk, "R1-03 adult", "R1-04 adult", concessions=[POPCORN]) == {
        "tickets_subtotal": 25,
        "concessions_subtotal": 6,
        "fees_total": 5,
        "tax_total": 2.72,
        "grand_total": 38.72,
        "ticket_count": 2,
        "booking_fee": 2,
    }
    assert desk.changes().is_empty


def test_tax_is_rounded_half_up_for_each_seat(desk: Episode) -> None:
    # 8.25 % of 12.75 + 1.25 = 14.00 is 1.155 and becomes 1.16; of 9.05 + 1.25 = 10.30 it is
    # 0.84975 and becomes 0.85; of 10.75 + 1.25 = 12.00 it is 0.99: together 3.00. Rounded
    # once, 8.25 % of 36.30 would be 2.99.
    shown = preview(desk, "R1-02 adult", "R1-10 child", "R2-01 senior", show=ODD)
    assert shown["tax_total"] == 3
    # 12.75 + 9.05 + 10.75 = 32.55; 3 x 1.25 + 1.50 = 5.25; 32.55 + 5.25 + 3.00 = 40.80.
    assert (shown["tickets_subtotal"], shown["fees_total"]) == (32.55, 5.25)
    assert shown["grand_total"] == 40.8


def test_tax_of_food_is_rounded_for_one_piece(desk: Episode) -> None:
    # 8 % of 3.19 = 0.2552 becomes 0.26; five pieces carry 1.30, where 8 % of 15.95 is 1.28.
    water = {**POPCORN, "item_id": "WATER", "quantity": 5, "price_each": 3.19}
    shown = preview(desk, "R1-03 child", concessions=[water])
    assert shown["concessions_subtotal"] == 15.95
    # 0.84 for the seat and 1.30; 9.00 + 15.95 + 3.50 + 2.14 = 30.59.
    assert (shown["tax_total"], shown["grand_total"]) == (2.14, 30.59)


def test_a_price_of_more_than_two_decimals_is_rounded_half_up(desk: Episode) -> None:
    # 2.675 becomes 2.68, whose tax of 0.2144 is 0.21.
    candy = {**POPCORN, "price_each": 2.675, "quantity": "2"}
    shown = preview(desk, "R1-03 adult", concessions=[candy])
    assert (shown["concessions_subtotal"], shown["tax_total"]) == (5.36, 1.54)
    free = preview(desk, "R1-03 adult", concessions=[{**POPCORN, "price_each": 0}])
    assert free["grand_total"] == 17.12


def test_the_prices_of_the_show_count_and_not_the_rules_of_the_theater(desk: Episode) -> None:
    # 18.00 + 1.50 + 2.00 + 8 % of 19.50 = 1.56.
    assert preview(desk, "R1-01 adult", show=LATE)["grand_total"] == 23.06


def test_fields_that_a_booking_shows_may_be_sent_back(desk: Episode) -> None:
    seat = {"seat_id": "R1-03", "ticket_type": "adult", "price": 1, "convenience_fee": 0, "tax": 0}
    food = {**POPCORN, "tax_each": 0, "total": 0}
    shown = preview(desk, "R1-03 adult", seats=[seat], concessions=[food])
    assert shown["grand_total"] == 17.12 + 6.48


CUSTOMER = {
    "name": {"first_name": "Nora", "last_name": "Quist"},
    "email": "nora.quist8812@example.com",
    "phone": "(555) 720-0702",
}
BOOKING = {
    "customer": CUSTOMER,
    "delivery_method": "kiosk",
    "payments": [payment(1)],
}
MALFORMED: list[dict[str, Any]] = [
    {},
    {**POPCORN, "item_id": ""},
    {**POPCORN, "name": " "},
    {**POPCORN, "size": None},
    {**POPCORN, "quantity": 1.5},
    {**POPCORN, "quantity": "0"},
    {**POPCORN, "quantity": "many"},
    {**POPCORN, "price_each": "-0.5"},
    {**POPCORN, "price_each": "cheap"},
    {**POPCORN, "quantity": 2**53},
    {key: value for key, value in POPCORN.items() if key != "price_each"},
]


@pytest.mark.parametrize(("tool", "further"), [("price_preview", {}), ("create_booking", BOOKING)])
def test_seats_are_refused_in_the_documented_order(
    desk: Episode, tool: str, further: dict[str, Any]
) -> None:
    """Each call repeats every later mistake, so the order of the checks shows."""
    bad_food = {**POPCORN, "name": ""}
    wrong: dict[str, Any] = {
        **further,
        "theater_id": "TH9NONE",
        "show_id": "SH9NONE",
        "seats": [{"ticket_type": "adult"}],
        "concessions": [{**bad_food, "quantity": 0, "price_each": -1}],
    }

    def fails(reason: str, **change: Any) -> None:
        wrong.update(change)
        refused(desk, reason, tool, **wrong)

    fails("seats[0] has no seat_id")
    fails("seats[0] has no seat_id", seats=[{"seat_id": None}])
    fails("no theater TH9NONE", seats=[])
    fails("no show SH9NONE", theater_id=RENO)
    fails("no show", show_id=ODD)
    fails(f"show {OFF} is canceled", show_id=OFF)
    fails(f"show {OVER} is completed", show_id=OVER)
    fails("list of seats is empty", show_id=EVENING)
    fails("seat R9-99 is listed twice", seats=seats("R9-99 baby", "R9-99 baby", "R1-01 baby"))
    fails("quantity of concessions[0] is 0", seats=seats("R1-01 baby", "R9-99 baby"))
    fails("price of concessions[0] is -1", concessions=[{**bad_food, "price_each": -1}])
    fails("no seat R9-99", concessions=[bad_food])
    fails("seat R1-01 of", seats=seats("R1-01 baby"))
    fails("seat R1-03 has no ticket type", seats=seats("R1-03 baby"))
    fails("seat R1-03 has no ticket type", seats=[{"seat_id": "R1-03"}])
    fails("seat R1-03 has no ticket type", seats=seats("R1-03 Adult"))
    for bad in MALFORMED:
        fails("concessions[0]", seats=seats("R1-03 adult"), concessions=[bad])


def test_a_seat_that_a_pending_booking_wants_is_free(desk: Episode) -> None:
    assert preview(desk, "R1-03 adult")["grand_total"] == 17.12
