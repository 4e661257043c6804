"""Theater data in the layout of τ²-bench: movies, theaters and bookings."""

from typing import Any

from tau_emo_db.domains.movie.tables import (
    Auditorium,
    Booking,
    BookingConcession,
    BookingPayment,
    BookingSeat,
    Movie,
    Seat,
    Show,
    Theater,
)
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.source import Source

_TICKETS = ("adult", "child", "senior")
_TOTALS = (
    "tickets_subtotal",
    "concessions_subtotal",
    "fees_total",
    "tax_total",
    "grand_total",
    "amount_paid",
    "amount_due",
)


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    for node in source.records("movies"):
        with out.record(node):
            _movie(node, out)
    for node in source.records("theaters"):
        with out.record(node):
            _theater(node, out)
    for node in source.records("bookings"):
        with out.record(node):
            _booking(node, out)


def _movie(node: Node, out: Gathering) -> None:
    lists = ("genres", "languages_audio", "subtitles", "formats")
    texts = ("title", "mpaa_rating", "release_date", "end_of_run_est", "synopsis")
    cast = [{name: one.text(name) for name in ("name", "role")} for one in node.at("cast").items()]
    out.add(
        node,
        Movie,
        movie_id=node.own_key("movie_id"),
        runtime_minutes=node.whole("runtime_minutes"),
        cast=cast,
        crew=node.plain("crew", ("director", "writer", "producer", "music")),
        **{name: node.text(name) for name in texts},
        **{name: node.texts(name) for name in lists},
    )


def _theater(node: Node, out: Gathering) -> None:
    key, rules = node.own_key("theater_id"), node.at("pricing_rules")
    times, fees = rules.at("time_based"), rules.at("fees")
    surcharges = rules.at("format_surcharges").fields()
    out.add(
        node,
        Theater,
        theater_id=key,
        name=node.text("name"),
        address=node.plain("address", ("street", "city", "state", "country", "zip")),
        contact=node.plain("contact", ("phone", "email", "website")),
        amenities=node.texts("amenities"),
        pricing_rules={
            "base": {name: rules.at("base").cents(name) for name in _TICKETS},
            "format_surcharges": {one.key: one.as_cents() for one in surcharges},
            "matinee_discount": times.cents("matinee_discount"),
            "peak_surcharge": times.cents("peak_surcharge"),
            "convenience_fee": fees.cents("convenience_fee"),
            "booking_fee": fees.cents("booking_fee"),
            "tax_rate": out.cents(rules.at("tax_rate_percent")),
        },
    )
    for hall in node.at("auditoriums").fields():
        number = hall.own_key("auditorium_id")
        out.add(
            hall,
            Auditorium,
            auditorium_id=number,
            theater_id=key,
            name=hall.text("name"),
            capacity=hall.whole("capacity"),
            features=hall.texts("features"),
        )
        for row in hall.at("seat_map").at("rows").fields():
            for seat in row.items():
                out.add(
                    seat,
                    Seat,
                    auditorium_id=number,
                    seat_id=seat.text("seat_id"),
                    row_id=row.key,
                    type=seat.text("type"),
                    wheelchair_accessible=seat.flag("wheelchair_accessible"),
                )
    for day in node.at("dates").fields():
        for show in day.at("shows").items():
            _show(show, key, day.key, out)


def _show(node: Node, theater: str, date: str, out: Gathering) -> None:
    prices = node.at("price_schema")
    texts = ("show_id", "movie_id", "auditorium_id", "start_time_local", "end_time_local")
    others = ("format", "language", "subtitles", "status")
    out.add(
        node,
        Show,
        theater_id=theater,
        date=date,
        price_schema={
            **{name: prices.cents(name) for name in _TICKETS},
            "convenience_fee": prices.at("fees").cents("convenience_fee"),
        },
        **{name: node.text(name) for name in (*texts, *others)},
    )


def _booking(node: Node, out: Gathering) -> None:
    key, customer = node.own_key("booking_id"), node.at("customer")
    name, totals, delivery = customer.at("name"), node.at("totals"), node.at("delivery")
    texts = ("theater_id", "movie_id", "show_id", "date", "start_time_local", "status")
    out.add(
        node,
        Booking,
        booking_id=key,
        created_at=node.text("created_at"),
        canceled_at=node.text_or_none("canceled_at"),
        customer_id=None,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        email=customer.text("email"),
        phone=customer.text("phone"),
        loyalty_id=customer.text_or_none("loyalty_id"),
        promotions_applied=[
            {
                "code": one.text("code"),
                "description": one.text("description"),
                "discount_amount": one.cents("discount_amount"),
            }
            for one in node.at("promotions_applied").items()
        ],
        delivery_method=delivery.text("method"),
        tickets=[
            {field: one.text(field) for field in ("ticket_id", "barcode")}
            for one in delivery.at("tickets").items()
        ],
        special_requests=node.text_or_none("special_requests"),
        **{field: node.text(field) for field in texts},
        **{field: totals.cents(field) for field in _TOTALS},
    )
    for position, seat in numbered(node.at("seats").items()):
        out.add(
            seat,
            BookingSeat,
            booking_id=key,
            position=position,
            seat_id=seat.text("seat_id"),
            ticket_type=seat.text("ticket_type"),
            **{field: seat.cents(field) for field in ("price", "convenience_fee", "tax")},
        )
    for position, item in numbered(node.at("concessions").items()):
        amounts = ("price_each", "tax_each", "total")
        out.add(
            item,
            BookingConcession,
            booking_id=key,
            position=position,
            quantity=item.whole("quantity"),
            **{field: item.text(field) for field in ("item_id", "name", "size")},
            **{field: out.cents(item.at(field)) for field in amounts},
        )
    for position, payment in numbered(node.at("payment_history").items()):
        method = payment.at("method")
        out.add(
            payment,
            BookingPayment,
            booking_id=key,
            position=position,
            payment_id=payment.text("payment_id"),
            amount=payment.cents("amount"),
            source=method.text("source"),
            payment_method_id=method.text("payment_method_id"),
            extra_info=_card(method),
            created_at=payment.text("created_at"),
        )


def _card(method: Node) -> dict[str, Any] | None:
    if not method.has("extra_info"):
        method.leave("extra_info")
        return None
    card = method.at("extra_info")
    return {name: card.text_or_none(name) for name in ("brand", "last_four")}


MAPPING = Mapping(
    parts=("movies", "theaters", "bookings"),
    read=read,
    people=People(Booking, "booking_id", "email"),
    differences=(
        Difference("no customers", "customer", "none; bookings keep name, e-mail and phone"),
        Difference(
            "theaters.pricing_rules.tax_rate_percent, finer than hundredths",
            "tax_rate, in hundredths of a percent",
            "refused; --repair rounds",
        ),
        Difference(
            "bookings.concessions with fractions of a cent", "in cents", "refused; --repair rounds"
        ),
    ),
)
