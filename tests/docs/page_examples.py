"""The examples of a Markdown page, and how they are run.

- ```` ```console ````: each line that starts with `$ ` is a command, what follows is what it
  prints. The commands of a block share one shell, which is ended with all it started.
- ```` ```python ````: a program of its own; a line `# > text` is what it prints.
- A block with `title="name"` is saved as that file, for the blocks below it.
- ```` ```sh ```` is for what cannot be run here; the comment above it says why.

A shown `…` stands for anything: within a line for the rest of it, on a line of its own for any
lines.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^\n]*?) -->\n+)?^```(?P<kind>[\w-]*)(?P<more>[^\n]*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_TITLE = re.compile(r'title="([^"]+)"')
_STATUS = "@@ status"
SECONDS = 150
"""Seconds that one example may take."""


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    line: int
    kind: str
    """The language of the fence."""
    title: str
    """The file it is saved as; empty: none."""
    note: str
    """The comment above it."""
    body: str

    @property
    def excused(self) -> bool:
        """True if the page says why it is not run here, or where it is run."""
        return self.note.startswith("not run: ") or self.note in ("run", "test")


def blocks_of(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found: list[Block] = []
    for match in _BLOCK.finditer(text):
        title = _TITLE.search(match["more"])
        found.append(
            Block(
                line=text.count("\n", 0, match.start("kind")) + 1,
                kind=match["kind"],
                title=title[1] if title else "",
                note=match["note"] or "",
                body=match["body"],
            )
        )
    return found


def run_block(block: Block, folder: Path, replace: dict[str, str]) -> list[str]:
    """Run one block in the folder; what went wrong, line by line.

    Args:
        block: the block.
        folder: where it is run; files of earlier blocks stand there.
        replace: addresses that stand in examples, and those that answer here.
    """
    body = block.body
    for shown, here in replace.items():
        body = body.replace(shown, here)
    if block.title:
        (folder / block.title).write_text(body, encoding="utf-8")
        return []
    if block.kind == "python":
        return _run_python(body, folder)
    if block.kind == "console":
        return list(_run_console(body, folder))
    return []


def shown_in(shown: str, output: str) -> bool:
    """True if the output holds the shown lines one after the other."""
    lines = [line.rstrip() for line in shown.strip("\n").splitlines()]
    wanted = "".join(
        r"(?:.*\n)*?"
        if line.strip() == "…"
        else ".*".join(map(re.escape, line.split("…"))) + "[ \t]*\n"
        for line in lines
    )
    return re.search("^" + wanted, output.rstrip("\n") + "\n", re.MULTILINE) is not None


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("TAU_EMO_") or name == "TAU_EMO_CACHE_DIR"
    }
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return kept | {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def _run_python(body: str, folder: Path) -> list[str]:
    done = _run([sys.executable, "-c", body], folder)
    shown = "\n".join(re.findall(r"^ *# > ?(.*)$", body, re.MULTILINE))
    if done.returncode:
        return [f"exit status {done.returncode}\n{done.stdout}"]
    if shown and not shown_in(shown, done.stdout):
        return [f"printed\n{done.stdout}\ninstead of\n{shown}"]
    return []


def _commands(body: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block with what each is said to print."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        last = next(n for n, line in enumerate(lines) if not line.endswith("\\"))
        yield "\n".join(lines[: last + 1]), "\n".join(lines[last + 1 :])


def _run_console(body: str, folder: Path) -> Iterator[str]:
    commands = list(_commands(body))
    if not commands:
        yield "a console block without a command; commands start with `$ `"
        return
    script = ["trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT"]
    for command, _ in commands:
        script += [command, f"printf '\\n{_STATUS} %s\\n' \"$?\""]
    done = _run(["bash", "-c", "\n".join(script)], folder)
    outputs = re.split(rf"^{_STATUS} (\d+)\n", done.stdout, flags=re.MULTILINE)
    if len(outputs) != 2 * len(commands) + 1:
        yield f"the shell ended early\n{done.stdout}"
        return
    results = zip(outputs[::2], outputs[1::2], strict=False)
    for (command, shown), (output, status) in zip(commands, results, strict=True):
        if status != "0":
            yield f"{command}: exit status {status}\n{output}"
        elif shown.strip() and not shown_in(shown, output):
            yield f"{command}: printed\n{output}\ninstead of\n{shown}"
