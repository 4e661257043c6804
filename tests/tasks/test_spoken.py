"""Which spellings of a value count as saying it."""

import pytest

from tau_emo_tasks.spoken import spoken


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on May 21st", "2024-05-21"),
        ("on May 21st", "24-05-21"),
        ("on 2024-05-21", "24-05-21"),
        ("May 21, at 8:15 PM", "24-05-21-20-15"),
        ("at a quarter past, 20:15", "20:15:00"),
        ("for $41.35", "41.35"),
        ("in basic economy", "basic_economy"),
        ("at the box office", "box-office"),
        ("as an e-ticket", "e-ticket"),
        ("I am Ilse Okafor.", "Ilse Okafor"),
    ],
)
def test_a_value_is_said(text: str, value: str) -> None:
    assert spoken(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on May 22nd", "24-05-21"),
        ("on May 21st", "24-05-21-20-15"),
        ("at 20:15", "24-05-21-20-15"),
        ("at the box", "box-office"),
        ("seat R2-040", "R2-04"),
    ],
)
def test_a_value_is_not_said(text: str, value: str) -> None:
    assert not spoken(text, value)
