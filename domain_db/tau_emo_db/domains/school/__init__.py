"""The university: its tables, its clock and its base data."""

from importlib.resources import files

from tau_emo_db.domain import DomainData
from tau_emo_db.domains.school.generator import generate
from tau_emo_db.domains.school.tables import TABLES

DATA = DomainData(
    name="school",
    now="2025-05-15T15:00:00",
    tables=TABLES,
    generate=generate,
    digest=files(__name__).joinpath("digest.txt").read_text(encoding="utf-8").strip(),
)

__all__ = ["DATA"]
