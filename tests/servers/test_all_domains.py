"""What holds for the tools, policy and rules of every domain."""

import re
from datetime import datetime

import pytest

from tau_emo_servers.domain import ServedDomain, served_domain, served_domain_names

NOTICE = (
    "I am passing you on to a member of our staff. Please stay in this chat; "
    "they will take it from here."
)


@pytest.fixture(params=served_domain_names())
def domain(request: pytest.FixtureRequest) -> ServedDomain:
    return served_domain(request.param)


def test_every_tool_and_parameter_is_explained_in_plain_words(domain: ServedDomain) -> None:
    for tool in domain.tools.values():
        assert tool.title
        parameters = (one.schema["description"] for one in tool.inputs.values())
        for text in (tool.description, *parameters):
            assert text.endswith("."), (tool.name, text)
            jargon = re.search(r"\b(session|JSON|database|row|[A-Z]{3,4}-\d\d)\b", text)
            assert not jargon, (tool.name, text)


def test_the_policy_begins_with_the_time_of_the_data(domain: ServedDomain) -> None:
    title, first, *_ = domain.policy.split("\n\n")
    assert title.startswith("# ")
    now = datetime.fromisoformat(domain.data.now)
    assert first.startswith(f"It is {now:%A}, {now.day} {now:%B %Y}, {now:%H:%M:%S}")


def test_the_policy_holds_the_notice_as_a_line_of_its_own(domain: ServedDomain) -> None:
    assert bool(domain.hand_off_tools) == (NOTICE in domain.policy.splitlines())


def test_the_policy_names_only_tools_that_exist(domain: ServedDomain) -> None:
    names = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", domain.policy))
    verbs = {name.partition("_")[0] for name in domain.tools}
    assert {name for name in names if name.partition("_")[0] in verbs} <= set(domain.tools)


def test_every_rule_of_the_policy_is_checked_or_left_to_a_judge(domain: ServedDomain) -> None:
    stated = set(re.findall(r"\b[A-Z]{3,4}-\d\d\b", domain.policy)) - {"UTC-05"}
    ids = [rule.id for rule in domain.rules]
    assert set(ids) == stated
    assert len(ids) == len(stated)
