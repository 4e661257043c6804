"""What the reading tools show and refuse. Every row stands in desk.py."""

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import GAPS, HOME, MODELS, OTHER_ROWAN, OTHERS_TICKET, ROWAN, SERVICES, TICKET, UNBILLED

# Finding a customer.


@pytest.mark.parametrize(
    "email",
    ["Rowan.Lee9322@Example.com", "rowan.lee9322@example.com", "  ROWAN.LEE9322@EXAMPLE.COM \n"],
)
def test_the_email_is_found_in_any_case_and_trimmed(desk: Episode, email: str) -> None:
    assert done(desk, "find_customer_by_email", email=email) == ROWAN


@pytest.mark.parametrize(
    "email",
    ["rowan.lee8557@example.com", "rowan.lee9322", "%", "", " ", "rowan.lee_322@example.com"],
)
def test_an_unknown_email_finds_nobody(desk: Episode, email: str) -> None:
    refused(desk, "there is no customer with the email", "find_customer_by_email", email=email)


@pytest.mark.parametrize(
    "phone",
    [
        "(555) 720-0702",
        "5557200702",
        "555.720.0702",
        "+1 555 720 0702",
        "15557200702",
        "tel: 555-720-0702",
    ],
)
def test_a_phone_is_found_by_its_digits_with_or_without_the_country_code(
    desk: Episode, phone: str
) -> None:
    assert done(desk, "find_customer_by_phone", phone=phone) == ROWAN


@pytest.mark.parametrize(
    "phone", ["555720070", "25557200702", "115557200702", "7200702", "1", "0", "٥٥٥٧٢٠٠٧٠٢1"]
)
def test_other_digits_find_nobody(desk: Episode, phone: str) -> None:
    refused(desk, "there is no customer with the phone", "find_customer_by_phone", phone=phone)


@pytest.mark.parametrize("phone", ["", "()-", "unknown", "٥٥٥٧٢٠٠٧٠٢"])
def test_a_phone_without_digits_is_no_phone(desk: Episode, phone: str) -> None:
    refused(desk, "holds no digits", "find_customer_by_phone", phone=phone)


# Customers and bills.


def test_a_customer_is_shown_whole(desk: Episode) -> None:
    shown = done(desk, "get_customer_details", customer_id=ROWAN)
    assert shown == {
        "customer_id": ROWAN,
        "name": {"first_name": "Rowan", "last_name": "Lee"},
        "demographics": {
            "date_of_birth": "1951-12-24",
            "phone": "(555) 720-0702",
            "email": "Rowan.Lee9322@Example.com",
        },
        "address": HOME.model_dump(),
        "account": {
            "account_number": "ACC000000001",
            "account_type": "residential",
            "created_date": "2019-07-18",
            "credit_score": 738,
            "payment_method": "auto_pay_bank",
        },
        "services": ["mobile_basic", "internet_fiber_1gb", "tv_basic"],
        "devices": [
            {"device_id": "1", "name": "iPhone 15", "service": "mobile_basic"},
            {"device_id": "2", "name": "WiFi 6 Router", "service": "internet_fiber_1gb"},
            {"device_id": "3", "name": "HD Cable Box", "service": "tv_basic"},
            {"device_id": "4", "name": "HD Cable Box", "service": "tv_basic"},
            {"device_id": "5", "name": "iPhone 15", "service": None},
        ],
        "billing_preferences": {"paperless": True, "auto_pay": False, "billing_cycle": "monthly"},
    }


def test_a_bill_is_shown_whole(desk: Episode) -> None:
    assert done(desk, "get_billing_details", customer_id=ROWAN) == {
        "customer_id": ROWAN,
        "account_number": "ACC000000001",
        "current_balance": 52.44,
        "last_payment": {
            "amount": 161.56,
            "date": "2025-09-20",
            "method": "auto_pay_bank",
            "status": "late",
        },
        "next_bill_date": "2025-10-26",
        "paperless": True,
        "auto_pay": False,
        "billing_cycle": "monthly",
        "monthly_charges": {
            "mobile_basic": 35,
            "internet_fiber_1gb": 80,
            "tv_basic": 45,
            "cable_box_hd": 15,
            "late_fee": 25,
            "taxes_fees": 14,
        },
        "payment_history": [
            {"date": "2025-08-10", "amount": 189, "status": "completed"},
            {"date": "2025-09-20", "amount": 161.56, "status": "late"},
        ],
    }


def test_a_customer_without_a_bill_shows_no_settings(desk: Episode) -> None:
    shown = done(desk, "get_customer_details", customer_id=UNBILLED)
    assert shown["billing_preferences"] is None
    assert shown["devices"] == []
    refused(desk, "no billing account", "get_billing_details", customer_id=UNBILLED)


@pytest.mark.parametrize("key", ["rowan_lee_0000", "ROWAN_LEE_8557", "Rowan Lee", ""])
def test_ids_of_customers_match_exactly(desk: Episode, key: str) -> None:
    refused(desk, "there is no customer", "get_customer_details", customer_id=key)
    refused(desk, "no billing account", "get_billing_details", customer_id=key)


# The catalogue.


def test_all_services_are_listed_by_id(desk: Episode) -> None:
    shown = done(desk, "get_services")
    assert list(shown) == [key for key, *_ in SERVICES]
    assert shown["tv_premium"] == {
        "service_id": "tv_premium",
        "name": "Premium TV Package",
        "category": "tv",
        "price": 95,
    }
    assert shown["home_security"]["price"] == 40.5


def test_a_service_is_shown(desk: Episode) -> None:
    assert done(desk, "get_service_details", service_id="home_security") == {
        "service_id": "home_security",
        "name": "Home Security Monitoring",
        "category": "security",
        "price": 40.5,
    }


@pytest.mark.parametrize("key", ["TV_BASIC", "tv basic", "Basic TV Package", "tv_gold", ""])
def test_ids_of_services_match_exactly(desk: Episode, key: str) -> None:
    refused(desk, "there is no service", "get_service_details", service_id=key)


@pytest.mark.parametrize(("name", "category", "maker", "model"), MODELS)
def test_a_device_model_is_shown(
    desk: Episode, name: str, category: str, maker: str, model: str
) -> None:
    assert done(desk, "get_device_details", device_name=name) == {
        "name": name,
        "category": category,
        "manufacturer": maker,
        "model": model,
    }


@pytest.mark.parametrize("name", ["iphone 15", "55 Smart TV", "iPhone 16", "iPhone 15 ", ""])
def test_names_of_devices_match_exactly(desk: Episode, name: str) -> None:
    refused(desk, "the catalogue has no device", "get_device_details", device_name=name)


# The senior price: 5.00 off, never below 0.00.


@pytest.mark.parametrize(
    ("price", "quoted"),
    [
        ("45.00", "40.00"),
        ("45", "40.00"),
        (" 85.5 ", "80.50"),
        ("5.01", "0.01"),
        ("5", "0.00"),
        ("4.99", "0.00"),
        ("0", "0.00"),
        ("+12.345", "7.35"),  # 12.345 is 12.35 in cents
        (".75", "0.00"),
        ("1205.", "1200.00"),
    ],
)
def test_a_senior_price_is_quoted(desk: Episode, price: str, quoted: str) -> None:
    # Alone, "1205." and " 85.5 " reach the tool as texts.
    assert str(desk.call("get_senior_discount", {"original_price": price}).result) == quoted
    assert desk.changes().is_empty


@pytest.mark.parametrize(
    "price",
    [
        "$45.00",
        "45,00",
        "1,200",
        "forty",
        "",
        "nan",
        "inf",
        "1e3",
        "0x10",
        "٤٥",
        "4_5",
        "45 USD",
        ".",
    ],
)
def test_what_is_no_number_is_no_price(desk: Episode, price: str) -> None:
    refused(desk, "is no price", "get_senior_discount", original_price=price)


@pytest.mark.parametrize("price", ["-1", "-0.01"])
def test_a_negative_price_is_refused(desk: Episode, price: str) -> None:
    refused(desk, "is negative", "get_senior_discount", original_price=price)


# Troubleshooting.


@pytest.mark.parametrize(
    ("device", "issue", "expected"),
    [
        ("iPhone 15", "battery_drain", ["restart", "brightness", "background", "support"]),
        ("iPhone 15", "no_service", ["restart", "coverage", "network settings", "support"]),
        ("iPhone 15", "slow_speeds", ["restart", "data", "network settings", "support"]),
        ("Conference Phone System", "battery_drain", ["restart", "brightness", "back", "support"]),
        ("Conference Phone System", "no_service", ["restart", "coverage", "settings", "support"]),
        ("Conference Phone System", "slow_speeds", ["restart", "data", "settings", "support"]),
        ("WiFi 6 Router", "no_service", ["30 seconds", "cables", "firmware", "support"]),
        ("WiFi 6 Router", "slow_speeds", ["30 seconds", "cables", "speed test", "support"]),
        ("HD Cable Box", "no_service", ["input", "cables", "cable box", "support"]),
    ],
)
def test_steps_by_device_and_issue(
    desk: Episode, device: str, issue: str, expected: list[str]
) -> None:
    shown = done(desk, "troubleshoot_device", device_name=device, issue=issue)
    assert (shown["device_name"], shown["issue"]) == (device, issue)
    assert len(shown["steps"]) == len(expected)
    for step, word in zip(shown["steps"], expected, strict=True):
        assert word in step.lower()


@pytest.mark.parametrize(
    ("device", "issue"),
    [
        ("WiFi 6 Router", "battery_drain"),
        ("HD Cable Box", "slow_speeds"),
        ('55" Smart TV', "battery_drain"),
        ("Home Security System", "no_service"),
        ("Home Security System", "slow_speeds"),
        ("Home Security System", "battery_drain"),
    ],
)
def test_other_pairs_are_unknown_but_no_error(desk: Episode, device: str, issue: str) -> None:
    shown = done(desk, "troubleshoot_device", device_name=device, issue=issue)
    assert shown == "Unknown issue"


def test_the_issue_is_checked_before_the_device(desk: Episode) -> None:
    refused(
        desk,
        "is unknown",
        "troubleshoot_device",
        device_name="iPhone 15",
        issue="broken",
    )
    refused(
        desk,
        "is unknown",
        "troubleshoot_device",
        device_name="Toaster",
        issue="No_Service",
    )
    reason = "the catalogue has no device"
    refused(desk, reason, "troubleshoot_device", device_name="Toaster", issue="no_service")


# Tickets.


def test_a_ticket_is_shown_whoever_asks(desk: Episode) -> None:
    assert done(desk, "get_support_ticket_details", ticket_id=TICKET) == {
        "ticket_id": TICKET,
        "customer_id": ROWAN,
        "category": "internet",
        "priority": "medium",
        "status": "in_progress",
    }
    shown = done(desk, "get_support_ticket_details", ticket_id=OTHERS_TICKET)
    assert shown["customer_id"] == OTHER_ROWAN


@pytest.mark.parametrize("key", ["TICKET999", "ticket001", "001", "TICKET01", ""])
def test_ids_of_tickets_match_exactly(desk: Episode, key: str) -> None:
    refused(desk, "there is no ticket", "get_support_ticket_details", ticket_id=key)


# The services of a customer.


def test_listing_shows_the_services_held_and_changes_nothing(desk: Episode) -> None:
    shown = done(desk, "manage_service", customer_id=GAPS, action="list")
    assert shown == [
        {
            "service_id": "home_security",
            "name": "Home Security Monitoring",
            "category": "security",
            "price": 40.5,
        }
    ]
    three = done(desk, "manage_service", customer_id=ROWAN, action="list")
    assert [one["service_id"] for one in three] == [
        "mobile_basic",
        "internet_fiber_1gb",
        "tv_basic",
    ]
    assert desk.changes().is_empty


def test_listing_ignores_the_other_parameters(desk: Episode) -> None:
    shown = done(
        desk,
        "manage_service",
        customer_id=GAPS,
        action="list",
        service_id="tv_gold",
        devices_ids=["99"],
    )
    assert [one["service_id"] for one in shown] == ["home_security"]
    assert desk.changes().is_empty
