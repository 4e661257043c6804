"""A model that plays rightly, and environments with the frameworks that examples are made with."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock

sys.path.insert(0, str(Path(__file__).parent))

from scripted_model import ModelServer
from uv import find_uv_bin

from tau_emo_tasks.load import load_tasks

ROOT = Path(__file__).parents[2]
TASKS = ("airline-8", "bank-3")
"""A hand-off, and a write with fields that may be null."""


@pytest.fixture(scope="session")
def model() -> Iterator[ModelServer]:
    """The model, behind HTTP."""
    tasks = [task for name in TASKS for task in load_tasks(name.split("-")[0]) if task.id == name]
    with ModelServer(tasks) as server:
        yield server


@pytest.fixture(scope="session")
def python_with(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The interpreter of an environment with the packages of `examples/requirements/NAME.txt`."""
    # Shared by the workers: each environment is made once.
    root = tmp_path_factory.getbasetemp().parent

    def made(name: str) -> str:
        folder = root / f"env-{name}"
        python = folder / "bin" / "python"
        with FileLock(root / f"env-{name}.lock"):
            if not (folder / "ready").exists():
                requirements = ROOT / "examples" / "requirements" / f"{name}.txt"
                for command in (
                    ["venv", "--quiet", "--python", sys.executable, folder],
                    ["pip", "install", "--quiet", "--python", python, "-r", requirements],
                ):
                    subprocess.run([find_uv_bin(), *command], check=True)
                (folder / "ready").touch()
        return str(python)

    return made
