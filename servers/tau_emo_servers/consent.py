"""The explicit yes: what a customer's message agrees to, as far as words can tell.

The customer must agree to a listing before a write. What counts is fixed here for rules, for
the episode loop and for verification; tone never matters, and bare politeness ("ok", "fine",
"thanks") is no agreement.
"""

import re

from tau_emo_servers.values import normalised, values_in

_PARTICLE = r"(?:please|just|now|then|so|and|okay|ok|fine|alright|great|good|perfect|well|oh|ugh)"
_YES = re.compile(r"\b(?:yes+|yess+|yep+|yeah+|yea|yup+|aye|affirmative)\b")
_CONSENT = re.compile(
    rf"""
    \bgo(?:ing)?\ (?:right\ )?ahead\b
  | \bproceed(?:ing)?\b
  | (?:\bi\ (?:do\ |can\ |hereby\ |fully\ )?|^(?:{_PARTICLE}\W*)*)(?:confirm|agree|consent|approve)
        (?=$|\W*(?:it|this|that|both|all|everything|please|now|thank\ you|thanks)?\W*$|\W*[:,-])
  | \bi\ (?:do\ |can\ |hereby\ |fully\ )?(?:confirm|agree|consent|approve)\b
  | \b(?:i(?:'m|\ am)\ confirming|(?:that(?:'s|\ is)\ |it(?:'s|\ is)\ )?confirmed|confirming
        |agreed|approved)\b
  | \b(?:that(?:'s|\ is|\ are)|this\ is|it(?:'s|\ is)|all(?:\ of)?(?:\ (?:that|this|it|is))*
        |everything(?:'s|\ is)?|looks?|details\ are)\ (?:all\ )?(?:correct|right)\b
  | ^(?:{_PARTICLE}\W*)*(?:correct|right|exactly|absolutely|definitely|certainly|sure(?:\ thing)?
        |of\ course|by\ all\ means|please\ do|sounds\ good|do\ so)(?=\W*$|\W*[,!:-])
  | \b(?:do|doing)\ (?:it|this|that|both|all\ of\ (?:it|that|them))\b
  | ^(?:{_PARTICLE}\W*)*approve\ (?:the|it|this|that)\b
  | ^(?:{_PARTICLE}\W*)*(?:yes\W*)?
        (?:cancel|book|return|exchange|swap|change|update|modify|upgrade|issue|send|switch|submit
        |process|apply|place|execute|complete|finali[sz]e|charge|add|remove|make|refund|file|transfer)
        \ (?:it|this|that|them|both|all\ of\ (?:it|that|them))\b
    """,
    re.VERBOSE,
)
_BLOCKED = re.compile(
    r"\b(?:make sure|ensure|check|verify|not|never|cannot|can't|won't|wouldn't|don't|didn't|isn't"
    r"|aren't|doesn't|hesitate"
    r"|before|until|till|whether|how|why|what|once (?!and for all)|when|after|then i'll|"
    r"(?:i(?:'ll| will| would|'d)|i'm going to|ready to|to) (?:then )?(?:say|confirm|agree|give)"
    r"|yes or no|(?:can|could|would|will|did|do|should|shall|must) (?:you|we|i))\b"
)
_CONDITION = re.compile(
    r"\b(?:(?<!even )(?<!as )if(?! you please)|unless|provided|providing|as long as|so long as"
    r"|on (?:the |one )?condition|assuming|except|instead|however|though|although"
    r"|only (?:when|after|once)|once (?!and for all))\b"
)
_BUT = re.compile(
    r"\bbut\b(?! (?:please )?(?:hurry|quickly|be quick|make it (?:quick|fast)|do it (?:now|fast"
    r"|quickly)|yes|go ahead|okay|ok|fine|sure|i hope|i expect"
    r"|this is|that's|it's|thanks|thank you)\b)"
)
_REFUSAL = re.compile(
    rf"^(?:{_PARTICLE}\W*)*(?:"
    r"(?:no|nope|nah|wait|stop|hold on|hang on|not yet|never ?mind|forget it|actually no"
    r"|scratch that)(?=\W*$|\W*[,!:-]|\s+(?:wait|way|please)\b)"
    r"|(?:do not|don't|please don't) (?:proceed|go ahead|do (?:it|that|this|anything)|confirm|"
    r"cancel|book|change|return|exchange|touch|process|charge|make the)\b"
    r"|i(?:'ve| have) changed my mind|i (?:no longer|don't) want (?:it|this|that|to (?:proceed|go))"
    r"|(?:absolutely|definitely|certainly|of course) not\b)"
)
_TAKEN_BACK = re.compile(
    r"[,;-]\s*(?:wait|actually,? no|no,? wait|hold on|on second thoughts?|never ?mind)\b"
)
_HARMLESS_NO = re.compile(
    r"^no\W+(?:nothing|thats? all|that's|that is all|i don't (?:need|have)|more|further|delays?"
    r"|problem|worries|thank)"
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|\s-+\s|(?<=\w)--+(?=\w)|\s*\.\.\.\s*")
_DASH_AFTER_YES = re.compile(r"(\byes|\bconfirmed|\bno|\bsure|\bcorrect)\s*-+\s*")


def _sentences(text: str) -> list[str]:
    plain = text.replace("\u2026", "...").replace("\u2014", " - ")
    lines = [normalised(line) for line in plain.splitlines()]
    joined = "\n".join(_DASH_AFTER_YES.sub(r"\1, ", line) for line in lines)
    return [part.strip(" \"'()[]>") for part in _SENTENCE.split(joined) if part and part.strip()]


def _agrees(sentence: str) -> bool:
    """True if one sentence agrees without a condition."""
    question = sentence.endswith("?")
    for match in (*_YES.finditer(sentence), *_CONSENT.finditer(sentence)):
        before = re.split(r",\s|\bbut\b", sentence[: match.start()])[-1]
        if _TAKEN_BACK.search(sentence, match.end()):
            continue
        if _BLOCKED.search(before) or re.match(r"\W*(?:or no\b|\?)", sentence[match.end() :]):
            continue
        if question and not re.match(r"\W*$|\W*\b(?:\w+\W+){0,3}$", before):
            continue
        if question and not _YES.match(match[0]):
            continue
        return not (_CONDITION.search(sentence) or _BUT.search(sentence))
    return False


def is_consent(text: str) -> bool:
    """True if a customer's message agrees by words: "yes", "correct", "go ahead", "do it", ...

    Any inflection counts and tone spoils nothing. "ok", "fine", "thanks" or "whatever" alone
    are no consent; "yes, if ..." and "yes, but ..." are void, and so is a refusal or a
    withdrawal after the yes. Whether the values named beside the yes agree with what was
    listed is another question: see `changed_values`.
    """
    agreed = False
    sentences = _sentences(text)
    for number, sentence in enumerate(sentences):
        if _agrees(sentence):
            agreed = True
        elif _is_refusal(sentence):
            if number == 0:
                return False
            agreed = False
        elif agreed and re.match(r"but\b", sentence) and _BUT.match(sentence):
            agreed = False
    return agreed


def _is_refusal(sentence: str) -> bool:
    return bool(_REFUSAL.match(sentence)) and not _HARMLESS_NO.match(sentence)


def withdraws(text: str) -> bool:
    """True if a customer's message takes a wish back or says no ("wait", "don't cancel it")."""
    return any(_is_refusal(sentence) for sentence in _sentences(text)) and not is_consent(text)


_ASKS = re.compile(
    r"\b(?:shall|should|may|can|could) i\b[^?]*\?"
    r"|\b(?:do|would|will) you\b[^?]*\b(?:want|like|wish|agree|confirm|approve|proceed|consent)\b"
    r"[^?]*\?|\b(?:want|wish|like) me to\b[^?]*\?"
    r"|\bis (?:that|this|everything|it|all(?: of (?:this|that|it))?)\b[^?]*"
    r"\b(?:correct|right|ok|okay|fine|alright|good)\b[^?]*\?"
    r"|\bcan you (?:please )?confirm\b|\byes (?:or|/) ?no\b|\byes/no\b"
    r"|\b(?:reply|answer|respond|say|type|send|write|give me|need)\b[^.?!]*\byes\b"
    r"|\bconfirm(?:ation)?\b|\bproceed\b[^?.]*\?|\bgo ahead\b[^?.]*\?|\byes\b[^?.]*\?"
    r"|\bagree\b[^?.]*\?"
)
_NOT_ASKING = re.compile(
    r"\b(?:confirmation (?:email|e-mail|number|code)|i (?:can |have )?confirm)\b"
)
_LIST_ITEM = re.compile(r"\s*(?:[-*•]|\d+[.)])\s|\s*$")
"""How a line of a list begins, or one that is empty."""


def asks_for_yes(text: str) -> bool:
    """True if an agent's message ends by asking the customer for a yes.

    The question may be followed by two short sentences ("This cannot be undone."), and by the list
    that it announces ("Please reply yes to this:").
    """
    return any(_closes_by_asking(part) for part in (text, _without_last_list(text)))


def _without_last_list(text: str) -> str:
    """The text without a list at its end that a sentence announces."""
    lines = text.split("\n")
    while lines and _LIST_ITEM.match(lines[-1]):
        lines.pop()
    announced = bool(lines) and lines[-1].rstrip("* ").endswith(":")
    return "\n".join(lines) if announced else text


def _closes_by_asking(text: str) -> bool:
    closing = " ".join(_sentences_of_agent(text)[-3:])
    return bool(_ASKS.search(_NOT_ASKING.sub(" ", closing)))


def _sentences_of_agent(text: str) -> list[str]:
    parts = re.split(r"(?<=[.!?])\s+|\n+", text.replace("\u2014", " - "))
    return [plain for part in parts if re.search(r"\w", plain := normalised(part))]


_NEW_WISH = re.compile(
    r"\b(?:also|and then|and after that|after that|afterwards|next|additionally|besides"
    r"|separately|secondly|another|other|one more thing|what about|by the way"
    r"|now i (?:need|want|would|'d)|now,? (?:given|book|for)|then (?:re)?book"
    r"|then (?:find|search|look|check|show|tell)|can we|moving on"
    r"|i still (?:need|want|have)|and i expect|as well)\b"
)
_FIGURE_OF_SPEECH = re.compile(
    r"\b(?:\d+(?:[.,]\d+)?(?:\s*(?:-|to|or)\s*\d+)?(?:st|nd|rd|th)?\s*-?\s*"
    r"(?:business\s+)?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?"
    r"|times?|percent|people|agents?|calls?|emails?|e-mails|messages?|chats?)\b|\d+(?:st|nd|rd|th)\b"
    r"(?!\s+of\b)|24/7|\d+\s*%|\d+x\b)"
)


def changed_values(text: str, listing: str) -> frozenset[str]:
    """What a customer's message names that the listing does not: the values it changes or adds.

    Args:
        text: the message of the customer after the listing.
        listing: the agent's message that lists the write.

    Returns:
        The ids, amounts, dates, times, addresses of mail and digits of `text` that do not
        occur in `listing` in any spelling. Figures of speech ("I waited 3 hours") do not
        count, nor does a separate wish opened by a word such as "also" after the answer.
    """
    plain = normalised(text.replace("\u2014", " - "))
    opened = _NEW_WISH.search(plain)
    answer = plain[: opened.start()] if opened else plain
    said = values_in(_FIGURE_OF_SPEECH.sub(" ", answer))
    listed = values_in(listing)
    changed = {str(number) for number in said.numbers - said.spelled - listed.numbers}
    changed |= said.ids - listed.ids - {str(number) for number in listed.numbers}
    # "The gift card ending in 0457" repeats gift_card_6120457.
    endings = listed.ids | listed.phones
    changed = {
        one
        for one in changed
        if not one.isdigit() or not any(each.endswith(one.zfill(4)) for each in endings)
    }
    changed |= said.emails - listed.emails
    changed |= {
        phone for phone in said.phones if not any(phone in p or p in phone for p in listed.phones)
    }
    changed |= {str(day) for day in said.dates if not any(map(day.matches, listed.dates))}
    changed |= {str(time) for time in said.times if not any(map(time.matches, listed.times))}
    return frozenset(changed)


def orders(text: str, act: str) -> bool:
    """True if a customer's message orders an act, as in "cancel it now".

    Args:
        text: the message.
        act: a regular expression for the words by which the act is called.
    """
    order = re.compile(
        rf"(?:^|[,;:-]\s*|\b(?:please|just|now|then|and|so|you to|must|go|immediately)\s+)"
        rf"(?:{act})\w*\b"
    )
    ordered = False
    for sentence in _sentences(text):
        match = order.search(sentence)
        if _is_refusal(sentence):
            ordered = False
        elif match and not (
            sentence.endswith("?")
            or _BLOCKED.search(sentence[: match.start()])
            or _CONDITION.search(sentence)
            or _BUT.search(sentence)
        ):
            ordered = True
    return ordered
