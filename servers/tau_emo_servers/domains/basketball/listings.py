"""What the listing of each write of the association must name before the customer's yes."""

import re

from tau_emo_db.domains.basketball.tables import EventType, Game, GameStatus
from tau_emo_servers.listing import Fact, Part, WriteTool, fact, text_facts
from tau_emo_servers.rules import Moment

_ADDRESS = ("street", "city", "state", "country", "zip")

_STATUSES: dict[GameStatus, re.Pattern[str]] = {
    "scheduled": re.compile(r"\bscheduled\b"),
    "in_progress": re.compile(r"\bin[ _-]?progress\b"),
    "final": re.compile(r"\bfinal\b"),
    "postponed": re.compile(r"\bpostponed\b"),
}
_EVENT_TYPES: dict[EventType, re.Pattern[str]] = {
    "1PT": re.compile(r"\b1 ?pt\b"),
    "2PT": re.compile(r"\b2 ?pt\b|\b(?:2|two)(?:-point\b|[ -]pointer)"),
    "3PT": re.compile(r"\b3 ?pt\b|\b(?:3|three)(?:-point\b|[ -]pointer)"),
    "FT": re.compile(r"\bft\b|\bfree[ -]throw"),
}


def _address(moment: Moment) -> list[Fact]:
    """The address of the customer, with every field that it has."""
    return [fact("the address", re.compile(r"\baddress\b")), *text_facts(moment, _ADDRESS)]


def _game(game_id: str) -> Fact:
    return fact(f"game {game_id}", (game_id, "id"))


def _status(moment: Moment) -> list[Fact]:
    """The game, the status that it has, and the one that it gets."""
    wanted = moment.arguments
    facts = [_game(wanted["game_id"])]
    game = moment.row(Game, wanted["game_id"])
    if game is not None:
        facts.append(fact(f"the status {game.status}", _STATUSES[game.status]))
    facts.append(fact(f"the new status {wanted['new_status']}", _STATUSES[wanted["new_status"]]))
    return facts


def _event(moment: Moment) -> list[Fact]:
    """All that is stored of an event; game, club and player by their ids."""
    wanted = moment.arguments
    points: Part = (str(wanted["points"]), "number")
    return [
        _game(wanted["game_id"]),
        fact(f"the type {wanted['event_type']}", _EVENT_TYPES[wanted["event_type"]]),
        fact(f"{wanted['points']} points", points),
        fact(f"club {wanted['club_id']}", (wanted["club_id"], "id")),
        fact(f"player {wanted['player_id']}", (wanted["player_id"], "id")),
        fact(f"the game clock {wanted['timestamp']}", (wanted["timestamp"], "label")),
    ]


_CHANGE = "chang|updat|modif|replac|set|mov|put|switch"

WRITES = {
    "modify_player_address": WriteTool(f"{_CHANGE}|sav|correct", _address),
    "update_game_status": WriteTool(
        f"{_CHANGE}|start|beg[iau]n|tip|postpon|schedul|reschedul|clos|end|finali|mark|mak", _status
    ),
    "record_scoring_event": WriteTool("record|add|enter|log|credit|regist", _event),
}
"""The association's write tools, as a listing and a report name them."""
