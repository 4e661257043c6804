"""The texts that models are prompted with, by version."""

import hashlib
from functools import cache
from importlib.resources import files


@cache
def prompt(version: str, name: str) -> str:
    """The text of one prompt file, without the blank lines around it.

    Args:
        version: the version of the prompts, as a protocol names it.
        name: the path of the file within the version, such as `user/frame.md`.

    Raises:
        ValueError: there is no such version or file.
    """
    root = files("tau_emo_client").joinpath("prompts")
    versions = sorted(entry.name for entry in root.iterdir() if entry.is_dir())
    if version not in versions:
        raise ValueError(f"there are no prompts {version!r}; there are {', '.join(versions)}")
    file = root.joinpath(version, *name.split("/"))
    if not file.is_file():
        raise ValueError(f"there is no prompt {name} in version {version}")
    return file.read_text("utf-8").strip()


def filled(text: str, **values: str) -> str:
    """The text with each `{{name}}` replaced by the value of that name.

    Raises:
        ValueError: the text has no such place, or a place without value.
    """
    pieces: list[str] = []
    rest, used = text, set[str]()
    while "{{" in rest:
        head, _, tail = rest.partition("{{")
        name, _, rest = tail.partition("}}")
        if name not in values:
            raise ValueError(f"the prompt has a place for {name!r} and nothing is given for it")
        used.add(name)
        pieces += [head, values[name]]
    if used != set(values):
        raise ValueError(f"the prompt has no place for {sorted(set(values) - used)}")
    return "".join([*pieces, rest])


def prompts_digest(version: str, *names: str) -> str:
    """SHA-256 over these prompt files, so that records tell versions apart."""
    return hashlib.sha256("\0".join(prompt(version, name) for name in names).encode()).hexdigest()
