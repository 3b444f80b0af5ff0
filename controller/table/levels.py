"""Blinds and antes: set by the floor, or one level after the other as their time passes."""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import LevelChanged, LevelTimed, TablePaused, TableResumed
from controller.table.state import Level, LevelClock, Out, Table

BREAK = "break"
"""The reason of a pause that the level clock has brought, and ends."""


def set_level(table: Table, command: c.SetLevel, out: Out) -> tuple[Table, str]:
    """Let a level count from the next hand on; its time, if it has one, begins anew."""
    if not _payable(command) or command.big_blind <= 0:
        return table, "bad-level"
    return _next_hand(replace(table, level_clock=None), _level(command), out), ""


def run_level_clock(table: Table, command: c.LevelClock, out: Out) -> tuple[Table, str]:
    """Let the level last so long from now on, and then the one that the command names come."""
    if not _payable(command) or command.seconds < 0 or command.break_seconds < 0:
        return table, "bad-level"
    clock = None
    if command.seconds:
        clock = LevelClock(
            left=command.seconds * 1000,
            coming=_level(command) if command.big_blind else None,
            break_ms=command.break_seconds * 1000,
        )
    out.say(LevelTimed(command.seconds))
    table = replace(table, at=out.at, level_clock=clock)
    return (table if table.paused else _on(table, out)), ""


def level_over(table: Table, out: Out) -> Table:
    """Let the next level come when the time of this one is over, or the break before it."""
    clock = table.level_clock
    if clock is None or not clock.until or out.at < clock.until:
        return table
    if clock.break_ms:
        out.say(LevelTimed(clock.break_ms // 1000, on_break=True))
        out.say(TablePaused(BREAK))
        until = out.at + clock.break_ms
        clock = LevelClock(until=until, coming=clock.coming, on_break=True)
        return replace(table, paused=True, level_clock=clock)
    return _over(table, clock, out)


def pause(table: Table, reason: str, out: Out) -> Table:
    """Start no hand any more; the time of the level stands still."""
    clock = table.level_clock
    if clock is not None and clock.until and not clock.on_break:
        clock = replace(clock, until=0, left=max(clock.until - out.at, 1))
    out.say(TablePaused(reason))
    return replace(table, paused=True, level_clock=clock)


def resume(table: Table, out: Out) -> Table:
    """Go on; a break is over with that."""
    clock = table.level_clock
    if clock is not None and clock.on_break:
        return _over(table, clock, out)
    out.say(TableResumed())
    return _on(replace(table, paused=False), out)


def _on(table: Table, out: Out) -> Table:
    clock = table.level_clock
    if clock is None or clock.until:
        return table
    return replace(table, at=out.at, level_clock=replace(clock, until=out.at + clock.left, left=0))


def _over(table: Table, clock: LevelClock, out: Out) -> Table:
    out.say(LevelTimed(0))
    table = replace(table, level_clock=None)
    if clock.on_break:
        out.say(TableResumed())
        table = replace(table, paused=False)
    return _next_hand(table, clock.coming, out) if clock.coming is not None else table


def _next_hand(table: Table, level: Level, out: Out) -> Table:
    """Let a level count from the next hand that has not begun."""
    if table.hand is not None and table.hand.phase != "over":
        return replace(table, next_level=level)
    out.say(LevelChanged(level.small_blind, level.big_blind, level.ante, level.big_blind_ante))
    return replace(table, level=level, next_level=None)


def _payable(command: c.SetLevel | c.LevelClock) -> bool:
    least = min(command.small_blind, command.ante, command.big_blind_ante)
    return least >= 0 and command.small_blind <= command.big_blind


def _level(command: c.SetLevel | c.LevelClock) -> Level:
    return Level(
        command.small_blind,
        command.big_blind,
        command.ante,
        command.big_blind_ante,
        command.number,
    )
