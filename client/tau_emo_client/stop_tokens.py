"""How a customer's message ends an episode, and what is done with misplaced tokens."""

import re
from dataclasses import dataclass

from tau_emo_client.users.user import STOP, UNSATISFIED

TOKENS = (STOP, UNSATISFIED)
_TOKEN = re.compile("|".join(map(re.escape, TOKENS)))

COMPLAINT = (
    f"Write your last message again. {STOP} (you are satisfied) or {UNSATISFIED} (you walk "
    "away) may stand only alone on the last line, only one of them, and only if you end the "
    "conversation now; otherwise write neither."
)
"""What a customer is told whose message held a token where none may stand."""

NO_LEAVING = (
    f"Write your last message again without {UNSATISFIED}: you cannot leave before the "
    "conversation is done."
)
"""What a customer is told who walks away although they cannot (runs without emotion)."""

EMPTY = "You wrote nothing. Write your next message to the agent."
"""What a customer is told whose message was empty."""


@dataclass(frozen=True)
class Said:
    """One message of the customer, read for tokens."""

    text: str
    """The message without its tokens, trimmed."""
    token: str | None
    """The token that ends the episode, or None."""
    misplaced: bool
    """True if a token stands elsewhere than alone on the last line, or if there are several."""


def read(message: str) -> Said:
    """Read a customer's message: a token counts only alone on the last line that is not blank."""
    tokens = _TOKEN.findall(message) if "###" in message else []
    if not tokens:
        return Said(text=message.strip(), token=None, misplaced=False)
    text = _TOKEN.sub("", message).strip()
    last = message.rstrip().rsplit("\n", 1)[-1].strip()
    if len(tokens) == 1 and last == tokens[0]:
        return Said(text=text, token=tokens[0], misplaced=False)
    return Said(text=text, token=None, misplaced=True)
