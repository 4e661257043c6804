"""The datasheet counts rightly, and the citation is one."""

import re
import sqlite3
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable

import pytest
import yaml
from hooks import DOCS

from tau_emo_db import BENCHMARK_VERSION, base_image, domain_data, domain_names
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.emotions import PERSONAS, conditions
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

PAGE = (DOCS / "datasheet.md").read_text("utf-8")
ROOT = DOCS.parent
SPLITS = {
    "test": [task for name in domain_names() for task in load_tasks(name, "test")],
    "train": [task for name in domain_names() for task in load_tasks(name, "train")],
}


def row(name: str) -> list[int]:
    """The figures of a row of a table."""
    found = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", PAGE, re.MULTILINE)
    assert found, name
    return [int(cell.replace(",", "")) for cell in found[1].split("|")]


def counts(name: str) -> list[int]:
    """What there is of a domain: tasks, those written by hand, train tasks, tools, tables, rows."""
    tests = load_tasks(name)
    base = sqlite3.connect(":memory:")
    base.deserialize(base_image(domain_data(name)))
    tables = [one for (one,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = [base.execute(f'SELECT COUNT(*) FROM "{table}"').fetchone()[0] for table in tables]
    return [
        len(tests),
        sum(task.provenance.origin == "hand-written" for task in tests),
        len(load_tasks(name, "train")),
        len(served_domain(name).tools),
        len(tables),
        sum(rows),
    ]


def test_the_domains_hold_what_the_datasheet_says() -> None:
    found = {name: counts(name) for name in domain_names()}
    assert {name: row(name) for name in domain_names()} == found
    assert row("all") == [sum(column) for column in zip(*found.values(), strict=True)]
    assert f"version {BENCHMARK_VERSION}" in PAGE.partition("##")[0].replace("\n", " ")


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tasks", len),
        (
            "with several intents",
            lambda tasks: sum(len(task.provenance.intents) > 1 for task in tasks),
        ),
        ("in which a wish must be refused", lambda tasks: sum(bool(t.refuses) for t in tasks)),
        ("that end with a hand-off", lambda tasks: sum(task.hands_off for task in tasks)),
        ("with facts to be told", lambda tasks: sum(bool(task.outputs) for task in tasks)),
        ("gold calls in all", lambda tasks: sum(len(task.gold) for task in tasks)),
        ("different customers", lambda tasks: len({(t.domain, t.principal) for t in tasks})),
        ("different feelings", lambda tasks: len({task.feeling for task in tasks})),
        ("different personas", lambda tasks: len({task.persona for task in tasks})),
        ("conditions that come up, of 594", lambda tasks: len({t.condition for t in tasks})),
    ],
)
def test_the_splits_hold_what_the_datasheet_says(
    name: str, count: Callable[[list[Task]], int]
) -> None:
    assert row(name) == [count(SPLITS["test"]), count(SPLITS["train"])]


def test_families_and_emotions_are_as_the_datasheet_says() -> None:
    for family in FAMILIES:
        assert row(family) == [
            sum(task.condition.family == family for task in tasks) for tasks in SPLITS.values()
        ]
    for tasks in SPLITS.values():
        assert len({task.condition.emotion for task in tasks}) == 22
    assert len(list(conditions())) * PERSONAS == 2970
    often = Counter(task.condition for task in SPLITS["test"])
    assert 594 - len(often) == 22
    assert {*often.values()} == {1, 2}


def test_the_citation_is_valid_and_of_this_version() -> None:
    file = ROOT / "CITATION.cff"
    command = ["-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format"]
    done = subprocess.run(
        [sys.executable, *command, str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    cited = yaml.safe_load(file.read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (cited["title"], cited["version"]) == (project["name"], project["version"])
    assert cited["license"] == project["license"]
    assert cited["authors"] == [{"name": "the tau-emo developers"}]
    (paper,) = cited["references"]
    assert paper["identifiers"][0]["value"] == "arXiv:2610.19560"
    assert len(paper["authors"]) == 5
