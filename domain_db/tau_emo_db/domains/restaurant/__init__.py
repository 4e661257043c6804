"""The restaurant: its tables, its clock and its base data."""

from importlib.resources import files

from tau_emo_db.domain import DomainData
from tau_emo_db.domains.restaurant.generator import generate
from tau_emo_db.domains.restaurant.tables import TABLES

DATA = DomainData(
    name="restaurant",
    now="2025-05-15T18:00:00",
    tables=TABLES,
    generate=generate,
    digest=files(__name__).joinpath("digest.txt").read_text(encoding="utf-8").strip(),
)

__all__ = ["DATA"]
