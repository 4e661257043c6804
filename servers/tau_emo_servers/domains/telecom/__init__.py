"""The phone, internet, TV and security company as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.telecom.rules import RULES
from tau_emo_servers.domains.telecom.tools import TOOLS

DOMAIN = ServedDomain(
    name="telecom",
    tools=TOOLS,
    rules=RULES,
    instead={
        "get_services": ("get_service_details",),
    },
    works_out={
        "get_senior_discount": ("get_services", "get_service_details", "get_billing_details"),
    },
)
