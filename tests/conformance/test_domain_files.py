"""One domain looks like every other: the same files in every room, none of them long."""

from pathlib import Path

import pytest

from tau_emo_db import domain_names
from tau_emo_servers.domain import served_domain, served_domain_names

ROOT = Path(__file__).parents[2]
FILES = (
    "domain_db/tau_emo_db/domains/{}/__init__.py",
    "domain_db/tau_emo_db/domains/{}/tables.py",
    "domain_db/tau_emo_db/domains/{}/generator.py",
    "domain_db/tau_emo_db/domains/{}/situations.py",
    "domain_db/tau_emo_db/domains/{}/digest.txt",
    "servers/tau_emo_servers/domains/{}/__init__.py",
    "servers/tau_emo_servers/domains/{}/tools.py",
    "servers/tau_emo_servers/domains/{}/desk.py",
    "servers/tau_emo_servers/domains/{}/views.py",
    "servers/tau_emo_servers/domains/{}/listings.py",
    "servers/tau_emo_servers/domains/{}/rules.py",
    "servers/tau_emo_servers/domains/{}/policy.md",
    "servers/tau_emo_servers/domains/{}/rubrics.md",
    "servers/tau_emo_servers/domains/{}/server.py",
    "servers/tau_emo_servers/domains/{}/fastmcp.json",
    "tasks/tau_emo_tasks/data/{}/test.jsonl",
    "tasks/tau_emo_tasks/tracer/domains/{}/base.py",
    "tasks/tau_emo_tasks/tracer/domains/{}/intents.py",
    "tasks/tau_emo_tasks/tracer/domains/{}/recipes.py",
    "tasks/tau_emo_tasks/tracer/domains/{}/words.json",
    "tasks/tau_emo_tasks/tracer/domains/{}/feelings.json",
    "tasks/tau_emo_tasks/tracer/domains/{}/graph.json",
    "client/tau_emo_client/agents/reference/{}.py",
    "tests/domain_db/test_{}_base.py",
    "tests/servers/{}/test_interface.py",
    "tests/servers/{}/fuzz.py",
    "tests/servers/{}/walk.py",
    "tests/servers/{}/keepers.py",
    "tests/servers/rules/test_rules_{}.py",
    "tests/tasks/test_{}_tasks.py",
    "tests/tasks/naive/{}.py",
)
LONGEST = 1_000


def test_every_room_knows_the_same_domains() -> None:
    assert served_domain_names() == tuple(sorted(domain_names()))


@pytest.mark.parametrize("domain", served_domain_names())
def test_a_domain_has_the_files_that_every_domain_has(domain: str) -> None:
    assert [file for file in FILES if not (ROOT / file.format(domain)).is_file()] == []


@pytest.mark.parametrize("domain", served_domain_names())
def test_the_tools_of_a_domain_stand_in_one_file(domain: str) -> None:
    """They are in `tools.py`, in whatever order they are listed; some are shared by domains."""
    places = {tool.function.__module__ for tool in served_domain(domain).tools.values()}
    assert places == {
        f"tau_emo_servers.domains.{domain}.tools",
        "tau_emo_servers.common_tools",
    }


def test_no_program_is_long() -> None:
    rooms = ("domain_db", "servers", "tasks", "client", "tests", "benchmarks", "docs")
    files = [file for room in rooms for file in (ROOT / room).rglob("*.py")]
    assert len(files) > 100
    long = {file.name: lines for file in files if (lines := _lines(file)) > LONGEST}
    assert long == {}


def _lines(file: Path) -> int:
    return file.read_text("utf-8").count("\n")
