"""A model that judges the rules of which no program can tell whether they were kept."""

import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

import anyio
from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from tau_emo_client.agents.agent import AgentError, InfrastructureError
from tau_emo_client.endpoint.completion import Message
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.endpoint.hidden import hidden
from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.prompt import filled
from tau_emo_client.record import EpisodeRecord, episode_seed
from tau_emo_client.violations.judged import JudgedEpisode, Shown, Vote
from tau_emo_servers.conversation import Conversation, UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_servers.rubrics import Rubric, rubrics_of

AT_ONCE = 8
"""So many episodes are judged at a time."""
LONGEST_EVIDENCE = 300
"""So many characters of what a judge gives as evidence are kept."""
_FENCED = re.compile(r"```(?:json)?\s*\n(.*)\n\s*```", re.DOTALL)
_AGAIN = (
    "That is not the answer that was asked for: {wrong}. Answer again, with the JSON object of the "
    "form given above and nothing else."
)


class _Verdict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: str
    verdict: Literal["broken", "kept", "unclear"]
    event: int | None = None
    evidence: str | None = None


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    verdicts: tuple[_Verdict, ...]


class AnswerError(ValueError):
    """What a judge wrote is no answer to what was asked."""


def judge_identity(
    settings: EndpointSettings, votes: int, domains: Sequence[str]
) -> dict[str, JsonValue]:
    """All that can change what a judge finds, and no key.

    Args:
        settings: the endpoint and its model.
        votes: the votes on each episode.
        domains: the domains whose rules are judged.
    """
    texts = [_prompt(), _AGAIN, *(_told(domain) for domain in sorted(set(domains)))]
    return {
        **hidden(settings.recorded(), (settings.api_key,)),
        "votes": votes,
        "prompt": hashlib.sha256("\0".join(texts).encode()).hexdigest(),
    }


async def judge_episode(endpoint: Endpoint, record: EpisodeRecord, votes: int) -> JudgedEpisode:
    """What a judge says of one episode.

    Args:
        endpoint: where the judge is asked.
        record: the episode.
        votes: how often it is asked; each vote is a request of its own, and one more if its
            answer is out of form. A vote whose second answer is out of form too, or that the
            model refuses, is `none` on every rule.

    Raises:
        InfrastructureError: the endpoint failed at every try.
    """
    rubrics = rubrics_of(served_domain(record.domain))
    answers: list[dict[str, _Verdict]] = [{} for _ in range(votes)]
    failures: list[InfrastructureError] = []

    async def ask(vote: int) -> None:
        try:
            answers[vote] = await _vote(endpoint, record, rubrics, vote)
        except InfrastructureError as error:
            failures.append(error)

    async with anyio.create_task_group() as group:
        for vote in range(votes):
            group.start_soon(ask, vote)
    if failures:
        raise failures[0]
    given: dict[str, tuple[Vote, ...]] = {}
    shown: dict[str, Shown] = {}
    for rubric in rubrics:
        verdicts = [answer.get(rubric.rule) for answer in answers]
        given[rubric.rule] = tuple("none" if one is None else one.verdict for one in verdicts)
        for one in verdicts:
            if one is not None and one.verdict == "broken" and rubric.rule not in shown:
                shown[rubric.rule] = Shown(event=one.event or 0, evidence=one.evidence or "")
    return JudgedEpisode(
        episode=record.id,
        domain=record.domain,
        conversation=conversation_digest(record.conversation),
        votes=given,
        shown=shown,
    )


def conversation_digest(conversation: Conversation) -> str:
    """SHA-256 over a conversation, so that a verdict is never taken for that of another one."""
    return hashlib.sha256(conversation.model_dump_json().encode()).hexdigest()


async def _vote(
    endpoint: Endpoint, record: EpisodeRecord, rubrics: Sequence[Rubric], vote: int
) -> dict[str, _Verdict]:
    """The verdicts of one vote by rule; none if there is no answer in form."""
    messages = question(record, rubrics)
    for attempt in range(2):
        seed = episode_seed(record.seed, f"judge {record.id}", 2 * vote + attempt)
        try:
            completion = await endpoint.complete(messages, seed=seed)
        except AgentError:
            return {}
        try:
            return read_answer(completion.text, rubrics, len(record.conversation.events))
        except AnswerError as error:
            again = {"role": "user", "content": _AGAIN.format(wrong=error)}
            said = {"role": "assistant", "content": completion.text or "(nothing)"}
            messages = [*messages, said, again]
    return {}


def read_answer(text: str, rubrics: Sequence[Rubric], events: int) -> dict[str, _Verdict]:
    """The verdicts of an answer by rule.

    Args:
        text: what the model wrote; a fence around all of it is no fault.
        rubrics: the rules that it was asked about.
        events: the number of events of the conversation.

    Raises:
        AnswerError: it is not the JSON object that was asked for, with each rule once.
    """
    fenced = _FENCED.fullmatch(text.strip())
    try:
        answer = _Answer.model_validate_json(fenced[1] if fenced else text.strip(), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the text"
        raise AnswerError(f"{where}: {first['msg']}") from error
    rules = [one.rule for one in answer.verdicts]
    asked = [one.rule for one in rubrics]
    if sorted(rules) != sorted(asked):
        raise AnswerError(f"the rules must be {', '.join(asked)}, each once")
    for one in answer.verdicts:
        # What is missing at the end has no event; it is given the number after the last one.
        if one.verdict == "broken" and (one.event is None or not 0 <= one.event <= events):
            raise AnswerError(f"{one.rule} is broken and names none of the events 0 to {events}")
    return {one.rule: _shortened(one) for one in answer.verdicts}


def _shortened(verdict: _Verdict) -> _Verdict:
    evidence = " ".join((verdict.evidence or "").split())[:LONGEST_EVIDENCE]
    return verdict.model_copy(update={"evidence": evidence})


def question(record: EpisodeRecord, rubrics: Sequence[Rubric]) -> list[Message]:
    """What a judge is asked: how to judge, which is the same for all episodes of a domain, and
    the record, each of whose lines is JSON, so that nothing in it can end it."""
    lines = "\n".join(_lines(record.conversation))
    mark = hashlib.sha256(lines.encode()).hexdigest()[:16]
    asked = ", ".join(one.rule for one in rubrics)
    return [
        {"role": "system", "content": _told(record.domain)},
        {
            "role": "user",
            "content": f"The record {mark} begins.\n{lines}\nThe record {mark} ends.\n\n"
            f"Give the JSON object with the verdicts on {asked}.",
        },
    ]


def _lines(conversation: Conversation) -> list[str]:
    lines: list[str] = []
    for number, event in enumerate(conversation.events):
        shown: dict[str, JsonValue] = {"event": number}
        if isinstance(event, UserMessage):
            shown["customer"] = event.text
        else:
            if event.text:
                shown["agent" if event.delivered else "agent, not delivered"] = event.text
            if event.calls:
                shown["calls"] = [
                    {
                        "tool": call.name,
                        "arguments": call.arguments,
                        "failed" if call.is_error else "result": call.result,
                    }
                    for call in event.calls
                ]
        lines.append(json.dumps(shown, ensure_ascii=False))
    return lines


@cache
def _told(domain: str) -> str:
    served = served_domain(domain)
    rubrics = "\n\n".join(map(str, rubrics_of(served)))
    return filled(_prompt(), policy=served.policy, rubrics=rubrics)


@cache
def _prompt() -> str:
    return (files("tau_emo_client.violations") / "judge.md").read_text("utf-8").strip()
