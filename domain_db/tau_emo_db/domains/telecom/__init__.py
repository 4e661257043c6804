"""The phone, internet, TV and security company: its tables, its clock and its base data."""

from tau_emo_db.domain import DomainData, pinned_digest
from tau_emo_db.domains.telecom.clock import NOW
from tau_emo_db.domains.telecom.generator import generate
from tau_emo_db.domains.telecom.tables import TABLES

DATA = DomainData(
    name="telecom",
    now=NOW,
    tables=TABLES,
    generate=generate,
    digest=pinned_digest(__name__),
)

__all__ = ["DATA"]
