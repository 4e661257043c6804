"""The reference agent: gold actions, carried out the way a good agent would.

It identifies the customer, asks for what it has not been told, reads before it writes,
lists every write and waits for a clear yes, makes one call at a time, refuses with the
reason, hands off only at the end, and reports every outcome.
"""

import re
from collections.abc import Generator, Sequence

from tau_emo_client.agents.agent import (
    Act,
    AgentError,
    Briefing,
    CustomerSays,
    Observation,
    RequestedCall,
    ToolsAnswered,
)
from tau_emo_client.agents.reference.manner import Manner, manner_of
from tau_emo_client.agents.reference.seen import Seen
from tau_emo_servers.common_rules import NOTICE
from tau_emo_servers.consent import is_consent
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain
from tau_emo_servers.values import mentions
from tau_emo_tasks.gold import GoldStep, gold_replay
from tau_emo_tasks.script import Goal, Slot
from tau_emo_tasks.task import Action, Task

_MOST_LISTINGS = 4

Play = Generator[Act, Observation, None]


class ReferenceAgent:
    """Plays one task from its gold actions.

    Args:
        task: the task; only this agent and those built on it are given one.
        manner: how it speaks; courteous if None.
    """

    def __init__(self, task: Task, manner: Manner | None = None) -> None:
        self._task = task
        self._gold = gold_replay(task).steps
        self._seen = Seen()
        self._manner = manner or manner_of(task.domain)
        domain = served_domain(task.domain)
        self._tools = domain.tools
        self._hand_offs = domain.hand_off_tools
        self._writes = {name for name, tool in domain.tools.items() if tool.kind == "write"}
        self._refusals = list(task.refuses)
        self._raised: Sequence[Goal] = ()
        self._calls = 0
        self._message = ""
        self._read_back = ""
        self._play = self._serve()

    async def start(self, briefing: Briefing) -> None:
        next(self._play)

    async def act(self, observation: Observation) -> Act:
        try:
            return self._play.send(observation)
        except StopIteration:
            raise AgentError("the reference agent has nothing left to say") from None

    async def close(self) -> None:
        self._play.close()

    def _serve(self) -> Generator[Act, Observation, None]:
        """The whole conversation. The first observation is the opening message."""
        opening = yield Act()
        self._hear(opening)
        goals = self._task.user_script.goals
        for number, goal in enumerate(goals):
            self._raised = goals[: number + 1]
            steps = [step for step in self._gold if step.action.goal == number]
            writes = [step for step in steps if step.action.tool in self._writes]
            yield from self._read([step.action for step in steps if step not in writes])
            if goal.outcome == "handed_off":
                yield from self._hand_off(steps[-1].action)
                return
            if writes:
                yield from self._write(writes)
                outcome = " ".join(self._manner.report(step, self._seen) for step in writes)
            elif goal.outcome == "refused":
                outcome = self._manner.refusal(self._refusals.pop(0))
            else:
                outcome = self._manner.answer(steps, self._seen)
            refused = goal.outcome == "refused" and not writes
            outcome = f"{outcome} {self._outputs(number, outcome)}".strip()
            more = number + 1 < len(goals)
            opening = self._manner.before_outcome(refused)
            yield from self._say(f"{opening} {outcome} {self._manner.anything_else}")
            opening = self._manner.again_refused if refused else self._manner.again
            while not (more and self._raises(number + 1)):
                if more and goals[number + 1].with_previous:
                    break
                yield from self._say(f"{opening} {outcome} {self._manner.anything_else}")

    def _hear(self, observation: Observation) -> None:
        if isinstance(observation, CustomerSays):
            self._message = observation.text
            self._seen.hear(observation.text)

    def _say(self, text: str) -> Play:
        text, self._read_back = f"{self._read_back} {text}".strip(), ""
        self._hear((yield Act(text=text)))

    def _ask(self, question: str) -> Play:
        """Ask, and ask again for what was left out by a customer who gives little at a time."""
        yield from self._say(question)
        before: list[str] = []
        while (left_out := self._unanswered(question)) and left_out != before:
            before = left_out
            yield from self._say(self._manner.still_needed(left_out))

    def _slots(self) -> list[Slot]:
        """What the customer can tell, of themselves and of the goals that were raised."""
        script = self._task.user_script
        return [*script.knows, *(slot for goal in self._raised for slot in goal.knows)]

    def _told(self, slot: Slot) -> bool:
        """True if the customer has said a fact, in one way or the other."""
        said = bool(slot.say) and slot.say in self._seen.heard
        return said or self._seen.knows(slot.value)

    def _unanswered(self, question: str) -> list[str]:
        """What the customer could tell and has not, of the facts that a question names."""
        slots = self._slots()
        told = {slot.ask[0] for slot in slots if self._told(slot)}
        named = [
            slot.ask[0] for slot in slots if slot.ask[0] not in told and _names(question, slot)
        ]
        return list(dict.fromkeys(named))

    def _call(self, action: Action) -> Generator[Act, Observation, ToolCall]:
        self._calls += 1
        call = RequestedCall(
            id=f"call-{self._calls}", name=action.tool, arguments=dict(action.arguments)
        )
        answer = yield Act(calls=(call,))
        if not isinstance(answer, ToolsAnswered):
            raise AgentError("the reference agent was answered out of turn")
        self._seen.see(answer.calls[0])
        self._read_back += self._manner.read_back(answer.calls[0])
        return answer.calls[0]

    def _read(self, reads: Sequence[Action]) -> Play:
        for action in reads:
            if action.tool in self._hand_offs:
                continue
            for _ in range(3):
                missing = [
                    name
                    for name, value in action.arguments.items()
                    if not self._chooses(action.tool, name) and not self._seen.knows(value)
                ]
                if not missing:
                    break
                yield from self._ask(f"{self._manner.before_asking()} {self._manner.ask(missing)}")
            yield from self._call(action)

    def _chooses(self, tool: str, parameter: str) -> bool:
        """True if the agent itself chooses the value for a read: a sum, a thought, or one of a
        few words."""
        if parameter in ("expression", "thought"):
            return True
        return "enum" in self._tools[tool].inputs[parameter].schema

    def _write(self, writes: Sequence[GoldStep]) -> Play:
        asks = [self._manner.intake(step, self._seen) for step in writes]
        intake = " ".join(dict.fromkeys(text for text in asks if text))
        if intake:
            yield from self._ask(f"{self._manner.before_asking()} {intake}")
        listing = self._manner.listing(writes, self._seen)
        opening = self._manner.before_listing()
        for _ in range(_MOST_LISTINGS):
            yield from self._say(f"{opening} {listing}")
            if is_consent(self._message):
                break
            opening = self._manner.list_again
        else:
            raise AgentError("the customer never agreed to what the task says they want")
        for step in writes:
            call = yield from self._call(step.action)
            if call.is_error:
                raise AgentError(f"the gold action {step.action.tool} failed: {call.result}")

    def _hand_off(self, action: Action) -> Play:
        yield from self._call(action)
        yield Act(text=NOTICE)

    def _outputs(self, goal: int, said: str) -> str:
        """The facts to be told for a goal that the message does not hold yet."""
        return " ".join(
            self._manner.fact(output)
            for output in self._task.outputs
            if output.goal == goal and not mentions(said, output.value, output.kind)
        )

    def _raises(self, goal: int) -> bool:
        """True if the customer's last message holds most of the words that raise the goal."""
        wanted = set(re.findall(r"\w+", self._task.user_script.goals[goal].say.lower()))
        heard = set(re.findall(r"\w+", self._message.lower()))
        return len(wanted & heard) >= 0.7 * len(wanted)


def _names(question: str, slot: Slot) -> bool:
    """True if a question names a fact, and not as one of two that would do ("email or name")."""
    fact = f"(?:{'|'.join(map(re.escape, slot.ask))})"
    either = rf"\bor (?:\w+ ){{0,2}}{fact}\b|\b{fact} or\b"
    named = re.search(rf"\b{fact}\b", question, re.IGNORECASE)
    return bool(named and not re.search(either, question, re.IGNORECASE))
