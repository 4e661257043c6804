"""What cancelling and changing a package costs: the texts that are shown and what they mean.

A template makes the three texts from the same figures that `PackageTerms` holds, so text and
terms cannot contradict each other. One template is unclear on purpose.
"""

from dataclasses import dataclass
from typing import Literal

from tau_emo_db.domains.travel.tables import PackageTerms, Policies

Window = Literal["free", "penalty", "nothing", "unclear"]
Change = Literal["free", "fee", "closed", "unclear"]

Figures = tuple[int, int, int]
"""From how many days on cancelling is free, the penalty in percent, and below how many days
nothing is refunded."""


@dataclass(frozen=True)
class Template:
    """The cancellation text of one kind of package, and figures that go with it."""

    cancellation: str
    figures: tuple[Figures, ...]
    clear: bool = True


TEMPLATES: tuple[Template, ...] = (
    Template(
        "Free cancellation up to {free} days before departure. After that, {percent}% of the total "
        "price is kept. Within {last} days of departure, that is with fewer than {last} days to "
        "go, no refund is given.",
        ((30, 50, 15), (45, 50, 21), (60, 40, 30)),
    ),
    Template(
        "Cancel {free} or more days before departure and you get everything back. With {last} or "
        "more days to go, but fewer than {free}, a penalty of {percent}% of the total applies. "
        "With fewer than {last} days to go the booking is non-refundable.",
        ((21, 30, 7), (40, 25, 14), (75, 50, 30)),
    ),
    Template(
        "Full refund up to {free} days before departure. Later cancellations are not refunded.",
        ((14, 0, 14), (30, 0, 30), (60, 0, 60)),
    ),
    Template(
        "We hold your place at no cost until {free} days before departure. From then on a "
        "cancellation costs {percent}% of the total, whatever the reason.",
        ((28, 50, 0), (50, 20, 0)),
    ),
    Template(
        "This is a special fare. It is non-refundable from the moment it is booked.",
        ((1000, 0, 1000),),
    ),
    Template(
        "Cancellation with at least {free} days to go: no charge. Cancellation with fewer days to "
        "go: {percent}% charge. No refund if fewer than {last} days are left.",
        ((35, 60, 10), (90, 30, 45)),
    ),
    Template(
        "You may cancel without charge as long as {free} days or more remain before departure. If "
        "{last} to {before_free} days remain, we keep {percent}% of the total; if fewer than "
        "{last} remain, we keep everything.",
        ((20, 50, 10), (65, 35, 20)),
    ),
    Template(
        "Charges for a cancellation depend on the season and on what our local partners ask. "
        "Some bookings may be refunded in part.",
        ((0, 0, 0),),
        clear=False,
    ),
)

_FREE_CHANGE = (
    "The departure date can be changed free of charge up to {days} days before departure; only "
    "the difference in price is settled."
)
_PAID_CHANGE = (
    "The departure date can be changed up to {days} days before departure for a fee of {fee} "
    "{currency} per booking, beside the difference in price."
)
_NO_CHANGE_FIGURE = 1000
_NO_CHANGE = "The departure date cannot be changed once the tour is booked."
_UNCLEAR_CHANGE = (
    "Changes of the departure date are looked at case by case and may cost something, depending "
    "on our local partners."
)
CHANGES: tuple[tuple[int, int], ...] = (
    (14, 0),
    (30, 0),
    (7, 0),
    (21, 75_00),
    (45, 0),
    (20, 0),
    (30, 120_00),
    (_NO_CHANGE_FIGURE, 0),
    (10, 0),
)
"""From how many days on the date can change, and the fee in cents."""
REFUNDS: tuple[str, ...] = (
    "Refunds go back to the payment methods that were used, within 10 business days of the "
    "cancellation.",
    "Money is returned to the payment methods that were used. Please allow 5 to 7 business days.",
    "Any refund is paid to the methods that paid for the booking, within 14 days.",
)


def terms_of(
    package_id: str, template: Template, figures: Figures, change: tuple[int, int]
) -> PackageTerms:
    """The terms of one package; those of an unclear template hold no figures."""
    free, percent, last = figures
    days, fee = change if template.clear else (0, 0)
    return PackageTerms(
        package_id=package_id,
        clear=template.clear,
        free_days=free,
        penalty_percent=percent,
        no_refund_days=last,
        change_min_days=days,
        change_fee=fee,
    )


def policies_of(
    template: Template, terms: PackageTerms, currency: str, refund_policy: str
) -> Policies:
    """The three texts that say the terms."""
    cancellation = template.cancellation.format(
        free=terms.free_days,
        before_free=terms.free_days - 1,
        percent=terms.penalty_percent,
        last=terms.no_refund_days,
    )
    if not terms.clear:
        change = _UNCLEAR_CHANGE
    elif terms.change_min_days == _NO_CHANGE_FIGURE:
        change = _NO_CHANGE
    else:
        text = _PAID_CHANGE if terms.change_fee else _FREE_CHANGE
        change = text.format(
            days=terms.change_min_days, fee=f"{terms.change_fee / 100:.2f}", currency=currency
        )
    return Policies(
        cancellation_policy=cancellation, change_policy=change, refund_policy=refund_policy
    )


def cancellation_window(terms: PackageTerms, days: int) -> Window:
    """What a cancellation with so many days to departure means."""
    if not terms.clear:
        return "unclear"
    if days >= terms.free_days:
        return "free"
    return "nothing" if days < terms.no_refund_days else "penalty"


def change_window(terms: PackageTerms, days: int) -> Change:
    """What a change of the date with so many days to departure means."""
    if not terms.clear:
        return "unclear"
    if days < terms.change_min_days:
        return "closed"
    return "fee" if terms.change_fee else "free"
