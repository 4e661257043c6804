"""The agency while its history is being drawn: customers, bookings and the ids in use."""

from collections.abc import Callable, Sequence

from tau_emo_db import kit
from tau_emo_db.domains.travel.clock import NOW, days_until, in_days
from tau_emo_db.domains.travel.customer import Customer, Trip
from tau_emo_db.domains.travel.ids import Ids
from tau_emo_db.domains.travel.packages import Tour, make_tours
from tau_emo_db.domains.travel.pricing import insurance_fee, total_price
from tau_emo_db.domains.travel.staff import assign, make_staff
from tau_emo_db.domains.travel.tables import (
    Booking,
    BookingAddOn,
    BookingStatus,
    BookingTraveler,
    Companion,
    HomeAddress,
    OfferedAddOn,
    PackageDeparture,
    Passport,
    PaymentMethod,
    PaymentSource,
    Preferences,
    Traveler,
)
from tau_emo_db.draw import Draw

Fits = Callable[[Tour, PackageDeparture], object]
"""Whether a departure is what a situation asks for."""

NATIONALITIES = ("USA", "Canada", "Mexico", "India", "Nigeria", "Japan", "Germany", "Brazil")
MEMBERSHIPS = ("SkyTrail Silver", "SkyTrail Gold", "Harbor Club", "Globe Circle", "Railpass Plus")
WISHES = {
    "dietary": ("vegetarian", "vegan", "halal", "gluten-free"),
    "accessibility": ("step-free access", "hearing loop"),
    "room_type": ("quiet", "high floor", "near the lift"),
    "bed_preference": ("king", "two singles"),
    "other": ("Likes to sit at the front of the coach.", "Travels with a cello."),
}
LABELS: dict[str | None, float] = {
    None: 8,
    "standard": 6,
    "premium": 5,
    "own policy": 1,
    "credit card cover": 1,
}
"""Insurance labels; the last two cost nothing."""
ROOMS: dict[int, tuple[str, ...]] = {
    1: ("single", "suite"),
    2: ("double", "twin", "suite"),
    3: ("family_suite",),
    4: ("family_suite",),
}
"""Rooms by the number of travelers."""
PARTY = {1: 3, 2: 6, 3: 3, 4: 1}
SOURCES: dict[PaymentSource, float] = {
    "credit_card": 6,
    "bank_transfer": 2,
    "paypal": 2,
    "mobile_wallet": 2,
}


class Agency:
    """Opens profiles and takes bookings; sees to unique ids.

    Args:
        draw: where packages and agents come from.
    """

    def __init__(self, draw: Draw) -> None:
        self.ids = Ids()
        self.staff = make_staff(draw.fork("staff"), self.ids)
        self.tours = make_tours(draw.fork("tours"), self.ids)
        assign(draw.fork("managers"), self.staff, self.tours)
        self.customers: list[Customer] = []
        self.bookings = 0
        self._by_agent = {one.agent.agent_id: one for one in self.staff}
        self._emails = kit.Unique()
        self._names = kit.Unique()

    # Profiles

    def open_profile(
        self, draw: Draw, *sources: PaymentSource, person: kit.Person | None = None
    ) -> Customer:
        """A new customer with payment methods of these kinds.

        Args:
            draw: where everything else comes from.
            sources: one payment method is made of each.
            person: who it is; somebody whose name nobody else has if left out.
        """
        someone = person or self.stranger(draw)
        home = kit.postal_address(draw)
        customer = Customer(
            Traveler(
                traveler_id=self.ids.traveler(draw),
                first_name=someone.first_name,
                last_name=someone.last_name,
                address=HomeAddress(
                    street=kit.in_one_line(home),
                    city=home.city,
                    state=home.state,
                    country=home.country,
                    zip=home.zip,
                ),
                email=self._emails.fresh(lambda: kit.email(draw, someone)),
                phone=kit.phone(draw),
                dob=self._birth(draw, 24, 78),
                passport=self._passport(draw),
                preferences=self._wishes(draw),
                memberships=draw.sample(MEMBERSHIPS, draw.weighted({0: 5, 1: 3, 2: 1})),
            )
        )
        for source in sources:
            self.add_method(draw, customer, source)
        self.customers.append(customer)
        return customer

    def stranger(self, draw: Draw) -> kit.Person:
        """Somebody whose name no customer has yet."""
        return self._names.fresh(lambda: kit.person(draw), lambda one: one.name)

    @staticmethod
    def _birth(draw: Draw, youngest: int, oldest: int) -> str:
        return kit.short_day(kit.birth_date(draw, youngest, oldest, NOW))

    @staticmethod
    def _passport(draw: Draw) -> Passport | None:
        if draw.chance(0.2):
            return None
        return Passport(
            number=f"{draw.pick('CKLNX')}{draw.digits(8)}",
            nationality=draw.pick(NATIONALITIES),
            expiry=in_days(draw.integer(120, 3400)),
        )

    @staticmethod
    def _wishes(draw: Draw) -> Preferences | None:
        if draw.chance(0.35):
            return None
        wishes = {name: draw.pick(some) for name, some in WISHES.items() if draw.chance(0.4)}
        return Preferences(**wishes)

    def add_method(
        self, draw: Draw, customer: Customer, source: PaymentSource, brand: str | None = None
    ) -> PaymentMethod:
        """Another payment method; cards of one profile differ in their last digits."""
        method = PaymentMethod(
            id=self.ids.method(draw, source),
            traveler_id=customer.traveler.traveler_id,
            source=source,
        )
        if source == "credit_card":
            taken = {method.last_four for method in customer.methods}
            card = kit.card(draw, brand=brand, taken=taken)
            method.brand, method.last_four = card.brand, card.last_four
        customer.methods.append(method)
        return method

    def add_companion(self, draw: Draw, customer: Customer) -> Companion:
        """Somebody of the family, or a friend."""
        while True:
            someone = kit.person(draw)
            last = customer.traveler.last_name if draw.chance(0.6) else someone.last_name
            known = {(one.first_name, one.last_name) for one in customer.companions}
            known.add((customer.traveler.first_name, customer.traveler.last_name))
            if (someone.first_name, last) not in known:
                break
        child = draw.chance(0.3)
        companion = Companion(
            traveler_id=customer.traveler.traveler_id,
            position=len(customer.companions),
            first_name=someone.first_name,
            last_name=last,
            dob=self._birth(draw, 3, 17) if child else self._birth(draw, 20, 78),
            passport=self._passport(draw),
        )
        customer.companions.append(companion)
        return companion

    # Bookings

    def find(self, draw: Draw, customer: Customer, fits: Fits) -> tuple[Tour, PackageDeparture]:
        """A departure of a package that the customer has not booked.

        Args:
            draw: which one of several.
            customer: who is to go.
            fits: what it must be.

        Raises:
            LookupError: there is none; then the packages lack a situation.
        """
        visited = customer.visits()
        found = [
            (tour, departure)
            for tour in self.tours
            if tour.package.package_id not in visited
            for departure in tour.departures
            if fits(tour, departure)
        ]
        if not found:
            raise LookupError("no departure of any package fits the situation")
        return draw.pick(found)

    def book(
        self,
        draw: Draw,
        customer: Customer,
        tour: Tour,
        departure: PackageDeparture,
        *,
        party: int | None = None,
        status: BookingStatus = "confirmed",
        insurance: str | None = "drawn",
        add_ons: int | None = None,
        shares: Sequence[tuple[PaymentMethod, int]] = (),
    ) -> Trip:
        """A booking at today's price.

        Args:
            draw: where everything left open comes from.
            customer: who books, and goes.
            tour: the package.
            departure: one of its departures.
            party: how many go; companions are added to the profile as needed.
            status: the status it has reached.
            insurance: the stored label; drawn if left out.
            add_ons: how many extras; drawn if left out.
            shares: payment methods with percents of the price; the last one pays the rest.
        """
        count = party or draw.weighted(PARTY)
        while len(customer.companions) < count - 1:
            self.add_companion(draw, customer)
        people = [customer.traveler, *customer.companions[: count - 1]]
        label = draw.weighted(LABELS) if insurance == "drawn" else insurance
        wanted = draw.weighted({0: 3, 1: 4, 2: 2}) if add_ons is None else add_ons
        extras = draw.sample(tour.package.optional_add_ons, wanted)
        before = min(days_until(departure.date), 0)
        trip = Trip(
            Booking(
                booking_id=self.ids.booking(draw),
                traveler_id=customer.traveler.traveler_id,
                package_id=tour.package.package_id,
                agent_id=draw.pick(tour.agents).agent_id,
                booking_date=in_days(before - draw.integer(3, 150)),
                departure_date=departure.date,
                status="confirmed" if status == "cancelled" else status,
                room_type=draw.pick(ROOMS[count]),
                occupancy=count,
                insurance=label,
                insurance_fee=insurance_fee(label, count),
                total_price=total_price(
                    departure.base_price, count, (one.price for one in extras), label
                ),
                notes="Celebrates a birthday on the way." if draw.chance(0.1) else None,
            )
        )
        self._fill(trip, people, extras)
        paying = list(shares) or [(draw.pick(customer.methods), 100)]
        left = trip.booking.total_price
        for method, percent in paying[:-1]:
            amount = trip.booking.total_price * percent // 100
            trip.record(method, amount)
            left -= amount
        trip.record(paying[-1][0], left)
        if status == "cancelled":
            trip.cancel(customer.methods)
        customer.trips.append(trip)
        self.bookings += 1
        self._by_agent[trip.booking.agent_id].takes_on(
            customer.traveler.traveler_id, trip.booking.booking_id
        )
        return trip

    @staticmethod
    def _fill(
        trip: Trip, people: Sequence[Traveler | Companion], extras: Sequence[OfferedAddOn]
    ) -> None:
        """The persons and extras of a booking."""
        booking_id = trip.booking.booking_id
        trip.travelers = [
            BookingTraveler(
                booking_id=booking_id,
                position=place,
                first_name=one.first_name,
                last_name=one.last_name,
                dob=one.dob,
            )
            for place, one in enumerate(people)
        ]
        trip.add_ons = [
            BookingAddOn(
                booking_id=booking_id,
                position=place,
                type=one.type,
                description=one.description,
                price=one.price,
            )
            for place, one in enumerate(extras)
        ]
