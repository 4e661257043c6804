"""`tau-emo violations`: what stands in the records of a run."""

import json
from pathlib import Path
from typing import Any

import pytest
from records import ENVIRONMENT, config, record

from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord, RuleViolation
from tau_emo_client.run.config import IMPORTED
from tau_emo_client.run.store import RunStore

from .conftest import Command, Stored


def broke(
    task: str, trial: int, *violations: tuple[str, int, str, str], **more: Any
) -> EpisodeRecord:
    found = [
        RuleViolation(rule=rule, event=event, call_id=call, evidence=evidence)
        for rule, event, call, evidence in violations
    ]
    return record(task, trial, violations=tuple(found), **more)


@pytest.fixture
def run(stored: Stored) -> Path:
    """Five episodes that count, in two domains, and one that does not."""
    return stored(
        [
            broke("retail-2", 0, ("COM-12", 9, "", "nothing \x1b[31mtold\nat all")),
            broke("retail-1", 1, ("RET-06", 3, "", "text beside a call")),
            broke(
                "retail-1",
                0,
                ("RET-06", 3, "", "2 calls in one turn"),
                ("RET-06", 5, "", "text beside a call"),
                ("COM-12", 9, "", "nothing told"),
            ),
            broke("retail-3", 0, ("RET-06", 1, "", "x"), end=EndReason.INFRASTRUCTURE),
            broke("bank-1", 0, ("COM-12", 4, "call_2", "nothing told"), domain="bank"),
            broke("bank-2", 0, domain="bank"),
        ]
    )


def test_rules_by_the_share_of_episodes(run: Path, command: Command) -> None:
    status, out, _ = command(run)
    assert status == 0
    assert out == (
        "RET-06 (retail): 3 times, in 2 of 3 episodes (66.7%)\n"
        "  Make one tool call per turn, and write nothing to the customer then.\n"
        "  retail-1.0, event 3: 2 calls in one turn\n"
        "COM-12 (retail): 2 times, in 2 of 3 episodes (66.7%)\n"
        "  Report the outcome from the tool's result; claim nothing that has not succeeded.\n"
        "  retail-1.0, event 9: nothing told\n"
        "COM-12 (bank): once, in 1 of 2 episodes (50.0%)\n"
        "  Report the outcome from the tool's result; claim nothing that has not succeeded.\n"
        "  bank-1.0, event 4, call_2: nothing told\n"
        "programs found 6 violations, in 4 of 5 episodes\n"
    )


def test_each_violation_and_one_rule_alone(run: Path, command: Command) -> None:
    _, out, _ = command(run, "--all", "--rule", "COM-12")
    assert out == (
        "bank-1.0, event 4, call_2: COM-12: nothing told\n"
        "retail-1.0, event 9: COM-12: nothing told\n"
        "retail-2.0, event 9: COM-12: nothing [31mtold at all\n"
        "programs found 3 violations, in 3 of 5 episodes\n"
    )


def test_one_object(run: Path, command: Command) -> None:
    found = json.loads(command(run, "--json")[1])
    assert (found["episodes"], found["violations"], found["episodes_with_violations"]) == (5, 6, 4)
    first = found["by_rule"][0]
    assert {name: first[name] for name in ("rule", "domain", "violations", "episodes", "of")} == {
        "rule": "RET-06",
        "domain": "retail",
        "violations": 3,
        "episodes": 2,
        "of": 3,
    }
    assert first["share"] == pytest.approx(2 / 3)
    assert first["first"] == found["findings"][1]
    assert found["findings"][0] == {
        "episode": "bank-1.0",
        "domain": "bank",
        "rule": "COM-12",
        "event": 4,
        "call_id": "call_2",
        "evidence": "nothing told",
    }
    assert "judge" not in found


def test_a_rule_of_another_version_is_told_all_the_same(stored: Stored, command: Command) -> None:
    run = stored([broke("retail-1", 0, ("RET-99", 2, "", "gone"))])
    assert "RET-99 (retail): once" in command(run)[1]
    assert "a rule that this version does not have" in command(run, "--rule", "RET-99")[1]


def test_a_run_without_violations(stored: Stored, command: Command) -> None:
    told = "programs found 0 violations, in 0 of 1 episodes\n"
    assert command(stored([record("retail-1", 0)]))[:2] == (0, told)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--rule", "RET-77"), "no policy of this run has such a rule (bank, retail)"),
        (("--judge-votes", "2"), "must be odd"),
        (("--judge-votes", "-1"), "must be odd"),
        (("--limit", "2"), "is for a judge"),
        (("--judge-model", "m"), "--judge-endpoint"),
        (("--judge-endpoint", "nowhere", "--judge-model", "m"), "no address"),
    ],
)
def test_bad_usage_is_one_line(
    run: Path, command: Command, more: tuple[str, ...], why: str
) -> None:
    status, out, err = command(run, *more)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_what_is_no_run_of_ours(tmp_path: Path, command: Command) -> None:
    assert command(tmp_path)[0] == 2
    made = config(benchmark_version=IMPORTED, policies={})
    with RunStore(tmp_path / "theirs", made, ENVIRONMENT) as store:
        store.append(record("retail-1", 0))
    status, _, err = command(tmp_path / "theirs")
    assert status == 2
    assert "recorded elsewhere" in err
