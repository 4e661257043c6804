"""Who keeps each rule of a policy: the tools, which refuse, or the agent, whom they would let.

The `keepers.py` of a domain breaks every rule that calls can break, at the domain's small desk.
"""

from importlib import import_module
from typing import Any

import pytest

from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_servers.episode import Episode

KEEPERS: dict[str, Any] = {
    name: import_module(f".{name}.keepers", __package__) for name in served_domain_names()
}
KEPT_IN_PART = {
    "telecom": {"TELC-08", "TELC-15", "TELC-18", "TELC-20"},
    "telehealth": {"TELH-02", "TELH-10", "TELH-15"},
}
"""Rules of the agent of which the tools keep a part; they may stand in two tables."""


def rules(table: str) -> list[Any]:
    """The domain and id of each rule in the tables of this name."""
    return [
        pytest.param(name, rule, id=f"{name}-{rule}")
        for name, keepers in KEEPERS.items()
        for rule in getattr(keepers, table)
    ]


@pytest.mark.parametrize(("desk", "rule"), rules("KEPT_BY_TOOLS"), indirect=["desk"])
def test_a_call_against_a_rule_of_the_tools_is_refused(desk: Episode, rule: str) -> None:
    KEEPERS[desk.domain.name].KEPT_BY_TOOLS[rule](desk)
    assert any(call.is_error for call in desk.calls)


@pytest.mark.parametrize(("desk", "rule"), rules("LEFT_TO_THE_AGENT"), indirect=["desk"])
def test_a_call_against_a_rule_of_the_agent_is_carried_out(desk: Episode, rule: str) -> None:
    KEEPERS[desk.domain.name].LEFT_TO_THE_AGENT[rule](desk)
    # To repeat a failed call is against COM-14, and it fails again.
    assert rule == "COM-14" or not all(call.is_error for call in desk.calls)


@pytest.mark.parametrize("name", KEEPERS)
def test_these_are_all_rules_and_each_is_kept_by_whom_it_says(name: str) -> None:
    keepers, known = KEEPERS[name], served_domain(name).rules
    kept, left = set(keepers.KEPT_BY_TOOLS), set(keepers.LEFT_TO_THE_AGENT)
    part = KEPT_IN_PART.get(name, set())
    assert kept | left | set(keepers.ONLY_TALK) == {rule.id for rule in known}
    assert not (kept | left) & set(keepers.ONLY_TALK)
    assert kept & left <= part
    assert kept == {rule.id for rule in known if rule.enforced == "tool"} | part
