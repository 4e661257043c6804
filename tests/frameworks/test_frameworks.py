"""Agents of every framework, told one URL, play as our own loop does with the same model."""

from pathlib import Path

import pytest
from doors import (
    EXAMPLES,
    HOSTS,
    OF_BOTH_ERAS,
    TWO,
    TYPESCRIPT,
    Results,
    by_a2a,
    by_command,
    by_endpoint,
    played,
    spread,
)
from scripted_model import ModelServer


@pytest.fixture(scope="session")
def by_chat(model: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What comes of it by chat completions."""
    folder = tmp_path_factory.mktemp("chat") / "run"
    found = played(folder, model, TWO, by_endpoint(model, "chat"))
    assert [one[0] for one in found.values()] == [1] * len(TWO), found
    return found


@pytest.mark.full
@pytest.mark.timeout(300)
@pytest.mark.parametrize("protocol", ["responses", "react"])
def test_other_protocols_of_endpoints_give_the_same(
    model: ModelServer, by_chat: Results, tmp_path: Path, protocol: str
) -> None:
    assert played(tmp_path / "run", model, TWO, by_endpoint(model, protocol)) == by_chat


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("example", [*HOSTS, TYPESCRIPT])
def test_hosts_of_every_framework_give_the_same(
    model: ModelServer, by_chat: Results, environments: Path, tmp_path: Path, example: str
) -> None:
    options = by_command(example, environments)
    assert played(tmp_path / "run", model, TWO, options) == by_chat


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("example", OF_BOTH_ERAS)
def test_bare_clients_of_the_older_protocol_give_the_same(
    model: ModelServer, by_chat: Results, environments: Path, tmp_path: Path, example: str
) -> None:
    options = by_command(example, environments)
    assert played(tmp_path / "run", model, TWO, options, mode="legacy") == by_chat


@pytest.mark.full
@pytest.mark.timeout(600)
def test_an_a2a_agent_gives_the_same(
    model: ModelServer, by_chat: Results, environments: Path, tmp_path: Path
) -> None:
    with by_a2a(model, environments) as options:
        assert played(tmp_path / "run", model, TWO, options) == by_chat


def test_each_example_is_short() -> None:
    for example in (*(f"{name}.py" for name in HOSTS), f"{TYPESCRIPT}.mjs"):
        assert len((EXAMPLES / example).read_text("utf-8").splitlines()) < 40


def test_forty_tasks_of_all_domains_make_the_table() -> None:
    chosen = spread()
    assert len(chosen) == 40
    assert len({task.domain for task in chosen}) == 10
