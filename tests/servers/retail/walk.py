"""A long random walk of valid writes over the whole base: what must hold holds after each."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlmodel import Session

from tau_emo_db import EpisodeState
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
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk, plain_rows

RETAIL = served_domain("retail")
FIXED = (Product, Variant, Fulfillment)
"""What no write touches: above all prices, and which variants are available."""
STATUSES = {
    "cancel_pending_order": "cancelled",
    "return_delivered_order_items": "delivered (return requested)",
    "exchange_delivered_order_items": "delivered (exchange requested)",
}
"""What an order becomes; under every other write it stays `pending`."""


@dataclass
class Case:
    """An order with its rows, in their order."""

    row: Any
    lines: list[Any] = field(default_factory=list)
    ledger: list[Any] = field(default_factory=list)

    @property
    def price(self) -> int:
        return sum(line.price for line in self.lines)

    @property
    def held(self) -> int:
        """What was paid and not refunded, in cents."""
        return sum(signed(entry) for entry in self.ledger)

    @property
    def left(self) -> list[str]:
        """The items that no return and no exchange has taken."""
        taken = Counter([*(self.row.return_items or ()), *(self.row.exchange_items or ())])
        return [*(Counter(line.item_id for line in self.lines) - taken).elements()]


def signed(entry: Any) -> int:
    return entry.amount if entry.transaction_type == "payment" else -entry.amount


def cases_of(db: Session) -> dict[str, Case]:
    cases = {one.order_id: Case(one) for one in plain_rows(db, Order)}
    for table, name in ((OrderItem, "lines"), (OrderPayment, "ledger")):
        for one in sorted(plain_rows(db, table), key=lambda row: row.position):
            rows = getattr(cases[one.order_id], name)
            assert one.position == len(rows), "positions have no gap"
            rows.append(one)
    return cases


class DomainWalk(Walk):
    """Serves some customers with gift cards, so that their writes meet one another."""

    def __init__(self, state: EpisodeState, chance: Random) -> None:
        super().__init__(state, chance)
        with state.session() as db:
            self.cases = cases_of(db)
            self.users = {one.user_id: one for one in plain_rows(db, User)}
            self.methods = {one.id: one for one in plain_rows(db, PaymentMethod)}
            self.fixed = [plain_rows(db, table) for table in FIXED]
            self.variants = {one.item_id: one for one in plain_rows(db, Variant)}
        holders = {one.user_id for one in self.methods.values() if one.source == "gift_card"}
        self.served = chance.sample(sorted(holders), 90)
        self.gifts = self._gift_totals(self.cases, self.methods)
        self._add_up(self.cases)

    # What to do next.

    def choose(self) -> Call:
        while True:
            tool = self.chance.choice([*CHOICES])
            arguments = CHOICES[tool](self)
            if arguments is not None:
                return tool, arguments

    def _case(self, status: str) -> Case | None:
        """An order of one of the customers in this state, or in one that follows it."""
        user = self.chance.choice(self.served)
        found = [
            one
            for one in self.cases.values()
            if one.row.user_id == user and one.row.status.startswith(status)
        ]
        return self.chance.choice(found) if found else None

    def _method(self, case: Case, due: int, other_than: str = "") -> str | None:
        """A method of the owner that can pay so many cents."""
        able = [
            one.id
            for one in self.methods.values()
            if one.user_id == case.row.user_id and one.id != other_than
            if one.balance is None or one.balance >= due
        ]
        return self.chance.choice(able) if able else None

    def _address(self) -> dict[str, Any]:
        """Where somebody lives."""
        return self.users[self.chance.choice([*self.users])].address.model_dump()

    def cancel(self) -> dict[str, Any] | None:
        case = self._case("pending")
        if case is None:
            return None
        reason = self.chance.choice(("no longer needed", "ordered by mistake"))
        return {"order_id": case.row.order_id, "reason": reason}

    def ship_elsewhere(self) -> dict[str, Any] | None:
        case = self._case("pending")
        return None if case is None else {"order_id": case.row.order_id, **self._address()}

    def move(self) -> dict[str, Any]:
        return {"user_id": self.chance.choice(self.served), **self._address()}

    def pay_anew(self) -> dict[str, Any] | None:
        case = self._case("pending")
        if case is None or len(case.ledger) != 1:
            return None
        (paid,) = case.ledger
        method = self._method(case, paid.amount, other_than=paid.payment_method_id)
        if method is None:
            return None
        return {"order_id": case.row.order_id, "payment_method_id": method}

    def change(self) -> dict[str, Any] | None:
        return self._swap("pending")

    def exchange(self) -> dict[str, Any] | None:
        return self._swap("delivered")

    def _swap(self, status: str) -> dict[str, Any] | None:
        """Some items of an order for other variants of the same products."""
        case = self._case(status)
        if case is None or case.row.exchange_items is not None or not case.left:
            return None
        items = self._some(case.left)
        new: list[str] = []
        for item in items:
            others = [
                one.item_id
                for one in self.variants.values()
                if one.product_id == self.variants[item].product_id
                if one.available and one.item_id != item
            ]
            if not others:
                return None
            new.append(self.chance.choice(others))
        method = self._method(case, self._difference(case, items, new))
        if method is None:
            return None
        return {
            "order_id": case.row.order_id,
            "item_ids": items,
            "new_item_ids": new,
            "payment_method_id": method,
        }

    def send_back(self) -> dict[str, Any] | None:
        case = self._case("delivered")
        if case is None or case.row.return_items is not None or not case.left:
            return None
        targets = {case.ledger[0].payment_method_id} | {
            one.id
            for one in self.methods.values()
            if one.user_id == case.row.user_id and one.source == "gift_card"
        }
        return {
            "order_id": case.row.order_id,
            "item_ids": self._some(case.left),
            "payment_method_id": self.chance.choice(sorted(targets)),
        }

    def _some(self, items: list[str]) -> list[str]:
        return self.chance.sample(items, self.chance.randint(1, len(items)))

    def _lines(self, case: Case, items: list[str]) -> list[Any]:
        """The line for each mention of an item: the n-th mention has the n-th such line."""
        waiting = [*case.lines]
        found: list[Any] = []
        for item in items:
            found.append(next(line for line in waiting if line.item_id == item))
            waiting.remove(found[-1])
        return found

    def _difference(self, case: Case, items: list[str], new: list[str]) -> int:
        """What the new items cost today more than was paid for the old ones, in cents."""
        paid = sum(line.price for line in self._lines(case, items))
        return sum(self.variants[one].price for one in new) - paid

    # What must hold.

    def check(self, call: ToolCall) -> None:
        wanted: Any = call.arguments
        with self.state.session() as db:
            cases = cases_of(db)
            users = {one.user_id: one for one in plain_rows(db, User)}
            methods = {one.id: one for one in plain_rows(db, PaymentMethod)}
            assert [plain_rows(db, table) for table in FIXED] == self.fixed
        assert [*cases] == [*self.cases]
        assert [*users] == [*self.users]
        named = {wanted.get("order_id"), wanted.get("user_id")}
        assert {key for key in cases if cases[key] != self.cases[key]} <= named
        assert {key for key in users if users[key] != self.users[key]} <= named
        if call.name == "modify_user_address":
            address = users[wanted["user_id"]].address.model_dump()
            assert {"user_id": wanted["user_id"], **address} == wanted
        else:
            self._check_order(call.name, wanted, cases[wanted["order_id"]])
        assert self._gift_totals(cases, methods) == self.gifts
        self._add_up(cases)
        self.cases, self.users, self.methods = cases, users, methods

    def _check_order(self, tool: str, wanted: dict[str, Any], new: Case) -> None:
        """The order is what was asked for, and otherwise what it was."""
        old = self.cases[wanted["order_id"]]
        items, others = wanted.get("item_ids", []), wanted.get("new_item_ids", [])
        method = wanted.get("payment_method_id")
        changed: dict[str, Any] = {"status": STATUSES.get(tool, "pending")}
        lines = [*old.lines]
        if tool == "cancel_pending_order":
            changed["cancel_reason"] = wanted["reason"]
        elif tool == "modify_pending_order_address":
            address = new.row.address.model_dump()
            assert {"order_id": new.row.order_id, **address} == wanted
            changed["address"] = new.row.address
        elif tool == "return_delivered_order_items":
            changed |= {"return_items": sorted(items), "return_payment_method_id": method}
        elif tool == "exchange_delivered_order_items":
            changed |= {
                "exchange_items": sorted(items),
                "exchange_new_items": sorted(others),
                "exchange_payment_method_id": method,
                "exchange_price_difference": self._difference(old, items, others),
            }
        elif tool == "modify_pending_order_items":
            for line, item in zip(self._lines(old, items), others, strict=True):
                variant = self.variants[item]
                assert variant.available
                assert variant.product_id == line.product_id
                lines[line.position] = line._replace(
                    item_id=item, price=variant.price, options=variant.options
                )
        assert new.row == old.row._replace(**changed)
        assert new.lines == lines

        added = [(signed(one), one.payment_method_id) for one in new.ledger[len(old.ledger) :]]
        assert new.ledger[: len(old.ledger)] == old.ledger
        if tool == "modify_pending_order_items":
            assert added == [(self._difference(old, items, others), method)]
        elif tool == "modify_pending_order_payment":
            assert added == [(old.price, method), (-old.price, old.ledger[0].payment_method_id)]
        elif tool == "cancel_pending_order":
            assert all(amount < 0 for amount, _ in added)
            payers = {one.payment_method_id for one in old.ledger if signed(one) > 0}
            assert {key for _, key in added} <= payers
        else:
            assert added == []

    def _gift_totals(self, cases: dict[str, Case], methods: dict[str, Any]) -> Counter[str]:
        """What every gift card holds and has paid together: no write changes it.

        And no write changes anything else of a payment method.
        """
        totals = Counter[str]()
        for case in cases.values():
            for entry in case.ledger:
                totals[entry.payment_method_id] += signed(entry)
        for key, one in methods.items():
            assert one._replace(balance=None) == self.methods[key]._replace(balance=None)
            assert (one.source == "gift_card") == (one.balance is not None)
            assert (one.balance or 0) >= 0
        gifts = {key: one for key, one in methods.items() if one.source == "gift_card"}
        return Counter({key: totals[key] + one.balance for key, one in gifts.items()})

    def _add_up(self, cases: dict[str, Case]) -> None:
        """What an order holds is its price, or nothing; and its fields suit its status."""
        for key, case in cases.items():
            order = case.row
            cancelled = order.status == "cancelled"
            assert case.held == (0 if cancelled else case.price), key
            assert all(entry.amount >= 0 for entry in case.ledger), key
            assert (order.cancel_reason is not None) == cancelled, key
            requested = order.return_items is not None or order.exchange_items is not None
            assert requested == order.status.endswith("requested)"), key
            for line in case.lines:
                variant = self.variants[line.item_id]
                assert (line.product_id, line.options) == (variant.product_id, variant.options)


CHOICES: dict[str, Callable[[DomainWalk], dict[str, Any] | None]] = {
    "cancel_pending_order": DomainWalk.cancel,
    "modify_pending_order_address": DomainWalk.ship_elsewhere,
    "modify_pending_order_payment": DomainWalk.pay_anew,
    "modify_pending_order_items": DomainWalk.change,
    "return_delivered_order_items": DomainWalk.send_back,
    "exchange_delivered_order_items": DomainWalk.exchange,
    "modify_user_address": DomainWalk.move,
}
"""How the arguments of each write are chosen; none: not this one now."""
