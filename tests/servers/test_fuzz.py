"""Every tool of every domain against generated calls on the real base.

The `fuzz.py` of a domain makes the calls and knows what must hold after a write.
"""

from importlib import import_module
from typing import Any

import pytest

from tau_emo_servers.domain import served_domain, served_domain_names

from .tool_fuzz import accepted, run

FUZZ: dict[str, Any] = {
    name: import_module(f".{name}.fuzz", __package__) for name in served_domain_names()
}
TOOLS = [(name, tool) for name in FUZZ for tool in served_domain(name).tools]
ALWAYS_ACCEPTED = {"telecom"}
"""Domains whose calls are accepted but for a few; elsewhere chance may make others."""


@pytest.mark.parametrize(("name", "tool"), TOOLS)
def test_no_call_breaks_a_domain(name: str, tool: str) -> None:
    run(served_domain(name), tool, FUZZ[name], 200)


@pytest.mark.full
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "tool"), TOOLS)
def test_no_call_of_thousands_breaks_a_domain(name: str, tool: str) -> None:
    run(served_domain(name), tool, FUZZ[name], 2_000)


@pytest.mark.parametrize(
    ("name", "tool"), [(name, tool) for name, fuzz in FUZZ.items() for tool in fuzz.VALID]
)
def test_the_generated_calls_reach_the_tools(name: str, tool: str) -> None:
    """The driver would prove little if every call were rejected."""
    least = 38 if name in ALWAYS_ACCEPTED else 5
    assert accepted(served_domain(name), tool, FUZZ[name].VALID[tool]) >= least
