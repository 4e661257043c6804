"""The restaurant: its tables, its clock and its base data."""

from tau_emo_db.domain import DomainData, pinned_digest
from tau_emo_db.domains.restaurant.clock import NOW
from tau_emo_db.domains.restaurant.generator import generate
from tau_emo_db.domains.restaurant.tables import TABLES

DATA = DomainData(
    name="restaurant",
    now=NOW,
    tables=TABLES,
    generate=generate,
    digest=pinned_digest(__name__),
)

__all__ = ["DATA"]
