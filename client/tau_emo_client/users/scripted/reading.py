"""What a message of the agent does: asks for a yes, refuses, reports, stalls, feels with one.

The words are those in which service staff and language models usually put such things. Nothing
here knows a task; what a message means for a goal is decided where the goals are kept.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tau_emo_client.users.scripted import wordings
from tau_emo_client.users.scripted.spelled import in_figures
from tau_emo_client.users.scripted.text import ONE_MESSAGE, Unit, Wording, plain, units
from tau_emo_client.users.scripted.wordings import compiled

_ASKS_YES = compiled(*wordings.ASKS_YES)
_CONSENT = frozenset(wordings.CONSENT.split())
_POINTING = frozenset(wordings.POINTING.split()) | _CONSENT
_MAY = re.compile(r"\b(?:i|we) (?:may|can|should)\b|\b(?:may|can|should|shall) (?:i|we)\b")
_APPEAL = compiled(*wordings.APPEAL)
_YES_LATER = compiled(*wordings.YES_LATER)
_INFO_CONFIRM = compiled(*wordings.INFO_CONFIRM)
_WH = compiled(*wordings.WH)
_OFFER = compiled(*wordings.OFFER)
_LOOKUP_OFFER = re.compile(
    rf"(?:{_OFFER.pattern}) (?:also |first |now |please |just |go ahead and )*"
    rf"(?:{wordings.LOOKUP})\w*\b"
)
_PERSON = re.compile(rf"\b(?:{wordings.PERSON})s?\b")
_HAND_OFF = compiled(*wordings.HAND_OFF)
_ANNOUNCED_HAND_OFF = compiled(*wordings.ANNOUNCED_HAND_OFF)
_NEGATION = compiled(*wordings.NEGATION)
_SYMPATHY = compiled(*wordings.SYMPATHY)
_NO_REFUSAL = compiled(*wordings.NO_REFUSAL)
_CONSEQUENCE = compiled(*wordings.CONSEQUENCE)
_OWN_INABILITY = compiled(*wordings.OWN_INABILITY)
_HAS_HAPPENED = compiled(*wordings.HAS_HAPPENED)
_LOOKUP_FAILURE = compiled(*wordings.LOOKUP_FAILURE)
_REASON = compiled(*wordings.REASON)
_SORRY_NO = compiled(*wordings.SORRY_NO)
_SUCCESS = compiled(*wordings.SUCCESS)
_PAST = compiled(*wordings.PAST)
_OUTLOOK = compiled(*wordings.OUTLOOK)
_NOT_YET = compiled(*wordings.NOT_YET)
_CONFIRMING = compiled(*wordings.CONFIRMING)
_FAILURE = compiled(*wordings.FAILURE)
_UNDONE = compiled(*wordings.FAILURE, *wordings.UNDONE)
_CLAUSE_END = re.compile(
    r"[;:]\s|\s[–—-]\s|,?\s(?=(?:and (?:the|i|we|it|your|that|this)|but|so(?! that)|while|whereas"
    r"|although|therefore|hence|thus)\b)"
)
_IS_NOW = re.compile(
    r"\b(?:(?:is|are|reads?|shows?|says?|stands?|carries|bears|has|runs?) (?:now|from now on)"
    r"|now (?:reads?|shows?|says?|stands?|carries|bears|has|runs?|goes|is|are)|from (?:now"
    r"|today) on)\b"
    r"(?!.*\b(?:need|please|would|shall|once|if|when i)\b)"
)
_LABEL = 3
"""So many words before a colon name what follows ("Not linked: the TV")."""
_TRIED = re.compile(r"\b(?:tried|trying|attempt\w*|wanted) (?:to|at)\b")
_NO_FAILURE = re.compile(
    r"(?:(?:\bnot|n't|\bnever)\b[^.]*\b(?:any(?:thing|body|one)?|else)|\bnothing (?:else|more)"
    r"|\b(?:return|back|rest|others?|outbound|inbound)\b[^,;]{0,25}\b(?:has|have|was|were|is|are)"
    r"(?:n't| not)|\bsorry (?:that )?(?:it|this|that|things|they)|\bas (?:agreed|you (?:asked"
    r"|wished|wanted)))\b"
)
"""A denial that says what was left alone, or that feels with the customer."""
_STALL = compiled(*wordings.STALL)
_OPEN = compiled(*wordings.OPEN)
_LIST_COMPLETE = compiled(*wordings.LIST_COMPLETE)
_EMPATHY = compiled(*wordings.EMPATHY)
_COMFORT = compiled(*wordings.COMFORT)
_DISMISSIVE = compiled(*wordings.DISMISSIVE)
_PROMISE = compiled(*wordings.PROMISE)
_PLAINLY_YES = compiled(*wordings.PLAINLY_YES)
_REQUEST = compiled(*wordings.REQUEST)
_COMMAND = Wording(wordings.COMMAND, *wordings.COMMAND_CLUES)
_NOT_A_REQUEST = compiled(*wordings.NOT_A_REQUEST)
_ASKS_WHICH = re.compile(
    r"^(?:\W*(?:and|so|then|also|first|next|now|please tell me|let me know)\b,? ?)*"
    r"(?:(?:for|on|to|from|with|at|in|by|under|of) )?"
    r"(?:which|what|how (?:many|much|would|do)|when|where|who|whose)\b"
)
_ASKS_BESIDE = re.compile(r"^(?:yes\W*(?:/|or)\W*no|optional|required|if any|please)\W*$")
_WHAT_TO_DO = re.compile(
    r"\b(?:what|which|whose|whom|who|where|when|how)\b[^.?!,;]{0,50}\b(?:shall|should|may|can"
    r"|could) "
    r"(?:i|we)\b"
)
_CHOICE_OF_ACTS = re.compile(
    r"\bor (?:the two|both|all (?:of|three)|just|only|neither|rather|(?:do|would|will|are|is) "
    r"(?:you|it|that|this|there))\b[^.]*\?"
)
_FACT_YES_OR_NO = re.compile(
    r"(?:and )?(?!.*\b(?:confirm|proceed|go ahead|shall|should|correct|right|okay|all|is|are|do"
    r"|does|did|you|i|we|agree|ok|yes,|good|fine|ready)\b)"
    r"(?:[\w-]+ ){0,5}[\w-]+[,:]? yes\W{0,3}(?:/|or)\W{0,3}no\b[^,.]*\?"
)
"""Asking for a fact that is a yes or no ("Travel insurance, yes or no?")."""
_YES_OR_NO_TO = re.compile(
    r"\b(?:blanks?|boxe?s?|fields?|form|tick|following|entries|missing)\b.*\byes\W{0,3}(?:/|or)\W{0,3}no\b"
    r"|\bone (?:box|field|entry|thing)\b.*\byes\W{0,3}(?:/|or)\W{0,3}no\b"
)
"""Asking for such a fact among others, or for the entry of a form."""
_ASKS_FOR_WORDS = re.compile(
    r"\b(?:what|which|how|where|who|when)\b[^.?!]{0,20}\b(?:may|can|should|shall|do|must) (?:i"
    r"|we)\b"
    r"(?! (?:have|get) your)"
)
"""Asking what to put somewhere ("What may I write there?"), which no yes answers."""
_SHORT = 5
_SHORT_ITEM = 12
_SHOWS = re.compile(
    r"\b(?:here (?:is|are)|here's|i (?:see|found|have found|can see|can offer)|options|available"
    r"|contains?"
    r"|includes?|summary|i'll|i will|i am going|i'm going|we'll|will be|would be|your (?:order|trip"
    r"|booking|reservation)s? (?:has|have|is|are)|steps|as follows|changes?|done|has been"
    r"|have been)\b"
    r"(?![^:]*\b(?:need|want|missing|tell|told|give|given|know|have to|send|sent|provide|share|ask"
    r"|require)\w*\b)"
)
_WANTING = compiled(*wordings.WANTING)
_BEFORE_BUT = re.compile(r"^[^.]*?, but\b(?=.*:)")
"""A refusal before what is offered in its place."""
_RELATIVE = re.compile(r"\w, (?:one |of )?which\b(?!.*\b(?:please|tell me|let me know|need)\b)")
_NAMES_A_THING = re.compile(
    r"^(?:and |also |or )?(?:(?:the|your|any|how about|what about) )?(?:[\w-]+ ){0,2}[\w-]+\s*\?$"
)
_AGREEABLE = re.compile(
    r"(?:and |so |is |all |sounds |are |looks? )*(?:that |this |it |you |we )*"
    r"(?:fine|good|great|okay|ok|correct|right|clear|alright|agreed|happy|sure|yes|done|go)\b"
)
_STARTS_LIKE_A_FACT = re.compile(r"(?:your|the|any|a|an|full|whether|which|what|how|if)\b")


@dataclass(frozen=True)
class Reading:
    """One message of the agent, understood as far as that goes without knowing the goals."""

    text: str
    """Lower case, without markup, lines kept."""
    cased: str
    """The same in the case in which it was written."""
    units: tuple[Unit, ...]
    requests: tuple[Unit, ...]
    """The units that ask for information, list items under such a unit included."""
    asks_yes: bool
    """It asks for a yes to something it is about to do."""
    offers_lookup: bool
    """It asks whether it should look, search, show or help."""
    offers_person: bool
    """It asks whether it should pass the customer on to a person."""
    passes_on: bool
    """It says that it is passing the customer on to a person."""
    refusals: tuple[Unit, ...]
    gives_reason: bool
    lookup_failed: bool
    """It found no account or record."""
    successes: tuple[Unit, ...]
    failures: tuple[str, ...]
    """The clauses that say that something it tried went wrong, or was not done."""
    stalls: bool
    """It puts the customer off, with nothing to answer or learn."""
    open_question: bool
    """It asks what else, or how to help."""
    completeness: tuple[Unit, ...]
    """The units that ask whether the list is all there is."""
    asks_which: bool
    """It asks which, what, how many."""
    question_count: int
    """How many things it asks for."""
    empathic: bool
    comforting: bool
    """It says something kind about how the customer feels, more than a set phrase."""
    dismissive: bool
    promises: bool
    """It says that it is going to do something, or that all will be well."""

    @property
    def failed(self) -> bool:
        """True if it says that something it tried went wrong."""
        return bool(self.failures)

    @property
    def asking(self) -> str:
        """The units that ask for a yes."""
        return "\n".join(unit.text for unit in self.units if _asks_yes(unit))

    @property
    def plainly_asks_yes(self) -> bool:
        """True if a request for a yes leaves no doubt ("Shall I go ahead?", "Please confirm")."""
        return bool(_PLAINLY_YES.search(self.asking))

    @property
    def states_as_so(self) -> tuple[Unit, ...]:
        """The units that say how something is from now on ("The name is now Ann Lee")."""
        return tuple(unit for unit in self.units if _IS_NOW.search(unit.text) and not unit.question)

    @property
    def questions(self) -> tuple[Unit, ...]:
        """The questions, but for those what else there is or how to help."""
        return tuple(unit for unit in self.units if unit.question and not _is_open(unit))

    @property
    def closing_question(self) -> Unit | None:
        """The yes-or-no question with which it ends, if that is all it asks for."""
        last = self.units[-1] if self.units else None
        if not last or not last.question or _is_open(last):
            return None
        if _WH.search(last.text) and not points_back(last):
            return None
        asked = [one for one in self.requests if one.question or not _RELATIVE.search(one.text)]
        if asks_if_complete(last.text) or any(unit != last for unit in asked):
            return None
        return None if re.search(r"\bor\b", last.text) else last

    @property
    def informs(self) -> bool:
        """True if it states figures of its own beside what it asks."""
        return any(
            re.search(r"\d", unit.text) and not unit.question and unit not in self.requests
            for unit in self.units
        )

    @property
    def asks(self) -> bool:
        """True if it waits for an answer other than what else there is."""
        return (
            self.asks_yes
            or bool(self.requests)
            or any(unit.question and not _is_open(unit) for unit in self.units)
        )

    @property
    def asks_if_complete(self) -> bool:
        """True if it asks whether the list is all there is."""
        return bool(self.completeness)

    @property
    def undone(self) -> tuple[Unit, ...]:
        """The units that say that something was not done."""
        return tuple(
            unit
            for unit in self.units
            if not unit.question and (unit in self.refusals or _UNDONE.search(unit.text))
        )

    @property
    def not_done(self) -> str:
        """The clauses that say that something was not done."""
        return "\n".join(clause for unit in self.undone for clause in _denying(unit.text))

    @property
    def told(self) -> str:
        """The text without what asks, or says that something was not done."""
        undone = self.undone
        return "\n".join(
            _without(unit.text, _denying(unit.text)) if unit in undone else unit.text
            for unit in self.units
            if not unit.question
        )

    @property
    def offered(self) -> str:
        """The text without the units that refuse something."""
        return "\n".join(
            _BEFORE_BUT.sub("", unit.text) if unit in self.refusals else unit.text
            for unit in self.units
            if unit not in self.refusals or _BEFORE_BUT.match(unit.text)
        )


def read(message: str) -> Reading:
    """Understand a message of the agent.

    Args:
        message: the text as delivered.
    """
    message = in_figures(message)
    parts = units(message)
    requests = tuple(unit for unit in parts if is_request(unit) and not _is_open(unit))
    asks_yes = any(_asks_yes(unit) for unit in parts)
    refusals = tuple(unit for unit in parts if _refuses(unit))
    successes = tuple(unit for unit in parts if _succeeds(unit))
    lookup = any(_LOOKUP_OFFER.search(unit.text) and unit.question for unit in parts)
    person = any(
        (unit.question and _HAND_OFF.search(unit.text)) or _offers_a_person(unit) for unit in parts
    ) or any(
        # "I can transfer you to a colleague. Shall I?"
        following.question and is_short(following) and _HAND_OFF.search(unit.text)
        for unit, following in itertools.pairwise(parts)
    )
    cased = plain(message)
    text = cased.lower()
    open_question = any(_is_open(unit) for unit in parts)
    questions = _count_questions(parts)
    return Reading(
        text=text,
        cased=cased,
        units=parts,
        requests=requests,
        asks_yes=asks_yes,
        offers_lookup=lookup and not asks_yes,
        offers_person=person,
        passes_on=not person and any(_passes_on(unit) for unit in parts),
        refusals=refusals,
        gives_reason=bool(_REASON.search(text)) or any(_explains(unit) for unit in refusals),
        lookup_failed=any(_LOOKUP_FAILURE.search(unit.text) for unit in parts),
        successes=successes,
        failures=tuple(clause for unit in parts for clause in _failing(unit.text)),
        stalls=bool(_STALL.search(text))
        and not (asks_yes or requests or refusals or successes or lookup)
        and not any(unit.question for unit in parts),
        open_question=open_question,
        completeness=tuple(
            unit
            for unit in parts
            if asks_if_complete(unit.text)
            and (unit.question or is_request(unit))
            and not re.search(r"\b(?:help|assist)", unit.text)
        ),
        asks_which=any(
            _WH.search(unit.text) and (unit.question or is_request(unit)) for unit in parts
        ),
        question_count=questions,
        empathic=bool(_EMPATHY.search(text)),
        comforting=any(_COMFORT.search(unit.text) and unit not in refusals for unit in parts),
        dismissive=bool(_DISMISSIVE.search(text)),
        promises=any(_PROMISE.search(unit.text) and not unit.question for unit in parts),
    )


def is_short(unit: Unit) -> bool:
    """True if a question has so few words that it points at the sentence before it."""
    return len(unit.text.split()) <= _SHORT


def asks_if_complete(text: str) -> bool:
    """True if lower-case text has words for asking whether a list is complete."""
    return bool(_LIST_COMPLETE.search(text))


def _offers_a_person(unit: Unit) -> bool:
    return unit.question and bool(_PERSON.search(unit.text) and _OFFER.search(unit.text))


def _passes_on(unit: Unit) -> bool:
    return bool(
        _HAND_OFF.search(unit.text)
        and _ANNOUNCED_HAND_OFF.search(unit.text)
        and not _NEGATION.search(unit.text)
    )


@lru_cache(maxsize=ONE_MESSAGE)
def _is_open(unit: Unit) -> bool:
    return bool(_OPEN.search(unit.text))


@lru_cache(maxsize=ONE_MESSAGE)
def _asks_yes(unit: Unit) -> bool:
    if not unit.item and _appeals(unit.text):
        return True
    if _INFO_CONFIRM.search(unit.text) or _YES_LATER.search(unit.text):
        return False
    if _is_open(unit) and not _PLAINLY_YES.search(unit.text):
        # "Is there anything else you would like me to do?"
        return False
    if "yes" not in unit.text and (
        _ASKS_WHICH.search(unit.text)
        or _WHAT_TO_DO.search(unit.text)
        or _CHOICE_OF_ACTS.search(unit.text)
    ):
        # "To what should I change it?" and "Shall I block this card, that one, or both?"
        return False
    if "yes" in unit.text and (_FACT_YES_OR_NO.match(unit.text) or _YES_OR_NO_TO.search(unit.text)):
        return False
    if unit.item and not re.search(r"\b(?:confirm|proceed|go ahead|reply|word)\b", unit.text):
        # "Insurance: yes/no" in a list of questions asks for a fact.
        return bool(_ASKS_YES.search(re.sub(r"\byes\W{0,3}(?:/|or)\W{0,3}no\b", "", unit.text)))
    return bool(_ASKS_YES.search(unit.text))


def _appeals(text: str) -> bool:
    """True if a sentence asks for consent and names nothing: "Is that in order?"."""
    if not ("?" in text or _APPEAL.search(text)):
        return False
    if _ASKS_FOR_WORDS.search(text):
        return False
    said = _words(text)
    consent = said & _CONSENT or _MAY.search(text)
    return bool(consent) and len(said) > 1 and said <= _POINTING


def points_back(unit: Unit) -> bool:
    """True if a question names nothing, and so can only be about what was said before it."""
    return _words(unit.text) <= _POINTING


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w'-]*\w", text))


def _refuses(unit: Unit) -> bool:
    text = unit.text
    if unit.question and _ASKS_WHICH.search(text):
        # "Which booking is it that you can't use?"
        return False
    if not _denies(text) or _LOOKUP_FAILURE.search(text):
        return False
    text = _SYMPATHY.sub("…", text)
    if not _denies(text):
        return False
    if not _NO_REFUSAL.search(text) or _HAS_HAPPENED.search(text):
        return True
    # "I can't do that: it cannot be opened again."
    rest = _CONSEQUENCE.sub("…", text)
    return bool(_OWN_INABILITY.search(rest)) and not _NO_REFUSAL.search(rest)


def _clauses(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    for end in _CLAUSE_END.finditer(text):
        label = end[0].startswith(":") and len(text[start : end.start()].split()) <= _LABEL
        if not label:
            found.append(text[start : end.end()].strip())
            start = end.end()
    found.append(text[start:].strip())
    return [clause for clause in found if clause]


def _without(text: str, clauses: Sequence[str]) -> str:
    for clause in clauses:
        text = text.replace(clause, "…")
    return text


def _failing(text: str) -> list[str]:
    """The clauses of a sentence that tell of a failure."""
    if not _FAILURE.search(text):
        return []
    failing = [clause for clause in _clauses(text) if _FAILURE.search(clause)] or [text]
    return [clause for clause in failing if not _NO_FAILURE.search(clause)]


def _denying(text: str) -> list[str]:
    """The clauses of a sentence that say that something was not done or cannot be."""
    return [clause for clause in _clauses(text) if _UNDONE.search(clause) or _denies(clause)] or [
        text
    ]


def _denies(text: str) -> bool:
    return bool(_NEGATION.search(text) or _SORRY_NO.search(text))


def _explains(unit: Unit) -> bool:
    """True if a refusal goes on after a colon or dash: "I can't do that: it has left"."""
    return bool(re.search(r"(?::|;|\s[-–—])\s+(?:\S+\s+){3,}", unit.text))


def _succeeds(unit: Unit) -> bool:
    text = unit.text
    if unit.question:
        return False
    if failing := _failing(text):
        text = _without(text, failing)
        if _TRIED.search(text):
            return False
    text = _PAST.sub("…", text)
    text = _CONFIRMING.sub("", text)
    return _reports(text) or any(_reports(clause) for clause in _clauses(text) if clause != text)


def _reports(text: str) -> bool:
    done, outlook = _SUCCESS.search(text), _OUTLOOK.search(text)
    return bool(
        (done and not _NOT_YET.search(text[: done.end()]))
        or (outlook and not _NOT_YET.search(text[: outlook.start()]))
    )


@lru_cache(maxsize=ONE_MESSAGE)
def is_request(unit: Unit) -> bool:
    """True if a unit asks the customer for information."""
    if _NOT_A_REQUEST.search(unit.text) and not unit.question:
        return False
    if unit.item and unit.text.endswith("?") and not _asks_yes(unit):
        return True
    if unit.item and unit.head and not unit.question and _REQUEST.search(unit.head):
        # "Order ID: #W1" under "please confirm" is a detail, what stands under "which one?" a
        # choice; neither is a question.
        if _has_value(unit.text) or _heads_a_choice(unit.head):
            return False
        if not _ASKS_YES.search(unit.head) or _INFO_CONFIRM.search(unit.head):
            return True
        # What stands under "please confirm" is mostly what is going to be done.
        return bool(_STARTS_LIKE_A_FACT.match(unit.text))
    text = re.sub(r"\bconfirm\b", "", unit.text) if _asks_yes(unit) else unit.text
    if _NAMES_A_THING.match(text) and not (_asks_yes(unit) or _AGREEABLE.match(text)):
        return True
    return bool(_REQUEST.search(text) or _COMMAND.search(text)) or (
        unit.question and bool(_WH.search(text))
    )


def names_only(unit: Unit) -> bool:
    """True if an item of a list is a bare name of something, under a head that shows nothing."""
    if unit.item and _ASKS_WHICH.match(unit.text):
        return True
    return bool(
        unit.item
        and unit.head.endswith(":")
        and len(unit.text.split()) <= _SHORT_ITEM
        and not re.search(r"\d", unit.text)
        and not _has_value(unit.text)
        and not _heads_a_choice(unit.head)
        and not _SHOWS.search(unit.head)
    )


def wants_something(unit: Unit) -> bool:
    """True if a statement says that something is still missing, or waited for."""
    return bool(_WANTING.search(unit.text)) and not _NOT_A_REQUEST.search(unit.text)


def is_mentioned_to_be_given(unit: Unit) -> bool:
    """True if what a unit mentions is not said to have been given or to be needless."""
    return not (_NOT_A_REQUEST.search(unit.text) and not unit.question)


def _heads_a_choice(head: str) -> bool:
    if re.search(r"\b(?:reply|respond|write back)(?: to me)? with:?$", head):
        return False
    for_facts = re.search(r"\b(?:share|provide|send|give|following|details|information)\b", head)
    return bool(head.endswith("?") and not for_facts) or bool(
        re.search(r"\b(?:one of|choose|pick|select|options?|either|which|reasons?)\b", head)
    )


def _has_value(item: str) -> bool:
    """True if an item gives a detail ("Cabin: economy") instead of asking for it."""
    _, colon, value = item.partition(":")
    value = re.sub(r"\([^)]*\)", "", value).strip()
    dashed = re.search(r"\s[-–—]\s.*\d", item)
    open_value = not value or value.endswith("?") or _ASKS_BESIDE.match(value)
    return bool((colon and not open_value) or dashed)


def is_offer(unit: Unit) -> bool:
    """True if a unit asks whether the agent should do something, rather than for a fact."""
    return bool(_OFFER.search(unit.text)) and not _WH.search(unit.text)


def _count_questions(parts: tuple[Unit, ...]) -> int:
    count = 0
    for unit in parts:
        if unit.item and is_request(unit):
            count += 1
        elif unit.question:
            count += max(1, unit.text.count("?"))
    return count
