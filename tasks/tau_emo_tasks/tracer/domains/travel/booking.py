"""Booking a tour: which one, on which date, for whom, with what, and who pays."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_db.domains.travel.pricing import INSURANCE_FEES, total_price
from tau_emo_db.domains.travel.tables import (
    Agent,
    OfferedAddOn,
    Package,
    PackageDeparture,
    PaymentMethod,
)
from tau_emo_servers.money import shown
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.tracer.domains.travel.base import (
    Agency,
    amount,
    day,
    extra,
    extra_words,
    has_own_name,
    iso,
    room,
    room_detail,
    rooms,
)
from tau_emo_tasks.tracer.domains.travel.intents import RECIPES
from tau_emo_tasks.tracer.domains.travel.people import (
    Person,
    birth_detail,
    grown_up,
    introduced,
    name_of,
    newcomer,
    person,
    saved,
    told,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

WITH_ARTICLE = ("Netherlands", "United Kingdom", "United States", "USA", "Philippines", "Maldives")


@dataclass(frozen=True)
class Tour:
    """A package, in the words by which the customer wants it."""

    package: Package
    text: str
    """With its article: "the tour to Florence", "a city tour in Spain"."""
    search: dict[str, JsonValue]
    """What finds it; nothing if the customer has its id."""


@dataclass(frozen=True)
class When:
    """A departure, in the words by which the customer wants it."""

    departure: PackageDeparture
    text: str
    """Behind "depart": "on 26 January 2025", "on the earliest date that can be booked"."""


@dataclass(frozen=True)
class Party:
    """Who goes, and the words in which that is told."""

    act: str
    people: tuple[Person, ...]
    facts: dict[str, str]
    new: Person | None = None


def tours(base: Agency, package: Package) -> Iterator[Tour]:
    """The ways to mean a package and no other."""
    key = package.package_id
    yield Tour(package, f"the tour {package.name}, package {key},", {})
    opened = [one for one in base.packages if base.is_open(one)]
    if key not in opened:
        return
    for city in base.cities[key]:
        if [one for one in opened if city in base.cities[one]] == [key]:
            yield Tour(package, f"the tour to {city}", {"destination_city": city})
    for country in sorted(base.countries[key]):
        there = [one for one in opened if country in base.countries[one]]
        kind = package.category
        alike = [one for one in there if base.packages[one].category == kind]
        where = f"in the {country}" if country in WITH_ARTICLE else f"in {country}"
        search: dict[str, JsonValue] = {"destination_country": country}
        if alike == [key] and len(there) > 1:
            text = f"{_article(kind)} {kind} tour {where}"
            yield Tour(package, text, {**search, "category": kind})
        lengths = sorted(base.packages[one].duration_days for one in there)
        own = package.duration_days
        if len(there) > 1 and lengths.count(own) == 1 and own in (lengths[0], lengths[-1]):
            which = "shortest" if own == lengths[0] else "longest"
            yield Tour(package, f"the {which} of the tours {where}", search)


def _article(word: str) -> str:
    return "an" if word[0] in "aeiouAEIOU" else "a"


def dates(base: Agency, package: Package, travelers: int) -> Iterator[When]:
    """The ways to mean a departure that can be booked for so many."""
    key = package.package_id
    fitting = base.bookable(key, travelers)
    for one in fitting:
        yield When(one, f"on {day(one.date)}")
        for other in base.closed(key, travelers):
            text = f"on {day(other.date)} or, if that date cannot be booked, on {day(one.date)}"
            yield When(one, text)
    if len(fitting) < 2:
        return
    yield When(min(fitting, key=lambda one: one.date), "on the earliest date that can be booked")
    yield When(max(fitting, key=lambda one: one.date), "on the latest date that can be booked")
    cheap = sorted(fitting, key=lambda one: one.base_price)
    if cheap[0].base_price < cheap[1].base_price:
        yield When(cheap[0], "on whichever date costs least of those that can be booked")


def _parties(base: Agency, user: str, draw: Draw) -> list[Party]:
    """Who may go, the customer and others."""
    me = person(base.travelers[user])
    others = saved(base, user)
    parties = [Party("book alone", (me,), {})]
    for one in others:
        parties.append(Party("book with companion", (me, one), {"companions": name_of(one)}))
        if grown_up(one):
            parties.append(Party("book for another", (one,), {"companions": name_of(one)}))
    if len(others) > 1:
        two = draw.sample(others, 2)
        names = " and ".join(map(name_of, two))
        parties.append(Party("book with companion", (me, *two), {"companions": names}))
    new = newcomer(draw, {str(one["first_name"]) for one in (me, *others)})
    parties.append(Party("book with newcomer", (me, new), introduced(new), new))
    return parties


def price(departure: PackageDeparture, travelers: int, extras: list[int], label: str | None) -> str:
    """The sum that gives what a booking costs: "2 * 1040.00 + 55.00 + 2 * 50.00"."""
    parts = [f"{travelers} * {money(departure.base_price)}", *map(money, extras)]
    fee = INSURANCE_FEES.get(label or "", 0)
    return " + ".join([*parts, *([f"{travelers} * {money(fee)}"] if fee else [])])


def _offers(
    base: Agency, user: str, intent: int, *, known: bool, others: bool = False, split: bool = False
) -> Iterator[Offer]:
    if len(base.tellable(user)) < 1 + split:
        return
    for package in base.packages.values():
        ways = [one for one in tours(base, package) if known != bool(one.search)]
        if ways and base.bookable(package.package_id, 2):
            play = partial(_book, base, user, intent, ways, others, split, False)
            yield Offer(play, frozenset({"new booking", "people", package.package_id}))


@RECIPES.intent(1, "done")
def book_known(base: Agency, user: str) -> Iterator[Offer]:
    """Book a package whose id the customer has."""
    yield from _offers(base, user, 1, known=True)


@RECIPES.intent(2, "done")
def find_and_book(base: Agency, user: str) -> Iterator[Offer]:
    """Find a tour by city, or by country and kind, and book it."""
    yield from _offers(base, user, 2, known=False)


@RECIPES.intent(3, "done")
def book_together(base: Agency, user: str) -> Iterator[Offer]:
    """Book with a saved companion, and pay with two methods."""
    if saved(base, user):
        yield from _offers(base, user, 3, known=False, others=True, split=True)


@RECIPES.intent(4, "done")
def book_with_agent(base: Agency, user: str) -> Iterator[Offer]:
    """Book with an agent who speaks a language, and with insurance."""
    if not base.tellable(user):
        return
    for package in base.packages.values():
        ways = list(tours(base, package))
        if _agents(base, package) and base.bookable(package.package_id, 2):
            play = partial(_book, base, user, 4, ways, False, False, True)
            yield Offer(play, frozenset({"new booking", "people", package.package_id}))


def _agents(base: Agency, package: Package) -> list[tuple[Agent, str]]:
    """The agents of a package who alone of them speak a language or hold a title."""
    managers = [base.agents[one] for one in base.managers[package.package_id]]
    if len(managers) < 2:
        return []
    found: list[tuple[Agent, str]] = []
    for agent in managers:
        others = [one for one in managers if one.agent_id != agent.agent_id]
        languages = {language for one in others for language in one.languages}
        titles = {title for one in others for title in one.certifications}
        traits = [
            *(f"speaks {one}" for one in agent.languages if one not in languages),
            *(f"is {_article(one)} {one}" for one in agent.certifications if one not in titles),
        ]
        found += [(agent, trait) for trait in traits]
    return found


def _book(
    base: Agency,
    user: str,
    intent: int,
    ways: list[Tour],
    others: bool,
    split: bool,
    with_agent: bool,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    tour = draw.pick(ways)
    package = tour.package
    parties = [
        one
        for one in _parties(base, user, draw)
        if base.bookable(package.package_id, len(one.people))
        and (one.act == "book with companion" or not others)
    ]
    kinds = sorted({one.act for one in parties})
    if not kinds:
        raise WalkError("nobody could be booked for")
    kind = draw.pick(kinds)
    party = draw.pick([one for one in parties if one.act == kind])
    count = len(party.people)
    options = list(dates(base, package, count))
    conditional = [one for one in options if "if that date" in one.text]
    compared = [one for one in options if "that can be booked" in one.text]
    plain = [one for one in options if one not in (*conditional, *compared)]
    kinds_of_date = [plain, plain, conditional, compared, compared]
    when = draw.pick(draw.pick([part for part in kinds_of_date if part]))
    label = draw.pick(("standard", "premium", None, None)) if not with_agent else "premium"
    offered = [one for one in package.optional_add_ons if has_own_name(one, package)]
    chosen = draw.pick(offered) if draw.chance(0.6) else None
    kind_of_room = draw.pick(rooms(count))
    agent = draw.pick(_agents(base, package)) if with_agent else None

    if tour.search:
        walk.call("search_packages", **tour.search)
    walk.call("get_package_details", package_id=package.package_id)
    if agent:
        for one in base.managers[package.package_id]:
            walk.call("get_agent_details", agent_id=one)
    extras = [chosen.price] if chosen else []
    total = total_price(when.departure.base_price, count, extras, label)
    walk.call("calculate", expression=price(when.departure, count, extras, label))
    payments, paying, facts = _payments(base, user, total, split, walk, draw)
    walk.call(
        "book_package",
        traveler_id=user,
        package_id=package.package_id,
        departure_date=when.departure.date,
        travelers=[*party.people],
        rooming={"room_type": kind_of_room, "occupancy": count},
        add_ons=[_as_argument(chosen)] if chosen else [],
        insurance=label,
        payment_methods=payments,
        **({"agent_id": agent[0].agent_id} if agent else {}),
    )
    hears = draw.chance(0.6)
    return TraceGoal(
        intent=intent,
        act=party.act,
        outcome="done",
        facts={
            "a_tour": tour.text,
            "when": when.text,
            **party.facts,
            **room(kind_of_room),
            "insurance": f"{label} insurance",
            "extra": extra(chosen) if chosen else "",
            "trait": agent[1] if agent else "",
            **facts,
        },
        knows=() if tour.search else (Known(name="package_id", value=package.package_id),),
        details=(
            *_tour_details(base, tour, when),
            *_person_details(base, user, party),
            room_detail(kind_of_room),
            _insurance_detail(label),
            _extra_detail(package, chosen),
            *([_agent_detail(base, package, agent[0])] if agent else []),
            *paying,
        ),
        hears=(Heard(name="total", kind="amount"),) if hears else (),
        outputs=(told(walk, "total", money(total), ("get_package_details",)),) if hears else (),
    )


def _as_argument(add_on: OfferedAddOn) -> dict[str, JsonValue]:
    return {
        "type": add_on.type,
        "description": add_on.description,
        "price": shown(add_on.price),
    }


def _payments(
    base: Agency, user: str, total: int, split: bool, walk: Walk, draw: Draw
) -> tuple[list[JsonValue], tuple[Detail, ...], dict[str, str]]:
    """The argument, what a listing must say, and the words."""
    methods: list[PaymentMethod] = draw.sample(base.tellable(user), 1 + split)
    first = methods[0]
    if not split:
        paid: list[JsonValue] = [{"payment_id": first.id, "amount": shown(total)}]
        return paid, (base.payment(first),), {"by": base.by(first)}
    second = methods[1]
    share = total * draw.integer(25, 70) // 100 // 50_00 * 50_00
    if share < 50_00:
        raise WalkError("too little to be split")
    walk.call("calculate", expression=f"{money(total)} - {money(share)}")
    paid = [
        {"payment_id": first.id, "amount": shown(share)},
        {"payment_id": second.id, "amount": shown(total - share)},
    ]
    details = (
        base.payment(first, "first payment", (second,)),
        Detail(name="share", accept=(money(share),)),
        base.payment(second, "second payment", (first,)),
    )
    facts = {"by": base.by(first), "by_too": base.by(second), "share": amount(share)}
    return paid, details, facts


def _tour_details(base: Agency, tour: Tour, when: When) -> Iterator[Detail]:
    key = tour.package.package_id
    yield Detail(name="tour", accept=(key, tour.package.name, *base.cities[key]))
    others = [one.date for one in base.departures[key] if one.date != when.departure.date]
    accept, reject = iso(when.departure.date), tuple(map(iso, others))
    yield Detail(name="date", accept=(accept,), reject=reject)


def _person_details(base: Agency, user: str, party: Party) -> Iterator[Detail]:
    names = [name_of(one) for one in party.people]
    for number, name in enumerate(names):
        mine = name == name_of(person(base.travelers[user]))
        which = "traveler" if mine else "companion" if number < 2 else "second companion"
        yield Detail(name=which, accept=(name,))
    if party.new:
        yield birth_detail(party.new)


def _insurance_detail(label: str | None) -> Detail:
    if label:
        (other,) = set(INSURANCE_FEES) - {label}
        return Detail(name="insurance", accept=(label,), reject=(other,))
    accept = (
        *("no insurance", "no travel insurance", "without insurance", "without travel insurance"),
        *("insurance none", "insurance no", "insurance declined", "insurance not"),
    )
    return Detail(name="no insurance", accept=accept, reject=("standard", "premium"))


def _extra_detail(package: Package, chosen: OfferedAddOn | None) -> Detail:
    others = [
        word
        for one in package.optional_add_ons
        if one != chosen and has_own_name(one, package)
        for word in extra_words(one)
    ]
    if chosen:
        return Detail(name="extra", accept=extra_words(chosen), reject=tuple(others))
    accept = (
        *("no add-on", "no extra", "no optional", "no additional", "add-ons none", "add-ons no"),
        *("without add-ons", "without any add-ons", "without extras", "without any extras"),
        *("extras none", "no other add-ons"),
    )
    return Detail(name="no extra", accept=accept, reject=tuple(others))


def _agent_detail(base: Agency, package: Package, agent: Agent) -> Detail:
    others = [
        base.agents[one] for one in base.managers[package.package_id] if one != agent.agent_id
    ]
    return Detail(
        name="agent",
        accept=(f"{agent.first_name} {agent.last_name}", agent.agent_id),
        reject=tuple(f"{one.first_name} {one.last_name}" for one in others),
    )
