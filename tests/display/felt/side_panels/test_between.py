"""The panel between two hands, in little space."""

import pytest

from controller.contract.public import Phase
from display.felt.drawing.layout import Box
from display.felt.side_panels.between import _chores, draw_next_hand
from tests.display.felt.sheets import drawn, sheet_of
from tests.rig.pictures import example_tables as e


@pytest.mark.parametrize(("height", "line"), [(60, 15), (80, 20), (84, 21)])
def test_the_line_of_a_void_hand_takes_a_quarter_of_a_low_panel(height: int, line: int) -> None:
    state = e.table(6, phase=Phase.IDLE, voided=True)
    log = drawn(lambda sheet: draw_next_hand(sheet, Box(900, 50, 360, height)), sheet_of(state))
    (void,) = (one for one in log if one.name.startswith("The last hand is void"))
    assert void.box.h == line


@pytest.mark.parametrize(("height", "tick"), [(60, 12), (72, 15), (300, 23)])
def test_a_tick_box_takes_five_eighths_of_its_row(height: int, tick: int) -> None:
    log = drawn(lambda sheet: _chores(sheet, Box(900, 50, 360, height)), sheet_of(e.table(6)))
    assert {one.box.h for one in log if one.kind == "panel"} == {tick}
