"""Spelled sums and times of day, in figures."""

import pytest

from tau_emo_client.users.scripted.compare import holds
from tau_emo_client.users.scripted.reading import read
from tau_emo_client.users.scripted.spelled import in_figures


@pytest.mark.parametrize(
    ("spelled", "figures"),
    [
        ("At 10 in the morning", "At 10:00 am"),
        ("half past nine in the evening", "9:30 pm"),
        ("a quarter to eight pm", "7:45 pm"),
        ("one at night", "1:00 am"),
        ("from noon on", "from 12:00 on"),
        ("seventy-five percent", "75 percent"),
        ("two thousand three hundred and five dollars", "2,305 dollars"),
        ("your grandmother's thousand dollars", "your grandmother's 1,000 dollars"),
        ("a hundred dollars", "100 dollars"),
    ],
)
def test_sums_and_hours_are_told_in_figures(spelled: str, figures: str) -> None:
    assert in_figures(spelled) == figures


@pytest.mark.parametrize(
    "text",
    [
        "two adults and a child",
        "one of the twelve",
        "this afternoon",
        "the hundredth",
        "30 in the row",
    ],
)
def test_small_numbers_and_what_is_no_number_stay(text: str) -> None:
    assert in_figures(text) == text


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("It would be at 10 in the morning.", "10:00"),
        ("The show at half past six has seats.", "18:30"),
        ("The ninth row? No, Wednesday the 22nd.", "2024-05-22"),
        ("On Sept. 2: the visit.", "2025-09-02"),
        ("On 18/05 there are seats.", "2024-05-18"),
        ("The vacuums that empty themselves are dearer.", "empties itself"),
    ],
)
def test_a_value_is_recognised_however_it_is_written(message: str, value: str) -> None:
    assert holds(read(message).text, value)


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("It would be at 10 in the evening.", "10:00"),
        ("From 7:30 to 8:30 am, then.", "19:30"),
        ("Wednesday the 22nd of June.", "2024-05-22"),
    ],
)
def test_another_hour_or_month_is_none(message: str, value: str) -> None:
    assert not holds(read(message).text, value)
