"""What rules ask of a reservation again and again."""

from collections.abc import Sequence

from tau_emo_db.domains.airline.tables import Reservation, ReservationFlight, ReservationPassenger
from tau_emo_servers.rules import Moment

Departure = tuple[str, str]
"""A flight number and a date."""


def flights_of(moment: Moment, reservation: Reservation) -> Sequence[ReservationFlight]:
    """The flights of a reservation in order."""
    return moment.rows(ReservationFlight, reservation_id=reservation.reservation_id)


def departures_of(moment: Moment, reservation: Reservation) -> set[Departure]:
    """The flight numbers and dates of a reservation."""
    return {(one.flight_number, one.date) for one in flights_of(moment, reservation)}


def passengers_of(moment: Moment, reservation: Reservation) -> Sequence[ReservationPassenger]:
    """The passengers of a reservation in order."""
    return moment.rows(ReservationPassenger, reservation_id=reservation.reservation_id)
