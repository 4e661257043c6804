"""The base data of retail: counts, references, sums, and every situation for several users."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

from tau_emo_db.domain import domain_data
from tau_emo_db.domains.retail.catalogue import PRODUCT_TYPES
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
from tau_emo_db.draw import Draw

DATA = domain_data("retail")
SEVERAL = 3


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.users: list[User] = self.of(User)
        self.methods: dict[str, PaymentMethod] = {m.id: m for m in self.of(PaymentMethod)}
        self.products: dict[str, Product] = {p.product_id: p for p in self.of(Product)}
        self.variants: dict[str, Variant] = {v.item_id: v for v in self.of(Variant)}
        self.orders: list[Order] = self.of(Order)
        self.lines: dict[str, list[OrderItem]] = self.by_order(OrderItem)
        self.parcels: dict[str, list[Fulfillment]] = self.by_order(Fulfillment)
        self.payments: dict[str, list[OrderPayment]] = self.by_order(OrderPayment)
        self.profile: dict[str, list[PaymentMethod]] = defaultdict(list)
        for method in self.methods.values():
            self.profile[method.user_id].append(method)
        self.orders_of: dict[str, list[Order]] = defaultdict(list)
        for order in self.orders:
            self.orders_of[order.user_id].append(order)
        self.siblings: dict[str, list[Variant]] = defaultdict(list)
        for variant in self.variants.values():
            self.siblings[variant.product_id].append(variant)

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def by_order(self, table: type[Any]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in self.of(table):
            found[row.order_id].append(row)
        return found

    def total(self, order: Order) -> int:
        return sum(line.price for line in self.lines[order.order_id])

    def payer(self, order: Order) -> PaymentMethod:
        return self.methods[self.payments[order.order_id][0].payment_method_id]

    def owners(self, holds: Callable[[Order], object]) -> set[str]:
        """The users with at least one order of which this holds."""
        return {order.user_id for order in self.orders if holds(order)}

    def differences(self, order: Order) -> set[int]:
        """What replacing one line by a dearer available variant would cost."""
        return {
            other.price - line.price
            for line in self.lines[order.order_id]
            for other in self.siblings[line.product_id]
            if other.available and other.price > line.price
        }


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/retail"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


def others(base: Base, line: OrderItem, available: bool) -> Iterable[Variant]:
    return (
        v
        for v in base.siblings[line.product_id]
        if v.item_id != line.item_id and v.available is available
    )


def any_line(base: Base, order: Order, fits: Callable[[OrderItem], object]) -> bool:
    return any(fits(line) for line in base.lines[order.order_id])


# Counts and references


def test_counts(base: Base) -> None:
    assert len(base.users) == 500
    assert len(base.products) == len(PRODUCT_TYPES) == 50
    assert len(base.variants) == 600
    assert Counter(order.status for order in base.orders) == {
        "pending": 420,
        "delivered": 350,
        "processed": 100,
        "cancelled": 100,
        "delivered (return requested)": 15,
        "delivered (exchange requested)": 15,
    }


def test_the_scale_multiplies_customers_and_orders_but_not_products(base: Base) -> None:
    double = Base(rows(scale=2))
    once = Counter(order.status for order in base.orders)
    assert len(double.users) == 1000
    assert Counter(order.status for order in double.orders) == {s: 2 * n for s, n in once.items()}
    assert [v.model_dump() for v in double.of(Variant)] == [
        v.model_dump() for v in base.of(Variant)
    ]


def test_orders_and_payment_methods_per_user(base: Base) -> None:
    orders = {len(base.orders_of[user.user_id]) for user in base.users}
    methods = {len(base.profile[user.user_id]) for user in base.users}
    assert min(orders) == 0
    assert max(orders) == 9
    assert methods == {1, 2, 3, 4}
    assert {len(lines) for lines in base.lines.values()} == {1, 2, 3, 4, 5}


def test_variants_of_each_product(base: Base) -> None:
    sizes = [len(variants) for variants in base.siblings.values()]
    assert min(sizes) == 5
    assert max(sizes) == 20
    for variants in base.siblings.values():
        assert len({tuple(v.options) for v in variants}) == 1
        assert 2 <= len(variants[0].options) <= 5
        assert len({tuple(v.options.values()) for v in variants}) == len(variants)
        assert sum(v.available for v in variants) >= 2
    share = sum(v.available for v in base.variants.values()) / len(base.variants)
    assert 0.62 < share < 0.71


def test_prices_run_from_28_to_3300_dollars(base: Base) -> None:
    catalogue = [v.price for v in base.variants.values()]
    paid = [line.price for line in base.of(OrderItem)]
    assert min(catalogue) == 28_00
    assert max(catalogue) == 3_300_00
    assert min(paid) >= 28_00
    assert max(paid) <= 3_300_00


def test_a_price_follows_the_options(base: Base) -> None:
    lamps = next(p for p in PRODUCT_TYPES if p.name == "Desk Lamp")
    plain = {"color": "black", "brightness": "300 lumens", "power source": "battery"}
    assert lamps.price(plain) == 41_35
    assert lamps.price({**plain, "brightness": "800 lumens"}) == 57_25
    for variant in base.variants.values():
        kind = next(p for p in PRODUCT_TYPES if p.name == base.products[variant.product_id].name)
        assert variant.price == kind.price(variant.options)


def test_ids_have_their_forms_and_are_unique(base: Base) -> None:
    ten_digits = [*base.products, *base.variants]
    assert len(set(ten_digits)) == 650
    assert all(re.fullmatch(r"\d{10}", found) for found in ten_digits)
    assert all(
        re.fullmatch(rf"{method.source}_\d{{7}}", found) for found, method in base.methods.items()
    )
    assert len(base.methods) == len(base.of(PaymentMethod))
    assert len({order.order_id for order in base.orders}) == 1000
    assert all(re.fullmatch(r"#W\d{7}", order.order_id) for order in base.orders)
    assert len({user.user_id for user in base.users}) == 500
    assert all(re.fullmatch(r"[a-z]+_[a-z]+_\d{4}", user.user_id) for user in base.users)


def test_a_payment_method_holds_what_its_kind_asks_for(base: Base) -> None:
    for method in base.methods.values():
        is_card, is_gift = method.source == "credit_card", method.source == "gift_card"
        assert (method.brand in ("visa", "mastercard")) is is_card
        assert (re.fullmatch(r"\d{4}", method.last_four or "") is not None) is is_card
        assert (method.balance is not None and method.balance >= 0) is is_gift


def test_methods_of_one_profile_can_be_told_apart(base: Base) -> None:
    for methods in base.profile.values():
        told = [(m.source, m.brand, m.last_four, m.balance) for m in methods]
        assert len(set(told)) == len(told)


def test_emails_are_unique_and_names_are_unique_within_a_zip(base: Base) -> None:
    assert len({user.email.lower() for user in base.users}) == 500
    names = {(u.first_name.lower(), u.last_name.lower(), u.address.zip) for u in base.users}
    assert len(names) == 500


def test_a_line_names_its_product_and_its_options(base: Base) -> None:
    for line in base.of(OrderItem):
        variant = base.variants[line.item_id]
        assert line.product_id == variant.product_id
        assert line.name == base.products[line.product_id].name
        assert line.options == variant.options


def test_only_methods_of_the_owner_appear_in_an_order(base: Base) -> None:
    for order in base.orders:
        used = {entry.payment_method_id for entry in base.payments[order.order_id]}
        used |= {order.return_payment_method_id, order.exchange_payment_method_id} - {None}
        assert {base.methods[found].user_id for found in used} == {order.user_id}


def test_every_order_but_a_pending_one_has_one_parcel_with_all_its_lines(base: Base) -> None:
    tracking: list[str] = []
    for order in base.orders:
        parcels = base.parcels[order.order_id]
        assert len(parcels) == (order.status != "pending")
        for parcel in parcels:
            tracking += parcel.tracking_id
            packed = Counter(parcel.item_ids)
            assert packed == Counter(line.item_id for line in base.lines[order.order_id])
    assert len(set(tracking)) == len(tracking) == 580
    assert all(re.fullmatch(r"\d{12}", found) for found in tracking)


# Money


def test_the_payments_of_every_order_agree_with_its_lines(base: Base) -> None:
    for order in base.orders:
        history = base.payments[order.order_id]
        net: Counter[str] = Counter()
        for entry in history:
            sign = 1 if entry.transaction_type == "payment" else -1
            net[entry.payment_method_id] += sign * entry.amount
            assert entry.amount >= 0
        assert sum(net.values()) == (0 if order.status == "cancelled" else base.total(order))
        assert history[0].transaction_type == "payment"
        assert [entry.position for entry in history] == list(range(len(history)))


def test_identical_units_of_an_order_have_one_price(base: Base) -> None:
    for order in base.orders:
        lines = base.lines[order.order_id]
        assert len({line.item_id for line in lines}) == len(
            {(line.item_id, line.price) for line in lines}
        )


def test_a_cancelled_order_has_a_reason_and_a_full_refund(base: Base) -> None:
    for order in base.orders:
        history = base.payments[order.order_id]
        assert (order.cancel_reason is not None) is (order.status == "cancelled")
        if order.status == "cancelled":
            paid, refunded = history
            assert refunded.transaction_type == "refund"
            assert (paid.amount, paid.payment_method_id) == (
                refunded.amount,
                refunded.payment_method_id,
            )
    reasons = {order.cancel_reason for order in base.orders}
    assert reasons == {None, "no longer needed", "ordered by mistake"}


def test_an_order_that_has_left_the_shop_has_one_payment(base: Base) -> None:
    for order in base.orders:
        if order.status not in ("pending", "cancelled"):
            assert len(base.payments[order.order_id]) == 1


def test_open_returns_are_consistent(base: Base) -> None:
    for order in base.orders:
        requested = order.status == "delivered (return requested)"
        assert (order.return_items is not None) is requested
        assert (order.return_payment_method_id is not None) is requested
        if requested:
            held = Counter(line.item_id for line in base.lines[order.order_id])
            assert order.return_items == sorted(order.return_items or [])
            assert Counter(order.return_items) <= held
            target = base.methods[order.return_payment_method_id or ""]
            assert target == base.payer(order) or target.source == "gift_card"


def test_open_exchanges_are_consistent(base: Base) -> None:
    for order in base.orders:
        requested = order.status == "delivered (exchange requested)"
        fields = (
            order.exchange_items,
            order.exchange_new_items,
            order.exchange_payment_method_id,
            order.exchange_price_difference,
        )
        assert all((field is not None) is requested for field in fields)
        if requested:
            old, new = order.exchange_items or [], order.exchange_new_items or []
            assert (old, new) == (sorted(old), sorted(new))
            lines = base.lines[order.order_id]
            assert Counter(old) <= Counter(line.item_id for line in lines)
            kinds = [Counter(base.variants[i].product_id for i in side) for side in (old, new)]
            assert kinds[0] == kinds[1]
            assert all(base.variants[item].available for item in new)
            paid = {line.item_id: line.price for line in lines}
            difference = sum(base.variants[i].price for i in new) - sum(paid[i] for i in old)
            assert order.exchange_price_difference == difference
            balance = base.methods[order.exchange_payment_method_id or ""].balance
            assert balance is None or balance >= difference


# Situations, each for several users


@pytest.mark.parametrize("source", ["credit_card", "gift_card", "paypal"])
def test_pending_orders_paid_by_each_kind_whose_owner_has_another_method(
    base: Base, source: str
) -> None:
    assert (
        len(
            base.owners(
                lambda o: (
                    o.status == "pending"
                    and base.payer(o).source == source
                    and len(base.payments[o.order_id]) == 1
                    and len(base.profile[o.user_id]) > 1
                )
            )
        )
        >= SEVERAL
    )


def test_gift_cards_with_nothing_left(base: Base) -> None:
    assert len({m.user_id for m in base.methods.values() if m.balance == 0}) >= SEVERAL


@pytest.mark.parametrize("side", [-1, 1])
def test_gift_cards_just_short_of_and_just_above_a_whole_order(base: Base, side: int) -> None:
    def near(order: Order) -> bool:
        return (
            order.status == "pending"
            and len(base.payments[order.order_id]) == 1
            and any(
                0 < side * (card.balance - base.total(order)) < 10_00
                for card in base.profile[order.user_id]
                if card.balance is not None and card != base.payer(order)
            )
        )

    assert len(base.owners(near)) >= SEVERAL


@pytest.mark.parametrize("status", ["pending", "delivered"])
@pytest.mark.parametrize("side", [-1, 1])
def test_gift_cards_just_short_of_and_just_above_a_difference(
    base: Base, side: int, status: str
) -> None:
    def near(order: Order) -> bool:
        return order.status == status and any(
            0 < side * (card.balance - difference) < 5_00
            for card in base.profile[order.user_id]
            if card.balance is not None
            for difference in base.differences(order)
        )

    assert len(base.owners(near)) >= SEVERAL


def test_two_gift_cards_in_one_profile(base: Base) -> None:
    two = [
        user_id
        for user_id, methods in base.profile.items()
        if sum(m.source == "gift_card" for m in methods) == 2 and base.orders_of[user_id]
    ]
    assert len(two) >= SEVERAL


@pytest.mark.parametrize("status", ["pending", "delivered"])
def test_two_different_variants_of_one_product_in_an_order(base: Base, status: str) -> None:
    def holds(order: Order) -> bool:
        pairs = combinations(base.lines[order.order_id], 2)
        return any(a.product_id == b.product_id and a.item_id != b.item_id for a, b in pairs)

    assert len(base.owners(lambda o: o.status == status and holds(o))) >= SEVERAL


@pytest.mark.parametrize("status", ["pending", "delivered"])
def test_two_identical_lines_in_an_order(base: Base, status: str) -> None:
    def holds(order: Order) -> bool:
        pairs = combinations(base.lines[order.order_id], 2)
        return any((a.item_id, a.price) == (b.item_id, b.price) for a, b in pairs)

    assert len(base.owners(lambda o: o.status == status and holds(o))) >= SEVERAL


@pytest.mark.parametrize("count", [3, 4, 5])
def test_orders_of_three_to_five_products(base: Base, count: int) -> None:
    def holds(order: Order) -> bool:
        return len({line.product_id for line in base.lines[order.order_id]}) == count

    assert len(base.owners(holds)) >= SEVERAL


@pytest.mark.parametrize("status", ["pending", "delivered"])
def test_lines_with_a_cheaper_a_dearer_an_equal_and_an_unavailable_alternative(
    base: Base, status: str
) -> None:
    def offers(line: OrderItem) -> bool:
        prices = [v.price for v in others(base, line, available=True)]
        return (
            min(prices) < line.price < max(prices)
            and line.price in prices
            and any(others(base, line, available=False))
        )

    holders = base.owners(lambda o: o.status == status and any_line(base, o, offers))
    assert len(holders) >= SEVERAL


@pytest.mark.parametrize("status", ["pending", "delivered"])
def test_lines_with_an_alternative_that_differs_in_one_option(base: Base, status: str) -> None:
    def near(line: OrderItem) -> bool:
        return any(
            sum(v.options[name] != value for name, value in line.options.items()) == 1
            for v in others(base, line, available=True)
        )

    holders = base.owners(lambda o: o.status == status and any_line(base, o, near))
    assert len(holders) >= SEVERAL


@pytest.mark.parametrize("status", ["pending", "delivered"])
@pytest.mark.parametrize("side", [-1, 1])
def test_lines_priced_above_and_below_the_catalogue(base: Base, status: str, side: int) -> None:
    def moved(line: OrderItem) -> bool:
        return side * (line.price - base.variants[line.item_id].price) > 0

    holders = base.owners(lambda o: o.status == status and any_line(base, o, moved))
    assert len(holders) >= SEVERAL


def test_one_product_in_orders_of_different_states(base: Base) -> None:
    found = 0
    for orders in base.orders_of.values():
        states: dict[str, set[str]] = defaultdict(set)
        for order in orders:
            for line in base.lines[order.order_id]:
                states[line.product_id].add(order.status)
        found += any({"pending", "delivered", "processed"} <= seen for seen in states.values())
    assert found >= SEVERAL


def test_users_of_one_name_with_different_zips(base: Base) -> None:
    zips: dict[tuple[str, str], set[str]] = defaultdict(set)
    for user in base.users:
        zips[user.first_name, user.last_name].add(user.address.zip)
    assert sum(len(found) >= 2 for found in zips.values()) >= SEVERAL
    assert sum(len(found) >= 3 for found in zips.values()) >= 1


def test_emails_that_differ_in_one_digit(base: Base) -> None:
    pairs = [
        (one, other)
        for one, other in combinations([user.email for user in base.users], 2)
        if len(one) == len(other)
        and [a.isdigit() and b.isdigit() for a, b in zip(one, other, strict=True) if a != b]
        == [True]
    ]
    assert len(pairs) >= SEVERAL


def test_addresses_without_a_second_line(base: Base) -> None:
    assert sum(user.address.address2 == "" for user in base.users) >= SEVERAL
    assert sum(user.address.address2 != "" for user in base.users) >= SEVERAL


@pytest.mark.parametrize("equal", [True, False])
def test_pending_orders_to_the_default_address_and_to_another(base: Base, equal: bool) -> None:
    home = {user.user_id: user.address for user in base.users}
    holders = base.owners(
        lambda o: o.status == "pending" and (o.address == home[o.user_id]) is equal
    )
    assert len(holders) >= SEVERAL


def test_pending_orders_whose_payment_was_changed(base: Base) -> None:
    changed = [
        history
        for order in base.orders
        if order.status == "pending" and len(history := base.payments[order.order_id]) == 3
    ]
    assert len(changed) >= SEVERAL
    for first, second, third in changed:
        kinds = [entry.transaction_type for entry in (first, second, third)]
        assert kinds == ["payment", "payment", "refund"]
        assert first.amount == second.amount == third.amount
        assert first.payment_method_id == third.payment_method_id != second.payment_method_id


def test_pending_orders_whose_items_were_changed(base: Base) -> None:
    entries = Counter(
        len(base.payments[order.order_id]) for order in base.orders if order.status == "pending"
    )
    assert set(entries) == {1, 2, 3, 4}
    assert entries[2] >= SEVERAL
    assert entries[4] >= SEVERAL


@pytest.mark.parametrize("status", ["processed", "cancelled"])
def test_orders_for_refusals(base: Base, status: str) -> None:
    assert len(base.owners(lambda o: o.status == status)) >= SEVERAL


def test_pending_orders_whose_payment_cannot_be_changed(base: Base) -> None:
    holders = base.owners(lambda o: o.status == "pending" and len(base.profile[o.user_id]) == 1)
    assert len(holders) >= SEVERAL


def test_customers_without_an_order(base: Base) -> None:
    assert sum(not base.orders_of[user.user_id] for user in base.users) >= SEVERAL


def test_delivered_orders_paid_by_paypal_whose_owner_has_a_card_and_no_gift_card(
    base: Base,
) -> None:
    def holds(order: Order) -> bool:
        sources = {method.source for method in base.profile[order.user_id]}
        return (
            order.status == "delivered"
            and base.payer(order).source == "paypal"
            and sources == {"paypal", "credit_card"}
        )

    assert len(base.owners(holds)) >= SEVERAL
