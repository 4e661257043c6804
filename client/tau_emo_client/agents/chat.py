"""An agent behind a chat-completions endpoint: the evaluator is its MCP host."""

from collections.abc import Mapping
from typing import Any

from tau_emo_client.agents.agent import Act, Briefing, CustomerSays, Observation
from tau_emo_client.endpoint.completion import Message
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.prompt import filled


class ChatAgent:
    """A model with a prompt, the policy and the tools of the domain.

    The conversation only ever grows at its end, so endpoints that cache prefixes find the
    whole of what they have seen. Answers go back as they came, reasoning included.

    Args:
        endpoint: where the model is.
        prompt: the system prompt with a place for `{{policy}}`.
    """

    def __init__(self, endpoint: Endpoint, prompt: str) -> None:
        self._endpoint = endpoint
        self._prompt = prompt
        self._messages: list[Message] = []
        self._tools: tuple[Message, ...] = ()
        self._seed = 0

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""
        system = filled(self._prompt, policy=briefing.policy.strip())
        self._messages = [{"role": "system", "content": system}]
        self._tools = tuple(as_function(tool) for tool in briefing.tools)
        self._seed = briefing.seed

    async def act(self, observation: Observation) -> Act:
        """See `Agent.act`; an answer without text and calls is passed on as it is."""
        if isinstance(observation, CustomerSays):
            self._messages.append({"role": "user", "content": observation.text})
        else:
            self._messages += [
                {"role": "tool", "tool_call_id": call.id, "content": call.result}
                for call in observation.calls
            ]
        completion = await self._endpoint.complete(
            self._messages, seed=self._seed, tools=self._tools
        )
        self._messages.append(completion.message)
        return Act(
            text=completion.text,
            calls=completion.calls,
            reasoning=completion.reasoning,
            usage=completion.usage,
        )

    async def close(self) -> None:
        """Nothing is held: the endpoint belongs to the run."""


def as_function(tool: Mapping[str, Any]) -> Message:
    """A tool as MCP lists it, in the form that model endpoints take."""
    return {
        "type": "function",
        "function": {
            "name": tool["name"],
            "description": tool.get("description", ""),
            "parameters": tool["inputSchema"],
        },
    }


_PROBE = as_function(
    {
        "name": "ready",
        "description": "Says that you are ready.",
        "inputSchema": {"type": "object", "properties": {}},
    }
)
"""A tool for the check before a run: servers that take none say so only when they get one."""


async def try_endpoint(endpoint: Endpoint) -> None:
    """Ask once, before any episode, with a tool; see `Endpoint.check`."""
    await endpoint.check((_PROBE,))
