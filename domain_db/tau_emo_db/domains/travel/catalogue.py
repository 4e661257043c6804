"""What tours are made of: names, days, stays, extras, by category."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Category:
    """A kind of tour. `{city}` and `{country}` in a text are those of the tour."""

    names: tuple[str, ...]
    description: str
    days: tuple[tuple[str, str], ...]
    """Titles and descriptions of the days between arrival and departure."""
    stays: tuple[tuple[str, str], ...]
    """Names and types of accommodation."""
    ground: str
    add_ons: tuple[tuple[str, str, int], ...]
    """Extras that go with this kind of tour: type, description, cents."""


CATEGORIES: Mapping[str, Category] = {
    "adventure": Category(
        ("{city} on Foot", "Trails of {country}", "{country} Off the Road"),
        "A small group walks, climbs and paddles through {country} with a local guide.",
        (
            ("Ridge walk", "A full day on the ridge above {city}, with a picnic."),
            ("River day", "By raft or kayak down the river near {city}."),
            ("Village path", "An old path between villages, and tea with a family."),
            ("Rest and ropes", "A free morning, then an easy climbing wall."),
            ("Summit start", "An early start for the highest point of the tour."),
        ),
        (
            ("Trailhead Lodge", "lodge"),
            ("Ridge View Inn", "inn"),
            ("Base Camp House", "guesthouse"),
        ),
        "minibus and on foot",
        (
            ("gear_rental", "Boots, poles and a pack for each traveler", 85_00),
            ("rafting", "An extra half day of rafting", 140_00),
            ("private_guide", "A guide of your own for one day", 210_00),
        ),
    ),
    "culture": Category(
        ("Old Streets of {city}", "{city} and Its Makers", "Stories of {country}"),
        "Workshops, museums and music in {country}, told by the people who live there.",
        (
            ("Museum morning", "The main museum of {city} before it opens to the public."),
            ("In the workshop", "A potter and a weaver of {city} show their craft."),
            ("Old quarter", "A walk through the old quarter with a historian."),
            ("Evening of music", "A concert in a courtyard, with dinner."),
            ("Market and kitchen", "Shopping at the market, then cooking together."),
        ),
        (
            ("The Old Courtyard", "hotel"),
            ("House of Tiles", "boutique hotel"),
            ("Arcade Inn", "inn"),
        ),
        "coach and tram",
        (
            ("cooking_class", "An evening class with a local cook", 95_00),
            ("museum_pass", "All museums of the city for three days", 60_00),
            ("concert_tickets", "Good seats at the concert hall", 130_00),
        ),
    ),
    "luxury": Category(
        ("Grand {city}", "{country} in Style", "{city} Without Hurry"),
        "The best houses of {country}, private transfers and tables that are hard to get.",
        (
            ("Private viewing", "A collection in {city} that is not open to the public."),
            ("By yacht or carriage", "An afternoon on the water or in the hills near {city}."),
            ("Spa day", "Treatments and a long lunch on the terrace."),
            ("Tasting menu", "Dinner at the chef's table."),
            ("Free day", "A car and a driver are at your disposal."),
        ),
        (
            ("Palace Terrace", "palace hotel"),
            ("The Regent House", "hotel"),
            ("Villa Serena", "villa"),
        ),
        "private car",
        (
            ("spa_package", "Three treatments for each traveler", 260_00),
            ("private_transfer", "Limousine from and to your home airport", 180_00),
            ("champagne_dinner", "A dinner with champagne on the first evening", 150_00),
        ),
    ),
    "nature": Category(
        ("Wild {country}", "Birds and Shores of {country}", "{city} and the Wild"),
        "Parks, shores and wildlife of {country} at a quiet pace.",
        (
            ("Dawn watch", "Birds and other animals at first light near {city}."),
            ("Park day", "A full day in the national park with a ranger."),
            ("Shore walk", "Along the water, with a stop to swim."),
            ("Night sounds", "A short walk after dark, with lamps."),
            ("Garden visit", "The botanical garden of {city}."),
        ),
        (
            ("Forest Edge Lodge", "lodge"),
            ("Heron House", "guesthouse"),
            ("Lakeside Cabins", "cabin"),
        ),
        "minibus and boat",
        (
            ("boat_trip", "A half-day boat trip with a ranger", 110_00),
            ("binocular_rental", "Binoculars for each traveler", 40_00),
            ("photo_workshop", "Two evenings with a wildlife photographer", 170_00),
        ),
    ),
    "city": Category(
        ("Days in {city}", "{city} by Tram", "The Squares of {city}"),
        "{city} from a hotel in the centre, with walks in the morning and free afternoons.",
        (
            ("City walk", "The centre of {city} on foot, with a stop for coffee."),
            ("Roofs and towers", "Two views over {city}, one of them from a tower."),
            ("Along the river", "A slow day by the water, with a picnic."),
            ("Architecture", "Three houses that changed {city}."),
            ("Free day", "Time for yourself; the guide has a list of places."),
        ),
        (("Hotel Central", "hotel"), ("Station House", "hotel"), ("The Corner Rooms", "apartment")),
        "tram and metro",
        (
            ("city_pass", "Public transport and ten sights", 55_00),
            ("evening_cruise", "A boat trip at dusk with a drink", 75_00),
            ("theater_tickets", "Seats at a theater of the city", 120_00),
        ),
    ),
}

COMMON_ADD_ONS: tuple[tuple[str, str, int], ...] = (
    ("airport_transfer", "Shared transfer from and to the airport", 45_00),
    ("airport_transfer", "Private transfer from and to the airport", 90_00),
    ("travel_kit", "Adapter, map and a pocket phrase book", 24_50),
    ("lounge_access", "Airport lounge on the way out", 65_00),
)
"""Extras of any tour."""

INCLUSIONS = ("all nights as listed", "breakfast every day", "local guide", "entrance fees")
EXCLUSIONS = ("flights", "visa fees", "personal expenses", "meals that are not listed")
NOTES = (
    "The order of the days may change with the weather.",
    "Not suited to wheelchairs without prior notice.",
    "Please bring a passport that is valid for six months.",
)
MEALS = (["breakfast"], ["breakfast", "lunch"], ["breakfast", "dinner"])
