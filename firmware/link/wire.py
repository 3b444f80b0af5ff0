"""The frame codec for the link between the Pi and a node: bytes in, frames out, no I/O.

Both ends import this file, so it runs on CPython and on MicroPython. On the line, a frame is
COBS(head, seq, payload, CRC) between two zero bytes. No other byte is zero, so a frame that arrives
whole is readable, whatever came before it.

    head      protocol version in the upper 4 bits, kind in the lower 4
    seq       sequence number, 0 to 255
    payload   up to PAYLOAD bytes; their meaning depends on the kind
    CRC       CRC-16/CCITT of all bytes before it (polynomial 0x1021, from 0xFFFF), complemented,
              high byte first; without the complement, a frame whose CRC ends in a zero (one in 256)
              could lose its last byte unnoticed

One damaged frame in 65,536 passes the CRC by chance. It must still have a known version and kind,
and the right form for that kind. A wrong uid that passes all of these checks counts only if it
happens to be enrolled and is read again. In a sealed session (`seal.py`), such a frame has no valid
seal, and is dropped.
"""

from collections import namedtuple

from firmware.link.seal import SEAL

VERSION = 1
"""The protocol version of a link whose frames have no seals. `SEALED` is the highest version."""

SEALED = 2
"""The protocol version of a link whose frames have seals, because the node has a key."""

# The first three are the same in every version, so that incompatible ends can report it.
HELLO, ASK, REFUSED, WELCOME, READY, ACK, PING, SNAPSHOT, EVENT, COMMAND, LOG = range(1, 12)

PAYLOAD = 1000
"""The longest payload, in bytes: 124 uids of 8 bytes."""

_BODY = PAYLOAD + SEAL + 4
_ENCODED = _BODY + _BODY // 254 + 1

Frame = namedtuple("Frame", ("version", "kind", "seq", "payload"))
"""A frame: its protocol version, its kind and its sequence number, as integers, and its payload."""


def _crc_table() -> "list[int]":
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table.append(crc & 0xFFFF)
    return table


_TABLE = _crc_table()


def portable_crc(data: bytes, crc: int = 0xFFFF) -> int:
    """Return the CRC-16/CCITT of bytes; `crc` is the CRC of the preceding bytes."""
    table = _TABLE
    for byte in data:
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ byte]
    return crc


def portable_stuff(data: bytes) -> bytes:
    """Return data encoded without zero bytes (COBS).

    COBS (Cheshire and Baker, 1999) adds one byte, and one more for every 254 bytes.
    """
    out = bytearray()
    pieces = bytes(data).split(b"\x00")
    last = len(pieces) - 1
    for place, piece in enumerate(pieces):
        start, length = 0, len(piece)
        # A full block implies no zero, and no block follows it at the end of the data.
        while length - start > 254 or (length - start == 254 and place < last):
            out.append(255)
            out += piece[start : start + 254]
            start += 254
        out.append(length - start + 1)
        out += piece[start:]
    return bytes(out)


def portable_unstuff(data: bytes) -> "bytes | None":
    """Return the original input of `stuff`, or None for bytes that it never produces."""
    out = bytearray()
    place, end = 0, len(data)
    while place < end:
        code = data[place]
        block = data[place + 1 : place + code]
        # `0 in block` would not work: MicroPython lacks it for some kinds of bytes.
        if code == 0 or len(block) != code - 1 or block.find(b"\x00") >= 0:
            return None
        out += block
        place += code
        if code != 255 and place < end:
            out.append(0)
    return bytes(out) if end else None


try:
    # A board has native code for these.
    from firmware.reading import native
except (ImportError, SyntaxError):
    stuff, unstuff = portable_stuff, portable_unstuff
    try:
        # CPython has this CRC in C, and the controller reads the lines of many nodes.
        from binascii import crc_hqx as _crc
    except ImportError:
        _crc = portable_crc  # type: ignore[assignment]
else:
    _room = bytearray(_ENCODED + 1)

    def _crc(data: "bytes | bytearray", crc: int) -> int:  # type: ignore[misc]
        whole: int = native.crc_ccitt(data, len(data), crc)
        return whole

    def stuff(data: bytes) -> bytes:
        """Return data encoded without zero bytes (COBS)."""
        return bytes(memoryview(_room)[: native.stuff(data, len(data), _room)])

    def unstuff(data: bytes) -> "bytes | None":
        """Return the original input of `stuff`, or None for bytes that it never produces."""
        if not 0 < len(data) <= _ENCODED:
            return None
        count = native.unstuff(data, len(data), _room)
        return bytes(memoryview(_room)[:count]) if count >= 0 else None


def encode(kind: int, seq: int, payload: bytes = b"", version: int = VERSION) -> bytes:
    """Return a frame as sent over the line, with its zero bytes.

    Raises `ValueError` for a kind or version outside 0 to 15, a seq outside 0 to 255 and a payload
    that is too long. The payload of a sealed frame includes its seal.
    """
    if not (0 <= kind < 16 and 0 <= version < 16 and 0 <= seq < 256):
        raise ValueError("kind and version must be 0 to 15, and seq 0 to 255")
    if len(payload) > PAYLOAD + (SEAL if version == SEALED else 0):
        raise ValueError(f"a frame holds at most {PAYLOAD} bytes, not {len(payload)}")
    body = bytes((version << 4 | kind, seq)) + payload
    crc = _crc(body, 0xFFFF) ^ 0xFFFF
    return b"\x00" + stuff(body + bytes((crc >> 8, crc & 0xFF))) + b"\x00"


def longest(payload: int) -> int:
    """Return the maximum length on the wire, in bytes, of a frame with `payload` bytes."""
    body = payload + 4
    return body + body // 254 + 3


def decode(encoded: bytes) -> "Frame | None":
    """Return the frame between two zero bytes, or None if the bytes are not a frame."""
    if len(encoded) > _ENCODED:
        return None
    body = unstuff(encoded)
    if body is None or not 4 <= len(body) <= _BODY:
        return None
    if _crc(body[:-2], 0xFFFF) ^ 0xFFFF != body[-2] << 8 | body[-1]:
        return None
    return Frame(body[0] >> 4, body[0] & 15, body[1], body[2:-2])


class Decoder:
    """Assembles frames from pieces of any size; it buffers at most one incomplete frame.

    `good` counts the frames, and `bad` the byte sequences that were not frames; both only increase.
    """

    def __init__(self) -> None:
        self.good = 0
        self.bad = 0
        self._part = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> "list[Frame]":
        """Return the frames completed by these bytes. Never raises, whatever the bytes are."""
        data = bytes(data)
        self._part += data
        if data.find(b"\x00") < 0 and len(self._part) <= _ENCODED:
            # This is the usual case on a board, where a frame arrives in many pieces.
            return []
        pieces = bytes(self._part).split(b"\x00")
        self._part = bytearray(pieces.pop())
        frames = []
        for piece in pieces:
            if self._skipping:
                self._skipping = False
                continue
            # An empty piece is the gap between two frames.
            if not piece:
                continue
            frame = decode(piece)
            if frame is None:
                self.bad += 1
            else:
                self.good += 1
                frames.append(frame)
        if len(self._part) > _ENCODED:
            # No frame is that long, so skip everything up to the next zero.
            self._part = bytearray()
            if not self._skipping:
                self._skipping = True
                self.bad += 1
        return frames
