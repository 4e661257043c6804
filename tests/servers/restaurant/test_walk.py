"""A long walk of valid writes over the whole base: what must always hold holds after each."""

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
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
from tau_emo_servers.episode import Episode

from .account import check_every_ticket

RESTAURANT = served_domain("restaurant")
Arguments = dict[str, Any]


class Walk:
    """Chooses, from the present state, a write that may be done.

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


WRITES: dict[str, tuple[Callable[[Walk], Arguments], int]] = {
    "cancel_placed_ticket": (Walk.cancel, 2),
    "modify_placed_ticket_dropoff": (Walk.dropoff, 3),
    "modify_placed_ticket_table": (Walk.table, 3),
    "modify_placed_ticket_items": (Walk.items, 8),
    "modify_placed_ticket_instrument": (Walk.instrument, 3),
    "add_tip_to_ticket": (Walk.tip, 3),
}
"""How arguments of each write are chosen, and how often it is, against the others."""


def walk(steps: int, seed: str) -> tuple[list[ToolCall], Any]:
    """So many writes, each checked; the calls and what they changed."""
    chance = random.Random(seed)
    with EpisodeState.open(RESTAURANT.data) as state:
        house = Episode(RESTAURANT, state)
        check_every_ticket(state)
        for _ in range(steps):
            (tool,) = chance.choices(list(WRITES), [weight for _, weight in WRITES.values()])
            with state.session() as db:
                arguments = WRITES[tool][0](Walk(db, chance))
            before = state.changes()
            call = house.call(tool, arguments)
            assert not call.is_error, (tool, arguments, call.result)
            assert before != state.changes() or tool not in _ALWAYS_CHANGING
            check_every_ticket(state)
        with state.session() as db:
            dangling = db.connection().exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        assert dangling == []
        return house.calls, state.changes()


_ALWAYS_CHANGING = set(WRITES) - {"modify_placed_ticket_dropoff", "modify_placed_ticket_table"}
"""An address or a table may be set to what it is."""


def replay(calls: list[ToolCall]) -> Any:
    """What the calls change on a fresh copy; their results must be the same."""
    with EpisodeState.open(RESTAURANT.data) as state:
        house = Episode(RESTAURANT, state)
        for call in calls:
            assert house.call(call.name, call.arguments).result == call.result
        return state.changes()


@pytest.mark.parametrize("steps", [20, pytest.param(200, marks=pytest.mark.full)])
def test_every_account_holds_after_every_write_and_a_replay_changes_the_same(steps: int) -> None:
    calls, changes = walk(steps, f"walk of {steps}")
    assert len(calls) == steps
    assert {call.name for call in calls} == set(WRITES)
    assert replay(calls) == changes
