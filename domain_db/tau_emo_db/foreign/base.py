"""A foreign database as a base image of ours."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tau_emo_db.domain import DomainData
from tau_emo_db.draw import Draw
from tau_emo_db.foreign.gathering import Gathering, Repair
from tau_emo_db.foreign.mapping import Mapping
from tau_emo_db.foreign.node import Misfit
from tau_emo_db.foreign.source import Refused, Source
from tau_emo_db.image import build_image, image_digest
from tau_emo_db.schema import table_name
from tau_emo_db.table import Table


@dataclass(frozen=True)
class ForeignBase:
    """A foreign database in our tables."""

    image: bytes
    """The SQLite file."""
    digest: str
    """The digest of its content, made as that of our own bases."""
    source: dict[str, str]
    """SHA-256 of the files that it was made of."""
    rows: dict[str, int]
    """The number of rows of each table."""
    repairs: tuple[Repair, ...]
    """What had to be changed; nothing unless that was asked for."""


def read_base(
    data: DomainData, mapping: Mapping, path: Path, *, repair: bool = False
) -> ForeignBase:
    """Read a foreign database: every record of it, or none.

    Args:
        data: the domain; the name in it is that which the image is marked with.
        mapping: how its records become rows.
        path: the folder or file that holds it.
        repair: make records fit where the mapping knows a way, and tell of each.

    Raises:
        Refused: a file or a record does not fit; all that do not are named.
    """
    source = Source.read(path, mapping.parts)
    gathered = Gathering(data, repair=repair)
    try:
        mapping.read(source, gathered)
    except Misfit as misfit:
        gathered.misfits.append(misfit)
    if not gathered.misfits:
        gathered.check_references()
    if gathered.misfits:
        raise Refused(gathered.misfits)

    def generate(draw: Draw, scale: int) -> Iterator[Table]:
        for table, rows in gathered.rows.items():
            for row in rows:
                yield _row(table, row)

    image = build_image(replace(data, generate=generate))
    return ForeignBase(
        image,
        image_digest(image),
        source.files,
        {table_name(table): len(rows) for table, rows in gathered.rows.items()},
        tuple(gathered.repairs),
    )


def _row(table: type[Table], values: dict[str, Any]) -> Table:
    return table(**values)
