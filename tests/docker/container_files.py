"""What docker/ says, read from its files, so that tests run what stands there."""

import json
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from dockerfile_parse import DockerfileParser

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "docker" / "Dockerfile"
COMPOSE = ROOT / "docker" / "compose.yaml"
IGNORE = ROOT / "docker" / "Dockerfile.dockerignore"

_ABSOLUTE = re.compile(r"(?<=[ =:])/(?=\w)")
_MOUNT = re.compile(r"^--mount=\S+\s+")


@dataclass
class Stage:
    """One stage of the Dockerfile."""

    base: str
    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)
    """Instructions with what they are given, continued lines joined."""

    def given(self, instruction: str) -> list[str]:
        """What the instructions of one kind are given."""
        return [value for kind, value in self.steps if kind == instruction]


def stages() -> list[Stage]:
    """The stages of the Dockerfile."""
    found: list[Stage] = []
    with DOCKERFILE.open("rb") as file:
        steps = DockerfileParser(fileobj=file).structure
    for step in steps:
        if step["instruction"] == "FROM":
            base, _, name = step["value"].partition(" AS ")
            found.append(Stage(base, name))
        elif step["instruction"] != "COMMENT":
            found[-1].steps.append((step["instruction"], step["value"]))
    return found


def variables(root: Path) -> dict[str, str]:
    """The environment that the image sets, with `root` in place of `/`; `$PATH` as it stands."""
    pairs = [pair for value in stages()[-1].given("ENV") for pair in shlex.split(value)]
    found = (pair.partition("=") for pair in pairs)
    return {key: _moved(value, root) for key, _, value in found}


def health_command() -> list[str]:
    """What the HEALTHCHECK of the image runs."""
    (check,) = stages()[-1].given("HEALTHCHECK")
    return json.loads(check.partition("CMD ")[2])


def entrypoint() -> list[str]:
    """What the image runs, before the command."""
    (words,) = stages()[-1].given("ENTRYPOINT")
    return json.loads(words)


def compose() -> dict[str, Any]:
    """The compose file, aliases and merges resolved."""
    return yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))


def services() -> dict[str, dict[str, Any]]:
    """The services by name."""
    return compose()["services"]


def allowed_in_context() -> list[str]:
    """The files and folders that the build is given; the first rule keeps all others out."""
    rules = IGNORE.read_text(encoding="utf-8").split()
    assert rules[0] == "*"
    return [rule.removeprefix("!") for rule in rules if rule.startswith("!")]


def build(root: Path, environment: dict[str, str]) -> None:
    """Run the build stage, with `root` in place of `/`.

    Args:
        root: an empty folder.
        environment: what the commands are given; its PATH leads to the Python of the base.
    """
    (stage,) = (stage for stage in stages() if stage.name == "build")
    folder = root
    for instruction, value in stage.steps:
        match instruction:
            case "WORKDIR":
                folder = Path(_moved(value, root))
                folder.mkdir(parents=True)
            case "COPY":
                source, target = value.split()
                for name in allowed_in_context() if source == "." else [source]:
                    assert name in allowed_in_context()
                    _copy(ROOT / name, folder / target / name)
            case "RUN":
                command = _moved(_MOUNT.sub("", value), root)
                subprocess.run(["sh", "-ec", command], cwd=folder, env=environment, check=True)
            case _:
                raise AssertionError(f"{instruction} in the build stage is not known here")


def _moved(text: str, root: Path) -> str:
    return _ABSOLUTE.sub(f"{root}/", f" {text}")[1:]


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy2(source, target)
