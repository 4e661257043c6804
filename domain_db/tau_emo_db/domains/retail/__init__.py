"""The shop: its tables, its clock and its base data."""

from tau_emo_db.domain import DomainData, pinned_digest
from tau_emo_db.domains.retail.clock import NOW
from tau_emo_db.domains.retail.generator import generate
from tau_emo_db.domains.retail.tables import TABLES

DATA = DomainData(
    name="retail",
    now=NOW,
    tables=TABLES,
    generate=generate,
    digest=pinned_digest(__name__),
)

__all__ = ["DATA"]
