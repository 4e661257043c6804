"""The order of look-ups, where it is free."""

import json
from collections.abc import Sequence

from tau_emo_db.draw import Draw
from tau_emo_servers.common_rules import HELPERS, leaves
from tau_emo_tasks.gold import GoldStep

_AS_WRITTEN = 0.5
"""How often the next look-up is the one that stands next, although others could come."""


def in_free_order(steps: Sequence[GoldStep], draw: Draw) -> list[GoldStep]:
    """The look-ups in an order in which each still comes after all that it builds on.

    Args:
        steps: look-ups with their results, in the order of the gold actions.
        draw: decides where the order is free.
    """
    left = list(range(len(steps)))
    needs = {place: _needs(steps, place) for place in left}
    found: list[GoldStep] = []
    while left:
        ready = [place for place in left if not needs[place] & set(left)]
        place = ready[0] if draw.chance(_AS_WRITTEN) else draw.pick(ready)
        left.remove(place)
        found.append(steps[place])
    return found


def _needs(steps: Sequence[GoldStep], place: int) -> set[int]:
    """The places of the steps that this one builds on."""
    action = steps[place].action
    if action.tool in HELPERS:
        # A sum is taken from anything before it, and what comes after may rest on it.
        return set(range(place))
    values = [str(one) for one in leaves(action.arguments) if isinstance(one, str) and one]
    return {
        before
        for before in range(place)
        if steps[before].action.tool in HELPERS
        or any(
            json.dumps(one, ensure_ascii=False)[1:-1] in steps[before].call.result for one in values
        )
    }
