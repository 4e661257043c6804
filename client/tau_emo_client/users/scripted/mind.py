"""What the customer has in mind: agenda, memory, voice and patience, and the present turn."""

from collections.abc import Sequence

from tau_emo_client.users.scripted.agenda import Agenda
from tau_emo_client.users.scripted.answers import Answers
from tau_emo_client.users.scripted.asked import Asked, about_one_value, what_is_asked
from tau_emo_client.users.scripted.compare import holds_any
from tau_emo_client.users.scripted.patience import Patience
from tau_emo_client.users.scripted.pursuit import Pursuit, Stage
from tau_emo_client.users.scripted.reading import Reading
from tau_emo_client.users.scripted.voice import Moment, Voice
from tau_emo_tasks.script import UserScript


class Mind:
    """The mind of one customer, which the parts of an answer share.

    Args:
        script: the customer's goals and facts.
        voice: how the customer sounds.
        patience: how long the customer bears with the agent.
    """

    def __init__(self, script: UserScript, voice: Voice, patience: Patience) -> None:
        self.script = script
        self.voice = voice
        self.patience = patience
        self.agenda = Agenda(script.goals)
        self.answers = Answers(voice, patience, script.knows)
        self.asked_wishes: set[str] = set()
        """The wishes that the last message asked for."""
        self.moment: Moment = "none"
        """What the agent has just done, for the remark that fits it."""
        self.progress = False
        """True if this turn has brought something new."""
        self._asked: tuple[Reading, list[int], Asked] | None = None

    def begin_turn(self) -> None:
        """Forget the turn before."""
        self.moment = "none"
        self.progress = False

    def is_moment(self, moment: Moment) -> bool:
        """True if the agent has just done this."""
        return self.moment == moment

    def asked(self, reading: Reading) -> Asked:
        """What a message asks for, of all that the customer knows and prefers."""
        pursuits = self.agenda.open()
        # It is asked more than once in a turn, while the same goals are open.
        known = (reading, [*map(id, pursuits)])
        if self._asked is None or self._asked[0] is not reading or self._asked[1] != known[1]:
            self._asked = (*known, self._asked_of(reading, pursuits))
        return self._asked[2]

    def _asked_of(self, reading: Reading, pursuits: Sequence[Pursuit]) -> Asked:
        fields = [field for pursuit in pursuits for field in pursuit.goal.fields]
        slots = [slot for pursuit in pursuits for slot in pursuit.goal.knows]
        knows = self.script.knows
        identified = any(self.answers.was_told(slot) for slot in knows)
        asked = what_is_asked(reading, [*slots, *knows], knows, fields, identified=identified)
        others = [slot for one in self.agenda.pursuits if not one.open for slot in one.goal.knows]
        if asked.slots or asked.fields or not others:
            return asked
        # What is asked for concerns the open goals first, but the customer knows the rest too.
        slots += others
        return what_is_asked(reading, [*slots, *knows], knows, fields, identified=identified)

    def about_one_value(self, reading: Reading) -> list[str]:
        """The answer to "the Visa ending in 1234?": how the customer states that one value."""
        fields = [
            field
            for pursuit in self.agenda.open(Stage.RAISED)
            for field in pursuit.goal.fields
            if not self.answers.was_said(field.say)
        ]
        asked = about_one_value(reading, fields)
        says = self.answers.values(asked)
        if not says:
            return []
        self.moment = "question"
        questions = " ".join(unit.text for unit in reading.questions)
        wrong = any(
            holds_any(questions, one.reject) and not holds_any(questions, one.accept)
            for one in asked
        )
        return [self.voice.line("rather"), *says] if wrong else says

    def more_of_the_same(self, about: Sequence[Pursuit]) -> list[str]:
        """Goals of the same act that are still to come, where the agent asks for the whole list."""
        more = self.agenda.raise_same_act(about)
        self.progress |= bool(more)
        return [goal.say for goal in more]
