"""The table of what is at stake: for each rule of each domain, in how many tasks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from tau_emo_servers.domain import served_domain
from tau_emo_servers.rules import Rule
from tau_emo_tasks.stakes.deeds import DEEDS
from tau_emo_tasks.stakes.scene import Deed, Scene
from tau_emo_tasks.task import Task

ENOUGH = 3
"""A rule is to be at stake in so many tasks of its domain."""

_FOLLOWS_BY_MAKER: Mapping[str, frozenset[str]] = {
    "confirmed_writes": frozenset({"confirmed_writes", "listed_values"}),
    "listed_values": frozenset({"confirmed_writes"}),
    "refused_without_hand_off": frozenset({"hand_off_in_its_cases", "hand_off_when_due"}),
    "grounded_arguments": frozenset({"known_facts_only"}),
}
"""What else is broken of itself with a shared rule, by the functions that make them: who breaks
the part of a rule that is told apart breaks the whole; who hands off what must be refused does
it out of place; and a value without a source was listed without one."""


@dataclass(frozen=True)
class Stakes:
    """How often one rule is at stake."""

    domain: str
    rule: str
    text: str
    """The rule in one sentence."""
    tasks: int
    """The number of tasks in which it is at stake."""
    deeds: tuple[str, ...]
    """What agents do wrong in them, in the names of the deeds."""


def program_rules(domain: str) -> list[Rule]:
    """The rules of a domain that the agent keeps and a program checks."""
    return [one for one in served_domain(domain).rules if one.kind == "program"]


def at_stake(task: Task) -> dict[str, str]:
    """The rules that are at stake in a task, each with the first deed that shows it.

    Raises:
        ValueError: the gold conversation breaks a rule, so nothing can be said.
    """
    scene = Scene(task)
    broken = scene.broken(scene.held(scene.events))
    if broken:
        raise ValueError(f"{task.id}: the gold conversation breaks {', '.join(sorted(broken))}")
    found: dict[str, str] = {}
    for deed in (*DEEDS, *_own(task.domain)[0]):
        for conversation in deed(scene):
            broken = scene.broken(conversation)
            for rule in broken:
                if rule not in found and broken - {rule} <= follows(task.domain, rule):
                    found[rule] = deed.__name__
    return found


def stakes(
    tasks: Sequence[Task], progress: Callable[[Task], None] = lambda task: None
) -> list[Stakes]:
    """How often each rule is at stake that the agent keeps and a program checks.

    Args:
        tasks: tasks of one or more domains.
        progress: called after each task.

    Returns:
        All such rules of these domains, in the order of tasks and policies.
    """
    deeds: dict[tuple[str, str], list[str]] = {
        (domain, rule.id): []
        for domain in dict.fromkeys(task.domain for task in tasks)
        for rule in program_rules(domain)
    }
    for task in tasks:
        for rule, deed in at_stake(task).items():
            deeds[task.domain, rule].append(deed)
        progress(task)
    texts = {
        (domain, rule.id): rule.text
        for domain in {domain for domain, _ in deeds}
        for rule in program_rules(domain)
    }
    return [
        Stakes(*key, texts[key], len(found), tuple(dict.fromkeys(found)))
        for key, found in deeds.items()
    ]


@cache
def follows(domain: str, rule: str) -> frozenset[str]:
    """The rules that whoever breaks this one breaks of itself."""
    rules = program_rules(domain)
    (maker,) = (_maker(one) for one in rules if one.id == rule)
    makers = _FOLLOWS_BY_MAKER.get(maker, frozenset())
    shared = {one.id for one in rules if _maker(one) in makers}
    return frozenset(shared | _own(domain)[1].get(rule, set()))


def _maker(rule: Rule) -> str:
    return "" if rule.check is None else rule.check.__qualname__.partition(".")[0]


def _own(domain: str) -> tuple[tuple[Deed, ...], Mapping[str, set[str]]]:
    """The deeds of one domain, and what follows from breaking its rules."""
    name = f"tau_emo_tasks.stakes.domains.{domain}"
    if find_spec(name) is None:
        return (), {}
    module = import_module(name)
    return module.DEEDS, module.FOLLOWS
