"""Keys of a virtual table: a hand puts the chips in that a key has said, unless keys alone are."""

from pathlib import Path

import pytest

from tests.controller.rehearse.conftest import Room

BEGUN = """house ppc
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
hand ; deal"""


@pytest.mark.parametrize(("keys_only", "owes"), [(False, 0), (True, 100)])
def test_a_key_moves_the_chips_that_it_has_said(tmp_path: Path, keys_only: bool, owes: int) -> None:
    room = Room(tmp_path / "room", BEGUN)
    try:
        room.rehearsal.keys_only = keys_only
        for key in ("call", "call"):
            room.rehearsal.press(1, key).result(30)
        room.rehearsal.ask(()).result(30)
        caller = room.rehearsal.seen.state.seats[0]
        assert (caller.bet, caller.owes) == (100, owes)
    finally:
        room.rehearsal.stop()
