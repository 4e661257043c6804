"""Every tool of the restaurant against generated calls on the real base."""

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.restaurant.tables import (
    Dish,
    Instrument,
    LineEntry,
    Patron,
    Plate,
    Ticket,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of

RESTAURANT = served_domain("restaurant")
MOVING_NOTHING = {"modify_placed_ticket_dropoff", "modify_placed_ticket_table"}


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    patrons: list[Patron]
    wallets: dict[str, list[str]]
    tickets: list[Ticket]
    lines: dict[str, list[LineEntry]]
    plates: dict[str, list[str]]
    """By dish, those that are served today."""


@cache
def base() -> Base:
    with EpisodeState.open(RESTAURANT.data) as state, state.session() as db:
        patrons = [*db.exec(select(Patron))]
        tickets = [*db.exec(select(Ticket))]
        plates = [*db.exec(select(Plate))]
        dishes = [*db.exec(select(Dish.dish_ref))]
        wallets: defaultdict[str, list[str]] = defaultdict(list)
        for one in db.exec(select(Instrument)):
            wallets[one.guest_ref].append(one.instrument_ref)
        lines: defaultdict[str, list[LineEntry]] = defaultdict(list)
        for line in db.exec(select(LineEntry)):
            lines[line.ticket_ref].append(line)
    served: defaultdict[str, list[str]] = defaultdict(list)
    for plate in plates:
        if plate.served_today:
            served[plate.dish_ref].append(plate.plate_ref)
    return Base(
        known={
            "guest_ref": [one.guest_ref for one in patrons],
            "email": [one.contact_email for one in patrons],
            "given": [one.identity.given for one in patrons],
            "family": [one.identity.family for one in patrons],
            "postal_code": [one.location.postal_code for one in patrons],
            "ticket_ref": [one.ticket_ref for one in tickets],
            "dish_ref": dishes,
            "plate_refs": [one.plate_ref for one in plates],
            "new_plate_refs": [one.plate_ref for one in plates],
            "instrument_ref": [one for some in wallets.values() for one in some],
            "expression": ["12.50 - 12.30", "2 * (3 + 4)", "1/3", "1/0", "2**9", "((1)", "-1.005"],
        },
        patrons=patrons,
        wallets=wallets,
        tickets=tickets,
        lines=lines,
        plates=served,
    )


def tickets_with(mode: str = "", *, placed: bool = True) -> st.SearchStrategy[Ticket]:
    return st.sampled_from(
        [
            one
            for one in base().tickets
            if (one.state == "placed") >= placed and mode in ("", one.service_mode)
        ]
    )


def instrument_of(ticket: Ticket) -> st.SearchStrategy[str]:
    return st.sampled_from(base().wallets[ticket.guest_ref])


@st.composite
def cancellation(draw: st.DrawFn) -> Arguments:
    return {"ticket_ref": draw(tickets_with()).ticket_ref, "reason": draw(st.sampled_from("ab"))}


@st.composite
def dropoff(draw: st.DrawFn) -> Arguments:
    home = draw(st.sampled_from(base().patrons)).location
    return {"ticket_ref": draw(tickets_with("delivery")).ticket_ref, **home.model_dump()}


@st.composite
def table(draw: st.DrawFn) -> Arguments:
    return {
        "ticket_ref": draw(tickets_with("dine_in")).ticket_ref,
        "zone": draw(st.sampled_from(["Terrace", "Garden", "Dachgarten"])),
        "table_no": draw(st.sampled_from(["T01", "T40", "7"])),
        "seat_count": draw(st.integers(1, 40)),
    }


@st.composite
def new_plates(draw: st.DrawFn) -> Arguments:
    """Some lines of a placed ticket, each with a served plate of the same dish."""
    ticket = draw(tickets_with())
    lines = draw(st.permutations(base().lines[ticket.ticket_ref]))
    pairs = [
        (line.plate_ref, draw(st.sampled_from(base().plates[line.dish_ref])))
        for line in lines[: draw(st.integers(1, len(lines)))]
        if base().plates[line.dish_ref]
    ]
    return {
        "ticket_ref": ticket.ticket_ref,
        "plate_refs": [old for old, _ in pairs],
        "new_plate_refs": [new for _, new in pairs],
        "instrument_ref": draw(instrument_of(ticket)),
    }


@st.composite
def payment(draw: st.DrawFn) -> Arguments:
    """A placed ticket and any of its owner's instruments."""
    ticket = draw(tickets_with())
    return {"ticket_ref": ticket.ticket_ref, "instrument_ref": draw(instrument_of(ticket))}


@st.composite
def tip(draw: st.DrawFn) -> Arguments:
    ticket = draw(tickets_with(placed=False))
    return {
        "ticket_ref": ticket.ticket_ref,
        "tip_total": draw(st.integers(0, 5_000)) / 1_000,
        "instrument_ref": draw(instrument_of(ticket)),
    }


@st.composite
def name_and_code(draw: st.DrawFn) -> Arguments:
    patron = draw(st.sampled_from(base().patrons))
    return {
        "given": patron.identity.given,
        "family": patron.identity.family,
        "postal_code": patron.location.postal_code,
    }


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "find_patron_ref_by_name_zip": name_and_code(),
    "cancel_placed_ticket": cancellation(),
    "modify_placed_ticket_dropoff": dropoff(),
    "modify_placed_ticket_table": table(),
    "modify_placed_ticket_items": new_plates(),
    "modify_placed_ticket_instrument": payment(),
    "add_tip_to_ticket": tip(),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A ticket, its dishes, and its owner's first instrument."""
    ticket = draw(st.sampled_from(base().tickets))
    lines = base().lines[ticket.ticket_ref]
    return {
        "ticket_ref": ticket.ticket_ref,
        "instrument_ref": base().wallets[ticket.guest_ref][0],
        "plate_refs": [line.plate_ref for line in lines],
        "new_plate_refs": [
            next((one for one in base().plates[line.dish_ref] if one != line.plate_ref), "none")
            for line in lines
        ],
    }


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(RESTAURANT.tools[tool], base().known, VALID.get(tool))


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """A ticket's account holds its lines, tax and fee until it is cancelled, then nothing."""
    if call.name in MOVING_NOTHING:
        for name in ("charge", "line_entry"):
            assert after[name] == before[name]
    shown = json.loads(call.result)
    sums: defaultdict[str, int] = defaultdict(int)
    for entry in shown["charges"]:
        assert entry["total"] >= 0
        sums[entry["kind"]] += round(entry["total"] * 100)
    due = sum(round(line["cost"] * 100) for line in shown["line_entries"])
    due += sums["tax"] + sums["delivery_fee"]
    held = sums["payment"] - sums["refund"]
    assert held == (0 if shown["state"] == "cancelled" else due)
    packed = sorted(ref for batch in shown["prep_batches"] for ref in batch["plate_refs"])
    assert packed == sorted(line["plate_ref"] for line in shown["line_entries"])
    for name in ("patron", "instrument", "dish", "plate"):
        assert after[name] == before[name]
