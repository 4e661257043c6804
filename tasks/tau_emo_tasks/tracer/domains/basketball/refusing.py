"""What the service refuses, and what players then want instead."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.basketball.tables import EventType, Game
from tau_emo_db.kit.addresses import postal_address
from tau_emo_tasks.tracer.domains.basketball.asking import (
    CONTRACT,
    Fact,
    contract_end,
    last_name,
    salary_of,
    who_scored_last,
)
from tau_emo_tasks.tracer.domains.basketball.base import (
    Association,
    open_schedule,
    season_words,
    told,
)
from tau_emo_tasks.tracer.domains.basketball.intents import RECIPES
from tau_emo_tasks.tracer.domains.basketball.recording import (
    Basket,
    clock_after,
    known_of,
    look,
    own,
    record,
    scorer_detail,
)
from tau_emo_tasks.tracer.domains.basketball.statuses import (
    DETAILS,
    RECORDS,
    SCORE,
    game_detail,
    game_of_mine,
    scheduled,
    score_of,
    set_status,
    status_detail,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk


def _refused(
    intent: int,
    act: str,
    rule: str,
    facts: dict[str, str],
    *heard: Fact,
    knows: tuple[Known, ...] = (),
) -> TraceGoal:
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="refused",
        facts=facts,
        knows=knows,
        hears=tuple(one[0] for one in heard),
        outputs=tuple(one[1] for one in heard),
        refuses=(rule,),
    )


# -- what is a teammate's own -----------------------------------------------------------------


@RECIPES.intent(15, "refused")
def ask_for_private(base: Association, user: str) -> Iterator[Offer]:
    """The address, the email or the salary of a teammate."""
    for mate in base.mates(user):
        for act in ("mate's address", "mate's email", "mate's salary"):
            play = partial(_private, base, user, base.name(mate.player_id), act)
            yield Offer(play, frozenset({"mate"}))


def _private(
    base: Association, user: str, mate: str, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    facts = {**base.life(user, draw), "mate": mate}
    return _refused(15, act, "BKB-07", facts)


@RECIPES.intent(15, "refused")
def move_a_mate(base: Association, user: str) -> Iterator[Offer]:
    """Another address for a teammate."""
    for mate in base.mates(user):
        yield Offer(
            partial(_mate_moves, base, user, base.name(mate.player_id)), frozenset({"mate"})
        )


def _mate_moves(base: Association, user: str, mate: str, walk: Walk, draw: Draw) -> TraceGoal:
    new = postal_address(draw)
    facts = {
        **base.life(user, draw),
        "mate": mate,
        "address": f"{new.address1}, {new.city}, {new.state} {new.zip}, {new.country}",
    }
    return _refused(15, "mate moves", "BKB-06", facts)


@RECIPES.intent(15, "refused")
def go_on_as_a_mate(base: Association, user: str) -> Iterator[Offer]:
    """Something of a teammate's, who is to be identified as well."""
    for mate in base.mates(user):
        play = partial(_as_mate, base, user, mate.player_id)
        yield Offer(play, frozenset({"mate"}))


def _as_mate(base: Association, user: str, mate: str, walk: Walk, draw: Draw) -> TraceGoal:
    facts = {
        **base.life(user, draw),
        "mate": base.name(mate),
        "mate_email": base.players[mate].email,
    }
    return _refused(15, "go on as a mate", "BKB-05", facts)


@RECIPES.intent(15, "refused", tells=True)
def salary_or_mine(base: Association, user: str) -> Iterator[Offer]:
    """The salary or the end of the contract of a teammate, or else the player's own."""
    if base.contract(user):
        for mate in base.mates(user):
            for act in ("mate's salary or mine", "mate's contract or mine"):
                play = partial(_or_mine, base, user, base.name(mate.player_id), act)
                yield Offer(play, CONTRACT | {"mate"})


def _or_mine(
    base: Association, user: str, mate: str, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    find = salary_of if "salary" in act else contract_end
    facts = {**base.life(user, draw), "mate": mate}
    return _refused(15, act, "BKB-07", facts, find(base, walk, user))


@RECIPES.intent(15, "refused", tells=True)
def email_or_points(base: Association, user: str) -> Iterator[Offer]:
    """The email of a teammate; whatever comes of it, the points of that teammate."""
    for mate in base.mates(user):
        play = partial(_or_points, base, user, mate.player_id)
        yield Offer(play, frozenset({"mate", "points"}))


def _or_points(base: Association, user: str, mate: str, walk: Walk, draw: Draw) -> TraceGoal:
    player = base.players[mate]
    found = walk.call(
        "find_player_id_by_name", first_name=player.first_name, last_name=player.last_name
    )
    tool = "get_player_total_points"
    total = walk.call(tool, player_id=found, season="2024-25")
    name = f"number of points of {base.name(mate)}"
    fact = told(walk, "points", name, total, "number", tool)
    facts = {
        **base.life(user, draw),
        "mate": base.name(mate),
        "season": season_words("2024-25", draw),
    }
    known = (Known(name="season", value="2024-25"),)
    return _refused(15, "mate's email, points", "BKB-07", facts, fact, knows=known)


# -- a status that does not follow ------------------------------------------------------------


@RECIPES.intent(16, "refused", tells=True)
def reopen(base: Association, user: str) -> Iterator[Offer]:
    """A final game is to be opened again, or else the last scorer or the score is wanted."""
    for game in base.played[user]:
        if game.status == "final" and game.season == "2024-25":
            touches = frozenset({game.game_id})
            if last_name(base, game) not in ("", base.name(user)):
                yield Offer(partial(_reopen, base, user, game, "reopen, last scorer"), touches)
            yield Offer(partial(_reopen, base, user, game, "reopen, score"), touches)


def _reopen(
    base: Association, user: str, game: Game, act: str, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call(SCORE, game_id=game.game_id)
    facts = base.about(game, user, draw)
    if act == "reopen, last scorer":
        fact = who_scored_last(walk, game)
    else:
        fact = score_of(base, walk, game, base.opponent(game, base.side(game, user)))
    known = (Known(name="game_id", value=game.game_id),)
    return _refused(16, act, "BKB-14", facts, fact, knows=known)


@RECIPES.intent(16, "done", alone=False)
def final_without_play(base: Association, user: str) -> Iterator[Offer]:
    """A scheduled game is to become final unplayed; since it cannot, it is postponed."""
    club = base.club(user)
    for game in base.schedule(club.club_id, "scheduled") if club else ():
        if club:
            touches = frozenset({game.game_id}) | scheduled(club)
            yield Offer(partial(_unplayed, base, user, game), touches)


def _unplayed(
    base: Association, user: str, game: Game, walk: Walk, draw: Draw
) -> tuple[TraceGoal, TraceGoal]:
    club = base.clubs[base.entries[user].club_id]
    facts = base.about(game, user, draw)
    open_schedule(walk, club, "scheduled")
    known = (Known(name="club", value=club.name),)
    refused = _refused(16, "final unplayed", "BKB-14", facts, knows=known)
    walk.goal += 1
    set_status(walk, game, "postponed")
    details = (
        game_of_mine(base, game, club, base.schedule(club.club_id, "scheduled")),
        status_detail("postponed", "scheduled"),
    )
    return refused, TraceGoal(
        intent=16,
        act="then postpone",
        outcome="done",
        facts=facts,
        details=details,
        follows=True,
    )


@RECIPES.intent(16, "refused", tells=True)
def postpone_running(base: Association, user: str) -> Iterator[Offer]:
    """A running game is to be postponed; it cannot, and the score as it stands is wanted."""
    game = base.running(user)
    if game:
        yield Offer(partial(_postpone_running, base, user, game), own(game))


def _postpone_running(
    base: Association, user: str, game: Game, walk: Walk, draw: Draw
) -> TraceGoal:
    club = base.clubs[base.entries[user].club_id]
    walk.call(SCORE, game_id=game.game_id)
    facts = base.about(game, user, draw)
    fact = score_of(base, walk, game, club)
    return _refused(16, "postpone running", "BKB-14", facts, fact, knows=known_of(base, game, user))


@RECIPES.intent(16, "done", alone=False)
def postpone_or_close(base: Association, user: str) -> Iterator[Offer]:
    """A running game is to be postponed; since it cannot, it is closed as it stands."""
    game = base.running(user)
    if game:
        yield Offer(partial(_or_close, base, user, game), own(game) | RECORDS)


def _or_close(
    base: Association, user: str, game: Game, walk: Walk, draw: Draw
) -> tuple[TraceGoal, TraceGoal]:
    facts = base.about(game, user, draw)
    walk.call(SCORE, game_id=game.game_id)
    walk.call(DETAILS, game_id=game.game_id)
    known = known_of(base, game, user)
    refused = _refused(16, "postpone running first", "BKB-14", facts, knows=known)
    walk.goal += 1
    set_status(walk, game, "final")
    return refused, TraceGoal(
        intent=16,
        act="close instead",
        outcome="done",
        facts=facts,
        details=(game_detail(base, game), status_detail("final", "in_progress")),
        follows=True,
    )


# -- events that cannot be recorded -----------------------------------------------------------


@RECIPES.intent(17, "refused")
def record_too_early(base: Association, user: str) -> Iterator[Offer]:
    """A basket in a game that has not begun, before tip-off."""
    game, club = base.tonight(user), base.club(user)
    if game and club:
        touches = frozenset({game.game_id}) | scheduled(club)
        yield Offer(partial(_too_early, base, user, game), touches)


def _too_early(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(SCORE, game_id=game.game_id)
    basket = Basket(game, base.entries[user].club_id, user, "FT", "Q1 10:00")
    facts = {**base.about(game, user, draw), **basket.facts()}
    known = known_of(base, game, user)
    return _refused(17, "record too early", "BKB-15", facts, knows=known)


@RECIPES.intent(17, "refused", tells=True)
def record_too_late(base: Association, user: str) -> Iterator[Offer]:
    """A basket in a game that is final; then the points of the club are wanted."""
    club = base.club(user)
    for game in base.played[user]:
        mine = club and club.club_id in (game.home_club_id, game.away_club_id)
        if mine and game.status == "final" and game.season == "2024-25":
            yield Offer(partial(_too_late, base, user, game), frozenset({game.game_id}))


def _too_late(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    club = base.clubs[base.entries[user].club_id]
    walk.call(SCORE, game_id=game.game_id)
    kind: EventType = draw.pick(("2PT", "3PT", "FT"))
    clock = f"Q{draw.integer(2, 4)} 0{draw.integer(1, 8)}:{draw.integer(10, 58)}"
    basket = Basket(game, club.club_id, user, kind, clock)
    facts = {**base.about(game, user, draw), **basket.facts()}
    fact = score_of(base, walk, game, club)
    known = known_of(base, game, user)
    return _refused(17, "record too late", "BKB-15", facts, fact, knows=known)


@RECIPES.intent(18, "done")
def two_for_three(base: Association, user: str) -> Iterator[Offer]:
    """A basket that is to count more than its type; since it cannot, the plain one is wanted."""
    game = base.running(user)
    if game:
        yield Offer(partial(_plain_instead, base, user, game), own(game))


def _plain_instead(
    base: Association, user: str, game: Game, walk: Walk, draw: Draw
) -> tuple[TraceGoal, TraceGoal]:
    basket = Basket(game, base.entries[user].club_id, user, "2PT", clock_after(base, game, draw))
    facts = {**base.about(game, user, draw), **basket.facts()}
    look(base, walk, basket)
    known = known_of(base, game, user)
    refused = _refused(18, "two for three", "BKB-16", facts, knows=known)
    return refused, _instead(base, walk, basket, "plain instead", facts)


def _instead(
    base: Association, walk: Walk, basket: Basket, act: str, facts: dict[str, str]
) -> TraceGoal:
    walk.goal += 1
    record(walk, basket)
    return TraceGoal(
        intent=18,
        act=act,
        outcome="done",
        facts=facts,
        details=(
            basket.detail(),
            scorer_detail(base, basket.player_id),
            Detail(name="clock", accept=(basket.clock,)),
        ),
        follows=True,
    )


@RECIPES.intent(18, "done")
def guest_scores(base: Association, user: str) -> Iterator[Offer]:
    """A basket for a guest of another club; since it cannot be, it is the player's own."""
    game = base.running(user)
    if game:
        for guest in base.entries.values():
            plays = guest.club_id in (game.home_club_id, game.away_club_id)
            if not plays and guest.active and base.singled_out(guest.player_id):
                yield Offer(partial(_guest, base, user, game, guest.player_id), own(game))


def _guest(
    base: Association, user: str, game: Game, guest: str, walk: Walk, draw: Draw
) -> tuple[TraceGoal, TraceGoal]:
    kind: EventType = draw.pick(("2PT", "3PT", "FT"))
    clock = clock_after(base, game, draw)
    basket = Basket(game, base.entries[user].club_id, user, kind, clock)
    player, home = base.players[guest], base.clubs[base.entries[guest].club_id]
    facts = {
        **base.about(game, user, draw),
        **basket.facts(),
        "guest": base.name(guest),
        "guest_club": home.name,
    }
    walk.call("find_player_id_by_name", first_name=player.first_name, last_name=player.last_name)
    look(base, walk, basket)
    known = known_of(base, game, user)
    refused = _refused(18, "guest scores", "BKB-17", facts, knows=known)
    return refused, _instead(base, walk, basket, "mine instead", facts)
