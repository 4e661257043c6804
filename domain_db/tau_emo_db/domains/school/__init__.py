"""The university: its tables, its clock and its base data."""

from tau_emo_db.domain import DomainData, pinned_digest
from tau_emo_db.domains.school.clock import NOW
from tau_emo_db.domains.school.generator import generate
from tau_emo_db.domains.school.tables import TABLES

DATA = DomainData(
    name="school",
    now=NOW,
    tables=TABLES,
    generate=generate,
    digest=pinned_digest(__name__),
)

__all__ = ["DATA"]
