"""The voice bench returns figures, and a cached phrase is not made again."""

import json
from pathlib import Path

from typer.testing import CliRunner

from controller.cli import app
from tests.rig.voice import LIMITS, percentile, round_of


def test_figures_of_the_voice() -> None:
    told = CliRunner().invoke(app, ["bench", "voice", "--number", "10", "--json"])
    assert told.exit_code == 0, told.output
    figures = json.loads(told.stdout)
    assert set(LIMITS) < set(figures)
    assert 0 < figures["cached_p50_ms"] <= figures["cached_p99_ms"]


def test_a_round_keeps_what_it_said(tmp_path: Path) -> None:
    assert len(round_of(10, tmp_path, "fr")) == 10
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == 10
    round_of(10, tmp_path, "fr")
    assert sorted(tmp_path.iterdir()) == kept


def test_percentiles() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (percentile(values, 0.5), percentile(values, 0.99)) == (51.0, 100.0)
