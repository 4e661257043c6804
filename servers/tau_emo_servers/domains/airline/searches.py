"""The two searches for departures that can be booked.

The statements are built once: building one costs more than running it.
"""

from collections.abc import Sequence

from sqlalchemy import Text, bindparam, case, func
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.airline.tables import Flight, FlightDate
from tau_emo_servers.queries import insertion_order

_ORIGIN = bindparam("origin", type_=Text())
_DESTINATION = bindparam("destination", type_=Text())
_DATE = bindparam("date", type_=Text())

_DIRECT = Prepared(
    select(Flight, FlightDate)
    .join(FlightDate)
    .where(
        col(Flight.origin) == _ORIGIN,
        col(Flight.destination) == _DESTINATION,
        col(FlightDate.date) == _DATE,
        FlightDate.status == "available",
    )
    .order_by(insertion_order(Flight))
)

_first, _second = aliased(Flight), aliased(Flight)
_first_day, _second_day = aliased(FlightDate), aliased(FlightDate)
_arrival = col(_first.scheduled_arrival_time_est)
_arrival_date = case(
    (_arrival.endswith("+1"), func.date(_first_day.date, "+1 day")), else_=_first_day.date
)

_CONNECTIONS = Prepared(
    select(_first, _first_day, _second, _second_day)
    .where(
        col(_first.origin) == _ORIGIN,
        _first_day.flight_number == _first.flight_number,
        col(_first_day.date) == _DATE,
        _first_day.status == "available",
        _second.origin == _first.destination,
        col(_second.destination) == _DESTINATION,
        # Clock times are compared without the suffix `+1`.
        col(_second.scheduled_departure_time_est) >= func.substr(_arrival, 1, len("HH:MM:SS")),
        _second_day.flight_number == _second.flight_number,
        col(_second_day.date) == _arrival_date,
        _second_day.status == "available",
    )
    .order_by(_first.flight_number, _second.flight_number)
)


def direct_departures(
    db: Session, origin: str, destination: str, date: str
) -> Sequence[tuple[Flight, FlightDate]]:
    """The flights from the origin to the destination that can be booked on the date."""
    return _DIRECT.all(db, origin=origin, destination=destination, date=date)


def connections(
    db: Session, origin: str, destination: str, date: str
) -> Sequence[tuple[Flight, FlightDate, Flight, FlightDate]]:
    """The pairs of flights from the origin to the destination that can be booked.

    The first leaves on the date. The second leaves where the first lands, on the day of that
    landing (the day after `date` if the first arrives `+1`), and not before it.
    """
    return _CONNECTIONS.all(db, origin=origin, destination=destination, date=date)
