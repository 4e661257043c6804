"""Amounts of money as people write them."""

from tau_emo_servers.money import two_decimals


def dollars(cents: int) -> str:
    """Whole dollars without decimals: "$20", "$20.50"."""
    return f"${two_decimals(cents).removesuffix('.00')}"
