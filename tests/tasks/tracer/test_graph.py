"""The graphs of the tools: their names, their bindings on real results, what walks take."""

from itertools import islice

import pytest

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.graph import Edge, ToolGraph, evidence, mistyped, problems, tool_graph
from tau_emo_tasks.tracer.recipe import traced_domains
from tau_emo_tasks.tracer.sample import Sampler

DOMAINS = traced_domains()


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_graph_names_every_tool_and_no_other(domain: str) -> None:
    assert list(problems(domain, tool_graph(domain))) == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_a_result_gives_is_of_the_type_that_the_next_tool_takes(domain: str) -> None:
    traces = list(islice(Sampler(domain, "graph"), 30))
    steps = [step for trace in traces for step in trace.steps]
    odd = {
        text
        for edge in tool_graph(domain).edges
        if edge.when == "after it"
        for step in steps
        if step.tool == edge.source
        for text in mistyped(served_domain(domain), edge, step)
    }
    assert odd == set()


@pytest.mark.parametrize("domain", DOMAINS)
def test_walks_go_along_most_edges(domain: str) -> None:
    graph = tool_graph(domain)
    traces = list(islice(Sampler(domain, "graph"), 60))
    edges = [edge for edge in graph.edges if edge.when == "after it"]
    assert len(evidence(graph, traces)) >= 0.7 * len(edges)


def test_what_is_wrong_with_a_graph_is_named() -> None:
    graph = tool_graph("retail")
    first = graph.edges[0]
    odd = Edge(source="fly", target="get_order_details", binds={"size": "@"}, verdict="no")
    unbound = odd.model_copy(update={"source": "get_user_details"})
    found = list(problems("retail", ToolGraph(start=(), edges=(*graph.edges, odd, unbound, first))))
    assert found == [
        "there is no tool fly",
        "the tool think is not in the graph",
        "get_user_details -> get_order_details: there is no parameter size",
        f"{first.source} -> {first.target} stands twice",
        "get_user_details -> get_order_details stands twice",
    ]
