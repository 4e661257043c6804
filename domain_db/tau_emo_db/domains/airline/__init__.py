"""The airline: its tables, its clock and its base data."""

from importlib.resources import files

from tau_emo_db.domain import DomainData
from tau_emo_db.domains.airline.clock import NOW
from tau_emo_db.domains.airline.generator import generate
from tau_emo_db.domains.airline.tables import TABLES

DATA = DomainData(
    name="airline",
    now=NOW,
    tables=TABLES,
    generate=generate,
    digest=files(__name__).joinpath("digest.txt").read_text(encoding="utf-8").strip(),
)

__all__ = ["DATA"]
