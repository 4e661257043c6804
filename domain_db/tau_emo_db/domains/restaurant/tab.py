"""A ticket with its lines and charges, and what may have happened to it.

The methods do what the house or a patron did before the first conversation, in the same
way as the tools do it, so every account adds up to the lines.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from tau_emo_db.domains.restaurant.tables import (
    Charge,
    ChargeKind,
    Instrument,
    LineEntry,
    Mods,
    Plate,
    PrepBatch,
    Ticket,
)
from tau_emo_db.draw import Draw

LOWEST_COST = 4_00
HIGHEST_COST = 60_00
PARCELS = ("HOT", "COLD", "BAG", "TRAY")

Pricing = Callable[[Draw, Plate], int]
"""What was charged for a plate, in cents."""


def as_today(_: Draw, plate: Plate) -> int:
    """Ordered at the price of today's menu."""
    return plate.cost


def dearer_than_today(draw: Draw, plate: Plate) -> int:
    """Ordered 3 to 12 % above today's price, within the price range of the house."""
    return min(HIGHEST_COST, plate.cost * draw.integer(1030, 1120) // 1000)


def cheaper_than_today(draw: Draw, plate: Plate) -> int:
    """Ordered 3 to 12 % below today's price, within the price range of the house."""
    return max(LOWEST_COST, plate.cost * draw.integer(880, 970) // 1000)


def as_it_was(draw: Draw, plate: Plate) -> int:
    """Ordered at today's price three times in four, else above or below it."""
    return draw.weighted({as_today: 6, dearer_than_today: 1, cheaper_than_today: 1})(draw, plate)


@dataclass(eq=False)
class Tab:
    """One ticket row and everything that hangs on it."""

    ticket: Ticket
    lines: list[LineEntry] = field(default_factory=list[LineEntry])
    charges: list[Charge] = field(default_factory=list[Charge])

    @property
    def subtotal(self) -> int:
        """The sum of the lines, in cents."""
        return sum(line.cost for line in self.lines)

    def put_on(self, plate: Plate, title: str, cost: int, mods: Mods) -> None:
        """Add one portion."""
        self.lines.append(
            LineEntry(
                ticket_ref=self.ticket.ticket_ref,
                position=len(self.lines),
                label=title,
                dish_ref=plate.dish_ref,
                plate_ref=plate.plate_ref,
                cost=cost,
                mods=mods,
            )
        )

    def record(self, kind: ChargeKind, total: int, instrument_ref: str) -> None:
        """Append one entry to the account."""
        self.charges.append(
            Charge(
                ticket_ref=self.ticket.ticket_ref,
                position=len(self.charges),
                kind=kind,
                total=total,
                instrument_ref=instrument_ref,
            )
        )

    def pay(self, instrument: Instrument, *, tax: int, delivery_fee: int) -> None:
        """Charge lines, tax and delivery fee as one payment, and break it down."""
        ref = instrument.instrument_ref
        self.record("payment", self.subtotal + tax + delivery_fee, ref)
        if tax:
            self.record("tax", tax, ref)
        if delivery_fee:
            self.record("delivery_fee", delivery_fee, ref)

    def tip(self, total: int, instrument: Instrument) -> None:
        """Charge a tip beside the payment."""
        self.record("tip", total, instrument.instrument_ref)

    def change_item(self, line: LineEntry, new: Plate, instrument: Instrument) -> None:
        """Replace one portion at today's price and settle the difference."""
        difference = new.cost - line.cost
        line.plate_ref, line.cost = new.plate_ref, new.cost
        if difference:
            kind = "payment" if difference > 0 else "refund"
            self.record(kind, abs(difference), instrument.instrument_ref)

    def change_instrument(self, new: Instrument) -> None:
        """Charge another instrument and refund the one that paid."""
        paid = next(charge for charge in self.charges if charge.kind == "payment")
        self.record("payment", paid.total, new.instrument_ref)
        self.record("refund", paid.total, paid.instrument_ref)

    def cancel(self) -> None:
        """Give every payment back to the instrument that made it; tips stay."""
        for charge in [charge for charge in self.charges if charge.kind == "payment"]:
            self.record("refund", charge.total, charge.instrument_ref)

    def pack(self, draw: Draw) -> None:
        """Send the lines, as they are now, out in one batch or two."""
        refs = [line.plate_ref for line in self.lines]
        cut = draw.integer(1, len(refs) - 1) if len(refs) > 1 and draw.chance(0.4) else len(refs)
        self.ticket.prep_batches = [
            PrepBatch(
                parcel_tags=[
                    f"{tag}-{draw.integer(100, 999)}"
                    for tag in draw.sample(PARCELS, draw.integer(1, 2))
                ],
                plate_refs=part,
            )
            for part in (refs[:cut], refs[cut:])
            if part
        ]
