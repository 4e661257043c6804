"""What a customer's model wrote, read for the message that the agent is to get."""

import re
from dataclasses import dataclass

from tau_emo_client.endpoint.completion import Completion, Message
from tau_emo_client.stop_tokens import COMPLAINT, EMPTY, TOKENS, read

AS_AGENT = (
    "You wrote words of the agent. You are the customer: write your next message again, and in it "
    "only what the customer says, without names of speakers."
)
"""What a model is told that spoke for the agent."""
THOUGHT = (
    "You wrote down a thought. Write your next message again, and nothing but the message that the "
    "agent is to read."
)
"""What a model is told whose thoughts cannot be told from its message."""
NO_MESSAGE = (
    "Nothing in what you wrote is marked as your message. Write it again, after the word Message "
    "and a colon."
)
"""What a model is told that was to mark its message and did not."""

_NAME_BEFORE = re.compile(r"\s*\**(?:customer|user|me)\**\s*:\**\s*", re.IGNORECASE)
"""A speaker's name as in a play, which some models write before what they say."""
_THOUGHT_TAG = r"(?:think|thinking|thought|reasoning)"
_THOUGHTS_END = re.compile(rf"</{_THOUGHT_TAG}>", re.IGNORECASE)
_THOUGHT_BEGINS = re.compile(
    rf"<{_THOUGHT_TAG}>|^\W*thoughts?\**\s*:", re.IGNORECASE | re.MULTILINE
)
_OTHER_SPEAKER = re.compile(
    r"^[^\S\n]*[*>_ ]*(?:customer|user|system|operator|(?:ai )?assistant|(?:chat)?bot"
    r"|(?:customer )?(?:(?:service|support) )?(?:agent|representative|rep|support|service))"
    r"[*_ ]*:[*_ ]*",
    re.IGNORECASE | re.MULTILINE,
)
_AGENT_SPEECH = re.compile(
    r"(?<![\"'\u201c\u2018])\b(?:(?:how|what) (?:can|may) I (?:help|assist|do for) you|as an AI\b"
    r"|I(?:'m| am) (?:an AI|a language model|an? (?:virtual |AI )?assistant)"
    r"|anything else (?:that )?I (?:can|may) (?:help|assist|do for) you"
    r"|I(?:'d| would|'ll| will) be (?:happy|glad) to (?:help|assist) you"
    r"|I(?:'m| am) here to (?:help|assist)\b"
    r"|thank you for (?:contacting|reaching out))",
    re.IGNORECASE,
)
_LIKE_A_TOKEN = re.compile(
    r"[*_`]*(?:#+ ?(?:stop|unsatisfied)\b ?#*|\b(?:stop|unsatisfied) ?#{2,})[*_`]*", re.IGNORECASE
)


@dataclass(frozen=True)
class Draft:
    """A message that a customer's model means to send."""

    text: str
    """The message; if there is a complaint, what of it can be delivered all the same."""
    complaint: str
    """What is to be said against its form; empty if it is in order."""
    message: Message
    """The model's answer as it stands in the talk."""


def draft(completion: Completion, text: str | None = None, complaint: str = "") -> Draft:
    """The message in an answer.

    Thoughts and the customer's name before the message are left out. What cannot be taken out
    safely is complained about: nothing written, words of the agent, unfinished thoughts, a token
    where none may stand or one that is misspelt.

    Args:
        completion: the answer.
        text: the part of it that is the message, if it is not the whole.
        complaint: what is wrong already.
    """
    plain = _without_extras(completion.text if text is None else text)
    fault, rest = _fault(plain)
    complaint = complaint or fault
    kept = completion.text if complaint else plain
    message = {**completion.message, "content": kept}
    # A customer has no tools; a call that a model makes up goes no further.
    message.pop("tool_calls", None)
    return Draft(text=rest, complaint=complaint, message=message)


def _without_extras(text: str) -> str:
    message = _THOUGHTS_END.split(text)[-1]
    name = _NAME_BEFORE.match(message)
    return message[name.end() :] if name else message


def _fault(text: str) -> tuple[str, str]:
    """What is wrong with a message, and what of it can be delivered."""
    thought, speaker = _THOUGHT_BEGINS.search(text), _OTHER_SPEAKER.search(text)
    if thought:
        return THOUGHT, _without_likes(text[: thought.start()])
    if speaker:
        before = text[: speaker.start()].strip()
        return AS_AGENT, _without_likes(before or _OTHER_SPEAKER.sub("", text))
    if _AGENT_SPEECH.search(text):
        return AS_AGENT, _without_likes(text)
    if read(text).misplaced or any(like not in TOKENS for like in _LIKE_A_TOKEN.findall(text)):
        return COMPLAINT, _without_likes(text)
    return ("" if text.strip() else EMPTY), text


def _without_likes(text: str) -> str:
    return _LIKE_A_TOKEN.sub("", text)
