"""A traveler with a profile of payment methods and companions, and a list of trips."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tau_emo_db.domains.travel.tables import (
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Companion,
    PaymentMethod,
    Traveler,
)
from tau_emo_db.table import Table


@dataclass(eq=False)
class Trip:
    """One booking row and everything that hangs on it."""

    booking: Booking
    travelers: list[BookingTraveler] = field(default_factory=list[BookingTraveler])
    add_ons: list[BookingAddOn] = field(default_factory=list[BookingAddOn])
    payments: list[BookingPayment] = field(default_factory=list[BookingPayment])

    def record(self, method: PaymentMethod, amount: int) -> None:
        """One more entry of the ledger, in cents; negative for a refund."""
        self.payments.append(
            BookingPayment(
                booking_id=self.booking.booking_id,
                position=len(self.payments),
                payment_id=method.id,
                amount=amount,
            )
        )

    def cancel(self, methods: list[PaymentMethod]) -> None:
        """Everything paid goes back."""
        by_id = {method.id: method for method in methods}
        for entry in list(self.payments):
            self.record(by_id[entry.payment_id], -entry.amount)
        self.booking.status = "cancelled"

    def rows(self) -> Iterator[Table]:
        """What hangs on the booking, without the booking."""
        yield from self.travelers
        yield from self.add_ons
        yield from self.payments


@dataclass(eq=False)
class Customer:
    """One traveler row and everything that hangs on it."""

    traveler: Traveler
    methods: list[PaymentMethod] = field(default_factory=list[PaymentMethod])
    companions: list[Companion] = field(default_factory=list[Companion])
    trips: list[Trip] = field(default_factory=list[Trip])
    settled: bool = False
    """The situation is complete: nothing ordinary is added."""

    def visits(self) -> set[str]:
        """The ids of the packages that were booked."""
        return {trip.booking.package_id for trip in self.trips}
