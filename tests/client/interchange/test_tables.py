"""Runs as flat tables, and the forms that need an extra."""

import csv
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from records import ENVIRONMENT, config, record

from tau_emo_client.agents.agent import Usage
from tau_emo_client.cli import main
from tau_emo_client.limits import EndReason
from tau_emo_client.run.store import RunStore


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run with a passed episode, a broken rule, and one that failed for infrastructure."""
    used = Usage(prompt_tokens=7, completion_tokens=2, cached_tokens=1, cost=0.5)
    with RunStore(tmp_path / "run", config(), ENVIRONMENT) as store:
        store.append(record("t1", 0, agent_usage=used, rules_broken=("RET-1", "RET-11")))
        store.append(record("t1", 1, passed=False, condition=None, seed=2**31 - 1))
        failed = EndReason.INFRASTRUCTURE
        store.append(record("t2", 0, end=failed, detail='"down",\nÜber'))
    return tmp_path / "run"


def exported(run: Path, form: str, name: str) -> Path:
    file = run.parent / name
    with pytest.raises(SystemExit) as ended:
        main(["runs", "export", str(run), "--to", str(file), "--format", form])
    assert not ended.value.code
    return file


def test_parquet_has_the_columns_of_csv_with_types(run: Path) -> None:
    table = pq.read_table(exported(run, "parquet", "table.parquet"))
    with exported(run, "csv", "table.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert table.column_names == list(rows[0])
    kinds = {name: table.schema.field(name).type for name in table.column_names}
    assert {name: kinds[name] for name in ("id", "trial", "reward", "agent_cost", "family")} == {
        "id": pa.string(),
        "trial": pa.int64(),
        "reward": pa.int64(),
        "agent_cost": pa.float64(),
        "family": pa.string(),
    }
    assert kinds["rules_broken"] == pa.list_(pa.string())
    found: list[dict[str, Any]] = table.to_pylist()
    assert [row["id"] for row in found] == ["t1.0", "t1.1", "t2.0"]
    assert [row["reward"] for row in found] == [1, 0, None]
    assert [row["seed"] for row in found] == [1, 2**31 - 1, 1]
    assert [row["family"] for row in found] == ["anger", None, "anger"]
    assert found[0]["rules_broken"] == ["RET-1", "RET-11"]
    assert (found[0]["agent_prompt_tokens"], found[0]["agent_cost"]) == (7, 0.5)
    assert found[1]["agent_cost"] is None
    assert found[2]["detail"] == '"down",\nÜber'
    assert [row["rules_broken"] for row in rows] == ["RET-1 RET-11", "", ""]
    assert [row["reward"] for row in rows] == ["1", "0", ""]


@pytest.mark.parametrize("form", ["csv", "parquet", "openai", "tau-bench"])
def test_the_same_run_gives_the_same_bytes(run: Path, form: str) -> None:
    first = exported(run, form, "first").read_bytes()
    assert first == exported(run, form, "second").read_bytes()
    assert len(first) > 100


@pytest.mark.parametrize(
    ("form", "module", "name"), [("parquet", "pyarrow", "t"), ("inspect", "inspect_ai", "t.json")]
)
def test_a_missing_extra_is_named(
    run: Path,
    form: str,
    module: str,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SystemExit) as ended:
        main(["runs", "export", str(run), "--to", str(run.parent / name), "--format", form])
    assert ended.value.code == 2
    told = f"error: this needs {module}; run `pip install 'tau-emo[{form}]'`\n"
    assert capsys.readouterr().err == told
    assert not (run.parent / name).exists()
