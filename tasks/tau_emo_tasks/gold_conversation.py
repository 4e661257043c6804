"""The shortest conversation that passes a task, written from its gold actions.

Verification checks it against policy rules and grader; it is no example of good service.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from pydantic import JsonValue
from sqlalchemy import inspect

from tau_emo_db import Members
from tau_emo_db.changes import Row
from tau_emo_db.schema import table_name
from tau_emo_servers.common_rules import NOTICE
from tau_emo_servers.conversation import AgentStep, Conversation, Event, UserMessage
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_tasks.gold import GoldReplay, GoldStep
from tau_emo_tasks.script import Goal
from tau_emo_tasks.task import Task


def customer_text(task: Task) -> str:
    """Everything the customer of a task could say: facts, wishes and preferences."""
    script = task.user_script
    parts = [f"{slot.say} {slot.value}" for slot in script.knows]
    parts += [goal_text(goal) for goal in script.goals]
    return "\n".join(parts)


def gold_conversation(task: Task, replay: GoldReplay) -> Conversation:
    """A conversation in which the gold actions are listed, agreed to, made and reported."""
    domain = served_domain(task.domain)
    events: list[Event] = [UserMessage(text=customer_text(task))]
    found = False
    goals = task.user_script.goals
    untold = [*range(len(task.outputs))]
    for position, step in enumerate(replay.steps):
        call = AgentStep(calls=(step.call,))
        if step.action.tool in domain.hand_off_tools:
            events += _told(task, untold)
            events += [call, AgentStep(text=NOTICE)]
            break
        if domain.tools[step.action.tool].kind == "write":
            events += [
                AgentStep(text=_listing(domain, step, replay.steps[:position])),
                UserMessage(text="Yes, please go ahead."),
                call,
                AgentStep(text=f"This is done: {_title(domain, step)}. Anything else?"),
                UserMessage(text=goal_text(task.user_script.goals[step.action.goal])),
            ]
        else:
            events.append(call)
        if not found and task.principal in step.call.result:
            # Some policies have what was found read back.
            found = True
            events += [
                AgentStep(text=f"I have found you: {task.principal}."),
                UserMessage(text="That's me."),
            ]
        left = [later.action.goal for later in replay.steps[position + 1 :]]
        ready = [
            index for index in untold if task.outputs[index].goal < min(left, default=len(goals))
        ]
        events += _told(task, ready)
        untold = [index for index in untold if index not in ready]
    return Conversation(domain=task.domain, events=tuple(events))


def goal_text(goal: Goal) -> str:
    """Everything the customer could say of one goal."""
    parts = [goal.say, goal.if_refused]
    parts += [f"{slot.say} {slot.value}" for slot in goal.knows]
    parts += [f"{field.say} {' / '.join(field.accept)}" for field in goal.fields]
    return " ".join(part for part in parts if part)


def _told(task: Task, outputs: Sequence[int]) -> list[Event]:
    """One message for each goal that some of the outputs belong to."""
    goals = dict.fromkeys(task.outputs[index].goal for index in outputs)
    return [
        AgentStep(
            text=" ".join(
                f"The {task.outputs[index].name}: {task.outputs[index].value}."
                for index in outputs
                if task.outputs[index].goal == goal
            )
        )
        for goal in goals
    ]


def _title(domain: ServedDomain, step: GoldStep) -> str:
    return domain.tools[step.action.tool].title.lower()


def _listing(domain: ServedDomain, step: GoldStep, before: Sequence[GoldStep]) -> str:
    lines = [f"I would now {_title(domain, step)}, with these values:"]
    lines += [
        f"- {name.replace('_', ' ')}: {_plain(v)}" for name, v in step.action.arguments.items()
    ]
    lines += _replaced(domain, step)
    lines += _quote(step, before)
    lines += _sums(before)
    lines += _money(step)
    if domain.tools[step.action.tool].destructive and step.call.result[:1] not in "[{":
        lines.append(f"- what becomes of it: {step.call.result}")
    lines += _given_up(domain, step)
    lines.append("This cannot be undone. Do you agree, yes or no?")
    return "\n".join(lines)


def _given_up(domain: ServedDomain, step: GoldStep) -> list[str]:
    """The members of lists that the write takes away, wherever they stood in the list."""
    lines: list[str] = []
    for table in domain.data.tables:
        if not isinstance(table.grading, Members):
            continue
        name = table_name(table)
        untouched = _members(step.after[name].before) - _members(step.before[name].before)
        gone = _members(step.before[name].after) + untouched - _members(step.after[name].after)
        lines += [f"- no longer: {member}" for member in gone]
    return lines


def _members(rows: Sequence[Row]) -> Counter[str]:
    """The rows by the texts that they hold."""
    return Counter(
        ", ".join(f"{name} {value}" for name, value in row.items() if isinstance(value, str))
        for row in rows
    )


def _plain(value: JsonValue) -> str:
    if isinstance(value, list):
        return "; ".join(_plain(part) for part in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_plain(part)}" for key, part in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value)


def _replaced(domain: ServedDomain, step: GoldStep) -> list[str]:
    """The words that give way to others, such as a status: what each is and what it will be."""
    lines: list[str] = []
    for table in domain.data.tables:
        name = str(table.__tablename__)
        keys = [column.name for column in inspect(table).primary_key]
        old = {
            tuple(row[key] for key in keys): row
            for rows in (step.after[name].before, step.before[name].after)
            for row in rows
        }
        for row in step.after[name].after:
            former = old.get(tuple(row[key] for key in keys), row)
            lines += [
                f"- {column.replace('_', ' ')}: {former[column]} becomes {value}"
                for column, value in row.items()
                if value != former[column] and _is_word(value) and _is_word(former[column])
            ]
    return lines


def _is_word(value: JsonValue) -> bool:
    """True for a plain word or a few, without digits and signs."""
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z_ ]+", value) is not None


def _quote(step: GoldStep, before: Sequence[GoldStep]) -> list[str]:
    """The last result for the goal that is nothing but sums: a price that was worked out."""
    for earlier in reversed(before):
        if earlier.action.goal == step.action.goal and earlier.call.result.startswith("{"):
            result: dict[str, Any] = json.loads(earlier.call.result)
            if result and all(isinstance(value, int | float) for value in result.values()):
                return [f"- quoted: {_plain(result)}"]
    return []


def _sums(before: Sequence[GoldStep]) -> list[str]:
    """What was worked out so far, such as what goes beyond a balance."""
    return [
        f"- worked out: {earlier.call.result}"
        for earlier in before
        if earlier.action.tool == "calculate"
    ]


def _money(step: GoldStep) -> list[str]:
    """The money entries of the result, new ones among them: what is charged or comes back."""
    if not step.call.result.startswith("{"):
        return []
    result: dict[str, Any] = json.loads(step.call.result)
    names = (
        "payment_history",
        "payments",
        "exchange_price_difference",
        "copay_amount",
        "payment_notice",
        "charges",
        "total_price",
    )
    moved = [f"- money: {_plain(result[name])}" for name in names if result.get(name)]
    return [*moved, "- nothing else is charged"]
