"""A board that is no node of ours: it says nothing but junk, as much as goes over the line."""

import json

ZEROS: "list[bool]" = [False]


def start(_boot: int, options: object) -> None:
    """Switch on; with the option `zeros` there are zeros in the junk, as between frames."""
    ZEROS[0] = "zeros" in json.dumps(options)


def turn(_data: bytes, _now: int, room: int) -> bytes:
    """Speak."""
    return (b"Hello?\x00" if ZEROS[0] else b"Hello? ") * (room // 7)


def due(now: int) -> int:
    """Return when `turn` is to be called at the latest."""
    return now + 1
