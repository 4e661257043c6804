"""Facts in free text: every usual spelling is found, and nothing inside something else."""

from datetime import date, time
from decimal import Decimal
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tau_emo_servers.values import CalendarDate, ClockTime, distinct_values, mentions, values_in

AMOUNTS = st.decimals(0, 99_999, places=2, allow_nan=False, allow_infinity=False)
DATES = st.dates(date(1940, 1, 1), date(2039, 12, 31))
TIMES = st.times().map(lambda moment: moment.replace(microsecond=0))


@given(
    AMOUNTS,
    st.sampled_from(
        [
            "{:.2f}",
            "{:,.2f}",
            "${:,.2f}",
            "USD {:.2f}",
            "{:.2f} dollars",
            "{:.2f} CHF",
            "AUD {:.2f}",
        ]
    ),
)
def test_an_amount_is_found_in_any_spelling(amount: Decimal, spelling: str) -> None:
    text = f"That makes {spelling.format(amount)}, all in all."
    assert mentions(text, f"{amount:.2f}", "amount")
    assert mentions(text, int(amount), "amount") == (amount == int(amount))
    assert not mentions(text, str(amount + 1), "amount")
    assert values_in(text).amounts == {amount}


SPELLED_DATES = [
    "{d:%Y-%m-%d}",
    "{d:%b} {d.day} {d.year}",
    "{d:%B} {d.day}, {d.year}",
    "{d.day} {d:%B} {d.year}",
    "the {d.day}{th} of {d:%B} {d.year}",
    "{d:%b} {d.day}{th}",
    "{d.day} {d:%b}",
    "{d.month}/{d.day}/{d.year}",
    "{d:%m/%d/%Y}",
    "{d:%A}, {d:%B} {d.day}",
    "{d:%Y-%m-%d}T14:30:00",
]


@given(DATES, st.sampled_from(SPELLED_DATES))
def test_a_date_is_found_in_any_spelling(day: date, spelling: str) -> None:
    last = day.day % 10 if day.day not in (11, 12, 13) else 0
    ending = {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
    text = f"It is {spelling.format(d=day, th=ending)}; is that right?"
    assert mentions(text, day.isoformat(), "date")
    other = day.replace(day=day.day % 28 + 1)
    assert mentions(text, other.isoformat(), "date") == (other == day)
    assert not {Decimal(day.day), Decimal(day.month), Decimal(day.year)} & values_in(text).numbers


@given(st.dates(date(2000, 1, 1), date(2040, 12, 31)))
def test_the_short_date_of_some_domains_is_a_date(day: date) -> None:
    assert mentions(f"starts {day:%y-%m-%d}.", day.isoformat(), "date")
    assert mentions(f"starts {day:%B} {day.day}.", f"{day:%y-%m-%d}", "date")


@given(TIMES, st.sampled_from(["{t:%H:%M:%S}", "{t:%H:%M}", "{h}:{t:%M} {t:%p}", "{h}:{t:%M}{ap}"]))
def test_a_time_is_found_in_any_spelling(moment: time, spelling: str) -> None:
    half = "p.m." if moment.hour >= 12 else "a.m."
    text = f"leaves at {spelling.format(t=moment, h=moment.hour % 12 or 12, ap=half)} sharp"
    assert mentions(text, f"{moment:%H:%M}:00" if "S" not in spelling else f"{moment}", "time")
    assert not mentions(text, f"{(moment.hour + 1) % 24:02d}:{moment:%M}", "time")
    assert values_in(text).numbers == frozenset()


ID_SHAPES = ["#W{0:07d}", "HAT{0:03d}", "credit_card_{0:07d}", "K{0}M9TZ", "nora_quist_{0}"]


@given(st.integers(0, 9_999_999), st.sampled_from(ID_SHAPES))
def test_the_digits_of_an_id_are_no_number(number: int, shape: str) -> None:
    name = shape.format(number)
    text = f"Your {name}, please."
    assert mentions(text, name, "id")
    assert mentions(text, name.lstrip("#").lower(), "id")
    assert not mentions(text, str(number), "number")
    assert not mentions(text, name + "0", "id")
    assert values_in(text).ids == {name.lstrip("#").upper()}


@pytest.mark.parametrize(
    ("text", "value", "kind", "found"),
    [
        ("room K12", "12", "number", False),
        ("in 2012", "12", "number", False),
        ("12 bags", "12", "number", True),
        ("twelve bags", "12", "number", True),
        ("twenty-five dollars", "25", "number", True),
        ("two hundred and fifty", "250", "number", True),
        ("$1,248", "1248", "amount", True),
        ("$1,248", "1248.00", "amount", True),
        ("388", "388.0", "amount", True),
        ("388.5", "388", "amount", False),
        ("$1.2k", "1200", "amount", True),
        ("a 500ml bottle", "500", "number", True),
        ("you get $12.40 back", "-12.40", "amount", True),
        ("the black one is nice", "1", "number", False),
        ("a one-way trip", "1", "number", False),
        ("one bag", "1", "number", True),
        ("Feb 19 1987", "1987-02-19", "date", True),
        ("Feb 19 1988", "1987-02-19", "date", False),
        ("21.05.2024", "2024-05-21", "date", True),
        ("born 9 March 1988", "88-03-09", "date", True),
        ("born 14 June 2012", "12-06-14", "date", True),
        ("born 14 June 1912", "12-06-14", "date", False),
        ("May 20-22", "2024-05-22", "date", True),
        ("May 20, 2024-05-15T15:00:00", "2024-05-15", "date", True),
        ("you may 5 times", "2024-05-05", "date", False),
        ("1987-02-190", "1987-02-19", "date", False),
        ("2:30 PM", "14:30:00", "time", True),
        ("2:30", "14:30:00", "time", False),
        ("after **9:00pm**: none", "21:00", "time", True),
        ("May 21, 2024: two flights", "2023-05-21", "date", False),
        ("2 in the afternoon", "14:00", "time", True),
        ("at noon", "12:00:00", "time", True),
        ("01:30 the next day", "01:30:00+1", "time", True),
        ("10:00 to 12:30", "10:00-12:30", "time", True),
        ("10:00", "10:00-12:30", "time", False),
        ("class at 14-30", "14-30", "time", True),
        ("for NORA  quist", "Nora Quist", "name", True),
        ("for Noraquist", "Nora Quist", "name", False),
        ("**Desk Lamp**", "desk lamp", "label", True),
        ("O’Hara", "O'Hara", "name", True),
        ("W5830214", "#W5830214", "id", True),
        ("#W58302140", "#W5830214", "id", False),
        ("HATHAT is booked", "HATHAT", "id", True),
        ("HATHATS", "HATHAT", "id", False),
        ("call (555) 010-4477", "555-010-4477", "digits", True),
        ("call +1 555 010 4477", "5550104477", "digits", True),
        ("the card ending in 4471", "4471", "digits", True),
        ("order 44710", "4471", "digits", False),
        ("credit_card_4471", "4471", "digits", False),
    ],
)
def test_what_is_a_mention(text: str, value: str, kind: str, found: bool) -> None:
    assert mentions(text, value, kind) is found  # pyright: ignore[reportArgumentType]


def test_a_value_must_be_of_its_kind() -> None:
    with pytest.raises(ValueError, match="'soon' is no date"):
        mentions("today", "soon", "date")
    with pytest.raises(ValueError, match="'soon' is no time"):
        mentions("today", "soon", "time")
    with pytest.raises(ValueError, match="'many' is no number"):
        mentions("5", "many", "number")
    with pytest.raises(ValueError, match="has no digits"):
        mentions("5", "many", "digits")


def test_one_text_gives_all_its_values() -> None:
    found = values_in(
        "I moved #W5830214 to HAT118 on May 21 at 14:30, for $312.50 and two bags; "
        "write to nora.quist8812@example.com or call 555-010-4477."
    )
    assert found.numbers == {Decimal("312.5"), Decimal(2)}
    assert found.spelled == {Decimal(2)}
    assert found.amounts == {Decimal("312.5")}
    assert found.dates == {CalendarDate(5, 21)}
    assert found.times == {ClockTime(14, 30)}
    assert found.ids == {"W5830214", "HAT118"}
    assert found.emails == {"nora.quist8812@example.com"}
    assert found.phones == {"5550104477"}


def test_a_long_number_is_an_id_too() -> None:
    assert values_in("tracking 602918447310").ids == {"602918447310"}
    assert mentions("tracking 602918447310", "602918447310", "number")


def test_distinct_values_count_each_value_once() -> None:
    assert distinct_values("$12 and 12.00 and twelve") == 1
    assert distinct_values("May 21, 2024-05-21 and 5/21/2024") == 1
    assert distinct_values("14:30 or 2:30 PM") == 1
    assert distinct_values("Hello, how can I help?") == 0
    assert distinct_values(" ".join(str(number) for number in range(100, 150))) == 50
    assert distinct_values('{"JFK":"New York","SEA":"Seattle"}') == 4


@pytest.mark.parametrize("unit", ["-", ".", "'", "+", "a.", "a-", "a_", "1.", "1-", "555-", "_"])
def test_a_runaway_text_is_read_in_time(unit: str) -> None:
    """A model that repeats itself must not hold up all episodes of the process."""
    began = perf_counter()
    distinct_values(unit * (60_000 // len(unit)))
    assert perf_counter() - began < 10


@pytest.mark.parametrize("text", ["x-ann.lee+1@example.com", "(x-ann.lee+1@example.com)."])
def test_an_address_is_read_from_its_first_character(text: str) -> None:
    assert values_in(text).emails == {"x-ann.lee+1@example.com"}
