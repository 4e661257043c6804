"""Where the tours go: 44 countries with three cities each, their regions and currencies."""

from dataclasses import dataclass

from tau_emo_db.domains.travel.tables import Currency


@dataclass(frozen=True)
class Country:
    """A country that tours go to."""

    name: str
    region: str
    currency: Currency
    """What tours of this country are priced in."""
    cities: tuple[str, str, str]
    language: str
    """What agents for this country speak beside English."""


def _countries(region: str, *rows: tuple[str, Currency, str, str, str, str]) -> list[Country]:
    return [
        Country(name, region, currency, (first, second, third), language)
        for name, currency, language, first, second, third in rows
    ]


COUNTRIES: tuple[Country, ...] = (
    *_countries(
        "Southern Europe",
        ("Portugal", "EUR", "Portuguese", "Porto", "Lisbon", "Evora"),
        ("Spain", "EUR", "Spanish", "Granada", "Seville", "San Sebastian"),
        ("Italy", "EUR", "Italian", "Florence", "Palermo", "Matera"),
        ("Greece", "EUR", "Greek", "Athens", "Nafplio", "Chania"),
        ("Croatia", "EUR", "Croatian", "Split", "Zadar", "Rovinj"),
        ("Slovenia", "EUR", "Slovene", "Ljubljana", "Bled", "Piran"),
        ("Malta", "EUR", "Italian", "Valletta", "Mdina", "Marsaxlokk"),
    ),
    *_countries(
        "Western Europe",
        ("France", "EUR", "French", "Lyon", "Avignon", "Annecy"),
        ("Germany", "EUR", "German", "Dresden", "Bamberg", "Freiburg"),
        ("Austria", "EUR", "German", "Salzburg", "Graz", "Hallstatt"),
        ("Netherlands", "EUR", "Dutch", "Utrecht", "Leiden", "Maastricht"),
        ("Switzerland", "CHF", "German", "Lucerne", "Zermatt", "Bern"),
        ("United Kingdom", "GBP", "French", "Edinburgh", "York", "Bath"),
        ("Ireland", "EUR", "French", "Galway", "Dingle", "Kilkenny"),
    ),
    *_countries(
        "Northern Europe",
        ("Iceland", "USD", "Norwegian", "Reykjavik", "Akureyri", "Vik"),
        ("Norway", "EUR", "Norwegian", "Bergen", "Tromso", "Alesund"),
        ("Finland", "EUR", "Finnish", "Rovaniemi", "Turku", "Savonlinna"),
        ("Estonia", "EUR", "Finnish", "Tallinn", "Tartu", "Parnu"),
    ),
    *_countries(
        "Asia",
        ("Japan", "USD", "Japanese", "Kyoto", "Kanazawa", "Takayama"),
        ("Vietnam", "USD", "Vietnamese", "Hoi An", "Hue", "Sapa"),
        ("Thailand", "USD", "Thai", "Chiang Mai", "Ayutthaya", "Krabi"),
        ("India", "USD", "Hindi", "Jaipur", "Udaipur", "Kochi"),
        ("Nepal", "USD", "Hindi", "Kathmandu", "Pokhara", "Bhaktapur"),
        ("Sri Lanka", "USD", "Tamil", "Kandy", "Galle", "Ella"),
        ("Indonesia", "USD", "Indonesian", "Ubud", "Yogyakarta", "Labuan Bajo"),
        ("Uzbekistan", "USD", "Russian", "Samarkand", "Bukhara", "Khiva"),
        ("Georgia", "USD", "Russian", "Tbilisi", "Mestia", "Batumi"),
        ("Jordan", "USD", "Arabic", "Petra", "Amman", "Aqaba"),
    ),
    *_countries(
        "Africa",
        ("Morocco", "EUR", "Arabic", "Fes", "Marrakesh", "Chefchaouen"),
        ("Egypt", "USD", "Arabic", "Luxor", "Aswan", "Cairo"),
        ("Kenya", "USD", "Swahili", "Nairobi", "Lamu", "Naivasha"),
        ("Tanzania", "USD", "Swahili", "Arusha", "Stone Town", "Moshi"),
        ("South Africa", "USD", "Afrikaans", "Cape Town", "Knysna", "Durban"),
        ("Namibia", "USD", "Afrikaans", "Windhoek", "Swakopmund", "Luderitz"),
    ),
    *_countries(
        "Americas",
        ("Mexico", "USD", "Spanish", "Oaxaca", "Merida", "Guanajuato"),
        ("Peru", "USD", "Spanish", "Cusco", "Arequipa", "Puno"),
        ("Chile", "USD", "Spanish", "Valparaiso", "Puerto Natales", "Valdivia"),
        ("Argentina", "USD", "Spanish", "Mendoza", "Salta", "Ushuaia"),
        ("Costa Rica", "USD", "Spanish", "La Fortuna", "Monteverde", "Puerto Viejo"),
        ("Colombia", "USD", "Spanish", "Cartagena", "Medellin", "Salento"),
        ("Ecuador", "USD", "Spanish", "Quito", "Cuenca", "Otavalo"),
        ("Canada", "CAD", "French", "Quebec City", "Banff", "Tofino"),
    ),
    *_countries(
        "Oceania",
        ("Australia", "AUD", "Mandarin", "Hobart", "Cairns", "Broome"),
        ("New Zealand", "AUD", "Mandarin", "Queenstown", "Nelson", "Rotorua"),
    ),
)

AIRPORTS = (
    ("New York", "USA"),
    ("Chicago", "USA"),
    ("Los Angeles", "USA"),
    ("Atlanta", "USA"),
    ("Toronto", "Canada"),
    ("London", "United Kingdom"),
)
"""Where tours may be joined."""

OFFICES: tuple[tuple[str, str, str], ...] = (
    ("Harbor & Hill Travel", "41 Pier Street, New York, USA", "America/New_York"),
    ("Lakefront Journeys", "208 Wabash Avenue, Chicago, USA", "America/Chicago"),
    ("High Plains Tours", "77 Larimer Street, Denver, USA", "America/Denver"),
    ("Pacific Rim Travel", "940 Ocean Avenue, Los Angeles, USA", "America/Los_Angeles"),
    ("Northern Lights Tours", "15 Front Street, Toronto, Canada", "America/Toronto"),
    ("Viajes del Sol", "Calle Madero 12, Mexico City, Mexico", "America/Mexico_City"),
    ("Andes Abiertos", "Jiron Union 330, Lima, Peru", "America/Lima"),
    ("Pampa y Mar", "Callao 181, Buenos Aires, Argentina", "America/Argentina/Buenos_Aires"),
    ("Thames Travel House", "9 Savoy Row, London, United Kingdom", "Europe/London"),
    ("Rota Atlantica", "Rua do Carmo 5, Lisbon, Portugal", "Europe/Lisbon"),
    ("Maison des Voyages", "3 Rue Mercier, Paris, France", "Europe/Paris"),
    ("Spree Reisen", "Torstrasse 66, Berlin, Germany", "Europe/Berlin"),
    ("Alpenblick Reisen", "Bahnhofplatz 2, Zurich, Switzerland", "Europe/Zurich"),
    ("Aegean Routes", "18 Ermou Street, Athens, Greece", "Europe/Athens"),
    ("Nordic Trails", "Esplanadi 31, Helsinki, Finland", "Europe/Helsinki"),
    ("Bosphorus Tours", "Istiklal Street 204, Istanbul, Turkey", "Europe/Istanbul"),
    ("Nile & Sand", "7 Talaat Harb Street, Cairo, Egypt", "Africa/Cairo"),
    ("Acacia Safaris", "52 Kenyatta Avenue, Nairobi, Kenya", "Africa/Nairobi"),
    ("Cape Point Travel", "88 Loop Street, Cape Town, South Africa", "Africa/Johannesburg"),
    ("Monsoon Journeys", "21 Marine Drive, Mumbai, India", "Asia/Kolkata"),
    ("Lotus Way", "14 Silom Road, Bangkok, Thailand", "Asia/Bangkok"),
    ("Kamo River Travel", "3-2 Shijo Street, Kyoto, Japan", "Asia/Tokyo"),
    ("Southern Cross Holidays", "60 George Street, Sydney, Australia", "Australia/Sydney"),
    ("Long White Cloud Tours", "11 Queen Street, Auckland, New Zealand", "Pacific/Auckland"),
)  # fmt: skip
"""Agencies: name, address and the zone of their clocks."""
