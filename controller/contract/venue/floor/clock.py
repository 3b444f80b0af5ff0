"""Staff changes to the room's clock: adding or removing a minute, and undoing the last change."""

from typing import Literal

from controller.contract.venue.kinds import Do, RoomInput

ClockChange = Literal["hold", "release", "jump", "longer", "shorter", "game"]
"""The ways in which staff change the clock.

Staff pause or resume it, jump to a level, add or remove a minute, or change the game.
"""


class ClockMoved(RoomInput, frozen=True, tag="clock-moved"):
    """The current level or break is a minute longer, or a minute shorter if `longer` is false."""

    longer: bool = True


class ClockUndone(RoomInput, frozen=True, tag="clock-undone"):
    """The last change to the clock is undone, as if it had never been made."""


class MoveClock(Do, frozen=True, tag="move-clock"):
    """Make the current level or break a minute longer, or a minute shorter if `longer` is false."""

    longer: bool = True


class UndoClock(Do, frozen=True, tag="undo-clock"):
    """Undo the last pause, resumption, jump or one-minute change, as named in `ClockView.undo`."""


ClockDo = MoveClock | UndoClock
