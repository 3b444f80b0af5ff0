"""A text that a server does not take is somebody's text, and no fault of the server."""

from controller.contract.public import Envelope
from controller.contract.venue import desk
from controller.venue.core.staff.actions import act
from controller.venue.core.take_input import Core
from controller.venue.store import tables
from controller.venue.store.database import Database
from controller.venue.store.persons import people


def test_a_zero_in_a_name_loses_nobody_the_room(database: Database) -> None:
    """PostgreSQL has no text with one in it; the rest of the name is kept."""
    core = Core(database)
    with core.turn() as turn:
        act(turn, desk.OpenTournament("redcactus"), "anne", "")
    with core.turn() as turn:
        act(turn, desk.Enter(name="A\0B", shown_as="\0", member_no="1"), "anne", "")
    with database.transaction() as connection:
        known = people.everybody(connection).values()
        assert [(one.name, one.shown_as) for one in known] == [("A\ufffdB", "\ufffd")]


def test_a_zero_in_what_a_table_says_is_kept_with_all_that_came_with_it(
    database: Database,
) -> None:
    said = [(table, Envelope(1, 1, "s", "", "1", 1, kind, {"x": "\0"}, "a\0"))
            for table, kind in ((1, "phase\0"), (2, "phase.changed"))]  # fmt: skip
    with database.transaction() as connection, database.together(connection):
        tables.keep(connection, 0, said)
    with database.transaction() as connection:
        at = tables.Heard("a\ufffd", 1)
        assert tables.cursors(connection) == {1: at, 2: at}
