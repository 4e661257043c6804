"""The tables of the restaurant domain. Money is integer US cents."""

from typing import ClassVar, Literal

from pydantic import BaseModel
from sqlalchemy import Index, MetaData, Text, func, literal_column
from sqlalchemy.orm import registry
from sqlmodel import Field, col

from tau_emo_db.marks import Grading, Ledger, Mark, Members, graded
from tau_emo_db.table import Json, Table

Origin = Literal["credit_card", "paypal", "gift_card", "mobile_money"]
ServiceMode = Literal["dine_in", "takeout", "delivery"]
TicketState = Literal["placed", "in_progress", "ready", "delivered", "cancelled"]
ChargeKind = Literal["payment", "refund", "tip", "tax", "delivery_fee"]


class RestaurantTable(Table, registry=registry()):
    """Base of the restaurant's tables."""

    metadata = MetaData()


class Identity(BaseModel):
    """The name of a patron."""

    given: str
    family: str


class Location(BaseModel):
    """An address anywhere, stored as one JSON value with its fields in this order."""

    line_one: str
    line_two: str
    """A flat or a floor; empty for a house."""
    municipality: str
    nation: str
    province: str
    """A state, a province or a county; may be empty."""
    postal_code: str
    """As the nation writes it: `04109`, `SE1 7PB`, `M5V 2T6`."""


class TableInfo(BaseModel):
    """Where a party sits."""

    zone: str
    """A part of the house, such as `Terrace`."""
    table_no: str
    """A table, such as `T07`."""
    seat_count: int


class Modifiers(BaseModel):
    """In what form a dish is plated; null where the dish does not come in several."""

    spice_level: str | None = None
    portion: str | None = None
    protein: str | None = None
    preparation: str | None = None


class Mods(BaseModel):
    """What was asked for with one portion when it was ordered; null where nothing was."""

    heat: str | None = None
    sauce: str | None = None
    side: str | None = None


class Card(BaseModel):
    """How a patron knows an instrument."""

    issuer: str
    tail_digits: str
    """Four digits; the first may be 0."""


class PrepBatch(BaseModel):
    """What leaves the kitchen together."""

    parcel_tags: list[str]
    plate_refs: list[str]


class Dish(RestaurantTable, table=True):
    """A dish on the menu."""

    dish_ref: str = Field(primary_key=True)
    title: str = Field(unique=True, sa_column_kwargs=graded(Mark.LABEL))


class Plate(RestaurantTable, table=True):
    """One form of a dish."""

    plate_ref: str = Field(primary_key=True)
    dish_ref: str = Field(foreign_key="dish.dish_ref", index=True)
    modifiers: Modifiers = Field(sa_type=Json(Modifiers))
    served_today: bool
    cost: int
    """Today's price, in cents."""


class Patron(RestaurantTable, table=True):
    """A guest with an account; the e-mail is unique without regard to case."""

    guest_ref: str = Field(primary_key=True)
    identity: Identity = Field(sa_type=Json(Identity), sa_column_kwargs=graded(Mark.LABEL))
    location: Location = Field(sa_type=Json(Location), sa_column_kwargs=graded(Mark.LABEL))
    contact_email: str = Field(sa_column_kwargs=graded(Mark.LABEL))


email_key = func.lower(col(Patron.contact_email))
"""The e-mail of a patron without regard to case; patrons are found by it."""
postal_code_key = func.json_extract(col(Patron.location), literal_column("'$.postal_code'"))
"""The postal code of a patron's location; patrons are found by it."""

Index("ix_patron_email", email_key)
Index("ix_patron_postal_code", postal_code_key)


class Instrument(RestaurantTable, table=True):
    """A way to pay that a patron has saved. It has no balance and no limit."""

    instrument_ref: str = Field(primary_key=True)
    guest_ref: str = Field(foreign_key="patron.guest_ref", index=True)
    origin: Origin = Field(sa_type=Text)
    card: Card = Field(sa_type=Json(Card))
    """Shown as `metadata`, a name that SQLModel keeps for itself."""


class Ticket(RestaurantTable, table=True):
    """What a patron ordered for one meal."""

    ticket_ref: str = Field(primary_key=True)
    guest_ref: str = Field(foreign_key="patron.guest_ref", index=True)
    service_mode: ServiceMode = Field(sa_type=Text)
    dropoff: Location | None = Field(
        default=None, sa_type=Json(Location), sa_column_kwargs=graded(Mark.LABEL)
    )
    """Deliveries only."""
    table_info: TableInfo | None = Field(
        default=None, sa_type=Json(TableInfo), sa_column_kwargs=graded(Mark.LABEL)
    )
    """Meals in the house only."""
    state: TicketState = Field(sa_type=Text)
    prep_batches: list[PrepBatch] = Field(
        sa_type=Json(list[PrepBatch]), sa_column_kwargs=graded(Mark.GENERATED)
    )
    """Not graded: their plates follow from the lines."""


class LineEntry(RestaurantTable, table=True):
    """One portion of a ticket, at the price when it was ordered, in cents."""

    grading: ClassVar[Grading] = Members(parent=("ticket_ref",))

    ticket_ref: str = Field(primary_key=True, foreign_key="ticket.ticket_ref")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    label: str = Field(sa_column_kwargs=graded(Mark.FREE_TEXT))
    """The title of the dish."""
    dish_ref: str = Field(foreign_key="dish.dish_ref")
    plate_ref: str = Field(foreign_key="plate.plate_ref")
    cost: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    mods: Mods = Field(sa_type=Json(Mods))


class Charge(RestaurantTable, table=True):
    """One entry of a ticket's account; totals are cents and never negative.

    A payment holds the lines, the tax and the delivery fee. Entries of kind `tax` and
    `delivery_fee` only break it down; a tip is money beside it.
    """

    grading: ClassVar[Grading] = Ledger(
        parent=("ticket_ref",),
        target=("instrument_ref", "kind"),
        amount="total",
        negative={"kind": "refund"},
        same={"kind": {"refund": "payment"}},
    )

    ticket_ref: str = Field(primary_key=True, foreign_key="ticket.ticket_ref")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    kind: ChargeKind = Field(sa_type=Text)
    total: int
    instrument_ref: str = Field(foreign_key="instrument.instrument_ref")


TABLES = (Dish, Plate, Patron, Instrument, Ticket, LineEntry, Charge)
