"""A small airline whose every price, seat and balance is written down here."""

from collections.abc import Iterator
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.address import Address
from tau_emo_db.domains.airline.tables import (
    TABLES,
    Airport,
    Flight,
    FlightDate,
    PaymentMethod,
    Reservation,
    ReservationFlight,
    ReservationPassenger,
    ReservationPayment,
    SavedPassenger,
    User,
)
from tau_emo_servers.domains.airline.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

AIRPORTS = {"SEA": "Seattle", "JFK": "New York", "LGA": "LaGuardia", "ORD": "Chicago"}

# number: origin, destination, departure, arrival
FLIGHTS = {
    "HAT001": ("SEA", "JFK", "06:00:00", "14:00:00"),
    "HAT002": ("JFK", "SEA", "15:00:00", "18:00:00"),
    "HAT003": ("SEA", "ORD", "20:00:00", "01:30:00+1"),
    "HAT004": ("ORD", "JFK", "01:30:00", "04:00:00"),
    "HAT005": ("ORD", "JFK", "01:29:00", "03:59:00"),
    "HAT006": ("SEA", "ORD", "08:00:00", "12:00:00"),
    "HAT007": ("ORD", "JFK", "12:00:00", "14:30:00"),
    "HAT008": ("LGA", "SEA", "09:00:00", "12:00:00"),
    "HAT009": ("SEA", "JFK", "10:00:00", "18:00:00"),
    "HAT010": ("ORD", "JFK", "13:00:00", "15:30:00"),
}

# number, date: seats and prices in basic economy, economy, business
OPEN = {
    ("HAT001", "2024-05-20"): ((0, 2, 5), (60, 100, 300)),
    ("HAT001", "2024-05-21"): ((1, 1, 9), (55, 120, 310)),
    ("HAT002", "2024-05-22"): ((9, 9, 9), (50, 110, 250)),
    ("HAT002", "2024-05-23"): ((9, 9, 9), (70, 80, 260)),
    ("HAT003", "2024-05-20"): ((3, 3, 3), (51, 101, 201)),
    ("HAT003", "2024-05-31"): ((3, 3, 3), (52, 102, 202)),
    ("HAT004", "2024-05-20"): ((1, 1, 1), (90, 190, 490)),
    ("HAT004", "2024-05-31"): ((1, 1, 1), (92, 192, 492)),
    ("HAT004", "2024-06-01"): ((2, 0, 3), (91, 191, 491)),
    ("HAT005", "2024-06-01"): ((5, 5, 5), (93, 193, 493)),
    ("HAT006", "2024-05-20"): ((4, 4, 4), (61, 111, 211)),
    ("HAT007", "2024-05-20"): ((6, 6, 6), (62, 112, 212)),
    ("HAT007", "2024-05-23"): ((6, 6, 6), (64, 114, 214)),
    ("HAT008", "2024-05-22"): ((7, 7, 7), (63, 113, 213)),
}

CANCELLED = (("HAT009", "2024-05-20"), ("HAT010", "2024-05-20"), ("HAT006", "2024-05-23"))

NORA = "nora_quist_4127"
OMAR = "omar_haddad_2210"
GIFT, SMALL_GIFT = "gift_card_1000001", "gift_card_1000002"
CARD, CERTIFICATE = "credit_card_1000003", "certificate_1000004"
OMARS_CARD = "credit_card_2000001"
BALANCES = {GIFT: 500, SMALL_GIFT: 40, CARD: None, CERTIFICATE: 200}

ACTIVE, FLOWN, GONE = "K3M9TZ", "AAAAAA", "BBBBBB"
"""A round trip for two in economy; one whose way out was flown; one cancelled."""

PEOPLE = [("Nora", "Quist", "1987-02-19"), ("Tomas", "Reyes", "1964-11-08")]


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    for code, city in AIRPORTS.items():
        yield Airport(code=code, city=city)
    for number, (origin, destination, departure, arrival) in FLIGHTS.items():
        yield Flight(
            flight_number=number,
            origin=origin,
            destination=destination,
            scheduled_departure_time_est=departure,
            scheduled_arrival_time_est=arrival,
        )
    for (number, date), (seats, prices) in OPEN.items():
        yield FlightDate(
            flight_number=number,
            date=date,
            status="available",
            basic_economy_seats=seats[0],
            economy_seats=seats[1],
            business_seats=seats[2],
            basic_economy_price=prices[0],
            economy_price=prices[1],
            business_price=prices[2],
        )
    yield FlightDate(
        flight_number="HAT001",
        date="2024-05-14",
        status="landed",
        actual_departure_time_est="2024-05-14T06:10:00",
        actual_arrival_time_est="2024-05-14T14:05:00",
    )
    yield FlightDate(
        flight_number="HAT009",
        date="2024-05-15",
        status="delayed",
        estimated_departure_time_est="2024-05-15T18:20:00",
        estimated_arrival_time_est="2024-05-16T02:20:00",
    )
    for number, date in CANCELLED:
        yield FlightDate(flight_number=number, date=date, status="cancelled")
    home = Address(
        address1="14 Harbor Lane",
        address2="",
        city="Tucson",
        country="USA",
        state="AZ",
        zip="85719",
    )
    for key, name, membership in ((NORA, PEOPLE[0], "gold"), (OMAR, PEOPLE[1], "regular")):
        yield User(
            user_id=key,
            first_name=name[0],
            last_name=name[1],
            dob=name[2],
            email=f"{key}@example.com",
            address=home,
            membership=membership,
        )
    yield PaymentMethod(user_id=NORA, id=GIFT, source="gift_card", amount=500)
    yield PaymentMethod(user_id=NORA, id=SMALL_GIFT, source="gift_card", amount=40)
    yield PaymentMethod(user_id=NORA, id=CARD, source="credit_card", brand="visa", last_four="3051")
    yield PaymentMethod(user_id=NORA, id=CERTIFICATE, source="certificate", amount=200)
    yield PaymentMethod(
        user_id=OMAR, id=OMARS_CARD, source="credit_card", brand="visa", last_four="0007"
    )
    yield SavedPassenger(
        user_id=NORA, position=0, first_name="Tomas", last_name="Reyes", dob="1964-11-08"
    )
    yield from _trip(ACTIVE, None, ("HAT001", "2024-05-20", 90), 2, total=2, nonfree=0)
    yield from _trip(FLOWN, None, ("HAT001", "2024-05-14", 80), 1, total=3, nonfree=1)
    yield from _trip(GONE, "cancelled", ("HAT001", "2024-05-20", 90), 1, total=0, nonfree=0)


def _trip(
    key: str, status: str | None, out: tuple[str, str, int], people: int, total: int, nonfree: int
) -> Iterator[Table]:
    """From SEA to JFK and back by HAT002 on 22 May for 110, in economy, without insurance."""
    yield Reservation(
        reservation_id=key,
        user_id=NORA,
        origin="SEA",
        destination="JFK",
        flight_type="round_trip",
        cabin="economy",
        created_at="2024-05-06T09:41:30",
        total_baggages=total,
        nonfree_baggages=nonfree,
        insurance="no",
        status=status,
    )
    back = ("HAT002", "2024-05-22", 110)
    for position, (number, date, price) in enumerate((out, back)):
        yield ReservationFlight(
            reservation_id=key,
            position=position,
            flight_number=number,
            date=date,
            origin=FLIGHTS[number][0],
            destination=FLIGHTS[number][1],
            price=price,
        )
    for position, (first, last, dob) in enumerate(PEOPLE[:people]):
        yield ReservationPassenger(
            reservation_id=key, position=position, first_name=first, last_name=last, dob=dob
        )
    for position, (payment, amount) in enumerate((("certificate_7", 150), (CARD, 250))):
        yield ReservationPayment(
            reservation_id=key, position=position, payment_id=payment, amount=amount
        )


DESK = small_domain("airline", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small airline."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def balances(desk: Episode, user: str = NORA) -> dict[str, int | None]:
    """What the user's payment methods hold."""
    methods = done(desk, "get_user_details", user_id=user)["payment_methods"]
    return {key: method.get("amount") for key, method in methods.items()}


def ledger(view: dict[str, Any]) -> list[tuple[str, int]]:
    """The payment history of a shown reservation."""
    return [(entry["payment_id"], entry["amount"]) for entry in view["payment_history"]]


def flights(*segments: tuple[str, str]) -> list[dict[str, str]]:
    """The argument for flight numbers and dates."""
    return [{"flight_number": number, "date": date} for number, date in segments]


def people(count: int) -> list[dict[str, str]]:
    """The argument for so many passengers."""
    return [
        {"first_name": first, "last_name": last, "dob": dob}
        for first, last, dob in (PEOPLE * 3)[:count]
    ]


def payments(**amounts: float) -> list[dict[str, Any]]:
    """The argument for payment ids and amounts."""
    return [{"payment_id": key, "amount": amount} for key, amount in amounts.items()]
