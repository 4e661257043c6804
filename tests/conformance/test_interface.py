"""The published interface of the tools, and what model APIs take as function schemas."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_servers.toolkit import ToolSpec

PUBLISHED: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("tools.json").read_text("utf-8")
)
"""By domain and tool: its kind, and its parameters in their order. Agents rely on it: a change is
a new version."""

TOOLS = [
    pytest.param(tool, id=f"{name}-{tool.name}")
    for name in served_domain_names()
    for tool in served_domain(name).tools.values()
]


def interface(tool: ToolSpec) -> dict[str, Any]:
    required = tool.parameters.get("required", [])
    return {
        "kind": tool.kind,
        "parameters": {
            name: {**shape(schema), "required": name in required}
            for name, schema in tool.parameters["properties"].items()
        },
    }


def shape(schema: dict[str, Any]) -> dict[str, Any]:
    """Type, allowed values and default, at any depth, without descriptions."""
    kept: dict[str, Any] = {
        key: schema[key] for key in ("type", "enum", "default") if key in schema
    }
    if "items" in schema:
        kept["items"] = shape(schema["items"])
    if "properties" in schema:
        kept["properties"] = {name: shape(one) for name, one in schema["properties"].items()}
        kept["required"] = schema.get("required", [])
    return kept


def schemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for inner in [*schema.get("properties", {}).values(), *filter(None, [schema.get("items")])]:
        yield from schemas(inner)


@pytest.mark.parametrize("domain", served_domain_names())
def test_the_served_tools_are_the_published_ones(domain: str) -> None:
    served = {name: interface(tool) for name, tool in served_domain(domain).tools.items()}
    assert served == PUBLISHED[domain]
    for name, tool in served.items():
        assert [*tool["parameters"]] == [*PUBLISHED[domain][name]["parameters"]]


def test_every_published_domain_is_served() -> None:
    assert list(served_domain_names()) == sorted(PUBLISHED)


@pytest.mark.parametrize("tool", TOOLS)
def test_schemas_hold_only_what_every_model_api_takes(tool: ToolSpec) -> None:
    # Names: OpenAI and Anthropic allow 64 characters of this kind, Gemini the same from a letter.
    assert re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}", tool.name)
    assert len(tool.description) <= 1024
    assert tool.parameters["type"] == "object"
    for schema in schemas(tool.parameters):
        # Gemini's developer API refuses `additionalProperties`; `$ref` and `anyOf` differ by API.
        assert set(schema) <= {
            *("type", "description", "enum", "default", "items", "properties", "required"),
            *("minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "pattern"),
        }
        assert schema["type"] in {"object", "array", "string", "integer", "number", "boolean"}
        assert ("items" in schema) == (schema["type"] == "array")
        if "enum" in schema:
            # Gemini takes enums of texts only.
            assert schema["type"] == "string"
            assert all(isinstance(one, str) and one for one in schema["enum"])
        if "properties" in schema:
            assert set(schema.get("required", [])) <= set(schema["properties"])
            assert all(one["description"] for one in schema["properties"].values())
        else:
            assert "required" not in schema
