"""The basketball association as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.basketball.rules import RULES
from tau_emo_servers.domains.basketball.tools import TOOLS

DOMAIN = ServedDomain(name="basketball", tools=TOOLS, rules=RULES)
