"""A model that confirms findings of the audit, or does not."""

import re
from functools import cache
from importlib.resources import files

import anyio

from tau_emo_client.agents.agent import AgentError, InfrastructureError
from tau_emo_client.audit.finding import Finding, Kind
from tau_emo_client.audit.run import Audited
from tau_emo_client.audit.turns import turns_of
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.prompt import filled
from tau_emo_client.record import EpisodeRecord
from tau_emo_tasks.task import Task

AT_ONCE = 8
"""So many questions are open at a time."""
_MEANING = {
    Kind.INVENTED: "they name a fact that stands neither in what they were told nor in the chat "
    "before.",
    Kind.CONTRADICTED: "they name another value for a fact than the one they were told.",
    Kind.LEAKED: "they copy or mention what they were told, instead of speaking for themselves.",
    Kind.AGENT_SPEECH: "they speak as the company or its agent would.",
    Kind.EARLY_STOP: "they end the chat as satisfied, although a wish was not raised or its "
    "outcome not reported.",
    Kind.NO_GOAL: "they end the chat without having raised any wish they were told of.",
    Kind.NO_EMOTION: "up to here nothing in their words shows the feeling they were told to have.",
}


async def judged(
    endpoint: Endpoint, audited: list[tuple[Task, EpisodeRecord, Audited]]
) -> list[Audited]:
    """The same episodes, with each finding confirmed or not.

    Args:
        endpoint: where the judge is asked.
        audited: episodes with their tasks and findings.

    Returns:
        The episodes in the same order. A finding that the judge could not be asked about, or
        answered unclearly, stays open (None).
    """
    answers: dict[tuple[int, int], bool | None] = {}
    slots = anyio.CapacityLimiter(AT_ONCE)

    async def ask(place: tuple[int, int], question: str, seed: int) -> None:
        async with slots:
            answers[place] = await _answer(endpoint, question, seed)

    async with anyio.create_task_group() as group:
        for at, (task, record, one) in enumerate(audited):
            for number, finding in enumerate(one.findings):
                group.start_soon(ask, (at, number), _question(task, record, finding), record.seed)
    return [
        one.with_findings(
            tuple(
                finding.model_copy(update={"confirmed": answers[at, number]})
                for number, finding in enumerate(one.findings)
            )
        )
        for at, (_, _, one) in enumerate(audited)
    ]


async def _answer(endpoint: Endpoint, question: str, seed: int) -> bool | None:
    try:
        completion = await endpoint.complete([{"role": "user", "content": question}], seed=seed)
    except (InfrastructureError, AgentError):
        return None
    said = re.match(r"\W*(yes|no)\b", completion.text, re.IGNORECASE)
    return said[1].lower() == "yes" if said else None


def _question(task: Task, record: EpisodeRecord, finding: Finding) -> str:
    lines: list[str] = []
    for turn in turns_of(record.conversation.events):
        if turn.customer and turn.number > finding.turn:
            break
        who = f"Customer, message {turn.number}" if turn.customer else "Agent"
        lines.append(f"{who}: {turn.text}")
    facts = [task.instruction, *(f"{s.name}: {s.value}" for s in task.user_script.knows)]
    if record.condition is not None:
        facts.append(f"Their feeling: {record.condition.emotion} ({record.condition.family}).")
    return filled(
        _prompt(),
        facts="\n".join(facts),
        chat="\n\n".join(lines),
        turn=str(finding.turn),
        meaning=_MEANING[finding.kind],
        evidence=finding.evidence,
    )


@cache
def _prompt() -> str:
    return (files("tau_emo_client.audit") / "judge.md").read_text("utf-8").strip()
