"""Orders of a room as commands of a table: what they say, and that a real table does it."""

import pytest
from msgspec import convert
from msgspec.structs import replace

from controller.contract import commands
from controller.contract.venue import outputs as o
from controller.houses.loader import house_hash, load_house
from controller.table.between_hands.holds import OWN, PAUSE
from controller.table.view.public_view import public_state
from controller.venue.core.orders import Playing, command_of
from controller.venue.rules.books.room import Room
from controller.venue.rules.calculations.levels import Clock, Level
from display.words.venue.evening import HOLDS
from tests.controller.table.floor_table import order, over, table_of
from tests.controller.table.random_table import PlayedTable

EMPTY = Room()
PLAYING = Playing("spring", "ppc", house_hash(load_house("ppc")), str, ("fr", "en"))


def obeyed(
    play: PlayedTable, given: o.AnyRoomOrder, room: Room = EMPTY, playing: Playing = PLAYING
) -> str:
    told = command_of(given, room, playing)
    return order(play, convert({"type": told.command, **told.data}, commands.AnyCommand))


# holds: fidpa 1-2, 10-3
def test_a_table_knows_in_which_languages_staff_speak() -> None:
    play = table_of(3)
    over(play)
    for seat in (1, 2, 3):
        assert order(play, commands.StandUp(seat)) == ""
    assert obeyed(play, o.OpenTable("2", 1)) == ""
    assert public_state(play.table, play.house, 1, "t").languages == ("fr", "en")


def test_a_table_plays_with_all_chips_of_the_next_tournament() -> None:
    """In the last one its small chips had left play; in this one they are needed again."""
    play = table_of(3)
    over(play)
    for seat in (1, 2, 3):
        assert order(play, commands.StandUp(seat)) == ""
    assert order(play, commands.ColorUp((500, 1000))) == ""
    playing = replace(PLAYING, chips=(25, 100, 500))
    assert obeyed(play, o.OpenTable("1", 1), playing=playing) == ""
    assert (play.look().denominations, play.table.fittings.unit) == ((500, 100, 25), 25)
    # A table that is opened after this one's colour-up has none of those either.
    gone = Room(chips_gone=(25,))
    assert obeyed(play, o.OpenTable("2", 1), gone, playing) == ""
    assert play.table.fittings.unit == 100


# holds: fidpa 47-4
def test_a_hand_is_dealt_street_by_street() -> None:
    play = table_of(3)
    over(play)
    assert obeyed(play, o.HoldTable("1", 1, "hand-for-hand")) == ""
    assert obeyed(play, o.DealOne("2", 1, "hand-for-hand", by_street=True)) == ""
    (hold,) = public_state(play.table, play.house, 1, "t").holds
    assert (hold.one_hand, hold.to_street) == (True, "preflop")


def test_a_level_told_during_a_hold_runs_once_the_hold_is_released() -> None:
    """The clock is set to another level while the room waits, or a table is opened meanwhile."""
    play = table_of(3)
    over(play)
    levels = (Level(1, 50, 100, 0, 1_200_000), Level(2, 100, 200, 0, 0))
    waits = Room(started=True, levels=levels, clock=Clock(holds=("lunch",)))
    assert obeyed(play, o.HoldTable("1", 1, "lunch", clock_runs=False)) == ""
    assert obeyed(play, o.SetBlinds("2", 1, 1, 50, 100), waits) == ""
    assert public_state(play.table, play.house, 1, "t").level.stands == 1_200_000
    assert obeyed(play, o.ReleaseTable("3", 1, "lunch")) == ""
    level = public_state(play.table, play.house, 1, "t").level
    assert (level.stands, level.next_in) == (None, 1_200_000)


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
