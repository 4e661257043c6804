"""Calendar arithmetic on ISO texts, without time zones and without the machine's clock."""

from datetime import date, datetime, timedelta

from tau_emo_db.draw import Draw

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def add_days(day: str, days: int) -> str:
    """The day (`YYYY-MM-DD`) so many days later, or earlier if negative."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def add_months(day: str, months: int) -> str:
    """The same day so many months later, or earlier if negative; only for days up to the 28th."""
    then = date.fromisoformat(day)
    year, month = divmod(then.year * 12 + then.month - 1 + months, 12)
    return then.replace(year=year, month=month + 1).isoformat()


def days_between(first: str, last: str) -> int:
    """The number of days from the first day to the last; negative if last is earlier."""
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def day_range(first: str, last: str) -> list[str]:
    """All days from the first to the last, both included."""
    return [add_days(first, days) for days in range(days_between(first, last) + 1)]


def weekday(day: str) -> int:
    """The day of the week, from 0 for Monday to 6 for Sunday."""
    return date.fromisoformat(day).weekday()


def short_day(day: str) -> str:
    """The day of an ISO day or moment as domains with short dates write it: `YY-MM-DD`."""
    return day[2:10]


def add_minutes(moment: str, minutes: int) -> str:
    """The moment (`YYYY-MM-DDTHH:MM:SS`) so many minutes later, or earlier if negative."""
    return (datetime.fromisoformat(moment) + timedelta(minutes=minutes)).isoformat()


def minutes_between(first: str, last: str) -> int:
    """Whole minutes from the first moment to the last, rounded down."""
    return (datetime.fromisoformat(last) - datetime.fromisoformat(first)) // timedelta(minutes=1)


def random_day(draw: Draw, first: str, last: str) -> str:
    """A day from the first to the last, both included, all equally likely."""
    return add_days(first, draw.integer(0, days_between(first, last)))


def random_time(draw: Draw, step: int = 1) -> str:
    """A time of day `HH:MM:SS` on a whole minute that is a multiple of the step."""
    minutes = draw.integer(0, (24 * 60 - 1) // step) * step
    return f"{minutes // 60:02d}:{minutes % 60:02d}:00"


def random_moment(draw: Draw, first: str, last: str) -> str:
    """A moment `YYYY-MM-DDTHH:MM:SS` from the first to the last, both included, by the second."""
    start = datetime.fromisoformat(first)
    seconds = (datetime.fromisoformat(last) - start) // timedelta(seconds=1)
    return (start + timedelta(seconds=draw.integer(0, seconds))).isoformat()


def years_before(day: str, years: int) -> str:
    """The same date so many years earlier; February 29 becomes February 28 where needed."""
    then = date.fromisoformat(day)
    try:
        return then.replace(year=then.year - years).isoformat()
    except ValueError:
        return then.replace(year=then.year - years, day=28).isoformat()


def age(birth: str, today: str) -> int:
    """The age in completed years on the day."""
    born, day = date.fromisoformat(birth), date.fromisoformat(today)
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def birth_date(draw: Draw, youngest: int, oldest: int, today: str) -> str:
    """A date of birth (`YYYY-MM-DD`) of somebody of that age today.

    Args:
        draw: where the day comes from.
        youngest: the least age in completed years.
        oldest: the greatest age in completed years.
        today: the simulated day `YYYY-MM-DD`; a longer ISO moment is cut to its day.
    """
    day = today[:10]
    return random_day(draw, add_days(years_before(day, oldest + 1), 1), years_before(day, youngest))
