"""Which rules the tools keep and which they leave to the agent, shown rule by rule.

A rule of which a call breaks something either meets an error (`KEPT_BY_TOOLS`) or, as far as the
desk is concerned, goes through (`LEFT_TO_THE_AGENT`); then only the agent keeps it. `ONLY_TALK`
are the rules about what is said, which no call can show.
"""

from collections.abc import Callable

from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    BOX,
    OTHER_ROWAN,
    OTHERS_TICKET,
    PHONE,
    ROWAN,
    SECOND_BOX,
    TICKET,
    bill,
    customer,
    links,
)

TELECOM = served_domain("telecom")

ONLY_TALK = {
    "TELC-02",  # what is read back
    "TELC-05",  # what is written beside a call
    "TELC-06",  # what is stated
    "TELC-07",  # how a wish is refused
    "TELC-09",  # what is said of wishes that no tool serves
    "TELC-11",  # what is read out
    "TELC-12",  # how results are told
    "TELC-13",  # how amounts are written
    "TELC-22",  # what is said of a quote
    "TELC-23",  # what is said before a removal
    "COM-12",  # what is reported
}


def no_hand_off(desk: Episode) -> None:
    """TELC-08: there is no such tool."""
    for tool in ("transfer_to_human_agents", "schedule_callback", "send_technician"):
        refused(desk, "there is no tool", tool, summary="please")


def own_devices(desk: Episode) -> None:
    """TELC-15: only ids of the customer's devices are taken."""
    for wrong in ("HD Cable Box", "99"):
        refused(
            desk,
            "has no device with the id",
            "manage_service",
            customer_id=ROWAN,
            action="add",
            service_id="tv_premium",
            devices_ids=[wrong],
        )


def ticket_values(desk: Episode) -> None:
    """TELC-18: only known categories and priorities are taken."""
    call = "create_support_ticket"
    refused(desk, "is unknown; send one of mobile", call, customer_id=ROWAN, category="cable")
    refused(desk, "is unknown", call, customer_id=ROWAN, category="tv", priority="asap")


def payment_values(desk: Episode) -> None:
    """TELC-20: only the two methods, and dates, are taken."""
    right = {"customer_id": ROWAN, "amount": 10, "method": "credit_card", "date": "2025-09-28"}
    refused(
        desk,
        "is unknown",
        "record_payment",
        **{**right, "method": "cheque"},
    )
    refused(desk, "is no date", "record_payment", **{**right, "date": "today"})


KEPT_BY_TOOLS: dict[str, Callable[[Episode], None]] = {
    "TELC-08": no_hand_off,
    "TELC-15": own_devices,
    "TELC-18": ticket_values,
    "TELC-20": payment_values,
}


def no_identification(desk: Episode) -> None:
    """TELC-01: the tools serve whoever names an id."""
    assert done(desk, "get_customer_details", customer_id=ROWAN)["customer_id"] == ROWAN
    assert done(desk, "get_support_ticket_details", ticket_id=TICKET)["ticket_id"] == TICKET


def any_owner(desk: Episode) -> None:
    """TELC-03: one conversation may touch two customers."""
    for key in (TICKET, OTHERS_TICKET):
        done(desk, "modify_support_ticket", ticket_id=key, status="closed", priority="low")


def no_yes(desk: Episode) -> None:
    """TELC-04: no tool asks for a yes."""
    done(desk, "add_device", customer_id=ROWAN, device_name="iPhone 15")


def ticket_unasked(desk: Episode) -> None:
    """TELC-10: a ticket may be opened for anything."""
    done(desk, "create_support_ticket", customer_id=ROWAN, category="account")


def unasked(desk: Episode) -> None:
    """TELC-14: a service that nobody asked for is added."""
    done(desk, "manage_service", customer_id=ROWAN, action="add", service_id="home_security")
    assert "home_security" in customer(desk)["services"]


def links_lost(desk: Episode) -> None:
    """TELC-16: the new service may come first, and without the devices of the old one."""
    for action, service in (("add", "tv_premium"), ("remove", "tv_basic")):
        done(desk, "manage_service", customer_id=ROWAN, action=action, service_id=service)
    assert links(desk)[BOX] is links(desk)[SECOND_BOX] is None


def two_tickets(desk: Episode) -> None:
    """TELC-17: a second ticket of one category is opened."""
    for _ in range(2):
        done(desk, "create_support_ticket", customer_id=ROWAN, category="tv", priority="high")


def overwritten(desk: Episode) -> None:
    """TELC-19: what was not asked for is overwritten, too."""
    done(
        desk,
        "manage_billing",
        customer_id=ROWAN,
        paperless=False,
        auto_pay=True,
        billing_cycle="annual",
    )
    assert bill(desk)["billing_cycle"] == "annual"


def overpaid(desk: Episode) -> None:
    """TELC-21: 100.00 is booked where 52.44 is owed, and the rest is gone."""
    shown = done(
        desk,
        "record_payment",
        customer_id=ROWAN,
        amount=100,
        method="credit_card",
        date="2025-09-28",
    )
    assert shown["current_balance"] == "0.00"


def unseen(desk: Episode) -> None:
    """COM-11: nothing need be looked at before it is removed."""
    done(desk, "manage_service", customer_id=ROWAN, action="remove", service_id="tv_basic")


def again(desk: Episode) -> None:
    """COM-14: a failed call may be sent again, and fails again."""
    for _ in range(2):
        refused(desk, "there is no customer", "get_customer_details", customer_id="rowan")


def any_device(desk: Episode) -> None:
    """TELC-15: whether a device suits the service is the agent's to ask."""
    done(
        desk,
        "manage_service",
        customer_id=ROWAN,
        action="add",
        service_id="tv_premium",
        devices_ids=[PHONE],
    )
    assert links(desk)[PHONE] == "tv_premium"


def any_day(desk: Episode) -> None:
    """TELC-20: any day, any amount and either method will do for the tool."""
    done(
        desk,
        "record_payment",
        customer_id=OTHER_ROWAN,
        amount=7.77,
        method="bank_transfer",
        date="2031-01-01",
    )


def any_urgency(desk: Episode) -> None:
    """TELC-18: the tool takes any of the values, whatever the customer said."""
    done(desk, "create_support_ticket", customer_id=ROWAN, category="security", priority="low")


LEFT_TO_THE_AGENT: dict[str, Callable[[Episode], None]] = {
    "TELC-01": no_identification,
    "TELC-03": any_owner,
    "TELC-04": no_yes,
    "TELC-10": ticket_unasked,
    "TELC-14": unasked,
    "TELC-15": any_device,
    "TELC-16": links_lost,
    "TELC-17": two_tickets,
    "TELC-18": any_urgency,
    "TELC-19": overwritten,
    "TELC-20": any_day,
    "TELC-21": overpaid,
    "COM-11": unseen,
    "COM-14": again,
}
