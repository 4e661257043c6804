"""Opening and changing support tickets, and registering devices."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    GAPS,
    OTHERS_TICKET,
    ROWAN,
    THIRD_TICKET,
    TICKET,
    UNBILLED,
    changed_tables,
    customer,
)

CATEGORIES = ("mobile", "internet", "tv", "billing", "account", "device", "security", "phone")
PRIORITIES = ("low", "medium", "high", "urgent")
STATUSES = ("open", "in_progress", "resolved", "closed")


def ticket(desk: Episode, key: str) -> dict[str, Any]:
    return done(desk, "get_support_ticket_details", ticket_id=key)


# Opening.


def test_a_new_ticket_is_open_and_its_id_is_told(desk: Episode) -> None:
    told = done(
        desk, "create_support_ticket", customer_id=ROWAN, category="device", priority="urgent"
    )
    assert told.startswith("Success:")
    # Three tickets: the fourth number is the next.
    assert "TICKET004" in told
    assert ticket(desk, "TICKET004") == {
        "ticket_id": "TICKET004",
        "customer_id": ROWAN,
        "category": "device",
        "priority": "urgent",
        "status": "open",
    }
    assert changed_tables(desk) == {"support_ticket": (0, 1)}


def test_ids_step_over_those_that_are_taken(desk: Episode) -> None:
    ids = [
        done(desk, "create_support_ticket", customer_id=ROWAN, category="tv").split()[2]
        for _ in range(3)
    ]
    # With four tickets the fifth number is next, but it is taken, and so on.
    assert ids == ["TICKET004", "TICKET006", "TICKET007"]


@pytest.mark.parametrize("more", [{}, {"priority": None}, {"priority": ""}])
def test_a_priority_that_is_left_out_is_medium(desk: Episode, more: dict[str, Any]) -> None:
    done(desk, "create_support_ticket", customer_id=ROWAN, category="billing", **more)
    assert ticket(desk, "TICKET004")["priority"] == "medium"


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("priority", PRIORITIES)
def test_every_category_and_priority(desk: Episode, category: str, priority: str) -> None:
    done(desk, "create_support_ticket", customer_id=UNBILLED, category=category, priority=priority)
    shown = ticket(desk, "TICKET004")
    assert (shown["category"], shown["priority"]) == (category, priority)


def test_a_second_ticket_of_one_category_is_not_blocked(desk: Episode) -> None:
    for _ in range(2):
        done(desk, "create_support_ticket", customer_id=ROWAN, category="internet")
    assert changed_tables(desk) == {"support_ticket": (0, 2)}


def test_first_the_customer_must_exist(desk: Episode) -> None:
    arguments = {"customer_id": "rowan", "category": "cars", "priority": "now"}
    refused(desk, "there is no customer", "create_support_ticket", **arguments)


@pytest.mark.parametrize("category", ["cars", "TV", "technical", " tv", ""])
def test_then_the_category_must_be_known(desk: Episode, category: str) -> None:
    arguments = {"customer_id": ROWAN, "category": category, "priority": "now"}
    refused(desk, "is unknown; send one of mobile", "create_support_ticket", **arguments)


@pytest.mark.parametrize("priority", ["now", "HIGH", "critical", " "])
def test_then_the_priority_must_be_known(desk: Episode, priority: str) -> None:
    arguments = {"customer_id": ROWAN, "category": "tv", "priority": priority}
    refused(desk, "is unknown; send one of low", "create_support_ticket", **arguments)
    assert desk.changes().is_empty


# Changing.


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("priority", PRIORITIES)
def test_status_and_priority_are_both_replaced(desk: Episode, status: str, priority: str) -> None:
    """Also those of a closed ticket, and of one that belongs to somebody else."""
    for key in (TICKET, OTHERS_TICKET, THIRD_TICKET):
        before = ticket(desk, key)
        told = done(desk, "modify_support_ticket", ticket_id=key, status=status, priority=priority)
        assert told.startswith("Success:")
        assert key in told
        assert ticket(desk, key) == {**before, "status": status, "priority": priority}
    assert set(changed_tables(desk)) == {"support_ticket"}


def test_the_same_values_again_are_no_change(desk: Episode) -> None:
    arguments = {"ticket_id": TICKET, "status": "in_progress", "priority": "medium"}
    done(desk, "modify_support_ticket", **arguments)
    assert desk.changes().is_empty


@pytest.mark.parametrize("status", ["done", "in progress", "Open", ""])
def test_the_status_is_checked_first(desk: Episode, status: str) -> None:
    arguments = {"ticket_id": "TICKET999", "status": status, "priority": "now"}
    refused(desk, "is unknown; send one of open", "modify_support_ticket", **arguments)


@pytest.mark.parametrize("priority", ["now", "URGENT", ""])
def test_then_the_priority(desk: Episode, priority: str) -> None:
    arguments = {"ticket_id": "TICKET999", "status": "closed", "priority": priority}
    refused(desk, "is unknown; send one of low", "modify_support_ticket", **arguments)


@pytest.mark.parametrize("key", ["TICKET999", "TICKET01", "ticket001", ""])
def test_then_the_ticket_must_exist(desk: Episode, key: str) -> None:
    arguments = {"ticket_id": key, "status": "closed", "priority": "low"}
    refused(desk, "there is no ticket", "modify_support_ticket", **arguments)
    assert desk.changes().is_empty


# Devices.


def test_a_new_device_is_linked_to_nothing_and_its_id_is_the_next(desk: Episode) -> None:
    told = done(desk, "add_device", customer_id=ROWAN, device_name='55" Smart TV')
    assert told.startswith("Success:")
    assert "6" not in told.replace(ROWAN, "")
    assert customer(desk)["devices"][-1] == {
        "device_id": "6",
        "name": '55" Smart TV',
        "service": None,
    }
    assert changed_tables(desk) == {"customer_device": (0, 1)}


def test_ids_count_on_from_the_highest_and_from_1(desk: Episode) -> None:
    # Of the ids 2 and 10 the highest number is 10; the highest text would be 2.
    for _ in range(2):
        done(desk, "add_device", customer_id=GAPS, device_name="iPhone 15")
    assert [one["device_id"] for one in customer(desk, GAPS)["devices"]] == ["2", "10", "11", "12"]
    done(desk, "add_device", customer_id=UNBILLED, device_name="iPhone 15")
    assert [one["device_id"] for one in customer(desk, UNBILLED)["devices"]] == ["1"]


def test_a_model_that_is_owned_may_be_registered_again(desk: Episode) -> None:
    done(desk, "add_device", customer_id=ROWAN, device_name="iPhone 15")
    names = [one["name"] for one in customer(desk)["devices"]]
    assert names.count("iPhone 15") == 3


def test_a_device_needs_a_customer_first(desk: Episode) -> None:
    refused(desk, "there is no customer", "add_device", customer_id="rowan", device_name="Toaster")


@pytest.mark.parametrize("name", ["Toaster", "iphone 15", "55 Smart TV", 'Smart TV 55"', ""])
def test_then_a_model_of_the_catalogue(desk: Episode, name: str) -> None:
    refused(desk, "the catalogue has no device", "add_device", customer_id=ROWAN, device_name=name)
    assert desk.changes().is_empty
