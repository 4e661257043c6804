"""A small store that the tests of this room serve, and servers to reach it by."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any, Literal

import pytest
from pydantic import BaseModel
from sqlalchemy import MetaData
from sqlalchemy.orm import registry
from sqlmodel import Field, Session, select
from starlette.types import ASGIApp

from tau_emo_db import DomainData, Draw, EpisodeState, Table, base_digest, base_image
from tau_emo_servers.common_tools import calculate, think, transfer_to_human_agents
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.listening import Listening, listener_on, url_of
from tau_emo_servers.toolkit import Rejection, read, write


class StoreTable(Table, registry=registry()):
    metadata = MetaData()


class Item(StoreTable, table=True):
    item_id: str = Field(primary_key=True)
    count: int


class Part(BaseModel):
    """One part to ship."""

    name: str
    weight: float
    label: str | None = None


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    for number in range(100 * scale):
        yield Item(item_id=f"i{number}", count=draw.integer(1, 9))


@read(title="Count an item")
def get_item(db: Session, item_id: str) -> Any:
    """Tell how many there are.

    Args:
        item_id: the item.
    """
    item = db.get(Item, item_id)
    if item is None:
        raise Rejection("unknown", f"there is no item {item_id}; list them first.")
    return {"item_id": item.item_id, "count": item.count}


@read(title="List items")
def list_items(db: Session) -> Any:
    """List all items."""
    return [item.item_id for item in db.exec(select(Item))]


@write(title="Set a count", destructive=True, idempotent=True)
def set_count(
    db: Session,
    item_id: str,
    count: int,
    unit: Literal["piece", "box"] = "piece",
    note: str | None = None,
) -> Any:
    """Set how many there are.

    Args:
        item_id: the item.
        count: the new count.
        unit: what is counted.
        note: a remark.
    """
    item = db.get(Item, item_id)
    if item is None:
        raise Rejection("unknown", "there is no such item; check the id.")
    item.count = count
    db.add(item)
    return {"item_id": item_id, "count": count, "unit": unit, "note": note}


@write(title="Ship parts")
def ship(db: Session, parts: list[Part], tags: list[str], insured: bool, price: float) -> Any:
    """Ship parts.

    Args:
        parts: what to ship.
        tags: words for the label.
        insured: whether it is insured.
        price: what it costs.
    """
    return {
        "parts": [part.model_dump() for part in parts],
        "tags": tags,
        "insured": insured,
        "price": price,
    }


@write(title="Reject late")
def reject_late(db: Session, item_id: str) -> str:
    """Change a count, then refuse.

    Args:
        item_id: the item.
    """
    set_count(db, item_id, 77)
    db.flush()
    raise Rejection("late", "it was too late; do not try again.")


@write(title="Break")
def broken(db: Session, item_id: str) -> str:
    """Change a count, then fail.

    Args:
        item_id: the item.
    """
    set_count(db, item_id, 88)
    db.flush()
    raise ZeroDivisionError("/secret/path")


@read(title="Return nothing")
def nothing() -> str:
    """Return an empty text, which is a defect."""
    return ""


TOOLS = (
    get_item,
    list_items,
    set_count,
    ship,
    reject_late,
    broken,
    nothing,
    calculate,
    think,
    transfer_to_human_agents,
)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> ServedDomain:
    """The served store; its base is built once."""
    data = DomainData("store", "2024-05-15 15:00", (Item,), generate, "")
    data = replace(data, digest=base_digest(data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAU_EMO_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        base_image(data)
    return ServedDomain("store", TOOLS, policy="# Policy\n\nBe kind.\n", data=data)


@pytest.fixture
def episode(store: ServedDomain) -> Iterator[Episode]:
    """A fresh episode in the store."""
    found = Episode(store, EpisodeState.open(store.data))
    yield found
    found.close()


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Iterator[Episode]:
    """The small desk of the domain that the test names or stands in, one fresh copy per test."""
    named = getattr(request, "param", request.path.parent.name)
    opened: Episode = import_module(f".{named}.desk", __package__).open_desk()
    yield opened
    assert not opened.internal_errors
    opened.close()


@pytest.fixture
def state(request: pytest.FixtureRequest) -> Iterator[EpisodeState]:
    """A fresh copy of the real base of the domain that the test stands in."""
    with EpisodeState.open(served_domain(request.path.parent.name).data) as opened:
        yield opened


Serve = Callable[[ASGIApp], AbstractAsyncContextManager[str]]


@pytest.fixture
def serve() -> Serve:
    """Serves an ASGI application on loopback and gives its URL."""

    @asynccontextmanager
    async def served(app: ASGIApp) -> AsyncGenerator[str]:
        with listener_on("127.0.0.1", 0) as listener:
            server = Listening(app, listener)
            running = asyncio.create_task(server.serve([listener]))
            await server.listening.wait()
            try:
                yield url_of(listener)
            finally:
                server.should_exit = True
                await running

    return served
