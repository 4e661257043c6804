"""What players' code may raise, and how it is told in one line."""

import asyncio
import traceback
from pathlib import Path
from typing import cast

ESCAPING = (asyncio.CancelledError, SystemExit, GeneratorExit, BaseExceptionGroup)
"""What is no `Exception` and would end the whole run if a player's code let it out. A
`KeyboardInterrupt` is not among them: whoever presses Ctrl-C means the run."""


def is_ours(error: BaseException) -> bool:
    """True if one of `ESCAPING` was meant for the run, not leaked by the code of a player."""
    if isinstance(error, asyncio.CancelledError):
        task = asyncio.current_task()
        return task is not None and task.cancelling() > 0
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return group.subgroup(KeyboardInterrupt) is not None
    return False


def said(error: BaseException) -> str:
    """Type and message, of a group also those of its first member."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        text += f": {said(group.exceptions[0])}"
    return text


def raised_in(error: BaseException) -> str:
    """File and line that raised the error."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"
