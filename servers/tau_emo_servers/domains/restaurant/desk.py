"""What the restaurant's desk looks up, checks and works out again and again."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from sqlmodel import Session

from tau_emo_db.domains.restaurant.tables import (
    Charge,
    ChargeKind,
    Dish,
    Instrument,
    LineEntry,
    Location,
    Patron,
    Plate,
    PrepBatch,
    ServiceMode,
    TableInfo,
    Ticket,
)
from tau_emo_servers.checks import check_as_many, check_filled
from tau_emo_servers.queries import find, find_owned, rows_of
from tau_emo_servers.toolkit import Rejection

# Shape of the input.


def new_dropoff(
    line_one: str,
    line_two: str | None,
    municipality: str,
    province: str | None,
    nation: str,
    postal_code: str,
) -> Location:
    """The whole address; only its second line and its province may be empty."""
    fields = {
        "line_one": line_one,
        "municipality": municipality,
        "nation": nation,
        "postal_code": postal_code,
    }
    check_filled(
        fields,
        "dropoff_incomplete",
        "send the whole address (only line_two and province may be empty)",
    )
    return Location(**fields, line_two=line_two or "", province=province or "")


def new_table(zone: str, table_no: str, seat_count: int) -> TableInfo:
    """A table with at least one seat."""
    fields = {"zone": zone, "table_no": table_no}
    check_filled(fields, "table_incomplete", "send the zone and the number of the table")
    if seat_count < 1:
        raise Rejection(
            "invalid_seat_count",
            f"seat_count is {seat_count}; send the number of seats, 1 or more.",
        )
    return TableInfo(**fields, seat_count=seat_count)


def check_reason(reason: str) -> None:
    """Refuses a cancellation for no reason."""
    check_filled({"reason": reason}, "no_reason", "ask the patron for it")


# Look-ups.


def find_patron(db: Session, guest_ref: str) -> Patron:
    """The patron with this reference."""
    return find(db, Patron, guest_ref, "patron", "check the reference (it looks like gB5nW8e)")


def find_dish(db: Session, dish_ref: str) -> Dish:
    """The dish with this reference."""
    hint = (
        "check that it is the reference of a dish and not of a plate (list_all_dishes shows those "
        "of all dishes)"
    )
    return find(db, Dish, dish_ref, "dish", hint)


def find_ticket(db: Session, ticket_ref: str) -> Ticket:
    """The ticket, whatever its state."""
    return find(db, Ticket, ticket_ref, "ticket", "check the reference (it looks like tF2hL7u)")


def find_placed_ticket(db: Session, ticket_ref: str) -> Ticket:
    """The ticket, if the kitchen has not begun with it."""
    ticket = find_ticket(db, ticket_ref)
    if ticket.state != "placed":
        raise Rejection(
            "ticket_not_placed",
            f"ticket {ticket_ref} is {ticket.state}; only a placed ticket can be cancelled or "
            "modified.",
        )
    return ticket


def check_mode(ticket: Ticket, mode: ServiceMode, what: str) -> None:
    """Refuses a change that tickets of another service mode have no use for."""
    if ticket.service_mode != mode:
        raise Rejection(
            "wrong_service_mode",
            f"ticket {ticket.ticket_ref} is {ticket.service_mode}; only a {mode} ticket has "
            f"{what}.",
        )


def find_instrument(db: Session, ticket: Ticket, instrument_ref: str) -> Instrument:
    """An instrument that the ticket's patron has saved."""
    return find_owned(
        db,
        Instrument,
        instrument_ref,
        what=f"instrument {instrument_ref}",
        place=f"saved by patron {ticket.guest_ref}",
        shown_by="get_patron_details",
        guest_ref=ticket.guest_ref,
    )


def find_lines(db: Session, ticket: Ticket, plate_refs: Sequence[str]) -> list[LineEntry]:
    """The lines of a ticket with these plates, one for each mention.

    The n-th mention of a plate takes the n-th line with it, so no line is taken twice.
    """
    waiting: defaultdict[str, list[LineEntry]] = defaultdict(list)
    for line in rows_of(db, LineEntry, ticket_ref=ticket.ticket_ref):
        waiting[line.plate_ref].append(line)
    for plate_ref, count in Counter(plate_refs).items():
        have = len(waiting[plate_ref])
        if count > have:
            raise Rejection(
                "plate_not_on_ticket",
                f"ticket {ticket.ticket_ref} has {have} of plate {plate_ref}, but {count} asked "
                "for; get_ticket_details shows its plates.",
            )
    return [waiting[plate_ref].pop(0) for plate_ref in plate_refs]


def find_new_plates(
    db: Session, lines: Sequence[LineEntry], new_plate_refs: Sequence[str]
) -> list[Plate]:
    """For each line the plate that shall take the place of the present one."""
    check_as_many(lines, new_plate_refs, "plate")
    return [
        _find_new_plate(db, line, new_plate_ref)
        for line, new_plate_ref in zip(lines, new_plate_refs, strict=True)
    ]


def _find_new_plate(db: Session, line: LineEntry, new_plate_ref: str) -> Plate:
    plate = db.get(Plate, new_plate_ref)
    if plate is None:
        raise Rejection(
            "plate_not_found",
            f"there is no plate {new_plate_ref}; get_dish_details shows the plates of dish "
            f"{line.dish_ref} ({line.label}).",
        )
    if plate.dish_ref != line.dish_ref:
        raise Rejection(
            "other_dish",
            f"plate {new_plate_ref} is not of the dish {line.dish_ref} ({line.label}) of plate "
            f"{line.plate_ref}; get_dish_details shows those that are.",
        )
    if not plate.served_today:
        raise Rejection(
            "not_served_today",
            f"plate {new_plate_ref} is not served today; get_dish_details shows which plates of "
            f"{line.dish_ref} ({line.label}) are.",
        )
    return plate


def repacked(
    batches: Sequence[PrepBatch], plate_refs: Sequence[str], new_plate_refs: Sequence[str]
) -> list[PrepBatch]:
    """The batches with one occurrence replaced for each pair, the first one first.

    An occurrence that one pair has filled is not taken by a later pair.
    """
    packed = [[*batch.plate_refs] for batch in batches]
    places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, refs in enumerate(packed):
        for place, plate_ref in enumerate(refs):
            places[plate_ref].append((number, place))
    for old, new in zip(plate_refs, new_plate_refs, strict=True):
        number, place = places[old].pop(0)
        packed[number][place] = new
    return [
        PrepBatch(parcel_tags=batch.parcel_tags, plate_refs=refs)
        for batch, refs in zip(batches, packed, strict=True)
    ]


# Money.


def price_difference(lines: Sequence[LineEntry], plates: Sequence[Plate]) -> int:
    """What new plates cost today more than the lines cost when they were ordered, in cents."""
    return sum(plate.cost for plate in plates) - sum(line.cost for line in lines)


def append_charges(
    db: Session, ticket: Ticket, entries: Iterable[tuple[ChargeKind, int, str]]
) -> None:
    """Appends kinds, totals in cents and instruments to the ticket's account."""
    first = len(rows_of(db, Charge, ticket_ref=ticket.ticket_ref))
    db.add_all(
        Charge(
            ticket_ref=ticket.ticket_ref,
            position=position,
            kind=kind,
            total=total,
            instrument_ref=instrument_ref,
        )
        for position, (kind, total, instrument_ref) in enumerate(entries, start=first)
    )


def refunds_due(charges: Sequence[Charge]) -> list[tuple[str, int]]:
    """Instruments and cents that a cancellation gives back, in the order of payment.

    What was refunded before is not refunded again: it lowers the payments of the instrument
    it went to, oldest first, and what is then left of it lowers the others, oldest first.
    """
    payments = [charge for charge in charges if charge.kind == "payment"]
    left = [payment.total for payment in payments]
    refunded: Counter[str] = Counter()
    for charge in charges:
        if charge.kind == "refund":
            refunded[charge.instrument_ref] += charge.total

    def lower(place: int, by: int) -> int:
        """Lowers one payment and gives back how much of it was used."""
        used = min(left[place], by)
        left[place] -= used
        return used

    for place, payment in enumerate(payments):
        ref = payment.instrument_ref
        refunded[ref] -= lower(place, refunded[ref])
    beyond = refunded.total()
    for place in range(len(payments)):
        beyond -= lower(place, beyond)
    return [
        (payment.instrument_ref, total)
        for payment, total in zip(payments, left, strict=True)
        if total
    ]


def single_payment(ticket: Ticket, charges: Sequence[Charge]) -> Charge:
    """The one payment of a ticket, if it has not been paid in several."""
    payments = [charge for charge in charges if charge.kind == "payment"]
    if len(payments) != 1:
        raise Rejection(
            "not_single_payment",
            f"ticket {ticket.ticket_ref} has {len(payments)} payments; its instrument can be "
            "changed only while there is a single one.",
        )
    return payments[0]


def still_paid(payment: Charge, charges: Sequence[Charge]) -> int:
    """What a ticket's only payment holds, in cents, less refunds to its instrument."""
    back = sum(
        charge.total
        for charge in charges
        if charge.kind == "refund" and charge.instrument_ref == payment.instrument_ref
    )
    return payment.total - back
