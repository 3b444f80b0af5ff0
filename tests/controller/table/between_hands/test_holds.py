"""Holds: what is refused, what is shown of them, and a table of old that was only paused."""

import msgspec

from controller.contract import commands as c
from controller.contract.public import (
    HoldReason,
    HoldView,
    StreetHeld,
    TableHeld,
    TablePaused,
    TableReleased,
    TableResumed,
)
from controller.table.between_hands.holds import LEVEL_BREAK, MOST, PAUSE, in_force, pause
from controller.table.state import play_on
from controller.table.state.table import Table
from controller.table.view.public_view import public_state
from tests.controller.table.dealing.test_deal import Play
from tests.controller.table.floor_table import order, over, said, table_of
from tests.controller.table.scripted import go_on, played


def test_a_hold_needs_a_name_that_is_not_the_tables_own() -> None:
    play = table_of(3)
    for name in ("", PAUSE, LEVEL_BREAK):
        assert order(play, c.Hold(name)) == "bad-hold"
    for number in range(MOST):
        assert order(play, c.Hold(f"h{number}")) == ""
    assert order(play, c.Hold("more")) == "too-many-holds"
    assert order(play, c.Release("nobody knows it")) == ""
    assert not said(play, TableReleased)


def test_one_hand_is_dealt_only_by_a_hold_in_force_and_between_hands() -> None:
    play = table_of(3)
    assert order(play, c.DealOne("h4h")) == "hand-running"
    over(play)
    assert order(play, c.DealOne("h4h")) == "no-hold"
    assert order(play, c.StartHand()) == ""


def test_no_hand_is_started_by_the_floor_either() -> None:
    play = table_of(3)
    over(play)
    assert order(play, c.Hold("h4h", HoldReason.HAND_FOR_HAND)) == ""
    assert order(play, c.StartHand()) == "paused"
    assert order(play, c.DealOne("h4h")) == ""
    assert order(play, c.StartHand()) == ""


def test_the_state_says_why_and_for_how_long() -> None:
    game = played("wait 10s\nhold dispute dispute\nwait 90s\nhold room clock-runs\nwait 1s")
    first, second = game.look().holds
    assert (first.hold, first.reason, first.clock_runs) == ("dispute", "dispute", False)
    assert (second.hold, second.reason, second.clock_runs) == ("room", "venue", True)
    assert second.since - first.since == 90_000
    # Said again it is the same hold, which has begun when it began.
    go_on(game, "hold dispute balance")
    again = next(one for one in game.look().holds if one.hold == "dispute")
    assert (again.since, again.reason) == (first.since, "balance")


def test_who_asks_later_is_told_how_long_it_has_lasted() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    play.floor(c.Hold("room"))
    later = msgspec.structs.replace(play.table, at=play.at + 65_000)
    (hold,) = public_state(later, play.house, 0, "1").holds
    assert hold.waited == 65_000


def test_a_pause_alone_is_told_as_it_always_was() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    mark = len(play.events)
    play.floor(c.Pause("dinner"))
    play.floor(c.Resume())
    assert play.events[mark:] == [TablePaused("dinner"), TableResumed()]
    play.floor(c.Pause())
    play.floor(c.Hold("room"))
    assert play.events[-1] == TableHeld(("pause", "room"))


def old(table: Table) -> Table:
    """Return the table as a version kept it that knew no holds."""
    at_rest = msgspec.structs.replace(table.at_rest, holds=())
    return msgspec.structs.replace(table, at_rest=at_rest)


def test_a_table_that_was_paused_by_an_older_version_goes_on() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    play.floor(c.Pause())
    play.table = old(play.table)
    assert in_force(play.table) == (HoldView(PAUSE, HoldReason.PAUSE),)
    play.floor(c.Hold("room"))
    play.floor(c.Release("room"))
    assert play.table.paused, "the pause of old is one of the reasons"
    play.floor(c.Resume())
    assert not play.table.paused


def test_a_break_of_an_older_version_ends_by_itself() -> None:
    play = Play(3)
    play.floor(c.Misdeal())
    play.floor(c.LevelClock(60, 10, 20, break_seconds=60))
    play.wait(60_000)
    assert play.table.paused
    play.table = old(play.table)
    play.wait(60_000)
    assert not play.table.paused
    assert play.table.level.big_blind == 20


def test_an_undone_end_of_a_hand_lifts_only_the_holds_that_were_lifted_for_it() -> None:
    game = played(
        "hold h4h hand-for-hand\ndeal-one h4h\nhand ; deal\nhold break balance\n1 folds ; 2 folds\n"
        "expect hand over\nfloor undoes\nexpect turn 2"
    )
    assert {one.hold: one.one_hand for one in game.table.at_rest.holds} == {
        "h4h": True,
        "break": False,
    }


def test_the_clock_of_a_level_has_an_end_while_it_runs_and_a_rest_while_it_stands() -> None:
    play = Play(3)
    play.floor(c.LevelClock(60, 10, 20))
    found = []
    for waits, command in ((0, None), (15_000, c.Pause()), (20_000, c.Resume())):
        play.wait(waits)
        if command is not None:
            play.floor(command)
        clock = play.table.level_clock
        assert clock is not None
        found.append((clock.until and clock.until - play.at, clock.left))
    assert found == [(60_000, 0), (0, 45_000), (45_000, 0)]


def test_a_hold_that_is_lifted_street_by_street_names_the_next_one() -> None:
    script, streets = "hold h4h hand-for-hand\ndeal-one h4h by-street\nhand ; deal", ["preflop"]
    rounds = ("1 calls ; 2 calls ; 3 checks", "2 checks ; 3 checks ; 1 checks")
    held = []
    for street, acts in zip(("flop", "turn"), rounds, strict=True):
        script += f"\n{acts}"
        held.append(street)
        game = played(script)
        assert [e.street for e in game.events if isinstance(e, StreetHeld)] == held
        script += f"\ndeal-one h4h by-street\n{street}"
        streets.append(street)
    game = played(script)
    assert [e.to_street for e in game.events if isinstance(e, TableReleased)] == streets


def test_a_clock_that_is_stopped_at_its_end_has_the_least_rest() -> None:
    play = Play(3)
    play.floor(c.LevelClock(60, 10, 20))
    clock = play.table.level_clock
    assert clock is not None
    for late in (0, 1):
        stopped = play_on(play.table, play.house, clock.until + late)
        pause(stopped, "dinner")
        left = stopped.table.level_clock
        assert left is not None
        assert (left.until, left.left) == (0, 1)
