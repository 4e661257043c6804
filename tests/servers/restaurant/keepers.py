"""Who keeps each rule of the policy: the tools, which refuse, or the agent, whom they would let.

Every check is made at the small restaurant of desk.py, each in a fresh episode.
"""

from collections.abc import Callable

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CANCELLED,
    CHICKEN,
    DELIVERED,
    DELIVERY,
    DINE_IN,
    GIFT,
    HOT,
    IN_PROGRESS,
    MILD,
    NORA,
    OMAR,
    OMARS,
    OMARS_CARD,
    PAID_TWICE,
    PAYPAL,
    PUFF,
    SHORTCRUST,
    TAKEOUT,
    VISA,
    account,
    ticket,
)

ADDRESS = {
    "line_one": "1 Nowhere Road",
    "line_two": "",
    "municipality": "Leeds",
    "province": "",
    "nation": "United Kingdom",
    "postal_code": "LS6 1AA",
}
TABLE = {"zone": "Garden", "table_no": "T21", "seat_count": 4}


def items(desk: Episode, reason: str, old: list[str], new: list[str]) -> None:
    call = {"ticket_ref": DELIVERY, "plate_refs": old, "new_plate_refs": new}
    refused(desk, reason, "modify_placed_ticket_items", instrument_ref=VISA, **call)


def identified(desk: Episode) -> None:
    done(desk, "find_patron_ref_by_email", email="nora.quist8812@example.com")


# Kept by the tools.


def only_placed(desk: Episode) -> None:
    refused(desk, "is in_progress", "cancel_placed_ticket", ticket_ref=IN_PROGRESS, reason="ill")
    call = {"ticket_ref": DELIVERED, "instrument_ref": PAYPAL}
    refused(desk, "is delivered", "modify_placed_ticket_instrument", **call)


def refunds_to_what_paid(desk: Episode) -> None:
    """No parameter takes the money elsewhere, and it goes where it came from."""
    elsewhere = {"ticket_ref": TAKEOUT, "reason": "ill", "instrument_ref": GIFT}
    refused(desk, "instrument_ref", "cancel_placed_ticket", **elsewhere)
    shown = done(desk, "cancel_placed_ticket", ticket_ref=TAKEOUT, reason="ill")
    assert account(shown)[-1] == ("refund", 14.1, VISA)


def dropoff_of_deliveries(desk: Episode) -> None:
    refused(desk, "only a delivery", "modify_placed_ticket_dropoff", ticket_ref=DINE_IN, **ADDRESS)


def table_in_the_house(desk: Episode) -> None:
    refused(desk, "only a dine_in", "modify_placed_ticket_table", ticket_ref=DELIVERY, **TABLE)


def same_dish(desk: Episode) -> None:
    items(desk, "is not of the dish", [MILD], [PUFF])


def served_today(desk: Episode) -> None:
    items(desk, "is not served today", [MILD], [CHICKEN])


def one_to_one(desk: Episode) -> None:
    items(desk, "1 plates are listed with 2", [MILD], [HOT, HOT])
    items(desk, "has 2 of plate", [MILD] * 3, [HOT] * 3)


def one_payment(desk: Episode) -> None:
    for key, ref in ((PAID_TWICE, GIFT), (TAKEOUT, VISA)):
        call = {"ticket_ref": key, "instrument_ref": ref}
        reason = "has 2 payments" if key == PAID_TWICE else "already paid with"
        refused(desk, reason, "modify_placed_ticket_instrument", **call)


def no_tip_when_cancelled(desk: Episode) -> None:
    call = {"ticket_ref": CANCELLED, "tip_total": 2, "instrument_ref": VISA}
    refused(desk, "is cancelled", "add_tip_to_ticket", **call)


# Left to the agent: the tools carry these calls out.


def before_anybody_is_known(desk: Episode) -> None:
    assert done(desk, "get_patron_details", guest_ref=NORA)["guest_ref"] == NORA


def by_name_without_an_email(desk: Episode) -> None:
    names = {"given": "Nora", "family": "Quist", "postal_code": "SE1 7PB"}
    assert done(desk, "find_patron_ref_by_name_zip", **names) == NORA


def somebody_elses_profile(desk: Episode) -> None:
    identified(desk)
    assert done(desk, "get_patron_details", guest_ref=OMAR)["contact_email"]


def somebody_elses_ticket(desk: Episode) -> None:
    identified(desk)
    shown = done(desk, "cancel_placed_ticket", ticket_ref=OMARS, reason="a friend asked")
    assert account(shown)[-1] == ("refund", 10.1, OMARS_CARD)


def unseen_unlisted_and_for_no_known_reason(desk: Episode) -> None:
    """Nobody looked at the ticket, no listing was written, and the reason is made up."""
    identified(desk)
    shown = done(desk, "cancel_placed_ticket", ticket_ref=DELIVERY, reason="x")
    assert shown["state"] == "cancelled"


def an_invented_address(desk: Episode) -> None:
    shown = done(desk, "modify_placed_ticket_dropoff", ticket_ref=DELIVERY, **ADDRESS)
    assert shown["dropoff"] == ADDRESS


def an_instrument_nobody_chose(desk: Episode) -> None:
    call = {"ticket_ref": DELIVERY, "plate_refs": [SHORTCRUST], "new_plate_refs": [PUFF]}
    shown = done(desk, "modify_placed_ticket_items", instrument_ref=GIFT, **call)
    assert account(shown)[-1] == ("payment", 0.2, GIFT)


def a_tip_nobody_asked_for(desk: Episode) -> None:
    call = {"ticket_ref": DELIVERED, "tip_total": 50, "instrument_ref": VISA}
    assert account(done(desk, "add_tip_to_ticket", **call))[-1] == ("tip", 50, VISA)
    refused(desk, "below 0", "add_tip_to_ticket", **{**call, "tip_total": -50})


def a_hand_off_without_need(desk: Episode) -> None:
    assert done(desk, "transfer_to_human_agents", summary="wants another dish") == (
        "Transfer successful."
    )


def a_failed_call_again(desk: Episode) -> None:
    for _ in range(2):
        refused(desk, "is in_progress", "cancel_placed_ticket", ticket_ref=IN_PROGRESS, reason="x")
    assert ticket(desk, IN_PROGRESS)["state"] == "in_progress"


KEPT_BY_TOOLS: dict[str, Callable[[Episode], None]] = {
    "RST-08": only_placed,
    "RST-10": refunds_to_what_paid,
    "RST-11": dropoff_of_deliveries,
    "RST-12": table_in_the_house,
    "RST-14": same_dish,
    "RST-15": served_today,
    "RST-17": one_to_one,
    "RST-18": one_payment,
    "RST-19": no_tip_when_cancelled,
}
LEFT_TO_THE_AGENT: dict[str, Callable[[Episode], None]] = {
    "RST-01": before_anybody_is_known,
    "RST-02": by_name_without_an_email,
    "RST-03": somebody_elses_profile,
    "RST-04": somebody_elses_ticket,
    "RST-05": unseen_unlisted_and_for_no_known_reason,
    "RST-06": unseen_unlisted_and_for_no_known_reason,
    "RST-07": unseen_unlisted_and_for_no_known_reason,
    "RST-09": unseen_unlisted_and_for_no_known_reason,
    "RST-13": an_invented_address,
    "RST-16": an_instrument_nobody_chose,
    "RST-20": a_tip_nobody_asked_for,
    "RST-23": a_hand_off_without_need,
    "RST-24": a_hand_off_without_need,
    "COM-14": a_failed_call_again,
}
ONLY_TALK = {
    "RST-21": "how many calls a turn holds, and text beside them",
    "RST-22": "what the agent states",
    "RST-25": "the notice after a hand-off",
    "COM-12": "how an outcome is reported",
}
"""Rules about messages, which no call can show."""
