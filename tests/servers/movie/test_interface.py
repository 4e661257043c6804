"""The tools as agents see them, and the policy that they are given."""

import re

from tau_emo_servers.domain import served_domain

from ..interface import brief

MOVIE = served_domain("movie")

READ = {
    "list_movies",
    "list_theaters",
    "get_movie_details",
    "get_theater_details",
    "list_shows",
    "get_show_details",
    "get_show_status",
    "get_seat_availability",
    "price_preview",
    "get_booking_details",
    "calculate",
    "transfer_to_human_agents",
    "think",
}
WRITE = {"create_booking", "cancel_booking", "update_booking_seats"}

SHOW = "theater_id: string, show_id: string"
PARAMETERS = {
    "list_movies": "",
    "list_theaters": "",
    "get_movie_details": "movie_id: string",
    "get_theater_details": "theater_id: string",
    "list_shows": "theater_id: string, date: string, movie_id?: string",
    "get_show_details": f"{SHOW}, date?: string",
    "get_show_status": SHOW,
    "get_seat_availability": SHOW,
    "price_preview": f"{SHOW}, seats: [object], concessions?: [object]",
    "cancel_booking": "booking_id: string",
    "get_booking_details": "booking_id: string",
    "calculate": "expression: string",
    "transfer_to_human_agents": "summary: string",
    "think": "thought: string",
}
EXTRA = "{brand?: string, last_four?: string}"
METHOD = f"{{source: card|wallet|cash|gift_card, payment_method_id: string, extra_info?: {EXTRA}}}"
PAYMENT = f"payment_id: string, amount: number, method: {METHOD}, created_at: string"
CUSTOMER = (
    "{name: {first_name: string, last_name: string}, email: string, phone: string, "
    "loyalty_id?: string}"
)


def test_thirteen_tools_read_and_three_write() -> None:
    kinds = {name: tool.kind for name, tool in MOVIE.tools.items()}
    assert kinds == {**dict.fromkeys(READ, "read"), **dict.fromkeys(WRITE, "write")}


def test_names_types_and_enums_are_the_published_ones() -> None:
    shown = {name: brief(tool.parameters) for name, tool in MOVIE.tools.items()}
    assert {name: shown[name] for name in PARAMETERS} == PARAMETERS
    assert shown["create_booking"] == (
        f"{SHOW}, customer: {CUSTOMER}, seats: [object], "
        f"delivery_method: e-ticket|box-office|kiosk, payments: [{PAYMENT}], "
        "concessions?: [object], special_requests?: string"
    )
    assert shown["update_booking_seats"] == (
        f"booking_id: string, seats: [object], payment?: {{{PAYMENT}}}"
    )


def test_the_policy_states_every_rule_by_its_id() -> None:
    stated = set(re.findall(r"\[(MOV-\d\d)\]", MOVIE.policy))
    assert stated == {f"MOV-{number:02d}" for number in range(1, 28)}


def test_shared_rules_that_the_theaters_word_themselves_bear_their_ids() -> None:
    assert set(re.findall(r"COM-\d\d", MOVIE.policy)) == {"COM-11", "COM-12", "COM-14"}


def test_the_policy_begins_with_the_time() -> None:
    first = MOVIE.policy.split("\n\n")[1]
    assert first.startswith("It is Wednesday, 15 May 2024, 15:00:00 EST")
    assert "UTC-05:00" in first
    assert "`24-05-15-15-00`" in first


def test_the_policy_names_the_values_that_the_tools_use() -> None:
    for value in (
        *("scheduled", "canceled", "completed"),
        *("confirmed", "refunded", "pending"),
        *("adult", "child", "senior"),
        *("e-ticket", "box-office", "kiosk"),
        *("card", "wallet", "cash", "gift_card"),
        *("standard", "recliner"),
    ):
        assert f"`{value}`" in MOVIE.policy, value


def test_hints_tell_what_repeating_a_call_does() -> None:
    hints = {name: (MOVIE.tools[name].destructive, MOVIE.tools[name].idempotent) for name in WRITE}
    assert hints == {
        "create_booking": (False, False),
        "cancel_booking": (True, True),
        "update_booking_seats": (True, True),
    }
