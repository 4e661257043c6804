"""A long walk of valid writes over the whole base: what must always hold holds after each."""

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from sqlmodel import Session, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Instrument,
    LineEntry,
    Patron,
    Plate,
    Ticket,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk
from .account import check_every_ticket

RESTAURANT = served_domain("restaurant")
Arguments = dict[str, Any]


class Present:
    """Chooses, from the present state, the arguments of writes that may be done.

    Args:
        db: the present state.
        chance: where the choice comes from.
    """

    def __init__(self, db: Session, chance: random.Random) -> None:
        self.chance = chance
        self.tickets = db.exec(select(Ticket)).all()
        self.placed = [one for one in self.tickets if one.state == "placed"]
        self.wallets: defaultdict[str, list[str]] = defaultdict(list)
        for one in db.exec(select(Instrument)):
            self.wallets[one.guest_ref].append(one.instrument_ref)
        self.charges: defaultdict[str, list[Charge]] = defaultdict(list)
        for charge in db.exec(select(Charge)):
            self.charges[charge.ticket_ref].append(charge)
        self.lines: defaultdict[str, list[LineEntry]] = defaultdict(list)
        for line in db.exec(select(LineEntry)):
            self.lines[line.ticket_ref].append(line)
        self.served: defaultdict[str, list[str]] = defaultdict(list)
        for plate in db.exec(select(Plate)):
            if plate.served_today:
                self.served[plate.dish_ref].append(plate.plate_ref)
        self.homes = [one.location for one in db.exec(select(Patron))]

    def wallet(self, ticket: Ticket) -> str:
        return self.chance.choice(self.wallets[ticket.guest_ref])

    def cancel(self) -> Arguments:
        return {"ticket_ref": self.chance.choice(self.placed).ticket_ref, "reason": "fell ill"}

    def dropoff(self) -> Arguments:
        ticket = self.chance.choice([one for one in self.placed if one.dropoff])
        return {"ticket_ref": ticket.ticket_ref, **self.chance.choice(self.homes).model_dump()}

    def table(self) -> Arguments:
        ticket = self.chance.choice([one for one in self.placed if one.table_info])
        return {
            "ticket_ref": ticket.ticket_ref,
            "zone": self.chance.choice(["Garden", "Terrace", "Roof"]),
            "table_no": f"T{self.chance.randint(1, 60):02d}",
            "seat_count": self.chance.randint(1, 9),
        }

    def items(self) -> Arguments:
        while True:
            ticket = self.chance.choice(self.placed)
            pairs = [
                (line.plate_ref, self.chance.choice(others))
                for line in self.lines[ticket.ticket_ref]
                if (others := [p for p in self.served[line.dish_ref] if p != line.plate_ref])
            ]
            if pairs:
                chosen = self.chance.sample(pairs, self.chance.randint(1, len(pairs)))
                return {
                    "ticket_ref": ticket.ticket_ref,
                    "plate_refs": [old for old, _ in chosen],
                    "new_plate_refs": [new for _, new in chosen],
                    "instrument_ref": self.wallet(ticket),
                }

    def instrument(self) -> Arguments:
        able: list[tuple[Ticket, str]] = []
        for ticket in self.placed:
            paid = [c for c in self.charges[ticket.ticket_ref] if c.kind == "payment"]
            if len(paid) == 1:
                others = self.wallets[ticket.guest_ref]
                able += [(ticket, ref) for ref in others if ref != paid[0].instrument_ref]
        ticket, ref = self.chance.choice(able)
        return {"ticket_ref": ticket.ticket_ref, "instrument_ref": ref}

    def tip(self) -> Arguments:
        ticket = self.chance.choice([one for one in self.tickets if one.state != "cancelled"])
        return {
            "ticket_ref": ticket.ticket_ref,
            "tip_total": self.chance.choice([0, 1.1, 2.675, 5, 12.34]),
            "instrument_ref": self.wallet(ticket),
        }


WRITES: dict[str, tuple[Callable[[Present], Arguments], int]] = {
    "cancel_placed_ticket": (Present.cancel, 2),
    "modify_placed_ticket_dropoff": (Present.dropoff, 3),
    "modify_placed_ticket_table": (Present.table, 3),
    "modify_placed_ticket_items": (Present.items, 8),
    "modify_placed_ticket_instrument": (Present.instrument, 3),
    "add_tip_to_ticket": (Present.tip, 3),
}
"""How arguments of each write are chosen, and how often it is, against the others."""


_ALWAYS_CHANGING = set(WRITES) - {"modify_placed_ticket_dropoff", "modify_placed_ticket_table"}
"""An address or a table may be set to what it is."""


class DomainWalk(Walk):
    def __init__(self, state: EpisodeState, chance: random.Random) -> None:
        super().__init__(state, chance)
        self.changes = state.changes()
        check_every_ticket(state)

    def choose(self) -> Call:
        (tool,) = self.chance.choices(list(WRITES), [weight for _, weight in WRITES.values()])
        with self.state.session() as db:
            return tool, WRITES[tool][0](Present(db, self.chance))

    def check(self, call: ToolCall) -> None:
        before, self.changes = self.changes, self.state.changes()
        assert before != self.changes or call.name not in _ALWAYS_CHANGING
        check_every_ticket(self.state)
