"""What an agent at the theaters' desk does again and again: find a show, work out, book."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingSeat,
    CustomerPaymentMethod,
    DeliveryMethod,
    Show,
    Theater,
)
from tau_emo_servers.money import shown
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.tracer.domains.movie.base import Theaters
from tau_emo_tasks.tracer.domains.movie.speech import Line, Ordered, method_name
from tau_emo_tasks.tracer.walk import Walk, WalkError

_NOW = "24-05-15-15-00"


def find_theater(base: Theaters, walk: Walk, theater: Theater) -> None:
    """Find a theater by its name; where two have it, by the city."""
    walk.call("list_theaters")
    if base.named_once(theater):
        return
    for one in base.theaters.values():
        if one.name == theater.name:
            walk.call("get_theater_details", theater_id=one.theater_id)
            if one.theater_id == theater.theater_id:
                return


def find_show(base: Theaters, walk: Walk, show: Show, *, plan: bool = False) -> None:
    """Find a show by movie, theater and day.

    Args:
        base: the theaters.
        walk: the walk.
        show: the show.
        plan: True if the seat plan is needed, which is shown with the whole theater.
    """
    walk.call("list_movies")
    find_theater(base, walk, base.theater(show))
    if plan:
        walk.call("get_theater_details", theater_id=show.theater_id)
    else:
        walk.call("list_shows", theater_id=show.theater_id, date=show.date, movie_id=show.movie_id)


def free_seats(walk: Walk, show: Show) -> None:
    """See which seats are free."""
    walk.call("get_seat_availability", theater_id=show.theater_id, show_id=show.show_id)


def _seats(seats: Sequence[Ordered]) -> list[JsonValue]:
    return [{"seat_id": seat_id, "ticket_type": kind} for seat_id, kind in seats]


def _food(food: Sequence[Line]) -> list[JsonValue]:
    return [
        {
            "item_id": snack.item_id,
            "name": snack.name,
            "size": snack.size,
            "quantity": many,
            "price_each": shown(snack.price),
        }
        for snack, many in food
    ]


def preview(walk: Walk, show: Show, seats: Sequence[Ordered], food: Sequence[Line] = ()) -> int:
    """See what seats and food cost.

    Returns:
        The grand total in cents.
    """
    result = walk.call(
        "price_preview",
        theater_id=show.theater_id,
        show_id=show.show_id,
        seats=_seats(seats),
        **({"concessions": _food(food)} if food else {}),
    )
    return round(result["grand_total"] * 100)


@dataclass(frozen=True)
class Order:
    """All that a booking needs besides its show."""

    seats: Sequence[Ordered]
    delivery: DeliveryMethod
    method: CustomerPaymentMethod
    food: Sequence[Line] = ()
    loyalty: bool = False
    gift: CustomerPaymentMethod | None = None
    """A gift card that pays a part."""
    gift_cents: int = 0


def book(base: Theaters, walk: Walk, customer: str, show: Show, order: Order) -> Any:
    """Preview and book; what a gift card leaves over is worked out for the other method.

    Raises:
        WalkError: the gift card would pay all, or the seats cannot be booked.
    """
    total = preview(walk, show, order.seats, order.food)
    parts = [(order.method, total)]
    if order.gift is not None:
        rest = total - order.gift_cents
        if rest < 500:
            raise WalkError("the gift card pays all")
        walk.call("calculate", expression=f"{money(total)} - {money(order.gift_cents)}")
        parts = [(order.gift, order.gift_cents), (order.method, rest)]
    person = base.customers[customer]
    who: dict[str, JsonValue] = {
        "name": {"first_name": person.first_name, "last_name": person.last_name},
        "email": person.email,
        "phone": person.phone,
    }
    if order.loyalty:
        who["loyalty_id"] = person.loyalty_id
    return walk.call(
        "create_booking",
        theater_id=show.theater_id,
        show_id=show.show_id,
        customer=who,
        seats=_seats(order.seats),
        delivery_method=order.delivery,
        payments=[payment(*one, place) for place, one in enumerate(parts, 1)],
        **({"concessions": _food(order.food)} if order.food else {}),
    )


def payment(method: CustomerPaymentMethod, cents: int, place: int = 1) -> dict[str, JsonValue]:
    """A payment as the tools take it."""
    return {
        "payment_id": f"PAY-{place}",
        "amount": shown(cents),
        "method": {"source": method.source, "payment_method_id": method_name(method)},
        "created_at": _NOW,
    }


# -- changes ------------------------------------------------------------------------------


def open_booking(walk: Walk, booking: Booking) -> None:
    """Look at a booking."""
    walk.call("get_booking_details", booking_id=booking.booking_id)


def show_status(walk: Walk, booking: Booking) -> None:
    """Look at the status of the show of a booking."""
    walk.call("get_show_status", theater_id=booking.theater_id, show_id=booking.show_id)


def ticket_cost(base: Theaters, walk: Walk, show: Show, kind: str) -> tuple[int, int, int]:
    """Look up what one more ticket costs: price, fee and tax in cents."""
    walk.call("get_show_details", theater_id=show.theater_id, show_id=show.show_id)
    walk.call("get_theater_details", theater_id=show.theater_id)
    price: int = getattr(show.price_schema, kind)
    fee = show.price_schema.convenience_fee
    rate = shown(base.theater(show).pricing_rules.tax_rate)
    tax = walk.call("calculate", expression=f"({money(price)} + {money(fee)}) * {rate} / 100")
    return price, fee, round(float(tax) * 100)


def sum_of(walk: Walk, expression: str) -> int:
    """Work out a sum of dollars; in cents."""
    return round(float(walk.call("calculate", expression=expression)) * 100)


def line_sum(lines: Sequence[BookingSeat]) -> str:
    """What tickets have cost, as a sum: price, fee and tax of each."""
    amounts = [(one.price, one.convenience_fee, one.tax) for one in lines]
    return " + ".join(money(part) for parts in amounts for part in parts)


def reseat(
    walk: Walk,
    booking: Booking,
    seats: Sequence[Ordered],
    difference: int,
    method: CustomerPaymentMethod | None = None,
) -> None:
    """Change the seats of a booking.

    Args:
        walk: the walk.
        booking: the booking.
        seats: the whole new list.
        difference: what it costs more, in cents, as it was worked out.
        method: what pays that.

    Raises:
        WalkError: the difference is another one.
    """
    charged = {"payment": payment(method, difference)} if method and difference > 0 else {}
    result = walk.call(
        "update_booking_seats", booking_id=booking.booking_id, seats=_seats(seats), **charged
    )
    real = round(result["totals"]["grand_total"] * 100) - booking.grand_total
    if real != difference:
        raise WalkError(f"the difference is {real} and not {difference}")


def cancel(walk: Walk, booking: Booking) -> None:
    """Look at a booking and its show, and cancel it."""
    open_booking(walk, booking)
    show_status(walk, booking)
    walk.call("cancel_booking", booking_id=booking.booking_id)


def a_delivery(draw: Draw) -> DeliveryMethod:
    """A way to hand out tickets."""
    return draw.weighted({"e-ticket": 0.5, "box-office": 0.25, "kiosk": 0.25})
