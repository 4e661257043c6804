"""A long random walk of valid writes over the whole base: what must hold holds after each."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from sqlmodel import Session, select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    CustomerDevice,
    CustomerService,
    DeviceModel,
    MonthlyCharge,
    Payment,
    Service,
    SupportTicket,
)
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain

from ..walk import Call, Walk

TELECOM = served_domain("telecom")
PRIORITIES = ("low", "medium", "high", "urgent")
STATUSES = ("open", "in_progress", "resolved", "closed")
CATEGORIES = ("mobile", "internet", "tv", "billing", "account", "device", "security", "phone")

Choice = Callable[[Random, Session], Call | None]


def _customers(db: Session) -> list[str]:
    return [*db.exec(select(BillingAccount.customer_id))]


def _held(db: Session, key: str) -> list[str]:
    rows = db.exec(select(CustomerService).where(CustomerService.customer_id == key))
    return [row.service_id for row in rows]


def _devices(db: Session, key: str) -> list[CustomerDevice]:
    return [*db.exec(select(CustomerDevice).where(CustomerDevice.customer_id == key))]


def _add(rng: Random, db: Session) -> Call | None:
    key = rng.choice(_customers(db))
    held = _held(db, key)
    free = [one for one in db.exec(select(Service.service_id)) if one not in held]
    if not free:
        return None
    owned = [one.device_id for one in _devices(db, key)]
    chosen = rng.sample(owned, rng.randint(0, min(3, len(owned))))
    return "manage_service", {
        "customer_id": key,
        "action": "add",
        "service_id": rng.choice(free),
        "devices_ids": chosen,
    }


def _remove(rng: Random, db: Session) -> Call | None:
    key = rng.choice(_customers(db))
    held = _held(db, key)
    if not held:
        return None
    return "manage_service", {
        "customer_id": key,
        "action": "remove",
        "service_id": rng.choice(held),
    }


def _register(rng: Random, db: Session) -> Call:
    names = [*db.exec(select(DeviceModel.name))]
    return "add_device", {
        "customer_id": rng.choice(_customers(db)),
        "device_name": rng.choice(names),
    }


def _open(rng: Random, db: Session) -> Call:
    arguments = {"customer_id": rng.choice(_customers(db)), "category": rng.choice(CATEGORIES)}
    if rng.random() < 0.7:
        arguments["priority"] = rng.choice(PRIORITIES)
    return "create_support_ticket", arguments


def _modify(rng: Random, db: Session) -> Call:
    return "modify_support_ticket", {
        "ticket_id": rng.choice([*db.exec(select(SupportTicket.ticket_id))]),
        "status": rng.choice(STATUSES),
        "priority": rng.choice(PRIORITIES),
    }


def _settings(rng: Random, db: Session) -> Call:
    return "manage_billing", {
        "customer_id": rng.choice(_customers(db)),
        "paperless": rng.random() < 0.5,
        "auto_pay": rng.random() < 0.5,
        "billing_cycle": rng.choice(("monthly", "quarterly", "annual")),
    }


def _pay(rng: Random, db: Session) -> Call:
    """Two times in three a customer who owes something; a part, all of it, or more."""
    bills = [*db.exec(select(BillingAccount))]
    owing = [one for one in bills if one.current_balance > 0]
    bill = rng.choice(owing if owing and rng.random() < 0.67 else bills)
    cents = rng.choice((bill.current_balance or 1_00, rng.randint(1, 90_00), 300_00))
    return "record_payment", {
        "customer_id": bill.customer_id,
        "amount": cents / 100,
        "method": rng.choice(("credit_card", "bank_transfer")),
        "date": f"2025-{rng.randint(9, 12):02d}-{rng.randint(1, 28):02d}",
    }


CHOICES: tuple[Choice, ...] = (_add, _remove, _register, _open, _modify, _settings, _pay)


class Books:
    """The invariants, kept beside the tools in another way: sums that every write moves."""

    def __init__(self, db: Session) -> None:
        self.balances = {
            one.customer_id: one.current_balance for one in db.exec(select(BillingAccount))
        }
        self.equipment = self._other_charges(db)
        self.tickets = len([*db.exec(select(SupportTicket))])
        self.devices = Counter(one.customer_id for one in db.exec(select(CustomerDevice)))
        self.payments = Counter(one.customer_id for one in db.exec(select(Payment)))

    @staticmethod
    def _other_charges(db: Session) -> dict[tuple[str, str], int]:
        """The charges that are no service: no write moves them."""
        services = {*db.exec(select(Service.service_id))}
        charges = db.exec(select(MonthlyCharge))
        return {
            (one.customer_id, one.code): one.amount for one in charges if one.code not in services
        }

    def enter(self, tool: str, arguments: dict[str, Any]) -> None:
        """What the call should do to the sums."""
        key = arguments.get("customer_id", "")
        if tool == "record_payment":
            self.balances[key] = max(0, self.balances[key] - round(arguments["amount"] * 100))
            self.payments[key] += 1
        elif tool == "add_device":
            self.devices[key] += 1
        elif tool == "create_support_ticket":
            self.tickets += 1

    def check(self, db: Session) -> None:
        """Whether the database agrees with the sums and with itself."""
        bills = [*db.exec(select(BillingAccount))]
        assert {one.customer_id: one.current_balance for one in bills} == self.balances
        assert min(self.balances.values()) >= 0

        prices = {one.service_id: one.price for one in db.exec(select(Service))}
        held = {(one.customer_id, one.service_id) for one in db.exec(select(CustomerService))}
        charged = {
            (one.customer_id, one.code): one.amount
            for one in db.exec(select(MonthlyCharge))
            if one.code in prices
        }
        assert charged == {(key, service): prices[service] for key, service in held}
        assert self._other_charges(db) == self.equipment

        devices = [*db.exec(select(CustomerDevice))]
        assert Counter(one.customer_id for one in devices) == self.devices
        for one in devices:
            assert one.service is None or (one.customer_id, one.service) in held
            assert 1 <= int(one.device_id) <= self.devices[one.customer_id]

        payments = [*db.exec(select(Payment))]
        assert Counter(one.customer_id for one in payments) == self.payments
        latest = {one.customer_id: one for one in sorted(payments, key=lambda row: row.seq)}
        for bill in bills:
            last = latest[bill.customer_id]
            shown = bill.last_payment
            assert (shown.amount, shown.date, shown.status) == (last.amount, last.date, last.status)
            assert last.seq == self.payments[bill.customer_id]

        tickets = [*db.exec(select(SupportTicket))]
        assert len(tickets) == self.tickets
        assert {one.ticket_id for one in tickets} == {
            f"TICKET{number:03d}" for number in range(1, self.tickets + 1)
        }
        for one in tickets:
            assert one.status in STATUSES
            assert one.priority in PRIORITIES
            assert one.category in CATEGORIES


class DomainWalk(Walk):
    def __init__(self, state: EpisodeState, chance: Random) -> None:
        super().__init__(state, chance)
        with state.session() as db:
            self.books = Books(db)

    def choose(self) -> Call:
        with self.state.session() as db:
            while True:
                call = self.chance.choice(CHOICES)(self.chance, db)
                if call is not None:
                    return call

    def check(self, call: ToolCall) -> None:
        arguments: Any = call.arguments
        self.books.enter(call.name, arguments)
        with self.state.session() as db:
            self.books.check(db)
