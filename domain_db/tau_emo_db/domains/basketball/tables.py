"""The tables of the basketball domain. Money is integer US cents."""

from typing import ClassVar, Literal

from pydantic import BaseModel
from sqlalchemy import Index, MetaData, Text, func
from sqlalchemy.orm import registry
from sqlmodel import Field, col

from tau_emo_db.marks import Grading, Mark, Members, graded
from tau_emo_db.table import Json, Table

Position = Literal["G", "F", "C", "G/F", "F/C", "C/F"]
ContractSource = Literal["draft", "trade", "free agency"]
GameStatus = Literal["scheduled", "in_progress", "final", "postponed"]
EventType = Literal["1PT", "2PT", "3PT", "FT"]


class StreetAddress(BaseModel):
    """An address, stored as one JSON value with its fields in this order."""

    street: str
    """House number and street, and a unit where there is one."""
    city: str
    country: str
    """`USA` or `Canada`."""
    state: str
    """The state or province, two capital letters."""
    zip: str
    """A zip code of five digits, or a postal code with a blank such as `M5V 2T6`."""


class Arena(BaseModel):
    """Where a club plays at home."""

    name: str
    address: StreetAddress


class Profile(BaseModel):
    """A player as the roster of a club describes them."""

    position: Position
    number: int | str
    """On the shirt; a text where the digits alone would not tell, such as `00`."""
    height_cm: float
    weight_kg: float


class BoxScoreOptions(BaseModel):
    """What a player did in a game beside scoring."""

    rebounds: int
    assists: int
    minutes: str
    """Minutes and seconds on the court: `31:40`."""


class Period(BaseModel):
    """A quarter or an overtime of a game."""

    period_number: int
    """1 to 4 for the quarters, from 5 on for overtimes."""
    event_ids: list[str]
    """The game's id, `-E`, and the number of the event."""
    player_ids: list[str]
    """Who scored in it."""


class BasketballTable(Table, registry=registry()):
    """Base of the association's tables."""

    metadata = MetaData()


class Club(BasketballTable, table=True):
    """A club; no two have one name."""

    club_id: str = Field(primary_key=True)
    name: str = Field(unique=True, sa_column_kwargs=graded(Mark.LABEL))
    league: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    city: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    arena: Arena = Field(sa_type=Json(Arena))


league_key = func.lower(col(Club.league))
"""The league of a club without regard to case."""


class Player(BasketballTable, table=True):
    """A player; the e-mail is unique without regard to case, the name is not unique."""

    player_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    address: StreetAddress = Field(sa_type=Json(StreetAddress), sa_column_kwargs=graded(Mark.LABEL))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))


email_key = func.lower(col(Player.email))
"""The e-mail of a player without regard to case; players are found by it."""
first_name_key = func.lower(col(Player.first_name))
last_name_key = func.lower(col(Player.last_name))
"""The names of a player without regard to case; players are found by both."""

Index("ix_player_email", email_key)
Index("ix_player_name", last_name_key, first_name_key)


class RosterEntry(BasketballTable, table=True):
    """A player's place in the roster of a club."""

    club_id: str = Field(primary_key=True, foreign_key="club.club_id")
    player_id: str = Field(primary_key=True, foreign_key="player.player_id")
    profile: Profile = Field(sa_type=Json(Profile))
    active: bool
    salary: int
    """Per season, in cents."""


class Contract(BasketballTable, table=True):
    """A contract of a player with a club."""

    contract_id: str = Field(primary_key=True)
    player_id: str = Field(foreign_key="player.player_id", index=True)
    club_id: str = Field(foreign_key="club.club_id")
    source: ContractSource = Field(sa_type=Text)
    start_date: str
    end_date: str
    salary: int
    """Per season, in cents."""
    years: int


class Game(BasketballTable, table=True):
    """A game between two clubs."""

    game_id: str = Field(primary_key=True)
    season: str
    date: str
    status: GameStatus = Field(sa_type=Text, sa_column_kwargs=graded(Mark.COMPUTED))
    venue: StreetAddress = Field(sa_type=Json(StreetAddress), sa_column_kwargs=graded(Mark.LABEL))
    home_club_id: str = Field(foreign_key="club.club_id", index=True)
    home_score: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    away_club_id: str = Field(foreign_key="club.club_id", index=True)
    away_score: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    periods: list[Period] = Field(sa_type=Json(list[Period]), sa_column_kwargs=graded(Mark.SET))


class PlayerGame(BasketballTable, table=True):
    """A game that a player took part in; a player's rows come in the order of the games."""

    player_id: str = Field(primary_key=True, foreign_key="player.player_id")
    game_id: str = Field(primary_key=True, foreign_key="game.game_id")


class BoxScoreEntry(BasketballTable, table=True):
    """What a player did in a game, for the club of that day."""

    game_id: str = Field(primary_key=True, foreign_key="game.game_id")
    player_id: str = Field(primary_key=True, foreign_key="player.player_id")
    club_id: str = Field(foreign_key="club.club_id")
    points: int
    options: BoxScoreOptions = Field(sa_type=Json(BoxScoreOptions))


class ScoringEvent(BasketballTable, table=True):
    """A basket or a free throw."""

    grading: ClassVar[Grading] = Members(parent=("game_id",))

    game_id: str = Field(primary_key=True, foreign_key="game.game_id")
    sequence: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    """Counts the events of a game from 1 as they are recorded."""
    event_type: EventType = Field(sa_type=Text)
    points: int
    club_id: str = Field(foreign_key="club.club_id")
    player_id: str = Field(foreign_key="player.player_id")
    timestamp: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    """The game clock: `Q3 07:45`, in overtime `OT1 04:10`."""


TABLES = (
    Club,
    Player,
    RosterEntry,
    Contract,
    Game,
    PlayerGame,
    BoxScoreEntry,
    ScoringEvent,
)
