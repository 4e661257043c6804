"""What seats, food and drink cost: how a show gets its prices, and what a booking adds up to.

All sums are cents. Tax rates are hundredths of a percent.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tau_emo_db.domains.movie.tables import (
    BookingConcession,
    BookingSeat,
    Format,
    PricingRules,
    ShowPrices,
    TicketType,
)

MATINEE_UNTIL = 17
PEAK_FROM = 18
"""Hours of the day: shows that begin before the first are cheaper, and those that begin at
the second or later on a Friday, Saturday or Sunday are dearer."""
_WHOLE = 100_00


def tax_on(cents: int, rate: int) -> int:
    """The tax on a price, rounded half up to cents."""
    return (cents * rate + _WHOLE // 2) // _WHOLE


def show_prices(rules: PricingRules, format: Format, hour: int, weekday: int) -> ShowPrices:  # noqa: A002
    """The prices of a show as the rules of its theater make them.

    Args:
        rules: the rules of the theater.
        format: how the movie is shown.
        hour: the hour of the day at which the show begins.
        weekday: 0 for Monday to 6 for Sunday.
    """
    extra = rules.format_surcharges[format]
    if hour < MATINEE_UNTIL:
        extra -= rules.matinee_discount
    elif hour >= PEAK_FROM and weekday >= 4:
        extra += rules.peak_surcharge
    return ShowPrices(
        adult=rules.base.adult + extra,
        child=rules.base.child + extra,
        senior=rules.base.senior + extra,
        convenience_fee=rules.convenience_fee,
    )


def priced_seat(
    booking_id: str,
    position: int,
    seat_id: str,
    ticket_type: TicketType,
    prices: ShowPrices,
    rate: int,
) -> BookingSeat:
    """A seat of a booking; the tax is on its price and its fee together."""
    price: int = getattr(prices, ticket_type)
    fee = prices.convenience_fee
    return BookingSeat(
        booking_id=booking_id,
        position=position,
        seat_id=seat_id,
        ticket_type=ticket_type,
        price=price,
        convenience_fee=fee,
        tax=tax_on(price + fee, rate),
    )


def priced_concession(
    booking_id: str,
    position: int,
    *,
    item_id: str,
    name: str,
    size: str,
    quantity: int,
    price_each: int,
    rate: int,
) -> BookingConcession:
    """A line of food or drink; the tax is rounded for one piece."""
    tax_each = tax_on(price_each, rate)
    return BookingConcession(
        booking_id=booking_id,
        position=position,
        item_id=item_id,
        name=name,
        size=size,
        quantity=quantity,
        price_each=price_each,
        tax_each=tax_each,
        total=quantity * (price_each + tax_each),
    )


@dataclass(frozen=True)
class Totals:
    """What a booking adds up to, before any discount."""

    tickets_subtotal: int
    concessions_subtotal: int
    fees_total: int
    tax_total: int

    @property
    def full_price(self) -> int:
        """All four together."""
        parts = (self.tickets_subtotal, self.concessions_subtotal, self.fees_total, self.tax_total)
        return sum(parts)

    def grand_total(self, discounts: int = 0) -> int:
        """What is to be paid after discounts, never below 0."""
        return max(0, self.full_price - discounts)


def add_up(
    seats: Sequence[BookingSeat], concessions: Sequence[BookingConcession], booking_fee: int
) -> Totals:
    """The totals of a booking; the booking fee counts once and is not taxed."""
    return Totals(
        tickets_subtotal=sum(seat.price for seat in seats),
        concessions_subtotal=sum(line.quantity * line.price_each for line in concessions),
        fees_total=sum(seat.convenience_fee for seat in seats) + booking_fee,
        tax_total=sum(seat.tax for seat in seats)
        + sum(line.quantity * line.tax_each for line in concessions),
    )
