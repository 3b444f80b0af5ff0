"""Orders of a room as commands of a table: what they say, and that a real table does it."""

from msgspec import convert

from controller.contract import commands
from controller.contract.venue import outputs as o
from controller.houses.loader import house_hash, load_house
from controller.table.view.public_view import public_state
from controller.venue.core.orders import Playing, command_of
from controller.venue.rules.books.room import Room
from tests.controller.table.floor_table import order, over, table_of
from tests.controller.table.random_table import PlayedTable

PLAYING = Playing("spring", "ppc", house_hash(load_house("ppc")), str, ("fr", "en"))


def obeyed(play: PlayedTable, given: o.AnyRoomOrder) -> str:
    told = command_of(given, Room(), PLAYING)
    return order(play, convert({"type": told.command, **told.data}, commands.AnyCommand))


# holds: fidpa 1-2, 10-3
def test_a_table_knows_in_which_languages_staff_speak() -> None:
    play = table_of(3)
    over(play)
    for seat in (1, 2, 3):
        assert order(play, commands.StandUp(seat)) == ""
    assert obeyed(play, o.OpenTable("2", 1)) == ""
    assert public_state(play.table, play.house, 1, "t").languages == ("fr", "en")


# holds: fidpa 47-4
def test_a_hand_is_dealt_street_by_street() -> None:
    play = table_of(3)
    over(play)
    assert obeyed(play, o.HoldTable("1", 1, "hand-for-hand")) == ""
    assert obeyed(play, o.DealOne("2", 1, "hand-for-hand", by_street=True)) == ""
    (hold,) = public_state(play.table, play.house, 1, "t").holds
    assert (hold.one_hand, hold.to_street) == (True, "preflop")
