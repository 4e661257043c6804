"""`tau-emo view`: the conversations of runs, in a browser."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tau_emo_client.cli.options import JsonOption
from tau_emo_client.cli.problems import UsageProblem
from tau_emo_client.cli.serving import MOST_PORT, AllowedHostOption, HostOption

if TYPE_CHECKING:
    from tau_emo_client.viewer.library import Library


def view(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.")],
    host: HostOption = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port", "-p", envvar="TAU_EMO_PORT", min=0, max=MOST_PORT, help="The port; 0: any."
        ),
    ] = 0,
    allowed_host: AllowedHostOption = None,
    json: JsonOption = False,
) -> None:
    """Show conversations in a browser, until Ctrl-C: a page on this machine, to be read only."""
    import anyio

    from tau_emo_client.run.store import RunError
    from tau_emo_client.viewer.app import viewer_app
    from tau_emo_servers.listening import (
        Listening,
        listener_on,
        require_allowed_hosts,
        serve_until_stopped,
        url_of,
    )

    try:
        require_allowed_hosts(host, allowed_host)
        # First the address: whoever cannot have it need not wait for the runs.
        listener = listener_on(host, port)
    except (OSError, ValueError) as error:
        raise UsageProblem(str(error)) from error
    with listener:
        try:
            library = _read(runs)
            app = viewer_app(library, allowed_host or ())
        except (RunError, OSError, ValueError) as error:
            raise UsageProblem(str(error)) from error
        url = url_of(listener)
        server = Listening(app, listener)
        ready = {"url": url} if json else f"{url}/ (Ctrl-C ends it)"
        try:
            anyio.run(serve_until_stopped, [server], ready)
        finally:
            library.close()


def _read(runs: list[Path]) -> "Library":
    """The runs, with a bar while they are read."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from tau_emo_client.viewer.app import warm_up
    from tau_emo_client.viewer.library import Library, size_of

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("reading"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=size_of(runs))
        library = Library(runs, lambda size: bar.advance(task, size))
        warm_up(library)
    return library
