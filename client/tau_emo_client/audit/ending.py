"""Whether a customer who went away had raised their wishes and heard what became of them."""

import re
from collections.abc import Sequence

from tau_emo_client.audit.finding import Finding, Kind
from tau_emo_client.audit.turns import Turn
from tau_emo_client.audit.words import plain, stems
from tau_emo_client.limits import EndReason
from tau_emo_servers.consent import asks_for_yes
from tau_emo_servers.values import values_in
from tau_emo_tasks.script import Goal
from tau_emo_tasks.task import Task

_REPORTED = re.compile(
    r"\b(?:has|have) (?:now |already |successfully |just |also )*been\b"
    r"|\b(?:i|we)(?:'ve| have)"
    r" (?!looked|found you|checked|a\b|no\b|to\b|your\b|not yet|understood)"
    r"(?:now |already |successfully |just |also )*[a-z]+(?:ed|ade|ent|ut|ld|en|et|pt)\b"
)
_REPORTS = re.compile(
    r"\b(?:is|are|was|were) (?:(?:now|all|already) (?:\w+ )?)?[a-z]+(?:ed|ade|ent|en)\b"
    r"|\b(?:is|are) (?:now|all|already) (?:\w+ )?[a-z]+(?:t|al|e)\b"
    r"|(?<!\bbe )\b(?:done|completed|confirmed|successful\w*|processed|all set|booked|cancell?ed"
    r"|refunded|updated|changed|submitted|issued|scheduled|added|removed|sent)\b"
)
_REFUSES = re.compile(
    r"\b(?:cannot|can't|could not|couldn't|unable|not (?:able|possible|allowed|available|eligible"
    r"|permitted)|unfortunately|no means|refused|declined|stays as it is|isn't possible|won't be)\b"
    r"|\bno \w+ (?:\w+ )?(?:found|available|exists?|matches|left)\b"
)
_PASSES_ON = re.compile(
    r"\b(?:transfer\w*|hand(?:ed|ing)? (?:you|this) (?:over|off)|pass(?:ed|ing) you on|human"
    r"|specialist|colleague|supervisor|member of our staff)\b"
)
_PROPOSES = re.compile(r"\b(?:i would|would be|to confirm|please confirm|ready to|before i)\b")
_MORE = re.compile(
    r"\b(?:anything|something) else\b|\bfurther (?:questions|assistance|help)\b|\bmore"
    r" (?:help|i can)"
    r"|\bneed (?:any )?(?:more|other|further)\b|\bother (?:questions|requests|way)\b"
)


def ending_findings(task: Task, turns: Sequence[Turn], end: EndReason) -> list[Finding]:
    """What is wrong with the end of a conversation, if the customer ended it.

    Args:
        task: the task.
        turns: the messages.
        end: how the episode ended.
    """
    if end not in (EndReason.USER_STOP, EndReason.USER_LEFT):
        return []
    goals = task.user_script.goals
    raised = [_raised(goals, number, turns) for number in range(len(goals))]
    said = sum(turn.customer for turn in turns)
    last = said - 1 if turns and turns[-1].customer else said
    if all(at is None for at in raised):
        return [
            Finding(kind=Kind.NO_GOAL, turn=max(last, 0), evidence=f"never raised: {goals[0].act}")
        ]
    if end is EndReason.USER_LEFT:
        return []
    missing = _missing(task, raised, turns)
    return [Finding(kind=Kind.EARLY_STOP, turn=max(last, 0), evidence=missing)] if missing else []


def _raised(goals: Sequence[Goal], number: int, turns: Sequence[Turn]) -> int | None:
    """The place of the first message that raises a goal."""
    goal = goals[number]
    others = frozenset[str]().union(
        *(stems(other.say) for at, other in enumerate(goals) if at != number)
    )
    whole = _content(goal)
    own = (whole - others) or whole
    act = re.compile("|".join(rf"\b{re.escape(word)}" for word in goal.words) or r"(?!)")
    for place, turn in enumerate(turns):
        if not turn.customer:
            continue
        hits = len(own & stems(turn.text))
        if hits >= max(2, len(own) / 2) or (hits and act.search(plain(turn.text))):
            return place
        if len(own) <= 1 and hits:
            return place
    return None


def _content(goal: Goal) -> frozenset[str]:
    return stems(f"{goal.say} {goal.if_refused} " + " ".join(wish.ask for wish in goal.hears))


def _missing(task: Task, raised: Sequence[int | None], turns: Sequence[Turn]) -> str:
    goals = task.user_script.goals
    for goal, at in zip(goals, raised, strict=True):
        if at is None:
            return f"never raised: {goal.act}"
    agent = [(place, turn.text) for place, turn in enumerate(turns) if not turn.customer]
    if not agent:
        return "the agent has not answered"
    for number, (goal, at) in enumerate(zip(goals, raised, strict=True)):
        after = [text for place, text in agent if place > (at or 0)]
        together = sum(other == at for other in raised) > 1
        if not any(_reports(goal, text, together) for text in after):
            return f"no outcome reported: {goal.act}"
        untold = _untold(task, number, after)
        if untold:
            return untold
    return ""


def _reports(goal: Goal, text: str, together: bool) -> bool:
    low = plain(text)
    if together and not _about(goal, low):
        return False
    if asks_for_yes(text) and not _MORE.search(low):
        # A listing may say "cannot be undone" or "is refunded" of what is still to come.
        return bool(_REPORTED.search(low)) and not _PROPOSES.search(low)
    if _REFUSES.search(low) or _PASSES_ON.search(low):
        return True
    if goal.outcome == "told":
        return bool(values_in(text).distinct) or bool(_content(goal) & stems(text))
    return bool(_REPORTED.search(low) or _REPORTS.search(low))


def _about(goal: Goal, low: str) -> bool:
    return any(re.search(rf"\b{re.escape(word)}", low) for word in goal.words) or bool(
        _content(goal) & stems(low)
    )


def _untold(task: Task, number: int, after: Sequence[str]) -> str:
    """A fact the customer waits for of which no message holds one of its sort."""
    goal = task.user_script.goals[number]
    for wish in goal.hears:
        about = stems(f"{wish.name} {wish.ask}")
        for text in after:
            if wish.kind == "name" or _REFUSES.search(plain(text)):
                break
            values = values_in(text)
            found = {
                "number": values.numbers or values.ids,
                "amount": values.numbers,
                "date": values.dates,
                "time": values.times,
            }[wish.kind]
            if found and (about & stems(text) or _about(goal, plain(text))):
                break
        else:
            return f"not told: {wish.name}"
    return ""
