"""How the runs of these tests are made, and how their pages are read."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from records import ENVIRONMENT, config, record

from tau_emo_client.cli import main
from tau_emo_client.limits import EndReason
from tau_emo_client.players import Player
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.config import RunConfig
from tau_emo_client.run.store import RunStore
from tau_emo_db import Changes, StateDifference
from tau_emo_servers.conversation import AgentStep, Conversation, ToolCall, UserMessage
from tau_emo_tasks.grading import Grade

ATTACKS = (
    "<script>window.pwned=1</script>",
    "\"><img src=x onerror='window.pwned=1'>",
    "' onmouseover='window.pwned=1' x='",
    "<svg onload=window.pwned=1><a href='javascript:window.pwned=1'>x</a></svg>",
    "[x](javascript:window.pwned=1) ![y](http://example.com/z.png) **bold**",
    "{{ 7 * 7 }}{% raw %}${7*7}",
    "</pre></div></article></main><h1>taken over</h1><!--",
    "</textarea></select></option></title><iframe src=//example.com></iframe>",
)
ATTACK = " ".join(ATTACKS)
OVERRIDE = "user \u202ednammoc\u202c and \u2066more\u2069\u200b"
"""Text that is not read in the order in which it is written."""


def play(folder: Path, agent: str, *more: str) -> Path:
    """A run over four tasks of two domains, played twice."""
    words = ("--domain", "retail", "--domain", "airline", "--limit", "2", "--trials", "2")
    with pytest.raises(SystemExit) as ended:
        main(["eval", "--agent", agent, *words, "--out", str(folder), *more])
    assert not ended.value.code
    return folder


def write(folder: Path, records: list[EpisodeRecord], about: RunConfig | None = None) -> Path:
    """A run with these records."""
    with RunStore(folder, about or config(), ENVIRONMENT) as store:
        for one in records:
            store.append(one)
    return folder


def hostile_record(task: str, trial: int, **more: Any) -> EpisodeRecord:
    """An episode in which every text attacks the page that shows it."""
    call = ToolCall(
        id=f"call {ATTACK}",
        name=f"tool {ATTACK}",
        arguments={f"key {ATTACK}": [f"value {ATTACK}", OVERRIDE]},
        result='{"html":"' + "<script>window.pwned=1</script>" + '"}',
        is_error=True,
    )
    text_call = call.model_copy(update={"id": "2", "arguments": f"text {ATTACK}", "result": ATTACK})
    events = (
        UserMessage(text=f"customer {ATTACK}\nsecond line {OVERRIDE}"),
        AgentStep(text=f"beside {ATTACK}", calls=(call, text_call), reasoning=f"thought {ATTACK}"),
        AgentStep(text=f"agent {ATTACK}"),
    )
    difference = StateDifference(
        kind="changed",
        table=f"table {ATTACK}",
        key={f"id {ATTACK}": f"key {ATTACK}"},
        columns={f"column {ATTACK}": (f"wanted {ATTACK}", f"got {ATTACK}")},
    )
    grade = Grade(
        reward=0,
        state_differences=(difference,),
        outputs_missing=(f"fact {ATTACK}",),
        hand_off_expected=False,
        handed_off=True,
    )
    violation = {"rule": f"RULE {ATTACK}", "evidence": f"evidence {ATTACK}"}
    return record(
        task,
        trial,
        passed=False,
        domain=f"domain {ATTACK}",
        end=EndReason.USER_LEFT,
        detail=f"detail {ATTACK}",
        leave_reason=f"reason {ATTACK}",
        rules_broken=(f"RULE {ATTACK}",),
        conversation=Conversation(domain=f"domain {ATTACK}", events=events),
        changes=Changes(),
        grade=grade,
        timing={"started": f"started {ATTACK}"},
        infrastructure_errors=(f"earlier {ATTACK}",),
        violations=(
            {**violation, "event": 1, "call_id": call.id},
            {**violation, "event": 2},
            {**violation, "event": 99},
        ),
        **more,
    )


def write_hostile(parent: Path) -> Path:
    """A run of hostile records, in a folder with a hostile name."""
    about = config(
        agent=Player(name=f"agent {ATTACK}", kind="null"),
        user=Player(name=f"user {ATTACK}", kind="scripted"),
        emotion=f"emotion {ATTACK}",
        protocol=Protocol(name=f"protocol {ATTACK}", trials=2),
        tasks=(f"task {ATTACK}",),
        bases={f"domain {ATTACK}": "x"},
    )
    folder = parent / ("run " + "".join(ATTACKS[:3]).replace("/", "\u2215"))
    task = f"task {ATTACK}"
    return write(folder, [hostile_record(task, trial) for trial in range(2)], about)


@dataclass
class Page(HTMLParser):
    """What a browser would make of a page."""

    source: str
    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def attributes(self, tag: str, name: str) -> list[str]:
        """The values of an attribute of all elements of a kind that have it."""
        return [given[name] or "" for kind, given in self.tags if kind == tag and name in given]

    @property
    def ids(self) -> list[str]:
        """The ids of its elements."""
        return [given["id"] or "" for _, given in self.tags if "id" in given]

    @property
    def links(self) -> list[str]:
        """Where its links lead."""
        return self.attributes("a", "href")
