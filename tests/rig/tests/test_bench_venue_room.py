"""The benches of a whole room in small: kills in the middle of moves, and hand for hand."""

from pathlib import Path

from tests.rig.venue_crash import measure_crashes
from tests.rig.venue_hand_for_hand import measure_rounds


def test_what_is_killed_loses_and_doubles_nothing(tmp_path: Path) -> None:
    found = measure_crashes(tmp_path, kills=3, tables=2, seed=4)
    assert found.kills == found.core + found.tables + found.broker == 3
    assert found.core
    assert found.moves
    assert (found.wrong_end, found.chips_lost, found.doubled, found.faults) == (0, 0, 0, 0)


def test_no_table_is_early_hand_for_hand(tmp_path: Path) -> None:
    found = measure_rounds(tmp_path, tables=3, rounds=5, seed=0)
    assert found.hands == 15
    assert found.early == 0
