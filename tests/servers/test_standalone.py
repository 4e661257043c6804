"""Standalone servers: over HTTP, over stdio, with a file, and for FastMCP's own commands."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Literal

import anyio
import httpx2
import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from sqlmodel import select
from starlette.types import ASGIApp

import tau_emo_servers.domains
from tau_emo_db import EpisodeState, StateFileError, domain_data
from tau_emo_db.domains.retail.tables import User
from tau_emo_servers import listening
from tau_emo_servers.domain import ServedDomain, served_domain_names
from tau_emo_servers.standalone import serve_http, standalone_app, standalone_server

Serve = Callable[[ASGIApp], AbstractAsyncContextManager[str]]


async def count(client: Client[Any]) -> int:
    result = await client.call_tool_mcp("get_item", {"item_id": "i1"})
    return json.loads(result.content[0].text)["count"]


async def test_one_domain_is_at_both_paths(store: ServedDomain, serve: Serve) -> None:
    async with serve(standalone_app([store])) as url:
        async with Client(f"{url}/store/mcp") as client:
            await client.call_tool_mcp("set_count", {"item_id": "i1", "count": 61})
        async with Client(f"{url}/mcp") as client:
            assert await count(client) == 61


async def test_several_domains_have_a_path_each(store: ServedDomain, serve: Serve) -> None:
    other = ServedDomain("other", [store.tools["think"].function], policy="x", data=store.data)
    async with serve(standalone_app([store, other])) as url:
        async with Client(f"{url}/other/mcp") as client:
            assert [tool.name for tool in await client.list_tools()] == ["think"]
        async with Client(f"{url}/store/mcp") as client:
            assert len(await client.list_tools()) == len(store.tools)


async def test_after_a_hand_off_another_conversation_begins(
    store: ServedDomain, serve: Serve
) -> None:
    async with serve(standalone_app([store])) as url, Client(f"{url}/mcp") as client:
        await client.call_tool_mcp("set_count", {"item_id": "i1", "count": 62})
        await client.call_tool_mcp("transfer_to_human_agents", {"summary": "x"})
        assert await count(client) == 62


async def test_a_file_keeps_the_state(store: ServedDomain, serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    async with serve(standalone_app([store], file)) as url, Client(f"{url}/mcp") as client:
        await client.call_tool_mcp("set_count", {"item_id": "i1", "count": 63})
    async with serve(standalone_app([store], file)) as url, Client(f"{url}/mcp") as client:
        assert await count(client) == 63


def test_what_cannot_be_served(store: ServedDomain, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least one"):
        standalone_app([])
    with pytest.raises(ValueError, match="one domain"):
        standalone_app([store, store], tmp_path / "x.db")
    (tmp_path / "text.db").write_text("no database" * 100)
    with pytest.raises(StateFileError):
        standalone_app([store], tmp_path / "text.db")


async def test_a_server_for_fastmcp_run_holds_one_episode(store: ServedDomain) -> None:
    async with Client(standalone_server(store)) as client:
        await client.call_tool_mcp("transfer_to_human_agents", {"summary": "x"})
        late = await client.call_tool_mcp("get_item", {"item_id": "i1"})
        assert late.is_error


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_stdio_with_a_file(tmp_path: Path, era: Literal["auto", "legacy"]) -> None:
    data = domain_data("retail")
    with EpisodeState.open(data) as state, state.session() as db:
        user_id = db.exec(select(User.user_id)).first()
    file = tmp_path / "retail.db"
    program = (
        "import asyncio, pathlib, sys\n"
        "from tau_emo_servers.domain import served_domain\n"
        "from tau_emo_servers.standalone import serve_stdio\n"
        "asyncio.run(serve_stdio(served_domain('retail'), pathlib.Path(sys.argv[1])))\n"
    )
    transport = StdioTransport(sys.executable, ["-c", program, str(file)], keep_alive=False)
    async with Client(transport, mode=era, init_timeout=40) as client:
        result = await client.call_tool_mcp(
            "modify_user_address",
            {
                "user_id": user_id,
                "address1": "14 Harbor Lane",
                "address2": "",
                "city": "Tucson",
                "state": "AZ",
                "country": "USA",
                "zip": "85719",
            },
        )
        assert not result.is_error, result.content
        unknown = await client.call_tool_mcp("no_such_tool", {})
        assert unknown.content[0].text.startswith("Error: there is no tool")
    with EpisodeState.open(data, path=file) as state:
        (after,) = state.changes()["user"].after
        assert after["user_id"] == user_id
        assert "14 Harbor Lane" in str(after)


@pytest.mark.parametrize("domain", served_domain_names())
def test_fastmcp_inspects_each_domain(domain: str) -> None:
    (root,) = tau_emo_servers.domains.__path__
    done = subprocess.run(
        [
            *(sys.executable, "-m", "fastmcp.cli", "inspect", "--skip-env"),
            *("--format", "mcp", str(Path(root) / domain / "fastmcp.json")),
        ],
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.returncode == 0, done.stderr
    listed = json.loads(done.stdout)
    assert "think" in [tool["name"] for tool in listed["tools"]]
    assert [str(found["uri"]) for found in listed["resources"]] == [f"policy://{domain}"]


async def test_a_process_tells_its_addresses_and_ends_on_request() -> None:
    program = (
        "import asyncio\n"
        "from tau_emo_servers.domain import served_domain\n"
        "from tau_emo_servers.standalone import serve_http\n"
        "asyncio.run(serve_http([served_domain('retail')]))\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout
        ready = json.loads(await process.stdout.readline())
        assert list(ready) == ["retail"]
        async with Client(ready["retail"]) as client:
            result = await client.call_tool_mcp("calculate", {"expression": "6*7"})
        assert result.content[0].text == "42.0"
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 20) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_other_machines_are_served_only_with_their_names(store: ServedDomain) -> None:
    with pytest.raises(ValueError, match="allowed hosts"):
        await serve_http([store], host="0.0.0.0")


async def test_a_secret_is_asked_for_everywhere_but_for_health(
    store: ServedDomain, serve: Serve
) -> None:
    async with serve(standalone_app([store], secret="k" * 20)) as url:
        async with httpx2.AsyncClient() as http:
            assert (await http.get(f"{url}/health")).status_code == 200
            for path in ("/mcp", "/store/mcp"):
                for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "k" * 20}):
                    answer = await http.post(url + path, json={}, headers=headers)
                    assert answer.status_code == 401
                    assert answer.headers["WWW-Authenticate"] == "Bearer"
                    assert "TAU_EMO_SERVE_SECRET" in answer.text
            headers = {"Authorization": f"bearer {'k' * 20}"}
            assert (await http.post(f"{url}/mcp", json={}, headers=headers)).status_code != 401
        async with Client(f"{url}/store/mcp", auth="k" * 20) as client:
            assert await count(client)


@pytest.mark.parametrize("secret", ["\n", "ä", " x"])
def test_a_secret_that_no_header_carries(store: ServedDomain, secret: str) -> None:
    with pytest.raises(ValueError, match="TAU_EMO_SERVE_SECRET holds"):
        standalone_app([store], secret=secret)


@pytest.mark.parametrize(
    ("host", "secret", "warned"),
    [("0.0.0.0", "", True), ("0.0.0.0", "k", False), ("127.0.0.1", "", False)],
)
async def test_open_doors_are_warned_of(
    store: ServedDomain, caplog: pytest.LogCaptureFixture, host: str, secret: str, warned: bool
) -> None:
    with anyio.move_on_after(0.2):
        await serve_http([store], host=host, allowed_hosts=["*"], secret=secret)
    assert ("set TAU_EMO_SERVE_SECRET" in caplog.text) == warned


async def test_a_request_that_never_arrives_is_given_up_and_others_are_served(
    store: ServedDomain,
    serve: Serve,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(listening, "SENT_WITHIN", 0.3)
    async with serve(standalone_app([store])) as url:
        host, port = url.removeprefix("http://").split(":")
        slow, writer = await asyncio.open_connection(host, int(port))
        head = f"POST /mcp HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        accept = "Accept: application/json, text/event-stream\r\nContent-Length: 500\r\n\r\n"
        writer.write((head + accept + '{"jsonrpc":').encode())
        await writer.drain()
        async with Client(f"{url}/mcp") as client:
            assert await count(client)
        answer = await asyncio.wait_for(slow.read(), 5)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert answer.endswith(b"the request did not arrive in time\n")
        writer.close()
        async with Client(f"{url}/mcp") as client:
            assert await count(client)
    assert not caplog.records
