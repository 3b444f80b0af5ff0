"""The time of a level: it runs, stands still, brings a break, and the next level."""

import msgspec
import pytest

from controller.contract import commands as c
from controller.contract.observations import Declared, FloorSaid, TimePassed
from controller.contract.public import (
    HandStarted,
    LevelChanged,
    LevelTimed,
    LevelView,
    PublicEvent,
    TablePaused,
    TableResumed,
)
from controller.table.engine import step
from controller.table.state.hand import Level
from controller.table.view.public_view import public_state
from tests.controller.table.dealing.test_deal import Play

MINUTE = 60_000
NEXT = c.LevelClock(60, 10, 20, number=2)


def timed(clock: c.LevelClock = NEXT) -> Play:
    """Return a table of three at which a hand is being dealt, and whose level lasts a minute."""
    play = Play(3)
    play.floor(clock)
    return play


def level(play: Play) -> LevelView:
    play.see(TimePassed(play.at))
    return public_state(play.table, play.house, 0, "1").level


def paused(play: Play) -> bool:
    return public_state(play.table, play.house, 0, "1").paused


def since(play: Play, mark: int) -> list[PublicEvent]:
    return play.events[mark:]


def test_the_time_that_is_left_and_what_comes_are_told() -> None:
    play = timed()
    assert play.events[-1] == LevelTimed(60)
    play.wait(15_000)
    assert level(play) == LevelView(
        5, 10, next_in=45_000, next_small_blind=10, next_big_blind=20, next_number=2
    )  # fmt: skip


def test_in_a_hand_the_next_level_waits_for_the_next_one() -> None:
    play = timed()
    play.wait(MINUTE)
    assert play.events[-1] == LevelTimed(0)
    assert level(play) == LevelView(5, 10, next_small_blind=10, next_big_blind=20, next_number=2)
    play.floor(c.Misdeal())
    mark = len(play.events)
    dealer = public_state(play.table, play.house, 0, "1").next_dealer
    play.see(Declared(play.at, dealer, "done"))
    started = [e for e in since(play, mark) if isinstance(e, LevelChanged | HandStarted)]
    assert [type(event) for event in started] == [LevelChanged, HandStarted]
    assert level(play) == LevelView(10, 20, number=2)


def test_between_hands_it_comes_at_once() -> None:
    play = timed()
    play.floor(c.Misdeal())
    play.wait(MINUTE - 1)
    assert level(play).big_blind == 10
    play.wait(1)
    assert play.events[-2:] == [LevelTimed(0), LevelChanged(10, 20, number=2)]
    assert level(play) == LevelView(10, 20, number=2)


def test_a_pause_stops_the_time() -> None:
    play = timed()
    play.wait(20_000)
    play.floor(c.Pause("dinner"))
    assert play.events[-1] == TablePaused("dinner")
    play.wait(10 * MINUTE)
    assert LevelTimed(0) not in play.events
    assert level(play) == LevelView(5, 10, stands=40_000)
    play.floor(c.Resume())
    assert isinstance(play.events[-1], TableResumed)
    assert level(play).next_in == 40_000
    play.wait(39_999)
    assert LevelTimed(0) not in play.events
    play.wait(1)
    assert LevelTimed(0) in play.events


def test_what_is_set_in_a_pause_begins_with_its_end() -> None:
    play = timed(c.LevelClock(0))
    play.floor(c.Pause())
    play.floor(NEXT)
    play.wait(5 * MINUTE)
    play.floor(c.Resume())
    assert level(play).next_in == MINUTE


def test_a_break_comes_before_the_next_level() -> None:
    play = timed(msgspec.structs.replace(NEXT, break_seconds=300))
    play.floor(c.Misdeal())
    mark = len(play.events)
    play.wait(MINUTE)
    assert since(play, mark) == [LevelTimed(300, on_break=True), TablePaused("break")]
    assert paused(play)
    assert level(play) == LevelView(
        5, 10, next_in=300_000, next_small_blind=10, next_big_blind=20, next_number=2,
        on_break=True,
    )  # fmt: skip
    mark = len(play.events)
    play.wait(300_000)
    assert since(play, mark) == [LevelTimed(0), TableResumed(), LevelChanged(10, 20, number=2)]
    assert not paused(play)


def test_the_floor_ends_a_break() -> None:
    play = timed(msgspec.structs.replace(NEXT, break_seconds=300))
    play.floor(c.Misdeal())
    play.wait(MINUTE + 1_000)
    play.floor(c.Pause())
    assert level(play).next_in == 299_000, "a break goes on while somebody pauses the table too"
    play.floor(c.Resume())
    assert not paused(play)
    assert level(play) == LevelView(10, 20, number=2)


def test_the_floors_own_level_ends_the_time_of_the_one_before() -> None:
    play = timed()
    play.floor(c.SetLevel(25, 50))
    play.wait(10 * MINUTE)
    assert LevelTimed(0) not in play.events
    assert level(play) == LevelView(5, 10, next_small_blind=25, next_big_blind=50)


def test_a_level_without_a_time_has_no_end() -> None:
    play = timed()
    play.floor(c.LevelClock(0, 10, 20))
    play.wait(10 * MINUTE)
    assert level(play) == LevelView(5, 10)


@pytest.mark.parametrize("between", [False, True])
def test_after_the_last_level_nothing_comes(*, between: bool) -> None:
    play = timed(c.LevelClock(60))
    if between:
        play.floor(c.Misdeal())
    assert level(play) == LevelView(5, 10, next_in=MINUTE)
    play.wait(MINUTE)
    assert LevelTimed(0) in play.events
    assert level(play) == LevelView(5, 10)


@pytest.mark.parametrize(
    "command",
    [
        c.LevelClock(-1),
        c.LevelClock(60, 20, 10),
        c.LevelClock(60, -5, 10),
        c.LevelClock(60, 5, 10, break_seconds=-1),
        c.LevelClock(60, 5, 10, ante=-1),
        c.SetLevel(0, 0),
        c.SetLevel(20, 10),
        c.SetLevel(5, 10, big_blind_ante=-1),
        c.SetLevel(5, 10, ante=1, big_blind_ante=10),
        c.LevelClock(60, 5, 10, ante=1, big_blind_ante=10),
    ],
)
def test_what_can_not_be_is_refused(command: c.LevelClock | c.SetLevel) -> None:
    play = timed()
    text = msgspec.json.encode(command).decode()
    done = step(play.table, FloorSaid(play.at, "floor", text), play.house)
    assert done.refused == "bad-level"
    assert (done.table.level, done.table.level_clock) == (play.table.level, play.table.level_clock)
    assert done.table.next_level is None


ROWS = (
    c.StructureLevel(1, 10, 20, seconds=60),
    c.StructureLevel(0, seconds=120),
    c.StructureLevel(0, seconds=60),
    c.StructureLevel(2, 20, 40, seconds=60),
    c.StructureLevel(0, seconds=60),
)


@pytest.mark.parametrize(
    "command",
    [
        c.Structure(()),
        c.Structure(ROWS, at=5),
        c.Structure(ROWS, at=-1),
        c.Structure(ROWS, seconds=-1),
        c.Structure((c.StructureLevel(1, 10, 20), *ROWS)),
        c.Structure((*ROWS, c.StructureLevel(0))),
        c.Structure((c.StructureLevel(1, 20, 10, seconds=60),)),
        c.Structure((c.StructureLevel(1, 0, 0, seconds=60),)),
        c.Structure((c.StructureLevel(-1, 10, 20, seconds=60),)),
        c.Structure(ROWS * 41),
    ],
)
def test_a_structure_with_a_mistake_is_refused_whole(command: c.Structure) -> None:
    play = Play(3)
    before = play.table
    text = msgspec.json.encode(command).decode()
    done = step(play.table, FloorSaid(play.at, "floor", text), play.house)
    assert (done.refused, done.table, done.public) == ("bad-structure", before, ())


def test_breaks_one_behind_the_other_are_one_and_the_last_one_ends_too() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    play.floor(c.Structure(ROWS))
    assert level(play).break_in == MINUTE
    mark = len(play.events)
    play.wait(7 * MINUTE)
    assert since(play, mark) == [
        LevelTimed(180, on_break=True), TablePaused("break"),
        LevelTimed(60), TableResumed(), LevelChanged(20, 40, number=2),
        LevelTimed(60, on_break=True), TablePaused("break"),
        LevelTimed(0), TableResumed(),
    ]  # fmt: skip
    assert level(play) == LevelView(20, 40, number=2)


def test_a_break_further_on_is_known() -> None:
    play = Play(3)
    rows = (c.StructureLevel(1, 10, 20, seconds=60), *ROWS)
    play.floor(c.Structure(rows, seconds=45))
    assert level(play).break_in == 45_000 + MINUTE


def test_a_structure_told_again_in_a_break_ends_or_begins_it() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    play.floor(c.Structure(ROWS, at=1))
    assert paused(play)
    play.floor(c.Structure(ROWS, at=3))
    assert not paused(play)
    play.floor(c.Structure(ROWS, at=1, running=False))
    assert level(play).stands == 3 * MINUTE
    # A table of an older version was paused by its break and knew no more.
    at_rest = msgspec.structs.replace(play.table.at_rest, holds=())
    play.table = msgspec.structs.replace(play.table, at_rest=at_rest)
    play.floor(c.Structure(ROWS, at=3))
    assert not paused(play)


def test_the_last_level_may_have_a_time_of_its_own() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    play.floor(c.Structure((c.StructureLevel(1, 10, 20),), seconds=30))
    assert level(play).next_in == 30_000
    play.wait(30_000)
    assert play.events[-1] == LevelTimed(0)


@pytest.mark.parametrize("between", [False, True])
def test_a_level_told_again_changes_nothing(*, between: bool) -> None:
    play = Play(3)
    if between:
        play.floor(c.Misdeal())
    told = c.Structure((c.StructureLevel(1, 10, 20, seconds=60),))
    play.floor(told)
    assert play.table.next_level == (None if between else Level(10, 20, number=1))
    mark, before = len(play.events), play.table
    play.floor(told)
    assert since(play, mark) == [LevelTimed(60)]
    assert (play.table.level, play.table.next_level) == (before.level, before.next_level)


def test_a_structure_that_begins_with_a_break_has_no_other_break_before_its_level() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    row = c.StructureLevel(1, 50, 100, seconds=60)
    pause = c.StructureLevel(0, seconds=30)
    play.floor(c.Structure((pause, row, pause, row)))
    clock = play.table.level_clock
    assert clock is not None
    assert (clock.until - play.at, clock.break_ms, clock.on_break) == (30_000, 0, True)
    play.wait(30_000)
    clock = play.table.level_clock
    assert clock is not None
    assert (clock.until - play.at, clock.break_ms, clock.on_break) == (60_000, 30_000, False)


def test_a_structure_whose_level_has_no_end_has_no_time() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    mark = len(play.events)
    play.floor(c.Structure((c.StructureLevel(1, 50, 100),)))
    assert [event for event in since(play, mark) if isinstance(event, LevelTimed)] == [
        LevelTimed(0)
    ]
    assert play.table.level_clock is None
