"""How people speak of trips, days, bags and cards, and what a listing must say of them."""

from collections.abc import Iterable, Sequence
from datetime import date

from tau_emo_db import Draw
from tau_emo_db.domains.airline.tables import PaymentMethod
from tau_emo_servers.values import mentions
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.airline.base import (
    Air,
    Person,
    Trip,
    air,
    full_name,
    later,
    list_airports,
    look,
    profile,
)
from tau_emo_tasks.tracer.kit.particulars import PARTICULARS
from tau_emo_tasks.tracer.trace import Detail, Known
from tau_emo_tasks.tracer.walk import Walk

BRANDS = {"visa": "Visa", "mastercard": "Mastercard"}
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
)  # fmt: skip


class Days:
    """Dates as one customer says them.

    Args:
        draw: decides how.
    """

    def __init__(self, draw: Draw) -> None:
        self._form = draw.weighted({"%B %-d": 0.5, "%A, %B %-d": 0.25, "%Y-%m-%d": 0.25})

    def __call__(self, day: str) -> str:
        """A date in words: "May 21"."""
        return date.fromisoformat(day).strftime(self._form)

    def born(self, day: str) -> str:
        """A birth date in words, with its year: "April 1, 1970"."""
        form = "%Y-%m-%d" if self._form == "%Y-%m-%d" else "%B %-d, %Y"
        return date.fromisoformat(day).strftime(form)


def city(air: Air, code: str) -> str:
    """What people call an airport; of the three of New York they name the one they mean."""
    return "JFK" if code == "JFK" else air.cities[code]


def town(air: Air, code: str) -> str:
    """The city that an airport belongs to."""
    return "New York" if code in ("JFK", "LGA") else air.cities[code]


def cabin(name: str) -> str:
    """A cabin in words."""
    return name.replace("_", " ")


_PARENTS = ("mother", "father", "aunt", "uncle", "mother-in-law", "father-in-law")
_CHILDREN = ("niece", "nephew", "daughter", "son")


def relatives(born: str) -> tuple[str, ...]:
    """The relatives of whom somebody born on a date may speak as grown-up and living."""
    if born > "1984":
        return _PARENTS
    return (*_PARENTS[:4], *_CHILDREN[:2]) if born > "1964" else _CHILDREN


def life(draw: Draw, born: str) -> dict[str, str]:
    """People in the customer's life, for the stories behind a wish.

    Args:
        draw: decides who they are.
        born: the customer's birth date.
    """
    relative = draw.pick(relatives(born))
    return {
        "relative": relative,
        **{name: draw.pick(PARTICULARS[name]) for name in ("friend", "span")},
    }


# -- the trip -----------------------------------------------------------------------------


class Named:
    """A trip as the customer speaks of it: by its number, or by its route alone.

    Making it opens the reservation, as an agent would find it.

    Args:
        air: the base.
        user: the owner.
        trip: the trip.
        walk: where it is looked up.
        draw: decides.
        by_route: how likely it is that the number is not known, if the route tells the trip.
    """

    FARTHEST = 2
    """A trip without its number stands at most so far down in the list of reservations."""

    def __init__(
        self, air: Air, user: str, trip: Trip, walk: Walk, draw: Draw, *, by_route: float = 0.6
    ) -> None:
        listed: list[str] = profile(walk)["reservations"]
        place = listed.index(trip.id)
        unknown = place <= self.FARTHEST and air.alone_on_route(user, trip)
        self.by_number = not (unknown and draw.chance(by_route))
        self._air, self._trip = air, trip
        if self.by_number:
            look(walk, "get_reservation_details", reservation_id=trip.id)
        else:
            if draw.chance(0.3):
                list_airports(walk)
            for one in listed[: place + 1]:
                look(walk, "get_reservation_details", reservation_id=one)
        self._phrase = draw.pick(self._phrases())

    def _phrases(self) -> list[str]:
        start, end = (city(self._air, code) for code in self._trip.route)
        key = self._trip.id
        if self.by_number:
            return [
                f"reservation {key} from {start} to {end}",
                f"booking {key} from {start} to {end}",
                f"trip from {start} to {end} (reservation {key})",
                f"trip to {end} (reservation {key})",
            ]
        if self._trip.round:
            return [
                f"trip from {start} to {end} and back",
                f"round trip from {start} to {end}",
                f"trip from {start} to {end}",
            ]
        return [f"trip from {start} to {end}", f"one-way trip from {start} to {end}"]

    def facts(self) -> dict[str, str]:
        """What the words may say of the trip."""
        start, end = (city(self._air, code) for code in self._trip.route)
        return {
            "trip": self._phrase,
            "origin": start,
            "destination": end,
            "town": town(self._air, self._trip.route[1]),
            "reservation_id": self._trip.id,
            "cabin": cabin(self._trip.booked.cabin),
        }

    def knows(self) -> tuple[Known, ...]:
        """Its number, if the customer has it."""
        return (Known(name="reservation_id", value=self._trip.id),) if self.by_number else ()

    def detail(self) -> Detail:
        """What a listing must say of the trip."""
        return route_detail(self._air, "trip", self._trip.route[1], self._trip.id)


def leg_name(trip: Trip, place: int) -> str:
    """One flight of a trip: "flight out", or "flight from Boston to Denver" on a way with stops."""
    if trip.direct:
        return f"flight {'back' if place else 'out'}" if trip.round else "flight"
    one = trip.segments[place]
    return f"flight from {city(air(), one.origin)} to {city(air(), one.destination)}"


def route_detail(air: Air, name: str, destination: str, *more: str) -> Detail:
    """The city that a trip goes to, by name or airport code."""
    accept = (air.cities[destination], destination, *more)
    return Detail(name=name, accept=tuple(dict.fromkeys(accept)))


# -- days, cabins, people -----------------------------------------------------------------


def date_detail(day: str, others: Iterable[str], name: str = "date") -> Detail:
    """The date of a new flight. The days beside it are wrong unless other flights are then."""
    beside = {later(day, -1), later(day, 1)} - {day, *others}
    return Detail(name=name, accept=(day,), reject=tuple(sorted(beside)))


def cabin_detail(name: str) -> Detail:
    """The cabin of a trip."""
    others = {
        "basic_economy": ("business",),
        "economy": ("business", "basic economy"),
        "business": ("economy",),
    }
    return Detail(name="cabin", accept=(cabin(name),), reject=others[name])


def people_details(people: Sequence[Person]) -> tuple[Detail, ...]:
    """The passengers whom a listing must name: "passenger 1", "passenger 2", ..."""
    return tuple(
        Detail(name=f"passenger {number}", accept=(full_name(one), one.first_name))
        for number, one in enumerate(people, 1)
    )


# -- bags and insurance -------------------------------------------------------------------


def bags_detail(total: int) -> Detail:
    """The number of all checked bags, as listings word it."""
    accept: list[str] = []
    for count in (str(total), NUMBERS[total] if total else "zero"):
        pieces = ("bag", "checked bag", "checked in bag", "free bag", "free checked bag")
        pieces += ("total bag", "total checked bag", "piece", "suitcase", "baggage", "luggage")
        accept += [f"{count} {piece}" for piece in pieces]
        accept += [f"{count} {word}" for word in ("in all", "in total", "total", "altogether")]
        heads = ("bags", "checked bags", "total bags", "total checked bags", "baggage")
        heads += ("bags in total", "bags in all", "bags total")
        accept += [f"{head} {count}" for head in heads]
        accept += [f"total of {count}", f"total {count}"]
        accept += [f"bags to {count}", f"checked bags to {count}"]
    none = ("no bag", "no checked bag", "no luggage", "no baggage", "without bag")
    none += ("without checked bag", "without luggage", "bags none", "checked bags none")
    if total == 0:
        return Detail(name="no bags", accept=(*accept, *none))
    return Detail(name="bags", accept=tuple(accept), reject=("0 bag", "0 checked bag", *none[:2]))


_WITH_INSURANCE = (
    "with travel insurance", "with insurance", "with the insurance", "with the travel insurance",
    "insurance yes", "insurance included", "including insurance", "including travel insurance",
    "add insurance", "insurance for", "insurance at", "insured", "30 each for insurance",
    "plus insurance", "plus travel insurance", "travel insurance added",
)  # fmt: skip
_WITHOUT_INSURANCE = (
    "without travel insurance", "without insurance", "no insurance", "no travel insurance",
    "insurance no", "insurance none", "insurance declined", "not insured",
)  # fmt: skip


def insurance_detail(wanted: bool, people: int) -> Detail:
    """Whether the trip is insured, as listings word it."""
    if not wanted:
        reject = ("with travel insurance", "with insurance", "insurance yes")
        return Detail(name="no insurance", accept=_WITHOUT_INSURANCE, reject=reject)
    cost = 30 * people
    sums = (f"insurance {cost}", f"{cost} for insurance", f"{cost} for travel insurance")
    sums += (f"{cost} insurance", f"{cost} travel insurance")
    reject = ("without travel insurance", "without insurance", "no insurance")
    return Detail(name="insurance", accept=(*_WITH_INSURANCE, *sums), reject=reject)


# -- payment ------------------------------------------------------------------------------


def called(air: Air, user: str, method: PaymentMethod) -> str:
    """How the owner calls a method: "Visa ending in 4260", "gift card with the most on it"."""
    same = [
        one for one in air.methods[user] if (one.source, one.brand) == (method.source, method.brand)
    ]
    if method.source == "credit_card":
        brand = BRANDS[method.brand or "visa"]
        return brand if len(same) == 1 else f"{brand} ending in {method.last_four}"
    name = method.source.replace("_", " ")
    if len(same) == 1:
        return name
    return f"{name} with the {'highest value' if name == 'certificate' else 'most on it'}"


def payment_detail(
    air: Air, user: str, method: PaymentMethod, beside: Sequence[PaymentMethod] = ()
) -> Detail:
    """What a listing must say about how to pay.

    Args:
        air: the base.
        user: who pays.
        method: the method.
        beside: what pays as well, and may be named too.
    """
    own = _spellings(air, user, method)
    others = [one for one in air.methods[user] if one.id not in {x.id for x in (method, *beside)}]
    meant = {*own, *(word for one in beside for word in _spellings(air, user, one))}
    wrong = (word for one in others for word in _spellings(air, user, one))
    reject = tuple(dict.fromkeys(word for word in wrong if word not in meant))
    return Detail(name="payment", accept=own, reject=reject)


def _spellings(air: Air, user: str, method: PaymentMethod) -> tuple[str, ...]:
    if method.source != "credit_card":
        return (method.source.replace("_", " "),)
    same = [one for one in air.cards(user) if one.brand == method.brand]
    return (str(method.last_four), *((str(method.brand),) if len(same) == 1 else ()))


# -- what is told -------------------------------------------------------------------------


def told_amount(walk: Walk, name: str, value: int, *sources: str) -> Output:
    """An amount that the customer is to hear.

    Args:
        walk: the walk so far, which tells whether the amount stands in a result.
        name: what it is.
        value: the amount in dollars.
        sources: the read tools that it comes from.
    """
    results = [step.result for step in walk.steps if step.tool in sources]
    stands = any(mentions(result, str(value), "amount") for result in results)
    return Output(name=name, value=str(value), kind="amount", source=sources, computed=not stands)
