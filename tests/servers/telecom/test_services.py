"""Adding and removing services. Devices, prices and charges stand in desk.py."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BOX,
    GAPS,
    LOOSE_PHONE,
    OTHER_ROWAN,
    PHONE,
    ROUTER,
    ROWAN,
    SECOND_BOX,
    UNBILLED,
    bill,
    changed_tables,
    customer,
    links,
)


def manage(desk: Episode, action: str, service_id: str, key: str = ROWAN, **more: Any) -> str:
    return done(
        desk, "manage_service", customer_id=key, action=action, service_id=service_id, **more
    )


def unchanged(desk: Episode, reason: str, **arguments: Any) -> None:
    refused(desk, reason, "manage_service", **{"customer_id": ROWAN, **arguments})
    assert desk.changes().is_empty


# Effects of adding.


def test_an_added_service_is_held_charged_and_linked(desk: Episode) -> None:
    before = bill(desk)
    told = manage(desk, "add", "tv_premium", devices_ids=[BOX, LOOSE_PHONE])
    assert told.startswith("Success:")
    assert "HD Cable Box (id 3)" in told
    assert "iPhone 15 (id 5)" in told
    assert customer(desk)["services"] == [
        *("mobile_basic", "internet_fiber_1gb", "tv_basic", "tv_premium"),
    ]
    # The box was linked to another service, and a phone suits no TV package: both may be.
    assert links(desk) == {
        PHONE: "mobile_basic",
        ROUTER: "internet_fiber_1gb",
        BOX: "tv_premium",
        SECOND_BOX: "tv_basic",
        LOOSE_PHONE: "tv_premium",
    }
    after = bill(desk)
    # 95.00 a month from the catalogue, not a part of it for the days that are left.
    assert after["monthly_charges"] == {**before["monthly_charges"], "tv_premium": 95}
    assert {**after, "monthly_charges": 0} == {**before, "monthly_charges": 0}
    assert changed_tables(desk) == {
        "customer_service": (0, 1),
        "customer_device": (2, 2),
        "monthly_charge": (0, 1),
    }


@pytest.mark.parametrize("devices", [None, [], "[]", ""])
def test_a_service_may_be_added_without_a_device(desk: Episode, devices: Any) -> None:
    told = manage(desk, "add", "home_security", devices_ids=devices)
    assert "devices linked to it: none" in told
    assert bill(desk)["monthly_charges"]["home_security"] == 40.5
    assert changed_tables(desk) == {"customer_service": (0, 1), "monthly_charge": (0, 1)}


def test_a_device_named_twice_is_linked_once(desk: Episode) -> None:
    told = manage(desk, "add", "tv_premium", devices_ids=[BOX, BOX])
    assert told.count("HD Cable Box") == 1
    assert links(desk)[BOX] == "tv_premium"


def test_ids_of_devices_may_be_sent_as_numbers(desk: Episode) -> None:
    manage(desk, "add", "tv_premium", devices_ids=[4])
    assert links(desk)[SECOND_BOX] == "tv_premium"


# Effects of removing.


def test_a_removed_service_loses_its_charge_and_its_links_and_nothing_else(desk: Episode) -> None:
    before = bill(desk)
    told = manage(desk, "remove", "tv_basic")
    assert told.startswith("Success:")
    assert told.endswith("devices that lost their link: HD Cable Box, HD Cable Box.")
    assert customer(desk)["services"] == ["mobile_basic", "internet_fiber_1gb"]
    assert links(desk) == {
        PHONE: "mobile_basic",
        ROUTER: "internet_fiber_1gb",
        BOX: None,
        SECOND_BOX: None,
        LOOSE_PHONE: None,
    }
    after = bill(desk)
    kept = {
        code: amount for code, amount in before["monthly_charges"].items() if code != "tv_basic"
    }
    assert after["monthly_charges"] == kept
    assert {"cable_box_hd", "late_fee", "taxes_fees"} < set(kept)
    assert {**after, "monthly_charges": 0} == {**before, "monthly_charges": 0}
    assert changed_tables(desk) == {
        "customer_service": (1, 0),
        "customer_device": (2, 2),
        "monthly_charge": (1, 0),
    }


def test_devices_ids_are_ignored_when_a_service_is_removed(desk: Episode) -> None:
    manage(desk, "remove", "tv_basic", devices_ids=["99", PHONE])
    assert links(desk)[PHONE] == "mobile_basic"
    assert links(desk)[BOX] is None


def test_a_service_without_a_charge_can_be_removed(desk: Episode) -> None:
    manage(desk, "remove", "tv_basic", OTHER_ROWAN)
    assert customer(desk, OTHER_ROWAN)["services"] == []
    assert links(desk, OTHER_ROWAN) == {"1": None}
    assert bill(desk, OTHER_ROWAN)["monthly_charges"] == {"taxes_fees": 4}
    assert done(desk, "manage_service", customer_id=OTHER_ROWAN, action="list") == []


def test_a_service_without_devices_can_be_removed(desk: Episode) -> None:
    told = manage(desk, "remove", "home_security", GAPS)
    assert told.endswith("devices that lost their link: none.")
    assert changed_tables(desk) == {"customer_service": (1, 0)}


def test_only_the_links_of_this_customer_are_lost(desk: Episode) -> None:
    manage(desk, "remove", "tv_basic")
    assert links(desk, OTHER_ROWAN) == {"1": "tv_basic"}


def test_removed_and_added_again_with_the_same_devices_is_no_change(desk: Episode) -> None:
    manage(desk, "remove", "tv_basic")
    manage(desk, "add", "tv_basic", devices_ids=[BOX, SECOND_BOX])
    assert desk.changes().is_empty


def test_a_switch_keeps_the_devices_that_are_named(desk: Episode) -> None:
    manage(desk, "remove", "tv_basic")
    manage(desk, "add", "tv_premium", devices_ids=[BOX, SECOND_BOX])
    assert links(desk)[BOX] == links(desk)[SECOND_BOX] == "tv_premium"
    charges = bill(desk)["monthly_charges"]
    assert "tv_basic" not in charges
    assert charges["tv_premium"] == 95


# Refusals, in the order of the checks. Each call also breaks what is checked later.


def test_first_the_customer_must_exist(desk: Episode) -> None:
    for action in ("list", "add", "remove", "suspend"):
        unchanged(desk, "there is no customer", customer_id="rowan_lee_0000", action=action)


@pytest.mark.parametrize("service", [None, ""])
def test_then_the_service_must_be_named(desk: Episode, service: str | None) -> None:
    for action in ("add", "remove", "suspend", "LIST"):
        unchanged(
            desk, "service_id is missing", action=action, service_id=service, devices_ids=["99"]
        )


@pytest.mark.parametrize("action", ["suspend", "activate", "Add", "REMOVE", " add", "delete"])
def test_then_the_action_must_be_known(desk: Episode, action: str) -> None:
    unchanged(
        desk,
        "is unknown; send one of list, add, remove",
        action=action,
        service_id="tv_gold",
        devices_ids=["99"],
    )


@pytest.mark.parametrize("service", ["tv_gold", "TV_PREMIUM", "Premium TV Package", " "])
def test_a_service_to_add_must_exist(desk: Episode, service: str) -> None:
    unchanged(desk, "there is no service", action="add", service_id=service, devices_ids=["99"])


def test_a_service_is_not_added_twice(desk: Episode) -> None:
    unchanged(desk, "already has tv_basic", action="add", service_id="tv_basic", devices_ids=["99"])


@pytest.mark.parametrize(
    ("devices", "unknown"),
    [
        ([BOX, "99", "98"], "'99'"),
        (["98", BOX], "'98'"),
        (["HD Cable Box"], "'HD Cable Box'"),
        (["03"], "'03'"),
        ([""], "''"),
    ],
)
def test_last_the_devices_must_be_the_customers(
    desk: Episode, devices: list[str], unknown: str
) -> None:
    """The first unknown id is told, and no device before it is linked."""
    unchanged(
        desk,
        f"no device with the id {unknown}",
        action="add",
        service_id="tv_premium",
        devices_ids=devices,
    )


def test_a_device_of_somebody_else_is_unknown(desk: Episode) -> None:
    unchanged(
        desk,
        "no device with the id '5'",
        customer_id=OTHER_ROWAN,
        action="add",
        service_id="tv_premium",
        devices_ids=[LOOSE_PHONE],
    )


def test_nothing_is_charged_where_there_is_no_bill(desk: Episode) -> None:
    unchanged(
        desk,
        "no billing account",
        customer_id=UNBILLED,
        action="add",
        service_id="tv_premium",
    )


@pytest.mark.parametrize("service", ["tv_premium", "tv_gold", "TV_BASIC"])
def test_only_a_service_that_is_held_can_be_removed(desk: Episode, service: str) -> None:
    unchanged(desk, f"has no service {service}", action="remove", service_id=service)


def test_a_service_is_not_removed_twice(desk: Episode) -> None:
    manage(desk, "remove", "tv_basic")
    before = desk.changes()
    refused(
        desk,
        "has no service tv_basic",
        "manage_service",
        customer_id=ROWAN,
        action="remove",
        service_id="tv_basic",
    )
    assert desk.changes() == before
