"""A suite on its way to other machines: the files of it that a run is about."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tau_emo_client.run.store import RunError
from tau_emo_db.foreign import BASE, INFO, SuiteError, open_suite, suite_named
from tau_emo_tasks.load import SUITE_TASKS


@dataclass(frozen=True)
class SuiteCopy:
    """Bases and tasks of a suite."""

    name: str
    files: dict[str, bytes]
    """What its files hold, by their names."""

    def opened(self) -> "TemporaryDirectory[str]":
        """Open the suite in a folder of its own, which goes with what is returned.

        Raises:
            RunError: it cannot be written, or is no suite.
        """
        try:
            place = TemporaryDirectory(prefix="tau-emo-")
            own = Path(place.name) / self.name
            own.mkdir()
            for name, content in self.files.items():
                (own / name).write_bytes(content)
            open_suite(own)
        except (OSError, SuiteError) as error:
            raise RunError(f"the suite {self.name} cannot be kept there: {error}") from error
        return place


def copy_for(domains: Iterable[str]) -> SuiteCopy | None:
    """The copy that these domains need; None if they are none of a suite.

    Args:
        domains: names of domains, or of editions in the open suite.

    Raises:
        KeyError: no suite of that name is open.
        RunError: a file of it cannot be read.
    """
    editions = [name.partition(".") for name in domains if "." in name]
    if not editions:
        return None
    suite = suite_named(editions[0][2])
    files = [
        suite.file(domain, ending)
        for domain, _, _ in editions
        for ending in (INFO, BASE, SUITE_TASKS)
    ]
    try:
        return SuiteCopy(suite.name, {file.name: file.read_bytes() for file in files})
    except OSError as error:
        raise RunError(f"the suite cannot be sent to workers: {error}") from error
