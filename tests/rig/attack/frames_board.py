"""Makes frames of ten tags and reads them, with a seal or without. For CPython and MicroPython."""

from firmware import seal, wire

PAYLOAD = bytes(range(3, 86))


def rounds(count: int, sealed: bool) -> None:
    """Make so many frames, and read each. Raises `AssertionError` if one is not what it was."""
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
    """Do what a line `SEALED COUNT` says, and say that it is done."""
    if not data:
        return b""
    which, count = data.split()
    rounds(int(count), which == b"1")
    return b"done\n"


def due(now: int) -> int:
    """Return when `turn` is to be called at the latest."""
    return now + 1000
