"""A stress agent: it does what is right, and has no word for the customer."""

from collections.abc import Sequence

from tau_emo_client.agents.reference.agent import Play, ReferenceAgent
from tau_emo_client.agents.reference.manner import Manner, words_of
from tau_emo_servers.consent import asks_for_yes
from tau_emo_tasks.task import Task

_FORM = ("your full name", "your email address", "your phone number", "your zip code")
"""What it wants to know of everybody, needed or not."""
_OPENINGS = ("Data.", "Record.", "Details.", "Form.", "Again.")


class CurtAgent(ReferenceAgent):
    """The actions of the reference agent, without courtesy and with needless questions.

    It asks for everything at once, asks for the same facts again before each listing, and never
    acknowledges what the customer says or feels.

    Args:
        task: the task, as for the reference agent.
    """

    def __init__(self, task: Task) -> None:
        super().__init__(task, CurtManner(task.domain))
        self._forms = 0

    def _say(self, text: str) -> Play:
        """Say a text; before a listing the whole form is asked for."""
        if asks_for_yes(text):
            opening = _OPENINGS[self._forms % len(_OPENINGS)]
            self._forms += 1
            yield from super()._say(f"{opening} {_asked(_FORM)}")
        yield from super()._say(text)


class CurtManner(Manner):
    """Asks for much at once and acknowledges nothing.

    Args:
        domain: the domain it speaks in.
    """

    def __init__(self, domain: str) -> None:
        super().__init__(words_of(domain))

    @property
    def anything_else(self) -> str:
        """A word."""
        return "Next?"

    @property
    def looked_up(self) -> str:
        """A word."""
        return "Result:"

    @property
    def again(self) -> str:
        """A word."""
        return "Again:"

    @property
    def again_refused(self) -> str:
        """A word."""
        return "Again:"

    @property
    def list_again(self) -> str:
        """A word."""
        return "Again:"

    def before_asking(self) -> str:
        """Nothing."""
        return ""

    def before_listing(self) -> str:
        """Nothing."""
        return ""

    def before_outcome(self, refused: bool) -> str:
        """Nothing."""
        return ""

    def still_needed(self, facts: Sequence[str]) -> str:
        """The same without a word of thanks."""
        return " ".join(f"What is your {fact}?" for fact in facts)

    def ask(self, parameters: Sequence[str]) -> str:
        """A question for each fact, and those of the form beside them."""
        facts = self.facts(parameters)
        return _asked([*facts, *(fact for fact in _FORM if fact not in facts)])


def _asked(facts: Sequence[str]) -> str:
    return " ".join(f"What is {fact}?" for fact in facts)
