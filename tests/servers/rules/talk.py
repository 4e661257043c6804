"""Conversations on the real base, written line by line, and what rules say of them."""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlmodel import Session, select

from tau_emo_db import EpisodeState
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_servers.episode import Episode
from tau_emo_servers.rules import Rule, TaskLabel, Violation, check_rules

T = TypeVar("T")

NOTICE = (
    "I am passing you on to a member of our staff. Please stay in this chat; "
    "they will take it from here."
)

OPENED: list[EpisodeState] = []
"""States of the present test; see `conftest.py`."""


def rows(db: Session, table: Any, **values: Any) -> list[Any]:
    """The rows of the table with these values."""
    query = select(table)
    for name, value in values.items():
        query = query.where(getattr(table, name) == value)
    return list(db.exec(query).all())


class Talk:
    """A conversation in the making; its calls are carried out on a copy of the base."""

    def __init__(self, domain: str, rules: tuple[Rule, ...] | None = None) -> None:
        served = served_domain(domain)
        if rules is not None:
            served = ServedDomain(domain, [tool.function for tool in served.tools.values()], rules)
        self.domain = served
        self._state = EpisodeState.open(served.data)
        OPENED.append(self._state)
        self._episode = Episode(served, self._state)
        self.events: list[Event] = []

    def user(self, text: str) -> "Talk":
        """The customer writes."""
        self.events.append(UserMessage(text=text))
        return self

    def agent(self, text: str) -> "Talk":
        """The agent writes."""
        self.events.append(AgentStep(text=text))
        return self

    def call(self, tool: str, **arguments: Any) -> ToolCall:
        """The agent makes one call in a turn of its own."""
        made = self._episode.call(tool, arguments)
        self.events.append(AgentStep(calls=(made,)))
        return made

    def turn(self, text: str, *calls: tuple[str, dict[str, Any]]) -> "Talk":
        """The agent makes several calls in one turn, or writes beside them."""
        made = tuple(self._episode.call(tool, arguments) for tool, arguments in calls)
        self.events.append(AgentStep(text=text, calls=made))
        return self

    def done(self, tool: str, **arguments: Any) -> "Talk":
        """A call that must succeed."""
        made = self.call(tool, **arguments)
        assert not made.is_error, made.result
        return self

    def refused(self, tool: str, **arguments: Any) -> "Talk":
        """A call that the tool must refuse."""
        made = self.call(tool, **arguments)
        assert made.is_error, made.result
        return self

    def find(self, query: Callable[[Session], T]) -> T:
        """Something from the present state."""
        with self._state.session() as db:
            found = query(db)
            db.expunge_all()
            return found

    @property
    def conversation(self) -> Conversation:
        """What was said and called so far."""
        return Conversation(domain=self.domain.name, events=tuple(self.events))

    def violations(self, label: TaskLabel | None = None) -> list[Violation]:
        """What the rules say."""
        return check_rules(self.domain, self.conversation, label)

    def broken(self, label: TaskLabel | None = None) -> set[str]:
        """The ids of the rules that are broken."""
        return {violation.rule for violation in self.violations(label)}
