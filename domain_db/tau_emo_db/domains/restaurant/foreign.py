"""Restaurant data in the layout of τ²-bench: the menu, patrons and tickets."""

from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Dish,
    Instrument,
    LineEntry,
    Patron,
    Plate,
    Ticket,
)
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.parts import owned
from tau_emo_db.foreign.source import Source

_LOCATION = ("line_one", "line_two", "municipality", "nation", "province", "postal_code")


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    for node in source.records("menu_board"):
        with out.record(node):
            _dish(node, out)
    for node in source.records("patron_registry"):
        with out.record(node):
            _patron(node, out)
    patrons = source.records("patron_registry")
    for node in owned(patrons, "ticket_log", source.records("service_tickets"), "guest_ref"):
        with out.record(node):
            _ticket(node, out)


def _dish(node: Node, out: Gathering) -> None:
    key = node.own_key("dish_ref")
    title = out.single(node.at("title"), Dish, "title", node.text("title"))
    out.add(node, Dish, dish_ref=key, title=title)
    for plate in node.at("selections").fields():
        form = plate.at("modifiers")
        names = ("spice_level", "portion", "protein", "preparation")
        out.add(
            plate,
            Plate,
            plate_ref=plate.own_key("plate_ref"),
            dish_ref=key,
            modifiers={name: form.text_or_none(name) for name in names},
            served_today=plate.flag("served_today"),
            cost=plate.cents("cost"),
        )


def _patron(node: Node, out: Gathering) -> None:
    key = node.own_key("guest_ref")
    out.add(
        node,
        Patron,
        guest_ref=key,
        identity=node.plain("identity", ("given", "family")),
        location=node.plain("location", _LOCATION),
        contact_email=node.text("contact_email"),
    )
    for one in node.at("saved_instruments").fields():
        out.add(
            one,
            Instrument,
            instrument_ref=one.own_key("instrument_ref"),
            guest_ref=key,
            origin=one.text("origin"),
            card=one.plain("metadata", ("issuer", "tail_digits")),
        )
    node.leave("ticket_log")


def _ticket(node: Node, out: Gathering) -> None:
    key, table = node.own_key("ticket_ref"), None
    if node.has("table_info"):
        info = node.at("table_info")
        table = {
            "zone": info.text("zone"),
            "table_no": info.text("table_no"),
            "seat_count": info.whole("seat_count"),
        }
    dropoff = node.plain("dropoff", _LOCATION) if node.has("dropoff") else None
    node.leave("table_info", "dropoff")
    out.add(
        node,
        Ticket,
        ticket_ref=key,
        guest_ref=node.text("guest_ref"),
        service_mode=node.text("service_mode"),
        dropoff=dropoff,
        table_info=table,
        state=node.text("state"),
        prep_batches=[
            {name: batch.texts(name) for name in ("parcel_tags", "plate_refs")}
            for batch in node.at("prep_batches").items()
        ],
    )
    for position, line in numbered(node.at("line_entries").items()):
        mods = line.at("mods")
        out.add(
            line,
            LineEntry,
            ticket_ref=key,
            position=position,
            label=line.text("label"),
            dish_ref=line.text("dish_ref"),
            plate_ref=line.text("plate_ref"),
            cost=line.cents("cost"),
            mods={name: mods.text_or_none(name) for name in ("heat", "sauce", "side")},
        )
    for position, charge in numbered(node.at("charges").items()):
        out.add(
            charge,
            Charge,
            ticket_ref=key,
            position=position,
            kind=charge.text("kind"),
            total=out.cents(charge.at("total")),
            instrument_ref=charge.text("instrument_ref"),
        )


MAPPING = Mapping(
    parts=("menu_board", "patron_registry", "service_tickets"),
    read=read,
    people=People(Patron, "guest_ref", "contact_email"),
    differences=(
        Difference(
            "patron_registry.ticket_log",
            "order of ticket",
            "must name each ticket once, under its own patron; gives the order",
        ),
        Difference(
            "menu_board, a title of two dishes",
            "dish.title",
            "refused; --repair numbers the second",
        ),
        Difference(
            "service_tickets.charges.total with fractions of a cent",
            "charge.total",
            "refused; --repair rounds",
        ),
    ),
)
