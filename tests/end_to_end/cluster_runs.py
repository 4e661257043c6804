"""Commands that play on a cluster in a process of their own, and may lose what they play on."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.nodes import Nodes
from tau_emo_client.run.store import EPISODES_FILE, read_all_summaries


def started(*words: str, **environment: str) -> subprocess.Popen[str]:
    """The command `tau-emo` with these words, under way."""
    return subprocess.Popen(
        [sys.executable, "-m", "tau_emo_client", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        # Ctrl-C is heard, also where the tests run in the background, which ignores it.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


def on(cluster: Nodes) -> tuple[str, ...]:
    """The options that name a cluster."""
    return ("--executor", "ray", "--ray-address", cluster.address)


def lines(run: Path) -> int:
    """How many episodes of a run are on the disk."""
    file = run / EPISODES_FILE
    return file.read_bytes().count(b"\n") if file.exists() else 0


def wait_for_lines(run: Path, command: subprocess.Popen[str], count: int) -> None:
    """Wait until so many are; the command must not have ended by then."""
    while command.poll() is None and lines(run) < count:
        time.sleep(0.02)
    assert command.poll() is None, "the run ended too early"


def ended_well(command: subprocess.Popen[str]) -> tuple[dict[str, Any], str]:
    """What the command said as JSON, and what it told beside."""
    out, err = command.communicate()
    assert command.returncode == 0, err
    return json.loads(out), err


def assert_each_once(run: Path, count: int) -> None:
    """So many episodes were played, and none of them twice."""
    counts = Counter(summary.id for summary in read_all_summaries(run))
    assert len(counts) == count
    assert set(counts.values()) == {1}
