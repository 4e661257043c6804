"""Runs on a Ray cluster of three nodes give what a local run gives, whatever is lost."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import psutil
import pytest
from cluster_runs import assert_each_once, ended_well, lines, on, wait_for_lines
from cluster_runs import started as begun
from small_runs import episodes

from benchmarks.nodes import Nodes, nodes
from tau_emo_client.run.store import EPISODES_FILE

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]

CHOSEN = ("--limit", "3", "--trials", "2", "--json")
COUNT = 60
KEY = "sk-key-that-nobody-may-see"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Nodes]:
    with nodes(3) as made:
        yield made


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    out = tmp_path_factory.mktemp("local") / "run"
    done = started(out).communicate()
    assert json.loads(done[0])["episodes"] == COUNT
    return episodes(out)


def started(out: Path, *options: str, **environment: str) -> subprocess.Popen[str]:
    return begun("eval", *CHOSEN, "--out", str(out), *options, **environment)


def test_a_cluster_gives_what_a_local_run_gives(
    cluster: Nodes, local: list[dict[str, object]], tmp_path: Path
) -> None:
    said, err = ended_well(started(tmp_path / "run", *on(cluster)))
    assert (said["episodes"], said["passed"], said["infrastructure_errors"]) == (COUNT, COUNT, 0)
    assert episodes(tmp_path / "run") == local
    assert_each_once(tmp_path / "run", COUNT)
    assert json.loads((tmp_path / "run" / "run.json").read_text())["environment"]["executor"] == (
        "ray"
    )
    # Nothing of Ray's own stands between our lines.
    ours = re.compile(rf"\d+/{COUNT} episodes, |Ray has no worker yet; ")
    assert [line for line in err.splitlines() if not ours.match(line)] == []


def test_a_driver_that_is_killed_goes_on_where_it_was(
    cluster: Nodes, local: list[dict[str, object]], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    run = started(out, *on(cluster))
    wait_for_lines(out, run, 7)
    run.kill()
    run.communicate()
    kept = lines(out)
    assert 7 <= kept < COUNT
    before = (out / EPISODES_FILE).read_bytes()
    ended_well(started(out, *on(cluster), "--transport", "http"))
    whole = before[: before.rfind(b"\n") + 1]
    assert (out / EPISODES_FILE).read_bytes().startswith(whole)
    assert episodes(out) == local
    assert_each_once(out, COUNT)


def test_a_lost_node_loses_no_episode_and_repeats_none(
    cluster: Nodes, local: list[dict[str, object]], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    run = started(out, *on(cluster))
    wait_for_lines(out, run, 20)
    cluster.lose()
    said, err = ended_well(run)
    cluster.add()
    assert (said["episodes"], said["infrastructure_errors"]) == (COUNT, 0)
    assert "was lost; what it was playing (" in err
    assert episodes(out) == local
    assert_each_once(out, COUNT)


def test_ctrl_c_ends_the_workers_and_what_they_started(
    cluster: Nodes, local: list[dict[str, object]], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    run = started(out, *on(cluster), "--transport", "http")
    wait_for_lines(out, run, 5)
    theirs = gateways_of_workers()
    assert theirs
    run.send_signal(signal.SIGINT)
    _, err = run.communicate()
    assert run.returncode == 130
    assert f"interrupted; the same command goes on ({out})" in err
    assert "Traceback" not in err
    _, alive = psutil.wait_procs(theirs, timeout=30)
    assert alive == []
    assert 5 <= lines(out) < COUNT
    ended_well(started(out))
    assert episodes(out) == local
    assert_each_once(out, COUNT)


def gateways_of_workers() -> list[psutil.Process]:
    """The gateways that run now because a worker of Ray has started them."""
    found: list[psutil.Process] = []
    for process in psutil.process_iter(["cmdline"]):
        # A process that has ended and is not yet collected has no command line.
        if "tau_emo_servers.gateway" in (process.info["cmdline"] or ()):
            parent = process.parent()
            if parent is not None and "".join(parent.cmdline()[:1]).startswith("ray::Worker"):
                found.append(process)
    return found


class _Refusing(BaseHTTPRequestHandler):
    """An endpoint that takes the right key, and then says hello and nothing else."""

    keys: list[str]

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.keys.append(self.headers["Authorization"])
        message = {"role": "assistant", "content": "Hello."}
        body = json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": "m",
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


def test_a_key_reaches_the_workers_and_stands_nowhere(cluster: Nodes, tmp_path: Path) -> None:
    server = HTTPServer(("127.0.0.1", 0), type("Handler", (_Refusing,), {"keys": []}))
    Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    model = ("--agent-endpoint", url, "--agent-model", "m", "--max-turns", "2")
    run = started(
        tmp_path / "run",
        *on(cluster),
        *(*model, "--domain", "airline", "--limit", "1"),
        TAU_EMO_AGENT_API_KEY=KEY,
    )
    said, err = ended_well(run)
    server.shutdown()
    assert said["episodes"] == 2
    assert set(server.RequestHandlerClass.keys) == {f"Bearer {KEY}"}  # type: ignore[attr-defined]
    written = [*cluster.logs.rglob("*"), *(tmp_path / "run").rglob("*")]
    assert any(path.name.startswith("worker-") for path in written)
    for path in written:
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path
    assert KEY not in err


def test_what_is_no_cluster_is_told(tmp_path: Path) -> None:
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"127.0.0.1:{server.server_address[1]}"
    run = started(tmp_path / "run", "--executor", "ray", "--ray-address", address)
    _, err = run.communicate()
    server.shutdown()
    assert run.returncode == 2
    (line,) = err.splitlines()
    assert line.startswith(f"error: what answers at {address} is no Ray cluster")


def test_a_cluster_with_other_versions_is_told(
    cluster: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text("import sys\nimport ray\nray.__version__ = '2.1.0'\n")
    run = started(tmp_path / "run", *on(cluster), PYTHONPATH=str(site))
    _, err = run.communicate()
    assert run.returncode == 2
    (line,) = err.splitlines()
    assert "this machine differ; install the same on all machines" in line
    assert "Ray: 2.1.0" in line
