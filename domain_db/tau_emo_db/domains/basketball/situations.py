"""Players and games at the edge of a rule: who shares a name, who moved, what stands level."""

from collections.abc import Iterator, Mapping, Sequence

from tau_emo_db import kit
from tau_emo_db.domains.basketball.clubs import Side
from tau_emo_db.domains.basketball.contests import Margin, by_one, decided, level
from tau_emo_db.domains.basketball.fixtures import Fixture
from tau_emo_db.domains.basketball.squads import Registry
from tau_emo_db.draw import Draw

NAMESAKES = (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3)
"""How many players share each of the names that several have."""
SAME_SURNAME = 10
"""Running games in which a player of each club has the same surname."""
TRADED = 8
WITHOUT_CLUB = 10
NEVER_PLAYED = 2
"""Players without a club who have neither a contract nor a game."""
LONG_CAREERS = 40
"""Players with three contracts who were in their club last season too."""
INACTIVE_EVERY = 3
"""In every third club somebody is inactive."""
SIX_IN_SQUAD = 15
"""Clubs with six players in the roster; the others have five."""
DOUBLE_ZERO_EVERY = 9
"""In every ninth club somebody wears the number 00."""

Places = dict[tuple[str, int], kit.Person]
"""Who has a place in a squad: by the id of the club and a number from 0."""


def shared_names(
    draw: Draw, registry: Registry, sides: Sequence[Side], running: Sequence[Fixture]
) -> Places:
    """Who gets a place because of a shared name.

    Players with one full name are in different clubs, on place 0. A player of the away club
    who shares the surname of a player of the home club is on place 1, as that one is.

    Args:
        draw: where the names come from.
        registry: knows the names that were given.
        sides: the clubs with players.
        running: the games of this moment.
    """
    places: Places = {}
    clubs = iter(draw.shuffled(sides))
    for count in NAMESAKES:
        person = registry.somebody(draw)
        for _ in range(count):
            places[next(clubs).club_id, 0] = person
    for fixture in draw.sample(running, SAME_SURNAME):
        person = registry.somebody(draw)
        places[fixture.home.club_id, 1] = person
        places[fixture.away.club_id, 1] = registry.somebody(draw, person.last_name)
    return places


def careers(draw: Draw, sides: Sequence[Side]) -> Mapping[tuple[str, int], str]:
    """What is special about the careers of some: by the id of the club and the place.

    A career is `moved` (traded last summer), `settled` (three contracts), `newcomer`, or
    `inactive`. Places 2 to 4 exist in every squad, and each has at most one of these.
    """
    chosen: dict[tuple[str, int], str] = {}
    mixed = draw.shuffled(sides)
    for side in mixed[:TRADED]:
        chosen[side.club_id, 2] = "moved"
    for side in mixed[TRADED : TRADED + LONG_CAREERS]:
        chosen[side.club_id, 2] = "settled"
    for number, side in enumerate(sides):
        if number % INACTIVE_EVERY == 0:
            chosen[side.club_id, 3] = "inactive"
        if draw.chance(0.4):
            chosen[side.club_id, 4] = "newcomer"
    return chosen


def margins(running: Sequence[Fixture]) -> Iterator[Margin]:
    """What the running games stand like: the first level, the second by one, the others either."""
    yield level
    yield by_one
    for _ in running[2:]:
        yield decided
