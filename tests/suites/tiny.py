"""Tiny databases that nobody but these tests has, in the foreign layout of each domain."""

import copy
import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]
DATABASES: dict[str, Json] = {
    file.stem: json.loads(file.read_text("utf-8"))
    for file in sorted((Path(__file__).parent / "data").glob("*.json"))
}
"""The database of each domain."""


def database(domain: str) -> Json:
    """The tiny database of a domain, to be changed at will."""
    return copy.deepcopy(DATABASES[domain])


def written(folder: Path, parts: Json, *, in_one: bool = False) -> Path:
    """The database as files of the foreign layout: a folder, or one file in it."""
    folder.mkdir(parents=True, exist_ok=True)
    if in_one:
        (folder / "db.json").write_text(json.dumps(parts), "utf-8")
        return folder / "db.json"
    for name, part in parts.items():
        (folder / f"{name}.json").write_text(json.dumps(part), "utf-8")
    return folder


TASK: Json = {
    "user_id": "mira_oduya_1",
    "actions": [
        {"name": "get_order_details", "kwargs": {"order_id": "#W1"}},
        {
            "name": "cancel_pending_order",
            "kwargs": {"order_id": "#W1", "reason": "no longer needed"},
        },
    ],
    "instruction": "You are Mira Oduya. You want to cancel order #W1, which you no longer need.\n"
    "Emotion Instruction: You are short with the agent.",
    "outputs": [],
    "emotion_family": "anger",
    "emotion_leaf": "annoyance",
    "dimension_politeness": "cold",
    "dimension_urgency": "high",
    "dimension_trust_in_agent": "skeptical",
}
"""A task over the tiny shop."""
