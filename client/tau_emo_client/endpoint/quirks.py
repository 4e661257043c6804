"""What some endpoints and models want otherwise; all of it stands in `quirks.json`."""

import hashlib
import itertools
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tau_emo_client.endpoint.completion import Message

ENCRYPTED = "reasoning.encrypted_content"
"""What is asked for beside an answer, so that its reasoning can be sent back."""


class Quirk(BaseModel):
    """One way in which requests differ, for the endpoints and models that it names."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    hosts: str = ""
    """A pattern found in the name of the host; empty: any host."""
    models: str = ""
    """A pattern found in the name of the model, whatever its case; empty: any model."""
    leaves_out: tuple[str, ...] = ()
    """Fields of ours that are not sent."""
    renames: Mapping[str, str] = {}
    """Fields of ours that have another name there."""
    system: Literal["system", "user"] = "system"
    """`user`: the prompt goes to the front of the customer's first message."""
    splits_calls: bool = False
    """True: an answer with several calls goes back as one message for each call."""
    reasons_in_items: bool = False
    """True: answers of the Responses protocol hold reasoning that goes back encrypted."""
    why: str

    @property
    def digest(self) -> str:
        """The first digits of a SHA-256 of what is done: a run records it."""
        done = self.model_dump_json(exclude={"why", "hosts", "models"})
        return hashlib.sha256(done.encode()).hexdigest()[:12]

    def fits(self, url: str, model: str) -> bool:
        """True if it holds for this endpoint and model."""
        host = urlsplit(url).hostname or ""
        return bool(
            re.search(self.hosts, host, re.IGNORECASE)
            and re.search(self.models, model, re.IGNORECASE)
        )

    def applied(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a request as this endpoint wants them."""
        wanted = {
            self.renames.get(name, name): value
            for name, value in fields.items()
            if name not in self.leaves_out
        }
        if self.reasons_in_items and "input" in wanted:
            wanted["include"] = [ENCRYPTED]
        if "messages" in wanted:
            if self.system == "user":
                wanted["messages"] = _without_system(wanted["messages"])
            if self.splits_calls:
                wanted["messages"] = _one_call_each(wanted["messages"])
        return wanted


@cache
def quirks() -> tuple[Quirk, ...]:
    """All that are known."""
    file = resources.files("tau_emo_client").joinpath("endpoint", "quirks.json")
    return TypeAdapter(tuple[Quirk, ...]).validate_json(file.read_bytes())


def quirks_of(url: str, model: str) -> tuple[Quirk, ...]:
    """Those that hold for an endpoint and model."""
    return tuple(quirk for quirk in quirks() if quirk.fits(url, model))


def _without_system(messages: Sequence[Message]) -> list[Message]:
    """The conversation with the system prompt at the front of the first user message."""
    if len(messages) < 2 or messages[0]["role"] != "system" or messages[1]["role"] != "user":
        return list(messages)
    prompt, first, *others = messages
    return [{**first, "content": f"{prompt['content']}\n\n{first['content']}"}, *others]


def _one_call_each(messages: Sequence[Message]) -> list[Message]:
    """The conversation with each call in a message of its own, its result behind it."""
    split: list[Message] = []
    for place, message in enumerate(messages):
        calls: Sequence[Message] = message.get("tool_calls") or ()
        if len(calls) < 2:
            split.append(message)
            continue
        behind = itertools.takewhile(lambda one: one["role"] == "tool", messages[place + 1 :])
        results = {one["tool_call_id"]: one for one in behind}
        split.append({**message, "tool_calls": [calls[0]]})
        for number, call in enumerate(calls):
            if number:
                split.append({"role": "assistant", "content": None, "tool_calls": [call]})
            if call["id"] in results:
                split.append(results[call["id"]])
    return _without_repeats(split)


def _without_repeats(messages: Sequence[Message]) -> list[Message]:
    """Each message once: results that were put behind their calls still stand where they were."""
    seen: set[int] = set()
    kept = [one for one in messages if not (id(one) in seen or seen.add(id(one)))]
    return kept
