"""How the records of one foreign format become rows of one domain."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass

from tau_emo_db.domain import domain_data
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.source import Source
from tau_emo_db.table import Table


@dataclass(frozen=True)
class Difference:
    """Where the foreign format and our tables differ, and what is done about it."""

    theirs: str
    """What the foreign format has: a part and a field."""
    ours: str
    """What we have."""
    how: str
    """How the one becomes the other."""


@dataclass(frozen=True)
class People:
    """Where the customers of tasks stand."""

    table: type[Table]
    key: str
    """The column that tasks name them by."""
    email: str
    """The column of their e-mail, by which tasks may name them too."""


@dataclass(frozen=True)
class Mapping:
    """The foreign format of one domain."""

    parts: tuple[str, ...]
    """Its files, or the keys of its one file."""
    read: Callable[[Source, Gathering], None]
    """Gathers the rows; what does not fit is noted there."""
    people: People
    differences: tuple[Difference, ...]
    """All differences beside those of form: nested objects that are flat with us, objects by
    id that are rows, and amounts in dollars that are cents."""


def mapping_of(domain: str) -> Mapping:
    """The mapping of a domain, which stands in its `foreign.py`.

    Raises:
        KeyError: there is no such domain.
    """
    domain_data(domain)
    return importlib.import_module(f"tau_emo_db.domains.{domain}.foreign").MAPPING
