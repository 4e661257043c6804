"""The reference agent's words in the basketball domain."""

from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import spaced
from tau_emo_client.agents.reference.seen import Seen

_KINDS = {"2PT": "a two-pointer", "3PT": "a three-pointer", "FT": "a free throw"}
_BEFORE = {
    "in_progress": "scheduled",
    "postponed": "scheduled",
    "scheduled": "postponed",
    "final": "in_progress",
}
"""What a game was that now has a status: each has one status before it."""
_LOST = {
    "in_progress": "",
    "postponed": "Its date stays as it is.",
    "scheduled": "Its date stays as it is.",
    "final": "This cannot be undone, and no event can be recorded afterwards.",
}
"""What a listing says of the consequences, by the new status."""


# What is still to be asked.


def _ask_address(args: Arguments, seen: Seen) -> str:
    if all(seen.knows(args[part]) for part in ("street", "city", "state", "country", "zip")):
        return ""
    return "Could you please give me the full new address, with country and zip code?"


def _ask_event(args: Arguments, seen: Seen) -> str:
    if seen.knows(args["timestamp"]):
        return ""
    return "What did the game clock show, quarter and time?"


# What stands in the association.


def _clubs(game: Result) -> str:
    return f"{game['home']['name']} against {game['away']['name']}, {game['date']}"


def _score(game: Result) -> str:
    home, away = game["home"], game["away"]
    return f"{home['name']} {home['score']}, {away['name']} {away['score']}"


def _club(club_id: str, game: Result) -> str:
    side = next(one for one in (game["home"], game["away"]) if one["club_id"] == club_id)
    return f"the {side['name']} ({club_id})"


def _player(player_id: str, game: Result) -> str:
    """A player by name where the box score has one, and by id."""
    rows: list[dict[str, Any]] = game["box_score"]
    name = next((row["name"] for row in rows if row["player_id"] == player_id), "the player")
    return f"{name} ({player_id})"


def _event(args: Arguments, game: Result) -> str:
    points = "1 point" if args["points"] == 1 else f"{args['points']} points"
    return (
        f"{_KINDS[args['event_type']]} ({args['event_type']}, {points}) by "
        f"{_player(args['player_id'], game)} for {_club(args['club_id'], game)} at "
        f"{args['timestamp']}"
    )


def _address(args: Arguments) -> str:
    place = " ".join(part for part in (args["state"], args["zip"]) if part)
    return f"{args['street']}, {args['city']}, {place}, {args['country']}"


# Listings.


def _list_address(args: Arguments, result: Result, seen: Seen) -> str:
    return f"change your address to {_address(args)}. It replaces the one on file."


def _list_status(args: Arguments, result: Result, seen: Seen) -> str:
    new = args["new_status"]
    change = (
        f"change the status of game {args['game_id']} ({_clubs(result)}) from "
        f"{spaced(_BEFORE[new])} to {spaced(new)}."
    )
    return f"{change} {_LOST[new]}".strip()


def _list_event(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"record in game {args['game_id']} {_event(args, result)}. "
        "A recorded event cannot be removed."
    )


WORDS = DomainWords(
    questions={
        "email": "the email address on file",
        "first_name": "your first name",
        "last_name": "last name, together with the zip code on file",
        "game_id": "the id of the game",
        "club_id": "the name of the club",
        "league": "the name of the league",
        "season": "the season",
    },
    intakes={
        "modify_player_address": _ask_address,
        "record_scoring_event": _ask_event,
    },
    listings={
        "modify_player_address": _list_address,
        "update_game_status": _list_status,
        "record_scoring_event": _list_event,
    },
    reports={
        "modify_player_address": lambda args, result, seen: (
            f"Your address has been changed to {_address(args)}."
        ),
        "update_game_status": lambda args, result, seen: (
            f"The status of game {args['game_id']} ({_clubs(result)}) has been changed; it is "
            f"{spaced(args['new_status'])} now."
        ),
        "record_scoring_event": lambda args, result, seen: (
            f"In game {args['game_id']} I have recorded {_event(args, result)}. The score is now "
            f"{_score(result)}."
        ),
    },
    refusals={
        "BKB-05": "in this conversation I can serve only you, as the player identified first.",
        "BKB-06": "I can change the address of nobody but yourself.",
        "BKB-07": (
            "the address, the email and the contracts of another player are private, so I can "
            "tell you only your own."
        ),
        "BKB-14": ("a game becomes final only once and stays so; it cannot be opened again."),
        "BKB-15": (
            "an event can be recorded only while its game is in progress, and this one is not."
        ),
        "BKB-16": (
            "a 2PT is always worth 2 points, a 3PT 3 and a free throw 1, so type and points do not "
            "fit."
        ),
        "BKB-17": (
            "an event goes only to one of the two clubs of the game, by a player on its roster."
        ),
    },
)
