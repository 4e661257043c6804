"""The tables of the retail domain. Money is integer US cents."""

from typing import ClassVar, Literal

from sqlalchemy import Index, MetaData, Text, func, literal_column
from sqlalchemy.orm import registry
from sqlmodel import Field, col

from tau_emo_db.address import Address
from tau_emo_db.marks import Grading, Ledger, Mark, Members, graded
from tau_emo_db.table import Json, Table

PaymentSource = Literal["credit_card", "gift_card", "paypal"]
OrderStatus = Literal[
    "pending",
    "processed",
    "delivered",
    "cancelled",
    "delivered (return requested)",
    "delivered (exchange requested)",
]
CancelReason = Literal["no longer needed", "ordered by mistake"]
TransactionType = Literal["payment", "refund"]


class RetailTable(Table, registry=registry()):
    """Base of the shop's tables."""

    metadata = MetaData()


class User(RetailTable, table=True):
    """A customer; the e-mail is unique without regard to case."""

    user_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    address: Address = Field(sa_type=Json(Address), sa_column_kwargs=graded(Mark.LABEL))
    """The default address."""


email_key = func.lower(col(User.email))
"""The e-mail of a user without regard to case; users are found by it."""
zip_key = func.json_extract(col(User.address), literal_column("'$.zip'"))
"""The zip code of a user's address; users are found by it."""

Index("ix_user_email", email_key)
Index("ix_user_zip", zip_key)


class PaymentMethod(RetailTable, table=True):
    """A way to pay in a user's profile."""

    id: str = Field(primary_key=True)
    user_id: str = Field(foreign_key="user.user_id", index=True)
    source: PaymentSource = Field(sa_type=Text)
    brand: str | None = None
    """`visa` or `mastercard`; credit cards only."""
    last_four: str | None = None
    """Credit cards only."""
    balance: int | None = None
    """In cents; gift cards only."""


class Product(RetailTable, table=True):
    """A type of product."""

    product_id: str = Field(primary_key=True)
    name: str = Field(unique=True, sa_column_kwargs=graded(Mark.LABEL))


class Variant(RetailTable, table=True):
    """One article of a product."""

    item_id: str = Field(primary_key=True)
    product_id: str = Field(foreign_key="product.product_id", index=True)
    options: dict[str, str] = Field(sa_type=Json(dict[str, str]))
    available: bool
    price: int
    """Today's catalogue price, in cents."""


class Order(RetailTable, table=True):
    """An order. The fields from `cancel_reason` on are set only where they apply."""

    order_id: str = Field(primary_key=True)
    user_id: str = Field(foreign_key="user.user_id", index=True)
    address: Address = Field(sa_type=Json(Address), sa_column_kwargs=graded(Mark.LABEL))
    status: OrderStatus = Field(sa_type=Text)
    cancel_reason: CancelReason | None = Field(default=None, sa_type=Text)
    return_items: list[str] | None = Field(
        default=None, sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET)
    )
    return_payment_method_id: str | None = Field(default=None, foreign_key="payment_method.id")
    exchange_items: list[str] | None = Field(
        default=None, sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET)
    )
    exchange_new_items: list[str] | None = Field(
        default=None, sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET)
    )
    exchange_payment_method_id: str | None = Field(default=None, foreign_key="payment_method.id")
    exchange_price_difference: int | None = Field(
        default=None, sa_column_kwargs=graded(Mark.COMPUTED)
    )
    """New minus old, in cents."""


class OrderItem(RetailTable, table=True):
    """One unit of an order, at the price paid in cents."""

    grading: ClassVar[Grading] = Members(parent=("order_id",))

    order_id: str = Field(primary_key=True, foreign_key="order.order_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    item_id: str = Field(foreign_key="variant.item_id")
    product_id: str = Field(foreign_key="product.product_id")
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    price: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    options: dict[str, str] = Field(
        sa_type=Json(dict[str, str]), sa_column_kwargs=graded(Mark.COMPUTED)
    )


class Fulfillment(RetailTable, table=True):
    """One parcel of an order."""

    grading: ClassVar[Grading] = Members(parent=("order_id",))

    order_id: str = Field(primary_key=True, foreign_key="order.order_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    tracking_id: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    item_ids: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))


class OrderPayment(RetailTable, table=True):
    """One money movement of an order; amounts are cents and never negative."""

    grading: ClassVar[Grading] = Ledger(
        parent=("order_id",),
        target=("payment_method_id",),
        amount="amount",
        negative={"transaction_type": "refund"},
    )

    order_id: str = Field(primary_key=True, foreign_key="order.order_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    transaction_type: TransactionType = Field(sa_type=Text)
    amount: int
    payment_method_id: str = Field(foreign_key="payment_method.id")


TABLES = (
    User,
    PaymentMethod,
    Product,
    Variant,
    Order,
    OrderItem,
    Fulfillment,
    OrderPayment,
)
