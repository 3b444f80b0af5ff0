"""Encodes and decodes frames of ten tags, sealed or not. For CPython and MicroPython."""

from firmware.link import seal, wire

PAYLOAD = bytes(range(3, 86))


def rounds(count: int, sealed: bool) -> None:
    """Encode and decode `count` frames. Raises `AssertionError` if one comes out different."""
    ours, theirs = seal.Seal(b"key", False), seal.Seal(b"key", True)
    decoder = wire.Decoder()
    for _ in range(count):
        if sealed:
            payload = ours.close(wire.SNAPSHOT, 1, PAYLOAD)
            (frame,) = decoder.feed(wire.encode(wire.SNAPSHOT, 1, payload, wire.SEALED))
            read = theirs.open(frame.kind, frame.seq, frame.payload)
        else:
            (frame,) = decoder.feed(wire.encode(wire.SNAPSHOT, 1, PAYLOAD))
            read = frame.payload
        assert read == PAYLOAD


def start(_boot: int, _options: object) -> None:
    """Switch on."""


def turn(data: bytes, _now: int, _room: int) -> bytes:
    """Carry out a line `SEALED COUNT`, and report that it is done."""
    if not data:
        return b""
    which, count = data.split()
    rounds(int(count), which == b"1")
    return b"done\n"


def due(now: int) -> int:
    """Return the latest time at which `turn` must be called."""
    return now + 1000
