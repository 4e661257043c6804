"""Addresses in the United States and Canada: true cities, made-up streets and numbers."""

from tau_emo_db import kit
from tau_emo_db.domains.basketball.tables import StreetAddress
from tau_emo_db.draw import Draw

CANADIAN_CITIES: tuple[tuple[str, str, str], ...] = (
    ("Calgary", "AB", "T2P"),
    ("Edmonton", "AB", "T5J"),
    ("Halifax", "NS", "B3J"),
    ("Hamilton", "ON", "L8P"),
    ("London", "ON", "N6A"),
    ("Moncton", "NB", "E1C"),
    ("Montreal", "QC", "H3B"),
    ("Ottawa", "ON", "K1P"),
    ("Quebec City", "QC", "G1R"),
    ("Regina", "SK", "S4P"),
    ("Saskatoon", "SK", "S7K"),
    ("St. John's", "NL", "A1C"),
    ("Toronto", "ON", "M5V"),
    ("Vancouver", "BC", "V6B"),
    ("Victoria", "BC", "V8W"),
    ("Winnipeg", "MB", "R3C"),
)
"""City, province and the first half of a postal code that the city really has."""

CANADIAN_SHARE = 0.2
_LETTERS = "ABCEGHJKLMNPRSTVWXYZ"
"""Letters that the second half of a postal code may hold."""


def home_address(draw: Draw) -> StreetAddress:
    """Where somebody lives; one in five in Canada."""
    if draw.chance(CANADIAN_SHARE):
        return _in_canada(draw, *draw.pick(CANADIAN_CITIES))
    found = kit.postal_address(draw)
    return StreetAddress(
        street=kit.in_one_line(found),
        city=found.city,
        country=found.country,
        state=found.state,
        zip=found.zip,
    )


def address_in(draw: Draw, city: tuple[str, str, str]) -> StreetAddress:
    """An address in a city of `kit.CITIES` or `CANADIAN_CITIES`."""
    if city in CANADIAN_CITIES:
        return _in_canada(draw, *city)
    name, state, prefix = city
    return StreetAddress(
        street=kit.street(draw),
        city=name,
        country=kit.COUNTRY,
        state=state,
        zip=kit.zip_code(draw, prefix),
    )


def _in_canada(draw: Draw, city: str, province: str, first_half: str) -> StreetAddress:
    second_half = f"{draw.integer(1, 9)}{draw.pick(_LETTERS)}{draw.integer(1, 9)}"
    return StreetAddress(
        street=kit.street(draw),
        city=city,
        country="Canada",
        state=province,
        zip=f"{first_half} {second_half}",
    )
