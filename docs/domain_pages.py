"""A page for each domain, made from its code while the site is built: a hook of MkDocs."""

import json
from collections.abc import Iterator
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from tau_emo_db import Entity, Ledger, Members, Table
from tau_emo_db.comparison import comparisons
from tau_emo_db.schema import sql_columns, sql_table, table_name
from tau_emo_servers.domain import ServedDomain, served_domain, served_domain_names
from tau_emo_servers.rules import Rule
from tau_emo_servers.toolkit import ToolSpec
from tau_emo_tasks.tracer.picture import graph_picture

KEEPERS = {
    "tool": "the tools: they refuse whatever breaks it",
    "program": "the agent; a program tells whether it was kept",
    "judge": "the agent; only a judge can tell",
}
"""Who keeps a rule and how that is checked, by `Rule.kind`."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the pages to the navigation."""
    pages = [{name.capitalize(): _path(name)} for name in served_domain_names()]
    config.nav = [*(config.nav or []), {"Domains": pages}]
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages."""
    for name in served_domain_names():
        files.append(File.generated(config, _path(name), content=page(served_domain(name))))
        picture = f"domains/{name}.svg"
        files.append(File.generated(config, picture, content=graph_picture(name)))
    return files


def page(domain: ServedDomain) -> str:
    """The page of one domain, in Markdown."""
    return "\n".join(
        [
            f"# {domain.name.capitalize()}",
            "",
            *_summary(domain),
            "",
            "## Tables",
            "",
            *_diagram(domain),
            "",
            *_tables(domain),
            "",
            "## Tools",
            "",
            *(line for tool in domain.tools.values() for line in _tool(tool)),
            "### What may follow what",
            "",
            f"![The tools of {domain.name} as a graph]({domain.name}.svg)",
            "",
            "Tools that write are orange, those with a thick frame may come first; a dashed arrow "
            "goes to a tool that stands no further to the right.",
            "",
            "## Policy rules",
            "",
            *_rules(domain.rules),
            "",
            "## Policy",
            "",
            "What agents are given, with the rule ids in brackets.",
            "",
            '??? abstract "The whole text"',
            "",
            *_indented(domain.policy.splitlines()),
            "",
        ]
    )


def _path(name: str) -> str:
    return f"domains/{name}.md"


def _summary(domain: ServedDomain) -> Iterator[str]:
    kinds = [tool.kind for tool in domain.tools.values()]
    yield (
        f"{kinds.count('read')} tools that read and {kinds.count('write')} that write, "
        f"{len(domain.data.tables)} tables, {len(domain.rules)} policy rules. "
        f"It is always {domain.data.now.replace('T', ' ')}."
    )
    yield ""
    yield "```sh"
    yield f"tau-emo serve {domain.name}"
    yield "```"


def _diagram(domain: ServedDomain) -> Iterator[str]:
    """Tables, columns and what refers to what."""
    yield "```mermaid"
    yield "erDiagram"
    for table in domain.data.tables:
        name = table_name(table)
        for key in sorted(sql_table(table).foreign_keys, key=lambda one: one.parent.name):
            yield f"    {key.column.table.name} ||--o{{ {name} : {key.parent.name}"
    for table in domain.data.tables:
        yield f"    {table_name(table)} {{"
        for column in sql_columns(table):
            marks = ["PK"] if column.primary_key else []
            marks += ["FK"] if column.foreign_keys else []
            kind = str(column.type).split("(")[0].lower()
            yield f"        {kind} {column.name} {', '.join(marks)}".rstrip()
        yield "    }"
    yield "```"


def _tables(domain: ServedDomain) -> Iterator[str]:
    yield "| Table | What a row is | How it is graded |"
    yield "|---|---|---|"
    found = comparisons(domain.data)
    for table in domain.data.tables:
        name = table_name(table)
        yield _row(f"`{name}`", _first_sentence(table), _grading(found[name].grading))


def _first_sentence(table: type[Table]) -> str:
    return " ".join((table.__doc__ or "").split("\n\n")[0].split())


def _grading(grading: Entity | Members | Ledger) -> str:
    match grading:
        case Members():
            return "as members of a set: their order does not count"
        case Ledger():
            return f"net `{grading.amount}` by {', '.join(f'`{one}`' for one in grading.target)}"
        case Entity():
            return "row by row"


def _tool(tool: ToolSpec) -> Iterator[str]:
    yield f"### `{tool.name}`"
    yield ""
    yield f"*{tool.title}* ({tool.kind}). {tool.description}"
    yield ""
    properties: dict[str, dict[str, Any]] = tool.parameters["properties"]
    if properties:
        required = tool.parameters.get("required", [])
        yield "| Parameter | Type | Required | Meaning |"
        yield "|---|---|---|---|"
        for name, schema in properties.items():
            needed = "yes" if name in required else "no"
            yield _row(f"`{name}`", _kind(schema), needed, schema["description"])
        yield ""
    yield '??? note "Schema"'
    yield ""
    yield from _indented(
        ["```json", *json.dumps(tool.parameters, indent=2, ensure_ascii=False).split("\n"), "```"]
    )
    yield ""


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    if schema["type"] == "array":
        return f"list of {_kind(schema['items'])}"
    return str(schema["type"])


def _rules(rules: tuple[Rule, ...]) -> Iterator[str]:
    yield "| Rule | What it says | Who keeps it |"
    yield "|---|---|---|"
    for rule in rules:
        rest = f"; left to a judge: {rule.judge}" if rule.judge and rule.kind != "judge" else ""
        yield _row(rule.id, rule.text, KEEPERS[rule.kind] + rest)


def _row(*cells: str) -> str:
    """A row of a table; a bar inside a cell is no border."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _indented(lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield f"    {line}" if line else ""
