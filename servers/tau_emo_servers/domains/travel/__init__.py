"""The travel agency as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.travel.rules import RULES
from tau_emo_servers.domains.travel.tools import TOOLS

DOMAIN = ServedDomain(
    name="travel",
    tools=TOOLS,
    rules=RULES,
    instead={
        "get_package_details": ("search_packages",),
        "search_packages": ("get_package_details",),
        "get_traveler_details": ("get_booking_details",),
    },
)
