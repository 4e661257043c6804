"""The shop while its history is being drawn: accounts, purchases and the ids in use."""

from collections import Counter
from collections.abc import Callable, Sequence

from tau_emo_db import kit
from tau_emo_db.address import Address
from tau_emo_db.domains.retail.purchase import Pricing, Purchase, as_it_was
from tau_emo_db.domains.retail.shopper import Shopper, gift_balance
from tau_emo_db.domains.retail.stock import Stock
from tau_emo_db.domains.retail.tables import (
    CancelReason,
    Order,
    OrderStatus,
    PaymentMethod,
    PaymentSource,
    User,
    Variant,
)
from tau_emo_db.draw import Draw

CANCEL_REASONS: tuple[CancelReason, ...] = ("no longer needed", "ordered by mistake")
LINE_COUNTS = {1: 30, 2: 27, 3: 20, 4: 13, 5: 10}
ELSEWHERE_SHARE = 0.3
"""How many orders go to another address than the default one."""
REPEATED_SHARE = 0.1
"""How many orders of several lines hold one product twice."""
GIFT_CARD_LIMIT = 450_00
"""Dearer orders are paid by gift card only where the profile has nothing else."""


class Shop:
    """Opens accounts and takes orders; sees to unique ids and counts the orders.

    Args:
        stock: what can be bought.
    """

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.shoppers: list[Shopper] = []
        self.placed: Counter[OrderStatus] = Counter()
        self._ids = kit.Unique()
        self._homes = kit.Unique()

    # Accounts

    def open_account(
        self,
        draw: Draw,
        *kinds: PaymentSource,
        person: kit.Person | None = None,
        email: Callable[[], str] | None = None,
    ) -> Shopper:
        """A new shopper with payment methods of these kinds.

        Args:
            draw: where everything else comes from.
            kinds: one payment method is made of each.
            person: who it is; anybody if left out.
            email: makes the e-mail, and another one if that is taken; the kit's if left out.
        """
        someone = person or kit.person(draw)
        shopper = Shopper(
            User(
                user_id=self._ids.fresh(lambda: kit.user_id(draw, someone)),
                first_name=someone.first_name,
                last_name=someone.last_name,
                email=self._ids.fresh(email or (lambda: kit.email(draw, someone))),
                address=self._home(draw, someone),
            )
        )
        for kind in kinds:
            if kind == "credit_card":
                self.add_card(draw, shopper)
            elif kind == "paypal":
                self.add_paypal(draw, shopper)
            else:
                self.add_gift_card(draw, shopper, gift_balance(draw))
        self.shoppers.append(shopper)
        return shopper

    def _home(self, draw: Draw, person: kit.Person) -> Address:
        """An address in a zip where nobody of the same name lives."""
        return self._homes.fresh(
            lambda: kit.postal_address(draw), lambda home: f"{person.name} {home.zip}"
        )

    def add_card(self, draw: Draw, shopper: Shopper, brand: str | None = None) -> PaymentMethod:
        """Another credit card, told apart from the profile's others by its last digits."""
        card = kit.card(draw, brand=brand, taken={method.last_four for method in shopper.methods})
        return self._add(
            shopper,
            PaymentMethod(
                id=self._method_id(draw, "credit_card"),
                user_id=shopper.user.user_id,
                source="credit_card",
                brand=card.brand,
                last_four=card.last_four,
            ),
        )

    def add_paypal(self, draw: Draw, shopper: Shopper) -> PaymentMethod:
        """A paypal account."""
        return self._add(
            shopper,
            PaymentMethod(
                id=self._method_id(draw, "paypal"),
                user_id=shopper.user.user_id,
                source="paypal",
            ),
        )

    def add_gift_card(self, draw: Draw, shopper: Shopper, balance: int) -> PaymentMethod:
        """A gift card, told apart from the profile's others by its balance (in cents)."""
        taken = {card.balance for card in shopper.gift_cards()}
        while balance in taken:
            balance = gift_balance(draw)
        return self._add(
            shopper,
            PaymentMethod(
                id=self._method_id(draw, "gift_card"),
                user_id=shopper.user.user_id,
                source="gift_card",
                balance=balance,
            ),
        )

    def _method_id(self, draw: Draw, source: PaymentSource) -> str:
        return f"{source}_{self._ids.fresh(lambda: draw.digits(7))}"

    @staticmethod
    def _add(shopper: Shopper, method: PaymentMethod) -> PaymentMethod:
        shopper.methods.append(method)
        return method

    # Purchases

    def articles(
        self, draw: Draw, shopper: Shopper, count: int, dearest: int | None = None
    ) -> list[Variant]:
        """Variants of so many different products that the shopper has not bought yet.

        Args:
            draw: where they come from.
            shopper: who buys.
            count: how many.
            dearest: the highest catalogue price in cents, if there is a limit.
        """
        known = shopper.bought()
        fitting = [
            [v for v in variants if dearest is None or v.price <= dearest]
            for product_id, variants in self.stock.variants.items()
            if product_id not in known
        ]
        return [draw.pick(variants) for variants in draw.sample([f for f in fitting if f], count)]

    def basket(self, draw: Draw, shopper: Shopper) -> list[Variant]:
        """One to five units; now and then two of one product, equal or not.

        Who has nothing but gift cards buys small things.
        """
        count = draw.weighted(LINE_COUNTS)
        dearest = (
            GIFT_CARD_LIMIT // 4 if len(shopper.gift_cards()) == len(shopper.methods) else None
        )
        if count == 1 or not draw.chance(REPEATED_SHARE):
            return self.articles(draw, shopper, count, dearest)
        units = self.articles(draw, shopper, count - 1, dearest)
        again = draw.pick(units)
        return [*units, draw.pick([again, draw.pick(self.stock.others(again))])]

    def buy(
        self,
        draw: Draw,
        shopper: Shopper,
        articles: Sequence[Variant],
        *,
        status: OrderStatus = "pending",
        method: PaymentMethod | None = None,
        pricing: Pricing = as_it_was,
        elsewhere: bool | None = None,
    ) -> Purchase:
        """An order with all that its status asks for.

        Args:
            draw: where everything left open comes from.
            shopper: who buys.
            articles: one variant for each line.
            status: the status the order has reached.
            method: what paid for it; one that suits the sum if left out.
            pricing: what each variant cost.
            elsewhere: whether it goes to another than the default address; drawn if left out.
        """
        away = draw.chance(ELSEWHERE_SHARE) if elsewhere is None else elsewhere
        purchase = Purchase(
            Order(
                order_id="#W" + self._ids.fresh(lambda: draw.digits(7)),
                user_id=shopper.user.user_id,
                address=kit.postal_address(draw) if away else shopper.user.address,
                status=status,
            )
        )
        paid: dict[str, int] = {}
        for variant in articles:
            price = paid.setdefault(variant.item_id, pricing(draw, variant))
            purchase.put_in(variant, self.stock.name(variant), price)
        payer = method or self._payer(draw, shopper, purchase.total)
        purchase.record("payment", purchase.total, payer.id)
        if status != "pending":
            purchase.pack(self._ids.fresh(lambda: draw.digits(12)))
        if status == "cancelled":
            purchase.cancel(draw.pick(CANCEL_REASONS))
        elif status == "delivered (return requested)":
            self._ask_return(draw, shopper, purchase)
        elif status == "delivered (exchange requested)":
            self._ask_exchange(draw, shopper, purchase)
        shopper.purchases.append(purchase)
        self.placed[status] += 1
        return purchase

    @staticmethod
    def _payer(draw: Draw, shopper: Shopper, total: int) -> PaymentMethod:
        """One of the profile's methods; a gift card only for a sum one would put on it."""
        fitting = [m for m in shopper.methods if m.source != "gift_card" or total < GIFT_CARD_LIMIT]
        return draw.pick(fitting or shopper.methods)

    @staticmethod
    def _ask_return(draw: Draw, shopper: Shopper, purchase: Purchase) -> None:
        lines = draw.sample(purchase.lines, draw.integer(1, len(purchase.lines)))
        original = [m for m in shopper.methods if m.id == purchase.original_method_id]
        gift_cards = [m for m in shopper.gift_cards() if m not in original]
        purchase.ask_return(lines, draw.pick(original + gift_cards))

    def _ask_exchange(self, draw: Draw, shopper: Shopper, purchase: Purchase) -> None:
        by_id = {v.item_id: v for v in self.stock.everything()}
        lines = draw.sample(purchase.lines, min(len(purchase.lines), draw.integer(1, 2)))
        pairs = [(line, draw.pick(self.stock.others(by_id[line.item_id]))) for line in lines]
        difference = sum(new.price - line.price for line, new in pairs)
        # A gift card that paid the order may lack the difference; then a card was added for it.
        able = [m for m in shopper.methods if m.balance is None or m.balance >= difference]
        if not able:
            able = [self.add_card(draw, shopper)]
        purchase.ask_exchange(pairs, draw.pick(able))
