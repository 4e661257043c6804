"""What rules and listings of several domains look for in the same way."""

from dataclasses import dataclass
from typing import Any

import pytest

from tau_emo_db.domains.retail.tables import Order
from tau_emo_servers.common_rules import owners_by, unsaid_arguments, was_shown
from tau_emo_servers.listing import (
    Fact,
    WriteTool,
    fact,
    money_fact,
    names_act,
    refund_facts,
    tells_act,
    text_facts,
    when_fact,
)
from tau_emo_servers.people import unknown_person
from tau_emo_servers.rules import Moment, rule

from .talk import Talk, rows

# What a cancellation gives back.


def method(payment_id: str) -> Fact:
    return fact(f"the payment method {payment_id}", (payment_id, "id"))


def unnamed(net: dict[str, int], text: str) -> list[str]:
    return [one.name for one in refund_facts(net, method) if not one.named_in(text)]


BOTH = {"visa_11": 10_50, "gift_22": 4_00, "paypal_33": 0}


@pytest.mark.parametrize(
    "text",
    [
        "You get $14.50 back to visa_11 and gift_22.",
        "$10.50 goes to visa_11 and $4 to gift_22.",
        "I refund 14.50 to the original payment methods.",
        "14.50 goes back to what you paid with.",
    ],
)
def test_a_refund_is_listed_by_its_sum_or_its_parts(text: str) -> None:
    assert unnamed(BOTH, text) == []


def test_what_a_listing_of_a_refund_lacks() -> None:
    assert unnamed(BOTH, "$4 goes to gift_22.") == ["the refund", "the payment method visa_11"]
    assert unnamed(BOTH, "All goes back.") == [
        "the refund",
        "the payment method visa_11",
        "the payment method gift_22",
    ]


def test_a_method_that_still_owes_is_listed_apart() -> None:
    """The sum of what one gets and another pays says neither."""
    net = {"visa_11": 10_00, "gift_22": -4_00}
    assert unnamed(net, "6.00 goes to visa_11 and gift_22.") == ["the refund"]
    assert unnamed(net, "visa_11 gets 10.00 and gift_22 pays 4.00.") == []


def test_nothing_is_refunded_where_nothing_was_paid() -> None:
    assert list(refund_facts({"visa_11": 0}, method)) == []


def test_amounts_of_domains_without_cents() -> None:
    facts = refund_facts({"visa_11": 1250}, method, str)
    assert all(one.named_in("visa_11 gets 1250 back.") for one in facts)


@pytest.mark.parametrize(
    ("value", "kind", "text", "named"),
    [
        ("2024-05-20", "date", "on May 20", True),
        ("24-05-20", "date", "on 20 May 2024", True),
        ("2024-05-20", "date", "on May 21", False),
        ("14:30", "time", "at 2:30 PM", True),
        ("14:30", "time", "at 2:30 AM", False),
        # What is no date is named as it stands.
        ("2024-13-45", "date", "on 2024-13-45", True),
        ("2024-13-45", "date", "on 13 May", False),
        ("next week", "date", "some time next week", True),
        ("next week", "date", "on May 20", False),
        ("", "date", "on May 20", False),
    ],
)
def test_dates_and_times(value: str, kind: Any, text: str, named: bool) -> None:
    assert when_fact("the date", value, kind).named_in(text) is named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("This doesn't cost anything.", True),
        ("It will not cost you anything.", True),
        ("The price doesn't change.", True),
        ("It costs 5.", False),
        ("What does it cost?", False),
    ],
)
def test_that_nothing_is_charged(text: str, named: bool) -> None:
    assert money_fact("the difference", "0.00").named_in(text) is named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Both kick scooters go from blue to pink.", True),
        ("The Kick Scooter goes.", True),
        ("Your kick scootery goes.", False),
        ("A kick.", False),
    ],
)
def test_several_of_one_thing_are_named_in_the_plural(text: str, named: bool) -> None:
    assert fact("the scooter", ("Kick Scooter", "label")).named_in(text) is named


def test_words_too_common_for_an_order_tell_an_act_in_a_listing() -> None:
    bags = WriteTool("add|increas", lambda _: (), also="rais|mak")
    for text in ("I would raise your bags to 2.", "I would make it two bags.", "I would add one."):
        assert tells_act(text, bags), text
    assert not tells_act("You have two bags.", bags)
    assert not names_act("I would raise your bags to 2.", bags)


# What a call names.


def seen(talk: Talk) -> list[str]:
    """The evidence of rules that tell what they see."""
    return [one.evidence for one in talk.violations()]


def test_texts_of_a_call_are_facts_unless_empty() -> None:
    @rule("X-1", "Look.", tools={"calculate"})
    def look(moment: Moment) -> str | None:
        return str([one.name for one in text_facts(moment, ("expression", "city"))])

    talk = Talk("retail", (look,)).done("calculate", expression="1 + 2")
    talk.refused("calculate", expression=" ")
    assert seen(talk) == ["['expression 1 + 2']", "[]"]


def test_arguments_that_the_customer_has_not_said() -> None:
    @rule("X-1", "Look.", tools={"find_user_id_by_name_zip"})
    def look(moment: Moment) -> str | None:
        return unsaid_arguments(moment)

    talk = Talk("retail", (look,)).user("I am Ines Moana.")
    talk.refused("find_user_id_by_name_zip", first_name="Ines", last_name="Moa", zip="01234")
    assert seen(talk) == ["the customer has not said last_name 'Moa', zip '01234'"]
    talk = Talk("retail", (look,)).user("Ines Moana, zip 01234")
    talk.refused("find_user_id_by_name_zip", first_name="Ines", last_name="Moana", zip="01234")
    assert seen(talk) == []


@pytest.mark.parametrize("reads", [False, True])
def test_owners_of_what_is_read_count_only_where_they_should(reads: bool) -> None:
    owners = owners_by("user_id", {"order_id": Order}, reads=reads)

    @rule("X-1", "Look.")
    def look(moment: Moment) -> str | None:
        named = moment.named(Order, "order_id")
        return f"{named and named.order_id} {list(owners(moment))}"

    talk = Talk("retail", (look,))
    order = orders(talk)[0]
    talk.done("get_order_details", order_id=order.order_id)
    talk.refused("get_order_details", order_id="#W0")
    talk.done("get_user_details", user_id=order.user_id)
    what = [(f"order_id {order.order_id}", order.user_id)] if reads else []
    assert seen(talk) == [
        f"{order.order_id} {what}",
        "None []",
        f"None {[('the user_id named', order.user_id)]}",
    ]


def orders(talk: Talk) -> list[Order]:
    return talk.find(lambda db: rows(db, Order))


def test_what_results_have_shown() -> None:
    @rule("X-1", "Look.", tools={"think"})
    def look(moment: Moment) -> str | None:
        key = moment.arguments["thought"]
        by_any = was_shown(moment, "order_id", key)
        by_order = was_shown(moment, "order_id", key, "get_order_details")
        return str([by_any, by_order, was_shown(moment, "order_id", key, "get_user_details")])

    talk = Talk("retail", (look,))
    first, second = (one.order_id for one in orders(talk)[:2])
    talk.done("get_order_details", order_id=first)
    talk.done("think", thought=first).done("think", thought=second)
    assert seen(talk) == ["[True, True, False]", "[False, False, False]"]


# Persons.


@dataclass
class Person:
    first_name: str
    last_name: str
    dob: str


PROFILE = (Person("Ines", "Moana", "1990-05-04"),)
LISTED = (Person("Tom", "Moanna", "1988-01-02"),)


@pytest.mark.parametrize(
    ("said", "person", "known"),
    [
        ("Me.", ("Ines", "Moana", "1990-05-04"), True),
        ("As he stands.", ("tom", "MOANNA", "1988-01-02"), True),
        ("Ada Quist, born 3 February 1991.", ("Ada", "Quist", "1991-02-03"), True),
        ("Ada Quist comes.", ("Ada", "Quist", "1991-02-03"), False),
        ("He is called Moana.", ("Tom", "Moana", "1988-01-02"), True),
        ("The name is wrong.", ("Tom", "Moana", "1988-01-02"), False),
        ("I was born on 5 April 1990.", ("Ines", "Moana", "1990-04-05"), True),
        ("The date is wrong.", ("Ines", "Moana", "1990-04-05"), False),
        # Only who is on the object can be corrected: Ada is somebody else.
        ("Ada comes.", ("Ada", "Moana", "1990-05-04"), False),
    ],
)
def test_persons_are_known_or_said(said: str, person: tuple[str, str, str], known: bool) -> None:
    first, last, born = person
    wanted = {"first_name": first, "last_name": last, "dob": born}

    @rule("X-1", "Look.", tools={"think"})
    def look(moment: Moment) -> str | None:
        return unknown_person(moment, [wanted], profile=PROFILE, listed=LISTED)

    talk = Talk("retail", (look,)).user(said).done("think", thought="who?")
    evidence = f"nothing gives {first} {last} {born}"
    assert [one.casefold() for one in seen(talk)] == ([] if known else [evidence.casefold()])
