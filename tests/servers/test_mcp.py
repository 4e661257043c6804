"""A domain over MCP, in memory, in both protocol eras."""

import json
from typing import Any, Literal

import pytest
from fastmcp import Client
from mcp.shared.exceptions import MCPError

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode
from tau_emo_servers.mcp import domain_server

Era = Literal["auto", "legacy"]
ERAS: list[Era] = ["auto", "legacy"]


def text(result: Any) -> str:
    assert len(result.content) == 1
    return result.content[0].text


@pytest.fixture(params=ERAS)
def client(request: pytest.FixtureRequest, episode: Episode) -> Client[Any]:
    return Client(domain_server(episode.domain, lambda: episode), mode=request.param)


async def test_the_eras_differ(episode: Episode) -> None:
    server = domain_server(episode.domain, lambda: episode)
    async with Client(server, mode="auto") as new, Client(server, mode="legacy") as old:
        assert new.protocol_version == "2026-07-28"
        assert old.protocol_version.startswith("2025-")


async def test_tools_are_listed_in_order_with_annotations(
    client: Client[Any], store: ServedDomain
) -> None:
    async with client:
        tools = {tool.name: tool for tool in await client.list_tools()}
    assert list(tools) == list(store.tools)
    tool = tools["set_count"]
    assert tool.title == "Set a count"
    assert tool.description == "Set how many there are."
    assert tool.output_schema is None
    assert tool.input_schema == {
        "type": "object",
        "properties": {
            "item_id": {"description": "the item.", "type": "string"},
            "count": {"description": "the new count.", "type": "integer"},
            "unit": {
                "description": "what is counted.",
                "type": "string",
                "enum": ["piece", "box"],
                "default": "piece",
            },
            "note": {"description": "a remark.", "type": "string"},
        },
        "required": ["item_id", "count"],
    }
    hints = {
        name: tools[name].annotations.model_dump(by_alias=True, exclude_none=True)
        for name in ("get_item", "set_count", "transfer_to_human_agents")
    }
    assert hints["get_item"] == {
        "title": "Count an item",
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    assert hints["set_count"]["readOnlyHint"] is False
    assert hints["set_count"]["destructiveHint"] is True
    assert hints["set_count"]["idempotentHint"] is True
    assert hints["transfer_to_human_agents"]["readOnlyHint"] is True


async def test_results_are_text_alone(client: Client[Any], episode: Episode) -> None:
    async with client:
        result = await client.call_tool_mcp("set_count", {"item_id": "i1", "count": "41"})
        assert text(result) == '{"item_id":"i1","count":41,"unit":"piece","note":null}'
        assert not result.is_error
        assert result.structured_content is None
        read = await client.call_tool_mcp("get_item", {"item_id": "i1"})
    assert json.loads(text(read)) == {"item_id": "i1", "count": 41}
    assert [call.name for call in episode.calls] == ["set_count", "get_item"]
    assert episode.calls[0].arguments == {"item_id": "i1", "count": "41"}
    assert episode.changes()["item"].after == [{"item_id": "i1", "count": 41}]


async def test_failures_are_error_results_in_our_words(
    client: Client[Any], episode: Episode
) -> None:
    calls: list[tuple[str, Any, str]] = [
        ("get_item", {"item_id": "x"}, "Error: there is no item x; list them first."),
        ("get_item", {}, "Error: the required argument item_id is missing"),
        ("set_count", {"item_id": "i1", "count": True}, "Error: argument count is true, not a"),
        ("get_item", {"item_id": "i1", "x": 1}, 'Error: get_item has no parameter "x"'),
        ("no_such_tool", {}, "Error: there is no tool 'no_such_tool'"),
        ("broken", {"item_id": "i1"}, "Error: internal error"),
    ]
    async with client:
        for name, arguments, expected in calls:
            result = await client.call_tool_mcp(name, arguments)
            assert result.is_error
            assert text(result).startswith(expected)
            assert "secret" not in text(result)
            assert "pydantic" not in text(result)
    assert [(call.name, call.is_error) for call in episode.calls] == [
        (name, True) for name, _, _ in calls
    ]
    assert len(episode.internal_errors) == 1
    assert episode.changes().is_empty


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
async def test_arguments_that_are_no_object_reach_the_recorder(
    client: Client[Any], episode: Episode
) -> None:
    import mcp_types

    async with client:
        for sent in (["i1"], '{"item_id": "i1"'):
            request = mcp_types.CallToolRequest(
                params=mcp_types.CallToolRequestParams.model_construct(
                    name="get_item", arguments=sent
                )
            )
            result = await client.session.send_request(request, mcp_types.CallToolResult)
            assert result.is_error
            assert text(result).startswith("Error: the arguments are ")
    assert [call.arguments for call in episode.calls] == ['["i1"]', '{"item_id": "i1"']


async def test_the_policy_is_a_resource_and_a_prompt(client: Client[Any]) -> None:
    async with client:
        resources = await client.list_resources()
        assert [str(found.uri) for found in resources] == ["policy://store"]
        (content,) = await client.read_resource("policy://store")
        assert content.text == "# Policy\n\nBe kind.\n"
        assert content.mime_type == "text/markdown"
        prompts = await client.list_prompts()
        assert [found.name for found in prompts] == ["policy"]
        prompt = await client.get_prompt("policy")
        assert prompt.messages[0].content.text == "# Policy\n\nBe kind.\n"
        assert "policy://store" in client.instructions
        with pytest.raises(MCPError):
            await client.read_resource("policy://other")


async def test_a_hand_off_closes_the_episode(client: Client[Any], episode: Episode) -> None:
    async with client:
        done = await client.call_tool_mcp("transfer_to_human_agents", {"summary": "wants a dog"})
        assert not done.is_error
        late = await client.call_tool_mcp("set_count", {"item_id": "i1", "count": 3})
    assert late.is_error
    assert text(late).startswith("Error: the customer has been passed on")
    assert episode.handed_off
    assert len(episode.calls) == 2
    assert episode.changes().is_empty


async def test_one_server_serves_the_episode_that_is_resolved(store: ServedDomain) -> None:
    from tau_emo_db import EpisodeState

    episodes = [Episode(store, EpisodeState.open(store.data)) for _ in range(2)]
    current = [episodes[0]]
    async with Client(domain_server(store, lambda: current[0])) as client:
        await client.call_tool_mcp("set_count", {"item_id": "i1", "count": 51})
        current[0] = episodes[1]
        await client.call_tool_mcp("set_count", {"item_id": "i2", "count": 52})
    assert [one.changes()["item"].after for one in episodes] == [
        [{"item_id": "i1", "count": 51}],
        [{"item_id": "i2", "count": 52}],
    ]
    for one in episodes:
        one.close()


async def test_a_tool_run_past_the_middleware_is_the_same(episode: Episode) -> None:
    server = domain_server(episode.domain, lambda: episode)
    result = await server.call_tool("get_item", {"item_id": "x"}, run_middleware=False)
    assert result.is_error
    assert text(result) == "Error: there is no item x; list them first."
    assert [call.name for call in episode.calls] == ["get_item"]
