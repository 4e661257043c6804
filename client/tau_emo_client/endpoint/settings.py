"""Which endpoint is asked, for which model, and how patiently."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from tau_emo_client.endpoint.given import is_http_address, secret_from
from tau_emo_client.endpoint.hidden import public_url
from tau_emo_client.endpoint.prices import Price
from tau_emo_client.endpoint.quirks import quirks_of
from tau_emo_client.players import PlayerError

SILENCE = 60.0
"""Seconds without a byte after which an endpoint counts as silent, if not told otherwise."""


@dataclass(frozen=True)
class Patience:
    """How failures of an endpoint are borne before the episode is given up."""

    attempts: int = 5
    """Tries of one request that may end in an outage."""
    first_wait: float = 1.0
    """Seconds before the second try; doubled each time, with jitter, unless `Retry-After`
    says how long."""
    longest_wait: float = 60.0
    rate_limit_seconds: float = 600.0
    """Seconds that one request may wait for rate limits, over all its tries."""
    longest_answer: float = 1800.0
    """Seconds after which an answer is given up whose bytes go on arriving: some endpoints
    send blanks for as long as a model thinks."""


@dataclass(frozen=True)
class EndpointSettings:
    """One endpoint with its model.

    Raises:
        PlayerError: the address is none.
    """

    url: str
    """The base URL, such as `http://localhost:8000/v1`."""
    model: str
    api_key: str = field(default="", repr=False)
    """Empty for endpoints that want none."""
    temperature: float | None = None
    extra: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """Further fields of each request; a null takes the field out."""
    silence: float = SILENCE
    price: Price | None = None
    """None: costs are unknown, unless the endpoint states them."""
    patience: Patience = Patience()

    def __post_init__(self) -> None:
        if not is_http_address(self.url):
            raise PlayerError(
                f"{self.url!r} is no address of an endpoint; it looks like http://localhost:8000/v1"
            )

    @property
    def base_url(self) -> str:
        """The URL without the path of the method, which some people copy with it."""
        return _base(self.url)

    @property
    def public_url(self) -> str:
        """The URL without user, password and query, fit for records and messages."""
        return _base(public_url(self.url))

    def request(self, **ours: Any) -> dict[str, Any]:
        """The body of a request, as this endpoint wants it.

        Args:
            ours: the fields of the protocol; what is None is left out.
        """
        fields: dict[str, Any] = {"model": self.model, **ours}
        extra = dict(self.extra)
        for quirk in quirks_of(self.url, self.model):
            fields = quirk.applied(fields)
            extra = {quirk.renames.get(name, name): value for name, value in extra.items()}
        # What the user asks for stands above all that is known of the endpoint.
        fields |= extra
        return {name: value for name, value in fields.items() if value is not None}

    def recorded(self) -> dict[str, JsonValue]:
        """What a run records of it: everything that can change an answer, and no key."""
        known: dict[str, JsonValue] = {
            quirk.name: quirk.digest for quirk in quirks_of(self.url, self.model)
        }
        return {
            "endpoint": self.public_url,
            "model": self.model,
            "extra": dict(self.extra),
            **({"quirks": known} if known else {}),
        }


def api_key(whose: str) -> str:
    """The key for the endpoint of `agent`, `user` or `judge`; empty if there is none.

    It comes from `TAU_EMO_AGENT_API_KEY` and so on.

    Raises:
        ValueError: it cannot be a key.
    """
    return secret_from(f"TAU_EMO_{whose.upper()}_API_KEY")


def _base(address: str) -> str:
    return address.rstrip("/").removesuffix("/chat/completions").removesuffix("/responses")
