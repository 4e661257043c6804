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
        r"|who you are|who are you|who is (?:this|it|writing|asking|speaking|there)"
        r"|who(?:m)? (?:do|have) i (?:have|got)|who(?:m)? (?:am i|i'm|i am) (?:speaking|talking"
        r"|chatting|dealing|writing|helping|assisting|serving|corresponding)|(?:to"
        r"|with) whom (?:am i|do i have|have i) (?:speaking|talking|chatting|dealing|the pleasure)"
        r"|who(?:'s| is) (?:making|placing|booking|ordering|requesting)|address(?:ing)? you\b"
        r"|identify yourself|introduce yourself|(?:account|ticket|card)[ -]?holder"
        r"|call yourself|what (?:are you called|(?:should|do|may|shall|can) i call you"
        r"|do you go by)"
        r"|how (?:are you called|should i address you|do i address you)|who's (?:this|writing)",
        r"registered (?:under|to)|listed under|under whose|in whose|called|whose|who\b|whom\b",
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
        r"|you can)|(?:reach|call|ring|dial|phone) you|mobile\b|cell\b|best number",
        r"phone\b|number\b|digits",
    ),
    (
        r"date_of_birth|birth\b|born|\w+s_birth",
        r"dob\b|d\.o\.b|birth|born|how old|b-?day",
        r"\bage\b|came into the world",
    ),
    (
        r"zip|postal code",
        r"zip|postal|post ?code|five[- ]digit",
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
        r"loyalty|member(?:ship)?\b|club card|rewards?|bonus|points|frequent",
        r"card|number",
    ),
    (
        r"reason",
        r"reasons?\b|why\b|grounds?\b|what(?:'s| is| has| was|'ve)? (?:made|led|brought|prompted"
        r"|caused|behind|keeping|kept|stopping|wrong|happened|changed|come between|c[oa]me up"
        r"|got in"
        r"|the matter|going on)|led to|behind (?:it|this|that|the|your)|made you\b|motiv"
        r"|circumstances|how come|cause\b|due to|because of|explanation|justif|on account of"
        r"|occasion|rationale|prompt(?:s|ed)",
        r"troubl|obstacle|hinder|prevent|issue|explain|what happened|happened|occurred|led\b"
        r"|write down|put down|fill in|enter|record"
        r"|account for|story|background|matter\b|problem|concern",
    ),
    (
        r"pay\w*|card|method|charge|refund|wallet|visa|gift card",
        r"pay|paid|card|methods?\b|charg|refund|reimburs|means of|cover|settl|fund"
        r"|(?<!which )(?<!what )(?<!the )(?<!your )bill(?!ing "
        r"settings)|wallets?\b|price difference|debit|credit(?:ed)?\b|money|voucher|certificate"
        r"|(?:where|what|which|how)[^,;?]* (?:money|refund|difference|balance|cost|amount due)"
        r"|purse|tender|balance\b|surplus|instrument|finance|ow(?:ed|ing)\b|(?:where"
        r"|how)[^,;?]* (?:rest"
        r"|remainder|excess|overpa\w+|left over|extra|saving)",
        r"use\b|from (?:what|where)\b(?! (?:date|day|time|city|airport))|means\b|fare\b|cost"
        r"|insurer|invoice|account|put (?:it|this|that|the|them)\b"
        r"|go back|bear"
        r"|take (?:it|this|that) from|sum\b|fee|differ|price|back to|sent? back|return(?:ed)? to"
        r"|goes? on|go on\b",
    ),
    (
        r"date|day|return date|new date|departure",
        r"dates?\b|days?\b|when\b|how soon|calendar",
        r"leav|depart|set off|take place|schedul|travel|fly\b|go\b|times?\b|weekday|evening"
        r"|flight|connection",
    ),
    (r"return date", r"return|back\b|home|inbound|way back", r"stay"),
    (
        r"time|hours?|clock|new time|show|screening",
        r"times?\b|hours?\b|o'clock|when\b|slot|clock|(?:start|begin)\w*|morning|afternoon|evening",
        r"early|late|appointment|suit",
    ),
    (
        r"type|kind of \w+",
        r"types?\b|kinds?\b|sorts?\b|nature|purpose|(?:what|which) (?:is it |it is "
        r"|visit )?for\b|for what\b",
        r"category|class|about\b|concern",
    ),
    (
        r"items?|product|tent|yoga mat",
        r"items?\b|products?\b|articles?\b|things?\b|goods|merchandise",
        r"pieces?\b|purchase|parcel|send(?:ing)? back|give back|return",
    ),
    (
        r"new item|color|size|model|version|variant|navigation|fit|shelves|option",
        r"versions?\b|variants?\b|replacement|in (?:its|their) place|models?\b|specification"
        r"|configuration|options?\b",
        r"features?|instead|kind|exactly|look for|prefer|like\b",
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
        r"how many|number of|quantity|portions?\b|count\b|both|pair\b|how much",
        r"each|one or|all of|units|servings|plates",
    ),
    (
        r"address|street|deliver it|where should",
        r"address|where (?:should|shall|do|would|can|may|are|is|to)\b[^,;?]*\b(?:ship|send|sent"
        r"|deliver|bring|go|live|located|based)"
        r"|street|house number|location|destination|whereabouts|residence",
        r"where\b|deliver|ship|send it|bring|courier|dropped off|go to|door|place|live|home",
    ),
    (r"city", r"city|town|rest of|place\b", r"address|state"),
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
        r"|alone|by yourself|companions?|how many (?:are|will|of you|seats)|fellow",
        r"who\b|who's|whom\b|whose|yourself|somebody|someone|flying|going|coming|take[s]? (?:her"
        r"|his|the) (?:place|seat)|instead|replac|come"
        r"|with you|part|travel",
    ),
    (r"third passenger|third seat", r"third|else", r"other|missing|last"),
    (
        r"seats?|second seat|middle seat|wheelchair seat|seat beside|third seat",
        r"seats?\b|sit\b|sitting|rows?\b|spots?\b|aisle|seated|seating",
        r"places?\b|auditorium|where\b|next to|beside",
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
        r" (?:ticket|admission)|admission|concession|fare type",
        r"how old|age\b|rate|tariff|category|reduced",
    ),
    (
        r"amount|how much|share|limit|percent|gift card amount|amount to pay",
        r"amounts?\b|how much|sums?\b|figure|tip\b|cap\b|generous|gratuity|how (?:big|high|large)"
        r"|percent|instal?lments?|portion|split|shares?\b|dollars|ceiling|limits?\b",
        r"total|value\b|part\b|pay\b|all of it|divid",
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
        r"sections?\b|class time|timetable|meeting times?",
        r"groups?\b|meet|time|hours|slot|days",
    ),
    (
        r"course|which class|first course|second course|dropped|added",
        r"courses?|class\b|classes|subjects?|lectures?|modules?\b|seminars?",
        r"titles?|take\b|study|learn|attend|sign up|enrol|register|section",
    ),
    (
        r"dropp?(?:ed)?(?: add-on)?|old (?:plan|package|service|item)",
        r"drop|struck|strike|give up|giving up|get rid|rid of|leav|los(?:e|ing)|remov|com(?:e|es"
        r"|ing) (?:out|off)"
        r"|taken? (?:off|out)"
        r"|goes? (?:out|away)|part with|delet|discard|out of\b|swap out|replaced|cancel",
        r"go\b|out\b|old|current|existing|first",
    ),
    (
        r"added|new add-on|instead|new (?:plan|package|service)",
        r"in exchange|instead|in (?:its|their|the) (?:place|stead)|in return|add\b|added|want in"
        r"|replac|go(?:es|ing)? (?:in|on)\b|com(?:e|es|ing) in|new\b|swap in|take[s]? (?:its"
        r"|their|the) place",
        r"taking|take\b|put\b|want\b|second|like\b|substitut",
    ),
    (
        r"advisor",
        r"advis[oe]r|mentor|counsel",
        r"important|matters|look for|prefer|in mind|who\b|anyone|anybody|somebody|someone|wish",
    ),
    (
        r"level",
        r"levels?\b|(?:kind|type|sort) of student|undergraduate|graduate|degree|continuing",
        r"program|student",
    ),
    (r"grading", r"grad(?:e|ed|es|ing)\b|letter|pass/fail|audit|credit|basis", r"mark|assess"),
    (
        r"term|registration",
        r"terms?\b|semester|trimester|registration",
        r"period|season|year|for when\b|when\b",
    ),
    (
        r"insurance",
        r"insur|coverage\b|protection|protect|policy|cover\b|health (?:plan|cover|care)",
        r"health|waive",
    ),
    (
        r"supplier|which brand",
        r"supplier|(?:from|by) whom|who (?:should|shall|is to|will)|pharmac|brands?\b|offers?\b"
        r"|manufacturer|source|vendor|provider|dispens|maker",
        r"fill|company|where\b|which\b|choos",
    ),
    (
        r"doctor|provider",
        r"doctors?|physician|clinician|providers?\b|specialist|practitioner|speciali?ty"
        r"|anyone in particular|with whom|be seen by|who would you like|whom would you",
        r"who\b|whom\b|see\b|language|somebody|someone|gender",
    ),
    (
        r"visit|appointment|record",
        r"visits?\b|appointments?|consultations?|bookings?|check-?ups?",
        r"session|move|cancel|doctor|one\b",
    ),
    (
        r"medication|prescription",
        r"medic|drugs?\b|prescription|pills?\b|tablets?|remed|preparation",
        r"treatment|take\b|taking|switch",
    ),
    (
        r"note",
        r"note\b|wording|text\b|content|say\b|words\b|remark|comment|formulat|phrase",
        r"write\b|read\b|put\b|enter|record|document|add\b",
    ),
    (r"record", r"records?\b|visits?\b|entry|entries|documentation|file\b", r"consultation|where"),
    (
        r"status|new status|resolved or closed|back on the schedule",
        r"status|states?\b|mark(?:ed)?\b|set to|be set|should (?:it|the game|that) (?:be|become"
        r"|say|show|read)|show as|read as|(?:set|change|turn|move|switch|bring|put) (?:it|that"
        r"|this|the game)\b|stage|condition",
        r"change (?:it|that|this)|become|end up|leave it|resolved|closed|turn",
    ),
    (
        r"back on the schedule|first step",
        r"first|intermediate|directly|straight|before|initially|step|to begin",
        r"then|status|two",
    ),
    (
        r"priority",
        r"priorit|urgen|pressing|how (?:bad|soon|serious|important|quickly|fast|critical)|rush"
        r"|serious|severity|importance|rank",
        r"level|quickly|fast|soon|high|rais",
    ),
    (
        r"category|under which",
        r"categor|heading|filed?\b|under what|under which|topic|department|classif|subject|kind of"
        r"|type of|rubric|label|area",
        r"type|kind|sort|belong",
    ),
    (
        r"package|new package|which tour|service|which service",
        r"packages?\b|bundle|subscription|services?\b|tours?\b|channels|line-?up",
        r"offer|what exactly|take off|get rid|remove|cut\b|cancel|give up|go\b|city|destination"
        r"|which is it|trip|one of",
    ),
    (r"plan|old plan|new plan|which plan", r"plans?\b|tariffs?|contract|rate", r"subscription"),
    (
        r"device|which device|boxe?s?|tv|new phone|phones that stay|router",
        r"devices?|box\b|boxes|receivers?\b|televisions?|tvs?\b|phones?\b|handset|hardware"
        r"|equipment"
        r"|apparatus|gadget|appliance|units?\b|screen|mobiles?\b",
        r"set\b|model|link|connect|attach|assign|on it|line",
    ),
    (
        r"phones that stay|the other phone that stays|keep|kept priority|class",
        r"keep|stay|remain|kept",
        r"leave|untouched|as (?:it is|they are)|continue",
    ),
    (r"router", r"router|wi-?fi|modem", r"device|equipment|left|nothing"),
    (
        r"paper|paperless",
        r"paper|mailed|letter|e-?bill|printed|electronic|digital|post\b|envelope",
        r"mailbox|receive|form|by mail|deliver",
    ),
    (
        r"cycle|how often",
        r"cycle|often|interval|frequen|monthly|quarterly|rhythm|annual|yearly",
        r"every\b|period|month",
    ),
    (r"automatic payment|auto-pay", r"auto", r"pay|debit|direct"),
    (
        r"recipient|beneficiary|payee",
        r"recipients?|receiv(?:e|es|er|ing)|(?:to|for) whom\b|who (?:gets|is it (?:for|going)"
        r"|should get|do you)|going to|payees?\b|beneficiar|persons?\b"
        r"|money go|sent to|gets\b|send (?:it|the money)",
        r"who\b|who's|whom\b|name|transfer to|account|whose|somebody",
    ),
    (
        r"source|from account|account",
        r"(?:which|what) (?:of your )?accounts?|taken? from|com(?:e|es|ing) from|from where"
        r"|drawn?|out of which|where[^,;?]* from|sourc|from which|debit|fund|withdraw",
        r"accounts?\b|paid|pay|leave|where\b|savings|checking",
    ),
    (
        r"target|to account",
        r"(?:which|what) account|to where|go to|goes to|land|end up|arrive|into\b|to which"
        r"|receiv|destination"
        r"|target|credited?",
        r"where\b|to\b|account",
    ),
    (
        r"merchant|shop|store",
        r"merchants?|shops?\b|stores?\b|business|retailer|station|vendor|seller",
        r"company|where\b|whom\b|place|name|statement|read|purchases?",
    ),
    (
        r"=card|debit card|credit card",
        r"cards?\b|(?:last|final) (?:four|4)|digits|four numbers|ending|debit|credit",
        r"number|plastic|block|freeze|replace|both",
    ),
    (r"account", r"accounts?\b", r"checking|savings|freeze|thaw"),
    (
        r"bank|routing|iban",
        r"banks?\b|institution|hold (?:the|their|its|an) account|routing|iban|swift"
        r"|account (?:number|details|data)|banks\b",
        r"account|details",
    ),
    (
        r"name|business|individual",
        r"name|call(?:ed)?\b|business or|individual|company|title",
        r"who\b|whom\b|label",
    ),
    (r"game|game_id|which game", r"games?\b|match|fixture|opponent", r"play|one\b|tonight"),
    (
        r"club|team",
        r"clubs?\b|teams?\b|sides?\b|manage|coach|play(?:s|ed|ing)? for|represent|squad|franchise",
        r"for whom|your own|who\b|credit",
    ),
    (
        r"scorer|player|scored",
        r"who\b|who's|players?|scored|scorer|whose|by whom|made (?:it|the)",
        r"name|credit|shot",
    ),
    (
        r"basket|points|type|free throw",
        r"what (?:did|have|do)\b[^,;?]{1,12}\b(?:scored?|made|shot|count)\b|baskets?|points\b"
        r"|shots?\b|kind|type|throws?|two-pointer|three-pointer|field goal|worth"
        r"|how many points",
        r"count|was it|scored|from where|distance|attempt",
    ),
    (r"free throw", r"free throw|second|other|next|last one", r"one"),
    (
        r"clock|game clock|minute",
        r"clock|(?:what|which) (?:point|stage)|minutes?|moment|when\b|quarter|times?\b|timestamp"
        r"|period",
        r"point|left|second",
    ),
    (r"seasons?|period", r"seasons?|years?\b|period|campaign", r"span|games"),
    (r"league", r"leagues?|division|competition|conference", r"table"),
    (
        r"which (?:dish|plate|pizza|burger|meal)|dish|meal|burgers|ortolana|tonno",
        r"dish|dishes|plates?|pizzas?|burgers?|meals?|food|courses?",
        r"items?\b|visits?|order|occasion|ticket|eat|ones?\b|dinner|evening|bills?",
    ),
    (
        r"spice|heat|form",
        r"spic|hot\b|heat|mild|chil[il]|strong|fiery|prepar|cooked"
        r"|how (?:do|would|should)\b[^,;?]*\b(?:made|done|like it|served)\b",
        r"version|level|like",
    ),
    (r"table", r"tables?\b|sit\b|seated", r"where\b|place|spot"),
    (
        r"trip|booking|which trip|reservation|reservation_id",
        r"trips?\b|reservations?\b|bookings?\b|journey|itinerar|excursion|tours?\b|vacation"
        r"|holiday",
        r"travel|flights?",
    ),
    (
        r"order|which order|order_id",
        r"orders?\b(?! (?:it|them|this|that)\b)|purchases?\b|delivery",
        r"items?|parcel",
    ),
    (
        r"ticket|which ticket|\w*ticket(?:_id)?",
        r"tickets?\b|bills?\b|receipts?\b|cases?\b|reports?\b|issues?\b|requests?\b|complaint",
        r"visit|number|one\b",
    ),
    (
        r"compensation",
        r"compensat|flights?\b|trips?|reservations?|bookings?",
        r"what happened|occurred|delay|cancel",
    ),
    (
        r"cabin|class",
        r"cabins?|class\b|classes|economy|business|comfort|travel in",
        r"fly\b|front\b|sit\b|section|seat|level|compartment",
    ),
    (
        r"bags",
        r"bags?\b|luggage|suitcases?|baggage|checked pieces|cases",
        r"check(?:ed)?\b|pieces|bring|hold",
    ),
    (
        r"route|origin|destination",
        r"from (?:where|which|what)|where\b|origin|destination|airports?|cit(?:y|ies)\b|direction"
        r"|non-?stop|one[- ]way|round[- ]trip|route|fly(?:ing)? (?:from|to|out)",
        r"from\b|to\b|start|depart|go\b|arriv|land|head",
    ),
    (
        r"room",
        r"rooms?\b|beds?\b|sleep|double|twin|single|suite|accommodat|lodg",
        r"stay|share|kind",
    ),
    (
        r"add-on|new add-on|dropped add-on|extra|class",
        r"add-?ons?|extras?\b|optional|excursions?|pass(?:es)?\b|on top|activit|besides|class\b"
        r"|supplement",
        r"include|offer|option|add\b|book|like\b|want",
    ),
    (
        r"agent|consultant",
        r"agents?\b|consultants?|looks? after|looked after|looking after|handl\w+|colleagues?"
        r"|advis[oe]r|attend",
        r"somebody|someone|anybody|anyone|who\b|whom\b|preference|talk|meet|speak|language",
    ),
    (
        r"show|screening|showtime",
        r"shows?\b|screenings?|showings?|performance|showtime|format|times?\b|what time|when\b",
        r"day|version|start|date",
    ),
    (
        r"movie|film",
        r"movies?|films?\b|title|pictures?\b",
        r"see\b|watch|playing|view|looking at|want|name",
    ),
    (
        r"delivery|kiosk|e-ticket",
        r"deliver|get (?:the|your|them|hold)|receiv|collect|pick(?:ing)? (?:\w+ )?up|sent"
        r"|hand(?:ed)?"
        r"|reach you|print|e-?tickets?|kiosk|box office|paper",
        r"how (?:would|do|should|shall)|tickets?|form|send",
    ),
    (
        r"popcorn|concession|snack|food",
        r"popcorn|snacks?|eat|drinks?|concession|food|nibble|refreshment|counter|treats?",
        r"size|hungry|order|sweet|add\b|bite",
    ),
    (
        r"zone|which area",
        r"zones?\b|area|part\b|inside|outside|terrace|where\b|garden",
        r"sit\b|place",
    ),
    (r"wheelchair seat", r"wheelchair|accessib", r"special"),
    (r"seat beside", r"companion|wife|husband|partner|second|with you|beside|next to", r"other"),
    (r"fit", r"fit\b|cut\b|style", r"leg"),
    (r"waist", r"waist|sizes?\b|inches|width", r"measure"),
    (r"navigation", r"navigat|find its way|steer|orient|mapping|sensor", r"get around|kind"),
    (r"mopping", r"mop|empt", r""),
    (r"towels?", r"towels?\b", r"everything|else|other|more"),
    (r"=method", r"how was it|verif|proof|checked|established|document", r"how\b|means"),
    (r"=method", r"methods?|wire|ach\b|how\b|way\b|channel|route|rail", r"means"),
    (
        r"spell|correct name|name",
        r"spell|name\b|written|letters|correct(?:ly)? (?:spelling|form|version)",
        r"read\b|look\b",
    ),
)
"""By a name or an asking word of the script: stems that ask for such a thing plainly, and stems
that may ask for it."""
