"""The tables of the travel domain.

Money is integer cents of the departure's currency. Dates are `YY-MM-DD`, also birth dates.
An agent is a human travel consultant.
"""

from typing import ClassVar, Literal

from pydantic import BaseModel
from sqlalchemy import ForeignKeyConstraint, MetaData, Text
from sqlalchemy.orm import registry
from sqlmodel import Field

from tau_emo_db.marks import Grading, Ledger, Mark, Members, graded
from tau_emo_db.table import Json, Table

BookingStatus = Literal["confirmed", "pending", "cancelled"]
Currency = Literal["USD", "EUR", "GBP", "CAD", "AUD", "CHF"]
DepartureStatus = Literal["available", "limited", "sold_out"]
Employment = Literal["full_time", "contractor"]
PaymentSource = Literal["credit_card", "bank_transfer", "paypal", "mobile_wallet"]


class HomeAddress(BaseModel):
    """Where a traveler lives."""

    street: str
    city: str
    state: str
    country: str
    zip: str


class Passport(BaseModel):
    """A travel document."""

    number: str
    nationality: str
    expiry: str
    """`YY-MM-DD`."""


class Preferences(BaseModel):
    """What a traveler likes; null where nothing is known."""

    dietary: str | None = None
    accessibility: str | None = None
    room_type: str | None = None
    bed_preference: str | None = None
    other: str | None = None


class Place(BaseModel):
    """A city and its country."""

    city: str
    country: str


class ItineraryDay(BaseModel):
    """One day of a tour."""

    day: int
    title: str
    description: str
    location: str
    included_meals: list[str]


class Accommodation(BaseModel):
    """Where a tour stays."""

    name: str
    type: str
    location: str
    nights: int


class Transportation(BaseModel):
    """How a tour travels."""

    international: str
    domestic: str
    ground: str


class Activity(BaseModel):
    """Something a tour does."""

    name: str
    description: str
    day: int


class Policies(BaseModel):
    """The three texts that say what cancelling and changing cost."""

    cancellation_policy: str
    change_policy: str
    refund_policy: str


class OfferedAddOn(BaseModel):
    """An extra that a package offers for a booking as a whole."""

    type: str
    description: str
    price: int


class Office(BaseModel):
    """The agency that an agent works for."""

    name: str
    address: str


class TravelTable(Table, registry=registry()):
    """Base of the agency's tables."""

    metadata = MetaData()


class Traveler(TravelTable, table=True):
    """A customer."""

    traveler_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    address: HomeAddress = Field(sa_type=Json(HomeAddress), sa_column_kwargs=graded(Mark.LABEL))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    phone: str = Field(sa_column_kwargs=graded(Mark.PHONE))
    dob: str
    passport: Passport | None = Field(default=None, sa_type=Json(Passport))
    preferences: Preferences | None = Field(
        default=None, sa_type=Json(Preferences), sa_column_kwargs=graded(Mark.LABEL)
    )
    memberships: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    """Programs; they have no effect on any price."""


class PaymentMethod(TravelTable, table=True):
    """A way to pay in a traveler's profile; it is never short of money."""

    id: str = Field(primary_key=True)
    traveler_id: str = Field(foreign_key="traveler.traveler_id", index=True)
    source: PaymentSource = Field(sa_type=Text)
    brand: str | None = None
    """`visa` or `mastercard`; credit cards only."""
    last_four: str | None = None
    """Credit cards only."""


class Companion(TravelTable, table=True):
    """Somebody the traveler books for."""

    grading: ClassVar[Grading] = Members(parent=("traveler_id",))

    traveler_id: str = Field(primary_key=True, foreign_key="traveler.traveler_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    dob: str
    passport: Passport | None = Field(default=None, sa_type=Json(Passport))


class Package(TravelTable, table=True):
    """A packaged tour."""

    package_id: str = Field(primary_key=True)
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    description: str = Field(sa_column_kwargs=graded(Mark.FREE_TEXT))
    category: str
    departure_points: list[Place] = Field(
        sa_type=Json(list[Place]), sa_column_kwargs=graded(Mark.SET)
    )
    duration_days: int
    itinerary: list[ItineraryDay] = Field(
        sa_type=Json(list[ItineraryDay]), sa_column_kwargs=graded(Mark.SET)
    )
    inclusions: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    exclusions: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    accommodations: list[Accommodation] = Field(
        sa_type=Json(list[Accommodation]), sa_column_kwargs=graded(Mark.SET)
    )
    transportation: Transportation = Field(sa_type=Json(Transportation))
    activities: list[Activity] = Field(
        sa_type=Json(list[Activity]), sa_column_kwargs=graded(Mark.SET)
    )
    policies: Policies = Field(sa_type=Json(Policies))
    optional_add_ons: list[OfferedAddOn] = Field(
        sa_type=Json(list[OfferedAddOn]), sa_column_kwargs=graded(Mark.SET)
    )
    """Prices in cents; no two share type and price."""
    notes: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))


class PackageDestination(TravelTable, table=True):
    """One place that a package goes to."""

    grading: ClassVar[Grading] = Members(parent=("package_id",))

    package_id: str = Field(primary_key=True, foreign_key="package.package_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    city: str
    country: str


class PackageTerms(TravelTable, table=True):
    """What the policy texts of a package mean. No tool shows it.

    With so many days to departure: a cancellation is free from `free_days` on upward, gives
    nothing below `no_refund_days`, and costs a penalty between; the date can change from
    `change_min_days` on upward, for a fee if `change_fee` is above 0.
    """

    package_id: str = Field(primary_key=True, foreign_key="package.package_id")
    clear: bool
    """False if the texts say nothing definite; the figures then mean nothing."""
    free_days: int
    penalty_percent: int
    no_refund_days: int
    change_min_days: int
    change_fee: int


class PackageDeparture(TravelTable, table=True):
    """One date on which a package starts."""

    package_id: str = Field(primary_key=True, foreign_key="package.package_id")
    date: str = Field(primary_key=True)
    status: DepartureStatus = Field(sa_type=Text)
    base_price: int
    """Per person."""
    currency: Currency = Field(sa_type=Text)
    available_slots: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    early_bird_deadline: str
    """Information only: it changes no price."""


class Agent(TravelTable, table=True):
    """A human travel consultant."""

    agent_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    phone: str = Field(sa_column_kwargs=graded(Mark.PHONE))
    agency: Office = Field(sa_type=Json(Office), sa_column_kwargs=graded(Mark.LABEL))
    certifications: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    languages: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    regions_of_expertise: list[str] = Field(
        sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET)
    )
    commission_percent: int
    """Shown as a share of 1."""
    employment_status: Employment = Field(sa_type=Text)
    notes: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))


class PackageAgent(TravelTable, table=True):
    """An agent who manages a package; the first one is its default agent."""

    grading: ClassVar[Grading] = Members(parent=("package_id",))

    package_id: str = Field(primary_key=True, foreign_key="package.package_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    agent_id: str = Field(foreign_key="agent.agent_id", index=True)


class AgentTraveler(TravelTable, table=True):
    """A traveler whom an agent looks after."""

    grading: ClassVar[Grading] = Members(parent=("agent_id",))

    agent_id: str = Field(primary_key=True, foreign_key="agent.agent_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    traveler_id: str = Field(foreign_key="traveler.traveler_id")


class AgentDay(TravelTable, table=True):
    """A day on which an agent meets travelers."""

    agent_id: str = Field(primary_key=True, foreign_key="agent.agent_id")
    date: str = Field(primary_key=True)
    timezone: str
    """An IANA name; the slots of the day are in this zone."""


class AgentSlot(TravelTable, table=True):
    """An open slot of an agent's day."""

    __table_args__ = (
        ForeignKeyConstraint(["agent_id", "date"], ["agent_day.agent_id", "agent_day.date"]),
    )

    agent_id: str = Field(primary_key=True)
    date: str = Field(primary_key=True)
    time_range: str = Field(primary_key=True)
    """`HH:MM-HH:MM`."""


class AgentMeeting(TravelTable, table=True):
    """A slot that a traveler has reserved. No tool shows it."""

    agent_id: str = Field(primary_key=True, foreign_key="agent.agent_id")
    date: str = Field(primary_key=True)
    time_range: str = Field(primary_key=True)
    traveler_id: str = Field(foreign_key="traveler.traveler_id")


class Booking(TravelTable, table=True):
    """A booked package. The currency is that of the departure."""

    booking_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    traveler_id: str = Field(foreign_key="traveler.traveler_id", index=True)
    package_id: str = Field(foreign_key="package.package_id")
    agent_id: str = Field(foreign_key="agent.agent_id")
    booking_date: str = Field(sa_column_kwargs=graded(Mark.GENERATED))
    departure_date: str
    """A departure of the package. Not a foreign key: a departure may be taken off the list."""
    status: BookingStatus = Field(sa_type=Text)
    room_type: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    """`single`, `double`, `twin`, `suite` or `family_suite`; the tools take any text."""
    occupancy: int
    insurance: str | None = Field(default=None, sa_column_kwargs=graded(Mark.GENERATED))
    """The label. It is told apart by what it costs alone, so it is not compared itself."""
    insurance_fee: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    total_price: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    notes: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))


class AgentBooking(TravelTable, table=True):
    """A booking that an agent handles."""

    grading: ClassVar[Grading] = Members(parent=("agent_id",))

    agent_id: str = Field(primary_key=True, foreign_key="agent.agent_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    booking_id: str = Field(foreign_key="booking.booking_id")


class BookingTraveler(TravelTable, table=True):
    """One person of a booking."""

    grading: ClassVar[Grading] = Members(parent=("booking_id",))

    booking_id: str = Field(primary_key=True, foreign_key="booking.booking_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    dob: str


class BookingAddOn(TravelTable, table=True):
    """One add-on of a booking, at its price for the booking as a whole."""

    grading: ClassVar[Grading] = Members(parent=("booking_id",))

    booking_id: str = Field(primary_key=True, foreign_key="booking.booking_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    type: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    description: str = Field(sa_column_kwargs=graded(Mark.FREE_TEXT))
    price: int


class BookingPayment(TravelTable, table=True):
    """One charge (positive) or refund (negative) of a booking."""

    grading: ClassVar[Grading] = Ledger(
        parent=("booking_id",), target=("payment_id",), amount="amount"
    )

    booking_id: str = Field(primary_key=True, foreign_key="booking.booking_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    payment_id: str = Field(foreign_key="payment_method.id")
    amount: int


TABLES = (
    Traveler,
    PaymentMethod,
    Companion,
    Package,
    PackageDestination,
    PackageTerms,
    PackageDeparture,
    Agent,
    PackageAgent,
    AgentTraveler,
    AgentDay,
    AgentSlot,
    AgentMeeting,
    Booking,
    AgentBooking,
    BookingTraveler,
    BookingAddOn,
    BookingPayment,
)
