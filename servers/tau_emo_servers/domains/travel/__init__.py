"""The travel agency as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.travel.rules import RULES
from tau_emo_servers.domains.travel.tools import TOOLS

DOMAIN = ServedDomain(name="travel", tools=TOOLS, rules=RULES)
