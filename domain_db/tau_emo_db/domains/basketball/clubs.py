"""The clubs: what they are called, where they play, and who is in their squads."""

from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.basketball.ids import Ids
from tau_emo_db.domains.basketball.places import CANADIAN_CITIES, address_in
from tau_emo_db.domains.basketball.seasons import Season
from tau_emo_db.domains.basketball.squads import Member
from tau_emo_db.domains.basketball.tables import Arena, Club
from tau_emo_db.draw import Draw

LEAGUES = (
    "Northern League",
    "Great Lakes Conference",
    "Atlantic Circuit",
    "Prairie and Mountain League",
    "McKinley MidSouth League",
)
CLUBS_PER_LEAGUE = 12

NICKNAMES: tuple[str, ...] = (
    "Anchors", "Badgers", "Beacons", "Bluebells", "Caravans", "Chimes", "Cobalts", "Comets",
    "Cormorants", "Drifters", "Embers", "Falconers", "Ferrymen", "Foxes", "Gales", "Granites",
    "Harriers", "Herons", "Ironclads", "Kestrels", "Lanterns", "Larks", "Lumberjacks",
    "Meteors", "Millers", "Otters", "Plovers", "Quarriers", "Rafters", "Redwoods", "Sailmakers",
    "Sentinels", "Sparrows", "Stags", "Tides", "Torches", "Trekkers", "Voyagers", "Weavers",
)  # fmt: skip
HALLS = ("Arena", "Center", "Fieldhouse", "Gardens", "Hall", "Pavilion")


@dataclass(eq=False)
class Side:
    """A club and everybody who is or was in its squad."""

    club: Club
    members: list[Member] = field(default_factory=list[Member])
    """The roster, and those who left after last season."""

    @property
    def club_id(self) -> str:
        """The id of the club."""
        return self.club.club_id

    def squad(self, season: Season, date: str) -> list[Member]:
        """Who plays for the club on a day of the season."""
        return [one for one in self.members if one.plays_for(self.club_id, season, date)]


def found_clubs(draw: Draw, ids: Ids, league: str, names: kit.Unique) -> list[Side]:
    """The clubs of one league, each in a city of its own within the league.

    Args:
        draw: where everything comes from.
        ids: gives out the ids.
        league: the name of the league.
        names: the names of all clubs so far.
    """
    cities = draw.sample((*kit.CITIES, *CANADIAN_CITIES), CLUBS_PER_LEAGUE)
    sides: list[Side] = []
    for city in cities:
        name = names.fresh(lambda city=city: f"{city[0]} {draw.pick(NICKNAMES)}")
        hall = f"{draw.pick(kit.LAST_NAMES)} {draw.pick(HALLS)}"
        sides.append(
            Side(
                Club(
                    club_id=ids.club(draw),
                    name=name,
                    league=league,
                    city=city[0],
                    arena=Arena(name=hall, address=address_in(draw, city)),
                )
            )
        )
    return sides
