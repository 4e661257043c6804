"""Runs written in the forms of others."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tau_emo_client.agents.chat import as_function
from tau_emo_client.interchange.chat import messages_of
from tau_emo_client.interchange.flat import write_csv, write_parquet
from tau_emo_client.interchange.tau_bench import as_tau_bench
from tau_emo_client.interchange.values import InterchangeError
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord, EpisodeSummary
from tau_emo_client.run.config import RunConfig, policy_digest
from tau_emo_client.run.store import read_all_summaries, read_config, read_records, read_summaries
from tau_emo_client.trajectory_report import is_trajectories
from tau_emo_db import domain_names
from tau_emo_servers.domain import served_domain


def export(run: Path, form: str, to: Path) -> int:
    """Write the episodes of a run.

    Args:
        run: the folder of the run.
        form: one of `FORMATS`.
        to: the file.

    Returns:
        How many conversations were left out, as they failed for infrastructure; a table holds
        these too.

    Raises:
        RunError: it is no run.
        InterchangeError: the form has no place for what the run holds.
        ImportError: the form needs an extra that is not installed; see `EXTRAS`.
    """
    return FORMATS[form](run, read_config(run), to)


def as_openai(record: EpisodeRecord, tools: list[dict[str, Any]] | None) -> dict[str, Any]:
    """A conversation as plain messages in OpenAI's form.

    Args:
        record: the episode.
        tools: what the agent could call, in the same form; None if that is not known.
    """
    found: dict[str, Any] = {"messages": list(messages_of(record.conversation))}
    return found | ({"tools": tools} if tools is not None else {})


def _csv(run: Path, config: RunConfig, to: Path) -> int:
    with to.open("w", encoding="utf-8", newline="") as file:
        write_csv(_rows(run, config), file)
    return 0


def _parquet(run: Path, config: RunConfig, to: Path) -> int:
    write_parquet(_rows(run, config), to)
    return 0


def _rows(run: Path, config: RunConfig) -> Iterable[EpisodeSummary]:
    # Trajectories are played once each, and may be millions.
    return read_all_summaries(run) if is_trajectories(config) else read_summaries(run)


def _tau_bench(run: Path, config: RunConfig, to: Path) -> int:
    if is_trajectories(config):
        raise InterchangeError(
            f"{run} holds trajectories without rewards, which this form must have; "
            "use --format openai"
        )
    return _lines(run, to, as_tau_bench)


def _openai(run: Path, config: RunConfig, to: Path) -> int:
    tools = {
        domain: _tools(domain)
        for domain, digest in config.policies.items()
        if domain in domain_names() and policy_digest(domain) == digest
    }
    return _lines(run, to, lambda record: as_openai(record, tools.get(record.domain)))


def _tools(domain: str) -> list[dict[str, Any]]:
    return [
        as_function(
            {
                "name": tool.name,
                "description": tool.description,
                "inputSchema": tool.parameters,
            }
        )
        for tool in served_domain(domain).tools.values()
    ]


def _inspect(run: Path, config: RunConfig, to: Path) -> int:
    from tau_emo_client.interchange.inspect_log import write_inspect_log

    left_out: list[str] = []
    write_inspect_log(config, _conversations(run, left_out), to)
    return len(left_out)


def _lines(run: Path, to: Path, form: Callable[[EpisodeRecord], dict[str, Any]]) -> int:
    left_out: list[str] = []
    with to.open("w", encoding="utf-8", newline="\n") as file:
        for record in _conversations(run, left_out):
            file.write(json.dumps(form(record), ensure_ascii=False) + "\n")
    return len(left_out)


def _conversations(run: Path, left_out: list[str]) -> Iterator[EpisodeRecord]:
    for record in read_records(run):
        if record.end_reason is EndReason.INFRASTRUCTURE:
            left_out.append(record.id)
        else:
            yield record


FORMATS: dict[str, Callable[[Path, RunConfig, Path], int]] = {
    "tau-bench": _tau_bench,
    "csv": _csv,
    "parquet": _parquet,
    "inspect": _inspect,
    "openai": _openai,
}
"""The forms by name."""
EXTRAS = {"parquet": "pyarrow", "inspect": "inspect_ai"}
"""The package that a form needs, which its extra of the same name brings."""
