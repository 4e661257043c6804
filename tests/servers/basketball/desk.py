"""A small association whose every basket, contract and address is written down here.

Salaries are cents here, as in the database; results show dollars.
"""

from collections.abc import Iterator
from typing import Any

from tau_emo_db import Draw, EpisodeState, Table
from tau_emo_db.domains.basketball.tables import (
    TABLES,
    Arena,
    BoxScoreEntry,
    BoxScoreOptions,
    Club,
    Contract,
    EventType,
    Game,
    GameStatus,
    Period,
    Player,
    PlayerGame,
    Profile,
    RosterEntry,
    ScoringEvent,
    StreetAddress,
)
from tau_emo_servers.domains.basketball.tools import TOOLS
from tau_emo_servers.episode import Episode

from ..calls import done, small_domain

COMETS, FOXES, STAGS, TIDES = "CB4T9WQ", "CB2F7RX", "CB8S3TG", "CB1T5DS"
# club: name, league, city; not in the order of their names
CLUBS = {
    COMETS: ("Harlow Comets", "Northern League", "Harlow"),
    FOXES: ("Arden Foxes", "Northern League", "Arden"),
    STAGS: ("Bram Stags", "Northern League", "Bram"),
    TIDES: ("Zell Tides", "McKinley MidSouth League", "Zell"),
}
"""The Tides have no players and no games."""

NORA, OTHER_NORA = "PL8K2ZD", "PL3M6WN"
"""Two players of one name, of the Comets and of the Foxes."""
OMAR, INES, TARIQ, FREE = "PL1D9BR", "PL5N4SK", "PL7T1QC", "PL2R8XF"
"""Omar of the Comets is inactive, Ines plays for the Foxes, Tariq for the Stags, one for nobody."""

RUNNING, SCHEDULED, POSTPONED = "GM3R7YH", "GM5S2CD", "GM9P4PN"
WON, LOST, LEVEL, OLD = "GM1W6NN", "GM2L8ST", "GM6L1VL", "GM4B3LD"
"""Final games of the Comets: won at home, lost away, level, and lost at home last season."""
FOREIGN = "GM7F5GN"
"""In progress between the Foxes and the Stags."""

HOME = StreetAddress(
    street="14 Harbor Lane, Unit 3", city="Salem", country="USA", state="MA", zip="01970"
)
AWAY = StreetAddress(
    street="9 Mill Road", city="Toronto", country="Canada", state="ON", zip="M5V 2T6"
)
HALL = StreetAddress(street="1 Court Square", city="Harlow", country="USA", state="NY", zip="10001")

Basket = tuple[EventType, str, str, str]
"""Type, club, player and clock."""
WORTH = {"1PT": 1, "2PT": 2, "3PT": 3, "FT": 1}

# 3 + 2 for the Comets, 2 for the Foxes.
RUNNING_BASKETS: list[Basket] = [
    ("3PT", COMETS, NORA, "Q1 08:12"),
    ("2PT", FOXES, INES, "Q1 05:40"),
    ("2PT", COMETS, NORA, "Q2 09:59"),
]
# game: season, date, status, home, away, baskets
GAMES: dict[str, tuple[str, str, GameStatus, str, str, list[Basket]]] = {
    # Inserted in an order that is not that of the dates.
    RUNNING: ("2024-25", "2025-01-15", "in_progress", COMETS, FOXES, RUNNING_BASKETS),
    SCHEDULED: ("2024-25", "2025-01-20", "scheduled", FOXES, COMETS, []),
    POSTPONED: ("2024-25", "2025-01-10", "postponed", COMETS, STAGS, []),
    WON: (
        "2024-25",
        "2024-12-01",
        "final",
        COMETS,
        FOXES,
        [("2PT", COMETS, NORA, "Q1 01:00"), ("FT", FOXES, INES, "Q4 00:10")],
    ),
    LOST: (
        "2024-25",
        "2024-11-01",
        "final",
        STAGS,
        COMETS,
        [("3PT", STAGS, TARIQ, "Q1 01:00"), ("2PT", COMETS, NORA, "OT1 00:10")],
    ),
    LEVEL: (
        "2024-25",
        "2024-12-01",
        "final",
        FOXES,
        COMETS,
        [("2PT", FOXES, INES, "Q1 01:00"), ("2PT", COMETS, OMAR, "Q4 00:10")],
    ),
    # Nora played for the Foxes then.
    OLD: (
        "2023-24",
        "2024-02-03",
        "final",
        COMETS,
        FOXES,
        [("1PT", COMETS, OMAR, "Q2 04:00"), ("3PT", FOXES, NORA, "Q3 07:45")],
    ),
    FOREIGN: ("2024-25", "2025-01-15", "in_progress", FOXES, STAGS, []),
}


def _rows(draw: Draw, scale: int) -> Iterator[Table]:
    for key, (name, league, city) in CLUBS.items():
        arena = Arena(name=f"{city} Hall", address=HALL)
        yield Club(club_id=key, name=name, league=league, city=city, arena=arena)
    people = (
        (NORA, "Nora", "Quist", "nora.quist8812@example.com", HOME),
        (OTHER_NORA, "Nora", "Quist", "nora.quist8813@example.com", AWAY),
        (OMAR, "Omar", "Håddad", "Omar.Haddad@Example.com", AWAY),
        (INES, "Ines", "Okoye", "ines.okoye4410@example.com", HOME),
        (TARIQ, "Tariq", "Novak", "tariq.novak2204@example.com", HOME),
        (FREE, "Mei", "Solberg", "mei.solberg9017@example.com", HOME),
    )
    for key, first, last, email, address in people:
        yield Player(player_id=key, first_name=first, last_name=last, email=email, address=address)
    # The roster of the Comets is not in the order of the ids.
    yield _entry(COMETS, NORA, "G/F", 23, salary=2_150_000_00)
    yield _entry(COMETS, OMAR, "C", "00", salary=412_500_50, active=False)
    yield _entry(FOXES, INES, "G", 7, salary=90_000_00)
    yield _entry(FOXES, OTHER_NORA, "F", "8", salary=90_000_00)
    yield _entry(STAGS, TARIQ, "F/C", 15, salary=90_000_00)
    contracts = (
        ("CT1A1BC", NORA, STAGS, "draft", 2019, 3, 600_000_00),
        ("CT2A2BC", NORA, FOXES, "free agency", 2022, 2, 900_000_00),
        ("CT5N1QX", NORA, COMETS, "trade", 2024, 3, 2_150_000_00),
        ("CT3A3BC", OMAR, COMETS, "draft", 2023, 4, 412_500_50),
    )
    for key, player, club, source, year, years, salary in contracts:
        yield Contract(
            contract_id=key,
            player_id=player,
            club_id=club,
            source=source,
            start_date=f"{year}-07-01",
            end_date=f"{year + years}-06-30",
            salary=salary,
            years=years,
        )
    for key, (season, date, status, home, away, baskets) in GAMES.items():
        yield from _game(key, season, date, status, home, away, baskets)
    for player, games in ((NORA, [OLD, LOST, WON, RUNNING]), (OMAR, [OLD, LEVEL])):
        for game in games:
            yield PlayerGame(player_id=player, game_id=game)


def _entry(
    club: str, player: str, position: Any, number: int | str, *, salary: int, active: bool = True
) -> RosterEntry:
    return RosterEntry(
        club_id=club,
        player_id=player,
        profile=Profile(position=position, number=number, height_cm=196.0, weight_kg=92.5),
        active=active,
        salary=salary,
    )


def _game(
    key: str,
    season: str,
    date: str,
    status: GameStatus,
    home: str,
    away: str,
    baskets: list[Basket],
) -> Iterator[Table]:
    """A game whose score, periods and box score are those of its baskets."""
    points: dict[tuple[str, str], int] = {}
    for kind, club, player, _ in baskets:
        points[club, player] = points.get((club, player), 0) + WORTH[kind]
    yield Game(
        game_id=key,
        season=season,
        date=date,
        status=status,
        venue=HALL,
        home_club_id=home,
        home_score=sum(worth for (club, _), worth in points.items() if club == home),
        away_club_id=away,
        away_score=sum(worth for (club, _), worth in points.items() if club == away),
        periods=[Period(period_number=1, event_ids=[f"{key}-E1"], player_ids=[baskets[0][2]])]
        if baskets
        else [],
    )
    for (club, player), worth in points.items():
        yield BoxScoreEntry(
            game_id=key,
            player_id=player,
            club_id=club,
            points=worth,
            options=BoxScoreOptions(rebounds=4, assists=2, minutes="31:40"),
        )
    for sequence, (kind, club, player, timestamp) in enumerate(baskets, start=1):
        yield ScoringEvent(
            game_id=key,
            sequence=sequence,
            event_type=kind,
            points=WORTH[kind],
            club_id=club,
            player_id=player,
            timestamp=timestamp,
        )


DESK = small_domain("basketball", TOOLS, TABLES, _rows)


def open_desk() -> Episode:
    """A fresh episode at the small association."""
    return Episode(DESK, EpisodeState.open(DESK.data))


def game(desk: Episode, key: str) -> dict[str, Any]:
    """The game as it is shown."""
    return done(desk, "get_game_details", game_id=key)


def score(desk: Episode, key: str) -> tuple[int, int]:
    """The points of the home and the away club."""
    shown = done(desk, "get_game_score", game_id=key)
    return shown["home"]["score"], shown["away"]["score"]


def changed_tables(desk: Episode) -> dict[str, tuple[int, int]]:
    """For every table that differs from the base: rows before and after."""
    return {
        table: (len(rows.before), len(rows.after)) for table, rows in desk.changes().root.items()
    }
