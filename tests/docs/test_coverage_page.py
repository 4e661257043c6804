"""The page of what the tasks cover, made from the tasks and from what is kept of their stakes."""

import json
import re

from hooks import DOCS, hook

from tau_emo_servers.domain import served_domain_names
from tau_emo_tasks.load import tasks_digest
from tau_emo_tasks.stakes.table import program_rules


def test_the_page_holds_every_domain_and_every_rule_that_a_program_checks() -> None:
    made: str = hook("coverage_page").page()
    summary = re.findall(r"^\| (\w+) \| \d+ \| \d+ of \d+", made, re.MULTILINE)
    assert summary == list(served_domain_names())
    rules = re.findall(r"^\| ([A-Z]+-\d\d) \| .* \| \d+ \| .* \|$", made, re.MULTILINE)
    assert rules == [rule.id for name in served_domain_names() for rule in program_rules(name)]


def test_what_is_kept_of_the_stakes_is_of_the_present_tasks() -> None:
    kept = json.loads((DOCS / "stakes.json").read_text("utf-8"))
    digests = {name: tasks_digest(name) for name in served_domain_names()}
    assert kept["digests"] == digests, (
        "run `tau-emo tasks stakes --json | python -m json.tool > docs/stakes.json`"
    )
