"""The travel agency: its tables, its clock and its base data."""

from importlib.resources import files

from tau_emo_db.domain import DomainData
from tau_emo_db.domains.travel.clock import NOW
from tau_emo_db.domains.travel.generator import generate
from tau_emo_db.domains.travel.tables import TABLES

DATA = DomainData(
    name="travel",
    now=NOW,
    tables=TABLES,
    generate=generate,
    digest=files(__name__).joinpath("digest.txt").read_text(encoding="utf-8").strip(),
)

__all__ = ["DATA"]
