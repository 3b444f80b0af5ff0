"""`tapis bench display`: its measurements, on a few pictures."""

import json
from itertools import islice
from typing import Any

import pytest
from typer.testing import CliRunner

from controller.cli import app
from display.felt.draw import render
from tests.rig.display import LIMITS, hands, p99


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """Return the figures that the command prints as JSON."""
    arguments = ["bench", "display", "--json", "--redraws", "50", "--hands", "10", "--seconds", "1"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code in (0, 1), result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_every_figure_is_measured_and_nothing_is_drawn_while_idle(figures: dict[str, Any]) -> None:
    assert set(LIMITS) <= set(figures)
    assert figures["seats"] == 10
    assert figures["redraws"] == 50
    assert figures["hands"] == 10
    assert figures["idle_redraws"] == 0
    assert 0 < figures["redraw_p99_cpu_ms"] < 200
    assert 0 < figures["redraw_p50_ms"] <= figures["redraw_p99_ms"]
    assert 20 < figures["rss_mb"] < 200
    assert 0 < figures["first_frame_s"] < 60


def test_the_hands_are_hands() -> None:
    states = list(islice(hands(2), 20))
    assert len({state.hand for state in states}) == 2
    assert len({(state.hand, state.seq) for state in states}) > 10
    assert {len(state.seats) for state in states} == {10}
    assert render(states[-1], (800, 480)).get_size() == (800, 480)


def test_of_a_hundred_one_may_be_slower() -> None:
    assert p99([1.0] * 99 + [50.0]) == 1.0
    assert p99([3.0]) == 3.0
