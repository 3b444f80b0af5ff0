"""What is told of an evening, and to whom."""

from msgspec.structs import replace

from controller.contract.venue.cash_game.waiting import CalledUp
from controller.contract.venue.inputs import ClockTicked
from controller.contract.venue.outputs import LevelBegan, MovePlanned
from controller.contract.venue.seats import Seat
from controller.venue.notices.texts import for_players
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.figures.levels import Level

LEVELS = (Level(1, 50, 100, 0, 1), Level(0, 0, 0, 0, 1), Level(2, 100, 200, 0, 1))
ROOM = Room(levels=LEVELS, players={"p_1": Player("p_1", standing="seated", stack=1)})


def test_the_end_of_a_break_is_told_to_who_plays_and_no_other_level() -> None:
    begins = (ClockTicked(), (LevelBegan(2, 100, 200, 1),))
    ((player, (text, known)),) = for_players(begins, replace(ROOM, said_level=2))
    assert (player, known) == ("p_1", {"number": 2, "small": 100, "big": 200})
    assert "break is over" in text
    assert not list(for_players(begins, replace(ROOM, said_level=0)))
    assert not list(for_players((ClockTicked(), (LevelBegan(0, 0, 0, 1),)), ROOM))


def test_a_move_and_a_call_say_table_and_seat() -> None:
    events = (
        MovePlanned("1.0", "p_1", Seat(1, 2), Seat(3, 4), "balance", ()),
        CalledUp("p_2", Seat(5, 6), 1, ""),
    )
    told = dict(for_players((ClockTicked(), events), ROOM))
    assert told["p_1"][1] == {"table": 3, "seat": 4}
    assert told["p_2"][1] == {"table": 5, "seat": 6}
