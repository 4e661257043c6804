"""How the restaurant's rows are shown to the agent: plain JSON, keys in a fixed order.

Amounts are shown in US dollars; in the database they are cents.
"""

from sqlmodel import Session

from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Dish,
    Instrument,
    LineEntry,
    Patron,
    Plate,
    Ticket,
)
from tau_emo_servers.money import shown
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View, plain


def patron_view(db: Session, patron: Patron) -> View:
    """A profile with its saved instruments and the references of its tickets."""
    instruments = rows_of(db, Instrument, guest_ref=patron.guest_ref)
    tickets = rows_of(db, Ticket, guest_ref=patron.guest_ref)
    return {
        "guest_ref": patron.guest_ref,
        "identity": patron.identity.model_dump(),
        "location": patron.location.model_dump(),
        "contact_email": patron.contact_email,
        "saved_instruments": {
            one.instrument_ref: {
                "instrument_ref": one.instrument_ref,
                "origin": one.origin,
                "metadata": one.card.model_dump(),
            }
            for one in instruments
        },
        "ticket_log": [ticket.ticket_ref for ticket in tickets],
    }


def dish_view(db: Session, dish: Dish) -> View:
    """A dish with all its plates, those that are not served today too."""
    plates = rows_of(db, Plate, dish_ref=dish.dish_ref)
    return {
        "dish_ref": dish.dish_ref,
        "title": dish.title,
        "selections": {
            plate.plate_ref: {
                "plate_ref": plate.plate_ref,
                "modifiers": plate.modifiers.model_dump(),
                "served_today": plate.served_today,
                "cost": shown(plate.cost),
            }
            for plate in plates
        },
    }


def ticket_view(db: Session, ticket: Ticket) -> View:
    """A ticket with its lines, batches and charges."""
    lines = rows_of(db, LineEntry, ticket_ref=ticket.ticket_ref)
    charges = rows_of(db, Charge, ticket_ref=ticket.ticket_ref)
    return {
        "ticket_ref": ticket.ticket_ref,
        "guest_ref": ticket.guest_ref,
        "service_mode": ticket.service_mode,
        "dropoff": plain(ticket.dropoff),
        "table_info": plain(ticket.table_info),
        "state": ticket.state,
        "line_entries": [
            {
                "label": line.label,
                "dish_ref": line.dish_ref,
                "plate_ref": line.plate_ref,
                "cost": shown(line.cost),
                "mods": line.mods.model_dump(),
            }
            for line in lines
        ],
        "prep_batches": [batch.model_dump(mode="json") for batch in ticket.prep_batches],
        "charges": [
            {
                "kind": charge.kind,
                "total": shown(charge.total),
                "instrument_ref": charge.instrument_ref,
            }
            for charge in charges
        ],
    }
