"""The tables of the movie domain. Money is integer US cents."""

from typing import ClassVar, Literal

from pydantic import BaseModel
from sqlalchemy import Index, MetaData, Text, func
from sqlalchemy.orm import registry
from sqlmodel import Field, col

from tau_emo_db.marks import Grading, Ledger, Mark, Members, graded
from tau_emo_db.table import Json, Table

Genre = Literal[
    "Action",
    "Adventure",
    "Comedy",
    "Drama",
    "Horror",
    "Thriller",
    "Romance",
    "Science Fiction",
    "Fantasy",
    "Mystery",
]
Rating = Literal["G", "PG", "PG-13", "R", "NC-17", "NR"]
Format = Literal["2D", "3D", "IMAX", "Dolby"]
SeatType = Literal["standard", "recliner"]
ShowStatus = Literal["scheduled", "canceled", "completed"]
BookingStatus = Literal["confirmed", "canceled", "refunded", "pending"]
TicketType = Literal["adult", "child", "senior"]
DeliveryMethod = Literal["e-ticket", "box-office", "kiosk"]
PaymentSource = Literal["card", "wallet", "cash", "gift_card"]


class CastMember(BaseModel):
    """Somebody who plays in a movie."""

    name: str
    role: str


class Crew(BaseModel):
    """Who made a movie."""

    director: str
    writer: str
    producer: str
    music: str


class StreetAddress(BaseModel):
    """Where a theater stands."""

    street: str
    city: str
    state: str
    """Two capital letters."""
    country: str
    zip: str
    """Five digits."""


class Contact(BaseModel):
    """How a theater is reached."""

    phone: str
    email: str
    website: str


class TicketPrices(BaseModel):
    """A price in cents for each ticket type."""

    adult: int
    child: int
    senior: int


class PricingRules(BaseModel):
    """How a theater makes its prices. Only the booking fee and the tax enter a booking."""

    base: TicketPrices
    format_surcharges: dict[Format, int]
    """In cents."""
    matinee_discount: int
    """In cents, off a ticket for a show that begins in the afternoon."""
    peak_surcharge: int
    """In cents, on a ticket for an evening at the weekend."""
    convenience_fee: int
    """In cents, per ticket."""
    booking_fee: int
    """In cents, once per booking and untaxed."""
    tax_rate: int
    """In hundredths of a percent: 825 is 8.25 %."""


class ShowPrices(TicketPrices):
    """What a seat of a show costs in cents; final, with every surcharge in it."""

    convenience_fee: int
    """In cents, per ticket."""


class Promotion(BaseModel):
    """A discount that a booking was given."""

    code: str
    description: str
    discount_amount: int
    """In cents."""


class Ticket(BaseModel):
    """A ticket as it is handed out."""

    ticket_id: str
    barcode: str


class CardInfo(BaseModel):
    """What is known of the card that paid."""

    brand: str | None = None
    last_four: str | None = None


class MovieTable(Table, registry=registry()):
    """Base of the theaters' tables."""

    metadata = MetaData()


class Movie(MovieTable, table=True):
    """A movie and its run."""

    movie_id: str = Field(primary_key=True)
    title: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    genres: list[Genre] = Field(sa_type=Json(list[Genre]), sa_column_kwargs=graded(Mark.SET))
    runtime_minutes: int
    mpaa_rating: Rating = Field(sa_type=Text)
    languages_audio: list[str] = Field(
        sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET, Mark.LABEL)
    )
    subtitles: list[str] = Field(
        sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET, Mark.LABEL)
    )
    formats: list[Format] = Field(sa_type=Json(list[Format]), sa_column_kwargs=graded(Mark.SET))
    release_date: str
    end_of_run_est: str
    cast: list[CastMember] = Field(
        sa_type=Json(list[CastMember]), sa_column_kwargs=graded(Mark.SET, Mark.LABEL)
    )
    crew: Crew = Field(sa_type=Json(Crew), sa_column_kwargs=graded(Mark.LABEL))
    synopsis: str = Field(sa_column_kwargs=graded(Mark.FREE_TEXT))


class Theater(MovieTable, table=True):
    """A theater. Its name need not be unique."""

    theater_id: str = Field(primary_key=True)
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    address: StreetAddress = Field(sa_type=Json(StreetAddress), sa_column_kwargs=graded(Mark.LABEL))
    contact: Contact = Field(sa_type=Json(Contact), sa_column_kwargs=graded(Mark.LABEL))
    amenities: list[str] = Field(
        sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET, Mark.LABEL)
    )
    pricing_rules: PricingRules = Field(sa_type=Json(PricingRules))


class Auditorium(MovieTable, table=True):
    """A hall of a theater."""

    auditorium_id: str = Field(primary_key=True)
    theater_id: str = Field(foreign_key="theater.theater_id", index=True)
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    capacity: int
    features: list[str] = Field(
        sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET, Mark.LABEL)
    )


class Seat(MovieTable, table=True):
    """A seat of a hall."""

    auditorium_id: str = Field(primary_key=True, foreign_key="auditorium.auditorium_id")
    seat_id: str = Field(primary_key=True)
    """Such as `R2-04`."""
    row_id: str
    type: SeatType = Field(sa_type=Text)
    wheelchair_accessible: bool


class Show(MovieTable, table=True):
    """One screening of a movie."""

    show_id: str = Field(primary_key=True)
    theater_id: str = Field(foreign_key="theater.theater_id", index=True)
    auditorium_id: str = Field(foreign_key="auditorium.auditorium_id")
    movie_id: str = Field(foreign_key="movie.movie_id")
    date: str
    """The day of the schedule that it is listed under."""
    start_time_local: str
    end_time_local: str
    format: Format = Field(sa_type=Text)
    language: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    subtitles: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    """A language, or `none`."""
    status: ShowStatus = Field(sa_type=Text)
    price_schema: ShowPrices = Field(sa_type=Json(ShowPrices))


class Customer(MovieTable, table=True):
    """Somebody whom the theaters know; no tool shows it. The e-mail is unique without case."""

    customer_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    phone: str = Field(sa_column_kwargs=graded(Mark.PHONE))
    loyalty_id: str | None = None


email_key = func.lower(col(Customer.email))
"""The e-mail of a customer without regard to case; a booking is tied to its customer by it."""

Index("ix_customer_email", email_key, unique=True)


class CustomerPaymentMethod(MovieTable, table=True):
    """A way to pay that a customer has; of each source at most one."""

    customer_id: str = Field(primary_key=True, foreign_key="customer.customer_id")
    source: PaymentSource = Field(primary_key=True, sa_type=Text)
    payment_method_id: str
    brand: str | None = None
    """`visa` or `mastercard`; cards only."""
    last_four: str | None = None
    """Cards only."""


class Booking(MovieTable, table=True):
    """A booking of seats for one show. Name, e-mail and phone are those given when booking."""

    booking_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    theater_id: str = Field(foreign_key="theater.theater_id")
    movie_id: str = Field(foreign_key="movie.movie_id")
    show_id: str = Field(foreign_key="show.show_id", index=True)
    date: str
    start_time_local: str
    status: BookingStatus = Field(sa_type=Text)
    created_at: str = Field(sa_column_kwargs=graded(Mark.GENERATED))
    canceled_at: str | None = Field(default=None, sa_column_kwargs=graded(Mark.GENERATED))
    customer_id: str | None = Field(default=None, foreign_key="customer.customer_id")
    """Null if nobody with the e-mail is known."""
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    phone: str = Field(sa_column_kwargs=graded(Mark.PHONE))
    loyalty_id: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    promotions_applied: list[Promotion] = Field(
        sa_type=Json(list[Promotion]), sa_column_kwargs=graded(Mark.SET)
    )
    tickets_subtotal: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    concessions_subtotal: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    fees_total: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    tax_total: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    grand_total: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    amount_paid: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    amount_due: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    delivery_method: DeliveryMethod = Field(sa_type=Text)
    tickets: list[Ticket] = Field(
        sa_type=Json(list[Ticket]), sa_column_kwargs=graded(Mark.GENERATED)
    )
    special_requests: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))


class BookingSeat(MovieTable, table=True):
    """One seat of a booking, at the prices it was booked for."""

    grading: ClassVar[Grading] = Members(parent=("booking_id",))

    booking_id: str = Field(primary_key=True, foreign_key="booking.booking_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    seat_id: str
    """A seat of the hall of the booking's show."""
    ticket_type: TicketType = Field(sa_type=Text)
    price: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    convenience_fee: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    tax: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))


class BookingConcession(MovieTable, table=True):
    """Food or drink ordered with a booking."""

    grading: ClassVar[Grading] = Members(parent=("booking_id",))

    booking_id: str = Field(primary_key=True, foreign_key="booking.booking_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    item_id: str
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    size: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    quantity: int
    price_each: int
    tax_each: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    total: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))


class BookingPayment(MovieTable, table=True):
    """One payment of a booking, in cents; a refund is negative."""

    grading: ClassVar[Grading] = Ledger(parent=("booking_id",), target=("source",), amount="amount")

    booking_id: str = Field(primary_key=True, foreign_key="booking.booking_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    payment_id: str = Field(sa_column_kwargs=graded(Mark.GENERATED))
    amount: int
    source: PaymentSource = Field(sa_type=Text)
    payment_method_id: str = Field(sa_column_kwargs=graded(Mark.FREE_TEXT))
    """What the customer calls the method, such as `visa-4410`."""
    extra_info: CardInfo | None = Field(
        default=None, sa_type=Json(CardInfo), sa_column_kwargs=graded(Mark.FREE_TEXT)
    )
    created_at: str = Field(sa_column_kwargs=graded(Mark.GENERATED))


TABLES = (
    Movie,
    Theater,
    Auditorium,
    Seat,
    Show,
    Customer,
    CustomerPaymentMethod,
    Booking,
    BookingSeat,
    BookingConcession,
    BookingPayment,
)
