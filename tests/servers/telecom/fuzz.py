"""Every tool of the company against generated calls on the real base."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from sqlmodel import select

from tau_emo_db import Changes, EpisodeState
from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    Customer,
    CustomerDevice,
    CustomerService,
    DeviceModel,
    Service,
    SupportTicket,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..tool_fuzz import Arguments, Call, calls_of

TELECOM = served_domain("telecom")
CATEGORIES = ["mobile", "internet", "tv", "billing", "account", "device", "security", "phone"]
PRIORITIES = ["low", "medium", "high", "urgent"]
STATUSES = ["open", "in_progress", "resolved", "closed"]
CYCLES = ["monthly", "quarterly", "annual"]
METHODS = ["credit_card", "bank_transfer"]
TOUCHES = {
    "manage_service": {"customer_service", "customer_device", "monthly_charge"},
    "create_support_ticket": {"support_ticket"},
    "modify_support_ticket": {"support_ticket"},
    "add_device": {"customer_device"},
    "manage_billing": {"billing_account"},
    "record_payment": {"billing_account", "payment"},
}
"""The tables that a write may change."""


@dataclass(frozen=True)
class Base:
    """What the generated calls take from the real base."""

    known: dict[str, list[Any]]
    customers: list[Customer]
    held: dict[str, list[str]]
    services: list[str]
    devices: dict[str, list[str]]
    balances: dict[str, int]


@cache
def base() -> Base:
    with EpisodeState.open(TELECOM.data) as state, state.session() as db:
        customers = [*db.exec(select(Customer))]
        services = [*db.exec(select(Service.service_id))]
        models = [*db.exec(select(DeviceModel.name))]
        tickets = [*db.exec(select(SupportTicket.ticket_id))]
        balances = {one.customer_id: one.current_balance for one in db.exec(select(BillingAccount))}
        held: dict[str, list[str]] = {}
        for row in db.exec(select(CustomerService)):
            held.setdefault(row.customer_id, []).append(row.service_id)
        devices: dict[str, list[str]] = {}
        for device in db.exec(select(CustomerDevice)):
            devices.setdefault(device.customer_id, []).append(device.device_id)
    return Base(
        known={
            "customer_id": [one.customer_id for one in customers],
            "email": [one.email for one in customers],
            "phone": [one.phone for one in customers],
            "service_id": services,
            "devices_ids": ["1", "2", "3", "12"],
            "device_name": models,
            "ticket_id": tickets,
            "action": ["list", "add", "remove", "suspend"],
            "issue": ["no_service", "slow_speeds", "battery_drain", "smoke"],
            "category": [*CATEGORIES, "cars"],
            "priority": [*PRIORITIES, "now"],
            "status": [*STATUSES, "lost"],
            "billing_cycle": [*CYCLES, "weekly"],
            "method": [*METHODS, "cash"],
            "date": ["2025-09-28", "2025-02-29", "2026-01-31", "today"],
            "original_price": ["45.00", "4.99", "$45.00", "-1", "1e400", "9" * 400],
            "expression": ["85 + 35.5", "2 * (3 + 4)", "1/3", "1/0", "2**9", "((1)", "-1.005"],
        },
        customers=customers,
        held=held,
        services=services,
        devices=devices,
        balances=balances,
    )


def somebody() -> st.SearchStrategy[str]:
    return st.sampled_from(base().known["customer_id"])


@st.composite
def service(draw: st.DrawFn) -> Arguments:
    """One that is held and removed, or one that is not and is added with some devices."""
    key = draw(somebody())
    held = base().held[key]
    if draw(st.booleans()):
        return {"customer_id": key, "action": "remove", "service_id": draw(st.sampled_from(held))}
    others = [one for one in base().services if one not in held]
    owned = base().devices.get(key, [])
    chosen = draw(st.lists(st.sampled_from(owned), unique=True)) if owned else []
    return {
        "customer_id": key,
        "action": "add",
        "service_id": draw(st.sampled_from(others)),
        "devices_ids": chosen,
    }


def new_ticket() -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"customer_id": somebody(), "category": st.sampled_from(CATEGORIES)},
        optional={"priority": st.sampled_from(PRIORITIES)},
    )


def ticket() -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "ticket_id": st.sampled_from(base().known["ticket_id"]),
            "status": st.sampled_from(STATUSES),
            "priority": st.sampled_from(PRIORITIES),
        }
    )


def device() -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"customer_id": somebody(), "device_name": st.sampled_from(base().known["device_name"])}
    )


def settings() -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "customer_id": somebody(),
            "paperless": st.booleans(),
            "auto_pay": st.booleans(),
            "billing_cycle": st.sampled_from(CYCLES),
        }
    )


@st.composite
def payment(draw: st.DrawFn) -> Arguments:
    """Around the balance, below it and far beyond it."""
    key = draw(somebody())
    balance = base().balances[key]
    near = st.sampled_from([balance - 1, balance, balance + 1, 1, 25_000])
    cents = max(draw(near | st.integers(1, 30_000)), 1)
    return {
        "customer_id": key,
        "amount": cents / 100,
        "method": draw(st.sampled_from(METHODS)),
        "date": draw(st.dates()).isoformat(),
    }


def trouble() -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "device_name": st.sampled_from(base().known["device_name"]),
            "issue": st.sampled_from(["no_service", "slow_speeds", "battery_drain"]),
        }
    )


VALID: dict[str, st.SearchStrategy[Arguments]] = {
    "manage_service": service(),
    "create_support_ticket": new_ticket(),
    "modify_support_ticket": ticket(),
    "add_device": device(),
    "manage_billing": settings(),
    "record_payment": payment(),
    "troubleshoot_device": trouble(),
    "get_senior_discount": st.decimals(0, 999, places=2).map(
        lambda price: {"original_price": str(price)}
    ),
}


@st.composite
def about(draw: st.DrawFn) -> Arguments:
    """A customer."""
    return {"customer_id": draw(somebody())}


@cache
def calls_to(tool: str) -> st.SearchStrategy[Call]:
    return calls_of(TELECOM.tools[tool], base().known, VALID.get(tool))


def check(call: ToolCall, before: Changes, after: Changes) -> None:
    """A write changes its own tables; balances fall by what is paid and never below 0."""
    changed = {
        name
        for name in {*before.root, *after.root}
        if before[name].after != after[name].after or before[name].before != after[name].before
    }
    assert changed <= TOUCHES[call.name]
    for name in ("customer", "service", "device_model"):
        assert name not in after.root
    paid: dict[str, int] = {}
    for row in after["payment"].after:
        paid[str(row["customer_id"])] = paid.get(str(row["customer_id"]), 0) + int(
            row["amount"] or 0
        )
        assert int(row["amount"] or 0) > 0
        assert row["status"] == "completed"
    for row in after["billing_account"].after:
        key = str(row["customer_id"])
        # What was paid in several steps is the same as in one, for 0 is reached once.
        expected = max(base().balances[key] - paid.get(key, 0), 0)
        assert row["current_balance"] == expected
    for row in after["monthly_charge"].after:
        assert int(row["amount"] or 0) > 0
        assert row["code"] in base().services
