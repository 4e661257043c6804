"""The page of the emotions, made from their catalogue."""

import re

from hooks import hook

from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.emotions import catalogue


def test_the_page_holds_what_is_written_about_every_emotion() -> None:
    made: str = hook("emotion_page").page()
    emotions = [emotion.capitalize() for members in FAMILIES.values() for emotion in members]
    assert re.findall(r"^### (\w+)$", made, re.MULTILINE) == emotions
    assert re.findall(r"^## (\w+)$", made, re.MULTILINE) == [one.capitalize() for one in FAMILIES]
    for family in catalogue().values():
        assert family.definition in made
        for texts in family.emotions.values():
            assert all(text in made for text in texts.description().values())
    personas = re.findall(r"^    \*\*(\w+, \w+, \w+)\.\*\* \S", made, re.MULTILINE)
    assert len(personas) == 22 * 3
