"""`tau-emo runs`: runs from elsewhere, and runs taken elsewhere."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from tau_emo_client.cli.output import print_line
from tau_emo_client.cli.problems import UsageProblem

runs = typer.Typer(
    help="Runs from elsewhere, and runs taken elsewhere.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

FORMATS = ("tau-bench", "csv")


@runs.command("import")
def import_run(
    file: Annotated[Path, typer.Argument(help="A result file in the form of τ-bench.")],
    domain: Annotated[
        str, typer.Option("--domain", "-d", envvar="TAU_EMO_DOMAIN", help="Its domain.")
    ],
    out: Annotated[
        Path, typer.Option("--out", envvar="TAU_EMO_OUT", help="The folder of the run.")
    ],
    name: Annotated[
        str | None,
        typer.Option(
            "--name", envvar="TAU_EMO_NAME", help="Of the agent; default: that of the file."
        ),
    ] = None,
) -> None:
    """Read conversations that were recorded elsewhere as a run, for all that needs no database."""
    from tau_emo_client.interchange.tau_bench import InterchangeError, read_conversations
    from tau_emo_client.run.config import Environment, imported_config, package_versions
    from tau_emo_client.run.store import RunError, RunStore

    try:
        records = read_conversations(file, domain)
        tasks = dict.fromkeys(record.task_id for record in records)
        trials = 1 + max(record.trial for record in records)
        config = imported_config(name or file.stem, domain, tasks, trials, file.read_bytes())
        environment = Environment(transport="none", versions=package_versions())
        with RunStore(out, config, environment) as store:
            known = store.finished()
            for record in records:
                if record.id not in known:
                    store.append(record)
    except (InterchangeError, RunError, OSError) as error:
        raise UsageProblem(str(error)) from error
    except KeyError as error:
        raise UsageProblem(error.args[0]) from error
    lost = sum(record.condition is None for record in records)
    without = f", {lost} without an emotion of ours" if lost else ""
    print_line(f"{len(records)} episodes of {len(tasks)} tasks{without}")
    print_line(f"run folder: {out}")


@runs.command("export")
def export_run(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    to: Annotated[Path, typer.Option("--to", envvar="TAU_EMO_TO", help="The file to write.")],
    form: Annotated[
        str, typer.Option("--format", envvar="TAU_EMO_FORMAT", help=" or ".join(FORMATS))
    ] = "tau-bench",
) -> None:
    """Write the episodes of a run in another form: conversations, or one flat table."""
    import json

    from tau_emo_client.interchange.flat import write_csv
    from tau_emo_client.interchange.tau_bench import as_tau_bench
    from tau_emo_client.run.store import RunError, read_config, read_records, read_summaries

    if form not in FORMATS:
        raise UsageProblem(f"--format is {form!r}; it is one of {', '.join(FORMATS)}")
    if not to.name:
        raise UsageProblem(f"--to is {to}, which is no name of a file")
    beside = to.with_name(f"{to.name}.part")
    left_out = 0
    try:
        read_config(run)
        # Written beside and renamed, so that no half of a file is taken for the whole.
        with beside.open("w", encoding="utf-8", newline="") as file:
            if form == "csv":
                write_csv(read_summaries(run), file)
            else:
                for record in read_records(run):
                    if record.counts:
                        line = json.dumps(as_tau_bench(record), ensure_ascii=False)
                        file.write(f"{line}\n")
                    else:
                        left_out += 1
            file.flush()
            os.fsync(file.fileno())
        beside.replace(to)
    except (RunError, OSError) as error:
        raise UsageProblem(str(error)) from error
    finally:
        with suppress(OSError):
            beside.unlink()
    if left_out:
        print_line(f"left out, as they failed for infrastructure: {left_out}")
    print_line(f"written: {to}")
