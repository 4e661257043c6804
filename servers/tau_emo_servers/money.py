"""Money as agents and tools write it: decimal numbers outside, whole cents inside."""

from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_UP, Decimal
from math import isfinite

from tau_emo_servers.toolkit import Rejection

_LARGEST = 10**15
_CENT = Decimal("0.01")


def to_cents(number: int | float | Decimal) -> int:
    """Whole cents of an amount, read through its shortest decimal text, rounded half up.

    Half up is away from zero: 2.675 gives 268 and -2.675 gives -268.

    Args:
        number: the amount in the currency's main unit.

    Raises:
        Rejection: the number is not finite or beyond 10^15.
    """
    return int(_exact(number).quantize(_CENT, rounding=ROUND_HALF_UP) * 100)


def whole_cents(number: int | float | Decimal, name: str = "amount") -> int:
    """Whole cents of an amount that must have no more than two decimals.

    Args:
        number: the amount in the currency's main unit.
        name: what the argument is called, for the error.

    Raises:
        Rejection: the number has more decimals, is not finite or beyond 10^15.
    """
    value = _exact(number)
    if value != value.quantize(_CENT, rounding=ROUND_HALF_UP):
        raise Rejection(
            "invalid_amount",
            f"{name} {_plain(value)} has more than two decimals; send whole cents, such as 12.50.",
        )
    return int(value * 100)


def above_zero(cents: int, name: str = "amount") -> int:
    """The whole cents, if they are above 0.

    Args:
        cents: the amount in whole cents.
        name: what the amount is called, for the error.

    Raises:
        Rejection: they are not.
    """
    if cents <= 0:
        raise Rejection("invalid_amount", f"the {name} must be above 0; send 0.01 or more.")
    return cents


def check_sum(amounts: Iterable[int], total: int, read: Callable[[int], str]) -> None:
    """Refuses payments that are more or less than what they pay.

    Args:
        amounts: what each payment pays, in cents or in the domain's whole units.
        total: what they must add up to, in the same unit.
        read: how an amount reads, with its currency.

    Raises:
        Rejection: they do not add up to it.
    """
    paid = sum(amounts)
    if paid != total:
        raise Rejection(
            "wrong_sum",
            f"the payments add up to {read(paid)}, but the total is {read(total)}; let them add up "
            "to it.",
        )


def dollars(number: int) -> str:
    """An amount in whole US dollars, for domains whose money knows no cents: 30 reads $30."""
    return f"${number}"


def _exact(number: int | float | Decimal) -> Decimal:
    """The number by its shortest decimal text."""
    if isinstance(number, float) and not isfinite(number):
        raise Rejection("invalid_amount", f"{number} is no amount; send a finite number.")
    value = Decimal(repr(number)) if isinstance(number, float) else Decimal(number)
    if not value.is_finite() or abs(value) > _LARGEST:
        raise Rejection("invalid_amount", "the amount is not a finite number below 10^15.")
    return value


def _plain(value: Decimal) -> str:
    return f"{value:.15g}"


def whole(number: int | float, name: str = "amount") -> int:
    """An amount of at least 1 in whole units, for domains whose money knows no cents.

    Args:
        number: the amount in the currency's main unit.
        name: what the amount is called, for the error.

    Raises:
        Rejection: the number has a fraction, is not finite, or is not above 0.
    """
    if not isfinite(number) or number != int(number) or number <= 0:
        raise Rejection(
            "invalid_amount", f"the {name} is {number:.15g}; send a whole number above 0."
        )
    return int(number)


def shown(cents: int) -> int | float:
    """The amount as a JSON number: 1250 cents show as 12.5, 1200 as 12."""
    units, rest = divmod(cents, 100)
    return units if rest == 0 else cents / 100


def unsigned(cents: int) -> str:
    """The amount without its sign as a text: -1250 cents read 12.5."""
    return str(shown(abs(cents)))


def two_decimals(cents: int) -> str:
    """The amount as a text that always has two decimals: 1200 cents read 12.00."""
    sign = "-" if cents < 0 else ""
    units, rest = divmod(abs(cents), 100)
    return f"{sign}{units}.{rest:02d}"
