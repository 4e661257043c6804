"""Secrets that come back in answers and errors: no record and no message holds them."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit, urlunsplit

T = TypeVar("T")

HIDDEN = "***"


def hidden(value: T, secrets: Iterable[str]) -> T:
    """The value with each secret in its texts blacked out.

    Args:
        value: a text, bytes, or plain values that hold texts.
        secrets: what is blacked out; empty ones are nothing.
    """
    found: Any = value
    for secret in filter(None, secrets):
        found = _without(found, secret)
    return found


def public_url(address: str) -> str:
    """The address without user, password and query, fit for records and messages."""
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _without(value: Any, secret: str) -> Any:
    if isinstance(value, str):
        return value.replace(secret, HIDDEN)
    if isinstance(value, bytes):
        return value.replace(secret.encode(), HIDDEN.encode())
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return {name: _without(part, secret) for name, part in items}
    if isinstance(value, list):
        return [_without(part, secret) for part in cast("list[Any]", value)]
    return value
