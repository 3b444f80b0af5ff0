"""The air between a reader and tags, for the protocols alone: no chip, no time, no noise.

A tag that `drowns` others is heard alone when they answer together. `harm` may take a reply away
or damage it.
"""

from collections.abc import Callable, Generator, Iterable
from typing import Any

from firmware.reading import iso14443, iso15693

Harm = Callable[[bytes | None], bytes | None]


class Vicinity:
    """Tags of ISO 15693 and whoever asks them; `asked` counts the frames."""

    def __init__(self, uids: Iterable[bytes], drowning: Iterable[bytes] = ()) -> None:
        self.uids = set(uids)
        self.drowning = set(drowning)
        self.asked = 0
        self.harm: Harm = lambda reply: reply
        self._quiet: set[bytes] = set()
        self._slots: list[list[bytes]] = []

    def scan(
        self, field: iso15693.InventoryTree, thorough: bool = True, *, sixteen: bool = True
    ) -> list[bytes]:
        """Read the field once, from its being switched on to its being switched off."""
        self._quiet.clear()
        return drive(field.scan(thorough, sixteen), self._hear)

    def look(self, field: iso15693.InventoryTree) -> None:
        """Let an antenna look once for whoever is drowned."""
        self._quiet.clear()
        drive(field.look(), self._hear)

    def blink(self) -> None:
        """Switch the field off and on: what was told is forgotten, and no slot is open."""
        self._quiet.clear()
        self._slots = []

    def _hear(self, frame: iso15693.Frame) -> bytes | None:
        self.asked += 1
        if not frame.data:
            assert self._slots, "an end of frame, and no slot to begin"
            self._slots.pop(0)
        elif frame.data[1] == iso15693.STAY_QUIET:
            assert not frame.replies
            self._quiet.add(bytes(reversed(frame.data[2:])))
            return None
        else:
            self._slots = self._inventory(frame.data)
        return self.harm(self._together(self._slots[0] if self._slots else []))

    def _inventory(self, data: bytes) -> list[list[bytes]]:
        flags, command, bits = data[:3]
        assert command == iso15693.INVENTORY
        assert len(data) == 3 + (bits + 7) // 8
        single = bool(flags & 0x20)
        assert bits <= (64 if single else 60)
        mask = int.from_bytes(data[3:], "little")
        slots: list[list[bytes]] = [[] for _ in range(1 if single else 16)]
        for uid in sorted(self.uids - self._quiet):
            number = int.from_bytes(uid, "big")
            if number & (1 << bits) - 1 == mask:
                slots[0 if single else number >> bits & 15].append(uid)
        return slots

    def _together(self, uids: list[bytes]) -> bytes | None:
        loud = [uid for uid in uids if uid in self.drowning] or uids
        if not loud:
            return None
        return reply_of(loud[0]) if len(loud) == 1 else b""


def reply_of(uid: bytes) -> bytes:
    """Return a tag's reply to an inventory."""
    body = bytes(2) + bytes(reversed(uid))
    return body + iso15693.crc16(body).to_bytes(2, "little")


def drive(core: Generator[Any, Any, Any], hear: Callable[[Any], Any]) -> list[bytes]:
    """Let a protocol ask until it has done; give what it has found."""
    frame = next(core)
    try:
        while True:
            frame = core.send(hear(frame))
    except StopIteration as end:
        found: list[bytes] = end.value
        return found


class Proximity:
    """Cards of ISO 14443 A; `miscounts` makes the chip tell collisions at the wrong place."""

    def __init__(self, uids: Iterable[bytes], miscounts: int = 0) -> None:
        self.uids = set(uids)
        self.miscounts = miscounts
        self._halted: set[bytes] = set()
        self._awake: dict[bytes, int] = {}

    def scan(self) -> list[bytes]:
        """Read the field once, from its being switched on to its being switched off."""
        self._halted.clear()
        self._awake.clear()
        return drive(iso14443.scan(), self._hear)

    def scan_in_pieces(self, pieces: Iterable[int]) -> list[bytes]:
        """Read the field with so many frames in each slot, and the field off between two."""
        core = iso14443.scan()
        frame = next(core)
        try:
            for frames in pieces:
                self._halted.clear()
                self._awake.clear()
                for _ in range(frames):
                    frame = core.send(self._hear(frame))
                frame = core.throw(iso14443.FieldOff())
        except StopIteration as end:
            found: list[bytes] = end.value
            return found
        raise AssertionError("the scan has not come to its end")

    def _hear(self, frame: iso14443.Frame) -> iso14443.Answer | None:
        data, bits, crc, _ = frame
        if len(data) == 1:
            assert bits == 7
            assert data == bytes((iso14443.REQA,))
            assert not crc
            self._awake = dict.fromkeys(sorted(self.uids - self._halted), 0)
            return iso14443.Answer(b"\x44\x00", None) if self._awake else None
        if data == bytes((iso14443.HLTA, 0)):
            self._halted |= {
                uid for uid, level in self._awake.items() if level == len(parts_of(uid))
            }
            return None
        level = iso14443.LEVELS.index(data[0])
        if data[1] == iso14443.SELECT:
            return self._select(data, level, crc)
        return self._anticollision(frame, level)

    def _select(self, data: bytes, level: int, crc: bool) -> iso14443.Answer | None:
        assert crc
        assert len(data) == 7
        answer = None
        for uid, reached in self._awake.items():
            parts = parts_of(uid)
            if reached == level < len(parts) and parts[level] == data[2:]:
                self._awake[uid] = level + 1
                sak = bytes((4 if level + 1 < len(parts) else 8,))
                answer = iso14443.Answer(sak + iso14443.crc_a(sak).to_bytes(2, "little"), None)
        return answer

    def _anticollision(self, frame: iso14443.Frame, level: int) -> iso14443.Answer | None:
        data, bits, crc, align = frame
        assert not crc
        assert data[1] & 7 == bits == align
        known = ((data[1] >> 4) - 2) * 8 + bits
        value = int.from_bytes(data[2:], "little")
        heard = set()
        for uid, reached in self._awake.items():
            parts = parts_of(uid)
            if reached == level < len(parts):
                number = int.from_bytes(parts[level], "little")
                if number & (1 << known) - 1 == value & (1 << known) - 1:
                    heard.add(number >> known)
        if not heard:
            return None
        together, differ = 0, 0
        for number in heard:
            together |= number
            differ |= number ^ next(iter(heard))
        collision = (differ & -differ).bit_length() - 1 if differ else None
        if collision is not None:
            collision += self.miscounts
        length = (40 - known + align + 7) // 8
        return iso14443.Answer((together << align).to_bytes(length, "little"), collision)


def parts_of(uid: bytes) -> list[bytes]:
    """Return what a card says in each level: four bytes and their checksum."""
    parts = []
    while len(uid) > 4:
        parts.append(bytes((iso14443.CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    return [part + bytes((iso14443.checksum(part),)) for part in [*parts, uid]]
