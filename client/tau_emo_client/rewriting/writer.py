"""A model that rewrites the texts of new tasks."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import anyio

from tau_emo_client.agents.agent import AgentError, InfrastructureError
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.prompt import filled
from tau_emo_client.record import episode_seed
from tau_emo_tasks.tracer.pipeline import Writer

AT_ONCE = 8
"""So many texts are put to the model at a time."""


def model_writer(settings: EndpointSettings, seed: str) -> Writer:
    """A writer that asks an endpoint; a text that it fails at is answered with "failed".

    Whether the endpoint can be used at all is asked before each lot of texts.

    Args:
        settings: the endpoint and its model.
        seed: of the pipeline; each request has a number of its own that follows from it.
    """

    def write(texts: Sequence[str]) -> list[str]:
        return anyio.run(_written, settings, list(texts), seed)

    return write


async def _written(settings: EndpointSettings, texts: list[str], seed: str) -> list[str]:
    endpoint = Endpoint(settings)
    answers = ["failed"] * len(texts)
    slots = anyio.CapacityLimiter(AT_ONCE)

    async def ask(place: int) -> None:
        question = filled(_prompt(), texts=texts[place])
        async with slots:
            try:
                completion = await endpoint.complete(
                    [{"role": "user", "content": question}],
                    seed=episode_seed(0, f"{seed} {texts[place]}", 0),
                )
            except (InfrastructureError, AgentError):
                return
        answers[place] = completion.text or "empty"

    try:
        await endpoint.check()
        async with anyio.create_task_group() as group:
            for place in range(len(texts)):
                group.start_soon(ask, place)
    finally:
        await endpoint.close()
    return answers


@cache
def _prompt() -> str:
    return (files("tau_emo_client.rewriting") / "rewrite.md").read_text("utf-8").strip()
