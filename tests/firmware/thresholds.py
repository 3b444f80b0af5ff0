"""A program for a simulated board: the heap threshold after the imports and in the node loop."""

import gc
import json

import firmware
from firmware.main import NodeLoop

IMPORTS = gc.threshold()  # type: ignore[attr-defined]


def start(_boot: int, _options: object) -> None:
    """Switch on; there is nothing to do."""


def turn(data: bytes, _now: int, _room: int) -> bytes:
    """Answer with the threshold after the imports, its expected value, and that of a loop."""
    if not data:
        return b""
    NodeLoop(None, None, None, bool, 0)  # type: ignore[arg-type]
    loop = gc.threshold()  # type: ignore[attr-defined]
    return json.dumps([IMPORTS, firmware.IMPORTED, loop]).encode() + b"\n"


def due(now: int) -> int:
    """Return when `turn` is to be called at the latest."""
    return now + 1000
