"""The tools on the real base: every player, club and game."""

from collections import Counter

from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.basketball.tables import BoxScoreEntry, Club, Game, Player
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done, refused

BASKETBALL = served_domain("basketball")


def test_every_player_is_found_by_email_and_most_by_name(state: EpisodeState) -> None:
    with state.session() as db:
        players = db.exec(select(Player)).all()
    desk = Episode(BASKETBALL, state)
    named = Counter((one.first_name, one.last_name) for one in players)
    found = 0
    for player in players:
        email = f" {player.email.upper()} "
        assert done(desk, "find_player_id_by_email", email=email) == player.player_id
        names = {"first_name": player.first_name.upper(), "last_name": player.last_name.lower()}
        if named[player.first_name, player.last_name] > 1:
            refused(desk, "several players are called", "find_player_id_by_name", **names)
        else:
            assert done(desk, "find_player_id_by_name", **names) == player.player_id
            found += 1
    assert (len(players), found) == (320, 285)


def test_totals_are_the_sums_of_the_box_scores(state: EpisodeState) -> None:
    with state.session() as db:
        players = db.exec(select(Player.player_id)).all()
        seasons = dict(db.exec(select(Game.game_id, Game.season)).all())
        points: Counter[tuple[str, str]] = Counter()
        for entry in db.exec(select(BoxScoreEntry)):
            points[entry.player_id, seasons[entry.game_id]] += entry.points
    desk = Episode(BASKETBALL, state)
    for key in players:
        each = [
            int(done(desk, "get_player_total_points", player_id=key, season=season))
            for season in ("2023-24", "2024-25")
        ]
        assert each == [points[key, "2023-24"], points[key, "2024-25"]]
        assert done(desk, "get_player_total_points", player_id=key) == str(sum(each))


def test_every_final_game_is_won_and_lost_once(state: EpisodeState) -> None:
    with state.session() as db:
        clubs = db.exec(select(Club.club_id)).all()
    desk = Episode(BASKETBALL, state)
    records = [done(desk, "get_club_record", club_id=key) for key in clubs]
    assert sum(one["wins"] for one in records) == 220
    assert sum(one["losses"] for one in records) == 220


def test_every_running_game_can_be_closed_and_every_final_one_stays(state: EpisodeState) -> None:
    with state.session() as db:
        games = db.exec(select(Game.game_id, Game.status)).all()
    desk = Episode(BASKETBALL, state)
    closed = 0
    for key, status in games:
        if status == "in_progress":
            shown = done(desk, "update_game_status", game_id=key, new_status="final")
            assert shown["status"] == "final"
            closed += 1
        if status in ("in_progress", "final"):
            refused(
                desk, "it stays final", "update_game_status", game_id=key, new_status="in_progress"
            )
    assert closed == 20
