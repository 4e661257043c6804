"""A trajectory as a trainer needs it: what the agent was told, its tools, what is to be learnt."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from tau_emo_client.agents.chat import as_function
from tau_emo_client.collecting.trajectory import Trajectory
from tau_emo_client.interchange.chat import messages_of
from tau_emo_client.prompt import filled, prompt
from tau_emo_servers.conversation import AgentStep, Event
from tau_emo_servers.domain import served_domain

PROMPT = "agent.md"
"""The prompt that models are evaluated with, so they are trained with it too."""


@dataclass(frozen=True)
class Sample:
    """One conversation to learn from or to compare with."""

    trajectory: Trajectory
    prompts: str
    """The version of the prompts."""

    @property
    def id(self) -> str:
        """The id of the trajectory."""
        return self.trajectory.id

    @property
    def domain(self) -> str:
        """The domain."""
        return self.trajectory.episode.domain

    @property
    def events(self) -> Sequence[Event]:
        """What was said and called."""
        return self.trajectory.episode.conversation.events

    @property
    def system(self) -> str:
        """The system prompt, with the policy of the domain."""
        return system_text(self.domain, self.prompts)

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools of the domain as functions."""
        return functions(self.domain)

    @property
    def lessons(self) -> frozenset[int]:
        """The places of the events that are to be learnt."""
        return self.trajectory.lessons()

    @property
    def steps(self) -> int:
        """How many steps of the agent there are."""
        return sum(isinstance(event, AgentStep) for event in self.events)

    @property
    def has_mistakes(self) -> bool:
        """True if a step of the agent is not to be learnt."""
        return len(self.lessons) < self.steps

    def messages(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The messages in the form of chat completions, with arguments as objects, each with the
        place of the event that it is of."""
        place = -1
        for message in messages_of(self.trajectory.episode.conversation):
            if message["role"] != "tool":
                place += 1
            for call in message.get("tool_calls", ()):
                given = call["function"]["arguments"]
                call["function"]["arguments"] = _as_object(given)
            yield place, message


def _as_object(arguments: str) -> Any:
    """The arguments of a call as an object, or as they were sent if they are none."""
    try:
        found: Any = json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
    is_object = isinstance(found, dict)
    return cast("dict[str, Any]", found) if is_object else arguments


@cache
def system_text(domain: str, prompts: str) -> str:
    """The system prompt of a domain.

    Raises:
        ValueError: there are no such prompts.
    """
    return filled(prompt(prompts, PROMPT), policy=served_domain(domain).policy.strip())


@cache
def functions(domain: str) -> list[dict[str, Any]]:
    """The tools of a domain, in the form that model endpoints take."""
    return [
        as_function(
            {"name": one.name, "description": one.description, "inputSchema": one.parameters}
        )
        for one in served_domain(domain).tools.values()
    ]


@cache
def functions_text(domain: str) -> str:
    """The same as JSON."""
    return json.dumps(functions(domain), ensure_ascii=False)
