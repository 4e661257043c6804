"""What an agent of the airline can do wrong, and which of its rules go together."""

from collections.abc import Iterator
from datetime import date, timedelta

from tau_emo_servers.conversation import Conversation
from tau_emo_tasks.stakes.scene import Deed, Scene, under
from tau_emo_tasks.task import Action


def moves_the_flights(scene: Scene) -> Iterator[Conversation]:
    """Moves the flights of a reservation that was looked at by a day."""
    gold = scene.task.gold
    for shown in scene.results:
        if isinstance(shown, dict) and "reservation_id" in shown:
            flights = list(zip(under(shown, "flight_number"), under(shown, "date"), strict=True))
            moved = Action(
                tool="update_reservation_flights",
                arguments={
                    "reservation_id": shown["reservation_id"],
                    "cabin": shown["cabin"],
                    "flights": [{"flight_number": key, "date": _next(day)} for key, day in flights],
                    "payment_id": next(under(shown, "payment_id"), ""),
                },
            )
            yield scene.acted([*gold, moved], f"Move all of it by a day, {moved.arguments}.")


def _next(day: str) -> str:
    return str(date.fromisoformat(day) + timedelta(days=1))


DEEDS: tuple[Deed, ...] = (moves_the_flights,)

FOLLOWS = {
    "AIR-09": {"AIR-15"},
    "AIR-17": {"AIR-03"},
    "AIR-19": {"AIR-03", "AIR-05", "AIR-37"},
    "AIR-20": {"AIR-03"},
    "AIR-29": {"AIR-03"},
    "AIR-30": {"AIR-03"},
    "AIR-34": {"AIR-35", "AIR-36"},
}
"""Six passengers have other free bags; a listing names insurance, and what the tool would charge
or give back, which nobody learns of a refused call; a reservation that nothing gives was not
looked at; nothing is due to somebody who is not entitled."""
