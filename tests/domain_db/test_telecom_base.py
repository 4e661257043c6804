"""The base data of telecom: counts, references, sums, and every situation for several customers."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from tau_emo_db.domain import domain_data
from tau_emo_db.domains.telecom.tables import (
    BillingAccount,
    Customer,
    CustomerDevice,
    CustomerService,
    DeviceModel,
    MonthlyCharge,
    Payment,
    Service,
    SupportTicket,
)
from tau_emo_db.draw import Draw

DATA = domain_data("telecom")
TODAY = "2025-09-28"
SEVERAL = 3
MONTHS = {"monthly": 1, "quarterly": 3, "annual": 12}

PRICES = {
    "mobile_unlimited": 85,
    "mobile_family_4lines": 160,
    "mobile_business_10lines": 450,
    "mobile_basic": 35,
    "mobile_senior": 45,
    "internet_fiber_1gb": 80,
    "internet_fiber_2gb": 120,
    "internet_fiber_500mb": 60,
    "internet_cable_500mb": 55,
    "internet_cable_100mb": 35,
    "tv_premium": 95,
    "tv_basic": 45,
    "tv_sports_package": 75,
    "business_phone_system": 150,
    "home_security": 40,
}
"""Dollars a month."""
MODELS = {
    "mobile_phone": {
        "iPhone 15 Pro",
        "iPhone 15",
        "iPhone 14",
        "iPhone 13",
        "iPhone 12",
        "iPhone SE (3rd gen)",
        "Samsung Galaxy S23",
        "Samsung Galaxy A54",
        "Google Pixel 8",
    },
    "phone": {"Conference Phone System"},
    "networking": {
        "WiFi 6 Router",
        "Standard WiFi Router",
        "Enterprise Router",
        "Basic WiFi Router",
    },
    "tv": {'Samsung 65" Smart TV', '55" Smart TV', "HD Cable Box", "Conference Room TV"},
    "security": {"Home Security System"},
}


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.customers: dict[str, Customer] = {c.customer_id: c for c in self.of(Customer)}
        self.services: dict[str, Service] = {s.service_id: s for s in self.of(Service)}
        self.models: dict[str, DeviceModel] = {m.name: m for m in self.of(DeviceModel)}
        self.bills: dict[str, BillingAccount] = {b.customer_id: b for b in self.of(BillingAccount)}
        self.tickets: list[SupportTicket] = self.of(SupportTicket)
        self.held: dict[str, list[CustomerService]] = self.by_customer(CustomerService)
        self.devices: dict[str, list[CustomerDevice]] = self.by_customer(CustomerDevice)
        self.charges: dict[str, list[MonthlyCharge]] = self.by_customer(MonthlyCharge)
        self.payments: dict[str, list[Payment]] = self.by_customer(Payment)
        self.tickets_of: dict[str, list[SupportTicket]] = self.by_customer(SupportTicket)

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def by_customer(self, table: type[Any]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in self.of(table):
            found[row.customer_id].append(row)
        return found

    def service_ids(self, key: str) -> set[str]:
        return {one.service_id for one in self.held[key]}

    def categories(self, key: str) -> Counter[str]:
        return Counter(self.services[one].category for one in self.service_ids(key))

    def charge(self, key: str, code: str) -> int | None:
        return next((one.amount for one in self.charges[key] if one.code == code), None)

    def total(self, key: str) -> int:
        return sum(one.amount for one in self.charges[key])

    def those(self, holds: Callable[[str], object]) -> list[str]:
        """The customers of whose id this holds."""
        return [key for key in self.customers if holds(key)]

    def linked(self, key: str, service: str) -> int:
        """How many devices of a customer are linked to a service."""
        return sum(one.service == service for one in self.devices[key])


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/telecom"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


# Counts, forms and references


def test_counts(base: Base) -> None:
    kinds = Counter(customer.account_type for customer in base.customers.values())
    assert kinds == {"residential": 425, "business": 75}
    assert len(base.bills) == 500
    assert len(base.services) == 15
    assert len(base.models) == 19
    assert len(base.tickets) == 240
    assert 1_350 < len(base.of(CustomerService)) < 1_450
    assert 2_150 < len(base.of(CustomerDevice)) < 2_300
    assert 2_400 < len(base.of(MonthlyCharge)) < 2_600
    assert 1_780 < len(base.of(Payment)) < 1_900


def test_the_scale_multiplies_customers_and_tickets_but_not_the_catalogue(base: Base) -> None:
    double = Base(rows(scale=2))
    kinds = Counter(customer.account_type for customer in double.customers.values())
    assert kinds == {"residential": 850, "business": 150}
    assert len(double.tickets) == 480
    for table in (Service, DeviceModel):
        dumped = [[row.model_dump() for row in one.of(table)] for one in (base, double)]
        assert dumped[0] == dumped[1]


def test_the_catalogue(base: Base) -> None:
    assert {key: one.price for key, one in base.services.items()} == {
        key: price * 100 for key, price in PRICES.items()
    }
    kinds = {"business": "phone", "home": "security"}
    for key, one in base.services.items():
        prefix = key.partition("_")[0]
        assert one.category == kinds.get(prefix, prefix)
    by_category: dict[str, set[str]] = defaultdict(set)
    for name, model in base.models.items():
        by_category[model.category].add(name)
    assert by_category == MODELS
    assert len({(one.manufacturer, one.model) for one in base.models.values()}) == 19


def test_how_much_a_customer_has(base: Base) -> None:
    services = Counter(len(base.held[key]) for key in base.customers)
    assert set(services) == {2, 3, 4, 5}
    assert services[5] == len(base.those(lambda key: len(base.categories(key)) == 5))
    devices = Counter(len(base.devices[key]) for key in base.customers)
    assert min(devices) == 0
    assert 10 <= max(devices) <= 15
    assert {len(base.payments[key]) for key in base.customers} == {3, 4}


def test_ids_and_contacts_have_their_forms_and_are_unique(base: Base) -> None:
    customers = list(base.customers.values())
    assert len(base.of(Customer)) == len(customers) == 500
    assert len({one.email.lower() for one in customers}) == 500
    assert len({re.sub(r"\D", "", one.phone) for one in customers}) == 500
    assert len({one.account_number for one in customers}) == 500
    for one in customers:
        names = f"{one.first_name}_{one.last_name}".lower()
        assert re.fullmatch(rf"{names}_\d{{4}}", one.customer_id)
        assert re.fullmatch(rf"{names.replace('_', '.')}\d{{4}}@example\.com", one.email)
        assert one.customer_id[-4:] != one.email.partition("@")[0][-4:]
        assert re.fullmatch(r"\(555\) \d{3}-\d{4}", one.phone)
        assert re.fullmatch(r"ACC\d{9}", one.account_number)
        assert 542 <= one.credit_score <= 820
        assert "1935-01-01" < one.date_of_birth < "2006-01-01"
    for key, devices in base.devices.items():
        ids = [one.device_id for one in devices]
        assert ids == [str(number) for number in range(1, len(ids) + 1)], key
    ids = [one.ticket_id for one in base.tickets]
    assert ids == [f"TICKET{number:03d}" for number in range(1, 241)]


def test_nothing_dangles(base: Base) -> None:
    keys = set(base.customers)
    assert set(base.bills) == keys
    for table in (CustomerService, CustomerDevice, MonthlyCharge, Payment, SupportTicket):
        assert {row.customer_id for row in base.of(table)} <= keys
    assert {row.service_id for row in base.of(CustomerService)} <= set(base.services)
    assert {row.name for row in base.of(CustomerDevice)} <= set(base.models)


def test_devices_are_linked_to_services_that_their_owner_holds_and_that_fit(base: Base) -> None:
    fits = {"mobile_phone": "mobile", "networking": "internet", "tv": "tv"}
    for row in base.of(CustomerDevice):
        if row.service is None:
            continue
        assert row.service in base.service_ids(row.customer_id)
        category = base.models[row.name].category
        assert base.services[row.service].category == fits.get(category, category)


def test_names_come_from_many_cultures(base: Base) -> None:
    people = base.customers.values()
    assert len({one.first_name for one in people}) > 200
    assert len({one.last_name for one in people}) > 200


# Money


def test_a_charge_is_the_price_of_a_service_held_or_a_known_code(base: Base) -> None:
    allowed = {
        "router_basic": {5_00, 10_00, 15_00},
        "router_enterprise": {15_00},
        "cable_box_hd": {10_00, 15_00},
        "late_fee": {25_00},
    }
    for key in base.customers:
        codes = {one.code: one.amount for one in base.charges[key]}
        held = base.service_ids(key)
        assert held == set(codes) & set(base.services)
        for code, amount in codes.items():
            if code in held:
                assert amount == PRICES[code] * 100
            elif code == "senior_discount":
                assert amount < 0
                assert "mobile_senior" in held
            elif code != "taxes_fees":
                assert amount in allowed[code]
        assert "taxes_fees" in codes


def test_taxes_are_6_to_12_percent_of_the_rest_without_the_late_fee(base: Base) -> None:
    for key in base.customers:
        tax, late = base.charge(key, "taxes_fees") or 0, base.charge(key, "late_fee") or 0
        rest = base.total(key) - tax - late
        assert 0.0599 <= tax / rest <= 0.1201


def test_balances_follow_from_charges_and_the_last_payment(base: Base) -> None:
    """Everything is paid, or the late last payment was a part of the charges."""
    for key, bill in base.bills.items():
        total = base.total(key) * MONTHS[bill.billing_cycle]
        assert bill.current_balance == total - bill.last_payment.amount
        assert (bill.last_payment.status == "late") is (bill.current_balance > 0)
        assert (base.charge(key, "late_fee") is not None) is (bill.current_balance > 0)
        if bill.current_balance:
            assert bill.billing_cycle == "monthly"
            assert 10_00 <= bill.current_balance <= 250_00
            assert bill.last_payment.amount > 0
    owing = sum(bill.current_balance > 0 for bill in base.bills.values())
    assert 40 <= owing <= 60


def test_the_history_agrees_with_the_last_payment_and_the_bills(base: Base) -> None:
    for key, bill in base.bills.items():
        history = base.payments[key]
        assert [one.seq for one in history] == list(range(1, len(history) + 1))
        last = history[-1]
        shown = bill.last_payment
        assert (last.amount, last.date, last.status) == (shown.amount, shown.date, shown.status)
        assert shown.method == base.customers[key].payment_method
        dates = [one.date for one in history]
        assert dates == sorted(set(dates))
        assert base.customers[key].created_date < dates[0]
        usual = (base.total(key) - (base.charge(key, "late_fee") or 0)) * MONTHS[bill.billing_cycle]
        assert {one.amount for one in history[:-1]} == {usual}
        assert {one.status for one in history[:-1]} == {"completed"}
        assert bill.account_number == base.customers[key].account_number


def test_every_payment_lies_before_now_and_every_next_bill_after(base: Base) -> None:
    assert max(one.date for one in base.of(Payment)) <= TODAY
    nexts = [bill.next_bill_date for bill in base.bills.values()]
    assert min(nexts) == "2025-10-05"
    assert all(
        bill.next_bill_date <= "2025-10-26"
        for bill in base.bills.values()
        if bill.billing_cycle == "monthly"
    )


def test_customers_who_owe_less_than_a_round_sum(base: Base) -> None:
    small = base.those(lambda key: 0 < base.bills[key].current_balance < 40_00)
    assert len(small) >= 10


def test_every_combination_of_bill_settings(base: Base) -> None:
    found = Counter(
        (bill.paperless, bill.auto_pay, bill.billing_cycle) for bill in base.bills.values()
    )
    for combination in product((True, False), (True, False), MONTHS):
        assert found[combination] >= SEVERAL, combination
    assert found.total() == 500
    assert sum(bill.billing_cycle == "monthly" for bill in base.bills.values()) > 375


def test_accounts_whose_payment_method_contradicts_auto_pay(base: Base) -> None:
    def contradicts(key: str, auto_pay: bool) -> bool:
        automatic = base.customers[key].payment_method.startswith("auto_pay")
        return base.bills[key].auto_pay is auto_pay is not automatic

    for auto_pay in (True, False):
        assert len(base.those(lambda key, on=auto_pay: contradicts(key, on))) >= 5


def test_every_payment_method_is_in_use(base: Base) -> None:
    assert Counter(one.payment_method for one in base.customers.values()).keys() == {
        *("credit_card", "bank_transfer", "auto_pay_credit_card", "auto_pay_bank", "invoice"),
    }


# People


def test_namesakes_have_other_emails_and_phones(base: Base) -> None:
    names = Counter((one.first_name, one.last_name) for one in base.customers.values())
    shared = [count for count in names.values() if count > 1]
    assert len(shared) >= 8
    assert max(shared) <= 5
    assert max(shared) >= 4


def test_customers_from_65_years_on_with_and_without_the_senior_plan(base: Base) -> None:
    old = base.those(lambda key: base.customers[key].date_of_birth <= "1960-09-28")
    on_it = [key for key in old if "mobile_senior" in base.service_ids(key)]
    others = [key for key in old if base.categories(key)["mobile"] and key not in on_it]
    assert len(on_it) >= 10
    assert len(others) >= 6
    assert all(key in old for key in base.those(lambda k: "mobile_senior" in base.service_ids(k)))
    discounts = {base.charge(key, "senior_discount") for key in on_it}
    assert {None, -5_00} < discounts
    assert len(discounts) >= 3


# Services and devices


@pytest.mark.parametrize(
    ("service", "least", "most"),
    [
        ("mobile_family_4lines", 4, 4),
        ("mobile_business_10lines", 5, 12),
        ("mobile_unlimited", 1, 2),
        ("business_phone_system", 0, 4),
    ],
)
def test_how_many_devices_a_service_has(base: Base, service: str, least: int, most: int) -> None:
    counts = [
        base.linked(key, service) for key in base.customers if service in base.service_ids(key)
    ]
    assert (min(counts), max(counts)) == (least, most)


def test_phone_systems_without_a_device_and_conference_phones_in_use(base: Base) -> None:
    systems = base.those(lambda key: "business_phone_system" in base.service_ids(key))
    bare = [key for key in systems if not base.linked(key, "business_phone_system")]
    assert len(bare) >= 6
    assert len(systems) - len(bare) >= 5


def test_customers_with_devices_of_one_name_on_one_and_on_two_services(base: Base) -> None:
    same, apart = 0, 0
    for key in base.customers:
        names: dict[str, list[str | None]] = defaultdict(list)
        for device in base.devices[key]:
            names[device.name].append(device.service)
        twins = [found for found in names.values() if len(found) in (2, 3)]
        same += any(len(set(found)) == 1 and found[0] for found in twins)
        apart += any(len(set(found) - {None}) == 2 for found in twins)
    assert same >= 20
    assert apart >= 5


def test_devices_that_are_linked_to_nothing(base: Base) -> None:
    def loose(key: str, category: str) -> bool:
        return any(
            one.service is None and base.models[one.name].category == category
            for one in base.devices[key]
        )

    assert len(base.those(lambda key: loose(key, "mobile_phone"))) >= 10
    no_tv = base.those(lambda key: loose(key, "tv") and not base.categories(key)["tv"])
    assert len(no_tv) >= 8


def test_customers_without_a_device(base: Base) -> None:
    assert len(base.those(lambda key: not base.devices[key])) >= SEVERAL


def test_one_service_of_each_category_and_two_of_one(base: Base) -> None:
    assert len(base.those(lambda key: len(base.categories(key)) == 5)) >= SEVERAL
    two = base.those(lambda key: max(base.categories(key).values()) == 2)
    assert len(two) >= SEVERAL


def test_customers_with_the_basic_tv_package_and_not_the_premium_one(base: Base) -> None:
    basic = base.those(lambda key: "tv_basic" in base.service_ids(key))
    assert len([key for key in basic if "tv_premium" not in base.service_ids(key)]) >= 20
    assert len(base.those(lambda key: "tv_premium" in base.service_ids(key))) >= 20
    several_boxes = [
        key
        for key in basic
        if sum(d.name == "HD Cable Box" and d.service == "tv_basic" for d in base.devices[key]) > 1
    ]
    assert len(several_boxes) >= 10


def test_a_model_that_nobody_owns_and_one_with_a_quote_mark(base: Base) -> None:
    owned = Counter(row.name for row in base.of(CustomerDevice))
    assert set(base.models) - set(owned) == {"iPhone SE (3rd gen)"}
    assert owned['55" Smart TV'] >= SEVERAL


# Tickets


def test_tickets_of_every_status_priority_and_category(base: Base) -> None:
    assert Counter(one.status for one in base.tickets).keys() == {
        *("open", "in_progress", "resolved", "closed"),
    }
    assert Counter(one.priority for one in base.tickets).keys() == {
        *("low", "medium", "high", "urgent"),
    }
    categories = Counter(one.category for one in base.tickets)
    assert categories.keys() == {
        *("mobile", "internet", "tv", "billing", "account", "device", "security", "phone"),
    }
    assert min(categories.values()) >= SEVERAL
    assert len({(one.status, one.priority) for one in base.tickets}) == 16


def test_a_ticket_about_a_service_belongs_to_somebody_who_holds_one(base: Base) -> None:
    for one in base.tickets:
        if one.category not in ("billing", "account", "device"):
            assert base.categories(one.customer_id)[one.category]


def test_customers_with_no_one_and_two_open_tickets(base: Base) -> None:
    def still_open(key: str) -> list[str]:
        found = base.tickets_of[key]
        return [one.category for one in found if one.status in ("open", "in_progress")]

    counts = Counter(len(still_open(key)) for key in base.customers)
    assert counts.keys() == {0, 1, 2}
    assert counts[1] >= 20
    assert counts[2] >= 10
    assert all(len(set(still_open(key))) == len(still_open(key)) for key in base.customers)
