"""Whether two final states are the same, without the grading marks.

Both states are given as what differs from one base, so rows that neither touched are equal. Every
column of every touched row counts as it stands in SQLite. Only ids that tools make are matched:
they come from series that depend on the order of calls. Such an id is a text in the primary key
of a row that the base has not, and that no call passed as an argument. Two states are the same
if some one-to-one renaming of these ids, table by table, turns one into the other.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations, product

from tau_emo_db import Changes, DomainData, Row
from tau_emo_db.schema import sql_table, table_name

State = dict[str, tuple[Counter[str], Counter[str]]]
"""By table, the base rows that are gone and the rows that came, each row as text."""


def differences(
    data: DomainData, gold: Changes, got: Changes, passed: frozenset[str]
) -> dict[str, set[str]]:
    """The columns that differ by table; `*` stands for whole rows. Empty if nothing differs.

    Args:
        data: the domain.
        gold: what the gold actions changed.
        got: what other actions changed.
        passed: every text that a call of either side passed as an argument.
    """
    if gold.root == got.root:
        return {}
    wanted, made = _made_ids(data, gold, passed), _made_ids(data, got, passed)
    ways = [
        [dict(zip(made[table], order, strict=False)) for order in permutations(wanted[table])]
        for table in wanted
        if len(wanted[table]) == len(made[table])
    ]
    best: dict[str, set[str]] | None = None
    for way in product(*ways):
        names = {old: new for part in way for old, new in part.items()}
        found = _columns(data, gold, _renamed(got, names))
        if not found:
            return {}
        if best is None or _size(found) < _size(best):
            best = found
    assert best is not None
    return best


def _size(found: dict[str, set[str]]) -> tuple[int, int]:
    whole = sum("*" in columns for columns in found.values())
    return whole, sum(len(columns) for columns in found.values())


def _made_ids(data: DomainData, state: Changes, passed: frozenset[str]) -> dict[str, list[str]]:
    ids: dict[str, list[str]] = {}
    for table in data.tables:
        name, keys = table_name(table), _keys(data, table_name(table))
        old = {tuple(row[key] for key in keys) for row in state[name].before}
        ids[name] = [
            str(row[key])
            for row in state[name].after
            for key in keys
            if tuple(row[one] for one in keys) not in old
            and not sql_table(table).columns[key].foreign_keys
            and isinstance(row[key], str)
            and row[key] not in passed
        ]
    return ids


def _keys(data: DomainData, name: str) -> list[str]:
    table = next(one for one in data.tables if table_name(one) == name)
    return [column.name for column in sql_table(table).primary_key]


def _renamed(state: Changes, names: dict[str, str]) -> Changes:
    if all(old == new for old, new in names.items()):
        return state
    text = state.model_dump_json()
    for place, old in enumerate(names):
        text = text.replace(json.dumps(old), f'"\0{place}"')
    for place, new in enumerate(names.values()):
        text = text.replace(f'"\0{place}"', json.dumps(new))
    return Changes.model_validate_json(text)


def _columns(data: DomainData, gold: Changes, got: Changes) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table in data.tables:
        name = table_name(table)
        keys = _keys(data, name)
        gone = [Counter(map(_text, state[name].before)) for state in (gold, got)]
        came = [Counter(map(_text, state[name].after)) for state in (gold, got)]
        # What came must be compared on top of the base rows that the other side still has.
        gold_only = (came[0] + gone[1]) - (came[1] + gone[0])
        got_only = (came[1] + gone[0]) - (came[0] + gone[1])
        if gold_only or got_only:
            found[name] = set(
                _differing(keys, _rows(gold_only.elements()), _rows(got_only.elements()))
            )
    return found


def _differing(keys: list[str], wanted: list[Row], made: list[Row]) -> Iterator[str]:
    for key in keys:
        bare = _without(wanted, key)
        if bare is not None and bare == _without(made, key):
            yield key  # the same rows, numbered otherwise
            return
    others = {tuple(row[key] for key in keys): row for row in made}
    for row in wanted:
        other = others.pop(tuple(row[key] for key in keys), None)
        if other is None:
            yield "*"
        else:
            yield from (column for column in row if row[column] != other[column])
    if others:
        yield "*"


def _without(rows: list[Row], key: str) -> Counter[str] | None:
    """The rows without the column that numbers them; None if it does not hold numbers."""
    if not all(isinstance(row[key], int) for row in rows):
        return None
    return Counter(_text({name: part for name, part in row.items() if name != key}) for row in rows)


def _text(row: Row) -> str:
    return json.dumps(row, sort_keys=True)


def _rows(texts: Iterable[str]) -> list[Row]:
    return [json.loads(text) for text in texts]
