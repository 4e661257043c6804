"""The tables of the airline domain. Money is whole US dollars; all times are EST."""

from typing import ClassVar, Literal

from sqlalchemy import ForeignKeyConstraint, MetaData, Text
from sqlalchemy.orm import registry
from sqlmodel import Field

from tau_emo_db.address import Address
from tau_emo_db.marks import Grading, Ledger, Mark, Members, graded
from tau_emo_db.table import Json, Table

Cabin = Literal["basic_economy", "economy", "business"]
FlightStatus = Literal["available", "on time", "delayed", "flying", "landed", "cancelled"]
FlightType = Literal["one_way", "round_trip"]
Membership = Literal["regular", "silver", "gold"]
PaymentSource = Literal["credit_card", "gift_card", "certificate"]
ReservationStatus = Literal["cancelled"]
YesNo = Literal["yes", "no"]


class AirlineTable(Table, registry=registry()):
    """Base of the airline's tables."""

    metadata = MetaData()


class Airport(AirlineTable, table=True):
    """One of the 20 airports."""

    code: str = Field(primary_key=True)
    city: str = Field(sa_column_kwargs=graded(Mark.LABEL))


class Flight(AirlineTable, table=True):
    """One daily schedule."""

    flight_number: str = Field(primary_key=True)
    origin: str = Field(foreign_key="airport.code", index=True)
    destination: str = Field(foreign_key="airport.code", index=True)
    scheduled_departure_time_est: str
    """`HH:MM:SS`."""
    scheduled_arrival_time_est: str
    """`HH:MM:SS`, followed by `+1` when it falls on the next day."""


class FlightDate(AirlineTable, table=True):
    """One departure of a flight. Seats and prices stand only on `available` ones."""

    flight_number: str = Field(primary_key=True, foreign_key="flight.flight_number")
    date: str = Field(primary_key=True)
    """`YYYY-MM-DD`."""
    status: FlightStatus = Field(sa_type=Text)
    basic_economy_seats: int | None = None
    economy_seats: int | None = None
    business_seats: int | None = None
    basic_economy_price: int | None = None
    economy_price: int | None = None
    business_price: int | None = None
    actual_departure_time_est: str | None = None
    """`YYYY-MM-DDTHH:MM:SS`; on `landed` and `flying`."""
    actual_arrival_time_est: str | None = None
    """On `landed`."""
    estimated_departure_time_est: str | None = None
    """On `on time` and `delayed`."""
    estimated_arrival_time_est: str | None = None
    """On `on time`, `delayed` and `flying`."""


class User(AirlineTable, table=True):
    """A customer."""

    user_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    dob: str
    """`YYYY-MM-DD`."""
    address: Address = Field(sa_type=Json(Address), sa_column_kwargs=graded(Mark.LABEL))
    membership: Membership = Field(sa_type=Text)


class PaymentMethod(AirlineTable, table=True):
    """A way to pay in a user's profile."""

    user_id: str = Field(primary_key=True, foreign_key="user.user_id")
    id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    source: PaymentSource = Field(sa_type=Text)
    brand: str | None = None
    """`visa` or `mastercard`; credit cards only."""
    last_four: str | None = None
    """Credit cards only."""
    amount: int | None = None
    """The balance of a gift card or the face value of a certificate, in dollars."""


class SavedPassenger(AirlineTable, table=True):
    """Somebody the user books for."""

    grading: ClassVar[Grading] = Members(parent=("user_id",))

    user_id: str = Field(primary_key=True, foreign_key="user.user_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    dob: str


class Reservation(AirlineTable, table=True):
    """A booked trip."""

    reservation_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    user_id: str = Field(foreign_key="user.user_id", index=True)
    origin: str = Field(foreign_key="airport.code")
    destination: str = Field(foreign_key="airport.code")
    flight_type: FlightType = Field(sa_type=Text)
    cabin: Cabin = Field(sa_type=Text)
    created_at: str = Field(sa_column_kwargs=graded(Mark.GENERATED))
    """`YYYY-MM-DDTHH:MM:SS`."""
    total_baggages: int
    nonfree_baggages: int
    insurance: YesNo = Field(sa_type=Text)
    status: ReservationStatus | None = Field(default=None, sa_type=Text)
    """Null while active, `cancelled` afterwards."""


class ReservationFlight(AirlineTable, table=True):
    """One segment of a reservation; the price is per passenger, as paid."""

    __table_args__ = (
        ForeignKeyConstraint(
            ["flight_number", "date"], ["flight_date.flight_number", "flight_date.date"]
        ),
    )
    grading: ClassVar[Grading] = Members(parent=("reservation_id",))

    reservation_id: str = Field(primary_key=True, foreign_key="reservation.reservation_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    flight_number: str
    date: str
    origin: str = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    destination: str = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    price: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))


class ReservationPassenger(AirlineTable, table=True):
    """One traveller of a reservation."""

    grading: ClassVar[Grading] = Members(parent=("reservation_id",))

    reservation_id: str = Field(primary_key=True, foreign_key="reservation.reservation_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    dob: str


class ReservationPayment(AirlineTable, table=True):
    """One charge (positive) or refund (negative) of a reservation, in dollars."""

    grading: ClassVar[Grading] = Ledger(
        parent=("reservation_id",), target=("payment_id",), amount="amount"
    )

    reservation_id: str = Field(primary_key=True, foreign_key="reservation.reservation_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    payment_id: str = Field(sa_column_kwargs=graded(refers="payment_method.id"))
    """Not a foreign key: a spent certificate no longer exists in the profile."""
    amount: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))


TABLES = (
    Airport,
    Flight,
    FlightDate,
    User,
    PaymentMethod,
    SavedPassenger,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    ReservationPayment,
)
