"""The page of the emotions, made from their catalogue."""

import importlib.util
import re
from pathlib import Path

from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.emotions import catalogue

HOOK = Path(__file__).parents[2] / "docs" / "emotion_page.py"


def page() -> str:
    spec = importlib.util.spec_from_file_location("emotion_page", HOOK)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.page()
    assert isinstance(made, str)
    return made


def test_the_page_holds_what_is_written_about_every_emotion() -> None:
    made = page()
    emotions = [emotion.capitalize() for members in FAMILIES.values() for emotion in members]
    assert re.findall(r"^### (\w+)$", made, re.MULTILINE) == emotions
    assert re.findall(r"^## (\w+)$", made, re.MULTILINE) == [one.capitalize() for one in FAMILIES]
    for family in catalogue().values():
        assert family.definition in made
        for texts in family.emotions.values():
            assert all(text in made for text in texts.description().values())
    personas = re.findall(r"^    \*\*(\w+, \w+, \w+)\.\*\* \S", made, re.MULTILINE)
    assert len(personas) == 22 * 3
