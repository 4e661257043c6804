"""Tools are reached alike on every transport, whatever an agent sends."""

import gc
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.hosts.environment import scrubbed_environment
from tau_emo_client.hosts.gateway_process import GatewayAddress, GatewayProcess
from tau_emo_client.hosts.host import HostedEpisode, ToolHost
from tau_emo_client.hosts.http import IDLE, HttpHost
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.hosts.stdio import StdioHost
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

HUGE = "x" * 6_000_000
ODD_CALLS: list[tuple[str, Any]] = [
    ("think", {"thought": "hm"}),
    ("think", '{"thought": "hm"}'),
    ("list_all_product_types", ""),
    ("get_order_details", {"order_id": "#W0000000"}),
    ("get_order_details", {}),
    ("get_order_details", {"order_id": "#W0000000", "colour": "red"}),
    ("get_order_details", '{"order_id": '),
    ("get_order_details", "[1, 2]"),
    ("get_order_details", {"order_id": float("nan")}),
    ("get_order_details", {"order_id": "half \ud83d"}),
    ("get_order_details", {"order_id": HUGE}),
    ("get_order_details", {"order_id": [[[[1]]]]}),
    ("no_such_tool", {"a": 1}),
    ("", {}),
    ("tools/list", {}),
    ("x" * 300_000, {}),
    ("think", f'{{"thought": "{HUGE}"}}'),
    ("calculate", {"expression": "1 + 1"}),
    ("transfer_to_human_agents", {"summary": "done"}),
    ("calculate", {"expression": "1 + 1"}),
]


@asynccontextmanager
async def opened(host: ToolHost, domain: str = "retail") -> AsyncGenerator[HostedEpisode]:
    async with host:
        episode = await host.open(domain)
        try:
            yield episode
        finally:
            await episode.close()


async def odd_calls(episode: HostedEpisode) -> list[ToolCall]:
    return [
        await episode.call(f"c{number}", name, arguments)
        for number, (name, arguments) in enumerate(ODD_CALLS)
    ]


@pytest.fixture(scope="module")
def in_memory() -> list[ToolCall]:
    import anyio

    async def play() -> list[ToolCall]:
        async with opened(MemoryHost()) as episode:
            return await odd_calls(episode)

    return anyio.run(play)


def test_whatever_is_sent_gives_a_readable_result(in_memory: list[ToolCall]) -> None:
    failed = [call.is_error for call in in_memory]
    assert failed == [False] * 3 + [True] * 14 + [False, False, True]
    assert all(call.result.startswith("Error:") == call.is_error for call in in_memory)
    assert in_memory[1].arguments == {"thought": "hm"}
    assert in_memory[17].result == "2.0"
    assert all(len(call.model_dump_json()) < 60_000 for call in in_memory)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("make", [lambda: HttpHost(domains=["retail"]), StdioHost])
async def test_other_transports_give_the_same(make: Any, in_memory: list[ToolCall]) -> None:
    async with opened(make()) as episode:
        assert await odd_calls(episode) == in_memory
        assert episode.handed_off
        assert episode.policy == served_domain("retail").policy
        outcome = await episode.result()
    assert outcome.handed_off
    assert outcome.changes.is_empty
    sent = [call for call in in_memory if isinstance(call.arguments, dict)]
    assert [(c.name, c.result) for c in outcome.calls] == [(c.name, c.result) for c in sent]


async def test_tools_are_listed_as_the_domain_serves_them() -> None:
    async with opened(MemoryHost()) as episode:
        tools = {tool["name"]: tool for tool in episode.tools}
    served = served_domain("retail").tools
    assert list(tools) == list(served)
    assert tools["cancel_pending_order"]["inputSchema"] == served["cancel_pending_order"].parameters
    assert tools["get_order_details"]["annotations"]["readOnlyHint"] is True


async def test_episodes_opened_in_one_task_do_not_meet() -> None:
    async with MemoryHost() as host:
        first, second = await host.open("retail"), await host.open("retail")
        await first.call("1", "transfer_to_human_agents", {"summary": "x"})
        assert not (await second.call("2", "calculate", {"expression": "2"})).is_error
        assert [call.name for call in (await first.result()).calls] == ["transfer_to_human_agents"]
        assert [call.name for call in (await second.result()).calls] == ["calculate"]
        await first.close()
        await second.close()


async def test_a_gateway_that_is_already_running() -> None:
    process = await GatewayProcess.start(["airline"], most=1)
    try:
        known = GatewayAddress(process.address.control, process.address.secret)
        async with HttpHost(known) as host:
            episode = await host.open("airline")
            assert not (await episode.call("1", "calculate", {"expression": "2"})).is_error
            with pytest.raises(InfrastructureError, match="domains are airline"):
                await host.open("retail")
            await episode.close()
        wrong = GatewayAddress(process.address.control, "guess")
        with pytest.raises(InfrastructureError, match="TAU_EMO_CONTROL_SECRET"):
            await HttpHost(wrong).__aenter__()
        agents_side = GatewayAddress(process.address.mcp, process.address.secret)
        with pytest.raises(InfrastructureError, match="404"):
            await HttpHost(agents_side).__aenter__()
    finally:
        await process.stop()
    assert process.address.secret not in repr(process.address)


def test_an_idle_connection_is_dropped_by_us_before_the_gateway_closes_it() -> None:
    """Who sends at the moment the other side closes loses the request."""
    assert uvicorn.Config("unused").timeout_keep_alive >= IDLE + 2


async def test_a_gateway_that_dies_is_an_infrastructure_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    process = await GatewayProcess.start(["airline"], most=4)
    async with HttpHost(process.address) as host:
        episode = await host.open("airline")
        await process.stop()
        with pytest.raises(InfrastructureError, match="tool call calculate"):
            await episode.call("1", "calculate", {"expression": "2"})
        with pytest.raises(InfrastructureError):
            await episode.result()
        with pytest.raises(InfrastructureError):
            await host.open("airline")
        await episode.close()
    del episode, host
    gc.collect()
    # Nothing of the MCP client's is left behind to complain when it is collected.
    assert caplog.records == []


async def test_a_full_gateway_is_waited_for() -> None:
    import anyio

    process = await GatewayProcess.start(["airline"], most=1)
    try:
        async with HttpHost(process.address) as host, anyio.create_task_group() as group:
            first = await host.open("airline")

            async def leave() -> None:
                await anyio.sleep(0.1)
                await first.close()

            group.start_soon(leave)
            second = await host.open("airline")
            await second.close()
    finally:
        await process.stop()


def test_processes_get_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TAU_EMO_AGENT_API_KEY", "OPENAI_API_KEY", "HF_TOKEN", "MY_SECRET"):
        monkeypatch.setenv(name, "hush")
    monkeypatch.setenv("XDG_CACHE_HOME", "/tmp/cache")
    assert "hush" not in scrubbed_environment().values()
    assert scrubbed_environment()["XDG_CACHE_HOME"] == "/tmp/cache"
    assert scrubbed_environment()["PATH"] == os.environ["PATH"]
