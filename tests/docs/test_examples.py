"""What README and documentation show is true: examples run, options and links exist."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from page_examples import Block, blocks_of, run_block, shown_in

from tau_emo_client.cli.app import app
from tau_emo_db import domain_names

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLE_ADDRESSES = ("https://api.example.com/v1", "http://localhost:8000/v1")
"""Endpoints that stand in examples; a local one answers in their place."""
RUNNABLE = ("python", "console", "sh", "bash", "shell")
FOREIGN_COMMANDS = ("uv", "pip", "pre-commit", "pytest", "python")
MOST_EXCUSED = 35
"""So many blocks may not be run, over all pages."""


def page_name(page: Path) -> str:
    return page.stem


@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_examples_of_a_page_run_as_they_stand(
    page: Path, tmp_path: Path, endpoint: str
) -> None:
    replace = dict.fromkeys(EXAMPLE_ADDRESSES, endpoint)
    for block in blocks_of(page):
        if not block.excused:
            problems = run_block(block, tmp_path, replace)
            assert not problems, f"{page.name}, line {block.line}: " + "\n".join(problems)


def test_few_examples_are_not_run_and_each_says_why() -> None:
    blocks = [(page, block) for page in PAGES for block in blocks_of(page)]
    assert sum(block.kind in ("python", "console") for _, block in blocks) > 20
    for page, block in blocks:
        if block.kind in ("sh", "bash", "shell"):
            assert block.excused, f"{page.name}, line {block.line}: say why it is not run"
    excused = [block for _, block in blocks if block.kind in RUNNABLE and block.excused]
    assert len(excused) <= MOST_EXCUSED


def test_files_and_programs_that_are_shown_can_be_read() -> None:
    for page in PAGES:
        for block in blocks_of(page):
            if block.kind == "json":
                json.loads(block.body)
            elif block.kind == "toml":
                tomllib.loads(block.body)
            elif block.kind == "python":
                compile(block.body, f"{page.name}, line {block.line}", "exec")


def test_every_way_to_add_a_server_to_clients_is_one_that_it_offers() -> None:
    servers: list[dict[str, Any]] = []
    for block in blocks_of(ROOT / "docs" / "clients.md"):
        if block.kind in ("json", "toml"):
            read = tomllib.loads if block.kind == "toml" else json.loads
            (named,) = read(block.body).values()
            servers += named.values()
    assert len(servers) == 5
    for server in servers:
        if "command" in server:
            command = [server["command"], *server["args"]]
            assert command == ["tau-emo", "serve", "retail", "--stdio"]
        else:
            assert server["url"] == "http://127.0.0.1:8000/retail/mcp"


def test_every_option_and_variable_that_is_named_exists() -> None:
    options, variables = {"--help"}, set[str]()
    for command in _commands(typer.main.get_command(app)):
        for parameter in command.params:
            options |= {name for name in parameter.opts if name.startswith("-")}
            variables |= {parameter.envvar} if isinstance(parameter.envvar, str) else set()
    assert "--agent-endpoint" in options
    # Read from the environment alone, as keys and secrets must be.
    variables |= {f"TAU_EMO_{who}_API_KEY" for who in ("AGENT", "USER", "JUDGE", "WRITER")}
    variables |= {"TAU_EMO_CONTROL_SECRET", "TAU_EMO_SERVE_SECRET", "TAU_EMO_CACHE_DIR"}
    variables |= {"TAU_EMO_RUNS"}  # read by docker/compose.yaml
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        ours = [*re.findall(r"`([^`\n]*)`", text), *_command_lines(text)]
        for piece in ours:
            named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", piece))
            foreign = re.match(
                r"(?:uv|pip|pre-commit|pytest|curl|docker|mkdocs|fastmcp|python\d?|\.ci|git|claude|inspect)\b",
                piece,
            )
            assert foreign or named <= options, f"{page.name}: {piece}"
        named = set(re.findall(r"TAU_EMO_[A-Z]+(?:_[A-Z]+)*", text))
        assert named <= variables | {"TAU_EMO"}, f"{page.name}: {sorted(named - variables)}"


def _command_lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        command = line.removeprefix("$ ")
        if command.startswith(("tau-emo ", "tau-emo-eval")):
            yield command


def _commands(command: Any) -> Iterator[Any]:
    yield command
    for inner in getattr(command, "commands", {}).values():
        yield from _commands(inner)


MADE = {"emotions.md", *(f"domains/{name}.md" for name in domain_names())}
"""The pages that are made while the site is built."""


def test_every_link_within_the_repository_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            if not target.startswith(("http://", "https://", "#")):
                file = page.parent / target.partition("#")[0]
                assert file.exists() or target in MADE, f"{page.name} links to {target}"


def test_every_file_that_contributors_are_told_of_exists() -> None:
    named = re.findall(
        r"`((?:domain_db|servers|tasks|client|tests|docs)/[^`\s]*|\.ci/run|[A-Z]+\.md)`",
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"),
    )
    assert len(named) > 15
    for path in named:
        assert (ROOT / path.replace("<domain>", "retail")).exists(), path


@pytest.mark.parametrize(
    ("shown", "output", "expected"),
    [
        ("two", "one\ntwo\nthree\n", True),
        ("two\nfour", "one\ntwo\nthree\nfour\n", False),
        ("two\n…\nfour", "one\ntwo\nthree\nfour\n", True),
        ("t…e", "one\nthree\n", True),
        ("wo", "two\n", False),
    ],
)
def test_what_is_shown_is_looked_for_line_by_line(shown: str, output: str, expected: bool) -> None:
    assert shown_in(shown, output) is expected


def test_a_wrong_example_is_found(tmp_path: Path) -> None:
    def problems(kind: str, body: str) -> list[str]:
        return run_block(Block(1, kind, "", "", body), tmp_path, {})

    assert problems("python", "print(1 + 1)\n# > 2\n") == []
    assert problems("python", "print(1 + 1)\n# > 3\n")
    assert problems("python", "raise SystemExit(1)\n")
    assert problems("console", "$ echo a b\na b\n$ true\n") == []
    assert problems("console", "$ echo a b\na c\n")
    assert problems("console", "$ true\n$ false\n")
    assert problems("console", "echo a\n")


def test_the_program_that_is_shown_is_the_example() -> None:
    shown = next(
        block.body
        for block in blocks_of(ROOT / "docs" / "any-agent.md")
        if block.title == "openai_agents.py"
    )
    kept = (ROOT / "examples" / "openai_agents.py").read_text("utf-8")
    assert kept.partition('"""\n\n')[2] == shown
