"""How a domain's policy is put together."""

from pathlib import Path

import pytest

from tau_emo_servers.policy import policy_text


def policy(folder: Path, text: str) -> str:
    file = folder / "policy.md"
    file.write_text(text, encoding="utf-8")
    return policy_text(file)


def test_shared_sections_are_filled_in_under_the_domains_ids(tmp_path: Path) -> None:
    text = policy(
        tmp_path, "---\nCOM-01: XYZ-08\nCOM-02: XYZ-09\n---\n\n# Shop\n\n{{one-customer}}\n"
    )
    assert text.startswith("# Shop\n\n- Serve one customer per conversation")
    assert "[XYZ-08]" in text
    assert "[XYZ-09]" in text
    assert "COM-" not in text
    assert text.endswith("[XYZ-09]\n")


def test_rules_without_a_partner_keep_their_shared_id(tmp_path: Path) -> None:
    assert "[COM-01]" in policy(tmp_path, "---\nCOM-02: XYZ-09\n---\n\n{{one-customer}}\n")


def test_values_of_the_head_stand_in_shared_sections(tmp_path: Path) -> None:
    head = "---\nhand-off tool: transfer_to_human_support\nhand-off cases: an emergency\n---\n\n"
    text = policy(tmp_path, f"{head}{{{{hand-off}}}}\n")
    assert "`transfer_to_human_support`" in text
    assert "- this policy names the case: an emergency;" in text
    assert "{{" not in text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# Shop\n", "begins with its head"),
        ("---\nno pair\n---\n\n# Shop\n", "'no pair'"),
        ("---\nCOM-01: XYZ-01\n---\n\n{{handoff}}\n", r"\{\{handoff\}\} is no shared section"),
        ("---\nCOM-01: XYZ-01\n---\n\n{{hand-off}}\n", r"\{\{hand-off tool\}\}"),
    ],
)
def test_a_broken_policy_says_what_is_wrong(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        policy(tmp_path, text)
