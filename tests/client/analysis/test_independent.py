"""Figures against computations of numpy and scipy that share nothing with ours."""

from typing import Any

import numpy as np
import pytest
from made_runs import ANGER, FEAR
from records import record
from scipy import special, stats

from tau_emo_client.agents.agent import Usage
from tau_emo_client.analysis.balance import balances
from tau_emo_client.analysis.difficulty import difficulty
from tau_emo_client.analysis.effort import effort
from tau_emo_client.analysis.estimate import by_task, estimate, share
from tau_emo_client.analysis.violations import violation_rates
from tau_emo_client.limits import EndReason
from tau_emo_client.metrics import figures, pass_hats
from tau_emo_client.paired import paired_difference
from tau_emo_client.record import EpisodeSummary

DOMAINS = ("airline", "bank", "school")
K = 4


def table(seed: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Rewards of 3 domains, 12 tasks each and 6 trials; nan where a trial failed for
    infrastructure. The domain of a task is that of its place."""
    random = np.random.default_rng(seed)
    ease = random.uniform(0.1, 0.95, (len(DOMAINS), 12, 1))
    rewards = (random.uniform(size=(len(DOMAINS), 12, 6)) < ease).astype(float)
    rewards[random.uniform(size=rewards.shape) < 0.25] = np.nan
    return rewards, random.integers(0, 9, (*rewards.shape, 3))


def episodes(seed: int) -> list[EpisodeSummary]:
    rewards, counts = table(seed)
    found: list[EpisodeSummary] = []
    for place, reward in np.ndenumerate(rewards):
        domain, task, trial = place
        lost = bool(np.isnan(reward))
        called, asked, broken = (int(value) for value in counts[place])
        found.append(
            record(
                f"{DOMAINS[domain]}-{task}",
                trial,
                reward == 1,
                domain=DOMAINS[domain],
                end=EndReason.INFRASTRUCTURE if lost else EndReason.USER_STOP,
                condition=ANGER if task % 2 else FEAR,
                tool_calls=called,
                follow_ups=asked,
                rules_broken=("A-1",) if broken < 3 else (),
                agent_usage=Usage(prompt_tokens=100 * called, completion_tokens=1, cost=0.5),
            ).summary()
        )
    return found


@pytest.mark.parametrize("seed", range(8))
def test_metrics_of_random_tables_with_missing_trials(seed: int) -> None:
    rewards, _ = table(seed)
    played = (~np.isnan(rewards)).sum(axis=2)
    passed = np.nansum(rewards, axis=2)
    ready = played >= K
    assert not ready.all(), "some tasks lack trials"

    def mean(values: np.ndarray[Any, Any]) -> float:
        by_domain = [
            row[kept].mean() for row, kept in zip(values, ready, strict=True) if kept.any()
        ]
        return float(np.mean(by_domain))

    found = figures(episodes(seed), K)
    with np.errstate(invalid="ignore"):
        hats = [special.comb(passed, k) / special.comb(played, k) for k in range(1, K + 1)]
        assert found.avg_at_k == pytest.approx(mean(np.nanmean(rewards, axis=2)))
        assert found.pass_hat_k == pytest.approx(mean(hats[-1]))
        at = 1 - special.comb(played - passed, K) / special.comb(played, K)
        assert found.pass_at_k == pytest.approx(mean(at))
    assert found.consistency_loss == pytest.approx(mean(hats[0]) - mean(hats[-1]))
    assert pass_hats(episodes(seed), K) == pytest.approx([mean(hat) for hat in hats])
    assert (found.ready, found.wanted) == (ready.sum(), ready.size)
    assert (found.episodes, found.passed) == (played.sum(), passed.sum())


def test_no_pass_hats_without_enough_trials() -> None:
    assert pass_hats(episodes(0), 7) == ()


@pytest.mark.parametrize("seed", range(3))
def test_rates_ratios_and_effort_of_random_tables(seed: int) -> None:
    rewards, counts = table(seed)
    counted = ~np.isnan(rewards)
    made = episodes(seed)
    rates = violation_rates(made)
    assert len(rates.cells) == 6
    for place, domain in enumerate(DOMAINS):
        for family, tasks in (("anger", slice(1, None, 2)), ("fear", slice(0, None, 2))):
            kept = counted[place, tasks]
            broken = (counts[place, tasks, :, 2] < 3)[kept]
            cell = rates.cells[domain, family]
            assert (cell.broken, cell.episodes) == (broken.sum(), kept.sum())
            assert cell.rate.value == pytest.approx(broken.mean())
            assert cell.rate.interval is not None
            assert cell.rate.interval.low <= broken.mean() <= cell.rate.interval.high
    anger, fear = balances(made, 1)
    assert (anger.family, fear.family) == ("anger", "fear")
    odd, kept = counts[:, 1::2], counted[:, 1::2]
    assert anger.tool_calls == odd[..., 0][kept].sum()
    assert anger.ratio.value == pytest.approx(odd[..., 0][kept].sum() / odd[..., 1][kept].sum())
    tasks = kept.sum(axis=2) >= 1
    assert anger.avg_at_k.value == pytest.approx(np.nanmean(rewards[:, 1::2], axis=2)[tasks].mean())
    used = effort(made)
    solved = np.nansum(rewards)
    assert used.solved == solved
    tokens = (100 * counts[..., 0] + 1)[counted].sum()
    assert used.tokens.value == pytest.approx(tokens / solved)
    assert used.cost.value == pytest.approx(0.5 * counted.sum() / solved)
    assert used.tool_calls.value == pytest.approx(counts[..., 0][counted].sum() / solved)


def test_an_interval_equals_the_one_of_scipy() -> None:
    random = np.random.default_rng(1)
    calls, asked = random.integers(1, 20, 60), random.integers(1, 9, 60)
    sums = by_task((f"t{n}", (float(calls[n]), float(asked[n]))) for n in range(60))
    found = estimate(sums, share, seed=0)
    theirs = stats.bootstrap(
        (calls, asked),
        lambda a, b, axis: a.sum(axis=axis) / b.sum(axis=axis),
        paired=True,
        method="percentile",
        n_resamples=20_000,
        rng=np.random.default_rng(2),
    ).confidence_interval
    assert found.value == pytest.approx(calls.sum() / asked.sum())
    assert found.interval is not None
    width = theirs.high - theirs.low
    assert found.interval.low == pytest.approx(theirs.low, abs=0.08 * width)
    assert found.interval.high == pytest.approx(theirs.high, abs=0.08 * width)
    assert estimate(sums, share, seed=0) == found
    assert estimate(dict(reversed(sums.items())), share, seed=0) == found


def test_intervals_resample_tasks_not_episodes() -> None:
    few = by_task((f"t{n}", (float(n % 2), 1.0)) for n in range(8))
    many = by_task((f"t{n}", (float(n % 2), 1.0)) for n in range(8) for _ in range(50))
    assert estimate(few, share, 0) == estimate(many, share, 0)


def test_an_undefined_figure_has_no_interval() -> None:
    assert estimate({}, share, 0).value is None
    assert estimate({"t": [1.0, 0.0]}, share, 0).value is None
    # With one of two tasks a quarter of the resamples is undefined.
    half = estimate({"t": [1.0, 2.0], "u": [0.0, 0.0]}, share, 0)
    assert (half.value, half.interval) == (0.5, None)


def test_the_paired_test_equals_the_one_of_scipy() -> None:
    random = np.random.default_rng(3)
    one, other = random.integers(0, 3, 14) / 2, random.integers(0, 2, 14) / 1

    def side(shares: np.ndarray[Any, Any]) -> list[EpisodeSummary]:
        return [
            record(f"bank-{task}", trial, trial < 2 * value, domain="bank").summary()
            for task, value in enumerate(shares)
            for trial in range(2)
        ]

    found = paired_difference(side(one), side(other))
    theirs = stats.permutation_test(
        (one - other,), np.mean, permutation_type="samples", n_resamples=2**14
    )
    assert found is not None
    assert found.difference == pytest.approx(one.mean() - other.mean())
    assert found.p_value == pytest.approx(theirs.pvalue, abs=0.02)
    assert (found.tasks, found.one, found.other) == (
        14,
        pytest.approx(one.mean()),
        pytest.approx(other.mean()),
    )
    assert paired_difference(side(one), []) is None


def test_difficulty_is_the_mean_over_runs() -> None:
    def run(**tasks: str) -> list[EpisodeSummary]:
        return [
            record(task, trial, letter == "+").summary()
            for task, letters in tasks.items()
            for trial, letter in enumerate(letters)
        ]

    found = difficulty([run(a="++", b="--", c="+-"), run(a="+", b="-", c="----")])
    assert [(task.task_id, task.share) for task in found.tasks] == [("b", 0), ("c", 0.25), ("a", 1)]
    assert (found.never, found.always) == (1, 1)
    assert (found.tasks[1].passed, found.tasks[1].trials, found.tasks[1].runs) == (1, 6, 2)
    assert [task.task_id for task in found.easiest] == ["a", "c", "b"]
    assert found.as_json()["tasks_never_passed"] == 1


def test_effort_knows_what_it_does_not_know() -> None:
    free = [record("a", 0, True).summary(), record("b", 0, False).summary()]
    used = effort(free)
    assert (used.turns.value, used.tokens.value, used.cost.value) == (4, None, None)
    unpriced = [*free, record("c", 0, True, agent_usage=Usage(prompt_tokens=9)).summary()]
    assert effort(unpriced).tokens.value == 4.5
    assert effort(unpriced).cost.value is None
    assert effort(free[1:]).turns.value is None
