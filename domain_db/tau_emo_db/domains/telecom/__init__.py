"""The phone, internet, TV and security company: its tables, its clock and its base data."""

from importlib.resources import files

from tau_emo_db.domain import DomainData
from tau_emo_db.domains.telecom.generator import generate
from tau_emo_db.domains.telecom.tables import TABLES

DATA = DomainData(
    name="telecom",
    now="2025-09-28T12:00:00",
    tables=TABLES,
    generate=generate,
    digest=files(__name__).joinpath("digest.txt").read_text(encoding="utf-8").strip(),
)

__all__ = ["DATA"]
