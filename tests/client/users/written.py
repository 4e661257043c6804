"""What fresh writers wrote as agents, put to the scripted customer of each task and judged.

The writers knew the task but not the program. `data/questions.jsonl` holds questions, one a line:
the task, the `slots` asked for (facts or fields of the script), the `goal` (its act) where the
script has several slots of that name, and the `text`. `data/listings.jsonl` holds listings and
reports: the task, the number of the `goal`, the `kind`, the planted `error` with the `field` it
concerns (both null if all is right), and the `text`. `data/unseen_*.jsonl` hold more of both by
other writers: nobody reads them to improve the customer, so they tell what it makes of new wording.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from tau_emo_client.users.scripted import ScriptedUser
from tau_emo_client.users.scripted.answers import sentence
from tau_emo_client.users.scripted.compare import holds
from tau_emo_client.users.scripted.pursuit import Pursuit, Stage
from tau_emo_client.users.scripted.user import _without_yes  # pyright: ignore[reportPrivateUsage]
from tau_emo_db import domain_names
from tau_emo_servers.consent import is_consent
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.script import Field, Goal, Slot, UserScript
from tau_emo_tasks.task import Task

_DATA = Path(__file__).parent / "data"
Verdict = Literal["right", "missing", "wrong fact"]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    text: str


class Question(_Line):
    """A message that asks for facts."""

    slots: tuple[str, ...]
    goal: str = ""


class Written(_Line):
    """A listing or a report."""

    goal: int
    kind: Literal["listing", "report"]
    error: str | None
    field: str | None


def questions(*, unseen: bool = False) -> list[Question]:
    """All questions, in the order of the file."""
    name = "unseen_questions.jsonl" if unseen else "questions.jsonl"
    return [Question.model_validate(line) for line in _lines(name)]


def listings(*, unseen: bool = False) -> list[Written]:
    """All listings and reports, in the order of the file."""
    name = "unseen_listings.jsonl" if unseen else "listings.jsonl"
    return [Written.model_validate(line) for line in _lines(name)]


async def ask(question: Question, *, emotional: bool) -> tuple[Verdict, str]:
    """How the customer answers a question, with the answer.

    It is wrong if it holds a fact or preference that was not asked for in the place of one that
    was.
    """
    task = _task(question.task)
    script = _without_yes(task.user_script)
    asked = [_find(script, name, question.goal) for name in question.slots]
    numbers = [number for number, _ in asked if number is not None]
    user = await _customer(task, emotional=emotional)
    _raise(user, min(numbers, default=0), max(numbers, default=0))
    answer = await user.reply(question.text)
    wanted = {_said(part) for _, part in asked}
    heard = answer
    for goal in script.goals:
        heard = heard.replace(goal.say, "")
    if all(_stands_in(heard, part) for _, part in asked):
        return "right", answer
    others = {_said(part) for part in _parts(script)} - wanted
    instead = any(said in heard and not any(said in other for other in wanted) for said in others)
    return ("wrong fact" if instead else "missing"), answer


async def hear(written: Written, *, emotional: bool) -> tuple[bool, str]:
    """Whether the customer takes a listing or report as it should be taken, with the answer."""
    task = _task(written.task)
    user = await _customer(task, emotional=emotional)
    pursuit = _raise(user, written.goal, written.goal)[0]
    if written.kind == "report" and pursuit.goal.outcome == "done":
        pursuit.stage = Stage.AGREED
        pursuit.agreed_once = True
    answer = await user.reply(written.text)
    if written.kind == "listing":
        taken = is_consent(answer) and pursuit.stage is Stage.AGREED
        refused = not is_consent(answer)
        return (taken if written.error is None else refused), answer
    if written.error is None:
        settled = pursuit.stage is Stage.SETTLED
        taken = settled or (pursuit.goal.outcome == "refused" and not pursuit.unheard())
        return taken, answer
    return pursuit.stage is not Stage.SETTLED, answer


async def _customer(task: Task, *, emotional: bool) -> ScriptedUser:
    condition = task.condition if emotional else None
    if condition is not None and condition.politeness == "cold":
        # A cold customer gives half of what is asked for on purpose, whatever was understood.
        condition = condition.model_copy(update={"politeness": "neutral"})
    user = ScriptedUser(task.user_script, condition, task.feeling if emotional else "", seed=5)
    await user.open()
    return user


def _raise(user: ScriptedUser, first: int, last: int) -> list[Pursuit]:
    """Settle what comes before some goals and raise them; those raised with them come along."""
    agenda = user._agenda  # pyright: ignore[reportPrivateUsage]
    goals = user._mind.script.goals  # pyright: ignore[reportPrivateUsage]
    at = {id(pursuit.goal): pursuit for pursuit in agenda.pursuits}
    pursuits = [at[id(goal)] for goal in goals]
    start = first
    while start and goals[start].with_previous:
        start -= 1
    for number, pursuit in enumerate(pursuits):
        together = number == last + 1 and goals[number].with_previous
        if number < start:
            pursuit.stage = Stage.SETTLED
        elif number <= last:
            pursuit.stage = Stage.RAISED
        elif together:
            pursuit.stage = Stage.RAISED
            last = number
        else:
            pursuit.stage = Stage.WAITING
    return pursuits[first:]


def _find(script: UserScript, name: str, act: str) -> tuple[int | None, Slot | Field]:
    """A slot or field by name, with the number of its goal; None: it holds for all goals."""
    for number, goal in enumerate(script.goals):
        if act in ("", goal.act):
            for part in _of_goal(goal):
                if part.name == name and (act or name not in {one.name for one in script.knows}):
                    return number, part
    for slot in script.knows:
        if slot.name == name:
            return None, slot
    raise ValueError(f"the script has no {name!r} for {act!r}")


def _of_goal(goal: Goal) -> Sequence[Slot | Field]:
    return [*goal.knows, *goal.fields]


def _parts(script: UserScript) -> list[Slot | Field]:
    return [*script.knows, *(part for goal in script.goals for part in _of_goal(goal))]


def _stands_in(answer: str, part: Slot | Field) -> bool:
    """True if an answer gives a fact as the script says it, or its value."""
    value = isinstance(part, Slot) and len(part.value) > 3 and holds(answer.lower(), part.value)
    return value or _said(part) in answer


def _said(part: Slot | Field) -> str:
    return sentence(part) if isinstance(part, Slot) else part.say


@lru_cache(maxsize=1)
def _tasks() -> dict[str, Task]:
    return {task.id: task for domain in domain_names() for task in load_tasks(domain)}


def _task(name: str) -> Task:
    return _tasks()[name]


def _lines(name: str) -> list[Any]:
    text = (_DATA / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
