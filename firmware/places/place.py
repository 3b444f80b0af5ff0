"""The role `seat` on a board that also has antennas: a seat's pad and its reader on one Pico.

The two parts run alternately, as if each had a board of its own. A scan pauses while a tag answers,
so that no key press is missed. While a key is bouncing, each pass of the main loop sends only one
frame to type A cards. A key press is reported before the next query is sent to the tags.
"""

import json

from firmware.places.seat import SeatRole
from firmware.reading.antennas import AntennasRole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.link import messages
    from firmware.node import Node

TO_THE_ANTENNAS = ("periods", "slots", "round", "gauge")
"""A `config` command with any of these settings is for the reader; any other is for the pad."""


class PlaceRole:
    """The roles of a pad and a reader on one board.

    The role file has the settings for both parts, which must not share any pins.
    """

    def __init__(self, role: dict, board: "Any", now: int) -> None:  # type: ignore[type-arg]
        self._pad = SeatRole(role, board, now)
        self._antennas = AntennasRole(role, board, now)
        self.can = self._pad.can + tuple(self._antennas.can)

    def step(self, now: int, node: "Node") -> None:
        """Read the keys, and continue a scan.

        The scan waits if a key press or knock must be sent first.
        """
        pad = self._pad
        if now >= pad.due(now) or pad.changed():
            pad.step(now, node)
            self._antennas.hurry(pad.settles)
            if pad.told:
                return
        if now >= self._antennas.due(now):
            self._antennas.step(now, node)

    def due(self, now: int) -> int:
        """Return the time (ms) at which the first of the two parts has work to do."""
        return min(self._pad.due(now), self._antennas.due(now))

    def command(self, command: "messages.Command", now: int) -> None:
        """Pass a `config` to the part that accepts it. Raises `ValueError` if neither does."""
        told = json.loads(command.value) if command.what == "config" else ()
        if any(word in told for word in TO_THE_ANTENNAS):
            self._antennas.command(command, now)
        else:
            self._pad.command(command, now)

    def silent(self, now: int) -> None:
        """Clear the display until the host reconnects; the antennas are still read."""
        self._pad.silent(now)
        self._antennas.silent(now)
