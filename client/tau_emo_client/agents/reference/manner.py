"""How the reference agent speaks: what all domains share, and a domain's own words."""

import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain, cycle
from typing import Any

from tau_emo_client.agents.reference.phrases import joined, spaced
from tau_emo_client.agents.reference.seen import Seen
from tau_emo_servers.conversation import ToolCall
from tau_emo_tasks.gold import GoldStep
from tau_emo_tasks.task import Output

Arguments = Mapping[str, Any]
Result = Mapping[str, Any]
Wording = Callable[[Arguments, Result, Seen], str]
"""Words for one write from its arguments, its result (known beforehand from the gold
actions; a plain line stands under `line`) and what the agent has seen."""
Intake = Callable[[Arguments, Seen], str]
"""What is still to be asked before a write, from its arguments and what was heard so far."""


@dataclass(frozen=True)
class DomainWords:
    """What the reference agent says in one domain."""

    questions: Mapping[str, str]
    """How to ask for a parameter: `email` -> `the e-mail address on your account`."""
    intakes: Mapping[str, str | Intake]
    """What to ask once before a write is listed, by tool; an empty text asks nothing."""
    listings: Mapping[str, Wording]
    """How a write is listed, by tool: act, object, every stored value, money, what is lost."""
    reports: Mapping[str, Wording]
    """How a write that succeeded is reported, by tool."""
    refusals: Mapping[str, str]
    """Why a wish is refused, by rule id."""
    answers: Mapping[str, Wording] = field(default_factory=dict[str, Wording])
    """What is told of a look-up beside the facts asked for, by tool."""
    read_back: Mapping[str, Callable[[str], str]] = field(
        default_factory=dict[str, Callable[[str], str]]
    )
    """What the next message says of the result of a read, by tool."""
    sign: str = "$"
    """What stands before an amount asked for; empty where money is in several currencies."""


_WHEN_ASKING = (
    "Thank you for writing; I understand what you need and I will take care of it.",
    "Thank you for telling me; I understand.",
    "I understand, and I will look after this.",
)
_WHEN_LISTING = (
    "Thank you for your patience, I have looked into it.",
    "I understand how much depends on this, so here it is in full.",
)
_WHEN_DONE = ("Thank you for your patience.", "I appreciate your patience.", "Thank you.")
_WHEN_REFUSING = (
    "I understand why you ask, and I am sorry that my answer is not the one you hoped for.",
    "I am sorry to tell you this.",
)


class Manner:
    """The agent's wording in one conversation."""

    def __init__(self, words: DomainWords) -> None:
        self._words = words
        self._asking = chain(_WHEN_ASKING[:1], cycle(_WHEN_ASKING[1:]))
        self._listing = cycle(_WHEN_LISTING)
        self._done = cycle(_WHEN_DONE)
        self._refusing = cycle(_WHEN_REFUSING)

    @property
    def anything_else(self) -> str:
        """How a message with an outcome ends."""
        return "Is there anything else I can help you with?"

    @property
    def looked_up(self) -> str:
        """What stands before the facts of an answer."""
        return "I have looked this up for you."

    @property
    def again(self) -> str:
        """What stands before an outcome that is told again."""
        return "To sum up where we are:"

    @property
    def again_refused(self) -> str:
        """The same before a refusal."""
        return "I am sorry, I understand your wish, and still the answer is the same."

    @property
    def list_again(self) -> str:
        """The same before a listing."""
        return "I want to get this exactly right, so here it is once more."

    def before_asking(self) -> str:
        """A sentence that shows the customer was heard, before a question."""
        return next(self._asking)

    def before_listing(self) -> str:
        """The same before a listing."""
        return next(self._listing)

    def before_outcome(self, refused: bool) -> str:
        """The same before a report, an answer or a refusal."""
        return next(self._refusing if refused else self._done)

    def ask(self, parameters: Sequence[str]) -> str:
        """A request for the facts behind some parameters, one sentence."""
        return f"Could you please give me {joined(self.facts(parameters))}?"

    def still_needed(self, facts: Sequence[str]) -> str:
        """A request for what was asked for and not told."""
        return f"Thank you. Could you please give me your {joined(facts)} as well?"

    def facts(self, parameters: Sequence[str]) -> list[str]:
        """What the facts behind some parameters are called."""
        return [self._words.questions.get(name, spaced(name)) for name in parameters]

    def intake(self, step: GoldStep, seen: Seen) -> str:
        """What to ask once before this write is listed; empty if nothing."""
        intake = self._words.intakes.get(step.action.tool, "")
        return intake if isinstance(intake, str) else intake(step.action.arguments, seen)

    def read_back(self, call: ToolCall) -> str:
        """What the next message says of a call; mostly nothing."""
        words = self._words.read_back.get(call.name)
        return words(call.result) if words and not call.is_error else ""

    def listing(self, steps: Sequence[GoldStep], seen: Seen) -> str:
        """All writes with their values, ending in the question for a yes."""
        return (
            f"This is what I would do: {' Then: '.join(self.acts(steps, seen))} "
            "Shall I go ahead, yes or no?"
        )

    def acts(self, steps: Sequence[GoldStep], seen: Seen) -> list[str]:
        """What each write would do, to come after "I would"."""
        return [_worded(self._words.listings, step, seen) for step in steps]

    def answer(self, steps: Sequence[GoldStep], seen: Seen) -> str:
        """What look-ups have shown, as far as the domain has words for it."""
        return " ".join([self.looked_up, *self.told(steps, seen)])

    def told(self, steps: Sequence[GoldStep], seen: Seen) -> list[str]:
        """The same without an introduction."""
        return [
            _worded(self._words.answers, step, seen)
            for step in steps
            if step.action.tool in self._words.answers
        ]

    def fact(self, output: Output) -> str:
        """A fact that was asked for: of an amount $1,234.50 and not 1234.5."""
        return f"The {output.name} is {self.shown(output)}."

    def shown(self, output: Output) -> str:
        """The value of a fact as it is told."""
        if output.kind == "amount":
            return f"{self._words.sign}{Decimal(output.value):,.2f}"
        return output.value

    def report(self, step: GoldStep, seen: Seen) -> str:
        """What was done."""
        return _worded(self._words.reports, step, seen)

    def refusal(self, rule: str) -> str:
        """Why a wish cannot be met."""
        return f"I cannot do that: {self.reason(rule)}"

    def reason(self, rule: str) -> str:
        """Why the rule forbids it, to come after a colon."""
        return self._words.refusals[rule]


def _worded(words: Mapping[str, Wording], step: GoldStep, seen: Seen) -> str:
    text = step.call.result
    result: Result = json.loads(text) if text.startswith("{") else {"line": text}
    return words[step.action.tool](step.action.arguments, result, seen)


def words_of(domain: str) -> DomainWords:
    """The words of a domain: its module here is named after it and exports `WORDS`."""
    module = importlib.import_module(f"tau_emo_client.agents.reference.{domain}")
    words: DomainWords = module.WORDS
    return words


def manner_of(domain: str) -> Manner:
    """The courteous wording for a domain."""
    return Manner(words_of(domain))
