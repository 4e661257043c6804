"""The players: who they are, what they are paid, and for whom they play when."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.basketball.ids import Ids
from tau_emo_db.domains.basketball.places import home_address
from tau_emo_db.domains.basketball.seasons import LAST_SEASON, THIS_SEASON, Season
from tau_emo_db.domains.basketball.tables import (
    Contract,
    ContractSource,
    Game,
    Player,
    Position,
    Profile,
    RosterEntry,
    StreetAddress,
)
from tau_emo_db.draw import Draw

CAPITALS_SHARE = 0.15
"""How many emails are stored with capitals."""
LEFT_OUT_SINCE = "2024-12-01"
"""An inactive player has not played from this day on."""
POSITIONS: dict[Position, int] = {"G": 5, "F": 4, "C": 2, "G/F": 3, "F/C": 2, "C/F": 1}
BUILD: dict[Position, tuple[int, int, int, int]] = {
    "G": (178, 196, 74, 92),
    "G/F": (188, 202, 82, 98),
    "F": (196, 208, 90, 106),
    "F/C": (202, 211, 98, 112),
    "C/F": (203, 213, 100, 116),
    "C": (205, 218, 104, 124),
}
"""The least and the greatest height in cm and weight in kg, by position."""


@dataclass(eq=False)
class Member:
    """One player row and everything that hangs on it."""

    player: Player
    contracts: list[Contract] = field(default_factory=list[Contract])
    entry: RosterEntry | None = None
    """The place in a roster; None for a player without a club."""
    clubs: dict[str, str] = field(default_factory=dict[str, str])
    """The id of the club played for, by season."""
    games: list[Game] = field(default_factory=list[Game])
    """The games played."""

    @property
    def player_id(self) -> str:
        """The id of the player."""
        return self.player.player_id

    def plays_for(self, club_id: str, season: Season, date: str) -> bool:
        """True if the player plays for the club on that day of the season."""
        if self.clubs.get(season.name) != club_id:
            return False
        return self.entry is None or self.entry.active or date < LEFT_OUT_SINCE


class Registry:
    """Registers players; sees to unique ids and emails, and to namesakes in different zips.

    Args:
        ids: gives out the ids.
    """

    def __init__(self, ids: Ids) -> None:
        self.members: list[Member] = []
        self._ids = ids
        self._names = kit.Unique()
        self._emails = kit.Unique()
        self._homes = kit.Unique()

    def somebody(self, draw: Draw, last_name: str | None = None) -> kit.Person:
        """A name that nobody was given before.

        Args:
            draw: where the names come from.
            last_name: the last name, if it is given.
        """
        return self._names.fresh(lambda: kit.person(draw, last_name), lambda one: one.name)

    def register(self, draw: Draw, person: kit.Person) -> Member:
        """A new player without a club."""
        member = Member(
            Player(
                player_id=self._ids.player(draw),
                first_name=person.first_name,
                last_name=person.last_name,
                address=self._home(draw, person),
                email=self._emails.fresh(lambda: _email(draw, person)),
            )
        )
        self.members.append(member)
        return member

    def _home(self, draw: Draw, person: kit.Person) -> StreetAddress:
        """An address in a zip where nobody of the same name lives."""
        return self._homes.fresh(
            lambda: home_address(draw), lambda home: f"{person.name} {home.zip}"
        )

    # Contracts

    def sign(
        self,
        draw: Draw,
        member: Member,
        club_id: str,
        source: ContractSource,
        first_year: int,
        years: int,
        salary: int,
    ) -> Contract:
        """A contract from July of its first year to June of its last.

        Args:
            draw: where the id comes from.
            member: who signs.
            club_id: with which club.
            source: how the club got the player.
            first_year: the year in which it begins.
            years: how long it runs.
            salary: per season, in cents.
        """
        contract = Contract(
            contract_id=self._ids.contract(draw),
            player_id=member.player_id,
            club_id=club_id,
            source=source,
            start_date=f"{first_year}-07-01",
            end_date=f"{first_year + years}-06-30",
            salary=salary,
            years=years,
        )
        member.contracts.append(contract)
        return contract

    def stay(self, draw: Draw, member: Member, club_id: str) -> None:
        """One contract that has run since before last season."""
        first_year = draw.integer(2021, 2023)
        years = draw.integer(2025 - first_year, 5)
        source: ContractSource = draw.pick(("draft", "free agency"))
        self.sign(draw, member, club_id, source, first_year, years, salary(draw))
        member.clubs = {LAST_SEASON.name: club_id, THIS_SEASON.name: club_id}

    def come(self, draw: Draw, member: Member, club_id: str) -> None:
        """One contract that has run since last summer: a newcomer."""
        self.sign(draw, member, club_id, "draft", 2024, draw.integer(1, 4), salary(draw))
        member.clubs = {THIS_SEASON.name: club_id}

    def settle(self, draw: Draw, member: Member, club_id: str, earlier: Sequence[str]) -> None:
        """Three contracts, the last of which has run since before last season.

        Args:
            draw: where everything else comes from.
            member: who signs.
            club_id: the club of the last contract.
            earlier: the ids of the two clubs before.
        """
        drafting, second = earlier
        pay = salary(draw)
        self.sign(draw, member, drafting, "draft", 2017, 3, pay // 2)
        self.sign(draw, member, second, "trade", 2020, 2, pay * 3 // 4)
        self.sign(draw, member, club_id, "free agency", 2022, draw.integer(3, 5), pay)
        member.clubs = {LAST_SEASON.name: club_id, THIS_SEASON.name: club_id}

    def move(self, draw: Draw, member: Member, club_id: str, earlier: Sequence[str]) -> None:
        """Three contracts; a trade last summer led from the second club to the third.

        Args:
            draw: where everything else comes from.
            member: who signs.
            club_id: the present club.
            earlier: the ids of the two clubs before.
        """
        drafting, second = earlier
        pay = salary(draw)
        self.sign(draw, member, drafting, "draft", 2019, 3, pay // 2)
        self.sign(draw, member, second, "free agency", 2022, 2, pay * 3 // 4)
        self.sign(draw, member, club_id, "trade", 2024, draw.integer(1, 4), pay)
        member.clubs = {LAST_SEASON.name: second, THIS_SEASON.name: club_id}

    def leave(self, draw: Draw, member: Member, club_id: str) -> None:
        """One contract that has run out last summer."""
        first_year = draw.integer(2021, 2022)
        years = 2024 - first_year
        self.sign(draw, member, club_id, "free agency", first_year, years, salary(draw))
        member.clubs = {LAST_SEASON.name: club_id}

    # Rosters

    def enter(
        self, draw: Draw, member: Member, club_id: str, number: int | str, *, active: bool
    ) -> None:
        """A place in the roster of the club, at the salary of the present contract."""
        position = draw.weighted(POSITIONS)
        shortest, tallest, lightest, heaviest = BUILD[position]
        member.entry = RosterEntry(
            club_id=club_id,
            player_id=member.player_id,
            profile=Profile(
                position=position,
                number=number,
                height_cm=draw.integer(2 * shortest, 2 * tallest) / 2,
                weight_kg=draw.integer(2 * lightest, 2 * heaviest) / 2,
            ),
            active=active,
            salary=member.contracts[-1].salary,
        )


def salary(draw: Draw) -> int:
    """A salary per season, in cents: from 84,000 to 4,200,000 dollars in steps of 4,000."""
    tier = draw.weighted({21: 5, 60: 3, 250: 1})
    return draw.integer(tier, 4 * tier + 50) * 4_000_00


def _email(draw: Draw, person: kit.Person) -> str:
    plain = kit.email(draw, person)
    if draw.chance(CAPITALS_SHARE):
        local, _, _ = plain.partition("@")
        return f"{local.title()}@Example.com"
    return plain
