"""A stress agent: it does nothing but apologise."""

from itertools import cycle

from tau_emo_client.agents.agent import Act, Briefing, Observation

_APOLOGIES = (
    "I am so sorry about this. Please accept my apologies.",
    "I am truly sorry for all the trouble you have had.",
    "I understand how you feel, and I apologize from the bottom of my heart.",
    "I am very sorry to hear that. It should not have happened to you.",
    "Once more, my deepest apologies for the inconvenience.",
    "I can imagine how upsetting it must be, and I am sorry.",
)


class ApologisingAgent:
    """Kind words and not one deed."""

    def __init__(self) -> None:
        self._apologies = cycle(_APOLOGIES)

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""

    async def act(self, observation: Observation) -> Act:
        """See `Agent.act`."""
        return Act(text=next(self._apologies))

    async def close(self) -> None:
        """Nothing is held."""
