"""The Dockerfile and the compose file keep to the rules of their trade, and name every domain."""

import re
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import pytest
from container_files import (
    COMPOSE,
    DOCKERFILE,
    ROOT,
    allowed_in_context,
    compose,
    health_command,
    services,
    stages,
    variables,
)

from tau_emo_servers.domain import served_domain_names

SCRIPTS = Path(sysconfig.get_path("scripts"))


@pytest.mark.parametrize(
    "command",
    [
        ["hadolint", str(DOCKERFILE)],
        ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)],
    ],
    ids=lambda command: command[0],
)
def test_a_linter_has_nothing_to_say(command: list[str]) -> None:
    done = subprocess.run(
        [SCRIPTS / command[0], *command[1:]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_domain_is_a_service() -> None:
    assert set(services()) == {*served_domain_names(), "gateway", "eval"}
    for name in served_domain_names():
        assert services()[name]["command"] == ["serve", name, "--allowed-host", name]


def test_only_this_machine_reaches_the_servers_each_at_a_port_of_its_own() -> None:
    published = [services()[name]["ports"] for name in (*served_domain_names(), "gateway")]
    matches = [re.fullmatch(r"127\.0\.0\.1:(\d+):8000", port) for (port,) in published]
    assert all(matches)
    assert len({match[1] for match in matches if match}) == len(matches)
    assert "ports" not in services()["eval"]


@pytest.mark.parametrize("name", services())
def test_a_container_can_do_little(name: str) -> None:
    service = services()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service


def test_secrets_come_from_the_environment_alone() -> None:
    secret = re.compile(r"KEY|SECRET|PASSWORD|TOKEN")
    given = {
        (key, value)
        for service in services().values()
        for key, value in service.get("environment", {}).items()
        if secret.search(key)
    }
    assert given == {
        ("TAU_EMO_CONTROL_SECRET", None),
        ("TAU_EMO_AGENT_API_KEY", None),
        ("TAU_EMO_USER_API_KEY", None),
    }
    assert not secret.search(DOCKERFILE.read_text(encoding="utf-8"))


def test_every_variable_that_compose_reads_is_explained() -> None:
    read = set(re.findall(r"\$\{(\w+)", COMPOSE.read_text(encoding="utf-8")))
    for service in services().values():
        read |= {key for key, value in service.get("environment", {}).items() if value is None}
    page = (ROOT / "docs" / "docker.md").read_text(encoding="utf-8")
    table = "".join(line for line in page.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(TAU_EMO_\w+)`", table)) == read


def test_the_evaluation_reaches_the_control_api_over_the_loopback_of_the_gateway() -> None:
    evaluation = services()["eval"]
    assert evaluation["profiles"] == ["eval"]
    assert evaluation["network_mode"] == "service:gateway"
    assert evaluation["depends_on"] == {"gateway": {"condition": "service_healthy"}}
    *command, port = services()["gateway"]["command"]
    assert command == ["gateway", "--allowed-host", "gateway", "--control-port"]
    assert evaluation["environment"]["TAU_EMO_GATEWAY"] == f"http://127.0.0.1:{port}"
    (mount,) = evaluation["volumes"]
    kept = mount.rpartition(":")[2]
    assert kept == f"{stages()[-1].given('WORKDIR')[0]}/runs"
    assert set(compose()["volumes"]) == {"runs"}


def test_the_image_has_a_pinned_base_no_build_tools_and_a_plain_user() -> None:
    base, build, final = stages()
    assert re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+(@sha256:[0-9a-f]{64})?", base.base)
    assert (build.base, final.base) == ("base", "base")
    assert final.given("COPY") == ["--from=build /opt/tau-emo /opt/tau-emo"]
    assert not re.search(r"pip|apt", " ".join(final.given("RUN")))
    assert final.given("USER") == ["1000:1000"]
    assert health_command()[0] == "python"


def test_the_image_listens_on_the_network_of_its_container_and_answers_to_localhost() -> None:
    image = variables(Path("/"))
    assert image["TAU_EMO_HOST"] == "0.0.0.0"
    assert image["TAU_EMO_ALLOWED_HOST"] == "localhost"
    assert [image["TAU_EMO_PORT"]] == stages()[-1].given("EXPOSE") == ["8000"]


def test_the_build_is_given_what_the_wheel_is_made_of_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    folders = {path.partition("/")[0] for path in packages}
    assert set(allowed_in_context()) == folders | {
        "constraints.txt",
        "pyproject.toml",
        "README.md",
        "LICENSE",
    }
