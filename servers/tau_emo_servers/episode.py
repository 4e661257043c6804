"""One episode on the server's side: the only place where a tool call is carried out."""

import logging
from collections.abc import Mapping
from typing import Any

from tau_emo_db import Changes, EpisodeState
from tau_emo_servers.arguments import TOO_LONG, accept, as_recorded, cut_if_too_long
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.toolkit import Rejection, ToolSpec, render

logger = logging.getLogger(__name__)

MOST_CALLS = 5_000
"""Calls that an episode takes and records at most."""
LONGEST_ERROR = 1_000
"""Characters of an error that a result holds; errors repeat what was sent."""

FULL = (
    "Error: this episode has taken {most:,} calls and takes no more; no tool can be used any more."
)
CLOSED = (
    "Error: the customer has been passed on to a member of staff, so no tool can be used any "
    "more; send your last message."
)
RESTING = (
    "Error: it is the customer's turn, so no tool can be used now; nothing was changed. Wait for "
    "their answer, then call the tool."
)
ENDED = "Error: this episode has ended; no tool can be used any more."
UNTIMELY = (RESTING, ENDED)
"""The results of calls that came when none is taken; at another time they may succeed."""
BROKEN = "Error: internal error; nothing was changed. Try another way."


class Episode:
    """Carries out and records the tool calls of one conversation on its own state.

    MCP, gold replay, rule checks and the baseline agents all call tools through here, so
    the same call gives the same result everywhere.

    Args:
        domain: the served domain.
        state: the episode's own state; closed with the episode.
        most_calls: calls that it takes and records; the next ones are refused and leave no record.
    """

    def __init__(
        self, domain: ServedDomain, state: EpisodeState, most_calls: int = MOST_CALLS
    ) -> None:
        self.domain = domain
        self.most_calls = most_calls
        self.calls: list[ToolCall] = []
        """The first `most_calls` calls in order, failed and refused ones too."""
        self.resting = False
        """True while the customer speaks: the agent's calls are refused, and recorded."""
        self.refused = 0
        """How many calls came after them."""
        self.handed_off = False
        """True once the customer has been passed on to a person."""
        self.internal_errors: list[Exception] = []
        """What tools raised beyond rejections: always a defect of ours."""
        self._state = state
        self._ended = False

    def call(self, name: str, arguments: Mapping[str, Any] | str, call_id: str = "") -> ToolCall:
        """Carry out one tool call and record it.

        Nothing an agent sends raises: a failed call has `is_error` set, a text that starts
        with `Error:`, and has changed nothing.

        Args:
            name: the tool; one that does not exist is an error result.
            arguments: the arguments as sent: an object, or the text an agent sent instead.
            call_id: the id the agent gave the call; empty: the position of the call.
        """
        name = name.encode("utf-8", "backslashreplace").decode()
        recorded = as_recorded(arguments)
        cut = cut_if_too_long(name, recorded)
        full = len(self.calls) >= self.most_calls
        if cut is not None:
            name, recorded = cut
            text, failed = TOO_LONG, True
        elif full:
            text, failed = FULL.format(most=self.most_calls), True
        else:
            text, failed = self._outcome(name, arguments)
        call = ToolCall(
            id=call_id or f"call_{len(self.calls) + 1}",
            name=name,
            arguments=recorded,
            result=text,
            is_error=failed,
        )
        if full:
            self.refused += 1
        else:
            self.calls.append(call)
        return call

    def changes(self) -> Changes:
        """What differs from the base by now.

        Raises:
            RuntimeError: the episode is closed.
        """
        return self._state.changes()

    def end(self) -> None:
        """Refuse the calls that are still to come; they are recorded, and nothing changes."""
        self._ended = True

    def close(self) -> None:
        """Give the state back. Closing twice is harmless."""
        self.end()
        self._state.close()

    def _outcome(self, name: str, arguments: Mapping[str, Any] | str) -> tuple[str, bool]:
        """The text of the result and whether the call failed."""
        if self._ended:
            return ENDED, True
        if self.handed_off:
            return CLOSED, True
        if self.resting:
            return RESTING, True
        tool = self.domain.tools.get(name)
        if tool is None:
            return f"Error: there is no tool {name[:60]!r}; use one of the tools listed.", True
        try:
            text = self._carried_out(tool, accept(tool, arguments))
        except Rejection as rejection:
            return f"Error: {rejection.message[:LONGEST_ERROR]}", True
        except Exception as error:
            # A defect of ours must neither end the episode nor show its insides to the agent.
            logger.exception("tool %s of domain %s failed", name, self.domain.name)
            self.internal_errors.append(error)
            return BROKEN, True
        self.handed_off = tool.hand_off
        return text, False

    def _carried_out(self, tool: ToolSpec, accepted: dict[str, Any]) -> str:
        """The text of the result; a write is committed only once its text exists."""
        if not tool.takes_database:
            return _text(tool.function(**accepted))
        with self._state.session(write=tool.kind == "write") as db:
            return _text(tool.function(db, **accepted))


def _text(result: Any) -> str:
    text = render(result)
    if not text:
        raise ValueError("a tool returned an empty text")
    return text
