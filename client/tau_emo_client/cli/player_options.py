"""Options that say who plays: the agent and the customer, for all commands that play episodes."""

from pathlib import Path
from typing import Annotated, Any

import typer

WHAT, WHO, CUSTOMER, SCORE, HOW = (
    "What is played",
    "Who is measured",
    "Who plays the customer",
    "What defines the score",
    "How it runs",
)
"""The parts of the help."""


def option(name: str, *more: str, panel: str, text: str) -> Any:
    """An option with its environment variable.

    Args:
        name: such as `--agent`.
        more: other names of it.
        panel: the part of the help that it stands in.
        text: what it does.
    """
    variable = "TAU_EMO_" + name.removeprefix("--").split("/")[0].upper().replace("-", "_")
    return typer.Option(name, *more, envvar=variable, help=text, rich_help_panel=panel)


AgentOption = Annotated[
    str | None,
    option(
        "--agent",
        panel=WHO,
        text="reference, noop, handoff, refuse, random, flood, paste, parrot, passer, eager, "
        "quitter, curt, apologise, teacher, or module:Class. "
        "Default: reference, or the model of an endpoint.",
    ),
]
AgentEndpointOption = Annotated[
    str | None,
    option(
        "--agent-endpoint",
        panel=WHO,
        text="Base URL of an endpoint with the agent's model, such as "
        "http://localhost:8000/v1. Its key stands in TAU_EMO_AGENT_API_KEY.",
    ),
]
AgentProtocolOption = Annotated[
    str | None,
    option(
        "--agent-protocol",
        panel=WHO,
        text="What that endpoint speaks: chat (OpenAI chat completions; default), responses "
        "(OpenAI Responses with the tools as remote MCP server), react (chat completions of "
        "a model that writes its calls as text), a2a (an A2A agent, told of the tools in its "
        "first message), or mcp (an MCP host that is "
        "told of each episode by a POST request; without endpoint, whoever connects).",
    ),
]
AgentCommandOption = Annotated[
    str | None,
    option(
        "--agent-command",
        panel=WHO,
        text="A program that is an MCP host, started for each episode. {url}, {mcp_config}, "
        "{policy_file}, {prompt_file}, {prompt}, {first_message} and {domain} are filled in.",
    ),
]
AgentEnvOption = Annotated[
    list[str] | None,
    option(
        "--agent-env",
        panel=WHO,
        text="A variable that the command gets although its name speaks of a key or secret; "
        "may be repeated.",
    ),
]
AgentModelOption = Annotated[
    str | None,
    option(
        "--agent-model",
        panel=WHO,
        text="The name of the agent's model; of a program or host, the name to list it under.",
    ),
]
AgentExtraOption = Annotated[
    str | None,
    option(
        "--agent-extra",
        panel=WHO,
        text="Further request fields as a JSON object; null takes a field out.",
    ),
]
UserOption = Annotated[str, option("--user", panel=CUSTOMER, text="scripted, llm or human.")]
UserEndpointOption = Annotated[
    str | None,
    option(
        "--user-endpoint",
        panel=CUSTOMER,
        text="Base URL of an endpoint for --user llm. Its key stands in TAU_EMO_USER_API_KEY.",
    ),
]
UserModelOption = Annotated[
    str | None,
    option("--user-model", panel=CUSTOMER, text="The name of the customer's model."),
]
UserExtraOption = Annotated[
    str | None,
    option("--user-extra", panel=CUSTOMER, text="As --agent-extra, for the customer's model."),
]
UserStrategyOption = Annotated[
    str | None,
    option(
        "--user-strategy",
        panel=SCORE,
        text="How the customer's model writes: llm, react, verify or reflection.",
    ),
]
AgentTemperatureOption = Annotated[
    float | None,
    option("--agent-temperature", panel=SCORE, text="Sampling temperature of the agent."),
]
UserTemperatureOption = Annotated[
    float | None,
    option("--user-temperature", panel=SCORE, text="The same of the customer's model."),
]
ConcurrencyOption = Annotated[
    str,
    option("--concurrency", "--max-concurrency", panel=HOW, text="Episodes at once, or auto."),
]
ExecutorOption = Annotated[
    str,
    option(
        "--executor",
        panel=HOW,
        text="Where episodes are played: local, or by the workers of a Ray cluster: ray.",
    ),
]
RayAddressOption = Annotated[
    str | None,
    option(
        "--ray-address",
        panel=HOW,
        text="The cluster, as HOST:PORT. Default: RAY_ADDRESS, or a Ray of its own here.",
    ),
]
RayWorkersOption = Annotated[
    int | None,
    option("--ray-workers", panel=HOW, text="So many workers. Default: one for each CPU."),
]
EndpointTimeoutOption = Annotated[
    float | None,
    option(
        "--endpoint-timeout",
        panel=HOW,
        text="Seconds of silence after which a model's endpoint has failed. Default: 60.",
    ),
]
PricesOption = Annotated[
    Path | None,
    option(
        "--prices",
        panel=HOW,
        text="JSON file with US dollars per million tokens: "
        '{"MODEL": {"prompt": 1, "completion": 4, "cached": 0.1}}.',
    ),
]
