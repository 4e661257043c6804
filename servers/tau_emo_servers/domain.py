"""What this room knows of a domain, and how served domains are found."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any

from tau_emo_db.domain import DomainData, domain_data
from tau_emo_servers.policy import policy_text
from tau_emo_servers.toolkit import ToolSpec, tool_spec

if TYPE_CHECKING:
    from tau_emo_servers.rules import Rule

_PACKAGE = "tau_emo_servers.domains"


class ServedDomain:
    """One domain as it is served: its tools, its policy and the rules that check it.

    Args:
        name: the name of the domain, equal to the name of its folder in every room.
        tools: the functions declared with `read` or `write`, in the order they are listed.
        rules: the policy rules as programs.
        instead: for tools by name, other tools whose results show the same facts.
        works_out: for tools that work something out, those from whose results it follows too.
        policy: the policy text; by default `policy.md` of the domain's folder.
        data: the state of the domain; by default that of the same name.

    Raises:
        TypeError: a function is no tool.
        ValueError: two tools have one name, or one is named that there is not.
    """

    def __init__(
        self,
        name: str,
        tools: Sequence[Callable[..., Any]],
        rules: "Sequence[Rule]" = (),
        *,
        instead: Mapping[str, Sequence[str]] | None = None,
        works_out: Mapping[str, Sequence[str]] | None = None,
        policy: str | None = None,
        data: DomainData | None = None,
    ) -> None:
        self.name = name
        self.tools: dict[str, ToolSpec] = {}
        """The tools by name."""
        for function in tools:
            spec = tool_spec(function)
            if spec.name in self.tools:
                raise ValueError(f"domain {name} has two tools named {spec.name}")
            self.tools[spec.name] = spec
        self.rules = tuple(rules)
        """The policy rules, in the order they were given."""
        self.instead = {tool: frozenset(others) for tool, others in (instead or {}).items()}
        """For tools by name, others whose results show the same facts."""
        self.works_out = {tool: frozenset(others) for tool, others in (works_out or {}).items()}
        """For tools that work something out, those from whose results it follows too."""
        named = (*self.instead.items(), *self.works_out.items())
        if unknown := {*chain(*({tool, *others} for tool, others in named))} - self.tools.keys():
            raise ValueError(f"domain {name} has no tool {', '.join(sorted(unknown))}")
        self._policy = policy
        self._data = data

    def __repr__(self) -> str:
        return f"ServedDomain({self.name!r})"

    @cached_property
    def policy(self) -> str:
        """The policy that agents are given, shared sections included."""
        if self._policy is not None:
            return self._policy
        return policy_text(files(f"{_PACKAGE}.{self.name}").joinpath("policy.md"))

    @cached_property
    def hand_off_tools(self) -> frozenset[str]:
        """The names of the tools that pass the customer on to a person."""
        return frozenset(tool.name for tool in self.tools.values() if tool.hand_off)

    @cached_property
    def data(self) -> DomainData:
        """The state of the domain.

        Raises:
            KeyError: no data exist under this name.
        """
        return domain_data(self.name) if self._data is None else self._data


@cache
def served_domain_names() -> tuple[str, ...]:
    """The names of all served domains, sorted: the folders of `tau_emo_servers.domains`."""
    package = importlib.import_module(_PACKAGE)
    return tuple(
        sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    )


def served_domain(name: str) -> ServedDomain:
    """The served domain of this name, or its edition in a suite that is open.

    An edition, such as `airline.theirs`, has the tools, rules and policy of its domain, and a
    base of its own.

    Raises:
        KeyError: no domain has this name; the message lists those that exist.
    """
    return _edition(name, domain_data(name)) if "." in name else _published(name)


def rulebook(name: str) -> ServedDomain | None:
    """The published domain that has the tools, rules and policy of this one; None if none has.

    Unlike `served_domain` it needs no base, so that the suite of an edition need not be open.
    """
    domain = name.partition(".")[0]
    return _published(domain) if domain in served_domain_names() else None


@cache
def _edition(name: str, data: DomainData) -> ServedDomain:
    whole = _published(name.partition(".")[0])
    return ServedDomain(
        name,
        [tool.function for tool in whole.tools.values()],
        whole.rules,
        instead={tool: tuple(others) for tool, others in whole.instead.items()},
        works_out={tool: tuple(others) for tool, others in whole.works_out.items()},
        policy=whole.policy,
        data=data,
    )


@cache
def _published(name: str) -> ServedDomain:
    if name not in served_domain_names():
        known = ", ".join(served_domain_names())
        raise KeyError(f"there is no domain {name!r}; the domains are {known}")
    return importlib.import_module(f"{_PACKAGE}.{name}").DOMAIN
