"""`make soak`: run each role on an emulated board for a long time, to check its heap for leaks.

A role with antennas reads an empty field and a field whose single tag changes five times a second,
and does the rest of its work ten times a second. The ring has no field; it runs for as long as the
other roles would need for the same number of scans. `gc.collect` is called before each check of the
heap, so whatever is left is still in use.
"""

import random
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from firmware.link import messages
from hardware.build.kit import role_file
from hardware.dry_run import uids
from tests.rig.emulated_board import MEASUREMENTS, field
from tests.rig.emulated_nodes import NodeOnBoard, keep

RESULTS: Final = MEASUREMENTS / "soak.json"

SCANS: Final = 20_000
"""Length of the soak, in scans, for a role with antennas."""

A_SCAN: Final = 10
"""Period of each antenna (ms). A board makes a scan about this often, even with two antennas."""

WARM: Final = 20_000
"""Time (ms) from the start of the soak until the first check of the heap."""

TICK: Final = 100
ANOTHER_TAG: Final = 2
"""The tag in the field is replaced once in this many ticks of `TICK` ms."""

TAGS: Final = 400
"""Number of different tags put into the field, one at a time: more than a node remembers."""


class Commanded(Protocol):
    """A board that accepts commands, emulated or simulated."""

    def command(self, command: messages.Command) -> None:
        """Send the board a command."""


Act = Callable[[Commanded, int], dict[str, Any]]
"""Gives a role something to do at a tick: takes the board and the tick's number, may send commands,
and returns the inputs to change, as for `NodeOnBoard.run`."""


def _reads(_node: Commanded, _tick: int) -> dict[str, Any]:
    return {}


def _is_pressed(_node: Commanded, tick: int) -> dict[str, Any]:
    # Use a mask without a real key, because 0 would be dropped as no change.
    return {"inputs": {"keys": 1 << (tick // 2 % 7 if tick % 2 else 7)}}


def _deals(node: Commanded, tick: int) -> dict[str, Any]:
    if tick % 10 == 0:
        node.command(messages.Command("servo", 0, 2000 if tick % 20 else 1000))
    return {"inputs": {"barrier": tick % 2}}


def _shines(node: Commanded, tick: int) -> dict[str, Any]:
    node.command(messages.Command("leds", 0, bytes((tick + at) % 256 for at in range(180))))
    return {}


def _role(file: str, antennas: int) -> dict[str, Any]:
    return role_file(file) | ({"antennas": [{"period": A_SCAN}] * antennas} if antennas else {})


SOAKS: Final[dict[str, tuple[dict[str, Any], Act]]] = {
    "antennas": (_role("antennas", 2), _reads),
    "seat": (_role("place", 2), _is_pressed),
    "shoe": (_role("shoe", 1), _deals),
    "ring": (_role("ring", 0), _shines),
}


def soak(
    image: Path, name: str, scans: int, told: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Run a role for `scans` scans, and return how its free heap changed.

    The results are: `scans` and `seconds`, the length so far; `free`, the free bytes at the first
    and the last check; `least`, the lowest number of free bytes at any check; `largest`, the
    lowest size of the largest free block at any check; and `turn`, the longest turn (ms).
    Every ten seconds, `told` is called with the results so far.
    """
    role, act = SOAKS[name]
    antennas = len(role.get("antennas", ()))
    chance = random.Random(35)
    tags = [uid.hex().upper() for uid in uids(TAGS, chance)]
    node = NodeOnBoard(image, role, [0] * antennas, soak=True)
    began = node.board.now
    looks: list[list[int]] = []
    figures: dict[str, Any] = {"scans": 0}
    longest = done = tick = 0
    with closing(node.board):
        while done < scans:
            seen = act(node, tick)
            if antennas and tick % ANOTHER_TAG == 0:
                seen["fields"] = {antennas - 1: field([tags[tick // ANOTHER_TAG % TAGS]])}
            node.run(TICK, **seen)
            tick += 1
            passed = node.board.now - began
            done = done + len(node.snapshots) if antennas else passed // A_SCAN
            turns = [line for line in node.board.lines if isinstance(line, list)]
            node.forget()
            if passed < WARM:
                continue
            longest = max([longest] + [line[2] for line in turns])
            new = [line[3:] for line in turns if len(line) > 3]
            looks += new
            if new:
                figures = {
                    "scans": done if antennas else 0,
                    "seconds": passed // 1000,
                    "free": [looks[0][0], looks[-1][0]],
                    "least": min(free for free, _ in looks),
                    "largest": min(largest for _, largest in looks),
                    "turn": longest / 1000,
                }
                told(figures)
    return figures


def main() -> None:
    """Soak every role, or only those named on the command line, and store the results.

    A number on the command line sets the length, in scans, for the roles after it.
    """
    image, names = Path(sys.argv[1]), sys.argv[2:] or list(SOAKS)
    scans = SCANS
    for name in names:
        if name.isdigit():
            scans = int(name)
            continue
        print(name, soak(image, name, scans, partial(keep, RESULTS, name)), flush=True)


if __name__ == "__main__":
    main()
