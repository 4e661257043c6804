"""How a customer's model comes to its next message, by the name of the strategy."""

import re
from collections.abc import Awaitable, Callable

from tau_emo_client.endpoint.completion import Message
from tau_emo_client.prompt import filled, prompt
from tau_emo_client.users.llm.form import NO_MESSAGE, Draft, draft
from tau_emo_client.users.llm.talk import Talk, aside

REDOS = 2
"""How often `verify` has a message written anew that failed its check."""

Strategy = Callable[[Talk, tuple[Message, ...], str], Awaitable[Draft]]
"""Makes the next message of a customer, and does not add it to the talk.

Its arguments are the talk so far, messages that are put for this answer alone (a complaint about
the last one), and the version of the prompts.
"""

_MESSAGE = re.compile(r"^\W*message\**\s*:\**[^\S\n]*", re.IGNORECASE | re.MULTILINE)
_BAD = re.compile(r"\W*bad\b\W*(?P<fault>.*)", re.IGNORECASE | re.DOTALL)


async def straight(talk: Talk, before: tuple[Message, ...], prompts: str) -> Draft:
    """The model's answer as it is."""
    return draft(await talk.ask(*before))


async def react(talk: Talk, before: tuple[Message, ...], prompts: str) -> Draft:
    """A thought and then the message, in one answer; only the message is said."""
    completion = await talk.ask(*before, aside(prompt(prompts, "user/react.md")))
    parts = _MESSAGE.split(completion.text, maxsplit=1)
    unmarked = completion.text.strip() and len(parts) == 1
    return draft(completion, parts[-1], NO_MESSAGE if unmarked else "")


async def verify(talk: Talk, before: tuple[Message, ...], prompts: str) -> Draft:
    """The model checks each message against its part, and writes it anew if it fails.

    A verdict that cannot be read lets the message pass, and so does the last redo.
    """
    check = aside(prompt(prompts, "user/verify.md"))
    made = draft(await talk.ask(*before))
    for _ in range(REDOS):
        if made.complaint:
            break
        verdict = await talk.ask(*before, made.message, check)
        bad = _BAD.match(verdict.text)
        if bad is None:
            break
        redo = filled(prompt(prompts, "user/redo.md"), fault=bad["fault"].strip() or "it fails")
        made = draft(await talk.ask(*before, made.message, aside(redo)))
    return made


async def reflection(talk: Talk, before: tuple[Message, ...], prompts: str) -> Draft:
    """The model writes a message, criticises it, and writes it anew."""
    first = draft(await talk.ask(*before))
    if first.complaint:
        return first
    so_far = (*before, first.message, aside(prompt(prompts, "user/reflect.md")))
    critique = (await talk.ask(*so_far)).text.strip()
    if not critique:
        return first
    said: Message = {"role": "assistant", "content": critique}
    return draft(await talk.ask(*so_far, said, aside(prompt(prompts, "user/rewrite.md"))))


STRATEGIES: dict[str, Strategy] = {
    "llm": straight,
    "react": react,
    "verify": verify,
    "reflection": reflection,
}
