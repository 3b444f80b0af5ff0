"""Everything that can happen to a room: what staff ask, what tables report, and time.

Players are opaque ids, chips whole numbers of at least 0, tables and seats count from 1, times are
milliseconds of the room's clock. Tagged by `type`.
"""

import msgspec

from controller.contract.venue.seats import Seat


class RoomInput(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that happened at `at`."""

    at: int = 0


class TableOpened(RoomInput, frozen=True, tag="table-opened"):
    """A table is there to be played at: its seats, and those that speak."""

    table: int = 0
    seats: int = 0
    ears: tuple[int, ...] = ()


class PlayerEntered(RoomInput, frozen=True, tag="player-entered"):
    """A player comes in: before the start for the draw, after it as a late entry."""

    player: str = ""
    needs_ear: bool = False
    granted: Seat | None = None


class SeatsDrawn(RoomInput, frozen=True, tag="seats-drawn"):
    """Seats are drawn: the secret (hex) whose hash was published, and the witness."""

    secret: str = ""
    witness: str = ""


class PlayerSeated(RoomInput, frozen=True, tag="player-seated"):
    """Staff give a player a seat by hand, before the start."""

    player: str = ""
    seat: Seat = Seat(0, 0)


class PlayStarted(RoomInput, frozen=True, tag="play-started"):
    """The tournament begins: the clock runs, tables may deal."""


class ClockTicked(RoomInput, frozen=True, tag="clock-ticked"):
    """Time has passed, and nothing else."""


class RoomHeld(RoomInput, frozen=True, tag="room-held"):
    """The whole room waits, by a name; the clock stands unless it `runs`."""

    name: str = ""
    clock_runs: bool = False


class RoomReleased(RoomInput, frozen=True, tag="room-released"):
    """One reason to wait is gone."""

    name: str = ""


class HandForHand(RoomInput, frozen=True, tag="hand-for-hand"):
    """The floor begins or ends hand for hand."""

    on: bool = True


class PlayerRemoved(RoomInput, frozen=True, tag="player-removed"):
    """A player is disqualified, or leaves for good: the stack leaves play."""

    player: str = ""
    why: str = "disqualified"


class PlayerMoved(RoomInput, frozen=True, tag="player-moved"):
    """Staff move a player to a free seat: one who sits, or one whom a table could not seat."""

    player: str = ""
    seat: Seat = Seat(0, 0)


class ChipsBought(RoomInput, frozen=True, tag="chips-bought"):
    """A player who sits gets more chips from the bank."""

    player: str = ""
    chips: int = 0


class LevelJumped(RoomInput, frozen=True, tag="level-jumped"):
    """The clock goes to the beginning of a place in the sheet of levels, from 0."""

    index: int = 0


class OrderRefused(RoomInput, frozen=True, tag="order-refused"):
    """A table has not done what it was ordered to, and why; `kind` is the order's type."""

    order: str = ""
    kind: str = ""
    table: int = 0
    player: str = ""
    chips: int = 0
    why: str = ""


class HandReported(RoomInput, frozen=True, tag="hand-reported"):
    """A hand ended at a table, which is at rest: stacks by seat, and who posts in the next one.

    `began` are the stacks with which the hand began.
    """

    table: int = 0
    hand: int = 0
    stacks: dict[int, int] = {}
    began: dict[int, int] = {}
    small_blind: int = 0
    big_blind: int = 0


class PlayerLeft(RoomInput, frozen=True, tag="player-left"):
    """A player has left a seat with so many chips, by an order.

    What travels with them: whether they were away, what is left of a penalty (`3h`, `10m`), chips
    that they owe.
    """

    order: str = ""
    player: str = ""
    stack: int = 0
    absent: bool = False
    penalty: str = ""
    owes: int = 0


class PlayerArrived(RoomInput, frozen=True, tag="player-arrived"):
    """A player has sat down with so many chips, by an order."""

    order: str = ""
    player: str = ""
    stack: int = 0


class TableHeard(RoomInput, frozen=True, tag="table-heard"):
    """A table has fallen silent, or is heard again."""

    table: int = 0
    heard: bool = True


class TableHeld(RoomInput, frozen=True, tag="table-held"):
    """A table is at rest, and deals no hand until it is let go."""

    table: int = 0


AnyRoomInput = (
    TableOpened | PlayerEntered | SeatsDrawn | PlayerSeated | PlayStarted | ClockTicked | RoomHeld
    | RoomReleased | HandForHand | PlayerRemoved | HandReported | PlayerLeft | PlayerArrived
    | TableHeard | TableHeld | PlayerMoved | ChipsBought | LevelJumped | OrderRefused
)  # fmt: skip
