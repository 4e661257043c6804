"""The same write for another customer: their things in place of the principal's."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import JsonValue

from tau_emo_db import DomainData, Draw
from tau_emo_db.pool import base_connection
from tau_emo_db.schema import sql_table, table_name

Row = dict[str, Any]
Owned = dict[str, list[Row]]
"""The rows of one customer by table: their own row, and what refers to it in the end."""

TRIES = 40
"""So many other customers are tried."""


def for_others(
    data: DomainData, principal: str, arguments: dict[str, JsonValue], draw: Draw
) -> Iterator[dict[str, JsonValue]]:
    """The arguments with things of other customers, a different one each time.

    What belongs to the principal (ids, names, items of an order) gives way to what stands in the
    same place for the other; amounts, words and things of the catalogue stay. Nothing if the
    arguments hold nothing of the principal's.
    """
    root = _root(data, principal)
    if root is None:
        return
    own = _owned(data, root, principal)
    others = _principals(data, root)
    for _ in range(TRIES):
        other = draw.pick(others)
        if other == principal:
            continue
        theirs = _owned(data, root, other)
        chosen: dict[str, str] = {principal: other}
        replaced = _replaced(arguments, own, theirs, chosen, draw)
        if replaced is not None and replaced != arguments:
            yield replaced


@cache
def _root(data: DomainData, principal: str) -> str | None:
    with base_connection(data, 1) as base:
        for table in data.tables:
            keys = list(sql_table(table).primary_key)
            if len(keys) == 1 and _select(base, table_name(table), keys[0].name, [principal]):
                return table_name(table)
    return None


@cache
def _principals(data: DomainData, root: str) -> list[str]:
    table = next(one for one in data.tables if table_name(one) == root)
    key = next(iter(sql_table(table).primary_key)).name
    with base_connection(data, 1) as base:
        return [str(row[0]) for row in base.execute(f'SELECT "{key}" FROM "{root}"')]


@cache
def _owned(data: DomainData, root: str, principal: str) -> Owned:
    owned: Owned = defaultdict(list)
    with base_connection(data, 1) as base:
        for table in data.tables:
            name = table_name(table)
            if name == root:
                key = next(iter(sql_table(table).primary_key)).name
                owned[name] = _select(base, name, key, [principal])
                continue
            for column in sql_table(table).columns:
                for reference in column.foreign_keys:
                    parent, parent_column = reference.target_fullname.split(".")
                    if parent not in owned or parent == name:
                        continue
                    values = [row[parent_column] for row in owned[parent]]
                    for row in _select(base, name, column.name, values):
                        if row not in owned[name]:
                            owned[name].append(row)
    return owned


def _select(base: sqlite3.Connection, table: str, column: str, values: list[Any]) -> list[Row]:
    rows = base.execute(
        f'SELECT * FROM "{table}" WHERE "{column}" IN (SELECT value FROM json_each(?))',
        (json.dumps(values),),
    )
    names = [part[0] for part in rows.description]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _replaced(
    value: JsonValue, own: Owned, theirs: Owned, chosen: dict[str, str], draw: Draw
) -> Any:
    """The value with the other's things; None if they have nothing in its place."""
    if isinstance(value, dict):
        parts = {key: _replaced(part, own, theirs, chosen, draw) for key, part in value.items()}
        broken = any(parts[key] is None and value[key] is not None for key in value)
        return None if broken else parts
    if isinstance(value, list):
        members = [_replaced(part, own, theirs, chosen, draw) for part in value]
        return None if any(part is None for part in members) else members
    if not isinstance(value, str) or not value:
        return value
    if value in chosen:
        return chosen[value]
    places = [
        (table, column)
        for table, rows in own.items()
        for column in (rows[0] if rows else ())
        if any(row[column] == value for row in rows)
    ]
    if not places:
        return value
    for table, column in places:
        fitting = [
            str(row[column])
            for row in theirs.get(table, [])
            if row[column] is not None and str(row[column]) not in chosen.values()
        ]
        near = [
            str(row[column])
            for row in theirs.get(table, [])
            if set(map(str, row.values())) & set(chosen.values())
            and row[column] is not None
            and str(row[column]) not in chosen.values()
        ]
        if near or fitting:
            chosen[value] = draw.pick(near or fitting)
            return chosen[value]
    return None
