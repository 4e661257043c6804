"""What a phrase says of the mood, so that no two of one customer gainsay each other.

Phrases are picked one by one, and each is right for its level or emotion alone: "I can hardly
wait!" for the excited, "Take your time" for those without hurry. Nobody would say both.
"""

import re
from enum import Enum, auto
from functools import lru_cache

from tau_emo_tasks.condition import Condition


class Mood(Enum):
    """Something that a phrase says of the mood."""

    PRESSING = auto()
    """Wants it soon, or finds that it takes long."""
    UNHURRIED = auto()
    FRANTIC = auto()
    """In more of a hurry than anybody who is calm."""
    CALM = auto()
    SURE = auto()
    """Certain that it will turn out well."""
    HOPELESS = auto()
    BELIEVING = auto()
    """Takes the agent's word, whatever it is."""
    DOUBTING = auto()
    FIGHTING = auto()
    """Does not accept what it hears."""
    CONTESTING = auto()
    """Takes nothing as said, in a whole conversation."""
    CONTENT = auto()
    """Accepts what it hears."""
    BALKING = auto()
    """Would rather not be asked, or not say it."""
    OBLIGING = auto()
    BLAMING = auto()
    DELIGHTED = auto()


_SIGNS = {
    Mood.PRESSING: (
        r"\b(?:get on with it|get it done|get going|be done with it|hurry(?! on| about| at all"
        r"| with)|(?:it|start|happen) at once|right (?:away|now)|(?<!was )quick(?:ly)?|(?:this"
        r"|another) minute|about time|time too|took\b.{0,20}\blong|drag(?:ging)? on|long enough"
        r"|far too long|better things to do|can't wait|(?:hardly|cannot) (?:wait|sit still)"
        r"|much longer|finally(?! breathe)|still waiting|done or not|want the result"
        r"|get through it|get it off my hands|had enough of)\b|^now\b|yes\. now\b|\b(?:and|so)\?"
        r"|\bstill here\. and\b|^well, is it\b"
    ),
    Mood.UNHURRIED: (
        r"\bno (?:rush|hurry|deadline)|in no rush|(?:it|i|things) can wait|plenty of time"
        r"|all the time|take your time|not (?:at all )?pressed|i'm not pressed|another day"
        r"|needn't be today|time is not|whenever (?:it|you)|nowhere to be|good time, gently"
    ),
    Mood.FRANTIC: (
        r"terrible hurry|clock|every minute|no time (?:to lose|left)|not a minute|\bsuch a rush"
        r"|\bhurry\b(?! (?:on|about|at all|with))|(?<!was )\bquick\b|please be fast|^fast\b"
    ),
    Mood.CALM: (r"\bcalm(?:er|ly)?\b(?! (?:me|helps))|\bquiet(?:ly)? (?:day|little|and)|at ease"),
    Mood.SURE: (
        r"\b(?:i'm|i was) sure (?:you|i)\b|every faith|(?:have|had) faith|sure you(?:'ll| will)"
        r"|counting on (?:you|that)|good hands|know what you're doing|you surely know"
    ),
    Mood.HOPELESS: (
        r"come to nothing|(?:ever comes|would come) of it|pointless|(?:what's|was) the point"
        r"|point in\b|\bno difference(?! to me)|a difference|dead end|useless|of (?:any|no) use"
        r"|stopped expecting|what's the use|come[s]? to little|won't last|never end well"
    ),
    Mood.BELIEVING: (
        r"(?:take|have) (?:your word|you at your word)|your word (?:for|is)|whatever you tell me"
        r"|believe (?:you|what you)|know best|rely on (?:what|that|you)|relying on it"
    ),
    Mood.DOUBTING: (
        r"\bdoubt|\bsuspect|\bexcuses?\b(?! me)|\bproofs?\b|\bprove[dn]?\b(?! things)|don't buy"
        r"|so you say|only words|believe it when|small print|take that at face"
    ),
    Mood.FIGHTING: (
        r"(?<!nobody can )\bdispute|(?<!no )\bobject(?:ion)?\b|\bcontest\b|contrary"
        r"|reasoning apart|\bno logic|logic (?:doesn't|in)|for the record|begging|there must be"
        r"|for heaven's sake|\bscream\b|last straw\b(?! i)|enough is enough|had enough"
        r"|won't forget|unfair|revolting|how vile|rotten through|that is sickening"
        r"|that makes me sick|getting on my nerves|how irritating|i don't buy|excuse|real reason"
        r"|\bdoubt"
    ),
    Mood.CONTENT: (
        r"that's fine|i understand|very well|for (?:explaining|telling|being clear"
        r"|looking(?: into|,))|kind to explain|^good\b(?! day| that)|that works"
    ),
    Mood.BALKING: (
        r"\bquestions?\b|have to ask\b|ask again|gets asked|spell(?:ing)? (?:that|things) out"
        r"|\bfuss\b|fiddly|nuisance|have to (?:write|prove)|how many|keen on"
        r"|don't (?:much )?care for|care for it|not to my liking|favourite part|\bmeh\b"
        r"|shrink from|rather not|steer clear|without asking|sickening|poor form|fed up"
        r"|who has to prove|needn't spell"
    ),
    Mood.OBLIGING: (
        r"\bgladly\b|with pleasure|ask whatever|for asking|take down what you need|that's fine"
    ),
    Mood.BLAMING: (
        r"about time|time too|took (?:far too )?long|long enough|demanding all along"
        r"|no more going in circles|back and forth|getting to the point|was owed|others (?:would"
        r"|seem|get)|favoured|\btypical\b|so much for (?:being|that)|nonsense|put up with"
        r"|ridiculous|waste|excuse|slights?\b|never count|treated|poor form|shabby|sloppy"
        r"|insisting works"
    ),
    Mood.DELIGHTED: (
        r"wonderful|grateful|great help|(?:very|how|so) kind|lovely day|with pleasure|gladly"
        r"|kind of you|kindly"
    ),
}
"""Words by which a mood is told, lower case."""
_PATTERNS = {mood: re.compile(signs) for mood, signs in _SIGNS.items()}
_OPPOSED = {
    Mood.PRESSING: {Mood.UNHURRIED},
    Mood.FRANTIC: {Mood.UNHURRIED, Mood.CALM},
    Mood.SURE: {Mood.HOPELESS, Mood.DOUBTING},
    Mood.BELIEVING: {Mood.DOUBTING, Mood.FIGHTING, Mood.BLAMING},
    Mood.CONTESTING: {Mood.BELIEVING},
    Mood.CONTENT: {Mood.FIGHTING, Mood.BALKING},
    Mood.OBLIGING: {Mood.BALKING, Mood.DOUBTING, Mood.FIGHTING},
    Mood.DELIGHTED: {Mood.BLAMING, Mood.DOUBTING, Mood.BALKING},
}
_WHY = re.compile(r"\bwhy\b|\breasons?\b|\bgrounds\b|stands in the way|speaks against")


@lru_cache(maxsize=4096)
def moods_of(phrase: str) -> frozenset[Mood]:
    """What a phrase says of the mood."""
    text = phrase.lower()
    found = {mood for mood, pattern in _PATTERNS.items() if pattern.search(text)}
    if Mood.UNHURRIED in found:
        # "I can wait, no hurry" presses nobody.
        found -= {Mood.PRESSING, Mood.FRANTIC}
    return frozenset(found)


def gainsay(some: frozenset[Mood], others: frozenset[Mood]) -> bool:
    """True if what is said in one place goes against what is said in another."""
    return any(
        (_OPPOSED.get(one, set()) & others) or any(one in _OPPOSED.get(two, ()) for two in others)
        for one in some
    )


def at_odds(phrase: str, beside: str) -> bool:
    """True if a phrase goes against another that stands in the same message.

    Who takes the agent's word asks for no reason.
    """
    believes = Mood.BELIEVING in moods_of(phrase)
    return gainsay(moods_of(phrase), moods_of(beside)) or (
        believes and beside.endswith("?") and bool(_WHY.search(beside.lower()))
    )


def standing(condition: Condition) -> frozenset[Mood]:
    """What a customer of a condition never goes against in a whole conversation."""
    found: set[Mood] = set()
    match condition.urgency:
        case "low":
            found.add(Mood.UNHURRIED)
        case "high":
            found.add(Mood.PRESSING)
        case _:
            pass
    match condition.emotion:
        case "peace":
            found.add(Mood.CALM)
        case "hopelessness":
            found.add(Mood.HOPELESS)
        case "argumentativeness":
            found.add(Mood.CONTESTING)
        case _:
            pass
    return frozenset(found)
