"""What this room knows of a domain, and how domains are found."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tau_emo_db.draw import Draw
from tau_emo_db.table import Table


@dataclass(frozen=True)
class DomainData:
    """The state of one domain: its tables, its clock and how its base data are made."""

    name: str
    """The name of the domain, equal to the name of its folder in every room."""
    now: str
    """The simulated time, `YYYY-MM-DDTHH:MM:SS`; it never moves."""
    tables: tuple[type[Table], ...]
    """All tables, parents before children."""
    generate: Callable[[Draw, int], Iterator[Table]]
    """Yields the base rows from a draw and a scale (1: the published base)."""
    digest: str
    """The pinned digest of the canonical content of the base at scale 1."""


def pinned_digest(package: str) -> str:
    """The digest that stands in the `digest.txt` of a domain's package."""
    return files(package).joinpath("digest.txt").read_text(encoding="utf-8").strip()


@cache
def domain_names() -> tuple[str, ...]:
    """The names of all domains, sorted: the folders of `tau_emo_db.domains`."""
    package = importlib.import_module("tau_emo_db.domains")
    return tuple(sorted(found.name for found in pkgutil.iter_modules(package.__path__)))


def domain_data(name: str) -> DomainData:
    """The state of the domain, or of its edition in a suite that is open: `airline.theirs`.

    Raises:
        KeyError: no domain has this name; the message lists those that exist.
    """
    if "." in name:
        from tau_emo_db.foreign.suite import edition_data

        return edition_data(name)
    return _published(name)


@cache
def _published(name: str) -> DomainData:
    if name not in domain_names():
        raise KeyError(f"there is no domain {name!r}; the domains are {', '.join(domain_names())}")
    return importlib.import_module(f"tau_emo_db.domains.{name}").DATA
