"""Endpoints that fail as told, and what asks them."""

import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from faulty_endpoint import FaultyEndpoint, Step

from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.endpoint.settings import EndpointSettings, Patience

# For the small tasks.
sys.path.insert(0, str(Path(__file__).parents[2] / "end_to_end"))

QUICK = Patience(attempts=3, first_wait=0.01, longest_wait=0.02, rate_limit_seconds=5)

Serve = Callable[..., FaultyEndpoint]
Ask = Callable[..., Endpoint]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts a server that takes the given steps."""
    with ExitStack() as stack:

        def start(*steps: Step) -> FaultyEndpoint:
            return stack.enter_context(FaultyEndpoint(*steps))

        yield start


@pytest.fixture
async def asking() -> AsyncIterator[Ask]:
    """Makes the shared access to a server; silence lasts half a second at most."""
    made: list[Endpoint] = []

    def make(server: FaultyEndpoint, **settings: object) -> Endpoint:
        base = EndpointSettings(
            url=server.url, model="scripted", temperature=0.0, silence=0.5, patience=QUICK
        )
        made.append(Endpoint(replace(base, **settings)))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for endpoint in made:
        await endpoint.close()
