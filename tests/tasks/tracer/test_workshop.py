"""The folder in which tasks are made."""

from pathlib import Path

import pytest
from pydantic import BaseModel

from tau_emo_tasks.tracer.workshop import Settings, Workshop, WorkshopError

SETTINGS = Settings(split="test", seed="0", counts={"retail": 2})


class Line(BaseModel):
    number: int


def test_a_folder_keeps_its_settings(tmp_path: Path) -> None:
    Workshop(tmp_path / "made", SETTINGS)
    assert Workshop(tmp_path / "made").settings == SETTINGS
    other = SETTINGS.model_copy(update={"seed": "1", "counts": {"retail": 3}})
    with pytest.raises(WorkshopError, match="another seed and counts; name another folder"):
        Workshop(tmp_path / "made", other)


def test_a_folder_without_traces_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkshopError, match="begin with `tau-emo tracer sample`"):
        Workshop(tmp_path)


def test_lines_are_kept_one_by_one_and_a_cut_one_is_taken_away(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path, SETTINGS)
    assert workshop.read("retail", "traces", Line) == []
    lines = [Line(number=1), Line(number=2)]
    assert list(workshop.append("retail", "traces", lines)) == lines
    with workshop.file("retail", "traces").open("a") as out:
        out.write('{"num')
    assert workshop.read("retail", "traces", Line) == lines
    assert workshop.file("retail", "traces").read_text() == '{"number": 1}\n{"number": 2}\n'


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path, SETTINGS)
    workshop.write("retail", "traces", [Line(number=1)])
    with workshop.file("retail", "traces").open("a") as out:
        out.write('{"nummer": 1}\n')
    with pytest.raises(WorkshopError, match=r"traces.jsonl, line 2: Field required"):
        workshop.read("retail", "traces", Line)
