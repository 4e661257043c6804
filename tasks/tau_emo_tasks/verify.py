"""Proof that a task is sound. A task counts as verified only if nothing is found here."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack

from pydantic import JsonValue

from tau_emo_db import BENCHMARK_VERSION, Changes, EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.rules import TaskLabel, check_rules
from tau_emo_servers.values import mentions
from tau_emo_tasks.condition import NAMES
from tau_emo_tasks.gold import GoldReplay, replay_gold
from tau_emo_tasks.gold_conversation import customer_text, gold_conversation
from tau_emo_tasks.grading import grade
from tau_emo_tasks.likeness import alike
from tau_emo_tasks.null_agents import NULL_AGENTS, null_agent
from tau_emo_tasks.problem import Problem
from tau_emo_tasks.provenance import solve
from tau_emo_tasks.spoken import spoken
from tau_emo_tasks.task import Task, canary
from tau_emo_tasks.uniqueness import open_alternatives

RANDOM_SEEDS = 20
"""So many times the random agent plays each task."""

NULL_AGENT_STEPS = 60
"""An agent without merit gets so many steps for each task."""


def verify_task(task: Task) -> list[Problem]:
    """Check one task; the list is empty if it is sound.

    The gold actions run without error and make exactly the stored difference, each write
    is needed, no policy rule is broken, every argument can be known, on the stored path, the
    customer's words exclude every alternative to the ids that are written, the outputs are in
    the sources and not in the instruction, the texts are neutral, the gold conversation passes
    and every agent without merit fails.
    """
    problems = [Problem(task.id, "record", text) for text in _record(task)]
    astray = list(_goals(task))
    if astray:
        return [*problems, *(Problem(task.id, "script", text) for text in astray)]
    replay = replay_gold(task)
    failed = [step for step in replay.steps if step.call.is_error]
    if failed:
        text = "; ".join(f"{step.action.tool}: {step.call.result}" for step in failed)
        return [*problems, Problem(task.id, "gold", text)]
    checks: dict[str, Callable[[Task, GoldReplay], Iterator[str]]] = {
        "gold": _gold,
        "policy": _policy,
        "provenance": _provenance,
        "uniqueness": lambda task, replay: iter(open_alternatives(task, replay)),
        "outputs": _outputs,
        "texts": _texts,
        "script": _script,
        "passing": _passing,
        "null agents": _null_agents,
    }
    return problems + [
        Problem(task.id, name, text)
        for name, check in checks.items()
        for text in check(task, replay)
    ]


def verify_tasks(
    tasks: Sequence[Task],
    progress: Callable[[Task], None] = lambda task: None,
    workers: int = 1,
    others: Sequence[Task] = (),
) -> list[Problem]:
    """Check tasks and what holds between them.

    Args:
        tasks: the tasks of one or more domains, of one split.
        progress: called after each task.
        workers: processes that verify at once.
        others: the tasks of the other split.
    """
    problems: list[Problem] = []
    with ExitStack() as stack:
        if workers > 1:
            pool = stack.enter_context(ProcessPoolExecutor(workers))
            found = pool.map(verify_task, tasks, chunksize=4)
        else:
            found = map(verify_task, tasks)
        for task, own in zip(tasks, found, strict=True):
            problems += own
            progress(task)
    return [*problems, *alike(tasks, others)]


def _record(task: Task) -> Iterator[str]:
    if task.benchmark_version != BENCHMARK_VERSION:
        yield f"made for version {task.benchmark_version}, this is {BENCHMARK_VERSION}"
    if task.canary != canary(task.split):
        yield "the canary is missing"
    if not re.fullmatch(rf"{task.domain}-\d+", task.id):
        yield f"the id {task.id!r} is not of the form {task.domain}-<number>"
    digest = served_domain(task.domain).data.digest
    if task.provenance.base_digest != digest:
        yield f"made for the base {task.provenance.base_digest[:12]}, this is {digest[:12]}"


def _goals(task: Task) -> Iterator[str]:
    """What the other checks rely on: that there are goals, and each action serves one."""
    goals = len(task.user_script.goals)
    if not goals:
        yield "there is no goal"
    for name, part in [
        *((action.tool, action) for action in task.gold),
        *((output.name, output) for output in task.outputs),
    ]:
        if not 0 <= part.goal < goals:
            yield f"{name} belongs to goal {part.goal}, which the script does not have"


def _gold(task: Task, replay: GoldReplay) -> Iterator[str]:
    tools = served_domain(task.domain).tools
    if replay.changes != task.gold_changes:
        yield "gold_diff is not what the gold actions change"
    writes = [i for i, action in enumerate(task.gold) if tools[action.tool].kind == "write"]
    if not writes and not task.outputs:
        yield "there is neither a write nor an output: refusing or handing off is no effect"
    for position in writes:
        if not replay_differs(task, position):
            yield f"the write {task.gold[position].tool} (number {position}) is not needed"
    hand_off = served_domain(task.domain).hand_off_tools
    ends = [action.tool for action in task.gold if action.tool in hand_off]
    if task.hands_off != bool(ends) or (ends and task.gold[-1].tool not in hand_off):
        yield "hands_off and a hand-off as the last gold action must go together"


def replay_differs(task: Task, without: int) -> bool:
    """True if the gold state is missed when the action at this position is left out."""
    replay = replay_gold(task, without)
    return grade(task, replay.changes, gold_conversation(task, replay)).state_differences != ()


def _policy(task: Task, replay: GoldReplay) -> Iterator[str]:
    label = TaskLabel(refuses=task.refuses, hands_off=task.hands_off)
    domain = served_domain(task.domain)
    known = {rule.id for rule in domain.rules}
    for unknown in sorted(set(task.refuses) - known):
        yield f"refuses names the rule {unknown}, which the policy does not have"
    for violation in check_rules(domain, gold_conversation(task, replay), label):
        yield f"{violation.rule}: {violation.evidence}"


def _provenance(task: Task, replay: GoldReplay) -> Iterator[str]:
    solved = solve(task, replay)
    yield from solved.unreachable
    if task.provenance.path != solved.path:
        yield "the path is not what the solver finds"


def _outputs(task: Task, replay: GoldReplay) -> Iterator[str]:
    for output in task.outputs:
        results = [step.call.result for step in replay.steps if step.action.tool in output.source]
        stands = any(mentions(result, output.value, output.kind) for result in results)
        if not results:
            yield f"{output.name}: no gold action calls {' or '.join(output.source)}"
        elif stands == output.computed:
            yield f"{output.name}: {output.value} does {'' if stands else 'not '}stand in a result"
        for name, text in (("instruction", task.instruction), ("script", customer_text(task))):
            if mentions(text, output.value, output.kind):
                yield f"{output.name}: {output.value} stands in the {name}"


def _texts(task: Task, replay: GoldReplay) -> Iterator[str]:
    neutral = {"instruction": task.instruction, "script": customer_text(task)}
    for name, text in {**neutral, "feeling": task.feeling}.items():
        named = NAMES.search(text)
        if named:
            yield f"the {name} names a feeling: {named.group()!r}"
    if not task.instruction.startswith("You are "):
        yield "the instruction does not begin with who the customer is ('You are …')"
    sentences = len(re.findall(r"[.!?](?:\s|$)", task.persona))
    if sentences not in (3, 4):
        yield f"the persona has {sentences} sentences, not 3 or 4"


def _script(task: Task, replay: GoldReplay) -> Iterator[str]:
    """The script agrees with the instruction and with the gold actions."""
    script = task.user_script
    for known in (script.knows, *(goal.knows for goal in script.goals)):
        for slot in known:
            if not spoken(task.instruction, slot.value):
                yield f"the instruction does not say {slot.name} = {slot.value!r}"
    tools = served_domain(task.domain).tools
    for number, goal in enumerate(task.user_script.goals):
        writes = any(a.goal == number and tools[a.tool].kind == "write" for a in task.gold)
        if writes != (goal.outcome == "done"):
            yield f"goal {number} is {goal.outcome}, but {'a' if writes else 'no'} write serves it"
        if goal.outcome == "done" and not goal.fields:
            yield f"goal {number} has no fields, so the customer could not check a listing"
    if any(goal.outcome == "handed_off" for goal in task.user_script.goals[:-1]):
        yield "a hand-off must be the last goal"
    if task.hands_off != (task.user_script.goals[-1].outcome == "handed_off"):
        yield "hands_off and the outcome of the last goal contradict each other"
    if bool(task.refuses) != any(goal.outcome == "refused" for goal in task.user_script.goals):
        yield "refuses and the outcomes of the goals contradict each other"


def _passing(task: Task, replay: GoldReplay) -> Iterator[str]:
    verdict = grade(task, replay.changes, gold_conversation(task, replay))
    if not verdict.reward:
        yield f"the gold conversation does not pass: {verdict}"


def _null_agents(task: Task, replay: GoldReplay) -> Iterator[str]:
    reads: Reads = {}
    for name in NULL_AGENTS:
        for seed in range(RANDOM_SEEDS if name == "random" else 1):
            if play_null_agent(task, name, seed, reads):
                yield f"the agent {name!r} (seed {seed}) passes"


Reads = dict[tuple[str, str], ToolCall]
"""What reads of the base give, by tool and arguments as JSON."""


def play_null_agent(task: Task, name: str, seed: int, reads: Reads | None = None) -> int:
    """The reward of an agent without merit, graded as if the customer had left satisfied.

    The customer tells it everything in the first message, more than they would in an episode.

    Args:
        task: the task.
        name: one of `NULL_AGENTS`.
        seed: what `random` does depends on it.
        reads: reads that the agents before made of the domain's base, which are not made
            again; added to.
    """
    tools = [
        {
            "name": tool.name,
            "inputSchema": tool.parameters,
            "annotations": {"readOnlyHint": tool.kind == "read"},
        }
        for tool in served_domain(task.domain).tools.values()
    ]
    with Desk(task.domain, {} if reads is None else reads) as desk:
        agent = null_agent(name, tools, seed)
        opening = f"{task.instruction}\n{customer_text(task)}"
        events: list[Event] = [UserMessage(text=opening)]
        observation: str | tuple[ToolCall, ...] = opening
        for _ in range(NULL_AGENT_STEPS):
            step = agent.step(observation)
            if step.calls:
                observation = tuple(desk.call(tool, args) for tool, args in step.calls)
                events.append(AgentStep(calls=observation))
                continue
            events.append(AgentStep(text=step.text))
            if desk.handed_off:
                break
            observation = "Please go on."
            events.append(UserMessage(text=observation))
        conversation = Conversation(domain=task.domain, events=tuple(events))
        return grade(task, desk.changes(), conversation).reward


class Desk:
    """An episode that is opened for the first call whose result is not known yet.

    As long as nothing but reads was called its state is the base, where a read gives what it
    gave before.
    """

    def __init__(self, domain: str, reads: Reads) -> None:
        self._domain = served_domain(domain)
        self._reads = reads
        self._opened = ExitStack()
        self._episode: Episode | None = None
        self._is_base = True

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close()

    @property
    def handed_off(self) -> bool:
        return self._episode is not None and self._episode.handed_off

    def changes(self) -> Changes:
        return Changes() if self._is_base or not self._episode else self._episode.changes()

    def call(self, name: str, arguments: dict[str, JsonValue]) -> ToolCall:
        tool = self._domain.tools.get(name)
        reading = tool is not None and tool.kind == "read" and not tool.hand_off
        self._is_base = self._is_base and reading
        if not self._is_base:
            return self._open().call(name, arguments)
        key = name, json.dumps(arguments, sort_keys=True)
        if key not in self._reads:
            self._reads[key] = self._open().call(name, arguments)
        return self._reads[key]

    def _open(self) -> Episode:
        if self._episode is None:
            state = self._opened.enter_context(EpisodeState.open(self._domain.data))
            self._episode = Episode(self._domain, state)
        return self._episode


def task_schema() -> str:
    """The JSON Schema of a task, as indented text."""
    return json.dumps(Task.model_json_schema(), indent=2, ensure_ascii=False) + "\n"
