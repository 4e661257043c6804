"""Where patrons live: true towns of eight nations, with postal codes in their forms."""

from collections.abc import Mapping
from dataclasses import dataclass

from tau_emo_db.domains.restaurant.tables import Location
from tau_emo_db.draw import Draw

_CODE_LETTERS = "ABDEFGHJLNPRTWXY"


@dataclass(frozen=True)
class Nation:
    """How addresses of a nation look."""

    towns: tuple[tuple[str, str, str], ...]
    """Municipality, province and the beginning of its postal codes."""
    ending: str
    """What follows in a postal code: `9` stands for a digit, `A` for a letter."""
    streets: tuple[str, ...]
    """First lines; `{}` is the house number."""
    units: tuple[str, ...]
    """Second lines; `{}` is a small number."""


NATIONS: Mapping[str, Nation] = {
    "United States": Nation(
        (
            ("Boston", "MA", "021"),
            ("Hartford", "CT", "061"),
            ("Newark", "NJ", "071"),
            ("Chicago", "IL", "606"),
            ("Houston", "TX", "770"),
            ("Oakland", "CA", "946"),
            ("Seattle", "WA", "981"),
        ),
        "99",
        (
            "{} Alder Street", "{} Beacon Hill Road", "{} Chestnut Avenue", "{} Fern Hollow Lane",
            "{} Harbor Drive", "{} Larkspur Court", "{} Quarry Road", "{} Windmill Way",
        ),
        ("", "", "Apt {}", "Unit {}"),
    ),
    "United Kingdom": Nation(
        (
            ("London", "Greater London", "SE1"),
            ("Leeds", "West Yorkshire", "LS6"),
            ("Edinburgh", "Midlothian", "EH3"),
            ("Cardiff", "Glamorgan", "CF10"),
            ("Belfast", "County Antrim", "BT7"),
            ("Bristol", "Avon", "BS8"),
        ),
        " 9AA",
        (
            "{} Canal Row", "{} Church Walk", "{} Foundry Street", "{} Mill Lane",
            "{} Orchard Terrace", "{} Station Road", "{} Thornbury Close", "{} Victoria Crescent",
        ),
        ("", "", "Flat {}", "Floor {}"),
    ),
    "Canada": Nation(
        (
            ("Toronto", "Ontario", "M5V"),
            ("Montréal", "Québec", "H2X"),
            ("Vancouver", "British Columbia", "V6B"),
            ("Halifax", "Nova Scotia", "B3J"),
            ("Winnipeg", "Manitoba", "R3C"),
        ),
        " 9A9",
        (
            "{} Birchmount Avenue", "{} Cedar Grove", "{} Maple Ridge Road", "{} Osprey Street",
            "{} Prairie Lane", "{} Spadina Crescent", "{} Tamarack Drive",
        ),
        ("", "", "Suite {}", "Apt {}"),
    ),
    "Germany": Nation(
        (
            ("Leipzig", "Sachsen", "041"),
            ("Dresden", "Sachsen", "010"),
            ("Köln", "Nordrhein-Westfalen", "506"),
            ("Halle", "Sachsen-Anhalt", "061"),
            ("München", "Bayern", "803"),
        ),
        "99",
        (
            "Ahornweg {}", "Bahnhofstraße {}", "Fliederweg {}", "Gartenstraße {}",
            "Lindenstraße {}", "Mühlgasse {}", "Schillerplatz {}",
        ),
        ("", "", "Etage {}", "Wohnung {}"),
    ),
    "France": Nation(
        (
            ("Nice", "Alpes-Maritimes", "060"),
            ("Troyes", "Aube", "100"),
            ("Lyon", "Rhône", "690"),
            ("Nîmes", "Gard", "300"),
            ("Foix", "Ariège", "090"),
        ),
        "99",
        (
            "{} rue des Lilas", "{} avenue de la Gare", "{} place du Marché",
            "{} chemin des Vignes", "{} rue Pasteur", "{} quai de la Loire",
        ),
        ("", "", "Étage {}", "Appartement {}"),
    ),
    "Spain": Nation(
        (
            ("Barcelona", "Cataluña", "080"),
            ("Málaga", "Andalucía", "290"),
            ("Alicante", "Comunidad Valenciana", "030"),
            ("A Coruña", "Galicia", "150"),
            ("Ávila", "Castilla y León", "050"),
        ),
        "99",
        (
            "Calle del Olivo {}", "Calle Mayor {}", "Avenida del Puerto {}", "Plaza Nueva {}",
            "Paseo de la Playa {}", "Calle San Andrés {}",
        ),
        ("", "", "Piso {}", "Puerta {}"),
    ),
    "Netherlands": Nation(
        (
            ("Amsterdam", "Noord-Holland", "10"),
            ("Utrecht", "Utrecht", "35"),
            ("Rotterdam", "Zuid-Holland", "30"),
            ("Groningen", "Groningen", "97"),
        ),
        "99 AA",
        (
            "Berkenlaan {}", "Dorpsstraat {}", "Havenkade {}", "Kerkstraat {}",
            "Molenweg {}", "Oudegracht {}", "Tulpstraat {}",
        ),
        ("", "", "{} hoog", "Huis {}"),
    ),
    "Sweden": Nation(
        (
            ("Göteborg", "Västra Götaland", "411"),
            ("Malmö", "Skåne", "211"),
            ("Uppsala", "Uppsala län", "753"),
            ("Umeå", "Västerbotten", "903"),
        ),
        " 99",
        (
            "Björkgatan {}", "Hamngatan {}", "Kungsgatan {}", "Ringvägen {}",
            "Skolgatan {}", "Strandvägen {}",
        ),
        ("", "", "Lägenhet {}", "Våning {}"),
    ),
}  # fmt: skip
"""The nations by name, as addresses write them."""

SHARES = {
    "United States": 30,
    "United Kingdom": 20,
    "Canada": 15,
    "Germany": 10,
    "France": 8,
    "Spain": 7,
    "Netherlands": 5,
    "Sweden": 5,
}
"""How often patrons live where."""


def location(draw: Draw, nation: str | None = None) -> Location:
    """An address.

    Args:
        draw: where it comes from.
        nation: the nation; drawn if left out.
    """
    name = nation or draw.weighted(SHARES)
    where = NATIONS[name]
    municipality, province, begins = draw.pick(where.towns)
    return Location(
        line_one=draw.pick(where.streets).format(draw.integer(2, 189)),
        line_two=draw.pick(where.units).format(draw.integer(1, 19)),
        municipality=municipality,
        nation=name,
        province=province,
        postal_code=begins + "".join(_ending(draw, sign) for sign in where.ending),
    )


def _ending(draw: Draw, sign: str) -> str:
    if sign == "9":
        return str(draw.integer(0, 9))
    return draw.pick(_CODE_LETTERS) if sign == "A" else sign
