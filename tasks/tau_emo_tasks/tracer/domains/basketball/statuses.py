"""Games that start, wait, come back on the schedule or are over."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.basketball.clock import TODAY
from tau_emo_db.domains.basketball.tables import Club, Game, GameStatus
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.basketball.base import (
    Association,
    open_schedule,
    told,
)
from tau_emo_tasks.tracer.domains.basketball.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

STATUS = "update_game_status"
SCORE = "get_game_score"
DETAILS = "get_game_details"
RECORDS = frozenset({"records"})
_SPELLED: dict[GameStatus, tuple[str, ...]] = {
    "scheduled": ("scheduled",),
    "in_progress": ("in progress", "in_progress", "in-progress"),
    "postponed": ("postponed",),
    "final": ("final",),
}
_WRONG: dict[GameStatus, tuple[str, ...]] = {
    "scheduled": ("final",),
    "in_progress": ("postponed", "final"),
    "postponed": ("final", "in progress"),
    "final": ("postponed",),
}


def game_detail(base: Association, game: Game) -> Detail:
    """What a listing must say about which game it is."""
    clubs = (base.clubs[game.home_club_id].name, base.clubs[game.away_club_id].name)
    return Detail(name="game", accept=(game.game_id, *clubs))


def game_of_mine(base: Association, game: Game, club: Club, rivals: Sequence[Game]) -> Detail:
    """The same for a customer who knows the opponent and not the id.

    Args:
        base: the association.
        game: the game.
        club: the club of the customer.
        rivals: games that it may be confused with.
    """
    name = base.opponent(game, club.club_id).name
    others = {base.opponent(one, club.club_id).name for one in rivals} - {name}
    return Detail(name="game", accept=(name, game.game_id), reject=tuple(sorted(others)))


def status_detail(status: GameStatus, was: GameStatus) -> Detail:
    """What a listing must say about the new status of a game that had another."""
    wrong = [one for one in _WRONG[status] if one not in _SPELLED[was]]
    return Detail(name="status", accept=_SPELLED[status], reject=tuple(wrong))


def set_status(walk: Walk, game: Game, status: GameStatus) -> None:
    """Move a game that was looked at to another status."""
    walk.call(STATUS, game_id=game.game_id, new_status=status)


def scheduled(club: Club) -> frozenset[str]:
    """What an intent touches that looks at all scheduled games of a club."""
    return frozenset({f"{club.club_id} scheduled"})


# -- start and postpone -----------------------------------------------------------------------


@RECIPES.intent(3, "done", alone=False)
def start_tonight(base: Association, user: str) -> Iterator[Offer]:
    """The game that the player's club has tonight is to start."""
    game, club = base.tonight(user), base.club(user)
    if game and club:
        touches = frozenset({game.game_id}) | scheduled(club)
        yield Offer(partial(_by_opponent, base, user, game, "in_progress", "start"), touches)


@RECIPES.intent(4, "done", alone=False)
def postpone_ours(base: Association, user: str) -> Iterator[Offer]:
    """A game of the player's club cannot take place."""
    club = base.club(user)
    for game in base.schedule(club.club_id, "scheduled") if club else ():
        if club and game.date > TODAY:
            touches = frozenset({game.game_id}) | scheduled(club)
            play = partial(_by_opponent, base, user, game, "postponed", "postpone")
            yield Offer(play, touches)


def _by_opponent(
    base: Association, user: str, game: Game, new: GameStatus, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    club = base.clubs[base.entries[user].club_id]
    open_schedule(walk, club, game.status)
    set_status(walk, game, new)
    return TraceGoal(
        intent=3 if new == "in_progress" else 4,
        act=act,
        outcome="done",
        facts=base.about(game, user, draw),
        knows=(Known(name="club", value=club.name),),
        details=(
            game_of_mine(base, game, club, base.schedule(club.club_id, game.status)),
            status_detail(new, game.status),
        ),
    )


@RECIPES.intent(4, "done", alone=False)
def postpone_by_id(base: Association, user: str) -> Iterator[Offer]:
    """A game whose id the player has cannot take place."""
    club = base.club(user)
    for game in base.schedule(club.club_id, "scheduled") if club else ():
        if club and game.date > TODAY:
            touches = frozenset({game.game_id}) | scheduled(club)
            yield Offer(partial(_postpone, base, user, game), touches)


def _postpone(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(SCORE, game_id=game.game_id)
    walk.call(DETAILS, game_id=game.game_id)
    set_status(walk, game, "postponed")
    return TraceGoal(
        intent=4,
        act="postpone by id",
        outcome="done",
        facts=base.about(game, user, draw),
        knows=(Known(name="game_id", value=game.game_id),),
        details=(game_detail(base, game), status_detail("postponed", "scheduled")),
    )


@RECIPES.intent(4, "done")
def postpone_the_next(base: Association, user: str) -> Iterator[Offer]:
    """The earliest or the last game on the schedule cannot take place; its date is wanted."""
    club = base.club(user)
    games = base.schedule(club.club_id, "scheduled") if club else []
    if club and len({one.date for one in games}) == len(games) > 1:
        touches = scheduled(club) | {one.game_id for one in games}
        for act, game in (("postpone next", games[0]), ("postpone last", games[-1])):
            yield Offer(partial(_postpone_one, base, user, game, act), touches)


def _postpone_one(
    base: Association, user: str, game: Game, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    club = base.clubs[base.entries[user].club_id]
    open_schedule(walk, club, "scheduled")
    set_status(walk, game, "postponed")
    heard, output = told(walk, "date", "date of that game", game.date, "date", DETAILS)
    return TraceGoal(
        intent=4,
        act=act,
        outcome="done",
        facts=base.life(user, draw),
        knows=(Known(name="club", value=club.name),),
        details=(
            game_of_mine(base, game, club, base.schedule(club.club_id, "scheduled")),
            status_detail("postponed", "scheduled"),
        ),
        hears=(heard,),
        outputs=(output,),
    )


# -- back on the schedule ---------------------------------------------------------------------


@RECIPES.intent(5, "done")
def put_back(base: Association, user: str) -> Iterator[Offer]:
    """A postponed game of the player's club is on again; the date that stands is wanted."""
    club = base.club(user)
    for game in base.schedule(club.club_id, "postponed") if club else ():
        if club and game.date > TODAY:
            yield Offer(partial(_back, base, user, game), frozenset({game.game_id}))


def _back(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    club = base.clubs[base.entries[user].club_id]
    open_schedule(walk, club, "postponed")
    set_status(walk, game, "scheduled")
    heard, output = told(walk, "date", "date of that game", game.date, "date", DETAILS)
    return TraceGoal(
        intent=5,
        act="put back",
        outcome="done",
        facts=base.about(game, user, draw),
        knows=(Known(name="club", value=club.name),),
        details=(
            game_of_mine(base, game, club, base.schedule(club.club_id, "postponed")),
            status_detail("scheduled", "postponed"),
        ),
        hears=(heard,),
        outputs=(output,),
    )


@RECIPES.intent(5, "done")
def put_back_and_start(base: Association, user: str) -> Iterator[Offer]:
    """A postponed game is put back on the schedule and started."""
    club = base.club(user)
    for game in base.schedule(club.club_id, "postponed") if club else ():
        if game.date <= TODAY:
            yield Offer(partial(_back_and_start, base, user, game), frozenset({game.game_id}))


def _back_and_start(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(SCORE, game_id=game.game_id)
    walk.call(DETAILS, game_id=game.game_id)
    set_status(walk, game, "scheduled")
    set_status(walk, game, "in_progress")
    started = Detail(name="status", accept=_SPELLED["in_progress"], reject=("final",))
    return TraceGoal(
        intent=5,
        act="put back and start",
        outcome="done",
        facts=base.about(game, user, draw),
        knows=(Known(name="game_id", value=game.game_id),),
        details=(
            game_detail(base, game),
            Detail(name="first", accept=("scheduled",)),
            started,
        ),
    )


# -- close ------------------------------------------------------------------------------------


def score_of(
    base: Association, walk: Walk, game: Game, club: Club, slot: str = "score"
) -> tuple[Heard, Output]:
    """The points that a club has in a game, as the last call has shown the game."""
    shown = walk.call(SCORE, game_id=game.game_id)
    side = "home" if game.home_club_id == club.club_id else "away"
    points = str(shown[side]["score"])
    name = f"score of the {club.name}"
    return told(walk, slot, name, points, "number", SCORE, DETAILS, STATUS, "record_scoring_event")


@RECIPES.intent(7, "done")
def close_ours(base: Association, user: str) -> Iterator[Offer]:
    """The game of the player's club is over; the final score of the opponent is wanted."""
    game = base.running(user)
    if game and game.home_score != game.away_score:
        touches = RECORDS | {game.game_id}
        yield Offer(partial(_close, base, user, game), touches)


def _close(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    club = base.clubs[base.entries[user].club_id]
    open_schedule(walk, club, "in_progress")
    mine = score_of(base, walk, game, club)
    theirs = score_of(base, walk, game, base.opponent(game, club.club_id), "their score")
    set_status(walk, game, "final")
    return TraceGoal(
        intent=7,
        act="close and hear",
        outcome="done",
        facts=base.about(game, user, draw),
        knows=(Known(name="club", value=club.name),),
        details=(game_of_mine(base, game, club, ()), status_detail("final", "in_progress")),
        hears=(mine[0], theirs[0]),
        outputs=(mine[1], theirs[1]),
    )


@RECIPES.intent(7, "done")
def close_unless_level(base: Association, user: str) -> Iterator[Offer]:
    """A game is closed unless it is level; the lead is wanted."""
    game = base.running(user)
    if game and game.home_score != game.away_score:
        touches = RECORDS | {game.game_id}
        yield Offer(partial(_unless_level, base, user, game), touches)


def _unless_level(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(DETAILS, game_id=game.game_id)
    shown = walk.call(SCORE, game_id=game.game_id)
    scores: Sequence[int] = sorted((shown["home"]["score"], shown["away"]["score"]))
    lead = walk.call("calculate", expression=f"{scores[1]} - {scores[0]}")
    points = str(int(float(lead)))
    heard, output = told(walk, "lead", "lead in points", points, "number", SCORE, DETAILS)
    set_status(walk, game, "final")
    return TraceGoal(
        intent=7,
        act="close unless level",
        outcome="done",
        facts=base.about(game, user, draw),
        knows=(Known(name="game_id", value=game.game_id),),
        details=(game_detail(base, game), status_detail("final", "in_progress")),
        hears=(heard,),
        outputs=(output,),
    )
