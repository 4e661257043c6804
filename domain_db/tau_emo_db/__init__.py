"""State: tables, seeded base data, isolated episode copies, and what changed in them."""

from tau_emo_db.changes import Changes, Row, RowChange, Value
from tau_emo_db.diff import StateDifference, compare
from tau_emo_db.digest import content_digest
from tau_emo_db.domain import DomainData, domain_data, domain_names
from tau_emo_db.draw import Draw
from tau_emo_db.image import (
    DigestMismatchError,
    base_digest,
    base_image,
    build_image,
    cache_file,
    image_digest,
    is_held,
)
from tau_emo_db.marks import Entity, Grading, Ledger, Mark, Members, graded
from tau_emo_db.session import Prepared, ReadOnlyError
from tau_emo_db.state import EpisodeState, StateFileError
from tau_emo_db.table import Json, Table
from tau_emo_db.version import BENCHMARK_VERSION

__all__ = [
    "BENCHMARK_VERSION",
    "Changes",
    "DigestMismatchError",
    "DomainData",
    "Draw",
    "Entity",
    "EpisodeState",
    "Grading",
    "Json",
    "Ledger",
    "Mark",
    "Members",
    "Prepared",
    "ReadOnlyError",
    "Row",
    "RowChange",
    "StateDifference",
    "StateFileError",
    "Table",
    "Value",
    "base_digest",
    "base_image",
    "build_image",
    "cache_file",
    "compare",
    "content_digest",
    "domain_data",
    "domain_names",
    "graded",
    "image_digest",
    "is_held",
]
