"""The basketball association as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.basketball.rules import RULES
from tau_emo_servers.domains.basketball.tools import TOOLS

DOMAIN = ServedDomain(
    name="basketball",
    tools=TOOLS,
    rules=RULES,
    instead={
        "get_club_record": ("get_game_score", "get_game_details"),
        "get_game_box_score": ("get_game_details",),
        "get_game_score": ("get_game_details",),
        "get_player_details": ("get_club_details",),
        "get_player_total_points": ("get_game_box_score", "get_game_details"),
        "list_clubs_by_league": ("get_club_details",),
    },
)
