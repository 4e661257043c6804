"""A small club with every mark and every kind of grading, for the tests of this room."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest
from pydantic import BaseModel
from sqlalchemy import MetaData
from sqlalchemy.orm import registry
from sqlmodel import Field

from tau_emo_db import (
    DomainData,
    Draw,
    EpisodeState,
    Json,
    Ledger,
    Mark,
    Members,
    Table,
    base_digest,
    base_image,
    graded,
)
from tau_emo_db.marks import Grading


class ToyTable(Table, registry=registry()):
    metadata = MetaData()


class Home(BaseModel):
    street: str
    city: str | None = None


class Guest(ToyTable, table=True):
    guest_id: str = Field(primary_key=True)
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    home: Home | None = Field(default=None, sa_type=Json(Home), sa_column_kwargs=graded(Mark.LABEL))
    phone: str | None = Field(default=None, sa_column_kwargs=graded(Mark.PHONE))
    points: int = Field(default=0, sa_column_kwargs=graded(Mark.COMPUTED))
    level: str = "basic"
    seen_at: str | None = Field(default=None, sa_column_kwargs=graded(Mark.GENERATED))


class Booking(ToyTable, table=True):
    booking_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    guest_id: str = Field(foreign_key="guest.guest_id")
    room: str
    note: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))
    extras: list[str] | None = Field(
        default=None, sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET)
    )
    options: dict[str, str] | None = Field(default=None, sa_type=Json(dict[str, str]))
    after_booking: str | None = Field(default=None, foreign_key="booking.booking_id")


class Companion(ToyTable, table=True):
    grading: ClassVar[Grading] = Members(parent=("booking_id",))

    booking_id: str = Field(primary_key=True, foreign_key="booking.booking_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    born: str
    wish: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))


class Voucher(ToyTable, table=True):
    guest_id: str = Field(primary_key=True, foreign_key="guest.guest_id")
    code: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    worth: int
    booking_id: str | None = Field(default=None, foreign_key="booking.booking_id")


class Movement(ToyTable, table=True):
    grading: ClassVar[Grading] = Ledger(
        parent=("booking_id",),
        target=("source",),
        amount="amount",
        negative={"kind": "refund"},
    )

    booking_id: str = Field(primary_key=True, foreign_key="booking.booking_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    kind: str = "payment"
    source: str = Field(sa_column_kwargs=graded(refers="voucher.code"))
    amount: int


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    for number in range(8 * scale):
        yield Guest(
            guest_id=f"g{number}",
            name=f"Guest {number}",
            home=Home(street=f"{draw.integer(1, 99)} Elm", city="Reno"),
            phone=f"+1 555 {number:04d}",
            points=draw.integer(0, 9),
        )
    for number in range(8 * scale):
        yield Booking(
            booking_id=f"b{number}",
            guest_id=f"g{number}",
            room="single",
            extras=["tea", "sauna"],
            options={"view": "sea"},
        )
        yield Companion(booking_id=f"b{number}", position=0, name="Ann Lee", born="1990-01-01")
        yield Companion(
            booking_id=f"b{number}", position=1, name="Bo Lee", born="1991-01-01", wish="quiet"
        )
        yield Movement(booking_id=f"b{number}", position=0, source="cash", amount=100)
        yield Voucher(guest_id=f"g{number}", code=f"v{number}", worth=50)


TABLES = (Guest, Booking, Companion, Voucher, Movement)


def make(name: str = "toy", digest: str = "unpinned") -> DomainData:
    return DomainData(name=name, now="2024-05-15", tables=TABLES, generate=generate, digest=digest)


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """The club: its tables, its data, and what runs writes on a fresh copy."""
    data = make(digest=base_digest(make()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAU_EMO_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        base_image(data)  # Stays in memory, so no test touches the user's cache.

    def changed(*writes):
        """What the writes, each a transaction, change in a fresh copy."""
        with EpisodeState.open(data) as state:
            for write in writes:
                with state.session(write=True) as db:
                    write(db)
            return state.changes()

    return SimpleNamespace(
        data=data,
        make=make,
        changed=changed,
        Guest=Guest,
        Home=Home,
        Booking=Booking,
        Companion=Companion,
        Voucher=Voucher,
        Movement=Movement,
    )


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of this test's own."""
    monkeypatch.setenv("TAU_EMO_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"
