"""How many planted violations the programs notice, and that every rule has some.

Two kinds are planted: by edits of clean conversations of the reference agent (`planting.py`), and
in the transcripts written by hand in `tests/servers/rules`, each of which says what it breaks.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "end_to_end"))
sys.path.insert(0, str(Path(__file__).parent))

from rule_planting import Clean, Planted, plants
from small_runs import evaluation, played

from tau_emo_client.run.store import read_records
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

HAND_WRITTEN = Path(__file__).parents[2] / "servers" / "rules"
RECALL = 0.98
MISSES = {
    # A ticket that was not looked at is a matter of TELC-19 to the program.
    "not_looked_at": "COM-11",
    # A customer who says "today" or "next week" leaves dates to be counted from it.
    "invented_date": "",
}
"""Edits of which some violations are known to be missed, with the rule; empty: in any domain."""

pytestmark = pytest.mark.timeout(1_800)


def some_tasks(domain: str, each: int) -> list[Task]:
    """Tasks of each sort: with nothing to refuse, with a refusal, with a hand-off."""
    tasks = load_tasks(domain)
    plain = [one for one in tasks if not one.hands_off and not one.refuses]
    refused = [one for one in tasks if one.refuses and not one.hands_off]
    handed_off = [one for one in tasks if one.hands_off]
    return [*plain[: 2 * each], *refused[:each], *handed_off[:each]]


def clean(folder: Path, domains: tuple[str, ...], each: int) -> Iterator[Clean]:
    """Conversations of the reference agent, in which it breaks no rule."""
    tasks = {one.id: one for domain in domains for one in some_tasks(domain, each)}
    played(evaluation(folder, tasks=tuple(tasks.values()), trials=1))
    for record in sorted(read_records(folder), key=lambda one: one.id):
        assert record.violations == (), record.id
        task = tasks[record.task_id]
        others = (one.principal for one in load_tasks(task.domain))
        other = next(one for one in others if one != task.principal)
        yield Clean(task, record, other)


def missed(planted: list[Planted]) -> list[Planted]:
    """What is missed; fails if that is not known."""
    lost = [one for one in planted if not one.found()]
    unknown = [one.name for one in lost if MISSES.get(one.edit, "none") not in ("", one.rule)]
    assert unknown == []
    return lost


def test_planted_violations_of_two_domains(tmp_path: Path) -> None:
    made = [
        one
        for talk in clean(tmp_path / "run", ("bank", "telecom"), 1)
        for one in plants(talk, most=2)
    ]
    assert len(made) > 80
    assert 1 - len(missed(made)) / len(made) >= 0.9


@pytest.mark.full
def test_every_programmed_rule_is_noticed_when_it_is_broken(tmp_path: Path) -> None:
    made = [
        one
        for talk in clean(tmp_path / "run", served_domain_names(), 3)
        for one in plants(talk, most=3)
    ]
    lost = missed(made)
    broken = Counter((one.task.domain, one.rule) for one in made)
    silent: Counter[tuple[str, str]] = Counter()
    for line in hand_written(tmp_path / "tally.jsonl"):
        broken.update((line["domain"], rule) for rule in line["broken"])
        silent.update((line["domain"], rule) for rule in line["silent"])
    programmed = {
        (name, rule.id)
        for name in served_domain_names()
        for rule in served_domain(name).rules
        if rule.kind == "program"
    }
    assert len(programmed) == 199
    assert {one for one in programmed if broken[one] < 2} == set()
    assert {one for one in programmed if silent[one] < 1} == set()
    total = sum(broken[one] for one in programmed)
    print(f"{len(made)} by edits, {len(lost)} of them missed; {total} in all")
    assert total >= 400
    assert 1 - len(lost) / total >= RECALL
    assert 1 - len(lost) / len(made) >= RECALL


def hand_written(out: Path) -> list[dict[str, list[str]]]:
    """The transcripts of the tests of rules, each once; the tests must pass."""
    environment = os.environ | {"TAU_EMO_TALLY": str(out), "PYTHONPATH": str(HAND_WRITTEN)}
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "tally", "-p", "no:cacheprovider"]
    subprocess.run([*tests, str(HAND_WRITTEN)], check=True, env=environment, capture_output=True)
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    return list({line["digest"]: line for line in lines}.values())
