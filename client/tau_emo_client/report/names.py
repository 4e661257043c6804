"""The names under which runs stand in a report."""

from collections import Counter
from collections.abc import Sequence

from tau_emo_client.table import RunReport
from tau_emo_client.texts import plain

LONGEST = 28
"""Characters of a name in a figure."""


def run_names(reports: Sequence[RunReport]) -> list[str]:
    """A name for each run: its agent, with the folder where agents are named alike.

    Args:
        reports: the runs.
    """
    agents = [plain(report.config.agent.name) for report in reports]
    names = agents
    for where in (
        [report.folder.name for report in reports],
        [str(report.folder.absolute()) for report in reports],
    ):
        alike = Counter(names)
        names = [
            f"{agent} ({plain(place)})" if alike[name] > 1 else name
            for name, agent, place in zip(names, agents, where, strict=True)
        ]
    return names


def short_names(names: Sequence[str]) -> list[str]:
    """The names as figures have room for; those that would be alike get a number.

    Args:
        names: the names in full.
    """
    cut = [name if len(name) <= LONGEST else _cut(name, LONGEST) for name in names]
    alike = Counter(cut)
    made: list[str] = []
    for number, (name, short) in enumerate(zip(names, cut, strict=True), 1):
        if alike[short] == 1:
            made.append(short)
        else:
            mark = f"{number}: "
            room = LONGEST - len(mark)
            made.append(mark + (name if len(name) <= room else _cut(name, room)))
    return made


def _cut(name: str, room: int) -> str:
    """The beginning and the end, since names often differ in their ends."""
    head = (room - 1) * 3 // 5
    return f"{name[:head]}…{name[-(room - 1 - head) :]}"
