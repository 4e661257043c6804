"""How much is measured."""

from dataclasses import dataclass
from typing import TypeVar

from benchmarks.desks import desk_names
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """The extent of a measurement."""

    domains: tuple[str, ...]
    quick: bool
    """The least that gives a figure, to see that a benchmark runs."""

    def of(self, full: T, quick: T) -> T:
        """One of two values, by the extent."""
        return quick if self.quick else full

    def tasks(self, domain: str) -> tuple[Task, ...]:
        """The test tasks of a domain: two of them in a quick measurement, else at most 30."""
        return load_tasks(domain)[: self.of(30, 2)]


def plan(domains: tuple[str, ...], quick: bool) -> Plan:
    """The plan for these domains; none named: all that can be measured.

    Raises:
        KeyError: there is no such domain, or no desk for it.
    """
    known = desk_names()
    for name in domains:
        if name not in known:
            raise KeyError(f"there is nothing to call in {name!r}; use {', '.join(known)}")
    return Plan(domains or known, quick)
