"""The shop as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.retail.rules import RULES
from tau_emo_servers.domains.retail.tools import TOOLS

DOMAIN = ServedDomain(name="retail", tools=TOOLS, rules=RULES)
