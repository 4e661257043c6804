"""The people who book, and how they pay."""

from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.movie.ids import Ids
from tau_emo_db.domains.movie.tables import Customer, CustomerPaymentMethod, PaymentSource
from tau_emo_db.draw import Draw

LOYAL_SHARE = 0.6
WALLETS: dict[tuple[PaymentSource, ...], float] = {
    ("card",): 4,
    ("card", "gift_card"): 4,
    ("card", "wallet"): 2,
    ("wallet",): 2,
    ("wallet", "gift_card"): 1,
    ("card", "wallet", "gift_card"): 1,
}


@dataclass(eq=False)
class Moviegoer:
    """One customer and the ways to pay."""

    customer: Customer
    methods: list[CustomerPaymentMethod] = field(default_factory=list[CustomerPaymentMethod])
    bookings: int = 0
    known: bool = True
    """False for somebody who has booked but is not in the table of customers."""

    def method(self, source: PaymentSource) -> CustomerPaymentMethod | None:
        """The method of this source, if there is one."""
        return next((one for one in self.methods if one.source == source), None)


def make_moviegoer(
    draw: Draw,
    ids: Ids,
    emails: kit.Unique,
    sources: tuple[PaymentSource, ...] | None = None,
    person: kit.Person | None = None,
) -> Moviegoer:
    """Somebody with one method of each source.

    Args:
        draw: where everything left open comes from.
        ids: gives ids.
        emails: sees to it that no e-mail is given twice.
        sources: the kinds of methods; a usual mix if left out.
        person: who it is; anybody if left out.
    """
    someone = person or kit.person(draw)
    key = ids.fresh(draw, "CU")
    goer = Moviegoer(
        Customer(
            customer_id=key,
            first_name=someone.first_name,
            last_name=someone.last_name,
            email=emails.fresh(lambda: kit.email(draw, someone)),
            phone=kit.phone(draw),
            loyalty_id=ids.numbered(draw, "LOY", 5) if draw.chance(LOYAL_SHARE) else None,
        )
    )
    for source in sources or draw.weighted(WALLETS):
        goer.methods.append(_method(draw, ids, key, source))
    return goer


def _method(draw: Draw, ids: Ids, key: str, source: PaymentSource) -> CustomerPaymentMethod:
    if source != "card":
        name = ids.numbered(draw, {"gift_card": "gift"}.get(source, source), 4)
        return CustomerPaymentMethod(customer_id=key, source=source, payment_method_id=name)
    card = kit.card(draw)
    return CustomerPaymentMethod(
        customer_id=key,
        source=source,
        payment_method_id=f"{card.brand}-{card.last_four}",
        brand=card.brand,
        last_four=card.last_four,
    )
