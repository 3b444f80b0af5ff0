"""The board of `tapis bench link`: its antennas always have a new reading. For MicroPython."""

import binascii

from firmware.link import messages, wire
from firmware.link.handshake import NodeHalf
from firmware.link.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class BusyAntennas:
    """A board with `count` antennas and `tags` tags in each field; each reading differs."""

    def __init__(self, boot: int, count: int, tags: int, key: bytes) -> None:
        about = messages.Hello("bench", "antennas", "bench", (), boot, 0, 0)
        self.session = Session(NodeHalf(about, "", key, boot.to_bytes(16, "big")), 0, kept=10)
        self._count = count
        self._tags = tags
        self._readings = 0

    def read(self, now: int) -> None:
        """Read one antenna after the other until each has a snapshot waiting."""
        while self.session.up and self.session.waiting() < self._count:
            antenna = self._readings % self._count
            self._readings += 1
            number = bytes((self._readings >> 16 & 255, self._readings >> 8 & 255))
            number += bytes((self._readings & 255,))
            uids = [b"\xe0\x04\x01" + number + bytes((antenna, tag)) for tag in range(self._tags)]
            self.session.show(wire.SNAPSHOT, antenna, messages.pack_snapshot(antenna, now, uids))


BOARDS: list[BusyAntennas] = []


def start(boot: int, options: "dict[str, Any]") -> None:
    """Switch on with the antennas, tags and key (if any) of the options."""
    key = binascii.unhexlify(options.get("key", ""))
    BOARDS.append(BusyAntennas(boot, options["antennas"], options["tags"], key))


def turn(data: bytes, now: int, room: int) -> bytes:
    """Run one turn: receive, read antennas, and send as much as the line takes."""
    board = BOARDS[0]
    board.session.receive(data, now)
    out = b""
    while True:
        board.read(now)
        more = board.session.outgoing(now, room - len(out))
        out += more
        if not more:
            return out


def due(now: int) -> int:
    """Return the latest time at which `turn` must be called."""
    return BOARDS[0].session.due(now)
