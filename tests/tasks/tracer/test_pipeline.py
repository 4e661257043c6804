"""What holds between tasks: none is like another, and a split has its size."""

import re
from pathlib import Path

import pytest

from tau_emo_db import Draw
from tau_emo_tasks.load import hand_written, load_tasks, parse_tasks
from tau_emo_tasks.task import Task
from tau_emo_tasks.tracer import pipeline
from tau_emo_tasks.tracer.kit.particulars import PARTICULARS, particulars
from tau_emo_tasks.tracer.pipeline import alike, publish, wanting
from tau_emo_tasks.tracer.workshop import Settings, TracerError, Workshop

FIRST, SECOND = load_tasks("retail")[:2]


def copied(**changes: object) -> Task:
    return SECOND.model_copy(update=changes)


def test_different_tasks_are_not_alike() -> None:
    assert list(alike(load_tasks("retail"))) == []


def test_the_same_customer_and_writes_are_alike() -> None:
    other = copied(principal=FIRST.principal, gold=FIRST.gold)
    (found,) = alike([FIRST, other])
    assert found.startswith(f"{SECOND.id}: like {FIRST.id}: {FIRST.principal} ")


def test_a_feeling_stands_once() -> None:
    (found,) = alike([FIRST, copied(feeling=FIRST.feeling)])
    assert found == f"{SECOND.id}: like {FIRST.id}: {FIRST.feeling[:80]}"


def test_instructions_that_differ_in_names_and_numbers_only_are_alike() -> None:
    renamed = re.sub(r"\d", "7", FIRST.instruction).replace(" Street", " Road")
    (found,) = alike([FIRST, copied(instruction=renamed)])
    assert found.startswith(f"{SECOND.id}: like {FIRST.id}: ")


def test_the_splits_do_not_share_customer_and_intent() -> None:
    intent = FIRST.provenance.intents[0]
    provenance = SECOND.provenance.model_copy(update={"intents": (intent,)})
    other = copied(principal=FIRST.principal, provenance=provenance)
    assert list(alike([FIRST], [SECOND])) == []
    (found,) = alike([FIRST], [other])
    assert found == f"{FIRST.id}: has customer and intent {intent} of {SECOND.id}"


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
    workshop.write("retail", "tasks", [FIRST])
    with pytest.raises(TracerError, match="school: there are no tasks"):
        list(publish(workshop))
    assert not (tmp_path / "data").exists()
