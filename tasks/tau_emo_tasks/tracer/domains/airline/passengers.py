"""Changes of who travels: a birth date, a last name, or another person."""

from collections.abc import Iterator
from functools import partial

from pydantic import JsonValue

from tau_emo_db import Draw
from tau_emo_tasks.tracer.domains.airline.base import Air, Person, Trip, full_name, traveler
from tau_emo_tasks.tracer.domains.airline.changes import touching
from tau_emo_tasks.tracer.domains.airline.intents import RECIPES
from tau_emo_tasks.tracer.domains.airline.people import mistyped, stranger
from tau_emo_tasks.tracer.domains.airline.phrases import Days, Named, life
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError


def distinct(trip: Trip) -> list[Person]:
    """The travelers whose first name no other on the trip has."""
    names = [one.first_name for one in trip.travelers]
    return [one for one in trip.travelers if names.count(one.first_name) == 1]


@RECIPES.intent(7, "done")
def correct_passenger(air: Air, user: str) -> Iterator[Offer]:
    """A birth date, a last name, or another person in the place of one."""
    for trip in air.active(user):
        if not trip.untouched:
            continue
        for person in distinct(trip):
            me = full_name(person) == full_name(air.users[user])
            for act in ("birth date", "last name", "other passenger"):
                if me and act != "birth date":
                    continue
                whose = "own birth date" if me else act
                play = partial(_correct_passenger, air, user, trip, person, whose)
                yield Offer(play, touching(trip))


def _correct_passenger(
    air: Air, user: str, trip: Trip, person: Person, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    named = Named(air, user, trip, walk, draw)
    if act == "other passenger":
        new = traveler(stranger(air, user, draw))
    elif act == "last name":
        other = stranger(air, user, draw).last_name
        if other == person.last_name:
            raise WalkError("the name is the same")
        new = {**traveler(person), "last_name": other}
    else:
        new = {**traveler(person), "dob": mistyped(person.dob, draw)}
    people: list[JsonValue] = [
        {**(new if one is person else traveler(one))} for one in trip.travelers
    ]
    walk.call("update_reservation_passengers", reservation_id=trip.id, passengers=people)
    days = Days(draw)
    renamed = act in ("other passenger", "last name")
    name = f"{new['first_name']} {new['last_name']}"
    return TraceGoal(
        intent=7,
        act=act,
        outcome="done",
        facts={
            **life(draw, air.users[user].dob),
            **named.facts(),
            "person": full_name(person),
            "person_first": person.first_name,
            "old_born": days.born(person.dob),
            "new_name": name,
            "new_first": new["first_name"],
            "new_last": new["last_name"],
            "born": days.born(new["dob"]),
        },
        knows=named.knows(),
        details=(
            named.detail(),
            *((Detail(name="new name", accept=(name,)),) if renamed else ()),
            *((Detail(name="born", accept=(new["dob"],)),) if act != "last name" else ()),
        ),
    )
