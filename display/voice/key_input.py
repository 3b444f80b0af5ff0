"""A seat's keys, read from a terminal or from the seat's own keyboard or keypad."""

import fcntl
import logging
import os
import re
import select
import struct
import sys
import termios
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from display.voice.key_bindings import ENTER, ERASE, ESCAPE

log = logging.getLogger(__name__)

Layout = Literal["qwerty", "azerty"]
LAYOUTS: tuple[Layout, ...] = ("qwerty", "azerty")

EVENT = struct.Struct("llHHi")
"""The layout of a Linux input event: two longs for the time, then type, code and value."""

EV_KEY = 1
DOWN = 1
GRAB = 0x40044590

_ROWS: dict[Layout, tuple[tuple[int, str], ...]] = {
    "qwerty": ((16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM")),
    "azerty": ((16, "AZERTYUIOP"), (30, "QSDFGHJKLM"), (44, "WXCVBN")),
}
_COMMON = {
    **{code: str((code - 1) % 10) for code in range(2, 12)},
    71: "7", 72: "8", 73: "9", 74: "-", 75: "4", 76: "5", 77: "6", 78: "+", 79: "1", 80: "2",
    81: "3", 82: "0", 83: ".", 55: "*", 98: "/", 28: ENTER, 96: ENTER, 1: ESCAPE, 14: ERASE,
}  # fmt: skip
_SEQUENCE = re.compile(rb"\x1b(?:\[\[?[0-?]*[ -/]*[@-~]|O[@-~])")
"""The bytes sent by a key such as an arrow; the letter at their end is not a key press."""

_BEGUN = re.compile(rb"\x1b(?:\[\[?[0-?]*[ -/]*|O)?\Z")
SEQUENCE_WITHIN = 0.05
"""Seconds to wait for a key's other bytes after an Escape byte; with none, the key is Escape."""

_TERMINAL = {"\r": ENTER, "\n": ENTER, "\x1b": ESCAPE, "\x7f": ERASE, "\b": ERASE}


def key_of(code: int, layout: Layout) -> str:
    """Return the key for a Linux key code, or "" if that code has no function at a seat."""
    if code in _COMMON:
        return _COMMON[code]
    for first, letters in _ROWS[layout]:
        if first <= code < first + len(letters):
            return letters[code - first]
    return ""


def device_keys(path: Path, layout: Layout) -> Iterator[str]:
    """Yield the keys pressed on an input device (/dev/input/by-id/...).

    The device is grabbed if possible, so that its keys reach no other program. Iteration
    stops when the device is unplugged. Raises `OSError` if it can't be opened.
    """
    with path.open("rb", buffering=0) as device:
        try:
            fcntl.ioctl(device, GRAB, 1)
        except OSError:
            log.warning("%s: its keys go to other programs too", path)
        while True:
            try:
                data = device.read(EVENT.size)
            except OSError:
                return
            if not data or len(data) < EVENT.size:
                return
            _, _, kind, code, value = EVENT.unpack(data)
            key = key_of(code, layout) if kind == EV_KEY and value == DOWN else ""
            if key:
                yield key


def terminal_keys(end: int | None = None) -> Iterator[str]:
    """Yield the keys typed in a terminal, one by one, until ctrl-D or until it is closed.

    `end` is the terminal's file descriptor; None means standard input.
    """
    line = sys.stdin.fileno() if end is None else end
    before = termios.tcgetattr(line) if os.isatty(line) else None
    try:
        if before is not None:
            tty.setcbreak(line)
        while data := os.read(line, 64):
            typed = _SEQUENCE.sub(b"", _completed(line, data)).decode("ascii", errors="ignore")
            keys, end_of_file, _ = typed.partition("\x04")
            for key in keys:
                yield _TERMINAL.get(key, key)
            if end_of_file:
                return
    except OSError:
        return
    finally:
        if before is not None:
            termios.tcsetattr(line, termios.TCSADRAIN, before)


def _completed(line: int, data: bytes) -> bytes:
    """Return `data` from a terminal; if it ends in the middle of a key's bytes, add the others."""
    while _BEGUN.search(data) and select.select([line], [], [], SEQUENCE_WITHIN)[0]:
        more = os.read(line, 64)
        if not more:
            break
        data += more
    return data
