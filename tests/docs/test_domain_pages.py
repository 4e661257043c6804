"""The pages of the domains, made from their code."""

import re
from types import ModuleType

import hooks
import pytest

from tau_emo_db.schema import table_name
from tau_emo_servers.domain import served_domain, served_domain_names

INDEX = (hooks.DOCS / "index.md").read_text("utf-8")


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    return hooks.hook("domain_pages")


@pytest.mark.parametrize("name", served_domain_names())
def test_a_page_holds_every_table_tool_parameter_and_rule(hook: ModuleType, name: str) -> None:
    domain = served_domain(name)
    page: str = hook.page(domain)
    rows = [line for line in page.splitlines() if line.startswith("|")]
    first_cells = {row.split("|")[1].strip() for row in rows}
    tables = {table_name(table) for table in domain.data.tables}
    parameters = {key for tool in domain.tools.values() for key in tool.inputs}
    assert {f"`{one}`" for one in tables | parameters} <= first_cells
    assert {rule.id for rule in domain.rules} <= first_cells
    assert re.findall(r"^### `(\w+)`$", page, re.MULTILINE) == list(domain.tools)
    widths = {len(re.findall(r"(?<!\\)\|", row)) - 1 for row in rows}
    assert widths == {3, 4}


def test_who_keeps_a_rule_is_told(hook: ModuleType) -> None:
    page: str = hook.page(served_domain("retail"))
    kept = dict(re.findall(r"^\| (RET-\d\d) \|.*\| ([^|]*) \|$", page, re.MULTILINE))
    assert kept["RET-11"] == "the tools: they refuse whatever breaks it"
    assert kept["RET-01"] == "the agent; a program tells whether it was kept"
    assert kept["RET-12"] == "the agent; only a judge can tell"
    assert kept["RET-05"].startswith("the agent; a program tells whether it was kept; left to")


def test_what_refers_to_what_is_drawn(hook: ModuleType) -> None:
    page: str = hook.page(served_domain("retail"))
    assert "    order ||--o{ order_item : order_id\n" in page
    assert "        varchar order_id PK, FK\n" in page


@pytest.mark.parametrize("name", served_domain_names())
def test_the_first_page_of_the_documentation_names_the_domain(name: str) -> None:
    kinds = [tool.kind for tool in served_domain(name).tools.values()]
    (row,) = [line for line in INDEX.splitlines() if line.startswith(f"| [`{name}`]")]
    counts = f"{kinds.count('read')} that read, {kinds.count('write')} that write"
    assert row.split("|")[3].strip() == counts
