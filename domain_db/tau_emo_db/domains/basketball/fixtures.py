"""Who plays whom and when: the games of one league in both seasons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.basketball.clock import TODAY
from tau_emo_db.domains.basketball.clubs import Side
from tau_emo_db.domains.basketball.seasons import LAST_SEASON, THIS_SEASON, Season
from tau_emo_db.domains.basketball.tables import GameStatus
from tau_emo_db.draw import Draw

FINAL_PER_SEASON = 22
RUNNING = 4
TONIGHT = 2
"""Games of today that have not begun."""
LATER = 7
POSTPONED = 3
POSTPONED_FROM = "2025-01-06"
POSTPONED_TO = "2025-03-09"

Pair = tuple[Side, Side]
"""The home and the away club."""


@dataclass(frozen=True)
class Fixture:
    """A game to be played, or that was."""

    home: Side
    away: Side
    season: Season
    date: str
    status: GameStatus


@dataclass
class Calendar:
    """The games of one league; no club plays twice on a day."""

    fixtures: list[Fixture] = field(default_factory=list[Fixture])
    _taken: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def enter(self, pair: Pair, season: Season, date: str, status: GameStatus) -> None:
        """A game on a day on which both clubs are free."""
        home, away = pair
        self._taken |= {(home.club_id, date), (away.club_id, date)}
        self.fixtures.append(Fixture(home, away, season, date, status))

    def enter_between(
        self, draw: Draw, pair: Pair, season: Season, first: str, last: str, status: GameStatus
    ) -> None:
        """A game on any such day from the first to the last."""
        while True:
            date = kit.random_day(draw, first, last)
            if not any((side.club_id, date) in self._taken for side in pair):
                return self.enter(pair, season, date, status)


def league_calendar(
    draw: Draw, sides: Sequence[Side], *, new: Sequence[Side], resting: Sequence[Side]
) -> Calendar:
    """All games of a league.

    Args:
        draw: where everything comes from.
        sides: the clubs of the league.
        new: those that have not played yet; they play tonight or later.
        resting: those that sat out last season.
    """
    calendar = Calendar()
    for season in (LAST_SEASON, THIS_SEASON):
        without = [*new, *resting] if season is LAST_SEASON else [*new]
        playing = [side for side in sides if side not in without]
        pairs = _pairs(draw.fork(season.name), playing)
        met = [next(pairs) for _ in range(FINAL_PER_SEASON - 1)]
        home, away = met[0]
        for pair in (*met, (away, home)):
            calendar.enter_between(draw, pair, season, season.first, season.played_until, "final")
    tonight = [*new, *draw.shuffled([side for side in sides if side not in new])]
    waiting, running = tonight[: 2 * TONIGHT], tonight[2 * TONIGHT :]
    for pair in _couples(draw.shuffled(waiting)):
        calendar.enter(pair, THIS_SEASON, TODAY, "scheduled")
    for pair in _couples(running):
        calendar.enter(pair, THIS_SEASON, TODAY, "in_progress")
    pairs = _pairs(draw.fork("to come"), sides)
    for _ in range(LATER):
        calendar.enter_between(
            draw,
            next(pairs),
            THIS_SEASON,
            kit.add_days(TODAY, 1),
            THIS_SEASON.last,
            "scheduled",
        )
    for _ in range(POSTPONED):
        calendar.enter_between(
            draw, next(pairs), THIS_SEASON, POSTPONED_FROM, POSTPONED_TO, "postponed"
        )
    return calendar


def _pairs(draw: Draw, sides: Sequence[Side]) -> Iterator[Pair]:
    """Pairs of clubs, no two of them equal; all clubs get about the same number of games."""
    given: set[Pair] = set()
    while True:
        for pair in _couples(draw.shuffled(sides)):
            if pair not in given and pair[::-1] not in given:
                given.add(pair)
                yield pair


def _couples(sides: Sequence[Side]) -> list[Pair]:
    """The first with the second, the third with the fourth; an odd last one stays alone."""
    return list(zip(sides[::2], sides[1::2], strict=False))
