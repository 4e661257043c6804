"""The airline as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.airline.rules import RULES
from tau_emo_servers.domains.airline.tools import TOOLS

DOMAIN = ServedDomain(name="airline", tools=TOOLS, rules=RULES)
