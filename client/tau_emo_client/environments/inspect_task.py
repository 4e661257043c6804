"""A domain as a task of Inspect AI: its model is the agent, our loop plays, our grading scores."""

import math
from collections.abc import Sequence
from typing import Any, cast, get_args

from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentReasoning,
    GenerateConfig,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import (
    Score,
    Scorer,
    Target,
    accuracy,
    grouped,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCallError, ToolInfo, ToolParams
from inspect_ai.util import LimitExceededError

from tau_emo_client.agent_time import uncharged
from tau_emo_client.agents.agent import (
    Act,
    AgentError,
    Briefing,
    ContextOverflowError,
    CustomerSays,
    InfrastructureError,
    Observation,
    RequestedCall,
    Usage,
)
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.environments.stage import stage_for
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.prompt import filled, prompt
from tau_emo_client.protocol import Protocol, load_protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.trial import play_trial
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Split
from tau_emo_tasks.task import Task as ServiceTask

EPISODE = "episode"
"""Where the record of the episode is kept in the store of a sample."""
BEGUN = "begun"
"""Where the store says that an episode was begun."""


def inspect_task(
    domain: str, split: str = "test", emotion: str = "task", seed: int = 0, protocol: str = "v1"
) -> Task:
    """The tasks of a domain for Inspect.

    Each epoch is a trial. The agent is the model under evaluation; the customer is the scripted
    one; the score is the reward, 0 or 1.

    Args:
        domain: whose customers come.
        split: `test` or `train`.
        emotion: as the option `--emotion`: `task`, `none`, or an emotion.
        seed: the seed of the run.
        protocol: limits, prompts and patience, by name.

    Raises:
        KeyError: there is no such domain.
        ValueError: there is no such split, emotion or protocol.
    """
    if split not in get_args(Split):
        raise ValueError(f"there is no split {split!r}; use {', '.join(get_args(Split))}")
    rules = load_protocol(protocol)
    tasks = {task.id: task for task in load_tasks(domain, cast(Split, split))}
    return Task(
        dataset=[_sample(task) for task in tasks.values()],
        solver=service(tasks, emotion, seed, rules),
        scorer=reward(),
        config=GenerateConfig(temperature=rules.agent_temperature),
    )


def _sample(task: ServiceTask) -> Sample:
    return Sample(
        id=task.id,
        input=f"A customer of the {task.domain} company is waiting.",
        target="1",
        metadata={
            "family": task.condition.family,
            "emotion": task.condition.emotion,
            "politeness": task.condition.politeness,
            "urgency": task.condition.urgency,
            "trust_in_agent": task.condition.trust_in_agent,
        },
    )


@solver
def service(tasks: dict[str, ServiceTask], emotion: str, seed: int, protocol: Protocol) -> Solver:
    """Plays one episode with the model under evaluation; see `inspect_task`."""
    choice = parse_emotion(emotion)
    text = prompt(protocol.prompts, "agent.md")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        agent = InspectAgent(text)
        state.store.set(BEGUN, True)
        try:
            async with MemoryHost() as host:
                stage = stage_for(
                    lambda task, seed: agent,
                    host,
                    framework="inspect",
                    emotion=choice,
                    seed=seed,
                    protocol=protocol,
                )
                record = await play_trial(stage, tasks[str(state.sample_id)], state.epoch - 1)
        finally:
            # Also when Inspect's own limit of time ends it.
            state.messages = agent.messages
            if agent.output is not None:
                state.output = agent.output
        state.store.set(EPISODE, record.model_dump(mode="json"))
        state.completed = True
        if agent.stopped is not None:
            # A limit that Inspect was told to keep: it ends the sample, and scores it.
            raise agent.stopped
        if not record.counts:
            raise RuntimeError(record.detail)
        return state

    return solve


@scorer(
    metrics=[
        accuracy(),
        stderr(),
        grouped(accuracy(), "family", all=False, name_template="{group_name}"),
    ]
)
def reward() -> Scorer:
    """The reward of the episode, with what was different from the gold state."""

    async def score(state: TaskState, target: Target) -> Score:
        found = state.store.get(EPISODE)
        if found is None and state.store.get(BEGUN):
            return Score(value=0, answer="stopped", explanation="Inspect ended the episode")
        if found is None:
            raise ValueError("no episode was played; keep the solver of the task")
        record = EpisodeRecord.model_validate(found)
        if not record.counts:
            return Score(value=math.nan, answer=record.end_reason.value, explanation=record.detail)
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

    return score


class InspectAgent:
    """The model that Inspect evaluates, as an agent of ours.

    Args:
        prompt: the system prompt with a place for `{{policy}}`.
    """

    def __init__(self, prompt: str) -> None:
        self.messages: list[ChatMessage] = []
        """The conversation as the model sees it."""
        self.output: ModelOutput | None = None
        """Its last answer."""
        self.stopped: LimitExceededError | None = None
        """The limit of Inspect that was reached, if one was."""
        self._prompt = prompt
        self._tools: Sequence[ToolInfo] = ()
        self._seed = 0

    async def start(self, briefing: Briefing) -> None:
        """See `Agent.start`."""
        system = filled(self._prompt, policy=briefing.policy.strip())
        self.messages = [ChatMessageSystem(content=system)]
        self._tools = [
            ToolInfo(
                name=tool["name"],
                description=tool.get("description", ""),
                parameters=ToolParams.model_validate(tool["inputSchema"]),
            )
            for tool in briefing.tools
        ]
        self._seed = briefing.seed

    async def act(self, observation: Observation) -> Act:
        """See `Agent.act`."""
        if isinstance(observation, CustomerSays):
            self.messages.append(ChatMessageUser(content=observation.text))
        else:
            self.messages += [
                ChatMessageTool(
                    content=call.result,
                    tool_call_id=call.id,
                    function=call.name,
                    # Providers put `Error: ` before it themselves.
                    error=ToolCallError("unknown", call.result.removeprefix("Error: "))
                    if call.is_error
                    else None,
                )
                for call in observation.calls
            ]
        try:
            # Inspect's own retries and waiting are not charged to the agent.
            with uncharged() as charge:
                output = await get_model().generate(
                    self.messages, self._tools, config=GenerateConfig(seed=self._seed)
                )
                charge.seconds = output.time or 0.0
        except LimitExceededError as error:
            self.stopped = error
            raise AgentError(f"a limit of Inspect was reached: {error}") from error
        except Exception as error:
            # Inspect has tried it again as often as it was told to.
            raise InfrastructureError(f"the model: {error}") from error
        self.output = output
        if output.stop_reason == "model_length":
            raise ContextOverflowError("the conversation no longer fits the model")
        if output.stop_reason == "content_filter":
            raise AgentError("the provider held the answer back by its content filter")
        self.messages.append(output.message)
        return Act(
            text=output.message.text,
            calls=_calls(output),
            reasoning=_reasoning(output),
            usage=_usage(output),
        )

    async def close(self) -> None:
        """Nothing is held: the model belongs to Inspect."""


def _calls(output: ModelOutput) -> tuple[RequestedCall, ...]:
    return tuple(
        RequestedCall(id=call.id, name=call.function, arguments=call.parse_error or call.arguments)
        for call in output.message.tool_calls or ()
    )


def _reasoning(output: ModelOutput) -> str:
    content: Any = output.message.content
    parts = [] if isinstance(content, str) else content
    return "\n".join(part.reasoning for part in parts if isinstance(part, ContentReasoning))


def _usage(output: ModelOutput) -> Usage:
    used = output.usage
    if used is None:
        return Usage()
    return Usage(
        prompt_tokens=used.input_tokens
        + (used.input_tokens_cache_read or 0)
        + (used.input_tokens_cache_write or 0),
        completion_tokens=used.output_tokens,
        cached_tokens=used.input_tokens_cache_read or 0,
        cost=used.total_cost,
    )
