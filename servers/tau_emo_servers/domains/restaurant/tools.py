"""The tools of the restaurant's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (serve another patron's
ticket, charge an instrument that the patron did not choose) is a matter of the policy, not
of the tools.
"""

from sqlalchemy import Text, bindparam
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Dish,
    Patron,
    email_key,
    postal_code_key,
)
from tau_emo_servers.checks import check_swaps
from tau_emo_servers.common_tools import calculate, think, transfer_to_human_agents
from tau_emo_servers.domains.restaurant.desk import (
    append_charges,
    check_mode,
    check_reason,
    find_dish,
    find_instrument,
    find_lines,
    find_new_plates,
    find_patron,
    find_placed_ticket,
    find_ticket,
    new_dropoff,
    new_table,
    price_difference,
    refunds_due,
    repacked,
    single_payment,
    still_paid,
)
from tau_emo_servers.domains.restaurant.views import dish_view, patron_view, ticket_view
from tau_emo_servers.money import to_cents
from tau_emo_servers.queries import (
    find_by_email,
    insertion_order,
    keys_by,
    only_found,
    rows_of,
)
from tau_emo_servers.toolkit import Rejection, View, read, write

_GUEST_REF_BY_EMAIL = keys_by(Patron.guest_ref, email=email_key)
_PATRONS_BY_POSTAL_CODE = Prepared(
    select(Patron)
    .where(postal_code_key == bindparam("postal_code", type_=Text()))
    .order_by(insertion_order(Patron))
)
_DISHES_BY_TITLE = Prepared(select(Dish).order_by(col(Dish.title)))


@read(title="Find a patron by email")
def find_patron_ref_by_email(db: Session, email: str) -> str:
    """Find the reference of the patron with this email; upper and lower case make no difference.

    Args:
        email: email of the patron, such as nora.quist8812@example.com.
    """
    hint = "check it, or find the patron by name and postal code"
    return find_by_email(db, _GUEST_REF_BY_EMAIL, email, "patron", hint)


@read(title="Find a patron by name and postal code")
def find_patron_ref_by_name_zip(db: Session, given: str, family: str, postal_code: str) -> str:
    """Find the reference of the patron with this name and the postal code of the profile;
    upper and lower case of the name make no difference, accents and blanks do.

    Args:
        given: given name of the patron.
        family: family name of the patron.
        postal_code: postal code of the patron's own address, exactly as it is written there,
            such as 04109 or SE1 7PB.
    """
    name = (given.casefold(), family.casefold())
    found = [
        patron.guest_ref
        for patron in _PATRONS_BY_POSTAL_CODE.all(db, postal_code=postal_code)
        if (patron.identity.given.casefold(), patron.identity.family.casefold()) == name
    ]
    return only_found(
        found,
        "patron",
        f"{given} {family} with the postal code {postal_code}; check the name and the postal code",
        several=f"are called {given} {family} and have the postal code {postal_code}",
    )


@read(title="Show a patron's profile")
def get_patron_details(db: Session, guest_ref: str) -> View:
    """Show a patron's profile: name, own address, email, saved instruments and the references
    of all tickets.

    Args:
        guest_ref: reference of the patron, such as gB5nW8e.
    """
    return patron_view(db, find_patron(db, guest_ref))


@read(title="Show a ticket")
def get_ticket_details(db: Session, ticket_ref: str) -> View:
    """Show a ticket: whose it is, its service mode, drop-off address or table, state, lines at
    the price when they were ordered, batches of the kitchen, and charges. Amounts are US
    dollars.

    Args:
        ticket_ref: reference of the ticket, such as tF2hL7u.
    """
    return ticket_view(db, find_ticket(db, ticket_ref))


@read(title="Show a dish")
def get_dish_details(db: Session, dish_ref: str) -> View:
    """Show a dish with all its plates, also those that are not served today: their modifiers,
    whether they are served today, and today's price in US dollars.

    Args:
        dish_ref: reference of the dish, such as dQ7mX2a; the reference of a plate is none.
    """
    return dish_view(db, find_dish(db, dish_ref))


@read(title="List all dishes")
def list_all_dishes(db: Session) -> View:
    """List all dishes: a map from title to reference, sorted by title."""
    return {dish.title: dish.dish_ref for dish in _DISHES_BY_TITLE.all(db)}


@write(title="Cancel a placed ticket", idempotent=True)
def cancel_placed_ticket(db: Session, ticket_ref: str, reason: str) -> View:
    """Cancel a whole placed ticket. What was paid and not refunded before goes back to the
    instruments that paid it; a tip is not given back. This cannot be undone.

    Args:
        ticket_ref: reference of the ticket, such as tF2hL7u.
        reason: why the patron cancels, in a few words.
    """
    check_reason(reason)
    ticket = find_placed_ticket(db, ticket_ref)
    refunds = refunds_due(rows_of(db, Charge, ticket_ref=ticket_ref))
    append_charges(db, ticket, [("refund", total, ref) for ref, total in refunds])
    ticket.state = "cancelled"
    return ticket_view(db, ticket)


@write(title="Change the drop-off address of a placed ticket", idempotent=True)
def modify_placed_ticket_dropoff(
    db: Session,
    ticket_ref: str,
    line_one: str,
    line_two: str | None,
    municipality: str,
    province: str | None,
    nation: str,
    postal_code: str,
) -> View:
    """Replace the drop-off address of a placed delivery ticket. The patron's own address and
    the delivery fee stay.

    Args:
        ticket_ref: reference of the ticket, such as tF2hL7u.
        line_one: first line of the new address, such as 14 Mill Lane.
        line_two: second line, such as Flat 3; empty if there is none.
        municipality: city or town.
        province: state, province or county; empty if there is none.
        nation: nation, such as United Kingdom.
        postal_code: postal code, such as SE1 7PB.
    """
    dropoff = new_dropoff(line_one, line_two, municipality, province, nation, postal_code)
    ticket = find_placed_ticket(db, ticket_ref)
    check_mode(ticket, "delivery", "a drop-off address")
    ticket.dropoff = dropoff
    return ticket_view(db, ticket)


@write(title="Change the table of a placed ticket", idempotent=True)
def modify_placed_ticket_table(
    db: Session, ticket_ref: str, zone: str, table_no: str, seat_count: int
) -> View:
    """Replace the table of a placed dine-in ticket. Whether the table is free is not checked.

    Args:
        ticket_ref: reference of the ticket, such as tF2hL7u.
        zone: part of the house, such as Terrace.
        table_no: table, such as T07.
        seat_count: number of seats, at least 1.
    """
    table = new_table(zone, table_no, seat_count)
    ticket = find_placed_ticket(db, ticket_ref)
    check_mode(ticket, "dine_in", "a table")
    ticket.table_info = table
    return ticket_view(db, ticket)


@write(title="Change the plates of a placed ticket")
def modify_placed_ticket_items(
    db: Session,
    ticket_ref: str,
    plate_refs: list[str],
    new_plate_refs: list[str],
    instrument_ref: str,
) -> View:
    """Replace plates of a placed ticket by plates of the same dishes that are served today. The
    difference between today's price of the new plates and the price of the lines they replace
    is charged or refunded as one sum; tax and delivery fee stay.

    Args:
        ticket_ref: reference of the ticket, such as tF2hL7u.
        plate_refs: references of the plates to replace; one twice for two portions of it.
        new_plate_refs: references of the new plates, one for each plate, in the same order.
        instrument_ref: reference of the saved instrument that pays or gets the difference;
            needed even if there is none.
    """
    check_swaps(plate_refs, new_plate_refs, "plate")
    ticket = find_placed_ticket(db, ticket_ref)
    instrument = find_instrument(db, ticket, instrument_ref)
    lines = find_lines(db, ticket, plate_refs)
    plates = find_new_plates(db, lines, new_plate_refs)

    difference = price_difference(lines, plates)
    if difference:
        kind = "payment" if difference > 0 else "refund"
        append_charges(db, ticket, [(kind, abs(difference), instrument.instrument_ref)])
    for line, plate in zip(lines, plates, strict=True):
        line.plate_ref = plate.plate_ref
        line.cost = plate.cost
    ticket.prep_batches = repacked(ticket.prep_batches, plate_refs, new_plate_refs)
    return ticket_view(db, ticket)


@write(title="Change the instrument of a placed ticket", idempotent=True)
def modify_placed_ticket_instrument(db: Session, ticket_ref: str, instrument_ref: str) -> View:
    """Let another saved instrument pay a placed ticket: it is charged what the payment still
    holds, and the old one gets that back. A tip stays where it is. This works while the ticket
    has a single payment, so once, and not after a change of plates that cost extra.

    Args:
        ticket_ref: reference of the ticket, such as tF2hL7u.
        instrument_ref: reference of the new instrument, such as iC6yT1s.
    """
    ticket = find_placed_ticket(db, ticket_ref)
    instrument = find_instrument(db, ticket, instrument_ref)
    charges = rows_of(db, Charge, ticket_ref=ticket_ref)
    payment = single_payment(ticket, charges)
    if payment.instrument_ref == instrument_ref:
        raise Rejection(
            "same_instrument",
            f"ticket {ticket_ref} is already paid with {instrument_ref}; name another instrument.",
        )
    total = still_paid(payment, charges)
    if total <= 0:
        raise Rejection(
            "nothing_left",
            f"all that {payment.instrument_ref} paid for ticket {ticket_ref} was refunded; "
            "there is nothing to move.",
        )
    append_charges(
        db,
        ticket,
        [
            ("payment", total, instrument.instrument_ref),
            ("refund", total, payment.instrument_ref),
        ],
    )
    return ticket_view(db, ticket)


@write(title="Add a tip to a ticket", destructive=False)
def add_tip_to_ticket(db: Session, ticket_ref: str, tip_total: float, instrument_ref: str) -> View:
    """Add a tip to a ticket in any state but cancelled. It is charged beside the payment; a
    second call adds a second tip.

    Args:
        ticket_ref: reference of the ticket, such as tF2hL7u.
        tip_total: amount in US dollars, 0 or more; rounded to cents.
        instrument_ref: reference of the saved instrument that is charged.
    """
    total = to_cents(tip_total)
    ticket = find_ticket(db, ticket_ref)
    if ticket.state == "cancelled":
        raise Rejection(
            "ticket_cancelled", f"ticket {ticket_ref} is cancelled; it cannot bear a tip."
        )
    if tip_total < 0:
        raise Rejection(
            "negative_tip", f"the tip of {tip_total} is below 0; send an amount of 0 or more."
        )
    instrument = find_instrument(db, ticket, instrument_ref)
    append_charges(db, ticket, [("tip", total, instrument.instrument_ref)])
    return ticket_view(db, ticket)


TOOLS = (
    find_patron_ref_by_email,
    find_patron_ref_by_name_zip,
    get_patron_details,
    get_ticket_details,
    get_dish_details,
    list_all_dishes,
    cancel_placed_ticket,
    modify_placed_ticket_dropoff,
    modify_placed_ticket_table,
    modify_placed_ticket_items,
    modify_placed_ticket_instrument,
    add_tip_to_ticket,
    calculate,
    think,
    transfer_to_human_agents,
)
