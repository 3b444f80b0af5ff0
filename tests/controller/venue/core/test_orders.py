"""Orders of a room as commands of a table: what they say, and that a real table does it."""

import pytest
from msgspec import convert

from controller.contract import commands
from controller.contract.venue import outputs as o
from controller.houses.loader import house_hash, load_house
from controller.table.between_hands.holds import OWN, PAUSE
from controller.table.view.public_view import public_state
from controller.venue.core.orders import Playing, command_of
from controller.venue.rules.books.room import Room
from display.words.venue.evening import HOLDS
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


@pytest.mark.parametrize("name", sorted({"fire", *OWN, *HOLDS}))
def test_a_table_obeys_every_hold_of_the_room(name: str) -> None:
    """The clock's Pause button sets one that has the name of the table's own pause."""
    play = table_of(3)
    over(play)
    assert obeyed(play, o.HoldTable("1", 1, name)) == ""
    state = public_state(play.table, play.house, 1, "t")
    assert (state.paused, len(state.holds)) == (True, 1)
    assert order(play, commands.Pause("")) == ""
    assert obeyed(play, o.ReleaseTable("2", 1, name)) == ""
    (left,) = public_state(play.table, play.house, 1, "t").holds
    assert left.hold == PAUSE
