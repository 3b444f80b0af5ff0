"""What the forms of staff are filled from."""

from pathlib import Path

from controller.contract.venue import desk as d
from controller.contract.venue.floor.sheets import Sheet
from controller.contract.venue.inputs import StackCounted
from controller.contract.venue.prizes.registration import StackRight
from controller.contract.venue.seats import Seat
from controller.venue.core.staff import actions, questions
from controller.venue.core.take_input import Core
from controller.venue.store.database import Database


def test_chips_of_one_value_in_two_colours_are_counted_together(tmp_path: Path) -> None:
    """A form has one field for each value."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    sheet = Sheet(((25, 50, 0),), ((4, 25), (3, 25), (4, 100)))
    with core.turn() as turn:
        actions.act(turn, d.OpenTournament("tda", sheet=sheet), "anne", "")
        actions.act(turn, d.OpenTable(1, 4), "anne", "")
        counted = StackCounted(seat=Seat(1, 1), chips={25: 7, 100: 4})
        assert turn.happen(counted, "anne").events == (StackRight(Seat(1, 1)),)
    with database.transaction() as connection:
        assert questions.answer(core, connection, d.AskBook()).values == (25, 100)
    database.close()
