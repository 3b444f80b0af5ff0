"""Blinds and antes: set by the floor, or one level after the other as their time passes.

What the floor asks for returns why it can't be (an id), nothing when it is done.
"""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import LevelChanged, LevelTimed, TablePaused, TableResumed
from controller.table.hand import Level
from controller.table.play import Play
from controller.table.state import LevelClock

BREAK = "break"
"""The reason of a pause that the level clock has brought, and ends."""


def set_level(play: Play, command: c.SetLevel) -> str:
    """Let a level count from the next hand on; its time, if it has one, begins anew."""
    if not _payable(command) or command.big_blind <= 0:
        return "bad-level"
    play.table = replace(play.table, level_clock=None)
    _next_hand(play, _level(command))
    return ""


def run_level_clock(play: Play, command: c.LevelClock) -> str:
    """Let the level last so long from now on, and then the one that the command names come."""
    if not _payable(command) or command.seconds < 0 or command.break_seconds < 0:
        return "bad-level"
    clock = None
    if command.seconds:
        clock = LevelClock(
            left=command.seconds * 1000,
            coming=_level(command) if command.big_blind else None,
            break_ms=command.break_seconds * 1000,
        )
    play.say(LevelTimed(command.seconds))
    play.table = replace(play.table, at=play.at, level_clock=clock)
    if not play.table.paused:
        _run(play)
    return ""


def level_over(play: Play) -> None:
    """Let the next level come when the time of this one is over, or the break before it."""
    clock = play.table.level_clock
    if clock is None or not clock.until or play.at < clock.until:
        return
    if not clock.break_ms:
        _over(play, clock)
        return
    play.say(LevelTimed(clock.break_ms // 1000, on_break=True))
    play.say(TablePaused(BREAK))
    until = play.at + clock.break_ms
    clock = LevelClock(until=until, coming=clock.coming, on_break=True)
    play.table = replace(play.table, paused=True, level_clock=clock)


def pause(play: Play, reason: str) -> str:
    """Start no hand any more; the time of the level stands still."""
    clock = play.table.level_clock
    if clock is not None and clock.until and not clock.on_break:
        clock = replace(clock, until=0, left=max(clock.until - play.at, 1))
    play.say(TablePaused(reason))
    play.table = replace(play.table, paused=True, level_clock=clock)
    return ""


def resume(play: Play) -> str:
    """Go on; a break is over with that."""
    clock = play.table.level_clock
    if clock is not None and clock.on_break:
        _over(play, clock)
    else:
        play.say(TableResumed())
        play.table = replace(play.table, paused=False)
        _run(play)
    return ""


def _run(play: Play) -> None:
    clock = play.table.level_clock
    if clock is not None and not clock.until:
        clock = replace(clock, until=play.at + clock.left, left=0)
        play.table = replace(play.table, at=play.at, level_clock=clock)


def _over(play: Play, clock: LevelClock) -> None:
    play.say(LevelTimed(0))
    play.table = replace(play.table, level_clock=None)
    if clock.on_break:
        play.say(TableResumed())
        play.table = replace(play.table, paused=False)
    if clock.coming is not None:
        _next_hand(play, clock.coming)


def _next_hand(play: Play, level: Level) -> None:
    """Let a level count from the next hand that has not begun."""
    if play.hand.running:
        play.table = replace(play.table, next_level=level)
        return
    play.say(LevelChanged(level.small_blind, level.big_blind, level.ante, level.big_blind_ante))
    play.table = replace(play.table, level=level, next_level=None)


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
