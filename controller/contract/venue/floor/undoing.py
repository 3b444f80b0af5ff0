"""Undoing staff actions in the room: a removal, a move, a rebuy, an add-on or a bag."""

from typing import Literal

from controller.contract.venue.kinds import RoomEvent, RoomInput

DeedKind = Literal["remove", "move", "rebuy", "addon", "bag", "unbag"]
"""The kinds of staff action that can be undone.

`bag` is the closing of a player's bag of chips, and `unbag` its opening.
"""


class DeedUndone(RoomInput, frozen=True, tag="deed-undone"):
    """Staff undo the action in row `deed` of the log, which restores the player's earlier state."""

    deed: int = 0


class DeedReversed(RoomEvent, frozen=True, tag="deed.undone"):
    """The action in row `deed` of the log has been undone."""

    deed: int
    kind: DeedKind
    player: str
    chips: int = 0
