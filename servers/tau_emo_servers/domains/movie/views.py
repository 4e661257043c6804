"""How the theaters' rows are shown to the agent: plain JSON, keys in a fixed order.

Amounts are shown in US dollars; in the database they are cents.
"""

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.movie.tables import (
    Auditorium,
    Booking,
    BookingConcession,
    BookingPayment,
    BookingSeat,
    Movie,
    PricingRules,
    Seat,
    Show,
    Theater,
    TicketPrices,
)
from tau_emo_db.domains.movie.tariff import Totals
from tau_emo_servers.money import shown
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View


def movie_view(movie: Movie) -> View:
    """All that is known of a movie."""
    return {
        "movie_id": movie.movie_id,
        "title": movie.title,
        "genres": [*movie.genres],
        "runtime_minutes": movie.runtime_minutes,
        "mpaa_rating": movie.mpaa_rating,
        "languages_audio": [*movie.languages_audio],
        "subtitles": [*movie.subtitles],
        "formats": [*movie.formats],
        "release_date": movie.release_date,
        "end_of_run_est": movie.end_of_run_est,
        "cast": [member.model_dump() for member in movie.cast],
        "crew": movie.crew.model_dump(),
        "synopsis": movie.synopsis,
    }


def theater_view(db: Session, theater: Theater) -> View:
    """A theater with its price rules, halls with every seat, and shows by date."""
    halls = rows_of(db, Auditorium, theater_id=theater.theater_id)
    dates: dict[str, list[JsonValue]] = {}
    for show in rows_of(db, Show, theater_id=theater.theater_id):
        dates.setdefault(show.date, []).append(show_view(show))
    return {
        "theater_id": theater.theater_id,
        "name": theater.name,
        "address": theater.address.model_dump(),
        "contact": theater.contact.model_dump(),
        "amenities": [*theater.amenities],
        "pricing_rules": _pricing_rules(theater.pricing_rules),
        "auditoriums": [_hall(db, hall) for hall in halls],
        "dates": {date: {"shows": shows} for date, shows in dates.items()},
    }


def _pricing_rules(rules: PricingRules) -> View:
    return {
        "base": _prices(rules.base),
        "format_surcharges": {
            name: shown(cents) for name, cents in rules.format_surcharges.items()
        },
        "time_based": {
            "matinee_discount": shown(rules.matinee_discount),
            "peak_surcharge": shown(rules.peak_surcharge),
        },
        "fees": {
            "convenience_fee": shown(rules.convenience_fee),
            "booking_fee": shown(rules.booking_fee),
        },
        # Hundredths of a percent show as percent the way cents show as dollars.
        "tax_rate_percent": shown(rules.tax_rate),
    }


def _prices(prices: TicketPrices) -> View:
    return {
        "adult": shown(prices.adult),
        "child": shown(prices.child),
        "senior": shown(prices.senior),
    }


def _hall(db: Session, hall: Auditorium) -> View:
    rows: dict[str, list[JsonValue]] = {}
    for seat in rows_of(db, Seat, auditorium_id=hall.auditorium_id):
        rows.setdefault(seat.row_id, []).append(
            {
                "seat_id": seat.seat_id,
                "type": seat.type,
                "wheelchair_accessible": seat.wheelchair_accessible,
            }
        )
    return {
        "auditorium_id": hall.auditorium_id,
        "name": hall.name,
        "capacity": hall.capacity,
        "features": [*hall.features],
        "seat_map": {"rows": {row_id: seats for row_id, seats in rows.items()}},  # noqa: C416
    }


def show_view(show: Show) -> View:
    """A show with its prices."""
    prices = show.price_schema
    return {
        "show_id": show.show_id,
        "theater_id": show.theater_id,
        "auditorium_id": show.auditorium_id,
        "movie_id": show.movie_id,
        "date": show.date,
        "start_time_local": show.start_time_local,
        "end_time_local": show.end_time_local,
        "format": show.format,
        "language": show.language,
        "subtitles": show.subtitles,
        "status": show.status,
        "price_schema": {
            **_prices(prices),
            "fees": {"convenience_fee": shown(prices.convenience_fee)},
        },
    }


def preview_view(totals: Totals, ticket_count: int, booking_fee: int) -> View:
    """What a booking would cost."""
    return {
        "tickets_subtotal": shown(totals.tickets_subtotal),
        "concessions_subtotal": shown(totals.concessions_subtotal),
        "fees_total": shown(totals.fees_total),
        "tax_total": shown(totals.tax_total),
        "grand_total": shown(totals.grand_total()),
        "ticket_count": ticket_count,
        "booking_fee": shown(booking_fee),
    }


def booking_view(db: Session, booking: Booking) -> View:
    """A booking with customer, seats, concessions, payments, totals and tickets."""
    key = booking.booking_id
    return {
        "booking_id": key,
        "theater_id": booking.theater_id,
        "movie_id": booking.movie_id,
        "show_id": booking.show_id,
        "date": booking.date,
        "start_time_local": booking.start_time_local,
        "status": booking.status,
        "created_at": booking.created_at,
        "canceled_at": booking.canceled_at,
        "customer": {
            "name": {"first_name": booking.first_name, "last_name": booking.last_name},
            "email": booking.email,
            "phone": booking.phone,
            "loyalty_id": booking.loyalty_id,
        },
        "seats": [_seat(seat) for seat in rows_of(db, BookingSeat, booking_id=key)],
        "concessions": [
            _concession(line) for line in rows_of(db, BookingConcession, booking_id=key)
        ],
        "promotions_applied": [
            {
                "code": promotion.code,
                "description": promotion.description,
                "discount_amount": shown(promotion.discount_amount),
            }
            for promotion in booking.promotions_applied
        ],
        "payments": [_payment(entry) for entry in rows_of(db, BookingPayment, booking_id=key)],
        "totals": {
            "tickets_subtotal": shown(booking.tickets_subtotal),
            "concessions_subtotal": shown(booking.concessions_subtotal),
            "fees_total": shown(booking.fees_total),
            "tax_total": shown(booking.tax_total),
            "grand_total": shown(booking.grand_total),
            "amount_paid": shown(booking.amount_paid),
            "amount_due": shown(booking.amount_due),
        },
        "delivery": {
            "method": booking.delivery_method,
            "tickets": [ticket.model_dump() for ticket in booking.tickets],
        },
        "special_requests": booking.special_requests,
    }


def _seat(seat: BookingSeat) -> View:
    return {
        "seat_id": seat.seat_id,
        "ticket_type": seat.ticket_type,
        "price": shown(seat.price),
        "convenience_fee": shown(seat.convenience_fee),
        "tax": shown(seat.tax),
    }


def _concession(line: BookingConcession) -> View:
    return {
        "item_id": line.item_id,
        "name": line.name,
        "size": line.size,
        "quantity": line.quantity,
        "price_each": shown(line.price_each),
        "tax_each": shown(line.tax_each),
        "total": shown(line.total),
    }


def _payment(entry: BookingPayment) -> View:
    return {
        "payment_id": entry.payment_id,
        "amount": shown(entry.amount),
        "method": {
            "source": entry.source,
            "payment_method_id": entry.payment_method_id,
            "extra_info": None if entry.extra_info is None else entry.extra_info.model_dump(),
        },
        "created_at": entry.created_at,
    }
