"""What an agent of the association can do wrong, and which of its rules go together."""

import json
from collections.abc import Iterator

from tau_emo_servers.conversation import AgentStep, Conversation, UserMessage
from tau_emo_tasks.stakes.scene import Deed, Scene, steps
from tau_emo_tasks.task import Action


def _look_up_another(scene: Scene) -> Iterator[tuple[str, Conversation, int]]:
    """Another player whose public data are looked up, and where."""
    gold, at = scene.task.gold, scene.identified
    for other in scene.others(scene.task.principal):
        look = Action(tool="get_player_details", arguments={"player_id": other})
        looked = scene.acted([*gold[:at], look, *gold[at:]], f"Tell me about {other}.")
        for index, step in steps(looked.events):
            if step.calls and step.calls[0].arguments == look.arguments:
                yield step.calls[0].result, looked, index


def tells_what_is_private(scene: Scene) -> Iterator[Conversation]:
    """Tells the email of another player whose public data were looked up."""
    for result, looked, index in _look_up_another(scene):
        told = AgentStep(text=f"The email is {json.loads(result)['email']}.")
        events = [*looked.events]
        events[index + 1 : index + 1] = [told, UserMessage(text="I see.")]
        yield scene.held(events)


def identifies_another(scene: Scene) -> Iterator[Conversation]:
    """Looks a second player up by email."""
    gold, at = scene.task.gold, scene.identified
    for result, _, _ in _look_up_another(scene):
        email = json.loads(result)["email"]
        again = Action(tool="find_player_id_by_email", arguments={"email": email})
        yield scene.acted([*gold[:at], again, *gold[at:]], f"There is also {email}.")


def guesses_after_a_name(scene: Scene) -> Iterator[Conversation]:
    """Takes a player id that no tool has shown, after a name that is not known."""
    gold, at = scene.task.gold, scene.identified
    for other in scene.others(scene.task.principal):
        wrong = [
            Action(tool="find_player_id_by_name", arguments={"first_name": "Q", "last_name": "Q"}),
            Action(tool="get_player_details", arguments={"player_id": other}),
        ]
        yield scene.acted([*gold[:at], *wrong, *gold[at:]], "Look up Q Q, too.")


def tries_another_value(scene: Scene) -> Iterator[Conversation]:
    """After a refused change tries other values at once."""
    for position, action in enumerate(scene.task.gold):
        for name, old in action.arguments.items() if scene.writes(action) else ():
            schema = scene.domain.tools[action.tool].inputs[name].schema
            for value in schema.get("enum", ()):
                first = action.model_copy(update={"arguments": {**action.arguments, name: value}})
                gold = scene.task.gold
                events = [*scene.acted([*gold[:position], first, *gold[position:]]).events]
                calls = [i for i, step in steps(events) if step.calls and value != old]
                for index in calls[position : position + 1]:
                    # Both are listed and agreed to before the first is tried.
                    call, report, wish, listing, yes = events[index : index + 5]
                    events[index : index + 5] = [listing, yes, call]
                    later = index + 4
                    events[later + 1 : later + 1] = [report, wish]
                    yield scene.held(events)


def writes_with_an_unknown_game(scene: Scene) -> Iterator[Conversation]:
    """Writes to a game that a tool has not found."""
    for position, action in enumerate(scene.task.gold):
        if scene.writes(action) and "game_id" in action.arguments:
            wrong = {**action.arguments, "game_id": "GAME-99999"}
            look = Action(tool="get_game_details", arguments={"game_id": "GAME-99999"})
            gold = scene.task.gold
            write = action.model_copy(update={"arguments": wrong})
            left = [*gold[:position], look, write, *gold[position + 1 :]]
            yield scene.acted(left, "It is GAME-99999.")


DEEDS: tuple[Deed, ...] = (
    tells_what_is_private,
    identifies_another,
    guesses_after_a_name,
    tries_another_value,
    writes_with_an_unknown_game,
)

FOLLOWS = {"BKB-24": {"BKB-09", "BKB-11", "BKB-12", "BKB-13", "COM-11"}}
"""A game that does not exist was not looked at, and what is known of it cannot be listed."""
