"""What the customer wants, in the order in which it is raised."""

from collections.abc import Sequence

from tau_emo_client.users.scripted.pursuit import Pursuit, Stage
from tau_emo_client.users.scripted.reading import Reading
from tau_emo_tasks.script import Goal


class Agenda:
    """The goals of one customer with what has become of them.

    Args:
        goals: the goals of the script; they keep their order, but hand-offs go last.
    """

    def __init__(self, goals: Sequence[Goal]) -> None:
        ordered = sorted(goals, key=lambda goal: goal.outcome == "handed_off")
        self.pursuits = [Pursuit(goal) for goal in ordered]

    def open(self, *stages: Stage) -> list[Pursuit]:
        """The goals in one of the stages; without stages those that wait for the agent."""
        return [
            pursuit
            for pursuit in self.pursuits
            if (pursuit.stage in stages if stages else pursuit.open)
        ]

    @property
    def focus(self) -> Pursuit | None:
        """The goal the customer has in mind."""
        return next(iter(self.open(Stage.RAISED)), next(iter(self.open()), None))

    def raise_next(self) -> list[Goal]:
        """Raise the next goal and those that go with it."""
        raised: list[Goal] = []
        for pursuit in self.open(Stage.WAITING):
            if raised and not pursuit.goal.with_previous:
                break
            pursuit.stage = Stage.RAISED
            raised.append(pursuit.goal)
        return raised

    def raise_same_act(self, about: Sequence[Pursuit]) -> list[Goal]:
        """Raise the goals of the same act that are still to come."""
        acts = {pursuit.goal.act for pursuit in about}
        more = [one for one in self.open(Stage.WAITING) if one.goal.act in acts]
        for pursuit in more:
            pursuit.stage = Stage.RAISED
        return [pursuit.goal for pursuit in more]

    def comes_next(self, reading: Reading) -> bool:
        """True if what was refused is followed by an offer of what the customer wants next."""
        waiting = self.open(Stage.WAITING)
        refused = [one for one in self.open(Stage.RAISED) if one.goal.outcome == "refused"]
        if not (reading.asks_yes and refused and waiting and waiting[0].goal.fields):
            return False
        offered = waiting[0].named_in(reading.offered) and waiting[0].touched_in(reading.text)
        return offered and not waiting[0].judge(reading.text).wrong
