"""The reference agent: it knows the gold actions of its task and behaves like a good agent."""

from tau_emo_client.agents.reference.agent import ReferenceAgent

__all__ = ["ReferenceAgent"]
