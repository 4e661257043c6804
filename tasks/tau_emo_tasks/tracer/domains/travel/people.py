"""People whom a customer brings along, and what a sum or a listing says of them."""

from collections.abc import Sequence

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.travel.clock import TODAY, whole
from tau_emo_db.domains.travel.tables import BookingTraveler, Companion, Traveler
from tau_emo_db.kit import FIRST_NAMES, LAST_NAMES
from tau_emo_servers.values import mentions
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.travel.base import Agency, day, iso
from tau_emo_tasks.tracer.trace import Detail
from tau_emo_tasks.tracer.walk import Walk

Person = dict[str, JsonValue]
"""First name, last name and birth date, as the tools take them."""


def person(someone: BookingTraveler | Companion | Traveler) -> Person:
    """A person whom the base knows."""
    return {
        "first_name": someone.first_name,
        "last_name": someone.last_name,
        "dob": someone.dob,
    }


def name_of(someone: Person) -> str:
    """First and last name."""
    return f"{someone['first_name']} {someone['last_name']}"


def newcomer(draw: Draw, taken: set[str]) -> Person:
    """A grown-up whom the agency does not know.

    Args:
        draw: decides.
        taken: first names that would be confused with others.
    """
    first = draw.pick([one for one in FIRST_NAMES if one not in taken])
    year = draw.integer(1946, 2005)
    born = f"{year % 100:02d}-{draw.integer(1, 12):02d}-{draw.integer(13, 28):02d}"
    return {"first_name": first, "last_name": draw.pick(LAST_NAMES), "dob": born}


def saved(base: Agency, user: str) -> list[Person]:
    """The saved companions who have a name of their own and are not the customer."""
    traveler = base.travelers[user]
    people = [person(one) for one in base.companions[user]]
    names = [name_of(one) for one in people]
    return [
        one
        for one in people
        if names.count(name_of(one)) == 1 and name_of(one) != name_of(person(traveler))
    ]


def grown_up(someone: Person) -> bool:
    """True for a person of eighteen years or more."""
    return iso(str(someone["dob"])) <= f"{int(whole(TODAY)[:4]) - 18}{whole(TODAY)[4:]}"


def introduced(someone: Person) -> dict[str, str]:
    """The blanks of a person: `{newcomer}` and `{born}`."""
    return {"newcomer": name_of(someone), "born": day(str(someone["dob"]))}


def birth_detail(someone: Person) -> Detail:
    """What a listing must say about a birth date."""
    return Detail(name="birth date", accept=(iso(str(someone["dob"])),))


def told(walk: Walk, name: str, cents: str, source: Sequence[str]) -> Output:
    """An amount that the customer is to be told, read or worked out.

    Args:
        walk: the calls so far.
        name: what it is.
        cents: the amount, with two decimals.
        source: the tools whose results it comes from.
    """
    results = [step.result for step in walk.steps if step.tool in source]
    stands = any(mentions(result, cents, "amount") for result in results)
    return Output(name=name, value=cents, kind="amount", source=tuple(source), computed=not stands)
