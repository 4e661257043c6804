"""The gateway as a process of its own, started and ended by us."""

import json
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import Sequence
from dataclasses import dataclass, field

import anyio

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.hosts.environment import scrubbed_environment
from tau_emo_db.foreign import environment_for

STARTING = 60.0
"""Seconds a gateway may take to start; it builds missing base images first."""
ENDING = 10.0
"""Seconds a gateway may take to end before it is killed."""


@dataclass(frozen=True)
class GatewayAddress:
    """Where a gateway is reached."""

    control: str
    """The address of its control API."""
    secret: str = field(repr=False)
    """The secret of the control API."""
    mcp: str = ""
    """The address that the paths of episodes are added to; empty: the one that the gateway
    itself tells."""


class GatewayProcess:
    """A gateway that we started; it ends with us, also if we are killed."""

    def __init__(self, process: Process, address: GatewayAddress) -> None:
        self._process = process
        self.address = address

    @classmethod
    async def start(cls, domains: Sequence[str], most: int) -> "GatewayProcess":
        """Start a gateway on free ports of the loopback interface.

        Args:
            domains: the domains it serves; empty: all.
            most: how many episodes may be open at once.

        Raises:
            InfrastructureError: it did not start; the message is its own.
        """
        process = await create_subprocess_exec(
            sys.executable,
            "-m",
            "tau_emo_servers.gateway",
            "--exit-with-stdin",
            "--max-episodes",
            str(most),
            *(word for domain in domains for word in ("--domain", domain)),
            stdin=PIPE,
            stdout=PIPE,
            env=scrubbed_environment() | environment_for(tuple(domains)),
        )
        assert process.stdout is not None
        line = b""
        with anyio.move_on_after(STARTING):
            line = await process.stdout.readline()
        try:
            ready = json.loads(line)
            address = GatewayAddress(ready["control"], ready["secret"], ready["mcp"])
        except (ValueError, KeyError):
            await _end(process)
            raise InfrastructureError(
                f"the gateway did not start (exit status {process.returncode}); see above"
            ) from None
        return cls(process, address)

    async def stop(self) -> None:
        """End the gateway."""
        await _end(self._process)


async def _end(process: Process) -> None:
    with anyio.CancelScope(shield=True):
        if process.stdin is not None:
            process.stdin.close()
        with anyio.move_on_after(ENDING):
            await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
