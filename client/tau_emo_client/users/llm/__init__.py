"""A customer played by a language model."""

from tau_emo_client.users.llm.user import LlmUser

__all__ = ["LlmUser"]
