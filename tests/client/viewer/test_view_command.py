"""`tau-emo view`."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from records import record
from shown_runs import write

from tau_emo_client.cli import main


def started(*words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tau_emo_client", "view", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if not name.startswith("TAU_EMO_")},
    )


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["view", *map(str, words)])
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


@pytest.mark.parametrize("as_json", [False, True])
def test_it_says_where_it_is_answers_and_ends_quietly(tmp_path: Path, as_json: bool) -> None:
    folder = write(tmp_path / "run", [record("t1", 0)])
    with started(folder, *(["--json"] if as_json else [])) as process:
        assert process.stdout
        line = process.stdout.readline()
        url = json.loads(line)["url"] if as_json else line.split()[0].rstrip("/")
        assert url.startswith("http://127.0.0.1:")
        assert "t1.0" in httpx.get(url).text
        assert httpx.get(url, headers={"Host": "attacker.example"}).status_code == 400
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=30)
    assert (process.returncode, rest, errors) == (0, "", "")


def test_what_cannot_be_shown_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no run folder" in refused(capsys, tmp_path)
    folder = write(tmp_path / "run", [record("t1", 0)])
    with (folder / "episodes.jsonl").open("a") as file:
        file.write("{}\n")
    assert "line 2: id: Field required" in refused(capsys, folder)
    folder = write(tmp_path / "whole", [record("t1", 0)])
    assert "allowed hosts" in refused(capsys, folder, "--host", "0.0.0.0")
    for name in ("lab.example:8000", "l*b.example", ""):
        assert "is no allowed host" in refused(capsys, folder, "--allowed-host", name)


def test_an_address_that_is_taken_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path / "run", [record("t1", 0)])
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen on 127.0.0.1 port {port}" in refused(capsys, folder, "--port", port)
