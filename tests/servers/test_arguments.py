"""What models send: what is accepted, what is refused, and how the refusal reads."""

import json
import re
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from tau_emo_servers.arguments import accept, accept_object, as_recorded
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.toolkit import Rejection, ToolSpec, read, tool_spec

SHIP = {"parts": [], "tags": [], "insured": True, "price": 1}


@pytest.fixture(scope="session")
def ship(store: ServedDomain) -> ToolSpec:
    return store.tools["ship"]


@pytest.fixture(scope="session")
def set_count(store: ServedDomain) -> ToolSpec:
    return store.tools["set_count"]


def refusal(tool: ToolSpec, arguments: Any) -> str:
    with pytest.raises(Rejection) as refused:
        accept(tool, arguments)
    message = refused.value.message
    assert refused.value.code == "invalid_arguments"
    assert message.endswith(".")
    assert "pydantic" not in message
    assert len(message) < 400
    return message


@pytest.mark.parametrize(
    ("sent", "count"),
    [
        (3, 3),
        ("3", 3),
        (" 3 ", 3),
        (3.0, 3),
        ("3.0", 3),
        ("-3", -3),
        ("+3", 3),
        ("007", 7),
        (2**53, 2**53),
    ],
)
def test_whole_numbers(set_count: ToolSpec, sent: Any, count: int) -> None:
    accepted = accept(set_count, {"item_id": "i", "count": sent})["count"]
    assert accepted == count
    assert type(accepted) is int


@pytest.mark.parametrize(
    "sent",
    [
        *(True, False, 10.5, "10.5", "ten", "", "1e3", "1,000", [], {}, [3]),
        *(2**53 + 2, 1e300, "9" * 30, "٣", "0x3", "3 4", 10**400),
    ],
)
def test_no_whole_numbers(set_count: ToolSpec, sent: Any) -> None:
    assert "count" in refusal(set_count, {"item_id": "i", "count": sent})


@pytest.mark.parametrize(
    ("sent", "price"),
    [(1, 1.0), (1.25, 1.25), ("1.25", 1.25), (" -2 ", -2.0), ("1e2", 100.0), (".5", 0.5)],
)
def test_numbers(ship: ToolSpec, sent: Any, price: float) -> None:
    accepted = accept(ship, SHIP | {"price": sent})["price"]
    assert accepted == price
    assert type(accepted) is float


@pytest.mark.parametrize(
    "sent",
    [True, "NaN", "inf", "Infinity", nan, inf, -inf, "$5", "5 USD", "1,5", "1e999", "", [1], 1e16],
)
def test_no_numbers(ship: ToolSpec, sent: Any) -> None:
    assert "price" in refusal(ship, SHIP | {"price": sent})


@pytest.mark.parametrize(("sent", "insured"), [(True, True), ("false", False), ("True", True)])
def test_truth_values(ship: ToolSpec, sent: Any, insured: bool) -> None:
    assert accept(ship, SHIP | {"insured": sent})["insured"] is insured


@pytest.mark.parametrize("sent", [1, 0, "yes", "1", "", [], 1.0])
def test_no_truth_values(ship: ToolSpec, sent: Any) -> None:
    assert "true nor false" in refusal(ship, SHIP | {"insured": sent})


@pytest.mark.parametrize(
    ("sent", "tags"),
    [
        (["a", "b"], ["a", "b"]),
        ('["a", "b"]', ["a", "b"]),
        (' ["a"]', ["a"]),
        ([5, "x"], ["5", "x"]),
        ("[5]", ["5"]),
        ("[]", []),
    ],
)
def test_lists(ship: ToolSpec, sent: Any, tags: list[str]) -> None:
    assert accept(ship, SHIP | {"tags": sent})["tags"] == tags


@pytest.mark.parametrize(
    "sent", ["a", "a, b", '["a"', '"a"', "{}", {}, {"a": 1}, 5, [None], [["a"]], ["a", True], [{}]]
)
def test_no_lists(ship: ToolSpec, sent: Any) -> None:
    assert "tags" in refusal(ship, SHIP | {"tags": sent})


@pytest.mark.parametrize(
    "sent",
    [
        [{"name": "wheel", "weight": 2}],
        [{"name": "wheel", "weight": "2", "label": None}],
        '[{"name": "wheel", "weight": 2.0}]',
        ['{"name": "wheel", "weight": "2"}'],
    ],
)
def test_objects_in_lists(ship: ToolSpec, sent: Any) -> None:
    (part,) = accept(ship, SHIP | {"parts": sent})["parts"]
    assert part.model_dump() == {"name": "wheel", "weight": 2.0, "label": None}


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ([{"name": "wheel"}], "parts[0] lacks the field weight"),
        ([{"name": "wheel", "weight": 1}, {"weight": 1}], "parts[1] lacks the field name"),
        ([{"name": "wheel", "weight": "heavy"}], 'parts[0].weight is "heavy", not a number'),
        ([{"name": "w", "weight": 1, "colour": "red"}], 'parts[0] has no field "colour"'),
        (["wheel"], 'parts[0] is "wheel", not an object'),
        ([{"name": None, "weight": 1}], "parts[0].name"),
        ([{"name": "w", "weight": nan}], "parts[0].weight is nan"),
    ],
)
def test_errors_name_the_place(ship: ToolSpec, sent: Any, told: str) -> None:
    assert told in refusal(ship, SHIP | {"parts": sent})


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        (85719, "85719"),
        ("85719", "85719"),
        ("007", "007"),
        ('{"a": 1}', '{"a": 1}'),
        ("[1]", "[1]"),
        ("null", "null"),
        (" i ", " i "),
        ("", ""),
        ("Zoë", "Zoë"),
    ],
)
def test_texts_stay_and_whole_numbers_become_texts(
    store: ServedDomain, sent: Any, text: str
) -> None:
    assert accept(store.tools["get_item"], {"item_id": sent}) == {"item_id": text}


@pytest.mark.parametrize("sent", [True, 1.5, 85719.0, [], {}, ["i"], 10**30, "\ud800"])
def test_no_texts(store: ServedDomain, sent: Any) -> None:
    assert "item_id" in refusal(store.tools["get_item"], {"item_id": sent})


def test_what_is_missing_unknown_or_not_allowed(set_count: ToolSpec) -> None:
    assert refusal(set_count, {}) == (
        "the required arguments item_id, count are missing; call set_count with all of them."
    )
    assert "argument count is missing" in refusal(set_count, {"item_id": "i", "count": None})
    assert refusal(set_count, {"item_id": "i", "count": 1, "cuont": 2}) == (
        'set_count has no parameter "cuont"; it takes item_id, count, unit, note.'
    )
    assert refusal(set_count, {"item_id": "i", "count": 1, "unit": "Box"}) == (
        'argument unit is "Box", none of the values it may have; send one of "piece", "box".'
    )


@pytest.mark.parametrize("sent", [{}, {"note": None}, {"note": ""}, {"unit": None, "note": ""}])
def test_an_optional_argument_may_be_null_or_empty(set_count: ToolSpec, sent: Any) -> None:
    accepted = accept(set_count, {"item_id": "i", "count": 1, **sent})
    assert accepted == {"item_id": "i", "count": 1}


def test_a_required_argument_that_may_be_null() -> None:
    @read(title="x")
    def tool(note: str | None) -> str:
        """Do it.

        Args:
            note: a remark.
        """
        return "x"

    for sent in ({}, {"note": None}, {"note": ""}):
        assert accept(tool_spec(tool), sent) == {"note": None}
    assert tool_spec(tool).parameters["required"] == ["note"]


@pytest.mark.parametrize("sent", ['{"item_id": "i", "count": 2}', ' {"count":"2","item_id":"i"} '])
def test_arguments_as_text(set_count: ToolSpec, sent: str) -> None:
    assert accept(set_count, sent) == {"item_id": "i", "count": 2}
    assert as_recorded(sent) == json.loads(sent)


@pytest.mark.parametrize("sent", ["", "  "])
def test_no_text_is_no_arguments(store: ServedDomain, sent: str) -> None:
    assert accept(store.tools["list_items"], sent) == {}
    assert as_recorded(sent) == sent


@pytest.mark.parametrize(
    "sent", ['{"item_id": "i"', "[]", "null", "5", '"x"', "item_id=i", "[" * 100_000, "9" * 5000]
)
def test_arguments_that_are_no_object(set_count: ToolSpec, sent: str) -> None:
    assert "send one JSON object" in refusal(set_count, sent)
    assert as_recorded(sent) == sent


def test_long_values_are_shortened(set_count: ToolSpec) -> None:
    assert "…" in refusal(set_count, {"item_id": "i", "count": "x" * 10_000})


def deep() -> list[Any]:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


@pytest.mark.parametrize(
    "sent",
    [
        {"item_id": nan, "count": 1},
        {"item_id": "\ud800", "count": 1},
        {"item_id": "i", "count": 10**5000},
        {"item_id": "i", "count": deep()},
        {"item_id": object(), "count": 1},
        {1: 2},
    ],
    ids=["nan", "surrogate", "huge", "deep", "object", "key"],
)
def test_what_is_no_json_is_refused_and_recorded_as_text(set_count: ToolSpec, sent: Any) -> None:
    refusal(set_count, sent)
    recorded = as_recorded(sent)
    assert isinstance(recorded, str)
    recorded.encode()


def test_a_record_is_refused_like_the_original(set_count: ToolSpec) -> None:
    sent = {"item_id": "i", "count": inf}
    assert refusal(set_count, as_recorded(sent)) == refusal(set_count, sent)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    arguments=st.dictionaries(st.sampled_from(["item_id", "count", "unit", "note", "x"]), JSON)
    | st.text()
    | st.fixed_dictionaries({"parts": JSON, "tags": JSON, "insured": JSON, "price": JSON})
)
def test_anything_is_accepted_or_refused(store: ServedDomain, arguments: Any) -> None:
    for tool in store.tools.values():
        try:
            accept(tool, arguments)
        except Rejection as refused:
            refused.message.encode()
    recorded = as_recorded(arguments)
    assert json.loads(json.dumps(recorded)) == recorded


class Piece(BaseModel):
    name: str
    count: int
    note: str | None = None


def test_an_object_of_an_open_schema_is_read_by_the_same_rules() -> None:
    sent = {"name": 85719, "count": "2", "note": None, "colour": "red"}
    assert accept_object(Piece, sent, "pieces[3]") == Piece(name="85719", count=2)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"count": 1}, "argument pieces[3] lacks the field name"),
        ({"name": "a", "count": "many"}, "argument pieces[3].count is"),
        ({"name": None, "count": 1}, "argument pieces[3].name is null"),
    ],
)
def test_an_object_of_an_open_schema_that_does_not_fit_is_refused(
    sent: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Rejection, match=re.escape(reason)):
        accept_object(Piece, sent, "pieces[3]")
