"""From options of the command line to the agent and the customer they name."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tau_emo_client.cli.problems import UsageProblem

if TYPE_CHECKING:
    from tau_emo_client.endpoint.settings import EndpointSettings
    from tau_emo_client.players import AgentSource, UserSource
    from tau_emo_client.protocol import Protocol

CHAT = "chat"
"""The protocol that agent endpoints are spoken to in."""


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
        from tau_emo_client.endpoint.settings import SILENCE, EndpointSettings, api_key

        if not self.url or not self.model:
            raise UsageProblem(
                f"an endpoint needs both --{self.whose}-endpoint, its address, and "
                f"--{self.whose}-model, the name of the model there"
            )
        silence = SILENCE if self.silence is None else self.silence
        if silence <= 0:
            raise UsageProblem(f"--endpoint-timeout is {silence:g}; it must be more than 0 seconds")
        if not _can_be_sent(self.model):
            raise UsageProblem(f"--{self.whose}-model is {self.model!a}, which is no text")
        try:
            prices = load_prices(self.prices) if self.prices else {}
            key = api_key(self.whose)
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


def agent_of(
    name: str | None, agent_protocol: str, endpoint: EndpointOptions, rules: "Protocol"
) -> "AgentSource":
    """The agent that the options name.

    Raises:
        UsageProblem: options are missing, wrong or contradict each other.
        PlayerError: there is no such agent.
    """
    from tau_emo_client.agents.registry import REFERENCE, agent_source, chat_source

    if endpoint.url is None:
        if endpoint.model or endpoint.extra:
            raise UsageProblem("--agent-model and --agent-extra need --agent-endpoint")
        return agent_source(name or REFERENCE)
    if name is not None:
        raise UsageProblem("--agent and --agent-endpoint name two different agents; give one")
    if agent_protocol != CHAT:
        raise UsageProblem(f"--agent-protocol is {agent_protocol!r}; endpoints speak {CHAT}")
    return chat_source(endpoint.settings(), rules)


def user_of(kind: str, endpoint: EndpointOptions, rules: "Protocol") -> "UserSource":
    """The customer that the options name.

    Raises:
        UsageProblem: options are missing, wrong or contradict each other.
        PlayerError: there is no such customer.
    """
    from tau_emo_client.users import registry

    if kind != registry.LLM and (endpoint.url or endpoint.model or endpoint.extra):
        raise UsageProblem("--user-endpoint, --user-model and --user-extra need --user llm")
    if kind == registry.SCRIPTED:
        return registry.scripted_source(rules)
    if kind == registry.LLM:
        return registry.llm_source(endpoint.settings(), rules)
    if kind == registry.HUMAN:
        return registry.human_source()
    raise registry.no_such_user(kind)
