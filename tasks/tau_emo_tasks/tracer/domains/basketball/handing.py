"""What is a matter for a member of staff: another email, a contract, an event or a date."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.basketball.clock import TODAY
from tau_emo_db.domains.basketball.tables import EventType, Game
from tau_emo_tasks.tracer.domains.basketball.asking import CONTRACT, PLAYER, TIMELINE
from tau_emo_tasks.tracer.domains.basketball.base import Association, day
from tau_emo_tasks.tracer.domains.basketball.intents import RECIPES
from tau_emo_tasks.tracer.domains.basketball.recording import CALLED, own
from tau_emo_tasks.tracer.domains.basketball.statuses import DETAILS, scheduled
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

_HOSTS = ("quickmail", "courtpost", "mailhall", "letterbox", "northmail", "openmail")


def _handed(
    walk: Walk,
    intent: int,
    act: str,
    summary: str,
    facts: dict[str, str],
    *knows: Known,
) -> TraceGoal:
    walk.call("transfer_to_human_agents", summary=summary)
    return TraceGoal(intent=intent, act=act, outcome="handed_off", facts=facts, knows=knows)


@RECIPES.intent(19, "handed_off")
def new_email(base: Association, user: str) -> Iterator[Offer]:
    """Another email on file."""
    yield Offer(partial(_email, base, user), frozenset({"email"}))


def _email(base: Association, user: str, walk: Walk, draw: Draw) -> TraceGoal:
    player = base.players[user]
    name = f"{player.first_name[0]}.{player.last_name}".lower().replace(" ", "")
    new = f"{name}{draw.integer(11, 98)}@{draw.pick(_HOSTS)}.example"
    facts = {**base.life(user, draw), "new_email": new}
    summary = f"The player wants {new} as the email on file."
    return _handed(walk, 19, "new email", summary, facts, Known(name="new_email", value=new))


@RECIPES.intent(19, "handed_off")
def contract_is_wrong(base: Association, user: str) -> Iterator[Offer]:
    """The contract on file is not what was signed."""
    if base.contract(user):
        for act in ("wrong salary", "wrong end"):
            yield Offer(partial(_contract, base, user, act), CONTRACT)


def _contract(base: Association, user: str, act: str, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(PLAYER, player_id=user)
    facts = base.life(user, draw)
    return _handed(walk, 19, act, "The player disputes the contract on file.", facts)


@RECIPES.intent(20, "handed_off")
def delete_an_event(base: Association, user: str) -> Iterator[Offer]:
    """An event in a running game was recorded wrongly."""
    game = base.running(user)
    for event in base.events[game.game_id] if game else ():
        clocks = [one.timestamp for one in base.events[event.game_id]]
        if game and event.event_type in CALLED and clocks.count(event.timestamp) == 1:
            play = partial(_delete, base, user, game, event.player_id, event.event_type)
            yield Offer(partial(play, event.timestamp), own(game))


def _delete(
    base: Association,
    user: str,
    game: Game,
    scorer: str,
    kind: EventType,
    clock: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call(TIMELINE, game_id=game.game_id)
    facts = {
        **base.about(game, user, draw),
        **noun("basket", CALLED[kind]),
        "clock": clock,
        "whose": "my" if scorer == user else f"{base.name(scorer)}'s",
        "scorer": base.name(scorer),
    }
    summary = f"The player wants the event at {clock} in game {game.game_id} deleted."
    act = "delete mine" if scorer == user else "delete event"
    known = Known(name="game_id", value=game.game_id)
    return _handed(walk, 20, act, summary, facts, known)


@RECIPES.intent(20, "handed_off")
def another_date(base: Association, user: str) -> Iterator[Offer]:
    """A scheduled or postponed game is to be played on another day."""
    club = base.club(user)
    if club:
        games = base.schedule(club.club_id, "scheduled") + base.schedule(club.club_id, "postponed")
        for game in (one for one in games if one.date != TODAY):
            touches = frozenset({game.game_id}) | scheduled(club)
            yield Offer(partial(_date, base, user, game), touches)


def _date(base: Association, user: str, game: Game, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call(DETAILS, game_id=game.game_id)
    first = max(date.fromisoformat(game.date), date(2025, 1, 20))
    later = day(str(first + timedelta(days=draw.integer(2, 24))), draw)
    facts = {**base.about(game, user, draw), "later": later}
    summary = f"The player wants game {game.game_id} on another date: {later}."
    known = Known(name="game_id", value=game.game_id)
    return _handed(walk, 20, "another date", summary, facts, known)
