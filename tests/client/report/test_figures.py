"""The data behind each figure, and what is drawn of it."""

import re
from pathlib import Path
from typing import Any

import pytest
from made_runs import ANGER, made_run, outcomes, small_run, talk

from tau_emo_client.players import Player
from tau_emo_client.report.figures.all import pictures
from tau_emo_client.report.figures.calls import clouds
from tau_emo_client.report.figures.canvas import as_svg, inline, mark, settings
from tau_emo_client.report.figures.pass_hat import steps
from tau_emo_client.report.figures.ranking import bars
from tau_emo_client.report.figures.ratios import run_points
from tau_emo_client.report.figures.violations import rates
from tau_emo_client.report.material import gather
from tau_emo_client.report.panel import Panel
from tau_emo_client.run.config import IMPORTED

pytestmark = pytest.mark.timeout(240)
NASTY = "<script>alert('$\\frac{1}$')</script>&amp;_x"


def panel_of(*runs: Path, **more: Any) -> Panel:
    (panel,) = gather(runs, **more).panels
    return panel


def drawn(panel: Panel, name: str) -> Any:
    (picture,) = (one for one in pictures(panel) if one.name == name)
    with settings():
        return picture.draw()


@pytest.fixture
def both(tmp_path: Path) -> Panel:
    return panel_of(small_run(tmp_path / "a", "weak"), small_run(tmp_path / "b", "strong", "++"))


def test_bars_of_the_ranking(both: Panel) -> None:
    first, second = bars(both, both.parts()[0])
    assert (first.name, second.name) == ("strong", "weak")
    # Strong: (1 + 1)/2 in retail, (1 + 0)/2 in airline. Weak: (1/2 + 1)/2 and (1/2 + 0)/2.
    assert (first.figures.avg_at_k, second.figures.avg_at_k) == (0.75, 0.5)
    assert (first.figures.pass_hat_k, second.figures.pass_hat_k) == (0.75, 0.25)
    axes = drawn(both, "ranking").axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["strong", "weak"]
    assert [bar.get_width() for bar in axes.patches] == [75, 75, 50, 25]
    assert [bar.get_hatch() for bar in axes.patches] == ["", "////"] * 2


def test_missing_trials_are_marked(tmp_path: Path) -> None:
    panel = panel_of(
        made_run(tmp_path / "a", [*outcomes("bank-1", "++"), *outcomes("bank-2", "+")])
    )
    (bar,) = bars(panel, panel.parts()[0])
    assert (bar.figures.ready, bar.figures.wanted, bar.figures.avg_at_k) == (1, 2, 1.0)
    axes = drawn(panel, "ranking").axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["noop *"]


def test_bars_of_trained_and_unseen_domains(tmp_path: Path) -> None:
    panel = panel_of(small_run(tmp_path / "a", passed="++"), trained=["retail"])
    every, trained, unseen = (bars(panel, part)[0].figures for part in panel.parts())
    assert (every.avg_at_k, trained.avg_at_k, unseen.avg_at_k) == (0.75, 1.0, 0.5)
    names = [picture.name for picture in pictures(panel)]
    assert "ranking-trained" in names
    assert "pass-hat-unseen" in names
    titles = [axes.get_title() for axes in drawn(panel, "violations").axes]
    assert titles[:2] == ["airline (unseen)", "retail (trained)"]


def test_steps_are_means_over_the_runs_of_a_group(tmp_path: Path) -> None:
    runs = [small_run(tmp_path / "a", "weak"), small_run(tmp_path / "b", "strong", "++")]
    panel = panel_of(*runs, groups={"all": runs})
    (one,) = steps(panel, panel.parts()[0])
    assert one.name == "all"
    assert one.values == pytest.approx((0.625, 0.5))
    axes = drawn(panel, "pass-hat").axes[0]
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([62.5, 50])


def test_violations_by_family_and_domain(both: Panel) -> None:
    strong, weak = rates(both)
    assert (strong.name, weak.name) == ("strong", "weak")
    assert {key: cell.rate.value for key, cell in weak.found.cells.items()} == {
        ("airline", "anger"): 0,
        ("airline", "fear"): 0,
        ("retail", "anger"): 1,
        ("retail", "fear"): 0,
    }
    figure = drawn(both, "violations")
    assert [axes.get_title() for axes in figure.axes][:2] == ["airline", "retail"]
    spots = [line.get_xdata()[0] for line in figure.axes[1].lines if line.get_marker() != "None"]
    assert sorted(spots) == [0, 0, 100, 100]


def test_points_of_ratio_and_success(both: Panel) -> None:
    found = {
        (one.name, one.balance.family): one.balance for one in run_points(both, both.parts()[0])
    }
    # Anger: 2 trials with 4 calls and 2 with 7, one follow-up each.
    assert found["weak", "anger"].ratio.value == pytest.approx(22 / 4)
    assert found["weak", "anger"].avg_at_k.value == 0.5
    # Fear: 4 calls each; follow-ups 1, 1, 2, 2.
    assert found["strong", "fear"].ratio.value == pytest.approx(16 / 6)
    axes = drawn(both, "ratios").axes[:2]
    assert [one.get_title() for one in axes] == ["anger", "fear"]
    assert [(line.get_xdata()[0], line.get_ydata()[0]) for line in axes[0].lines] == [
        (5.5, 100),
        (5.5, 50),
    ]


def test_heat_map_of_empathy(both: Panel) -> None:
    figure = drawn(both, "empathy")
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["annoyance", "dread", "all"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["strong", "weak"]
    said = [text.get_text() for text in axes.texts]
    # Warm talks of dread always fail, the others always pass.
    assert said == ["+0", "+0", "-100", "-100", "-50", "-50"]


def test_clouds_of_calls(both: Panel) -> None:
    _, weak = clouds(both)
    assert weak.counts == {(1, 4): 4, (1, 7): 2, (2, 4): 2}
    assert weak.more_calls == 1
    assert drawn(both, "calls").axes[0].get_title().startswith("strong\n100% above")


def test_runs_from_elsewhere_have_the_figures_that_need_no_database(tmp_path: Path) -> None:
    theirs = Player(name="theirs", kind=IMPORTED, trusted=False)
    run = made_run(tmp_path / "a", outcomes("retail-x1", "+-"), theirs, benchmark_version=IMPORTED)
    # No rule was checked, no message is empathetic, and the customer's task is not at hand.
    assert [one.name for one in pictures(panel_of(run))] == [
        "ranking",
        "pass-hat",
        "ratios",
        "calls",
    ]


def test_one_run_and_thirty_with_long_equal_and_nasty_names(tmp_path: Path) -> None:
    names = [*(f"organisation/{'model' * 12}-{n // 2}" for n in range(29)), NASTY]
    said = talk("I am so sorry to hear that. Is it right?")
    runs = [
        made_run(
            tmp_path / f"{place}",
            [
                *outcomes("bank-1", "+-", conversation=said),
                *outcomes("bank-2", "++", condition=ANGER),
            ],
            name,
        )
        for place, name in enumerate(names)
    ]
    for some in (runs[-1:], runs):
        panel = panel_of(*some)
        for picture in pictures(panel):
            with settings():
                svg = as_svg(picture.draw(), picture.name, picture.title)
            text = svg.decode()
            assert "<script" not in text
            assert "NaN" not in text
            element = inline(svg, picture.name, picture.alt)
            ids = re.findall(r' id="([^"]*)"', element)
            assert len(ids) == len(set(ids))
            assert all(one.startswith(f"{picture.name}-") for one in ids)
            targets = re.findall(r"url\(#([^)]*)\)|href=\"#([^\"]*)\"", element)
            assert {one or other for one, other in targets} <= set(ids)
            assert 'role="img"' in element
        tall = drawn(panel, "ranking").get_size_inches()[1]
        assert tall == pytest.approx(1.0 + 0.42 * len(some))
    labels = [label.get_text() for label in drawn(panel, "ranking").axes[0].get_yticklabels()]
    assert len(set(labels)) == 30


def test_series_are_told_apart_without_colours() -> None:
    marks = [mark(place) for place in range(88)]
    assert len({(one.color, one.shape) for one in marks}) == 88
    assert len({one.shape for one in marks[:8]}) == 8
