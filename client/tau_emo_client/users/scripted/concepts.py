"""The words of the trade for what a customer may be asked, by what is asked for.

A task gives a few words by which each fact may be asked for; agents have many more. Nothing here
knows a task or a domain.
"""

_DEALT_WITH = (
    r"(?:swap|exchang|return|cancel|remov|add\b|added|tak(?:e|en|ing) (?:off|out|away)|send|sent"
    r"|mov"
    r"|replac|com(?:e|es|ing) back|giv(?:e|ing) (?:up|back)|get rid|drop|chang|modif|switch"
    r"|call(?:ed)? off"
    r"|alter|edit|renew|block|freez)"
)
CONCEPTS: tuple[tuple[str, str, str], ...] = (
    (
        r"loan",
        r"loans?\b|borrowings?|debts?\b|mortgage|credit line|line of credit|(?:owe|owing)\b",
        r"install?ments?|which one|balance",
    ),
    (
        r"new_email",
        r"new (?:e-?mail|address|mailbox|inbox|one\b)|replaced? (?:by|with)"
        r"|(?:e-?mail|mailbox|address)[^,;?]*(?:instead|in future|from now|be changed to)"
        r"|instead of (?:the|your) (?:old|current|present)",
        r"e-?mail|mailbox|address",
    ),
    (
        r"default",
        r"(?:something|anything)(?: else)? (?:in|on|about) your (?:account|profile)"
        r"|(?:just|only) (?:for )?(?:this|that|the one|one|#\w+)|alone\b|one[- ]off|permanent\w*"
        r"|for good|also (?:in|on) (?:your|the) profile|from now on|future orders",
        r"account|as well",
    ),
    (
        r"shirt",
        r"jersey|shirt|on (?:the|his|her) back|uniform|squad number",
        r"number",
    ),
    (
        r"major",
        r"majors?\b|field of study|degree program\w*|subject (?:you|of)",
        r"study|program",
    ),
    (
        r"unit",
        r"(?:apartment|apt|flat|unit|suite|door)(?: number)?\b|second line",
        r"number|address",
    ),
    (
        r"=items?|product|tent|order|trip|booking|class|course|service|package|plan|ticket|card"
        r"|medication|dish|meal|visit|movie|dropped|ortolana|registration|add-on|towels",
        rf"(?<!to )(?<!into )(?:what|which)(?:'s| is| are| do| would| should| shall| exactly"
        rf"| precisely)\b[^,;?]{{0,25}}"
        rf" (?<!the )(?<!this )(?<!in ){_DEALT_WITH}\w*(?! (?:to(?! us| me)|into|with|it|that"
        rf"|the)\b)",
        "",
    ),
    (
        r"full_name",
        r"(?<!its )(?<!their )(?<!payee's )(?<!'s )names?\b(?! (?:of the (?!account|card ?holder"
        r"|person|holder)|every|all|each|both|two|three|the|me\b))|surname|moniker"
        r"|customer's (?:full )?name|who you are|who are you|who is (?:this|it|writing|asking"
        r"|speaking|there)"
        r"|who(?:m)? (?:do|have) i (?:have|got)|who(?:m)? (?:am i|i'm|i am) (?:speaking|talking"
        r"|chatting|dealing|writing|helping|assisting|serving|corresponding)|(?:to"
        r"|with) whom (?:am i|do i have|have i) (?:speaking|talking|chatting|dealing|the pleasure)"
        r"|who(?:'s| is) (?:making|placing|booking|ordering|requesting)|address(?:ing)? you\b"
        r"|identify yourself|introduce yourself|(?:account|ticket|card)[ -]?holder"
        r"|call yourself|what (?:are you called|(?:should|do|may|shall|can) i call you"
        r"|do you go by)"
        r"|how (?:are you called|should i address you|do i address you)|who's (?:this|writing)",
        r"registered (?:under|to)|listed under|under whose|in whose|called|whose (?:account|name)"
        r"|who(?:'s| is) (?:asking|there|this|it i)",
    ),
    (
        r"email",
        r"e-?mails?|mail address|mailbox|inbox|electronic (?:mail|address)",
        r"mail\b(?! us)|(?:contact|registered|login) address|address (?:you|we|on file|for your)"
        r"|write to you",
    ),
    (
        r"phone(?= number|$)|telephone",
        r"(?:tele)?phone (?:number|no\b)|telephone|(?:contact|mobile|phone|cell|call-?back|line"
        r"|landline"
        r"|subscriber) number|(?:at|on|under) (?:which|what) number|hold of you"
        r"|number (?:on (?:the|your|file)|we|i can|where|to (?:call|reach|dial)"
        r"|you can)|(?:reach|call|ring|dial|phone) you|mobile\b|cell\b|best number"
        r"|(?:number|line) (?:your|the) account is|(?:number|line)[^,;?]{0,20}registered (?:to"
        r"|under|on)",
        r"phone\b|number\b|digits"
        r"|text you|reachable",
    ),
    (
        r"date_of_birth|birth\b|born|\w+s_birth",
        r"dob\b|d\.o\.b|birth|born|how old|b-?day",
        r"\bage\b|came into the world",
    ),
    (
        r"zip|postal code",
        r"zip|postal|post ?code|five[- ]digit"
        r"|(?:area|post) code",
        r"area code|code (?:of|for) (?:your|the|that) (?:address|town|street|area)",
    ),
    (
        r"user_id|traveler_id",
        r"user ?(?:name|id)|log ?-?in\b|sign-?in|log you in|log in|sign in|handle\b|(?:user"
        r"|customer"
        r"|account|profile|member|client|travell?er|passenger)(?:'s)?[ -]?(?:id|name|number|code"
        r"|identifier|reference|no\b)|your id\b|(?:id|number|code) (?:of|for|on|in|from) your"
        r" (?:profile|account|travell?er)",
        r"\bid\b|identifier|identification|profile\b|number\b",
    ),
    (
        r"student_id",
        r"(?:student|matriculation|university|school|campus|enrol\w+|college|id|identification)"
        r"(?: id)? ?(?:id\b|number|no\b|code|card)|your id\b|matriculation",
        r"\bid\b|number\b|identifier|identification|card\b",
    ),
    (
        r"(?!user|student|traveler|loyalty)\w+_id|cousin_booking|sister_ticket|order|reservation"
        r"|booking|ticket|game|id",
        r"(?:id|ids|number|numbers|code|reference|ref|locator|pnr|identifier)\b",
        r"what does it say|digits|string",
    ),
    (
        r"reservation_id|booking_id|booking reference|which booking",
        r"locator|pnr|reference|confirmation",
        r"code|number|reservations?\b|bookings?\b",
    ),
    (
        r"loyalty",
        r"loyalty|member(?:ship)?\b|club card|rewards?|bonus|points|frequent"
        r"|points? (?:card|number|account|scheme)|program(?:me)? (?:number|id)",
        r"card|number"
        r"|scheme|program",
    ),
    (
        r"reason",
        r"reasons?\b|why\b|grounds?\b|what(?:'s| is| has| was|'ve)? (?:made|makes|led|leads"
        r"|brings|prompts|causes|brought|prompted"
        r"|caused|behind|keeping|kept|stopping|wrong|happened|changed|come between|c[oa]me up"
        r"|got in"
        r"|the matter|going on)|led to|behind (?:it|this|that|the|your)|made you\b|motiv"
        r"|circumstances|how come|cause\b|due to|because of|explanation|justif|on account of"
        r"|occasion|rationale|prompt(?:s|ed)"
        r"|justif\w*|rationale|ground\b|why\b[^,;?]*|what (?:happened|went wrong|occurred)"
        r"|(?:lost|stolen|damaged)(?: or|,)|reasoning|backstory",
        r"troubl|obstacle|hinder|prevent|issue|explain|what happened|happened|occurred|led\b"
        r"|write down|put down|fill in|enter|record"
        r"|account for|story|background|matter\b|problem|concern"
        r"|wording|what (?:may|should|can|do) i (?:write|put|enter|note|log|record)",
    ),
    (
        r"pay\w*|card|method|charge|refund|wallet|visa|gift card",
        r"pay|paid|card|methods?\b|charg|refund|reimburs|means of|cover|settl\w*(?! on\b)|fund"
        r"|(?<!which )(?<!what )(?<!the )(?<!your )bill(?!ing "
        r"settings)|wallets?\b|price difference|debit|credit(?:ed)?\b|money|voucher|certificate"
        r"|(?:where|what|which|how)[^,;?]* (?:money|refund|difference|balance|cost|amount due)"
        r"|purse|tender|balance\b|surplus|instrument|finance|ow(?:ed|ing)\b|(?:where"
        r"|how)[^,;?]* (?:rest"
        r"|remainder|excess|overpa\w+|left over|extra|saving)"
        r"|foot the bill|(?:use|used) to (?:pay|cover|settle)|charge it|billed? to|book(?:ed)?"
        r" (?:it|that|this)? ?(?:to|on)|debit(?:ed)? from|form of payment|payment (?:form|type"
        r"|option|source)",
        r"use\b|from (?:what|where)\b(?! (?:date|day|time|city|airport))|means\b|fare\b|cost"
        r"|insurer|invoice|account|put (?:it|this|that|the|them)\b"
        r"|go back|bear"
        r"|take (?:it|this|that) from|sum\b|fee|differ|price|back to|sent? back|return(?:ed)? to"
        r"|goes? on|go on\b"
        r"|book it to|wherefrom|means",
    ),
    (
        r"date|day|return date|new date|departure",
        r"dates?\b|days?\b|when\b|how soon|calendar"
        r"|which (?:evening|morning|afternoon|night|week|weekday)|on what (?:day|date)",
        r"leav|depart|set off|take place|schedul|travel|fly\b|go\b|times?\b|weekday|evening"
        r"|flight|connection"
        r"|weeks?\b|month\b|suits?\b",
    ),
    (r"return date", r"return|back\b|home|inbound|way back", r"stay"),
    (
        r"time|hours?|clock|new time|show|screening",
        r"times?\b|hours?\b|o'clock|when\b|slot|clock|(?:start|begin)\w*|morning|afternoon|evening"
        r"|at what hour|what o'clock|how (?:early|late)|point in time|an hour\b",
        r"early|late|appointment|suit"
        r"|part of the day",
    ),
    (
        r"type|kind of \w+",
        r"types?\b|kinds?\b|sorts?\b|nature|purpose|(?:what|which) (?:is it |it is "
        r"|visit )?for\b|for what\b"
        r"|booked? (?:it |this |that |in )?as\b|(?:sort|kind|type|form|nature|purpose) of (?:the"
        r" |your )?(?:visit|appointment|consultation)|follow-?ups?\b|check-?ups?\b|what (?:it"
        r"|this|the visit|the appointment) (?:is|should be)\b",
        r"category|class|about\b|concern"
        r"|review|recorded as|entered as|booked",
    ),
    (
        r"items?|product|tent|yoga mat",
        r"items?\b|products?\b|articles?\b|things?\b|goods|merchandise",
        r"pieces?\b|purchase|parcel|send(?:ing)? back|give back|return",
    ),
    (
        r"new item|color|size|model|version|variant|navigation|fit|shelves|option",
        r"versions?\b|variants?\b|replacement|in (?:its|their) place|models?\b|specification"
        r"|configuration|options?\b"
        r"|differ\b|differently|different (?:about|to|in|there|from)|be different|alter(?:ed)?\b"
        r"|changed? about|tweak\w*|in what (?:way|respect)|material|features?",
        r"features?|instead|kind|exactly|look for|prefer|like\b"
        r"|version|change\b|upgrade",
    ),
    (r"colou?r|fit", r"colou?r|shade|finish|tone\b|hue", r"look\b"),
    (
        r"size|crust",
        r"sizes?\b|big\b|large|small|dimension|medium|how (?:long|wide|tall)",
        r"fits?\b",
    ),
    (r"crust", r"crust|dough|base\b|thin\b|form\b|forms\b|pan\b", r"version|style"),
    (r"shelves", r"shel[fv]|tiers?\b|boards?\b", r"how many"),
    (
        r"both|count|quantity|how many|portions|bags",
        r"how many|number of|quantity|portions?\b|count\b|both|pair\b|how much"
        r"|how often|all three|one or both",
        r"each|one or|all of|units|servings|plates",
    ),
    (
        r"address|street|deliver it|where should",
        r"address|where (?:should|shall|do|would|can|may|are|is|to)\b[^,;?]*\b(?:ship|send|sent"
        r"|deliver|bring|go|live|located|based)"
        r"|street|house number|location|destination|whereabouts|residence"
        r"|where (?:do|are|will|should|shall|would|does|is)[^,;?]*(?:live|living|move|parcel"
        r"|courier|driver|it go|bring|deliver|send|sent)|new (?:place|home|address|flat)|where"
        r" to\b|drop(?:ped)? off",
        r"where\b|deliver|ship|send it|bring|courier|dropped off|go to|door|place|live|home"
        r"|parcel|moved",
    ),
    (
        r"city",
        r"city|town|rest of|place\b|which (?:city|town|place)|municipality",
        r"address|state|location",
    ),
    (
        r"new default|profile",
        r"default|standard|main|primary|future|profile|where[^,;?]* (?:sav|stor|keep|record)",
        r"saved?|account",
    ),
    (
        r"passengers?|travell?ers?|companion|me|names|people|third passenger|new passenger",
        r"who(?:'s|'ll| will| is| are)?(?: be| all| else)? (?:travel|fly|go|com|tak|accompan"
        r"|join|else)"
        r"|everyone|everybody|people|persons?\b|passengers?|travell?ers?"
        r"|names?\b|party|guests?|join|accompan|together|on board"
        r"|alone|by yourself|companions?|how many (?:are|will|of you|seats)|fellow"
        r"|who(?:se)? (?:is|are|will|gets|should|else|all)\b|who(?:'s| is) (?:on|in|with|part)"
        r"|by (?:your|her|him)self|on your own|solo|headcount|everyone",
        r"who\b|who's|whom\b|whose|yourself|somebody|someone|flying|going|coming|take[s]? (?:her"
        r"|his|the) (?:place|seat)|instead|replac|come"
        r"|with you|part|travel"
        r"|on the trip|aboard",
    ),
    (r"third passenger|third seat", r"third|else", r"other|missing|last"),
    (
        r"seats?|second seat|middle seat|wheelchair seat|seat beside|third seat",
        r"seats?\b|sit\b|sitting|rows?\b|spots?\b|aisle|seated|seating"
        r"|who sits|sits? where|places? (?:you|do you|would you|to sit|in the (?:hall|house|room"
        r"|auditorium))|(?:two|three|four|which|what|the) places\b",
        r"places?\b|auditorium|where\b|next to|beside"
        r"|where in the",
    ),
    (
        r"seats|people|guests|party",
        r"how many|people|guests|persons?|party|covers|diners|head ?count|seats",
        r"size|group|number of",
    ),
    (
        r"ticket types?|type|adult|child|senior",
        r"adults?|child|senior|ticket type|price (?:category|class|group)|(?:kinds?|types?"
        r"|sorts?) of"
        r" (?:ticket|admission)|admission|concession|fare type"
        r"|(?:kind|type|sort) of (?:seat|visitor|guest|person)|what rate|discount(?:ed)? ticket"
        r"|who is (?:an )?adult",
        r"how old|age\b|rate|tariff|category|reduced"
        r"|reduced|grown-?up|kid",
    ),
    (
        r"amount|how much|share|limit|percent|gift card amount|amount to pay",
        r"amounts?\b|how much|sums?\b|figure|tip\b|cap\b|generous|gratuity|how (?:big|high|large)"
        r"|percent|instal?lments?|portion|split|shares?\b|dollars|ceiling|limits?\b"
        r"|how (?:much|big|large|high|generous|many (?:dollars|euros|percent))|what (?:sum"
        r"|figure|amount|number)|size of (?:the|your)|to the cent",
        r"total|value\b|part\b|pay\b|all of it|divid"
        r"|worth|exact",
    ),
    (
        r"limit per transfer",
        r"(?:per|single|each|one|every) (?:transfer|payment|transaction)|cap\b"
        r"|at (?:one time|once)|one go",
        r"limit|maximum|ceiling|most",
    ),
    (r"limit per day", r"(?:per|a|each|every|one|single) day|daily", r"limit|maximum|ceiling"),
    (
        r"section|course|hours",
        r"sections?\b|class time|timetable|meeting times?"
        r"|when[^,;?]* meets?\b|meet(?:s|ing)?\b|which (?:of the )?(?:groups?|hours|slots?"
        r"|times?)|day and time",
        r"groups?\b|meet|time|hours|slot|days"
        r"|groups|weekday|schedule",
    ),
    (
        r"course|which class|first course|second course|dropped|added",
        r"courses?|class\b|classes|subjects?|lectures?|modules?\b|seminars?"
        r"|lecture|unit\b|what (?:are you|would you|do you) (?:taking|take|study)",
        r"titles?|take\b|study|learn|attend|sign up|enrol|register|section"
        r"|enrolled in|taught",
    ),
    (
        r"dropp?(?:ed)?(?: add-on)?|old (?:plan|package|service|item)",
        r"drop|struck|strike|give up|giving up|get rid|rid of|leav|los(?:e|ing)|remov|com(?:e|es"
        r"|ing) (?:out|off)"
        r"|taken? (?:off|out)"
        r"|goes? (?:out|away)|part with|delet|discard|out of\b|swap out|replaced|cancel"
        r"|get rid of|part with|goes\b|no longer (?:want|need)|taken? out|do without|kick(?:ed)?"
        r" out|cancel(?:led)?\b|replac(?:ed|ing)\b",
        r"go\b|out\b|old|current|existing|first"
        r"|now have|at present|have now|currently|away",
    ),
    (
        r"added|new add-on|instead|new (?:plan|package|service)",
        r"in exchange|instead|in (?:its|their|the) (?:place|stead)|in return|add\b|added|want in"
        r"|replac|go(?:es|ing)? (?:in|on)\b|com(?:e|es|ing) in|new\b|swap in|take[s]? (?:its"
        r"|their|the) place"
        r"|come in|coming in|put (?:in|on)|sign(?:ed)? up for|in its place|take (?:its|their)"
        r" place",
        r"taking|take\b|put\b|want\b|second|like\b|substitut"
        r"|wanted|offers?\b|get\b",
    ),
    (
        r"advisor",
        r"advis[oe]r|mentor|counsel"
        r"|anyone in mind|which (?:of the )?(?:advis\w+|staff)|who would you like",
        r"important|matters|look for|prefer|in mind|who\b|anyone|anybody|somebody|someone|wish"
        r"|preference",
    ),
    (
        r"level",
        r"levels?\b|(?:kind|type|sort) of student|undergraduate|graduate|degree|continuing"
        r"|(?:enroll?\w*|study\w*|register\w*) (?:at|as)|level of stud\w+|(?:kind|type) of"
        r" (?:student|degree)|(?:under)?graduate or|status as a student",
        r"program|student"
        r"|stage|bachelor|master",
    ),
    (
        r"grading",
        r"grad(?:e|ed|es|ing)\b|letter|pass/fail|audit|credit|basis|pass or fail|sit in"
        r"|listen(?:er)?\b|for (?:a )?(?:credit|grade)|graded or|how[^,;?]*(?:graded|marked"
        r"|assessed|count)",
        r"mark|assess|mark\w*|count",
    ),
    (
        r"term|registration",
        r"terms?\b|semester|trimester|registration"
        r"|which (?:of the )?(?:terms?|semesters?)|academic (?:year|term|period)|fall or|spring or",
        r"period|season|year|for when\b|when\b"
        r"|half-?year|session",
    ),
    (
        r"insurance",
        r"insur|coverage\b|protection|protect|policy|cover\b|health (?:plan|cover|care)"
        r"|insured|health plan|go(?:ing)? without|covered (?:by|for|on|under)|cover (?:for|on)"
        r"|protected|policy\b",
        r"health|waive"
        r"|standard|premium|cover\b|uninsured",
    ),
    (
        r"supplier|which brand",
        r"supplier|(?:from|by) whom|who (?:should|shall|is to|will)|pharmac|brands?\b|offers?\b"
        r"|manufacturer|source|vendor|provider|dispens|maker"
        r"|who(?:m)? (?:should|shall|will|do you want to|would you like to) (?:fill|supply"
        r"|dispense|make|provide)|filled by|supplied by|source",
        r"fill|company|where\b|which\b|choos"
        r"|pharmaceutical|from now on|producer",
    ),
    (
        r"doctor|provider",
        r"doctors?|physician|clinician|providers?\b|specialist|practitioner|speciali?ty"
        r"|anyone in particular|with whom|be seen by|who would you like|whom would you"
        r"|which (?:of (?:our|the) )?(?:doctor|clinician|physician|specialist)|colleagues?"
        r"|clinicians",
        r"who\b|whom\b|see\b|language|somebody|someone|gender"
        r"|treat(?:s|ed|ing)?\b|prefer",
    ),
    (
        r"visit|appointment|record",
        r"visits?\b|appointments?|consultations?|bookings?|check-?ups?"
        r"|which (?:of (?:your|the) )?(?:visits?|appointments?|consultations?|slots?)|with"
        r" (?:which|what) doctor|who is it with",
        r"session|move|cancel|doctor|one\b"
        r"|meeting|slot",
    ),
    (
        r"medication|prescription",
        r"medic|drugs?\b|prescription|pills?\b|tablets?|remed|preparation"
        r"|pharmaceutical|regimen|what (?:are you|do you) (?:tak|prescri)\w+",
        r"treatment|take\b|taking|switch"
        r"|dose|substance",
    ),
    (
        r"note",
        r"note\b|wording|text\b|content|say\b|words\b|remark|comment|formulat|phrase"
        r"|dictate|sentence|phrasing|verbatim|word for word|in your own words|exact(?:ly)?"
        r" (?:words|text|as)",
        r"write\b|read\b|put\b|enter|record|document|add\b"
        r"|appear|file\b|entry",
    ),
    (
        r"record",
        r"records?\b|visits?\b|entry|entries|documentation|file\b|which (?:of (?:your|the)"
        r" )?(?:visits?|records?|entries|files?|notes?)|belong to|attach(?:ed)?|under (?:which"
        r"|what) visit",
        r"consultation|where|entry|date\b",
    ),
    (
        r"status|new status|resolved or closed|back on the schedule",
        r"status|states?\b|mark(?:ed)?\b|set to|be set|should (?:it|the game|that) (?:be|become"
        r"|say|show|read)|show as|read as|(?:set|change|turn|move|switch|bring|put) (?:it|that"
        r"|this|the game)\b|stage|condition"
        r"|where (?:does|should) it stand|end up as|(?:mark|set|put|list|log)(?:ed)? (?:it |the"
        r" game |that |this )?as|closed or|resolved or",
        r"change (?:it|that|this)|become|end up|leave it|resolved|closed|turn"
        r"|open\b|state",
    ),
    (
        r"back on the schedule|first step",
        r"first|intermediate|directly|straight|before|initially|step|to begin",
        r"then|status|two",
    ),
    (
        r"priority",
        r"priorit|urgen|pressing|how (?:bad|soon|serious|important|quickly|fast|critical)|rush"
        r"|serious|severity|importance|rank"
        r"|how (?:high|urgently|pressing)|level of urgency|rank\w*|low, medium|escalat",
        r"level|quickly|fast|soon|high|rais"
        r"|rate\b|weigh",
    ),
    (
        r"category|under which",
        r"categor|heading|filed?\b|under what|under which|topic|department|classif|subject|kind of"
        r"|type of|rubric|label|area",
        r"type|kind|sort|belong",
    ),
    (
        r"package|new package|which tour|service|which service",
        r"packages?\b|bundle|subscription|services?\b|tours?\b|channels|line-?up"
        r"|tv (?:package|offer|bundle)|offering|tier\b",
        r"offer|what exactly|take off|get rid|remove|cut\b|cancel|give up|go\b|city|destination"
        r"|which trip is it|trip|one of"
        r"|product",
    ),
    (
        r"plan|old plan|new plan|which plan",
        r"plans?\b|tariffs?|contract|rate|(?:mobile|phone) (?:offer|plan|contract|deal"
        r"|package)s?|mobile offers",
        r"subscription|deal",
    ),
    (
        r"device|which device|boxe?s?|tv|new phone|phones that stay|router",
        r"devices?|box\b|boxes|receivers?\b|televisions?|tvs?\b|phones?\b|handset|hardware"
        r"|equipment"
        r"|apparatus|gadget|appliance|units?\b|screen|mobiles?\b"
        r"|(?:piece of |what )?equipment|hardware|which (?:phone|box|tv|set)s?\b|hook(?:ed)? up"
        r"|plugged|gear\b|all (?:the )?(?:phones|devices)",
        r"set\b|model|link|connect|attach|assign|on it|line"
        r"|linked|put on it|runs? on",
    ),
    (
        r"phones that stay|the other phone that stays|keep|kept priority|class",
        r"keep|stay|remain|kept",
        r"leave|untouched|as (?:it is|they are)|continue",
    ),
    (r"router", r"router|wi-?fi|modem", r"device|equipment|left|nothing"),
    (
        r"paper|paperless",
        r"paper|mailed|letter|e-?bill|printed|electronic|digital|post\b|envelope"
        r"|by (?:post|mail|e-?mail)|on paper|physical",
        r"mailbox|receive|form|by mail|deliver"
        r"|bills? (?:sent|come|reach)",
    ),
    (
        r"cycle|how often",
        r"cycle|often|interval|frequen|monthly|quarterly|rhythm|annual|yearly"
        r"|how (?:regularly|frequently)|billing period|every (?:month|quarter|year)",
        r"every\b|period|month"
        r"|schedule",
    ),
    (r"automatic payment|auto-pay", r"auto", r"pay|debit|direct"),
    (
        r"recipient|beneficiary|payee",
        r"recipients?|receiv(?:e|es|er|ing)|(?:to|for) whom\b|who (?:gets|is it (?:for|going)"
        r"|should get|do you)|going to|payees?\b|beneficiar|persons?\b"
        r"|money go|sent to|gets\b|send (?:it|the money)"
        r"|who(?:m)? (?:is|are|should|shall|does|do) (?:the |it |this |that )?(?:money|payment"
        r"|sum|transfer|it)?|addressee|for whose|other party|destination of",
        r"who\b|who's|whom\b|name|transfer to|account|whose|somebody"
        r"|party|end up with",
    ),
    (
        r"source|from account|account",
        r"(?:which|what) (?:of your )?accounts?|taken? from|com(?:e|es|ing) from|from where"
        r"|drawn?|out of which|where[^,;?]* from|sourc|from which|debit|fund|withdraw"
        r"|out of (?:which|what)|which (?:of your )?(?:accounts?|pots?)|drain|pays? for it|be"
        r" taken|taken out of|funded from",
        r"accounts?\b|paid|pay|leave|where\b|savings|checking"
        r"|come out",
    ),
    (
        r"target|to account",
        r"(?:which|what) account|to where|go to|goes to|land|end up|arrive|into\b|to which"
        r"|receiv|destination"
        r"|target|credited?"
        r"|where (?:should|shall|does|do|would|is) (?:it|the money|the sum|this"
        r"|that)[^,;?]*(?:go|land|arrive|end)|paid (?:in|into)|deposit(?:ed)?",
        r"where\b|to\b|account"
        r"|receive",
    ),
    (
        r"merchant|shop|store",
        r"merchants?|shops?\b|stores?\b|business|retailer|station|vendor|seller"
        r"|(?:shop|firm|company|business|name)[^,;?]{0,40}(?:charge|purchase|debit|transaction"
        r"|payment|look wrong|recogni)|charges?[^,;?]*(?:appear|show|listed|under)|trader|payee"
        r"|who (?:charged|billed|took)",
        r"company|where\b|whom\b|place|name|statement|read|purchases?"
        r"|firm|outlet|charged",
    ),
    (
        r"=card|debit card|credit card",
        r"cards?\b|(?:last|final) (?:four|4)|digits|four numbers|ending|debit|credit"
        r"|which (?:of your )?(?:cards?|plastics?)|plastic|mastercard or|visa or",
        r"number|plastic|block|freeze|replace|both"
        r"|one or both",
    ),
    (r"account", r"accounts?\b", r"checking|savings|freeze|thaw"),
    (
        r"bank|routing|iban",
        r"banks?\b|institution|hold (?:the|their|its|an) account|routing|iban|swift"
        r"|account (?:number|details|data)|banks\b"
        r"|where is (?:the|that|their|its) account|holding (?:the|their)|bank code|branch",
        r"account|details"
        r"|coordinates",
    ),
    (
        r"name|business|individual",
        r"name|call(?:ed)?\b|business or|individual|company|title",
        r"who\b|whom\b|label",
    ),
    (
        r"game|game_id|which game",
        r"games?\b|match|fixture|opponent|fixtures?|matches|against whom|who (?:are you|is it"
        r"|were you|do you) (?:playing|play|against)|up against|tip-?off|opposing|opponents?"
        r"|encounter",
        r"play|one\b|tonight|date\b|rescheduled",
    ),
    (
        r"club|team",
        r"clubs?\b|teams?\b|sides?\b|manage|coach|play(?:s|ed|ing)? for|represent|squad|franchise"
        r"|whose (?:bench|side|colou?rs)|which (?:bench|side)|badge|manage",
        r"for whom|your own|who\b|credit"
        r"|belong|shirt|wear",
    ),
    (
        r"scorer|player|scored",
        r"who\b|who's|players?|scored|scorer|whose|by whom|made (?:it|the)"
        r"|who (?:put|sank|made|got|hit|threw|took|scored)|shooter|hand\b|credited|credit"
        r" (?:goes|to)|whose (?:basket|shot|points)",
        r"name|credit|shot"
        r"|who is it",
    ),
    (
        r"basket|points|type|free throw",
        r"what (?:did|have|do)\b[^,;?]{1,12}\b(?:scored?|made|shot|count)\b|baskets?|points\b"
        r"|shots?\b|kind|type|throws?|two-pointer|three-pointer|field goal|worth"
        r"|how many points"
        r"|(?:a )?two or (?:a )?three|how much (?:was|is) it worth|from (?:where|how far)|beyond"
        r" the arc|inside or",
        r"count|was it|scored|from where|distance|attempt"
        r"|value",
    ),
    (r"free throw", r"free throw|second|other|next|last one", r"one"),
    (
        r"clock|game clock|minute",
        r"clock|(?:what|which) (?:point|stage)|minutes?|moment|when\b|quarter|times?\b|timestamp"
        r"|period"
        r"|exact(?:ly)? (?:moment|time|when)|reading on|clock reading|how much time|quarter and",
        r"point|left|second"
        r"|stage|moment",
    ),
    (
        r"seasons?|period",
        r"seasons?|years?\b|period|campaign|which (?:year|years|campaign|season)|time (?:frame"
        r"|span)|over (?:what|which)",
        r"span|games|stretch",
    ),
    (
        r"league",
        r"leagues?|division|competition|conference|which (?:of the )?tables?",
        r"table|corner|window",
    ),
    (
        r"which (?:dish|plate|pizza|burger|meal)|dish|meal|burgers|ortolana|tonno",
        r"dish|dishes|plates?|pizzas?|burgers?|meals?|food|courses?"
        r"|what (?:you|did you) (?:ate|eat|had|order(?:ed)?)|specialit|which of the (?:dishes"
        r"|plates|meals)",
        r"items?\b|visits?|order|occasion|ticket|eat|ones?\b|dinner|evening|bills?"
        r"|kitchen|menu",
    ),
    (
        r"spice|heat|form",
        r"spic|hot\b|heat|mild|chil[il]|strong|fiery|prepar|cooked"
        r"|how (?:do|would|should)\b[^,;?]*\b(?:made|done|like it|served)\b"
        r"|how (?:hot|spicy|mild|fiery)|version(?:s)?\b|different about|(?:mild|medium|hot),? or",
        r"version|level|like"
        r"|taste|kick|tame|prefer",
    ),
    (r"table", r"tables?\b|sit\b|seated", r"where\b|place|spot"),
    (
        r"trip|booking|which trip|reservation|reservation_id",
        r"trips?\b|reservations?\b|bookings?\b|journey|itinerar|excursion|tours?\b|vacation"
        r"|holiday"
        r"|which (?:of (?:your|the) )?(?:trips?|bookings?|reservations?|itinerar\w+|journeys?"
        r"|flights?)|upcoming",
        r"travel|flights?"
        r"|destination",
    ),
    (
        r"order|which order|order_id",
        r"orders?\b(?! (?:it|them|this|that)\b)|purchases?\b|delivery"
        r"|which (?:of (?:your|the) )?(?:orders?|purchases?|parcels?)|shipment",
        r"items?|parcel"
        r"|package|bought",
    ),
    (
        r"ticket|which ticket|\w*ticket(?:_id)?",
        r"tickets?\b|bills?\b|receipts?\b|cases?\b|reports?\b|issues?\b|requests?\b|complaint"
        r"|which (?:of (?:your|the) )?(?:tickets?|orders?|cases?|bills?|receipts?|reports?)"
        r"|orders?\b",
        r"visit|number|one\b"
        r"|dish|parcel|open",
    ),
    (
        r"compensation",
        r"compensat|flights?\b|trips?|reservations?|bookings?",
        r"what happened|occurred|delay|cancel",
    ),
    (
        r"cabin|class",
        r"cabins?|class\b|classes|economy|business|comfort|travel in"
        r"|(?:travel|fly|sit|book(?:ed)?) (?:in )?(?:economy|business|front|back)|which part of"
        r" the plane|comfort level|travel class",
        r"fly\b|front\b|sit\b|section|seat|level|compartment"
        r"|upgrade|ahead",
    ),
    (
        r"bags",
        r"bags?\b|luggage|suitcases?|baggage|checked pieces|cases"
        r"|(?:how much|what) (?:luggage|baggage)|check(?:ing|ed)? in\b|suitcases",
        r"check(?:ed)?\b|pieces|bring|hold"
        r"|carry|pack\w*|allowance",
    ),
    (
        r"route|origin|destination",
        r"from (?:where|which|what)|where\b|origin|destination|airports?|cit(?:y|ies)\b|direction"
        r"|non-?stop|one[- ]way|round[- ]trip|route|fly(?:ing)? (?:from|to|out)"
        r"|from (?:and|or) to|where (?:from|to|does|do|will|is|are)|starting point|departure"
        r" (?:airport|city)|city pair|leave from|fly into|which cities",
        r"from\b|to\b|start|depart|go\b|arriv|land|head"
        r"|between",
    ),
    (
        r"room",
        r"rooms?\b|beds?\b|sleep|double|twin|single|suite|accommodat|lodg"
        r"|kind of (?:room|bed)|bed(?:ding)?s?\b|where (?:will|do) you sleep|under one roof"
        r"|share a",
        r"stay|share|kind"
        r"|accommodation|night",
    ),
    (
        r"add-on|new add-on|dropped add-on|extra|class",
        r"add-?ons?|extras?\b|optional|excursions?|pass(?:es)?\b|on top|activit|besides|class\b"
        r"|supplement"
        r"|option(?:al)? (?:extra|activity|service)|bonus|treats?|goodies|anything (?:on top"
        r"|extra|optional)",
        r"include|offer|option|add\b|book|like\b|want"
        r"|package",
    ),
    (
        r"agent|consultant",
        r"agents?\b|consultants?|looks? after|looked after|looking after|handl\w+|colleagues?"
        r"|advis[oe]r|attend"
        r"|(?:somebody|someone|anybody|anyone) in particular|which (?:of (?:our|the)"
        r" )?(?:agents?|consultants?|colleagues?|specialists?)|human (?:agent|contact)|in"
        r" (?:charge|whose hands)|take care of (?:it|you|the booking)",
        r"somebody|someone|anybody|anyone|who\b|whom\b|preference|talk|meet|speak|language"
        r"|particular|staff|looked",
    ),
    (
        r"show|screening|showtime",
        r"shows?\b|screenings?|showings?|performance|showtime|format|times?\b|what time|when\b"
        r"|which (?:of the )?(?:shows?|screenings?|showings?|times?|formats?|versions?)|choose"
        r" between (?:them|the)|2d or|3d or|imax|how (?:should|shall|would|do)[^,;?]*(?:choose"
        r"|decide|pick)[^,;?]*(?:them|two|shows?|screenings?)",
        r"day|version|start|date"
        r"|runs?\b|evening|format|between",
    ),
    (
        r"movie|film",
        r"movies?|films?\b|title|pictures?\b"
        r"|what (?:are|do|would) you (?:seeing|see|watch|like to see)|on (?:the )?screen|cinema"
        r"|theat(?:er|re)",
        r"see\b|watch|playing|view|looking at|want|name"
        r"|play(?:s|ing)?",
    ),
    (
        r"delivery|kiosk|e-ticket",
        r"deliver|get (?:the|your|them|hold)|receiv|collect|pick(?:ing)? (?:\w+ )?up|sent"
        r"|hand(?:ed)?"
        r"|reach you|print|e-?tickets?|kiosk|box office|paper"
        r"|(?:how|where)[^,;?]*(?:tickets?|them)[^,;?]*(?:reach|get to|come|arrive|sent|collect"
        r"|pick|hand|deliver|receive|have|want)|on your phone|at the (?:theat\w+|counter|box"
        r" office|kiosk)|digital(?:ly)?|print(?:ed|out)?|(?:tickets?|they)[^,;?]*(?:reach you"
        r"|handed over)|collect(?:ion|ed)?",
        r"how (?:would|do|should|shall)|tickets?|form|send"
        r"|reach|phone|paper",
    ),
    (
        r"popcorn|concession|snack|food",
        r"popcorn|snacks?|eat|drinks?|concession|food|nibble|refreshment|counter|treats?"
        r"|anything (?:to eat|to drink|from the (?:counter|bar|stand))|hungry|thirsty|munch"
        r"|beverage|buckets?",
        r"size|hungry|order|sweet|add\b|bite"
        r"|bar\b|something",
    ),
    (
        r"zone|which area",
        r"zones?\b|area|part\b|inside|outside|terrace|where\b|garden"
        r"|(?:part|area|corner|side|section) of (?:the )?(?:house|restaurant|place|garden|room)"
        r"|indoors?|outdoors?|(?:in|out)side or",
        r"sit\b|place"
        r"|sit\b|atmosphere",
    ),
    (r"wheelchair seat", r"wheelchair|accessib", r"special"),
    (r"seat beside", r"companion|wife|husband|partner|second|with you|beside|next to", r"other"),
    (r"fit", r"fit\b|cut\b|style", r"leg"),
    (
        r"waist",
        r"waist|sizes?\b|inches|width|inch|how wide",
        r"measure|numbers?",
    ),
    (
        r"navigation",
        r"navigat|find its way|steer|orient|mapping|sensor|(?:find|know|work out)s? (?:its|the)"
        r" way|get(?:s)? (?:around|about)|guid(?:e|ance)|means should|orientation",
        r"get around|kind|technology|system",
    ),
    (r"mopping", r"mop|empt", r""),
    (
        r"towels?",
        r"towels?\b|towels?|linen|terry",
        r"everything|else|other|more|everything|about the",
    ),
    (
        r"=method",
        r"how was it|verif|proof|checked|established|document|(?:travel|go|be sent|move) (?:in"
        r"|by|via) (?:which|what|different|several)|ways?\b|rail\b|ach or|wire or|how (?:it|the"
        r" money|this)[^,;?]*(?:travel|go|be sent)|instant or",
        r"how\b|means|kind|route|fast",
    ),
    (r"=method", r"methods?|wire|ach\b|how\b|way\b|channel|route|rail", r"means"),
    (
        r"spell|correct name|name",
        r"spell|name\b|written|letters|correct(?:ly)? (?:spelling|form|version)"
        r"|(?:right|proper|new|correct|full|exact) (?:spelling|name|form)|letter by letter"
        r"|should (?:it )?read|printed",
        r"read\b|look\b"
        r"|passport",
    ),
)
"""By a name or an asking word of the script: stems that ask for such a thing plainly, and stems
that may ask for it."""
