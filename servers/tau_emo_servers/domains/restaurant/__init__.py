"""The restaurant as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.restaurant.rules import RULES
from tau_emo_servers.domains.restaurant.tools import TOOLS

DOMAIN = ServedDomain(name="restaurant", tools=TOOLS, rules=RULES)
