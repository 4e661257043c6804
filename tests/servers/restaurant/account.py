"""What must hold for every ticket of the real restaurant, whatever valid calls were made."""

from collections import Counter, defaultdict

from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Instrument,
    LineEntry,
    Plate,
    Ticket,
)


def check_every_ticket(state: EpisodeState) -> None:
    """Money, plates, batches, owners and fields that belong to a service mode."""
    with state.session() as db:
        tickets = db.exec(select(Ticket)).all()
        owners = {one.instrument_ref: one.guest_ref for one in db.exec(select(Instrument))}
        dishes = {one.plate_ref: one.dish_ref for one in db.exec(select(Plate))}
        charges: defaultdict[str, list[Charge]] = defaultdict(list)
        for charge in db.exec(select(Charge)):
            charges[charge.ticket_ref].append(charge)
        lines: defaultdict[str, list[LineEntry]] = defaultdict(list)
        for line in db.exec(select(LineEntry)):
            lines[line.ticket_ref].append(line)
    for ticket in tickets:
        key = ticket.ticket_ref
        sums: Counter[str] = Counter()
        for charge in charges[key]:
            assert charge.total >= 0
            assert owners[charge.instrument_ref] == ticket.guest_ref
            sums[charge.kind] += charge.total
        held = sums["payment"] - sums["refund"]
        due = sum(line.cost for line in lines[key]) + sums["tax"] + sums["delivery_fee"]
        assert held == (0 if ticket.state == "cancelled" else due), key
        positions = sorted(charge.position for charge in charges[key])
        assert positions == list(range(len(positions)))
        assert all(dishes[line.plate_ref] == line.dish_ref for line in lines[key])
        packed = Counter(ref for batch in ticket.prep_batches for ref in batch.plate_refs)
        assert packed == Counter(line.plate_ref for line in lines[key]), key
        assert (ticket.dropoff is not None) is (ticket.service_mode == "delivery")
        assert (ticket.table_info is not None) is (ticket.service_mode == "dine_in")
