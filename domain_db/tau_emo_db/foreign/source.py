"""The files of a foreign database: one for each part in a folder, or one for all."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from tau_emo_db.foreign.node import Misfit, Node

ONE_FILE = "db.json"
"""The name of a file that holds all parts."""


class Refused(ValueError):  # noqa: N818 - told to the user as what it is
    """A foreign database or a file of it is not taken; nothing was kept of it.

    Args:
        misfits: what does not fit, each with its place.
    """

    def __init__(self, misfits: Sequence[Misfit]) -> None:
        super().__init__("; ".join(map(str, misfits[:3])))
        self.misfits = tuple(misfits)


class Source:
    """The parts of a foreign database by name.

    Args:
        parts: each as it was read.
        files: SHA-256 of the files by name.
    """

    def __init__(self, parts: dict[str, Node], files: dict[str, str]) -> None:
        self._parts = parts
        self.files = files

    @classmethod
    def read(cls, path: Path, names: Sequence[str]) -> "Source":
        """Read the parts from a folder that has a JSON file for each, or from one file.

        Args:
            path: the folder, or the file that holds all parts under their names. A folder
                may hold other files beside them.
            names: the parts there must be.

        Raises:
            Refused: a part is missing, or a file is no JSON.
        """
        files = {name: path / f"{name}.json" for name in names}
        if path.is_dir() and not any(file.is_file() for file in files.values()):
            if not (path / ONE_FILE).is_file():
                wanted = ", ".join(f"{name}.json" for name in names)
                raise Refused([Misfit(str(path), f"holds neither {ONE_FILE} nor {wanted}")])
            path = path / ONE_FILE
        if path.is_dir():
            if missing := [file.name for file in files.values() if not file.is_file()]:
                raise Refused([Misfit(str(path), f"holds no {', '.join(missing)}")])
            return cls(
                {name: Node(read_json(file), file.name) for name, file in files.items()},
                {file.name: _digest(file) for file in files.values()},
            )
        whole = read_json(path)
        if not isinstance(whole, dict):
            raise Refused([Misfit(path.name, "holds no object")])
        found = cast("dict[str, object]", whole)
        misfits = [Misfit(path.name, f"has no {name!r}") for name in names if name not in found]
        misfits += [
            Misfit(path.name, f"has {name!r}, which has no place with us")
            for name in found
            if name not in names
        ]
        if misfits:
            raise Refused(misfits)
        return cls(
            {name: Node(found[name], f"{path.name}: {name}") for name in names},
            {path.name: _digest(path)},
        )

    def part(self, name: str) -> Node:
        """A part as a whole."""
        return self._parts[name]

    def records(self, name: str) -> list[Node]:
        """The records of a part, in the order of the file.

        Raises:
            Misfit: it is neither a list nor an object.
        """
        part = self._parts[name]
        value: Any = part.value
        join = "." if ": " in part.place else ": "
        if isinstance(value, dict):
            found = cast("dict[str, Any]", value)
            return [Node(one, f"{part.place}{join}{key}", key) for key, one in found.items()]
        if isinstance(value, list):
            return [
                Node(one, f"{part.place}{join}[{number}]", str(number))
                for number, one in enumerate(cast("list[object]", value))
            ]
        raise part.misfit("is neither a list nor an object")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_json(path: Path) -> Any:
    """A JSON file in UTF-8 whose objects have no key twice; of JSON Lines, the list of all lines.

    Raises:
        Refused: it is none, or cannot be read.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise ValueError(f"an object has the key {twice!r} twice")
        return found

    def finite(name: str) -> float:
        raise ValueError(f"{name} is no number of JSON")

    def value(text: str) -> Any:
        return json.loads(text, object_pairs_hook=once, parse_constant=finite)

    try:
        text = path.read_text("utf-8")
        if path.suffix == ".jsonl":
            # Not splitlines: JSON texts may hold other line separators, such as U+2028.
            return [value(line) for line in text.split("\n") if line.strip()]
        return value(text)
    except (OSError, ValueError, RecursionError) as error:
        raise Refused([Misfit(path.name, f"cannot be read: {error}")]) from error
