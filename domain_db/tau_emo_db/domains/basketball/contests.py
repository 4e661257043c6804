"""A game: its baskets in the order of the clock, its periods and its box score."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tau_emo_db.domains.basketball.clubs import Side
from tau_emo_db.domains.basketball.seasons import LAST_SEASON, Season
from tau_emo_db.domains.basketball.squads import Member
from tau_emo_db.domains.basketball.tables import (
    BoxScoreEntry,
    BoxScoreOptions,
    EventType,
    Game,
    GameStatus,
    Period,
    ScoringEvent,
)
from tau_emo_db.draw import Draw

QUARTER = 600
"""Seconds of a quarter."""
OVERTIME = 300
"""Seconds of an overtime."""
WORTH: dict[EventType, int] = {"1PT": 1, "2PT": 2, "3PT": 3, "FT": 1}
KINDS: dict[EventType, int] = {"2PT": 10, "3PT": 5, "FT": 4}
OLD_KIND_SHARE = 0.06
"""How many free throws of last season were recorded under the type of old."""

Margin = Callable[[int], bool]
"""Whether the points by which the home club leads will do."""
Basket = tuple[bool, EventType]
"""Whether the home club scored, and how."""


def decided(margin: int) -> bool:
    """One club leads."""
    return margin != 0


def level(margin: int) -> bool:
    """Both clubs have the same score."""
    return margin == 0


def by_one(margin: int) -> bool:
    """One club leads by a single point."""
    return abs(margin) == 1


@dataclass(eq=False)
class Contest:
    """One game row and everything that hangs on it."""

    game: Game
    box: list[BoxScoreEntry] = field(default_factory=list[BoxScoreEntry])
    events: list[ScoringEvent] = field(default_factory=list[ScoringEvent])


def fix(
    game_id: str, home: Side, away: Side, season: Season, date: str, status: GameStatus
) -> Contest:
    """A game in the arena of the home club of which nothing has been played."""
    return Contest(
        Game(
            game_id=game_id,
            season=season.name,
            date=date,
            status=status,
            venue=home.club.arena.address,
            home_club_id=home.club_id,
            home_score=0,
            away_club_id=away.club_id,
            away_score=0,
            periods=[],
        )
    )


def play(
    draw: Draw,
    contest: Contest,
    sides: tuple[list[Member], list[Member]],
    *,
    margin: Margin = decided,
    overtime: bool = False,
    seconds: int = 4 * QUARTER,
) -> None:
    """What happens on the court.

    Args:
        draw: where everything comes from.
        contest: the game.
        sides: who plays for the home club, and who for the away club.
        margin: what the score is to be like at the end of what is played.
        overtime: the four quarters end level and an overtime decides.
        seconds: how much of the four quarters is played.
    """
    count = draw.weighted({8: 2, 9: 3, 10: 5, 11: 5, 12: 5, 13: 4, 14: 3, 15: 3, 16: 2, 17: 2})
    moments = sorted(draw.sample(range(5, seconds), count))
    baskets = _baskets(draw, count, level if overtime else margin)
    clock = [_quarter(moment) for moment in moments]
    if overtime:
        more = draw.integer(2, 3)
        baskets += _baskets(draw, more, margin)
        clock += [
            (5, f"OT1 {_left(OVERTIME - moment)}")
            for moment in sorted(draw.sample(range(5, OVERTIME), more))
        ]
        seconds += OVERTIME
    for (at_home, kind), (period, timestamp) in zip(baskets, clock, strict=True):
        _score(draw, contest, sides, at_home, kind, period, timestamp)
    _fill_periods(contest, seconds)
    _fill_box_score(draw, contest, sides, seconds)


def _baskets(draw: Draw, count: int, margin: Margin) -> list[Basket]:
    """So many baskets that make a margin which will do."""
    while True:
        found: list[Basket] = [(draw.chance(0.52), draw.weighted(KINDS)) for _ in range(count)]
        if margin(sum(WORTH[kind] if at_home else -WORTH[kind] for at_home, kind in found)):
            return found


def _quarter(moment: int) -> tuple[int, str]:
    """The period and the clock so many seconds after the tip-off."""
    quarter, gone = divmod(moment, QUARTER)
    return quarter + 1, f"Q{quarter + 1} {_left(QUARTER - gone)}"


def _left(seconds: int) -> str:
    return f"{seconds // 60:02d}:{seconds % 60:02d}"


def _score(
    draw: Draw,
    contest: Contest,
    sides: tuple[list[Member], list[Member]],
    at_home: bool,
    kind: EventType,
    period: int,
    timestamp: str,
) -> None:
    game = contest.game
    if kind == "FT" and game.season == LAST_SEASON.name and draw.chance(OLD_KIND_SHARE):
        kind = "1PT"
    scorer = draw.pick(sides[0] if at_home else sides[1])
    event = ScoringEvent(
        game_id=game.game_id,
        sequence=len(contest.events) + 1,
        event_type=kind,
        points=WORTH[kind],
        club_id=game.home_club_id if at_home else game.away_club_id,
        player_id=scorer.player_id,
        timestamp=timestamp,
    )
    contest.events.append(event)
    if at_home:
        game.home_score += event.points
    else:
        game.away_score += event.points


def _period_of(event: ScoringEvent) -> int:
    """1 to 4 for the quarters, 5 for the overtime."""
    name, _, _ = event.timestamp.partition(" ")
    return int(name[1:]) if name.startswith("Q") else 4 + int(name[2:])


def _fill_periods(contest: Contest, seconds: int) -> None:
    """All periods that have begun, with their events and scorers."""
    begun = 5 if seconds > 4 * QUARTER else (seconds - 1) // QUARTER + 1
    periods: list[Period] = []
    for number in range(1, begun + 1):
        events = [event for event in contest.events if _period_of(event) == number]
        periods.append(
            Period(
                period_number=number,
                event_ids=[f"{event.game_id}-E{event.sequence}" for event in events],
                player_ids=list(dict.fromkeys(event.player_id for event in events)),
            )
        )
    contest.game.periods = periods


def _fill_box_score(
    draw: Draw, contest: Contest, sides: tuple[list[Member], list[Member]], seconds: int
) -> None:
    """A row for everybody who plays, the home club first; the points are those of the events."""
    points: Counter[str] = Counter()
    for event in contest.events:
        points[event.player_id] += event.points
    game = contest.game
    for club_id, members in zip((game.home_club_id, game.away_club_id), sides, strict=True):
        for member, time in zip(members, _times(draw, len(members), seconds), strict=True):
            contest.box.append(
                BoxScoreEntry(
                    game_id=game.game_id,
                    player_id=member.player_id,
                    club_id=club_id,
                    points=points[member.player_id],
                    options=BoxScoreOptions(
                        rebounds=draw.integer(0, 9),
                        assists=draw.integer(0, 7),
                        minutes=_left(time),
                    ),
                )
            )
            member.games.append(game)


def _times(draw: Draw, count: int, seconds: int) -> Sequence[int]:
    """Seconds on the court for so many players, none more than the game has lasted."""
    return [draw.integer(seconds * 55 // 100, seconds * 95 // 100) for _ in range(count)]
