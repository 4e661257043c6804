"""The movie theaters: their tables, their clock and their base data."""

from tau_emo_db.domain import DomainData, pinned_digest
from tau_emo_db.domains.movie.clock import ISO_NOW
from tau_emo_db.domains.movie.generator import generate
from tau_emo_db.domains.movie.tables import TABLES

DATA = DomainData(
    name="movie",
    now=ISO_NOW,
    tables=TABLES,
    generate=generate,
    digest=pinned_digest(__name__),
)

__all__ = ["DATA"]
