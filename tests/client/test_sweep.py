"""What a sweep plays, and its figures against values worked out by hand."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from records import config, record
from rich.console import Console

from tau_emo_client.emotion import NONE, TASK, parse_emotion
from tau_emo_client.emotion_effect import emotion_effect
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeSummary
from tau_emo_client.sweep import Level, sweep_of
from tau_emo_client.sweep_report import SweepReport, holm
from tau_emo_client.table import RunReport


def trials(task: str, domain: str, outcomes: str) -> list[EpisodeSummary]:
    """One episode per letter: + passed, - failed, l left, i infrastructure."""
    ends = {"l": EndReason.USER_LEFT, "i": EndReason.INFRASTRUCTURE}
    return [
        record(
            task, n, letter == "+", domain=domain, end=ends.get(letter, EndReason.USER_STOP)
        ).summary()
        for n, letter in enumerate(outcomes)
    ]


def run(emotion: str, airline: str, first: str, second: str) -> RunReport:
    """A run over a task of the airline and two of the shop."""
    episodes = [
        *trials("airline-1", "airline", airline),
        *trials("retail-1", "retail", first),
        *trials("retail-2", "retail", second),
    ]
    ran = config(
        emotion=emotion,
        tasks=("airline-1", "retail-1", "retail-2"),
        bases={"airline": "a", "retail": "r"},
    )
    return RunReport(ran, episodes, Path("sweep") / emotion)


SWEEP = sweep_of("urgency")
LOW, MODERATE, HIGH = SWEEP.levels
PLAIN = run("none", "++", "++", "+-")


def emotions(levels: Sequence[Level]) -> list[str]:
    return [level.emotion for level in levels]


def shown(report: SweepReport) -> str:
    out = io.StringIO()
    Console(file=out, width=1000).print(report.shown())
    return out.getvalue()


@pytest.mark.parametrize(
    ("over", "emotion", "expected"),
    [
        ("family", TASK, ["anger", "disgust", "enjoyment", "fear", "sadness"]),
        ("politeness", TASK, ["task:warm", "task:neutral", "task:cold"]),
        ("urgency", TASK, ["task:,low", "task:,moderate", "task:,high"]),
        ("trust", TASK, ["task:,,trusting", "task:,,cautious", "task:,,skeptical"]),
        ("trust", "fear:cold", ["fear:cold,,trusting", "fear:cold,,cautious", "fear:cold,,skept"]),
        ("urgency", "dread:cold,,cautious", ["dread:cold,low,cautious"]),
        (None, TASK, ["task"]),
        (None, "fear:cold", ["fear:cold"]),
    ],
)
def test_a_sweep_has_every_level(over: str | None, emotion: str, expected: list[str]) -> None:
    sweep = sweep_of(over, emotion)
    found = emotions(sweep.levels)
    assert all(one.startswith(start) for start, one in zip(expected, found, strict=False))
    assert len(found) == {"family": 5, None: 1}.get(over, 3)
    assert sweep.runs == (Level(NONE, NONE), *sweep.levels)
    assert len({level.folder for level in sweep.runs}) == len(sweep.runs)
    for one in found:
        parse_emotion(one)


def test_all_22_emotions_are_swept() -> None:
    assert len(set(emotions(sweep_of("emotion").levels))) == 22


def test_the_baseline_may_be_the_tasks_own_another_or_a_level() -> None:
    assert sweep_of("urgency", versus="task").runs[0].emotion == "task"
    assert sweep_of("urgency", versus="dread").runs[0].emotion == "dread"
    for versus in ("low", "task:,low"):
        sweep = sweep_of("urgency", versus=versus)
        assert emotions(sweep.runs) == ["task:,low", "task:,moderate", "task:,high"]
    assert len(sweep_of("family", versus="fear").levels) == 4


@pytest.mark.parametrize(
    ("over", "emotion", "versus", "said"),
    [
        ("mood", TASK, NONE, "--sweep is 'mood'; it is one of family, emotion, politeness, urge"),
        (None, TASK, "joy", "--versus: there is no emotion 'joy'"),
        ("urgency", "joy", NONE, "there is no emotion 'joy'"),
        (None, TASK, TASK, "--emotion and --versus are both 'task'"),
        (None, "task:", TASK, "nothing is left to compare"),
        ("family", "fear", NONE, "--sweep family sets the emotion itself, and --emotion fear"),
        ("emotion", NONE, NONE, "--sweep emotion sets the emotion itself"),
        ("trust", NONE, NONE, "--emotion none has no trust"),
        ("urgency", "fear:,high", NONE, "--emotion fear:,high sets the urgency, which"),
        ("urgency", "task:,high", NONE, "--emotion task:,high sets the urgency, which"),
    ],
)
def test_what_cannot_be_swept(over: str | None, emotion: str, versus: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        sweep_of(over, emotion, versus)


def test_holm_of_four_p_values() -> None:
    # In order .01 * 4, .03 * 3, .04 * 2 (not below the one before), .5 * 1.
    assert holm([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_the_figures_of_a_sweep() -> None:
    # Differences under high: airline -1, retail -1/2 and -1/2: the mean over domains is -3/4.
    report = SweepReport(
        SWEEP,
        {
            SWEEP.baseline: PLAIN,
            LOW: run("task:,low", "++", "++", "+-"),
            MODERATE: run("task:,moderate", "++", "+-", "++"),
            HIGH: run("task:,high", "--", "+-", "ll"),
        },
    )
    assert {level.name: found.effect for level, found in report.effects.items()} == pytest.approx(
        {"low": 0, "moderate": 0, "high": -0.75}
    )
    said = report.as_json()
    assert (said["sweep"], said["complete"], said["missing"]) == ("urgency", True, [])
    assert (said["episodes"], said["passed"], said["abandoned"]) == (24, 16, 2)
    baseline, levels = said["baseline"], said["levels"]
    assert isinstance(baseline, dict)
    assert isinstance(levels, list)
    assert (baseline["emotion"], baseline["avg_at_k"]) == ("none", 0.875)
    high = levels[2]
    assert isinstance(high, dict)
    assert (high["level"], high["emotion"]) == ("high", "task:,high")
    assert (high["avg_at_k"], high["abandoned"]) == (0.125, 2)
    effect = high["effect"]
    assert isinstance(effect, dict)
    assert (effect["tasks"], effect["interval"]) == (3, [-0.75, -0.75])
    # Of the 8 arrangements of signs the two with all signs alike are as extreme.
    assert effect["p_value"] == pytest.approx(0.25, abs=0.02)
    assert effect["p_holm"] == pytest.approx(3 * effect["p_value"])  # type: ignore[operator]
    lines = [line.split() for line in shown(report).splitlines()]
    assert ["none", "3", "87.5", "0", "-", "-", "-", "-"] in lines
    (row,) = [line for line in lines if line[:1] == ["high"]]
    assert row[:8] == ["high", "3", "12.5", "2", "-75.0", "-75", "to", "-75"]


def test_a_sweep_that_is_not_played_to_its_end_says_so() -> None:
    high = run("task:,high", "--", "--", "-i")
    report = SweepReport(SWEEP, {SWEEP.baseline: PLAIN, HIGH: high})
    assert (report.complete, report.failed) == (False, True)
    assert report.as_json()["missing"] == ["low", "moderate"]
    # Corrected as if all three levels had been played.
    assert report.corrected[HIGH] == pytest.approx(min(1, 3 * report.effects[HIGH].p_value))
    text = shown(report)
    assert "incomplete: not played yet: low, moderate; the same command goes on" in text
    assert "incomplete: under high only 2 of 3 tasks have 2 counted trials" in text


def test_a_trial_without_its_pair_is_left_out() -> None:
    found = emotion_effect(trials("a", "airline", "+i"), trials("a", "airline", "-+"))
    assert found is not None
    assert (found.with_emotion, found.without_emotion, found.effect) == (1, 0, 1)
