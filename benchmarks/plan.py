"""How much is measured."""

from dataclasses import dataclass
from typing import TypeVar

from tau_emo_db import domain_names
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
    """The plan for these domains; none named: all.

    Raises:
        KeyError: there is no such domain.
    """
    for name in domains:
        if name not in domain_names():
            raise KeyError(f"there is no domain {name!r}; use {', '.join(domain_names())}")
    return Plan(domains or domain_names(), quick)
