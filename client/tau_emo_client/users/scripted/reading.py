"""What a message of the agent does: asks for a yes, refuses, reports, stalls, feels with one.

The words are those in which service staff and language models usually put such things. Nothing
here knows a task; what a message means for a goal is decided where the goals are kept.
"""

import re
from dataclasses import dataclass

from tau_emo_client.users.scripted.text import Unit, plain, units

_LOOKUP = (
    r"check|look|search|find|show|pull|verify|retrieve|calculate|list|see|explore|get|bring|walk"
    r"|provide|share|start|begin|help|assist|explain|review|tell|give|know|ask|clarify|confirm"
    r"|read|fetch|examine|compare|investigate|try|add more|note|describe|suggest|recommend"
)
_PERSON = r"human|representative|specialist|colleague|supervisor|manager|live agent|staff|person"
_THING = (
    r"details?|changes?|exchanges?|cancell?ations?|bookings?|returns?|above|following|informations?"
    r"|actions?|updates?|modifications?|refunds?|requests?|upgrades?|purchases?|summary|everything"
    r"|all|plan|choice|selection|go-ahead|agreement|approval|consent|transfer|payment of|swap|move"
    r"|addition|removal|order cancell?ation|reservation|enrol\w+|registration|withdrawal"
)
_ASKS_YES = re.compile(
    r"\byes\W{0,3}(?:/|or)\W{0,3}no\b"
    r"|\b(?:reply|respond|answer|say|type|write|confirm|send)\b[^.?!]{0,40}[\"'(\s]yes\b"
    r"|\b(?:explicit|clear|simple) yes\b|^yes\s*\?"
    rf"|\b(?:shall|should|may) (?:i|we)\b(?! (?:please )?(?:now )?(?:{_LOOKUP}|have)\b)"
    r"|\b(?:can|could) (?:i|we) (?:now )?(?:go ahead|proceed|continue|process|finali[sz]e|submit"
    r"|place|book|cancel|make (?:this|that|the)|do (?:this|that|so))\b"
    r"|\b(?:want|like|wish|need|prefer)\b[^.?!]{0,12} (?:me|us)(?: to)? "
    rf"(?!(?:first |please |also |now |just )*(?:{_LOOKUP}|transfer|connect|escalat)\w*\b)"
    r"|\b(?:want|like|wish|ready|happy|okay|ok|prefer|agree)\b(?: me| us)? to "
    r"(?:go ahead|proceed|continue|move forward|confirm|finali[sz]e|complete)\b"
    r"|\bdo you (?:agree|approve|consent|accept|authori[sz]e|confirm)\b"
    r"|\b(?:is|are|was|does|do) (?:this|that|it|these|those|everything|all|the (?:above|following))"
    r"[^.?!]{0,40} (?:correct|right|okay|ok|accurate|fine|good|acceptable|work|look|sound)\b[^.]*\?"
    r"|\b(?:do|can|could|may) (?:i|we) have your (?:explicit |final |clear )?"
    r"(?:go-ahead|approval|permission|ok|okay|consent|confirmation|authori[sz]ation|agreement|yes)"
    r"|\b(?:need|require|await\w*|waiting for|pending|with) your (?:explicit |final |clear )?"
    r"(?:go-ahead|approval|permission|consent|confirmation|authori[sz]ation|agreement|yes|\"yes\")"
    r"|\bconfirm(?:ation)?,? (?:if|that|to|so|below|and|before|by|with)\b(?! (?:your|the) (?:e-?mail"
    r"|name|user|phone|zip|address is))"
    r"|\bconfirm (?:whether|you|i (?:can|should|may)|we (?:can|should|may))\b"
    r"|\bconfirm (?:this|these|it)\b|^(?:please |kindly )?confirm\W*$|\bplease confirm\W*$"
    rf"|\bconfirm (?:the|your|both|all|that the|these|this)(?: \w+)? (?:{_THING})\b"
    rf"|\bconfirm (?:the|your)? ?(?:{_THING})\b"
    r"|\b(?:can|could|would|will) you (?:please |kindly )?confirm\s*\?"
    r"|\bif (?:so|yes|you agree|that's|this is|that is|everything|you(?:'d| would) like (?:me )?to "
    r"proceed|you confirm)[^.?!]{0,60}(?:\bi(?:'ll| will| can)\b|let me know)"
    r"|\blet me know if (?:you(?:'d| would) like|you want|i should|i can|i may|that works|this works"
    r"|that's ok\w*|you agree|this is|that is|everything)(?: me)?(?: to)? ?(?:proceed|go ahead"
    r"|continue|correct|fine|\W*$|so)"
    r"|\bare you (?:sure|okay with|ok with|happy with|ready|fine with|comfortable with)\b"
    r"|\b(?:ready to (?:proceed|go)|sounds? good|good to go|agreed?|proceed|all (?:right|good))\s*\?"
    r"|\bonce you (?:confirm|say yes|agree|approve|give)\b"
    r"|\bif you confirm\b|\bupon your confirmation\b"
)
_INFO_CONFIRM = re.compile(
    r"\bconfirm (?:which|what|how|whose|who|where|when|why)\b"
    r"|\bconfirm your (?:full |first |last |e-?mail|name|user|phone|zip|account|date of|birth)"
)
_WH = re.compile(
    r"\b(?:which|what|what's|how many|how much|how would|how do you|when|where|who|whose|why)\b"
)
_OFFER = re.compile(
    r"\b(?:would|do) you (?:like|want|prefer|wish)(?: for)? (?:me|us) to\b"
    r"|\b(?:shall|should|may|can|could) (?:i|we)\b|\bwant me to\b|\blike me to\b"
)
_LOOKUP_OFFER = re.compile(
    rf"(?:{_OFFER.pattern}) (?:also |first |now |please |just |go ahead and )*(?:{_LOOKUP})\w*\b"
)
_PERSON_WORD = re.compile(rf"\b(?:{_PERSON})s?\b")
_HAND_OFF = re.compile(
    r"\b(?:transfer|connect|pass|hand|escalat|forward|redirect|refer|put)\w*\b[^.?!]{0,60}"
    rf"\b(?:{_PERSON}|agent|team|member|through|department)s?\b"
)
_FUTURE_OR_PAST_HAND_OFF = re.compile(
    r"\b(?:i'm|i am|i'll|i will|i've|i have|we're|you are being|you're being|you have been"
    r"|you've been|being|let me)\b[^.?!]{0,30}\b(?:transfer|connect|pass|hand|escalat|forward)"
)
_NEGATION = re.compile(
    r"\b(?:can't|cannot|can not|unable|not able|won't be able|will not be able|impossible"
    r"|not (?:be )?(?:possible|eligible|allowed|permitted|supported|refundable|something|an option"
    r"|offered|authori[sz]ed|qualif\w+|covered|entitled|changeable|available)"
    r"|(?:isn't|aren't|wasn't|won't be) (?:possible|eligible|allowed|permitted|supported|refundable"
    r"|something|an option|offered|authori[sz]ed|covered|entitled|available|able)"
    r"|(?:do|does|did)(?: not|n't) (?:\w+ )?(?:allow|permit|qualify|offer|support|have (?:the|a|any)"
    r"|meet|provide|cover|handle|issue|include|let)"
    r"|no longer (?:be |possible|eligible|modifiable|cancell?able|changeable|able|available)"
    r"|against (?:our|the|company|airline|store) (?:polic|rule)|outside (?:of )?(?:what|our|the|my)"
    r"|(?:must|have to|need to|going to have to) (?:decline|refuse|deny|turn)"
    r"|ineligible|prohibit\w*|beyond (?:my|our|what)|non-?(?:refundable|changeable|cancell?able)"
    r"|not in a position|no way (?:for me )?to|there is no (?:option|possibility)|(?:is|was|are|been)"
    r" (?:denied|declined|refused)|i won't|we won't|won't)\b"
)
_NO_REFUSAL = re.compile(
    r"\b(?:can't|cannot|can not|not|never) (?:then )?be (?:undone|reversed|revoked|recovered"
    r"|restored|reinstated|taken back|(?:changed|modified|cancell?ed|altered|edited|combined|used"
    r"|made|exchanged|returned)"
    r" (?:later|after\w*|again|further|anymore|any more|once))"
    r"|\b(?:can't|cannot|unable to|not able to|won't be able to|not possible to|can not|won't)"
    r"[^.?!]*\b(?:until|without|before|unless|yet)\b"
    r"|\bonce\b[^.?!]{0,70}\b(?:can't|cannot|can not|no longer|won't|not be)\b"
    r"|\bafter (?:this|that|the|an?|it|submission|confirm)[^.?!]{0,60}"
    r"\b(?:can't|cannot|no longer|won't|not be)\b"
    r"|\b(?:can't|cannot) (?:imagine|thank|apologi|stress|wait)"
    r"|\bsorry (?:that )?you (?:couldn't|can't|cannot|were(?:n't| unable| not))"
    r"|\bif (?:you|this|that|it|the|there|they|not|i|your)\b[^.?!,]{0,50}\b(?:can't|cannot|don't"
    r"|isn't|aren't|unable|not|won't|unavailable)\b"
    r"|\bwhether\b|\bnon-?free|\bwon't (?:take|be (?:charged|any|a)|charge|affect|need|have to|lose"
    r"|change|make|repeat|ask|keep)"
    r"|\bnot (?:be )?charged|\bno (?:need|charge|fee|cost)"
)
_LOOKUP_FAILURE = re.compile(
    r"\b(?:can't|cannot|can not|could not|couldn't|unable to|not able to|did not|didn't|wasn't able"
    r" to|was unable to|don't|do not) (?:seem to |yet |currently )?(?:be able to )?(?:find|locate|see"
    r"|verify|identify|access|retrieve|match|pull|look|have (?:access|an? (?:account|record)))"
    r"|\bno (?:account|user|profile|customer|record|match)\b[^.?!]{0,30}\b(?:found|exists?|match"
    r"|associated|under)|\b(?:account|user|profile) (?:was )?not found|\bnot (?:be )?found\b"
)
_REASON = re.compile(
    r"\b(?:because|since|as (?:it|the|your|this|you)|due to|polic\w+|rules?|only|already|status"
    r"|(?:has|have|was|were|been|is|are)(?: \w+)? (?:processed|shipped|delivered|booked|used|flown"
    r"|cancell?ed|expired|departed|closed|full|sold|started|completed|paid|purchased)|ineligible"
    r"|outside|within|must|requires?|exceed\w*|limit\w*|balance|non-?refundable|basic economy|meet"
    r"|hours?|days?|insured|insurance|after|unless|tool|system|no (?:seats?|flights?|stock)"
    r"|same (?:product|type|item|order|account|origin)|different|someone else|another (?:person"
    r"|customer|account|product)|security|privacy|out of stock|unavailable|not available"
    r"|doesn't (?:meet|fall|have|qualify)|so (?:it|i|this|that)|conditions?|eligib\w+)\b"
)
_SORRY_NO = re.compile(
    r"\b(?:i'm afraid|unfortunately|regrettably)\b[^.?!]*\b(?:no|not|n't|only|never|cannot|isn't"
    r"|already)\b"
)
_PAST = r"(?:has|have|had|is|are|was|were|'s|'ve|been|now|just|successfully|got|fully|i|we|and)"
_DONE = (
    r"(?:cancell?ed|updated|changed|booked|processed|completed?|exchanged|returned|modified|refunded"
    r"|issued|sent|added|removed|placed|confirmed|made|submitted|upgraded|downgraded|moved|switched"
    r"|set|done|credited|charged|applied|scheduled|rescheduled|corrected|created|enrolled|registered"
    r"|transferred|activated|paid|reserved|requested|initiated|swapped|replaced|closed|saved"
    r"|finali[sz]ed|taken care of|in place|gone through|recorded|rebooked|adjusted|redirected"
    r"|rerouted|put|arranged|dropped|withdrawn|suspended|resumed|blocked|frozen|unfrozen|opened"
    r"|approved|assigned|deactivated|enabled|disabled|reset|renewed|extended|ordered|filed|logged"
    r"|settled|sorted|complete)"
)
_SUCCESS = re.compile(
    rf"\bsuccess(?:ful|fully)?\b|\b{_PAST}\b(?:\W+\w+){{0,3}}?\W+{_DONE}\b"
    rf"|^(?:\W*)(?:all |great[,!] |good news[,!:] |perfect[,!] |okay[,.] )?{_DONE}\b(?=\W*(?:$|[.!:,-]|"
    r"and\b|reserv|order|the\b|your\b|successfully|refund|for\b))"
    r"|\bdone[.!]|\ball (?:set|done)\b|\bwent through\b|\bgone through\b|\b(?:it|that|this)'s done\b"
    r"|\b(?:you(?:'ll| will)|you should) (?:soon |now |shortly |also )*(?:receive|get|see)\b"
    r"|\brefund\w*\b[^.?!]{0,60}\bwill\b|\bwill (?:now )?be (?:refunded|credited|shipped|sent to|returned"
    r" to)|\bnew (?:reservation|booking|order|ticket|appointment) (?:id|number|code)?\b[^?]{0,12}:"
    r"|\byou(?:'re| are) (?:all )?(?:now )?(?:booked|set|confirmed|enrolled|registered)\b"
    r"|\b(?:reservation|booking|ticket|order) confirmed\b"
)
_NOT_YET = re.compile(
    r"\b(?:will|going to|'ll|about to|ready to|prepared to|once|before|after|to be|need to|needs to"
    r"|can be|can|could|shall|would|must|should|if|when|please|want|may|might|unless|until|not|n't"
    r"|never|cannot|unable|pending|to)\b|n't\b"
)
_FAILURE = re.compile(
    r"\b(?:error|failed|failure|went wrong|did(?:n't| not) (?:go through|work|succeed|complete)"
    r"|unsuccessful|could(?:n't| not) (?:be )?(?:complete|process|make|cancel|book|change|update"
    r"|exchange|return|apply|finish)\w*|was(?:n't| not) able|were(?:n't| not) able|technical"
    r"|was (?:rejected|unable)|ran into|declined|hit a (?:snag|problem))\b"
)
_STALL = re.compile(
    r"\b(?:one|a|just a|another|1) (?:moment|second|sec|minute|min|bit)\b|\bplease (?:wait|hold|stand"
    r" by|be patient)\b|\bhold on\b|\bbear with\b|\bgive me (?:a|one|some|just)\b|\bstand by\b|\bhang on"
    r"|\blet me (?:now |first |quickly |just |go ahead and )?(?:check|look|pull|verify|find|search|see"
    r"|retrieve|review|get|process|proceed|do|take|confirm|cancel|book|update|make|fetch|start|try)"
    r"|\bi(?:'ll| will) (?:now |first |quickly |just |go ahead and |next )?(?:check|look|pull|verify"
    r"|find|search|retrieve|review|proceed|process|get|go ahead|take|see|start|begin|cancel|book|make"
    r"|update|change|initiate|submit|fetch|be right back|exchange|return|need a)"
    r"|\bi(?:'m| am) (?:now |currently |just )?(?:check|look|process|work|pull|verif|search|retriev"
    r"|cancel|updat|book|submitt|proceed|going to)\w*|\bworking on (?:it|that|this)|\bright away\b"
    r"|\bshortly\b|\b(?:thank you|thanks) for (?:waiting|your patience|holding)|\bwill take a\b"
)
_OPEN = re.compile(
    r"\b(?:anything|something|any(?:thing)? other|what|what's|whatever) (?:else|more|other|further)\b"
    r"|\bany (?:other|further|more|additional) (?:questions?|requests?|concerns?|issues?|help|changes?"
    r"|assistance|items?|thing)\b|\bhow (?:can|may|could|else can|else may|might) (?:i|we) (?:help|assist"
    r"|be of|support)|\bwhat (?:can|may|could) (?:i|we) (?:do|help)|\bwhat would you like (?:to do|me to"
    r" do|help|next)|\b(?:further|more|additional|other) (?:assistance|help|questions)\b"
    r"|\bneed (?:anything|any help|help with)|\blet me know (?:if|what|how) (?:you|i|there)[^.?!]*"
    r"\b(?:need|help|assist|else|next|question|do)\b|\bwhat(?:'s| is) (?:next|the (?:issue|problem))"
    r"|\bhow (?:can|could) i make\b|\bfeel free\b|\bwhat brings\b|\bbefore (?:we|i) (?:finish|close)"
)
_LIST_COMPLETE = re.compile(
    r"\b(?:any(?:thing)? (?:else|other|more|further)|all (?:of )?(?:the )?(?:items|changes)|other items"
    r"|everything|only (?:item|thing|change)|once per order|complete list|one time|additional items)\b"
)
_EMPATHY = re.compile(
    r"\b(?:sorry|apologi[sz]e|apologies|understand (?:how|that|why|you|your|this|completely)"
    r"|i understand|understandabl\w+|i can (?:see|imagine|tell|hear)|i hear you|frustrating|stressful"
    r"|upsetting|annoying|disappointing|inconvenien\w+|that (?:must|sounds|is (?:hard|tough|a lot))"
    r"|i appreciate|thank you for (?:your patience|sharing|telling|bearing|understanding|trusting)"
    r"|thanks for (?:your patience|sharing|telling|bearing)|i know (?:how|this|that|it)|glad|happy (?:to"
    r" hear|for you|that)|delighted|wonderful|congratulations|exciting|great to hear|that's great"
    r"|lovely|no wonder|worr(?:y|ied|ying)|rest assured|i(?:'ll| will) (?:make sure|take care|stay)"
    r"|you(?:'re| are) (?:right|not alone|absolutely right)|should(?:n't| not) have happened|difficult"
    r"|you deserve|i get (?:it|that|how|why)|feel|take your time|no need to worry|my pleasure)\b"
)
_DISMISSIVE = re.compile(
    r"\b(?:calm down|relax\b|as (?:i|we) (?:already |just |have )?(?:said|told|stated|mentioned|explained)"
    r"|i(?:'ve| have)? already (?:told|said|explained|answered)|you should(?:'ve| have) |not (?:my|our)"
    r" (?:problem|fault|job|concern|department)|there(?:'s| is) nothing (?:i|we|more|else|that) |watch"
    r" your|mind your|stop (?:shouting|yelling|complaining|being|repeating)|no reason to be|overreact\w*"
    r"|you(?:'ll| will) (?:just )?have to (?:wait|live|accept|deal|check|contact|figure)"
    r"|take it or leave it|deal with it|read the (?:policy|terms)|that's (?:just )?(?:how it is|life"
    r"|not my)|i can't help (?:you|with that)|like i said|again, as|get over|your (?:own )?(?:fault"
    r"|mistake|problem)|(?:may|can|need to|must|should|please) (?:check|look|find)[^.?!]{0,30}(?:yourself"
    r"|on our website|in your account|online|in the app|on the website)|(?:visit|check|use|see) (?:our|the)"
    r" (?:website|app|faq|help cent\w+))\b"
)
_REQUEST = re.compile(
    r"\b(?:please|kindly|pls) (?:also |first |just |could you |can you |now )?(?:provide|share|tell|give"
    r"|send|enter|specify|state|let me know|reply|respond|supply|include|confirm|indicate|choose|select"
    r"|pick|clarify|advise|type|list|note|have|verify|mention|describe|answer|submit|double-check|pass)"
    r"|\b(?:could|can|would|will) (?:you|i|we)(?: please| kindly| also)*"
    r" (?:provide|share|tell|give|send|enter|specify|state|let me know|supply|confirm|indicate|choose"
    r"|select|pick|clarify|type|get|have|ask|verify|list|describe|mention|remind|also)"
    r"|\bmay i (?:please |also )?(?:have|get|ask|know|take)\b"
    r"|\b(?:i|we|i'll|we'll|you'll)(?: will| also| still| first| just| do| would)* (?:need|require|have to ask"
    r"|must ask|am missing|'m missing|lack)\b|\bmissing\b|\bneed(?:ed)?:|\bneed (?:your|the following|a bit|one"
    r"|two|three|these)|\bwhat(?:'s| is| are| was| were)\b|\bwhich\b|\btell me\b|\blet me know (?:your|the|which"
    r"|what|how|when|whether)|\b(?:reply|respond|answer|provide|send|share|confirm|specify|give)(?: me)?"
    r"(?: with| by)? (?:your|the|me|us|these|both|which|what|how|a|any|one|either)\b"
    r"|\b(?:send|reply|provide|share|give)(?: me| us)?(?: with)?:|\bstart with your\b|\blet's start with"
    r"|\bi'd like (?:to have|to know|your)|\bhow (?:many|much|would|do|should)\b|\bdo you (?:have|know|remember"
    r"|recall|happen)|\basking for\b|\bbegin by\b|^(?:your|and your|also,? your|and the)\b[^.]*\?|\bdo you want\b"
    r"|\brequired (?:info|detail|field)"
)
_NOT_A_REQUEST = re.compile(
    r"\b(?:thank you|thanks)(?: so much| very much)? for (?:providing|confirming|sharing|giving|sending|the|your)"
    r"|\bi(?:'ve| have)? (?:now )?(?:found|located|verified|retrieved|confirmed|received)\b"
    r"|\bno need\b|\byou (?:don't|do not) (?:need|have) to\b|\bwithout (?:asking|needing)\b"
)


@dataclass(frozen=True)
class Reading:
    """One message of the agent, understood as far as that goes without knowing the goals."""

    text: str
    """Lower case, without markup, lines kept."""
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
    failed: bool
    """It says that something it tried went wrong."""
    stalls: bool
    """It puts the customer off, with nothing to answer or learn."""
    open_question: bool
    """It asks what else, or how to help."""
    asks_if_complete: bool
    """It asks whether the list is all there is."""
    asks_which: bool
    """It asks which, what, how many."""
    question_count: int
    """How many things it asks for."""
    empathic: bool
    dismissive: bool

    @property
    def asks(self) -> bool:
        """True if it waits for an answer of some kind."""
        return self.asks_yes or bool(self.requests) or any(unit.question for unit in self.units)


def read(message: str) -> Reading:
    """Understand a message of the agent.

    Args:
        message: the text as delivered.
    """
    parts = units(message)
    requests = tuple(unit for unit in parts if is_request(unit))
    asks_yes = any(_asks_yes(unit) for unit in parts)
    refusals = tuple(unit for unit in parts if _refuses(unit))
    successes = tuple(unit for unit in parts if _succeeds(unit))
    lookup = any(_LOOKUP_OFFER.search(unit.text) and unit.question for unit in parts)
    person = any(
        (unit.question and _HAND_OFF.search(unit.text)) or _offers_a_person(unit) for unit in parts
    )
    text = plain(message).lower()
    open_question = any(_OPEN.search(unit.text) for unit in parts)
    questions = _count_questions(parts)
    return Reading(
        text=text,
        units=parts,
        requests=requests,
        asks_yes=asks_yes,
        offers_lookup=lookup and not asks_yes,
        offers_person=person,
        passes_on=not person and any(_passes_on(unit) for unit in parts),
        refusals=refusals,
        gives_reason=bool(_REASON.search(text)),
        lookup_failed=any(_LOOKUP_FAILURE.search(unit.text) for unit in parts),
        successes=successes,
        failed=bool(_FAILURE.search(text)),
        stalls=bool(_STALL.search(text))
        and not (asks_yes or requests or refusals or successes or lookup)
        and not any(unit.question for unit in parts),
        open_question=open_question,
        asks_if_complete=any(
            _LIST_COMPLETE.search(unit.text) and (unit.question or is_request(unit))
            for unit in parts
        ),
        asks_which=any(
            _WH.search(unit.text) and (unit.question or is_request(unit)) for unit in parts
        ),
        question_count=questions,
        empathic=bool(_EMPATHY.search(text)),
        dismissive=bool(_DISMISSIVE.search(text)),
    )


def _offers_a_person(unit: Unit) -> bool:
    return unit.question and bool(_PERSON_WORD.search(unit.text) and _OFFER.search(unit.text))


def _passes_on(unit: Unit) -> bool:
    return bool(
        _HAND_OFF.search(unit.text)
        and _FUTURE_OR_PAST_HAND_OFF.search(unit.text)
        and not _NEGATION.search(unit.text)
    )


def _asks_yes(unit: Unit) -> bool:
    return bool(_ASKS_YES.search(unit.text)) and not _INFO_CONFIRM.search(unit.text)


def _refuses(unit: Unit) -> bool:
    text = unit.text
    if _NO_REFUSAL.search(text) or _LOOKUP_FAILURE.search(text):
        return False
    return bool(_NEGATION.search(text) or _SORRY_NO.search(text))


def _succeeds(unit: Unit) -> bool:
    if unit.question:
        return False
    found = _SUCCESS.search(unit.text)
    if not found or _FAILURE.search(unit.text):
        return False
    return not _NOT_YET.search(unit.text[: found.end()]) or "refund" in found[0]


def is_request(unit: Unit) -> bool:
    """True if a unit asks the customer for information."""
    if _NOT_A_REQUEST.search(unit.text) and not unit.question:
        return False
    if unit.item and unit.head and not unit.question and _REQUEST.search(unit.head):
        # "Order ID: #W1" under "please confirm" is a detail, not a question.
        return not _has_value(unit.text)
    return bool(_REQUEST.search(unit.text)) or (unit.question and bool(_WH.search(unit.text)))


def _has_value(item: str) -> bool:
    _, colon, value = item.partition(":")
    value = re.sub(r"\([^)]*\)", "", value).strip()
    return bool(colon and value and not value.endswith("?"))


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
