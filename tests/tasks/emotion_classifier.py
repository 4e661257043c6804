"""Can the condition be told from a customer's words? A plain classifier of texts.

`python tests/tasks/emotion_classifier.py` prints how well the personas of one half of the catalogue
are recovered by what the other half teaches, and what is taken for what.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_union
from sklearn.svm import LinearSVC

from tau_emo_tasks.condition import LEVEL_NAMES, NAMES, Condition
from tau_emo_tasks.emotions import PERSONAS, conditions, persona

LABELS = ("family", "emotion", "politeness", "urgency", "trust_in_agent")
Sample = tuple[str, Condition]


def masked(text: str) -> str:
    """The text without the names of emotions, families, dimensions and levels."""
    return LEVEL_NAMES.sub(" ", NAMES.sub(" ", text))


def personas(half: int) -> list[Sample]:
    """The personas with even numbers (0), or those with odd ones (1)."""
    return [
        (persona(condition, number), condition)
        for condition in conditions()
        for number in range(half, PERSONAS, 2)
    ]


@dataclass(frozen=True)
class Outcome:
    """How well one label was recovered."""

    accuracy: float
    confusions: list[tuple[str, str, float]]
    """What was taken for what, and the share of its samples; the most frequent first."""


def recover(known: Sequence[Sample], unknown: Sequence[Sample]) -> dict[str, Outcome]:
    """Learn every label from some texts and recover it from others.

    Args:
        known: what is learned from.
        unknown: what is recovered; the texts share no sentence with the known ones.

    Returns:
        The outcome of each of `LABELS`.
    """
    features = make_union(
        TfidfVectorizer(preprocessor=_prepared, ngram_range=(1, 2), sublinear_tf=True),
        TfidfVectorizer(
            preprocessor=_prepared, analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True
        ),
    )
    learned = features.fit_transform([text for text, _ in known])
    seen = features.transform([text for text, _ in unknown])
    outcomes: dict[str, Outcome] = {}
    for label in LABELS:
        model = LinearSVC(random_state=0).fit(learned, [getattr(c, label) for _, c in known])
        truth = [str(getattr(condition, label)) for _, condition in unknown]
        outcomes[label] = _outcome(truth, [str(guess) for guess in model.predict(seen)])
    return outcomes


def _outcome(truth: Sequence[str], guesses: Sequence[str]) -> Outcome:
    pairs = Counter(zip(truth, guesses, strict=True))
    totals = Counter(truth)
    return Outcome(
        sum(count for (true, guess), count in pairs.items() if true == guess) / len(truth),
        [
            (true, guess, count / totals[true])
            for (true, guess), count in pairs.most_common()
            if true != guess
        ],
    )


def _prepared(text: str) -> str:
    return masked(text).lower()


def main() -> None:
    """Print the figures of both directions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--confusions", type=int, default=8, help="how many to show of each label")
    shown = parser.parse_args().confusions
    for half in (0, 1):
        sys.stdout.write(f"learned from half {'ab'[half]}, recovered from half {'ba'[half]}\n")
        for label, outcome in recover(personas(half), personas(1 - half)).items():
            sys.stdout.write(f"  {label}: {outcome.accuracy:.1%}\n")
            for true, guess, share in outcome.confusions[:shown]:
                sys.stdout.write(f"    {true} taken for {guess}: {share:.1%}\n")


if __name__ == "__main__":
    main()
