"""The heap of each role on the interpreter: it does not grow.

`make soak` looks at 20,000 scans, `make test` at fewer: TAPIS_SOAK is their number. How it
fragments only a board's own heap shows, which is as large as it is (docs/measurements/soak.json).
"""

import os
import random
from pathlib import Path

import pytest

from firmware.link import messages
from firmware.reading.iso15693 import KEPT
from hardware.dry_run import uids
from hardware.twin.boards.rack import PROGRAM
from tests.firmware.host import Host
from tests.rig.emulated_soak import A_SCAN, ANOTHER_TAG, SOAKS, TAGS, TICK

SCANS = int(os.environ.get("TAPIS_SOAK", "2000"))

LOOK = """
import gc

plain = turn
told = [0]


def turn(data, now, room):
    out = plain(data, now, room)
    if now - told[0] >= 1000:
        told[0] = now
        gc.collect()
        Program.node.log("debug", "heap %d" % gc.mem_alloc())
    return out
"""
"""Every second the board says how much of its heap is in use."""

NOISE = 24_576
"""That varies by 22 KB: what is remembered of tags is forgotten at once, when it is too much."""


class Commands:
    """A board that takes commands from its host."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def command(self, command: messages.Command) -> None:
        """Send it one."""
        self._host.say(command.what, command.value)


@pytest.mark.parametrize("name", SOAKS)
def test_the_heap_of_a_role_does_not_grow(name: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.read_text() + LOOK)
    role, act = SOAKS[name]
    # No display hangs on this board.
    role = {key: value for key, value in role.items() if key != "display"}
    antennas = len(role.get("antennas", ()))
    tags = [uid.hex().upper() for uid in uids(TAGS, random.Random(35))]
    with Host(role, program=program) as host:
        board = Commands(host)
        for tick in range(SCANS * A_SCAN // TICK):
            for what, value in act(board, tick).get("inputs", {}).items():
                host.input(what, value)
            if antennas and tick % ANOTHER_TAG == 0:
                host.field(antennas - 1, tags[tick // ANOTHER_TAG % TAGS])
            host.run(TICK)
        used = [int(text.split()[1]) for _, text in host.logs if text.startswith("heap")]
        scans = len(host.snapshots)
    assert scans >= 0.9 * SCANS * bool(antennas)
    # Until so many tags have come, more and more of them are remembered.
    used = used[KEPT * ANOTHER_TAG * TICK // 1000 :]
    first, second = used[: len(used) // 2], used[len(used) // 2 :]
    print(f"{name}: {scans} scans; bytes in use: {used[0]}, then <= {max(first)}, {max(second)}")
    assert max(second) <= max(first) + NOISE
