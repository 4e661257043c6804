"""The sentences that suggest an emotion never name one."""

import pytest

from tau_emo_db import domain_names
from tau_emo_tasks.tracer.feeling import feelings
from tau_emo_tasks.verify import NAMES


@pytest.mark.parametrize("domain", domain_names())
def test_no_sentence_names_a_feeling(domain: str) -> None:
    every = [one.text for some in feelings(domain).root.values() for one in some]
    assert len(every) > 100
    assert [text for text in every if NAMES.search(text)] == []
