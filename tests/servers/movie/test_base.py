"""The tools on the real base: every show can be priced, and every booking canceled or kept."""

from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.movie.tables import Booking, BookingSeat, Show
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done

MOVIE = served_domain("movie")


def test_every_booking_can_be_canceled_and_gives_back_what_was_paid(state: EpisodeState) -> None:
    with state.session() as db:
        paid = {one.booking_id: (one.status, one.amount_paid) for one in db.exec(select(Booking))}
    desk = Episode(MOVIE, state)
    for key, (status, amount) in paid.items():
        before = done(desk, "get_booking_details", booking_id=key)
        shown = done(desk, "cancel_booking", booking_id=key)
        new = shown["payments"][len(before["payments"]) :]
        assert [round(-100 * one["amount"]) for one in new] == ([amount] if amount else [])
        assert shown["status"] == ("refunded" if status == "refunded" else "canceled")
    assert len(paid) == 155
    with state.session() as db:
        shows = [*db.exec(select(Show))]
    for show in shows:
        seats = done(
            desk, "get_seat_availability", theater_id=show.theater_id, show_id=show.show_id
        )
        assert seats["booked"] == []


def test_the_same_seats_again_cost_nothing(state: EpisodeState) -> None:
    """What the base has stored is what the tools work out."""
    with state.session() as db:
        bookings = [
            booking
            for booking, show in db.exec(select(Booking, Show).join(Show))
            if (booking.status, show.status) == ("confirmed", "scheduled")
        ]
        seats: dict[str, list[dict[str, str]]] = {}
        for line in db.exec(select(BookingSeat)):
            seat = {"seat_id": line.seat_id, "ticket_type": line.ticket_type}
            seats.setdefault(line.booking_id, []).append(seat)
        db.expunge_all()
    desk = Episode(MOVIE, state)
    for booking in bookings:
        key = booking.booking_id
        before = done(desk, "get_booking_details", booking_id=key)
        assert done(desk, "update_booking_seats", booking_id=key, seats=seats[key]) == before
    assert desk.changes().is_empty
    assert len(bookings) >= 100
