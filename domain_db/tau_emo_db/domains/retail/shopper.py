"""A customer of the shop with a profile of payment methods and a list of purchases."""

from dataclasses import dataclass, field

from tau_emo_db.domains.retail.purchase import Purchase
from tau_emo_db.domains.retail.tables import PaymentMethod, PaymentSource, User
from tau_emo_db.draw import Draw

MOST_ORDERS = 9


@dataclass(eq=False)
class Shopper:
    """One user row and everything that hangs on it."""

    user: User
    methods: list[PaymentMethod] = field(default_factory=list[PaymentMethod])
    purchases: list[Purchase] = field(default_factory=list[Purchase])
    settled: bool = False
    """The situation is complete: no ordinary order is added."""

    def method(self, source: PaymentSource) -> PaymentMethod:
        """The first payment method of this kind."""
        return next(method for method in self.methods if method.source == source)

    def gift_cards(self) -> list[PaymentMethod]:
        """The gift cards of the profile."""
        return [method for method in self.methods if method.source == "gift_card"]

    def bought(self) -> set[str]:
        """The ids of all products in all orders."""
        return {line.product_id for purchase in self.purchases for line in purchase.lines}


def gift_balance(draw: Draw) -> int:
    """What is left on a gift card, in cents: nothing, a small rest, or a good deal."""
    size = draw.weighted({"empty": 1, "rest": 4, "some": 5, "plenty": 2})
    if size == "empty":
        return 0
    low, high = {"rest": (3_00, 60_00), "some": (60_00, 260_00), "plenty": (260_00, 900_00)}[size]
    return draw.integer(low, high)


def profile_kinds(draw: Draw) -> list[PaymentSource]:
    """The kinds of one to four payment methods: at most one paypal and two gift cards."""
    wallet: list[PaymentSource] = [
        "credit_card",
        "credit_card",
        "credit_card",
        "paypal",
        "gift_card",
        "gift_card",
    ]
    return draw.sample(wallet, draw.weighted({1: 26, 2: 38, 3: 26, 4: 10}))
