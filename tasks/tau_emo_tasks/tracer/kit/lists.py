"""Several things in a sentence."""

from collections.abc import Sequence


def listed(parts: Sequence[str]) -> str:
    """ "a", "a and b" or "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
