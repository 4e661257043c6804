"""Choosing among the episodes that are fit: no two alike, and all groups in even measure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tau_emo_client.collecting.candidate import Candidate


def without_duplicates(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates without those that only names and numbers tell from one before."""
    first: dict[str, Candidate] = {}
    for one in candidates:
        first.setdefault(one.likeness, one)
    return list(first.values())


def evenly(quota: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """A quota shared out among groups, as evenly as their sizes let it.

    Args:
        quota: how many in all; less is given where the groups do not hold so many.
        sizes: how many each group holds.
    """
    given = dict.fromkeys(sorted(sizes), 0)
    for _ in range(min(quota, sum(sizes.values()))):
        name = min((one for one in given if given[one] < sizes[one]), key=given.__getitem__)
        given[name] += 1
    return given


def chosen(
    pool: Sequence[Candidate], quota: int, per_task: int, more_calls: float
) -> list[Candidate]:
    """The candidates of one domain that are taken.

    Families get even shares. How many have more calls than follow-ups is half-way between what
    the domain has by nature and what is aimed at over all: some domains take many look-ups, others
    many questions. Where a group is short the others make up for it.

    Args:
        pool: all that are fit, in the order of preference.
        quota: how many are wanted.
        per_task: at most so many of one task.
        more_calls: the share with more calls than follow-ups that is aimed at.
    """
    of_task = Counter[str]()
    by_family: dict[str, list[Candidate]] = {}
    for one in pool:
        of_task[one.episode.task_id] += 1
        if of_task[one.episode.task_id] <= per_task:
            by_family.setdefault(one.family, []).append(one)
    fit = [one for of in by_family.values() for one in of]
    by_nature = sum(one.more_calls for one in fit) / len(fit) if fit else 0.0
    aim = (by_nature + more_calls) / 2
    taken: list[Candidate] = []
    wanted = 0.0
    with_more = 0
    for name, share in evenly(quota, {key: len(of) for key, of in by_family.items()}).items():
        many = [one for one in by_family[name] if one.more_calls]
        few = [one for one in by_family[name] if not one.more_calls]
        # What one family lacks of either kind, the next ones make up for.
        wanted += share * aim
        count = min(len(many), share, max(0, round(wanted) - with_more))
        count = max(count, share - len(few))
        with_more += count
        taken += [*many[:count], *few[: share - count]]
    return taken
