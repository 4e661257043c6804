"""A plugin of pytest that counts transcripts of these tests: `-p tally`, with this folder in the
path and the file to write in `TAU_EMO_TALLY`.

It writes a line of JSON for each transcript that a test has the rules say something of: the domain,
a digest, the rules that are broken, and those that were asked about it and said nothing.
"""

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from tau_emo_servers import rules
from tau_emo_servers.rules import Rule, TaskLabel, Violation

_ASKED: set[str] = set()


def pytest_collection_finish() -> None:
    """Look over the shoulder of every `Talk`."""
    asked = rules._asked  # pyright: ignore[reportPrivateUsage]

    def noticing(*moment: Any) -> list[Rule]:
        found = asked(*moment)
        _ASKED.update(one.id for one in found)
        return found

    rules._asked = noticing  # type: ignore[assignment]
    out = Path(os.environ["TAU_EMO_TALLY"])
    for name, module in list(sys.modules.items()):
        if name.endswith("rules.talk"):
            _watch(module.Talk, out)


def _watch(talk: Any, out: Path) -> None:
    say = talk.violations

    def violations(self: Any, label: TaskLabel | None = None) -> list[Violation]:
        _ASKED.clear()
        found = say(self, label)
        broken = {one.rule for one in found}
        text = f"{self.conversation.model_dump_json()} {label}"
        line = {
            "domain": self.domain.name,
            "digest": hashlib.sha256(text.encode()).hexdigest(),
            "broken": sorted(broken),
            "silent": sorted(_ASKED - broken),
        }
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return found

    talk.violations = violations
