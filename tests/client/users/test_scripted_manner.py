"""How a condition shows in what a customer gives, bears and answers to bad handling."""

import pytest
from scripts import EMAIL, LAMP_AND_KETTLE

from tau_emo_client.users.scripted import ScriptedUser
from tau_emo_client.users.scripted.mind import Mind
from tau_emo_client.users.scripted.outcomes import Outcomes
from tau_emo_client.users.scripted.patience import Patience
from tau_emo_client.users.scripted.pursuit import Stage
from tau_emo_client.users.scripted.reading import read
from tau_emo_client.users.scripted.voice import Line, Voice, phrases
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_db.draw import Draw
from tau_emo_tasks.condition import Condition

ANGRY = Condition(
    family="anger",
    emotion="exasperation",
    politeness="cold",
    urgency="high",
    trust_in_agent="skeptical",
)
CALM = Condition(
    family="enjoyment",
    emotion="peace",
    politeness="warm",
    urgency="low",
    trust_in_agent="trusting",
)


async def talk(user: ScriptedUser, *messages: str) -> list[str]:
    said = [await user.open()]
    for message in messages:
        said.append(await user.reply(message))
        if said[-1].endswith((STOP, UNSATISFIED)):
            break
    return said


def plain_user() -> ScriptedUser:
    return ScriptedUser(LAMP_AND_KETTLE, None, "", seed=3)


FLAT = "The kettle can't be cancelled because it has been shipped."


async def test_a_right_refusal_without_a_kind_word_costs_patience() -> None:
    points: list[float] = []
    for message in (FLAT, f"I'm sorry. {FLAT}"):
        patience = Patience(ANGRY)
        mind = Mind(LAMP_AND_KETTLE, Voice(ANGRY, "", Draw("1")), patience)
        mind.agenda.raise_next()
        mind.agenda.pursuits[0].stage = Stage.SETTLED
        mind.agenda.raise_next()
        assert Outcomes(mind).refusals(read(message), reported=False)
        points.append(patience.points)
    assert points == [2.5, 4.0]


@pytest.mark.parametrize(
    ("message", "cell"),
    [
        ("What is your email? What is your name? What is your zip? What is the order?", "too_many"),
        ("As I already told you, what is your email?", "brushed_off"),
    ],
)
@pytest.mark.parametrize("condition", [ANGRY, CALM])
async def test_bad_handling_is_answered(message: str, cell: Line, condition: Condition) -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, condition, "", 1)
    said = (await talk(user, message))[1]
    lines = phrases().politeness[condition.politeness][cell].of(user.half)
    assert any(line in said for line in lines)
    assert EMAIL.value in said
    assert EMAIL.value in (await talk(plain_user(), message))[1]


async def test_who_is_written_the_same_again_says_so_twice_at_most() -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, CALM, "", 1)
    said = await talk(user, *["What is your email?"] * 5)
    lines = phrases().politeness[CALM.politeness]["repeated"].of(user.half)
    assert [any(line in one for line in lines) for one in said[1:]] == [0, 1, 1, 0, 0]


MANY = "Could you please give me your full name, your email and your zip code?"


async def test_the_cold_give_half_of_what_is_asked_and_the_warm_a_little_more() -> None:
    facts = ("Ilse Okafor", EMAIL.value, "98104")
    cold = ScriptedUser(LAMP_AND_KETTLE, ANGRY, "", 1)
    said = await talk(cold, MANY, MANY.replace("full ", ""))
    assert [sum(fact in one for fact in facts) for one in said] == [0, 2, 3]
    asked = "Could you please give me your full name and your zip code?"
    said = await talk(ScriptedUser(LAMP_AND_KETTLE, CALM, "", 1), asked)
    assert all(fact in said[1] for fact in facts)
    said = await talk(plain_user(), asked)
    assert EMAIL.value not in said[1]


async def test_kind_words_without_a_deed_heal_no_more() -> None:
    user = ScriptedUser(LAMP_AND_KETTLE, CALM, "", 1)
    said = await talk(user, *(f"I am so sorry, for the {n}th time." for n in range(4, 34)))
    assert said[-1].endswith(UNSATISFIED)
    assert len(said) < 15
