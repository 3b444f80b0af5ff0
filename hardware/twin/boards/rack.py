"""A rack of simulated circuit boards: one Node.js process with an interpreter for each board.

The rack's owner sets the time, and the boards never run beyond it.
"""

import json
import os
import secrets
import shutil
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from controller.contract.errors import TapisError

FOLDER = Path(__file__).parent
FIRMWARE = FOLDER.parents[2] / "firmware"
INTERPRETER = FOLDER.parents[2] / "node_modules/@micropython/micropython-webassembly-pyscript"
CHIPS = FOLDER.parent / "chips"
PROGRAM = CHIPS / "program.py"

Role = Mapping[str, Any]
"""The content of a board's /role.json."""


class NoInterpreter(TapisError, OSError):
    """This machine has no MicroPython interpreter; the message says what to do."""


class RackFailed(TapisError, RuntimeError):
    """A rack's process or a board's program has ended; the message says which."""


class Orders(msgspec.Struct, omit_defaults=True):
    """The input of a rack's circuit boards for one step, by board.

    `to` is the time (ms) at which the step ends. `rx` holds the bytes to receive, in hex. `fields`
    holds the current contents of the antennas' radio fields, by antenna number. `inputs` holds the
    new values of inputs, by name.
    """

    to: int
    rx: dict[str, str] = {}
    fields: dict[str, dict[int, Any]] = {}
    inputs: dict[str, dict[str, Any]] = {}


class Passed(msgspec.Struct):
    """The results of a step.

    `due` is the time (ms) at which a board next needs to run. `tx` holds the bytes that each board
    has sent, in hex. `out` has the other outputs as (board, name, value). `dead` gives the reason
    for each board that has ended.
    """

    due: float = 1e15
    tx: dict[str, str] = {}
    out: list[tuple[str, str, Any]] = []
    dead: dict[str, str] = {}


class Rack:
    """The process that simulates a rack of boards, which share one clock, in ms."""

    def __init__(self, program: Path = PROGRAM, emulated: Sequence[Path] = ()) -> None:
        """Start the process, without a board. Raises `NoInterpreter`.

        `emulated` gives the image, ROM and files of a single, fully emulated board.
        """
        node = shutil.which("node")
        if node is None or not INTERPRETER.exists():
            raise NoInterpreter(
                "the MicroPython interpreter that simulates boards is missing: it needs"
                " Node.js and, in a checkout of the project, make setup node_modules/.ready"
            )
        command = [FOLDER / "rack.mjs", FIRMWARE, CHIPS, program]
        if emulated:
            command = [FOLDER / "emulated.mjs", *emulated]
        self._process = subprocess.Popen(
            [node, *map(str, command)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders = self._process.stdin.fileno()
        self._answers = self._process.stdout.fileno()
        self._rest = b""
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(Passed).decode
        self.close = weakref.finalize(self, _end, self._process)
        """Switches all boards off; may be called twice."""
        self.boards: set[str] = set()
        self.end()

    def switch_on(self, name: str, role: Role, at: int, boot: int | None = None) -> None:
        """Switch on a board at time `at` (ms), or reset it if it is already on.

        A reset board starts with only its `role`, and loses its fields and inputs. `boot` is the
        number of this start, or None for a random one. Raises `RackFailed` if the board's program
        can't start.
        """
        number = secrets.randbits(30) if boot is None else boot
        order = {"on": name, "role": role, "boot": number, "at": at}
        self._write(json.dumps(order).encode())
        self.boards.add(name)
        self.end()

    def switch_off(self, name: str) -> None:
        """Switch off a board."""
        self._write(json.dumps({"off": name}).encode())
        self.boards.discard(name)
        self.end()

    def begin(self, orders: Orders) -> None:
        """Start a step on all boards; `end` waits for its result."""
        self._write(self._encode(orders))

    def end(self) -> Passed:
        """Wait until the last order, such as `begin`, has been carried out; return its results.

        Raises `RackFailed`.
        """
        while b"\n" not in self._rest:
            more = os.read(self._answers, 1 << 16)
            if not more:
                raise RackFailed("the process of the simulated boards has exited; see its output")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        passed = self._decode(line)
        if passed.dead:
            name, why = next(iter(passed.dead.items()))
            raise RackFailed(f"the program of the simulated board {name} has exited: {why}")
        return passed

    def _write(self, line: bytes) -> None:
        line += b"\n"
        try:
            while line:
                line = line[os.write(self._orders, line) :]
        except OSError:
            raise RackFailed("the process of the simulated boards has exited") from None


def _end(process: "subprocess.Popen[bytes]") -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.kill()
    process.wait()
