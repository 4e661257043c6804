"""Small particulars of people's lives, which make two tellings of one thing differ."""

from collections.abc import Collection

from tau_emo_db import Draw

PARTICULARS: dict[str, tuple[str, ...]] = {
    "relative": (
        "mother", "father", "sister", "brother", "aunt", "uncle", "grandmother", "grandfather",
        "daughter", "son", "niece", "nephew", "cousin", "mother-in-law", "father-in-law",
    ),
    "friend": ("neighbor", "colleague", "roommate", "old friend", "school friend"),
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "part_of_day": ("morning", "afternoon", "evening", "night"),
    "several": ("two", "three", "four", "five", "six", "seven"),
    "ordinal": ("third", "fourth", "fifth", "sixth", "seventh"),
    "span": (
        "two days", "three days", "five days", "a week", "ten days", "two weeks", "three weeks",
        "a month", "six weeks", "two months",
    ),
    "wait": (
        "twenty minutes", "half an hour", "forty minutes", "fifty minutes", "an hour",
        "an hour and a half", "two hours",
    ),
    "hour": (
        "five in the morning", "six", "half past seven", "noon", "three in the afternoon",
        "half past five", "nine in the evening", "midnight", "two at night",
    ),
}  # fmt: skip
"""By blank, what may fill it."""


def particulars(draw: Draw, besides: Collection[str] = ()) -> dict[str, str]:
    """One of each.

    Args:
        draw: decides which.
        besides: what has been told already, and is not taken again.
    """
    return {
        name: draw.pick([one for one in options if one not in besides])
        for name, options in PARTICULARS.items()
    }
