"""Telling somebody that an episode waits for its agent."""

import sys
from collections.abc import Awaitable, Callable

import httpx2

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.agents.mcp_host import Announcement
from tau_emo_client.endpoint.hidden import hidden, public_url

_TIMEOUT = httpx2.Timeout(30.0)


async def on_stderr(announcement: Announcement) -> None:
    """One line on standard error: the address is for whoever starts the run."""
    sys.stderr.write(
        f"an episode of {announcement.domain} waits for its agent at {announcement.url}\n"
    )
    sys.stderr.flush()


def by_post(url: str) -> Callable[[Announcement], Awaitable[None]]:
    """A POST request with the announcement as JSON; whoever answers it starts the agent.

    Args:
        url: where the request goes, and nowhere else: redirects are not followed.
    """

    where = f"the agent at {public_url(url)}"

    async def announce(announcement: Announcement) -> None:
        try:
            async with httpx2.AsyncClient(timeout=_TIMEOUT, follow_redirects=False) as client:
                answer = await client.post(url, json=announcement.model_dump())
        except httpx2.HTTPError as error:
            raise InfrastructureError(f"{where}: {hidden(repr(error), (url,))}") from error
        if not answer.is_success:
            raise InfrastructureError(
                f"{where} answered {answer.status_code}: {hidden(answer.text, (url,))[:200]}"
            )

    return announce
