"""An agent that speaks A2A: it is told where the tools are and answers message by message."""

from dataclasses import dataclass, field
from typing import Any

import httpx
from a2a.client import A2ACardResolver, Client, ClientConfig, ClientFactory
from a2a.client.errors import A2AClientError
from a2a.helpers import get_artifact_text, get_message_text, new_data_part, new_text_part
from a2a.types import AgentCard, Message, Role, SendMessageRequest, StreamResponse, Task, TaskState

from tau_emo_client.agents.agent import (
    Act,
    AgentError,
    Briefing,
    CustomerSays,
    InfrastructureError,
    Observation,
)
from tau_emo_client.endpoint.hidden import hidden, public_url
from tau_emo_client.players import PlayerError
from tau_emo_client.prompt import filled
from tau_emo_client.texts import clean

FAILED = (
    TaskState.TASK_STATE_FAILED,
    TaskState.TASK_STATE_REJECTED,
    TaskState.TASK_STATE_CANCELED,
    TaskState.TASK_STATE_AUTH_REQUIRED,
)
TRANSPORT_ERRORS = (A2AClientError, httpx.HTTPError, OSError)


@dataclass
class A2AEndpoint:
    """Where such an agent is; all episodes of a run share it."""

    url: str
    """Its base URL; the card is at `/.well-known/agent-card.json` under it."""
    key: str = field(default="", repr=False)
    """Sent as bearer header; empty: none is."""
    silence: float = 600.0
    """Seconds without a byte after which it has failed: a turn with all its calls is one answer."""

    def __post_init__(self) -> None:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        self._http = httpx.AsyncClient(
            headers=headers,
            timeout=httpx.Timeout(self.silence, connect=10.0, pool=None),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=None),
            follow_redirects=False,
        )
        self._card: AgentCard | None = None

    async def check(self) -> None:
        """Read the card, before any episode.

        Raises:
            PlayerError: there is none.
        """
        try:
            await self.client()
        except InfrastructureError as error:
            raise PlayerError(f"{error}; --agent-endpoint is the base URL of the agent") from error

    async def client(self) -> Client:
        """A client for one conversation.

        Raises:
            InfrastructureError: the card cannot be read, or offers no way of ours.
        """
        try:
            if self._card is None:
                self._card = await A2ACardResolver(self._http, self.url).get_agent_card()
            config = ClientConfig(streaming=False, httpx_client=self._http)
            return ClientFactory(config).create(self._card)
        except (*TRANSPORT_ERRORS, ValueError) as error:
            raise self.fault(f": {error}") from error

    def fault(self, what: str) -> InfrastructureError:
        """A failure of the agent's server, without key and password."""
        where = f"the A2A agent at {public_url(self.url)}"
        return InfrastructureError(where + hidden(what, (self.key, self.url)))

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()


class A2AAgent:
    """One conversation in one A2A context.

    The first message holds three parts: what the agent is told, the same as data (`mcp_url`,
    `policy`, `domain`), and the customer's opening. Each further message is the customer's.

    Args:
        endpoint: where the agent is.
        prompt: what it is told, with places for `{{url}}` and `{{policy}}`.
    """

    def __init__(self, endpoint: A2AEndpoint, prompt: str) -> None:
        self._endpoint = endpoint
        self._prompt = prompt
        self._client: Client | None = None
        self._parts: list[Any] = []
        self._context = ""
        self._task = ""
        self._seen: set[str] = set()
        """The artifacts that were read before."""
        self._sent = 0

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""
        episode = briefing.episode
        assert episode is not None, "such agents are briefed with an episode"
        told = filled(self._prompt, url=episode.url, policy=briefing.policy.strip())
        data = {"mcp_url": episode.url, "policy": briefing.policy, "domain": briefing.domain}
        self._parts = [new_text_part(told), new_data_part(data)]
        self._client = await self._endpoint.client()

    async def act(self, observation: Observation) -> Act:
        """One answer, after all the calls that the agent makes on the way."""
        assert isinstance(observation, CustomerSays), "such agents read results themselves"
        assert self._client is not None, "an agent is briefed first"
        self._sent += 1
        message = Message(
            message_id=f"message-{self._sent}",
            role=Role.ROLE_USER,
            parts=[*self._parts, new_text_part(observation.text)],
            context_id=self._context,
            task_id=self._task,
        )
        self._parts = []
        answer: StreamResponse | None = None
        try:
            async for response in self._client.send_message(SendMessageRequest(message=message)):
                answer = response
        except (*TRANSPORT_ERRORS, ValueError) as error:
            raise self._endpoint.fault(f": {error}") from error
        if answer is None:
            raise self._endpoint.fault(" did not answer")
        return Act(text=clean(self._read(answer)))

    async def close(self) -> None:
        """Nothing is held: the connections belong to the run."""

    def _read(self, answer: StreamResponse) -> str:
        if answer.HasField("message"):
            self._context = answer.message.context_id or self._context
            self._task = answer.message.task_id
            return get_message_text(answer.message)
        task = answer.task
        self._context = task.context_id or self._context
        state = task.status.state
        waits = state == TaskState.TASK_STATE_INPUT_REQUIRED
        self._task = task.id if waits else ""
        if state in FAILED:
            raise AgentError(f"the task of the agent {TaskState.Name(state)}: {_status(task)}")
        new = [one for one in task.artifacts if one.artifact_id not in self._seen]
        self._seen.update(one.artifact_id for one in new)
        said = [text for one in new if (text := get_artifact_text(one))]
        return "\n\n".join(said) or _status(task)


def _status(task: Task) -> str:
    return get_message_text(task.status.message) if task.status.HasField("message") else ""
