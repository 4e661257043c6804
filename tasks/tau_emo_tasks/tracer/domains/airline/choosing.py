"""Which of several flights a customer wants, in words that leave just one."""

from collections.abc import Sequence
from dataclasses import dataclass

from tau_emo_db import Draw
from tau_emo_tasks.tracer.domains.airline.base import Air, Departure

_WINDOWS = (
    ("00:00:00", "12:00:00", ("leaves before noon", "takes off before noon")),
    ("12:00:00", "18:00:00", ("leaves between noon and 6 pm", "takes off between noon and 6 pm")),
    ("18:00:00", "24:00:00", ("leaves at 6 pm or later", "takes off at 6 pm or later")),
)


@dataclass(frozen=True)
class Choice:
    """One flight, and how it is told from the others of the day."""

    departure: Departure
    kind: str
    """`only`, `cheapest`, `earliest`, `latest` or `window`."""
    words: str
    """"the cheapest direct flight"."""


def choices(
    air: Air, origin: str, destination: str, day: str, cabin: str, people: int, draw: Draw
) -> list[Choice]:
    """All ways to pick one direct flight of a day that has room; none if it is ambiguous."""
    every = air.departures(origin, destination, day)
    fitting = [one for one in every if one.seats(cabin) >= people]
    if not fitting:
        return []
    full = len(fitting) < len(every)
    room = "a free seat" if people == 1 else "enough seats"
    there = draw.pick((f" that still has {room}", f" that has {room}")) if full else ""
    among = draw.pick((f" among those with {room}", f" of those with {room}")) if full else ""
    if len(fitting) == 1:
        options = (f"the direct flight{there}",)
        if not full:
            options = ("the direct flight", "a direct flight")
        return [Choice(fitting[0], "only", draw.pick(options))]
    found = [
        Choice(one, "cheapest", draw.pick((
            f"the cheapest direct flight{there}",
            f"the direct flight with the lowest price{among}",
            f"whichever direct flight costs least{among}",
        )))
        for one in _first(fitting, [one.price(cabin) for one in fitting])
    ]  # fmt: skip
    found += [
        Choice(one, "earliest", draw.pick((
            f"the first direct flight of the day{there}",
            f"the earliest direct flight{there}",
            f"the direct flight that leaves earliest{among}",
        )))
        for one in _first(fitting, [one.leaves for one in fitting])
    ]  # fmt: skip
    late = sorted(fitting, key=lambda one: one.leaves, reverse=True)
    if late[0].leaves != late[1].leaves:
        options = (
            f"the last direct flight of the day{there}",
            f"the direct flight that leaves latest{among}",
        )
        found.append(Choice(late[0], "latest", draw.pick(options)))
    for start, end, words in _WINDOWS:
        inside = [one for one in fitting if start <= one.leaves < end]
        if len(inside) == 1:
            text = f"the only direct flight that {draw.pick(words)}"
            whole = [one for one in every if start <= one.leaves < end]
            if len(whole) > 1:
                text += f" and still has {room}"
            found.append(Choice(inside[0], "window", text))
    return found


def _first(some: Sequence[Departure], keys: Sequence[int | str]) -> list[Departure]:
    """The one with the least key; none if there is a tie."""
    ranked = sorted(zip(keys, range(len(some)), strict=True), key=lambda one: str(one[0]).zfill(8))
    if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
        return []
    return [some[ranked[0][1]]]
