"""What players want to know: points, records, contracts, and what happened in a game."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.basketball.tables import Club, Game
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.basketball.base import (
    SEASONS,
    Association,
    find_club,
    season_words,
    told,
)
from tau_emo_tasks.tracer.domains.basketball.intents import RECIPES
from tau_emo_tasks.tracer.domains.basketball.statuses import DETAILS, RECORDS, SCORE, scheduled
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

PLAYER = "get_player_details"
POINTS = "get_player_total_points"
RECORD = "get_club_record"
BOX = "get_game_box_score"
TIMELINE = "get_game_timeline"
MY_POINTS = frozenset({"points"})
CONTRACT = frozenset({"contract"})
Fact = tuple[Heard, Output]


def _told(
    intent: int,
    act: str,
    facts: dict[str, str],
    *heard: Fact,
    knows: tuple[Known, ...] = (),
) -> TraceGoal:
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="told",
        facts=facts,
        knows=knows,
        hears=tuple(one[0] for one in heard),
        outputs=tuple(one[1] for one in heard),
    )


# -- points -----------------------------------------------------------------------------------


@RECIPES.intent(8, "told")
def my_points(base: Association, user: str) -> Iterator[Offer]:
    """The player's own points in a season."""
    for season in SEASONS:
        if any(one.season == season for one in base.played[user]):
            yield Offer(partial(_my_points, base, user, season), MY_POINTS)


def _my_points(base: Association, user: str, season: str, walk: Walk, draw: Draw) -> TraceGoal:
    total = walk.call(POINTS, player_id=user, season=season)
    fact = told(walk, "points", f"number of your points in {season}", total, "number", POINTS)
    facts = {**base.life(user, draw), "season": season_words(season, draw)}
    return _told(8, "my points", facts, fact, knows=(Known(name="season", value=season),))


@RECIPES.intent(8, "told")
def my_average(base: Association, user: str) -> Iterator[Offer]:
    """The player's points per game over all games played."""
    games = base.played[user]
    if len(games) > 2 and all(one.status == "final" for one in games):
        yield Offer(partial(_my_average, base, user), MY_POINTS)


def _my_average(base: Association, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    games = walk.call(PLAYER, player_id=user)["games"]
    total = walk.call(POINTS, player_id=user)
    average = walk.call("calculate", expression=f"{total} / {len(games)}")
    fact = told(walk, "average", "average per game", average, "number", PLAYER, POINTS)
    return _told(8, "my average", base.life(user, draw), fact)


@RECIPES.intent(12, "told")
def compare_mates(base: Association, user: str) -> Iterator[Offer]:
    """By how many points a teammate is ahead of another, or of the player, in a season."""
    mates = [one.player_id for one in base.mates(user)]
    for one in mates:
        for other in (*mates, user):
            if one != other:
                for season in SEASONS:
                    yield Offer(partial(_compare, base, user, one, other, season), MY_POINTS)


def _compare(
    base: Association, user: str, one: str, other: str, season: str, walk: Walk, draw: Draw
) -> TraceGoal:
    totals: list[str] = []
    for key in (one, other):
        player = base.players[key]
        found = key
        if key != user:
            found = walk.call(
                "find_player_id_by_name", first_name=player.first_name, last_name=player.last_name
            )
        totals.append(walk.call(POINTS, player_id=found, season=season))
    high, low = sorted(map(int, totals), reverse=True)
    gap = walk.call("calculate", expression=f"{high} - {low}")
    fact = told(
        walk, "gap", "gap in points between the two", str(int(float(gap))), "number", POINTS
    )
    facts = {
        **base.life(user, draw),
        "season": season_words(season, draw),
        "mate": base.name(one),
        "other": base.name(other),
    }
    act = "compare with me" if other == user else "compare mates"
    return _told(12, act, facts, fact, knows=(Known(name="season", value=season),))


# -- records ----------------------------------------------------------------------------------


@RECIPES.intent(9, "told")
def share_of_wins(base: Association, user: str) -> Iterator[Offer]:
    """The share of wins of the player's club in a season."""
    club = base.club(user)
    if club:
        for season in SEASONS:
            yield Offer(partial(_share, base, user, club, season), RECORDS)


def _share(
    base: Association, user: str, club: Club, season: str, walk: Walk, draw: Draw
) -> TraceGoal:
    club_id = find_club(walk, club)
    share = _percent(walk, club_id, season)
    fact = told(walk, "share", "share of wins in percent", share, "number", RECORD)
    facts = {**base.life(user, draw), "season": season_words(season, draw)}
    known = Known(name="season", value=season), Known(name="club", value=club.name)
    return _told(9, "share of wins", facts, fact, knows=known)


def _percent(walk: Walk, club_id: str, season: str) -> str:
    record = walk.call(RECORD, club_id=club_id, season=season)
    wins, losses = record["wins"], record["losses"]
    return walk.call("calculate", expression=f"{wins} / ({wins} + {losses}) * 100")


@RECIPES.intent(14, "told")
def best_of_three(base: Association, user: str) -> Iterator[Offer]:
    """Which of three clubs of the league has won the largest share of its games."""
    club = base.club(user)
    if club:
        league = [
            one
            for one in base.clubs.values()
            if one.league == club.league and one.club_id != club.club_id
        ]
        for first, second, third in zip(league, league[4:], league[7:], strict=False):
            for season in SEASONS:
                clubs = (first, second, third)
                yield Offer(partial(_best, base, user, clubs, season), RECORDS)


def _best(
    base: Association, user: str, clubs: Sequence[Club], season: str, walk: Walk, draw: Draw
) -> TraceGoal:
    clubs = draw.shuffled(clubs)
    ids = walk.call("list_clubs_by_league", league=clubs[0].league)
    walk.call("think", thought="A share is the wins divided by wins plus losses, times 100.")
    shares = [_percent(walk, ids[one.name], season) for one in clubs]
    best = max(shares, key=float)
    if sum(float(one) == float(best) for one in shares) > 1:
        raise WalkError("two clubs have won the same share")
    fact = told(walk, "share", "largest share of wins in percent", best, "number", RECORD)
    facts = {
        **base.life(user, draw),
        "season": season_words(season, draw),
        "first": clubs[0].name,
        "second": clubs[1].name,
        "third": clubs[2].name,
    }
    known = Known(name="season", value=season), Known(name="league", value=clubs[0].league)
    return _told(14, "best of three", facts, fact, knows=known)


# -- games ------------------------------------------------------------------------------------


@RECIPES.intent(10, "told")
def next_game(base: Association, user: str) -> Iterator[Offer]:
    """Against whom the player's club plays next, and when."""
    club = base.club(user)
    games = base.schedule(club.club_id, "scheduled") if club else []
    if club and len({one.date for one in games}) == len(games) > 1:
        touches = scheduled(club) | {one.game_id for one in games}
        yield Offer(partial(_remaining, base, user, club, games[-1], "last game"), touches)
        yield Offer(partial(_remaining, base, user, club, games[0], "next game"), touches)


def _remaining(
    base: Association, user: str, club: Club, game: Game, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    club_id = find_club(walk, club)
    for game_id in walk.call("get_club_schedule", club_id=club_id, status="scheduled"):
        walk.call(DETAILS, game_id=game_id)
    opponent = base.opponent(game, club_id).name
    return _told(
        10,
        act,
        base.life(user, draw),
        told(walk, "opponent", "opponent", opponent, "name", DETAILS),
        told(walk, "date", "date of that game", game.date, "date", DETAILS),
        knows=(Known(name="club", value=club.name),),
    )


@RECIPES.intent(11, "told")
def last_scorer(base: Association, user: str) -> Iterator[Offer]:
    """Who scored last in a game that the player took part in."""
    for game in base.played[user]:
        if game.status == "final" and last_name(base, game) not in ("", base.name(user)):
            yield Offer(partial(_last_scorer, base, user, game), frozenset({game.game_id}))


def last_name(base: Association, game: Game) -> str:
    """The name of the last scorer of a game; empty if the box score does not have it."""
    last = base.events[game.game_id][-1].player_id
    return base.name(last) if last in {one.player_id for one in base.box[game.game_id]} else ""


def _last_scorer(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    fact = who_scored_last(walk, game)
    facts = base.about(game, user, draw)
    known = (Known(name="game_id", value=game.game_id),)
    return _told(11, "last scorer", facts, fact, knows=known)


def who_scored_last(walk: Walk, game: Game) -> Fact:
    """The last scorer of a game, by timeline and box score."""
    last = walk.call(TIMELINE, game_id=game.game_id)[-1]["player_id"]
    box = walk.call(BOX, game_id=game.game_id)
    name = next(one["name"] for one in box if one["player_id"] == last)
    return told(walk, "last scorer", "last scorer", name, "name", BOX)


@RECIPES.intent(11, "told")
def top_scorer(base: Association, user: str) -> Iterator[Offer]:
    """Who made the most points in a game that the player took part in, and how many."""
    for game in base.played[user]:
        points = sorted((one.points for one in base.box[game.game_id]), reverse=True)
        if game.status == "final" and points[0] > points[1]:
            best = next(one for one in base.box[game.game_id] if one.points == points[0])
            if best.player_id != user:
                yield Offer(partial(_top, base, user, game), frozenset({game.game_id}))


def _top(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    box = walk.call(BOX, game_id=game.game_id)
    best = max(box, key=lambda one: one["points"])
    return _told(
        11,
        "top scorer",
        base.about(game, user, draw),
        told(walk, "top scorer", "top scorer", best["name"], "name", BOX),
        told(walk, "top points", "number of points", str(best["points"]), "number", BOX),
        knows=(Known(name="game_id", value=game.game_id),),
    )


@RECIPES.intent(11, "told")
def final_score(base: Association, user: str) -> Iterator[Offer]:
    """By how many points a game was decided."""
    for game in base.played[user]:
        if game.status == "final":
            yield Offer(partial(_margin, base, user, game), frozenset({game.game_id}))


def _margin(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    shown = walk.call(SCORE, game_id=game.game_id)
    high, low = sorted((shown["home"]["score"], shown["away"]["score"]), reverse=True)
    lead = walk.call("calculate", expression=f"{high} - {low}")
    fact = told(walk, "margin", "margin in points", str(int(float(lead))), "number", SCORE)
    facts = base.about(game, user, draw)
    return _told(11, "margin", facts, fact, knows=(Known(name="game_id", value=game.game_id),))


# -- contracts --------------------------------------------------------------------------------


@RECIPES.intent(13, "told")
def my_contract(base: Association, user: str) -> Iterator[Offer]:
    """When the player's contract ends and what it pays."""
    if base.contract(user):
        yield Offer(partial(_contract, base, user, "contract"), CONTRACT)
        yield Offer(partial(_contract, base, user, "whole contract"), CONTRACT)


def _contract(base: Association, user: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    end, pay = contract_end(base, walk, user), salary_of(base, walk, user)
    contract = base.contract(user)
    assert contract is not None
    if act == "whole contract":
        total = walk.call("calculate", expression=f"{pay[1].value} * {contract.years}")
        name = "sum for all seasons of the contract"
        total = told(walk, "sum", name, f"{float(total):.2f}", "amount", PLAYER)
        return _told(13, act, base.life(user, draw), total)
    return _told(13, act, base.life(user, draw), end, pay)


def contract_end(base: Association, walk: Walk, user: str) -> Fact:
    """The last day of the player's present contract."""
    walk.call(PLAYER, player_id=user)
    contract = base.contract(user)
    assert contract is not None
    return told(walk, "end", "end date of your contract", contract.end_date, "date", PLAYER)


def salary_of(base: Association, walk: Walk, user: str) -> Fact:
    """The salary in the player's present contract."""
    walk.call(PLAYER, player_id=user)
    contract = base.contract(user)
    assert contract is not None
    value = f"{contract.salary / 100:.2f}"
    return told(walk, "salary", "salary per season", value, "amount", PLAYER)


@RECIPES.intent(13, "told")
def my_raise(base: Association, user: str) -> Iterator[Offer]:
    """By how much the salary went up with the last contract."""
    contracts = sorted(base.contracts[user], key=lambda one: one.start_date)
    if len(contracts) > 1 and contracts[-1].salary > contracts[-2].salary:
        amounts: tuple[int, int] = (contracts[-1].salary, contracts[-2].salary)
        if base.contract(user) == contracts[-1]:
            yield Offer(partial(_raise, base, user, amounts), CONTRACT)


def _raise(
    base: Association, user: str, amounts: tuple[int, int], walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call(PLAYER, player_id=user)
    now, before = (f"{one / 100:.2f}" for one in amounts)
    more = walk.call("calculate", expression=f"{now} - {before}")
    fact = told(walk, "raise", "raise in salary per season", f"{float(more):.2f}", "amount", PLAYER)
    return _told(13, "raise", base.life(user, draw), fact)


@RECIPES.intent(13, "told")
def my_arena(base: Association, user: str) -> Iterator[Offer]:
    """Where the club that holds the player's contract plays at home."""
    contract, club = base.contract(user), base.club(user)
    if contract and club and contract.club_id == club.club_id:
        yield Offer(partial(_arena, base, user, club), frozenset({"arena"}))


def _arena(base: Association, user: str, club: Club, walk: Walk, draw: Draw) -> TraceGoal:
    contracts = walk.call(PLAYER, player_id=user)["contracts"].values()
    now = max(contracts, key=lambda one: one["start_date"])
    shown = walk.call("get_club_details", club_id=now["club_id"])
    return _told(
        13,
        "arena",
        base.life(user, draw),
        told(walk, "arena", "arena", shown["arena"]["name"], "name", "get_club_details"),
        told(walk, "street", "street", shown["arena"]["address"]["street"], "name",
             "get_club_details"),
    )  # fmt: skip
