"""`tau-emo runs`: runs from elsewhere, and runs taken elsewhere."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tau_emo_client.cli.output import print_line, shown
from tau_emo_client.cli.problems import UsageProblem, need
from tau_emo_client.cli.suites import editions, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tau_emo_client.record import EpisodeRecord
    from tau_emo_client.run.config import RunConfig

runs = typer.Typer(
    help="Runs from elsewhere, and runs taken elsewhere.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

TAU_BENCH = "tau-bench"
IMPORTED_FORMATS = (TAU_BENCH, "openai", "sharegpt")
EXPORTED_FORMATS = (TAU_BENCH, "openai", "csv", "parquet", "inspect")


@runs.command("import")
def import_run(
    file: Annotated[Path, typer.Argument(help="A file with conversations.")],
    out: Annotated[
        Path, typer.Option("--out", envvar="TAU_EMO_OUT", help="The folder of the run.")
    ],
    domain: Annotated[
        str | None,
        typer.Option(
            "--domain",
            "-d",
            envvar="TAU_EMO_DOMAIN",
            help="Its domain; plain trajectories may be of none.",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--name", envvar="TAU_EMO_NAME", help="Of the agent; default: that of the file."
        ),
    ] = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            envvar="TAU_EMO_FORMAT",
            help="tau-bench: results in the form of τ-bench; openai or sharegpt: plain "
            "trajectories, without task and reward.",
        ),
    ] = TAU_BENCH,
    suite: Annotated[
        Path | None,
        typer.Option(
            "--suite",
            envvar="TAU_EMO_SUITE",
            help="Play the calls of results again on the base of this suite, to grade them.",
        ),
    ] = None,
) -> None:
    """Read conversations that were recorded elsewhere as a run.

    Without a suite, what their calls changed is not known, so nothing is graded anew and no rule
    is checked.
    """
    from tau_emo_client.interchange.values import InterchangeError
    from tau_emo_client.run.store import RunError

    if form not in IMPORTED_FORMATS:
        raise UsageProblem(f"--format is {form!r}; it is one of {', '.join(IMPORTED_FORMATS)}")
    if form == TAU_BENCH and domain is None:
        raise UsageProblem("results have a domain; name it with --domain")
    if suite is not None and form != TAU_BENCH:
        raise UsageProblem("plain trajectories have no tasks, so no suite; leave --suite away")
    try:
        if suite is not None:
            read = _reenacted(file, out, name or file.stem, domain or "", suite)
        elif form == TAU_BENCH:
            read = _results(file, out, name or file.stem, domain or "")
        else:
            read = _trajectories(file, out, name or file.stem, domain, form)
    except (InterchangeError, RunError, OSError) as error:
        raise UsageProblem(str(error)) from error
    except KeyError as error:
        raise UsageProblem(error.args[0]) from error
    print_line(read)
    print_line(f"run folder: {out}")


def _results(file: Path, out: Path, name: str, domain: str) -> str:
    from tau_emo_client.interchange.tau_bench import read_conversations
    from tau_emo_client.run.config import imported_config

    records = read_conversations(file, domain)
    tasks = dict.fromkeys(record.task_id for record in records)
    trials = 1 + max(record.trial for record in records)
    config = imported_config(name, domain, tasks, trials, file.read_bytes())
    _keep(out, config, records)
    lost = sum(record.condition is None for record in records)
    without = f", {lost} without an emotion of ours" if lost else ""
    return f"{len(records)} episodes of {len(tasks)} tasks{without}"


def _reenacted(file: Path, out: Path, name: str, domain: str, suite: Path) -> str:
    from tau_emo_client.interchange.reenacting import reenact
    from tau_emo_client.interchange.tau_bench import read_results
    from tau_emo_tasks.load import TaskFileError

    (edition,) = editions(opened(suite), [domain])
    try:
        found = reenact(read_results(file, domain), edition, name)
    except TaskFileError as error:
        raise UsageProblem(str(error)) from error
    _keep(out, found.config, [one.record for one in found.episodes])
    for one in found.episodes:
        for deviation in one.deviations:
            print_line(shown(deviation))
        if one.record.reward != one.recorded_reward:
            print_line(
                f"{one.record.id}: scored {one.recorded_reward} there and {one.record.reward} here"
            )
    calls = sum(one.record.tool_calls for one in found.episodes)
    deviating = sum(len(one.deviations) for one in found.episodes)
    scored = sum(one.record.reward != one.recorded_reward for one in found.episodes)
    left_out = f", {found.without_task} of other tasks left out" if found.without_task else ""
    return (
        f"{len(found.episodes)} episodes of {len(found.config.tasks)} tasks{left_out}; {deviating} "
        f"of {calls} calls come out otherwise than there, {scored} episodes are scored otherwise"
    )


def _keep(out: Path, config: "RunConfig", records: "Sequence[EpisodeRecord]") -> None:
    """Keep the episodes of a run that are not kept yet."""
    from tau_emo_client.run.config import Environment, package_versions
    from tau_emo_client.run.store import RunStore

    environment = Environment(transport="none", versions=package_versions())
    with RunStore(out, config, environment) as store:
        known = store.finished()
        for record in records:
            if record.id not in known:
                store.append(record)


def _trajectories(file: Path, out: Path, name: str, domain: str | None, form: str) -> str:
    from tau_emo_client.interchange.trajectories import import_trajectories
    from tau_emo_client.run.config import NO_DOMAIN

    count = import_trajectories(file, form, out, name=name, domain=domain or NO_DOMAIN)
    return f"{count} trajectories, not graded"


@runs.command("export")
def export_run(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    to: Annotated[Path, typer.Option("--to", envvar="TAU_EMO_TO", help="The file to write.")],
    form: Annotated[
        str, typer.Option("--format", envvar="TAU_EMO_FORMAT", help=" or ".join(EXPORTED_FORMATS))
    ] = TAU_BENCH,
) -> None:
    """Write the episodes of a run in another form: conversations, or one flat table."""
    from tau_emo_client.interchange.exporting import EXTRAS, export
    from tau_emo_client.interchange.values import InterchangeError
    from tau_emo_client.run.store import RunError

    if form not in EXPORTED_FORMATS:
        raise UsageProblem(f"--format is {form!r}; it is one of {', '.join(EXPORTED_FORMATS)}")
    if not to.name:
        raise UsageProblem(f"--to is {to}, which is no name of a file")
    if form == "inspect" and to.suffix not in (".json", ".eval"):
        raise UsageProblem(f"--to is {to}; the name of an Inspect log ends in .json or .eval")
    if form in EXTRAS:
        need(form, EXTRAS[form])
    beside = to.with_name(f".part-{to.name}")
    try:
        # Written beside and renamed, so that no half of a file is taken for the whole.
        left_out = export(run, form, beside)
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(to)
    except (InterchangeError, RunError, OSError) as error:
        raise UsageProblem(str(error)) from error
    finally:
        with suppress(OSError):
            beside.unlink()
    if left_out:
        print_line(f"left out, as they failed for infrastructure: {left_out}")
    print_line(f"written: {to}")
