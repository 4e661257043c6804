"""What holds for the base of every domain."""

from typing import Any

import pytest

from tau_emo_db import Draw
from tau_emo_db.domain import domain_data, domain_names
from tau_emo_db.image import base_digest

pytestmark = pytest.mark.parametrize("name", domain_names())


def dump(name: str, seed: str) -> list[str]:
    return [row.model_dump_json() for row in domain_data(name).generate(Draw(seed), 1)]


def test_every_reference_is_met_by_an_earlier_row(name: str) -> None:
    seen: set[tuple[str, Any]] = set()
    for row in domain_data(name).generate(Draw(f"tau-emo/{name}"), 1):
        table: Any = row.__table__
        for key in table.foreign_key_constraints:
            targets = ",".join(element.target_fullname for element in key.elements)
            values = tuple(getattr(row, column.name) for column in key.columns)
            assert values == (None,) or (targets, values) in seen
        key_columns = list(table.primary_key.columns)
        for columns in (*([one] for one in key_columns), key_columns):
            names = ",".join(f"{table.name}.{column.name}" for column in columns)
            seen.add((names, tuple(getattr(row, column.name) for column in columns)))


def test_the_same_seed_gives_the_pinned_digest(name: str) -> None:
    data = domain_data(name)
    assert base_digest(data) == data.digest


def test_another_seed_gives_other_rows(name: str) -> None:
    assert dump(name, "one") != dump(name, "two")
