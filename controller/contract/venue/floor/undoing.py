"""What staff undo of what they did in the room: a player taken out, a move, a rebuy."""

from typing import Literal

from controller.contract.venue.kinds import RoomEvent, RoomInput

DeedKind = Literal["remove", "move", "rebuy", "addon", "bag", "unbag"]
"""What can be undone, by the name of its action; an add-on is told apart from a rebuy, a bag that
was closed from one that was opened."""


class DeedUndone(RoomInput, frozen=True, tag="deed-undone"):
    """What staff did in row `deed` of the log is undone: the player is as they were before it."""

    deed: int = 0


class DeedReversed(RoomEvent, frozen=True, tag="deed.undone"):
    """What was done in row `deed` of the log is undone."""

    deed: int
    kind: DeedKind
    player: str
    chips: int = 0
