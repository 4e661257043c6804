"""The company while its customers are being drawn: accounts, unique ids, usual equipment."""

from collections.abc import Sequence

from tau_emo_db import kit
from tau_emo_db.domains.telecom.catalogue import CABLE_BOX, HOME_ROUTERS, PHONES, SCREENS
from tau_emo_db.domains.telecom.clock import TODAY
from tau_emo_db.domains.telecom.subscriber import Subscriber, Terms
from tau_emo_db.domains.telecom.tables import AccountPayment, BillingCycle, Customer
from tau_emo_db.draw import Draw

SENIOR_AGE = 65
AGES, OWNER_AGES = (21, 86), (27, 72)
"""The least and the greatest age of people in households, and of those behind a company."""
EARLIEST_ACCOUNT, LATEST_ACCOUNT = "2012-01-09", "2022-06-30"
"""The latest account is older than the payments of three years that an annual one shows."""
SCORES = (542, 820)

PAYS_BY_ITSELF = frozenset[AccountPayment]({"auto_pay_credit_card", "auto_pay_bank"})
CONTRADICTED_SHARE = 0.08
"""How many customers have set auto-pay otherwise than when they opened the account."""

PAYMENT_WEIGHTS: dict[bool, dict[AccountPayment, float]] = {
    False: {
        "credit_card": 32,
        "bank_transfer": 18,
        "auto_pay_credit_card": 32,
        "auto_pay_bank": 18,
    },
    True: {"invoice": 50, "bank_transfer": 15, "auto_pay_bank": 25, "auto_pay_credit_card": 10},
}
CYCLE_WEIGHTS: dict[BillingCycle, float] = {"monthly": 86, "quarterly": 9, "annual": 5}

SERVICE_COUNTS = {2: 36, 3: 44, 4: 20}
HOME_CATEGORIES: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("mobile", "internet"), ("internet", "tv"), ("mobile", "tv"), ("internet", "security")),
    3: (
        ("mobile", "internet", "tv"),
        ("mobile", "internet", "security"),
        ("internet", "tv", "security"),
    ),
    4: (("mobile", "internet", "tv", "security"),),
}
HOME_PLANS: dict[str, dict[str, float]] = {
    "mobile": {"mobile_unlimited": 50, "mobile_family_4lines": 18, "mobile_basic": 32},
    "internet": {
        "internet_fiber_1gb": 24,
        "internet_fiber_2gb": 12,
        "internet_fiber_500mb": 22,
        "internet_cable_500mb": 22,
        "internet_cable_100mb": 20,
    },
    "tv": {"tv_premium": 40, "tv_basic": 40, "tv_sports_package": 20},
    "security": {"home_security": 1},
}
SENIOR_SHARE = 0.5
"""How many mobile customers from 65 years on have the plan made for them."""
OFFICE_PLANS: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (
        ("mobile_business_10lines", "internet_fiber_1gb"),
        ("mobile_business_10lines", "internet_fiber_2gb"),
        ("internet_fiber_1gb", "business_phone_system"),
    ),
    3: (
        ("mobile_business_10lines", "internet_fiber_2gb", "business_phone_system"),
        ("mobile_business_10lines", "internet_fiber_1gb", "tv_basic"),
    ),
    4: (
        ("mobile_business_10lines", "internet_fiber_2gb", "business_phone_system", "tv_basic"),
        ("mobile_business_10lines", "internet_fiber_1gb", "business_phone_system", "tv_premium"),
    ),
}


class Company:
    """Opens accounts and sees to it that no id, email or phone is given twice."""

    def __init__(self) -> None:
        self.subscribers: list[Subscriber] = []
        self._ids = kit.Unique()

    def subscribe(
        self,
        draw: Draw,
        services: Sequence[str] | None = None,
        *,
        business: bool = False,
        person: kit.Person | None = None,
        ages: tuple[int, int] | None = None,
        method: AccountPayment | None = None,
        terms: Terms | None = None,
        equipped: bool = True,
    ) -> Subscriber:
        """A new subscriber.

        Args:
            draw: where everything left open comes from.
            services: ids of the services held; a usual set if left out.
            business: a company's account instead of a household's.
            person: who it is; anybody if left out.
            ages: the least and the greatest age; usual ones if left out.
            method: how the account is paid.
            terms: how it is billed; usual terms without debt if left out.
            equipped: gets the usual devices for the services.
        """
        someone = person or kit.person(draw)
        key = self._ids.fresh(lambda: kit.user_id(draw, someone))
        youngest, oldest = ages or (OWNER_AGES if business else AGES)
        born = kit.birth_date(draw, youngest, oldest, TODAY)
        pays = method or draw.weighted(PAYMENT_WEIGHTS[business])
        subscriber = Subscriber(
            Customer(
                customer_id=key,
                first_name=someone.first_name,
                last_name=someone.last_name,
                date_of_birth=born,
                phone=self._ids.fresh(lambda: kit.phone(draw)),
                email=self._ids.fresh(lambda: _email(draw, someone, key[-4:])),
                address=kit.postal_address(draw),
                account_number=self._ids.fresh(lambda: f"ACC{draw.digits(9)}"),
                account_type="business" if business else "residential",
                created_date=kit.random_day(draw, EARLIEST_ACCOUNT, LATEST_ACCOUNT),
                credit_score=draw.integer(*SCORES),
                payment_method=pays,
            ),
            terms or usual_terms(draw, pays),
        )
        if services is None:
            senior = kit.age(born, TODAY) >= SENIOR_AGE
            services = _office(draw) if business else _household(draw, senior)
        for service in services:
            subscriber.services.append(service)
            if equipped:
                equip(draw, subscriber, service)
        self.subscribers.append(subscriber)
        return subscriber


def usual_terms(draw: Draw, method: AccountPayment) -> Terms:
    """Terms without debt; auto-pay mostly agrees with how the account is paid."""
    auto_pay = (method in PAYS_BY_ITSELF) is not draw.chance(CONTRADICTED_SHARE)
    return Terms(draw.weighted(CYCLE_WEIGHTS), draw.chance(0.55), auto_pay)


def equip(draw: Draw, subscriber: Subscriber, service: str) -> None:
    """The devices that usually come with a service."""
    match service:
        case "mobile_family_4lines":
            names = [draw.pick(PHONES) for _ in range(4)]
        case "mobile_business_10lines":
            names = [draw.pick(PHONES) for _ in range(draw.integer(5, 10))]
        case "mobile_unlimited":
            names = [draw.pick(PHONES) for _ in range(draw.weighted({1: 3, 2: 2}))]
        case "mobile_basic" | "mobile_senior":
            names = [draw.pick(PHONES)]
        case "business_phone_system":
            names = ["Conference Phone System"] * draw.weighted({0: 5, 1: 3, 2: 2})
        case "home_security":
            names = ["Home Security System"]
        case _ if service.startswith("internet"):
            office = subscriber.customer.account_type == "business"
            names = ["Enterprise Router" if office else draw.pick(HOME_ROUTERS)]
        case _:
            names = _television(draw, subscriber)
    for name in names:
        subscriber.own(name, service)


def _television(draw: Draw, subscriber: Subscriber) -> list[str]:
    if subscriber.customer.account_type == "business":
        return ["Conference Room TV", CABLE_BOX]
    boxes = [CABLE_BOX] * draw.weighted({1: 6, 2: 3, 3: 1})
    return [*boxes, draw.pick(SCREENS)] if draw.chance(0.5) else boxes


def _household(draw: Draw, senior: bool) -> list[str]:
    chosen = draw.pick(HOME_CATEGORIES[draw.weighted(SERVICE_COUNTS)])
    plans = [draw.weighted(HOME_PLANS[category]) for category in chosen]
    if senior and chosen[0] == "mobile" and draw.chance(SENIOR_SHARE):
        plans[0] = "mobile_senior"
    return plans


def _office(draw: Draw) -> tuple[str, ...]:
    return draw.pick(OFFICE_PLANS[draw.weighted(SERVICE_COUNTS)])


def _email(draw: Draw, person: kit.Person, not_these: str) -> str:
    """An email whose digits are not those of the customer id."""
    while (found := kit.email(draw, person)).partition("@")[0].endswith(not_these):
        continue
    return found
