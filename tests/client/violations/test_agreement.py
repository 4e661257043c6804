"""Agreement of votes, against a published table and an independent computation."""

import numpy as np
import pytest

from tau_emo_client.violations.agreement import agreement, fleiss_kappa

PUBLISHED = (
    # Ten questions, 14 votes each, five answers; kappa 0.210, as in the worked example of the
    # article "Fleiss' kappa" of Wikipedia.
    *((0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1)),
    *((7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7)),
)


def test_the_published_example() -> None:
    votes = [["abcde"[j] for j in range(5) for _ in range(row[j])] for row in PUBLISHED]
    assert fleiss_kappa(votes) == pytest.approx(0.210, abs=5e-4)


def test_by_hand() -> None:
    """Two questions, three votes each: P = (1 + 1/3) / 2 = 2/3, P_e = (5/6)^2 + (1/6)^2 = 26/36."""
    found = agreement([("kept", "kept", "kept"), ("broken", "kept", "kept")])
    assert (found.questions, found.unanimous) == (2, 0.5)
    assert found.kappa == pytest.approx((2 / 3 - 26 / 36) / (1 - 26 / 36))
    assert found.kappa == pytest.approx(-0.2)
    assert fleiss_kappa([("a", "a"), ("b", "b")]) == 1


def test_where_kappa_is_not_defined() -> None:
    assert agreement([]).as_json() == {"questions": 0, "unanimous": None, "kappa": None}
    assert agreement([("kept",)]).as_json() == {"questions": 1, "unanimous": 1.0, "kappa": None}
    assert fleiss_kappa([("kept", "kept"), ("kept", "kept")]) is None
    with pytest.raises(ValueError, match="needs 2 votes"):
        fleiss_kappa([("a", "b"), ("a", "b", "a")])


def test_an_independent_computation() -> None:
    """Kappa from pairs: how often two votes on a question are the same, against how often any two
    drawn with replacement from all votes are."""
    draw = np.random.default_rng(7)
    for _ in range(20):
        questions, votes = int(draw.integers(2, 30)), int(draw.integers(2, 8))
        table = draw.integers(0, 3, (questions, votes))
        if len(np.unique(table)) == 1:
            continue
        pairs = [
            row[i] == row[j] for row in table for i in range(votes) for j in range(votes) if i != j
        ]
        flat = table.ravel()
        chance = float(np.mean(flat[:, None] == flat[None, :]))
        wanted = (float(np.mean(pairs)) - chance) / (1 - chance)
        given = [[str(one) for one in row] for row in table]
        assert fleiss_kappa(given) == pytest.approx(wanted)
