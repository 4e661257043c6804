"""How far votes agree."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue


@dataclass(frozen=True)
class Agreement:
    """The agreement of several votes on each of many questions."""

    questions: int
    unanimous: float | None
    """The share of questions on which all votes are the same; None of no questions."""
    kappa: float | None
    """Fleiss' kappa; None where it is not defined."""

    def as_json(self) -> dict[str, JsonValue]:
        """The agreement as plain values."""
        return {**vars(self)}


def agreement(votes: Sequence[Sequence[str]]) -> Agreement:
    """The agreement of these votes.

    Args:
        votes: for each question the votes on it, equally many for all.

    Raises:
        ValueError: a question has another number of votes than the first.
    """
    same = sum(len(set(one)) == 1 for one in votes)
    return Agreement(
        questions=len(votes),
        unanimous=same / len(votes) if votes else None,
        kappa=fleiss_kappa(votes),
    )


def fleiss_kappa(votes: Sequence[Sequence[str]]) -> float | None:
    """Fleiss' kappa: how far votes agree beyond what chance would give.

    With N questions, n votes on each, and n_ij votes on question i for answer j, it is
    (P - P_e) / (1 - P_e), where P is the mean over i of (sum_j n_ij^2 - n) / (n (n - 1)), and
    P_e the sum over j of (sum_i n_ij / (N n))^2. Source: Fleiss 1971, Psychological Bulletin 76.

    Args:
        votes: for each question the votes on it, equally many for all.

    Returns:
        None if there is no question, if there are fewer than two votes on each, or if all votes
        are the same, so that chance would give the same agreement.

    Raises:
        ValueError: a question has another number of votes than the first.
    """
    if not votes or len(votes[0]) < 2:
        return None
    n = len(votes[0])
    if any(len(one) != n for one in votes):
        raise ValueError(f"each question needs {n} votes, as the first one has")
    answers = sorted({answer for one in votes for answer in one})
    if len(answers) == 1:
        return None
    counts = [[one.count(answer) for answer in answers] for one in votes]
    observed = sum((sum(c * c for c in row) - n) / (n * (n - 1)) for row in counts) / len(votes)
    shares = [sum(column) / (len(votes) * n) for column in zip(*counts, strict=True)]
    by_chance = sum(share**2 for share in shares)
    return (observed - by_chance) / (1 - by_chance)
