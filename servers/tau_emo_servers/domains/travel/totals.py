"""What bookings of the packages shown may cost: what an agent may work out in its head."""

import json
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import combinations
from typing import Any

from tau_emo_db.domains.travel.pricing import INSURANCE_FEES, total_price
from tau_emo_servers.money import to_cents
from tau_emo_servers.rules import Moment

_MOST_TRAVELERS = 6


def totals_of_bookings(moment: Moment) -> frozenset[Decimal]:
    """The price of every booking that can be made of the packages read before."""
    read = moment.succeeded("get_package_details")
    return frozenset[Decimal]().union(*(_totals(call.result) for call in read))


@lru_cache(maxsize=64)
def _totals(result: str) -> frozenset[Decimal]:
    """All prices of one package: each date, number of travelers, insurance and add-ons."""
    package: dict[str, Any] = json.loads(result)
    bases = [to_cents(one["base_price"]) for one in package["departures"].values()]
    extras = [to_cents(one["price"]) for one in package["optional_add_ons"]]
    return frozenset(
        Decimal(total_price(base, travelers, chosen, label)) / 100
        for base in bases
        for travelers in range(1, _MOST_TRAVELERS + 1)
        for label in (None, *INSURANCE_FEES)
        for chosen in _choices(extras)
    )


def _choices(extras: Sequence[int]) -> list[tuple[int, ...]]:
    return [some for count in range(len(extras) + 1) for some in combinations(extras, count)]
