"""What the customer says to a listing: yes, that it is wrong, or that something is missing."""

import re
from collections.abc import Sequence

from tau_emo_client.users.scripted.compare import holds
from tau_emo_client.users.scripted.fit import Fit
from tau_emo_client.users.scripted.listing import Listing
from tau_emo_client.users.scripted.mind import Mind
from tau_emo_client.users.scripted.pursuit import Pursuit, Stage
from tau_emo_client.users.scripted.reading import Reading

_WITHOUT = re.compile(r"^(?:without|no) ")


def _states(text: str, value: str) -> bool:
    """True if lower-case text names a value, in one of both ways if it says that there is none."""
    if _WITHOUT.match(value):
        return any(holds(text, _WITHOUT.sub(f"{word} ", value)) for word in ("without", "no"))
    return holds(text, value)


class Verdicts:
    """Judges listings.

    Args:
        mind: what the customer has in mind; goals that are listed rightly are agreed to.
    """

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._voice = mind.voice
        self._patience = mind.patience
        self.just_agreed = False
        """True if the last message was a yes."""
        self.bundle = 0
        """To how many goals the last yes was said at once."""

    def consider(self, listing: Listing, reading: Reading, parts: list[str]) -> str:
        """The consent to a listing, or nothing with `parts` extended by another answer."""
        # A fact that the message does not hold leaves the listing open.
        open_facts = [
            slot
            for slot in self._mind.asked(reading).slots
            if not _states(reading.text, slot.value) and not self._mind.answers.knows_already(slot)
        ]
        if open_facts:
            self._mind.moment = "question"
            parts += self._mind.answers.facts(open_facts)
            return ""
        if reading.asks_if_complete:
            more = self._mind.more_of_the_same(list(listing.about))
            if more:
                parts += more
                return ""
        for pursuit, verdict in listing.judged:
            pursuit.seen_right = {one.name for one in verdict.right}
        if listing.wrong:
            parts += self._correct(listing.wrong)
        elif listing.partial:
            missing = {field.say for _, verdict in listing.partial for field in verdict.missing}
            stated = self._mind.about_one_value(reading)
            parts += stated if missing & set(stated) else self._complete(listing.partial)
        else:
            return self._agree(list(listing.right), reading)
        return ""

    def _agree(self, right: list[Pursuit], reading: Reading) -> str:
        if all(pursuit.goal.outcome == "told" for pursuit in right):
            return self._voice.line("look")
        if any(pursuit.goal.outcome == "handed_off" for pursuit in right):
            return self._voice.line("want_person")
        for pursuit in right:
            if pursuit.stage is Stage.AGREED and self.just_agreed and not reading.failed:
                self._patience.suffer("asked for the yes again")
            elif not pursuit.agreed_once:
                self._mind.progress = True
                self._patience.recover("listed rightly")
            if pursuit.goal.outcome != "told":
                pursuit.stage = Stage.AGREED
                pursuit.agreed_once = True
        self.bundle = len(right)
        return self._voice.consent()

    def _correct(self, wrong: Sequence[tuple[Pursuit, Fit]]) -> list[str]:
        says: list[str] = []
        for pursuit, verdict in wrong:
            for field in verdict.wrong:
                if pursuit.stated[field.name]:
                    self._patience.suffer("wrong again")
                else:
                    self._mind.progress = True
                pursuit.stated[field.name] += 1
                says.append(field.say)
            pursuit.stage = Stage.RAISED
        return [self._voice.line("correct"), *dict.fromkeys(says)]

    def _complete(self, partial: Sequence[tuple[Pursuit, Fit]]) -> list[str]:
        says: list[str] = []
        for pursuit, verdict in partial:
            for field in verdict.missing:
                if not pursuit.stated[field.name]:
                    self._mind.progress = True
                pursuit.stated[field.name] += 1
                says.append(field.say)
            pursuit.stage = Stage.RAISED
        return [self._voice.line("missing"), *dict.fromkeys(says)]
