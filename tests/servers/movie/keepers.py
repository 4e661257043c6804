"""What the tools keep of the policy, and what they leave to the agent: a call for every rule."""

from collections.abc import Callable
from typing import Any

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CALLED_OFF,
    EVENING,
    LATE,
    NORAS,
    OFF,
    OMARS,
    OVER,
    PENDING,
    RENO,
    SEEN,
    WHEELCHAIR,
    booking,
    held,
    payment,
    seats,
    totals,
)
from .test_prices import CUSTOMER, POPCORN

# One adult without food costs 17.12 for the evening show and 23.06 for the late one.
ALONE: dict[str, Any] = {
    "theater_id": RENO,
    "show_id": EVENING,
    "customer": CUSTOMER,
    "seats": seats("R1-03 adult"),
    "delivery_method": "e-ticket",
    "payments": [payment(17.12)],
}
LATE_ALONE = {**ALONE, "show_id": LATE, "payments": [payment(23.06)]}


# The tools keep these: the call is an error and changes nothing.


def no_show_that_is_off_or_over(desk: Episode) -> None:
    refused(desk, "is canceled", "create_booking", **{**ALONE, "show_id": OFF})
    refused(desk, "is completed", "create_booking", **{**ALONE, "show_id": OVER})


def no_seat_that_is_held_or_not_there(desk: Episode) -> None:
    refused(desk, "already booked", "create_booking", **{**ALONE, "seats": seats("R1-01 adult")})
    refused(desk, "no seat", "create_booking", **{**ALONE, "seats": seats("R7-01 adult")})


def no_part_of_the_sum(desk: Episode) -> None:
    half = {**ALONE, "payments": [payment(8.56)]}
    refused(desk, "the total is $17.12", "create_booking", **half)


def no_change_of_what_is_settled(desk: Episode) -> None:
    for key in (PENDING, CALLED_OFF, SEEN):
        wanted = {"booking_id": key, "seats": seats("R1-04 adult")}
        refused(desk, "can be", "update_booking_seats", **wanted)


KEPT_BY_TOOLS: dict[str, Callable[[Episode], None]] = {
    "MOV-10": no_show_that_is_off_or_over,
    "MOV-11": no_seat_that_is_held_or_not_there,
    "MOV-17": no_part_of_the_sum,
    "MOV-21": no_change_of_what_is_settled,
}


# The tools would let these through: only the agent keeps the rule.


def a_booking_by_its_id_alone(desk: Episode) -> None:
    assert booking(desk, NORAS)["customer"]["phone"] == "(555) 720-0702"
    assert done(desk, "cancel_booking", booking_id=NORAS)["status"] == "canceled"


def bookings_of_two_customers(desk: Episode) -> None:
    for key in (NORAS, OMARS):
        assert done(desk, "cancel_booking", booking_id=key)["status"] == "canceled"


def a_booking_without_a_yes(desk: Episode) -> None:
    assert done(desk, "create_booking", **ALONE)["status"] == "confirmed"


def several_calls_in_a_row(desk: Episode) -> None:
    done(desk, "list_movies")
    done(desk, "list_theaters")


def a_hand_off_for_no_reason(desk: Episode) -> None:
    done(desk, "transfer_to_human_agents", summary="wants a recommendation")


def a_seat_for_wheelchairs(desk: Episode) -> None:
    wanted = {**ALONE, "seats": seats(f"{WHEELCHAIR} adult")}
    assert held(done(desk, "create_booking", **wanted)) == [f"{WHEELCHAIR} adult"]


def a_loyalty_id_that_nobody_gave(desk: Episode) -> None:
    customer = {**CUSTOMER, "loyalty_id": "LOY-99999"}
    shown = done(desk, "create_booking", **{**ALONE, "customer": customer})
    assert shown["customer"]["loyalty_id"] == "LOY-99999"


def food_at_a_price_that_nobody_stated(desk: Episode) -> None:
    # 17.12 + 0.01; the tax on a cent is none.
    cheap = [{**POPCORN, "price_each": 0.01}]
    wanted = {**ALONE, "concessions": cheap, "payments": [payment(17.13)]}
    assert totals(done(desk, "create_booking", **wanted))[1] == 0.01


def a_new_booking_for_the_same_show(desk: Episode) -> None:
    done(desk, "cancel_booking", booking_id=OMARS)
    wanted = {**ALONE, "seats": seats("R2-03 adult"), "delivery_method": "kiosk"}
    assert done(desk, "create_booking", **wanted)["delivery"]["method"] == "kiosk"


def another_show_beside_the_old_one(desk: Episode) -> None:
    done(desk, "create_booking", **LATE_ALONE)
    assert booking(desk, OMARS)["status"] == "confirmed"


def a_booking_of_a_show_that_is_over(desk: Episode) -> None:
    assert done(desk, "cancel_booking", booking_id=SEEN)["status"] == "canceled"


def a_difference_that_was_not_told(desk: Episode) -> None:
    # One adult more: 12.50 + 1.50 + 1.12.
    wanted = {"seats": seats("R2-03 adult", "R2-05 adult"), "payment": payment(15.12)}
    assert totals(done(desk, "update_booking_seats", booking_id=OMARS, **wanted))[5] == 32.24


def fewer_seats_by_a_new_booking(desk: Episode) -> None:
    done(desk, "cancel_booking", booking_id=NORAS)
    wanted = {**ALONE, "seats": seats("R1-01 adult")}
    assert held(done(desk, "create_booking", **wanted)) == ["R1-01 adult"]


def a_booking_id_that_was_guessed(desk: Episode) -> None:
    assert booking(desk, "BKG002")["customer"]["name"]["first_name"] == "Omar"


def a_write_without_a_look(desk: Episode) -> None:
    done(desk, "update_booking_seats", booking_id=OMARS, seats=seats("R2-05 adult"))


def the_same_failure_again(desk: Episode) -> None:
    for _ in range(2):
        refused(desk, "no booking BKG001", "get_booking_details", booking_id="BKG001")


LEFT_TO_THE_AGENT: dict[str, Callable[[Episode], None]] = {
    "MOV-01": a_booking_by_its_id_alone,
    "MOV-02": bookings_of_two_customers,
    "MOV-03": a_booking_without_a_yes,
    "MOV-04": several_calls_in_a_row,
    "MOV-07": a_hand_off_for_no_reason,
    "MOV-08": a_hand_off_for_no_reason,
    "MOV-12": a_seat_for_wheelchairs,
    "MOV-13": a_loyalty_id_that_nobody_gave,
    "MOV-14": a_booking_without_a_yes,
    "MOV-16": food_at_a_price_that_nobody_stated,
    "MOV-19": a_new_booking_for_the_same_show,
    "MOV-20": another_show_beside_the_old_one,
    "MOV-22": a_booking_of_a_show_that_is_over,
    "MOV-23": a_difference_that_was_not_told,
    "MOV-24": fewer_seats_by_a_new_booking,
    "MOV-27": a_booking_id_that_was_guessed,
    "COM-11": a_write_without_a_look,
    "COM-14": the_same_failure_again,
}

ONLY_TALK = {
    "MOV-05": "what is told",
    "MOV-06": "opinions",
    "MOV-09": "the notice",
    "MOV-15": "prices that are told",
    "MOV-18": "what is said about promotions",
    "MOV-25": "promises about refunds",
    "MOV-26": "what is said about compensation",
    "COM-12": "the report",
}
"""Rules about what the agent says; no tool takes part in them."""
