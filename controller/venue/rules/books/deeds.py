"""Staff actions that can be undone, and chips that a table may still refuse to add."""

from typing import Literal

import msgspec

from controller.contract.venue.floor.chips import Taken
from controller.contract.venue.floor.clock import ClockChange
from controller.contract.venue.floor.undoing import DeedKind
from controller.contract.venue.seats import Seat
from controller.venue.rules.calculations.levels import Clock, Level


class Deed(msgspec.Struct, frozen=True):
    """A staff action that can be undone; it affected a player's seat or chips.

    `n` is its log row, and `kind` what was done to `player`. `at` is the room time (ms). `seat` and
    `target` are the seats before and after. `chips` are the chips involved. `level` is the level of
    an add-on, as an index in the list of levels. `head` is the bounty that was on a removed player,
    and `behind` the chips of a rebuy that they had not paid for. `taking` are the chips that their
    table was still to take.
    """

    n: int
    kind: DeedKind
    player: str
    at: int
    seat: Seat | None = None
    target: Seat | None = None
    chips: int = 0
    head: int = 0
    behind: int = 0
    level: int = -1
    taking: tuple["Taking", ...] = ()


class Taking(msgspec.Struct, frozen=True):
    """Chips that a table has been ordered to take from a player's stack.

    `why` is the reason, and `incident` the number of the offence, or 0. `booked` means that the
    books already include the loss (for example, of chips found after a colour-up). `deed` is the
    rebuy or add-on that is being undone, if any.
    """

    order: str
    player: str
    chips: int
    why: Taken
    incident: int = 0
    booked: bool = False
    deed: Deed | None = None


class ClockDeed(msgspec.Struct, frozen=True):
    """The last change that staff made to the clock, stored so that it can be undone.

    `before` is the clock before the change. `holds` lists the clock's holds after it. `levels` are
    the levels before it, or () if no level was changed.
    """

    deed: ClockChange
    before: Clock
    holds: tuple[str, ...]
    levels: tuple[Level, ...] = ()


class Gift(msgspec.Struct, frozen=True):
    """Chips that a player's table was ordered to add without a sale to that player.

    `n` is the log row of the order. They are the add-on for everybody (at the index `level` in the
    list of levels), a `bonus` (the keyword is then in `word`), or chips that were missing and have
    been found.
    """

    n: int
    kind: Literal["addon", "bonus", "found"]
    chips: int
    word: str = ""
    level: int = -1
