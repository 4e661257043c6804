"""What the agent tells about the customer's goals: success, refusal, claims and wished facts."""

import re

from tau_emo_client.users.scripted.compare import holds_any
from tau_emo_client.users.scripted.contrary import goes_against
from tau_emo_client.users.scripted.fit import contradicted
from tau_emo_client.users.scripted.mind import Mind
from tau_emo_client.users.scripted.pursuit import MOST_ASKINGS, MOST_REFUSALS, Pursuit, Stage
from tau_emo_client.users.scripted.reading import Reading
from tau_emo_client.users.scripted.wishes import is_told
from tau_emo_client.users.scripted.wordings import DONE
from tau_emo_servers.values import values_in

_ALL = re.compile(r"\b(?:both|all|everything|each)\b")
_MOVES_ON = re.compile(
    r"\b(?:move|get|go|carry) on\b|\bturn to\b|\bnext\b|\bcontinue with\b|\b(?:now|also|then)\b"
)
"""Asking for a yes to what comes after what was done."""
_AGAIN = re.compile(r"\b(?:again|once more|another try|retry|second try)\b")
_CLAIM = re.compile(
    r"\b(?:i've|i have|we've|we have|has been|have been|has now been|is now|are now|successfully"
    r"|you're now|you are now)\b|\bdone[.!:]"
    rf"|\b(?:it|that|this|everything|all|both|they|these|those)(?:'s| is| are| has been| have been)"
    rf"(?: \w+)? {DONE}\b"
    rf"|^\W*(?:all |both |great, |okay, )?{DONE}\b"
)
"""Saying that something has been done, with a word that leaves no doubt."""

_KINDS = {"number": "amount"}
"""Kinds of wished facts that look alike."""
_STANDS = re.compile(
    r"\b(?:now|as of today|from today|gone|on (?:its|their) way|went|took|is yours|are yours"
    r"|(?:is|are) (?:in|on|back))\b(?!.*\b(?:need|please|would|shall|once|if|when i|will need)\b)"
)
"""Words by which something is said to be so now, if not in words of an act."""
_LOOKED = re.compile(
    r"\b(?:i|we|i've|we've|i have|we have) (?:now |just |also |can )*"
    r"(?:looked|checked|found|reviewed|verified|see)\b"
    r"|\b(?:looking|reviewing|thanks?|before|would|let me|regarding"
    r"|(?:do|does|did|is|are|am|has|have|can|could|will) not)\b"
)
"""Words of a sentence that reports nothing as done although it names the thing."""


def claims_success(reading: Reading) -> bool:
    """True if a message leaves no doubt that it reports something as done."""
    return any(_CLAIM.search(unit.text) for unit in reading.successes)


class Outcomes:
    """Takes in what has become of the goals, and answers it.

    Args:
        mind: what the customer has in mind; its goals move on.
    """

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._agenda = mind.agenda
        self._voice = mind.voice
        self._patience = mind.patience
        self._own_text = mind.script.model_dump_json().lower()
        # Inches are no sum of money.
        self._own_values = values_in(re.sub(r"\b\d+\\\"", " ", mind.script.model_dump_json()))

    def listen(self, reading: Reading) -> None:
        """Hear the facts that the customer wants to be told."""
        for pursuit in self._agenda.open():
            unheard = pursuit.unheard()
            if unheard and pursuit.goal.outcome == "told" and self._is_of_another(pursuit, reading):
                continue
            kinds = [_KINDS.get(wish.kind, wish.kind) for wish in unheard]
            for wish in unheard:
                asked = wish.name in self._mind.asked_wishes
                alone = kinds.count(_KINDS.get(wish.kind, wish.kind)) == 1
                if is_told(
                    wish,
                    reading,
                    self._own_values,
                    asked,
                    acts=pursuit.goal.words,
                    alone=alone,
                    own_text=self._own_text,
                ):
                    pursuit.heard.add(wish.name)
                    self._mind.progress = True
                    self._patience.recover("told")
        self._mind.asked_wishes = set()

    def _is_of_another(self, pursuit: Pursuit, reading: Reading) -> bool:
        """True if what is told is about something else than was asked."""
        return goes_against(pursuit.goal, reading.told, reading.cased)

    def reports(self, reading: Reading) -> list[str]:
        """After a yes: has it been done? If it has, the moment is a success."""
        agreed = self._agenda.open(Stage.AGREED)
        if not agreed:
            return []
        moves_on = bool(reading.successes) and bool(_MOVES_ON.search(reading.asking))
        if (
            reading.asks_yes
            and not moves_on
            and not (self._agenda.open(Stage.RAISED) or claims_success(reading))
        ):
            # "$9.44 is refunded to your gift card. Shall I?" lists again what was agreed to.
            return []
        has_failed = self._has_failed(reading, agreed)
        failed = has_failed and (reading.asks_yes or not claims_success(reading))
        undone = reading.not_done
        if reading.successes and not failed:
            reported = " ".join(unit.text for unit in reading.successes)
            named = [
                one for one in agreed if one.named_in(reported) and self._is_meant(one, reported)
            ] or [one for one in agreed if one.touched_in(reported)]
            done = agreed if _ALL.search(reported) or not named else named
            left = [one for one in done if one.named_in(undone) and not one.named_in(reported)]
            if left and not any(one.touched_in(reported) for one in left):
                return [self._voice.line("try_again")]
            vague = not re.search(r"\d", reading.text) and not named
            for pursuit in done:
                if vague and self._voice.doubting and not pursuit.asked_what_exactly:
                    pursuit.asked_what_exactly = True
                    return [self._voice.line("what_exactly")]
            return self._object(done, reading) or self._take_as_done(done)
        if has_failed and any(_AGAIN.search(unit.text) for unit in reading.questions):
            # The yes still stands after an error.
            return [self._voice.line("try_again")]
        if has_failed or (reading.refusals and not reading.asks_yes):
            for pursuit in agreed:
                pursuit.stage = Stage.RAISED
                pursuit.seen_right = set()
            return []
        if reading.asks_yes or reading.stalls:
            return []
        assured = reading.text.lstrip().startswith("yes")
        # "The certificate is in your profile": after the yes that is a report as well.
        told = " ".join(unit.text for unit in reading.units if not _LOOKED.search(unit.text))
        if reading.asks:
            # Beside a question only what it says to be so now.
            told = " ".join(
                unit.text
                for unit in reading.units
                if _STANDS.search(unit.text) and unit not in reading.requests and not unit.question
            )
            done = [one for one in agreed if one.touched_in(told)]
        else:
            done = [one for one in agreed if assured or one.asked_what_exactly] or [
                one for one in agreed if one.touched_in(told) or one.heard
            ]
        return self._object(done, reading) or (self._take_as_done(done) if done else [])

    def _has_failed(self, reading: Reading, agreed: list[Pursuit]) -> bool:
        """True if something failed beside what the customer wants left alone."""
        return any(
            not any(
                holds_any(clause, field.reject) and not one.touched_in(clause)
                for one in agreed
                for field in one.goal.fields
            )
            for clause in reading.failures
        )

    def _take_as_done(self, done: list[Pursuit]) -> list[str]:
        for pursuit in done:
            self._report(pursuit)
        self._mind.moment = "success"
        return [self._voice.line("thanks")]

    def _object(self, done: list[Pursuit], reading: Reading) -> list[str]:
        """A word against a report that says something else was done than was agreed; once."""
        wrong = [
            (pursuit, field)
            for pursuit in done
            for field in contradicted(pursuit.goal, reading, self._values_beside(pursuit))
            if field.name not in pursuit.objected
        ]
        if not wrong:
            return []
        for pursuit, field in wrong:
            pursuit.objected.add(field.name)
        self._mind.progress = True
        says = dict.fromkeys(field.say for _, field in wrong)
        return [self._voice.line("correct"), *says]

    def _values_beside(self, pursuit: Pursuit) -> tuple[str, ...]:
        """The accepted values of the other goals that are agreed to."""
        return tuple(
            value
            for other in self._agenda.open(Stage.AGREED)
            if other is not pursuit
            for field in other.goal.fields
            for value in field.accept
        )

    def _is_meant(self, pursuit: Pursuit, text: str) -> bool:
        """False if another agreed goal of the same act fits the text and this one does not."""
        rivals = [
            other
            for other in self._agenda.open(Stage.AGREED)
            if other is not pursuit and set(other.goal.words) & set(pursuit.goal.words)
        ]
        if not rivals or pursuit.touched_in(text):
            return True
        return not any(other.touched_in(text) for other in rivals)

    def _report(self, pursuit: Pursuit) -> None:
        pursuit.stage = Stage.REPORTED if pursuit.unheard() else Stage.SETTLED
        self._mind.progress = True
        self._patience.recover("settled")

    def refusals(self, reading: Reading, reported: bool) -> list[str]:
        """Accept a refusal that is right, with its reason; resist one that is wrong."""
        if not reading.refusals:
            return []
        refused = " ".join(unit.text for unit in reading.refusals)
        raised = self._agenda.open(Stage.RAISED)
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
                self._mind.moment = "refusal"
        if parts and not reading.empathic:
            self._patience.suffer("refused coldly")
        return parts

    def _take_refusal(self, pursuit: Pursuit, reading: Reading) -> list[str]:
        goal = pursuit.goal
        if goal.outcome == "refused":
            return self._accept_refusal(pursuit, reading)
        if goal.outcome == "told" and not pursuit.unheard():
            return []
        asked = self._mind.asked(reading)
        if asked.slots or asked.fields:
            # It says why it needs what it asks for, or which choice is none; the answer matters.
            return []
        pursuit.refusals += 1
        self._patience.suffer(
            "refused wrongly" if reading.gives_reason else "refused without reason"
        )
        if pursuit.refusals >= MOST_REFUSALS:
            pursuit.stage = Stage.GIVEN_UP
            self._mind.progress = True
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
            self._patience.suffer("refused without reason")
            self._mind.progress = first
            return [self._voice.line("why")]
        return self._accept(pursuit)

    def _accept(self, pursuit: Pursuit) -> list[str]:
        self._mind.progress = True
        pursuit.stage = Stage.REFUSED
        answered = bool(pursuit.goal.hears) and not pursuit.unheard()
        if pursuit.goal.if_refused and not pursuit.said_fallback and not answered:
            pursuit.said_fallback = True
            self._mind.asked_wishes |= {wish.name for wish in pursuit.unheard()}
            return [pursuit.goal.if_refused]
        if not pursuit.unheard():
            pursuit.stage = Stage.SETTLED
        return [self._voice.line("accept_refusal")]

    def answers(self, reading: Reading, refused: list[Pursuit]) -> list[str]:
        """What follows a refusal: the reason asked for, or an answer to the line said then."""
        nothing_new = not (reading.refusals or reading.asks or reading.stalls or reading.successes)
        comes_next = self._agenda.comes_next(reading) and not reading.refusals
        if nothing_new or comes_next:
            for pursuit in self._agenda.open(Stage.RAISED):
                next_is_offered = pursuit.goal.outcome == "refused" and comes_next
                if pursuit.asked_why or next_is_offered:
                    return self._accept(pursuit)
        for pursuit in refused:
            answered = pursuit.said_fallback and not pursuit.unheard()
            if answered and not (reading.stalls or reading.requests):
                pursuit.stage = Stage.SETTLED
                self._mind.progress = True
        return []

    def claims(self, reading: Reading) -> list[str]:
        """Success is claimed for something the customer never agreed to."""
        told_as_so = () if reading.asks or reading.refusals else reading.states_as_so
        successes = reading.successes or told_as_so
        if not successes or reading.requests or reading.asks_yes:
            return []
        for pursuit in self._agenda.open(Stage.RAISED):
            if pursuit.goal.outcome not in ("done", "refused"):
                continue
            claims = [
                unit.text
                for unit in successes
                if (pursuit.named_in(unit.text) or pursuit.touched_in(unit.text))
                and (_CLAIM.search(unit.text) or pursuit.claimed or unit in told_as_so)
            ]
            if pursuit.claimed and claims:
                self._report(pursuit)
            elif claims and (not pursuit.goal.fields or pursuit.touched_in(reading.text)):
                pursuit.claimed = True
                self._mind.progress = True
                self._patience.suffer("claimed without a yes")
                return [self._voice.line("not_agreed"), self._voice.line("what_exactly")]
        return []

    def close_told(self, reading: Reading, parts: list[str]) -> list[str]:
        """Settle questions that were answered; thanks first, unless something else was said."""
        for pursuit in self._agenda.open(Stage.RAISED):
            if pursuit.goal.outcome != "told" or pursuit.unheard():
                continue
            answered = bool(pursuit.goal.hears) or not (
                reading.asks or reading.stalls or reading.refusals or reading.lookup_failed
            )
            if answered:
                self._report(pursuit)
                if not parts:
                    parts = [self._voice.line("thanks")]
        return parts

    def follow_up(self, reading: Reading, parts: list[str]) -> list[str]:
        """Ask for what is still to be heard of goals whose outcome is known."""
        asks: list[str] = []
        for pursuit in self._agenda.open(Stage.REPORTED, Stage.REFUSED):
            if not pursuit.unheard():
                if pursuit.stage is Stage.REPORTED or not pursuit.said_fallback:
                    pursuit.stage = Stage.SETTLED
                continue
            if pursuit.goal.if_refused in parts:
                continue
            asks += self.ask_wishes(pursuit, reading)
        for pursuit in self._agenda.open(Stage.RAISED):
            if pursuit.goal.outcome == "told" and pursuit.heard and not (parts or reading.requests):
                asks += self.ask_wishes(pursuit, reading)
        return asks

    def ask_wishes(self, pursuit: Pursuit, reading: Reading) -> list[str]:
        """Ask for what was not heard yet; a goal is given up when that was no use."""
        asks: list[str] = []
        for wish in pursuit.unheard():
            if pursuit.asked_wish[wish.name] >= MOST_ASKINGS:
                self._patience.suffer("refused without reason")
                pursuit.stage = Stage.GIVEN_UP
                return []
            if reading.requests and self._mind.asked(reading).slots:
                continue
            pursuit.asked_wish[wish.name] += 1
            self._mind.asked_wishes.add(wish.name)
            asks.append(wish.ask)
        return asks
