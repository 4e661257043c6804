"""A small agency whose every price and slot is written down here.

Prices are cents here, as in the database; results show whole units.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.domains.travel.pricing import INSURANCE_FEES
from tau_emo_db.domains.travel.tables import (
    TABLES,
    Agent,
    AgentBooking,
    AgentDay,
    AgentSlot,
    AgentTraveler,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Companion,
    HomeAddress,
    OfferedAddOn,
    Office,
    Package,
    PackageAgent,
    PackageDeparture,
    PackageDestination,
    PackageTerms,
    Passport,
    PaymentMethod,
    Place,
    Policies,
    Preferences,
    Transportation,
    Traveler,
)
from tau_emo_servers.domains.travel.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

NORA, OMAR, PILAR = "7QK2M9D", "3HT8W2C", "5NM4X7B"
"""Pilar has no payment method."""
CARD, PAYPAL, OMARS_CARD = "credit_card_1000001", "paypal_1000002", "credit_card_2000001"

PORTO, NO_AGENT, CLOSED, MIXED = "P4XW81N", "P9ZZ11Q", "P2CL44K", "P5VN66T"
ANA, BEN, CY = "A4KM82X", "A7TR31V", "A8CY55D"
"""Ana and Ben manage Porto, Ana first; Cy manages Mixed alone."""

# package: date, status, price per person, slots
DEPARTURES: dict[str, list[tuple[str, str, int, int]]] = {
    PORTO: [
        ("24-05-10", "available", 1000_00, 5),
        ("24-05-15", "available", 1000_00, 5),
        ("24-05-25", "sold_out", 900_00, 0),
        ("24-09-14", "available", 1450_00, 2),
        ("24-10-05", "available", 1310_50, 6),
        ("24-11-02", "limited", 1200_00, 3),
        ("24-12-20", "sold_out", 1600_00, 0),
    ],
    NO_AGENT: [("24-09-01", "available", 500_00, 9)],
    CLOSED: [
        ("24-09-14", "sold_out", 700_00, 0),
        ("24-10-10", "limited", 700_00, 4),
        ("24-10-20", "available", 700_00, 0),
    ],
    MIXED: [("24-09-14", "sold_out", 800_00, 0), ("25-01-11", "available", 820_00, 10)],
}
CURRENCY = {PORTO: "EUR", NO_AGENT: "USD", CLOSED: "EUR", MIXED: "CHF"}
PLACES = {
    PORTO: [("Porto", "Portugal"), ("Lisbon", "Portugal")],
    NO_AGENT: [("Lima", "Peru")],
    CLOSED: [("Seville", "Spain")],
    MIXED: [("Graz", "Austria"), ("Lisbon", "Portugal")],
}
CATEGORY = {PORTO: "culture", NO_AGENT: "nature", CLOSED: "city", MIXED: "culture"}
COOKING = {"type": "cooking_class", "description": "An evening with a cook", "price": 120}
SHARED = {"type": "airport_transfer", "description": "Shared transfer", "price": 45.5}
PRIVATE = {"type": "airport_transfer", "description": "Private transfer", "price": 90}

MINE = "BX72KD"
"""Nora and Lena on 24-09-14 with cooking and standard insurance: 2 x 1450 + 120 + 100 = 3120,
paid 2000 by card and 1120 by PayPal."""
LATE = "BS41LT"
"""Nora on the sold-out 24-12-20: 1600 by card."""
CANCELLED = "BC33NZ"
"""Nora on 24-10-05: 1310.50 by card, given back."""
PENDING = "BP61NG"
"""Nora on 24-10-05 with a policy of her own: 1310.50 by PayPal."""
GONE = "BG27NE"
"""Nora on 24-07-01, which the package does not list any more: 900 by card."""
OMARS = "BM52RS"
"""Omar on 24-10-05 with premium insurance: 1310.50 + 100 = 1410.50."""
SOON, TODAYS = "BN28WX", "BT15DY"
"""Nora in ten days for 900, past every date of the terms; and today for 1000."""

HER = {"first_name": "Nora", "last_name": "Quist", "dob": "88-03-09"}
LENA = {"first_name": "Lena", "last_name": "Quist", "dob": "12-06-14"}
HIM = {"first_name": "Omar", "last_name": "Haddad", "dob": "71-11-30"}

SLOTS = {
    (ANA, "24-05-14"): ("Europe/Lisbon", ["09:00-10:00"]),
    (ANA, "24-05-15"): ("Europe/Lisbon", ["16:00-17:00"]),
    (ANA, "24-05-20"): ("Europe/Lisbon", ["09:00-10:00", "14:00-15:30"]),
    (BEN, "24-06-01"): ("Asia/Tokyo", ["09:00-10:00"]),
}
POLICIES = Policies(
    cancellation_policy="Free up to 30 days before departure.",
    change_policy="Free up to 20 days before departure.",
    refund_policy="Refunds go back within 10 business days.",
)


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    yield from _people()
    yield from _packages()
    yield from _agents()
    yield from _booking(
        MINE, NORA, "24-09-14", [HER, LENA], [(CARD, 2000_00), (PAYPAL, 1120_00)],
        add_ons=[COOKING], insurance="standard", room_type="double", agent_id=BEN,
    )  # fmt: skip
    yield from _booking(LATE, NORA, "24-12-20", [HER], [(CARD, 1600_00)])
    yield from _booking(
        CANCELLED, NORA, "24-10-05", [HER], [(CARD, 1310_50), (CARD, -1310_50)],
        status="cancelled",
    )  # fmt: skip
    yield from _booking(
        PENDING, NORA, "24-10-05", [HER], [(PAYPAL, 1310_50)], status="pending",
        insurance="own policy",
    )  # fmt: skip
    yield from _booking(GONE, NORA, "24-07-01", [HER], [(CARD, 900_00)])
    yield from _booking(SOON, NORA, "24-05-25", [HER], [(CARD, 900_00)])
    yield from _booking(TODAYS, NORA, "24-05-15", [HER], [(CARD, 1000_00)])
    yield from _booking(
        OMARS, OMAR, "24-10-05", [HIM], [(OMARS_CARD, 1410_50)], insurance="premium", agent_id=CY
    )
    handled = {BEN: [MINE], ANA: [LATE, CANCELLED, PENDING, GONE, SOON, TODAYS], CY: [OMARS]}
    for agent_id, bookings in handled.items():
        for position, booking_id in enumerate(bookings):
            yield AgentBooking(agent_id=agent_id, position=position, booking_id=booking_id)


def _people() -> Iterator[Table]:
    home = HomeAddress(
        street="14 Harbor Lane", city="Tucson", state="AZ", country="USA", zip="85719"
    )
    for key, person, passport in (
        (NORA, HER, Passport(number="K55512345", nationality="USA", expiry="29-11-30")),
        (OMAR, HIM, None),
        (PILAR, {"first_name": "Pilar", "last_name": "Soto", "dob": "90-01-02"}, None),
    ):
        yield Traveler(
            traveler_id=key,
            **person,
            address=home,
            email=f"{key.lower()}@example.com",
            phone="(555) 720-0702",
            passport=passport,
            preferences=Preferences(dietary="vegan") if passport else None,
            memberships=["Harbor Club"] if passport else [],
        )
    yield PaymentMethod(
        id=CARD, traveler_id=NORA, source="credit_card", brand="visa", last_four="3051"
    )
    yield PaymentMethod(id=PAYPAL, traveler_id=NORA, source="paypal")
    yield PaymentMethod(
        id=OMARS_CARD, traveler_id=OMAR, source="credit_card", brand="visa", last_four="0009"
    )
    yield Companion(traveler_id=NORA, position=0, **LENA)


def _packages() -> Iterator[Table]:
    for key, places in PLACES.items():
        offers = [COOKING, SHARED, PRIVATE] if key == PORTO else []
        yield Package(
            package_id=key,
            name=f"Days in {places[0][0]}",
            description="A tour.",
            category=CATEGORY[key],
            departure_points=[Place(city="New York", country="USA")],
            duration_days=5,
            itinerary=[],
            inclusions=["breakfast"],
            exclusions=["flights"],
            accommodations=[],
            transportation=Transportation(international="none", domestic="train", ground="tram"),
            activities=[],
            policies=POLICIES,
            optional_add_ons=[
                OfferedAddOn(
                    type=str(one["type"]),
                    description=str(one["description"]),
                    price=round(float(one["price"]) * 100),
                )
                for one in offers
            ],
        )
        for position, (city, country) in enumerate(places):
            yield PackageDestination(package_id=key, position=position, city=city, country=country)
        yield PackageTerms(
            package_id=key, clear=True, free_days=30, penalty_percent=0, no_refund_days=30,
            change_min_days=20, change_fee=0,
        )  # fmt: skip
        for date, status, price, slots in DEPARTURES[key]:
            yield PackageDeparture(
                package_id=key,
                date=date,
                status=status,
                base_price=price,
                currency=CURRENCY[key],
                available_slots=slots,
                early_bird_deadline="24-01-31",
            )


def _agents() -> Iterator[Table]:
    for key, name, packages, travelers in (
        (ANA, "Ana", [PORTO], [NORA]),
        (BEN, "Ben", [PORTO, CLOSED], [NORA]),
        (CY, "Cy", [MIXED], [OMAR]),
    ):
        yield Agent(
            agent_id=key,
            first_name=name,
            last_name="Sousa",
            email=f"{name.lower()}@example.com",
            phone="(555) 720-0703",
            agency=Office(name="Rota Atlantica", address="Rua do Carmo 5, Lisbon"),
            certifications=[],
            languages=["English", "Portuguese"],
            regions_of_expertise=["Southern Europe"],
            commission_percent=10,
            employment_status="full_time",
        )
        for package_id in packages:
            place = 1 if (key, package_id) == (BEN, PORTO) else 0
            yield PackageAgent(package_id=package_id, position=place, agent_id=key)
        for position, traveler_id in enumerate(travelers):
            yield AgentTraveler(agent_id=key, position=position, traveler_id=traveler_id)
    for (agent_id, date), (timezone, ranges) in SLOTS.items():
        yield AgentDay(agent_id=agent_id, date=date, timezone=timezone)
        for time_range in ranges:
            yield AgentSlot(agent_id=agent_id, date=date, time_range=time_range)


def _booking(
    key: str,
    traveler_id: str,
    date: str,
    persons: Sequence[dict[str, str]],
    payments: Sequence[tuple[str, int]],
    *,
    add_ons: Sequence[dict[str, Any]] = (),
    insurance: str | None = None,
    room_type: str = "single",
    agent_id: str = ANA,
    status: str = "confirmed",
) -> Iterator[Table]:
    yield Booking(
        booking_id=key,
        traveler_id=traveler_id,
        package_id=PORTO,
        agent_id=agent_id,
        booking_date="24-02-01",
        departure_date=date,
        status=status,
        room_type=room_type,
        occupancy=len(persons),
        insurance=insurance,
        insurance_fee=INSURANCE_FEES.get(insurance or "", 0) * len(persons),
        total_price=payments[0][1] if status == "cancelled" else sum(a for _, a in payments),
        notes="Window seat on the train." if key == MINE else None,
    )
    for position, person in enumerate(persons):
        yield BookingTraveler(booking_id=key, position=position, **person)
    for position, one in enumerate(add_ons):
        cents = round(one["price"] * 100)
        yield BookingAddOn(booking_id=key, position=position, **{**one, "price": cents})
    for position, (payment_id, amount) in enumerate(payments):
        yield BookingPayment(
            booking_id=key, position=position, payment_id=payment_id, amount=amount
        )


DESK = small_domain("travel", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small agency."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def booking(desk: Episode, key: str) -> dict[str, Any]:
    """The booking as it is shown."""
    return done(desk, "get_booking_details", booking_id=key)


def ledger(view: dict[str, Any]) -> list[tuple[str, float]]:
    """The payments of a shown booking."""
    return [tuple(entry.values()) for entry in view["payment_history"]]


def slots(desk: Episode, package_id: str = PORTO) -> dict[str, int]:
    """The free slots of a package's departures."""
    departures = done(desk, "get_package_details", package_id=package_id)["departures"]
    return {date: one["available_slots"] for date, one in departures.items()}


BASE_SLOTS = {date: count for date, _, _, count in DEPARTURES[PORTO]}


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }
