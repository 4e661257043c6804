"""A task: a customer with a wish, and what it takes to pass."""

from functools import cached_property
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from tau_emo_db import Changes
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.script import UserScript

CANARY = "tau-emo canary 7a1e0e3d-5b2c-4f6e-9a8d-1c0b4e5f6a72: benchmark data, not for training"
"""Stands in every test task, so that training data that holds test tasks can be recognised."""

TRAIN_CANARY = (
    "tau-emo canary 0d9f6b1c-84a7-4c52-b3ee-5f27a6d1c908: made for training, not for measuring"
)
"""Stands in every train task, so that a test set that holds train tasks can be recognised."""

Split = Literal["test", "train"]
AnySplit = Literal["test", "train", "imported"]
"""The splits of the benchmark, and that of the tasks of other people's."""
IMPORTED = "imported"


def canary(split: AnySplit) -> str:
    """The text that every task of a split holds; imported tasks hold none of ours."""
    return {"test": CANARY, "train": TRAIN_CANARY}.get(split, "")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Action(_Part):
    """One gold tool call, read or write."""

    tool: str
    arguments: dict[str, JsonValue]
    goal: int = 0
    """The position in the user script of the goal that the action serves."""


class Output(_Part):
    """One fact that the agent must tell the customer."""

    name: str
    """What it is: `tracking number`, `refund total`."""
    goal: int = 0
    """The position in the user script of the goal that it belongs to."""
    value: str
    """The fact in the form of the tool result or of `calculate`: `602918447310`, `388.5`,
    `2024-05-21`."""
    kind: Literal["number", "amount", "date", "time", "name", "text"]
    """How it is compared: numbers and amounts by value, dates and times in any usual
    spelling, names as text without case. Imported facts are `text`: a message must contain
    it, without heed of case and of commas, and where it was read is not asked."""
    source: tuple[str, ...]
    """The read tools whose results it comes from."""
    computed: bool = False
    """False: one result of a source tool holds the value. True: it follows by counting or
    arithmetic from the results of all source tools. It counts only when told after it was
    read; see `grading`."""


class Provenance(_Part):
    """Where a task comes from."""

    origin: Literal["hand-written", "tracer", "imported"]
    intents: tuple[int, ...]
    """The numbers of the domain's intents that the task combines."""
    seed: str = ""
    """The seed of the walk; empty for a hand-written task."""
    walk: tuple[str, ...] = ()
    """The tools of the walk in the dependency graph; empty for a hand-written task."""
    base_digest: str
    """The digest of the base database the task was made for."""
    path: tuple[dict[str, str], ...] = ()
    """For each gold action, how its arguments can be known: by name the sources, which are
    `customer` (their words), `get_user_details@3` (the result of the third gold action;
    one further on may be called earlier), `policy`, `counted` (a number below ten),
    `arithmetic`, `choice` (yes, no or nothing) or `own words` (a summary, a thought); more
    than one are set apart by commas."""


class Task(_Part):
    """One task of the benchmark."""

    id: str
    """`<domain>-<number>`; never reused. `<domain>.<suite>-<file>_<position>` if imported."""
    benchmark_version: str
    domain: str
    split: AnySplit
    principal: str
    """The key of the customer in the base database."""
    instruction: str
    """Second person: what the customer wants, knows and prefers; neutral in emotion."""
    user_script: UserScript
    """Imported tasks have none: it is empty, and a program cannot play their customers."""
    gold: tuple[Action, ...]
    """The calls of a right agent in order, reads included. Every write is needed."""
    outputs: tuple[Output, ...] = ()
    refuses: tuple[str, ...] = ()
    """Ids of the policy rules by which a wish of this task must be refused."""
    hands_off: bool = False
    """True if a right agent hands off at the end (the hand-off call stands last in gold)."""
    condition: Condition
    feeling: str
    """Why the customer feels so, in the second person; names no emotion."""
    persona: str
    """How the customer speaks and behaves, 3 or 4 sentences in the second person."""
    provenance: Provenance
    gold_diff: dict[str, JsonValue]
    """The change of state that the gold actions make: a `tau_emo_db.Changes` as JSON."""
    canary: str
    """The text of `canary` for the split."""

    @property
    def has_script(self) -> bool:
        """True if a program can play the customer."""
        return bool(self.user_script.goals)

    @cached_property
    def gold_changes(self) -> Changes:
        """`gold_diff`, parsed."""
        return Changes.model_validate(self.gold_diff)
