"""Options that several commands share. Every option has an environment variable."""

from typing import Annotated

import typer

DomainsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--domain", "-d", envvar="TAU_EMO_DOMAIN", help="Only this domain; may be repeated."
    ),
]
SplitOption = Annotated[
    str, typer.Option("--split", envvar="TAU_EMO_SPLIT", help="Which tasks: test or train.")
]
JsonOption = Annotated[
    bool,
    typer.Option("--json", envvar="TAU_EMO_JSON", help="Print one JSON value and nothing else."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        envvar="TAU_EMO_WORKERS", help="Processes that work at once; default: one a core.", min=1
    ),
]
