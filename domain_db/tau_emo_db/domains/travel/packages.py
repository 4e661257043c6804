"""The packages: 87 tours through 44 countries, with their terms and departures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from tau_emo_db.domains.travel.catalogue import (
    CATEGORIES,
    COMMON_ADD_ONS,
    EXCLUSIONS,
    INCLUSIONS,
    MEALS,
    NOTES,
    Category,
)
from tau_emo_db.domains.travel.clock import days_until, in_days
from tau_emo_db.domains.travel.ids import Ids
from tau_emo_db.domains.travel.tables import (
    Accommodation,
    Activity,
    DepartureStatus,
    ItineraryDay,
    OfferedAddOn,
    Package,
    PackageAgent,
    PackageDeparture,
    PackageDestination,
    PackageTerms,
    Place,
    Transportation,
)
from tau_emo_db.domains.travel.terms import (
    CHANGES,
    REFUNDS,
    TEMPLATES,
    Change,
    Window,
    cancellation_window,
    change_window,
    policies_of,
    terms_of,
)
from tau_emo_db.domains.travel.world import AIRPORTS, COUNTRIES, Country
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

LAST_DAY = 411
"""Departures run to so many days from today: 25-06-30."""

THREE: tuple[tuple[DepartureStatus, DepartureStatus, DepartureStatus], ...] = (
    ("available", "limited", "sold_out"),
    ("available", "available", "available"),
    ("sold_out", "available", "available"),
    ("available", "available", "limited"),
    ("limited", "available", "available"),
)
TWO: tuple[tuple[DepartureStatus, DepartureStatus], ...] = (
    ("available", "available"),
    ("sold_out", "available"),
    ("available", "available"),
    ("limited", "sold_out"),
    ("available", "available"),
    ("available", "sold_out"),
)
"""The statuses of a package's departures in the order of their dates."""
WITH_TWO = 27
"""So many packages have two departures, the others three."""

PRICES = {"adventure": 980, "culture": 860, "luxury": 2750, "nature": 1120, "city": 540}
"""What a week costs about, in whole units."""


@dataclass(eq=False)
class Tour:
    """One package and everything that hangs on it."""

    package: Package
    country: Country
    places: list[PackageDestination]
    terms: PackageTerms
    departures: list[PackageDeparture]
    agents: list[PackageAgent] = field(default_factory=list[PackageAgent])

    def window(self, departure: PackageDeparture) -> Window:
        """What cancelling a booking of this departure means today."""
        return cancellation_window(self.terms, days_until(departure.date))

    def change(self, departure: PackageDeparture) -> Change:
        """What changing the date of a booking of this departure means today."""
        return change_window(self.terms, days_until(departure.date))

    def ahead(self) -> list[PackageDeparture]:
        """The departures that are still to come."""
        return [one for one in self.departures if days_until(one.date) > 0]

    def rows(self) -> Iterator[Table]:
        """All rows but the links to agents."""
        yield self.package
        yield from self.places
        yield self.terms
        yield from self.departures


def make_tours(draw: Draw, ids: Ids) -> list[Tour]:
    """All packages: two for each country but the last, which has one with all its cities."""
    terms = _terms_in_turn(draw.fork("terms"))
    three, two = cycle(THREE), cycle(TWO)
    plans: list[tuple[Country, Sequence[str], str]] = []
    for number, country in enumerate(COUNTRIES):
        first, second, third = country.cities
        kinds = draw.sample(list(CATEGORIES), 2)
        if number == len(COUNTRIES) - 1:
            plans.append((country, country.cities, kinds[0]))
            continue
        # In some countries both tours visit the first city.
        shared = [third, first] if number % 3 == 0 else [third]
        plans += [(country, [first, second], kinds[0]), (country, shared, kinds[1])]
    short_ones = set(draw.sample(range(len(plans)), WITH_TWO))
    tours: list[Tour] = []
    names: set[str] = set()
    for number, (country, cities, category) in enumerate(plans):
        statuses = next(two) if number in short_ones else next(three)
        each = draw.fork(str(number))
        tours.append(_tour(each, ids, country, cities, category, next(terms), statuses, number))
        assert tours[-1].package.name not in names, "two packages of one name"
        names.add(tours[-1].package.name)
    return tours


Terms = tuple[int, int, int, int]
"""The places of template, figures, change and refund text in their lists."""


def _terms_in_turn(draw: Draw) -> Iterator[Terms]:
    """Templates in turn, so that each of them occurs about equally often."""
    turn = 0
    while True:
        template = turn % len(TEMPLATES)
        figures = turn // len(TEMPLATES) % len(TEMPLATES[template].figures)
        change = draw.integer(0, len(CHANGES) - 1)
        yield template, figures, change, draw.integer(0, len(REFUNDS) - 1)
        turn += 1


def _tour(
    draw: Draw,
    ids: Ids,
    country: Country,
    cities: Sequence[str],
    category: str,
    chosen: Terms,
    statuses: Sequence[DepartureStatus],
    number: int,
) -> Tour:
    kind = CATEGORIES[category]
    template = TEMPLATES[chosen[0]]
    package_id = ids.package(draw)
    terms = terms_of(package_id, template, template.figures[chosen[1]], CHANGES[chosen[2]])
    duration = draw.integer(5, 12)

    def text(words: str, city: str = cities[0]) -> str:
        return words.format(city=city, country=country.name)

    package = Package(
        package_id=package_id,
        name=text(draw.pick(kind.names)),
        description=text(kind.description),
        category=category,
        departure_points=[
            Place(city=city, country=land) for city, land in draw.sample(AIRPORTS, 2)
        ],
        duration_days=duration,
        itinerary=_itinerary(draw, kind, country, cities, duration),
        inclusions=list(INCLUSIONS),
        exclusions=list(EXCLUSIONS),
        accommodations=_stays(draw, kind, cities, duration),
        transportation=Transportation(
            international="not included",
            domestic="train" if len(cities) > 1 else "none",
            ground=kind.ground,
        ),
        activities=[
            Activity(name=title, description=text(words), day=day)
            for day, (title, words) in enumerate(draw.sample(kind.days, 3), start=2)
        ],
        policies=policies_of(template, terms, country.currency, REFUNDS[chosen[3]]),
        optional_add_ons=_add_ons(draw, kind),
        notes=draw.pick(NOTES) if draw.chance(0.4) else None,
    )
    return Tour(
        package,
        country,
        [
            PackageDestination(
                package_id=package_id, position=place, city=city, country=country.name
            )
            for place, city in enumerate(cities)
        ],
        terms,
        _departures(draw, package, country, terms, statuses, number),
    )


def _itinerary(
    draw: Draw, kind: Category, country: Country, cities: Sequence[str], duration: int
) -> list[ItineraryDay]:
    """Arrival, the days of the category in turn, and the journey home."""
    days = cycle(draw.shuffled(kind.days))
    found = [
        ItineraryDay(
            day=1,
            title="Arrival",
            description=f"Arrival in {cities[0]}, and dinner with the group.",
            location=cities[0],
            included_meals=["dinner"],
        )
    ]
    for day in range(2, duration):
        city = cities[min(len(cities) - 1, (day - 1) * len(cities) // duration)]
        title, words = next(days)
        found.append(
            ItineraryDay(
                day=day,
                title=title,
                description=words.format(city=city, country=country.name),
                location=city,
                included_meals=draw.pick(MEALS),
            )
        )
    found.append(
        ItineraryDay(
            day=duration,
            title="Departure",
            description=f"Breakfast and farewell in {cities[-1]}.",
            location=cities[-1],
            included_meals=["breakfast"],
        )
    )
    return found


def _stays(draw: Draw, kind: Category, cities: Sequence[str], duration: int) -> list[Accommodation]:
    """The nights of the tour, shared out among its cities."""
    nights = duration - 1
    stays: list[Accommodation] = []
    for place, (city, (name, sort)) in enumerate(
        zip(cities, draw.sample(kind.stays, len(cities)), strict=True)
    ):
        share = nights // (len(cities) - place)
        stays.append(Accommodation(name=name, type=sort, location=city, nights=share))
        nights -= share
    return stays


def _add_ons(draw: Draw, kind: Category) -> list[OfferedAddOn]:
    """Three to five extras; now and then one type at two prices."""
    own = draw.sample(kind.add_ons, draw.integer(2, 3))
    common = draw.sample(COMMON_ADD_ONS, draw.integer(1, 2))
    return [
        OfferedAddOn(type=sort, description=words, price=price)
        for sort, words, price in draw.shuffled([*own, *common])
    ]


def _departures(
    draw: Draw,
    package: Package,
    country: Country,
    terms: PackageTerms,
    statuses: Sequence[DepartureStatus],
    number: int,
) -> list[PackageDeparture]:
    """The dates of a package: one that its terms make interesting, the others later."""
    first = _first_day(draw, terms, number)
    later = range(max(first, 20) + 9, LAST_DAY + 1)
    days = sorted({first, *draw.sample(later, len(statuses) - 1)})
    week = PRICES[package.category] * package.duration_days // 7
    base = draw.integer(week * 8 // 10, week * 13 // 10) // 5 * 5
    found: list[PackageDeparture] = []
    for day, status in zip(days, statuses, strict=True):
        # Prices of one package differ, so "the cheapest date" is always one date.
        price = base * 100 + draw.integer(-12, 18) * 10_00 + draw.pick([0, 0, 50, 90])
        while price in {one.base_price for one in found}:
            price += 25_00
        gone = day <= 0
        found.append(
            PackageDeparture(
                package_id=package.package_id,
                date=in_days(day),
                status="sold_out" if gone else status,
                base_price=price,
                currency=country.currency,
                available_slots=0 if gone else _slots(draw, status),
                early_bird_deadline=in_days(day - draw.integer(60, 120)),
            )
        )
    return found


def _slots(draw: Draw, status: DepartureStatus) -> int:
    if status == "sold_out":
        return 0
    if status == "limited":
        return draw.integer(1, 4)
    return draw.weighted({1: 3, 2: 4, 3: 4, 4: 2, draw.integer(5, 24): 12})


def _first_day(draw: Draw, terms: PackageTerms, number: int) -> int:
    """The days to a package's first departure: each window of its terms, and their edges."""
    free = min(terms.free_days, 120) if terms.clear else draw.integer(20, 60)
    last = min(terms.no_refund_days, free)
    match number // len(TEMPLATES) % 5:
        case 0:
            return free
        case 1:
            return draw.integer(max(last, 3), max(free - 1, last, 3))
        case 2:
            return draw.integer(2, max(last - 1, 2))
        case 3:
            return draw.integer(free + 1, free + 90)
        case _:
            return draw.integer(-5, 0) if number % 2 else max(last, 4)
