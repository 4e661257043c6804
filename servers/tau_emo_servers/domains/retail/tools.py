"""The tools of the shop's desk.

Every tool looks up, checks in the documented order, changes, and returns what it shows.
A rejected call changes nothing. What the desk may do but should not (serve another
customer's order, change items twice, return and exchange in one order) is a matter of the
policy, not of the tools.
"""

from sqlalchemy import Text, bindparam
from sqlmodel import Session, col, select

from tau_emo_db import Prepared
from tau_emo_db.domains.retail.tables import (
    CancelReason,
    OrderPayment,
    PaymentMethod,
    Product,
    User,
    email_key,
    zip_key,
)
from tau_emo_servers.checks import check_listed, check_swaps
from tau_emo_servers.common_tools import calculate, think, transfer_to_human_agents
from tau_emo_servers.domains.retail.desk import (
    append_payments,
    charge,
    check_balance,
    find_delivered_order,
    find_lines,
    find_new_variants,
    find_order,
    find_payment_method,
    find_pending_order,
    find_product,
    find_user,
    new_address,
    price_difference,
    refunds_due,
)
from tau_emo_servers.domains.retail.views import order_view, product_view, user_view
from tau_emo_servers.queries import (
    find_by_email,
    insertion_order,
    keys_by,
    only_found,
    rows_of,
)
from tau_emo_servers.toolkit import Rejection, View, read, write

_USER_ID_BY_EMAIL = keys_by(User.user_id, email=email_key)
_USERS_BY_ZIP = Prepared(
    select(User).where(zip_key == bindparam("zip", type_=Text())).order_by(insertion_order(User))
)
_PRODUCTS_BY_NAME = Prepared(select(Product).order_by(col(Product.name)))


@read(title="Find a user by email")
def find_user_id_by_email(db: Session, email: str) -> str:
    """Find the id of the user with this email; upper and lower case make no difference.

    Args:
        email: email of the user, such as nora.quist8812@example.com.
    """
    hint = "check it, or find the user by name and zip"
    return find_by_email(db, _USER_ID_BY_EMAIL, email, "user", hint)


@read(title="Find a user by name and zip")
def find_user_id_by_name_zip(
    db: Session,
    first_name: str,
    last_name: str,
    zip: str,  # noqa: A002
) -> str:
    """Find the id of the user with this name and the zip code of the default address; upper
    and lower case of the name make no difference.

    Args:
        first_name: first name of the user.
        last_name: last name of the user.
        zip: zip code of the user's default address, such as 85719.
    """
    name = (first_name.casefold(), last_name.casefold())
    found = [
        user.user_id
        for user in _USERS_BY_ZIP.all(db, zip=zip)
        if (user.first_name.casefold(), user.last_name.casefold()) == name
    ]
    return only_found(
        found,
        "user",
        f"{first_name} {last_name} with the zip {zip}; check the name and the zip",
        several=f"are called {first_name} {last_name} and have the zip {zip}",
    )


@read(title="Show a user's profile")
def get_user_details(db: Session, user_id: str) -> View:
    """Show a user's profile: name, email, default address, payment methods and order ids.
    Balances of gift cards are US dollars.

    Args:
        user_id: user id, such as nora_quist_4127.
    """
    return user_view(db, find_user(db, user_id))


@read(title="Show an order")
def get_order_details(db: Session, order_id: str) -> View:
    """Show an order: its status, address, items with the price paid, parcels, payment history,
    and what was requested when it was cancelled, returned or exchanged. Amounts are US
    dollars.

    Args:
        order_id: order id, such as #W5830214; the # is part of it.
    """
    return order_view(db, find_order(db, order_id))


@read(title="Show a product")
def get_product_details(db: Session, product_id: str) -> View:
    """Show a product with all its variants: their options, whether they are available, and
    today's price in US dollars.

    Args:
        product_id: product id, such as 4410927365; the id of an item is no product id.
    """
    return product_view(db, find_product(db, product_id))


@read(title="List all products")
def list_all_product_types(db: Session) -> View:
    """List all products: a map from name to product id, sorted by name."""
    return {product.name: product.product_id for product in _PRODUCTS_BY_NAME.all(db)}


@write(title="Cancel a pending order", idempotent=True)
def cancel_pending_order(db: Session, order_id: str, reason: CancelReason) -> View:
    """Cancel a whole pending order. What was paid goes back to the methods that paid it: to a
    gift card at once, to a card or PayPal in 5 to 7 business days. This cannot be undone.

    Args:
        order_id: order id, such as #W5830214; the # is part of it.
        reason: why the customer cancels.
    """
    order = find_pending_order(db, order_id)
    refunds = refunds_due(rows_of(db, OrderPayment, order_id=order_id))
    append_payments(db, order, [("refund", amount, method_id) for method_id, amount in refunds])
    for payment_method_id, amount in refunds:
        charge(db.get_one(PaymentMethod, payment_method_id), -amount)
    order.status = "cancelled"
    order.cancel_reason = reason
    return order_view(db, order)


@write(title="Change the address of a pending order", idempotent=True)
def modify_pending_order_address(
    db: Session,
    order_id: str,
    address1: str,
    address2: str | None,
    city: str,
    state: str,
    country: str,
    zip: str,  # noqa: A002
) -> View:
    """Replace the shipping address of a pending order. The user's default address stays.

    Args:
        order_id: order id, such as #W5830214; the # is part of it.
        address1: first line of the new address, such as 14 Harbor Lane.
        address2: second line, such as Unit 3; empty if there is none.
        city: city.
        state: state as two capitals, such as AZ.
        country: country, such as USA.
        zip: zip code, such as 85719.
    """
    address = new_address(address1, address2, city, state, country, zip)
    order = find_pending_order(db, order_id)
    order.address = address
    return order_view(db, order)


@write(title="Change the payment of a pending order", idempotent=True)
def modify_pending_order_payment(db: Session, order_id: str, payment_method_id: str) -> View:
    """Let another payment method of the user pay a pending order: it is charged the whole
    amount and the old one gets it back. Gift cards are charged and credited at once. This
    works once per order, and not after its items were changed.

    Args:
        order_id: order id, such as #W5830214; the # is part of it.
        payment_method_id: id of the new payment method, such as gift_card_6120457.
    """
    order = find_pending_order(db, order_id)
    method = find_payment_method(db, order.user_id, payment_method_id)
    history = rows_of(db, OrderPayment, order_id=order_id)
    if len(history) != 1 or history[0].transaction_type != "payment":
        raise Rejection(
            "not_single_payment",
            f"the payment or the items of order {order_id} were changed before; its payment "
            "method cannot be changed any more.",
        )
    paid = history[0]
    if paid.payment_method_id == payment_method_id:
        raise Rejection(
            "same_method",
            f"order {order_id} is already paid with {payment_method_id}; name another payment "
            "method.",
        )
    check_balance(method, paid.amount)

    old_method = db.get_one(PaymentMethod, paid.payment_method_id)
    append_payments(
        db,
        order,
        [("payment", paid.amount, method.id), ("refund", paid.amount, old_method.id)],
    )
    charge(method, paid.amount)
    charge(old_method, -paid.amount)
    return order_view(db, order)


@write(title="Change the items of a pending order")
def modify_pending_order_items(
    db: Session,
    order_id: str,
    item_ids: list[str],
    new_item_ids: list[str],
    payment_method_id: str,
) -> View:
    """Replace items of a pending order by available variants of the same products. The
    difference between today's price of the new items and the price paid for the old ones is
    charged or refunded; a gift card at once.

    Args:
        order_id: order id, such as #W5830214; the # is part of it.
        item_ids: ids of the items to replace; an id twice for two units of it.
        new_item_ids: ids of the new items, one for each item, in the same order.
        payment_method_id: id of the payment method that pays or gets the difference; needed
            even if there is none.
    """
    check_swaps(item_ids, new_item_ids, "item")
    order = find_pending_order(db, order_id)
    lines = find_lines(db, order, item_ids)
    variants = find_new_variants(db, lines, new_item_ids)
    method = find_payment_method(db, order.user_id, payment_method_id)
    difference = price_difference(lines, variants)
    check_balance(method, difference)

    kind = "payment" if difference > 0 else "refund"
    append_payments(db, order, [(kind, abs(difference), method.id)])
    charge(method, difference)
    for line, variant in zip(lines, variants, strict=True):
        line.item_id = variant.item_id
        line.price = variant.price
        line.options = variant.options
    return order_view(db, order)


@write(title="Request the return of delivered items", idempotent=True)
def return_delivered_order_items(
    db: Session, order_id: str, item_ids: list[str], payment_method_id: str
) -> View:
    """Request the return of items of a delivered order. No money moves now: the refund follows
    when the parcel is back. An order takes one return or one exchange.

    Args:
        order_id: order id, such as #W5830214; the # is part of it.
        item_ids: ids of the items to return; an id twice for two units of it.
        payment_method_id: id of the payment method that gets the refund: a gift card of the
            user, or the method that first paid the order.
    """
    check_listed(item_ids, "item")
    order = find_delivered_order(db, order_id)
    if order.return_items is not None:
        raise Rejection(
            "already_returned",
            f"a return of order {order_id} was requested before; it cannot be requested again.",
        )
    method = find_payment_method(db, order.user_id, payment_method_id)
    original, *_ = rows_of(db, OrderPayment, order_id=order_id)
    if method.source != "gift_card" and method.id != original.payment_method_id:
        raise Rejection(
            "refund_target_not_allowed",
            f"the refund cannot go to {method.id}; name a gift card of the user or "
            f"{original.payment_method_id}, which paid the order.",
        )
    find_lines(db, order, item_ids)

    order.status = "delivered (return requested)"
    order.return_items = sorted(item_ids)
    order.return_payment_method_id = method.id
    return order_view(db, order)


@write(title="Request the exchange of delivered items", idempotent=True)
def exchange_delivered_order_items(
    db: Session,
    order_id: str,
    item_ids: list[str],
    new_item_ids: list[str],
    payment_method_id: str,
) -> View:
    """Request the exchange of items of a delivered order for available variants of the same
    products. No money moves now: the difference between today's price of the new items and
    the price paid for the old ones is settled when the parcel is back. An order takes one
    return or one exchange.

    Args:
        order_id: order id, such as #W5830214; the # is part of it.
        item_ids: ids of the items to exchange; an id twice for two units of it.
        new_item_ids: ids of the new items, one for each item, in the same order.
        payment_method_id: id of the payment method that will pay or get the difference; needed
            even if there is none.
    """
    check_swaps(item_ids, new_item_ids, "item")
    order = find_delivered_order(db, order_id)
    if order.exchange_items is not None:
        raise Rejection(
            "already_exchanged",
            f"an exchange in order {order_id} was requested before; it cannot be requested again.",
        )
    lines = find_lines(db, order, item_ids)
    variants = find_new_variants(db, lines, new_item_ids)
    method = find_payment_method(db, order.user_id, payment_method_id)
    difference = price_difference(lines, variants)
    check_balance(method, difference)

    order.status = "delivered (exchange requested)"
    order.exchange_items = sorted(item_ids)
    order.exchange_new_items = sorted(new_item_ids)
    order.exchange_payment_method_id = method.id
    order.exchange_price_difference = difference
    return order_view(db, order)


@write(title="Change a user's default address", idempotent=True)
def modify_user_address(
    db: Session,
    user_id: str,
    address1: str,
    address2: str | None,
    city: str,
    state: str,
    country: str,
    zip: str,  # noqa: A002
) -> View:
    """Replace the default address of a user. The addresses of existing orders stay.

    Args:
        user_id: user id, such as nora_quist_4127.
        address1: first line of the new address, such as 14 Harbor Lane.
        address2: second line, such as Unit 3; empty if there is none.
        city: city.
        state: state as two capitals, such as AZ.
        country: country, such as USA.
        zip: zip code, such as 85719.
    """
    address = new_address(address1, address2, city, state, country, zip)
    user = find_user(db, user_id)
    user.address = address
    return user_view(db, user)


TOOLS = (
    find_user_id_by_email,
    find_user_id_by_name_zip,
    get_user_details,
    get_order_details,
    get_product_details,
    list_all_product_types,
    cancel_pending_order,
    modify_pending_order_address,
    modify_pending_order_payment,
    modify_pending_order_items,
    return_delivered_order_items,
    exchange_delivered_order_items,
    modify_user_address,
    calculate,
    think,
    transfer_to_human_agents,
)
