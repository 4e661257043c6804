"""The published results ship as data, and agree with our definitions."""

import re

import pytest

from tau_emo_client.metrics import Figures
from tau_emo_client.report.published import published
from tau_emo_client.report.tables import shown_published

LOSSES = (23.7, 20.2, 22.7, 23.2, 20.1, 21.8, 18.3, 19.4, 19.5, 14.6, 18.8, 19.9, 14.5)
"""As published, in the order of the leaderboard."""


def test_thirteen_rows_in_order() -> None:
    found = published()
    assert (found.source, found.snapshot, found.k) == ("arXiv 2610.19560", "2026-10-19", 3)
    averages = [row.avg for row in found.rows]
    assert averages == sorted(averages, reverse=True)
    assert (averages[0], averages[-1], len(averages)) == (55.9, 23.9, 13)
    assert "not measured here" in found.note
    assert tuple(row.consistency_loss for row in found.rows) == LOSSES


def test_our_consistency_loss_of_published_figures_is_the_published_one() -> None:
    for row in published().rows:
        made = Figures(
            3, 580, 580, 580, 1740, 0, row.avg / 100, row.pass_hat / 100, None, None, None
        )
        loss = made.consistency_loss
        assert loss is not None
        assert 100 * loss == pytest.approx(row.consistency_loss, abs=0.1 + 1e-9)


def test_published_averages_are_unweighted_means_over_domains() -> None:
    known = [row for row in published().rows if row.pass_hat_by_domain]
    assert len(known) == 6
    for row in known:
        assert len(row.pass_hat_by_domain) == 10
        mean = sum(row.pass_hat_by_domain.values()) / 10
        assert mean == pytest.approx(row.pass_hat, abs=0.1 + 1e-9)


def test_the_table_says_that_it_was_not_measured_here() -> None:
    from rich.console import Console

    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(shown_published())
    text = console.export_text()
    assert re.search(r"published, not measured here: arXiv 2610\.19560, as of 2026-10-19", text)
    assert re.search(r"Muse-Glimmer-30B +yes +35\.1 +20\.5 +14\.6", text)
