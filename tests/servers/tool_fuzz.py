"""Drives the tools of a domain with generated arguments: valid, nearly valid and hostile.

A domain's test gives the values that exist in its base, ways to make valid calls, and what
must hold about money; this module makes calls of them and checks what must always hold:
no internal error, no partial write, no dangling reference, nothing leaked.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tau_emo_db import Changes, EpisodeState
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode
from tau_emo_servers.toolkit import ToolSpec

Arguments = dict[str, Any]
Call = tuple[str, Any]
Check = Callable[[ToolCall, Changes, Changes], None]

CALLS = 4
"""How often a conversation calls the tool under test."""

HOSTILE: tuple[Any, ...] = (
    "' OR '1'='1",
    '"; DROP TABLE user; --',
    "x'; UPDATE payment_method SET amount = 9999; --",
    "%",
    "_",
    "now",
    "-1 day",
    "a" * 10_000,
    "é" * 10_000,
    "",
    " ",
    "\x00",
    "\ud800",
    "\u202enoitavreser",
    "𝕹𝖔𝖗𝖆 👩‍✈️",
    "مرحبا",
    "../../etc/passwd",
    "{{7*7}}",
    "null",
    "NaN",
    "1e999",
    "0x10",
    "١٢",
    "[]",
    "{}",
    '[{"flight_number": "HAT001"}]',
    "[" * 2_000,
    float("nan"),
    float("inf"),
    -float("inf"),
    1e300,
    5e-324,
    0.1 + 0.2,
    -0.0,
    -1,
    2**53 + 1,
    2**63,
    10**400,
    True,
    None,
    [],
    {},
    [[]],
    [None],
    {"": {"": {"": []}}},
)

JUNK: SearchStrategy[Any] = st.one_of(
    st.sampled_from(HOSTILE),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
        ),
        max_leaves=6,
    ),
)

_ROOT = str(Path(__file__).parents[2])
_LEAKS = ("Traceback", "site-packages", "sqlalchemy", "sqlite3", _ROOT, "tau_emo_", "pydantic")


def plausible(
    schema: Mapping[str, Any], known: Mapping[str, Sequence[Any]], name: str = ""
) -> SearchStrategy[Any]:
    """Values of the right type, those that exist in the base where the name is known."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if name in known:
        return st.sampled_from(known[name])
    match schema["type"]:
        case "string":
            return st.text(max_size=12)
        case "integer":
            return st.integers(-2, 12)
        case "number":
            return st.integers(-10, 2_000) | st.floats(-10, 2_000).map(lambda n: round(n, 2))
        case "boolean":
            return st.booleans()
        case "array":
            return st.lists(plausible(schema.get("items", {}), known, name), max_size=4)
        case _:
            fields: Mapping[str, Any] = schema.get("properties", {})
            return st.fixed_dictionaries(
                {field: plausible(inner, known, field) for field, inner in fields.items()}
            )


@st.composite
def nearly_valid(draw: st.DrawFn, valid: SearchStrategy[Arguments]) -> Arguments:
    """Valid arguments with one value spoilt, left out or added."""
    arguments = dict(draw(valid))
    spoilt = draw(st.sampled_from([*arguments, "unknown"]))
    if spoilt in arguments and draw(st.booleans()):
        near = _near(arguments[spoilt])
        chosen = draw(st.integers(0, len(near)))
        arguments[spoilt] = near[chosen] if chosen < len(near) else draw(JUNK)
    elif spoilt in arguments:
        del arguments[spoilt]
    else:
        arguments[spoilt] = draw(JUNK)
    return arguments


def _near(value: Any) -> list[Any]:
    """What is almost the value."""
    near: list[Any] = []
    if isinstance(value, str):
        near = [value.lower(), value.upper(), f" {value}", f"{value}\x00", value[:-1], [value]]
    elif isinstance(value, int | float):
        near = [-value, value + 1, value - 1, value + 0.5, value * 10**16, f"{value}", [value]]
    elif isinstance(value, list) and value:
        near = [value[:-1], [*value, value[0]], value[::-1], json.dumps(value), value[0]]
        if isinstance(value[0], dict):
            near.append([{**value[0], "extra": 1}, *value[1:]])
            near.append([dict(list(value[0].items())[1:]), *value[1:]])
    return near


def calls_of(
    tool: ToolSpec,
    known: Mapping[str, Sequence[Any]],
    valid: SearchStrategy[Arguments] | None = None,
) -> SearchStrategy[Call]:
    """Calls of the tool: valid ones, nearly valid ones, and some that no agent should send.

    To make a strategy takes longer than to draw from it: make those of each tool once.

    Args:
        tool: the tool.
        known: values of the base by the name of the parameter or field that takes them.
        valid: arguments that are accepted, where `known` alone hardly gives any.
    """
    shaped = plausible(tool.parameters, known)
    good = shaped if valid is None else valid | shaped
    hostile = st.fixed_dictionaries(dict.fromkeys(tool.inputs, JUNK))
    sent = st.one_of(good, good, nearly_valid(good), hostile, JUNK.filter(_sendable))
    return st.tuples(st.just(tool.name), sent)


def _sendable(value: Any) -> bool:
    """Arguments are an object or a text; the call takes nothing else."""
    return isinstance(value, str | dict)


@st.composite
def conversations(
    draw: st.DrawFn,
    tools: Mapping[str, ToolSpec],
    tool: str,
    calls_to: Callable[[str], SearchStrategy[Call]],
    about: SearchStrategy[Arguments],
) -> list[Call]:
    """Four calls of a tool, some of them after a write, often all about one thing.

    Args:
        draw: of Hypothesis.
        tools: the tools of the domain.
        tool: the name of the tool.
        calls_to: gives the calls of a tool by its name.
        about: values that all calls can share, such as an order and its owner's card.
    """
    writes = [name for name, spec in tools.items() if spec.kind == "write"]
    before = draw(st.lists(st.sampled_from(writes), max_size=2))
    calls = [draw(calls_to(name)) for name in [*before, *[tool] * CALLS]]
    if draw(st.booleans()):
        shared = draw(about)
        return [(name, _sharing(shared, arguments)) for name, arguments in calls]
    return calls


def _sharing(shared: Arguments, arguments: Any) -> Any:
    """The arguments with the shared values in place of theirs."""
    if not isinstance(arguments, dict):
        return arguments
    return {name: shared.get(name, value) for name, value in arguments.items()}


def run(domain: ServedDomain, tool: str, fuzz: Any, sets: int) -> None:
    """Tries so many sets of arguments, four in each fresh episode, and checks every call.

    Args:
        domain: the domain.
        tool: the name of the tool.
        fuzz: the domain's module `fuzz`, whose `check` asserts what must hold between the
            changes before and after a successful write, such as that balances and ledgers
            move together.
        sets: how many sets of arguments.
    """

    @settings(
        max_examples=sets // CALLS,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(conversations(domain.tools, tool, fuzz.calls_to, fuzz.about()))
    def play(calls: list[Call]) -> None:
        with EpisodeState.open(domain.data) as state:
            _drive(Episode(domain, state), state, calls, fuzz.check)

    play()


def accepted(domain: ServedDomain, tool: str, valid: SearchStrategy[Arguments]) -> int:
    """How many of 40 calls with arguments that shall be valid the tool carries out."""
    count = 0

    @settings(max_examples=40, deadline=None, derandomize=True, database=None)
    @given(valid)
    def call(arguments: Arguments) -> None:
        nonlocal count
        with EpisodeState.open(domain.data) as state:
            count += not Episode(domain, state).call(tool, arguments).is_error

    call()
    return count


def _drive(episode: Episode, state: EpisodeState, calls: Sequence[Call], check: Check) -> None:
    tools = episode.domain.tools
    for name, arguments in calls:
        before = state.changes()
        call = episode.call(name, arguments)
        assert not episode.internal_errors, (name, arguments)
        assert call.result.strip(), "no tool returns an empty result"
        assert call.is_error == call.result.startswith("Error:")
        if call.is_error or tools[name].kind == "read":
            assert state.changes() == before, "this call must change nothing"
        else:
            check(call, before, state.changes())
        if call.is_error:
            assert not any(leak in _own_words(call) for leak in _LEAKS), call.result
        call.model_dump_json().encode()  # A record can hold it.
    if state.changes().is_empty:
        return
    with state.session() as db:
        dangling = db.connection().exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    assert dangling == []


def _own_words(call: ToolCall) -> str:
    """The message without the values that it quotes from the call."""
    quoted = json.dumps(call.arguments, ensure_ascii=False)
    return " ".join(word for word in call.result.split() if word.strip("'\".,;:") not in quoted)
