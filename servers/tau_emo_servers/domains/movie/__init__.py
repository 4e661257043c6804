"""The movie theaters as they are served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.movie.rules import RULES
from tau_emo_servers.domains.movie.tools import TOOLS

DOMAIN = ServedDomain(
    name="movie",
    tools=TOOLS,
    rules=RULES,
    works_out={
        "calculate": (
            "get_booking_details",
            "get_show_details",
            "get_theater_details",
            "list_shows",
            "price_preview",
        ),
        "price_preview": ("get_show_details", "get_theater_details", "list_shows"),
    },
)
