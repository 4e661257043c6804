"""From options of the command line to the agent and the customer they name."""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tau_emo_client.cli.problems import UsageProblem

if TYPE_CHECKING:
    from tau_emo_client.endpoint.settings import EndpointSettings
    from tau_emo_client.players import AgentSource, UserSource
    from tau_emo_client.protocol import Protocol


TURN = 600.0
"""Seconds of silence that are borne when one answer is a whole turn with all its tool calls."""


@dataclass(frozen=True)
class EndpointOptions:
    """What the options say about one endpoint."""

    whose: str
    """`agent` or `user`."""
    url: str | None
    model: str | None
    extra: str | None
    """A JSON object of further request fields."""
    silence: float | None
    prices: Path | None

    def settings(self) -> "EndpointSettings":
        """The endpoint.

        Raises:
            UsageProblem: an option is missing or wrong.
            PlayerError: the address is none.
        """
        from tau_emo_client.endpoint.prices import load_prices
        from tau_emo_client.endpoint.settings import SILENCE, EndpointSettings

        if not self.url or not self.model:
            raise UsageProblem(
                f"an endpoint needs both --{self.whose}-endpoint, its address, and "
                f"--{self.whose}-model, the name of the model there"
            )
        silence = SILENCE if self.silence is None else self.silence
        if silence <= 0:
            raise UsageProblem(f"--endpoint-timeout is {silence:g}; it must be more than 0 seconds")
        key = self.key()
        if not _can_be_sent(self.model):
            raise UsageProblem(f"--{self.whose}-model is {self.model!a}, which is no text")
        try:
            prices = load_prices(self.prices) if self.prices else {}
        except ValueError as error:
            raise UsageProblem(str(error)) from error
        return EndpointSettings(
            url=self.url,
            model=self.model,
            api_key=key,
            extra=self._extra_fields(),
            silence=silence,
            price=prices.get(self.model),
        )

    def key(self) -> str:
        """Its key, from the environment; empty if there is none.

        Raises:
            UsageProblem: it cannot be a key.
        """
        from tau_emo_client.endpoint.settings import api_key

        try:
            return api_key(self.whose)
        except ValueError as error:
            raise UsageProblem(str(error)) from error

    def _extra_fields(self) -> dict[str, Any]:
        if not self.extra:
            return {}
        try:
            fields = json.loads(self.extra)
        except (ValueError, RecursionError):
            fields = None
        # Python reads more than JSON has: NaN, and halves of a character.
        if not isinstance(fields, dict) or not _can_be_sent(cast("object", fields)):
            raise UsageProblem(
                f"--{self.whose}-extra is no JSON object; it looks like "
                '{"reasoning_effort": "low", "temperature": null}'
            )
        return cast("dict[str, Any]", fields)


def _can_be_sent(value: object) -> bool:
    """True if the value can be written as JSON in UTF-8."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(frozen=True)
class AgentOptions:
    """What the options say about the agent."""

    name: str | None
    protocol: str | None
    """What its endpoint speaks."""
    command: str | None
    environment: Sequence[str]
    """Names of variables that the command gets."""
    endpoint: EndpointOptions

    def source(self, rules: "Protocol") -> "AgentSource":
        """The agent.

        Raises:
            UsageProblem: options are missing, wrong or contradict each other.
            PlayerError: there is no such agent.
        """
        recipe = self._recipe(rules)
        return replace(recipe(), recipe=recipe)

    def _recipe(self, rules: "Protocol") -> "Callable[[], AgentSource]":
        """How it is made, here or in another process."""
        from tau_emo_client.agents import registry

        protocol = self._protocol(registry.PROTOCOLS)
        if self.command is not None:
            return partial(
                registry.command_source,
                self.command,
                self._variables(),
                self.endpoint.model,
                rules,
            )
        if self.environment:
            raise UsageProblem("--agent-env needs --agent-command")
        if protocol == registry.MCP:
            return partial(registry.awaited_source, self._address(), self.endpoint.model, rules)
        if protocol == registry.A2A and self.endpoint.url is not None:
            return partial(
                registry.a2a_source,
                self._address() or "",
                self.endpoint.key(),
                self.endpoint.silence,
                self.endpoint.model,
                rules,
            )
        if self.endpoint.url is not None:
            settings = self.endpoint.settings()
            if protocol == registry.RESPONSES and self.endpoint.silence is None:
                settings = replace(settings, silence=TURN)
            return partial(registry.model_source, settings, rules, protocol)
        if self.endpoint.model or self.endpoint.extra:
            raise UsageProblem("--agent-model and --agent-extra need --agent-endpoint")
        if self.protocol:
            raise UsageProblem(f"--agent-protocol {protocol} needs --agent-endpoint")
        return partial(registry.agent_source, self.name or registry.REFERENCE)

    def _protocol(self, known: Sequence[str]) -> str:
        """The protocol, once it is clear that only one agent is named."""
        given = {
            "--agent": self.name,
            "--agent-endpoint": self.endpoint.url,
            "--agent-command": self.command,
        }
        several = [option for option, value in given.items() if value is not None]
        if len(several) > 1:
            raise UsageProblem(f"{' and '.join(several)} name two different agents; give one")
        protocol = self.protocol or known[0]
        if protocol not in known:
            raise UsageProblem(f"--agent-protocol is {protocol!r}; it is one of {', '.join(known)}")
        if self.protocol and several in (["--agent"], ["--agent-command"]):
            raise UsageProblem("--agent-protocol needs --agent-endpoint")
        return protocol

    def _variables(self) -> dict[str, str]:
        missing = [name for name in self.environment if name not in os.environ]
        if missing:
            raise UsageProblem(f"--agent-env names {missing[0]}, which is not set")
        return {name: os.environ[name] for name in self.environment}

    def _address(self) -> str | None:
        """The address of an agent that is no model."""
        from tau_emo_client.endpoint.given import is_http_address

        url = self.endpoint.url
        if url is not None and not is_http_address(url):
            raise UsageProblem(
                f"--agent-endpoint is {url!r}, which is no address; it looks like "
                "http://127.0.0.1:9000"
            )
        if self.endpoint.extra:
            raise UsageProblem("--agent-extra is for models; this agent takes no such fields")
        return url


def user_of(kind: str, endpoint: EndpointOptions, rules: "Protocol") -> "UserSource":
    """The customer that the options name.

    Raises:
        UsageProblem: options are missing, wrong or contradict each other.
        PlayerError: there is no such customer.
    """
    from tau_emo_client.users import registry

    if kind != registry.LLM and (endpoint.url or endpoint.model or endpoint.extra):
        raise UsageProblem("--user-endpoint, --user-model and --user-extra need --user llm")
    if kind == registry.HUMAN:
        return registry.human_source()
    if kind == registry.SCRIPTED:
        recipe = partial(registry.scripted_source, rules)
    elif kind == registry.LLM:
        recipe = partial(registry.llm_source, endpoint.settings(), rules)
    else:
        raise registry.no_such_user(kind)
    return replace(recipe(), recipe=recipe)
