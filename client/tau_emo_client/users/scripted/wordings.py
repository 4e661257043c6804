"""The words in which service staff and language models usually put things, by what they do.

Each entry is a regular expression over one sentence or list item in lower case, without markup
and with straight quotes. They were written by hand and checked against recorded conversations
with agents of several makers; nothing here knows a task, a domain or a particular agent.
"""

import itertools
import re

LOOKUP = (
    r"check|look|search|find|show|pull|verify|retrieve|calculate|list|see|explore|get"
    r"|bring|walk|provide|share|start|begin|help|assist|explain|review|tell|give|know|ask"
    r"|clarify|confirm|read|fetch|examine|compare|investigate|try|add more|note|describe"
    r"|suggest|recommend"
)
"""Verbs for looking, showing and helping: an offer to do these is no listing."""

PERSON = r"human|representative|specialist|colleague|supervisor|manager|live agent|staff|person"
"""Words for a member of staff."""

THING = (
    r"details?|changes?|exchanges?|cancell?ations?|bookings?|returns?|above|following"
    r"|informations?|actions?|updates?|modifications?|refunds?|requests?|upgrades?"
    r"|purchases?|summary|everything|all|plan|choice|selection|go-ahead|agreement|approval"
    r"|consent|transfer|payment of|swap|move|addition|removal|order cancell?ation"
    r"|reservation|enrol\w+|registration|withdrawal"
)
"""What a customer is asked to confirm when a yes is meant."""

DONE = (
    r"(?:cancell?ed|updated|changed|booked|processed|completed?|exchanged|returned"
    r"|modified|refunded|issued|sent|added|removed|placed|confirmed|made|submitted"
    r"|upgraded|downgraded|moved|switched|set|done|credited|charged|applied|scheduled"
    r"|rescheduled|corrected|created|enrolled|registered|transferred|activated|paid"
    r"|reserved|requested|initiated|swapped|replaced|closed|saved|finali[sz]ed|taken care "
    r"of|in place|gone through|recorded|rebooked|adjusted|redirected|rerouted|put|arranged"
    r"|dropped|withdrawn|suspended|resumed|blocked|frozen|unfrozen|opened|approved"
    r"|assigned|deactivated|enabled|disabled|reset|renewed|extended|ordered|filed|logged"
    r"|settled|sorted|complete|wired|lifted|linked|unlinked|raised|lowered|attached|redeemed|waived"
    r"|postponed|dropped|released|rebooked|started|entered|marked|posted|restored|reinstated"
    r"|reduced|increased|deleted|cleared|stopped|ended|terminated|locked|unlocked|shifted|amended"
    r"|renamed|signed up|taken (?:off|out)|brought (?:forward|back)|purchased|carried out"
    r"|deposited|billed)"
)
"""Participles that report an act as done."""

ASKS_YES = (
    r"\byes\W{0,3}(?:/|or)\W{0,3}no\b",
    r"\b(?:reply|respond|answer|say|type|write|confirm|send)\b[^.?!]{0,40}[\x22'(\s]yes\b",
    r"\b(?:explicit|clear|simple) yes\b",
    r"^yes\b[^.?!]{0,40}\?",
    rf"\b(?:shall|should|may) (?:i|we)\b(?! (?:please )?(?:now )?(?:{LOOKUP}|have|trouble|bother"
    rf"|take"
    r" down|ask)\b)",
    (
        r"\b(?:can|could) (?:i|we) (?:now )?(?:go ahead|proceed|continue|process|finali[sz]e"
        r"|submit|place|book|cancel|make (?:this|that|the)|do (?:this|that|so))\b"
    ),
    (
        r"\b(?:want|like|wish|need|prefer)\b(?! to (?:contact|reach|call|write|e-?mail|give"
        r"|send|tell)\b)[^.?!]{0,12}(?<!tell)(?<!give)(?<!send) (?:me|us)(?: to)?+ (?!(?:first "
        rf"|please |also |now |just )*(?:{LOOKUP}|transfer|connect|escalat)\w*\b)"
    ),
    (
        r"\b(?:want|like|wish|ready|happy|okay|ok|prefer|agree)\b(?: me| us)? to (?:go ahead"
        r"|proceed|continue|move forward|confirm|finali[sz]e|complete)\b"
    ),
    r"\bdo you (?:agree|approve|consent|accept|authori[sz]e|confirm)\b",
    (
        r"\b(?:is|are|was|does|do) (?:this|that|it|these|those|everything|all|the (?:above"
        r"|following))[^.?!]{0,40} (?:correct|right|okay|ok|accurate|fine|good|acceptable|work"
        r"|look|sound)\b[^.]*\?"
    ),
    (
        r"\b(?:do|can|could|may) (?:i|we) have your (?:explicit |final |clear )?(?:go-ahead"
        r"|approval|permission|ok|okay|consent|confirmation|authori[sz]ation|agreement|yes)"
    ),
    (
        r"\b(?:need|require|await\w*|waiting for|pending|with) your (?:explicit |final |clear "
        r")?(?:go-ahead|approval|permission|consent|confirmation|authori[sz]ation|agreement"
        r'|yes|"yes")'
    ),
    (
        r"\bconfirm(?:ation)?,? (?:if|that|to|so|below|and|before|by|with)\b(?! (?:your|the) "
        r"(?:e-?mail|name|user|phone|zip|address is))"
    ),
    r"\bconfirm (?:whether|you|i (?:can|should|may)|we (?:can|should|may))\b",
    r"\bconfirm (?:this|these|it)\b",
    r"\b(?:let me know|tell me|say) (?:that )?(?:you (?:agree|approve|accept|consent)|(?:it|that"
    r"|this)'s"
    r" (?:ok|okay|fine|all right|alright))\b",
    r"\b(?:tell me|say|let me know|hear|know) (?:whether|if) (?:i|we) (?:may|can|should|shall)\b",
    r"^(?:please |kindly )?confirm\W*$",
    r"\bplease confirm\W*$",
    rf"\bconfirm (?:the|your|both|all|that the|these|this)(?: \w+)? (?:{THING})\b",
    rf"\bconfirm (?:the|your)? ?(?:{THING})\b",
    r"\b(?:can|could|would|will) you (?:please |kindly )?confirm\s*\?",
    (
        r"\bif (?:so|yes|you agree|that's|this is|that is|everything|you(?:'d| would) like "
        r"(?:me )?to proceed|you confirm)[^.?!]{0,60}(?:\bi(?:'ll| will| can)\b|let me know)"
    ),
    (
        r"\blet me know if (?:you(?:'d| would) like|you want|i should|i can|i may|that works"
        r"|this works|that's ok\w*|you agree|this is|that is|everything)(?: me)?(?: to)? "
        r"?(?:proceed|go ahead|continue|correct|fine|\W*$|so)"
    ),
    r"\bif (?:this|that|it|everything|all)(?: of (?:it|this|that))? (?:suits|works|fits|looks"
    r"|sounds|meets)[^.?!]{0,60}\b(?:i(?:'ll| will| can)|let me know|tell me|just say)\b",
    r"\bwould (?:it|that|this) be (?:ok|okay|fine|all right|alright|good)\b",
    r"^(?:so |then |and )?(?!(?:is|are|was|were|does|did|has|have|what|which|who|whose|with|for"
    r"|about)\b)[a-z]+ (?:it|them|both)(?: now| in| up| through| off)?\?$",
    r"\bare you (?:sure|okay with|ok with|happy with|ready|fine with|comfortable with)\b",
    (
        r"\b(?:ready to (?:proceed|go)|sounds? good|good to go|agreed?|proceed|all (?:right"
        r"|good))\s*\?"
    ),
    r"\bonce you (?:confirm|say yes|agree|approve|give)\b",
    r"\bif you confirm\b",
    r"\bupon your confirmation\b",
    r"\bconfirm(?:ed)?\s*\?",
    r"\b(?:happy|okay|ok|fine|good|comfortable|content|agreeable|all right|alright) (?:with|for|by)"
    r" (?:that|this|it|you|these|those|the)\b[^.]*\?",
    r"(?:^|[,;:–-] )(?:ok(?:ay)?|(?:all ?)?right|deal|yes|all set|fine|sure|approved)\s*\?",
    r"\b(?:does|would|do) (?:that|this|it|these|those) (?:suit|work for|do for) you\b",
    r"\b(?:do|would) you (?:want|like) (?:that|this|it|these|those|the (?:above|change|exchange"
    r"|return|cancell?ation|booking))\s*\?",
    r"\bis (?:that|this|it) what you (?:want|wish|would like|had in mind)\b",
    r"\bare we (?:good|agreed|set)\b",
    r"^(?:is it |are you |so,? )?(?:ok|okay|fine|all right|alright|good|happy|cool) (?:to"
    r"|if (?:i|we))\b[^.]*\?",
    r"\b(?:just )?(?:say|give me) the word\b",
    r"\bdo i have your yes\b",
    r"\b(?:give|need|hit|with|send|want|get|hear|on)\b[^.?!]{0,20}\ba(?: [\w-]+)? yes\b",
    r"\bis (?:that|this|it) an? (?:[\w-]+ )?yes\b",
    r"\b(?:an?|your|one)(?: [\w-]+)? (?:yes|ok|okay|go-ahead|approval|confirmation|consent"
    r"|agreement|nod)\b[^.?!]{0,20} (?:is (?:all|what|required|needed|missing|still)"
    r"|(?:will|would) (?:do|be enough)|suffices|and (?:it|i|we|that)(?:'s|'ll| is| will)\b)",
)
"""Asking for a yes to something that is about to be done."""

CONSENT = (
    "yes ok okay agree agreed agreement approve approval approved consent permission permit"
    " go-ahead"
    " go ahead green light happy fine good right alright sure thumbs up accept acceptable authorize"
    " authorise authorization confirm confirmation proceed order objection objections on board so"
    " correct content comfortable nod assent blessing clearance word"
)
"""Words for a customer's consent."""

POINTING = (
    "a about all also am an and any anything are as at be before being but by can carry"
    " could did do"
    " does done everything exactly for from get give given go going got had has have having"
    " how i i'd"
    " i'll i'm if in is it it's its just like look looks made make match matches may me"
    " meant might mind"
    " my need now of on once or out over please put say see shall should something sound"
    " sounds start"
    " submit suit suits take that that's the them then there these they this those through to too"
    " understood wait waiting want wanted way we we'd we'll we're what when whether will wish with"
    " work works would you you'd you'll you're your yours wait awaiting simple short clear quick"
    " clearly explicit explicitly first need know let tell reply answer type send only one enough"
    " finish complete save apply change changes settle ready final finally here both happen"
    " you're after soon moment as"
)
"""Words that name no thing of their own: what consists of them points at what was said before."""

APPEAL = (
    r"\b(?:please|kindly|let me|tell me|give me|say|type|answer|reply)\b",
    r"\b(?:i|we)(?:'d|'ll|'m| am| are| will| would)?(?: only| just| still| first)* (?:need|await"
    r"|wait)",
    r"\band (?:i|we)'ll\b",
    r"\b(?:awaiting|waiting|enough|once|as soon as|on your|with your|the moment"
    r"|your \w+, please)\b",
)
"""Asking for something without a question mark."""

PLAINLY_YES = (
    r"\byes\b",
    r"\bconfirm",
    r"\b(?:shall|should) (?:i|we)\b",
    r"\bgo ahead\b",
    r"\bproceed\b",
)
"""Asking for a yes beside asking what else there is."""

YES_LATER = (
    r"\b(?:once|after|when|as soon as) (?:you|i|we|the)\b[^.?!]{0,80}\b(?:i'll|i will|we'll|we will"
    r"|i can|we can)\b",
    r"\b(?:i'll|i will|we'll|we will)\b[^.?!]{0,60}\b(?:ask|need|request|seek|confirm|restate"
    r"|summari[sz]e|check with)\b(?![^.?!]*\breply)",
)
"""Saying that a yes will be asked for later."""

INFO_CONFIRM = (
    r"\bconfirm (?:which|what|how|whose|who|where|when|why)\b",
    r"\b(?:may|can|could|might) (?:i|we) (?:\w+ )?(?:take down|note down|jot down|write down|have"
    r"|get|ask for|request|learn|know) (?:your|the) (?!okay\b|ok\b|yes\b|consent|approval|go|final"
    r"|confirmation|permission|agreement)",
    r"\b(?:could|can|would|will) you (?:please |kindly |just )*(?:look|check|read|tell|find"
    r"|spell)\b"
    r"(?![^?]*\b(?:yes|confirm|okay|ok|agree|approve|go|right|correct|fine|works?)\b)",
    r"\bconfirm your (?:full |first |last |e-?mail|name|user|phone|zip|account|date of|birth)",
    r"\bconfirm (?:the|your|a|their|its)(?: [\w-]+){0,3} (?:reason|number|id|code|dob"
    r"|date of birth|email|e-mail|name)s?\b(?! (?:is|as|to|#|with|in|:))",
)
""""Confirm" that asks for a fact instead."""

WH = (
    r"\bwhich\b",
    r"\bwhat\b",
    r"\bwhat's\b",
    r"\bhow many\b",
    r"\bhow much\b",
    r"\bhow (?:would|should|shall|will|is|are)\b(?! you (?:doing|today|feeling))",
    r"\bhow (?:do|did) you\b",
    r"\bhow old\b",
    r"\bwhom\b",
    r"\bwhen\b",
    r"\bwhere\b",
    r"\bwho\b",
    r"\bwhose\b",
    r"\bwhy\b",
)
"""Question words."""

OFFER = (
    r"\b(?:would|do) you (?:like|want|prefer|wish)(?: for)? (?:me|us) to\b",
    r"\b(?:shall|should|may|can|could) (?:i|we)\b",
    r"\bwant me to\b",
    r"\blike me to\b",
)
"""Asking whether to do something."""

HAND_OFF = (
    (
        r"\b(?:transfer|connect|pass|hand|escalat|forward|redirect|refer"
        rf"|put)\w*\b[^.?!]{{0,60}}\b(?:{PERSON}|agent|team|member|through|department)s?\b"
    ),
)
"""Passing the customer on."""

ANNOUNCED_HAND_OFF = (
    (
        r"\b(?:i'm|i am|i'll|i will|i've|i have|we're|you are being|you're being|you have been"
        r"|you've been|being|let me)\b[^.?!]{0,30}\b(?:transfer|connect|pass|hand|escalat"
        r"|forward)"
    ),
)
"""Announcing that as happening, rather than offering it."""

NEGATION = (
    r"\bno (?:[\w-]+ ){1,3}(?:is|are) (?:possible|available|due|payable|provided|allowed)\b",
    r"\bso no\b",
    r"^no, (?:i'm|sorry|unfortunately|it|that)\b",
    r"\bthe answer is no\b",
    r"\balready (?:been )?(?:changed|used|moved|modified|exchanged|returned)\b[^.?!]*\bonce\b",
    r"\b(?:i|we) can only (?:act|help|work|assist|look|change|deal|do|serve)\b[^.?!]*\bown\b",
    r"\bhas to (?:write|contact|call|ask|come)\b[^.?!]*\b(?:herself|himself|themselves)\b",
    r"\bcan't\b",
    r"\bcannot\b",
    r"\bcan not\b",
    r"\bunable\b",
    r"\bnot able\b",
    r"\bwon't be able\b",
    r"\bwill not be able\b",
    r"\bimpossible\b",
    (
        r"\bnot (?:be )?(?:possible|eligible|allowed|permitted|supported|refundable|something"
        r"|an option|offered|authori[sz]ed|qualif\w+|covered|entitled|changeable|available)\b"
    ),
    (
        r"\b(?:isn't|aren't|wasn't|won't be) (?:possible|eligible|allowed|permitted|supported"
        r"|refundable|something|an option|offered|authori[sz]ed|covered|entitled|available"
        r"|able)\b"
    ),
    (
        r"\b(?:do|does|did)(?: not|n't) (?:\w+ )?(?:allow|permit|qualify|offer|support|have "
        r"(?:the|a|any)|meet|provide|cover|handle|issue|include|let|accept"
        r"|give (?:advice|opinions?|recommendations?)|take (?:cash|che(?:que|ck)s?))\b"
    ),
    (
        r"\bno longer (?:be |possible|eligible|modifiable|cancell?able|changeable|able"
        r"|available)\b"
    ),
    r"\bagainst (?:our|the|company|airline|store) (?:polic|rule)",
    r"\boutside (?:of )?(?:what|our|the|my)\b",
    r"\b(?:must|have to|need to|going to have to) (?:decline|refuse|deny|turn)\b",
    r"\bineligible\b",
    r"\bprohibit\w*",
    r"\bbeyond (?:my|our|what)\b",
    r"\bnon-?(?:refundable|changeable|cancell?able)\b",
    r"\bnot in a position\b",
    r"\bno way (?:for me )?to\b",
    r"\bthere is no (?:option|possibility)\b",
    r"\b(?:is|was|are|been) (?:denied|declined|refused)\b",
    r"\bi won't\b",
    r"\bwe won't\b",
    r"\bwon't\b",
)
"""Saying that something cannot or will not be done."""

SYMPATHY = (
    r"\bso (?:that )?(?!i\b|we\b)[^.,;]{0,40}\bwon't be [a-z]+ed\b",
    r"\b(?:sorry|unfortunate|a pity|a shame|sad|upset|disappointed|annoyed|understand|hear"
    r"|imagine) (?:to (?:hear|see|know|read) )?(?:that )?(?:you|he|she|they|your (?:son|daughter"
    r"|wife|husband|mother|father|mom|dad|family|friends?|partner|brother|sister|child|children|kids?))\b"
    r"(?! (?:can't|cannot|can not) (?:cancel|change|return|exchange|get|have))[^.,;:!?–]*",
    r"\b(?:how|what an?)(?: very| really| truly)? (?:annoying|frustrating|sad|upsetting|awful"
    r"|disappointing|shame|pity|stressful|hard|disappointment|nuisance)\b(?!,? but)"
    r"(?! that (?:i|we)\b)[^.,;:!?–]*",
    r"\b(?:can't|cannot|can not|couldn't|isn't|wasn't|not|never|no|n't)(?: [\w']+){0,3}? (?:easy"
    r"|pleasant|nice|fun|funny|small (?:thing|matter)|good time|as (?:planned|hoped|expected)"
    r"|(?:something|a thing) any(?:one|body)|in any(?:one|body)'s hands"
    r"|what (?:you|one|any(?:one|body)) (?:had )?(?:hoped|hopes|wanted|wants|wished|expected))\b"
    r"(?! (?:to (?:cancel|change|do|make)|enough)\b)",
    r"\b(?:can't|cannot|can not) (?:blame|have that|tell you how|say how|begin to"
    r"|promise miracles)\b",
    r"\bwon't (?:let you down|keep you|happen again|forget|leave you|give up|hurt)\b",
)
"""Feeling with the customer in words of denial, which refuse nothing."""

CONSEQUENCE = (
    (
        r"\b(?:can't|cannot|can not|not|never) (?:then )?be (?:undone|reversed|revoked"
        r"|recovered|restored|reinstated|taken back|\w+ (?:later|after\w*|again|further"
        r"|anymore|any more|once))"
    ),
    r"\bonce\b[^.?!]{0,70}\b(?:can't|cannot|can not|no longer|won't|not be)\b",
    (
        r"\bafter (?:this|that|the|an?|it|submission|confirm)[^.?!]{0,60}\b(?:can't|cannot|no "
        r"longer|won't|not be)\b"
    ),
)
"""Warning of what cannot be done any more afterwards."""

NO_REFUSAL = (
    *CONSEQUENCE,
    (
        r"\b(?:can't|cannot|unable to|not able to|won't be able to|not possible to|can not"
        r"|won't)[^.?!]*\b(?:until|without|before(?= \w)|unless|yet)\b"
    ),
    r"\b(?:can't|cannot) (?:imagine|thank|apologi|stress|wait)",
    r"\bsorry (?:that )?you (?:couldn't|can't|cannot|were(?:n't| unable| not))",
    (
        r"\bif (?:you|this|that|it|the|there|they|not|i|your)\b[^.?!,]{0,50}\b(?:can't|cannot"
        r"|don't|isn't|aren't|unable|not|won't|unavailable)\b"
    ),
    r"\bwhether\b",
    r"\bnon-?free",
    (
        r"\bwon't (?:take|be (?:charged|any|a)\b|charge|affect|need|have to|lose|change|make"
        r"|repeat|ask|keep)"
    ),
    r"\bnot (?:be )?charged",
    r"\bno (?:need|charge|fee|cost)",
)
"""Negations that warn, set a condition or feel with the customer, and refuse nothing."""

OWN_INABILITY = (
    r"\b(?:i|we) (?:can't|cannot|can not|(?:am|are) (?:not able|unable))\b",
    r"\b(?:i'm|we're) (?:not able|unable)\b",
)
"""Saying that the speaker cannot do something."""

HAS_HAPPENED = (
    r"\balready\b",
    r"\bpreviously\b",
    r"\bunfortunately\b",
    r"\b(?:changed|modified|updated|exchanged|returned) (?:once|before)\b(?! \w)",
)
"""What makes a warning ("it cannot be changed again") a refusal: it has come to pass."""

LOOKUP_FAILURE = (
    (
        r"\b(?:can't|cannot|can not|could not|couldn't|unable to|not able to|did not|didn't"
        r"|wasn't able to|was unable to|don't|do not) (?:seem to |yet |currently )?(?:be able "
        r"to )?(?:find|locate|see|verify|identify|access|retrieve|match|pull|look|have "
        r"(?:access|an? (?:account|record)))"
    ),
    (
        r"\bno (?:account|user|profile|customer|record|match)\b[^.?!]{0,30}\b(?:found|exists?"
        r"|match|associated|under)"
    ),
    r"\b(?:account|user|profile) (?:was )?not found",
    r"\bnot (?:be )?found\b",
)
"""Not finding an account, a record or a fact."""

REASON = (
    r"\b(?:shipped|processed|delivered|used|flown|expired|departed|booking|purchase)\b",
    r"\bbecause\b",
    r"\bsince\b",
    r"\bas (?:it|the|your|this|you)\b",
    r"\bdue to\b",
    r"\bpolic\w+\b",
    r"\brules?\b",
    r"\bonly\b",
    r"\balready\b",
    r"\bstatus\b",
    (
        r"\b(?:has|have|was|were|been|is|are)(?: \w+)? (?:processed|shipped|delivered|booked"
        r"|used|flown|cancell?ed|expired|departed|closed|full|sold|started|completed|paid"
        r"|purchased)\b"
    ),
    r"\bineligible\b",
    r"\boutside\b",
    r"\bwithin\b",
    r"\bmust\b",
    r"\brequires?\b",
    r"\bexceed\w*",
    r"\blimit\w*",
    r"\bbalance\b",
    r"\bnon-?refundable\b",
    r"\bbasic economy\b",
    r"\bmeet\b",
    r"\bhours?\b",
    r"\bdays?\b",
    r"\binsured\b",
    r"\binsurance\b",
    r"\bafter\b",
    r"\bunless\b",
    r"\btool\b",
    r"\bsystem\b",
    r"\bno (?:seats?|flights?|stock)\b",
    r"\bsame (?:product|type|item|order|account|origin)\b",
    r"\bdifferent\b",
    r"\bsomeone else\b",
    r"\banother (?:person|customer|account|product)\b",
    r"\bsecurity\b",
    r"\bprivacy\b",
    r"\bout of stock\b",
    r"\bunavailable\b",
    r"\bnot available\b",
    r"\bdoesn't (?:meet|fall|have|qualify)\b",
    r"\bso (?:it|i|this|that)\b",
    r"\bconditions?\b",
    r"\beligib\w+\b",
)
"""Words that give a ground."""

SORRY_NO = (
    (
        r"\b(?:i'm afraid|unfortunately|regrettably)\b[^.?!]*\b(?:no|not|n't|only|never|cannot"
        r"|isn't|already)\b"
    ),
    r"(?:\b(?:no|not|never|cannot)\b|n't\b)[^.?!]*\b(?:i'm afraid|unfortunately|regrettably)\b",
    (
        r"\b(?:is|are)(?:n't| not| no) (?:an? |one of the |valid |any )*(?:grounds?|reasons?"
        r"|possibility|exception|way)\b"
    ),
)
"""Regret that introduces a refusal."""

SUCCESS = (
    rf"^(?:[\w#'-]+ ){{0,5}}?{DONE}\b(?! (?:by|once|if|when|after|only|until)\b)",
    r"\bsuccess(?:ful|fully)?\b",
    (
        r"\b(?:has|have|had|is|are|was|were|'s|'ve|been|now|just|successfully|got|fully|i|we"
        rf"|and)\b(?:\W+\w+){{0,3}}?\W+{DONE}\b"
    ),
    (
        rf"^(?:\W*)(?:all |great[,!] |good news[,!:] |perfect[,!] |okay[,.] )?{DONE}\b(?=\W*(?:$"
        r"|[.!:,-]|and\b|reserv|order|the\b|your\b|successfully|refund|for\b))"
    ),
    r"\bdone[.!]",
    r"\ball (?:set|done)\b",
    r"\bwent through\b",
    r"\b(?:both|everything|all of it|they|all three)\b[^.?!]{0,15}\b(?:is|are) (?:now |back )?"
    r"(?:active|usable|working|off|gone|on|in|live|final|correct)\b",
    r"\bgone through\b",
    r"\b(?:it|that|this)'s done\b",
    r"\b(?:is|are) (?:now )?(?:in|on) your (?:profile|account|reservation|booking)\b",
    r"\bnew (?:reservation|booking|order|ticket|appointment) (?:id|number|code)?\b[^?]{0,12}:",
    r"\byou(?:'re| are) (?:all )?(?:now )?(?:booked|set|confirmed|enrolled|registered)\b",
    r"\b(?:reservation|booking|ticket|order) confirmed\b",
)
"""Reporting that something was done."""

PAST = (
    r"\byou(?:'ve| have| had)?(?: already| originally| both| all)? (?:paid|booked|ordered|bought"
    r"|made|placed|requested|received|chose|added|asked)\b",
    r"\b(?:was|were|is|are|been|you) (?:originally |first )?(?:paid|booked|ordered|made|placed"
    r"|bought|created) (?:on|at|with|by|for|from|within|yesterday|today|in (?:20|may|the))\b",
)
"""What the customer or the records tell of earlier days, which reports nothing now."""

OUTLOOK = (
    r"\b(?:you(?:'ll| will)|you should) (?:soon |now |shortly |also )*(?:receive|get|see)\b",
    r"\brefund\w*\b[^.?!]{0,60}\bwill\b",
    r"\bwill (?:now )?be (?:refunded|credited|shipped|sent to|returned to)",
)
"""Saying what follows from what was done."""

NOT_YET = (
    r"\b(?:will|going to|about to|ready to|prepared to|to be|needs? to|want)\b",
    r"\b(?:shall|would|must|should)\b",
    r"'ll\b",
    r"\b(?:can|could|might|may(?! \d|,))\b",
    r"\b(?:once|before|after|if|when|unless|until|pending|please)\b",
    r"\b(?:not|never|cannot|unable)\b",
    r"n't\b",
)
"""Words before a report that make it a plan, a condition or a denial."""

CONFIRMING = (
    r"\bi can (?:now |also )?(?:confirm|see)(?: that)?\b",
    r"\b(?:happy|glad|pleased) to (?:confirm|say|report|tell you|let you know)(?: that)?\b",
    r"\b(?:want(?:ed)? to|just to|to) (?:confirm|let you know)(?: that)?\b",
    r"\bplease note(?: that)?\b",
    r"\bas (?:you )?(?:wanted|requested|asked)\b",
)
"""Introducing a report, in words that could also stand before a plan."""

FAILURE = (
    r"\berror\b",
    r"\bfailed\b",
    r"\bfailure\b",
    r"\bwent wrong\b",
    r"\bdid(?:n't| not) (?:go through|work|succeed|complete)\b",
    r"\bunsuccessful\b",
    (
        r"\bcould(?:n't| not) (?:be )?(?:complete|process|make|cancel|book|change|update"
        r"|exchange|return|apply|finish)\w*"
    ),
    r"\b(?:was|were|has|have|had)(?:n't| not)(?: yet)? (?:been )?able\b",
    r"\btechnical\b",
    r"\bwas (?:rejected|unable)\b",
    r"\bran into\b",
    r"\bdeclined\b",
    r"\bhit a (?:snag|problem)\b",
    r"(?<!return )(?<!back )(?<!rest )\b(?:has|have|was|were|is|are)(?:n't| not)(?: yet| actually)?"
    r" (?:been |yet )?(?:made|done"
    r"|changed|processed"
    r"|cancell?ed|booked|updated|completed?|submitted|placed|moved|added|removed|sent|issued"
    r"|applied"
    r"|confirmed|finali[sz]ed|opened|closed|saved|entered|recorded|returned|exchanged|paid"
    r"|frozen|carried out|executed|transferred|filed)\b",
    r"\bnot (?:yet )?gone through\b",
    r"\b(?:is|are|remains?) still (?:active|pending|open|scheduled|in place|unchanged|booked"
    r"|as it was)\b",
    r"\bnothing (?:has|was) (?:been )?(?:changed|done|booked|cancell?ed|charged)\b",
)
"""Something that was tried went wrong."""

UNDONE = (
    r"\bleft (?:it |them )?(?:active|open|unchanged|untouched)\b",
    r"\b(?:is|was|are|were) (?:already )?(?:full|sold out|unavailable)\b",
    r"\bdid(?:n't| not)(?:[.,;]|$)",
    r"\b(?:could|can)(?:n't| not) (?:yet )?(?:be )?(?!(?:find|see|locate|reach|be undone)\b)\w+",
    r"\bunable to\b",
    r"\bdid(?:n't| not) (?:manage|get|let|accept|take|save|register)\b",
    r"\bfor now\b",
    r"(?:\b(?:is|are|remains?)|'s) still (?:active|open|pending|scheduled|running|as (?:it"
    r"|they) (?:was|were)|unchanged|unpaid"
    r"|booked|outstanding|to be done|has to be|have to be|needs? to be)\b",
    r"\b(?:was|were|is|are|has|have)(?:n't| not)(?: been)?(?: yet)?"
    rf" {DONE}",
    rf"(?:^|[,;:(–-] ?)not (?:yet )?{DONE}\b",
    r"\b(?:has|have) yet to\b",
    r"\bnot (?:yet )?(?:possible|available|done)\b",
)
"""Saying that a part was not done."""

PROMISE = (
    r"\bi(?:'ll| will| am going to|'m going to)\b[^.?!]{0,40}\b(?:right away|straight ?away|at once"
    r"|immediately|make sure|take care|get (?:this|that|it|you)|see to|sort|look into|fix|settle"
    r"|do (?:my|everything))",
    r"\blet's (?:get|sort|fix|see to|put)\b",
    r"\brest assured\b",
    r"\b(?:i promise|you have my word|i assure you|you can (?:count|rely) on)\b",
    r"\bwe(?:'ll| will) (?:get|sort|fix|settle|make|have) (?:this|that|it|you)\b",
)
"""Holding out a prospect before anything was done."""

STALL = (
    r"\b(?:one|a|just a|another|1) (?:moment|second|sec|minute|min|bit)\b",
    r"\bplease (?:wait|hold|stand by|be patient)\b",
    r"\bhold on\b",
    r"\bbear with\b",
    r"\bgive me (?:a|one|some|just)\b",
    r"\bstand by\b",
    r"\bhang on",
    (
        r"\blet me (?:now |first |quickly |just |go ahead and )?(?:check|look|pull|verify|find"
        r"|search|see|retrieve|review|get|process|proceed|do|take|confirm|cancel|book|update"
        r"|make|fetch|start|try)"
    ),
    (
        r"\bi(?:'ll| will) (?:now |first |quickly |just |go ahead and |next )?(?:check|look"
        r"|pull|verify|find|search|retrieve|review|proceed|process|get|go ahead|take|see|start"
        r"|begin|cancel|book|make|update|change|initiate|submit|fetch|be right back|exchange"
        r"|return|need a)"
    ),
    (
        r"\bi(?:'m| am) (?:now |currently |just )?(?:check|look|process|work|pull|verif|search"
        r"|retriev|cancel|updat|book|submitt|proceed|going to)\w*"
    ),
    r"\bworking on (?:it|that|this)",
    r"\bright away\b",
    r"\bshortly\b",
    r"\b(?:thank you|thanks) for (?:waiting|your patience|holding)",
    r"\bwill take a\b",
)
"""Putting the customer off."""

OPEN = (
    r"^\W*(?:what'?s |and )?next\W*\?",
    (
        r"\b(?:anything|(?<!or )(?<!or is )(?<!or was )(?<!or is it )(?<!or was it )something"
        r"|any(?:thing)? other|what|what's|whatever)"
        r" (?:else|more|other(?! (?!help|assist|questions?|requests?|things?|concerns?|issues?"
        r"|can|may|could)\w)|further)\b"
    ),
    (
        r"\bany (?:other|further|more|additional) (?:questions?|requests?|concerns?|issues?"
        r"|help|changes?|assistance|items?|thing)\b"
    ),
    r"\bhow (?:can|may|could|else can|else may|might) (?:i|we) (?:help|assist|be of|support)",
    r"\bwhat (?:can|may|could) (?:i|we) (?:do|help)",
    r"\bwhat would you like (?:to do|me to do|help|next)",
    r"\b(?:further|more|additional|other) (?:assistance|help|questions)\b",
    r"\bneed (?:anything|any help|help with)",
    (
        r"\blet me know (?:if|what|how) (?:you|i|there)[^.?!]*\b(?:need|help|assist|else|next"
        r"|question|do)\b"
    ),
    r"\bwhat(?:'s| is) (?:next|the (?:issue|problem))",
    r"\bhow (?:can|could) i make\b",
    r"\bfeel free\b",
    r"\bwhat brings\b",
    r"\b(?:a|the|your) (?:second|other|next|further) (?:matter|thing|question|request|wish|topic"
    r"|issue|point)\b(?!.*[:,] (?:what|which|where|when|who|how|why)\b)",
    r"\bbefore (?:we|i) (?:finish|close)",
)
"""Asking what else there is, or how to help."""

LIST_COMPLETE = (
    r"\b(?:another|a second|a further|any other) (?:item|product|thing|passenger|order)\b",
    r"\bevery item\b",
    r"\b(?:is|are) (?:that|it|this|those|these|the [^.?!]{1,40}?) (?:all(?! right)"
    r"|everything|the only)\b",
    r"\b(?:is|are) (?:it|that|this|they) (?:only|just)\b",
    r"\b(?:alone|only|just)\b[^.?!]{0,60}\bor\b[^.?!]{0,60}\b(?:too|also|as well|other|another)\b",
    r"\bany(?:thing)? (?:else|other|more|further)\b",
    r"\ball (?:of )?(?:the )?(?:items|changes)\b",
    r"\bother items\b",
    r"\beverything\b(?! (?:as|looks?|right|correct|ok|okay|fine|in order|clear|good|sounds?)\b)",
    r"\bonly (?:item|thing|change)\b",
    r"\bonce per order\b",
    r"\bcomplete list\b",
    r"\bone time\b",
    r"\badditional items\b",
)
"""Asking whether the list is all there is."""

EMPATHY = (
    r"\bsorry\b",
    r"\bapologi[sz]e\b",
    r"\bapologies\b",
    r"\bunderstand (?:how|that|why|you|your|this|completely)\b",
    r"\bi understand\b",
    r"\bunderstandabl\w+\b",
    r"\bi can (?:see|imagine|tell|hear)\b",
    r"\bi hear you\b",
    r"\bfrustrating\b",
    r"\bstressful\b",
    r"\bupsetting\b",
    r"\bannoying\b",
    r"\bdisappointing\b",
    r"\binconvenien\w+\b",
    r"\bthat (?:must|sounds|is (?:hard|tough|a lot))\b",
    r"\bi appreciate\b",
    r"\bthank you for (?:your patience|sharing|telling|bearing|understanding|trusting)\b",
    r"\bthanks for (?:your patience|sharing|telling|bearing)\b",
    r"\bi know (?:how|this|that|it)\b",
    r"\bglad\b",
    r"\bhappy (?:to hear|for you|that)\b",
    r"\bdelighted\b",
    r"\bwonderful\b",
    r"\bcongratulations\b",
    r"\bexciting\b",
    r"\bgreat to hear\b",
    r"\bthat's great\b",
    r"\blovely\b",
    r"\bno wonder\b",
    r"\bworr(?:y|ied|ying)\b",
    r"\brest assured\b",
    r"\bi(?:'ll| will) (?:make sure|take care|stay)\b",
    r"\byou(?:'re| are) (?:right|not alone|absolutely right)\b",
    r"\bshould(?:n't| not) have happened\b",
    r"\bdifficult\b",
    r"\byou deserve\b",
    r"\bi get (?:it|that|how|why)\b",
    r"\bfeel\b",
    r"\btake your time\b",
    r"\bno need to worry\b",
    r"\bmy pleasure\b",
)
"""Acknowledging what the customer feels, or being kind about it."""

COMFORT = (
    r"\b(?:so|very|truly|really|deeply) sorry\b",
    r"\bsorry (?:to hear|about|for your|that you|you)\b",
    r"\bcondolences\b",
    r"\bcongratulations\b",
    r"\bi can (?:imagine|see (?:how|why|that)|tell|hear)\b",
    r"\bunderstand (?:how|why|the (?:worry|hurry|stress))\b",
    r"\bthat (?:must|sounds)\b",
    r"\b(?:frustrating|stressful|upsetting|annoying|disappointing|worrying|exhausting|tiring"
    r"|nerve-?wr\w+|heartbreaking)\b",
    r"\btake (?:all )?(?:your|the) time\b",
    r"\bno need to (?:worry|feel|apologi[sz]e|be)\b",
    r"\b(?:don't|do not) worry\b",
    r"\bi feel for you\b",
    r"\bhow (?:lovely|wonderful|exciting|nice)\b",
    r"\bwhat a (?:lovely|wonderful|beautiful)\b",
    r"\bshould(?:n't| not) have happened\b",
)
"""Meeting a feeling with more than a set phrase."""

DISMISSIVE = (
    r"\bcalm down\b",
    r"\brelax\b\b",
    r"\bas (?:i|we) (?:already |just |have )?(?:said|told|stated|mentioned|explained)\b",
    r"\bi(?:'ve| have)? already (?:told|said|explained|answered)\b",
    r"\byou should(?:'ve| have) ",
    r"\bnot (?:my|our) (?:problem|fault|job|concern|department)\b",
    r"\bthere(?:'s| is) nothing (?:i|we|more|else|that) ",
    r"\bwatch your\b",
    r"\bmind your\b",
    r"\bstop (?:shouting|yelling|complaining|being|repeating)\b",
    r"\bno reason to be\b",
    r"\boverreact\w*",
    r"\byou(?:'ll| will) (?:just )?have to (?:wait|live|accept|deal|check|contact|figure)\b",
    r"\btake it or leave it\b",
    r"\bdeal with it\b",
    r"\bread the (?:policy|terms)\b",
    r"\bthat's (?:just )?(?:how it is|life|not my)\b",
    r"\bi can't help (?:you|with that)\b",
    r"\blike i said\b",
    r"\bagain, as\b",
    r"\bget over\b",
    r"\byour (?:own )?(?:fault|mistake|problem)\b",
    (
        r"\b(?:may|can|need to|must|should|please) (?:check|look|find)[^.?!]{0,30}(?:yourself"
        r"|on our website|in your account|online|in the app|on the website)\b"
    ),
    r"\b(?:visit|check|use|see) (?:our|the) (?:website|app|faq|help cent\w+)\b",
)
"""Brushing the customer off."""

REQUEST = (
    (
        r"\b(?:please|kindly|pls) (?:also |first |just |could you |can you |now )?(?:provide"
        r"|share|tell|give|send|enter|specify|state|let me know|reply|respond|supply|include"
        r"|confirm|indicate|choose|select|pick|clarify|advise|type|list|note|have|verify"
        r"|mention|describe|answer|submit|double-check|pass|quote|write|name|read|drop|spell|say)\b"
    ),
    (
        r"\b(?:could|can|would|will) (?:you|i|we)(?: please| kindly| also)* (?:provide|share"
        r"|tell|give|send|enter|specify|state|let me know|supply|confirm|indicate|choose"
        r"|select|pick|clarify|type|get|have|ask|verify|list|describe|mention|remind|also)"
    ),
    r"\bmay i (?:please |also |first |just )?(?:have|get|ask|know|take|note)\b",
    (
        r"\b(?:i|we|i'll|we'll|you'll|i'd|we'd)(?: will| also| still| first| just| do| would"
        r"| only| now"
        r"| really)* (?:need|require|have to ask|must ask|am missing|'m missing|lack)\b"
    ),
    r"\b(?:still|just|what's|what is|only) missing\b",
    r"\bmissing(?: is)?:",
    r"\bneed(?:ed)?:",
    r"\bneed (?:your|the following|a bit|one|two|three|these)",
    r"^(?:and |so |also,? |first,? |next,? )?what(?:'s| is| are| was| were)\b",
    r"(?:^|[,:;] |\b(?:and|or|know|me|specify|confirm|choose|select) )which\b(?! (?:is|are|was|were"
    r"|will|has|have|had|means?|includes?|starts|leaves|departs|arrives|costs"
    r"|goes|comes|runs|meets|covers|holds|gives|takes|you (?:have|ordered))\b)",
    r"\b(?:tell|send|drop|quote|read|spare|lend|hand|spell) (?:it |that )?(?:me|us)\b",
    r"\bif you(?:'d| would| could| can)?(?: please| just| kindly)? (?:give|send|tell|share"
    r"|provide)\b",
    r"\b(?:i'd|i would|i|we|i'll|must|have to|let me)(?: also| just)? ask (?:you|for|what|which"
    r"|who)\b",
    r"\b(?:let|allow) (?:me|us) (?:please )?(?:have|know|get)\b(?! (?:if|that|when|once)\b)",
    r"^\D*\b(?:is|are|remains?) (?:(?:still |also )?(?:missing|needed|required"
    r"|outstanding)|still open)\s*[.:]?$",
    r"\b(?:get|have|hear|know) (?:it |that )?from you\b",
    r"\bas soon as (?:i|we) (?:know|have|get)\b",
    r"\b(?:a few|some|two|three|a couple of|the following|these) (?:\w+ )?(?:things|questions"
    r"|details"
    r"|points|bits|ones)\b(?! (?:will|are|were|have))",
    r"\b(?:left|remains?|remaining) to (?:settle|clear up|decide|know)\b",
    r"\bmind (?:telling|sharing|giving|sending|reading|confirming|spelling)\b",
    r"\bif you (?:would|please|don't mind)\W*$",
    r"\bwhether you(?:'d| would)? (?:like|want|prefer)\b",
    r"\blet me know (?:your|the|which|what|how|when|whether)",
    (
        r"(?:^|[,:;–-] |\b(?:please|kindly|and|then|just|or|either|can|first) )(?:reply|respond"
        r"|answer|provide|send|share|confirm|specify|give)(?: me)?(?: with| by)? (?:your|the"
        r"|these|both|which|what|how|any|one|either)\b"
    ),
    r"\b(?:send|reply|provide|share|give)(?: me| us)?(?: with)?:",
    r"\bstart with your\b",
    r"\byour\b[^.?!]{0,40}?,? please\b(?! (?:wait|hold|bear|allow|be|note|stand|give me|confirm))",
    r"\b(?:the )?(?:only|one|first) thing\b[^.?!]{0,40}\b(?:need|missing|lack|is your)\b",
    r"\b(?:only|just) (?:your|the)\b[^.?!]{0,40}\bplease\b",
    r"\blet's start with",
    r"\bi'd like (?:to have|to know|your)",
    r"\bhow (?:many|much|would|do|should)\b",
    r"\bdo you (?:have|know|remember|recall|happen)",
    r"\basking for\b",
    r"\b(?:trouble|bother|press) you for\b",
    r"(?:^|[,;:–-] |\b(?:and|please|just|then|also) )(?:say|tell|indicate|specify|state|name"
    r"|dictate"
    r"|describe|explain|jot down|spell out|write out|type) (?:me |us )?(?:which|what|how|where"
    r"|when|who"
    r"|whether|if|the|your|all|both|exactly)\b",
    r"^(?:an?|the|your) [^.?!,]{3,60}, please\b",
    r"\b(?:i'd|i would|we'd|we would) (?:also )?(?:like|want|love|need|appreciate) (?:to (?:have"
    r"|know|get)"
    r" )?(?:the|your|an? exact)\b",
    r"\bshort of (?:one|two|three|an?|your)\b",
    r"\bthe (?:kind|type|sort|number|name) of [^.?!,]{3,40}, please\b",
    r"\bbegin by\b",
    r"^(?:your|and your|also,? your|and the)\b[^.]*\?",
    r"\bdo you want\b",
    r"\bwould you (?:like|want|prefer)\b(?! (?:me|us|for|help|to)\b)[^.]*\?",
    r"\bwould you (?:like|want|prefer) to (?:add|include|have|take|buy|purchase|check|bring|use)\b",
    r"\b(?:have to|must|need to|like to) (?:have|know|log|learn)\b"
    r"(?! (?:a look|been))",
    r"\b(?:please|kindly) identify\b",
    r"\bask that you\b",
    r"\ballow me to ask\b",
    r": (?:and )?(?:who|what|which|when|where|how)\b(?! (?:i|we) )",
    r"\brequired (?:info|detail|field)",
    r"^(?![^.?!]*\b(?:moment|second|minute|wait|hold|patience|patient|seat|note|yes"
    r"|bear)\b)[^.?!]{3,90},? please[^a-z?]*$",
)
"""Asking for information."""

WANTING = (
    r"\b(?:needs?|needed|requires?|required|missing|lack(?:s|ing)?|awaiting|wait(?:s|ing)? for)\b",
    r"\b(?:calls? for|depends on|hinges on|comes? down to|want to know|have to know|must know)\b",
    r"\b(?:blank|empty|unanswered|unknown|undecided|open|outstanding|left|remain(?:s|ing)?)\b",
    r"\b(?:as soon as|once|if|when|after|the moment|until|without) (?:you|i|we)(?:'ve| have|'ll"
    r"|'d| would| could| can)? (?:just |kindly |please )?(?:give|given|tell|told|send|sent|share"
    r"|shared|provide|provided|get|got|have|know|receive|received|name|named|let|pass|say|said"
    r"|learn|hear|add|supply|supplied)\b",
    r"\b(?:last|only|one|next|final) (?:\w+ )?(?:item|thing|piece|question|detail|point|bit|entry"
    r"|field|step)\b",
    r"\b(?:i'd|i would|we'd|we would) (?:also )?(?:like|love|want|be glad|be grateful"
    r"|appreciate)\b",
    r"\b(?:curious|wonder(?:ing)?|not (?:yet )?(?:sure|clear|certain)|unclear|tell me)\b",
    r": (?:the|your|his|her|its)\b",
    r": (?:the|your|an?|his|her|its)? ?(?:[\w'-]+ ){0,9}[\w'-]+[.!]?$",
    r"\b(?:over to you|up to you|your (?:call|turn|choice))\b",
)
"""Saying that something is missing or waited for, in a message that asks for nothing plainly."""

COMMAND = (
    r"(?:^|[^\w' ] ?|\b(?:and|then|just|so|now|please) )(?:"
    r"(?!thank|let|allow|excuse|believe|trust|\w+ed\b|\w+ing\b|told|gave|sent)[a-z]+ (?:me|us)"
    r" (?:over |with |to |back )?(?:your|the|that|which|what|both|full)\b"
    r"(?! (?:moment|second|minute|chance|time|day)\b)"
    r"|(?:name|list|reply with|spell out|send over|send in|write down|read out)"
    r" (?:for me |the|your|all|each|both|every|which|what)\b|(?:pick|choose|select)"
    r" (?:another|a|an|one|some|any)\b)"
)
"""Asking for information in the imperative, in whatever verb."""
COMMAND_CLUES = (
    *(" me ", " us ", "name ", "list ", "reply ", "spell ", "send ", "write ", "read "),
    *("pick ", "choose ", "select "),
)


NOT_A_REQUEST = (
    (
        r"\b(?:thank you|thanks)(?: so much| very much)? for (?:providing|confirming|sharing"
        r"|giving|sending|the|your)"
    ),
    r"\bi(?:'ve| have)? (?:now )?(?:found|located|verified|retrieved|confirmed|received)\b",
    r"^(?:if you(?:'d| would) like|if you want|if you wish|if needed),? (?:i|we)(?: can|'ll| will"
    r"| could)\b",
    r"\bno need\b",
    r"\btake (?:all )?(?:the|your) time\b",
    r"\byou (?:don't|do not) (?:need|have) to\b",
    r"\bwithout (?:asking|needing)\b",
)
"""Mentioning information without asking for it."""


def compiled(*wordings: str) -> re.Pattern[str]:
    """One pattern that finds any of the wordings.

    Those that begin at a word are tried first, at the beginnings of words only, and by their first
    letter: that is several times as quick as one after the other.

    Args:
        wordings: regular expressions without an alternative at their top.
    """
    at_words = [one.removeprefix(r"\b") for one in wordings if one.startswith(r"\b")]
    elsewhere = [one for one in wordings if not one.startswith(r"\b")]
    by_letter: dict[str, list[str]] = {}
    others: list[str] = []
    for one in at_words:
        beginnings, rest = _beginnings(one)
        if not all(_LETTER.match(word) for word in beginnings):
            others.append(one)
            continue
        begun: dict[str, list[str]] = {}
        for word in beginnings:
            begun.setdefault(word[0], []).append(word[1:])
        for letter, words in begun.items():
            by_letter.setdefault(letter, []).append(f"(?:{'|'.join(words)}){rest}")
    dispatched = [f"{letter}(?:{'|'.join(some)})" for letter, some in by_letter.items()]
    first = [rf"\b(?=\w)(?:{'|'.join(dispatched + others)})"] if at_words else []
    return re.compile("|".join(first + elsewhere))


def _beginnings(wording: str) -> tuple[list[str], str]:
    """The words of the group with which a wording begins, and what follows."""
    if not wording.startswith("(?:"):
        return [wording], ""
    depth, cuts, in_class, place = 0, [2], False, 0
    while True:
        sign = wording[place]
        if sign == "\\":
            place += 1
        elif in_class:
            in_class = sign != "]"
        elif sign == "[":
            in_class = True
        elif sign == "(":
            depth += 1
        elif sign == "|" and depth == 1:
            cuts.append(place)
        elif sign == ")":
            depth -= 1
            if depth == 0:
                break
        place += 1
    rest = wording[place + 1 :]
    if rest[:1] in _REPEATS:
        return [wording], ""
    return [wording[a + 1 : b] for a, b in itertools.pairwise([*cuts, place])], rest


_REPEATS = ("?", "*", "+", "{")
_LETTER = re.compile(r"[a-z](?![?*+{])")
