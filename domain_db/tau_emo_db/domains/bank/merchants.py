"""Where clients spend money: made-up shops, each with the cities of its branches."""

from tau_emo_db.domains.bank.tables import Merchant
from tau_emo_db.draw import Draw

SHOPS: tuple[tuple[str, str, int, int], ...] = (
    ("Alder & Oak Grocers", "5411", 8_00, 165_00),
    ("Bluebird Coffee", "5814", 3_20, 24_00),
    ("Brightline Electric", "4900", 41_00, 260_00),
    ("Cedar Street Pharmacy", "5912", 6_00, 88_00),
    ("Copper Kettle Diner", "5812", 11_00, 96_00),
    ("Crestview Dental", "8021", 55_00, 480_00),
    ("Fernhill Books", "5942", 7_50, 74_00),
    ("Granite Gym", "7997", 24_00, 79_00),
    ("Harbor Fuel", "5541", 18_00, 92_00),
    ("Juniper Hardware", "5251", 9_00, 310_00),
    ("Kestrel Cinema", "7832", 9_00, 58_00),
    ("Lantern Hotels", "7011", 84_00, 640_00),
    ("Larkspur Florists", "5992", 19_00, 120_00),
    ("Meadow Mobile", "4814", 15_00, 110_00),
    ("Nimbus Streaming", "4899", 8_99, 23_99),
    ("Northgate Outfitters", "5651", 22_00, 290_00),
    ("Orchard Electronics", "5732", 29_00, 980_00),
    ("Osprey Airlines", "4511", 96_00, 890_00),
    ("Pinewood Pets", "5995", 12_00, 140_00),
    ("Quarry Fitness Gear", "5941", 17_00, 340_00),
    ("River & Rail Tickets", "4112", 6_00, 145_00),
    ("Saffron Kitchen", "5812", 14_00, 118_00),
    ("Silver Thread Tailors", "5697", 20_00, 190_00),
    ("Stonebridge Parking", "7523", 3_00, 42_00),
    ("Tamarack Furniture", "5712", 60_00, 990_00),
    ("Velo Cycle Works", "5940", 15_00, 620_00),
)
"""Name, merchant category code, and the least and the highest amount spent at once."""

CITIES: tuple[tuple[str, str], ...] = (
    ("Albany", "USA"),
    ("Boise", "USA"),
    ("Chicago", "USA"),
    ("Denver", "USA"),
    ("Portland", "USA"),
    ("Tucson", "USA"),
    ("Dublin", "Ireland"),
    ("Lisbon", "Portugal"),
    ("Leeds", "United Kingdom"),
    ("London", "United Kingdom"),
    ("Toronto", "Canada"),
    ("Vancouver", "Canada"),
    ("Vienna", "Austria"),
    ("Basel", "Switzerland"),
    ("Zurich", "Switzerland"),
)

HOME_CURRENCY = {
    "USA": "USD",
    "Ireland": "EUR",
    "Portugal": "EUR",
    "Austria": "EUR",
    "United Kingdom": "GBP",
    "Canada": "CAD",
    "Switzerland": "CHF",
}
"""What the shops of a country are paid in."""

WORTH = {"USD": 10_000, "EUR": 11_600, "GBP": 13_300, "CAD": 7_150, "CHF": 12_400}
"""What one unit of each currency is worth, in hundredths of a US cent."""


def shop(draw: Draw, city: tuple[str, str] | None = None) -> tuple[Merchant, int]:
    """A branch of a shop and an amount spent there.

    Args:
        draw: where both come from.
        city: the city and country of the branch; any if left out.
    """
    name, mcc, least, most = draw.pick(SHOPS)
    town, country = city or draw.pick(CITIES)
    merchant = Merchant(name=name, mcc=mcc, city=town, country=country)
    return merchant, draw.integer(least, most)


def cities_of(currency: str) -> list[tuple[str, str]]:
    """The cities whose shops are paid in a currency; at least two."""
    return [city for city in CITIES if HOME_CURRENCY[city[1]] == currency]


def branch(name: str, city: tuple[str, str]) -> Merchant:
    """The branch of a shop in a city."""
    mcc = next(code for known, code, _, _ in SHOPS if known == name)
    return Merchant(name=name, mcc=mcc, city=city[0], country=city[1])
