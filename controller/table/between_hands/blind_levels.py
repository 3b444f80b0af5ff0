"""Blinds and antes, set by the floor or advanced by the level clock.

Floor commands return the id of the reason for a refusal, or "" if they are carried out.
"""

from msgspec.structs import asdict, replace

from controller.contract import commands as c
from controller.contract.public import LevelChanged, LevelTimed, TableResumed
from controller.table.between_hands.holds import (
    begin_break,
    end_break,
    in_force,
    release_all,
    turn_clock,
)
from controller.table.state import Level, LevelClock, Period, Play

MOST = 200
"""The maximum number of levels and breaks in a structure."""


def set_level(play: Play, command: c.SetLevel) -> str:
    """Set the level that applies from the next hand on, and remove any level clock.

    Returns the id of the reason for a refusal, or "".
    """
    if not _payable(command) or command.big_blind <= 0:
        return "bad-level"
    play.time(level_clock=None)
    _next_hand(play, _level(command))
    return ""


def run_level_clock(play: Play, command: c.LevelClock) -> str:
    """Start the clock for the current level; the level given in the command comes next.

    A time of 0 seconds in the command removes the level clock. Returns the id of the reason for a
    refusal, or "".
    """
    if not _payable(command) or command.seconds < 0 or command.break_seconds < 0:
        return "bad-level"
    clock = None
    if command.seconds:
        clock = LevelClock(
            left=command.seconds * 1000,
            coming=_level(command) if command.big_blind else None,
            break_ms=command.break_seconds * 1000,
        )
    _set(play, clock, command.seconds)
    return ""


def set_structure(play: Play, command: c.Structure) -> str:
    """Run the command's list of levels and breaks in order, beginning at its index `at`.

    A level that differs from the current one applies from the next hand on. Returns the id of the
    reason for a refusal, or "".
    """
    rows, at = command.levels, command.at
    if not 0 <= at < len(rows) <= MOST or command.seconds < 0:
        return "bad-structure"
    if not all(_is_sound(row, last=row is rows[-1]) for row in rows):
        return "bad-structure"
    now, rest = _period(rows[at]), tuple(_period(row) for row in rows[at + 1 :])
    clock = _clock(now, rest)
    if clock is not None:
        # Consecutive breaks are merged into one.
        left = clock.left - now.ms + (command.seconds * 1000 or now.ms)
        clock = replace(clock, left=left, waits=not command.running)
    elif command.seconds and now.level is not None:
        clock = LevelClock(left=command.seconds * 1000, waits=not command.running)
    play.rest(holds=in_force(play.table))
    was_break = play.table.level_clock is not None and play.table.level_clock.on_break
    on_break = now.level is None
    _set(play, clock, clock.left // 1000 if clock else 0, on_break=on_break)
    if on_break:
        begin_break(play)
    elif was_break:
        end_break(play)
    if now.level is not None and now.level != (play.table.next_level or play.table.level):
        _next_hand(play, now.level)
    return ""


def level_over(play: Play) -> None:
    """Start the next level, or the break before it, when the current level's time is up."""
    clock = play.table.level_clock
    if clock is None or not clock.until or play.at < clock.until:
        return
    if not clock.break_ms:
        _over(play, clock)
        return
    play.say(LevelTimed(clock.break_ms // 1000, on_break=True))
    until = play.at + clock.break_ms
    clock = LevelClock(until=until, coming=clock.coming, on_break=True, rest=clock.rest)
    play.time(level_clock=clock)
    begin_break(play)


def resume(play: Play) -> str:
    """Resume play by releasing all holds, and end any break; always return ""."""
    clock = play.table.level_clock
    on_break = clock is not None and clock.on_break
    release_all(play)
    if clock is not None and on_break:
        _over(play, clock)
    else:
        play.say(TableResumed())
    return ""


def _set(play: Play, clock: LevelClock | None, seconds: int, *, on_break: bool = False) -> None:
    play.say(LevelTimed(seconds, on_break))
    play.table = replace(play.table, at=play.at)
    play.time(level_clock=clock)
    turn_clock(play)


def _over(play: Play, clock: LevelClock) -> None:
    coming, rest = clock.coming, clock.rest
    then = _clock(rest[0], rest[1:]) if rest else None
    play.say(LevelTimed(then.left // 1000 if then else 0))
    if clock.on_break:
        end_break(play)
    play.time(level_clock=then)
    turn_clock(play)
    if coming is not None:
        _next_hand(play, coming)


def _clock(now: Period, rest: tuple[Period, ...]) -> LevelClock | None:
    """Return a stopped clock for the period `now`, or None if that period has no end.

    `rest` lists the periods after it. Breaks that directly follow `now` are added together.
    """
    if not now.ms:
        return None
    breaks = next((n for n, one in enumerate(rest) if one.level is not None), len(rest))
    rest_ms, rest = sum(one.ms for one in rest[:breaks]), rest[breaks:]
    coming = rest[0].level if rest else None
    on_break = now.level is None
    ms = now.ms + rest_ms if on_break else now.ms
    break_ms = 0 if on_break else rest_ms
    return LevelClock(left=ms, coming=coming, break_ms=break_ms, on_break=on_break, rest=rest)


def _is_sound(row: c.StructureLevel, *, last: bool) -> bool:
    if row.seconds < 0 or row.number < 0 or not (row.seconds or last):
        return False
    if not row.number:
        return row.seconds > 0
    return _payable(row) and row.big_blind > 0


def _period(row: c.StructureLevel) -> Period:
    return Period(_level(row) if row.number else None, row.seconds * 1000)


def _next_hand(play: Play, level: Level) -> None:
    """Set a level that applies from the next hand on."""
    if play.hand.running or play.table.played.redeal is not None:
        play.table = replace(play.table, next_level=level)
        return
    play.say(level_changed(level))
    play.table = replace(play.table, level=level, next_level=None)


def level_changed(level: Level) -> LevelChanged:
    """Return the event for a level that takes effect now."""
    return LevelChanged(**asdict(level))


Amounts = c.SetLevel | c.LevelClock | c.StructureLevel


def _payable(command: Amounts) -> bool:
    least = min(command.small_blind, command.ante, command.big_blind_ante)
    one_ante = not (command.ante and command.big_blind_ante)
    return one_ante and least >= 0 and command.small_blind <= command.big_blind


def _level(command: Amounts) -> Level:
    return Level(*(getattr(command, field) for field in Level.__struct_fields__))
