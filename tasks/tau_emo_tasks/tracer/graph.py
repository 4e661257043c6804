"""Which tool of a domain may follow which, and which result feeds which argument."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import jmespath
from pydantic import BaseModel, ConfigDict, JsonValue

from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_tasks.tracer.trace import Step, Trace


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Edge(_Part):
    """A transition from one tool to another."""

    source: str
    target: str
    binds: dict[str, str] = {}
    """By parameter of the target: the JMESPath expression that finds its values in the
    result of the source; `@` is a result that is plain text."""
    when: Literal["after it", "after its failure"] = "after it"
    verdict: str
    """Why an agent sensibly does so."""


class ToolGraph(_Part):
    """The tools of one domain as a graph."""

    start: tuple[str, ...]
    """Tools whose arguments the customer alone can give."""
    edges: tuple[Edge, ...]


@cache
def tool_graph(domain: str) -> ToolGraph:
    """The graph of a domain.

    Raises:
        FileNotFoundError: the domain has none.
    """
    file = files("tau_emo_tasks").joinpath("tracer", "domains", domain, "graph.json")
    return ToolGraph.model_validate_json(file.read_text("utf-8"))


def problems(domain: str, graph: ToolGraph) -> Iterator[str]:
    """What is wrong with a graph as far as names and parameters tell."""
    tools = served_domain(domain).tools
    named = {name for edge in graph.edges for name in (edge.source, edge.target)} | {*graph.start}
    for name in sorted(named - set(tools)):
        yield f"there is no tool {name}"
    for name in sorted(set(tools) - named):
        yield f"the tool {name} is not in the graph"
    for edge in graph.edges:
        if edge.source in tools and edge.target in tools:
            properties = tools[edge.target].parameters.get("properties", {})
            for parameter in sorted(set(edge.binds) - set(properties)):
                yield f"{edge.source} -> {edge.target}: there is no parameter {parameter}"
    seen = [(edge.source, edge.target) for edge in graph.edges]
    for source, target in sorted({one for one in seen if seen.count(one) > 1}):
        yield f"{source} -> {target} stands twice"


def taken(edge: Edge, trace: Trace) -> bool:
    """True if a trace goes along the edge: what the source gave is what the target got."""
    for position, source in enumerate(trace.steps):
        if source.tool != edge.source:
            continue
        for target in trace.steps[position + 1 :]:
            if target.tool == edge.target and _feeds(edge, source, target):
                return True
    return False


def _feeds(edge: Edge, source: Step, target: Step) -> bool:
    result = _parsed(source.result)
    return all(
        _scalars(target.arguments.get(parameter)) <= _scalars(jmespath.search(path, result))
        for parameter, path in edge.binds.items()
        if target.arguments.get(parameter) is not None
    )


def mistyped(domain: ServedDomain, edge: Edge, step: Step) -> Iterator[str]:
    """Values that an edge finds in a real result and that its parameter does not take."""
    properties: Mapping[str, Any] = domain.tools[edge.target].parameters["properties"]
    for parameter, path in edge.binds.items():
        for value in _leaves(jmespath.search(path, _parsed(step.result))):
            if not _takes(properties[parameter], value):
                yield f"{edge.source} -> {edge.target}: {parameter} takes no {value!r}"


def _takes(schema: Mapping[str, Any], value: JsonValue) -> bool:
    kind = schema.get("type")
    if kind == "array":
        return _takes(schema.get("items", {}), value)
    if kind == "object":
        return any(_takes(one, value) for one in schema.get("properties", {}).values())
    if "enum" in schema:
        return value in schema["enum"]
    return {
        "string": isinstance(value, str),
        "integer": isinstance(value, int),
        "number": isinstance(value, int | float),
        "boolean": isinstance(value, bool),
    }.get(str(kind), True)


def _parsed(result: str) -> Any:
    return json.loads(result) if result[:1] in "[{" else result


def _leaves(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in _leaves(part)]
    if isinstance(value, list):
        return [leaf for part in value for leaf in _leaves(part)]
    return [] if value is None else [value]


def _scalars(value: JsonValue) -> set[str]:
    return {str(leaf) for leaf in _leaves(value)}


def evidence(graph: ToolGraph, traces: Sequence[Trace]) -> dict[tuple[str, str], str]:
    """By edge, the first trace that goes along it; edges that none takes are left out."""
    found: dict[tuple[str, str], str] = {}
    for edge in graph.edges:
        for trace in traces:
            if edge.when == "after it" and taken(edge, trace):
                found[edge.source, edge.target] = trace.id
                break
    return found
