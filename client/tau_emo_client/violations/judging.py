"""Putting the episodes of a run to a judge."""

from dataclasses import dataclass
from pathlib import Path

import anyio

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.record import EpisodeRecord, episode_seed
from tau_emo_client.run.config import IMPORTED, policy_digest
from tau_emo_client.run.store import RunError, read_config, read_records, read_summaries
from tau_emo_client.violations.judge import (
    AT_ONCE,
    conversation_digest,
    judge_episode,
    judge_identity,
)
from tau_emo_client.violations.judged import JudgedEpisode, JudgedFile, Judgement
from tau_emo_servers.domain import rulebook

MOST_IN_A_ROW = 10
"""After so many failures in a row no further episode is put to the judge."""


@dataclass(frozen=True)
class Course:
    """How judging went."""

    judgement: Judgement
    asked: int
    """So many episodes were put to the judge now; the others were judged before."""
    failed: tuple[str, ...]
    """What went wrong with each episode that could not be judged, in the order of the run."""


async def judge_run(
    folder: Path, endpoint: Endpoint, votes: int, limit: int | None = None, seed: int = 0
) -> Course:
    """Put the episodes of a run to a judge, but for those that it has judged before.

    Each is kept beside the run as soon as it is judged, so the same call goes on with what is
    left after it was interrupted or an endpoint failed.

    Args:
        folder: the folder of the run.
        endpoint: where the judge is asked.
        votes: the votes on each episode, an odd number.
        limit: at most so many episodes, chosen by the seed; None: all that count.
        seed: chooses them; the first of a larger number are those of a smaller one.

    Raises:
        RunError: it is no run, or one under other policies than those of this version.
        PlayerError: the endpoint cannot be used.
    """
    identity = judge_identity(endpoint.settings, votes, _domains(folder))
    records = _chosen(folder, limit, seed)
    with JudgedFile(folder, identity) as file:
        known = file.known()
        done: dict[str, JudgedEpisode] = {}
        waiting: list[EpisodeRecord] = []
        for record in records:
            one = known.get(record.id)
            if one and one.conversation == conversation_digest(record.conversation):
                done[record.id] = one
            else:
                waiting.append(record)
        if waiting:
            await endpoint.check()
        failed: dict[str, str] = {}
        in_a_row = 0
        slots = anyio.CapacityLimiter(AT_ONCE)

        async def ask(record: EpisodeRecord) -> None:
            nonlocal in_a_row
            async with slots:
                if in_a_row >= MOST_IN_A_ROW:
                    failed[record.id] = f"{record.id}: not asked, as the episodes before it failed"
                    return
                try:
                    one = await judge_episode(endpoint, record, votes)
                    file.append(one)
                except (InfrastructureError, OSError) as error:
                    in_a_row += 1
                    failed[record.id] = f"{record.id}: {error}"
                    return
                in_a_row = 0
                done[record.id] = one

        async with anyio.create_task_group() as group:
            for record in waiting:
                group.start_soon(ask, record)
    order = [record.id for record in records]
    return Course(
        judgement=Judgement([done[one] for one in order if one in done]),
        asked=len(waiting),
        failed=tuple(failed[one] for one in order if one in failed),
    )


def _chosen(folder: Path, limit: int | None, seed: int) -> list[EpisodeRecord]:
    ids = [(one.task_id, one.trial, one.id) for one in read_summaries(folder) if one.counts]
    if limit is not None:
        ids = sorted(ids, key=lambda one: (episode_seed(seed, one[0], one[1]), one))[:limit]
    order = {one[2]: place for place, one in enumerate(sorted(ids))}
    records = [record for record in read_records(folder) if record.id in order]
    return sorted(records, key=lambda record: order[record.id])


def _domains(folder: Path) -> list[str]:
    """The domains of the run, whose policies must be those of this version."""
    config = read_config(folder)
    if config.benchmark_version == IMPORTED:
        raise RunError(f"{folder} was recorded elsewhere, under policies that are not known")
    for domain, digest in config.policies.items():
        book = rulebook(domain)
        if book is None or policy_digest(book.name) != digest:
            raise RunError(
                f"{folder} was played under another policy of {domain} than this version has; "
                "have it judged with the version that played it"
            )
    return sorted(config.policies)
