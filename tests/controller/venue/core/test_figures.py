"""What players had and posted is counted of hands that were played, for whoever sat there then."""

from pathlib import Path
from typing import Any

import pytest

from controller.contract.public import Envelope
from controller.contract.venue import desk as d
from controller.contract.venue.figures import AskFigures, Figures
from controller.venue.core.refusals import No
from controller.venue.core.staff import actions
from controller.venue.core.staff.figures import MOST_POINTS
from controller.venue.core.staff.questions import answer
from controller.venue.core.take_input import Core
from controller.venue.store import tables
from controller.venue.store.database import Database


class Told:
    """A room whose first table has told something."""

    def __init__(self, folder: Path, file: str) -> None:
        self.database = Database(folder / "venue.db")
        self.core = Core(self.database)
        self.seq = 0
        with self.core.turn() as turn:
            actions.act(turn, d.OpenTournament(file), "anne", "")
            actions.act(turn, d.OpenTable(1, 6), "anne", "")

    def say(self, name: str, wall: int = 0, **data: Any) -> None:
        """Have the table say something."""
        self.seq += 1
        event = Envelope(1, self.seq, "S", "", "1", 1, name, data, "E")
        at = self.core.time.wall() + 60_000 + wall
        with self.database.transaction() as connection:
            tables.keep(connection, at, [(1, event)])

    def hand(self, small: int, big: int, *stacks: int | None, wall: int = 0) -> None:
        """Have the table play a hand, for seats from 1 on."""
        told = [{"seat": seat, "stack": stack} for seat, stack in enumerate(stacks, 1)]
        self.say("hand.started", wall, small_blind=small, big_blind=big, stacks=told)
        self.say("hand.ended", wall, stacks=told)

    def figures(self) -> Figures:
        """Return what the desk answers."""
        with self.database.transaction() as connection:
            found = answer(self.core, connection, AskFigures())
        assert isinstance(found, Figures)
        return found


def test_hands_and_blinds_are_those_of_who_sat_there(tmp_path: Path) -> None:
    """A voided hand was none; who left a seat before the first hand told of is known by leaving."""
    room = Told(tmp_path, "redcactus")
    room.hand(1, 2, 900, 1100)
    room.say("seat.left", seat=2, player="p_old", stack=1100)
    room.say("seat.taken", seat=2, player="p_new", stack=500)
    room.say("seat.taken", seat=1, player="p_same", stack=900)
    room.say("hand.started", small_blind=1, big_blind=2, stacks=[{"seat": 1, "stack": 900}])
    room.say("hand.voided", reason="misdeal")
    room.hand(2, 1, 800, 600, wall=5)
    found = {one.player: one for one in room.figures().players}
    assert {who: (one.hands, one.small, one.big) for who, one in found.items()} == {
        "p_old": (1, 0, 1), "p_new": (1, 1, 0), "p_same": (1, 0, 1),
    }  # fmt: skip
    assert [chips for _, chips in found["p_old"].stacks] == [1100]
    assert found["p_new"].shown_as == "p_new"
    room.database.close()


def test_a_long_evening_is_told_by_few_points_with_both_ends(tmp_path: Path) -> None:
    room = Told(tmp_path, "redcactus")
    room.say("seat.taken", seat=1, player="p_1", stack=0)
    for hand in range(MOST_POINTS + 40):
        room.hand(1, 2, hand, wall=hand)
    (one,) = room.figures().players
    assert len(one.stacks) == MOST_POINTS
    assert (one.stacks[0][1], one.stacks[-1][1]) == (0, MOST_POINTS + 39)
    assert one.hands == MOST_POINTS + 40
    room.database.close()


def test_a_house_that_hides_stacks_hides_them_here(tmp_path: Path) -> None:
    room = Told(tmp_path, "fidpa")
    room.say("seat.taken", seat=1, player="p_1", stack=900)
    room.hand(1, 2, 900)
    found = room.figures()
    assert not found.tells_stacks
    assert [(one.hands, one.stacks) for one in found.players] == [(1, ())]
    room.database.close()


def test_there_are_none_before_an_evening_is_open(tmp_path: Path) -> None:
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    with pytest.raises(No), database.transaction() as connection:
        answer(core, connection, AskFigures())
    database.close()
