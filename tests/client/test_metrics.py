"""Metrics against values worked out by hand."""

from itertools import combinations
from pathlib import Path

import pytest
from records import condition, config, record

from tau_emo_client.agents.registry import agent_source
from tau_emo_client.comparison import CannotCompare, compare_runs, ranking
from tau_emo_client.emotion_effect import emotion_effect
from tau_emo_client.limits import EndReason
from tau_emo_client.metrics import GROUPS, TaskScore, bootstrap, figures, figures_by, task_scores
from tau_emo_client.players import Player
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeSummary
from tau_emo_client.table import RunReport


def trials(
    task: str, outcomes: str, domain: str = "retail", **more: object
) -> list[EpisodeSummary]:
    """One episode per letter: + passed, - failed, i infrastructure, l left with full state."""
    found: list[EpisodeSummary] = []
    for trial, letter in enumerate(outcomes):
        end = {"i": EndReason.INFRASTRUCTURE, "l": EndReason.USER_LEFT}.get(
            letter, EndReason.USER_STOP
        )
        found.append(record(task, trial, letter == "+", domain=domain, end=end, **more).summary())
    return found


@pytest.mark.parametrize(("passed", "n", "k"), [(0, 3, 3), (2, 3, 2), (3, 5, 2), (4, 5, 3)])
def test_estimators_equal_the_mean_over_all_choices_of_k_trials(
    passed: int, n: int, k: int
) -> None:
    outcomes = [True] * passed + [False] * (n - passed)
    chosen = list(combinations(outcomes, k))
    score = TaskScore("t", "d", passed, n)
    assert score.pass_hat(k) == pytest.approx(sum(map(all, chosen)) / len(chosen))
    assert score.pass_at(k) == pytest.approx(sum(map(any, chosen)) / len(chosen))


def test_figures_of_three_tasks_in_two_domains() -> None:
    episodes = [
        *trials("a1", "+++", "airline"),
        *trials("a2", "+--", "airline"),
        *trials("r1", "++-", "retail"),
    ]
    found = figures(episodes, 3)
    # airline: (1 + 1/3)/2 = 2/3, retail: 2/3; pass^3: 1/2 and 0; pass@3: 1 and 1.
    assert found.avg_at_k == pytest.approx(2 / 3)
    assert found.pass_hat_k == pytest.approx(1 / 4)
    assert found.pass_at_k == pytest.approx(1)
    assert found.consistency_loss == pytest.approx(2 / 3 - 1 / 4)
    assert (found.tasks, found.episodes, found.passed, found.complete) == (3, 9, 6, True)


def test_domains_weigh_alike_however_many_tasks_they_have() -> None:
    episodes = [*trials("a", "-", "airline")]
    for number in range(9):
        episodes += trials(f"r{number}", "+", "retail")
    assert figures(episodes, 1).avg_at_k == pytest.approx(0.5)


def test_infrastructure_errors_are_no_failures_and_make_the_headline_incomplete() -> None:
    episodes = [*trials("a", "++i"), *trials("b", "+++")]
    found = figures(episodes, 3)
    assert (found.episodes, found.passed, found.complete) == (5, 5, False)
    assert found.pass_hat_k == 1


def test_a_task_that_was_never_played_makes_the_headline_incomplete() -> None:
    assert not figures(trials("a", "+++"), 3, expected=["a", "b"]).complete
    assert figures(trials("a", "+++"), 3, expected=["a"]).complete


def test_one_surviving_task_is_told_for_what_it_is() -> None:
    episodes = [*trials("a", "+++"), *trials("b", "+ii"), *trials("c", "iii")]
    found = figures(episodes, 3, expected=["a", "b", "c"])
    assert (found.ready, found.wanted, found.complete) == (1, 3, False)


def test_no_episodes_give_no_figures() -> None:
    found = figures([], 3)
    assert (found.avg_at_k, found.pass_hat_k, found.avg_interval) == (None, None, None)
    assert not found.complete


def test_groups_follow_the_condition() -> None:
    episodes = [
        *trials("a", "+", condition=condition("anger", "frustration")),
        *trials("b", "-", condition=condition("fear", "dread", urgency="high")),
        *trials("c", "+", condition=None),
    ]
    assert {n: f.avg_at_k for n, f in figures_by(episodes, GROUPS["family"], 1).items()} == {
        "anger": 1.0,
        "fear": 0.0,
    }
    assert set(figures_by(episodes, GROUPS["urgency"], 1)) == {"low", "high"}


def test_bootstrap_is_seeded_and_agrees_with_the_normal_interval() -> None:
    values = [1.0] * 60 + [0.0] * 40
    interval = bootstrap({"d": values}, seed=3)
    assert interval is not None
    assert interval == bootstrap({"d": values}, seed=3)
    # 0.6 +- 1.96 * sqrt(0.6 * 0.4 / 100)
    assert interval.low == pytest.approx(0.504, abs=0.02)
    assert interval.high == pytest.approx(0.696, abs=0.02)


def test_bootstrap_resamples_tasks_not_episodes() -> None:
    """Trials of one task that always agree must not make the interval narrower."""
    few = [*trials("a", "+"), *trials("b", "-"), *trials("c", "+"), *trials("d", "-")]
    many = [
        s for t, o in (("a", "+"), ("b", "-"), ("c", "+"), ("d", "-")) for s in trials(t, o * 9)
    ]
    assert figures(few, 1).avg_interval == figures(many, 1).avg_interval


def test_emotion_effect_over_paired_tasks() -> None:
    felt = [*trials("a", "+---"), *trials("b", "--"), *trials("c", "++"), *trials("x", "++")]
    plain = [*trials("a", "++++"), *trials("b", "++"), *trials("c", "++"), *trials("y", "--")]
    found = emotion_effect(felt, plain)
    assert found is not None
    assert found.tasks == 3
    # (0.25 + 0 + 1)/3 - 1
    assert found.effect == pytest.approx(-1.75 / 3)
    # Of the 8 arrangements of signs over (-0.75, -1, 0) four are as extreme.
    assert found.p_value == pytest.approx(0.5, abs=0.02)


def test_emotion_effect_of_many_tasks_is_significant() -> None:
    felt = [e for n in range(20) for e in trials(f"t{n}", "-")]
    plain = [e for n in range(20) for e in trials(f"t{n}", "+" if n < 15 else "-")]
    found = emotion_effect(felt, plain)
    assert found is not None
    assert found.effect == pytest.approx(-0.75)
    assert found.p_value < 0.001
    assert emotion_effect(felt, []) is None


def test_walking_away_never_passes() -> None:
    assert task_scores(trials("a", "l+"))["a"] == TaskScore("a", "retail", 1, 2)


def report(episodes: list[EpisodeSummary], **changes: object) -> RunReport:
    return RunReport(config(**changes), episodes, Path("runs/x"))


def test_report_as_json() -> None:
    episodes = [*trials("t1", "+l"), *trials("t2", "+i")]
    said = report(episodes).as_json()
    assert said["episodes"] == 3
    assert said["passed"] == 2
    assert said["abandoned"] == 1
    assert said["infrastructure_errors"] == 1
    assert said["complete"] is False
    assert said["headline"] is False
    assert said["avg_at_k"] == pytest.approx(0.5)
    assert said["by_emotion_family"]["anger"]["tasks"] == 2  # type: ignore[index, call-overload]
    assert said["policy_violation_rate"] == 0


def test_only_a_whole_run_of_a_published_protocol_gives_headline_figures() -> None:
    full = [*trials("t1", "+++"), *trials("t2", "+--")]
    published = Protocol(name="v1", trials=3)
    assert report(full, protocol=published).is_headline
    assert not report(full[:-1], protocol=published).is_headline
    for changed in (
        {"protocol": Protocol(trials=3)},
        {"whole": False},
        {"split": "train"},
        {"emotion": "none"},
        {"agent": agent_source("reference").player},
        {"agent": agent_source("curt").player},
    ):
        assert not report(full, **({"protocol": published} | changed)).is_headline


def test_runs_with_different_customers_are_ranked_apart() -> None:
    runs = [
        report(trials("t1", "++")),
        report(trials("t1", "+-"), agent=Player(name="other", kind="null")),
        report(trials("t1", "--"), user=Player(name="gpt", kind="llm")),
    ]
    groups = ranking(runs)
    assert [(g["user"], len(g["runs"])) for g in groups] == [("llm", 1), ("scripted", 2)]  # type: ignore[index, arg-type, call-overload]


def test_versions_are_never_mixed() -> None:
    with pytest.raises(CannotCompare, match="versions"):
        compare_runs([report([]), report([], benchmark_version="0.0")])


def test_two_runs_of_one_agent_give_its_emotion_effect() -> None:
    felt, plain = report(trials("t1", "--")), report(trials("t1", "++"), emotion="none")
    other = report(trials("t1", "++"), emotion="none", agent=Player(name="x", kind="null"))
    (effect,) = compare_runs([felt, plain, other])
    assert effect.as_json()["effect"] == -1
    assert "noop, scripted customer: emotion changes Avg@k by -100.0 points" in effect.line()
    (chosen,) = compare_runs([report(trials("t1", "--"), emotion="fear:cold"), plain])
    assert "emotion fear:cold changes Avg@k by -100.0 points" in chosen.line()
    assert chosen.as_json()["emotion"] == "fear:cold"
