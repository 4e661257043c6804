"""An agent that is an MCP host of its own: it is handed the episode's URL and does the rest."""

import json
import os
import re
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import Process
from pydantic import BaseModel, ConfigDict

from tau_emo_client.agents.agent import (
    Act,
    AgentError,
    Briefing,
    CustomerSays,
    Observation,
    OpenEpisode,
)
from tau_emo_client.endpoint.hidden import hidden
from tau_emo_client.hosts.environment import scrubbed_environment
from tau_emo_client.players import PlayerError
from tau_emo_client.prompt import filled
from tau_emo_client.texts import clean

PROMPT = "mcp_host.md"
"""The prompt file that the policy is put into."""
LISTENS = 2.0
"""Seconds that one request for the agent's next message waits; then it is seen whether the agent
is still there. A request is never given up: its message would be lost."""
LAST_WORDS = 60.0
"""Seconds in which an agent that has handed over may send its last message."""
LEAVES = 3.0
"""Seconds that a program is given to end by itself, and again to end when told to. Both fit into
the time that an agent has to close; then it is killed."""
TOLD = 600
"""Characters of a program's output that an error repeats."""
MOST_OUTPUT = 50_000_000
"""Bytes of a program's output that are kept; when there are more, it is emptied."""


class McpHostAgent:
    """Someone who connects to the episode's URL and speaks to the customer by a tool.

    Args:
        prompt: what such an agent is told, with a place for `{{policy}}`.
    """

    def __init__(self, prompt: str) -> None:
        self._prompt = prompt
        self._briefing: Briefing | None = None
        self._handed_off_at: float | None = None

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""
        self._briefing = briefing

    async def act(self, observation: Observation) -> Act:
        """Pass the customer's message on, and wait for the agent's next one."""
        assert self._briefing is not None, "an agent is briefed first"
        episode = self._briefing.episode
        assert episode is not None, "such agents are briefed with an episode"
        assert isinstance(observation, CustomerSays), "such agents read results themselves"
        await episode.say(observation.text)
        await self._begin(self._briefing, episode, observation.text)
        while True:
            ended = self._ended()
            heard = await episode.hear(0.0 if ended else LISTENS)
            if heard.text is not None:
                return Act(text=clean(heard.text), after_calls=heard.calls)
            if heard.handed_off and (ended or self._last_words_are_over()):
                return Act()
            if ended:
                raise AgentError(ended)

    async def close(self) -> None:
        """Let the agent go."""

    async def _begin(self, briefing: Briefing, episode: OpenEpisode, first: str) -> None:
        """Called with each message of the customer; the first one starts the agent."""

    def _ended(self) -> str:
        """Why no further message can come; empty if one can."""
        return ""

    def _last_words_are_over(self) -> bool:
        now = anyio.current_time()
        if self._handed_off_at is None:
            self._handed_off_at = now
        return now - self._handed_off_at > LAST_WORDS

    def instructions(self, briefing: Briefing) -> str:
        """What the agent is told: the prompt with the policy."""
        return filled(self._prompt, policy=briefing.policy.strip())


class CommandAgent(McpHostAgent):
    """Such an agent as a program, started once for each episode.

    It runs in an empty folder of its own, with our environment but for keys and secrets.

    Args:
        words: the command with its arguments; see `command_words`.
        prompt: what the agent is told, with a place for `{{policy}}`.
        environment: variables that it gets beside ours, such as the key of its model.
    """

    def __init__(self, words: Sequence[str], prompt: str, environment: Mapping[str, str]) -> None:
        super().__init__(prompt)
        self._words = words
        self._environment = environment
        self._url = ""
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: Process | None = None

    @property
    def process_id(self) -> int | None:
        """The number of the program's process; None before it is started."""
        return None if self._process is None else self._process.pid

    async def close(self) -> None:
        """End the program and all that it started, and remove its folder."""
        process = self._process
        if process is not None:
            with anyio.move_on_after(LEAVES):
                await process.wait()
            for sign in (signal.SIGTERM, signal.SIGKILL):
                # Its children too: they are a group of their own.
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, sign)
                if process.returncode is None:
                    with anyio.move_on_after(LEAVES):
                        await process.wait()
        if self._folder is not None:
            self._folder.cleanup()

    async def _begin(self, briefing: Briefing, episode: OpenEpisode, first: str) -> None:
        if self._process is not None:
            return
        self._url = episode.url
        self._folder = tempfile.TemporaryDirectory(prefix="tau-emo-agent-")
        root = Path(self._folder.name)
        work = root / "work"
        work.mkdir()
        instructions = self.instructions(briefing)
        (root / "mcp.json").write_text(json.dumps(mcp_config(episode.url)), "utf-8")
        (root / "policy.md").write_text(briefing.policy, "utf-8")
        (root / "prompt.md").write_text(instructions, "utf-8")
        values = {
            "url": episode.url,
            "mcp_config": str(root / "mcp.json"),
            "policy_file": str(root / "policy.md"),
            "prompt_file": str(root / "prompt.md"),
            "prompt": instructions,
            "first_message": first,
            "domain": briefing.domain,
        }
        with (root / "output.txt").open("ab") as output:
            try:
                self._process = await anyio.open_process(
                    [_filled(word, values) for word in self._words],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    cwd=work,
                    env={**scrubbed_environment(), **self._environment},
                    start_new_session=True,
                )
            except OSError as error:
                raise AgentError(f"the command cannot be started: {error}") from error

    def _ended(self) -> str:
        process, folder = self._process, self._folder
        if process is None or folder is None:
            return ""
        output = Path(folder.name) / "output.txt"
        if process.returncode is None:
            if output.stat().st_size > MOST_OUTPUT:
                os.truncate(output, 0)
            return ""
        with output.open("rb") as file:
            file.seek(max(0, output.stat().st_size - 40 * TOLD))
            told = clean(file.read().decode("utf-8", "replace")).strip()
        # What is as short as a number or a switch is no secret, and stands in any text.
        secrets = [value for value in self._environment.values() if len(value) > 3]
        text = hidden(told, (*secrets, self._url))[-TOLD:]
        return f"the command ended with status {process.returncode} while the customer waited" + (
            f"; it wrote: {text}" if text else ""
        )


class AwaitedAgent(McpHostAgent):
    """Such an agent that somebody starts when told of the episode.

    Args:
        prompt: what the agent is told, with a place for `{{policy}}`.
        announce: told of each episode.
    """

    def __init__(self, prompt: str, announce: Callable[["Announcement"], Awaitable[None]]) -> None:
        super().__init__(prompt)
        self._announce = announce
        self._announced = False

    async def _begin(self, briefing: Briefing, episode: OpenEpisode, first: str) -> None:
        if self._announced:
            return
        self._announced = True
        await self._announce(
            Announcement(
                url=episode.url,
                domain=briefing.domain,
                prompt=self.instructions(briefing),
                first_message=first,
            )
        )


class Announcement(BaseModel):
    """What is told of an episode that waits for its agent."""

    model_config = ConfigDict(frozen=True)

    url: str
    """The MCP endpoint of the episode."""
    domain: str
    prompt: str
    """What the agent is told, policy included."""
    first_message: str
    """What the customer opens with; `send_message_to_user` with an empty text gives it as well."""


def mcp_config(url: str) -> dict[str, Any]:
    """The configuration that MCP hosts such as Claude Code read from a file."""
    return {"mcpServers": {"company": {"type": "http", "url": url}}}


def command_words(command: str) -> tuple[str, ...]:
    """The words of a command, with places in braces that each episode fills.

    Args:
        command: as a shell reads it; nothing in it is expanded by a shell.

    Raises:
        PlayerError: it is empty, has open quotes, or does not say where the episode is.
    """
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise PlayerError(f"--agent-command cannot be read: {error}") from error
    if not words:
        raise PlayerError("--agent-command is empty")
    if not any(f"{{{place}}}" in word for word in words for place in ("url", "mcp_config")):
        raise PlayerError(
            "--agent-command does not say where the episode is; put {url} or {mcp_config} into it"
        )
    return words


def _filled(word: str, values: Mapping[str, str]) -> str:
    """A word with its places filled; what is put in is not looked at again."""
    return re.sub(r"\{(\w+)\}", lambda place: values.get(place[1], place[0]), word)
