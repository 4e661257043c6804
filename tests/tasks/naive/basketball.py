"""Final states of `basketball`, compared by hand; see `test_compare_writes.py`."""

from collections import Counter
from typing import Any

from .words import Tables, grouped, labels, pick

TABLES = ("player", "game", "scoring_event")
"""What the writes may change."""


def naive(base: Tables, tables: Tables) -> Any:
    homes = {row["player_id"]: labels(row["address"]) for row in tables["player"]}
    games = Counter(pick(row, "game_id status home_score away_score") for row in tables["game"])
    event = "event_type points club_id player_id ~timestamp"
    return homes, games, grouped(tables["scoring_event"], "game_id", event)
