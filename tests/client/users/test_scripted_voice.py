"""The phrase table: tone only, no emotion by name, no yes by accident."""

import itertools
import re
from collections.abc import Iterator

import pytest
from scripts import LAMP_AND_KETTLE

from tau_emo_client.users.scripted import ScriptedUser
from tau_emo_client.users.scripted.first_person import names_an_emotion
from tau_emo_client.users.scripted.patience import start
from tau_emo_client.users.scripted.voice import Voice, phrases
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_db.draw import Draw
from tau_emo_servers.consent import is_consent, withdraws
from tau_emo_servers.values import distinct_values
from tau_emo_tasks.condition import FAMILIES, NAMES, Condition

CONSENTS = ("consent", "want_person")
NEGATIVE = ("decline", "correct", "no_person", "insist", "rather")
"""Cells in which the customer says no, to something that is not the wish."""
OF_A_DOMAIN = re.compile(
    r"\b(?:business|econom\w+|class|cabin|flights?|trips?|seats?|tickets?|book(?:ed|ing)?|bags?"
    r"|insur\w+|upgrad\w*|orders?|ordered|items?|return\w*|exchang\w*|ship\w*|cancel\w*|chang\w*"
    r"|cards?|pay\w*|paid|charg\w*|money|refund\w*|address\w*|dates?|names?)\b",
    re.IGNORECASE,
)
"""Words of the domains: a remark with one of them could be taken for a part of the wish."""
CONDITIONS = [
    Condition(
        family=family,
        emotion=emotion,
        politeness=politeness,  # pyright: ignore[reportArgumentType]
        urgency=urgency,  # pyright: ignore[reportArgumentType]
        trust_in_agent=trust,  # pyright: ignore[reportArgumentType]
    )
    for family, emotions in FAMILIES.items()
    for emotion, politeness, urgency, trust in itertools.product(
        emotions,
        ("warm", "neutral", "cold"),
        ("low", "moderate", "high"),
        ("trusting", "cautious", "skeptical"),
    )
]


def cells() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    table = phrases()
    for part in (table.by_politeness, table.by_urgency, table.by_trust):
        for cell, by_value in part.items():
            for value, variants in by_value.items():
                yield cell, value, variants
    for part in (table.by_family, table.by_emotion):
        for value, by_cell in part.items():
            for cell, variants in by_cell.items():
                yield cell, value, variants


@pytest.mark.parametrize(("cell", "value", "variants"), list(cells()))
def test_each_cell_varies_and_carries_tone_only(
    cell: str, value: str, variants: tuple[str, ...]
) -> None:
    assert len(set(variants)) == len(variants) >= 6
    for variant in variants:
        assert not NAMES.search(variant)
        assert not OF_A_DOMAIN.search(variant)
        assert cell in NEGATIVE or not withdraws(variant)
        assert not names_an_emotion(variant)
        assert distinct_values(variant) == 0
        assert is_consent(variant) is (cell in CONSENTS)
        assert STOP not in variant
        assert UNSATISFIED not in variant
        assert ("{thing}" in variant) is (cell == "unknown")


def test_every_emotion_has_its_phrases() -> None:
    table = phrases()
    assert set(table.by_emotion) == {one for all_ in FAMILIES.values() for one in all_}
    for by_cell in table.by_emotion.values():
        assert set(by_cell) == {"opening", "question", "refusal", "success"}
    assert set(table.by_family) == set(FAMILIES)
    for by_cell in table.by_family.values():
        assert set(by_cell) == {"comforted", "waiting", "before_yes", "closing"}
    assert len(CONDITIONS) == 594


def test_phrases_before_and_after_a_yes_leave_it_a_yes() -> None:
    table = phrases()
    before = [v for variants in table.by_trust["challenge"].values() for v in variants]
    before += [v for by_cell in table.by_family.values() for v in by_cell["before_yes"]]
    after = [v for part in table.by_urgency.values() for vs in part.values() for v in vs]
    yes = [v for variants in table.by_politeness["consent"].values() for v in variants]
    for parts in itertools.product(["", *before], yes, ["", *after]):
        assert is_consent(" ".join(parts).strip())


MESSAGES = (
    "I'm sorry to hear that. What is your email and your order number?",
    "One moment, please.",
    "I'd exchange the lamp for the USB one on PayPal. Is that right?",
    "I would exchange the desk lamp for the USB one and charge $12.40 to the Mastercard ending in "
    "4471. Shall I go ahead?",
    "The exchange of the lamp has been requested.",
    "That order can't be cancelled because it has been shipped.",
    "It can't, the parcel has left already.",
    "The tracking number is 602918447310.",
    "Is there anything else?",
)


@pytest.mark.parametrize("condition", CONDITIONS[::9])
async def test_no_message_names_an_emotion_or_agrees_by_accident(condition: Condition) -> None:
    for seed in range(2):
        await _check_talk(condition, seed)


@pytest.mark.full
async def test_no_message_of_any_condition_names_an_emotion() -> None:
    for condition, seed in itertools.product(CONDITIONS, range(5)):
        await _check_talk(condition, seed)


async def _check_talk(condition: Condition, seed: int) -> None:
    feeling = "You measured twice. You feel great frustration. They left you waiting."
    user = ScriptedUser(LAMP_AND_KETTLE, condition, feeling, seed)
    said = [await user.open()]
    for message in MESSAGES:
        said.append(await user.reply(message))
        if said[-1].endswith((STOP, UNSATISFIED)):
            break
    assert said[-1].endswith(f"\n{STOP}"), said
    names = [one for family, all_ in FAMILIES.items() for one in (family, *all_)]
    for one in said:
        assert not re.search("|".join(names), one.lower())
    assert [is_consent(one) for one in said[:5]] == [False, False, False, False, True]
    assert not any(is_consent(one) for one in said[5:])


def test_patience_starts_by_condition() -> None:
    starts = sorted({start(condition) for condition in CONDITIONS})
    assert (starts[0], starts[-1]) == (4.0, 9.5)


@pytest.mark.parametrize("seed", range(20))
def test_an_opening_that_points_at_the_matter_follows_it(seed: int) -> None:
    condition = Condition(
        family="disgust",
        emotion="dislike",
        politeness="cold",
        urgency="low",
        trust_in_agent="cautious",
    )
    opening = Voice(condition, "", Draw(f"seed {seed}")).opening(["I want the lamp."])
    remark = next(one for one in phrases().by_emotion["dislike"]["opening"] if one in opening)
    if re.search(r"\b(this|it)\b", remark):
        assert opening.index("I want the lamp.") < opening.index(remark)


def test_the_glad_are_in_a_hurry_in_their_own_way() -> None:
    glad = Condition(
        family="enjoyment",
        emotion="excitement",
        politeness="warm",
        urgency="high",
        trust_in_agent="trusting",
    )
    table = phrases().by_urgency
    for seed in range(10):
        assert Voice(glad, "", Draw(f"{seed}")).press() in table["press_gladly"]["high"]
    hurried = glad.model_copy(update={"family": "anger", "emotion": "annoyance"})
    assert Voice(hurried, "", Draw("0")).press() in table["press"]["high"]
    assert Voice(glad.model_copy(update={"urgency": "low"}), "", Draw("0")).press() == ""


def test_a_remark_fits_its_moment_and_runs_out() -> None:
    sad = Condition(
        family="sadness",
        emotion="sorrow",
        politeness="cold",
        urgency="low",
        trust_in_agent="trusting",
    )
    own = phrases().by_emotion["sorrow"]["refusal"]
    voice = Voice(sad, "", Draw("remarks"))
    said = [voice.coloured(["Noted."], "refusal", strained=True) for _ in range(40)]
    remarks = [one.removesuffix(" Noted.") for one in said if one != "Noted."]
    assert sorted(remarks) == sorted(own)


def test_a_line_comes_again_only_when_all_have_been_said() -> None:
    voice = Voice(None, "", Draw("lines"))
    variants = phrases().by_politeness["consent"]["neutral"]
    said = [voice.line("consent") for _ in range(3 * len(variants))]
    for start_ in range(0, len(said), len(variants)):
        assert sorted(said[start_ : start_ + len(variants)]) == sorted(variants)
