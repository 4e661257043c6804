"""Long walks of valid writes over the real bases: what must always hold holds after each.

The `walk.py` of a domain chooses the writes and knows what must hold.
"""

from importlib import import_module

import pytest

from tau_emo_servers.domain import served_domain, served_domain_names

from .walk import Walk, walk, writes_of


def walk_of(name: str) -> type[Walk]:
    return import_module(f".{name}.walk", __package__).DomainWalk


@pytest.mark.parametrize("name", served_domain_names())
def test_twenty_writes(name: str) -> None:
    domain = served_domain(name)
    calls = walk(domain, walk_of(name), 20, 1)
    assert len({call.name for call in calls}) > len(writes_of(domain)) / 2


@pytest.mark.full
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", served_domain_names())
def test_two_hundred_writes(name: str) -> None:
    domain = served_domain(name)
    calls = walk(domain, walk_of(name), 200, 2)
    assert {call.name for call in calls} == writes_of(domain)
