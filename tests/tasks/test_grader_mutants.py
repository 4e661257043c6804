"""Mutation test of grading: whoever plays a task with one small fault gets no point for it.

A mutant counts if the oracle tells it from gold (see `grader_oracle`): it compares every column
of the final states as stored, and the values told. One that passes all the same must stand in
`grader_equivalents.json`, by what differs, with the reason why that does not matter.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from grader_mutants import KINDS, Verdict, Verdicts, judge
from hand_written import DOMAINS, TASKS

from tau_emo_tasks import grading
from tau_emo_tasks.task import Task

EQUIVALENTS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("grader_equivalents.json").read_text("utf-8")
)
MOST_EQUIVALENTS = 0.05
"""So large a part of all mutants may be equivalents."""

ALL = [task for domain in DOMAINS for task in TASKS[domain]]
SOME = [task for domain in DOMAINS for task in TASKS[domain][:2]]


def excuse(mutant: Verdict) -> dict[str, Any] | None:
    """The reviewed kind of equivalents that the mutant is of."""
    for one in EQUIVALENTS:
        given = {name: mutant.arguments.get(name) for name in one.get("when", {})}
        if (
            (one["domain"], one["tool"]) == (mutant.domain, mutant.tool)
            and mutant.columns <= set(one["columns"])
            and given == one.get("when", {})
        ):
            return one
    return None


def is_order(equivalent: dict[str, Any]) -> bool:
    return all(column.endswith(".position") for column in equivalent["columns"])


def judged(tasks: list[Task]) -> Verdicts:
    verdicts = Verdicts()
    for task in tasks:
        judge(task, verdicts)
    return verdicts


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "tasks", [SOME, pytest.param(ALL, marks=pytest.mark.full)], ids=["some", "all"]
)
def test_a_fault_gets_no_point(tasks: list[Task]) -> None:
    verdicts = judged(tasks)
    assert [str(one) for one in verdicts.survivors if excuse(one) is None] == []
    assert len(verdicts.survivors) <= MOST_EQUIVALENTS * len(verdicts.found)
    assert {one.kind for one in verdicts.found} == set(KINDS)
    if tasks is ALL:
        seen = {(one.domain, one.kind) for one in verdicts.found}
        assert {(domain, kind) for domain in DOMAINS for kind in KINDS} <= seen
        used = [excuse(one) for one in verdicts.survivors]
        # Lists in another order come up seldom: a mutant would have to hit on the same members.
        stale = [one for one in EQUIVALENTS if one not in used and not is_order(one)]
        assert stale == [], "not needed any more"


def test_every_equivalent_has_a_reason() -> None:
    for one in EQUIVALENTS:
        assert len(one["reason"].split()) >= 5, one
    keys = [(e["domain"], e["tool"], *e["columns"], str(e.get("when"))) for e in EQUIVALENTS]
    assert len(set(keys)) == len(keys)


def test_the_mutants_follow_from_the_task() -> None:
    tasks = [TASKS["airline"][0], TASKS["telehealth"][1]]
    assert judged(tasks).found == judged(tasks).found


def test_a_grader_that_does_not_look_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "compare", lambda *_: [])
    monkeypatch.setattr(grading, "_was_told", lambda *_: True)
    verdicts = judged([TASKS["telecom"][0]])
    assert {one.kind for one in verdicts.survivors} == set(KINDS)
    assert any(excuse(one) is None for one in verdicts.survivors)
