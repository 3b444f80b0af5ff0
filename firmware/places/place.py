"""The role `seat` of a board that has antennas too: a seat's pad and its reader on one Pico.

Each part does what it does on a board of its own, one after the other. A scan gives way while a tag
answers, so that no key is missed; cards of type A are called one a turn while a key settles; and
what a key has said goes out before the next question.
"""

import json

from firmware.places.seat import SeatRole
from firmware.reading.antennas import AntennasRole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.link import messages
    from firmware.node import Node

TO_THE_ANTENNAS = ("periods", "slots", "round")
"""What of a `config` is for the reader; all else is for the pad."""


class PlaceRole:
    """Both roles. The role file has the keys of either; pins that both would use are refused."""

    def __init__(self, role: dict, board: "Any", now: int) -> None:  # type: ignore[type-arg]
        self._pad = SeatRole(role, board, now)
        self._antennas = AntennasRole(role, board, now)
        self.can = self._pad.can + tuple(self._antennas.can)

    def step(self, now: int, node: "Node") -> None:
        """Look at the keys, then go on with a scan, unless there is something to tell first."""
        pad = self._pad
        if now >= pad.due(now) or pad.changed():
            pad.step(now, node)
            self._antennas.hurry(pad.settles)
            if pad.told:
                return
        if now >= self._antennas.due(now):
            self._antennas.step(now, node)

    def due(self, now: int) -> int:
        """Return when one of the two has something to do."""
        return min(self._pad.due(now), self._antennas.due(now))

    def command(self, command: "messages.Command", now: int) -> None:
        """Give a `config` to whom it is for. Raises `ValueError` for what neither can do."""
        told = json.loads(command.value) if command.what == "config" else ()
        if any(word in told for word in TO_THE_ANTENNAS):
            self._antennas.command(command, now)
        else:
            self._pad.command(command, now)

    def silent(self, now: int) -> None:
        """Let the display be empty until the host is there; the antennas are read all the same."""
        self._pad.silent(now)
        self._antennas.silent(now)
