"""Customers by kind."""

import sys
from dataclasses import replace

from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.players import Player, PlayerError, UserSource
from tau_emo_client.prompt import prompts_digest
from tau_emo_client.protocol import Protocol
from tau_emo_client.users.user import User
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.emotions import catalogue_digest
from tau_emo_tasks.task import Task

SCRIPTED, LLM, HUMAN = "scripted", "llm", "human"
USER_KINDS = (SCRIPTED, LLM, HUMAN)
"""Who may play the customer. Results with different kinds never share a ranking."""


def scripted_source(protocol: Protocol) -> UserSource:
    """The scripted customer: deterministic, free and offline."""
    from tau_emo_client.users.scripted import ScriptedUser

    def make(task: Task, condition: Condition | None, seed: int) -> User:
        # The feeling tells why the customer feels as the task says; it fits no other condition.
        feeling = task.feeling if condition is task.condition else ""
        return ScriptedUser(task.user_script, condition, feeling, seed, patience=protocol.patience)

    return UserSource(Player(name=SCRIPTED, kind=SCRIPTED), make)


def llm_source(settings: EndpointSettings, protocol: Protocol) -> UserSource:
    """A customer played by a model behind a chat-completions endpoint.

    Args:
        settings: which endpoint and model.
        protocol: its sampling values, strategy and prompts.

    Raises:
        PlayerError: there is no such strategy or version of prompts.
    """
    # Imported here: the openai package takes seconds, and most commands do not need it.
    from tau_emo_client.endpoint.endpoint import Endpoint
    from tau_emo_client.users.llm import LlmUser
    from tau_emo_client.users.llm.instructions import PROMPTS
    from tau_emo_client.users.llm.strategies import STRATEGIES

    strategy = STRATEGIES.get(protocol.user_strategy)
    if strategy is None:
        raise PlayerError(
            f"there is no user strategy {protocol.user_strategy!r}; use {', '.join(STRATEGIES)}"
        )
    try:
        digest = prompts_digest(protocol.prompts, *PROMPTS)
    except ValueError as error:
        raise PlayerError(str(error)) from error
    endpoint = Endpoint(replace(settings, temperature=protocol.user_temperature))

    def make(task: Task, condition: Condition | None, seed: int) -> User:
        return LlmUser(endpoint, task, condition, seed, strategy, protocol.prompts)

    return UserSource(
        Player(
            name=settings.model,
            kind=LLM,
            settings={
                **settings.recorded(),
                "strategy": protocol.user_strategy,
                "prompts_digest": digest,
                "catalogue_digest": catalogue_digest(),
            },
            trusted=False,
        ),
        make,
        remote=True,
        check=endpoint.check,
        close=endpoint.close,
    )


def human_source() -> UserSource:
    """A person at this terminal.

    Raises:
        PlayerError: there is no terminal.
    """
    from rich.console import Console

    from tau_emo_client.users.human import HumanUser

    if not sys.stdin.isatty():
        raise PlayerError("--user human needs a terminal to type in")
    console = Console(stderr=True)

    def make(task: Task, condition: Condition | None, seed: int) -> User:
        return HumanUser(task, condition, seed, console)

    return UserSource(
        Player(name=HUMAN, kind=HUMAN, settings={"catalogue_digest": catalogue_digest()}), make
    )


def no_such_user(kind: str) -> PlayerError:
    """The error for a kind that does not exist."""
    return PlayerError(f"there is no user {kind!r}; use {', '.join(USER_KINDS)}")
