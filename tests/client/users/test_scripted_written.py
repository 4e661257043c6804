"""How well the scripted customer understands what writers wrote who did not know the program."""

from collections import Counter

import pytest
import written

QUESTIONS_RIGHT = {"seen": 0.975, "unseen": 0.927}
"""Share of the questions that are answered with all that is asked for."""
WRONG_FACTS = {"seen": 0.014, "unseen": 0.039}
"""Share of the questions that may be answered with another fact instead."""
HEARD_RIGHT = {"seen": 0.983, "unseen": 0.927}
"""Share of the listings and reports that are taken as they should be."""


@pytest.mark.parametrize("emotional", [False, True])
@pytest.mark.parametrize(("which", "count"), [("seen", 1740), ("unseen", 360)])
async def test_questions_in_any_wording_get_the_facts_they_ask_for(
    which: str, count: int, emotional: bool
) -> None:
    asked = written.questions(unseen=which == "unseen")
    verdicts = Counter(
        [(await written.ask(question, emotional=emotional))[0] for question in asked]
    )
    assert len(asked) == count
    assert verdicts["right"] >= QUESTIONS_RIGHT[which] * count
    assert verdicts["wrong fact"] <= WRONG_FACTS[which] * count


@pytest.mark.parametrize("emotional", [False, True])
@pytest.mark.parametrize(("which", "count"), [("seen", 1640), ("unseen", 360)])
async def test_an_error_in_a_listing_or_report_is_noticed_and_nothing_else(
    which: str, count: int, emotional: bool
) -> None:
    all_of_them = written.listings(unseen=which == "unseen")
    right = [(await written.hear(one, emotional=emotional))[0] for one in all_of_them]
    assert len(all_of_them) == count
    assert sum(right) >= HEARD_RIGHT[which] * count


async def test_a_report_of_something_else_than_was_agreed_is_objected_to() -> None:
    wrong = next(
        one
        for one in written.listings()
        if one.kind == "report" and one.task == "retail-5" and one.error == "wrong item"
    )
    noticed, answer = await written.hear(wrong, emotional=False)
    assert noticed
    assert "laser navigation" in answer
