"""The university as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.school.rules import RULES
from tau_emo_servers.domains.school.tools import TOOLS

DOMAIN = ServedDomain(
    name="school",
    tools=TOOLS,
    rules=RULES,
    instead={
        "get_course_details": ("search_courses",),
        "search_courses": ("get_course_details",),
    },
)
