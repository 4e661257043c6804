"""Calls of the restaurant's tools."""

from collections import Counter
from collections.abc import Iterator

from sqlmodel import Session, col, select

from benchmarks.desks import Apart, Call, spaced
from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Dish,
    Instrument,
    LineEntry,
    Patron,
    Plate,
    Ticket,
)

EACH = 4
"""How often each tool is called."""
SOUGHT = 50 * EACH
"""How many tickets are looked at to find some that fit."""

_DROPOFF = {
    "line_one": "14 Mill Lane",
    "line_two": "Flat 3",
    "municipality": "London",
    "province": "",
    "nation": "United Kingdom",
    "postal_code": "SE1 7PB",
}
_TABLE = {"zone": "Terrace", "table_no": "T07", "seat_count": 2}


def reads(db: Session) -> Iterator[Call]:
    """Calls of the read tools."""
    patrons = [*db.exec(select(Patron))]
    for patron in spaced(patrons, EACH):
        yield "find_patron_ref_by_email", {"email": patron.contact_email}
        yield "get_patron_details", {"guest_ref": patron.guest_ref}
    names = Counter(map(_name, patrons))
    for patron in spaced([one for one in patrons if names[_name(one)] == 1], EACH):
        yield (
            "find_patron_ref_by_name_zip",
            {
                "given": patron.identity.given,
                "family": patron.identity.family,
                "postal_code": patron.location.postal_code,
            },
        )
    for ticket in spaced([*db.exec(select(Ticket))], EACH):
        yield "get_ticket_details", {"ticket_ref": ticket.ticket_ref}
    for dish in spaced([*db.exec(select(Dish))], EACH):
        yield "get_dish_details", {"dish_ref": dish.dish_ref}
    yield "list_all_dishes", {}


def writes(db: Session) -> Iterator[Call]:
    """Calls of the write tools, each on a ticket of its own."""
    apart = Apart()
    placed = select(Ticket).where(Ticket.state == "placed")
    for mode, tool, values in (
        ("delivery", "modify_placed_ticket_dropoff", _DROPOFF),
        ("dine_in", "modify_placed_ticket_table", _TABLE),
    ):
        rows = db.exec(placed.where(Ticket.service_mode == mode))
        for ticket in apart.pick(rows, lambda ticket: ticket.ticket_ref, EACH):
            yield tool, {"ticket_ref": ticket.ticket_ref, **values}
    sought = spaced([*db.exec(placed)], SOUGHT)
    others = ((one, other) for one in sought if (other := _other_instrument(db, one)))
    for ticket, other in apart.pick(others, lambda pair: pair[0].ticket_ref, EACH):
        yield (
            "modify_placed_ticket_instrument",
            {"ticket_ref": ticket.ticket_ref, "instrument_ref": other},
        )
    swaps = (
        select(Ticket, LineEntry.plate_ref, Plate.plate_ref)
        .join(LineEntry, col(LineEntry.ticket_ref) == Ticket.ticket_ref)
        .join(Plate, col(Plate.dish_ref) == LineEntry.dish_ref)
        .where(
            Ticket.state == "placed",
            col(Plate.served_today).is_(True),
            Plate.plate_ref != LineEntry.plate_ref,
        )
    )
    for ticket, old, new in apart.pick(db.exec(swaps), lambda swap: swap[0].ticket_ref, EACH):
        yield (
            "modify_placed_ticket_items",
            {
                "ticket_ref": ticket.ticket_ref,
                "plate_refs": [old],
                "new_plate_refs": [new],
                "instrument_ref": _instruments(db, ticket)[0],
            },
        )
    for ticket in apart.pick(db.exec(placed), lambda ticket: ticket.ticket_ref, EACH):
        yield (
            "cancel_placed_ticket",
            {"ticket_ref": ticket.ticket_ref, "reason": "the guests are ill"},
        )
    delivered = select(Ticket).where(Ticket.state == "delivered")
    for ticket in apart.pick(db.exec(delivered), lambda ticket: ticket.ticket_ref, EACH):
        yield (
            "add_tip_to_ticket",
            {
                "ticket_ref": ticket.ticket_ref,
                "tip_total": 4.5,
                "instrument_ref": _instruments(db, ticket)[0],
            },
        )


def _name(patron: Patron) -> tuple[str, str, str]:
    identity = patron.identity
    return identity.given.casefold(), identity.family.casefold(), patron.location.postal_code


def _instruments(db: Session, ticket: Ticket) -> list[str]:
    saved = select(Instrument.instrument_ref).where(Instrument.guest_ref == ticket.guest_ref)
    return [*db.exec(saved)]


def _other_instrument(db: Session, ticket: Ticket) -> str | None:
    """An instrument beside that of a ticket which was paid once and not refunded."""
    charges = db.exec(select(Charge).where(Charge.ticket_ref == ticket.ticket_ref)).all()
    paid = [one.instrument_ref for one in charges if one.kind == "payment"]
    if len(paid) != 1 or any(one.kind == "refund" for one in charges):
        return None
    return next((ref for ref in _instruments(db, ticket) if ref != paid[0]), None)
