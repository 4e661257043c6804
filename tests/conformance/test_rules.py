"""Every rule of every policy is checked by a program, kept by the tools, or has a rubric."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tau_emo_servers import rubrics
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_servers.rubrics import rubrics_of

BRACKETS = re.compile(r"\[([A-Z]{3,4}-\d\d(?:, [A-Z]{3,4}-\d\d)*)\]")


@pytest.mark.parametrize("domain", served_domain_names())
def test_every_rule_id_of_a_policy_has_a_rule(domain: str) -> None:
    served = served_domain(domain)
    declared = [rule.id for rule in served.rules]
    named = {one for group in BRACKETS.findall(served.policy) for one in group.split(", ")}
    assert sorted(declared) == sorted(named)


@pytest.mark.parametrize("domain", served_domain_names())
def test_every_rule_has_a_program_or_the_tools_or_a_rubric(domain: str) -> None:
    served = served_domain(domain)
    rubric_of = {one.rule: one for one in rubrics_of(served)}
    for rule in served.rules:
        assert rule.check or rule.enforced == "tool" or rule.id in rubric_of, rule.id
        assert (rule.id in rubric_of) is bool(rule.judge), rule.id
        if rule.id in rubric_of:
            assert rubric_of[rule.id].whole is (rule.kind == "judge")
            assert min(len(rubric_of[rule.id].broken), len(rubric_of[rule.id].kept)) > 20, rule.id


def test_the_shares() -> None:
    """As `docs/violations.md` gives them."""
    rules = [rule for name in served_domain_names() for rule in served_domain(name).rules]
    kinds = Counter(rule.kind for rule in rules)
    assert kinds == {"program": 199, "tool": 56, "judge": 38}
    assert sum(bool(rule.judge) and rule.kind != "judge" for rule in rules) == 137
    assert (kinds["program"] + kinds["tool"]) / len(rules) > 0.75


@pytest.mark.parametrize(
    ("own", "why"),
    [
        ("", "a section for BNK-03 is missing"),
        ("Hello", "it begins with a section"),
        ("## BNK-01\n\nBroken: a.\nKept: b.\n", "BNK-01 is no rule that leaves something"),
        ("## BNK-03\n\nBroken: a.\n", "BNK-03 needs one line"),
        ("## BNK-03\n\nBroken: a.\nKept: b.\nOr so.\n", "BNK-03 needs one line"),
        ("## BNK-03\n\nBroken: a.\nBroken: b.\nKept: c.\n", "BNK-03 needs one line"),
        ("## BNK-03\n\nBroken: a.\nKept: b.\n" * 2, "BNK-03 has two sections"),
    ],
)
def test_rubrics_out_of_form(
    own: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "domains" / "bank").mkdir(parents=True)
    (tmp_path / "domains" / "bank" / "rubrics.md").write_text(own)
    monkeypatch.setattr(rubrics, "__file__", str(tmp_path / "rubrics.py"))
    with pytest.raises(ValueError, match=re.escape(why)):
        rubrics_of(served_domain("bank"))
