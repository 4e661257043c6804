"""The scripted customer: deterministic, free and offline."""

from tau_emo_client.users.scripted.user import ScriptedUser

__all__ = ["ScriptedUser"]
