"""The phrase table: tone only, no emotion by name, no yes by accident."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import get_args

import pytest
from scripts import LAMP_AND_KETTLE

from tau_emo_client.users.scripted import ScriptedUser
from tau_emo_client.users.scripted.first_person import names_an_emotion
from tau_emo_client.users.scripted.moods import at_odds
from tau_emo_client.users.scripted.patience import start
from tau_emo_client.users.scripted.voice import (
    Line,
    Moment,
    Variants,
    Voice,
    phrases,
    without_courtesy,
)
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


def remarks() -> Iterator[tuple[str, str, Variants]]:
    """All cells of remarks: the cell, the level, family or emotion it belongs to, its variants."""
    table = phrases()
    for part in (table.urgency, table.trust):
        for cell, by_level in part.items():
            for level, variants in by_level.items():
                yield cell, level, variants
    for family, of_family in table.families.items():
        for cell, variants in of_family.family.items():
            yield cell, family, variants
        for emotion, by_cell in of_family.emotions.items():
            for cell, variants in by_cell.items():
                yield cell, emotion, variants


def cells() -> Iterator[tuple[str, str, Variants]]:
    for level, by_cell in phrases().politeness.items():
        for cell, variants in by_cell.items():
            yield cell, level, variants
    yield from remarks()


@pytest.mark.parametrize(("cell", "value", "variants"), list(cells()))
def test_each_cell_varies_and_carries_tone_only(cell: str, value: str, variants: Variants) -> None:
    both = variants.of(None)
    assert len(both) >= 6
    for half in (variants.a, variants.b):
        assert len(set(half)) == len(half) >= 3
    for variant in {*both, *map(without_courtesy, both)}:
        assert not NAMES.search(variant)
        assert not OF_A_DOMAIN.search(variant)
        assert cell in NEGATIVE or not withdraws(variant)
        assert not names_an_emotion(variant)
        assert distinct_values(variant) == 0
        assert is_consent(variant) is (cell in CONSENTS)
        assert STOP not in variant
        assert UNSATISFIED not in variant
        assert ("{thing}" in variant) is (cell == "unknown")


def test_every_emotion_and_level_has_its_phrases() -> None:
    table = phrases()
    lines = set(get_args(Line))
    assert set(table.politeness["warm"]) == set(table.politeness["neutral"]) == lines
    assert set(table.politeness["cold"]) == lines - {"greeting"}
    assert all(set(cell) == {"low", "moderate", "high"} for cell in table.urgency.values())
    assert all(set(cell) == {"trusting", "cautious", "skeptical"} for cell in table.trust.values())
    for family, emotions in FAMILIES.items():
        of_family = table.families[family]
        assert set(of_family.family) == {"comforted", "waiting", "before_yes", "closing"}
        assert set(of_family.emotions) == set(emotions)
        for by_cell in of_family.emotions.values():
            assert set(by_cell) == {"opening", "question", "refusal", "success"}
    assert len(CONDITIONS) == 594


def test_a_remark_belongs_to_one_half_and_one_feeling_or_level() -> None:
    homes: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for _, value, variants in remarks():
        for half in ("a", "b"):
            for variant in variants.of(half):
                homes[variant].add((value, half))
    assert len(homes) > 1000
    assert {variant: home for variant, home in homes.items() if len(home) > 1} == {}


def test_phrases_before_and_after_a_yes_leave_it_a_yes() -> None:
    table = phrases()
    before = [v for variants in table.trust["challenge"].values() for v in variants.of(None)]
    before += [v for one in table.families.values() for v in one.family["before_yes"].of(None)]
    after = [v for part in table.urgency.values() for vs in part.values() for v in vs.of(None)]
    yes = [v for by_cell in table.politeness.values() for v in by_cell["consent"].of(None)]
    before, after = (
        [*before, *map(without_courtesy, before)],
        [*after, *map(without_courtesy, after)],
    )
    for parts in (*itertools.product(before, yes), *itertools.product(yes, after)):
        assert is_consent(" ".join(parts))


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
    own = phrases().families["disgust"].emotions["dislike"]["opening"].of(None)
    remark = next(one for one in own if one in opening)
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
    table = phrases().urgency
    for seed in range(10):
        assert Voice(glad, "", Draw(f"{seed}")).press() in table["press_gladly"]["high"].of(None)
    hurried = glad.model_copy(update={"family": "anger", "emotion": "annoyance"})
    assert Voice(hurried, "", Draw("0")).press() in table["press"]["high"].of(None)
    calm = glad.model_copy(update={"emotion": "peace"})
    assert Voice(calm, "", Draw("0")).press() in table["press"]["high"].of(None)
    patient = glad.model_copy(update={"urgency": "low"})
    assert Voice(patient, "", Draw("0")).press() in table["press_gladly"]["low"].of(None)
    assert Voice(None, "", Draw("0")).press() == ""


def test_a_remark_fits_its_moment_and_runs_out() -> None:
    sad = Condition(
        family="sadness",
        emotion="sorrow",
        politeness="cold",
        urgency="low",
        trust_in_agent="trusting",
    )
    voice = Voice(sad, "", Draw("remarks"))
    own = phrases().families["sadness"].emotions["sorrow"]["refusal"].of(voice.half)
    believing = phrases().trust["verdict"]["trusting"].of(voice.half)
    said = [voice.coloured(["Noted."], "refusal", strained=True) for _ in range(40)]
    made = [one.removesuffix(" Noted.") for one in said if one != "Noted."]
    assert sorted(made) == sorted(map(without_courtesy, (*own, *believing)))


def test_a_line_comes_again_only_when_all_have_been_said() -> None:
    voice = Voice(None, "", Draw("lines"))
    variants = phrases().politeness["neutral"]["consent"].of(None)
    said = [voice.line("consent") for _ in range(3 * len(variants))]
    for start_ in range(0, len(said), len(variants)):
        assert sorted(said[start_ : start_ + len(variants)]) == sorted(variants)


SKEPTIC = Condition(
    family="fear",
    emotion="anxiety",
    politeness="warm",
    urgency="high",
    trust_in_agent="skeptical",
)


def said_by(condition: Condition, seed: int) -> set[str]:
    """Remarks of a customer in a long conversation, and nothing else."""
    voice = Voice(condition, "", Draw(f"{seed}"))
    moments: tuple[Moment, ...] = ("question", "promise", "refusal", "success", "waiting")
    said = [voice.coloured([], moment, strained=True) for moment in moments * 6]
    for handed_over in phrases().politeness[condition.politeness]["here"].of(None):
        said = [one.removeprefix(handed_over).strip() for one in said]
    return set(said) - {""}


def test_a_customer_speaks_from_one_half() -> None:
    halves = {"a": set[str](), "b": set[str]()}
    for seed in range(20):
        half = Voice(SKEPTIC, "", Draw(f"{seed}")).half
        assert half
        halves[half] |= said_by(SKEPTIC, seed)
    assert len(halves["a"]) > 20 < len(halves["b"])
    assert not halves["a"] & halves["b"]


def test_a_conversation_shows_feeling_urgency_and_trust() -> None:
    table = phrases()
    for seed in range(10):
        said = said_by(SKEPTIC, seed)
        for part in (
            [*table.families["fear"].emotions["anxiety"].values()],
            [table.urgency["press"]["high"]],
            [by_level["skeptical"] for by_level in table.trust.values()],
        ):
            shown = {one for cell in part for one in cell.of(None)} & said
            assert len(shown) >= 4


def test_customers_of_one_condition_differ_by_seed() -> None:
    openings = [
        Voice(SKEPTIC, "", Draw(f"{seed}")).opening(["I want the lamp."]) for seed in range(40)
    ]
    assert len(set(openings)) > 30


@pytest.mark.parametrize(
    ("remark", "bare"),
    [
        ("Please, I'm begging you, there is no way out.", "I'm begging you, there is no way out."),
        ("There's no time to lose, please hurry.", "There's no time to lose, hurry."),
        ("I feel lost here, so please guide me.", "I feel lost here, so guide me."),
        ("Can we keep the fuss small, please?", "Can we keep the fuss small?"),
        ("Thank you, that calms me a little.", "That calms me a little."),
        ("I'm not pleased.", "I'm not pleased."),
    ],
)
def test_the_cold_leave_courtesy_out(remark: str, bare: str) -> None:
    assert without_courtesy(remark) == bare


def test_who_feels_nothing_makes_no_remark() -> None:
    voice = Voice(None, "", Draw("plain"))
    assert voice.half is None
    assert voice.coloured(["Noted."], "refusal", strained=True, reaction="repeated") == "Noted."
    consents = phrases().politeness["neutral"]["consent"].of(None)
    assert {voice.consent() for _ in range(20)} == set(consents)


PRESSES = re.compile(
    r"get on with it|get it done|hurry up|about time|took long|long enough|hardly (?:wait|sit)"
    r"|let's be done|better things to do|^and\?|still waiting|done or not|finally done"
)


@pytest.mark.parametrize("condition", [one for one in CONDITIONS if one.urgency == "low"][::5])
async def test_who_has_time_never_presses(condition: Condition) -> None:
    for seed in range(3):
        for said in await _talk(condition, seed):
            assert not PRESSES.search(said.lower()), said


async def _talk(condition: Condition, seed: int) -> list[str]:
    """What a customer says, kept waiting and asked for a yes twice."""
    user = ScriptedUser(LAMP_AND_KETTLE, condition, "", seed)
    said = [await user.open()]
    for message in (*MESSAGES[:1], "One moment, please.", "Please wait.", *MESSAGES[2:]):
        said.append(await user.reply(message))
        if said[-1].endswith((STOP, UNSATISFIED)):
            break
    return said


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yes. Get on with it.", "Take your time, it needn't be today."),
        ("About time.", "It can wait as long as it has to."),
        ("I can hardly wait!", "I can wait, that's half the fun."),
        ("I have better things to do.", "I have all the time in the world."),
        ("A quiet little matter on a calm day.", "Hurry, please, I've no time left."),
        ("It will come to nothing anyway, what's the point.", "I'm sure you'll handle it well."),
        ("I dispute that, for the record.", "I understand, that's fine."),
        ("Oh, for heaven's sake.", "I understand, that's fine."),
        ("That sounds like an excuse to me.", "I see, thank you for telling me so kindly."),
        ("Gladly, thank you for asking.", "One more fiddly question and I'll start to grumble."),
        ("I doubt it's that simple.", "Yes, gladly, please do it."),
        ("That's the least I was owed.", "Wonderful, I'm so grateful."),
        ("I take your word for that.", "What is the reason?"),
    ],
)
def test_moods_that_gainsay_each_other_are_at_odds(one: str, other: str) -> None:
    assert at_odds(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yes. Get on with it.", "Every minute counts here."),
        ("About time.", "Yes. Do it."),
        ("That was quick; you had not asked me yet.", "There's no hurry about this."),
        ("I have no objection to that, for once.", "Good, that's fine."),
        ("I feel a bit less lost now.", "It can wait as long as it has to."),
        ("I dispute that, for the record.", "I see, so that is not possible."),
    ],
)
def test_moods_that_go_together_stay_together(one: str, other: str) -> None:
    assert not at_odds(one, other)


@pytest.mark.parametrize("condition", CONDITIONS[::7])
def test_no_message_gainsays_itself_or_the_condition(condition: Condition) -> None:
    for seed in range(3):
        voice = Voice(condition, "", Draw(f"{seed}"))
        messages = [voice.opening(["I want the lamp."])]
        for moment, cell in itertools.product(
            ("refusal", "success", "question", "waiting"), ("accept_refusal", "thanks", "why")
        ):
            fits = moment == "success" if cell == "thanks" else moment == "refusal"
            part = voice.line(cell) if fits else "The lamp."
            messages.append(voice.coloured([part], moment, strained=True))
            messages.append(voice.consent())
        messages.append(voice.farewell(content=True))
        for message in messages:
            _check_moods(message, condition)


def _check_moods(message: str, condition: Condition) -> None:
    said = [one for one in ALL_PHRASES if one in message]
    said = [one for one in said if not any(one in other and one != other for other in said)]
    for one, other in itertools.combinations(said, 2):
        assert not at_odds(one, other), message
        assert not at_odds(other, one), message
    if condition.urgency == "low":
        assert not PRESSES.search(message.lower()), message
    if condition.emotion == "peace":
        assert not re.search(r"terrible hurry|clock|every minute", message.lower()), message


ALL_PHRASES = sorted(
    {
        form
        for _, _, cell in cells()
        for one in cell.of(None)
        for form in (one, without_courtesy(one))
    }
)
