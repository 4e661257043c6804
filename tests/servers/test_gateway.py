"""The gateway: isolation, tokens, the gate, the control API, limits and memory."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx
import httpx2
import psutil
import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode
from tau_emo_servers.gateway import Full, OpenEpisodes, agent_app, control_app
from tau_emo_servers.gateway.agents import episode_path
from tau_emo_servers.line import LEFT, OVER

Serve = Callable[[ASGIApp], AbstractAsyncContextManager[str]]

SECRET = "the secret of the tests"
MCP = "http://127.0.0.1:1"
KNOWN = {"Authorization": f"Bearer {SECRET}"}
LIST = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/list",
    "params": {},
}
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-06-18",
}


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def episodes(clock: Clock) -> Iterator[OpenEpisodes]:
    found = OpenEpisodes(ttl=100, most=300, clock=clock)
    yield found
    found.close_all()


@pytest.fixture
async def url(store: ServedDomain, episodes: OpenEpisodes, serve: Serve) -> AsyncGenerator[str]:
    async with serve(agent_app([store], episodes)) as found:
        yield found


@pytest.fixture
async def http() -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(headers=HEADERS, verify=False) as found:
        yield found


@pytest.fixture
def control(store: ServedDomain, episodes: OpenEpisodes) -> TestClient:
    return TestClient(control_app({"store": store}, episodes, SECRET, MCP), headers=KNOWN)


def episode_of(episodes: OpenEpisodes, token: str) -> Episode | None:
    """The open episode behind the token."""
    opened = episodes.find(token)
    return opened.episode if opened else None


@asynccontextmanager
async def mcp(
    address: str, era: str = "auto", headers: dict[str, str] | None = None
) -> AsyncGenerator[Client[Any]]:
    def plain(**options: Any) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(**{**options, "verify": False})

    transport = StreamableHttpTransport(address, headers=headers, httpx_client_factory=plain)
    async with Client(transport, mode=era) as client:
        yield client


async def raw(url: str, method: str, path: str, body: str) -> str:
    """The answer to a request whose path no client has put right."""
    host = url.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    headers = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
    writer.write(
        f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
        f"{headers}Content-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer.decode()


async def call(client: Client[Any], name: str, **arguments: Any) -> Any:
    result = await client.call_tool_mcp(name, arguments)
    assert not result.is_error, result.content[0].text
    return json.loads(result.content[0].text)


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_an_episode_is_played_over_http(
    url: str, episodes: OpenEpisodes, store: ServedDomain, era: str
) -> None:
    token = episodes.open(store)
    async with mcp(url + episode_path(token), era) as client:
        assert [tool.name for tool in await client.list_tools()] == list(store.tools)
        await call(client, "set_count", item_id="i1", count=70)
        assert await call(client, "get_item", item_id="i1") == {"item_id": "i1", "count": 70}
        unknown = await client.call_tool_mcp("no_such_tool", {})
        assert unknown.is_error
    episode = episode_of(episodes, token)
    assert episode is not None
    assert [one.name for one in episode.calls] == ["set_count", "get_item", "no_such_tool"]
    assert token not in json.dumps([one.model_dump(mode="json") for one in episode.calls])


async def test_the_token_may_come_as_a_bearer_header(
    url: str, episodes: OpenEpisodes, store: ServedDomain
) -> None:
    token = episodes.open(store)
    async with mcp(f"{url}/mcp", headers={"Authorization": f"Bearer {token}"}) as client:
        await call(client, "set_count", item_id="i1", count=71)
    episode = episode_of(episodes, token)
    assert episode is not None
    assert len(episode.calls) == 1


async def test_200_episodes_at_once_see_nothing_of_each_other(
    url: str, episodes: OpenEpisodes, store: ServedDomain
) -> None:
    tokens = [episodes.open(store) for _ in range(200)]
    assert len(set(tokens)) == 200

    async def play(number: int, client: httpx.AsyncClient) -> None:
        async def tool(name: str, **arguments: Any) -> Any:
            body = {
                "jsonrpc": "2.0",
                "id": number,
                "method": "tools/call",
                "params": {"name": name, "arguments": arguments},
            }
            answer = await client.post(url + episode_path(tokens[number]), json=body)
            return json.loads(answer.json()["result"]["content"][0]["text"])

        await tool("set_count", item_id="i1", count=1000 + number)
        await asyncio.sleep(0)
        assert await tool("get_item", item_id="i1") == {"item_id": "i1", "count": 1000 + number}

    limits = httpx.Limits(max_connections=40)
    async with httpx.AsyncClient(
        headers=HEADERS, verify=False, limits=limits, timeout=60
    ) as client:
        await asyncio.gather(*(play(number, client) for number in range(200)))
    for number, token in enumerate(tokens):
        episode = episode_of(episodes, token)
        assert episode is not None
        assert len(episode.calls) == 2
        assert episode.changes()["item"].after == [{"item_id": "i1", "count": 1000 + number}]


async def test_what_is_no_open_episode_is_404(
    url: str, http: httpx.AsyncClient, episodes: OpenEpisodes, store: ServedDomain, clock: Clock
) -> None:
    token, closed = episodes.open(store), episodes.open(store)
    episodes.close(closed)
    good = await http.post(url + episode_path(token), json=LIST)
    assert good.status_code == 200
    assert len(good.json()["result"]["tools"]) == len(store.tools)
    assert "jsonrpc" in await raw(url, "POST", episode_path(token), json.dumps(LIST))
    guesses = [
        "/",
        "/mcp",
        "/mcp/",
        "/e",
        "/e/",
        "/e//mcp",
        f"/e/{token}",
        f"/e/{token}/",
        f"/e/{token}/mcp/x",
        f"/e/{token}/mcp//",
        f"//e/{token}/mcp",
        f"/e/{token}//mcp",
        f"/e/{token}/control",
        f"/e/{token[:-1]}/mcp",
        f"/e/{token}x/mcp",
        f"/e/{token.swapcase()}/mcp",
        f"/e/{token}%00/mcp",
        f"/e/{token}%0a/mcp",
        f"/e/%20{token}/mcp",
        f"/e/{token}/mcp%0a",
        f"/e/{closed}/mcp",
        f"/e/{'A' * 43}/mcp",
        "/e/../episodes",
        "/episodes",
        f"/episodes/{token}",
        "/status",
        "/docs",
        f"/e/{closed}/../{token}/mcp",
        f"/{token}/mcp",
    ]
    for path in guesses:
        for method in ("POST", "GET", "DELETE", "OPTIONS", "PUT"):
            answer = await raw(url, method, path, json.dumps(LIST))
            assert answer.startswith("HTTP/1.1 404 "), (method, path)
            assert "jsonrpc" not in answer
    for header in (
        f"Bearer {closed}",
        "Bearer",
        f"Basic {token}",
        token,
        f"Bearer {SECRET}",
        f"Bearer {token} {token}",
    ):
        answer = await http.post(f"{url}/mcp", json=LIST, headers={"Authorization": header})
        assert answer.status_code == 404, header
    assert (await http.post(f"{url}/mcp?token={token}", json=LIST)).status_code == 404
    clock.now = 100.0
    assert (await http.post(url + episode_path(token), json=LIST)).status_code == 404


async def test_the_path_decides_when_a_header_names_another_episode(
    url: str, http: httpx.AsyncClient, episodes: OpenEpisodes, store: ServedDomain
) -> None:
    one, other = episodes.open(store), episodes.open(store)
    body = LIST | {"method": "tools/call", "params": {"name": "think", "arguments": {}}}
    await http.post(
        url + episode_path(one), json=body, headers={"Authorization": f"Bearer {other}"}
    )
    found = [episode_of(episodes, token) for token in (one, other)]
    assert [len(episode.calls) for episode in found if episode] == [1, 0]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:80"}, 421),
        ({"Host": "localhost"}, 200),
        ({"Origin": "http://localhost:3000"}, 200),
    ],
)
async def test_foreign_origins_and_hosts(
    url: str,
    http: httpx.AsyncClient,
    episodes: OpenEpisodes,
    store: ServedDomain,
    headers: dict[str, str],
    status: int,
) -> None:
    token = episodes.open(store)
    answer = await http.post(url + episode_path(token), json=LIST, headers=headers)
    assert answer.status_code == status


async def test_allowed_hosts_and_origins(
    store: ServedDomain, episodes: OpenEpisodes, serve: Serve, http: httpx.AsyncClient
) -> None:
    app = agent_app(
        [store],
        episodes,
        allowed_hosts=["bench.example"],
        allowed_origins=["https://ui.example"],
    )
    token = episodes.open(store)
    expected = {
        ("bench.example", "https://ui.example"): 200,
        ("bench.example", "https://evil.example"): 403,
        ("evil.example", "https://ui.example"): 421,
    }
    async with serve(app) as url:
        for (host, origin), status in expected.items():
            answer = await http.post(
                url + episode_path(token), json=LIST, headers={"Host": host, "Origin": origin}
            )
            assert answer.status_code == status, (host, origin)


async def test_agents_learn_nothing_but_health(url: str, http: httpx.AsyncClient) -> None:
    answer = await http.get(f"{url}/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_too_large_a_body_is_refused(
    url: str, http: httpx.AsyncClient, episodes: OpenEpisodes, store: ServedDomain
) -> None:
    token = episodes.open(store)
    answer = await http.post(url + episode_path(token), content=b"x" * 5_000_000)
    assert answer.status_code == 413
    assert episodes.find(token) is not None


async def test_a_slow_client_holds_up_nobody(
    url: str, http: httpx.AsyncClient, episodes: OpenEpisodes, store: ServedDomain
) -> None:
    slow, quick = episodes.open(store), episodes.open(store)
    go_on = asyncio.Event()

    async def body() -> AsyncGenerator[bytes]:
        text = json.dumps(LIST).encode()
        yield text[:10]
        await go_on.wait()
        yield text[10:]

    waiting = asyncio.create_task(http.post(url + episode_path(slow), content=body()))
    for _ in range(5):
        answer = await http.post(url + episode_path(quick), json=LIST)
        assert answer.status_code == 200
    assert not waiting.done()
    go_on.set()
    assert (await waiting).status_code == 200


async def test_closing_an_episode_in_use_ends_it_with_an_error(
    url: str, episodes: OpenEpisodes, store: ServedDomain, http: httpx.AsyncClient
) -> None:
    token = episodes.open(store)
    episode = episode_of(episodes, token)
    assert episode is not None
    episodes.close(token)
    assert episode.call("get_item", {"item_id": "i1"}).is_error
    assert (await http.post(url + episode_path(token), json=LIST)).status_code == 404


def test_control_needs_the_secret(control: TestClient, store: ServedDomain) -> None:
    requests = [
        ("POST", "/episodes"),
        ("GET", "/status"),
        ("GET", "/episodes/x"),
        ("DELETE", "/episodes/x"),
        ("POST", "/episodes/x/renew"),
        ("GET", "/nowhere"),
    ]
    wrong = ["", "Bearer", "Bearer wrong", SECRET, f"bearer {SECRET}", f"Bearer {SECRET} ", "é"]
    for method, path in requests:
        for given in wrong:
            headers = {"Authorization": given.encode("latin-1")}
            answer = control.request(method, path, headers=headers)
            # Schemes have no case.
            known = given.strip() in (f"Bearer {SECRET}", f"bearer {SECRET}")
            expected = answer.status_code if known else 401
            assert answer.status_code == expected, (method, path, given)
    with pytest.raises(ValueError, match="secret"):
        control_app({"store": store}, OpenEpisodes(1, 1), "", MCP)
    for secret in ("schlüssel", "two\nlines", " blank"):
        with pytest.raises(ValueError, match="no header carries"):
            control_app({"store": store}, OpenEpisodes(1, 1), secret, MCP)


def test_control_opens_reads_renews_and_closes(
    control: TestClient, episodes: OpenEpisodes, clock: Clock
) -> None:
    opened = control.post("/episodes", json={"domain": "store"})
    assert opened.status_code == 201
    token = opened.json()["token"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
    assert opened.json() == {"token": token, "path": f"/e/{token}/mcp", "ttl": 100}
    episode = episode_of(episodes, token)
    assert episode is not None
    fresh = {"changes": {}, "calls": [], "refused": 0, "handed_off": False, "internal_errors": 0}
    assert control.get(f"/episodes/{token}").json() == fresh
    episode.call("set_count", {"item_id": "i1", "count": 73}, "c1")
    episode.call("transfer_to_human_agents", {"summary": "x"}, "c2")
    state = control.get(f"/episodes/{token}").json()
    assert state["changes"]["item"]["after"] == [{"item_id": "i1", "count": 73}]
    assert state["calls"][0] == {
        "id": "c1",
        "name": "set_count",
        "arguments": {"item_id": "i1", "count": 73},
        "result": '{"item_id":"i1","count":73,"unit":"piece","note":null}',
        "is_error": False,
    }
    assert state["handed_off"] is True
    clock.now = 99
    assert control.post(f"/episodes/{token}/renew").json() == {"ttl": 100}
    clock.now = 198
    assert control.get("/status").json() == {
        "domains": ["store"],
        "episodes": 1,
        "max_episodes": 300,
        "mcp": MCP,
    }
    assert control.delete(f"/episodes/{token}").status_code == 204
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/renew"), ("POST", "/end")):
        assert control.request(method, f"/episodes/{token}{path}").status_code == 404


def test_control_carries_the_conversation(control: TestClient, episodes: OpenEpisodes) -> None:
    opened = control.post("/episodes", json={"domain": "store", "line": True, "most_calls": 2})
    token = opened.json()["token"]
    at = f"/episodes/{token}/messages"
    nothing = {"text": None, "calls": 0, "handed_off": False}
    assert control.get(at).json() == nothing
    assert control.post(at, json={"text": "Hello."}).status_code == 204
    line, episode = episodes.find(token).line, episode_of(episodes, token)  # type: ignore[union-attr]
    assert line is not None
    assert episode is not None
    assert asyncio.run(line.send("")) == ("Hello.", False)
    for number in range(3):
        episode.call("think", {"thought": str(number)})
    state = control.get(f"/episodes/{token}").json()
    assert (len(state["calls"]), state["refused"]) == (2, 1)
    assert control.post(f"/episodes/{token}/end", json={"text": "Bye."}).status_code == 204
    assert asyncio.run(line.send("")) == (f"Bye.\n\n{LEFT}", False)
    assert asyncio.run(line.send("Wait!")) == (OVER, True)


def test_control_refuses_conversations_that_are_none(control: TestClient) -> None:
    token = control.post("/episodes", json={"domain": "store"}).json()["token"]
    assert control.get(f"/episodes/{token}/messages").status_code == 404
    assert control.post(f"/episodes/{token}/messages", json={"text": "x"}).status_code == 404
    token = control.post("/episodes", json={"domain": "store", "line": True}).json()["token"]
    at = f"/episodes/{token}/messages"
    assert control.get(f"{at}?wait=soon").status_code == 400
    assert control.post(at, json={"text": 1}).status_code == 400
    assert control.post(f"/episodes/{token}/end", json=[]).status_code == 400
    assert control.post("/episodes", json={"domain": "store", "most_calls": 0}).status_code == 400


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"domain": "nowhere"}', b'{"domain": 1}'])
def test_control_refuses_what_it_cannot_open(control: TestClient, body: bytes) -> None:
    answer = control.post("/episodes", content=body)
    assert answer.status_code == 400
    assert "the domains are store" in answer.json()["error"]


def test_at_the_cap_create_says_when_to_come_back(store: ServedDomain, clock: Clock) -> None:
    episodes = OpenEpisodes(ttl=60, most=2, clock=clock)
    control = TestClient(control_app({"store": store}, episodes, SECRET, MCP), headers=KNOWN)
    first = control.post("/episodes", json={"domain": "store"}).json()["token"]
    clock.now = 10
    control.post("/episodes", json={"domain": "store"})
    clock.now = 20.5
    full = control.post("/episodes", json={"domain": "store"})
    assert full.status_code == 503
    assert full.headers["Retry-After"] == "40"  # the first lease ends at 60
    control.post(f"/episodes/{first}/renew")
    full = control.post("/episodes", json={"domain": "store"})
    assert full.headers["Retry-After"] == "50"  # now the second one ends first, at 70
    clock.now = 70
    assert control.post("/episodes", json={"domain": "store"}).status_code == 201
    assert control.get("/status").json()["episodes"] == 2
    control.delete(f"/episodes/{first}")
    assert control.post("/episodes", json={"domain": "store"}).status_code == 201


def test_leases_end_in_the_order_they_were_renewed(store: ServedDomain, clock: Clock) -> None:
    episodes = OpenEpisodes(ttl=10, most=10, clock=clock)
    old, renewed = episodes.open(store), episodes.open(store)
    kept = episodes.find(renewed)
    clock.now = 5
    assert episodes.renew(renewed)
    clock.now = 10
    assert episodes.find(old) is None
    assert not episodes.renew(old)
    assert episodes.find(renewed) is kept
    clock.now = 15
    assert len(episodes) == 0


def test_wrong_limits_are_refused() -> None:
    for ttl, most in ((0, 1), (-1, 1), (1, 0)):
        with pytest.raises(ValueError, match="above 0"):
            OpenEpisodes(ttl, most)
    assert Full(3).retry_after == 3


def churn(store: ServedDomain, opened: int) -> int:
    """Bytes the process grew by while so many episodes were opened and left to run out."""
    clock = Clock()
    episodes = OpenEpisodes(ttl=10, most=1000, clock=clock)

    def some(count: int) -> None:
        for number in range(count):
            clock.now += 0.02  # at most 500 are open at a time
            token = episodes.open(store)
            if number % 20 == 0:
                episode = episode_of(episodes, token)
                assert episode is not None
                episode.call("set_count", {"item_id": "i1", "count": number})
            assert len(episodes) <= 501

    process = psutil.Process()
    some(1500)
    before = process.memory_info().rss
    some(opened)
    grown = process.memory_info().rss - before
    episodes.close_all()
    return grown


def test_dropped_episodes_leave_memory_flat(store: ServedDomain) -> None:
    assert churn(store, 5_000) < 8_000_000


@pytest.mark.full
@pytest.mark.timeout(600)
def test_50_000_dropped_episodes_leave_memory_flat(store: ServedDomain) -> None:
    assert churn(store, 50_000) < 10_000_000


async def test_dropped_http_clients_leave_memory_flat(
    url: str, episodes: OpenEpisodes, store: ServedDomain, http: httpx.AsyncClient, clock: Clock
) -> None:
    initialize = LIST | {
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }

    async def some(count: int) -> None:
        for _ in range(count):
            clock.now += 1  # at most 100 are open at a time
            token = episodes.open(store)
            answer = await http.post(url + episode_path(token), json=initialize)
            assert answer.status_code == 200
            assert "mcp-session-id" not in answer.headers

    await some(150)
    before = psutil.Process().memory_info().rss
    await some(400)
    assert psutil.Process().memory_info().rss - before < 8_000_000
