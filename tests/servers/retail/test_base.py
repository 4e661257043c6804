"""The tools on the real base: every customer, and every order that a request is open for."""

from collections import Counter, defaultdict

import pytest
from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.retail.tables import Order, OrderPayment, PaymentMethod, User
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done, refused

RETAIL = served_domain("retail")


def test_every_customer_is_found_by_email_and_by_name_and_zip(state: EpisodeState) -> None:
    with state.session() as db:
        users = db.exec(select(User)).all()
    shop = Episode(RETAIL, state)
    for user in users:
        email = f" {user.email.upper()} "
        assert done(shop, "find_user_id_by_email", email=email) == user.user_id
        found = done(
            shop,
            "find_user_id_by_name_zip",
            first_name=user.first_name.upper(),
            last_name=user.last_name.lower(),
            zip=user.address.zip,
        )
        assert found == user.user_id
    assert len(users) == 500


def test_every_pending_order_can_be_cancelled_and_gives_all_back(state: EpisodeState) -> None:
    with state.session() as db:
        pending = db.exec(select(Order.order_id).where(Order.status == "pending")).all()
        paid: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for entry in db.exec(select(OrderPayment)):
            sign = 1 if entry.transaction_type == "payment" else -1
            paid[entry.order_id][entry.payment_method_id] += sign * entry.amount
        cards = {one.id: one.balance for one in db.exec(select(PaymentMethod))}
    shop = Episode(RETAIL, state)
    for key in pending:
        shown = done(shop, "cancel_pending_order", order_id=key, reason="no longer needed")
        assert shown["status"] == "cancelled"
    with state.session() as db:
        after = {one.id: one.balance for one in db.exec(select(PaymentMethod))}
    # Where a method paid and was not refunded more than that, it gets back what is left.
    expected = Counter({key: balance for key, balance in cards.items() if balance is not None})
    for key in pending:
        room = sum(paid[key].values())
        for method, left in paid[key].items():
            due = min(max(left, 0), room)
            room -= due
            if cards[method] is not None:
                expected[method] += due
    assert {key: balance for key, balance in after.items() if balance is not None} == expected
    assert len(pending) == 420


@pytest.mark.parametrize(
    ("status", "tool"),
    [
        ("delivered (return requested)", "return_delivered_order_items"),
        ("delivered (exchange requested)", "exchange_delivered_order_items"),
    ],
)
def test_an_open_request_is_shown_and_cannot_be_repeated(
    state: EpisodeState, status: str, tool: str
) -> None:
    with state.session() as db:
        keys = db.exec(select(Order.order_id).where(Order.status == status)).all()
    shop = Episode(RETAIL, state)
    kind = tool.partition("_")[0]
    for key in keys:
        shown = done(shop, "get_order_details", order_id=key)
        items = shown[f"{kind}_items"]
        assert items == sorted(items)
        bought = Counter(line["item_id"] for line in shown["items"])
        assert not Counter(items) - bought
        again = {"item_ids": items, "payment_method_id": shown[f"{kind}_payment_method_id"]}
        if kind == "exchange":
            again["new_item_ids"] = ["another"] * len(items)
        refused(shop, "was requested before", tool, order_id=key, **again)
    assert len(keys) == 15
