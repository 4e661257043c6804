"""The commands of `tau-emo`."""

from importlib.metadata import version
from typing import Annotated

import typer

from tau_emo_client.cli.auditing import audit, failures
from tau_emo_client.cli.database import database
from tau_emo_client.cli.emotions import emotions
from tau_emo_client.cli.evaluation import evaluation
from tau_emo_client.cli.output import print_line
from tau_emo_client.cli.reporting import report
from tau_emo_client.cli.runs import runs
from tau_emo_client.cli.serving import gateway, serve
from tau_emo_client.cli.showing import tools
from tau_emo_client.cli.submitting import submit
from tau_emo_client.cli.tasks import tasks
from tau_emo_client.cli.tracing import tracer
from tau_emo_client.cli.viewing import view
from tau_emo_client.cli.violating import violations

_SETTINGS = {"help_option_names": ["-h", "--help"]}


def _typer(text: str) -> typer.Typer:
    return typer.Typer(
        help=text,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=_SETTINGS,
    )


app = _typer("tau-emo measures how customer-service agents hold up when the customer is emotional.")


def _show_version(wanted: bool) -> None:
    if wanted:
        from tau_emo_db.version import BENCHMARK_VERSION

        print_line(f"tau-emo {version('tau-emo')}, benchmark {BENCHMARK_VERSION}")
        raise typer.Exit


@app.callback()
def main(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """What all commands have in common."""


app.command("eval", help="Measure an agent.")(evaluation)
app.command("serve", help="Serve domains over MCP.")(serve)
app.command("gateway", help="Serve all domains and any number of isolated episodes.")(gateway)
app.command("tools", help="List every tool.")(tools)
app.command("emotions", help="The emotions and personas of customers.")(emotions)
app.command("report", help="Figures of finished runs.")(report)
app.command("view", help="Show the conversations of runs in a browser.")(view)
app.command("audit", help="Errors of the simulated customers of a run.")(audit)
app.command("failures", help="Why episodes of a run failed.")(failures)
app.command("violations", help="The policy rules that the agent of a run broke.")(violations)
app.add_typer(database, name="db")
app.add_typer(runs, name="runs")
app.add_typer(submit, name="submit")
app.add_typer(tasks, name="tasks")
app.add_typer(tracer, name="tracer")

eval_app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=_SETTINGS,
)
eval_app.command(help="Measure an agent.")(evaluation)
