"""A trace: what a right agent does for one customer, before anybody has put it into words."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from tau_emo_tasks.task import Output


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Step(_Part):
    """One tool call of the walk."""

    tool: str
    arguments: dict[str, JsonValue]
    result: str
    goal: int
    """The position of the goal that it serves."""


class Known(_Part):
    """A fact that the customer gives when asked."""

    name: str
    """The slot: `email`, `order_id`, `reason`."""
    value: str


class Detail(_Part):
    """Something that a listing of the goal must get right."""

    name: str
    accept: tuple[str, ...]
    """What a right listing names, as in `tau_emo_tasks.script.Field`."""
    reject: tuple[str, ...] = ()
    """What a wrong listing would name instead."""


class Heard(_Part):
    """Something that the customer wants to be told."""

    name: str
    kind: Literal["number", "amount", "date", "time", "name"]

    @classmethod
    def of(cls, output: Output) -> "Heard":
        """The customer's side of a fact that the agent must tell."""
        assert output.kind != "text", "only imported facts are texts"
        return cls(name=output.name, kind=output.kind)


class TraceGoal(_Part):
    """One intent of the domain, as it came out for this customer."""

    intent: int
    """Its number among the intents of the domain."""
    act: str
    """The words of the domain that it is told in."""
    outcome: Literal["done", "refused", "told", "handed_off"]
    facts: dict[str, str]
    """What fills the blanks of the words: `item`, `card`, `street`."""
    knows: tuple[Known, ...] = ()
    details: tuple[Detail, ...] = ()
    hears: tuple[Heard, ...] = ()
    outputs: tuple[Output, ...] = ()
    refuses: tuple[str, ...] = ()
    """The policy rules by which it must be refused."""
    follows: bool = False
    """True if it goes on from the goal before it, without words that begin another matter."""


class Trace(_Part):
    """A walk that was carried out, for one customer and one to three intents."""

    domain: str
    number: int
    seed: str
    principal: str
    """The key of the customer in the base."""
    facts: dict[str, str]
    """Who the customer is: `name`, `email`, and what else identifies them."""
    knows: tuple[Known, ...]
    """The facts that identify the customer."""
    recipes: tuple[str, ...]
    """The names of the recipes that the goals come from."""
    goals: tuple[TraceGoal, ...]
    steps: tuple[Step, ...]

    @property
    def hands_off(self) -> bool:
        """True if the customer is passed on to a person at the end."""
        return any(goal.outcome == "handed_off" for goal in self.goals)

    @property
    def id(self) -> str:
        """What the trace is called in the files of the pipeline."""
        return f"{self.domain}-{self.number}"
