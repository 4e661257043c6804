"""What verification finds."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One reason why a task is not verified."""

    task: str
    check: str
    text: str

    def __str__(self) -> str:
        return f"{self.task}: {self.check}: {self.text}"
