"""Which certificates the airline owes: for a cancelled flight, or for a delayed one."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from tau_emo_db.domains.airline.tables import (
    FlightDate,
    Reservation,
    User,
)
from tau_emo_servers.domains.airline.trips import departures_of, passengers_of
from tau_emo_servers.rules import Moment

CANCELLED_FLIGHT = 100
"""Dollars per passenger for a flight that the airline has cancelled."""
DELAYED_FLIGHT = 50
"""Dollars per passenger for a delayed flight that was replaced, or whose trip was cancelled."""


@dataclass(frozen=True)
class Claim:
    """What one reservation that was looked at would give a right to."""

    reservation_id: str
    passengers: int
    cancelled: bool
    """The airline has cancelled one of its flights."""
    delayed: bool
    """One of its flights is delayed."""
    settled: bool
    """It was cancelled in this conversation, or the delayed flight was replaced."""
    entitled: bool
    """It has insurance or is in business."""

    @property
    def due(self) -> int | None:
        """The certificate in dollars; None if there is none (or not yet)."""
        if self.cancelled:
            return CANCELLED_FLIGHT * self.passengers
        return DELAYED_FLIGHT * self.passengers if self.delayed and self.settled else None


def open_claims(moment: Moment, user_id: str | None) -> list[Claim]:
    """The claims of the reservations looked at so far that no earlier certificate has met.

    Args:
        moment: a call of `send_certificate`.
        user_id: the customer; None if nobody was identified.
    """
    claims = [
        _claim(moment, reservation)
        for key in dict.fromkeys(key for key, _ in shown_reservations(moment))
        if (reservation := moment.row(Reservation, key)) is not None
        and user_id in (None, reservation.user_id)
    ]
    for sent in moment.succeeded("send_certificate"):
        amount = moment.arguments_of(sent).get("amount")
        met = next((claim for claim in claims if claim.due == amount), None)
        if met:
            claims.remove(met)
    return claims


def shown_reservations(moment: Moment) -> Iterator[tuple[str, frozenset[tuple[str, str]]]]:
    """The reservations that results have shown, each with the flights and dates it had then."""
    for call in moment.succeeded():
        if '"reservation_id"' not in call.result:
            continue
        shown = json.loads(call.result)
        segments = frozenset((one["flight_number"], one["date"]) for one in shown["flights"])
        yield shown["reservation_id"], segments


def is_member(moment: Moment, user_id: str | None) -> bool:
    """True if the customer is a silver or gold member."""
    user = moment.row(User, user_id) if user_id else None
    return user is not None and user.membership != "regular"


def _claim(moment: Moment, reservation: Reservation) -> Claim:
    key = reservation.reservation_id
    now = departures_of(moment, reservation)
    ever = now.union(*(held for shown, held in shown_reservations(moment) if shown == key))
    statuses = {one: day.status for one in ever if (day := moment.row(FlightDate, one))}
    delayed = {one for one, status in statuses.items() if status == "delayed"}
    undone = any(
        moment.arguments_of(call).get("reservation_id") == key
        for call in moment.succeeded("cancel_reservation")
    )
    return Claim(
        reservation_id=key,
        passengers=len(passengers_of(moment, reservation)),
        cancelled="cancelled" in statuses.values(),
        delayed=bool(delayed),
        settled=undone or bool(delayed - now),
        entitled=reservation.insurance == "yes" or reservation.cabin == "business",
    )
