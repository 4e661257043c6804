"""The bank as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.bank.rules import RULES
from tau_emo_servers.domains.bank.tools import TOOLS

DOMAIN = ServedDomain(
    name="bank",
    tools=TOOLS,
    rules=RULES,
    instead={
        "get_account_details": ("get_client_details",),
        "get_client_details": ("get_account_details",),
        "get_recent_transactions": ("search_transactions",),
        "search_transactions": ("get_recent_transactions",),
    },
)
