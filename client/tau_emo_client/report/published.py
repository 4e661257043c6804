"""The published results of the reference benchmark, which were not measured here."""

from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict


class PublishedRow(BaseModel):
    """One agent, in percent and percentage points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str
    organisation: str
    thinking: bool
    avg: float
    """Avg@3."""
    pass_hat: float
    """Pass^3."""
    consistency_loss: float
    pass_hat_by_domain: dict[str, float]
    """Pass^3 of each domain; empty where it is not known."""


class Published(BaseModel):
    """All published rows, and where they come from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    note: str
    source: str
    snapshot: str
    """The day on which they were read, ISO 8601."""
    customer: str
    """The model that played the customer."""
    k: int
    """Trials."""
    rows: tuple[PublishedRow, ...]


@cache
def published() -> Published:
    """The published results, the best first."""
    file = files("tau_emo_client").joinpath("report", "published.json")
    return Published.model_validate_json(file.read_text("utf-8"))
