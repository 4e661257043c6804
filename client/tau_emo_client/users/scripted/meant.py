"""What a question means when it has none of the words of the script.

A task gives a few words by which each fact may be asked for; agents have many more. Here stand
those of the trade, by what is asked for. Nothing here knows a task or a domain.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tau_emo_client.users.scripted.text import Unit, word
from tau_emo_tasks.script import Field, Slot

Part = Slot | Field

_CONCEPTS: tuple[tuple[str, str], ...] = (
    (
        r"full_name",
        r"names?\b|surname|who (?:you are|am i|are you|is (?:this|writing))|whom am i"
        r"|identify yourself|account holder|who do i have|registered (?:under|to)|listed under"
        r"|call yourself|what (?:are you called|should i call you)",
    ),
    (r"email", r"e-?mail|mail address|mailbox|inbox|mail\b(?! us)"),
    (
        r"phone(?= number|$)|telephone",
        r"(?:contact|mobile|phone|cell) number|number (?:on|we|i|to)\b|(?:reach|call|ring) you",
    ),
    (r"date_of_birth|birth\b|born", r"dob\b|d\.o\.b|birth|born|how old|\bage\b"),
    (r"zip|postal code", r"zip|postal|postcode|five[- ]digit"),
    (
        r"user_id|traveler_id",
        r"user ?name|log ?in\b|sign in\b|log you in\b|log in\b|handle\b|(?:user|customer|account"
        r"|profile|member|client|travell?er)"
        r"(?:'s)?[ -]?(?:id|name|number|code)|your id\b",
    ),
    (
        r"student_id",
        r"(?:student|matriculation|university|school|campus|enrol\w+) (?:id|number|no\b)|your id\b"
        r"|matriculation",
    ),
    (
        r"(?!user|student|traveler|loyalty)\w+_id|order|reservation|booking|ticket|game|id",
        r"(?:id|ids|number|code|reference|ref|locator|pnr)\b",
    ),
    (
        r"reservation_id|booking_id|booking reference|which booking",
        r"locator|pnr|reference|confirmation",
    ),
    (
        r"reason",
        r"reasons?\b|why\b|grounds?\b|what made|what led|led to|behind (?:it|this|that)"
        r"|made you\b|motivat|circumstances|explain|how come|cause|what (?:is|was) wrong"
        r"|what happened",
    ),
    (
        r"pay\w*|card|method|charge|refund|wallet|visa",
        r"pay|paid|card|method|charge|refund|means\b|cover|settle|fund|bill|wallet|account"
        r"|price difference|bill|money|debit|balance|settl|fare\b|cost|insurer|voucher|invoice"
        r"|put (?:it|this|that|the)|credited|go back",
    ),
    (r"date|day|return date", r"dates?\b|days?\b|when\b|how soon|leav|depart|set off|take place"),
    (r"return date", r"return|back\b|home"),
    (
        r"time|hours?|clock",
        r"times?\b|hours?\b|o'clock|when\b|start|slot|clock|morning|afternoon|evening",
    ),
    (r"type|kind of \w+", r"types?\b|kinds?\b|sorts?\b"),
    (
        r"items?|product",
        r"items?\b|products?\b|articles?\b|things?\b|pieces?\b|goods|purchase|merchandise",
    ),
    (
        r"new item|color|size|model|version|variant",
        r"versions?\b|variant|replacement|in (?:its|their) place|model",
    ),
    (r"colou?r", r"colou?r|shade|finish|tone\b|look\b"),
    (r"size|crust", r"size|big\b|large|small|dimension|medium|fits?\b"),
    (r"shelves", r"shel[fv]"),
    (
        r"both|count|quantity|how many|portions",
        r"how many|number of|quantity|portions|count\b|both|pair\b|each",
    ),
    (
        r"address|street|deliver it|where should",
        r"address|where\b|deliver|ship|street|send it|bring|destination|courier|location"
        r"|dropped off|go to",
    ),
    (r"new default|profile", r"default|profile"),
    (
        r"passengers?|travell?ers?|companion|who|me|names|people",
        r"who\b|whom\b|everyone|everybody|people|persons?\b|passenger|travell?er|names?\b|party"
        r"|guests?|yourself|alone|somebody|someone|join|accompan|together|flying|on board",
    ),
    (r"third passenger|third seat", r"third"),
    (
        r"seats?|second seat|middle seat|wheelchair seat|seat beside|third seat",
        r"seats?\b|sit\b|places?\b|row\b|spots?\b|auditorium|aisle|seated",
    ),
    (
        r"ticket types?|adult|child|senior",
        r"adults?|child|senior|how old|ticket type|price category|age",
    ),
    (
        r"amount|how much|share|limit|percent",
        r"amount|how much|sum\b|figure|tip\b|total|cap\b|generous|gratuity|how (?:big|high"
        r"|large)|percent|value\b",
    ),
    (r"limit per transfer", r"(?:per|single|each|one) (?:transfer|payment)|cap\b"),
    (r"limit per day", r"(?:per|a|each) day|daily"),
    (r"section|course|hours", r"sections?\b|groups?\b|meet|class time|timetable"),
    (
        r"course|which class|first course|second course|dropped|added",
        r"course|class\b|classes|subject|lecture|module|seminar",
    ),
    (
        r"dropp?(?:ed)?(?: add-on)?",
        r"drop|give up|giving up|get rid|out of\b|leave|lose|remove|go\b",
    ),
    (
        r"added|new add-on|instead",
        r"in exchange|instead|taking|take\b|in return|add\b|want in|replace",
    ),
    (r"advisor", r"advisor|adviser|important|matters|look for|prefer"),
    (r"level", r"level|undergraduate|graduate|degree"),
    (r"grading", r"grad(?:e|ing)|letter|pass/fail"),
    (r"term", r"term\b|semester"),
    (r"insurance", r"insur|cover(?:age)?\b|protection|protect|policy"),
    (r"supplier|which brand", r"supplier|pharmac|fill|brand|offer|manufacturer|who should|source"),
    (
        r"doctor|provider|visit",
        r"doctors?|physician|clinician|provider|specialist|practitioner|anyone in particular"
        r"|with whom|be seen by",
    ),
    (r"visit|appointment", r"visit|appointment|consultation|booking"),
    (r"medication|prescription", r"medic|drug|prescription|pill|tablet|remed"),
    (r"note", r"note\b|say\b|word|text|content|write\b|read\b"),
    (r"record", r"record|visit|entry"),
    (
        r"status|new status|resolved or closed",
        r"status|state\b|mark|show as|read as|set (?:it|that|this)|change (?:it|that|this)",
    ),
    (r"priority", r"priority|urgen|pressing|how (?:bad|soon|serious|important)|rush|serious"),
    (r"category|under which", r"categor|heading|filed?\b|under what|under which|topic|department"),
    (
        r"package|which tour|service|which service",
        r"package|bundle|subscription|service|tours?\b|offer|what exactly|take off|channels",
    ),
    (r"plan|old plan|new plan|which plan", r"plans?\b|tariff|contract"),
    (
        r"device|which device|boxe?s?|tv|new phone|phones that stay|router",
        r"device|box\b|boxes|receiver|television|tv\b|set\b|phones?\b|handset|hardware|equipment"
        r"|apparatus|gadget",
    ),
    (r"phones that stay|the other phone that stays|keep|kept priority", r"keep|stay|remain"),
    (r"router", r"router|wi-?fi|modem"),
    (r"paper|paperless", r"paper|post\b|mailed|letter|e-?bill|printed|electronic|digital|mailbox"),
    (r"cycle|how often", r"cycle|often|interval|frequen|monthly|quarterly|rhythm|every\b"),
    (r"automatic payment|auto-pay", r"auto"),
    (
        r"recipient|beneficiary|payee",
        r"recipient|receive|whom\b|who\b|payee|beneficiary|person|money go|sent to|gets\b"
        r"|send (?:it|the money)",
    ),
    (
        r"source|from account|account",
        r"which account|what account|account|taken from|come from|from where|drawn|out of which"
        r"|where from",
    ),
    (r"target|to account", r"which account|what account|go to|land|end up|arrive|into\b"),
    (r"merchant|shop|store", r"merchant|shop|store|business|company|retailer|where\b"),
    (
        r"card number|last four|debit card|credit card",
        r"(?:last|final) (?:four|4)|digits|four numbers|ending",
    ),
    (r"bank|routing|iban", r"bank|routing|iban|swift|account number"),
    (r"game|game_id|which game", r"games?\b|match|fixture|opponent"),
    (r"club|team", r"clubs?\b|teams?\b|side\b|manage|coach|play for|represent|squad"),
    (r"scorer|player|scored", r"who\b|player|scored"),
    (r"basket|points", r"basket|points|shot|kind|type|throw"),
    (r"free throw", r"free throw|second"),
    (r"clock|game clock|minute", r"clock|minute|moment|when\b|quarter|time"),
    (r"seasons?|period", r"season|year|period"),
    (r"league", r"league|division|competition"),
    (
        r"which (?:dish|plate|pizza|burger|meal)|dish|meal|burgers",
        r"dish|plate|pizza|burger|meal|food|course|items?\b",
    ),
    (r"spice|heat", r"spic|hot\b|heat|mild|chil[il]|strong"),
    (r"table", r"tables?\b|sit\b"),
    (
        r"trip|booking|which trip",
        r"trips?\b|reservations?\b|bookings?\b|journey|itinerar|excursion|travel|where\b"
        r"|tours?\b|vacation",
    ),
    (r"compensation", r"compensat|flight|what happened"),
    (r"cabin|class", r"cabin|class\b|fly\b|economy|business|front\b|comfort|travel in"),
    (r"bags", r"bags?\b|luggage|suitcase|baggage|checked pieces"),
    (
        r"route|origin|destination",
        r"from\b|where\b|origin|destination|airport|cit(?:y|ies)\b|direction|non-?stop",
    ),
    (r"room", r"rooms?\b|beds?\b|sleep|double|twin|single|suite|accommodat"),
    (
        r"add-on|new add-on|dropped add-on|extra",
        r"add-?ons?|extras?\b|optional|excursion|pass(?:es)?\b|on top|activit|besides",
    ),
    (r"class|keep", r"class|activit"),
    (
        r"agent|consultant",
        r"agent|consultant|somebody|someone|anybody|anyone|look(?:ed|ing)? after|handle",
    ),
    (r"show|screening|showtime", r"shows?\b|screening|showing|performance|format"),
    (r"movie|film", r"movie|film|title|see\b|watch|picture|playing"),
    (
        r"delivery|kiosk|e-ticket",
        r"deliver|get (?:the|your)|receive|collect|pick up|sent|hand|get hold|print",
    ),
    (r"popcorn|concession|snack", r"popcorn|snack|eat|drink|concession|food"),
    (r"loyalty", r"loyalty|membership|club card"),
    (r"zone|which area", r"zone|area|part|inside|outside|terrace|where\b"),
    (r"wheelchair seat", r"wheelchair|accessib"),
    (r"fit", r"fit\b|cut\b"),
    (r"waist", r"waist|size"),
    (r"navigation", r"navigat|find its way|steer"),
    (r"verified|method", r"how was it|verif"),
    (r"name|spell|correct name", r"spell|name\b|written"),
)
"""By a name or an asking word of the script: stems by which agents ask for such a thing."""
_LITTLE = frozenset(
    (  # noqa: SIM905 - a list of words is read more easily as a text
        "of to in on at by or is it me my as the and for not none that this with from"
        " have has its it's one ones you your mine please"
        " goes what who which will would should are was were been all any new old out into onto"
        " only just them then there their other them his her hers our whichever own stays said"
        " full want like first most least more less next same made make take put than off"
        " but can id"
    ).split()
)
_BEGINS = re.compile(
    r"\b(?:(?:and |for |to |on |at |in |by |of |under |from |with )?(?:what|which|who|whom|whose"
    r"|when"
    r"|where|why|how)\b(?! (?:i|we)\b)"
    r"|(?:may|can|could|might|would|will|do|did|does|is|are|was|shall|should) (?:i|we|you|there"
    r"|it)\b"
    r"|please|kindly|(?:tell|give|send|drop|read|quote|share|name|state|provide|confirm|list"
    r"|specify"
    r"|say|enter|type)\b|(?:need|require|have to ask|want to know|like to know|ask you|missing)\b)"
)
_ENDS = re.compile(
    r"(?:\bso (?:that )?(?:i|we)|(?:\band|\bthen|,) (?:i|we)(?:'ll| will| can)|\bbefore (?:i|we)"
    r"|\bin order to|(?<!want )(?<!like )(?<!prefer )(?<!need )\bto (?:see|find|locate|verify"
    r"|look|pull|check|get started)|\bbecause|\bsince)\b"
)
_CUT = re.compile(r"[,;?()]|:\s|\s[-–—]\s|\band\b|\bplus\b|\bas well as\b|\balong with\b|&")
_WHICH = re.compile(
    r"\b(?:which|what|whose|how many)(?: of (?:the|your|these|those|our|my))?(?: [\w-]+)? ?$"
)
_BELONGS = re.compile(
    r"(?<!\A)\b(?:for|with|on|in|at|to|from|before|by|into|during|regarding)"
    r" (?:the|your|these|this|that|those|our|an?)(?: [\w'-]+){1,3}"
    r"|\b(?:bill|book|cancel|change|move|start|add|reserve|update) (?:the|your|this|that) [\w'-]+"
)
_POINTS_BACK = re.compile(
    r"\b(?:which|what)(?: two| three)? (?:one|of (?:them|those|these|the two))\b"
)
_ALL = re.compile(r"\b(?:everything|every|all|each|both|any)\b")
_NUMBER = re.compile(r"\b(?:ids?|numbers?|codes?|reference|locator)\b")
_BE_PAID = re.compile(r"\b(?:be|are|is) (?:\w+ )?(?:paid|charged|settled|covered|funded|billed)\b")
_ENOUGH = 2.5
_PLAIN_ENOUGH = 1.5


@dataclass(frozen=True)
class _Words:
    concept: re.Pattern[str]
    """Stems by which the part is asked for."""
    name: tuple[str, ...]
    """The words of its name."""
    about: frozenset[str]
    """The telling words of what the customer says of it."""
    is_id: bool
    is_payment: bool


def clauses(unit: Unit) -> list[str]:
    """The pieces of a unit that may each ask for something, without what they are asked for."""
    text = unit.text
    if not unit.item:
        begin = _BEGINS.search(text)
        text = text[begin.start() :] if begin else text
    if end := _ENDS.search(text, 1):
        text = text[: end.start()] or text
    return [piece.strip() for piece in _CUT.split(text) if piece.strip()]


def meant(piece: str, context: str, parts: Sequence[Part], *, plainly: bool = False) -> list[Part]:
    """The parts that a piece of a question means most likely; empty if nothing speaks for any.

    Args:
        piece: the piece, lower case.
        context: the sentence it stands in and the one before.
        parts: what it may mean, the nearest first.
        plainly: True if the message asks for something and nothing else in it was understood.
    """
    points_back = _POINTS_BACK.search(piece)
    enough = _PLAIN_ENOUGH if plainly or points_back else _ENOUGH
    scores = [(_score(part, piece, context), part) for part in parts]
    best = max((score for score, _ in scores), default=0.0)
    if best < enough:
        return []
    chosen = [part for score, part in scores if score == best]
    said = {said_of(part) for part in (chosen if _ALL.search(piece) else chosen[:1])}
    return [part for part in parts if said_of(part) in said]


def distinction(part: Part, context: str, rivals: Sequence[Part]) -> int:
    """How much in a text speaks for one of several parts that the same words ask for.

    Args:
        part: one of them.
        context: the text, lower case.
        rivals: all of them.
    """
    common = {one for rival in rivals for phrase in rival.ask for one in phrase.split()}
    of_others = {one for rival in rivals if rival != part for one in _words(rival).about}
    words = _words(part)
    telling = {*words.about, *words.name} - common - of_others
    count = sum(bool(word(_stem(one)).search(context)) for one in telling)
    own = bool(re.match(r"(?:i|my|i'm|it's|$)\b", part.say.lower()))
    if own and re.search(r"\byour own\b", context):
        count += 2
    if not own and re.search(r"\b(?:his|hers?|their)\b", context):
        count += 1
    return count


def said_of(part: Part) -> str:
    """What the customer says of a part."""
    return part.say or (part.value if isinstance(part, Slot) else "")


def asks_beside(piece: str) -> str:
    """A piece without what only says where its question belongs ("with these two courses")."""
    return _BELONGS.sub(" … ", piece)


def _score(part: Part, piece: str, context: str) -> float:
    """How much speaks for a part; the weights were chosen on the messages of half a."""
    words = _words(part)
    score = max(_hits(words, asks_beside(piece)), 0.5 * _hits(words, piece))
    if words.is_id and _NUMBER.search(piece):
        score += 2.0
    if words.is_payment and _BE_PAID.search(piece):
        score += 4.0
    if words.concept.search(context):
        score += 1.5
    points_back = _POINTS_BACK.search(piece)
    if points_back and words.concept.search(context.replace(piece, " ")):
        score += 2.5
    for one in words.about:
        stem = word(_stem(one))
        score += (
            0.8
            if stem.search(piece)
            else (0.8 if points_back else 0.4) * bool(stem.search(context))
        )
    score += 0.5 * sum(bool(word(_stem(one)).search(context)) for one in words.name)
    return score


def _hits(words: _Words, piece: str) -> float:
    hits = list(words.concept.finditer(piece))
    score = 3.0 * bool(hits) + 0.5 * (len({match[0] for match in hits}) > 1)
    if any(_WHICH.search(piece[: match.start()]) for match in hits):
        score += 3.0
    return score + 2.5 * sum(bool(word(_stem(one)).search(piece)) for one in words.name)


def _words(part: Part) -> _Words:
    values = (part.value,) if isinstance(part, Slot) else (*part.accept, *part.reject)
    return _words_of(part.name.lower(), part.ask, (part.say, *values), isinstance(part, Slot))


@lru_cache(maxsize=1024)
def _words_of(name: str, ask: tuple[str, ...], said: tuple[str, ...], fact: bool) -> _Words:
    keys = [name, *name.split(), *ask]
    stems = [stems for key, stems in _CONCEPTS if any(re.fullmatch(key, one) for one in keys)]
    own = tuple(one for one in re.findall(r"[a-z]+", name) if one not in _LITTLE and len(one) > 1)
    about = re.findall(r"[a-z]{3,}", " ".join(said).lower())
    return _Words(
        re.compile(rf"\b(?:{'|'.join(stems)})" if stems else r"(?!)"),
        own,
        frozenset(one for one in about if one not in _LITTLE and one not in own),
        fact and bool(re.fullmatch(r"[\w-]*\d[\w-]*", said[1])),
        "pay" in ask or "payment" in name,
    )


def _stem(one: str) -> str:
    return one[: max(4, len(one) - 2)]
