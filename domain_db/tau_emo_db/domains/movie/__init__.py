"""The movie theaters: their tables, their clock and their base data."""

from importlib.resources import files

from tau_emo_db.domain import DomainData
from tau_emo_db.domains.movie.clock import ISO_NOW
from tau_emo_db.domains.movie.generator import generate
from tau_emo_db.domains.movie.tables import TABLES

DATA = DomainData(
    name="movie",
    now=ISO_NOW,
    tables=TABLES,
    generate=generate,
    digest=files(__name__).joinpath("digest.txt").read_text(encoding="utf-8").strip(),
)

__all__ = ["DATA"]
