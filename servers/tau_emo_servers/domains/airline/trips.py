"""What rules ask of a reservation again and again."""

from collections.abc import Sequence

from sqlmodel import Session

from tau_emo_db.domains.airline.tables import Reservation, ReservationFlight, ReservationPassenger
from tau_emo_servers.queries import rows_of

Departure = tuple[str, str]
"""A flight number and a date."""


def flights_of(db: Session, reservation: Reservation) -> Sequence[ReservationFlight]:
    """The flights of a reservation in order."""
    return rows_of(db, ReservationFlight, reservation_id=reservation.reservation_id)


def departures_of(db: Session, reservation: Reservation) -> set[Departure]:
    """The flight numbers and dates of a reservation."""
    return {(one.flight_number, one.date) for one in flights_of(db, reservation)}


def passengers_of(db: Session, reservation: Reservation) -> Sequence[ReservationPassenger]:
    """The passengers of a reservation in order."""
    return rows_of(db, ReservationPassenger, reservation_id=reservation.reservation_id)
