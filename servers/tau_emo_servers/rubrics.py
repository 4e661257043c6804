"""How a judge tells whether a rule was kept, where no program can: one rubric a rule.

A `rubrics.md` of a domain has a section for each rule, and `rubrics_common.md` one for each
thing that rules of several domains leave to a judge in the same words. A section says in
paragraphs what counts as broken, what does not, and may give an example.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tau_emo_servers.domain import ServedDomain

_COMMON = Path(__file__).with_name("rubrics_common.md")
_FILE = "rubrics.md"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_PART = re.compile(r"(Broken|Kept|Example): (\S.*)")


@dataclass(frozen=True)
class Rubric:
    """What a judge needs to know of one rule, beside the policy."""

    rule: str
    """The id of the rule."""
    says: str
    """The rule in one sentence."""
    left: str
    """What a program cannot tell of it."""
    whole: bool
    """True if only a judge can tell; false if a program or the tools see the rest."""
    broken: str
    """What counts as broken."""
    kept: str
    """What looks like it and does not count."""
    example: str = ""

    def __str__(self) -> str:
        parts = [f"{self.rule}: {self.says}", f"Broken: {self.broken}", f"Not broken: {self.kept}"]
        return "\n".join([*parts, f"Example: {self.example}"] if self.example else parts)


def rubrics_of(domain: ServedDomain) -> tuple[Rubric, ...]:
    """The rubrics of all rules that leave something to a judge, in the order of the policy.

    Args:
        domain: the served domain.

    Raises:
        ValueError: a rule has no rubric, a rubric no rule, or a section is out of form.
    """
    file = Path(__file__).parent / "domains" / domain.name.partition(".")[0] / _FILE
    own, common = _sections(file), _sections(_COMMON)
    left = {rule.id: rule for rule in domain.rules if rule.judge}
    strangers = own.keys() - left.keys()
    if strangers:
        raise ValueError(f"{file}: {min(strangers)} is no rule that leaves something to a judge")
    made: list[Rubric] = []
    for rule in left.values():
        parts = own.get(rule.id) or common.get(rule.judge)
        if parts is None:
            raise ValueError(f"{file}: a section for {rule.id} is missing")
        whole = rule.kind == "judge"
        made.append(Rubric(rule.id, rule.text, rule.judge, whole, **parts))
    return tuple(made)


@cache
def _sections(file: Path) -> Mapping[str, Mapping[str, str]]:
    """The sections of a file by title, each as its parts by name; none without the file."""
    if not file.exists():
        return {}
    head, *sections = re.split(
        r"^## ", _COMMENT.sub("", file.read_text("utf-8")), flags=re.MULTILINE
    )
    if head.strip():
        raise ValueError(f"{file}: it begins with a section, not with {head.strip()[:40]!r}")
    found: dict[str, Mapping[str, str]] = {}
    for section in sections:
        title, _, text = section.partition("\n")
        lines = [line for line in text.splitlines() if line.strip()]
        matches = [_PART.fullmatch(line.strip()) for line in lines]
        parts = {match[1].lower(): match[2] for match in matches if match}
        if len(parts) < len(lines) or not parts.keys() >= {"broken", "kept"}:
            raise ValueError(
                f"{file}: {title.strip()} needs one line `Broken: ...`, one `Kept: ...` and at "
                "most one `Example: ...`"
            )
        if title.strip() in found:
            raise ValueError(f"{file}: {title.strip()} has two sections")
        found[title.strip()] = parts
    return found
