"""What the oracle of the mutation test tells apart, and what it takes for the same."""

from typing import Any

import pytest
from grader_oracle import differences
from hand_written import DOMAINS, TASKS
from sqlalchemy import text

from tau_emo_db import Changes, EpisodeState, domain_data
from tau_emo_db.pool import base_connection
from tau_emo_db.schema import column_names, table_name
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

Call = tuple[str, dict[str, Any]]

PRINCIPAL = "sigrid_davila_2725"
BILLING: Call = ("create_support_ticket", {"customer_id": PRINCIPAL, "category": "billing"})
DEVICE: Call = ("create_support_ticket", {"customer_id": PRINCIPAL, "category": "device"})


def played(domain: str, calls: list[Call]) -> Changes:
    with EpisodeState.open(domain_data(domain)) as state:
        episode = Episode(served_domain(domain), state)
        for name, arguments in calls:
            assert not episode.call(name, arguments).is_error
        return episode.changes()


def different(gold: list[Call], got: list[Call]) -> dict[str, set[str]]:
    data = domain_data("telecom")
    return differences(
        data, played("telecom", gold), played("telecom", got), frozenset({PRINCIPAL})
    )


def test_ids_that_tools_make_may_be_the_other_way_round() -> None:
    assert different([BILLING, DEVICE], [DEVICE, BILLING]) == {}


def test_what_a_row_says_counts() -> None:
    assert different([BILLING], [DEVICE]) == {"support_ticket": {"category"}}


def test_a_row_more_or_less_counts() -> None:
    assert different([BILLING], [BILLING, DEVICE]) == {"support_ticket": {"*"}}
    assert different([BILLING, BILLING], [BILLING]) == {"support_ticket": {"*"}}


def test_wording_and_places_in_a_list_count() -> None:
    data = domain_data("retail")
    row = {"order_id": "#W1", "item_id": "1", "price": 5}
    one = Changes.model_validate({"order_item": {"after": [{**row, "position": 0}]}})
    other = Changes.model_validate({"order_item": {"after": [{**row, "position": 1}]}})
    assert differences(data, one, other, frozenset({"#W1"})) == {"order_item": {"position"}}
    worded = Changes.model_validate(
        {"order_item": {"after": [{**row, "position": 0, "item_id": "2"}]}}
    )
    assert differences(data, one, worded, frozenset({"#W1"})) == {"order_item": {"item_id"}}


def test_a_row_that_only_one_side_changed_counts_by_column() -> None:
    data = domain_data("retail")
    old = {"item_id": "1", "price": 5}
    touched = Changes.model_validate({"variant": {"before": [old], "after": [{**old, "price": 6}]}})
    assert differences(data, Changes(), touched, frozenset()) == {"variant": {"price"}}


@pytest.mark.parametrize("domain", DOMAINS)
def test_nothing_differs_from_the_base_but_the_changes(domain: str) -> None:
    """The oracle reads changed rows only: these are the difference of the whole databases."""
    data, served = domain_data(domain), served_domain(domain)
    task = next(
        t for t in TASKS[domain] if any(served.tools[a.tool].kind == "write" for a in t.gold)
    )
    with EpisodeState.open(data) as state:
        episode = Episode(served, state)
        for action in task.gold:
            episode.call(action.tool, dict(action.arguments))
        changes = episode.changes()
        for table in data.tables:
            name = table_name(table)
            query = f'SELECT * FROM "{name}"'
            with base_connection(data, 1) as base:
                before = [
                    dict(zip(column_names(table), row, strict=True)) for row in base.execute(query)
                ]
            with state.session() as db:
                after = [dict(row) for row in db.connection().execute(text(query)).mappings()]
            gone = [row for row in before if row not in after] if before != after else []
            came = [row for row in after if row not in before] if before != after else []
            assert (gone, came) == (changes[name].before, changes[name].after), name
    assert len(changes)
