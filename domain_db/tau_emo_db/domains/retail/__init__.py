"""The retail domain: an online shop with products, customers and their orders."""

from pathlib import Path

from tau_emo_db.domain import DomainData
from tau_emo_db.domains.retail.generator import generate
from tau_emo_db.domains.retail.tables import TABLES

DATA = DomainData(
    name="retail",
    now="2024-05-15 15:00:00 EST",
    tables=TABLES,
    generate=generate,
    digest=Path(__file__).with_name("digest.txt").read_text(encoding="ascii").strip(),
)
