"""Postal addresses in the United States: true cities, made-up streets and numbers."""

from tau_emo_db.address import Address
from tau_emo_db.draw import Draw

COUNTRY = "USA"

CITIES: tuple[tuple[str, str, str], ...] = (
    ("Albany", "NY", "122"),
    ("Albuquerque", "NM", "871"),
    ("Anchorage", "AK", "995"),
    ("Atlanta", "GA", "303"),
    ("Austin", "TX", "787"),
    ("Baltimore", "MD", "212"),
    ("Baton Rouge", "LA", "708"),
    ("Billings", "MT", "591"),
    ("Birmingham", "AL", "352"),
    ("Boise", "ID", "837"),
    ("Boston", "MA", "021"),
    ("Bridgeport", "CT", "066"),
    ("Buffalo", "NY", "142"),
    ("Burlington", "VT", "054"),
    ("Charleston", "SC", "294"),
    ("Charlotte", "NC", "282"),
    ("Cheyenne", "WY", "820"),
    ("Chicago", "IL", "606"),
    ("Cincinnati", "OH", "452"),
    ("Cleveland", "OH", "441"),
    ("Columbia", "SC", "292"),
    ("Columbus", "OH", "432"),
    ("Dallas", "TX", "752"),
    ("Denver", "CO", "802"),
    ("Des Moines", "IA", "503"),
    ("Detroit", "MI", "482"),
    ("Eugene", "OR", "974"),
    ("Fargo", "ND", "581"),
    ("Fort Worth", "TX", "761"),
    ("Fresno", "CA", "937"),
    ("Grand Rapids", "MI", "495"),
    ("Hartford", "CT", "061"),
    ("Honolulu", "HI", "968"),
    ("Houston", "TX", "770"),
    ("Indianapolis", "IN", "462"),
    ("Jackson", "MS", "392"),
    ("Jacksonville", "FL", "322"),
    ("Kansas City", "MO", "641"),
    ("Knoxville", "TN", "379"),
    ("Las Vegas", "NV", "891"),
    ("Lexington", "KY", "405"),
    ("Lincoln", "NE", "685"),
    ("Little Rock", "AR", "722"),
    ("Los Angeles", "CA", "900"),
    ("Louisville", "KY", "402"),
    ("Madison", "WI", "537"),
    ("Manchester", "NH", "031"),
    ("Memphis", "TN", "381"),
    ("Miami", "FL", "331"),
    ("Milwaukee", "WI", "532"),
    ("Minneapolis", "MN", "554"),
    ("Nashville", "TN", "372"),
    ("New Orleans", "LA", "701"),
    ("New York", "NY", "100"),
    ("Newark", "NJ", "071"),
    ("Norfolk", "VA", "235"),
    ("Oakland", "CA", "946"),
    ("Oklahoma City", "OK", "731"),
    ("Omaha", "NE", "681"),
    ("Orlando", "FL", "328"),
    ("Philadelphia", "PA", "191"),
    ("Phoenix", "AZ", "850"),
    ("Pittsburgh", "PA", "152"),
    ("Portland", "ME", "041"),
    ("Portland", "OR", "972"),
    ("Providence", "RI", "029"),
    ("Raleigh", "NC", "276"),
    ("Reno", "NV", "895"),
    ("Richmond", "VA", "232"),
    ("Rochester", "NY", "146"),
    ("Sacramento", "CA", "958"),
    ("Salt Lake City", "UT", "841"),
    ("San Antonio", "TX", "782"),
    ("San Diego", "CA", "921"),
    ("San Francisco", "CA", "941"),
    ("San Jose", "CA", "951"),
    ("Savannah", "GA", "314"),
    ("Seattle", "WA", "981"),
    ("Shreveport", "LA", "711"),
    ("Sioux Falls", "SD", "571"),
    ("Spokane", "WA", "992"),
    ("St. Louis", "MO", "631"),
    ("Syracuse", "NY", "132"),
    ("Tampa", "FL", "336"),
    ("Toledo", "OH", "436"),
    ("Trenton", "NJ", "086"),
    ("Tucson", "AZ", "857"),
    ("Tulsa", "OK", "741"),
    ("Washington", "DC", "200"),
    ("Wichita", "KS", "672"),
    ("Wilmington", "DE", "198"),
    ("Worcester", "MA", "016"),
)
"""City, state and the first three digits of zip codes that the city really has."""

STREETS: tuple[str, ...] = (
    "Alder", "Amber Hill", "Aspen", "Bay View", "Beacon", "Birch", "Bluebird", "Bridge",
    "Brookside", "Canal", "Cedar Grove", "Cherry", "Chestnut", "Church", "Clover", "Copper Mill",
    "Cypress", "Dogwood", "Eastgate", "Elm", "Fairview", "Fern Hollow", "Fox Run", "Garden",
    "Granite", "Harbor", "Hawthorn", "Hazel", "Heron", "Hickory", "Highland", "Hillcrest",
    "Ivy", "Juniper", "Kestrel", "Lake Shore", "Lantern", "Larkspur", "Laurel", "Linden",
    "Magnolia", "Maple", "Market", "Meadow", "Mill", "Mulberry", "Northfield", "Oak Ridge",
    "Orchard", "Osprey", "Park", "Pearl", "Pine", "Poplar", "Prairie", "Quarry", "Railroad",
    "Redwood", "River", "Rosewood", "Sage", "School", "Spring", "Spruce", "Stone Bridge",
    "Summit", "Sunset", "Sycamore", "Tamarack", "Valley", "Walnut", "Water", "Westwood",
    "Willow", "Windmill", "Winter",
)  # fmt: skip

STREET_KINDS = ("Street", "Avenue", "Road", "Lane", "Drive", "Court", "Way", "Boulevard", "Place")


def postal_address(draw: Draw) -> Address:
    """An address in one of the cities; about two in five have no unit."""
    city, state, prefix = draw.pick(CITIES)
    line1 = street(draw)
    unit = draw.weighted({"": 4, "Apt": 3, "Suite": 2, "Unit": 1})
    line2 = f"{unit} {draw.integer(1, 499)}" if unit else ""
    return Address(
        address1=line1,
        address2=line2,
        city=city,
        country=COUNTRY,
        state=state,
        zip=zip_code(draw, prefix),
    )


def street(draw: Draw) -> str:
    """A house number and a street: `412 Fox Run Lane`."""
    return f"{draw.integer(11, 989)} {draw.pick(STREETS)} {draw.pick(STREET_KINDS)}"


def zip_code(draw: Draw, prefix: str) -> str:
    """A zip code of five digits that begins with the three of a city of `CITIES`."""
    return f"{prefix}{draw.integer(1, 99):02d}"


def in_one_line(address: Address) -> str:
    """Street and unit where one text holds both: `412 Fox Run Lane, Apt 7`."""
    return ", ".join(filter(None, (address.address1, address.address2)))
