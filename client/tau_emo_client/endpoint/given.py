"""Addresses and secrets as people give them; what cannot be sent is told before anything is."""

import os
import re

import httpx2

_SECRET = re.compile(r"[\x21-\x7e]*")
"""What a header carries everywhere: ASCII that can be seen."""


def secret_from(variable: str) -> str:
    """The key or secret in an environment variable; empty if there is none.

    Secrets come from the environment only: command lines are visible to other users and stay
    in histories. The message of the error does not show it.

    Raises:
        ValueError: it holds blanks, line breaks or letters beyond ASCII.
    """
    secret = os.environ.get(variable, "").strip()
    if not _SECRET.fullmatch(secret):
        raise ValueError(
            f"{variable} holds blanks, line breaks or characters beyond ASCII, which no key has; "
            "see how it was copied"
        )
    return secret


def is_http_address(text: str) -> bool:
    """True if requests can be sent there: `http://` or `https://`, a host, a port that exists."""
    if re.search(r"\s", text):
        return False
    try:
        url = httpx2.URL(text)
    except (httpx2.InvalidURL, ValueError):
        return False
    return (
        url.scheme in ("http", "https")
        and bool(url.host)
        and (url.port is None or 0 < url.port < 65_536)
    )
