"""The rules of the company, each on conversations that keep it and that break it."""

from typing import Any

import pytest

from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    Customer,
    CustomerDevice,
    CustomerService,
    SupportTicket,
)
from tau_emo_servers.domains.telecom.rules import RULES

from .talk import Talk, rows

TELECOM = "telecom"


def customer_with(*services: str, without: tuple[str, ...] = (), owes: bool = False) -> Customer:
    """A customer who holds these services, who owes something or not."""

    def fits(db: Any, key: str) -> bool:
        held = {one.service_id for one in rows(db, CustomerService, customer_id=key)}
        bill = rows(db, BillingAccount, customer_id=key)[0]
        return (
            set(services) <= held
            and not held & set(without)
            and (bill.current_balance > 0) is owes
            and not (bill.paperless or bill.auto_pay or bill.billing_cycle != "monthly")
        )

    return Talk(TELECOM).find(
        lambda db: next(one for one in rows(db, Customer) if fits(db, one.customer_id))
    )


def bill_of(customer: Customer) -> BillingAccount:
    return Talk(TELECOM).find(
        lambda db: rows(db, BillingAccount, customer_id=customer.customer_id)[0]
    )


def devices_on(customer: Customer, service: str | None) -> list[CustomerDevice]:
    return Talk(TELECOM).find(
        lambda db: [
            one
            for one in rows(db, CustomerDevice, customer_id=customer.customer_id)
            if one.service == service
        ]
    )


def known(customer: Customer, wish: str = "") -> Talk:
    """The customer was found by email, and the id was read back."""
    talk = Talk(TELECOM).user(f"Hello! {wish} My email is {customer.email}.")
    talk.done("find_customer_by_email", email=customer.email)
    return talk.agent(f"Thank you. Your customer id is {customer.customer_id}.").user("Right.")


def seen(customer: Customer, wish: str = "") -> Talk:
    """The customer is known, and details and bill were looked at."""
    talk = known(customer, wish)
    talk.done("get_customer_details", customer_id=customer.customer_id)
    return talk.done("get_billing_details", customer_id=customer.customer_id)


def pay(talk: Talk, customer: Customer, amount: float, listing: str = "", **more: str) -> Talk:
    arguments = {"method": "credit_card", "date": "2025-09-28", **more}
    said = listing or (
        f"I would book a payment of ${amount:.2f} by credit card, dated 2025-09-28. Yes or no?"
    )
    talk.agent(said).user("Yes, please.")
    talk.call("record_payment", customer_id=customer.customer_id, amount=amount, **arguments)
    return talk.agent(f"Your payment of ${amount:.2f} is booked.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("TELC-")]
    assert own == [f"TELC-{number:02d}" for number in (*range(1, 24),)]
    others = [rule.id for rule in RULES if not rule.id.startswith("TELC-")]
    assert others == ["COM-11", "COM-12", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {
        *("TELC-07", "TELC-09", "TELC-10", "TELC-11", "TELC-12", "TELC-14"),
        *("TELC-17", "TELC-18", "TELC-22"),
    }
    assert not [rule.id for rule in RULES if rule.kind == "tool"]


# TELC-01: who the customer is.


def test_a_stated_customer_id_identifies_nobody() -> None:
    customer = customer_with("tv_basic")
    talk = Talk(TELECOM).user(f"I am {customer.customer_id}.")
    talk.done("get_customer_details", customer_id=customer.customer_id)
    assert talk.broken() == {"TELC-01"}


def test_a_ticket_is_not_looked_at_before_the_customer_is_known() -> None:
    talk = Talk(TELECOM).user("It is about TICKET001.")
    assert talk.done("get_support_ticket_details", ticket_id="TICKET001").broken() == {"TELC-01"}


def test_the_catalogue_may_be_looked_at_before() -> None:
    talk = Talk(TELECOM).user("What do you sell?")
    talk.done("get_services").done("get_service_details", service_id="tv_basic")
    talk.done("get_device_details", device_name="iPhone 15")
    talk.done("get_senior_discount", original_price="45.00")
    talk.done("troubleshoot_device", device_name="iPhone 15", issue="no_service")
    talk.done("calculate", expression="1+1").done("think", thought="well")
    assert talk.broken() == set()


@pytest.mark.parametrize("way", ["email", "phone"])
def test_email_and_phone_are_the_customers_own_words(way: str) -> None:
    customer = customer_with("tv_basic")
    value = {"email": customer.email, "phone": customer.phone}[way]
    for opening, broken in ((f"It's {value}.", set[str]()), ("Hello!", {"TELC-01"})):
        talk = Talk(TELECOM).user(opening)
        talk.done(f"find_customer_by_{way}", **{way: value})
        talk.agent(f"Thank you, {customer.customer_id}.")
        assert talk.broken() == broken


# TELC-02: the id is read back.


def test_the_customer_id_is_read_back() -> None:
    customer = customer_with("tv_basic")
    talk = Talk(TELECOM).user(f"{customer.email}")
    talk.done("find_customer_by_email", email=customer.email)
    assert talk.broken() == set()
    talk.agent("Thank you, I found you. What can I do?")
    assert talk.broken() == {"TELC-02"}
    talk.user("My TV.").agent(f"Your customer id is {customer.customer_id}.")
    assert talk.broken() == set()


# TELC-03: one customer.


def ticket_of_another(customer: Customer) -> SupportTicket:
    return Talk(TELECOM).find(
        lambda db: next(
            one for one in rows(db, SupportTicket) if one.customer_id != customer.customer_id
        )
    )


def test_one_customer_per_conversation() -> None:
    customer, other = customer_with("tv_basic"), customer_with("tv_premium")
    talk = known(customer).done("get_customer_details", customer_id=other.customer_id)
    assert talk.broken() == {"TELC-03"}
    talk = known(customer).user(f"And my wife's, {other.email}.")
    assert talk.done("find_customer_by_email", email=other.email).broken() == {"TELC-03"}


def test_a_ticket_of_somebody_else_may_be_read_but_not_changed() -> None:
    customer = customer_with("tv_basic")
    ticket = ticket_of_another(customer)
    talk = known(customer, f"Please close {ticket.ticket_id}, my sister's.")
    talk.done("get_support_ticket_details", ticket_id=ticket.ticket_id)
    assert talk.broken() == set()
    talk.agent(f"I would set ticket {ticket.ticket_id} to closed. Yes or no?").user("Yes.")
    talk.done(
        "modify_support_ticket",
        ticket_id=ticket.ticket_id,
        status="closed",
        priority=ticket.priority,
    )
    assert talk.broken() == {"TELC-03"}


# TELC-04: the listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And tell me what the premium package costs.", set[str]()),
        ("GO AHEAD, finally!", set[str]()),
        ("okay", {"TELC-04"}),
        ("Yes, if it is free.", {"TELC-04"}),
        ("Yes, but make it urgent, by 2025-10-01.", {"TELC-04"}),
    ],
)
def test_only_a_yes_covers_a_ticket(answer: str, broken: set[str]) -> None:
    customer = customer_with("tv_basic")
    talk = known(customer, "My TV is dead, open a ticket.")
    talk.agent("I would open a ticket of category tv and priority high. Yes or no?").user(answer)
    talk.done(
        "create_support_ticket", customer_id=customer.customer_id, category="tv", priority="high"
    )
    assert talk.agent("The ticket is open.").broken() == broken


@pytest.mark.parametrize(
    ("listing", "broken"),
    [
        ("I would open a ticket of category tv and priority high. Yes or no?", set[str]()),
        ("I would open a ticket about your tv. Yes or no?", {"TELC-04"}),
        ("I would open a high ticket about your internet. Yes or no?", {"TELC-04"}),
        ("I open a ticket of category tv and priority high now.", {"TELC-04"}),
    ],
)
def test_a_ticket_is_listed_with_category_and_priority(listing: str, broken: set[str]) -> None:
    customer = customer_with("tv_basic")
    talk = known(customer, "My TV is dead, open a ticket.").agent(listing).user("Yes, do it.")
    talk.done(
        "create_support_ticket", customer_id=customer.customer_id, category="tv", priority="high"
    )
    assert talk.agent("The ticket is open.").broken() == broken


def test_a_priority_left_out_need_not_be_listed() -> None:
    customer = customer_with("tv_basic")
    talk = known(customer, "My TV is dead.").agent("I would open a ticket of category tv. Yes?")
    talk.user("Yes.").done("create_support_ticket", customer_id=customer.customer_id, category="tv")
    assert talk.agent("The ticket is open.").broken() == set()


def test_one_yes_covers_two_tickets_but_none_of_them_twice() -> None:
    customer = customer_with("tv_basic")
    talk = known(customer, "My TV is dead and my bill is wrong: two tickets.")
    talk.agent(
        "I would open a ticket of category tv with priority high, and a ticket of category "
        "billing with priority low. Shall I go ahead, yes or no?"
    ).user("Yes to both.")
    for category, priority in (("tv", "high"), ("billing", "low")):
        talk.done(
            "create_support_ticket",
            customer_id=customer.customer_id,
            category=category,
            priority=priority,
        )
    assert talk.agent("Both tickets are open.").broken() == set()
    talk.done(
        "create_support_ticket", customer_id=customer.customer_id, category="tv", priority="high"
    )
    assert talk.agent("And a third ticket.").broken() == {"TELC-04"}


def test_listing_the_services_held_needs_no_yes_and_no_report() -> None:
    customer = customer_with("tv_basic")
    talk = known(customer, "What do I have?")
    talk.done("manage_service", customer_id=customer.customer_id, action="list")
    assert talk.agent("It is all in order.").broken() == set()


@pytest.mark.parametrize(
    ("listing", "broken"),
    [
        ("I would register a Google Pixel 8 as your device. Yes or no?", set[str]()),
        ("I would register your new phone. Yes or no?", {"TELC-04"}),
    ],
)
def test_a_device_is_listed_by_its_name(listing: str, broken: set[str]) -> None:
    customer = customer_with("tv_basic")
    talk = known(customer, "I have a new Google Pixel 8.").agent(listing).user("Yes.")
    talk.done("add_device", customer_id=customer.customer_id, device_name="Google Pixel 8")
    assert talk.agent("It is registered.").broken() == broken


# TELC-05, TELC-06, TELC-08, TELC-13: every turn.


def test_one_call_in_a_turn_and_no_text_beside_it() -> None:
    customer = customer_with("tv_basic")
    read = ("get_services", dict[str, Any]())
    assert known(customer).turn("", read, read).broken() == {"TELC-05"}
    assert known(customer).turn("One moment.", read).broken() == {"TELC-05"}
    assert known(customer).turn("", read).broken() == set()


def test_amounts_ids_and_dates_come_from_somewhere() -> None:
    customer = customer_with("tv_basic")
    bill = bill_of(customer)
    talk = seen(customer, "What do I pay?")
    talk.agent(f"Your next bill comes on {bill.next_bill_date}; the TV package is $45.00.")
    assert talk.broken() == set()
    talk.agent("By the way, it is $46.13 from 2026-01-17 on.")
    assert talk.broken() == {"TELC-06"}


def test_no_tool_is_made_up() -> None:
    talk = known(customer_with("tv_basic"), "Give me a person!")
    talk.refused("transfer_to_human_agents", summary="wants a person")
    assert talk.broken() == {"TELC-08"}


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("It costs $45.00, and $95.00 for the other.", False),
        ("It costs $45.", True),
        ("It costs $45, not $95.00.", True),
        ("It costs $95.00 or $45.0 a month.", True),
        ("It is 45 channels for $45.00.", False),
    ],
)
def test_amounts_have_two_decimals(text: str, broken: bool) -> None:
    talk = known(customer_with("tv_basic")).done("get_services").agent(text)
    assert ("TELC-13" in talk.broken()) is broken


def test_amounts_of_more_than_a_thousand_may_have_a_comma() -> None:
    talk = Talk(TELECOM).user("I have 1,234.50 and 1,234 dollars.").agent("So $1,234.50?")
    assert talk.broken() == set()
    talk = Talk(TELECOM).user("I have 1,234.50 and 1,234 dollars.").agent("So $1,234?")
    assert talk.broken() == {"TELC-13"}


# TELC-15, TELC-16, TELC-23: services.


def add(talk: Talk, customer: Customer, service: str, listing: str, *devices: str) -> Talk:
    talk.agent(listing).user("Yes, go ahead.")
    talk.done(
        "manage_service",
        customer_id=customer.customer_id,
        action="add",
        service_id=service,
        devices_ids=list(devices),
    )
    return talk.agent(f"{service} was added.")


def test_devices_come_from_the_customers_details() -> None:
    customer = customer_with("tv_basic", without=("home_security",))
    box = devices_on(customer, "tv_basic")[0]
    listing = (
        f"I would add home_security for $40.00 a month and link your {box.name} (id "
        f"{box.device_id}) to it. Yes or no?"
    )
    talk = add(
        seen(customer, "Add security, on my box."),
        customer,
        "home_security",
        listing,
        box.device_id,
    )
    assert talk.broken() == set()
    talk = known(customer, f"Add home_security for 40.00, on my {box.name}, {box.device_id}.")
    talk = add(talk, customer, "home_security", listing, box.device_id)
    assert talk.broken() == {"TELC-15", "COM-11"}


def test_an_added_service_is_listed_with_price_and_devices() -> None:
    customer = customer_with("tv_basic", without=("home_security",))
    box = devices_on(customer, "tv_basic")[0]
    for listing in (
        f"I would add home security and link the {box.name} {box.device_id}. Yes or no?",
        "I would add home security for $40.00 a month. Yes or no?",
        f"I would remove home security, $40.00, from {box.name} {box.device_id}. Yes or no?",
    ):
        talk = seen(customer, "Add security, on my box.")
        talk = add(talk, customer, "home_security", listing, box.device_id)
        assert talk.broken() == {"TELC-04"}


def switch(customer: Customer, wish: str, *devices: str, first: str = "remove") -> Talk:
    """From the basic to the premium TV package."""
    names = ", ".join(
        f"{one.name} (id {one.device_id})" for one in devices_on(customer, "tv_basic")
    )
    talk = seen(customer, wish).done("get_service_details", service_id="tv_premium")
    talk.agent(
        f"I would remove tv_basic; {names} lose their link. Then I would add tv_premium for "
        f"$95.00 a month and link {names} to it. Yes or no?"
    ).user("Yes, do both.")
    calls: dict[str, dict[str, Any]] = {
        "remove": {"action": "remove", "service_id": "tv_basic"},
        "add": {"action": "add", "service_id": "tv_premium", "devices_ids": list(devices)},
    }
    for act in (first, *(one for one in calls if one != first)):
        talk.done("manage_service", customer_id=customer.customer_id, **calls[act])
    return talk.agent("The package was switched.")


def test_a_switch_keeps_the_devices() -> None:
    customer = customer_with("tv_basic", without=("tv_premium",))
    had = [one.device_id for one in devices_on(customer, "tv_basic")]
    wish = "Switch my TV package to premium, please."
    assert switch(customer, wish, *had).broken() == set()
    assert switch(customer, wish).broken() == {"TELC-16"}
    assert switch(customer, f"{wish} But without the box.").broken() == set()
    assert switch(customer, f"{wish} Link no device.").broken() == set()
    other = "I do not watch films, but my children do. No rush."
    assert switch(customer, f"{wish} {other}").broken() == {"TELC-16"}


def test_a_switch_removes_first() -> None:
    customer = customer_with("tv_basic", without=("tv_premium",))
    had = [one.device_id for one in devices_on(customer, "tv_basic")]
    wish = "Switch my TV package to premium, please."
    assert switch(customer, wish, *had, first="add").broken() == {"TELC-16"}


def test_a_removal_names_the_devices_that_lose_their_link() -> None:
    customer = customer_with("tv_basic")
    names = " and ".join({one.name for one in devices_on(customer, "tv_basic")})
    for lost, broken in ((names, set[str]()), ("some device", {"TELC-04", "TELC-23"})):
        talk = seen(customer, "Drop the TV.")
        talk.agent(f"I would remove tv_basic; {lost} would lose the link. Yes or no?").user("Yes.")
        talk.done(
            "manage_service",
            customer_id=customer.customer_id,
            action="remove",
            service_id="tv_basic",
        )
        assert talk.agent("tv_basic was removed.").broken() == broken


def test_services_are_looked_at_before_one_is_removed() -> None:
    customer = customer_with("tv_basic")
    names = " and ".join({one.name for one in devices_on(customer, "tv_basic")})
    talk = known(customer, "Drop the TV.")
    talk.agent(f"I would remove tv_basic; {names} would lose the link. Yes or no?").user("Yes.")
    talk.done(
        "manage_service", customer_id=customer.customer_id, action="remove", service_id="tv_basic"
    )
    assert talk.agent("tv_basic was removed.").broken() == {"COM-11"}


# TELC-19: what is not asked to change stays.


def settle(talk: Talk, customer: Customer, listing: str, **settings: Any) -> Talk:
    talk.agent(listing).user("Yes.")
    talk.done("manage_billing", customer_id=customer.customer_id, **settings)
    return talk.agent("Your bill settings are changed.")


def test_only_the_settings_asked_for_change() -> None:
    customer = customer_with("tv_basic")  # on paper, no auto-pay, monthly
    wish = "Make my bill paperless."
    listing = "I would turn paperless billing on for your bill. Yes or no?"
    right = {"paperless": True, "auto_pay": False, "billing_cycle": "monthly"}
    assert settle(seen(customer, wish), customer, listing, **right).broken() == set()
    assert settle(known(customer, wish), customer, listing, **right).broken() == {"TELC-19"}
    both = "I would turn paperless billing on and start automatic payments. Yes or no?"
    wrong = {**right, "auto_pay": True}
    assert settle(seen(customer, wish), customer, both, **wrong).broken() == {"TELC-19"}
    assert settle(seen(customer, wish), customer, listing, **wrong).broken() == {
        *("TELC-04", "TELC-19"),
    }


def test_settings_are_listed_as_they_will_be() -> None:
    customer = customer_with("tv_basic")
    wish = "Make my bill paperless and quarterly."
    right = {"paperless": True, "auto_pay": False, "billing_cycle": "quarterly"}
    listing = "I would turn paperless billing on and bill you {}. Yes or no?"
    talk = settle(seen(customer, wish), customer, listing.format("quarterly"), **right)
    assert talk.broken() == set()
    talk = settle(seen(customer, wish), customer, listing.format("annually"), **right)
    assert talk.broken() == {"TELC-04"}
    talk = settle(
        seen(customer, wish),
        customer,
        "I would change paperless billing and the quarterly cycle. Yes or no?",
        **right,
    )
    assert talk.broken() == {"TELC-04"}


def own_ticket() -> SupportTicket:
    return Talk(TELECOM).find(
        lambda db: next(
            one
            for one in rows(db, SupportTicket, status="in_progress")
            if one.priority == "medium" and one.category != "account"
        )
    )


def raise_it(talk: Talk, ticket: SupportTicket, status: str, priority: str) -> Talk:
    talk.agent(
        f"I would change ticket {ticket.ticket_id}: status {status}, priority {priority}. Yes?"
    ).user("Yes.")
    talk.done("modify_support_ticket", ticket_id=ticket.ticket_id, status=status, priority=priority)
    return talk.agent(f"Ticket {ticket.ticket_id} is changed.")


def test_only_the_field_of_a_ticket_that_was_asked_for_changes() -> None:
    ticket = own_ticket()
    customer = Talk(TELECOM).find(lambda db: db.get_one(Customer, ticket.customer_id))
    wish = f"Make {ticket.ticket_id} urgent!"
    for read in (True, False):
        talk = known(customer, wish)
        if read:
            talk.done("get_support_ticket_details", ticket_id=ticket.ticket_id)
        talk = raise_it(talk, ticket, "in_progress", "urgent")
        assert talk.broken() == (set() if read else {"TELC-19"})
    talk = known(customer, wish).done("get_support_ticket_details", ticket_id=ticket.ticket_id)
    assert raise_it(talk, ticket, "resolved", "urgent").broken() == {"TELC-19"}


def test_a_ticket_that_was_just_opened_is_known() -> None:
    customer = customer_with("tv_basic")
    talk = known(customer, "My TV is dead: a ticket.").agent(
        "I would open a ticket of category tv and priority high. Yes or no?"
    )
    talk.user("Yes.").done(
        "create_support_ticket", customer_id=customer.customer_id, category="tv", priority="high"
    )
    talk.agent("Ticket TICKET241 is open.").user("Make it urgent after all.")
    talk.agent("I would raise ticket TICKET241 to priority urgent. Yes or no?").user("Yes.")
    talk.done("modify_support_ticket", ticket_id="TICKET241", status="open", priority="urgent")
    assert talk.agent("TICKET241 is changed.").broken() == set()


# TELC-20 and TELC-21: payments.


def test_a_payment_is_made_as_the_customer_said() -> None:
    customer = customer_with("tv_basic", owes=True)
    balance = bill_of(customer).current_balance / 100
    for wish in (
        "I want to pay the whole balance by credit card today.",
        f"I want to pay ${balance:.2f} with my card, on September 28.",
    ):
        assert pay(seen(customer, wish), customer, balance).broken() == set()


@pytest.mark.parametrize(
    "wish",
    [
        "I want to pay the whole balance today.",  # how?
        "I want to pay the whole balance by credit card.",  # when?
        "I want to pay something by credit card today.",  # how much?
        "I want to pay by bank transfer, all of it, today.",
    ],
)
def test_amount_method_and_date_must_have_been_said(wish: str) -> None:
    customer = customer_with("tv_basic", owes=True)
    balance = bill_of(customer).current_balance / 100
    assert pay(seen(customer, wish), customer, balance).broken() == {"TELC-20"}


def test_a_payment_is_listed_with_amount_method_and_date() -> None:
    customer = customer_with("tv_basic", owes=True)
    balance = bill_of(customer).current_balance / 100
    wish = "I want to pay the whole balance by credit card today."
    for listing in (
        "I would book a payment by credit card, dated 2025-09-28. Yes or no?",
        f"I would book a payment of ${balance:.2f}, dated 2025-09-28. Yes or no?",
        f"I would book a payment of ${balance:.2f} by credit card. Yes or no?",
    ):
        talk = pay(seen(customer, wish), customer, balance, listing)
        assert talk.broken() == {"TELC-04"}


def test_the_bill_is_looked_at_before_a_payment() -> None:
    customer = customer_with("tv_basic", owes=True)
    talk = known(customer, "I want to pay 10.00 by credit card today.")
    assert pay(talk, customer, 10.0).broken() == {"COM-11"}


def test_a_surplus_is_told_before_it_is_booked() -> None:
    customer = customer_with("tv_basic", owes=True)
    balance = bill_of(customer).current_balance / 100
    amount = balance + 12.5
    wish = f"I want to pay {amount:.2f} by credit card today."
    assert pay(seen(customer, wish), customer, amount).broken() == {"TELC-21"}
    talk = seen(customer, wish).agent(
        f"You owe ${balance:.2f}; the $12.50 beyond it would not be credited. Is that all right?"
    )
    assert pay(talk.user("I don't mind."), customer, amount).broken() == set()


# COM-12 and COM-14.


def test_what_was_done_is_told() -> None:
    customer = customer_with("tv_basic")
    talk = known(customer, "I have a new Google Pixel 8.")
    talk.agent("I would register a Google Pixel 8 as your device. Yes or no?").user("Yes.")
    talk.done("add_device", customer_id=customer.customer_id, device_name="Google Pixel 8")
    assert talk.agent("Lovely weather today.").broken() == {"COM-12"}


def test_a_failed_call_is_not_sent_again_unchanged() -> None:
    talk = Talk(TELECOM).user("It's nobody@example.com, or 555 000 0000.")
    talk.refused("find_customer_by_email", email="nobody@example.com")
    talk.refused("find_customer_by_phone", phone="555 000 0000")
    assert talk.broken() == set()
    talk.refused("find_customer_by_phone", phone="555 000 0000")
    assert talk.broken() == {"COM-14"}


# Further breaches.


def test_a_device_that_is_not_in_the_details_is_not_linked() -> None:
    customer = customer_with("tv_basic", without=("home_security",))
    talk = seen(customer, "Add security, on my door camera.")
    talk.agent("I would add home_security for $40.00 a month, linked to device 987. Yes or no?")
    talk.user("Yes.").call(
        "manage_service",
        customer_id=customer.customer_id,
        action="add",
        service_id="home_security",
        devices_ids=["987"],
    )
    assert "TELC-15" in talk.broken()


def test_a_large_surplus_by_transfer_is_told_before_as_well() -> None:
    customer = customer_with("tv_basic", owes=True)
    amount = bill_of(customer).current_balance / 100 + 500
    talk = seen(customer, f"Book {amount:.2f} by bank transfer for today.")
    listing = (
        f"I would book a payment of ${amount:.2f} by bank transfer, dated 2025-09-28. Yes or no?"
    )
    assert "TELC-21" in pay(talk, customer, amount, listing, method="bank_transfer").broken()


def test_a_removal_that_names_no_device_at_all() -> None:
    customer = customer_with("tv_basic")
    talk = seen(customer, "Drop the TV.")
    talk.agent("I would remove tv_basic, at no charge. Yes or no?").user("Yes.")
    talk.done(
        "manage_service",
        customer_id=customer.customer_id,
        action="remove",
        service_id="tv_basic",
    )
    assert "TELC-23" in talk.agent("tv_basic was removed.").broken()


def test_an_amount_before_the_word_lacks_the_sign() -> None:
    talk = Talk(TELECOM).user("I have 20 dollars.")
    assert talk.agent("So $20.00, with 3 devices, in dollars?").broken() == set()
    assert talk.agent("So 20 dollars?").broken() == {"TELC-13"}
