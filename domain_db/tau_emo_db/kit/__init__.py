"""Building blocks of the generators. Everything is drawn from the `Draw` that is passed in."""

from tau_emo_db.kit.accounts import CARD_BRANDS, Card, card, email, phone, user_id
from tau_emo_db.kit.addresses import CITIES, COUNTRY, postal_address
from tau_emo_db.kit.dates import (
    add_days,
    add_minutes,
    age,
    birth_date,
    day_range,
    days_between,
    minutes_between,
    random_day,
    random_moment,
    random_time,
    weekday,
    years_before,
)
from tau_emo_db.kit.names import FIRST_NAMES, LAST_NAMES
from tau_emo_db.kit.people import Person, person
from tau_emo_db.kit.unique import Unique

__all__ = [
    "CARD_BRANDS",
    "CITIES",
    "COUNTRY",
    "FIRST_NAMES",
    "LAST_NAMES",
    "Card",
    "Person",
    "Unique",
    "add_days",
    "add_minutes",
    "age",
    "birth_date",
    "card",
    "day_range",
    "days_between",
    "email",
    "minutes_between",
    "person",
    "phone",
    "postal_address",
    "random_day",
    "random_moment",
    "random_time",
    "user_id",
    "weekday",
    "years_before",
]
