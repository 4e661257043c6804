"""An order with its lines, parcels and payment history, and what may have happened to it.

The methods do what a customer or the shop did before the first conversation, in the
same way as the tools do it, so every history adds up to the lines.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from tau_emo_db.domains.retail.tables import (
    CancelReason,
    Fulfillment,
    Order,
    OrderItem,
    OrderPayment,
    PaymentMethod,
    TransactionType,
    Variant,
)
from tau_emo_db.draw import Draw

LOWEST_PRICE = 28_00
HIGHEST_PRICE = 3_300_00

Pricing = Callable[[Draw, Variant], int]
"""What was paid for a variant, in cents."""


def as_today(_: Draw, variant: Variant) -> int:
    """Bought at the price of today's catalogue."""
    return variant.price


def dearer_than_today(draw: Draw, variant: Variant) -> int:
    """Bought 2 to 12 % above today's price, within the price range of the shop."""
    return min(HIGHEST_PRICE, variant.price * draw.integer(1020, 1120) // 1000)


def cheaper_than_today(draw: Draw, variant: Variant) -> int:
    """Bought 2 to 12 % below today's price, within the price range of the shop."""
    return max(LOWEST_PRICE, variant.price * draw.integer(880, 980) // 1000)


def as_it_was(draw: Draw, variant: Variant) -> int:
    """Bought at today's price two times in three, else above or below it."""
    return draw.weighted({as_today: 4, dearer_than_today: 1, cheaper_than_today: 1})(draw, variant)


@dataclass(eq=False)
class Purchase:
    """One order row and everything that hangs on it."""

    order: Order
    lines: list[OrderItem] = field(default_factory=list[OrderItem])
    parcels: list[Fulfillment] = field(default_factory=list[Fulfillment])
    payments: list[OrderPayment] = field(default_factory=list[OrderPayment])

    @property
    def total(self) -> int:
        """The sum of the lines, in cents."""
        return sum(line.price for line in self.lines)

    @property
    def original_method_id(self) -> str:
        """The payment method that paid first."""
        return self.payments[0].payment_method_id

    def put_in(self, variant: Variant, name: str, price: int) -> None:
        """Add one unit."""
        self.lines.append(
            OrderItem(
                order_id=self.order.order_id,
                position=len(self.lines),
                item_id=variant.item_id,
                product_id=variant.product_id,
                name=name,
                price=price,
                options=variant.options,
            )
        )

    def record(self, kind: TransactionType, amount: int, method_id: str) -> None:
        """Append one entry to the payment history."""
        self.payments.append(
            OrderPayment(
                order_id=self.order.order_id,
                position=len(self.payments),
                transaction_type=kind,
                amount=amount,
                payment_method_id=method_id,
            )
        )

    def pack(self, tracking_id: str) -> None:
        """Put all lines into one parcel."""
        self.parcels.append(
            Fulfillment(
                order_id=self.order.order_id,
                position=0,
                tracking_id=[tracking_id],
                item_ids=[line.item_id for line in self.lines],
            )
        )

    def cancel(self, reason: CancelReason) -> None:
        """Give the whole sum back to the method that paid."""
        self.order.cancel_reason = reason
        self.record("refund", self.total, self.original_method_id)

    def change_payment(self, new: PaymentMethod) -> None:
        """Charge another method and refund the first one."""
        old_id = self.original_method_id
        self.record("payment", self.total, new.id)
        self.record("refund", self.total, old_id)

    def change_item(self, line: OrderItem, new: Variant, method: PaymentMethod) -> None:
        """Replace one unit at today's price and settle the difference."""
        difference = new.price - line.price
        line.item_id, line.price, line.options = new.item_id, new.price, new.options
        self.record("payment" if difference > 0 else "refund", abs(difference), method.id)

    def ask_return(self, lines: list[OrderItem], target: PaymentMethod) -> None:
        """Leave an open return request."""
        self.order.return_items = sorted(line.item_id for line in lines)
        self.order.return_payment_method_id = target.id

    def ask_exchange(self, pairs: list[tuple[OrderItem, Variant]], method: PaymentMethod) -> None:
        """Leave an open exchange request; no money has moved yet."""
        self.order.exchange_items = sorted(line.item_id for line, _ in pairs)
        self.order.exchange_new_items = sorted(new.item_id for _, new in pairs)
        self.order.exchange_payment_method_id = method.id
        self.order.exchange_price_difference = sum(new.price - line.price for line, new in pairs)
