"""What the agent has heard from the customer and seen in tool results."""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from pydantic import JsonValue

from tau_emo_servers.conversation import ToolCall
from tau_emo_tasks.spoken import spoken


class Seen:
    """A memory of one conversation that finds the object an id stands for."""

    def __init__(self) -> None:
        self.heard = ""
        """All that the customer has written."""
        self._messages: list[str] = []
        self._objects: dict[str, dict[str, Any]] = {}
        self._scalars: set[str] = set()

    def hear(self, message: str) -> None:
        """Remember a message of the customer."""
        self.heard += message + "\n"
        self._messages.append(message)

    def said(self, *stems: str) -> bool:
        """True if the customer has used a word that begins with one of the stems (patterns)."""
        return bool(re.search(rf"\b(?:{'|'.join(stems)})", self.heard, re.IGNORECASE))

    def sentences(self) -> list[str]:
        """All that the customer has written, sentence by sentence."""
        return re.split(r"[.!?]\s", self.heard)

    def named(self, words: Collection[str], about: re.Pattern[str]) -> bool:
        """True if a sentence about something holds one of the words (in small letters)."""
        return any(
            about.search(sentence) and any(word in sentence.lower() for word in words)
            for sentence in self.sentences()
        )

    def see(self, call: ToolCall) -> None:
        """Remember the result of a tool call."""
        if call.is_error:
            return
        try:
            result = json.loads(call.result)
        except ValueError:
            self._scalars.add(call.result.strip())
            return
        for name, part in _objects(result):
            self._scalars.add(name)
            if isinstance(part, dict):
                for key, value in part.items():
                    # An object stands for its own id, which is the first thing it shows.
                    if isinstance(value, str) and key.endswith(("id", "number", "ref")):
                        if part is result:
                            # What a call is about is shown as it is now; another tool may
                            # show another side of it.
                            self._objects[value] = {**self._objects.get(value, {}), **part}
                        self._objects.setdefault(value, part)
                        break
                if name:
                    self._objects[name] = part
            else:
                self._scalars.add(str(part))

    def find(self, identifier: JsonValue) -> dict[str, Any]:
        """The object with this id, as a tool showed it; empty if none was seen."""
        return self._objects.get(str(identifier), {})

    def knows(self, value: JsonValue) -> bool:
        """True if the customer has said the value or a tool has shown it."""
        if isinstance(value, dict):
            return all(self.knows(part) for part in value.values())
        if isinstance(value, list):
            return all(self.knows(part) for part in value)
        if not isinstance(value, str) or not value or value in self._scalars:
            return True
        return any(spoken(message, value) for message in self._messages)


def _objects(value: JsonValue, name: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Every part of a result with the key it stands under; list members carry no name."""
    yield name, value
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _objects(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from _objects(part)
