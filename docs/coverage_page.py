"""The page of what the test tasks cover, made while the site is built: a hook of MkDocs.

What is at stake takes minutes to find out, so it is kept in `stakes.json`, beside this file, as
`tau-emo tasks stakes --json` prints it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.tracer.coverage import Coverage, coverage

PATH = "coverage.md"
STAKES = Path(__file__).parent / "stakes.json"


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the page."""
    files.append(File.generated(config, PATH, content=page()))
    return files


def page() -> str:
    """The page, in Markdown."""
    stakes: dict[str, Any] = json.loads(STAKES.read_text("utf-8"))
    return "\n".join(
        [
            "# What the tasks cover",
            "",
            *_coverage(stakes),
            "",
            "## Rules at stake",
            "",
            "A rule is at stake in a task if an agent that does all as it should but for one wrong "
            "deed breaks this rule and nothing that does not follow from it, and the rule's "
            "program notices. Counted are the rules that the agent keeps and a program checks. "
            f"Each should be at stake in {stakes['enough']} tasks or more.",
            "",
            "```sh",
            "tau-emo tasks stakes --json | python -m json.tool > docs/stakes.json",
            "```",
            "",
            *(line for name in served_domain_names() for line in _rules(name, stakes)),
        ]
    )


def _coverage(stakes: dict[str, Any]) -> Iterator[str]:
    yield (
        "| Domain | Tasks | Tools used | Intents | Refusals | Hand-offs | Several intents "
        "| Arithmetic | Gold calls, median | Rules at stake |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for name in served_domain_names():
        yield _row(coverage(load_tasks(name)), _counts(name, stakes), stakes["enough"])


def _row(one: Coverage, counts: list[int], enough: int) -> str:
    tools = [tool for tool in served_domain(one.domain).tools if tool != "think"]
    unused = f" (not {', '.join(one.unused_tools)})" if one.unused_tools else ""
    cells = (
        one.domain,
        str(one.tasks),
        f"{len(tools) - len(one.unused_tools)} of {len(tools)}{unused}",
        str(one.intents),
        *(f"{share:.0%}" for share in (one.refusals, one.hand_offs, one.several, one.arithmetic)),
        f"{one.median_calls:g}",
        f"{sum(count >= enough for count in counts)} of {len(counts)}",
    )
    return f"| {' | '.join(cells)} |"


def _counts(domain: str, stakes: dict[str, Any]) -> list[int]:
    return [row["tasks"] for row in stakes["rules"] if row["domain"] == domain]


def _rules(domain: str, stakes: dict[str, Any]) -> Iterator[str]:
    yield f"### {domain.capitalize()}"
    yield ""
    yield "| Rule | What it says | Tasks | What is done wrong |"
    yield "|---|---|---|---|"
    for row in stakes["rules"]:
        if row["domain"] == domain:
            deeds = ", ".join(deed.replace("_", " ") for deed in row["deeds"])
            yield f"| {row['rule']} | {row['text']} | {row['tasks']} | {deeds} |"
    yield ""
