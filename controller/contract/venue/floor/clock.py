"""The room's clock as staff set it: a minute more or less, and the last change undone."""

from typing import Literal

from controller.contract.venue.kinds import Do, RoomInput

ClockChange = Literal["hold", "release", "jump", "longer", "shorter", "game"]
"""What staff do to the clock: pause it, let it go on, go to a level, give or take a minute; or
set another game."""


class ClockMoved(RoomInput, frozen=True, tag="clock-moved"):
    """The level or break that runs lasts a minute longer, or (`longer` false) a minute less."""

    longer: bool = True


class ClockUndone(RoomInput, frozen=True, tag="clock-undone"):
    """The last change of the clock is undone: it shows what it would show without it."""


class MoveClock(Do, frozen=True, tag="move-clock"):
    """Let the level or break that runs last a minute longer, or (`longer` false) a minute less."""

    longer: bool = True


class UndoClock(Do, frozen=True, tag="undo-clock"):
    """Undo the last pause, resumption, jump or minute, as `ClockView.undo` names it."""


ClockDo = MoveClock | UndoClock
