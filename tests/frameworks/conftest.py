"""The model that plays rightly, and where the environments of the examples are made."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from doors import TWO, tasks_of
from scripted_model import ModelServer


@pytest.fixture(scope="session")
def model() -> Iterator[ModelServer]:
    """The model, behind HTTP."""
    with ModelServer(tasks_of(TWO)) as server:
        yield server


@pytest.fixture(scope="session")
def environments(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where each environment is made once for all workers, and anew in each session:
    one of them holds the benchmark as it was when it was made."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
