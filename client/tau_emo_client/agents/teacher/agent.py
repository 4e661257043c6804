"""The teacher: does what the reference agent does, and is no template.

By the seed of the episode it varies how it opens, asks, lists, reports, refuses and closes, asks
for one thing at a time or for several, reads in another order where the order is free, now and
then mistypes a call and sets it right, and thinks before it acts.
"""

import re
from collections.abc import Generator, Sequence

from pydantic import JsonValue

from tau_emo_client.agents.agent import Act, Observation
from tau_emo_client.agents.reference.agent import Play, ReferenceAgent
from tau_emo_client.agents.reference.manner import words_of
from tau_emo_client.agents.reference.phrases import spaced
from tau_emo_client.agents.teacher.manner import TeacherManner
from tau_emo_client.agents.teacher.order import in_free_order
from tau_emo_client.agents.teacher.phrases import Picker, shared, topic
from tau_emo_client.agents.teacher.slips import slip
from tau_emo_db.draw import Draw
from tau_emo_servers.conversation import ToolCall
from tau_emo_tasks.gold import GoldStep
from tau_emo_tasks.task import Action, Task

_SLIPS = 0.15
"""How many conversations hold a mistaken call."""
_SLIP_HERE = 0.4
"""How likely it is the next one that could be mistaken."""
_THINKS = 0.2
"""How many conversations hold thoughts."""
_THINKS_HERE = 0.5
"""How likely a thought stands at each place for one."""
_ASKS_SINGLY = 0.5
"""How many conversations ask for one fact at a time."""
_MOST_AT_ONCE = 3
"""So many facts are asked for at once at most; customers find more too many."""
_IDENTIFYING = 2
"""So many look-ups at most find out who the customer is."""
_NAMES = ("first_name", "last_name", "given", "family")
"""Parameters that are asked for together."""
_CLARIFIES = 0.5
"""How many writes come after a question whether a thing is the one that is meant."""


class TeacherAgent(ReferenceAgent):
    """Plays one task from its gold actions, in a voice of its own.

    Args:
        task: the task.
        seed: of the episode; the same seed gives the same conversation.
    """

    def __init__(self, task: Task, seed: int) -> None:
        draw = Draw(f"teacher {seed}")
        goals = task.user_script.goals
        self._domain = task.domain
        self._voice = TeacherManner(
            task.domain,
            words_of(task.domain),
            task.condition,
            topic(task.domain, goals[0]),
            draw.fork("words"),
        )
        self._thoughts = Picker(draw.fork("thoughts"))
        self._draw = draw.fork("choices")
        self._may_slip = self._draw.chance(_SLIPS)
        self._thinks = self._draw.chance(_THINKS)
        self._singly = self._draw.chance(_ASKS_SINGLY)
        self._identified = False
        super().__init__(task, self._voice)

    def _read(self, reads: Sequence[Action]) -> Play:
        steps = self._steps(reads)
        # Who the customer is, is found out and compared first, as the gold actions do it.
        fixed = 0 if self._identified else _IDENTIFYING
        steps = [*steps[:fixed], *in_free_order(steps[fixed:], self._draw)]
        for place, step in enumerate(steps):
            yield from self._ask_for(step.action, [one.action for one in steps[place + 1 :]])
            if self._identified and place < 2:
                yield from self._think(shared().before_reading)
            yield from self._call(step.action)
        goal = self._raised[-1]
        if goal.outcome == "refused" and self._refusals and self._identified:
            rule = self._refusals[0]
            yield from self._think(
                shared().before_refusing, rule=rule, reason=self._voice.reason(rule)
            )

    def _steps(self, reads: Sequence[Action]) -> list[GoldStep]:
        """The look-ups of these actions, without the hand-off."""
        wanted = {id(action) for action in reads if action.tool not in self._hand_offs}
        return [step for step in self._gold if id(step.action) in wanted]

    def _ask_for(self, action: Action, later: Sequence[Action]) -> Play:
        """Ask for what a look-up needs, and with it for what the later ones will."""
        before: list[str] = []
        while (missing := self._missing(action)) and missing != before:
            # Who has given what they can is not asked once more.
            before = missing
            if self._singly:
                names = [name for name in missing if name in _NAMES]
                asked = names if missing[0] in _NAMES else missing[:1]
            else:
                known = {slot.value for slot in self._slots()}
                more = [
                    name
                    for one in later
                    for name in self._missing(one)
                    if str(one.arguments[name]) in known
                ]
                asked = list(dict.fromkeys([*missing, *more]))[:_MOST_AT_ONCE]
            remark = self._voice.before_asking()
            yield from self._ask(f"{remark} {self._voice.ask(asked)}")

    def _missing(self, action: Action) -> list[str]:
        return [
            name
            for name, value in action.arguments.items()
            if not self._chooses(action.tool, name) and not self._seen.knows(value)
        ]

    def _write(self, writes: Sequence[GoldStep]) -> Play:
        yield from self._think(shared().before_listing)
        yield from self._clarify()
        yield from super()._write(writes)

    def _clarify(self) -> Play:
        """Ask whether a thing is meant, where the customer has named one of several."""
        goal = self._raised[-1]
        named = [
            (field.name, value)
            for field in goal.fields
            for value in field.accept[:1]
            if field.say not in self._seen.heard and self._seen.said(re.escape(value))
        ]
        if len(goal.fields) < 2 or not named or not self._draw.chance(_CLARIFIES):
            return
        remark = self._voice.before_asking()
        yield from self._say(f"{remark} {self._voice.clarify(*self._draw.pick(named))}")

    def _call(self, action: Action) -> Generator[Act, Observation, ToolCall]:
        wrong = self._slip(action)
        if wrong:
            name, arguments = wrong
            mistaken = action.model_copy(update={"arguments": arguments})
            call = yield from super()._call(mistaken)
            if not call.is_error:
                return call
            yield from self._think(shared().slips, parameter=spaced(name))
        call = yield from super()._call(action)
        self._identified |= not call.is_error
        return call

    def _slip(self, action: Action) -> tuple[str, dict[str, JsonValue]] | None:
        """A mistaken form of a look-up, once in a conversation that holds one. The first call tells
        who the customer is, by their own words alone, so it is always right."""
        if not (self._may_slip and self._identified) or action.tool in self._writes:
            return None
        if action.tool in self._hand_offs or not self._draw.chance(_SLIP_HERE):
            return None
        wrong = slip(action.tool, action.arguments, self._draw)
        self._may_slip = wrong is None
        return wrong

    def _think(self, thoughts: Sequence[str], **parts: str) -> Play:
        if not (self._thinks and "think" in self._tools and self._draw.chance(_THINKS_HERE)):
            return
        parts.setdefault("topic", topic(self._domain, self._raised[-1]))
        thought = self._thoughts.pick(thoughts).format(**parts)
        yield from super()._call(Action(tool="think", arguments={"thought": thought}))
