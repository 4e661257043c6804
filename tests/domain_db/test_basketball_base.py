"""The base data of basketball: counts, references, sums, and every situation."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import pytest

from tau_emo_db.domain import domain_data
from tau_emo_db.domains.basketball.clubs import LEAGUES
from tau_emo_db.domains.basketball.tables import (
    BoxScoreEntry,
    Club,
    Contract,
    Game,
    Player,
    PlayerGame,
    RosterEntry,
    ScoringEvent,
)
from tau_emo_db.draw import Draw

DATA = domain_data("basketball")
TODAY = "2025-01-15"
SEVERAL = 3


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.clubs: dict[str, Club] = {one.club_id: one for one in self.of(Club)}
        self.players: dict[str, Player] = {one.player_id: one for one in self.of(Player)}
        self.games: dict[str, Game] = {one.game_id: one for one in self.of(Game)}
        self.entries: dict[str, RosterEntry] = {one.player_id: one for one in self.of(RosterEntry)}
        self.roster: dict[str, list[RosterEntry]] = self.by(RosterEntry, "club_id")
        self.contracts: dict[str, list[Contract]] = self.by(Contract, "player_id")
        self.box: dict[str, list[BoxScoreEntry]] = self.by(BoxScoreEntry, "game_id")
        self.events: dict[str, list[ScoringEvent]] = self.by(ScoringEvent, "game_id")
        self.lists: dict[str, list[PlayerGame]] = self.by(PlayerGame, "player_id")

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def by(self, table: type[Any], column: str) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in self.of(table):
            found[getattr(row, column)].append(row)
        return found

    def with_status(self, *statuses: str) -> list[Game]:
        return [game for game in self.games.values() if game.status in statuses]

    def of_club(self, club_id: str) -> list[Game]:
        return [
            game
            for game in self.games.values()
            if club_id in (game.home_club_id, game.away_club_id)
        ]


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/basketball"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


# Counts and references


def test_counts(base: Base) -> None:
    assert Counter(club.league for club in base.clubs.values()) == dict.fromkeys(LEAGUES, 12)
    assert len(LEAGUES) == 5
    assert len(base.players) == 320
    assert len(base.of(RosterEntry)) == 310
    assert Counter(game.status for game in base.games.values()) == {
        "final": 220,
        "in_progress": 20,
        "scheduled": 45,
        "postponed": 15,
    }
    assert 2750 <= len(base.of(ScoringEvent)) <= 3050
    assert Counter(game.season for game in base.games.values()) == {"2023-24": 110, "2024-25": 190}


def test_the_scale_multiplies_everything() -> None:
    double = Base(rows(scale=2))
    assert len(double.clubs) == len({club.name for club in double.clubs.values()}) == 120
    assert len({club.league for club in double.clubs.values()}) == 10
    assert (len(double.players), len(double.games)) == (640, 600)


def test_one_league_is_written_in_mixed_case() -> None:
    assert [league for league in LEAGUES if league != league.title().replace(" And ", " and ")] == [
        "McKinley MidSouth League"
    ]


def test_ids_have_their_forms_and_are_unique(base: Base) -> None:
    ids = {
        "CB": list(base.clubs),
        "PL": list(base.players),
        "GM": list(base.games),
        "CT": [contract.contract_id for contract in base.of(Contract)],
    }
    for kind, found in ids.items():
        assert len(set(found)) == len(found)
        assert all(re.fullmatch(rf"{kind}\d[A-Z]\d[A-Z][A-Z]", one) for one in found)


def test_names_of_clubs_and_emails_of_players_are_unique(base: Base) -> None:
    assert len({club.name.lower() for club in base.clubs.values()}) == 60
    emails = [player.email for player in base.players.values()]
    assert len({email.lower() for email in emails}) == 320
    assert 20 <= sum(email != email.lower() for email in emails) <= 90


# Scores


def test_a_score_is_the_sum_of_the_events_and_of_the_box_score(base: Base) -> None:
    for game in base.with_status("final", "in_progress"):
        sums: Counter[str] = Counter()
        points: Counter[str] = Counter()
        for event in base.events[game.game_id]:
            sums[event.club_id] += event.points
            points[event.player_id] += event.points
        score = {game.home_club_id: game.home_score, game.away_club_id: game.away_score}
        assert {club: sums[club] for club in score} == score
        assert set(sums) <= set(score)
        box = base.box[game.game_id]
        assert {one.player_id: one.points for one in box} == {
            one.player_id: points[one.player_id] for one in box
        }
        assert sum(one.points for one in box) == sum(score.values())


def test_a_game_that_has_not_begun_has_no_score_and_no_rows(base: Base) -> None:
    for game in base.with_status("scheduled", "postponed"):
        assert (game.home_score, game.away_score, game.periods) == (0, 0, [])
        assert not base.box[game.game_id]
        assert not base.events[game.game_id]


def test_events_have_their_points_their_clubs_and_the_order_of_the_clock(base: Base) -> None:
    worth = {"1PT": 1, "2PT": 2, "3PT": 3, "FT": 1}
    for game in base.with_status("final", "in_progress"):
        events = base.events[game.game_id]
        assert 8 <= len(events) <= 20
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        clubs = {one.player_id: one.club_id for one in base.box[game.game_id]}
        for event in events:
            assert event.points == worth[event.event_type]
            assert clubs[event.player_id] == event.club_id
        for earlier, later in pairwise(map(moment, events)):
            assert earlier < later


def moment(event: ScoringEvent) -> int:
    """Seconds since the tip-off."""
    match = re.fullmatch(r"(Q[1-4]|OT1) (\d\d):(\d\d)", event.timestamp)
    assert match, event.timestamp
    length = 300 if match[1] == "OT1" else 600
    begin = 2400 if match[1] == "OT1" else 600 * (int(match[1][1]) - 1)
    left = 60 * int(match[2]) + int(match[3])
    assert 0 <= left <= length
    return begin + length - left


def test_periods_name_the_events_and_their_scorers(base: Base) -> None:
    for game in base.with_status("final", "in_progress"):
        events = base.events[game.game_id]
        named = [one for period in game.periods for one in period.event_ids]
        assert named == [f"{game.game_id}-E{event.sequence}" for event in events]
        assert [period.period_number for period in game.periods] == list(
            range(1, len(game.periods) + 1)
        )
        scorers = {f"{game.game_id}-E{event.sequence}": event.player_id for event in events}
        for period in game.periods:
            assert set(period.player_ids) == {scorers[one] for one in period.event_ids}


def test_nobody_is_on_the_court_longer_than_the_game_has_lasted(base: Base) -> None:
    for game in base.with_status("final", "in_progress"):
        lasted = 300 * (len(game.periods) == 5) + 600 * min(4, len(game.periods))
        for one in base.box[game.game_id]:
            minutes, seconds = map(int, one.options.minutes.split(":"))
            assert 0 < 60 * minutes + seconds <= lasted


def test_no_final_game_is_tied_and_some_went_to_overtime(base: Base) -> None:
    final = base.with_status("final")
    assert all(game.home_score != game.away_score for game in final)
    assert sum(len(game.periods) == 5 for game in final) >= 10
    for game in final:
        if len(game.periods) == 5:
            regular = [one for one in base.events[game.game_id] if one.timestamp[0] == "Q"]
            lead = sum(
                one.points if one.club_id == game.home_club_id else -one.points for one in regular
            )
            assert lead == 0


def test_one_running_game_is_level_and_one_has_a_margin_of_one(base: Base) -> None:
    leads = [abs(game.home_score - game.away_score) for game in base.with_status("in_progress")]
    assert leads.count(0) == 1
    assert leads.count(1) >= 1


# Games in time


def test_games_lie_in_time_as_their_status_says(base: Base) -> None:
    for game in base.games.values():
        first, last = {
            "2023-24": ("2023-10-01", "2024-06-30"),
            "2024-25": ("2024-10-01", "2025-06-30"),
        }[game.season]
        assert first <= game.date <= last
        if game.status == "final":
            assert game.date < TODAY
        elif game.status == "in_progress":
            assert game.date == TODAY
        elif game.status == "scheduled":
            assert game.date >= TODAY
    assert any(game.date < TODAY for game in base.with_status("postponed"))
    assert any(game.date > TODAY for game in base.with_status("postponed"))


def test_no_club_plays_itself_or_twice_on_a_day(base: Base) -> None:
    for club_id, club in base.clubs.items():
        days = [game.date for game in base.of_club(club_id)]
        assert len(set(days)) == len(days)
        for game in base.of_club(club_id):
            assert game.home_club_id != game.away_club_id
            other = ({game.home_club_id, game.away_club_id} - {club_id}).pop()
            assert base.clubs[other].league == club.league


def test_a_game_is_played_in_the_arena_of_the_home_club(base: Base) -> None:
    for game in base.games.values():
        assert game.venue == base.clubs[game.home_club_id].arena.address


def test_twenty_clubs_play_tonight_for_certain(base: Base) -> None:
    tonight = 0
    for club_id in base.clubs:
        games = [game for game in base.of_club(club_id) if game.date == TODAY]
        statuses = Counter(game.status for game in games)
        assert len(games) <= 1
        tonight += statuses == {"scheduled": 1}
    assert tonight == 20


def test_two_clubs_met_at_home_and_away_in_one_season(base: Base) -> None:
    played = {(g.season, g.home_club_id, g.away_club_id) for g in base.with_status("final")}
    assert sum((season, away, home) in played for season, home, away in played) >= 2


def test_a_club_without_players_and_one_without_games_in_a_season(base: Base) -> None:
    empty = [club_id for club_id in base.clubs if not base.roster[club_id]]
    assert len(empty) == 1
    assert {game.status for game in base.of_club(empty[0])} <= {"scheduled", "postponed"}
    idle = [
        club_id
        for club_id in base.clubs
        if club_id not in empty and {game.season for game in base.of_club(club_id)} == {"2024-25"}
    ]
    assert len(idle) == 1


# Players


def test_rosters_have_five_or_six_players_with_numbers_of_their_own(base: Base) -> None:
    sizes = {len(found) for found in base.roster.values() if found}
    assert sizes == {5, 6}
    for found in base.roster.values():
        numbers = [str(one.profile.number) for one in found]
        assert len(set(numbers)) == len(numbers)
    kinds = Counter(type(one.profile.number) for one in base.of(RosterEntry))
    assert kinds[int] > 250
    assert kinds[str] >= 10
    assert sum(one.profile.number == "00" for one in base.of(RosterEntry)) >= SEVERAL
    assert {one.profile.position for one in base.of(RosterEntry)} == {
        *("G", "F", "C", "G/F", "F/C", "C/F")
    }


def test_every_third_club_has_an_inactive_player(base: Base) -> None:
    idle = {one.club_id for one in base.of(RosterEntry) if not one.active}
    assert len(idle) >= 20
    for game in base.with_status("in_progress"):
        for one in base.box[game.game_id]:
            assert base.entries[one.player_id].active


def test_ten_players_are_on_no_roster_and_nobody_is_on_two(base: Base) -> None:
    assert len(base.entries) == len(base.of(RosterEntry))
    assert len(set(base.players) - set(base.entries)) == 10


def test_a_player_is_in_a_box_score_exactly_when_the_game_is_in_the_list(base: Base) -> None:
    listed = {(one.player_id, one.game_id) for one in base.of(PlayerGame)}
    assert listed == {(one.player_id, one.game_id) for one in base.of(BoxScoreEntry)}
    for found in base.lists.values():
        dates = [base.games[one.game_id].date for one in found]
        assert dates == sorted(dates)


def test_two_players_have_no_games(base: Base) -> None:
    assert len([one for one in base.players if not base.lists[one]]) == 2


def test_contracts_follow_one_another_and_agree_with_the_roster(base: Base) -> None:
    counts = Counter(len(base.contracts[player_id]) for player_id in base.players)
    assert set(counts) == {0, 1, 3}
    assert counts[0] >= 2
    assert counts[3] >= 20
    for player_id, found in base.contracts.items():
        if not found:
            continue
        for one in found:
            assert int(one.end_date[:4]) - int(one.start_date[:4]) == one.years
            assert (one.start_date[5:], one.end_date[5:]) == ("07-01", "06-30")
            assert 50_000_00 <= one.salary <= 5_000_000_00
        for earlier, later in pairwise(found):
            assert earlier.end_date[:4] == later.start_date[:4]
        entry = base.entries.get(player_id)
        if entry is None:
            assert found[-1].end_date < TODAY
        else:
            assert found[-1].start_date < TODAY < found[-1].end_date
            assert (entry.club_id, entry.salary) == (found[-1].club_id, found[-1].salary)


def test_nobody_played_without_a_contract_with_the_club(base: Base) -> None:
    for one in base.of(BoxScoreEntry):
        date = base.games[one.game_id].date
        assert [
            contract.club_id
            for contract in base.contracts[one.player_id]
            if contract.start_date <= date <= contract.end_date
        ] == [one.club_id]


def test_a_traded_player_scored_for_an_earlier_club(base: Base) -> None:
    moved = {
        one.player_id
        for one in base.of(BoxScoreEntry)
        if one.player_id in base.entries and base.entries[one.player_id].club_id != one.club_id
    }
    assert len(moved) >= SEVERAL
    assert all(base.contracts[one][-1].source == "trade" for one in moved)
    assert {contract.source for contract in base.of(Contract)} == {
        *("draft", "trade", "free agency")
    }


def test_namesakes_are_in_different_clubs_and_zips(base: Base) -> None:
    named: dict[tuple[str, str], list[Player]] = defaultdict(list)
    for player in base.players.values():
        named[player.first_name, player.last_name].append(player)
    sizes = Counter(len(found) for found in named.values())
    assert sizes == {1: 285, 2: 10, 3: 5}
    for found in named.values():
        assert len({one.address.zip for one in found}) == len(found)
        if len(found) > 1:
            clubs = {base.entries[one.player_id].club_id for one in found}
            assert len(clubs) == len(found)


def test_players_of_both_clubs_share_a_surname(base: Base) -> None:
    games = 0
    for game in base.with_status("in_progress"):
        surnames = [
            {base.players[one.player_id].last_name for one in base.roster[club]}
            for club in (game.home_club_id, game.away_club_id)
        ]
        games += bool(surnames[0] & surnames[1])
    assert games >= SEVERAL


def test_old_free_throws_have_the_type_of_old(base: Base) -> None:
    old = [one for one in base.of(ScoringEvent) if one.event_type == "1PT"]
    assert SEVERAL <= len(old) <= 60
    assert {base.games[one.game_id].season for one in old} == {"2023-24"}
    kinds = Counter(one.event_type for one in base.of(ScoringEvent))
    assert all(kinds[kind] > 300 for kind in ("2PT", "3PT", "FT"))


def test_addresses_are_in_two_countries(base: Base) -> None:
    found = [player.address for player in base.players.values()]
    assert {one.country for one in found} == {"USA", "Canada"}
    assert sum(one.zip.startswith("0") for one in found) >= SEVERAL
    assert sum(" " in one.zip for one in found) >= SEVERAL
    for one in found:
        form = r"\d{5}" if one.country == "USA" else r"[A-Z]\d[A-Z] \d[A-Z]\d"
        assert re.fullmatch(form, one.zip)
        assert re.fullmatch(r"[A-Z]{2}", one.state)
        assert one.street
        assert one.city


def test_names_come_from_many_parts_of_the_world(base: Base) -> None:
    given = {player.last_name for player in base.players.values()}
    for some in (
        {"Nguyen", "Tran", "Pham", "Hoang", "Huynh", "Dang"},
        {"Okafor", "Adeyemi", "Balogun", "Afolabi", "Obi", "Okoye", "Akintola", "Ezeh"},
        {"Kobayashi", "Sato", "Tanaka", "Suzuki", "Nakamura", "Hayashi", "Morita", "Aoki"},
        {"Haddad", "Khalil", "Mansour", "Hamdan", "Daoud", "Saleh", "Farouk"},
        {"Hansen", "Olsen", "Larsen", "Berglund", "Svensson", "Eriksen", "Dahl"},
        {"Sharma", "Patel", "Gupta", "Singh", "Reddy", "Iyer", "Nair", "Kapoor"},
    ):
        assert given & some


def test_no_two_games_of_a_season_have_the_same_home_and_away_club(base: Base) -> None:
    for one, other in combinations(base.with_status("final"), 2):
        assert (one.season, one.home_club_id, one.away_club_id) != (
            other.season,
            other.home_club_id,
            other.away_club_id,
        )
