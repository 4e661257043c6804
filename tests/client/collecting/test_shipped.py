"""The shipped sets: what their cards promise, and that they come out of their seed."""

from collections import Counter
from typing import cast

import pytest

from tau_emo_client.agents.registry import agent_source
from tau_emo_client.collecting.settings import LOW, PRESETS, Settings, preset_quotas
from tau_emo_client.collecting.shipped import (
    is_shipped,
    shipped_card,
    shipped_digests,
    short_digest,
)
from tau_emo_client.collecting.trajectory import trajectory_of
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.protocol import Protocol
from tau_emo_client.run.config import run_config
from tau_emo_client.run.plan import choose_tasks
from tau_emo_client.submission.regrading import regrade
from tau_emo_client.trial import Stage, play_trial
from tau_emo_client.users.registry import scripted_source
from tau_emo_db import domain_names
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task


def counts(preset: str, group: str) -> dict[str, int]:
    return cast("dict[str, int]", shipped_card(preset)[group])


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sets_are_as_even_and_as_varied_as_they_are_said_to_be(preset: str) -> None:
    card = shipped_card(preset)
    assert counts(preset, "by_domain") == preset_quotas(preset)
    total = cast("int", card["trajectories"])
    for group in ("by_domain", "by_family"):
        even = total / len(counts(preset, group))
        assert all(abs(count - even) <= 0.2 * even for count in counts(preset, group).values())
    assert 0.75 <= cast("float", card["more_calls_than_follow_ups"]) <= 0.80
    openings = cast("dict[str, float]", card["openings"])
    assert openings["most_common_share"] <= 0.01
    assert card["tasks"] == card["trajectories"]


def test_the_digests_are_of_one_trajectory_each() -> None:
    digests = shipped_digests()
    assert len(digests) == len(set(digests.values())) == 1958
    of_domain = Counter(key.split("-")[0] for key in digests)
    assert of_domain == counts("high", "by_domain")
    low = {name: of_domain[name] for name in PRESETS[LOW]}
    assert low == counts("low", "by_domain")


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_shipped_is_of_this_teacher_these_tasks_and_policies(preset: str) -> None:
    """Where one of them has changed, both sets are collected anew and pinned: see
    `CONTRIBUTING.md`."""
    protocol = Protocol(trials=3)
    settings = Settings(
        run=run_config(
            choose_tasks(PRESETS[preset], "train", (), None),
            protocol=protocol,
            agent=agent_source("teacher").player,
            user=scripted_source(protocol).player,
            emotion="task",
            split="train",
            seed=0,
        ),
        quotas=preset_quotas(preset),
    )
    assert settings.digest() == shipped_card(preset)["settings_sha256"]


def test_another_collection_is_told_from_the_shipped_one() -> None:
    card = shipped_card("high")
    assert is_shipped(card, "high") is True
    assert is_shipped({**card, "trajectories_sha256": "0"}, "high") is False
    assert is_shipped({**card, "settings_sha256": "0"}, "high") is None


async def made_as_pinned(per_domain: int) -> None:
    """Play some of the pinned trajectories again, spread over each domain, and grade them again."""
    protocol = Protocol(trials=3)
    source, user = agent_source("teacher"), scripted_source(protocol)
    tasks = {task.id: task for name in domain_names() for task in load_tasks(name, "train")}
    of_domain: dict[str, list[tuple[Task, int, str]]] = {}
    for key, digest in shipped_digests().items():
        episode = key.removesuffix("-teacher")
        name, _, trial = episode.rpartition(".")
        of_domain.setdefault(tasks[name].domain, []).append((tasks[name], int(trial), digest))
    async with MemoryHost() as host:
        stage = Stage(
            host=host,
            agent=source,
            user=user,
            limits=protocol.limits,
            emotion=parse_emotion("task"),
            seed=0,
        )
        for pinned in of_domain.values():
            for task, trial, digest in pinned[:: max(1, len(pinned) // per_domain)]:
                record = await play_trial(stage, task, trial)
                assert short_digest(trajectory_of(record, "teacher", "kept")) == digest, record.id
                assert (record.reward, record.violations) == (1, ())
                config = run_config(
                    [task],
                    protocol=protocol,
                    agent=source.player,
                    user=user.player,
                    emotion="task",
                    split="train",
                    seed=0,
                )
                assert regrade(task, record, config) == []


async def test_one_trajectory_of_each_domain_comes_out_of_the_seed() -> None:
    await made_as_pinned(1)


@pytest.mark.full
@pytest.mark.timeout(900)
async def test_twenty_trajectories_of_each_domain_come_out_of_the_seed() -> None:
    await made_as_pinned(20)
