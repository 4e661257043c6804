"""Suites: folders that hold imported bases, each an edition of a domain.

An edition is called `<domain>.<suite>`. It has the tables, the clock and the tools of its
domain, and a base of its own. A suite is opened from its folder; processes that others start
find the folder in the environment.
"""

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from tau_emo_db.digest import content_digest
from tau_emo_db.domain import DomainData, domain_data, domain_names
from tau_emo_db.draw import Draw
from tau_emo_db.files import replace_file
from tau_emo_db.foreign.base import read_base
from tau_emo_db.foreign.mapping import mapping_of
from tau_emo_db.image import hold_image
from tau_emo_db.schema import schema_digest
from tau_emo_db.table import Table

VARIABLE = "TAU_EMO_SUITE"
"""The variable that names the folder of a suite."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""What a suite may be called: it is a part of names of domains, tasks and files."""
INFO, BASE = "base.json", "db"
"""The endings of the files of a domain: what is known of its base, and the base itself."""


class SuiteError(ValueError):
    """A suite cannot be used so; the message says why and what to do."""


class BaseInfo(BaseModel):
    """What is known of an imported base."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    domain: str
    digest: str
    """Of its content."""
    tables: str
    """The digest of the tables that it has."""
    source: dict[str, str]
    """SHA-256 of the files that it was made of."""
    rows: dict[str, int]
    """The number of rows of each table."""
    repairs: tuple[str, ...]
    """What had to be changed of the records, each with its place."""


@dataclass(frozen=True)
class Suite:
    """The folder of a suite."""

    folder: Path

    @property
    def name(self) -> str:
        """The name of the suite, which is that of its folder.

        Raises:
            SuiteError: no suite can be called so.
        """
        name = self.folder.resolve().name
        if not NAME.fullmatch(name):
            raise SuiteError(
                f"{name!r} is no name for a suite; call the folder by up to 40 of a-z, 0-9, _ "
                "and -, a letter first"
            )
        return name

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains of which it has a base, sorted."""
        return tuple(name for name in domain_names() if self.file(name, INFO).is_file())

    def file(self, domain: str, ending: str) -> Path:
        """A file of a domain in the folder."""
        return self.folder / f"{domain}.{ending}"

    def edition(self, domain: str) -> str:
        """The name of the domain's edition in this suite."""
        return f"{domain}.{self.name}"

    def info(self, domain: str) -> BaseInfo:
        """What is known of the base of a domain.

        Raises:
            SuiteError: there is none, or its file is broken.
        """
        file = self.file(domain, INFO)
        try:
            return BaseInfo.model_validate_json(file.read_bytes())
        except FileNotFoundError:
            raise SuiteError(
                f"{self.folder} holds no base of {domain}; import one with `tau-emo db import`"
            ) from None
        except (OSError, ValidationError) as error:
            raise SuiteError(f"{file} cannot be read ({error}); import the base anew") from error

    def data(self, domain: str) -> DomainData:
        """The domain with its base in this suite; the image is read and checked.

        Raises:
            SuiteError: there is none, it is damaged, or it was made for other tables.
        """
        published, info = domain_data(domain), self.info(domain)
        if info.domain != domain or info.tables != schema_digest(published):
            raise SuiteError(
                f"the base of {domain} in {self.folder} was made by another version of tau-emo; "
                "import it anew"
            )
        data = replace(
            published, name=self.edition(domain), generate=_not_generated, digest=info.digest
        )
        file = self.file(domain, BASE)
        try:
            image = file.read_bytes()
            found = _digest_of(image, published)
        except (OSError, sqlite3.DatabaseError) as error:
            raise SuiteError(f"{file} cannot be read ({error}); import the base anew") from error
        if found != info.digest:
            raise SuiteError(f"{file} is not the base that was imported; import it anew")
        hold_image(data, image)
        return data


def import_base(suite: Suite, domain: str, source: Path, *, repair: bool = False) -> BaseInfo:
    """Read a foreign database into a suite, in place of the base of that domain, if any.

    Args:
        suite: the suite; its folder is made if need be.
        domain: the domain.
        source: the folder or file that holds the database.
        repair: make records fit where the mapping knows a way, and tell of each.

    Raises:
        Refused: a file or a record does not fit; nothing was written.
        SuiteError: no suite can be called as the folder is.
        OSError: the folder cannot be written.
    """
    published, mapping = domain_data(domain), mapping_of(domain)
    edition = suite.edition(domain)
    base = read_base(replace(published, name=edition), mapping, source, repair=repair)
    info = BaseInfo(
        domain=domain,
        digest=base.digest,
        tables=schema_digest(published),
        source=base.source,
        rows=base.rows,
        repairs=tuple(map(str, base.repairs)),
    )
    suite.folder.mkdir(parents=True, exist_ok=True)
    # The base first: what is known of another base would make it count as damaged.
    replace_file(suite.file(domain, BASE), base.image)
    text = json.dumps(info.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
    replace_file(suite.file(domain, INFO), text.encode())
    _known.pop(edition, None)
    return info


_open: dict[str, Suite] = {}
_known: dict[str, tuple[bytes, DomainData]] = {}


def open_suite(folder: Path) -> Suite:
    """Open the suite of a folder, so that its editions are found by name in this process.

    Raises:
        SuiteError: there is no such folder, it holds no base, or it cannot be called so.
    """
    suite = Suite(folder.resolve())
    if not suite.folder.is_dir() or not suite.domains:
        raise SuiteError(f"{folder} is no suite: import bases into it with `tau-emo db import`")
    _open[suite.name] = suite
    return suite


def suite_named(name: str) -> Suite:
    """The open suite of this name, or that of the environment.

    Raises:
        KeyError: there is none.
    """
    if name not in _open and (folder := os.environ.get(VARIABLE)):
        found = open_suite(Path(folder))
        _open[found.name] = found
    if name not in _open:
        raise KeyError(f"no suite {name!r} is open; name its folder with --suite or in {VARIABLE}")
    return _open[name]


def edition_data(name: str) -> DomainData:
    """The domain of an edition, `<domain>.<suite>`.

    Raises:
        KeyError: no suite of this name is open, or it has no base of the domain.
        SuiteError: the base cannot be used.
    """
    domain, _, of = name.partition(".")
    suite = suite_named(of)
    if domain not in suite.domains:
        known = ", ".join(map(suite.edition, suite.domains))
        raise KeyError(f"there is no domain {name!r}; the suite has {known}")
    mark = suite.file(domain, INFO).read_bytes()
    if name not in _known or _known[name][0] != mark:
        _known[name] = (mark, suite.data(domain))
    return _known[name][1]


def environment_for(domains: tuple[str, ...]) -> dict[str, str]:
    """What a process of ours needs in its environment to find the editions among domains."""
    suites = {name.partition(".")[2] for name in domains if "." in name}
    return {VARIABLE: str(suite_named(suites.pop()).folder)} if suites else {}


def _digest_of(image: bytes, data: DomainData) -> str:
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(image)
        return content_digest(connection, data)
    finally:
        connection.close()


def _not_generated(draw: Draw, scale: int) -> Iterator[Table]:
    raise ValueError("an imported base is not generated, and comes in one size")
