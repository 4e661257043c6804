"""An agent behind OpenAI's Responses protocol: its endpoint calls the tools over MCP."""

from typing import Any

from tau_emo_client.agents.agent import Act, Briefing, CustomerSays, Observation, OpenEpisode
from tau_emo_client.endpoint.completion import Message
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.endpoint.response import ModelResponse, read_response
from tau_emo_client.prompt import filled

RESPONSES = "/responses"
"""The path of the protocol."""
SERVER = "company"
"""The label that the model sees the tools under."""


class ResponsesAgent:
    """A model that is handed the episode's MCP endpoint as a remote tool.

    Nothing is kept at the endpoint: each request holds the whole conversation, and what it
    answered goes back as it came.

    Args:
        endpoint: where the model is.
        prompt: the system prompt with a place for `{{policy}}`.
    """

    def __init__(self, endpoint: Endpoint, prompt: str) -> None:
        self._endpoint = endpoint
        self._prompt = prompt
        self._episode: OpenEpisode | None = None
        self._instructions = ""
        self._items: list[Message] = []

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""
        self._episode = briefing.episode
        self._instructions = filled(self._prompt, policy=briefing.policy.strip())

    async def act(self, observation: Observation) -> Act:
        """One answer, after all the calls that the model makes on the way."""
        episode = self._episode
        assert episode is not None, "such agents are briefed with an episode"
        assert isinstance(observation, CustomerSays), "such agents read results themselves"
        self._items.append({"role": "user", "content": observation.text})
        made = await episode.calls_made()

        async def nothing_called() -> bool:
            return await episode.calls_made() == made

        answer = await self._endpoint.ask(
            RESPONSES, self._payload(episode.url), self._read, nothing_called
        )
        self._items += answer.output
        return Act(text=answer.text, reasoning=answer.reasoning, usage=answer.usage)

    async def close(self) -> None:
        """Nothing is held: the endpoint belongs to the run."""

    def _read(self, content: bytes) -> ModelResponse:
        return read_response(content, self._endpoint.where, self._endpoint.settings.price)

    def _payload(self, url: str) -> dict[str, Any]:
        tool = {
            "type": "mcp",
            "server_label": SERVER,
            "server_url": url,
            "require_approval": "never",
        }
        return payload(self._endpoint, self._instructions, self._items, [tool])


def payload(
    endpoint: Endpoint, instructions: str, items: list[Message], tools: list[Message]
) -> dict[str, Any]:
    """The body of a request.

    Args:
        endpoint: its settings give model, temperature and further fields.
        instructions: the system prompt.
        items: the conversation so far.
        tools: what the model may call.
    """
    return endpoint.settings.request(
        instructions=instructions,
        input=list(items),
        tools=tools or None,
        temperature=endpoint.settings.temperature,
        store=False,
    )


async def try_endpoint(endpoint: Endpoint) -> None:
    """Ask once, before any episode; see `Endpoint.try_once`. No tool is handed over.

    Raises:
        PlayerError: it cannot be reached, or refuses the key, the model or the request.
    """
    items: list[Message] = [{"role": "user", "content": "Answer with the word ready."}]
    await endpoint.try_once(
        RESPONSES,
        payload(endpoint, "You answer in one word.", items, []),
        lambda content: read_response(content, endpoint.where, None),
    )
