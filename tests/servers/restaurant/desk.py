"""A small restaurant whose every price, plate and charge is written down here.

Amounts are cents here, as in the database; results show dollars.
"""

from collections.abc import Iterator
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.domains.restaurant.tables import (
    TABLES,
    Card,
    Charge,
    Dish,
    Identity,
    Instrument,
    LineEntry,
    Location,
    Modifiers,
    Mods,
    Patron,
    Plate,
    PrepBatch,
    TableInfo,
    Ticket,
)
from tau_emo_servers.domains.restaurant.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

NORA, OMAR = "gB5nW8e", "gC7mX2f"
OTHER_NORA = "gD4kT6h"
"""Another patron with Nora's name; the postal code differs."""
TWINS = ("gE3hY7p", "gF2jZ8r")
"""Two patrons of one name and one postal code."""

VISA, OTHER_VISA, PAYPAL, GIFT = "iC6yT1s", "iD3xK8p", "iF5vM2r", "iG8wN4t"
OMARS_CARD = "iH2zP6b"
# instrument: owner, origin, issuer, last digits
INSTRUMENTS = {
    VISA: (NORA, "credit_card", "Visa", "4410"),
    OTHER_VISA: (NORA, "credit_card", "Visa", "0917"),
    PAYPAL: (NORA, "paypal", "PayPal", "2281"),
    GIFT: (NORA, "gift_card", "House Gift Card", "7730"),
    OMARS_CARD: (OMAR, "mobile_money", "M-Pesa", "1188"),
}

CURRY, PIE, TEA = "dQ7mX2a", "dR8nY3b", "dT9pZ4c"
DISHES = {PIE: "Smoked Trout Pie", CURRY: "Thai Green Curry", TEA: "Crème de Menthe Tea"}

MILD, MEDIUM, HOT, LARGE, CHICKEN = "pM3vR9t", "pE7zV5x", "pH4wS8u", "pL5xT7v", "pC6yU6w"
SHORTCRUST, PUFF = "pS8aW4y", "pF9bX3z"
POT = "pT2cY2a"
TOFU = {"portion": "regular", "protein": "tofu"}
# plate: dish, modifiers, served today, today's price
PLATES: dict[str, tuple[str, dict[str, str], bool, int]] = {
    MILD: (CURRY, {"spice_level": "mild", **TOFU}, True, 1250),
    MEDIUM: (CURRY, {"spice_level": "medium", **TOFU}, True, 1250),
    HOT: (CURRY, {"spice_level": "hot", **TOFU}, True, 1310),
    LARGE: (CURRY, {"spice_level": "mild", "portion": "large", "protein": "tofu"}, True, 1580),
    CHICKEN: (CURRY, {"spice_level": "mild", **TOFU, "protein": "chicken"}, False, 1110),
    SHORTCRUST: (PIE, {"preparation": "shortcrust"}, True, 1010),
    PUFF: (PIE, {"preparation": "puff pastry"}, True, 1030),
    POT: (TEA, {}, True, 400),
}

HOME = Location(
    line_one="14 Mill Lane", line_two="Flat 3", municipality="London", nation="United Kingdom",
    province="Greater London", postal_code="SE1 7PB",
)  # fmt: skip
AWAY = HOME.model_copy(update={"line_one": "9 Canal Row", "postal_code": "01069"})
TABLE = TableInfo(zone="Terrace", table_no="T07", seat_count=2)

# The lines of the delivery: 12.30 + 12.70 + 13.10 + 10.10 = 48.20. With 3.86 tax and 4.25 for
# the delivery 56.31 were paid.
LINES = [(MILD, 1230), (MILD, 1270), (HOT, 1310), (SHORTCRUST, 1010)]
PIE_ONLY = [(SHORTCRUST, 1010)]

DELIVERY = "tF2hL7u"
DINE_IN = "tG3jM8v"
"""A pie paid by PayPal."""
TAKEOUT = "tH4kN9w"
"""A pie and a tea, 14.10 by Visa, with a tip of 2.00 on the gift card."""
PAID_TWICE = "tJ5mP2x"
"""10.10 by Visa, then 0.20 by PayPal for puff pastry."""
REFUNDED = "tK6nQ3y"
"""10.30 by Visa, of which 0.20 went back to it."""
REFUNDED_ELSEWHERE = "tL7pR4z"
"""10.30 by Visa, of which 0.20 went to PayPal."""
REPAID = "tM8qS5a"
"""10.10 by Visa, then by PayPal, and back to Visa."""
SPREAD = "tN9rT6b"
"""An account that no series of calls makes: many payments and refunds."""
EMPTIED = "tP2sU7c"
"""10.10 by Visa and all of it back."""
IN_PROGRESS, READY, DELIVERED, CANCELLED = "tQ3tV8d", "tR4uW9e", "tS5vX2f", "tT6wY3g"
OMARS = "tU7xZ4h"

NOT_PLACED = {
    IN_PROGRESS: "in_progress",
    READY: "ready",
    DELIVERED: "delivered",
    CANCELLED: "cancelled",
}
NOT_CANCELLED = [DELIVERY, IN_PROGRESS, READY, DELIVERED]
ALL_OF_NORA = [
    *(DELIVERY, DINE_IN, TAKEOUT, PAID_TWICE, REFUNDED, REFUNDED_ELSEWHERE, REPAID, SPREAD),
    *(EMPTIED, IN_PROGRESS, READY, DELIVERED, CANCELLED),
]

Entries = list[tuple[str, int, str]]


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    for key, title in DISHES.items():
        yield Dish(dish_ref=key, title=title)
    for key, (dish, modifiers, served, cost) in PLATES.items():
        yield Plate(
            plate_ref=key,
            dish_ref=dish,
            modifiers=Modifiers.model_validate(modifiers),
            served_today=served,
            cost=cost,
        )
    people = (
        (NORA, "Nora", "Quist", "nora.quist8812@example.com", HOME),
        (OTHER_NORA, "Nora", "Quist", "nora.quist8813@example.com", AWAY),
        (OMAR, "Omár", "van der Håag", "Omar.Haag@Example.com", HOME),
        (TWINS[0], "Ana", "Sol", "ana.sol1@example.com", AWAY),
        (TWINS[1], "ANA", "Sol", "ana.sol2@example.com", AWAY),
    )
    for key, given, family, email, location in people:
        yield Patron(
            guest_ref=key,
            identity=Identity(given=given, family=family),
            location=location,
            contact_email=email,
        )
    for key, (owner, origin, issuer, tail) in INSTRUMENTS.items():
        yield Instrument(
            instrument_ref=key,
            guest_ref=owner,
            origin=origin,  # pyright: ignore[reportArgumentType]
            card=Card(issuer=issuer, tail_digits=tail),
        )
    yield from _ticket(
        DELIVERY,
        LINES,
        [("payment", 5631, VISA), ("tax", 386, VISA), ("delivery_fee", 425, VISA)],
        service_mode="delivery",
        dropoff=HOME,
        batches=[[MILD, HOT], [MILD, SHORTCRUST]],
    )
    yield from _ticket(
        DINE_IN,
        PIE_ONLY,
        [("payment", 1010, PAYPAL)],
        service_mode="dine_in",
        table_info=TABLE,
    )
    yield from _ticket(
        TAKEOUT,
        [(SHORTCRUST, 1010), (POT, 400)],
        [("payment", 1410, VISA), ("tip", 200, GIFT)],
    )
    yield from _ticket(
        PAID_TWICE, [(PUFF, 1030)], [("payment", 1010, VISA), ("payment", 20, PAYPAL)]
    )
    yield from _ticket(REFUNDED, PIE_ONLY, [("payment", 1030, VISA), ("refund", 20, VISA)])
    yield from _ticket(
        REFUNDED_ELSEWHERE, PIE_ONLY, [("payment", 1030, VISA), ("refund", 20, PAYPAL)]
    )
    yield from _ticket(
        REPAID,
        PIE_ONLY,
        [("payment", 1010, VISA), ("payment", 1010, PAYPAL), ("refund", 1010, VISA)],
    )
    yield from _ticket(
        SPREAD,
        PIE_ONLY,
        [
            ("payment", 3000, VISA),
            ("payment", 2000, PAYPAL),
            ("refund", 3300, VISA),
            ("payment", 500, VISA),
            ("refund", 600, GIFT),
        ],
    )
    yield from _ticket(EMPTIED, PIE_ONLY, [("payment", 1010, VISA), ("refund", 1010, VISA)])
    for key, state in NOT_PLACED.items():
        paid: Entries = [("payment", 1010, VISA)]
        back: Entries = [("refund", 1010, VISA)] if state == "cancelled" else []
        yield from _ticket(key, PIE_ONLY, [*paid, *back], state=state)
    yield from _ticket(OMARS, PIE_ONLY, [("payment", 1010, OMARS_CARD)], guest_ref=OMAR)


def _ticket(
    key: str,
    lines: list[tuple[str, int]],
    charges: Entries,
    *,
    guest_ref: str = NORA,
    service_mode: Any = "takeout",
    state: Any = "placed",
    batches: list[list[str]] | None = None,
    **where: Any,
) -> Iterator[Table]:
    """A ticket with its lines at the prices when they were ordered, in one batch by default."""
    yield Ticket(
        ticket_ref=key,
        guest_ref=guest_ref,
        service_mode=service_mode,
        state=state,
        prep_batches=[
            PrepBatch(parcel_tags=[f"BAG-{number}"], plate_refs=refs)
            for number, refs in enumerate(batches or [[ref for ref, _ in lines]], start=101)
        ],
        **where,
    )
    for position, (plate, cost) in enumerate(lines):
        dish = PLATES[plate][0]
        yield LineEntry(
            ticket_ref=key,
            position=position,
            label=DISHES[dish],
            dish_ref=dish,
            plate_ref=plate,
            cost=cost,
            mods=Mods(side="rice") if position == 0 else Mods(),
        )
    for position, (kind, total, instrument) in enumerate(charges):
        yield Charge(
            ticket_ref=key,
            position=position,
            kind=kind,  # pyright: ignore[reportArgumentType]
            total=total,
            instrument_ref=instrument,
        )


DESK = small_domain("restaurant", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small restaurant."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def ticket(desk: Episode, key: str) -> dict[str, Any]:
    """The ticket as it is shown."""
    return done(desk, "get_ticket_details", ticket_ref=key)


def account(view: dict[str, Any]) -> list[tuple[str, float, str]]:
    """The charges of a shown ticket."""
    return [tuple(entry.values()) for entry in view["charges"]]


def lines(view: dict[str, Any]) -> list[tuple[str, float]]:
    """Plates and costs of a shown ticket."""
    return [(line["plate_ref"], line["cost"]) for line in view["line_entries"]]


def batches(view: dict[str, Any]) -> list[list[str]]:
    """The plates of each batch of a shown ticket."""
    return [batch["plate_refs"] for batch in view["prep_batches"]]


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }
