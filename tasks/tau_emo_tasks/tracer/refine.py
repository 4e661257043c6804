"""From a trace to a person: who wants what and why, as an instruction and as a script."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tau_emo_db import Draw
from tau_emo_tasks.script import Field, Goal, Slot, UserScript, Wish
from tau_emo_tasks.task import Action, Output
from tau_emo_tasks.tracer.trace import Known, Trace, TraceGoal
from tau_emo_tasks.tracer.wording import Choice, Words, continued, told, words


@dataclass(frozen=True)
class Refined:
    """What a trace became in words."""

    instruction: str
    """Who the customer is and what they want, in the second person."""
    script: UserScript
    """The same as facts."""
    frames: tuple[str, ...]
    """The wordings that were used."""


def refine(trace: Trace, used: Counter[str]) -> Refined:
    """Put a trace into words.

    Args:
        trace: the trace.
        used: how often each wording was used before; counted on.
    """
    return _Refining(trace, used).refined()


class _Refining:
    def __init__(self, trace: Trace, used: Counter[str]) -> None:
        self._trace = trace
        self._words: Words = words(trace.domain)
        self._choice = Choice(used)
        self._draw = Draw(f"refine {trace.seed}")

    def refined(self) -> Refined:
        known = {one.name for one in self._trace.knows}
        fitting = [
            one
            for one in self._words.openings
            if all((f"{{{name}}}" in one) == (name in known) for name in self._identifying())
        ]
        told_first = [told(self._pick(fitting), "second", self._trace.facts)]
        goals: list[Goal] = []
        for position, goal in enumerate(self._trace.goals):
            instruction, script = self._goal(goal, position)
            told_first += instruction
            goals.append(script)
        knows = tuple(self._slot(one, self._trace.facts) for one in self._trace.knows)
        return Refined(
            " ".join(told_first),
            UserScript(knows=knows, goals=tuple(goals)),
            tuple(self._choice.taken),
        )

    def _identifying(self) -> list[str]:
        """The facts that some openings hold and others do not."""
        return [name for name in self._words.knows if name in self._trace.facts]

    def _pick(self, options: tuple[str, ...] | list[str]) -> str:
        return self._choice.pick(options, self._draw)

    def _slot(self, known: Known, facts: dict[str, str]) -> Slot:
        fact = self._words.knows[known.name]
        say = told(self._draw.pick(fact.say), "first", {**facts, "value": known.value})
        return Slot(name=known.name, value=known.value, ask=fact.ask, say=say)

    def _goal(self, goal: TraceGoal, position: int) -> tuple[list[str], Goal]:
        act = self._words.acts[goal.act]
        facts = {**self._trace.facts, **goal.facts}
        opened = [one for one in (self._pick(act.because), self._pick(act.wish)) if one]
        if position and not goal.follows:
            opened[0] = continued(self._pick(self._words.next), opened[0])
        later = self._pick(act.if_refused)
        fields: list[Field] = []
        besides: list[str] = []
        for detail in goal.details:
            spoken = act.details[detail.name]
            say = self._pick(spoken.say)
            fields.append(
                Field(
                    name=detail.name,
                    accept=detail.accept,
                    reject=detail.reject,
                    say=told(say, "first", facts),
                    ask=spoken.ask,
                )
            )
            if not spoken.in_wish:
                besides.append(say)
        hears: list[Wish] = []
        for heard in goal.hears:
            hearing = act.hears[heard.name]
            ask = told(self._pick(hearing.ask), "first", facts)
            hears.append(Wish(name=heard.name, kind=heard.kind, ask=ask))
            besides += [self._pick(hearing.want)] if hearing.want else []
        instruction = [*opened, *besides, *([later] if later else [])]
        return (
            [told(one, "second", facts) for one in instruction],
            Goal(
                act=act.act,
                words=act.words,
                say=" ".join(told(one, "first", facts) for one in opened),
                outcome=goal.outcome,
                knows=tuple(self._slot(one, facts) for one in goal.knows),
                fields=tuple(fields),
                hears=tuple(hears),
                if_refused=told(later, "first", facts) if later else "",
            ),
        )


def gold_actions(trace: Trace) -> tuple[Action, ...]:
    """The calls of the walk, as gold actions."""
    return tuple(
        Action(tool=step.tool, arguments=step.arguments, goal=step.goal) for step in trace.steps
    )


def outputs(trace: Trace) -> tuple[Output, ...]:
    """What must be told, each with the goal that it belongs to."""
    return tuple(
        output.model_copy(update={"goal": position})
        for position, goal in enumerate(trace.goals)
        for output in goal.outputs
    )


def task_record(trace: Trace, refined: Refined, split: str) -> dict[str, Any]:
    """A task without feeling, condition and persona, as JSON."""
    return {
        "id": trace.id,
        "domain": trace.domain,
        "split": split,
        "principal": trace.principal,
        "instruction": refined.instruction,
        "user_script": refined.script.model_dump(mode="json"),
        "gold": [one.model_dump(mode="json") for one in gold_actions(trace)],
        "outputs": [one.model_dump(mode="json") for one in outputs(trace)],
        "refuses": [rule for goal in trace.goals for rule in goal.refuses],
        "hands_off": trace.hands_off,
        "provenance": {
            "origin": "tracer",
            "intents": [goal.intent for goal in trace.goals],
            "seed": trace.seed,
            "walk": [step.tool for step in trace.steps],
        },
    }
