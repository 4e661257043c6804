"""The telehealth centre: its tables, its clock and its base data."""

from tau_emo_db.domain import DomainData, pinned_digest
from tau_emo_db.domains.telehealth.clock import NOW
from tau_emo_db.domains.telehealth.generator import generate
from tau_emo_db.domains.telehealth.tables import TABLES

DATA = DomainData(
    name="telehealth",
    now=NOW,
    tables=TABLES,
    generate=generate,
    digest=pinned_digest(__name__),
)

__all__ = ["DATA"]
