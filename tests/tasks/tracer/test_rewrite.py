"""What a model makes of the texts of a task: taken over only if it says the same."""

import json

import pytest

from tau_emo_tasks.script import Field, Goal, Slot, UserScript
from tau_emo_tasks.tracer.refine import Refined
from tau_emo_tasks.tracer.rewrite import RewriteError, asked, rewritten

SAY = "I'd like to exchange the lamp for the cheapest in brass. It goes on my Visa."
REFINED = Refined(
    "You are Ada Bell (ada.bell@example.com). You would like to exchange the lamp for the cheapest "
    "in brass. It goes on your Visa. You do not know the order number, but it came on 5 May.",
    UserScript(
        knows=(Slot(name="email", value="ada.bell@example.com", ask=("email",)),),
        goals=(
            Goal(
                act="exchange",
                words=("exchang", "swap"),
                say=SAY,
                outcome="done",
                fields=(
                    Field(name="color", accept=("brass",), say="Brass."),
                    Field(name="payment", accept=("visa", "4242"), say="The Visa."),
                ),
            ),
        ),
    ),
    ("a frame",),
)
GOOD = {
    "instruction": "You are Ada Bell, and your address is ada.bell@example.com. On 5 May a lamp "
    "came that you want to swap for the cheapest one in brass, with your Visa. The order number is "
    "not known to you.",
    "goals": ["Please swap my lamp for the cheapest one in brass, on my Visa."],
}


def answer(**changes: object) -> str:
    return json.dumps(GOOD | changes)


def test_the_same_in_other_words_is_taken() -> None:
    new = rewritten(REFINED, f"Here you are:\n```json\n{answer()}\n```")
    assert new.instruction == GOOD["instruction"]
    assert new.script.goals[0].say == GOOD["goals"][0]
    assert new.script.goals[0].fields == REFINED.script.goals[0].fields
    assert new.script.knows == REFINED.script.knows
    assert new.frames == ("a frame",)


def test_a_model_is_asked_for_the_texts_alone() -> None:
    assert json.loads(asked(REFINED)) == {"instruction": REFINED.instruction, "goals": [SAY]}


@pytest.mark.parametrize(
    ("offered", "why"),
    [
        ("I cannot help with that.", "not the JSON"),
        ("", "not the JSON"),
        ('{"instruction": "You are', "not the JSON"),
        (answer(goals=[]), "0 goals for 1"),
        (answer(goals=["a", "b"]), "2 goals for 1"),
        (answer(extra=1), "not the JSON"),
        (answer(instruction="Ada Bell wants a lamp."), "does not begin"),
        (answer(instruction=str(GOOD["instruction"]).replace("5 May", "6 May")), "other values"),
        (answer(instruction=str(GOOD["instruction"]).replace("On 5 May a", "A")), "other values"),
        (answer(instruction=f"{GOOD['instruction']} The order is #W1234567."), "other values"),
        (answer(instruction=f"{GOOD['instruction']} Ask for Mr Smith."), "names that were not"),
        (answer(instruction=str(GOOD["instruction"]).replace("cheapest", "best")), "comparisons"),
        (answer(instruction=str(GOOD["instruction"]).replace("not known", "known")), "negations"),
        (answer(instruction=str(GOOD["instruction"]).replace("Visa", "card")), "lost"),
        (answer(instruction=str(GOOD["instruction"]) * 9), "too long"),
        (
            answer(goals=["Please swap my lamp for the cheapest one in gold, on my Visa."]),
            "'brass'",
        ),
        (answer(goals=["Please take my lamp for the cheapest one in brass, on my Visa."]), "lost"),
        (answer(goals=[" "]), "empty"),
    ],
)
def test_anything_else_is_thrown_away(offered: str, why: str) -> None:
    with pytest.raises(RewriteError, match=why):
        rewritten(REFINED, offered)
