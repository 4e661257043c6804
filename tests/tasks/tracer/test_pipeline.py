"""A split has its size, and its tasks are written whole or not at all."""

from pathlib import Path

import pytest

from tau_emo_db import Draw
from tau_emo_tasks.load import hand_written, load_tasks, parse_tasks
from tau_emo_tasks.tracer import pipeline
from tau_emo_tasks.tracer.kit.particulars import PARTICULARS, particulars
from tau_emo_tasks.tracer.pipeline import publish, wanting
from tau_emo_tasks.tracer.workshop import Settings, TracerError, Workshop


def test_a_split_is_filled_up_to_its_size() -> None:
    assert wanting("retail", "test") == 70 - 15
    assert wanting("school", "train") == 240


def test_particulars_are_others_than_those_told_already() -> None:
    told = PARTICULARS["relative"][1:]
    assert particulars(Draw("a"), told)["relative"] == PARTICULARS["relative"][0]


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    monkeypatch.setattr(
        pipeline, "task_file", lambda domain, split: tmp_path / "data" / domain / f"{split}.jsonl"
    )
    counts = {"retail": 1, "school": 1}
    return Workshop(tmp_path / "made", Settings(split="test", seed="0", counts=counts))


def test_new_tasks_are_published_behind_the_hand_written_ones(
    workshop: Workshop, tmp_path: Path
) -> None:
    new = {
        domain: load_tasks(domain)[0].model_copy(update={"id": f"{domain}-101"})
        for domain in workshop.settings.counts
    }
    for domain, task in new.items():
        workshop.write(domain, "tasks", [task])
    for _ in range(2):  # publishing again changes nothing
        assert [count for _, count in publish(workshop)] == [16, 9]
        for domain, task in new.items():
            text = (tmp_path / "data" / domain / "test.jsonl").read_text("utf-8")
            assert parse_tasks(text, domain) == (*hand_written(domain), task)


def test_nothing_is_published_while_a_domain_lacks_its_tasks(
    workshop: Workshop, tmp_path: Path
) -> None:
    workshop.write("retail", "tasks", [load_tasks("retail")[0]])
    with pytest.raises(TracerError, match="school: there are no tasks"):
        list(publish(workshop))
    assert not (tmp_path / "data").exists()
