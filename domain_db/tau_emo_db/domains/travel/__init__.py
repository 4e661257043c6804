"""The travel agency: its tables, its clock and its base data."""

from tau_emo_db.domain import DomainData, pinned_digest
from tau_emo_db.domains.travel.clock import NOW
from tau_emo_db.domains.travel.generator import generate
from tau_emo_db.domains.travel.tables import TABLES

DATA = DomainData(
    name="travel",
    now=NOW,
    tables=TABLES,
    generate=generate,
    digest=pinned_digest(__name__),
)

__all__ = ["DATA"]
