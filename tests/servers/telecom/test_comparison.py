"""Which final states count as equal: order and generated ids never matter, content does."""

from typing import Any

import pytest

from tau_emo_db import Changes, compare

from ..calls import done
from .desk import BOX, DESK, LOOSE_PHONE, OTHER_ROWAN, ROWAN, SECOND_BOX, TICKET, open_desk

Call = tuple[str, dict[str, Any]]


def changes(*calls: Call) -> Changes:
    desk = open_desk()
    for tool, arguments in calls:
        done(desk, tool, **arguments)
    made = desk.changes()
    desk.close()
    return made


def differences(gold: list[Call], got: list[Call]) -> set[str]:
    """The tables that differ."""
    return {one.table for one in compare(DESK.data, changes(*gold), changes(*got))}


def service(action: str, service_id: str, *devices: str) -> Call:
    return "manage_service", {
        "customer_id": ROWAN,
        "action": action,
        "service_id": service_id,
        "devices_ids": list(devices),
    }


def ticket(category: str, priority: str = "high", key: str = ROWAN) -> Call:
    arguments = {"customer_id": key, "category": category, "priority": priority}
    return "create_support_ticket", arguments


def device(name: str) -> Call:
    return "add_device", {"customer_id": ROWAN, "device_name": name}


def payment(amount: float, **more: str) -> Call:
    arguments = {"method": "credit_card", "date": "2025-09-28", **more}
    return "record_payment", {"customer_id": ROWAN, "amount": amount, **arguments}


def change(status: str, priority: str) -> Call:
    return "modify_support_ticket", {"ticket_id": TICKET, "status": status, "priority": priority}


SWITCH = [service("remove", "tv_basic"), service("add", "tv_premium", BOX, SECOND_BOX)]


@pytest.mark.parametrize(
    ("gold", "got"),
    [
        # New tickets and devices in another order bear other ids.
        ([ticket("tv"), ticket("billing", "low")], [ticket("billing", "low"), ticket("tv")]),
        (
            [device("WiFi 6 Router"), device("iPhone 15")],
            [device("iPhone 15"), device("WiFi 6 Router")],
        ),
        # One of two boxes on the same package is as good as the other.
        ([service("add", "tv_premium", BOX)], [service("add", "tv_premium", SECOND_BOX)]),
        (SWITCH, [SWITCH[0], service("add", "tv_premium", SECOND_BOX, BOX)]),
        (SWITCH, [service("add", "tv_premium", BOX, SECOND_BOX), service("remove", "tv_basic")]),
        # Adding and removing undo each other, and so does changing a ticket back.
        ([], [service("add", "home_security"), service("remove", "home_security")]),
        ([], [change("closed", "urgent"), change("in_progress", "medium")]),
        # Payments on one day in another order; the last is the same.
        (
            [payment(10), payment(20), payment(5)],
            [payment(20), payment(10), payment(5)],
        ),
    ],
)
def test_these_are_equal(gold: list[Call], got: list[Call]) -> None:
    assert differences(gold, got) == set()
    assert differences(got, gold) == set()


@pytest.mark.parametrize(
    ("gold", "got", "tables"),
    [
        ([ticket("tv")], [ticket("tv", "urgent")], {"support_ticket"}),
        ([ticket("tv")], [ticket("device")], {"support_ticket"}),
        ([ticket("tv")], [ticket("tv", key=OTHER_ROWAN)], {"support_ticket"}),
        ([ticket("tv")], [ticket("tv"), ticket("tv")], {"support_ticket"}),
        ([ticket("tv")], [], {"support_ticket"}),
        ([change("closed", "medium")], [change("resolved", "medium")], {"support_ticket"}),
        ([device("iPhone 15")], [device("WiFi 6 Router")], {"customer_device"}),
        ([device("iPhone 15")], [device("iPhone 15")] * 2, {"customer_device"}),
        # Of two phones, one is on a plan and one is not.
        (
            [service("add", "home_security", LOOSE_PHONE)],
            [service("add", "home_security", "1")],
            {"customer_device"},
        ),
        (SWITCH, [SWITCH[0], service("add", "tv_premium", BOX)], {"customer_device"}),
        (
            [service("add", "tv_premium")],
            [service("add", "home_security")],
            {"customer_service", "monthly_charge"},
        ),
        ([payment(10)], [payment(10, method="bank_transfer")], {"billing_account"}),
        ([payment(10)], [payment(10, date="2025-09-27")], {"billing_account", "payment"}),
        ([payment(10)], [payment(4), payment(6)], {"billing_account", "payment"}),
        # What is paid beyond the balance leaves another history.
        ([payment(52.44)], [payment(60)], {"billing_account", "payment"}),
    ],
)
def test_these_are_not(gold: list[Call], got: list[Call], tables: set[str]) -> None:
    assert differences(gold, got) == tables
    assert differences(got, gold) == tables
