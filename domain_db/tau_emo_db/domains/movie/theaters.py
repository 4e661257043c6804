"""The theaters with their halls and seats, and how they make their prices."""

from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.movie.ids import Ids
from tau_emo_db.domains.movie.tables import (
    Auditorium,
    Contact,
    Format,
    PricingRules,
    Seat,
    StreetAddress,
    Theater,
    TicketPrices,
)
from tau_emo_db.draw import Draw

_OWNERS = (
    "Lantern", "Harbor", "Orpheum", "Juniper", "Magnolia", "Starling", "Riverside", "Compass",
    "Palomino", "Granada", "Meridian", "Bluebird", "Foundry", "Cascade", "Tivoli", "Sequoia",
    "Rialto", "Beacon", "Alhambra", "Prairie", "Corona", "Majestic", "Saguaro", "Bijou", "Monarch",
    "Lyric",
)  # fmt: skip
_KINDS = ("Cinema", "Picture House")
_AMENITIES = (
    "Recliners",
    "Cafe",
    "Bar",
    "Arcade",
    "Free parking",
    "Hearing loops",
    "Family room",
    "Bicycle stands",
)
TAX_RATES = (600, 725, 800, 825, 888, 950)
"""In hundredths of a percent."""
_ROW_WIDTHS = (4, 5, 6)
FULL_HOUSE = 30
"""No hall has more seats."""


@dataclass(eq=False)
class Hall:
    """An auditorium and its seats."""

    auditorium: Auditorium
    seats: list[Seat]
    formats: tuple[Format, ...]
    """What can be shown here."""

    @property
    def rows(self) -> list[list[Seat]]:
        """The seats row by row, from the first row on."""
        rows: dict[str, list[Seat]] = {}
        for seat in self.seats:
            rows.setdefault(seat.row_id, []).append(seat)
        return list(rows.values())


@dataclass(eq=False)
class House:
    """A theater and its halls."""

    theater: Theater
    halls: list[Hall] = field(default_factory=list[Hall])


def theater_names(draw: Draw, count: int) -> list[str]:
    """So many names, of which each of the first two stands twice."""
    names = [f"{owner} {kind}" for kind in _KINDS for owner in _OWNERS]
    picked = draw.shuffled(names)
    return [picked[place % len(names)] for place in (0, 1, *range(count - 2))]


def open_house(draw: Draw, ids: Ids, name: str, taken: kit.Unique) -> House:
    """A theater with one to three halls, the first of which shows more than 2D.

    Args:
        draw: where everything comes from.
        ids: gives the ids.
        name: the name over the door.
        taken: sees to it that no two theaters of one name stand in one city.
    """
    home = taken.fresh(lambda: kit.postal_address(draw), lambda home: f"{name} {home.city}")
    handle = f"{name}-{home.city}".lower().replace(" ", "-").replace(".", "")
    house = House(
        Theater(
            theater_id=ids.fresh(draw, "TH"),
            name=name,
            address=StreetAddress(
                street=home.address1,
                city=home.city,
                state=home.state,
                country=home.country,
                zip=home.zip,
            ),
            contact=Contact(
                phone=kit.phone(draw),
                email=f"{handle}@example.com",
                website=f"https://{handle}.example.com",
            ),
            amenities=draw.sample(_AMENITIES, draw.integer(2, 5)),
            pricing_rules=_pricing_rules(draw),
        )
    )
    for number in range(1, draw.weighted({1: 2, 2: 3, 3: 1}) + 1):
        house.halls.append(_hall(draw, ids, house.theater, number))
    return house


def _pricing_rules(draw: Draw) -> PricingRules:
    adult = 25 * draw.integer(42, 60)
    return PricingRules(
        base=TicketPrices(
            adult=adult,
            child=adult - 25 * draw.integer(12, 18),
            senior=adult - 25 * draw.integer(6, 11),
        ),
        format_surcharges={
            "2D": 0,
            "3D": 25 * draw.integer(8, 13),
            "IMAX": 25 * draw.integer(18, 26),
            "Dolby": 25 * draw.integer(14, 17),
        },
        matinee_discount=25 * draw.integer(8, 14),
        peak_surcharge=25 * draw.integer(4, 9),
        convenience_fee=25 * draw.integer(4, 8),
        booking_fee=25 * draw.integer(4, 12),
        tax_rate=draw.pick(TAX_RATES),
    )


def _hall(draw: Draw, ids: Ids, theater: Theater, number: int) -> Hall:
    special: list[Format] = ["IMAX", "3D", "Dolby"]
    extra = draw.sample(special, draw.integer(1, 2) if number == 1 else draw.integer(0, 1))
    formats: tuple[Format, ...] = ("2D", *extra)
    key = ids.fresh(draw, "AU")
    seats = _seats(draw, key, smallest=number > 1 and draw.chance(0.1))
    features = {"IMAX": "IMAX screen", "3D": "3D projection", "Dolby": "Dolby Atmos"}
    auditorium = Auditorium(
        auditorium_id=key,
        theater_id=theater.theater_id,
        name=f"Screen {number}",
        capacity=len(seats),
        features=["Laser projection", *(features[one] for one in extra)],
    )
    return Hall(auditorium, seats, formats)


def _seats(draw: Draw, auditorium_id: str, *, smallest: bool) -> list[Seat]:
    """Rows of four to six seats, or one row of six.

    One or two seats at the end of the first row are for wheelchairs; the last row may
    have recliners.
    """
    width = 6 if smallest else draw.pick(_ROW_WIDTHS)
    depth = 1 if smallest else draw.integer(3, FULL_HOUSE // width)
    flagged = draw.integer(1, 2)
    soft = draw.chance(0.5)
    return [
        Seat(
            auditorium_id=auditorium_id,
            seat_id=f"R{row}-{number:02d}",
            row_id=f"R{row}",
            type="recliner" if soft and row == depth else "standard",
            wheelchair_accessible=row == 1 and number > width - flagged,
        )
        for row in range(1, depth + 1)
        for number in range(1, width + 1)
    ]
