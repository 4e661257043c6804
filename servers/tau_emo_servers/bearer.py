"""Servers that let only those pass who know a secret."""

import hmac

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class BearerGate:
    """Answers 401 to requests that do not carry the secret as bearer header.

    Args:
        app: what those who know it reach.
        secret: what callers must know; ASCII without blanks or line breaks at its ends, not empty.
        name: how the secret is called in errors: the variable that it is read from.

    Raises:
        ValueError: the secret is empty, or no header can carry it.
    """

    def __init__(self, app: ASGIApp, secret: str, name: str) -> None:
        if not secret:
            raise ValueError(f"{name} is empty; set it to a secret")
        if not secret.isascii() or not secret.isprintable() or secret != secret.strip():
            raise ValueError(
                f"{name} holds line breaks, blanks at its ends or characters beyond ASCII, which "
                "no header carries; choose another secret"
            )
        self._app = app
        self._secret = secret.encode()
        self._refusal = JSONResponse(
            {"error": f"send the secret ({name}) as bearer header"},
            status_code=401,
            # The body was not read, so the connection is of no more use.
            headers={"WWW-Authenticate": "Bearer", "Connection": "close"},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scheme, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
            known = hmac.compare_digest(given.encode("latin-1"), self._secret)
            if not known or scheme.lower() != "bearer":
                await self._refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)
