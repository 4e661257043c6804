"""The agents without merit, played over MCP like any other agent."""

from tau_emo_client.agents.agent import (
    Act,
    AgentError,
    Briefing,
    CustomerSays,
    Observation,
    RequestedCall,
)
from tau_emo_tasks import null_agents


class NullAgent:
    """One of the agents that must never pass a task.

    Args:
        name: one of `tau_emo_tasks.null_agents.NULL_AGENTS`.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._steps: null_agents.NullAgent | None = None
        self._calls = 0

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""
        self._steps = null_agents.null_agent(self._name, briefing.tools, briefing.seed)

    async def act(self, observation: Observation) -> Act:
        """See `Agent.act`."""
        if self._steps is None:
            raise AgentError("act was called before start")
        step = self._steps.step(
            observation.text if isinstance(observation, CustomerSays) else observation.calls
        )
        calls: list[RequestedCall] = []
        for name, arguments in step.calls:
            self._calls += 1
            calls.append(RequestedCall(id=f"call_{self._calls}", name=name, arguments=arguments))
        return Act(text=step.text, calls=tuple(calls))

    async def close(self) -> None:
        """Nothing is held."""
