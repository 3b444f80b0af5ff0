"""The table of what a processor takes is made of what the board has measured last."""

import json

import pytest

from hardware.timing.processor import MEASURED, NONE, TABLE
from hardware.timing.question_time import SEVERAL, answered_ms, silent_ms
from tests.rig.board.costs import costs
from tests.rig.board.emulated import RESULTS


def test_the_table_is_that_of_the_last_measurement() -> None:
    figures = json.loads(RESULTS.read_text())
    table = json.loads(TABLE.read_text())
    assert [table["image"], table["clock"]] == [figures["image"][:3], figures["clock"]]
    for what, us in costs(figures).items():
        assert table[what] == pytest.approx(us, abs=0.1), what


def test_no_figure_contains_a_collection_that_the_imports_threshold_causes() -> None:
    assert json.loads(RESULTS.read_text())["threshold"] == -1


def test_a_question_takes_the_driver_and_the_tree_their_time() -> None:
    assert answered_ms(SEVERAL) - answered_ms(SEVERAL, NONE) == pytest.approx(
        MEASURED.answer / 1000
    )
    assert silent_ms(SEVERAL) - silent_ms(SEVERAL, NONE) == pytest.approx(MEASURED.question / 1000)


def test_what_lasts_longer_costs_more() -> None:
    assert 0 < MEASURED.question < MEASURED.answer
    assert 0 < MEASURED.uid < MEASURED.turn < MEASURED.snapshot
