"""The gateway as a process: what it prints, where it listens, how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from fastmcp import Client
from sqlmodel import select

from tau_emo_db import EpisodeState, domain_data
from tau_emo_db.domains.retail.tables import User

SECRET = "known to the test alone"
KNOWN = {"Authorization": f"Bearer {SECRET}"}


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "tau_emo_servers.gateway", "--domain", "retail", *options]


@contextmanager
def gateway(*options: str, secret: str = SECRET) -> Iterator[tuple[Any, dict[str, str]]]:
    environment = {**os.environ, "TAU_EMO_CONTROL_SECRET": secret}
    process = subprocess.Popen(
        command(*options),
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        yield process, json.loads(line)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def user_id() -> str:
    with EpisodeState.open(domain_data("retail")) as state, state.session() as db:
        return db.exec(select(User.user_id)).first() or ""


async def test_an_episode_from_creation_to_a_clean_end(user_id: str) -> None:
    with gateway() as (process, ready):
        assert sorted(ready) == ["control", "mcp"]
        assert ready["mcp"].startswith("http://127.0.0.1:")
        assert ready["control"].startswith("http://127.0.0.1:")
        assert ready["mcp"] != ready["control"]
        async with httpx.AsyncClient(verify=False) as http:
            opened = await http.post(
                ready["control"] + "/episodes", json={"domain": "retail"}, headers=KNOWN
            )
            token = opened.json()["token"]
            address = {
                "address1": "14 Harbor Lane",
                "address2": "",
                "city": "Tucson",
                "state": "AZ",
                "country": "USA",
                "zip": 85719,
            }
            async with Client(ready["mcp"] + opened.json()["path"]) as client:
                result = await client.call_tool_mcp(
                    "modify_user_address", {"user_id": user_id, **address}
                )
                assert not result.is_error, result.content
            state = (await http.get(f"{ready['control']}/episodes/{token}", headers=KNOWN)).json()
            assert list(state["changes"]) == ["user"]
            assert [call["name"] for call in state["calls"]] == ["modify_user_address"]
            assert state["internal_errors"] == 0
            for path in ("/episodes", "/status", f"/episodes/{token}"):
                answer = await http.get(ready["mcp"] + path, headers=KNOWN)
                assert answer.status_code == 404
                answer = await http.get(ready["control"] + path)
                assert answer.status_code == 401
            answer = await http.post(ready["control"] + f"/e/{token}/mcp", json={})
            assert answer.status_code == 401
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=20)
        assert process.returncode == 0
        assert output == ""
        assert token not in errors
        assert "Traceback" not in errors


def test_a_client_that_goes_away_in_a_request_leaves_no_trace() -> None:
    with gateway() as (process, ready):
        opened = httpx.post(
            ready["control"] + "/episodes", json={"domain": "retail"}, headers=KNOWN
        ).json()
        known = f"Authorization: Bearer {SECRET}"
        requests = (
            (ready["mcp"], opened["path"], "MCP-Protocol-Version: 2025-06-18"),
            (ready["mcp"], opened["path"], "MCP-Protocol-Version: 2026-07-28"),
            (ready["control"], "/episodes", known),
        )
        for url, path, header in requests:
            port = int(url.rpartition(":")[2])
            with socket.create_connection(("127.0.0.1", port)) as connection:
                request = (
                    f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{header}\r\n"
                    "Accept: application/json, text/event-stream\r\n"
                    "Content-Type: application/json\r\nContent-Length: 500\r\n"
                    "Expect: 100-continue\r\n\r\n"
                )
                connection.sendall(request.encode())
                # The server asks for the body as soon as it reads it.
                assert connection.recv(100).startswith(b"HTTP/1.1 100")
                connection.sendall(b'{"jsonrpc"')
        assert httpx.get(ready["mcp"] + "/health").status_code == 200
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output, errors) == (0, "", "")


def test_a_secret_is_made_and_printed() -> None:
    with gateway(secret="") as (_, ready):
        assert len(ready["secret"]) >= 40
        known = {"Authorization": f"Bearer {ready['secret']}"}
        status = httpx.get(ready["control"] + "/status", headers=known)
        assert status.json()["domains"] == ["retail"]


def test_it_ends_with_its_starter() -> None:
    with gateway("--exit-with-stdin") as (process, _):
        assert process.poll() is None
        process.stdin.close()
        process.stdin = None
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--host", "0.0.0.0"], "allowed hosts"),
        (["--domain", "nowhere"], "no domain 'nowhere'"),
        (["--episode-ttl", "0"], "above 0"),
        (["--port", "{taken}"], "cannot listen on 127.0.0.1 port"),
    ],
)
def test_what_cannot_be_served_ends_with_2_and_a_reason(options: list[str], told: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        given = [option.replace("{taken}", port) for option in options]
        done = subprocess.run(command(*given), capture_output=True, text=True, timeout=50)
    assert done.returncode == 2
    assert done.stdout == ""
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_bound_elsewhere_it_checks_the_host() -> None:
    with gateway("--host", "0.0.0.0", "--allowed-host", "bench.example") as (_, ready):
        assert ready["control"].startswith("http://127.0.0.1:")
        status = httpx.get(ready["control"] + "/status", headers=KNOWN).json()
        # The address at which this machine reaches it: nobody is called 0.0.0.0.
        assert status["mcp"] == ready["mcp"]
        assert ready["mcp"].startswith("http://127.0.0.1:")
        opened = httpx.post(
            ready["control"] + "/episodes", json={"domain": "retail"}, headers=KNOWN
        ).json()
        port = ready["mcp"].rpartition(":")[2]
        listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        expected = {"bench.example": 200, "evil.example": 421}
        for host, status in expected.items():
            answer = httpx.post(
                f"http://127.0.0.1:{port}{opened['path']}",
                json=listing,
                headers={"Host": host, "Accept": "application/json, text/event-stream"},
            )
            assert answer.status_code == status
