"""A tournament's levels: which time runs next, by the list in the table's config."""

from collections.abc import Sequence

from controller.config.model import Level, TimedLevel
from controller.contract.commands import LevelClock, SetLevel
from controller.table.state import Table


def first_level(level: Level, levels: Sequence[TimedLevel]) -> SetLevel:
    """Return the command for the level of the first hand: of the list, where there is one."""
    first = levels[0] if levels else level
    amounts = first.small_blind, first.big_blind, first.ante, first.big_blind_ante
    return SetLevel(*amounts, number=1 if levels else 0)


def level_clock(levels: Sequence[TimedLevel], table: Table) -> LevelClock | None:
    """Return the command that lets a level's time run, None where nothing is to be done.

    Time runs from the first hand on. A level of another number than those of the list, as the
    floor may set one, has no end, and neither has the last.
    """
    number = (table.next_level or table.level).number
    begun = table.hands > 0 or table.hand.number > 0
    if table.level_clock is not None or not begun or not 0 < number < len(levels):
        return None
    now, then = levels[number - 1], levels[number]
    return LevelClock(
        now.minutes * 60,
        then.small_blind,
        then.big_blind,
        then.ante,
        then.big_blind_ante,
        number + 1,
        now.break_minutes * 60,
    )
