"""The difference between the state that gold leads to and the state of an episode."""

import json
from collections import defaultdict
from collections.abc import Hashable, Iterator
from typing import Any, Literal, TypeGuard

from pydantic import BaseModel

from tau_emo_db.changes import Changes, Row, Value
from tau_emo_db.comparison import TableComparison, comparisons, has_text
from tau_emo_db.domain import DomainData
from tau_emo_db.marks import Entity, Ledger
from tau_emo_db.matching import Side, alike, match_new_rows, place_of, signed


class StateDifference(BaseModel):
    """One row in which a state differs from gold."""

    kind: Literal["missing", "unexpected", "changed"]
    """`missing`: gold has the row; `unexpected`: the state has it; `changed`: both do."""
    table: str
    key: dict[str, Value]
    """The primary key of the row, gold's if gold has it. Ids made by tools may differ from
    gold's. For a ledger: the parent and the payment target."""
    columns: dict[str, tuple[Value, Value]]
    """What gold expects and what there is, for each column that counts and differs; fields
    of a JSON object as `column.field`. For a ledger: the net amount that was added."""

    def __str__(self) -> str:
        key = ", ".join(f"{name} {value!r}" for name, value in self.key.items())
        if self.kind == "changed":
            parts = [
                f"{name}: expected {expected!r}, got {got!r}"
                for name, (expected, got) in self.columns.items()
            ]
        else:
            place = 0 if self.kind == "missing" else 1
            parts = [f"{name} {pair[place]!r}" for name, pair in self.columns.items()]
        return f"{self.kind} {self.table} ({key})" + (f": {'; '.join(parts)}" if parts else "")


def compare(data: DomainData, gold: Changes, got: Changes) -> list[StateDifference]:
    """The rows in which the state of an episode differs from gold's; empty if none does.

    Both are changes of the same base, so rows that neither touched are equal and need not
    be read. How rows and values are compared stands on the tables (see `marks`).

    A row made in the episode is told by its content, whatever its id. An id that was made and
    whose row is gone again, such as a voucher issued and spent, equals any other such id.

    Args:
        data: the domain.
        gold: what the gold actions changed.
        got: what the episode changed.
    """
    if gold.root == got.root:
        return []
    tables = comparisons(data)
    wanted, made = Side(gold, tables), Side(got, tables)
    if wanted.new or made.new:
        match_new_rows(wanted, made)
    differences: list[StateDifference] = []
    for name, table in tables.items():
        if name not in gold and name not in got:
            continue
        match table.grading:
            case Entity():
                differences += _entities(table, wanted, made)
            case Ledger():
                differences += _ledger(table, table.grading, wanted, made)
            case _:
                differences += _members(table, wanted, made)
    return differences


def _entities(table: TableComparison, gold: Side, got: Side) -> Iterator[StateDifference]:
    base, wanted, made = _final_rows(table, gold, got)
    for key in dict.fromkeys((*base, *wanted, *made)):
        one, other = wanted.get(key), made.get(key)
        if one is not None and other is not None:
            columns = _differing(table, gold, got, one, other)
            if columns:
                yield _difference("changed", table, one, columns)
        elif one is not None:
            yield _missing(table, one)
        elif other is not None:
            yield _unexpected(table, other)


def _final_rows(
    table: TableComparison, gold: Side, got: Side
) -> tuple[dict[Hashable, Row], dict[Hashable, Row], dict[Hashable, Row]]:
    """The base rows that either state touched, and these rows in gold and in the state."""
    base: dict[Hashable, Row] = {}
    for side in (gold, got):
        for row in side.changes[table.name].before:
            base[table.key_of(row)] = row
    finals: list[dict[Hashable, Row]] = []
    for side in (gold, got):
        change = side.changes[table.name]
        gone = {table.key_of(row) for row in change.before}
        final: dict[Hashable, Row] = {key: row for key, row in base.items() if key not in gone}
        for row in change.after:
            final[_identity(table, side, row)] = row
        finals.append(final)
    return base, finals[0], finals[1]


def _identity(table: TableComparison, side: Side, row: Row) -> Hashable:
    """What two rows of an entity share if and only if they stand for each other."""
    key = table.key_of(row)
    if not side.new:
        return key
    new = side.by_key.get((table.name, key))
    if new is not None:
        return ("new", new.label)
    return tuple(
        [
            ("new", tuple(sorted(made.label or 0 for made in named)))
            if (reference := table.by_name[column].reference)
            and (named := side.named(reference, value))
            else value
            for column, value in zip(table.key, key, strict=True)
        ]
    )


def _members(table: TableComparison, gold: Side, got: Side) -> Iterator[StateDifference]:
    """Final rows as multisets.

    Each side gets the base rows that the other side replaced on top of its own rows. That
    adds the same rows to both up to the untouched ones, so these need not be read.
    """
    wanted_rows = [*gold.changes[table.name].after, *got.changes[table.name].before]
    made_rows = [*got.changes[table.name].after, *gold.changes[table.name].before]
    groups: dict[tuple[Hashable, ...], tuple[list[Row], list[Row]]] = {}
    for place, (side, rows) in enumerate(((gold, wanted_rows), (got, made_rows))):
        for row in rows:
            content = side.content(table, row, colours=False)
            groups.setdefault(content, ([], []))[place].append(row)
    wanted: list[tuple[tuple[Hashable, ...], Row]] = []
    made: list[tuple[tuple[Hashable, ...], Row]] = []
    for content, (ones, others) in groups.items():
        ones_left, others_left = _without_fitting(table, ones, others)
        wanted += [(content, row) for row in ones_left]
        made += [(content, row) for row in others_left]
    pairs = alike([content for content, _ in wanted], [content for content, _ in made])
    for first, second in pairs:
        one, other = wanted[first][1], made[second][1]
        columns = _differing(table, gold, got, one, other)
        yield _difference("changed", table, one, columns)
    for place, (_, row) in enumerate(wanted):
        if place not in {first for first, _ in pairs}:
            yield _missing(table, row)
    for place, (_, row) in enumerate(made):
        if place not in {second for _, second in pairs}:
            yield _unexpected(table, row)


def _without_fitting(
    table: TableComparison, wanted: list[Row], made: list[Row]
) -> tuple[list[Row], list[Row]]:
    """What is left of rows with equal values when as many as possible are matched.

    A made row fits a wanted one if it has text wherever the wanted one has.
    """
    if not table.texts:
        common = min(len(wanted), len(made))
        return wanted[common:], made[common:]
    fits = [
        [
            place
            for place, other in enumerate(made)
            if table.presence(one) & ~table.presence(other) == 0
        ]
        for one in wanted
    ]
    taken: dict[int, int] = {}
    left = [one for one in range(len(wanted)) if not _augment(one, fits, taken, set())]
    return (
        [wanted[one] for one in left],
        [row for place, row in enumerate(made) if place not in taken],
    )


def _augment(one: int, fits: list[list[int]], taken: dict[int, int], seen: set[int]) -> bool:
    """One step of Kuhn's bipartite matching: finds a place for a row, moving others on."""
    for place in fits[one]:
        if place not in seen:
            seen.add(place)
            if place not in taken or _augment(taken[place], fits, taken, seen):
                taken[place] = one
                return True
    return False


def _ledger(
    table: TableComparison, ledger: Ledger, gold: Side, got: Side
) -> Iterator[StateDifference]:
    columns = (*ledger.parent, *ledger.target)
    nets: dict[Hashable, list[int]] = defaultdict(lambda: [0, 0])
    keys: dict[Hashable, dict[str, Value]] = {}
    for place, side in enumerate((gold, got)):
        change = side.changes[table.name]
        for sign, rows in ((-1, change.before), (1, change.after)):
            for row in rows:
                named = dict(zip(columns, place_of(ledger, row), strict=True))
                target = tuple(
                    [side.value(table, name, value, False) for name, value in named.items()]
                )
                nets[target][place] += sign * signed(ledger, row)
                keys.setdefault(target, named)
    for target, (expected, found) in nets.items():
        if expected == found:
            continue
        kind = "missing" if found == 0 else "unexpected" if expected == 0 else "changed"
        yield StateDifference(
            kind=kind,
            table=table.name,
            key=keys[target],
            columns={ledger.amount: (expected, found)},
        )


def _differing(
    table: TableComparison, gold: Side, got: Side, wanted: Row, made: Row
) -> dict[str, tuple[Value, Value]]:
    """The columns in which the two rows differ, with both values."""
    columns: dict[str, tuple[Value, Value]] = {}
    for column in table.columns:
        name = column.name
        one, other = wanted[name], made[name]
        if one == other and column.reference is None:
            continue
        expected = gold.value(table, name, one, False)
        found = got.value(table, name, other, False)
        if expected != found:
            if column.is_json and _is_object(expected) and _is_object(found):
                columns |= _differing_fields(name, expected, found, one, other)
            else:
                columns[name] = (one, other)
    for name in table.texts:
        if has_text(wanted[name]) and not has_text(made[name]):
            columns[name] = (wanted[name], made[name])
    return columns


def _is_object(value: Hashable) -> TypeGuard[tuple[str, frozenset[tuple[str, Hashable]]]]:
    return isinstance(value, tuple) and value[:1] == ("object",)


def _differing_fields(
    name: str,
    expected: tuple[str, frozenset[tuple[str, Hashable]]],
    found: tuple[str, frozenset[tuple[str, Hashable]]],
    wanted: Value,
    made: Value,
) -> dict[str, tuple[Value, Value]]:
    """The fields in which two JSON objects differ, as `column.field`."""
    one, other = json.loads(str(wanted)), json.loads(str(made))
    fields = sorted({field for field, _ in expected[1] ^ found[1]})
    return {
        f"{name}.{field}": (_plain(one.get(field)), _plain(other.get(field))) for field in fields
    }


def _plain(value: Any) -> Value:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value


def _missing(table: TableComparison, row: Row) -> StateDifference:
    return _difference("missing", table, row, {name: (row[name], None) for name in _shown(table)})


def _unexpected(table: TableComparison, row: Row) -> StateDifference:
    return _difference(
        "unexpected", table, row, {name: (None, row[name]) for name in _shown(table)}
    )


def _shown(table: TableComparison) -> list[str]:
    names = [column.name for column in table.columns if column.name not in table.key]
    return [*names, *table.texts]


def _difference(
    kind: Literal["missing", "unexpected", "changed"],
    table: TableComparison,
    row: Row,
    columns: dict[str, tuple[Value, Value]],
) -> StateDifference:
    key = {name: row[name] for name in table.key}
    return StateDifference(kind=kind, table=table.name, key=key, columns=columns)
