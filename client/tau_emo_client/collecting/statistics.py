"""What a set of trajectories holds, in figures: balance, calls, variety of words."""

import re
from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from statistics import mean, median

from pydantic import JsonValue

from tau_emo_client.collecting.trajectory import Trajectory
from tau_emo_servers.conversation import AgentStep, Conversation

_WORD = re.compile(r"\w+(?:'\w+)?")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_GROUPS = ("family", "emotion", "politeness", "urgency", "trust_in_agent")
_GRAMS = (1, 2, 3, 4)


@dataclass
class Statistics:
    """Counts over trajectories, added one by one; those for contrast are only counted."""

    trajectories: int = 0
    contrast: int = 0
    tasks: set[str] = field(default_factory=set[str])
    groups: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    more_calls: int = 0
    thinking: int = 0
    recovering: int = 0
    calls: list[int] = field(default_factory=list[int])
    follow_ups: list[int] = field(default_factory=list[int])
    messages: list[int] = field(default_factory=list[int])
    openings: Counter[str] = field(default_factory=Counter[str])
    grams: dict[int, set[int]] = field(
        default_factory=lambda: {size: set[int]() for size in _GRAMS}
    )
    """Hashes of the word sequences of each length."""
    words: Counter[int] = field(default_factory=Counter[int])
    """How many sequences of each length there are."""

    def add(self, trajectory: Trajectory) -> None:
        """Count a trajectory."""
        if trajectory.kind == "contrast":
            self.contrast += 1
            return
        episode = trajectory.episode
        self.trajectories += 1
        self.tasks.add(episode.task_id)
        self.more_calls += episode.tool_calls > episode.follow_ups
        self.calls.append(episode.tool_calls)
        self.follow_ups.append(episode.follow_ups)
        self.messages.append(episode.turns)
        self._group("domain", episode.domain)
        self._group("end", episode.end_reason.value)
        for name in _GROUPS:
            self._group(name, str(getattr(episode.condition, name, "none")))
        steps = [one for one in episode.conversation.events if isinstance(one, AgentStep)]
        calls = [call for step in steps for call in step.calls]
        self.thinking += any(call.name == "think" for call in calls)
        self.recovering += any(call.is_error for call in calls)
        self.openings[opening(episode.conversation)] += 1
        for step in steps:
            if step.delivered:
                self._read(step.text)

    def _group(self, group: str, name: str) -> None:
        self.groups.setdefault(group, Counter())[name] += 1

    def _read(self, text: str) -> None:
        said = _WORD.findall(text.lower())
        for size in _GRAMS:
            found = [" ".join(said[at : at + size]) for at in range(len(said) - size + 1)]
            self.grams[size].update(map(_short, found))
            self.words[size] += len(found)

    def as_json(self) -> dict[str, JsonValue]:
        """The figures as plain values. Shares are of all trajectories that are kept."""
        count = self.trajectories
        common, times = self.openings.most_common(1)[0] if self.openings else ("", 0)
        return {
            "trajectories": count,
            "contrast": self.contrast,
            "tasks": len(self.tasks),
            **{f"by_{name}": dict(sorted(of.items())) for name, of in sorted(self.groups.items())},
            "more_calls_than_follow_ups": _share(self.more_calls, count),
            "tool_calls": _spread(self.calls),
            "follow_ups": _spread(self.follow_ups),
            "messages": _spread(self.messages),
            "with_thoughts": _share(self.thinking, count),
            "with_failed_calls_mended": _share(self.recovering, count),
            "distinct_grams": {
                str(size): _share(len(self.grams[size]), self.words[size]) for size in _GRAMS
            },
            "openings": {
                "distinct": len(self.openings),
                "most_common": common,
                "most_common_share": _share(times, count),
            },
        }


def opening(conversation: Conversation) -> str:
    """The first sentence of the agent's first message; empty if it says nothing."""
    for event in conversation.events:
        if isinstance(event, AgentStep) and event.delivered:
            return _SENTENCE_END.split(event.text.strip(), maxsplit=1)[0]
    return ""


def _short(text: str) -> int:
    # A number in place of the text, the same in every process, as `hash` is not.
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


def _share(count: int, of: int) -> float:
    return round(count / of, 4) if of else 0.0


def _spread(values: list[int]) -> dict[str, JsonValue]:
    if not values:
        return {}
    return {
        "mean": round(mean(values), 2),
        "median": median(values),
        "least": min(values),
        "most": max(values),
    }
