"""Changing the plates of a placed ticket.

Lines and today's prices stand in desk.py. Differences used here, all worked out by hand:

    mild, ordered at 12.30 -> hot    today 13.10:  0.80
    mild, ordered at 12.70 -> hot    today 13.10:  0.40
    mild, ordered at 12.30 -> large  today 15.80:  3.50
    mild, ordered at 12.70 -> large  today 15.80:  3.10
    hot,  ordered at 13.10 -> mild   today 12.50: -0.60
    hot,  ordered at 13.10 -> medium today 12.50: -0.60
    pie,  ordered at 10.10 -> puff   today 10.30:  0.20
"""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CHICKEN,
    CURRY,
    DELIVERY,
    GIFT,
    HOT,
    LARGE,
    MEDIUM,
    MILD,
    NORA,
    OMARS,
    OMARS_CARD,
    PAID_TWICE,
    PAYPAL,
    PIE,
    PUFF,
    SHORTCRUST,
    VISA,
    account,
    batches,
    changed_tables,
    lines,
    ticket,
)

Pairs = list[tuple[str, str]]


def asked(pairs: Pairs, ref: str = VISA, key: str = DELIVERY) -> dict[str, Any]:
    return {
        "ticket_ref": key,
        "plate_refs": [old for old, _ in pairs],
        "new_plate_refs": [new for _, new in pairs],
        "instrument_ref": ref,
    }


def change(desk: Episode, pairs: Pairs, ref: str = VISA, key: str = DELIVERY) -> Any:
    return done(desk, "modify_placed_ticket_items", **asked(pairs, ref, key))


def unchanged(desk: Episode, reason: str, **arguments: Any) -> None:
    call = {**asked([(SHORTCRUST, PUFF)]), **arguments}
    refused(desk, reason, "modify_placed_ticket_items", **call)
    assert desk.changes().is_empty


@pytest.mark.parametrize(
    ("pairs", "entry"),
    [
        ([(MILD, HOT)], ("payment", 0.8)),
        ([(HOT, MILD)], ("refund", 0.6)),
        ([(SHORTCRUST, PUFF)], ("payment", 0.2)),
        ([(MILD, HOT), (MILD, HOT)], ("payment", 1.2)),
        ([(MILD, LARGE), (MILD, LARGE)], ("payment", 6.6)),
        ([(HOT, MEDIUM), (SHORTCRUST, PUFF)], ("refund", 0.4)),
        ([(MILD, MEDIUM), (HOT, MEDIUM)], ("refund", 0.4)),  # 0.20 - 0.60
    ],
)
@pytest.mark.parametrize("ref", [VISA, PAYPAL, GIFT])
def test_the_difference_to_the_price_ordered_becomes_one_charge(
    desk: Episode, pairs: Pairs, entry: tuple[str, float], ref: str
) -> None:
    before = account(ticket(desk, DELIVERY))
    assert account(change(desk, pairs, ref)) == [*before, (*entry, ref)]


def test_no_difference_makes_no_charge(desk: Episode) -> None:
    # 13.10 - 12.30 + 12.50 - 12.70 + 12.50 - 13.10 = 0.80 - 0.20 - 0.60 = 0
    before = account(ticket(desk, DELIVERY))
    shown = change(desk, [(MILD, HOT), (MILD, MEDIUM), (HOT, MEDIUM)], GIFT)
    assert account(shown) == before
    assert changed_tables(desk) == {"line_entry": (3, 3), "ticket": (1, 1)}


def test_a_line_takes_plate_and_cost_and_nothing_else_changes(desk: Episode) -> None:
    before = ticket(desk, DELIVERY)
    shown = change(desk, [(MILD, HOT)])
    first, *others = before["line_entries"]
    assert shown["line_entries"] == [{**first, "plate_ref": HOT, "cost": 13.1}, *others]
    assert first["mods"]["side"] == "rice"
    kept = {"line_entries": [], "charges": [], "prep_batches": []}
    assert {**shown, **kept} == {**before, **kept}
    assert shown["charges"][:3] == before["charges"]  # tax and fee are not worked out again
    assert shown == ticket(desk, DELIVERY)
    assert changed_tables(desk) == {"line_entry": (1, 1), "charge": (0, 1), "ticket": (1, 1)}


def test_the_first_mention_takes_the_first_line_and_the_first_place_in_a_batch(
    desk: Episode,
) -> None:
    shown = change(desk, [(MILD, LARGE)])
    assert lines(shown) == [(LARGE, 15.8), (MILD, 12.7), (HOT, 13.1), (SHORTCRUST, 10.1)]
    assert batches(shown) == [[LARGE, HOT], [MILD, SHORTCRUST]]
    assert [batch["parcel_tags"] for batch in shown["prep_batches"]] == [["BAG-101"], ["BAG-102"]]


def test_two_mentions_take_two_lines_in_their_order(desk: Episode) -> None:
    # 15.80 - 12.30 + 10.30 - 10.10 + 13.10 - 12.70
    shown = change(desk, [(MILD, LARGE), (SHORTCRUST, PUFF), (MILD, HOT)])
    assert lines(shown) == [(LARGE, 15.8), (HOT, 13.1), (HOT, 13.1), (PUFF, 10.3)]
    assert account(shown)[3:] == [("payment", 4.1, VISA)]
    assert batches(shown) == [[LARGE, HOT], [HOT, PUFF]]


@pytest.mark.parametrize("backwards", [False, True])
def test_a_chain_changes_every_line_once(desk: Episode, backwards: bool) -> None:
    pairs = [(MILD, HOT), (HOT, LARGE)]
    shown = change(desk, pairs[::-1] if backwards else pairs)
    # The hot plate of the first pair must not become large with the second: 0.80 + 2.70.
    assert lines(shown) == [(HOT, 13.1), (MILD, 12.7), (LARGE, 15.8), (SHORTCRUST, 10.1)]
    assert account(shown)[3:] == [("payment", 3.5, VISA)]
    assert batches(shown) == [[HOT, LARGE], [MILD, SHORTCRUST]]


def test_plates_can_be_changed_again_and_on_a_ticket_paid_twice(desk: Episode) -> None:
    change(desk, [(MILD, LARGE)])
    shown = change(desk, [(LARGE, MILD)], GIFT)
    # Back from 15.80 to today's 12.50, not to the 12.30 of before.
    assert account(shown)[3:] == [("payment", 3.5, VISA), ("refund", 3.3, GIFT)]
    assert lines(shown)[0] == (MILD, 12.5)
    shown = change(desk, [(PUFF, SHORTCRUST)], PAYPAL, PAID_TWICE)
    assert account(shown)[2:] == [("refund", 0.2, PAYPAL)]


def test_a_refund_may_go_to_an_instrument_that_paid_nothing(desk: Episode) -> None:
    assert account(change(desk, [(HOT, MILD)], GIFT))[3:] == [("refund", 0.6, GIFT)]


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("list of plates is empty", {"plate_refs": [], "new_plate_refs": []}),
        ("list of plates is empty", {"plate_refs": []}),
        ("list of plates is empty", {"new_plate_refs": []}),
        (f"plate {SHORTCRUST} would be replaced by itself", {"new_plate_refs": [SHORTCRUST]}),
        (
            f"plate {MILD} would be replaced by itself",
            {"plate_refs": [SHORTCRUST, MILD], "new_plate_refs": [PUFF, MILD]},
        ),
        ("plate_refs", {"plate_refs": SHORTCRUST}),
        ("new_plate_refs[0]", {"new_plate_refs": [None]}),
        ("instrument_ref", {"instrument_ref": None}),
    ],
)
def test_input_of_the_wrong_shape_is_refused_first(
    desk: Episode, reason: str, changed: dict[str, Any]
) -> None:
    unchanged(desk, reason, **changed)
    unchanged(desk, reason, **{"ticket_ref": "nowhere", **changed})


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        (f"{OMARS_CARD} is not saved by patron {NORA}", {"instrument_ref": OMARS_CARD}),
        ("visa is not saved by patron", {"instrument_ref": "visa"}),
        (f"{VISA} is not saved by patron", {"ticket_ref": OMARS}),
        (f"has 0 of plate {LARGE}, but 1 asked for", {"plate_refs": [LARGE]}),
        (f"has 0 of plate {CURRY}", {"plate_refs": [CURRY]}),
        (
            f"has 2 of plate {MILD}, but 3 asked for",
            {"plate_refs": [MILD] * 3, "new_plate_refs": [HOT] * 3},
        ),
        ("1 plates are listed with 2 new ones", {"new_plate_refs": [PUFF, PUFF]}),
        (
            "2 plates are listed with 1 new ones",
            {"plate_refs": [SHORTCRUST, MILD], "new_plate_refs": [PUFF]},
        ),
        (f"there is no plate {PIE}", {"new_plate_refs": [PIE]}),
        (f"there is no plate {PUFF.lower()}", {"new_plate_refs": [PUFF.lower()]}),
        (f"plate {HOT} is not of the dish {PIE}", {"new_plate_refs": [HOT]}),
        (
            f"plate {CHICKEN} is not served today",
            {"plate_refs": [MILD], "new_plate_refs": [CHICKEN]},
        ),
    ],
)
def test_what_the_facts_do_not_allow_is_refused(
    desk: Episode, reason: str, changed: dict[str, Any]
) -> None:
    unchanged(desk, reason, **changed)


def test_the_documented_order_decides_which_error_is_told(desk: Episode) -> None:
    both = [MILD, SHORTCRUST]
    # 3 before 4, 4 before 5, 5 before 6.
    unchanged(desk, "nowhere is not saved", instrument_ref="nowhere", plate_refs=[LARGE])
    unchanged(desk, f"has 0 of plate {LARGE}", plate_refs=[LARGE], new_plate_refs=["x", "y"])
    unchanged(desk, "1 plates are listed with 2", new_plate_refs=["x", CHICKEN])
    # Pair by pair, and in each: on the menu, of the dish, served.
    unchanged(desk, "no plate x", plate_refs=both, new_plate_refs=["x", HOT])
    unchanged(desk, "is not served", plate_refs=both, new_plate_refs=[CHICKEN, "x"])
    unchanged(desk, "is not of the dish", plate_refs=both, new_plate_refs=[PUFF, "x"])
    unchanged(desk, "is not of the dish", new_plate_refs=[CHICKEN])
    # The rejection of a pair that comes last leaves the first pair undone, too.
    unchanged(desk, "is not served", plate_refs=both[::-1], new_plate_refs=[PUFF, CHICKEN])
