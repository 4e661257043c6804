"""The rules of the shop, each on conversations that keep it and that break it."""

from collections.abc import Sequence

import pytest
from sqlmodel import Session

from tau_emo_db.domains.retail.tables import (
    Order,
    OrderItem,
    OrderPayment,
    PaymentMethod,
    User,
    Variant,
)
from tau_emo_servers.domains.retail.rules import RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows


def order_with(status: str, *, entries: int = 1, skip: Sequence[str] = ()) -> Order:
    """An order with this status and so many payment entries."""
    return Talk("retail").find(
        lambda db: next(
            one
            for one in rows(db, Order, status=status)
            if len(rows(db, OrderPayment, order_id=one.order_id)) == entries
            and one.user_id not in skip
        )
    )


def user_of(order: Order) -> User:
    return Talk("retail").find(lambda db: db.get_one(User, order.user_id))


def known_customer(order: Order) -> Talk:
    """The customer was found by email, and the order was looked at."""
    user = user_of(order)
    talk = Talk("retail").user(f"It's about {order.order_id}. My email is {user.email}.")
    talk.done("find_user_id_by_email", email=user.email)
    talk.done("get_user_details", user_id=user.user_id)
    return talk.done("get_order_details", order_id=order.order_id)


def paid(order: Order) -> OrderPayment:
    return Talk("retail").find(lambda db: rows(db, OrderPayment, order_id=order.order_id)[0])


def cancel(talk: Talk, order: Order, answer: str = "Yes, please.") -> Talk:
    amount = paid(order).amount / 100
    talk.agent(
        f"I would cancel order {order.order_id} because it is no longer needed, and refund "
        f"${amount:,.2f} to {paid(order).payment_method_id}. Shall I go ahead, yes or no?"
    ).user(answer)
    talk.call("cancel_pending_order", order_id=order.order_id, reason="no longer needed")
    return talk.agent(f"Order {order.order_id} is cancelled.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("RET-")]
    assert sorted(own) == [f"RET-{number:02d}" for number in range(1, 29)]
    others = [rule.id for rule in RULES if not rule.id.startswith("RET-")]
    assert others == ["COM-12", "COM-13", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        *("RET-11", "RET-13", "RET-14", "RET-16", "RET-17", "RET-20", "RET-24")
    }
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {
        *("RET-12", "RET-15", "RET-19", "RET-27", "COM-13")
    }


# Identity.


def test_a_right_cancellation_breaks_nothing() -> None:
    order = order_with("pending")
    assert cancel(known_customer(order), order).violations() == []


def test_a_stated_user_id_identifies_nobody() -> None:
    order = order_with("pending")
    talk = Talk("retail").user(f"I am {order.user_id}.")
    talk.done("think", thought="well").done("get_user_details", user_id=order.user_id)
    assert talk.broken() == {"RET-01", "RET-03"}


def test_no_hand_off_before_a_user_is_found() -> None:
    talk = Talk("retail").user("Give me a person!")
    talk.done("transfer_to_human_agents", summary="wants a person").agent(NOTICE)
    assert talk.broken() == {"RET-03"}


def test_the_email_is_the_customers_own_word() -> None:
    user = user_of(order_with("pending"))
    talk = Talk("retail").user("Hello!").done("find_user_id_by_email", email=user.email)
    assert talk.broken() == {"RET-01"}


def test_the_email_is_tried_before_the_name() -> None:
    user = user_of(order_with("pending"))
    named = {
        "first_name": user.first_name,
        "last_name": user.last_name,
        "zip": user.address.zip,
    }
    said = f"I am {user.first_name} {user.last_name}, zip {user.address.zip}"
    talk = Talk("retail").user(f"{said}.").done("find_user_id_by_name_zip", **named)
    assert talk.broken() == set()
    talk = Talk("retail").user(f"{said}, {user.email}.").done("find_user_id_by_name_zip", **named)
    assert talk.broken() == {"RET-02"}
    talk = Talk("retail").user(f"{said}, nobody@example.com.")
    talk.refused("find_user_id_by_email", email="nobody@example.com")
    assert talk.done("find_user_id_by_name_zip", **named).broken() == set()


def test_one_customer_per_conversation() -> None:
    order = order_with("pending")
    other = order_with("pending", skip=[order.user_id])
    talk = known_customer(order).user(f"And my friend's {other.order_id}?")
    talk.done("get_order_details", order_id=other.order_id)
    assert talk.broken() == set()
    assert cancel(talk, other).broken() == {"RET-04"}
    talk = known_customer(order).done("get_user_details", user_id=other.user_id)
    assert talk.broken() == {"RET-04"}


# The listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And then I want to return my chair.", set()),
        ("PROCEED. I don't trust you.", set()),
        ("okay", {"RET-05"}),
        ("Yes, as long as it is quick and free.", {"RET-05"}),
        ("Yes, but refund it to card 9999.", {"RET-05"}),
    ],
)
def test_only_a_yes_covers_a_cancellation(answer: str, broken: set[str]) -> None:
    order = order_with("pending")
    assert cancel(known_customer(order), order, answer).broken() == broken


ADDRESS = {
    "address1": "14 Harbor Lane",
    "address2": "Unit 3",
    "city": "Tucson",
    "state": "AZ",
    "country": "USA",
    "zip": "85719",
}


def test_an_address_is_listed_in_full() -> None:
    order = order_with("pending")
    whole = "14 Harbor Lane, Unit 3, Tucson, AZ 85719, USA"
    for listed, broken in ((whole, set()), ("14 Harbor Lane, Tucson, AZ", {"RET-05"})):
        talk = known_customer(order).user(f"Ship it to {whole}.")
        talk.agent(
            f"I would change the address of {order.order_id} to {listed}; nothing is charged."
            " Yes or no?"
        ).user("Yes!")
        talk.done("modify_pending_order_address", order_id=order.order_id, **ADDRESS)
        assert talk.agent("The address is changed.").broken() == broken
    talk = known_customer(order).user(f"Make {whole} my default address.")
    talk.agent(f"I would change your default address to {whole}. Yes or no?").user("Yes!")
    talk.done("modify_user_address", user_id=order.user_id, **ADDRESS)
    assert talk.agent("Your default address is changed.").broken() == set()


def test_a_listing_says_which_address_is_changed() -> None:
    order = order_with("pending")
    whole = "14 Harbor Lane, Unit 3, Tucson, AZ 85719, USA"
    for asked, named, broken in (
        ("address", "default address", set[str]()),
        ("default address", "address", {"RET-05"}),
        ("address for this order", "address", {"RET-05", "RET-28"}),
        ("address", "address", {"RET-05", "RET-28"}),
    ):
        talk = known_customer(order).user(f"My new {asked} is {whole}.")
        talk.agent(f"I would change your {named} to {whole}. Yes or no?").user("Yes!")
        talk.done("modify_user_address", user_id=order.user_id, **ADDRESS)
        assert talk.agent("Your default address is changed.").broken() == broken


def test_the_default_address_is_not_that_of_an_order() -> None:
    order = order_with("pending")
    whole = "14 Harbor Lane, Unit 3, Tucson, AZ 85719, USA"
    for asked, broken in (("my default address", True), ("where my order goes", False)):
        talk = known_customer(order).user(f"Change {asked}; the new address is {whole}.")
        talk.agent(f"I would change it to {whole}. Yes or no?").user("Yes!")
        talk.done("modify_pending_order_address", order_id=order.order_id, **ADDRESS)
        assert ("RET-28" in talk.broken()) == broken


def test_a_yes_covers_every_write_of_a_bundle() -> None:
    order = order_with("pending")
    whole = "14 Harbor Lane, Unit 3, Tucson, AZ 85719, USA"
    talk = known_customer(order).user(f"Ship it to {whole}, and make this my default.")
    talk.agent(
        f"I would change the address of {order.order_id} and your default address to {whole}. "
        "Yes or no?"
    ).user("Yes to both.")
    talk.done("modify_pending_order_address", order_id=order.order_id, **ADDRESS)
    talk.done("modify_user_address", user_id=order.user_id, **ADDRESS)
    assert talk.agent("Both are changed.").broken() == set()
    talk.done("modify_user_address", user_id=order.user_id, **ADDRESS)
    assert talk.broken() == {"RET-05"}


def test_an_order_is_looked_at_first() -> None:
    order = order_with("pending")
    user = user_of(order)
    talk = Talk("retail").user(f"{user.email}. Cancel {order.order_id}.")
    talk.done("find_user_id_by_email", email=user.email)
    assert "RET-10" in cancel(talk, order).broken()


# Changing items.


def swap(order: Order, talk: Talk | None = None) -> tuple[OrderItem, Variant]:
    """A line of the order, as it is then in the talk, and an available variant for its place."""

    def query(db: Session) -> tuple[OrderItem, Variant]:
        for line in rows(db, OrderItem, order_id=order.order_id):
            for variant in rows(db, Variant, product_id=line.product_id, available=True):
                if variant.item_id != line.item_id:
                    return line, variant
        raise LookupError

    return (talk or Talk("retail")).find(query)


def credit_card_order(status: str) -> tuple[Order, PaymentMethod]:
    """An order of this status whose owner has a credit card."""

    def query(db: Session) -> tuple[Order, PaymentMethod]:
        for order in rows(db, Order, status=status):
            cards = rows(db, PaymentMethod, user_id=order.user_id, source="credit_card")
            if cards and len(rows(db, OrderPayment, order_id=order.order_id)) == 1:
                return order, cards[0]
        raise LookupError

    return Talk("retail").find(query)


def change_items(status: str, listing: str = "", said: str = "card {last}") -> Talk:
    """An item change, or an exchange if the order was delivered, that keeps all rules."""
    order, card = credit_card_order(status)
    line, variant = swap(order)
    talk = known_customer(order).user(
        f"I want another {line.name}; settle it with {said.format(last=card.last_four)}."
    )
    talk.done("get_product_details", product_id=line.product_id)
    cents = variant.price - line.price
    listing = listing or (
        "I would exchange the {name} {old} of {order} for {new}; the difference of {amount} goes "
        "to the card ending in {last}. Yes or no?"
    )
    talk.agent(
        listing.format(
            name=line.name,
            old=line.item_id,
            order=order.order_id,
            new=variant.item_id,
            amount=f"${abs(cents) / 100:.2f}",
            last=card.last_four,
        )
    ).user("Yes, do it.")
    tool = "modify_pending_order_items" if status == "pending" else "exchange_delivered_order_items"
    talk.done(
        tool,
        order_id=order.order_id,
        item_ids=[line.item_id],
        new_item_ids=[variant.item_id],
        payment_method_id=card.id,
    )
    return talk.agent("It is exchanged.")


@pytest.mark.parametrize("status", ["pending", "delivered"])
def test_items_are_listed_with_their_money(status: str) -> None:
    assert change_items(status).violations() == []
    for without in ("{old}", "{new}", "{amount}", "the card {last}"):
        listing = (
            "I would exchange {old} of {order} for {new}; {amount} go to the card {last}. Yes?"
        ).replace(without, "that")
        found = change_items(status, listing).broken()
        assert found == {"RET-05"}, without


def test_the_customer_names_the_payment_method() -> None:
    assert change_items("pending", said="my credit card").broken() == set()
    assert change_items("pending", said="whatever you like").broken() == {"RET-21"}


def test_nothing_is_modified_after_an_item_change() -> None:
    order = order_with("pending", entries=2)
    talk = known_customer(order)
    talk.done("cancel_pending_order", order_id=order.order_id, reason="no longer needed")
    assert "RET-18" in talk.broken()
    again = change_items("pending").user("Cancel it.")
    order, card = credit_card_order("pending")
    again.done("modify_pending_order_address", order_id=order.order_id, **ADDRESS)
    assert "RET-18" in again.broken()
    # A second change adds an entry, so the number of entries alone would hide the first.
    line, variant = swap(order, again)
    again.done(
        "modify_pending_order_items",
        order_id=order.order_id,
        item_ids=[line.item_id],
        new_item_ids=[variant.item_id],
        payment_method_id=card.id,
    )
    again.done("cancel_pending_order", order_id=order.order_id, reason="no longer needed")
    assert [one.rule for one in again.violations()].count("RET-18") == 3
    paid_anew = order_with("pending", entries=3)
    talk = known_customer(paid_anew)
    talk.done("cancel_pending_order", order_id=paid_anew.order_id, reason="no longer needed")
    assert "RET-18" not in talk.broken()


# Returns and exchanges.


def give_back(talk: Talk, order: Order, *, listed: bool = True) -> Talk:
    line = talk.find(lambda db: rows(db, OrderItem, order_id=order.order_id)[0])
    target = paid(order).payment_method_id
    what = f"the {line.name} {line.item_id}" if listed else "one thing"
    talk.agent(f"I would return {what} of {order.order_id}, refunded to {target}. Yes or no?")
    talk.user("Yes.")
    talk.call(
        "return_delivered_order_items",
        order_id=order.order_id,
        item_ids=[line.item_id],
        payment_method_id=target,
    )
    return talk.agent("The return is requested; an email explains how to send it back.")


def test_a_return_names_order_items_and_target() -> None:
    order = order_with("delivered")
    assert give_back(known_customer(order), order).violations() == []
    assert give_back(known_customer(order), order, listed=False).broken() == {"RET-05", "RET-23"}


def test_only_delivered_orders_are_returned_or_exchanged_once() -> None:
    pending = order_with("pending")
    assert give_back(known_customer(pending), pending).broken() == {"RET-22"}
    returned = order_with("delivered (return requested)")
    assert give_back(known_customer(returned), returned).broken() == {"RET-22", "RET-26"}
    exchanged = change_items("delivered").user("Return the rest.")
    order, _ = credit_card_order("delivered")
    assert give_back(exchanged, order).broken() >= {"RET-22", "RET-26"}
    line, variant = swap(returned)
    talk = known_customer(returned)
    talk.call(
        "exchange_delivered_order_items",
        order_id=returned.order_id,
        item_ids=[line.item_id],
        new_item_ids=[variant.item_id],
        payment_method_id=paid(returned).payment_method_id,
    )
    assert talk.broken() >= {"RET-25", "RET-26"}


# What all domains share, in the words of this one.


def test_turns_facts_and_hand_off() -> None:
    order = order_with("pending")
    talk = known_customer(order)
    talk.turn("One moment.", ("list_all_product_types", {}))
    assert talk.broken() == {"RET-06"}
    told = known_customer(order).agent("Order #W0000001 holds a lamp for $1.37.")
    assert [one.rule for one in told.violations()] == ["RET-07"]
    talk = known_customer(order).user("My parcel is lost, I want money.")
    talk.done("transfer_to_human_agents", summary="lost parcel").agent(NOTICE)
    assert talk.broken(TaskLabel(hands_off=True)) == set()
    assert talk.broken(TaskLabel(refuses=("RET-12",))) == {"RET-08", "RET-09"}
    assert talk.agent("Bye.").broken() == {"RET-09"}


# Further breaches.


def test_an_email_given_later_is_tried_before_the_name_as_well() -> None:
    user = user_of(order_with("pending"))
    talk = Talk("retail").user(f"I am {user.first_name} {user.last_name}.")
    talk.agent("What is your email, or your zip code?").user(f"{user.address.zip}; {user.email}")
    talk.done(
        "find_user_id_by_name_zip",
        first_name=user.first_name,
        last_name=user.last_name,
        zip=user.address.zip,
    )
    assert "RET-02" in talk.broken()


def test_a_return_says_where_the_money_goes() -> None:
    order = order_with("delivered")
    talk = known_customer(order)
    line = talk.find(lambda db: rows(db, OrderItem, order_id=order.order_id)[0])
    talk.agent(f"I would return the {line.name} {line.item_id} of {order.order_id}. Yes or no?")
    talk.user("Yes.").done(
        "return_delivered_order_items",
        order_id=order.order_id,
        item_ids=[line.item_id],
        payment_method_id=paid(order).payment_method_id,
    )
    assert "RET-23" in talk.broken()


def test_a_pending_order_is_not_exchanged() -> None:
    order = order_with("pending")
    line, variant = swap(order)
    talk = known_customer(order)
    talk.refused(
        "exchange_delivered_order_items",
        order_id=order.order_id,
        item_ids=[line.item_id],
        new_item_ids=[variant.item_id],
        payment_method_id=paid(order).payment_method_id,
    )
    assert "RET-25" in talk.broken()


def test_an_outcome_is_reported_and_a_failed_call_not_repeated() -> None:
    order = order_with("delivered")
    talk = give_back(known_customer(order), order)
    talk.events[-1] = talk.events[-1].model_copy(update={"text": "Anything else?"})
    assert talk.broken() == {"COM-12"}
    talk = known_customer(order).refused("get_order_details", order_id="#W0")
    assert talk.refused("get_order_details", order_id="#W0").broken() == {"COM-14"}
