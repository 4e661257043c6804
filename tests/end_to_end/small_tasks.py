"""Small tasks over the published shop: each customer wants a pending order cancelled."""

from functools import cache
from typing import Any

from sqlmodel import select

from tau_emo_db import EpisodeState, domain_data
from tau_emo_db.domains.retail.tables import Order, User
from tau_emo_tasks.refresh import refresh_task
from tau_emo_tasks.task import Task

_CONDITIONS = (
    ("anger", "frustration", "cold", "high", "skeptical"),
    ("sadness", "sorrow", "warm", "low", "trusting"),
    ("fear", "anxiety", "neutral", "moderate", "cautious"),
)


@cache
def small_tasks(count: int = 6) -> tuple[Task, ...]:
    """So many tasks, each of another customer."""
    with EpisodeState.open(domain_data("retail")) as state, state.session() as db:
        orders = db.exec(select(Order).where(Order.status == "pending")).all()
        first = {order.user_id: order for order in reversed(orders)}
        chosen = sorted(first.values(), key=lambda order: order.order_id)[:count]
        pairs = [(order, db.get_one(User, order.user_id)) for order in chosen]
        records = [_record(number, order, user) for number, (order, user) in enumerate(pairs)]
    return tuple(refresh_task(record) for record in records)


def _record(number: int, order: Any, user: Any) -> dict[str, Any]:
    family, emotion, politeness, urgency, trust = _CONDITIONS[number % len(_CONDITIONS)]
    reason = "no longer needed"
    return {
        "id": f"retail-{9000 + number}",
        "domain": "retail",
        "split": "test",
        "principal": user.user_id,
        "instruction": f"You want order {order.order_id} cancelled, as it is {reason}.",
        "user_script": {
            "knows": [
                {"name": "email", "value": user.email, "ask": ["email", "e-mail"]},
                {"name": "name", "value": f"{user.first_name} {user.last_name}", "ask": ["name"]},
            ],
            "goals": [
                {
                    "act": "cancel",
                    "words": ["cancel"],
                    "say": f"I want to cancel my order {order.order_id}.",
                    "outcome": "done",
                    "knows": [
                        {
                            "name": "reason",
                            "value": reason,
                            "ask": ["reason", "why", "because"],
                            "say": "It is no longer needed.",
                        },
                        {
                            "name": "order_id",
                            "value": order.order_id,
                            "ask": ["order id", "order number"],
                        },
                    ],
                    "fields": [
                        {
                            "name": "order",
                            "accept": [order.order_id],
                            "say": f"It is order {order.order_id}.",
                        }
                    ],
                }
            ],
        },
        "gold": [
            {"tool": "find_user_id_by_email", "arguments": {"email": user.email}},
            {"tool": "get_user_details", "arguments": {"user_id": user.user_id}},
            {"tool": "get_order_details", "arguments": {"order_id": order.order_id}},
            {
                "tool": "cancel_pending_order",
                "arguments": {"order_id": order.order_id, "reason": reason},
            },
        ],
        "condition": {
            "family": family,
            "emotion": emotion,
            "politeness": politeness,
            "urgency": urgency,
            "trust_in_agent": trust,
        },
        "feeling": "You waited all day for a call that never came.",
        "persona": "You write in short sentences.",
        "provenance": {"origin": "hand-written", "intents": [1], "base_digest": ""},
    }
