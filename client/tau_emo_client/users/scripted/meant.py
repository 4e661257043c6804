"""What the pieces of a question mean.

A message is cut into pieces that may each ask for one thing, and what speaks for each part of the
script is weighed: its own words, those of the trade (see `concepts`), and what is talked about.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tau_emo_client.users.scripted.concepts import CONCEPTS
from tau_emo_client.users.scripted.text import Unit, Wording, word
from tau_emo_client.users.scripted.wordings import compiled
from tau_emo_tasks.script import Field, Slot

Part = Slot | Field

_ONE_MESSAGE_AND_SCRIPT = 1024

_LITTLE = frozenset(
    (  # noqa: SIM905 - a list of words is read more easily as a text
        "of to in on at by or is it me my as the and for not none that this with from"
        " have has its it's one ones you your mine please"
        " goes what who which will would should are was were been all any new old out into onto"
        " only just them then there their other them his her hers our whichever own stays said"
        " full want like first most least more less next same made make take put than off"
        " but can id name"
    ).split()
)
_BEGINS = re.compile(
    r"\b(?:(?:and |for |to |on |at |in |by |of |under |from |with |starting )?"
    r"(?:what|which|who|whom|whose|when|where|why|how)(?:'s|'d|'re|'ll)?\b(?! (?:i|we)\b)"
    r"|(?:may|can|could|might|would|will|do|did|does|is|are|was|shall|should) (?:i|we|you|there"
    r"|it)\b"
    r"|whether|please|kindly|(?:tell|give|send|quote|provide|confirm|specify|say|enter)\b"
    r"|(?:(?<=please )|(?<=kindly )|(?<=and )|(?<=just )|(?<![\w ]))(?:drop|read|name|state|list"
    r"|type|share)\b"
    r"(?! (?:is|are|of|on|in|for|as)\b)"
    r"|(?:(?<=ask )that you|ask for|(?:confirm|tell|giv|shar|provid|send|nam|stat)ing(?= me\b"
    r"| us\b| the\b| your\b)|reply with|send over)\b"
    r"|(?:(?<![\w' ])|(?<=and )|(?<=then )|(?<=just ))(?!thank|give|get|let|\w+ing\b)[a-z]+"
    r" (?:me|us)\b(?= (?:over |with |to |back )?(?:your|the|that|which|what|a|an|both|full)\b)"
    r"|(?:needs?|requires?|have to ask|want to know|like to know|ask you|(?:have|need|must"
    r"|like) (?:to )?(?:have|know|get|take|log|record|note|learn)|missing(?!\W*$)|lack|let (?:me"
    r"|us) (?:know|have))\b"
    r"(?! (?:is|are)\b))"
)
_PREPARES = re.compile(
    r"^(?:for|to|before|as|since|because|if|once|so|thanks?|sorry|with|when|while|now|after|about"
    r"|regarding|concerning|great|okay?|sure|well|got|noted|happy|glad|hello|hi|on|in order|just"
    r"|hence|however|understood|of course|certainly|alright|right|lovely|perfect|at|in|by|from"
    r"|first|last|next|finally|one|two|three|a few)\b(?! (?:and|name|or)\b)"
    r"|\b(?:i|we|you|it|they|he|she|there|this|that|these|is|are|was|were|will|can|could|has"
    r"|have|had|does|do"
    r"|needs?|calls|takes|means|looks|works|runs?|comes?|goes|costs|covers|depends?|seems?|i'm"
    r"|i'll|i've|i'd|we've|we'll|we're|you've|you're"
    r"|it's|that's|there's)\b|n't\b|^let(?:'s| me| us)\b(?! (?:know|have))|^\w+ing (?:the|an?"
    r"|this|that|your|it|to|for)\b"
)
"""A clause before the first that begins to ask, if it does not ask by its bare name."""
_THING = re.compile(r"(?:and |also )?(?:the|your|an?) [\w' -]+?(?= (?:that|which|who|you|we|i)\b)")
_PURPOSE = re.compile(
    r"(?:\bso (?:that )?(?:i|we)(?:'ll| can| could| may| will| know| find| don't|'m able"
    r"| am able)(?! (?:need|have to|ask|require|must|also need))"
    r"|(?:\band|\bthen|,) (?:i|we)(?:'ll| will| can)(?! (?:need|have to|ask|require|must"
    r"|also need))|(?<!\A)(?<!soon )\bas (?:i|we|you|this|it|that)|(?<!\A)\bbefore (?:i|we)"
    r"|\bin order to"
    r"|(?<!want )(?<!like )(?<!prefer )(?<!need )(?<!have )(?<!going )(?<!has )\bto (?:see|find"
    r"|locate|verify|look|pull|check|get started)|\bbecause|(?<!\A)\bsince)\b"
    r"[^,;:?]*?(?=[,;:?]|\b(?:i|we)(?:'d|'ll|'m)? |\Z)"
)
"""What something is asked for."""
_CUT = re.compile(
    r"[,;?()]|:\s|\s[-–—+/]\s|\band\b(?! (?:last|family|sur)\s?names?)|\bplus\b|\b(?:as well as"
    r"|along with|together with|in addition to"
    r"|in combination with|combined with|paired with|coupled with|likewise"
    r"|followed by|then)\b|&"
    r"|(?<=where) (?=to where)|(?<=\w) (?=(?:in|on)?to (?:which|whom)\b)"
    r"|\bor (?=(?:your|the|with|by|full|first|last|just|alternatively|else|instead|their)\b)"
)
_AS_YOU_DO = re.compile(r"\b(?:exactly )?as (?:you|it|we)\b[^,;:?]*?(?= and (?:the|your) )")
_DAY_MONTH_YEAR = re.compile(
    r"\b(?:day|month|year)(?:(?:,? and |, ?| ?/ ?)(?:the )?(?:day|month|year)\b){1,2}"
)
_SMILEY = re.compile(r"[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?")
_WHAT_S = re.compile(r"\b(what|who|where|when|how)'s\b")
_WHOSE_THING = re.compile(r"\bwhose (?!name)\w+(?= (?:is|are|was|were|do|does|should|shall)\b)")
_FIRST_TO_THIRD = (
    (re.compile(r"\bnumber one\b"), "the first"),
    (re.compile(r"\bnumber two\b"), "the second"),
    (re.compile(r"\bnumber three\b"), "the third"),
)
_INDIRECT = (
    (
        re.compile(
            r"\b(?:(?:in|by) (?:what|which) (?:way|manner|means)|the (?:way|manner)"
            r"(?: in which| that)?(?= (?:you|the|your|any|it|that|this|we|i|to|they)\b))"
        ),
        "how",
    ),
    (re.compile(r"\bthe [\w-]+ of (?=(?:which|whose|what)\b)"), ""),
)
"""Nouns that stand for a question word ("the way you want to pay")."""
_HEADED = re.compile(
    r"^(?:(?P<who>(?:\w+ )?\b(?:whom?|when|where|how)\b) (?P<doing>(?:do|does|did|should|shall"
    r"|would"
    r"|will|can|could|must|may)\b.*)|(?P<thing>(?:(?:and|also) )?(?:the|your"
    r"|an?) [\w'-]+(?: [\w'-]+)??)"
    r" (?P<which>(?:(?:that|which|who|you|we|i|it|they|the)\b|you'd|you'll|it's).*)"
    r"|(?P<head>(?:\w+ )?(?:\w+ )?\b(?:which|what|whose)\b(?! (?:is|are|was|do|does|did|should"
    r"|shall"
    r"|would|will|can)\b)[^,;?]*?)"
    r" (?P<rest>(?:is|are|was|were|do|does|did|should|shall|would|will|can|could|must)\b.*))"
)
"""A question about what stands right behind its question word, and what is told of it."""
_NAMED_BESIDE = re.compile(r"\b(?:the|your|this|that|my|our)(?! one\b)(?: [\w'-]+){1,3}")
_THE_ONE_THAT = re.compile(
    r"\b(the (?:ones?|two|three)|those) (?:(?:that|which|who|you|you'd|we|i|with|on|it)\b).*"
)
_WHICH = re.compile(
    r"\b(?:which|what|whose)(?: of (?:the|your|these|those|our|my))?(?: [\w-]+)? ?$"
)
_IS_ADJUNCT = re.compile(r"\w* (?:offers?|deals?|options?|choices?|tariffs?|packages?|bundles?)\b")
"""What follows a word that only tells of which kind the thing is that is asked for."""
_BELONGS = re.compile(
    r"(?<!\A)\b(?:for|with|on|in|at|to|from|before|by|into|during|regarding|(?<!which )(?<!what )"
    r"(?<!one )(?<!any )(?<!many )(?<!much )(?<!both )(?<!all )(?<!some )(?<!either )(?<!two )"
    r"(?<!none )of)"
    r" (?:the|your|these|this|that|those|our|an?)(?: [\w'-]+){1,3}"
    r"|\b(?:bill|book|cancel|change|move|start|add|reserve|update) (?:the|your|this|that) [\w'-]+"
    r"|(?<!\A)\bin case .*"
    r"|(?<!\A)\b(?:when|while|if|after|once|because|since) (?:you|i|we|it|the|that)\b.*"
)
_QUESTION_WORD = re.compile(r"\b(?:what|which|who|whom|whose|when|where|why|how)\b")
_ASKS_ITSELF = re.compile(r"^(?:wh|how\b)|\b(?:which|what|whose) \w")
_WHOSE = re.compile(
    r"\b(?!what|who|where|how|that|it|here|there|let|when|name|which)\w+'s (?=\w)(?!(?:the|your"
    r"|an?|not)\b)"
)
_POINTS_BACK = re.compile(
    r"^(?:and |so )?(?:(?:with|by|for|to|from|on|in|at|under) )?(?:what|which|whom)\W*$|"
    r"\b(?:which|what|whom|who)(?: two| three)? (?:ones?|of (?:them|those|these|the two))\b"
    r"|\b(?:what|who|which|where|when) (?:is|are|'s) (?:yours|theirs|it|that|the ones?)\b"
    r"|\bof the one\b|\btheir (?:numbers?|ids?|names?|codes?)\b"
    r"|\bwhat (?:may|should|can|shall|do|must|would you like me to|wording|text)[^,;?]*"
    r" (?:there|in it|down|in here)\b"
    r"|\bwhich\b(?= (?:is|are|am|do|did|does|should|shall|would|will|can)\b|\W*$)"
)
ALL = re.compile(r"\b(?:everything|every|all|each|both|any|two|three|these|those)\b")
_NUMBER = re.compile(r"\b(?:ids?|numbers?|codes?|reference|locator)\b")
_BE_PAID = re.compile(
    r"\b(?:be|are|is) (?:\w+ )?(?:paid|charged|settled|covered|funded|billed)\b(?!.*insur)"
)
_STATES = re.compile(
    r"^(?:but |as |so |since |while |though |if )?(?:i|we|you|it|that|this|there|they|he|she)\b"
    r"(?!.*\b(?:what|which|who|whom|whose|when|where|why|how|whether|need|your)\b)"
)
"""A clause that tells something."""
_NEGATES = re.compile(r"\b(?:slipped|forgot\w*|not?|never|without|already|cannot)\b|n't\b")
_IN_HAND = re.compile(
    r"\b(?:sent|see|here (?:is|are)|instead of|rather than|send"
    r" (?:you|it|this|that)|will (?:get|receive|be)|you'll (?:get|receive)|has been|have been"
    r"|updated"
    r"|changed?|confirmation)\b"
)
"""A thing is mentioned that need not be given."""
_GIVEN = re.compile(
    r"\b(?:(?:that|this) (?:e-?mail|name|zip|id|birth)|thank|found|verified|match(?:e[sd])?"
    r"|received|checks? out)\b"
)
_WHO_IT_IS = re.compile(
    r"name|mail|zip|post|birth|born|\bdob|phone|mobile|\bids?\b|identi|number|call|who|account"
    r"|profile|code|log"
)
_UNTIL = re.compile(
    r"\b(?:until|till|unless|before|(?:don't|do not)(?: yet| even)? (?:know|have) your)\b"
)
_BARE = 4
"""So many words are hardly more than a name."""
_SOME = 12
"""So many letters before a piece may be what it points back to."""
ENOUGH = 2.5
ENOUGH_ASKED = 2.0
"""What must speak for a part in a piece with a question word."""
_MOST_BY_CONTEXT = 1.9
_ONE_OF_THEM = 3.0
"""What counts that there are several of a thing, where one of them is asked for."""
_BARE_WORDS = frozenset(
    (  # noqa: SIM905 - a list of words is read more easily as a text
        "which one ones of them these those is it that this what do does did you would want like"
        " prefer choose take pick have should shall will are they yours your mean meant be read say"
        " instead please then so and we me i tell let know the"
    ).split()
)
_OF_SEVERAL = re.compile(r"\bof (?:them|these|those)\b|\bones?\b|\bthere\b")
_SEVERAL = re.compile(
    r"\b(?:several|an extra|a (?:couple|handful|few|number|range|choice) of|more than one|two"
    r"|three|four|multiple|both"
    r"|many|different|various|a few|some|mandatory field for|field for|reason|without an?"
    r"|entered an?)"
    r"(?: (?!and\b)[\w'-]+){0,3}? ?$"
)
_TOLD_OF_IT = 0.5
_TOLD_OF_THEM = 0.2
"""What counts of what a question tells of the thing it names, and of those it points back to."""
_NAMED = 2.5
_TOUCHED = 1.0
"""What a word of its name counts beside words that ask for it, and alone."""
_TOLD = 2.0
"""So much at most speaks for a part because its value is talked about."""
PLAINLY_ENOUGH = 1.5
_ASKED = 5.0
_ASKED_VAGUELY = 3.0
VAGUE = frozenset(
    (  # noqa: SIM905 - a list of words is read more easily as a text
        "who whom when where name time date day type kind id other second free first drop keep add"
        " instead method prefer choose option"
    ).split()
) | {"which one", "which option", "which of these", "under which"}
"""Asking words of the scripts that stand in questions about other things as well."""
_OWN = re.compile(
    r"^(?:(?:and|or|also|for|to|on|at|in|by|of|under|from|with|that) )*(?:your|the|a|an|any|his|her"
    r"|hers|their|its|please|kindly|may|can|could|would|will|do|did|i|tell|give|send|drop|read"
    r"|quote|share|state|provide|confirm|list|specify|say|enter|type|full|first|e-?mail|phone"
    r"|zip)\b|\b(?:what|which|who|whom|whose|when|where|why|how|whether)\b"
)
_REFERS = re.compile(
    r"\b(?:they|them|those|these|it|that|both|this|yours|hers|theirs|one'?s|all (?:two|three"
    r"|four)|the (?:two|three))\b"
    r"|\bwhich\b(?= (?:is|are|am|do|did|does|should|shall|would|will|can)\b|\W*$)"
)
_COMPOUNDS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(rf"\b(?:{compound})"), re.compile(owner))
    for compound, owner in (
        (
            r"(?:why|what(?:'s| is| has|'ve)? (?:made|makes|led|leads|prompt\w+|caused|brought"
            r"|brings)|reasons? (?:for"
            r"|behind|why|to|that|of)|due to what|because of what)\b.*",
            r"reason",
        ),
        (
            r"(?:out of|from|off) (?:which|what)(?: of your)? accounts?",
            r"source|from|pay|refund|freeze",
        ),
        (
            r"(?:in|on)?to (?:which|what)(?: of your)? accounts?",
            r"target|to account|pay|refund|recipient",
        ),
        (r"address\b[^,;?]*\b(?:zip|postal|post) ?codes?\b", r"address|street"),
        (r"how (?:often|frequent)\w*\b.*", r"cycle|how often"),
        (
            r"(?:member(?:ship)?|loyalty|rewards?|club|bonus|points)(?: [a-z]+)?"
            r" (?:numbers?|ids?|cards?|codes?|account)\b(?:[^,;?]*\b(?:rewards?|points"
            r"|program\w*))?",
            r"loyalty|member id",
        ),
        (r"seat numbers?", r"seat"),
        (
            r"(?:best )?number (?:to|we can|i can|we could|i could|where|on which|under which"
            r"|that we|at"
            r" which)\b[^,;?]*\b(?:call|reach|text|ring|contact|dial)\w*|best number",
            r"phone number|telephone|mobile",
        ),
        (
            r"whom? (?:are|is|were|was|do|did|does) (?:they|you|it|the [a-z]+|your \w+)"
            r" (?:facing|face"
            r"|playing|play|up against|meeting|meet)\b",
            r"game",
        ),
        (
            r"(?:jersey|shirt|back)(?: number)?\b|number (?:is )?on (?:the|his|her|your)"
            r" (?:back|jersey|shirt)\b",
            r"shirt",
        ),
        (
            r"(?:flight|house|apartment|flat|unit|room|table|version|model) numbers?",
            r"address|unit|table|room|flight|street",
        ),
        (r"on (?:your|the) phone\b", r"deliver|device"),
        (
            r"names? (?:do|does|did|of|for) (?:the |that |this |your |an? )?(?:new |other"
            r" )?(?:shop|company|store"
            r"|firm|business|merchant|charge|payment|course|class|lecture|dish|plate|meal|device|phone"
            r"|movie|film|show|package|plan|club|team|player|scorer|passenger|beneficiary|payee"
            r"|recipient|bank|supplier|doctor|tour|game|medic\w+|product|item|street)s?\b",
            r"merchant|course|dish|device|movie|film|package|club|scorer|player|passenger|beneficiary"
            r"|payee|recipient|bank|supplier|doctor|business|tour|game|companion|travel"
            r"|medication|name of",
        ),
        (
            r"cover(?:ed|age)? (?:by|under|for) (?:the |your |our )?(?:\w+ )?(?:university|trip"
            r"|journey"
            r"|tour|health|insurance|travel)\w*|(?:health|medical) (?:plan|cover\w*)"
            r"|(?:trip|travel) (?:cover|protection)\w*",
            r"insur",
        ),
        (
            r"(?:what|which) (?:shall|should|will|must|is|would)[^,;?]*\b(?:marked|set|shown"
            r"|listed)\b",
            r"status|priority|category",
        ),
        (r"whose name (?:goes|should|shall|do|will|is to)", r"passenger|travel|who"),
        (r"whose (?:\w+ )?(?:is|are) (?:it|that|this|the)\b", r"name"),
        (
            r"how (?:many|much)(?: of (?:the|your|these|those) [\w-]+)?",
            r"how m|amount|quantity|bags|both|count",
        ),
        (r"when\b.{0,30}?\bborn|born\b", r"born|birth"),
        (r"e-?mails?\b(?: address(?:es)?\b)?|mail address", r"e-?mail"),
        (r"(?:tele)?phone number|mobile number|contact number", r"phone number|telephone|mobile"),
        (r"(?:zip|postal) ?codes?\b", r"zip|postal"),
        (r"(?:dates?|days?|month|year) of birth|birth ?(?:date|day)s?", r"birth"),
        (r"(?:user|log-?in|sign-?in|screen|profile)[ -]?names?\b|user id", r"user.?id"),
        (
            r"(?:first|last|full|family|given|middle) (?:and (?:first|last|family) )?names?\b",
            r"name|who",
        ),
    )
)
"""Names of things that hold the word for another thing, and what belongs to them."""


@dataclass(frozen=True)
class Piece:
    """A piece of a message that may ask for one thing."""

    text: str
    """Lower case."""
    context: str
    """The sentence it stands in and the one before."""
    nearest: str
    """What the piece points back to, if it does: the rest of the sentence, or the one before."""
    own: bool
    """True if it asks by itself; others may only go on with what the piece before them asks."""

    @property
    def enough(self) -> float:
        """What must speak for a part."""
        return ENOUGH_ASKED if _QUESTION_WORD.search(self.text) else ENOUGH


class _Stems:
    """Stems of which any may stand at the beginning of a word; equal only to itself."""

    def __init__(self, stems: Sequence[str]) -> None:
        alternatives = [one for stem in stems for one in _alternatives(stem)]
        patterns = [rf"\b{one}" for one in alternatives]
        pattern = compiled(*patterns) if alternatives else re.compile(r"(?!)")
        self.search = pattern.search
        self.finditer = pattern.finditer


@dataclass(frozen=True, eq=False)
class _Words:
    part: str
    ask: tuple[tuple[Wording, float], ...]
    """The phrases that ask for it, with what each counts."""
    telling: tuple[Wording, ...]
    """Those of them that stand in questions about nothing else."""
    concept: _Stems
    """Stems that ask for the part plainly."""
    weak: _Stems
    """Stems that may ask for it."""
    begun: _Stems
    """The beginnings of the other words that may speak for it."""
    name: tuple[Wording, ...]
    """The words of its name."""
    about: tuple[Wording, ...]
    """The telling words of what the customer says of it."""
    is_id: bool
    is_payment: bool
    keys: str
    """Its name and the asking words of the script."""
    names: frozenset[str]
    tells: frozenset[str]
    """The words of `name` and `about` as they are."""


MOST_PIECES = 60
"""So many pieces of a sentence are looked at: what comes after is a flood, no question."""


def pieces(unit: Unit, before: Unit | None) -> list[Piece]:
    """The pieces of a unit that may each ask for something, without what they are asked for.

    Args:
        unit: a sentence or list item that asks.
        before: the unit before it, if any.
    """
    context = " ".join([before.text if before else "", unit.head, unit.text])
    found = (_asking(unit.text, item=unit.item) or _clauses(unit.text))[:MOST_PIECES]

    def earlier(one: str) -> str:
        rest = unit.text[: max(0, unit.text.find(one))]
        return rest if len(rest) > _SOME or not before else before.text

    return [Piece(one, context, earlier(one), bool(unit.item or _OWN.search(one))) for one in found]


def beside(unit: Unit, before: Unit | None) -> list[Piece]:
    """The pieces that a question points back to ("What are they?"), the nearest first.

    Args:
        unit: a sentence that asks.
        before: the unit before it, if any.
    """
    if not _REFERS.search(unit.text):
        return []
    asking = _asking(unit.text, item=unit.item)
    earlier = [one for one in _clauses(unit.text) if one not in asking] if asking else []
    texts = earlier or (_clauses(before.text) if before else [])
    context = " ".join([before.text if before else "", unit.text])
    return [Piece(one, context, "", own=True) for one in texts if not _NEGATES.search(one)]


def clauses_before(unit: Unit, before: Unit | None) -> list[str]:
    """The clauses that "what are yours?" points back to."""
    asking = _asking(unit.text, item=unit.item)[-1:]
    earlier = [one for one in _clauses(unit.text) if one not in asking]
    texts = earlier or (list(_clauses(before.text)) if before else [])
    return [one for one in texts if not _NEGATES.search(one)]


def last_named(before: Unit | None) -> list[Piece]:
    """The end of a sentence, which "send me that" in the next one points back to."""
    clauses = [one for one in _CUT.split(before.text) if one.strip(" .!:")] if before else []
    return [Piece(one, one, "", own=True) for one in clauses[-1:] if not _NEGATES.search(one)]


def names_first(unit: Unit) -> bool:
    """True if a unit begins with the bare name of something ("Payment method, then it's done")."""
    clauses = _clauses(unit.text)
    return bool(
        len(clauses) > 1
        and len(clauses[0].split()) <= _BARE
        and not unit.item
        and not _prepares(clauses[0])
        and not _BEGINS.search(clauses[0])
    )


def mentioning(unit: Unit) -> list[Piece]:
    """The pieces of a unit in which a thing is mentioned, asked for or not, and not as missing.

    Args:
        unit: a sentence or list item.
    """
    if _GIVEN.search(unit.text) or not _WHO_IT_IS.search(unit.text):
        return []
    return [
        Piece(one, one, "", own=True)
        for one in _clauses(unit.text)
        if not _IN_HAND.search(one)
        and (not _NEGATES.search(asks_beside(one)) or _UNTIL.search(one))
    ]


@lru_cache(maxsize=_ONE_MESSAGE_AND_SCRIPT)
def _clauses(text: str) -> tuple[str, ...]:
    if "month" in text:
        text = _DAY_MONTH_YEAR.sub("date", text)
    if "'s" in text:
        text = _WHAT_S.sub(r"\1 is", text)
    if "number " in text:
        for number, ordinal in _FIRST_TO_THIRD:
            text = number.sub(ordinal, text)
    if not text.isascii():
        text = _SMILEY.sub(" , ", text)
    if "way" in text or "manner" in text or "means" in text or " of " in text:
        for pattern, question in _INDIRECT:
            text = pattern.sub(question, text)
    if " as " in text:
        text = _AS_YOU_DO.sub("", text)
    cut = (piece.strip() for piece in _CUT.split(_PURPOSE.sub(" , ", text)))
    return tuple(piece for piece in cut if piece.strip(" .!:"))


def _asking(text: str, *, item: bool) -> list[str]:
    """The clauses that ask: from the first that begins to do so, without what precedes it."""
    found: list[str] = []
    begun = item
    for clause in _clauses(text):
        begin = None if begun else _BEGINS.search(clause)
        if begin:
            found.append(clause[begin.start() :])
        elif begun and not item and _STATES.search(clause):
            late = _BEGINS.search(clause)
            found += [clause[late.start() :]] if late and late.start() else []
        elif item or begun or not _prepares(clause):
            found.append(clause)
        begun = begun or bool(found)
    return found


def _prepares(clause: str) -> bool:
    """True if a clause only leads up to what is asked; "the name that you gave" does not."""
    thing = _THING.match(clause)
    return bool(_PREPARES.search(thing[0] if thing else clause))


_MOST_KNOWN = 8192
_KNOWN: dict[int, tuple[Part, _Words]] = {}
"""The words of the parts seen last, by identity; the parts are kept, so that ids stay theirs."""


def evidence(part: Part, piece: Piece) -> float:
    """How much speaks for it that a piece asks for a part; below `ENOUGH` it is chance.

    The weights were chosen on the messages of half a.

    Args:
        part: a fact or preference.
        piece: the piece of a message.
    """
    return _evidence(_words(part), piece)


@lru_cache(maxsize=_ONE_MESSAGE_AND_SCRIPT)
def _evidence(words: _Words, piece: Piece) -> float:
    points_back = _points_back(piece.text)
    if not (points_back or _touched(words, piece.text)):
        # What is talked about around it speaks for a part, but not that it is asked for.
        return 1.5 if _named(words.concept, piece.context) else 0.0
    text = _without_compounds(piece.text, words)
    beside = asks_beside(text)
    own = score = 0.0 if points_back and _is_bare(text) else _hits(words, beside)
    if beside != text:
        told_of = _TOLD_OF_THEM if points_back else _TOLD_OF_IT
        own = score = max(score, told_of * _hits(words, text))
    if own:
        score += max(0, sum(bool(ask.search(beside)) for ask in words.telling) - 1)
    if words.is_id and _NUMBER.search(text):
        score += 2.0
    if words.is_payment and _BE_PAID.search(text):
        score += 4.0
    if _named(words.concept, piece.context):
        score += 1.0
    if points_back:
        behind = words.concept.search(piece.nearest)
        if behind:
            score += 2.5 + 1.0 * behind.start() / len(piece.nearest)
            if _OF_SEVERAL.search(piece.text) and any(
                _SEVERAL.search(piece.nearest[: hit.start()])
                for hit in words.concept.finditer(piece.nearest)
            ):
                score += _ONE_OF_THEM
        elif words.weak.search(piece.nearest):
            score += 1.5
    told, here = 0.0, False
    for stem in words.about:
        if stem.search(text):
            told += 0.8
            here = True
        elif stem.search(piece.context):
            told += 0.8 if points_back else 0.3
    score += min(told, _TOLD)
    score += 0.5 * sum(bool(stem.search(piece.context)) for stem in words.name)
    return score if own or here or points_back else min(score, _MOST_BY_CONTEXT)


@lru_cache(maxsize=_ONE_MESSAGE_AND_SCRIPT)
def _is_bare(text: str) -> bool:
    """True if a question holds nothing but pointing words ("which do you want")."""
    return _BARE_WORDS.issuperset(re.findall(r"[a-z']+", text))


@lru_cache(maxsize=_ONE_MESSAGE_AND_SCRIPT)
def _points_back(text: str) -> bool:
    return bool(_POINTS_BACK.search(text))


@lru_cache(maxsize=_ONE_MESSAGE_AND_SCRIPT)
def _touched(words: _Words, text: str) -> bool:
    return bool(_named(words.concept, text) or words.weak.search(text) or words.begun.search(text))


@lru_cache(maxsize=_ONE_MESSAGE_AND_SCRIPT)
def _named(concept: _Stems, text: str) -> bool:
    return bool(concept.search(text))


def asks_plainly(part: Part, piece: Piece) -> bool:
    """True if a piece has one of the telling words by which the script lets a part be asked for."""
    words = _words(part)
    text = asks_beside(_without_compounds(piece.text, words))
    return any(phrase.search(text) for phrase in words.telling)


def distinction(part: Part, context: str, rivals: Sequence[Part]) -> int:
    """How much in a text speaks for one of several parts that the same words ask for.

    Args:
        part: one of them.
        context: the text, lower case.
        rivals: all of them.
    """
    common = {one for rival in rivals for phrase in rival.ask for one in phrase.split()}
    of_others = {one for rival in rivals if rival != part for one in _words(rival).tells}
    words = _words(part)
    telling = {*words.tells, *words.names} - common - of_others
    count = sum(bool(word(_stem(one)).search(context)) for one in telling)
    own = bool(re.match(r"(?:i|my|i'm|it's|$)\b", part.say.lower()))
    if own and re.search(r"\byour (?:date|birth|dob|own)", context):
        count += 2
    if not own and re.search(r"\b(?:his|hers?|their|patient(?:'s)?)\b(?! your)", context):
        count += 1
    return count


def said_of(part: Part) -> str:
    """What the customer says of a part."""
    return part.say or (part.value if isinstance(part, Slot) else "")


@lru_cache(maxsize=_ONE_MESSAGE_AND_SCRIPT)
def asks_beside(piece: str) -> str:
    """A piece without what only says where its question belongs ("with these two courses")."""
    piece = _WHOSE_THING.sub("whose …", piece)
    piece = _THE_ONE_THAT.sub(r"\1 …", piece)
    headed = _HEADED.match(piece)
    if headed and headed["thing"]:
        piece = headed["thing"]
    elif headed:
        told = _NAMED_BESIDE.sub(" … ", headed["rest"] or headed["doing"])
        piece = f"{headed['head'] or headed['who']} {told}"
    return _WHOSE.sub("", _BELONGS.sub(" … ", piece))


def _without_compounds(text: str, words: _Words) -> str:
    """A text without the names of other things that share a word ("e-mail address")."""
    for number in _compounds_in(text):
        compound, owner = _COMPOUNDS[number]
        if not owner.search(words.keys):
            text = compound.sub("…", text)
    return text


@lru_cache(maxsize=_ONE_MESSAGE_AND_SCRIPT)
def _compounds_in(text: str) -> tuple[int, ...]:
    return tuple(number for number, (compound, _) in enumerate(_COMPOUNDS) if compound.search(text))


def _hits(words: _Words, piece: str) -> float:
    score = 0.0
    for phrase, counts in words.ask:
        if counts > score and phrase.search(piece):
            score = counts
    hits = [(hit, 3.0) for hit in words.concept.finditer(piece)]
    hits += [(hit, 2.0) for hit in words.weak.finditer(piece)]
    if hits:
        best = 0.0
        for hit, weight in hits:
            found = hit[0]
            asked = found not in ("one", "ones") and (
                _ASKS_ITSELF.search(found)
                or (_WHICH.search(piece[: hit.start()]) and not _IS_ADJUNCT.match(piece, hit.end()))
            )
            best = max(best, weight * (2 if asked else 1))
        score = max(score, best) + 0.3 * min(score, best)
        plain = {hit[0] for hit, weight in hits if weight > 2}
        others = {hit[0] for hit, _ in hits} - plain
        score += 0.4 * max(0, len(plain) - 1) + (0.2 if plain else 0.3) * len(others)
    if words.part.endswith("_id") and not _NUMBER.search(piece):
        return score
    named = sum(bool(stem.search(piece)) for stem in words.name)
    return score + (_NAMED if score else _TOUCHED) * named


def _words(part: Part) -> _Words:
    known = _KNOWN.get(id(part))
    if known:
        return known[1]
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    words = _words_to_find(part)
    _KNOWN[id(part)] = part, words
    return words


def _words_to_find(part: Part) -> _Words:
    values = (part.value,) if isinstance(part, Slot) else (*part.accept, *part.reject)
    return _words_of(part.name.lower(), part.ask, (part.say, *values), isinstance(part, Slot))


@lru_cache(maxsize=8192)
def _words_of(name: str, ask: tuple[str, ...], said: tuple[str, ...], fact: bool) -> _Words:
    keys = (name, *name.split(), *ask)
    concept, weak = _concepts(name, keys)
    own = tuple(one for one in re.findall(r"[a-z]+", name) if one not in _LITTLE and len(one) > 1)
    told = re.findall(r"[a-z]{3,}", " ".join(said).lower())
    about = frozenset(one for one in told if one not in _LITTLE and one not in own)
    begun = [re.split(r"[\s_-]", phrase.lower().strip())[0] for phrase in ask]
    begun += [_stem(one) for one in (*own, *sorted(about))]
    return _Words(
        name,
        tuple((word(one), _ASKED_VAGUELY if one in VAGUE else _ASKED) for one in ask),
        tuple(word(one) for one in ask if one not in VAGUE),
        concept,
        weak,
        _Stems([re.escape(one) for one in begun if one]),
        tuple(word(_stem(one)) for one in own),
        tuple(word(_stem(one)) for one in sorted(about)),
        fact and bool(re.fullmatch(r"[\w-]*\d[\w-]*", said[1])),
        ("pay" in ask or "payment" in name) and "auto" not in name,
        " ".join(keys),
        frozenset(own),
        about,
    )


@lru_cache(maxsize=2048)
def _concepts(name: str, keys: tuple[str, ...]) -> tuple[_Stems, _Stems]:
    found = [stems for key, *stems in CONCEPTS if _is_about(key, name, keys)]
    strong = tuple(stems for stems, _ in found)
    return _stems(strong), _stems(tuple(weak for _, weak in found if weak))


@lru_cache(maxsize=2048)
def _stems(stems: tuple[str, ...]) -> _Stems:
    return _Stems(stems)


def _alternatives(pattern: str) -> list[str]:
    """The alternatives at the top of a regular expression."""
    found: list[str] = []
    depth = start = 0
    for place, sign in enumerate(pattern):
        if sign in "([" and pattern[place - 1 : place] != "\\":
            depth += 1
        elif sign in ")]" and pattern[place - 1 : place] != "\\":
            depth -= 1
        elif sign == "|" and not depth:
            found.append(pattern[start:place])
            start = place + 1
    return [*found, pattern[start:]]


def _is_about(key: str, name: str, keys: Sequence[str]) -> bool:
    if key.startswith("="):
        return bool(re.fullmatch(key[1:], name))
    return any(re.fullmatch(key, one) for one in keys)


def _stem(one: str) -> str:
    return one[: max(4, len(one) - 2)]
