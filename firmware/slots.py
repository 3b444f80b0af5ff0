"""Two copies of the firmware on a board, so that a bad update is undone automatically.

The folders /a and /b hold one copy each, and a pointer file names the copy to run. An update
replaces the pointer file last, by a rename, so a board unplugged in the middle of an update starts
its old copy. A new copy is on trial until it has been proven to work (`confirmed`). While on trial,
it is started at most three times; after that, the previous copy runs again.

This file and /main.py are outside the two folders and do not depend on their contents.
"""

import json
import os
from collections import namedtuple

Pointer = namedtuple("Pointer", ("current", "previous", "starts", "confirmed"))
"""The copy to run, the previous one ("" for none), the number of times that the current one has
been started without being proven to work, and whether it has been proven to work."""

SLOTS = ("a", "b")
POINTER = "/slot.json"
HOLD = "/hold"
"""If this file exists, the board does not start its firmware, because somebody is about to write
files to the board."""

TRIES = 3
TRIAL_WATCHDOG = 8300
"""The watchdog's timeout (ms) for a copy on trial, so that the board is reset if the copy hangs;
the maximum on an RP2040 is 8388."""


def read(text: str) -> "Pointer | None":
    """Return the pointer parsed from a pointer file's text, or None for invalid text."""
    try:
        data = json.loads(text)
        pointer = Pointer(
            str(data["current"]),
            str(data["previous"]),
            int(data["starts"]),
            bool(data["confirmed"]),
        )
    except (ValueError, KeyError, TypeError):
        return None
    if pointer.current not in SLOTS or pointer.previous not in ("",) + SLOTS:
        return None
    return pointer


def text_of(pointer: Pointer) -> str:
    """Return a pointer as the text of a pointer file."""
    current, previous, starts, good = pointer
    text: str = json.dumps(
        {"current": current, "previous": previous, "starts": starts, "confirmed": good}
    )
    return text


def starting(pointer: Pointer) -> Pointer:
    """Return the pointer to store for this start.

    It counts the starts of a copy that is on trial. After too many starts without proof that the
    copy works, the pointer switches back to the previous copy.
    """
    if pointer.confirmed:
        return pointer
    if pointer.starts < TRIES or not pointer.previous:
        return Pointer(pointer.current, pointer.previous, pointer.starts + 1, False)
    return Pointer(pointer.previous, "", 0, True)


def confirmed(pointer: Pointer) -> Pointer:
    """Return the pointer with the current copy marked as proven to work."""
    return Pointer(pointer.current, pointer.previous, 0, True)


def free(pointer: "Pointer | None") -> str:
    """Return the folder to write an update to, which is never the one with the last good copy."""
    if pointer is None:
        return SLOTS[0]
    current: str = pointer.current
    return SLOTS[1 - SLOTS.index(current)] if pointer.confirmed else current


def switched(pointer: "Pointer | None", slot: str) -> Pointer:
    """Return the pointer to use once a complete new copy has been written to a free folder."""
    if pointer is None:
        return Pointer(slot, "", 0, False)
    return Pointer(slot, pointer.current if pointer.confirmed else pointer.previous, 0, False)


def load(root: str = "") -> "Pointer | None":
    """Return the board's pointer, or None if it has none."""
    try:
        with open(root + POINTER) as file:
            return read(file.read())
    except OSError:
        return None


def save(pointer: Pointer, root: str = "") -> None:
    """Replace the pointer file atomically."""
    with open(root + POINTER + ".new", "w") as file:
        file.write(text_of(pointer))
    os.rename(root + POINTER + ".new", root + POINTER)


def begin(root: str = "") -> "Pointer | None":
    """Record this start in the pointer file, and return the pointer to the copy to run.

    Return None if the board has no valid pointer file, or if the file `HOLD` exists. In the latter
    case, delete that file.
    """
    try:
        os.remove(root + HOLD)
        return None
    except OSError:
        pass
    pointer = load(root)
    if pointer is None:
        return None
    now = starting(pointer)
    if now != pointer:
        save(now, root)
    return now


def confirm(root: str = "") -> None:
    """Record in the pointer file that the running copy has been proven to work."""
    pointer = load(root)
    if pointer is not None and not pointer.confirmed:
        save(confirmed(pointer), root)


def launch(root: str = "") -> None:
    """Start the node, as `/main.py` does on a board. Returns only if the node must not start."""
    import machine  # type: ignore[import-not-found,unused-ignore]

    pointer = begin(root)
    if pointer is None:
        return
    watchdog = None if pointer.confirmed else machine.WDT(timeout=TRIAL_WATCHDOG)
    import sys

    sys.path.insert(0, root + "/" + pointer.current)
    try:
        from firmware.main import run

        run(watchdog, lambda: confirm(root))
    except Exception as error:  # noqa: BLE001 - the board must restart after any error
        import time

        print("the node has ended:", error)
        time.sleep(2)
        machine.reset()
