"""Carrying out a walk: tool calls on a copy of the base, each of which must succeed."""

import json
from typing import Any

from pydantic import JsonValue

from tau_emo_db import EpisodeState
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode
from tau_emo_tasks.tracer.trace import Step


class WalkError(Exception):
    """A call of the walk failed; the message is the tool's."""


class Walk:
    """The calls made so far, and what they gave.

    Args:
        domain: the served domain.
        state: a copy of the base that nobody else uses.
    """

    def __init__(self, domain: ServedDomain, state: EpisodeState) -> None:
        self.goal = 0
        """The position of the goal that the next calls serve."""
        self.steps: list[Step] = []
        self._episode = Episode(domain, state)
        self._tools = domain.tools
        self._read: dict[str, Any] = {}

    def call(self, tool: str, **arguments: JsonValue) -> Any:
        """Carry out one call. A read that was made before and is still true is not made again.

        Args:
            tool: its name.
            arguments: its arguments.

        Returns:
            The result, parsed where it is JSON.

        Raises:
            WalkError: the tool refuses.
        """
        key = json.dumps([tool, arguments], sort_keys=True)
        if key in self._read:
            return self._read[key]
        call = self._episode.call(tool, arguments, call_id=f"walk-{len(self.steps)}")
        if call.is_error:
            raise WalkError(f"{tool}: {call.result}")
        self.steps.append(Step(tool=tool, arguments=arguments, result=call.result, goal=self.goal))
        result = json.loads(call.result) if call.result[:1] in '[{"' else call.result
        if self._tools[tool].kind == "write":
            self._read.clear()
        else:
            self._read[key] = result
        return result
