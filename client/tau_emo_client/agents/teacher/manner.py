"""How the teacher speaks in one conversation."""

import re
from collections.abc import Sequence
from typing import Literal

from tau_emo_client.agents.reference.manner import DomainWords, Manner
from tau_emo_client.agents.reference.phrases import capital, joined
from tau_emo_client.agents.reference.seen import Seen
from tau_emo_client.agents.teacher.phrases import Picker, of_family, shared
from tau_emo_client.agents.teacher.rewording import Rewording
from tau_emo_db.draw import Draw
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.gold import GoldStep
from tau_emo_tasks.task import Output

Style = Literal["warm", "plain", "brief"]
_STYLES: dict[Style, float] = {"warm": 5.0, "plain": 3.0, "brief": 2.0}
"""How often the teacher is warm, polite without much feeling, or short."""
_KIND: dict[Style, float] = {"warm": 0.75, "plain": 0.3, "brief": 0.15}
"""How often a remark speaks to the family of the customer's emotion."""
_FELT: dict[Style, float] = {"warm": 1.0, "plain": 0.6, "brief": 0.25}
"""How often the first sentence speaks to it."""
_SILENT: dict[Style, float] = {"warm": 0.05, "plain": 0.2, "brief": 0.6}
"""How often no remark stands there at all."""
_OFFERS = 0.05
"""How often a message ends with an offer where others end with a question."""
_NUMBERED = 0.4
"""How often several writes are listed by number."""
_CLAUSE = re.compile(r"(?:what|whether|which|how|who|at which)\b")

Place = Literal["asking", "listing", "outcome", "refusing"]


class TeacherManner(Manner):
    """The wording of one conversation, drawn from the phrase table.

    Args:
        domain: the name of the domain.
        words: its words.
        condition: how the customer feels.
        topic: what the first wish is called.
        draw: decides between wordings.
    """

    def __init__(
        self, domain: str, words: DomainWords, condition: Condition, topic: str, draw: Draw
    ) -> None:
        super().__init__(words)
        self._condition = condition
        self._family = of_family(condition.family)
        self._topic = topic
        self._draw = draw.fork("choices")
        self._picker = Picker(draw.fork("phrases"))
        self._reworded = Rewording(domain, draw.fork("rewordings"))
        self._style: Style = draw.fork("style").weighted(_STYLES)
        self._opened = False

    @property
    def anything_else(self) -> str:
        """A question or an offer; each time another one."""
        offers = self._draw.chance(_OFFERS)
        return self._picker.pick(shared().at_hand if offers else shared().anything_else)

    @property
    def looked_up(self) -> str:
        """What stands before the facts of an answer."""
        return self._picker.pick(shared().looked_up)

    @property
    def again(self) -> str:
        """What stands before an outcome that is told again."""
        return self._picker.pick(shared().again)

    @property
    def again_refused(self) -> str:
        """The same before a refusal."""
        return self._picker.pick(shared().again_refused)

    @property
    def list_again(self) -> str:
        """The same before a listing."""
        return self._picker.pick(shared().list_again)

    def before_asking(self) -> str:
        """The first sentence, or a remark before a question."""
        return self._remark("asking")

    def before_listing(self) -> str:
        """The same before a listing."""
        return self._remark("listing")

    def before_outcome(self, refused: bool) -> str:
        """The same before an outcome; a refusal never comes without a kind word."""
        return self._remark("refusing" if refused else "outcome")

    def ask(self, parameters: Sequence[str]) -> str:
        """One of many ways to ask for facts."""
        facts = self.facts(parameters)
        if any(map(_CLAUSE.match, facts)):
            ways = shared().tell
        elif len(facts) == 1 and self._draw.chance(0.3):
            ways = shared().what
        else:
            ways = shared().give
        return self._picker.pick(ways).format(facts=joined(facts))

    def still_needed(self, facts: Sequence[str]) -> str:
        """The same for what was left out."""
        return self._picker.pick(shared().still_needed).format(facts=joined(facts))

    def clarify(self, name: str, value: str) -> str:
        """Whether a thing that the customer named is the one that is meant."""
        return self._picker.pick(shared().clarify).format(name=name, value=value)

    def intake(self, step: GoldStep, seen: Seen) -> str:
        """The domain's question in other words."""
        return self._reworded.text(super().intake(step, seen))

    def listing(self, steps: Sequence[GoldStep], seen: Seen) -> str:
        """All writes in one of several forms."""
        acts = [self._reworded.text(act) for act in self.acts(steps, seen)]
        closer = self._picker.pick(shared().closers)
        if len(acts) > 1 and self._draw.chance(_NUMBERED):
            lines = [f"{number}. {capital(act)}" for number, act in enumerate(acts, 1)]
            return "\n".join([self._picker.pick(shared().several), *lines, closer])
        first = self._picker.pick(shared().leads).format(act=acts[0])
        rest = [self._picker.pick(shared().next).format(act=act) for act in acts[1:]]
        return " ".join([first, *rest, closer])

    def answer(self, steps: Sequence[GoldStep], seen: Seen) -> str:
        """What look-ups have shown."""
        told = [self._reworded.text(one) for one in self.told(steps, seen)]
        return " ".join([self.looked_up, *told])

    def fact(self, output: Output) -> str:
        """A fact that was asked for."""
        way = self._picker.pick(shared().facts)
        return way.format(name=output.name, value=self.shown(output))

    def report(self, step: GoldStep, seen: Seen) -> str:
        """What was done, in other words."""
        return self._reworded.text(super().report(step, seen))

    def refusal(self, rule: str) -> str:
        """Why a wish cannot be met."""
        return self._picker.pick(shared().refusals).format(reason=self.reason(rule))

    def _remark(self, place: Place) -> str:
        if not self._opened:
            self._opened = True
            first = self._opening()
            return f"{first} {self._kind_word(place)}" if place == "refusing" else first
        if place != "refusing" and self._draw.chance(_SILENT[self._style]):
            return ""
        return self._kind_word(place)

    def _kind_word(self, place: Place) -> str:
        of_all: Sequence[str] = getattr(shared(), place)
        own: Sequence[str] = getattr(self._family, place)
        return self._picker.pick(own if self._draw.chance(_KIND[self._style]) else of_all)

    def _opening(self) -> str:
        if not self._draw.chance(_FELT[self._style]):
            return self._picker.pick(shared().openings).format(topic=self._topic)
        tails, condition = shared().tails, self._condition
        tail = self._draw.pick(
            (
                tails.plain,
                tails.plain,
                tails.urgency[condition.urgency],
                tails.trust[condition.trust_in_agent],
            )
        )
        return self._picker.pick(self._family.heads) + self._picker.pick(tail).format(
            topic=self._topic
        )
