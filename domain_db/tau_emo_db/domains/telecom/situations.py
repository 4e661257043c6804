"""Customers whose account meets a rule of the company at its edge.

Each function adds the customers of one situation; `SITUATIONS` says how often each is
played at scale 1.
"""

from functools import partial
from itertools import product

from tau_emo_db import kit
from tau_emo_db.domains.telecom.catalogue import CABLE_BOX, PHONES, SCREENS
from tau_emo_db.domains.telecom.company import SENIOR_AGE, Company, equip
from tau_emo_db.domains.telecom.subscriber import Subscriber, Terms
from tau_emo_db.domains.telecom.tables import (
    AccountPayment,
    BillingCycle,
    TicketCategory,
    TicketStatus,
)
from tau_emo_db.draw import Draw

CYCLES: tuple[BillingCycle, ...] = ("monthly", "quarterly", "annual")
SMALL_DEBT, USUAL_DEBT = (10_00, 39_00), (10_00, 250_00)
OPEN: tuple[TicketStatus, ...] = ("open", "in_progress")


# Who somebody is


def namesakes(company: Company, draw: Draw) -> None:
    """Two to five customers of one name."""
    someone = kit.person(draw)
    for turn in range(draw.integer(2, 5)):
        company.subscribe(draw.fork(str(turn)), person=someone)


def senior_plan(company: Company, draw: Draw) -> None:
    """A customer from 65 years on with the plan made for them."""
    more = draw.pick([["internet_cable_100mb"], ["tv_basic"], ["internet_cable_500mb", "tv_basic"]])
    company.subscribe(draw, ["mobile_senior", *more], ages=(SENIOR_AGE + 1, 88))


def senior_on_another_plan(company: Company, draw: Draw) -> None:
    """A customer from 65 years on with an ordinary plan."""
    plan = draw.pick(["mobile_basic", "mobile_unlimited"])
    company.subscribe(draw, [plan, "internet_cable_100mb"], ages=(SENIOR_AGE + 1, 88))


# The bill


def owing(sums: tuple[int, int], company: Company, draw: Draw) -> None:
    """A customer who paid a part of the last bill late."""
    terms = Terms("monthly", draw.chance(0.5), False, sums)
    method: AccountPayment = draw.pick(["credit_card", "bank_transfer"])
    company.subscribe(draw, method=method, terms=terms)


def business_owing(company: Company, draw: Draw) -> None:
    """A company that paid a part of the last bill late."""
    terms = Terms("monthly", draw.chance(0.5), False, USUAL_DEBT)
    company.subscribe(draw, business=True, method="invoice", terms=terms)


def every_setting(company: Company, draw: Draw) -> None:
    """One customer for each combination of paperless, auto-pay and cycle."""
    for paperless, auto_pay, cycle in product((True, False), (True, False), CYCLES):
        each = draw.fork(f"{paperless}/{auto_pay}/{cycle}")
        company.subscribe(each, terms=Terms(cycle, paperless, auto_pay))


def contradicting_payment(company: Company, draw: Draw) -> None:
    """Two customers whose account says something else about auto-pay than their bill."""
    by_hand: AccountPayment = draw.pick(["credit_card", "bank_transfer"])
    by_itself: AccountPayment = draw.pick(["auto_pay_credit_card", "auto_pay_bank"])
    company.subscribe(draw, method=by_hand, terms=Terms("monthly", True, True))
    company.subscribe(draw, method=by_itself, terms=Terms("monthly", False, False))


# Services and devices


def basic_television(company: Company, draw: Draw) -> None:
    """A household with the basic TV package and two or three boxes of one name."""
    services = ["tv_basic", draw.pick(["internet_fiber_500mb", "internet_cable_500mb"])]
    household = company.subscribe(draw, services, equipped=False)
    for _ in range(draw.integer(2, 3)):
        household.own(CABLE_BOX, "tv_basic")
    household.own(draw.pick(SCREENS), "tv_basic")
    household.own("WiFi 6 Router", services[1])


def boxes_on_two_packages(company: Company, draw: Draw) -> None:
    """Two TV packages with a box each: devices of one name on different services."""
    services = ["tv_basic", "tv_sports_package", "internet_fiber_1gb"]
    household = company.subscribe(draw, services, equipped=False)
    household.own(CABLE_BOX, "tv_basic")
    household.own(CABLE_BOX, "tv_sports_package")
    household.own('55" Smart TV', "tv_sports_package")
    equip(draw, household, "internet_fiber_1gb")


def no_television_yet(company: Company, draw: Draw) -> None:
    """A household without TV that owns a box and a screen, linked to nothing."""
    services = [draw.pick(["internet_fiber_1gb", "internet_fiber_500mb"]), "mobile_basic"]
    household = company.subscribe(draw, services)
    household.own(CABLE_BOX)
    household.own(draw.pick(SCREENS))


def loose_phone(company: Company, draw: Draw) -> None:
    """A mobile customer with one more phone that is linked to nothing."""
    services = ["mobile_unlimited", draw.pick(["internet_cable_500mb", "home_security"])]
    customer = company.subscribe(draw, services)
    customer.own(draw.pick([one for one in PHONES if one != customer.devices[0].name]))


def twin_phones(company: Company, draw: Draw) -> None:
    """A family with two or three phones of one name on one plan."""
    family = company.subscribe(draw, ["mobile_family_4lines", "internet_fiber_1gb"], equipped=False)
    same = draw.pick(PHONES)
    count = draw.integer(2, 3)
    others = draw.sample([one for one in PHONES if one != same], 4 - count)
    for name in draw.shuffled([*[same] * count, *others]):
        family.own(name, "mobile_family_4lines")
    equip(draw, family, "internet_fiber_1gb")


def big_office(company: Company, draw: Draw) -> None:
    """A company with up to twelve phones and a phone system without a device."""
    services = ["mobile_business_10lines", "internet_fiber_2gb", "business_phone_system"]
    office = company.subscribe(draw, services, business=True, equipped=False)
    for _ in range(draw.integer(10, 12)):
        office.own(draw.pick(PHONES), "mobile_business_10lines")
    office.own("Enterprise Router", "internet_fiber_2gb")


def conference_rooms(company: Company, draw: Draw) -> None:
    """A company with conference phones on its phone system."""
    services = ["internet_fiber_1gb", "business_phone_system", "tv_basic"]
    office = company.subscribe(draw, services, business=True, equipped=False)
    for service in services:
        equip(draw, office, service)
    for _ in range(2):
        office.own("Conference Phone System", "business_phone_system")


def everything(company: Company, draw: Draw) -> None:
    """A company with one service of each category."""
    services = [
        *("mobile_business_10lines", "internet_fiber_1gb", "tv_premium"),
        *("business_phone_system", "home_security"),
    ]
    company.subscribe(draw, services, business=True)


def no_device(company: Company, draw: Draw) -> None:
    """A household that owns no device."""
    services = ["internet_cable_100mb", draw.pick(["mobile_basic", "tv_basic"])]
    company.subscribe(draw, services, equipped=False)


# Tickets


def open_tickets(count: int, company: Company, draw: Draw) -> None:
    """A customer with so many open tickets, each of another category."""
    customer = company.subscribe(draw)
    for category in draw.sample(customer.concerns(), count):
        customer.complain(draw, category, draw.pick(OPEN))


def solved_ticket(company: Company, draw: Draw) -> None:
    """A customer whose only ticket is solved."""
    customer = company.subscribe(draw)
    customer.complain(draw, draw.pick(customer.concerns()), "resolved")


def ticket_of_each_kind(company: Company, draw: Draw) -> None:
    """A customer for each category of tickets, with one that is open."""
    for category in _CATEGORIES:
        each = draw.fork(category)
        _with(company, each, category).complain(each, category, "open")


_CATEGORIES: tuple[TicketCategory, ...] = (
    *("mobile", "internet", "tv", "billing", "account", "device", "security", "phone"),
)


def _with(company: Company, draw: Draw, category: TicketCategory) -> Subscriber:
    """Somebody who may have a ticket of this category."""
    if category == "phone":
        return company.subscribe(
            draw, ["internet_fiber_1gb", "business_phone_system"], business=True
        )
    services = ["mobile_unlimited", "internet_fiber_500mb", "tv_premium", "home_security"]
    return company.subscribe(draw, services)


SITUATIONS: kit.Situations[Company] = {
    "namesakes": (namesakes, 8),
    "senior plan": (senior_plan, 10),
    "senior on another plan": (senior_on_another_plan, 6),
    "owing a little": (partial(owing, SMALL_DEBT), 14),
    "owing": (partial(owing, USUAL_DEBT), 28),
    "business owing": (business_owing, 7),
    "every setting": (every_setting, 3),
    "contradicting payment": (contradicting_payment, 5),
    "basic television": (basic_television, 12),
    "boxes on two packages": (boxes_on_two_packages, 6),
    "no television yet": (no_television_yet, 8),
    "loose phone": (loose_phone, 10),
    "twin phones": (twin_phones, 8),
    "big office": (big_office, 6),
    "conference rooms": (conference_rooms, 5),
    "everything": (everything, 4),
    "no device": (no_device, 4),
    "one open ticket": (partial(open_tickets, 1), 20),
    "two open tickets": (partial(open_tickets, 2), 14),
    "solved ticket": (solved_ticket, 10),
    "ticket of each kind": (ticket_of_each_kind, 3),
}
"""What is played, under a label that names its stream of draws, and how often."""
