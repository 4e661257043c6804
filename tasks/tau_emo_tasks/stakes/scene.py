"""A task as a stage: its gold conversation, and the conversations of agents that go wrong in it."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pydantic import JsonValue
from sqlalchemy import inspect
from sqlmodel import Session, select

from tau_emo_db import EpisodeState, Table
from tau_emo_servers.conversation import AgentStep, Conversation, Event, UserMessage
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_servers.rules import TaskLabel, check_rules
from tau_emo_tasks.gold import GoldReplay, gold_replay, replay_gold
from tau_emo_tasks.gold_conversation import gold_conversation
from tau_emo_tasks.task import Action, Task


@dataclass(frozen=True)
class Scene:
    """One task with its gold actions carried out."""

    task: Task

    @cached_property
    def domain(self) -> ServedDomain:
        """The domain of the task."""
        return served_domain(self.task.domain)

    @cached_property
    def replay(self) -> GoldReplay:
        """The gold actions with their results."""
        return gold_replay(self.task)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The gold conversation."""
        return gold_conversation(self.task, self.replay).events

    @cached_property
    def identified(self) -> int:
        """So many gold actions pass until the customer is known; all of them if never."""
        for position, step in enumerate(self.replay.steps):
            if self.task.principal in (step.call.result, *step.action.arguments.values()):
                return position + 1
        return next(
            (
                position + 1
                for position, step in enumerate(self.replay.steps)
                if self.task.principal in step.call.result
            ),
            len(self.replay.steps),
        )

    @cached_property
    def results(self) -> list[JsonValue]:
        """The results of the gold actions that are JSON, in order."""
        texts = (step.call.result for step in self.replay.steps)
        return [json.loads(text) for text in texts if text[:1] in "[{"]

    def writes(self, action: Action) -> bool:
        """True if the tool of the action writes."""
        return self.domain.tools[action.tool].kind == "write"

    def ends(self, action: Action) -> bool:
        """True if the action is a hand-off."""
        return action.tool in self.domain.hand_off_tools

    def acted(self, gold: Sequence[Action], said: str = "") -> Conversation:
        """The conversation of an agent with other calls; it lists and reports what it does.

        Args:
            gold: its calls.
            said: what the customer says beside all else in the opening.
        """
        task = self.task.model_copy(update={"gold": tuple(gold)})
        found = gold_conversation(task, replay_gold(task))
        first, *rest = found.events
        assert isinstance(first, UserMessage)
        opening = UserMessage(text=f"{first.text}\n{said}" if said else first.text)
        return self.held([opening, *rest])

    def held(self, events: Sequence[Event]) -> Conversation:
        """A conversation of other events."""
        return Conversation(domain=self.task.domain, events=tuple(events))

    def broken(self, conversation: Conversation) -> frozenset[str]:
        """The ids of the rules that a conversation breaks."""
        label = TaskLabel(refuses=self.task.refuses, hands_off=self.task.hands_off)
        found = check_rules(self.domain, conversation, label, just_played=True)
        return frozenset(one.rule for one in found)

    def others(self, key: str) -> Iterator[str]:
        """The key of something of the same kind that belongs to somebody else, if any is alike.

        Args:
            key: the key of the customer, or of something of theirs.
        """
        with EpisodeState.open(self.domain.data) as state, state.session() as db:
            for table in self.domain.data.tables:
                keys = inspect(table).primary_key
                row = db.get(table, key) if len(keys) == 1 else None
                if row is not None:
                    yield from _alike(db, table, row, keys[0].name, self.task.principal)


def _alike(db: Session, table: type[Table], row: Table, key: str, principal: str) -> Iterator[str]:
    values = row.model_dump()
    owner = next((name for name, value in values.items() if value == principal), None)
    if owner is None:
        return
    alike = select(table).where(getattr(table, owner) != principal)
    if "status" in values:
        alike = alike.where(getattr(table, "status") == values["status"])  # noqa: B009
    found = db.exec(alike.order_by(key).limit(1)).first()
    if found is not None:
        yield getattr(found, key)


Deed = Callable[[Scene], Iterator[Conversation]]
"""The ways in which an agent can do one wrong thing in a task, as whole conversations."""


def under(value: JsonValue, name: str) -> Iterator[str]:
    """The texts that stand under a name in a result, at any depth.

    Args:
        value: the result.
        name: the name; that of a payment method also gives those that are kept by their ids.
    """
    if isinstance(value, dict):
        for key, part in value.items():
            if key == name and isinstance(part, str):
                yield part
            elif key == "payment_methods" and name.startswith("payment") and isinstance(part, dict):
                yield from part
            yield from under(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from under(part, name)


def steps(events: Sequence[Event]) -> Iterator[tuple[int, AgentStep]]:
    """The agent's steps with their places."""
    for index, event in enumerate(events):
        if isinstance(event, AgentStep):
            yield index, event
