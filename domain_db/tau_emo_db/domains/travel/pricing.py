"""What a booking costs. All figures are cents of the departure's currency."""

from collections.abc import Iterable

INSURANCE_FEES = {"standard": 50_00, "premium": 100_00}
"""Per traveler, the same number in every currency; any other label costs nothing."""


def insurance_label(text: str | None) -> str | None:
    """A label as it is stored: trimmed, in small letters, and none if it is empty."""
    return (text or "").strip().lower() or None


def insurance_fee(label: str | None, travelers: int) -> int:
    """What the insurance of a stored label costs for so many travelers."""
    return INSURANCE_FEES.get(label or "", 0) * travelers


def total_price(
    base_price: int, travelers: int, add_ons: Iterable[int], insurance: str | None
) -> int:
    """The price of a booking.

    Args:
        base_price: of the departure, per person.
        travelers: how many persons go.
        add_ons: the price of each add-on, for the booking as a whole.
        insurance: the stored label.
    """
    return base_price * travelers + sum(add_ons) + insurance_fee(insurance, travelers)
