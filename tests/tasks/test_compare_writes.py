"""Random writes on the real bases in two orders: `compare` agrees with a naive comparison.

The naive one is written out by hand for each domain in `naive/`. It reads whole tables, names
their columns, and shares nothing with the marks and the matching that `compare` works with. Free
text does not appear in it, as all calls send some.
"""

from collections import Counter
from importlib import import_module
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from tau_emo_db import Changes, EpisodeState, compare
from tau_emo_servers.domain import ServedDomain, served_domain, served_domain_names
from tau_emo_servers.episode import Episode

from ..servers.tool_fuzz import plausible
from .naive.words import Tables

Call = tuple[str, dict[str, Any]]
Drawn = st.SearchStrategy[dict[str, Any]]

WORDED = {"description", "note", "payment_notes", "special_requests"}
"""Arguments that are free text: sent always, and worded anew each time."""
LABELS = {"first_name", "last_name", "city", "street", "line_one", "zone", "timestamp", "room_type"}
"""Arguments whose case and blanks do not count."""


NAIVE: dict[str, Any] = {
    name: import_module(f".naive.{name}", __package__) for name in served_domain_names()
}


def dump(state: EpisodeState, domain: str) -> Tables:
    with state.session() as db:
        connection = db.connection()
        return {
            name: [
                dict(row) for row in connection.execute(text(f'SELECT * FROM "{name}"')).mappings()
            ]
            for name in NAIVE[domain].TABLES
        }


def replayed(domain: ServedDomain, calls: list[Call]) -> tuple[Changes, Tables]:
    """What differs from the base after the calls, and the tables then."""
    with EpisodeState.open(domain.data) as state:
        episode = Episode(domain, state)
        for name, arguments in calls:
            episode.call(name, arguments)
        assert not episode.internal_errors
        return state.changes(), dump(state, domain.name)


def writes_of(domain: ServedDomain) -> dict[str, st.SearchStrategy[Call]]:
    """By write, calls that the real base may accept."""
    fuzz = import_module(f"..servers.{domain.name}.fuzz", __package__)
    valid, known = fuzz.VALID, fuzz.base().known
    return {
        name: a_write(
            domain, name, valid[name] if name in valid else plausible(tool.parameters, known)
        )
        for name, tool in domain.tools.items()
        if tool.kind == "write"
    }


def varied(draw: st.DrawFn, value: Any, name: str = "") -> Any:
    """The same value, with another wording or spelling where that does not count."""
    if isinstance(value, dict):
        return {key: varied(draw, one, key) for key, one in value.items()}
    if isinstance(value, list):
        return [varied(draw, one) for one in value]
    if name in WORDED:
        return draw(st.sampled_from(["for the rent", "as agreed"]))
    if name in LABELS and isinstance(value, str):
        return draw(st.sampled_from([value, value.upper(), f"  {value} "]))
    return value


@st.composite
def a_write(draw: st.DrawFn, domain: ServedDomain, name: str, arguments: Drawn) -> Call:
    """A call that leaves no free text out."""
    texts = WORDED & set(domain.tools[name].inputs)
    return name, draw(arguments) | dict.fromkeys(texts, "for the rent")


@st.composite
def two_courses(
    draw: st.DrawFn, domain: ServedDomain, writes: dict[str, st.SearchStrategy[Call]]
) -> tuple[list[Call], list[Call]]:
    """Writes, some about one thing, and nearly the same writes in another order."""
    any_write = st.sampled_from(sorted(writes)).flatmap(writes.__getitem__)
    calls: list[Call] = []
    for _ in range(draw(st.integers(1, 4))):
        name, arguments = draw(any_write)
        calls.append((name, arguments))
        if draw(st.booleans()):
            shared = draw(st.sampled_from(sorted(arguments)))
            _, other = draw(writes[name])
            calls.append((name, {**other, shared: arguments[shared]}))
    order = draw(st.permutations(calls))
    second = [(name, varied(draw, arguments)) for name, arguments in order]
    match draw(st.integers(0, 4)):
        case 0:
            second.pop()
        case 1:
            second[0] = draw(any_write)
        case 2:
            second.append(second[0])
        case _:
            pass
    return calls, second


@pytest.mark.timeout(600)
@pytest.mark.parametrize("examples", [10, pytest.param(100, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", NAIVE)
def test_random_writes_in_two_orders_compare_as_a_naive_comparison_does(
    name: str, examples: int
) -> None:
    domain = served_domain(name)
    naive = NAIVE[name].naive
    _, base = replayed(domain, [])
    verdicts: Counter[bool] = Counter()

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(two_courses(domain, writes_of(domain)))
    def agree(courses: tuple[list[Call], list[Call]]) -> None:
        calls, other = courses
        gold, gold_tables = replayed(domain, calls)
        got, got_tables = replayed(domain, other)
        found = compare(domain.data, gold, got)
        stored = Changes.model_validate_json(gold.model_dump_json())
        assert found == compare(domain.data, stored, got)
        equal = naive(base, gold_tables) == naive(base, got_tables)
        assert (found == []) == equal, list(map(str, found))
        assert (compare(domain.data, got, gold) == []) == equal
        verdicts[equal] += not gold.is_empty and calls != other

    agree()
    assert min(verdicts[True], verdicts[False]) > examples / 20
