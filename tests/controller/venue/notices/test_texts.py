"""What is told of an evening, and to whom."""

from msgspec.structs import replace

from controller.contract.venue.cash_game.waiting import CalledUp
from controller.contract.venue.inputs import ClockTicked, PlayStarted
from controller.contract.venue.outputs import (
    FinalTable,
    LevelBegan,
    MovePlanned,
    TournamentEnded,
)
from controller.contract.venue.seats import Seat
from controller.venue.notices.texts import for_channel, for_players
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.calculations.levels import Level
from display.words.names import words

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


def test_the_league_is_told_the_start_the_final_table_and_the_results() -> None:
    """By the names that players are shown by; who shares a place stands at both."""
    over = {
        name: Player(name, standing="out", place=place)
        for name, place in (("p_1", (1, 1)), ("p_2", (2, 3)), ("p_3", (2, 3)))
    }
    told = {
        name: list(for_channel(happened, room, str.upper, words("en")))
        for name, happened, room in (
            ("start", (PlayStarted(), ()), ROOM),
            ("final", (ClockTicked(), (FinalTable(4, "ppc 8"),)), ROOM),
            ("over", (ClockTicked(), (TournamentEnded("p_1", {"p_1": 60, "p_2": 20}),)),
             replace(ROOM, players=over)),
            ("else", (ClockTicked(), (LevelBegan(2, 100, 200, 1),)), ROOM),
        )
    }  # fmt: skip
    assert told == {
        "start": ["Play has started. Players: 1"],
        "final": ["The final table is table 4: P_1"],
        "over": ["Results\n1. P_1 (60)\n2-3. P_2 (20)\n2-3. P_3"],
        "else": [],
    }
