"""Why an episode failed, found by program from its record and the gold actions.

The reward says that an episode failed; this says where to look. Where several things went wrong,
the one that happened first in the conversation is named.
"""

import re

from tau_emo_client.audit.episode import audit
from tau_emo_client.failures.failure import Author, Category, Failure
from tau_emo_client.failures.flawed import Flaw, flaw_of
from tau_emo_client.failures.invented import (
    agreed_by_customer,
    told_by_customer,
    withheld_by_customer,
)
from tau_emo_client.failures.writes import (
    Matched,
    Write,
    is_target,
    matched,
    wanted_writes,
    writes_made,
)
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_tasks.task import Task

_SAYS_DONE = re.compile(
    r"\b(?:(?:has|have)\s+(?:now\s+|just\s+|successfully\s+|already\s+)*been\s+"
    r"|(?:is|are)\s+now\s+"
    r"|(?:I|we)(?:\s+have|'ve|’ve)\s+(?:now\s+|just\s+|successfully\s+|already\s+)*)"
    r"(?:now\s+|just\s+|successfully\s+)*"
    r"(?:cancel\w*|chang\w*|book\w*|refund\w*|updat\w*|process\w*|transferr?\w*|add\w*|remov\w*|"
    r"register\w*|enrol\w*|order\w*|paid|sent|placed|recorded|scheduled|rescheduled|returned|"
    r"exchanged|confirmed|completed|created|submitted)\b",
    re.IGNORECASE,
)
"""What an agent says that has done something."""
_SAYS_NOT = re.compile(
    r"\b(?:no|not|nothing|never|none|nobody|once|if|when|after|until|unless|before|cannot)\b|n't\b",
    re.IGNORECASE,
)
"""What makes another sentence of it."""

Found = tuple[Category, int, str, str]
"""Category, event, tool and evidence."""


def diagnose(task: Task, record: EpisodeRecord) -> Failure | None:
    """Why an episode failed; None if it passed.

    Args:
        task: the task that was played.
        record: the episode.
    """
    if record.passed:
        return None
    category, event, tool, evidence = _found(task, record)
    return Failure(
        episode=record.id,
        author=_author(task, record, category, event),
        category=category,
        event=event,
        tool=tool,
        evidence=" ".join(evidence.split()),
    )


def _author(task: Task, record: EpisodeRecord, category: Category, event: int) -> Author:
    """The customer only where an error of theirs stands before what went wrong."""
    if category is Category.INFRASTRUCTURE:
        return Author.ENVIRONMENT
    if category in (Category.AGENT_ERROR, Category.LIMIT):
        return Author.AGENT
    if not task.has_script:
        return _author_without_script(task, record, category, event)
    misled = _misled(task, record, event)
    return Author.USER if misled or record.user_errors else Author.AGENT


def _author_without_script(
    task: Task, record: EpisodeRecord, category: Category, event: int
) -> Author:
    """The author where nothing says what the customer knows, and nobody has verified the task."""
    domain = served_domain(task.domain)
    made = writes_made(domain, record.conversation)
    pairs = matched(wanted_writes(domain, task), made, task.principal)
    left_out = [*(wanted for wanted, _ in pairs.changed), *pairs.missing]
    left = category is Category.WALK_AWAY
    flaw = flaw_of(task, left_out) if left_out and not left else None
    if flaw is Flaw.REFUSED:
        return Author.ENVIRONMENT
    unwanted = category in (Category.EXTRA_ACTION, Category.MISREAD_INTENT)
    told = {write.event for write in made} if left else {event}
    if (
        record.user_errors
        or any(told_by_customer(task, record, one) for one in told)
        or (unwanted and agreed_by_customer(record, event))
        or (left and not _lacks_anything(record))
    ):
        return Author.USER
    if flaw is not None:
        return Author.ENVIRONMENT
    withheld = not left and withheld_by_customer(task, record, left_out)
    return Author.USER if withheld else Author.AGENT


def _lacks_anything(record: EpisodeRecord) -> bool:
    grade = record.grade
    return grade is None or bool(
        grade.state_differences
        or grade.outputs_missing
        or grade.handed_off != grade.hand_off_expected
    )


def _misled(task: Task, record: EpisodeRecord, event: int) -> bool:
    events = record.conversation.events
    places = [place for place, one in enumerate(events) if isinstance(one, UserMessage)]
    places.append(len(events))
    return any(
        finding.kind.misleads and places[min(finding.turn, len(places) - 1)] <= event
        for finding in audit(task, record)
    )


def _found(task: Task, record: EpisodeRecord) -> Found:
    end, last = record.end_reason, len(record.conversation.events)
    if end is EndReason.INFRASTRUCTURE:
        return Category.INFRASTRUCTURE, last, "", record.detail or "not known"
    if end is EndReason.USER_LEFT:
        reason = record.leave_reason or "no reason is recorded"
        return Category.WALK_AWAY, _last_message(record), "", f"the customer left: {reason}"
    if end is EndReason.AGENT_ERROR:
        return Category.AGENT_ERROR, last, "", record.detail
    if end.is_limit:
        return Category.LIMIT, last, "", f"the agent ran out of {end.value.removeprefix('limit_')}"
    domain = served_domain(task.domain)
    wanted = wanted_writes(domain, task)
    found = _hand_off(record, domain)
    if record.grade is not None and record.grade.state_differences:
        made = writes_made(domain, record.conversation)
        found_writes = matched(wanted, made, task.principal)
        if not (found_writes.changed or found_writes.missing or found_writes.extra):
            # The difference is in a text that was taken for free text.
            found_writes = matched(wanted, made, task.principal, strictly=True)
        writes = _writes(task, record, found_writes, made)
        # A hand-off ends the conversation, so that what is missing is missing for it.
        return writes if found is None or writes[1] < found[1] else found
    if found is not None:
        return found
    if record.grade is not None and record.grade.outputs_missing:
        names = ", ".join(record.grade.outputs_missing)
        if _never_found(task, record):
            return Category.IDENTIFICATION, last, "", f"nobody was found; not told: {names}"
        return Category.NOT_TOLD, last, "", f"not told: {names}"
    return Category.MISREAD_INTENT, last, "", "the episode was graded 0 without a difference"


def _hand_off(record: EpisodeRecord, domain: ServedDomain) -> Found | None:
    grade, last = record.grade, len(record.conversation.events)
    if grade is None or grade.handed_off == grade.hand_off_expected:
        return None
    if not grade.handed_off:
        return Category.MISSING_HAND_OFF, last, "", "the customer was not passed on to a person"
    for number, event in enumerate(record.conversation.events):
        for call in event.calls if isinstance(event, AgentStep) else ():
            if call.name in domain.hand_off_tools and not call.is_error:
                what = "the customer was passed on although the agent could help"
                return Category.NEEDLESS_HAND_OFF, number, call.name, what
    # Only a record that was edited has a grade without the call.
    return Category.NEEDLESS_HAND_OFF, last, "", "the grade tells of a hand-off"


def _writes(task: Task, record: EpisodeRecord, found: Matched, made: list[Write]) -> Found:
    """What is wrong with the writes, where the final state is."""
    last = len(record.conversation.events)
    wrong = [_changed(wanted, other) for wanted, other in found.changed]
    missing = list(found.missing)
    for write in found.extra:
        meant = next((one for one in missing if one.shares_target(write, task.principal)), None)
        if meant is not None:
            missing.remove(meant)
            what = f"{meant.tool} was wanted"
            wrong.append((Category.WRONG_TOOL, write.event, write.tool, what))
        elif missing:
            what = f"not wanted; {missing[0].tool} was"
            wrong.append((Category.MISREAD_INTENT, write.event, write.tool, what))
        else:
            what = "a write that nobody wanted"
            wrong.append((Category.EXTRA_ACTION, write.event, write.tool, what))
    if wrong:
        return min(wrong, key=lambda one: one[1])
    if not missing:
        what = str(record.grade.state_differences[0]) if record.grade else ""
        return Category.WRONG_VALUE, made[0].event if made else last, "", what
    what = f"not done: {', '.join(write.tool for write in missing)}"
    if made:
        return Category.INCOMPLETE, last, missing[0].tool, what
    if _never_found(task, record):
        return Category.IDENTIFICATION, last, missing[0].tool, f"nobody was found; {what}"
    claim = _claim(record)
    if claim is not None:
        return Category.INVENTED_RESULT, claim[0], missing[0].tool, f"{what}; said: {claim[1]}"
    return Category.MISSING_ACTION, last, missing[0].tool, what


def _changed(wanted: Write, made: Write) -> Found:
    names = wanted.differing(made) or wanted.differing(made, strictly=True)
    told = "; ".join(
        f"{name}: expected {wanted.arguments.get(name)!r}, got {made.arguments.get(name)!r}"
        for name in names
    )
    on_another = any(is_target(name) for name in names)
    category = Category.WRONG_TARGET if on_another else Category.WRONG_VALUE
    return category, made.event, made.tool, told


def _never_found(task: Task, record: EpisodeRecord) -> bool:
    """True if no call that succeeded is one of those that lead to the customer's things."""
    leading = {action.tool for action in task.gold}
    return not any(
        call.name in leading or task.principal in call.result
        for event in record.conversation.events
        if isinstance(event, AgentStep)
        for call in event.calls
        if not call.is_error
    )


def _claim(record: EpisodeRecord) -> tuple[int, str] | None:
    """Where the agent says that something is done, and what it says."""
    for number, event in enumerate(record.conversation.events):
        if isinstance(event, AgentStep) and event.delivered:
            for sentence in re.split(r"(?<=[.!?])\s+", event.text):
                says_done = _SAYS_DONE.search(sentence) and not _SAYS_NOT.search(sentence)
                if says_done and not sentence.endswith("?"):
                    return number, sentence
    return None


def _last_message(record: EpisodeRecord) -> int:
    """The place of the customer's last message; 0 if they wrote none."""
    events = record.conversation.events
    return max((n for n, one in enumerate(events) if isinstance(one, UserMessage)), default=0)
