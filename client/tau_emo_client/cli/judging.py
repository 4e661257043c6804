"""The options of a judge, and how it is asked."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tau_emo_client.cli.doors import EndpointOptions

if TYPE_CHECKING:
    from tau_emo_client.endpoint.endpoint import Endpoint

T = TypeVar("T")


def judge_option(name: str, text: str) -> Any:
    """An option with its environment variable."""
    variable = "TAU_EMO_" + name.removeprefix("--").upper().replace("-", "_")
    return typer.Option(name, envvar=variable, help=text)


JudgeEndpoint = Annotated[
    str | None,
    judge_option(
        "--judge-endpoint",
        "Base URL of a chat-completions endpoint. Its key stands in TAU_EMO_JUDGE_API_KEY.",
    ),
]
JudgeModel = Annotated[str | None, judge_option("--judge-model", "The name of the judge's model.")]
JudgeExtra = Annotated[
    str | None,
    judge_option("--judge-extra", "Further request fields as a JSON object; null takes one out."),
]


def judge_of(endpoint: str | None, model: str | None, extra: str | None) -> EndpointOptions | None:
    """The judge that the options name; None if they name none."""
    if not (endpoint or model or extra):
        return None
    return EndpointOptions("judge", endpoint, model, extra, None, None)


async def with_judge(judge: EndpointOptions, ask: "Callable[[Endpoint], Awaitable[T]]") -> T:
    """What `ask` makes of the judge's endpoint, which is closed afterwards.

    Raises:
        UsageProblem: an option is missing or wrong.
        PlayerError: the address is none.
    """
    from tau_emo_client.endpoint.endpoint import Endpoint

    endpoint = Endpoint(judge.settings())
    try:
        return await ask(endpoint)
    finally:
        await endpoint.close()
