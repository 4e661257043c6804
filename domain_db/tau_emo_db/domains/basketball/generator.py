"""The association's base data: leagues with clubs, squads, and two seasons of games."""

from collections.abc import Iterator, Sequence

from tau_emo_db import kit
from tau_emo_db.domains.basketball.clubs import LEAGUES, Side, found_clubs
from tau_emo_db.domains.basketball.contests import QUARTER, Contest, fix, play
from tau_emo_db.domains.basketball.fixtures import Fixture, league_calendar
from tau_emo_db.domains.basketball.ids import Ids
from tau_emo_db.domains.basketball.situations import (
    DOUBLE_ZERO_EVERY,
    NEVER_PLAYED,
    SIX_IN_SQUAD,
    WITHOUT_CLUB,
    careers,
    margins,
    shared_names,
)
from tau_emo_db.domains.basketball.squads import Member, Registry
from tau_emo_db.domains.basketball.tables import PlayerGame
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

OVERTIME_SHARE = 0.1
TEXT_NUMBER_SHARE = 0.04
"""How many shirt numbers are stored as texts although digits would do."""


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 5 leagues with 60 clubs, 320 players and 300 games.
    """
    ids, names = Ids(), kit.Unique()
    registry = Registry(ids)
    sides: list[Side] = []
    contests: list[Contest] = []
    for turn in range(scale):
        each = draw.fork(f"association/{turn}")
        founded, played = _association(each, ids, names, registry, turn)
        sides += founded
        contests += played
    yield from _rows(draw.fork("insertion"), sides, registry.members, contests)


def _association(
    draw: Draw, ids: Ids, names: kit.Unique, registry: Registry, turn: int
) -> tuple[list[Side], list[Contest]]:
    """Five leagues with everybody and everything in them."""
    sides: list[Side] = []
    fixtures: list[Fixture] = []
    for number, name in enumerate(LEAGUES):
        each = draw.fork(name)
        league = found_clubs(each, ids, f"{name} {turn + 1}" if turn else name, names)
        # One club is so new that it has no players yet, another sat out last season.
        new = league[:1] if number == 0 else []
        resting = league[:1] if number == 1 else []
        fixtures += league_calendar(
            each.fork("calendar"), league, new=new, resting=resting
        ).fixtures
        sides += league
    _fill_squads(draw.fork("squads"), registry, sides[1:], fixtures)
    return sides, _play_all(draw.fork("games"), ids, fixtures)


def _fill_squads(
    draw: Draw, registry: Registry, sides: Sequence[Side], fixtures: Sequence[Fixture]
) -> None:
    """Five or six players for each club, and some who have none."""
    running = [fixture for fixture in fixtures if fixture.status == "in_progress"]
    places = shared_names(draw.fork("names"), registry, sides, running)
    special = careers(draw.fork("careers"), sides)
    by_id = {side.club_id: side for side in sides}
    larger = draw.sample(sides, SIX_IN_SQUAD)
    for number, side in enumerate(sides):
        numbers: list[int | str] = [*draw.sample(range(1, 56), 6)]
        if number % DOUBLE_ZERO_EVERY == 0:
            numbers[0] = "00"
        for place in range(6 if side in larger else 5):
            each = draw.fork(f"{number}/{place}")
            person = places.get((side.club_id, place)) or registry.somebody(each)
            member = registry.register(each, person)
            career = special.get((side.club_id, place), "")
            others = [one.club_id for one in each.sample(sides, 3) if one is not side][:2]
            if career == "moved":
                registry.move(each, member, side.club_id, others)
                by_id[others[1]].members.append(member)
            elif career == "settled":
                registry.settle(each, member, side.club_id, others)
            elif career == "newcomer":
                registry.come(each, member, side.club_id)
            else:
                registry.stay(each, member, side.club_id)
            shirt = numbers[place]
            if each.chance(TEXT_NUMBER_SHARE):
                shirt = str(shirt)
            registry.enter(each, member, side.club_id, shirt, active=career != "inactive")
            side.members.append(member)
    for number in range(WITHOUT_CLUB):
        each = draw.fork(f"without club/{number}")
        member = registry.register(each, registry.somebody(each))
        if number >= NEVER_PLAYED:
            former = each.pick(sides)
            registry.leave(each, member, former.club_id)
            former.members.append(member)


def _play_all(draw: Draw, ids: Ids, fixtures: Sequence[Fixture]) -> list[Contest]:
    """The games in the order of their dates, each played as far as it is."""
    ordered = sorted(fixtures, key=lambda fixture: fixture.date)
    running = margins([fixture for fixture in ordered if fixture.status == "in_progress"])
    contests: list[Contest] = []
    for number, fixture in enumerate(ordered):
        each = draw.fork(str(number))
        contest = fix(
            ids.game(each),
            fixture.home,
            fixture.away,
            fixture.season,
            fixture.date,
            fixture.status,
        )
        squads = (
            fixture.home.squad(fixture.season, fixture.date),
            fixture.away.squad(fixture.season, fixture.date),
        )
        if fixture.status == "final":
            play(each, contest, squads, overtime=each.chance(OVERTIME_SHARE))
        elif fixture.status == "in_progress":
            seconds = each.integer(2 * QUARTER, 4 * QUARTER - 30)
            play(each, contest, squads, margin=next(running), seconds=seconds)
        contests.append(contest)
    return contests


def _rows(
    draw: Draw, sides: Sequence[Side], members: Sequence[Member], contests: Sequence[Contest]
) -> Iterator[Table]:
    """All rows, in an order that betrays no situation."""
    mixed = draw.shuffled(sides)
    people = draw.shuffled(members)
    for side in mixed:
        yield side.club
    for member in people:
        yield member.player
    for member in people:
        if member.entry is not None:
            yield member.entry
    for member in people:
        yield from member.contracts
    games = draw.shuffled(contests)
    for contest in games:
        yield contest.game
    for member in people:
        for game in member.games:
            yield PlayerGame(player_id=member.player_id, game_id=game.game_id)
    for contest in games:
        yield from contest.box
        yield from contest.events
