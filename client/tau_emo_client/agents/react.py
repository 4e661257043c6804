"""An agent without tool calling of its own: it writes its calls as text, in the ReAct form."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from tau_emo_client.agents.agent import Act, Briefing, CustomerSays, Observation, RequestedCall
from tau_emo_client.endpoint.completion import Message
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.prompt import filled

_STEP = re.compile(
    r"^[ \t*]*(action|(?:final )?answer)[ \t*]*:[ \t*]*", re.IGNORECASE | re.MULTILINE
)
_MADE_UP = re.compile(r"^[ \t*]*(?:observation|customer)[ \t*]*:", re.IGNORECASE | re.MULTILINE)
_FENCE = re.compile(r"^```\w*\s*")


class ReactAgent:
    """A model that is told of the tools in its prompt and answers in plain text.

    Args:
        endpoint: where the model is.
        prompt: the system prompt with places for `{{tools}}` and `{{policy}}`.
    """

    def __init__(self, endpoint: Endpoint, prompt: str) -> None:
        self._endpoint = endpoint
        self._prompt = prompt
        self._messages: list[Message] = []
        self._seed = 0
        self._calls = 0

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""
        system = filled(
            self._prompt, tools=described(briefing.tools), policy=briefing.policy.strip()
        )
        self._messages = [{"role": "system", "content": system}]
        self._seed = briefing.seed

    async def act(self, observation: Observation) -> Act:
        """See `Agent.act`."""
        if isinstance(observation, CustomerSays):
            told = f"Customer: {observation.text}"
        else:
            told = "\n\n".join(f"Observation: {call.result}" for call in observation.calls)
        self._messages.append({"role": "user", "content": told})
        completion = await self._endpoint.complete(self._messages, seed=self._seed)
        step = read_step(completion.text)
        self._messages.append({"role": "assistant", "content": step.text})
        reasoning = "\n".join(part for part in (completion.reasoning, step.thought) if part)
        if step.action is None:
            return Act(text=step.answer, reasoning=reasoning, usage=completion.usage)
        self._calls += 1
        name, arguments = step.action
        call = RequestedCall(id=f"call-{self._calls}", name=name, arguments=arguments)
        return Act(calls=(call,), reasoning=reasoning, usage=completion.usage)

    async def close(self) -> None:
        """Nothing is held: the endpoint belongs to the run."""


async def try_endpoint(endpoint: Endpoint) -> None:
    """Ask once, before any episode; see `Endpoint.check`."""
    await endpoint.check()


@dataclass(frozen=True)
class Step:
    """One step as the model wrote it."""

    text: str
    """All of it, without an observation that it made up."""
    thought: str
    action: tuple[str, dict[str, Any] | str] | None
    """Name and arguments of a call; the arguments are a text if they are no JSON object."""
    answer: str


def read_step(text: str) -> Step:
    """Read a step: the first action or answer counts; a text with neither is an answer.

    Args:
        text: what the model wrote.
    """
    made_up = _MADE_UP.search(text)
    kept = text[: made_up.start()].rstrip() if made_up and made_up.start() else text.strip()
    found = _STEP.search(kept)
    if found is None:
        return Step(kept, "", None, re.sub(r"^\s*thought:", "", kept, flags=re.IGNORECASE).strip())
    thought = re.sub(r"^\s*thought:\s*", "", kept[: found.start()], flags=re.IGNORECASE).strip()
    rest = kept[found.end() :]
    if found[1].lower() != "action":
        return Step(kept, thought, None, rest.strip())
    return Step(kept, thought, _action(rest), "")


def _action(text: str) -> tuple[str, dict[str, Any] | str]:
    bare = _FENCE.sub("", text.strip())
    try:
        parsed, _ = json.JSONDecoder().raw_decode(bare)
    except (ValueError, RecursionError):
        return "", bare
    if not isinstance(parsed, dict):
        return "", bare
    call = cast("dict[str, Any]", parsed)
    name, arguments = call.get("name"), call.get("arguments", {})
    if not isinstance(name, str):
        return "", bare
    if isinstance(arguments, dict | str):
        return name, cast("dict[str, Any] | str", arguments)
    return name, json.dumps(arguments)


def described(tools: Sequence[Mapping[str, Any]]) -> str:
    """The tools as text: name, description and the schema of the parameters.

    Args:
        tools: as MCP lists them.
    """
    return "\n\n".join(
        f"## {tool['name']}\n\n{tool.get('description', '')}\n\n"
        f"Parameters: {json.dumps(tool['inputSchema'], ensure_ascii=False)}"
        for tool in tools
    )
