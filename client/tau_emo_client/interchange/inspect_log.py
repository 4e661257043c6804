"""The episodes of a run as an evaluation log of Inspect AI, made of Inspect's own classes."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalLog,
    EvalMetric,
    EvalResults,
    EvalSample,
    EvalScore,
    EvalSpec,
    EvalStats,
    write_eval_log,
)
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    ChatMessageUser,
    Content,
    ContentReasoning,
    ContentText,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.scorer import Score
from inspect_ai.tool import ToolCall, ToolCallError

from tau_emo_client.agents.agent import Usage
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.config import RunConfig
from tau_emo_servers.conversation import AgentStep, UserMessage

NEVER = "1970-01-01T00:00:00+00:00"
"""When episodes began that were played elsewhere."""


def write_inspect_log(config: RunConfig, episodes: Iterable[EpisodeRecord], file: Path) -> None:
    """Write a log in Inspect's JSON form. Each trial is an epoch; ids and times are those of the
    run, so the same run gives the same bytes.

    Args:
        config: of the run.
        episodes: its episodes; those without a grade become samples without a score.
        file: the file to write.
    """
    write_eval_log(eval_log(config, episodes), str(file), format="json")


def eval_log(config: RunConfig, episodes: Iterable[EpisodeRecord]) -> EvalLog:
    """The log; see `write_inspect_log`."""
    model = config.agent.name
    digest = config.digest()
    # The order in which episodes end is chance.
    records = sorted(episodes, key=lambda record: (record.task_id, record.trial))
    began = min((one.timing.started for one in records if one.timing.started), default=NEVER)
    return EvalLog(
        status="success",
        eval=EvalSpec(
            eval_id=_id(digest, "eval"),
            run_id=_id(digest, "run"),
            task_id=_id(digest, "task"),
            created=began,
            task="tau_emo",
            task_version=config.benchmark_version,
            dataset=EvalDataset(
                name=f"tau-emo {config.split}",
                samples=len({record.task_id for record in records}),
                sample_ids=list(dict.fromkeys(record.task_id for record in records)),
                shuffled=False,
            ),
            model=model,
            config=EvalConfig(epochs=config.protocol.trials, epochs_reducer=["mean"]),
            metadata={
                "protocol": config.protocol.name,
                "user": config.user.kind,
                "user_name": config.user.name,
                "emotion": config.emotion,
                "seed": config.seed,
                "config_digest": digest,
            },
        ),
        results=_results(records),
        stats=EvalStats(
            started_at=began,
            completed_at=began,
            model_usage={model: _sum(record.agent_usage for record in records)},
        ),
        samples=[_sample(record, model, digest) for record in records],
    )


def _sample(record: EpisodeRecord, model: str, digest: str) -> EvalSample:
    messages = list(_messages(record, model))
    answers = [one for one in messages if isinstance(one, ChatMessageAssistant)]
    condition = record.condition.model_dump(mode="json") if record.condition else {}
    return EvalSample(
        id=record.task_id,
        epoch=record.trial + 1,
        uuid=_id(digest, record.id),
        input=f"A customer of the {record.domain} company is waiting.",
        target="1",
        messages=messages,
        output=ModelOutput(
            model=model, choices=[ChatCompletionChoice(message=one) for one in answers[-1:]]
        ),
        scores={"reward": _score(record)} if record.counts else None,
        metadata={
            **condition,
            "domain": record.domain,
            "end_reason": record.end_reason.value,
            "detail": record.detail,
            "seed": record.seed,
        },
        model_usage={model: _usage(record.agent_usage)},
        started_at=record.timing.started or None,
        total_time=record.timing.seconds,
        working_time=record.timing.agent_seconds,
    )


def _score(record: EpisodeRecord) -> Score:
    return Score(
        value=record.reward,
        answer=record.end_reason.value,
        explanation=record.grade.model_dump_json(indent=1) if record.grade else record.detail,
        metadata={
            "turns": record.turns,
            "tool_calls": record.tool_calls,
            "follow_ups": record.follow_ups,
            "leave_reason": record.leave_reason,
            "rules_broken": list(record.rules_broken),
        },
    )


def _messages(record: EpisodeRecord, model: str) -> Iterator[ChatMessage]:
    for number, event in enumerate(record.conversation.events):
        key = f"{record.id}/{number}"
        if isinstance(event, UserMessage):
            yield ChatMessageUser(id=key, content=event.text)
            continue
        yield ChatMessageAssistant(
            id=key,
            content=_content(event),
            model=model,
            source="generate",
            tool_calls=[
                ToolCall(
                    id=call.id,
                    function=call.name,
                    arguments=call.arguments if isinstance(call.arguments, dict) else {},
                    parse_error=call.arguments if isinstance(call.arguments, str) else None,
                )
                for call in event.calls
            ]
            or None,
        )
        for call in event.calls:
            yield ChatMessageTool(
                id=f"{key}/{call.id}",
                content=call.result,
                tool_call_id=call.id,
                function=call.name,
                error=ToolCallError("unknown", call.result.removeprefix("Error: "))
                if call.is_error
                else None,
            )


def _content(step: AgentStep) -> str | list[Content]:
    if not step.reasoning:
        return step.text
    return [ContentReasoning(reasoning=step.reasoning), ContentText(text=step.text)]


def _results(records: list[EpisodeRecord]) -> EvalResults:
    rewards: dict[str, list[int]] = {}
    for record in records:
        if record.counts:
            rewards.setdefault(record.task_id, []).append(record.reward)
    found = EvalResults(total_samples=len(records), completed_samples=len(records))
    if rewards:
        # As Inspect reduces epochs: the mean of each task, then the mean of tasks.
        means = [sum(own) / len(own) for own in rewards.values()]
        accuracy = EvalMetric(name="accuracy", value=sum(means) / len(means))
        found.scores = [
            EvalScore(
                name="reward",
                scorer="reward",
                reducer="mean",
                scored_samples=len(means),
                metrics={"accuracy": accuracy},
            )
        ]
    return found


def _usage(used: Usage) -> ModelUsage:
    return ModelUsage(
        input_tokens=used.prompt_tokens - used.cached_tokens,
        output_tokens=used.completion_tokens,
        total_tokens=used.prompt_tokens + used.completion_tokens,
        input_tokens_cache_read=used.cached_tokens,
        total_cost=used.cost,
    )


def _sum(usages: Iterable[Usage]) -> ModelUsage:
    total = ModelUsage()
    for used in usages:
        total += _usage(used)
    return total


def _id(digest: str, name: str) -> str:
    """An id in the form of Inspect's, from the run and a name."""
    return hashlib.sha256(f"{digest}\n{name}".encode()).hexdigest()[:22]
