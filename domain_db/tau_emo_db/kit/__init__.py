"""Building blocks of the generators. Everything is drawn from the `Draw` that is passed in."""

from tau_emo_db.kit.accounts import CARD_BRANDS, Card, card, email, last_four, phone, user_id
from tau_emo_db.kit.addresses import (
    CITIES,
    COUNTRY,
    in_one_line,
    postal_address,
    street,
    zip_code,
)
from tau_emo_db.kit.dates import (
    WEEKDAYS,
    add_days,
    add_minutes,
    add_months,
    age,
    birth_date,
    day_range,
    days_between,
    minutes_between,
    random_day,
    random_moment,
    random_time,
    short_day,
    weekday,
    years_before,
)
from tau_emo_db.kit.names import FIRST_NAMES, LAST_NAMES
from tau_emo_db.kit.people import Person, person
from tau_emo_db.kit.situations import Situations, play, still_missing
from tau_emo_db.kit.unique import Unique

__all__ = [
    "CARD_BRANDS",
    "CITIES",
    "COUNTRY",
    "FIRST_NAMES",
    "LAST_NAMES",
    "WEEKDAYS",
    "Card",
    "Person",
    "Situations",
    "Unique",
    "add_days",
    "add_minutes",
    "add_months",
    "age",
    "birth_date",
    "card",
    "day_range",
    "days_between",
    "email",
    "in_one_line",
    "last_four",
    "minutes_between",
    "person",
    "phone",
    "play",
    "postal_address",
    "random_day",
    "random_moment",
    "random_time",
    "short_day",
    "still_missing",
    "street",
    "user_id",
    "weekday",
    "years_before",
    "zip_code",
]
