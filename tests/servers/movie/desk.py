"""Two small theaters whose every price, seat and booking is written down here.

Amounts are cents here, as in the database; results show dollars. At the Lantern Cinema in
Reno the tax is 8 % and the booking fee 2.00; the evening show costs 12.50, 9.00 and 10.00,
with a fee of 1.50 per ticket. The tax of a seat is then

    adult   8 % of 14.00 = 1.12      child   8 % of 10.50 = 0.84
    senior  8 % of 11.50 = 0.92

and one adult alone costs 12.50 + 1.50 + 2.00 + 1.12 = 17.12.
"""

from collections.abc import Iterator
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.domains.movie.tables import (
    TABLES,
    Auditorium,
    Booking,
    BookingConcession,
    BookingPayment,
    BookingSeat,
    CardInfo,
    CastMember,
    Contact,
    Crew,
    Customer,
    CustomerPaymentMethod,
    Movie,
    PricingRules,
    Promotion,
    Seat,
    Show,
    ShowPrices,
    StreetAddress,
    Theater,
    Ticket,
    TicketPrices,
)
from tau_emo_servers.domains.movie.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

RENO, TULSA = "TH1RENO", "TH2TULS"
"""Two theaters of one name."""
ORBIT, FERRY = "MV1ORBT", "MV2FERY"
HALL, OTHER_HALL = "AU1HALL", "AU2HALL"
HALL_SEATS = [f"R{row}-{number:02d}" for row in (1, 2) for number in range(1, 6)]
OTHER_SEATS = ["R2-01", "R1-02", "R1-10"]  # not in the order of their names
WHEELCHAIR = "R1-05"

EVENING, LATE = "SH1EVEN", "SH2LATE"
"""Scheduled in Reno on 24-05-18, the first in 2D, the second in IMAX and still empty."""
OFF, OVER = "SH3OFFF", "SH4OVER"
"""In Reno: canceled, and completed."""
ODD = "SH5ODDD"
"""Scheduled in Tulsa, at odd prices and 8.25 % tax."""

NORA, OMAR = "CU1NORA", "CU2OMAR"

NORAS = "BK1NORA"
"""Adult R1-01, child R1-02, senior R2-01 and two popcorns of 6.00 for the evening show.

Tickets 12.50 + 9.00 + 10.00 = 31.50; popcorn 12.00; fees 3 x 1.50 + 2.00 = 6.50; tax 1.12 +
0.84 + 0.92 + 2 x 0.48 = 3.84; together 53.84, paid by card."""
PROMOTED = "BK2PROM"
"""Adult R2-02 for 17.12 less 5.00 = 12.12: 5.00 by gift card, 7.12 by card."""
OMARS = "BKG002"
"""Adult R2-03 for 17.12, paid by wallet; its id is one of the series of the tools."""
GIVEN_AWAY = "BK3GIFT"
"""Child R2-04: 9.00 + 1.50 + 2.00 + 0.84 = 13.34 less 20.00 is nothing to pay."""
PENDING = "BK4PEND"
"""Adult R1-03 for 17.12, not paid."""
CANCELED, REFUNDED = "BK5CANC", "BK6REFU"
"""Adult R1-03 for 17.12, paid and given back."""
CALLED_OFF, SEEN = "BK7CALL", "BK8SEEN"
"""Adult R1-01 for 17.12, of the show that is canceled and of the one that is over."""

HELD = ["R1-01", "R1-02", "R2-01", "R2-02", "R2-03", "R2-04"]
FREE = ["R1-03", "R1-04", "R1-05", "R2-05"]
"""Seats of the evening show; R1-03 is held by nobody who has paid."""

MOMENT = "24-05-02-10-00"


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    yield _movie(ORBIT, "Orbit of Glass", ["2D", "IMAX"])
    yield _movie(FERRY, "Midnight Ferry", ["2D"])
    yield _theater(RENO, "Reno", "NV", booking_fee=200, tax_rate=800)
    yield _theater(TULSA, "Tulsa", "OK", booking_fee=150, tax_rate=825)
    for theater, key, seats in ((RENO, HALL, HALL_SEATS), (TULSA, OTHER_HALL, OTHER_SEATS)):
        yield Auditorium(
            auditorium_id=key,
            theater_id=theater,
            name="Screen 1",
            capacity=len(seats),
            features=["IMAX screen"],
        )
        for seat_id in seats:
            yield Seat(
                auditorium_id=key,
                seat_id=seat_id,
                row_id=seat_id[:2],
                type="recliner" if seat_id.startswith("R2") else "standard",
                wheelchair_accessible=seat_id == WHEELCHAIR,
            )
    plain = ShowPrices(adult=1250, child=900, senior=1000, convenience_fee=150)
    large = ShowPrices(adult=1800, child=1450, senior=1550, convenience_fee=150)
    odd = ShowPrices(adult=1275, child=905, senior=1075, convenience_fee=125)
    yield _show(EVENING, "24-05-18-19-30", prices=plain)
    yield _show(LATE, "24-05-18-22-15", prices=large, format="IMAX")
    yield _show(OFF, "24-05-19-19-30", prices=plain, status="canceled")
    yield _show(OVER, "24-05-12-19-30", prices=plain, status="completed")
    yield _show(ODD, "24-05-18-19-30", theater=TULSA, movie=FERRY, prices=odd)
    for key, first, last, email in (
        (NORA, "Nora", "Quist", "Nora.Quist8812@Example.com"),
        (OMAR, "Omar", "Haddad", "omar.haddad2210@example.com"),
    ):
        yield Customer(
            customer_id=key,
            first_name=first,
            last_name=last,
            email=email,
            phone="(555) 720-0702",
            loyalty_id="LOY-48210" if key == NORA else None,
        )
        yield CustomerPaymentMethod(
            customer_id=key,
            source="card",
            payment_method_id="visa-4410",
            brand="visa",
            last_four="4410",
        )

    yield from _booking(
        NORAS,
        [("R1-01", "adult"), ("R1-02", "child"), ("R2-01", "senior")],
        [(5384, "card")],
        totals=(3150, 1200, 650, 384, 5384),
    )
    yield BookingConcession(
        booking_id=NORAS,
        position=0,
        item_id="POP-S",
        name="Popcorn",
        size="small",
        quantity=2,
        price_each=600,
        tax_each=48,
        total=1296,
    )
    yield from _booking(
        PROMOTED,
        [("R2-02", "adult")],
        [(500, "gift_card"), (712, "card")],
        totals=(1250, 0, 350, 112, 1212),
        discount=500,
    )
    alone = {"seats": [("R1-03", "adult")], "totals": (1250, 0, 350, 112, 1712)}
    yield from _booking(
        OMARS, [("R2-03", "adult")], [(1712, "wallet")], totals=alone["totals"], customer=OMAR
    )
    yield from _booking(
        GIVEN_AWAY, [("R2-04", "child")], [], totals=(900, 0, 350, 84, 0), discount=2000
    )
    yield from _booking(PENDING, payments=[], status="pending", **alone)
    back = [(1712, "card"), (-1712, "cash")]
    yield from _booking(CANCELED, payments=back, status="canceled", **alone)
    back = [(1712, "card"), (-1712, "card")]
    yield from _booking(REFUNDED, payments=back, status="refunded", **alone)
    first = [("R1-01", "adult")]
    for key, show in ((CALLED_OFF, OFF), (SEEN, OVER)):
        yield from _booking(key, first, [(1712, "card")], totals=alone["totals"], show=show)


def _movie(key: str, title: str, formats: list[Any]) -> Movie:
    return Movie(
        movie_id=key,
        title=title,
        genres=["Drama", "Thriller"],
        runtime_minutes=118,
        mpaa_rating="R",
        languages_audio=["English"],
        subtitles=["Spanish"],
        formats=formats,
        release_date="24-04-05",
        end_of_run_est="24-06-30",
        cast=[CastMember(name="Leila Byrne", role="Mara")],
        crew=Crew(director="Ana Sen", writer="Bo Aoki", producer="Cy Vega", music="Di Osei"),
        synopsis="Somebody waits.",
    )


def _theater(key: str, city: str, state: str, *, booking_fee: int, tax_rate: int) -> Theater:
    return Theater(
        theater_id=key,
        name="Lantern Cinema",
        address=StreetAddress(
            street="14 Harbor Lane", city=city, state=state, country="USA", zip="89501"
        ),
        contact=Contact(
            phone="(555) 310-4411", email="hello@example.com", website="https://lantern.example.com"
        ),
        amenities=["Cafe"],
        pricing_rules=PricingRules(
            base=TicketPrices(adult=9999, child=9998, senior=9997),
            format_surcharges={"2D": 0, "IMAX": 550},
            matinee_discount=225,
            peak_surcharge=100,
            convenience_fee=9996,
            booking_fee=booking_fee,
            tax_rate=tax_rate,
        ),
    )


def _show(
    key: str,
    start: str,
    *,
    prices: ShowPrices,
    theater: str = RENO,
    movie: str = ORBIT,
    **fields: Any,
) -> Show:
    return Show(
        show_id=key,
        theater_id=theater,
        auditorium_id=HALL if theater == RENO else OTHER_HALL,
        movie_id=movie,
        date=start[:8],
        start_time_local=start,
        end_time_local=f"{start[:8]}-23-59",
        language="English",
        subtitles="none",
        price_schema=prices,
        **{"format": "2D", "status": "scheduled", **fields},
    )


PRICES = {"adult": (1250, 112), "child": (900, 84), "senior": (1000, 92)}
"""Price and tax of a seat of the evening show."""


def _booking(
    key: str,
    seats: list[tuple[str, Any]],
    payments: list[tuple[int, Any]],
    *,
    totals: tuple[int, int, int, int, int],
    status: Any = "confirmed",
    show: str = EVENING,
    customer: str = NORA,
    discount: int = 0,
) -> Iterator[Table]:
    starts = {EVENING: "24-05-18-19-30", OFF: "24-05-19-19-30", OVER: "24-05-12-19-30"}
    paid = sum(amount for amount, _ in payments)
    owner = {
        NORA: ("Nora", "Quist", "Nora.Quist8812@Example.com"),
        OMAR: ("Omar", "Haddad", "omar.haddad2210@example.com"),
    }[customer]
    ids = [f"{key}-TKT-{number:03d}" for number in range(1, len(seats) + 1)]
    yield Booking(
        booking_id=key,
        theater_id=RENO,
        movie_id=ORBIT,
        show_id=show,
        date=starts[show][:8],
        start_time_local=starts[show],
        status=status,
        created_at=MOMENT,
        canceled_at=MOMENT if status == "canceled" else None,
        customer_id=customer,
        first_name=owner[0],
        last_name=owner[1],
        email=owner[2],
        phone="(555) 720-0702",
        promotions_applied=[
            Promotion(code="SPRING", description="spring", discount_amount=discount)
        ]
        if discount
        else [],
        tickets_subtotal=totals[0],
        concessions_subtotal=totals[1],
        fees_total=totals[2],
        tax_total=totals[3],
        grand_total=totals[4],
        amount_paid=paid,
        amount_due=totals[4] if status == "pending" else 0,
        delivery_method="e-ticket",
        tickets=[]
        if status == "pending"
        else [Ticket(ticket_id=one, barcode=f"BAR-{one}") for one in ids],
    )
    for position, (seat_id, kind) in enumerate(seats):
        price, tax = PRICES[kind]
        yield BookingSeat(
            booking_id=key,
            position=position,
            seat_id=seat_id,
            ticket_type=kind,
            price=price,
            convenience_fee=150,
            tax=tax,
        )
    for position, (amount, source) in enumerate(payments):
        yield BookingPayment(
            booking_id=key,
            position=position,
            payment_id=f"{key}-PAY-{position + 1}",
            amount=amount,
            source=source,
            payment_method_id="visa-4410" if source == "card" else source,
            extra_info=CardInfo(brand="visa", last_four="4410") if source == "card" else None,
            created_at=MOMENT,
        )


DESK = small_domain("movie", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small theaters."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def seats(*pairs: str) -> list[dict[str, str]]:
    """Seats as a call names them: `seats("R1-03 adult", "R1-04 child")`."""
    return [dict(zip(("seat_id", "ticket_type"), pair.split(), strict=True)) for pair in pairs]


def payment(amount: float, source: str = "card", **fields: Any) -> dict[str, Any]:
    """A payment as a call names it."""
    method = {"source": source, "payment_method_id": f"{source}-4410"}
    return {
        "payment_id": "PAY-1",
        "amount": amount,
        "method": method,
        "created_at": "24-05-15-15-00",
        **fields,
    }


def booking(desk: Episode, key: str) -> dict[str, Any]:
    """The booking as it is shown."""
    return done(desk, "get_booking_details", booking_id=key)


def totals(view: dict[str, Any]) -> list[float]:
    """The seven totals of a shown booking."""
    return [*view["totals"].values()]


def ledger(view: dict[str, Any]) -> list[tuple[str, float, str, str]]:
    """The payments of a shown booking: id, amount, source and name of the method."""
    return [
        (
            one["payment_id"],
            one["amount"],
            one["method"]["source"],
            one["method"]["payment_method_id"],
        )
        for one in view["payments"]
    ]


def held(view: dict[str, Any]) -> list[str]:
    """The seats of a shown booking with their ticket types."""
    return [f"{one['seat_id']} {one['ticket_type']}" for one in view["seats"]]


def available(desk: Episode, show: str = EVENING) -> list[str]:
    """The free seats of a show in Reno."""
    return done(desk, "get_seat_availability", theater_id=RENO, show_id=show)["available"]


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }
