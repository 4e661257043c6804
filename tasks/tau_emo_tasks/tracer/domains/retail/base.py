"""The shop's customers, and how people speak of what they have bought and how they pay."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.retail.tables import (
    Fulfillment,
    Order,
    OrderItem,
    OrderPayment,
    PaymentMethod,
    Product,
    User,
    Variant,
)
from tau_emo_servers.domain import served_domain
from tau_emo_servers.money import two_decimals
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.kit.payments import payment_detail
from tau_emo_tasks.tracer.trace import Detail, Known
from tau_emo_tasks.tracer.walk import Walk

BRANDS = {"visa": "Visa", "mastercard": "Mastercard"}


class Shop:
    """The base of the shop, by customer."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("retail").data) as state, state.session() as db:
            self.users = {user.user_id: user for user in db.exec(select(User))}
            self.products = {one.product_id: one for one in db.exec(select(Product))}
            self.methods: dict[str, list[PaymentMethod]] = defaultdict(list)
            for method in db.exec(select(PaymentMethod)):
                self.methods[method.user_id].append(method)
            self.variants: dict[str, list[Variant]] = defaultdict(list)
            for variant in db.exec(select(Variant)):
                self.variants[variant.product_id].append(variant)
            self.orders: dict[str, list[Order]] = defaultdict(list)
            for order in db.exec(select(Order)):
                self.orders[order.user_id].append(order)
            self.items: dict[str, list[OrderItem]] = defaultdict(list)
            for item in db.exec(select(OrderItem)):
                self.items[item.order_id].append(item)
            self.paid: dict[str, list[OrderPayment]] = defaultdict(list)
            for payment in db.exec(select(OrderPayment)):
                self.paid[payment.order_id].append(payment)
            self.parcels: dict[str, list[Fulfillment]] = defaultdict(list)
            for parcel in db.exec(select(Fulfillment)):
                self.parcels[parcel.order_id].append(parcel)

    def principals(self) -> Sequence[str]:
        """The keys of all customers."""
        return tuple(self.users)

    def facts(self, principal: str) -> dict[str, str]:
        """The customer's name, e-mail and zip code."""
        user = self.users[principal]
        return {
            "name": f"{user.first_name} {user.last_name}",
            "email": user.email,
            "zip": user.address.zip,
        }

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By e-mail, or now and then by name and zip code."""
        user = self.users[principal]
        facts = self.facts(principal)
        name, zip_code = Known(name="full_name", value=facts["name"]), facts["zip"]
        if draw.chance(0.2) and self._alone(user):
            walk.call(
                "find_user_id_by_name_zip",
                first_name=user.first_name,
                last_name=user.last_name,
                zip=zip_code,
            )
            return (name, Known(name="zip", value=zip_code))
        walk.call("find_user_id_by_email", email=user.email)
        return (Known(name="email", value=user.email), name)

    def _alone(self, user: User) -> bool:
        """True if nobody else has the name and zip code."""
        return not any(
            other.user_id != user.user_id
            and (other.first_name, other.last_name) == (user.first_name, user.last_name)
            and other.address.zip == user.address.zip
            for other in self.users.values()
        )

    def once_named(self, user: str, order: str, item: OrderItem) -> bool:
        """True if "the desk lamp" can mean nothing but this item of all that the user ordered."""
        return (
            sum(
                other.name == item.name
                for one in self.orders[user]
                for other in self.items[one.order_id]
            )
            == 1
        )

    def with_status(self, user: str, status: str) -> Iterator[Order]:
        """The user's orders of one status."""
        yield from (order for order in self.orders[user] if order.status == status)

    def telling(self, user: str, order: Order) -> OrderItem | None:
        """An item by which the owner can tell the order from all others."""
        items = self.items[order.order_id]
        return next((one for one in items if self.once_named(user, order.order_id, one)), None)

    def look_up(self, walk: Walk, user: str, order: Order, *, known: bool) -> None:
        """Open the profile and the order; without its id, all orders until it is found."""
        profile = walk.call("get_user_details", user_id=user)
        for one in [order.order_id] if known else profile["orders"]:
            walk.call("get_order_details", order_id=one)
            if one == order.order_id:
                return

    def with_methods(self, order: Order) -> frozenset[str]:
        """The ids of an order and of what has paid it, whose balances may change with it."""
        paid = (one.payment_method_id for one in self.paid[order.order_id])
        return frozenset({order.order_id, *paid})

    def payers(self, user: str, difference: int) -> list[PaymentMethod]:
        """The methods that the owner can name and that hold a difference in cents."""
        return [
            one
            for one in self.methods[user]
            if self.tellable(user, one) and (one.balance is None or one.balance >= difference)
        ]

    def method(self, user: str, key: str) -> PaymentMethod:
        """A payment method of a user."""
        return next(one for one in self.methods[user] if one.id == key)

    def called(self, user: str, method: PaymentMethod) -> str:
        """How the owner calls a method: "Visa ending in 4260", "gift card", "PayPal account"."""
        if method.source == "paypal":
            return "PayPal account"
        if method.source == "gift_card":
            return "gift card"
        brand = BRANDS[method.brand or "visa"]
        same = [one for one in self.methods[user] if one.brand == method.brand]
        return brand if len(same) == 1 else f"{brand} ending in {method.last_four}"

    def tellable(self, user: str, method: PaymentMethod) -> bool:
        """True if the owner can say which of the methods it is: of two gift cards nobody can."""
        return method.source == "credit_card" or (
            sum(one.source == method.source for one in self.methods[user]) == 1
        )

    def payment(self, user: str, method: PaymentMethod, name: str = "payment") -> Detail:
        """What a listing must say about how to pay."""
        others = [one for one in self.methods[user] if one.id != method.id]
        own = (*self._words_of(method), *self._brand_alone(user, method))
        return payment_detail(name, own, map(self._words_of, others))

    def _words_of(self, method: PaymentMethod) -> tuple[str, ...]:
        words = {"paypal": ("paypal",), "gift_card": ("gift card",)}
        return words.get(method.source, (str(method.last_four),))

    def _brand_alone(self, user: str, method: PaymentMethod) -> tuple[str, ...]:
        same = [one for one in self.methods[user] if one.brand == method.brand]
        return (method.brand,) if method.brand and len(same) == 1 else ()


@cache
def shop() -> Shop:
    """The shop, read once."""
    return Shop()


def thing(item: OrderItem | Product) -> str:
    """What people call an article: "desk lamp", "T-shirt"."""
    return item.name if item.name[:2] in ("T-", "E-") else item.name.lower()


def order_detail(order: Order, item: OrderItem | None) -> Detail:
    """What a listing must say of an order: its number or, if it is known by it, an item."""
    return Detail(name="order", accept=(order.order_id, *((thing(item),) if item else ())))


def subtract(walk: Walk, one: int, other: int) -> None:
    """Let the tool work out a difference of two amounts in cents."""
    walk.call("calculate", expression=f"{one / 100:.2f} - {other / 100:.2f}")


def told_amount(name: str, cents: int, source: tuple[str, ...], *, computed: bool = True) -> Output:
    """An amount that the customer wants to be told, without its sign."""
    return Output(
        name=name, value=two_decimals(abs(cents)), kind="amount", source=source, computed=computed
    )
