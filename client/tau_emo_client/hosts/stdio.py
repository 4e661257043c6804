"""Tools in a process of their own for each episode, reached over standard input and output."""

import shutil
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from anyio.to_thread import run_sync
from fastmcp.client.transports import StdioTransport

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.hosts.connection import ConnectedEpisode, Connection
from tau_emo_client.hosts.environment import scrubbed_environment
from tau_emo_client.hosts.host import Outcome
from tau_emo_db import Changes, EpisodeState, StateFileError, base_image, domain_data
from tau_emo_db.foreign import environment_for


class StdioEpisode(ConnectedEpisode):
    """One episode in a process of its own, with its state in a private folder."""

    def __init__(self, domain: str, folder: Path, connection: Connection) -> None:
        self._domain = domain
        self._folder = folder
        super().__init__(connection)

    async def result(self) -> Outcome:
        """The changes in the state file, read after the server has ended.

        The server keeps no record of the calls, so these are the calls as they were sent.
        """
        await self._connection.close()
        try:
            changes = await run_sync(_changes, self._domain, _state_file(self._folder))
        except (StateFileError, OSError) as error:
            raise InfrastructureError(f"the state of a {self._domain} server: {error}") from error
        return Outcome(
            changes=changes,
            calls=tuple(self.sent),
            handed_off=self.handed_off,
        )

    async def close(self) -> None:
        """End the server and remove its folder."""
        await self._connection.close()
        await run_sync(shutil.rmtree, self._folder)


class StdioHost:
    """Starts one `tau-emo serve DOMAIN --stdio` per episode."""

    transport = "stdio"

    def __init__(self) -> None:
        self._environment = scrubbed_environment()

    async def open(self, domain: str) -> StdioEpisode:
        """A fresh episode of the domain."""
        # Built here once, so that parallel servers find it in the cache.
        await run_sync(base_image, domain_data(domain))
        folder = Path(await run_sync(tempfile.mkdtemp, None, "tau-emo-"))
        log = folder / "server.log"
        connection = Connection(
            domain,
            StdioTransport(
                sys.executable,
                [
                    *("-m", "tau_emo_client", "serve", domain),
                    *("--stdio", "--state", str(_state_file(folder))),
                ],
                env=self._environment | environment_for((domain,)),
                cwd=str(folder),
                keep_alive=False,
                log_file=log,
            ),
        )
        try:
            await connection.connect()
        except InfrastructureError as error:
            said = log.read_text("utf-8", "replace")[-500:] if log.exists() else ""
            await run_sync(shutil.rmtree, folder)
            raise InfrastructureError(f"{error} {said}".strip()) from error
        except BaseException:
            shutil.rmtree(folder)
            raise
        return StdioEpisode(domain, folder, connection)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return


def _state_file(folder: Path) -> Path:
    return folder / "state.sqlite"


def _changes(domain: str, path: Path) -> Changes:
    with EpisodeState.open(domain_data(domain), path=path) as state:
        return state.changes()
