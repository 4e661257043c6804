"""Customers by kind."""

from tau_emo_client.players import Player, PlayerError, UserSource
from tau_emo_client.protocol import Protocol
from tau_emo_client.users.user import User
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.task import Task

SCRIPTED, LLM, HUMAN = "scripted", "llm", "human"
USER_KINDS = (SCRIPTED, LLM, HUMAN)
"""Who may play the customer. Results with different kinds never share a ranking."""


def scripted_source(protocol: Protocol) -> UserSource:
    """The scripted customer: deterministic, free and offline."""
    from tau_emo_client.users.scripted import ScriptedUser

    def make(task: Task, condition: Condition | None, seed: int) -> User:
        # The feeling tells why the customer feels as the task says; it fits no other condition.
        feeling = task.feeling if condition == task.condition else ""
        return ScriptedUser(task.user_script, condition, feeling, seed)

    return UserSource(Player(name=SCRIPTED, kind=SCRIPTED), make)


def no_such_user(kind: str) -> PlayerError:
    """The error for a kind that does not exist."""
    return PlayerError(f"there is no user {kind!r}; use {', '.join(USER_KINDS)}")
