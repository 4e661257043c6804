"""The association's players, and how they speak of clubs, games, seasons and baskets."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cache

from sqlmodel import col, select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.basketball.clock import TODAY
from tau_emo_db.domains.basketball.tables import (
    BoxScoreEntry,
    Club,
    Contract,
    Game,
    GameStatus,
    Player,
    PlayerGame,
    RosterEntry,
    ScoringEvent,
)
from tau_emo_servers.domain import served_domain
from tau_emo_servers.values import Kind, mentions
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.kit.particulars import particulars
from tau_emo_tasks.tracer.trace import Heard, Known
from tau_emo_tasks.tracer.walk import Walk, WalkError

SEASONS = ("2023-24", "2024-25")
_FRIENDS = (
    "neighbor", "roommate", "old friend", "school friend", "landlady", "former coach", "barber",
    "old teammate", "godfather", "best friend",
)  # fmt: skip
_NEVER = ("daughter", "son", "niece", "nephew", f"{date.fromisoformat(TODAY):%A}")
"""Relatives who are too young for what is told of them, and the day that it is."""
_PLAIN = {Decimal(number) for number in (0, 1, 2, 3, 4, 15, 23, 24, 25)}
"""Numbers that a customer may well name for another reason, such as a season or the date."""


class Association:
    """The base of the association, by player, club and game."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("basketball").data) as state, state.session() as db:
            self.players = {one.player_id: one for one in db.exec(select(Player))}
            self.clubs = {one.club_id: one for one in db.exec(select(Club))}
            self.games = {one.game_id: one for one in db.exec(select(Game))}
            self.roster: dict[str, list[RosterEntry]] = defaultdict(list)
            self.entries: dict[str, RosterEntry] = {}
            for entry in db.exec(select(RosterEntry)):
                self.roster[entry.club_id].append(entry)
                self.entries[entry.player_id] = entry
            self.contracts: dict[str, list[Contract]] = defaultdict(list)
            for contract in db.exec(select(Contract)):
                self.contracts[contract.player_id].append(contract)
            self.events: dict[str, list[ScoringEvent]] = defaultdict(list)
            by_sequence = select(ScoringEvent).order_by(col(ScoringEvent.sequence))
            for event in db.exec(by_sequence):
                self.events[event.game_id].append(event)
            self.box: dict[str, list[BoxScoreEntry]] = defaultdict(list)
            for row in db.exec(select(BoxScoreEntry)):
                self.box[row.game_id].append(row)
            self.played: dict[str, list[Game]] = defaultdict(list)
            for link in db.exec(select(PlayerGame)):
                self.played[link.player_id].append(self.games[link.game_id])
        self._namesakes = Counter(self.name(one) for one in self.players)

    def principals(self) -> Sequence[str]:
        """The keys of all players."""
        return tuple(self.players)

    def facts(self, principal: str) -> dict[str, str]:
        """The player's name, email and zip code."""
        player = self.players[principal]
        zip_word = "zip code" if player.address.country == "USA" else "postal code"
        return {
            "name": self.name(principal),
            "email": player.email,
            "zip": player.address.zip,
            "zip_word": zip_word,
        }

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By email; who has a name of their own now and then by name and zip code."""
        player = self.players[principal]
        full_name = Known(name="full_name", value=self.name(principal))
        if self.singled_out(principal) and draw.chance(0.35):
            walk.call(
                "find_player_id_by_name", first_name=player.first_name, last_name=player.last_name
            )
            walk.call("get_player_details", player_id=principal)
            return full_name, Known(name="zip", value=player.address.zip)
        walk.call("find_player_id_by_email", email=player.email)
        return Known(name="email", value=player.email), full_name

    # -- players --------------------------------------------------------------------------

    def name(self, player_id: str) -> str:
        """First and last name."""
        player = self.players[player_id]
        return f"{player.first_name} {player.last_name}"

    def singled_out(self, player_id: str) -> bool:
        """True if nobody else has the name."""
        return self._namesakes[self.name(player_id)] == 1

    def mates(self, user: str) -> list[RosterEntry]:
        """The others on the roster of the player's club who have a name of their own."""
        entry = self.entries.get(user)
        return [
            one
            for one in (self.roster[entry.club_id] if entry else ())
            if one.player_id != user and self.singled_out(one.player_id)
        ]

    def contract(self, user: str) -> Contract | None:
        """The contract that runs today."""
        running = [one for one in self.contracts[user] if one.start_date <= TODAY <= one.end_date]
        return running[0] if len(running) == 1 else None

    # -- clubs and games ------------------------------------------------------------------

    def club(self, user: str) -> Club | None:
        """The club on whose roster the player is."""
        entry = self.entries.get(user)
        return self.clubs[entry.club_id] if entry else None

    def schedule(self, club_id: str, status: GameStatus) -> list[Game]:
        """The games of a club that have a status, by date."""
        mine = [
            one
            for one in self.games.values()
            if club_id in (one.home_club_id, one.away_club_id) and one.status == status
        ]
        return sorted(mine, key=lambda one: (one.date, one.game_id))

    def opponent(self, game: Game, club_id: str) -> Club:
        """The other club of a game."""
        other = game.away_club_id if game.home_club_id == club_id else game.home_club_id
        return self.clubs[other]

    def running(self, user: str) -> Game | None:
        """The game that the player's club plays just now."""
        club = self.club(user)
        games = self.schedule(club.club_id, "in_progress") if club else []
        return games[0] if len(games) == 1 else None

    def tonight(self, user: str) -> Game | None:
        """The game of the player's club that is about to start."""
        club = self.club(user)
        games = self.schedule(club.club_id, "scheduled") if club else []
        today = [one for one in games if one.date == TODAY]
        return today[0] if len(today) == 1 and self.running(user) is None else None

    def side(self, game: Game, user: str) -> str:
        """The club for which the player takes or took part in a game."""
        played = [one.club_id for one in self.box[game.game_id] if one.player_id == user]
        return played[0] if played else self.entries[user].club_id

    def about(self, game: Game, user: str, draw: Draw) -> dict[str, str]:
        """The blanks of a game: `{game}` is its id, `{where}` "at home" or "away"."""
        mine = self.side(game, user)
        return {
            **self.life(user, draw),
            "game": game.game_id,
            "opponent": self.opponent(game, mine).name,
            "where": "at home" if game.home_club_id == mine else "away",
            "home_or_away": "home" if game.home_club_id == mine else "away",
            "date": day(game.date, draw),
        }

    def life(self, user: str, draw: Draw) -> dict[str, str]:
        """The blanks of the player's club and of what else happens in a life."""
        club = self.club(user)
        return {
            **particulars(draw, _NEVER),
            "friend": draw.pick(_FRIENDS),
            **({"club": club.name, "league": club.league} if club else {}),
        }


@cache
def association() -> Association:
    """The base, read once."""
    return Association()


def day(iso: str, draw: Draw) -> str:
    """A date as people say it; of other years with the year."""
    when = date.fromisoformat(iso)
    year = "" if when.year == 2025 else f"{when.year}"
    if draw.chance(0.5):
        return f"{when.day} {when:%B} {year}".strip()
    return f"{when:%B} {when.day}, {year}" if year else f"{when:%B} {when.day}"


def season_words(season: str, draw: Draw) -> str:
    """A season as people say it."""
    return draw.pick((f"the {season} season", f"the season {season}", season))


def find_club(walk: Walk, club: Club) -> str:
    """The id of a club that the customer has named."""
    return walk.call("list_all_clubs")[club.name]


def open_schedule(walk: Walk, club: Club, status: GameStatus) -> None:
    """Look at all games of a club that have a status."""
    club_id = find_club(walk, club)
    for game_id in walk.call("get_club_schedule", club_id=club_id, status=status):
        walk.call("get_game_details", game_id=game_id)


def told(
    walk: Walk, slot: str, name: str, value: str, kind: Kind, *source: str
) -> tuple[Heard, Output]:
    """A fact that the customer wants to hear, and what it is.

    Args:
        walk: the calls so far.
        slot: what the words of the act call it.
        name: what it is, as an agent would say.
        value: the fact.
        kind: what it looks like.
        source: the tools whose results it comes from.

    Raises:
        WalkError: the fact is a number that a customer may well name for another reason.
    """
    if kind == "number" and Decimal(value) in _PLAIN:
        raise WalkError(f"{value} may be said in passing")
    results = [step.result for step in walk.steps if step.tool in source]
    stands = any(mentions(result, value, kind) for result in results)
    heard = Heard.model_validate({"name": slot, "kind": kind})
    output = Output.model_validate(
        {"name": name, "value": value, "kind": kind, "source": source, "computed": not stands}
    )
    return heard, output
