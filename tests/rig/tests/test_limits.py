"""A bench's output of its figures, and its exit status."""

import json

import pytest
import typer

from tests.rig.limits import judge, tell

FIGURES = {"redraw_ms": 16.0, "hands": 5}


def test_a_limit_stands_beside_its_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """For people in lines, for machines as JSON without limits."""
    tell(FIGURES, {"redraw_ms": 16.5}, as_json=False)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["redraw_ms", "16.0", "(below", "16.5)"],
        ["hands", "5"],
    ]
    tell(FIGURES, {"redraw_ms": 16.5}, as_json=True)
    assert json.loads(capsys.readouterr().out) == FIGURES


def test_a_figure_that_has_reached_its_limit_is_status_1() -> None:
    """Below it nothing happens."""
    judge(FIGURES, {"redraw_ms": 16.1})
    with pytest.raises(typer.Exit) as ended:
        judge(FIGURES, {"redraw_ms": 16.0})
    assert ended.value.exit_code == 1
