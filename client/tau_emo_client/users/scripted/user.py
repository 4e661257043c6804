"""The scripted customer: lives by its script, in the voice of its condition."""

import re
from collections import Counter
from dataclasses import replace

from tau_emo_client.agents.agent import Usage
from tau_emo_client.users.scripted.asked import slots_mentioned
from tau_emo_client.users.scripted.compare import holds_any
from tau_emo_client.users.scripted.listing import listing_in
from tau_emo_client.users.scripted.mind import Mind
from tau_emo_client.users.scripted.outcomes import Outcomes, claims_success
from tau_emo_client.users.scripted.patience import Patience
from tau_emo_client.users.scripted.pursuit import Pursuit, Stage
from tau_emo_client.users.scripted.reading import Reading, asks_if_complete, read
from tau_emo_client.users.scripted.text import plain, word
from tau_emo_client.users.scripted.verdicts import Verdicts
from tau_emo_client.users.scripted.voice import Half, Line, Voice
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_db.draw import Draw
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.script import Goal, UserScript

_TOKEN = re.compile(f"{re.escape(STOP)}|{re.escape(UNSATISFIED)}")
_YES_FIRST = re.compile(
    r"^(?:yes|yes,? please|sure|correct|right|exactly)[,.!;:]\s+(\w)", re.IGNORECASE
)
_CHANGES_SOMETHING = re.compile(
    r"\b(?:cancel|book|chang|updat|exchang|return|refund|charg|modif|remov|add|upgrad|downgrad|pay"
    r"|transfer|send|issu|switch|mov|replac|order|ship|enrol|register|reserv|renew|block|freez|clos"
    r"|open|appl|submit|purchas|buy|creat|delet|set up|assign|suspend|resum)\w*"
)
_FRUITLESS = 5
"""After so many turns without any progress each further one costs patience."""
_HOPELESS = 10
"""After so many the customer leaves, whatever patience is left."""
_FEELING_SHOWS = 3
"""So many messages may pass before a feeling that is never acknowledged costs patience."""
_MOST_NEGLECT = 8
"""So often at most does it cost patience that a feeling is ignored."""
_HOLLOW = 2
"""After so many turns without any progress kind words no longer heal."""
_MOST_REACTIONS = 2
"""So often the customer remarks on each way of being handled badly."""
_MOST_QUESTIONS = 3
"""More questions at once are too many."""


class ScriptedUser:
    """A customer who follows a user script; deterministic, offline and without cost.

    It sees the agent's messages only. It raises its goals in order, hand-offs last; gives facts
    when asked; says yes to a listing only if every field of the goal is right; presses for what
    it is entitled to; asks for what it wants to hear; and ends satisfied once every goal is
    settled. A goal that is wrongly refused three times, or a wish that stays unanswered three
    times, is given up: the customer goes on to the next goal and leaves unsatisfied at the end.
    How it sounds and how long it bears with the agent depend on the condition (see `voice` and
    `patience`).

    Without a condition it speaks neutrally and cannot walk away: it goes on answering, and ends
    with the satisfied token when nothing is left to pursue, also if goals had to be given up.

    Args:
        script: the customer's goals and facts.
        condition: the emotion condition, or None for a customer without emotion.
        feeling: why the customer feels so, in the second person; may be empty.
        seed: decides between wordings; the same seed gives the same customer.
        patience: how much friction the customer bears, relative to the published setting.
    """

    def __init__(
        self,
        script: UserScript,
        condition: Condition | None,
        feeling: str,
        seed: int,
        *,
        patience: float = 1.0,
    ) -> None:
        self.usage = Usage()
        self.leave_reason = ""
        self._condition = condition
        self._voice = Voice(condition, feeling, Draw(f"scripted customer {seed}"))
        self._patience = Patience(condition, patience)
        self._mind = Mind(_without_yes(script), self._voice, self._patience)
        self._agenda = self._mind.agenda
        self._answers = self._mind.answers
        self._outcomes = Outcomes(self._mind)
        self._verdicts = Verdicts(self._mind)
        self._last = ""
        self._heard_before: list[str] = []
        self._turns = 0
        self._fruitless = 0
        self._acknowledged = False
        self._neglect = 0
        self._passed_on = 0
        self._declined = 0
        self._left_hanging = 0
        self._reaction: Line | None = None
        self._reactions: Counter[Line] = Counter()

    @property
    def half(self) -> Half | None:
        """The half of the phrases that this customer speaks from; None: without emotion, both."""
        return self._voice.half

    @property
    def patience(self) -> Patience:
        """How long this customer still bears with the agent."""
        return self._patience

    async def open(self) -> str:
        """The first goal, and those that are raised with it."""
        return self._say(self._voice.opening([goal.say for goal in self._agenda.raise_next()]))

    async def reply(self, message: str) -> str:
        """Answer a message of the agent.

        Args:
            message: the text as delivered; it may be anything.
        """
        self._turns += 1
        self._mind.begin_turn()
        reading = read(message)
        self._feel(message, reading)
        answer = self._answer(reading)
        self._mind.progress |= self._answers.told_something_new
        self._fruitless = 0 if self._mind.progress else self._fruitless + 1
        if self._fruitless > _FRUITLESS:
            self._patience.suffer("went in circles")
        hopeless = self._condition is not None and self._fruitless >= _HOPELESS
        ending = answer.endswith((STOP, UNSATISFIED))
        if not ending and (self._patience.gone or hopeless):
            answer = self._walk_away()
        return self._say(answer)

    async def again(self, complaint: str) -> str:
        """The last message without any token.

        Args:
            complaint: what was wrong with its form; a scripted message has one flaw at most,
                a token that may not stand there.
        """
        return _TOKEN.sub("", self._last).strip() or self._voice.line("waiting")

    async def close(self) -> None:
        """Nothing to release."""

    # -- feelings -------------------------------------------------------------------------

    def _feel(self, message: str, reading: Reading) -> None:
        self._reaction = None
        bare = " ".join(plain(message).lower().split())
        if reading.question_count > _MOST_QUESTIONS:
            self._patience.suffer("too many questions")
            self._react("too_many")
        if bare in self._heard_before:
            self._patience.suffer("repeated itself")
            self._react("repeated")
        self._heard_before.append(bare)
        if reading.dismissive:
            self._patience.suffer("dismissed")
            self._react("brushed_off")
        if reading.empathic and not reading.dismissive:
            self._acknowledged = True
            if self._fruitless < _HOLLOW:
                self._patience.recover("heard")
        elif (
            not self._acknowledged
            and self._turns > _FEELING_SHOWS
            and self._neglect < _MOST_NEGLECT
        ):
            self._neglect += 1
            self._patience.suffer("ignored the feeling")

    def _react(self, line: Line) -> None:
        """Answer to bad handling; who has done so a few times no longer bothers."""
        self._reactions[line] += 1
        if self._reactions[line] <= _MOST_REACTIONS:
            self._reaction = line

    def _walk_away(self) -> str:
        self.leave_reason = self._patience.reason
        return f"{self._voice.line('leave')}\n{UNSATISFIED}"

    # -- the answer -----------------------------------------------------------------------

    def _answer(self, reading: Reading) -> str:
        self._outcomes.listen(reading)
        refused_before = self._agenda.open(Stage.REFUSED)
        parts = self._outcomes.reports(reading)
        settled_now = self._mind.is_moment("success")
        if parts and not settled_now:
            return self._voice.coloured(parts, "none", strained=False)
        listing = listing_in(reading, self._agenda.open(Stage.RAISED, Stage.AGREED))
        if listing:
            consent = self._verdicts.consider(listing, reading, parts)
            if consent:
                self._verdicts.just_agreed = True
                return consent
        self._verdicts.just_agreed = False
        if len(parts) == settled_now:
            parts += self._take_rest(reading, refused_before, settled_now)
        parts = self._outcomes.close_told(reading, parts)
        parts += self._outcomes.follow_up(reading, parts)
        new_wish = not any(pursuit.open for pursuit in self._agenda.pursuits)
        if new_wish:
            raised = self._agenda.raise_next()
            if not raised:
                return self._end()
            self._mind.progress = True
            parts += [goal.say for goal in raised]
        if len(parts) == settled_now:
            parts += self._fall_back(reading)
        return self._voice.coloured(
            parts,
            self._mind.moment,
            strained=self._patience.thin,
            new_wish=new_wish,
            comforted=reading.comforting and not reading.dismissive,
            reaction=self._reaction,
        )

    def _take_rest(
        self, reading: Reading, refused_before: list[Pursuit], settled_now: bool
    ) -> list[str]:
        """The answer to everything but a listing: each thing asked for is answered."""
        about_a_person = reading.offers_person or reading.passes_on
        if about_a_person:
            parts = self._about_a_person(reading)
        else:
            parts = self._outcomes.refusals(reading, reported=settled_now)
            parts += self._outcomes.answers(reading, refused_before)
            parts += self._outcomes.claims(reading)
        asked = self._mind.asked(reading)
        if settled_now:
            # "Changed. Is there any other option you would like?" asks for no preference.
            asked = replace(asked, fields=(), preference=False)
        if parts:
            # Nor does "How would you like to go on?" after a refusal.
            asked = replace(asked, preference=False)
        answers = self._answers.to(asked, reading, self._agenda.focus)
        acknowledges = bool(answers and asked.fields) and not asked.unknown
        if not (parts or answers or settled_now):
            answers = self._mind.about_one_value(reading)
        if not (parts or self._tells_more(reading)):
            answers += self._say_whether_complete(reading)
        if not (answers or about_a_person):
            parts = [*self._decline(reading), *parts]
        elif not (parts or settled_now):
            self._mind.moment = "promise" if reading.promises else "question"
            if acknowledges and reading.informs:
                parts += self._voice.now_and_then("acknowledge")
        return parts + answers

    def _end(self) -> str:
        stages = {pursuit.stage for pursuit in self._agenda.pursuits}
        if Stage.GIVEN_UP in stages and self._condition is not None:
            return self._walk_away()
        content = Stage.GIVEN_UP not in stages and self._mind.moment != "refusal"
        return f"{self._voice.farewell(content)}\n{STOP}"

    def _about_a_person(self, reading: Reading) -> list[str]:
        wanting = [
            one for one in self._agenda.open(Stage.RAISED) if one.goal.outcome == "handed_off"
        ]
        if reading.passes_on:
            self._passed_on += 1
            if wanting and self._passed_on > 1:
                wanting[0].stage = Stage.SETTLED
                return []
            return [self._voice.line("waiting" if wanting else "no_person")]
        return [self._voice.line("want_person" if wanting else "no_person")]

    def _decline(self, reading: Reading) -> list[str]:
        """No to a yes-or-no question about something that was not asked for."""
        if not reading.asks_yes or reading.requests or self._agenda.comes_next(reading):
            return []
        asking = [unit.text for unit in reading.units if unit.question] or [reading.text]
        if not any(_CHANGES_SOMETHING.search(text) for text in asking):
            return []
        self._declined += 1
        # An agent that goes on offering other things has not understood the wish.
        again = self._wish_again() if self._declined > 1 and not reading.refusals else []
        return [self._voice.line("decline"), *again]

    def _tells_more(self, reading: Reading) -> bool:
        """True if one of the preferences asked for answers what else there is."""
        return any(
            asks_if_complete(phrase) and word(phrase).search(unit.text)
            for field in self._mind.asked(reading).fields
            for phrase in field.ask
            for unit in reading.completeness
        )

    def _say_whether_complete(self, reading: Reading) -> list[str]:
        if not reading.asks_if_complete:
            return []
        raised = [one for one in self._agenda.open(Stage.RAISED) if one.goal.outcome == "done"]
        about = [
            one for one in raised if one.named_in(reading.text) or one.touched_in(reading.text)
        ]
        if not about:
            return []
        return self._mind.more_of_the_same(about) or [self._voice.line("nothing_more")]

    def _wish_again(self) -> list[str]:
        focus = self._agenda.focus
        return [focus.goal.say] if focus else []

    # -- what remains ---------------------------------------------------------------------

    def _fall_back(self, reading: Reading) -> list[str]:
        """Nothing was asked that the customer can answer, and nothing told."""
        mentioned = [
            slot
            for slot in slots_mentioned(reading, self._mind.script.knows)
            if not reading.states_as_so
            if not self._answers.knows_already(slot)
        ]
        if mentioned:
            # In whatever words: what identifies the customer is mentioned to be given.
            self._mind.moment = "question"
            either = re.search(r"\bor\b", reading.text)
            return self._answers.facts(mentioned[:1] if either else mentioned)
        agreed = self._agenda.open(Stage.AGREED)
        if reading.stalls or reading.passes_on:
            self._patience.suffer("stalled")
            self._mind.moment = "waiting"
            return [self._voice.line("is_it_done" if agreed else "waiting")]
        if agreed and not self._agenda.open(Stage.RAISED):
            return [self._voice.line("and_that" if self._some_reported(agreed) else "is_it_done")]
        if reading.offers_lookup:
            return [self._voice.line("look")]
        told = self._answers.again(self._mind.script.knows)
        if reading.lookup_failed and told:
            return told
        focus = self._agenda.focus
        if not focus:
            return [self._voice.line("waiting")]
        wishes = self._outcomes.ask_wishes(focus, reading) if focus.goal.outcome == "told" else []
        if wishes:
            return wishes
        if claims_success(reading) and not reading.asks:
            self._patience.suffer("claimed without a yes")
            surprised = [] if focus.claimed else [self._voice.line("not_agreed")]
            focus.claimed = True
            return [*surprised, self._voice.line("what_exactly")]
        if not reading.open_question and (reading.asks_which or reading.requests):
            return self._answers.wish_of(focus)
        choice = [
            field
            for field in focus.goal.fields
            if not self._answers.was_said(field.say)
            and any(
                re.search(r"\bor\b", unit.text)
                and holds_any(unit.text, field.accept + field.reject)
                for unit in reading.units
            )
        ]
        if choice:
            self._mind.moment = "question"
            return self._answers.values(choice)
        if reading.informs and not reading.asks and not reading.open_question:
            self._left_hanging += 1
            if self._left_hanging % 2:
                return [self._voice.line("what_next")]
        return self._restate(focus)

    def _restate(self, focus: Pursuit) -> list[str]:
        """The wish once more; for those who hear it again and again only that it stands."""
        focus.restated += 1
        if focus.restated % 2 == 0:
            return [self._voice.line("it_stands")]
        return [self._voice.line("restate"), focus.goal.say]

    def _some_reported(self, agreed: list[Pursuit]) -> bool:
        return len(agreed) < self._verdicts.bundle

    def _say(self, message: str) -> str:
        self._last = message
        self._answers.note(message)
        return message


def _without_yes(script: UserScript) -> UserScript:
    """The script with "Yes, with insurance" said as "With insurance".

    Such an answer to a question would else be taken for the yes to a listing beside it.
    """

    def goal_without(goal: Goal) -> Goal:
        fields = tuple(one.model_copy(update={"say": _plainly(one.say)}) for one in goal.fields)
        knows = tuple(one.model_copy(update={"say": _plainly(one.say)}) for one in goal.knows)
        return goal.model_copy(update={"fields": fields, "knows": knows})

    return script.model_copy(update={"goals": tuple(map(goal_without, script.goals))})


def _plainly(say: str) -> str:
    return _YES_FIRST.sub(lambda match: match[1].upper(), say)
