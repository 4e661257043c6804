"""What the schema of a tool holds, what declarations are refused, and how results read."""

from math import nan
from typing import Annotated, Any, Literal, NotRequired

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from tau_emo_db.address import Address
from tau_emo_servers.common_tools import calculate, transfer_to_human_agents
from tau_emo_servers.toolkit import if_set, plain, read, render, tool_spec, write

Reason = Literal["too late", "other"]


class Leg(TypedDict):
    number: str
    seats: NotRequired[int]


class Method(BaseModel):
    source: Literal["card", "cash"]
    brand: str | None = None


class Tree(BaseModel):
    children: list["Tree"]


def test_schema_is_plain_and_complete() -> None:
    @write(title="Plan")
    def plan(
        db: Any,
        legs: list[Leg],
        method: Method,
        reason: Reason = "other",
        limit: Annotated[int, Field(ge=1)] | None = None,
        names: dict[str, Reason] | None = None,
        anything: list[dict[str, Any]] | None = None,
        maybe: str | None = "x",
    ) -> str:
        """Plan a trip
        over several legs.

        Args:
            legs: the legs,
                in order.
            method: how it is paid.
            reason: why.
            limit: how many.
            names: names by key.
            anything: free.
            maybe: perhaps.
        """
        return ""

    spec = tool_spec(plan)
    assert (spec.kind, spec.title, spec.destructive, spec.idempotent) == (
        "write",
        "Plan",
        True,
        False,
    )
    assert spec.description == "Plan a trip over several legs."
    reasons = ["too late", "other"]
    assert spec.parameters == {
        "type": "object",
        "properties": {
            "legs": {
                "description": "the legs, in order.",
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"number": {"type": "string"}, "seats": {"type": "integer"}},
                    "required": ["number"],
                },
            },
            "method": {
                "description": "how it is paid.",
                "type": "object",
                "properties": {
                    "source": {"type": "string", "enum": ["card", "cash"]},
                    "brand": {"type": "string"},
                },
                "required": ["source"],
            },
            "reason": {
                "description": "why.",
                "type": "string",
                "enum": reasons,
                "default": "other",
            },
            "limit": {"description": "how many.", "type": "integer", "minimum": 1},
            "names": {"description": "names by key.", "type": "object"},
            "anything": {
                "description": "free.",
                "type": "array",
                "items": {"type": "object"},
            },
            "maybe": {"description": "perhaps.", "type": "string", "default": "x"},
        },
        "required": ["legs", "method"],
    }


def test_the_decorated_function_stays_a_function() -> None:
    assert calculate("1+1") == "2.0"
    assert tool_spec(calculate).function is calculate
    assert not tool_spec(calculate).takes_database
    assert tool_spec(transfer_to_human_agents).hand_off


def test_a_tool_without_parameters_has_an_empty_object() -> None:
    @read(title="List")
    def listing(db: Any) -> str:
        """List."""
        return ""

    assert tool_spec(listing).parameters == {"type": "object", "properties": {}}


def undescribed(db: Any, one: str) -> None:
    """Do it."""


def described_too_much(db: Any, one: str) -> None:
    """Do it.

    Args:
        one: the one.
        two: the other.
    """


def union(db: Any, one: int | str) -> None:
    """Do it.

    Args:
        one: the one.
    """


def endless(db: Any, one: Tree) -> None:
    """Do it.

    Args:
        one: the one.
    """


def untyped(db: Any, one) -> None:
    """Do it.

    Args:
        one: the one.
    """


def anything(db: Any, one: Any) -> None:
    """Do it.

    Args:
        one: the one.
    """


def variadic(db: Any, *one: str) -> None:
    """Do it.

    Args:
        one: the one.
    """


def silent(db: Any) -> None: ...


@pytest.mark.parametrize(
    "function",
    [undescribed, described_too_much, union, endless, untyped, anything, variadic],
)
def test_declarations_that_agents_could_not_read_are_refused(function: Any) -> None:
    with pytest.raises(TypeError, match=function.__name__):
        _ = tool_spec(read(title="x")(function)).parameters


def test_a_tool_needs_a_docstring_and_a_decorator() -> None:
    with pytest.raises(TypeError, match="docstring"):
        _ = tool_spec(read(title="x")(silent)).description
    with pytest.raises(TypeError, match="decorate"):
        tool_spec(len)


def test_render() -> None:
    assert render('a "line"') == 'a "line"'
    assert render({"b": [1, 2.5, None, True], "a": "Zürich"}) == (
        '{"b":[1,2.5,null,true],"a":"Zürich"}'
    )
    assert render([]) == "[]"
    with pytest.raises(ValueError, match="JSON compliant"):
        render(nan)
    with pytest.raises(TypeError):
        render({"a": object()})  # pyright: ignore


def test_entries_that_are_null_are_left_out() -> None:
    assert list(if_set({"b": None, "a": 0, "c": "", "d": []}).items()) == [
        ("a", 0),
        ("c", ""),
        ("d", []),
    ]


def test_a_value_object_is_shown_as_it_is_stored() -> None:
    place = Address(address1="1 A", address2="", city="B", country="C", state="NV", zip="1")
    assert plain(place) == place.model_dump()
    assert plain(None) is None
