"""The scripted customer: lives by its script, in the voice of its condition."""

import re
from collections.abc import Sequence
from dataclasses import replace

from tau_emo_client.agents.agent import Usage
from tau_emo_client.users.scripted.answers import Answers
from tau_emo_client.users.scripted.asked import (
    Asked,
    about_one_value,
    slots_mentioned,
    what_is_asked,
)
from tau_emo_client.users.scripted.compare import holds, holds_any
from tau_emo_client.users.scripted.fit import Fit
from tau_emo_client.users.scripted.listing import Listing, listing_in
from tau_emo_client.users.scripted.patience import Patience, Trouble
from tau_emo_client.users.scripted.pursuit import MOST_ASKINGS, MOST_REFUSALS, Pursuit, Stage
from tau_emo_client.users.scripted.reading import Reading, asks_if_complete, read
from tau_emo_client.users.scripted.text import plain, word
from tau_emo_client.users.scripted.voice import Moment, Voice
from tau_emo_client.users.scripted.wishes import is_told
from tau_emo_client.users.scripted.wordings import DONE
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_db.draw import Draw
from tau_emo_servers.values import values_in
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
_ALL = re.compile(r"\b(?:both|all|everything|each)\b")
_CLAIM = re.compile(
    r"\b(?:i've|i have|we've|we have|has been|have been|has now been|is now|are now|successfully"
    r"|you're now|you are now)\b|\bdone[.!:]"
    rf"|\b(?:it|that|this|everything|all)(?:'s| is| has been)(?: \w+)? {DONE}\b"
    rf"|^\W*(?:all |both |great, |okay, )?{DONE}\b"
)
_AGAIN = re.compile(r"\b(?:again|once more|another try|retry|second try)\b")
_FRUITLESS = 5
"""After so many turns without any progress each further one costs patience."""
_HOPELESS = 10
"""After so many the customer leaves, whatever patience is left."""
_FEELING_SHOWS = 3
"""So many messages may pass before a feeling that is never acknowledged costs patience."""
_MOST_NEGLECT = 8
"""So often at most does it cost patience that a feeling is ignored."""
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
        self._script = script = _without_yes(script)
        self._condition = condition
        self._voice = Voice(condition, feeling, Draw(f"scripted customer {seed}"))
        self._patience = Patience(condition, patience)
        self._answers = Answers(self._voice, self._patience)
        # Stable: goals keep their order, hand-offs go last.
        ordered = sorted(script.goals, key=lambda goal: goal.outcome == "handed_off")
        self._pursuits = [Pursuit(goal) for goal in ordered]
        self._own_values = values_in(script.model_dump_json())
        self._last = ""
        self._heard_before: list[str] = []
        self._turns = 0
        self._fruitless = 0
        self._progress = False
        self._acknowledged = False
        self._neglect = 0
        self._asked_wishes: set[str] = set()
        self._just_agreed = False
        self._passed_on = 0
        self._declined = 0
        self._bundle = 0
        self._left_hanging = 0
        self._moment: Moment = "none"

    async def open(self) -> str:
        """The first goal, and those that are raised with it."""
        return self._say(self._voice.opening([goal.say for goal in self._raise_next()]))

    async def reply(self, message: str) -> str:
        """Answer a message of the agent.

        Args:
            message: the text as delivered; it may be anything.
        """
        self._turns += 1
        self._progress = False
        reading = read(message)
        self._feel(message, reading)
        answer = self._answer(reading)
        self._progress |= self._answers.told_something_new
        self._fruitless = 0 if self._progress else self._fruitless + 1
        if self._fruitless > _FRUITLESS:
            self._suffer("went in circles")
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
        bare = " ".join(plain(message).lower().split())
        if bare in self._heard_before:
            self._suffer("repeated itself")
        self._heard_before.append(bare)
        if reading.dismissive:
            self._suffer("dismissed")
        if reading.question_count > _MOST_QUESTIONS:
            self._suffer("too many questions")
        if reading.empathic and not reading.dismissive:
            self._acknowledged = True
            self._patience.recover("heard")
        elif (
            not self._acknowledged
            and self._turns > _FEELING_SHOWS
            and self._neglect < _MOST_NEGLECT
        ):
            self._neglect += 1
            self._suffer("ignored the feeling")

    def _suffer(self, trouble: Trouble) -> None:
        self._patience.suffer(trouble)

    def _walk_away(self) -> str:
        self.leave_reason = self._patience.reason
        return f"{self._voice.line('leave')}\n{UNSATISFIED}"

    # -- the answer -----------------------------------------------------------------------

    def _answer(self, reading: Reading) -> str:
        self._moment = "none"
        self._listen(reading)
        refused_before = self._open(Stage.REFUSED)
        parts = self._take_reports(reading)
        settled_now = self._moment_is("success")
        if parts and not settled_now:
            return self._voice.coloured(parts, "none", strained=False)
        listing = listing_in(reading, self._open(Stage.RAISED, Stage.AGREED))
        if listing:
            consent = self._consider(listing, reading, parts)
            if consent:
                self._just_agreed = True
                return consent
        self._just_agreed = False
        if len(parts) == settled_now:
            parts += self._take_rest(reading, refused_before, settled_now)
        parts = self._close_told(reading, parts)
        parts += self._follow_up(reading, parts)
        new_wish = not any(pursuit.open for pursuit in self._pursuits)
        if new_wish:
            raised = self._raise_next()
            if not raised:
                return self._end()
            self._progress = True
            parts += [goal.say for goal in raised]
        if len(parts) == settled_now:
            parts += self._fall_back(reading)
        return self._voice.coloured(
            parts,
            self._moment,
            strained=self._patience.thin,
            new_wish=new_wish,
            comforted=reading.comforting and not reading.dismissive,
        )

    def _take_rest(
        self, reading: Reading, refused_before: list[Pursuit], settled_now: bool
    ) -> list[str]:
        """The answer to everything but a listing: each thing asked for is answered."""
        about_a_person = reading.offers_person or reading.passes_on
        if about_a_person:
            parts = self._about_a_person(reading)
        else:
            parts = self._take_refusals(reading, reported=settled_now)
            parts += self._take_answers(reading, refused_before)
            parts += self._take_claims(reading)
        asked = self._asked(reading)
        if settled_now:
            # "Changed. Is there any other option you would like?" asks for no preference.
            asked = replace(asked, fields=(), preference=False)
        if parts:
            # Nor does "How would you like to go on?" after a refusal.
            asked = replace(asked, preference=False)
        answers = self._answers.to(asked, reading, self._focus)
        acknowledges = bool(answers and asked.fields) and not asked.unknown
        if not (parts or answers or settled_now):
            answers = self._about_one_value(reading)
        if not (parts or self._tells_more(reading)):
            answers += self._say_whether_complete(reading)
        if not (answers or about_a_person):
            parts = [*self._decline(reading), *parts]
        elif not (parts or settled_now):
            self._moment = "promise" if reading.promises else "question"
            if acknowledges and reading.informs:
                parts += self._voice.now_and_then("acknowledge")
        return parts + answers

    def _moment_is(self, moment: Moment) -> bool:
        return self._moment == moment

    def _end(self) -> str:
        stages = {pursuit.stage for pursuit in self._pursuits}
        if Stage.GIVEN_UP in stages and self._condition is not None:
            return self._walk_away()
        content = Stage.GIVEN_UP not in stages and self._moment != "refusal"
        return f"{self._voice.farewell(content)}\n{STOP}"

    def _raise_next(self) -> list[Goal]:
        """Raise the next goal and those that go with it."""
        waiting = [pursuit for pursuit in self._pursuits if pursuit.stage is Stage.WAITING]
        raised: list[Goal] = []
        for pursuit in waiting:
            if raised and not pursuit.goal.with_previous:
                break
            pursuit.stage = Stage.RAISED
            raised.append(pursuit.goal)
        return raised

    def _open(self, *stages: Stage) -> list[Pursuit]:
        return [
            pursuit
            for pursuit in self._pursuits
            if (pursuit.stage in stages if stages else pursuit.open)
        ]

    @property
    def _focus(self) -> Pursuit | None:
        """The goal the customer has in mind."""
        return next(iter(self._open(Stage.RAISED)), next(iter(self._open()), None))

    # -- what the agent tells -------------------------------------------------------------

    def _listen(self, reading: Reading) -> None:
        for pursuit in self._open():
            for wish in pursuit.unheard():
                asked = wish.name in self._asked_wishes
                if is_told(wish, reading, self._own_values, asked):
                    pursuit.heard.add(wish.name)
                    self._progress = True
                    self._patience.recover("told")
        self._asked_wishes = set()

    def _take_reports(self, reading: Reading) -> list[str]:
        """After a yes: has it been done? If it has, the moment is a success."""
        agreed = self._open(Stage.AGREED)
        if not agreed:
            return []
        if reading.successes and not (reading.failed and reading.asks_yes):
            reported = " ".join(unit.text for unit in reading.successes)
            named = [
                one for one in agreed if one.named_in(reported) and self._is_meant(one, reported)
            ] or [one for one in agreed if one.touched_in(reported)]
            done = agreed if _ALL.search(reported) or not named else named
            vague = not re.search(r"\d", reading.text) and not named
            for pursuit in done:
                if vague and self._voice.doubting and not pursuit.asked_what_exactly:
                    pursuit.asked_what_exactly = True
                    return [self._voice.line("what_exactly")]
            return self._take_as_done(done)
        if reading.failed and any(_AGAIN.search(unit.text) for unit in reading.questions):
            # The yes still stands after an error.
            return [self._voice.line("try_again")]
        if reading.failed or (reading.refusals and not reading.asks_yes):
            for pursuit in agreed:
                pursuit.stage = Stage.RAISED
                pursuit.seen_right = set()
            return []
        if reading.asks or reading.stalls:
            return []
        assured = reading.text.lstrip().startswith("yes")
        # "The certificate is in your profile": after the yes that is a report as well.
        done = [one for one in agreed if assured or one.asked_what_exactly] or [
            one for one in agreed if one.touched_in(reading.text)
        ]
        return self._take_as_done(done) if done else []

    def _take_as_done(self, done: list[Pursuit]) -> list[str]:
        for pursuit in done:
            self._report(pursuit)
        self._moment = "success"
        return [self._voice.gladly()]

    def _is_meant(self, pursuit: Pursuit, text: str) -> bool:
        """False if another agreed goal of the same act fits the text and this one does not."""
        rivals = [
            other
            for other in self._open(Stage.AGREED)
            if other is not pursuit and set(other.goal.words) & set(pursuit.goal.words)
        ]
        if not rivals or pursuit.touched_in(text):
            return True
        return not any(other.touched_in(text) for other in rivals)

    def _report(self, pursuit: Pursuit) -> None:
        pursuit.stage = Stage.REPORTED if pursuit.unheard() else Stage.SETTLED
        self._progress = True
        self._patience.recover("settled")

    def _take_refusals(self, reading: Reading, reported: bool) -> list[str]:
        if not reading.refusals:
            return []
        refused = " ".join(unit.text for unit in reading.refusals)
        raised = self._open(Stage.RAISED)
        named = [one for one in raised if one.named_in(refused)]
        meant = [one for one in named if one.touched_in(refused)] or named
        if not meant and not (reading.successes and reported):
            # "The items were changed before" reports no success where none was waited for.
            meant = raised[:1]
        parts: list[str] = []
        for pursuit in meant:
            parts += self._take_refusal(pursuit, reading)
            if parts and pursuit.goal.outcome == "refused":
                # Who insists has no remark for it; the insisting is enough.
                self._moment = "refusal"
        return parts

    def _take_refusal(self, pursuit: Pursuit, reading: Reading) -> list[str]:
        goal = pursuit.goal
        if goal.outcome == "refused":
            return self._accept_refusal(pursuit, reading)
        if goal.outcome == "told" and not pursuit.unheard():
            return []
        asked = self._asked(reading)
        if asked.slots or asked.fields:
            # It says why it needs what it asks for, or which choice is none; the answer matters.
            return []
        pursuit.refusals += 1
        self._suffer("refused wrongly" if reading.gives_reason else "refused without reason")
        if pursuit.refusals >= MOST_REFUSALS:
            pursuit.stage = Stage.GIVEN_UP
            self._progress = True
            return []
        insist = self._voice.line("insist")
        if pursuit.refusals == 1:
            return [insist]
        # Refused again, the agent may have misunderstood.
        return [insist, *dict.fromkeys([goal.say, *(field.say for field in goal.fields)])]

    def _accept_refusal(self, pursuit: Pursuit, reading: Reading) -> list[str]:
        first = pursuit.refusals == 0
        pursuit.refusals += 1
        if not pursuit.asked_why and not reading.gives_reason:
            pursuit.asked_why = True
            self._suffer("refused without reason")
            self._progress = first
            return [self._voice.line("why")]
        return self._accept(pursuit)

    def _accept(self, pursuit: Pursuit) -> list[str]:
        self._progress = True
        pursuit.stage = Stage.REFUSED
        answered = bool(pursuit.goal.hears) and not pursuit.unheard()
        if pursuit.goal.if_refused and not pursuit.said_fallback and not answered:
            pursuit.said_fallback = True
            self._asked_wishes |= {wish.name for wish in pursuit.unheard()}
            return [pursuit.goal.if_refused]
        if not pursuit.unheard():
            pursuit.stage = Stage.SETTLED
        return [self._voice.line("accept_refusal")]

    def _take_answers(self, reading: Reading, refused: list[Pursuit]) -> list[str]:
        """What follows a refusal: the reason asked for, or an answer to the line said then."""
        nothing_new = not (reading.refusals or reading.asks or reading.stalls or reading.successes)
        if nothing_new or (self._comes_next(reading) and not reading.refusals):
            for pursuit in self._open(Stage.RAISED):
                if pursuit.asked_why or self._comes_next(reading):
                    return self._accept(pursuit)
        for pursuit in refused:
            answered = pursuit.said_fallback and not pursuit.unheard()
            if answered and not (reading.stalls or reading.requests):
                pursuit.stage = Stage.SETTLED
                self._progress = True
        return []

    def _take_claims(self, reading: Reading) -> list[str]:
        """Success is claimed for something the customer never agreed to."""
        if not reading.successes or reading.requests or reading.asks_yes:
            return []
        for pursuit in self._open(Stage.RAISED):
            if pursuit.goal.outcome not in ("done", "refused"):
                continue
            claims = [
                unit.text
                for unit in reading.successes
                if (pursuit.named_in(unit.text) or pursuit.touched_in(unit.text))
                and (_CLAIM.search(unit.text) or pursuit.claimed)
            ]
            if pursuit.claimed and (claims or reading.successes):
                self._report(pursuit)
            elif claims and (not pursuit.goal.fields or pursuit.touched_in(reading.text)):
                pursuit.claimed = True
                self._progress = True
                self._suffer("claimed without a yes")
                return [self._voice.line("not_agreed"), self._voice.line("what_exactly")]
        return []

    def _close_told(self, reading: Reading, parts: list[str]) -> list[str]:
        """Settle questions that were answered; thanks first, unless something else was said."""
        for pursuit in self._open(Stage.RAISED):
            if pursuit.goal.outcome != "told" or pursuit.unheard():
                continue
            answered = bool(pursuit.goal.hears) or not (
                reading.asks or reading.stalls or reading.refusals or reading.lookup_failed
            )
            if answered:
                self._report(pursuit)
                if not parts:
                    parts = [self._voice.gladly()]
        return parts

    def _about_a_person(self, reading: Reading) -> list[str]:
        wanting = [one for one in self._open(Stage.RAISED) if one.goal.outcome == "handed_off"]
        if reading.passes_on:
            self._passed_on += 1
            if wanting and self._passed_on > 1:
                wanting[0].stage = Stage.SETTLED
                return []
            return [self._voice.line("waiting" if wanting else "no_person")]
        return [self._voice.line("want_person" if wanting else "no_person")]

    # -- listings -------------------------------------------------------------------------

    def _consider(self, listing: Listing, reading: Reading, parts: list[str]) -> str:
        """The consent to a listing, or nothing with `parts` extended by another answer."""
        # A fact that the message does not hold leaves the listing open.
        open_facts = [
            slot
            for slot in self._asked(reading).slots
            if not holds(reading.text, slot.value) and not self._answers.knows_already(slot)
        ]
        if open_facts:
            self._moment = "question"
            parts += self._answers.facts(open_facts)
            return ""
        if reading.asks_if_complete:
            more = self._more_of_the_same(list(listing.about))
            if more:
                parts += more
                return ""
        for pursuit, verdict in listing.judged:
            pursuit.seen_right = {one.name for one in verdict.right}
        if listing.wrong:
            parts += self._correct(listing.wrong)
        elif listing.partial:
            parts += self._about_one_value(reading) or self._complete(listing.partial)
        else:
            return self._agree(list(listing.right), reading)
        return ""

    def _agree(self, right: list[Pursuit], reading: Reading) -> str:
        if all(pursuit.goal.outcome == "told" for pursuit in right):
            return self._voice.line("look")
        if any(pursuit.goal.outcome == "handed_off" for pursuit in right):
            return self._voice.line("want_person")
        for pursuit in right:
            if pursuit.stage is Stage.AGREED and self._just_agreed and not reading.failed:
                self._suffer("asked for the yes again")
            elif not pursuit.agreed_once:
                self._progress = True
                self._patience.recover("listed rightly")
            if pursuit.goal.outcome != "told":
                pursuit.stage = Stage.AGREED
                pursuit.agreed_once = True
        self._bundle = len(right)
        return self._voice.consent()

    def _decline(self, reading: Reading) -> list[str]:
        """No to a yes-or-no question about something that was not asked for."""
        if not reading.asks_yes or reading.requests or self._comes_next(reading):
            return []
        asking = [unit.text for unit in reading.units if unit.question] or [reading.text]
        if not any(_CHANGES_SOMETHING.search(text) for text in asking):
            return []
        self._declined += 1
        # An agent that goes on offering other things has not understood the wish.
        again = self._wish_again() if self._declined > 1 and not reading.refusals else []
        return [self._voice.line("decline"), *again]

    def _about_one_value(self, reading: Reading) -> list[str]:
        """The answer to "the Visa ending in 1234?": how the customer states that one value."""
        fields = [
            field
            for pursuit in self._open(Stage.RAISED)
            for field in pursuit.goal.fields
            if not self._answers.was_said(field.say)
        ]
        asked = about_one_value(reading, fields)
        says = self._answers.values(asked)
        if not says:
            return []
        self._moment = "question"
        questions = " ".join(unit.text for unit in reading.questions)
        wrong = any(
            holds_any(questions, one.reject) and not holds_any(questions, one.accept)
            for one in asked
        )
        return [self._voice.line("rather"), *says] if wrong else says

    def _comes_next(self, reading: Reading) -> bool:
        """True if what was refused is followed by an offer of what the customer wants next."""
        waiting = self._open(Stage.WAITING)
        refused = [one for one in self._open(Stage.RAISED) if one.goal.outcome == "refused"]
        if not (reading.asks_yes and refused and waiting and waiting[0].goal.fields):
            return False
        offered = waiting[0].named_in(reading.offered) and waiting[0].touched_in(reading.text)
        return offered and not waiting[0].judge(reading.text).wrong

    def _more_of_the_same(self, about: list[Pursuit]) -> list[str]:
        """Goals of the same act that are still to come, where the agent asks for the whole list."""
        acts = {pursuit.goal.act for pursuit in about}
        more = [one for one in self._open(Stage.WAITING) if one.goal.act in acts]
        for pursuit in more:
            pursuit.stage = Stage.RAISED
            self._progress = True
        return [pursuit.goal.say for pursuit in more]

    def _tells_more(self, reading: Reading) -> bool:
        """True if one of the preferences asked for answers what else there is."""
        return any(
            asks_if_complete(phrase) and word(phrase).search(unit.text)
            for field in self._asked(reading).fields
            for phrase in field.ask
            for unit in reading.completeness
        )

    def _say_whether_complete(self, reading: Reading) -> list[str]:
        if not reading.asks_if_complete:
            return []
        raised = [one for one in self._open(Stage.RAISED) if one.goal.outcome == "done"]
        about = [
            one for one in raised if one.named_in(reading.text) or one.touched_in(reading.text)
        ]
        if not about:
            return []
        return self._more_of_the_same(about) or [self._voice.line("nothing_more")]

    def _correct(self, wrong: Sequence[tuple[Pursuit, Fit]]) -> list[str]:
        says: list[str] = []
        for pursuit, verdict in wrong:
            for field in verdict.wrong:
                if pursuit.stated[field.name]:
                    self._suffer("wrong again")
                else:
                    self._progress = True
                pursuit.stated[field.name] += 1
                says.append(field.say)
            pursuit.stage = Stage.RAISED
        return [self._voice.line("correct"), *dict.fromkeys(says)]

    def _complete(self, partial: Sequence[tuple[Pursuit, Fit]]) -> list[str]:
        says: list[str] = []
        for pursuit, verdict in partial:
            for field in verdict.missing:
                if not pursuit.stated[field.name]:
                    self._progress = True
                pursuit.stated[field.name] += 1
                says.append(field.say)
            pursuit.stage = Stage.RAISED
        return [self._voice.line("missing"), *dict.fromkeys(says)]

    # -- facts ----------------------------------------------------------------------------

    def _asked(self, reading: Reading) -> Asked:
        pursuits = self._open()
        # What is asked for concerns the open goals first, but the customer knows the rest too.
        by_nearness = [*pursuits, *(one for one in self._pursuits if not one.open)]
        nearest = [slot for pursuit in by_nearness for slot in pursuit.goal.knows]
        fields = [field for pursuit in pursuits for field in pursuit.goal.fields]
        return what_is_asked(reading, [*nearest, *self._script.knows], self._script.knows, fields)

    def _wish_again(self) -> list[str]:
        focus = self._focus
        return [focus.goal.say] if focus else []

    # -- what remains ---------------------------------------------------------------------

    def _follow_up(self, reading: Reading, parts: list[str]) -> list[str]:
        """Ask for what is still to be heard of goals whose outcome is known."""
        asks: list[str] = []
        for pursuit in self._open(Stage.REPORTED, Stage.REFUSED):
            if not pursuit.unheard():
                if pursuit.stage is Stage.REPORTED or not pursuit.said_fallback:
                    pursuit.stage = Stage.SETTLED
                continue
            if pursuit.goal.if_refused in parts:
                continue
            asks += self._ask_wishes(pursuit, reading)
        for pursuit in self._open(Stage.RAISED):
            if pursuit.goal.outcome == "told" and pursuit.heard and not (parts or reading.requests):
                asks += self._ask_wishes(pursuit, reading)
        return asks

    def _ask_wishes(self, pursuit: Pursuit, reading: Reading) -> list[str]:
        asks: list[str] = []
        for wish in pursuit.unheard():
            if pursuit.asked_wish[wish.name] >= MOST_ASKINGS:
                self._suffer("refused without reason")
                pursuit.stage = Stage.GIVEN_UP
                return []
            if reading.requests and self._asked(reading).slots:
                continue
            pursuit.asked_wish[wish.name] += 1
            self._asked_wishes.add(wish.name)
            asks.append(wish.ask)
        return asks

    def _fall_back(self, reading: Reading) -> list[str]:
        """Nothing was asked that the customer can answer, and nothing told."""
        mentioned = [
            slot
            for slot in slots_mentioned(reading, self._script.knows)
            if not self._answers.knows_already(slot)
        ]
        if mentioned:
            # In whatever words: what identifies the customer is mentioned to be given.
            self._moment = "question"
            either = re.search(r"\bor\b", reading.text)
            return self._answers.facts(mentioned[:1] if either else mentioned)
        if reading.stalls or reading.passes_on:
            self._suffer("stalled")
            self._moment = "waiting"
            return [self._voice.line("waiting")]
        agreed = self._open(Stage.AGREED)
        if agreed and not self._open(Stage.RAISED):
            return [self._voice.line("and_that" if self._some_reported(agreed) else "is_it_done")]
        if reading.offers_lookup:
            return [self._voice.line("look")]
        told = self._answers.again(self._script.knows)
        if reading.lookup_failed and told:
            return told
        focus = self._focus
        if not focus:
            return [self._voice.line("waiting")]
        wishes = self._ask_wishes(focus, reading) if focus.goal.outcome == "told" else []
        if wishes:
            return wishes
        if any(_CLAIM.search(unit.text) for unit in reading.successes) and not reading.asks:
            focus.claimed = True
            self._suffer("claimed without a yes")
            return [self._voice.line("not_agreed"), self._voice.line("what_exactly")]
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
            self._moment = "question"
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
        return len(agreed) < self._bundle

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
