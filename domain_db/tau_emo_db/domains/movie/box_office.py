"""The box office while its history is being drawn: bookings, and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tau_emo_db import kit
from tau_emo_db.domains.movie.clock import ISO_NOW, short_moment
from tau_emo_db.domains.movie.ids import Ids
from tau_emo_db.domains.movie.moviegoers import Moviegoer
from tau_emo_db.domains.movie.schedule import Screening
from tau_emo_db.domains.movie.tables import (
    Booking,
    BookingConcession,
    BookingPayment,
    BookingSeat,
    BookingStatus,
    CardInfo,
    DeliveryMethod,
    PaymentSource,
    Promotion,
    Seat,
    Ticket,
    TicketType,
)
from tau_emo_db.domains.movie.tariff import add_up, priced_concession, priced_seat
from tau_emo_db.draw import Draw

_FIRST_BOOKING = "2024-04-20T09:00:00"
_DELIVERIES: dict[DeliveryMethod, float] = {"e-ticket": 6, "box-office": 2, "kiosk": 2}
_REQUESTS = ("Aisle seat if the plan changes.", "We may arrive a little late.", "Birthday outing.")


class Snack(NamedTuple):
    """Something that a theater's counter sold."""

    item_id: str
    name: str
    size: str
    price: int
    """In cents."""


SNACKS = (
    Snack("POP-S", "Popcorn", "small", 5_50),
    Snack("POP-M", "Popcorn", "medium", 7_00),
    Snack("POP-L", "Popcorn", "large", 8_25),
    Snack("SODA-M", "Soda", "medium", 4_75),
    Snack("SODA-L", "Soda", "large", 5_50),
    Snack("NACHO-R", "Nachos", "regular", 6_75),
    Snack("WATER-R", "Water", "regular", 3_25),
    Snack("CANDY-R", "Chocolate drops", "regular", 4_00),
)
PROMOTIONS = (
    Promotion(code="SPRING3", description="$3 off in spring", discount_amount=3_00),
    Promotion(code="TWOFORFUN", description="$5 off for two or more", discount_amount=5_00),
    Promotion(code="WELCOME4", description="$4 off the first booking", discount_amount=4_00),
)

Order = Sequence[tuple[Snack, int]]
"""Snacks with how many of each."""


@dataclass(eq=False)
class Sale:
    """One booking row and everything that hangs on it."""

    booking: Booking
    seats: list[BookingSeat]
    concessions: list[BookingConcession]
    payments: list[BookingPayment]


class BoxOffice:
    """Takes bookings; sees to unique ids and to seats that are held once.

    Args:
        ids: gives the ids.
    """

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.sales: list[Sale] = []

    def sell(
        self,
        draw: Draw,
        goer: Moviegoer,
        screening: Screening,
        seats: Sequence[Seat],
        types: Sequence[TicketType],
        *,
        snacks: Order = (),
        promotion: Promotion | None = None,
        split: bool = False,
        status: BookingStatus = "confirmed",
    ) -> Sale:
        """A booking with all that its status asks for.

        Args:
            draw: where everything left open comes from.
            goer: who books and pays.
            screening: the show.
            seats: free seats of its hall.
            types: a ticket type for each seat.
            snacks: what is ordered with it.
            promotion: a discount, if there is one.
            split: a gift card pays a part in whole dollars, and another method the rest.
            status: what became of it.
        """
        key = self._ids.fresh(draw, "BK")
        show, rules = screening.show, screening.house.theater.pricing_rules
        made = _created(draw, screening)
        lines = [
            priced_seat(key, position, seat.seat_id, kind, show.price_schema, rules.tax_rate)
            for position, (seat, kind) in enumerate(zip(seats, types, strict=True))
        ]
        food = [
            priced_concession(
                key,
                position,
                item_id=snack.item_id,
                name=snack.name,
                size=snack.size,
                quantity=count,
                price_each=snack.price,
                rate=rules.tax_rate,
            )
            for position, (snack, count) in enumerate(snacks)
        ]
        totals = add_up(lines, food, rules.booking_fee)
        total = totals.grand_total(promotion.discount_amount if promotion else 0)
        open_sum = total if status == "pending" else 0
        customer = goer.customer
        booking = Booking(
            booking_id=key,
            theater_id=show.theater_id,
            movie_id=show.movie_id,
            show_id=show.show_id,
            date=show.date,
            start_time_local=show.start_time_local,
            status=status,
            created_at=short_moment(made),
            customer_id=customer.customer_id if goer.known else None,
            first_name=customer.first_name,
            last_name=customer.last_name,
            email=customer.email,
            phone=customer.phone,
            loyalty_id=customer.loyalty_id,
            promotions_applied=[promotion] if promotion else [],
            tickets_subtotal=totals.tickets_subtotal,
            concessions_subtotal=totals.concessions_subtotal,
            fees_total=totals.fees_total,
            tax_total=totals.tax_total,
            grand_total=total,
            amount_paid=total if status == "confirmed" else 0,
            amount_due=open_sum,
            delivery_method=draw.weighted(_DELIVERIES),
            tickets=[] if status == "pending" else tickets(key, len(lines)),
            special_requests=draw.pick(_REQUESTS) if draw.chance(0.15) else None,
        )
        sale = Sale(booking, lines, food, [])
        if status != "pending":
            self._pay(draw, sale, goer, total, made, split)
        if status == "canceled":
            _cancel(draw, sale, made)
        elif status == "refunded":
            _refund(draw, sale, made)
        elif status == "confirmed":
            screening.taken |= {seat.seat_id for seat in seats}
        screening.bookings += 1
        goer.bookings += 1
        self.sales.append(sale)
        return sale

    def _pay(
        self, draw: Draw, sale: Sale, goer: Moviegoer, total: int, made: str, split: bool
    ) -> None:
        """One payment, or two if a gift card pays a part."""
        gift = goer.method("gift_card")
        others = [one for one in goer.methods if one is not gift] or goer.methods
        main = draw.pick(others)
        by_gift = 100 * draw.integer(5, total // 200) if split and gift is not None else 0
        parts = [(gift, by_gift)] if gift is not None and by_gift else []
        for method, amount in [*parts, (main, total - by_gift)]:
            info = CardInfo(brand=method.brand, last_four=method.last_four)
            record(
                sale,
                f"{sale.booking.booking_id}-PAY-{len(sale.payments) + 1}",
                amount,
                method.source,
                method.payment_method_id,
                short_moment(made),
                info if method.source == "card" else None,
            )


def record(
    sale: Sale,
    payment_id: str,
    amount: int,
    source: PaymentSource,
    payment_method_id: str,
    moment: str,
    info: CardInfo | None = None,
) -> None:
    """One more entry of the payments of a booking."""
    sale.payments.append(
        BookingPayment(
            booking_id=sale.booking.booking_id,
            position=len(sale.payments),
            payment_id=payment_id,
            amount=amount,
            source=source,
            payment_method_id=payment_method_id,
            extra_info=info,
            created_at=moment,
        )
    )


def tickets(booking_id: str, count: int) -> list[Ticket]:
    """The tickets of a booking, numbered from 1."""
    ids = [f"{booking_id}-TKT-{number:03d}" for number in range(1, count + 1)]
    return [Ticket(ticket_id=one, barcode=f"BAR-{one}") for one in ids]


def _created(draw: Draw, screening: Screening) -> str:
    """A moment before now and before the show."""
    last = min(kit.add_minutes(screening.start, -90), kit.add_minutes(ISO_NOW, -60))
    return kit.random_moment(draw, _FIRST_BOOKING, last)


def _later(draw: Draw, made: str) -> str:
    return kit.random_moment(draw, made, kit.add_minutes(ISO_NOW, -5))


def _cancel(draw: Draw, sale: Sale, made: str) -> None:
    """Cancelled at the desk, which books the whole refund in one entry."""
    booking = sale.booking
    moment = short_moment(_later(draw, made))
    booking.canceled_at = moment
    total = sum(entry.amount for entry in sale.payments)
    record(sale, f"{booking.booking_id}-refund", -total, "cash", "refund", moment)


def _refund(draw: Draw, sale: Sale, made: str) -> None:
    """Refunded by the theater, each payment to what it was paid with."""
    moment = short_moment(_later(draw, made))
    for number, entry in enumerate(list(sale.payments), start=1):
        record(
            sale,
            f"{sale.booking.booking_id}-REF-{number}",
            -entry.amount,
            entry.source,
            entry.payment_method_id,
            moment,
            entry.extra_info,
        )
