"""What the customer answers when asked for facts and preferences, and what was said before."""

import re
from collections.abc import Iterable, Sequence

from tau_emo_client.users.scripted.asked import Asked
from tau_emo_client.users.scripted.compare import holds
from tau_emo_client.users.scripted.patience import Patience
from tau_emo_client.users.scripted.pursuit import Pursuit, Stage
from tau_emo_client.users.scripted.reading import Reading
from tau_emo_client.users.scripted.voice import Voice
from tau_emo_tasks.script import Field, Slot

_NUMBER = re.compile(r"\b(?:order|reservation|booking|item|ticket|appointment) number\b")
_OBJECT = re.compile(r"\b(?:order|reservation|booking|trip|item|ticket|appointment)\b")


class Answers:
    """The memory of one customer: what was said and told, and answers that heed it.

    Args:
        voice: how the customer sounds.
        patience: suffers when something is asked again.
        knows: what tells who the customer is; the forthcoming give of it what is not asked for.
    """

    def __init__(self, voice: Voice, patience: Patience, knows: Sequence[Slot]) -> None:
        self._voice = voice
        self._patience = patience
        self._knows = knows
        self._said = ""
        self._told: set[tuple[str, str]] = set()
        self._wishes_pointed_at: set[str] = set()
        self.told_something_new = False
        """True if the answers since the last `note` held something new."""

    def note(self, message: str) -> None:
        """Remember what the customer has said."""
        self._said += "\n" + message.lower()
        self.told_something_new = False

    def was_said(self, sentence: str) -> bool:
        """True if the customer has said this sentence."""
        return sentence.lower() in self._said

    def was_told(self, slot: Slot) -> bool:
        """True if the customer has given this fact when it was asked for."""
        return (slot.name, slot.value) in self._told

    def knows_already(self, slot: Slot) -> bool:
        """True if the agent has been told this fact."""
        return self.was_told(slot) or (len(slot.value) > 3 and holds(self._said, slot.value))

    def to(self, asked: Asked, reading: Reading, focus: Pursuit | None) -> list[str]:
        """The answers to what a message asks for: facts, preferences, and what is not known.

        Args:
            asked: what it asks for.
            reading: the message.
            focus: the goal the customer has in mind.
        """
        parts = self.facts([*asked.slots, *self._unasked(asked.slots)])
        preferences = self._preferences(asked, reading, focus)
        if asked.unknown:
            preferences.append(self._voice.line("unknown", thing=_listed(asked.unknown)))
            preferences += self._object_of(asked, focus)
        return parts + [one for one in preferences if one not in parts]

    def facts(self, slots: Iterable[Slot]) -> list[str]:
        """Facts the agent asks for; those given before with a remark.

        A customer who is brief gives half of what is asked for at once and waits to be asked again.
        """
        asked = list(slots)
        fresh = [slot for slot in asked if not self.knows_already(slot)]
        old = [slot for slot in asked if slot not in fresh]
        if self._voice.brief:
            fresh = fresh[: (len(fresh) + 1) // 2]
        parts: list[str] = []
        if old:
            self._patience.suffer("asked again")
            if not fresh:
                parts.append(self._voice.line("already_told"))
        for slot in [*old, *fresh]:
            parts.append(sentence(slot))
            self._told.add((slot.name, slot.value))
        self.told_something_new |= bool(fresh)
        return parts

    def _unasked(self, asked: Sequence[Slot]) -> list[Slot]:
        """One fact more, from those who are forthcoming when they are asked for several."""
        if not self._voice.forthcoming or len(asked) < 2:
            return []
        return [one for one in self._knows if one not in asked and not self.knows_already(one)][:1]

    def again(self, slots: Sequence[Slot]) -> list[str]:
        """The facts given so far, for an agent that finds nothing by them."""
        return [sentence(slot) for slot in slots if self.knows_already(slot)]

    def values(self, fields: Iterable[Field]) -> list[str]:
        """How the customer states preferences; progress if one of them is new."""
        says = list(dict.fromkeys(field.say for field in fields))
        self.told_something_new |= any(not self.was_said(say) for say in says)
        return says

    def wish_of(self, pursuit: Pursuit) -> list[str]:
        """The wish, which decides between choices: pointed at the first time, then no more."""
        if pursuit.goal.say in self._wishes_pointed_at:
            return [self._voice.line("cannot_say")]
        self._wishes_pointed_at.add(pursuit.goal.say)
        return [self._voice.line("as_i_said"), pursuit.goal.say]

    def _preferences(self, asked: Asked, reading: Reading, focus: Pursuit | None) -> list[str]:
        before = self.told_something_new
        self.told_something_new = False
        says = self.values(asked.fields)
        fresh, self.told_something_new = self.told_something_new, before | self.told_something_new
        if says and not fresh and not reading.asks_yes:
            self._patience.suffer("asked again")
        if not says and asked.preference and focus and focus.stage is Stage.RAISED:
            return self.wish_of(focus)
        return says

    def _object_of(self, asked: Asked, focus: Pursuit | None) -> list[str]:
        """What the wish is about, for want of the number that was asked for."""
        if not focus or not any(_NUMBER.search(thing) for thing in asked.unknown):
            return []
        about = [field for field in focus.goal.fields if _OBJECT.search(field.name.lower())]
        return [field.say for field in about[:1] if field not in asked.fields]


def sentence(slot: Slot) -> str:
    """The sentence by which the customer gives a fact."""
    if slot.say:
        return slot.say
    return slot.value if slot.value.endswith((".", "!", "?")) else f"{slot.value}."


def _listed(things: tuple[str, ...]) -> str:
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} or {things[-1]}"
