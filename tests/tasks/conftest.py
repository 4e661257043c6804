"""A small task on the real shop, made by looking for a customer it fits."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from tau_emo_db import EpisodeState, domain_data
from tau_emo_db.domains.retail.tables import Order, OrderItem, User
from tau_emo_tasks.refresh import refresh_task
from tau_emo_tasks.task import Task

sys.path.insert(0, str(Path(__file__).parent))  # for hand_written.py


@pytest.fixture(scope="session")
def pending() -> tuple[User, Order, list[str]]:
    """A customer, a pending order of theirs and the names of what is in it."""
    state = EpisodeState.open(domain_data("retail"))
    with state.session() as db:
        order = db.exec(select(Order).where(Order.status == "pending")).first()
        assert order is not None
        user = db.get(User, order.user_id)
        assert user is not None
        lines = db.exec(select(OrderItem).where(OrderItem.order_id == order.order_id)).all()
        found = (user, order, [line.name for line in lines])
    state.close()
    return found


@pytest.fixture(scope="session")
def make_task(pending: tuple[User, Order, list[str]]) -> Callable[..., Task]:
    """Makes the task "cancel this order" with any field changed."""
    user, order, _ = pending

    def make(**changes: Any) -> Task:
        record: dict[str, Any] = {
            "id": "retail-9001",
            "domain": "retail",
            "split": "train",
            "principal": user.user_id,
            "instruction": (
                f"You are {user.first_name} {user.last_name}, {user.email}. You want to cancel "
                f"your order {order.order_id} because it is no longer needed."
            ),
            "user_script": {
                "knows": [{"name": "email", "value": user.email, "ask": ["email"]}],
                "goals": [
                    {
                        "act": "cancel",
                        "words": ["cancel"],
                        "say": f"I want to cancel my order {order.order_id}.",
                        "outcome": "done",
                        "fields": [
                            {
                                "name": "reason",
                                "accept": ["no longer needed"],
                                "reject": ["ordered by mistake"],
                                "say": "It is no longer needed.",
                            }
                        ],
                    }
                ],
            },
            "gold": [
                {"tool": "find_user_id_by_email", "arguments": {"email": user.email}},
                {"tool": "get_order_details", "arguments": {"order_id": order.order_id}},
                {
                    "tool": "cancel_pending_order",
                    "arguments": {"order_id": order.order_id, "reason": "no longer needed"},
                },
            ],
            "condition": {
                "family": "anger",
                "emotion": "annoyance",
                "politeness": "cold",
                "urgency": "high",
                "trust_in_agent": "skeptical",
            },
            "feeling": "You have waited on hold twice today, and nobody picked up.",
            "persona": "You are brief. You skip greetings. You ask what exactly was done.",
            "provenance": {"origin": "hand-written", "intents": [1]},
        }
        return refresh_task({**record, **changes})

    return make
