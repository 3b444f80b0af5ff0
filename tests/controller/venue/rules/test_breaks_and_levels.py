"""The room's clock under the hands of staff: a pause, a minute, a level, each undone."""

import pytest
from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.floor.clock import ClockMoved, ClockUndone
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.outputs import HoldTable, ReleaseTable, SetBlinds
from controller.houses.model import Ruled
from controller.venue.core.screens.views import clock_view
from controller.venue.rules.books.room import Room
from controller.venue.rules.calculations import levels
from controller.venue.rules.evening.breaks_and_levels import BREAK
from controller.venue.rules.seating.colour_ups import NAME
from controller.venue.rules.step import Step, new_room, step
from controller.venue.scenarios.staff import entered
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

RULES = load_tournament("redcactus")
MINUTE = 60_000


def at(room: Room, minute: float, said: RoomInput) -> Step:
    """Let something happen so many minutes into the evening."""
    return step(room, replace(said, at=int(minute * MINUTE)), RULES)


def started() -> Room:
    """Return a room of one table that plays from minute 0 on."""
    room = new_room(RULES)
    happen = (
        i.TableOpened(table=1, seats=8), entered("p1"), entered("p2"), entered("p3"),
        i.SeatsDrawn(secret="00", witness="x"), i.PlayStarted(),
    )  # fmt: skip
    for said in happen:
        done = at(room, 0, said)
        assert not done.refused, done.refused
        room = done.room
    return room


def shows(room: Room, minute: float) -> tuple[int, int | None]:
    """Return the place in the sheet and the ms left at a minute."""
    reading = levels.read(room.clock, room.levels, int(minute * MINUTE))
    return reading.at, reading.left


CHANGES = (
    i.RoomHeld(name="pause"), ClockMoved(), ClockMoved(longer=False), i.LevelJumped(index=1),
    i.LevelJumped(index=0), i.LevelJumped(index=3),
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_is_undone_has_never_been(change: RoomInput) -> None:
    """Minutes later the clock shows what it would show, and the tables are told."""
    room = started()
    changed = at(room, 5, change)
    assert not changed.refused
    undone = at(changed.room, 8, ClockUndone())
    assert not undone.refused
    untouched = at(room, 8, i.ClockTicked()).room
    for minute in (8, 12.5, 47, 61):
        assert shows(undone.room, minute) == shows(untouched, minute)
    assert undone.room.clock.holds == untouched.clock.holds
    assert any(isinstance(one, SetBlinds) for one in undone.orders)
    assert at(undone.room, 8, ClockUndone()).refused == "nothing-to-undo"


def test_a_pause_that_is_undone_lets_every_table_go() -> None:
    paused = at(started(), 5, i.RoomHeld(name="pause"))
    undone = at(paused.room, 6, ClockUndone())
    assert [one.name for one in paused.orders if isinstance(one, HoldTable)] == ["pause"]
    assert [one.name for one in undone.orders if isinstance(one, ReleaseTable)] == ["pause"]
    again = at(undone.room, 7, i.RoomHeld(name="pause"))
    going = at(again.room, 9, i.RoomReleased(name="pause"))
    back = at(going.room, 10, ClockUndone())
    assert [one.name for one in back.orders if isinstance(one, HoldTable)] == ["pause"]
    assert shows(back.room, 30) == shows(again.room, 7)


def test_a_minute_more_or_less_is_one_minute() -> None:
    room = started()
    _, left = shows(room, 5)
    assert left is not None
    assert shows(at(room, 5, ClockMoved()).room, 5) == (0, left + MINUTE)
    assert shows(at(room, 5, ClockMoved(longer=False)).room, 5) == (0, left - MINUTE)
    last = at(room, 19.5, ClockMoved(longer=False))
    assert shows(last.room, 19.5) == (1, int(19.5 * MINUTE))


def test_each_table_is_told_its_level_once_when_a_minute_is_given_or_taken() -> None:
    """Whether it goes on longer, or the next one begins at once."""
    room = started()
    for minute, longer, number in ((5, True, 1), (5, False, 1), (19.5, True, 1), (19.5, False, 2)):
        orders = at(room, minute, ClockMoved(longer=longer)).orders
        assert [one.number for one in orders if isinstance(one, SetBlinds)] == [number]


def test_tables_are_let_go_when_a_jump_into_a_break_is_undone_and_not_before() -> None:
    room = started()
    pause = next(n for n, one in enumerate(room.levels) if one.is_break)
    stopped = at(room, 5, i.LevelJumped(index=pause)).room
    still = at(at(stopped, 6, ClockMoved()).room, 7, ClockUndone())
    assert not [one.name for one in still.orders if isinstance(one, ReleaseTable)]
    back = at(stopped, 7, ClockUndone())
    assert [one.name for one in back.orders if isinstance(one, ReleaseTable)] == ["break"]


def test_nothing_is_undone_while_somebody_else_holds_the_clock() -> None:
    """What changed the clock last is undone, and nothing under another hold."""
    changed = at(started(), 5, ClockMoved()).room
    clock = levels.hold(changed.clock, changed.levels, changed.at, "hand-for-hand")
    held = replace(changed, clock=clock)
    assert at(held, 6, ClockUndone()).refused == "nothing-to-undo"


def test_the_view_names_what_would_be_undone() -> None:
    from controller.venue.core.orders import Playing
    from controller.venue.core.take_input import Evening

    changed = at(started(), 5, ClockMoved(longer=False)).room
    evening = Evening(Playing("t1", "redcactus", "", str), "x", RULES, changed, True)
    assert clock_view(evening, changed.at, 0).undo == "shorter"
    undone = replace(evening, room=at(changed, 6, ClockUndone()).room)
    assert clock_view(undone, changed.at, 0).undo == ""


@pytest.mark.parametrize("said", [ClockMoved(), ClockUndone()])
def test_a_clock_that_has_not_begun_has_nothing_to_change(said: RoomInput) -> None:
    assert at(new_room(RULES), 0, said).refused in ("not-started", "nothing-to-undo")


def test_rebuys_are_counted_and_add_ons_are_not() -> None:
    room = started()
    bought = at(room, 5, i.ChipsBought(player="p1", chips=1000)).room
    assert (room.rebuys, bought.rebuys) == (0, 1)


def test_an_evening_may_begin_with_a_break_that_ends_when_its_first_level_begins() -> None:
    """Then the tables are let go, as after any other break."""
    sheet = ((0, 0, 10), (25, 50, 20), (50, 100, 0))
    rules = replace(RULES, structure=replace(RULES.start, levels=Ruled(sheet, "")))
    begins = step(playing(rules), i.ClockTicked(at=10 * MINUTE), rules)
    assert [one.number for one in begins.orders if isinstance(one, SetBlinds)] == [1]
    assert [one.name for one in begins.orders if isinstance(one, ReleaseTable)] == ["break"]


def test_a_jump_from_the_last_break_to_the_first_level_lets_the_tables_go() -> None:
    """In a sheet that ends with a break, the first level does not follow that break."""
    room = started()
    pause = next(one for one in room.levels if one.is_break)
    room = replace(room, levels=(*room.levels, pause))
    stopped = at(room, 5, i.LevelJumped(index=len(room.levels) - 1))
    assert BREAK in [one.name for one in stopped.orders if isinstance(one, HoldTable)]
    going = at(stopped.room, 6, i.LevelJumped(index=0))
    assert [one.name for one in going.orders if isinstance(one, ReleaseTable)] == [BREAK]


def test_a_table_whose_players_are_all_gone_waits_for_no_colour_up() -> None:
    """It is still open, and a late entrant may be seated there."""
    rules = load_tournament("ppc")
    together = replace(rules.colour_up, together=Ruled(value=True, article=""))
    rules = replace(rules, colour_up=together)
    room = playing(rules, [f"p{n}" for n in range(14)], tables=2)
    last = max(n for n, level in enumerate(room.levels) if not level.is_break)
    due = told(room, rules, i.LevelJumped(index=last))
    held = {one.table for one in due.orders if isinstance(one, HoldTable) and one.name == NAME}
    assert held == {1, 2}
    gone = [i.PlayerRemoved(player=one.id) for one in due.room.seated(2).values()]
    done = told(due.room, rules, *gone)
    assert 2 in done.room.open_tables
    released = [one for one in done.orders if isinstance(one, ReleaseTable) and one.name == NAME]
    assert [one.table for one in released] == [2]
