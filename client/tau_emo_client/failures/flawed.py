"""Gold actions that no agent could be blamed for leaving out: those of a flawed task."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum, auto

from pydantic import JsonValue

from tau_emo_client.failures.invented import leaves
from tau_emo_client.failures.writes import Write, wanted_writes
from tau_emo_db import EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.rules import check_rules
from tau_emo_tasks.task import Task


class Flaw(Enum):
    """What is wrong with a gold action."""

    REFUSED = auto()
    """The tool refuses it."""
    AGAINST_POLICY = auto()


def flaw_of(task: Task, left_out: Sequence[Write]) -> Flaw | None:
    """What is wrong with the gold actions that were left out or made otherwise; None if nothing.

    Those on the same thing count too: where a change must not be followed by a cancellation, and
    both are wanted, neither can be.

    The gold actions are carried out in a conversation in which the customer says all there is to
    say and everything is looked up first. What then breaks a rule breaks it in any conversation,
    but for the rules on what the agent says.

    Args:
        task: the task, from elsewhere; ours are verified.
        left_out: the gold actions that the episode lacks.
    """
    domain = served_domain(task.domain)
    said = [task.instruction, *(json.dumps(action.arguments) for action in task.gold)]
    suspects: dict[str, bool] = {}
    with EpisodeState.open(domain.data) as state:
        rehearsal = _Rehearsal(Episode(domain, state), domain, "\n".join(said))
        rehearsal.look_up({task.principal})
        wanted = iter(wanted_writes(domain, task))
        for position, action in enumerate(task.gold):
            tool = domain.tools.get(action.tool)
            if tool is not None and tool.kind == "write":
                rehearsal.look_up({*leaves(action.arguments)})
                rehearsal.look_up(rehearsal.named)
            call = rehearsal.call(action.tool, action.arguments, f"gold-{position}")
            if tool is not None and tool.kind == "write" and not tool.hand_off:
                write = next(wanted)
                lacking = write in left_out
                if lacking or any(one.shares_target(write, task.principal) for one in left_out):
                    suspects[call.id] = lacking and call.is_error
    if any(suspects.values()):
        return Flaw.REFUSED
    of_writes = {rule.id for rule in domain.rules if "write" in rule.stages and not rule.says}
    conversation = Conversation(domain=task.domain, events=tuple(rehearsal.events))
    broken = any(
        one.call_id in suspects and one.rule in of_writes
        for one in check_rules(domain, conversation, just_played=True)
    )
    return Flaw.AGAINST_POLICY if broken else None


class _Rehearsal:
    """A conversation in which everything is said in the first message."""

    def __init__(self, episode: Episode, domain: ServedDomain, said: str) -> None:
        self.events: list[Event] = [UserMessage(text=said)]
        self.named: set[str] = set()
        """What the results give of what can be looked up in turn."""
        self._episode = episode
        self._look_ups = [*_look_ups(domain)]
        self._names = {parameter for _, parameter in self._look_ups}
        self._done: set[str] = set()

    def call(self, tool: str, arguments: Mapping[str, JsonValue], call_id: str) -> ToolCall:
        call = self._episode.call(tool, dict(arguments), call_id=call_id)
        self.events.append(AgentStep(calls=(call,)))
        return call

    def look_up(self, values: set[str]) -> None:
        """Look up what has not been looked up, by every read that takes it."""
        fresh = sorted(values - self._done)
        self._done.update(fresh)
        for tool, parameter in self._look_ups:
            for value in fresh:
                call = self._episode.call(tool, {parameter: value})
                if not call.is_error:
                    self.events.append(AgentStep(calls=(call,)))
                    if call.result[:1] in "[{":
                        self.named.update(_under(self._names, json.loads(call.result)))


def _look_ups(domain: ServedDomain) -> Iterator[tuple[str, str]]:
    """The reads that need one text only, with the name of its parameter."""
    for tool in domain.tools.values():
        required: list[str] = tool.parameters.get("required", [])
        if tool.kind == "read" and not tool.hand_off and len(required) == 1:
            yield tool.name, required[0]


def _under(names: Collection[str], value: JsonValue) -> Iterator[str]:
    """The texts that stand under one of the names in a result."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in names and isinstance(inner, str):
                yield inner
            yield from _under(names, inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _under(names, inner)
