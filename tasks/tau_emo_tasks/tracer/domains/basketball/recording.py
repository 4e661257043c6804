"""Baskets and free throws that belong into the history of a running game."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tau_emo_db import Draw
from tau_emo_db.domains.basketball.tables import EventType, Game
from tau_emo_tasks.tracer.domains.basketball.base import (
    Association,
    find_club,
    open_schedule,
    told,
)
from tau_emo_tasks.tracer.domains.basketball.intents import RECIPES
from tau_emo_tasks.tracer.domains.basketball.statuses import (
    DETAILS,
    RECORDS,
    SCORE,
    game_detail,
    game_of_mine,
    scheduled,
    set_status,
    status_detail,
)
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

POINTS: dict[EventType, int] = {"2PT": 2, "3PT": 3, "FT": 1}
CALLED: dict[EventType, str] = {"2PT": "two-pointer", "3PT": "three-pointer", "FT": "free throw"}
_SPELLED: dict[EventType, tuple[str, ...]] = {
    "2PT": ("2PT", "two-pointer", "2-pointer", "two-point", "2-point", "two pointer"),
    "3PT": ("3PT", "three-pointer", "3-pointer", "three-point", "3-point", "three pointer"),
    "FT": ("free throw", "FT", "free-throw"),
}
ROSTER = "list_club_roster_ids"


@dataclass(frozen=True)
class Basket:
    """A scoring event that is missing."""

    game: Game
    club_id: str
    player_id: str
    kind: EventType
    clock: str

    def detail(self, name: str = "type", *, alone: bool = True) -> Detail:
        """What a listing must say about the type; a bundle names other types too."""
        others = [word for kind in POINTS if kind != self.kind for word in _SPELLED[kind][:2]]
        reject = tuple(others) if alone else ()
        return Detail(name=name, accept=_SPELLED[self.kind], reject=reject)

    def facts(self) -> dict[str, str]:
        """The blanks of the event: `{basket}`, `{a_basket}` and `{clock}`."""
        return {**noun("basket", CALLED[self.kind]), "clock": self.clock}


def clock_after(base: Association, game: Game, draw: Draw) -> str:
    """A moment after all that was recorded in a running game."""
    quarter, time = base.events[game.game_id][-1].timestamp.split()
    minute, second = map(int, time.split(":"))
    left = 60 * minute + second
    number = int(quarter.removeprefix("Q"))
    if left < 20:
        if number == 4:
            raise WalkError("no time is left in the game")
        number, left = number + 1, 600
    left = draw.integer(4, left - 4)
    return f"Q{number} {left // 60:02d}:{left % 60:02d}"


def last_clock(base: Association, game: Game, draw: Draw) -> str:
    """A moment in the last seconds of a running game, after all that was recorded in it."""
    clock_after(base, game, draw)  # there is time left
    return f"Q4 00:{draw.integer(1, 9):02d}"


def record(walk: Walk, basket: Basket) -> dict[str, Any]:
    """Record a basket in a game that was looked at; the game as it then stands."""
    return walk.call(
        "record_scoring_event",
        game_id=basket.game.game_id,
        event_type=basket.kind,
        points=POINTS[basket.kind],
        club_id=basket.club_id,
        player_id=basket.player_id,
        timestamp=basket.clock,
    )


def look(base: Association, walk: Walk, basket: Basket) -> None:
    """Look at the game and at the roster, on which the scorer must be."""
    walk.call(SCORE, game_id=basket.game.game_id)
    walk.call(DETAILS, game_id=basket.game.game_id)
    if base.entries[basket.player_id].active:
        walk.call(ROSTER, club_id=basket.club_id)
    else:
        walk.call(ROSTER, club_id=basket.club_id, active_only=False)


def scorer_detail(base: Association, player_id: str) -> Detail:
    """What a listing must say about who scored."""
    return Detail(name="scorer", accept=(base.name(player_id), player_id))


def known_of(base: Association, game: Game, user: str) -> tuple[Known, ...]:
    """What the customer gives when asked about the game: its id and the own club."""
    club = base.clubs[base.entries[user].club_id]
    return Known(name="game_id", value=game.game_id), Known(name="club", value=club.name)


def _basket(base: Association, game: Game, user: str, scorer: str, draw: Draw) -> Basket:
    kind: EventType = draw.pick(tuple(POINTS))
    return Basket(game, base.entries[user].club_id, scorer, kind, clock_after(base, game, draw))


def own(game: Game) -> frozenset[str]:
    """What an event in a game touches."""
    return frozenset({game.game_id}) | RECORDS


@RECIPES.intent(6, "done")
def record_mine(base: Association, user: str) -> Iterator[Offer]:
    """A basket of the player's own is missing."""
    game = base.running(user)
    if game:
        yield Offer(partial(_record, base, user, game, user, "record mine"), own(game))
        yield Offer(partial(_record_ours, base, user, game), own(game))


@RECIPES.intent(6, "done")
def record_a_mates(base: Association, user: str) -> Iterator[Offer]:
    """A basket of a teammate is missing."""
    game = base.running(user)
    for mate in base.mates(user) if game else ():
        if game:
            play = partial(_record, base, user, game, mate.player_id, "record a mate's")
            yield Offer(play, own(game))


def _record(
    base: Association, user: str, game: Game, scorer: str, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    basket = _basket(base, game, user, scorer, draw)
    if act == "record the last":
        basket = replace(basket, clock=last_clock(base, game, draw))
    if scorer != user:
        player = base.players[scorer]
        walk.call(
            "find_player_id_by_name", first_name=player.first_name, last_name=player.last_name
        )
    look(base, walk, basket)
    record(walk, basket)
    return _recorded(base, user, basket, act, walk, draw)


def _recorded(
    base: Association, user: str, basket: Basket, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    return TraceGoal(
        intent=6,
        act=act,
        outcome="done",
        facts={
            **base.about(basket.game, user, draw),
            **basket.facts(),
            "scorer": base.name(basket.player_id),
        },
        knows=known_of(base, basket.game, user),
        details=(
            basket.detail(),
            scorer_detail(base, basket.player_id),
            Detail(name="clock", accept=(basket.clock,)),
        ),
    )


def _record_ours(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    """The customer does not have the id of the game."""
    basket = _basket(base, game, user, user, draw)
    club = base.clubs[basket.club_id]
    open_schedule(walk, club, "in_progress")
    look(base, walk, basket)
    record(walk, basket)
    goal = _recorded(base, user, basket, "record tonight", walk, draw)
    details = (*goal.details, game_of_mine(base, game, club, ()))
    knows = (Known(name="club", value=club.name),)
    return goal.model_copy(update={"knows": knows, "details": details})


@RECIPES.intent(6, "done")
def record_by_number(base: Association, user: str) -> Iterator[Offer]:
    """A basket of the teammate with a number on the shirt is missing."""
    game, club = base.running(user), base.club(user)
    if not (game and club):
        return
    numbers = [str(one.profile.number) for one in base.roster[club.club_id]]
    for one in base.roster[club.club_id]:
        number = str(one.profile.number)
        if one.player_id != user and numbers.count(number) == 1 and int(number) > 9:
            yield Offer(partial(_by_number, base, user, game, one.player_id, number), own(game))


def _by_number(
    base: Association,
    user: str,
    game: Game,
    scorer: str,
    number: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    basket = _basket(base, game, user, scorer, draw)
    walk.call(SCORE, game_id=game.game_id)
    walk.call(DETAILS, game_id=game.game_id)
    walk.call("get_club_details", club_id=basket.club_id)
    record(walk, basket)
    goal = _recorded(base, user, basket, "record by number", walk, draw)
    known = Known(name="shirt", value=number)
    return goal.model_copy(
        update={"facts": {**goal.facts, "shirt": number}, "knows": (*goal.knows, known)}
    )


@RECIPES.intent(6, "done")
def record_and_hear(base: Association, user: str) -> Iterator[Offer]:
    """A basket of the player's own is missing; what the club stands at with it is wanted."""
    game = base.running(user)
    if game:
        yield Offer(partial(_record_and_hear, base, user, game), own(game))


def _record_and_hear(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    basket = _basket(base, game, user, user, draw)
    look(base, walk, basket)
    shown = walk.call(SCORE, game_id=game.game_id)
    side = "home" if game.home_club_id == basket.club_id else "away"
    walk.call("calculate", expression=f"{shown[side]['score']} + {POINTS[basket.kind]}")
    points = str(record(walk, basket)[side]["score"])
    name = f"score of the {base.clubs[basket.club_id].name}"
    heard, output = told(walk, "score", name, points, "number", "record_scoring_event", SCORE)
    goal = _recorded(base, user, basket, "record and hear", walk, draw)
    return goal.model_copy(update={"hears": (heard,), "outputs": (output,)})


# -- more than one step -----------------------------------------------------------------------


@RECIPES.intent(7, "done")
def basket_and_free_throw(base: Association, user: str) -> Iterator[Offer]:
    """A basket and the free throw for the foul in it; then the game is closed."""
    game = base.running(user)
    if game and _last_quarter(base, game):
        yield Offer(partial(_both, base, user, game), own(game))


def _last_quarter(base: Association, game: Game) -> bool:
    return base.events[game.game_id][-1].timestamp.startswith("Q4")


def _both(
    base: Association, user: str, game: Game, walk: Walk, draw: Draw
) -> tuple[TraceGoal, TraceGoal]:
    clock = last_clock(base, game, draw)
    kind: EventType = draw.pick(("2PT", "3PT"))
    club_id = base.entries[user].club_id
    basket = Basket(game, club_id, user, kind, clock)
    throw = Basket(game, club_id, user, "FT", clock)
    look(base, walk, basket)
    record(walk, basket)
    record(walk, throw)
    goal = _recorded(base, user, basket, "record both", walk, draw)
    details = (
        basket.detail(alone=False),
        throw.detail("free throw", alone=False),
        *goal.details[1:],
    )
    goal = goal.model_copy(update={"intent": 7, "details": details})
    return goal, _close(base, walk, goal, game)


def _close(base: Association, walk: Walk, before: TraceGoal, game: Game) -> TraceGoal:
    walk.goal += 1
    set_status(walk, game, "final")
    return TraceGoal(
        intent=7,
        act="then close",
        outcome="done",
        facts=before.facts,
        details=(game_detail(base, game), status_detail("final", "in_progress")),
        follows=True,
    )


@RECIPES.intent(7, "done")
def last_basket(base: Association, user: str) -> Iterator[Offer]:
    """The last basket of the game is missing; then the game is closed."""
    game = base.running(user)
    if game and _last_quarter(base, game):
        yield Offer(partial(_last, base, user, game), own(game))


def _last(
    base: Association, user: str, game: Game, walk: Walk, draw: Draw
) -> tuple[TraceGoal, TraceGoal]:
    goal = _record(base, user, game, user, "record the last", walk, draw)
    goal = goal.model_copy(update={"intent": 7})
    return goal, _close(base, walk, goal, game)


@RECIPES.intent(3, "done")
def start_and_record(base: Association, user: str) -> Iterator[Offer]:
    """Tonight's game has begun and nobody has started it; then its first basket is recorded."""
    game, club = base.tonight(user), base.club(user)
    if game and club:
        touches = frozenset({game.game_id}) | scheduled(club)
        yield Offer(partial(_start_and_record, base, user, game), touches)


def _start_and_record(
    base: Association, user: str, game: Game, walk: Walk, draw: Draw
) -> tuple[TraceGoal, TraceGoal]:
    club = base.clubs[base.entries[user].club_id]
    kind: EventType = draw.pick(tuple(POINTS))
    clock = f"Q1 09:{draw.integer(5, 52):02d}"
    basket = Basket(game, club.club_id, user, kind, clock)
    find_club(walk, club)
    open_schedule(walk, club, "scheduled")
    set_status(walk, game, "in_progress")
    facts = {**base.about(game, user, draw), **basket.facts()}
    known = (Known(name="club", value=club.name),)
    started = TraceGoal(
        intent=3,
        act="start late",
        outcome="done",
        facts=facts,
        knows=known,
        details=(
            game_of_mine(base, game, club, base.schedule(club.club_id, "scheduled")),
            status_detail("in_progress", "scheduled"),
        ),
    )
    walk.goal += 1
    look(base, walk, basket)
    record(walk, basket)
    recorded = _recorded(base, user, basket, "first basket", walk, draw)
    update = {"intent": 3, "facts": {**facts, **recorded.facts}, "knows": known, "follows": True}
    return started, recorded.model_copy(update=update)
