"""The hand-written telecom tasks: what they span, and outcomes worked out by hand."""

from collections import Counter

from hand_written import after, outcomes

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.task import Task

TELECOM = hand_written("telecom")
WRITES = {name for name, tool in served_domain("telecom").tools.items() if tool.kind == "write"}


def named(name: str) -> Task:
    return next(task for task in TELECOM if task.id == name)


def test_they_span_most_intents() -> None:
    combined = {intent for task in TELECOM for intent in task.provenance.intents}
    # Only outages and technicians (19) are not asked for.
    assert combined == set(range(1, 21)) - {19}


def test_every_write_is_called_for_and_both_ways_to_be_found() -> None:
    called = Counter(action.tool for task in TELECOM for action in task.gold)
    assert set(called) >= WRITES
    assert called["find_customer_by_email"] == 5
    assert called["find_customer_by_phone"] == 3


def test_refusals_stand_beside_something_that_is_done() -> None:
    refusing = [task for task in TELECOM if "refused" in outcomes(task)]
    assert {rule for task in refusing for rule in task.refuses} == {
        *("TELC-03", "TELC-06", "TELC-09", "TELC-17", "TELC-20"),
    }
    for task in refusing:
        assert any(action.tool in WRITES for action in task.gold), task.id
    assert not any(task.hands_off for task in TELECOM)


def test_what_is_owed_is_paid_and_not_a_cent_more() -> None:
    # 35 + 75 + 15 + 10 + 25 are charged, 58.27 of these 160.00 was paid: 101.73 is owed.
    task = named("telecom-1")
    assert after(task, "billing_account", "customer_id", "current_balance") == [
        ("sigrid_davila_2725", 0)
    ]
    assert after(task, "payment", "date", "amount", "status") == [
        ("2025-09-28", 16000 - 5827, "completed")
    ]
    assert [output.value for output in task.outputs] == ["101.73"]
    assert "monthly_charge" not in task.gold_changes.root


def test_a_switch_keeps_all_three_devices_and_auto_pay() -> None:
    task = named("telecom-2")
    assert sorted(after(task, "customer_device", "device_id", "name", "service")) == [
        ("2", "HD Cable Box", "tv_premium"),
        ("3", "HD Cable Box", "tv_premium"),
        ("4", '55" Smart TV', "tv_premium"),
    ]
    assert after(task, "monthly_charge", "code", "amount") == [("tv_premium", 9500)]
    assert [row["code"] for row in task.gold_changes["monthly_charge"].before] == ["tv_basic"]
    columns = ("paperless", "auto_pay", "billing_cycle")
    assert after(task, "billing_account", *columns) == [(1, 1, "quarterly")]
    # 95.00 instead of 45.00 a month.
    assert [float(output.value) for output in task.outputs] == [95 - 45]


def test_a_new_phone_joins_the_plan_and_the_one_in_the_drawer_does_not() -> None:
    # The plan is removed and added again: for it and its two phones nothing has changed.
    task = named("telecom-3")
    assert set(task.gold_changes.root) == {"customer_device"}
    assert after(task, "customer_device", "device_id", "name", "service") == [
        ("5", "iPhone SE (3rd gen)", "mobile_unlimited")
    ]


def test_tickets_that_are_opened_and_changed() -> None:
    opened = {
        task.id: sorted(after(task, "support_ticket", "category", "priority", "status"))
        for task in TELECOM
        if "support_ticket" in task.gold_changes.root
    }
    assert opened == {
        "telecom-4": [("device", "high", "open"), ("internet", "medium", "open")],
        "telecom-5": [("device", "urgent", "open"), ("internet", "urgent", "closed")],
        "telecom-8": [("account", "medium", "open")],
    }


def test_the_cheaper_package_and_what_all_comes_to() -> None:
    # Sports costs 75, premium 95. 80 + 35 + 10 + 12.88 were charged before.
    task = named("telecom-7")
    assert after(task, "customer_service", "service_id") == [("tv_sports_package",)]
    assert sorted(after(task, "customer_device", "name", "service")) == [
        ('55" Smart TV', "tv_sports_package"),
        ("HD Cable Box", "tv_sports_package"),
    ]
    assert [output.value for output in task.outputs] == ["212.88"]


def test_a_quote_changes_nothing_but_the_plan_is_switched_at_its_price() -> None:
    task = named("telecom-6")
    assert [output.value for output in task.outputs] == ["40.00"]
    assert after(task, "monthly_charge", "code", "amount") == [("mobile_senior", 4500)]
    assert after(task, "customer_device", "name", "service") == [("iPhone 15 Pro", "mobile_senior")]


def test_a_router_is_on_nothing_when_the_internet_is_gone() -> None:
    task = named("telecom-8")
    assert after(task, "customer_device", "name", "service") == [("Basic WiFi Router", None)]
    assert [row["code"] for row in task.gold_changes["monthly_charge"].before] == [
        "internet_cable_100mb"
    ]
    assert after(task, "monthly_charge", "code") == []
