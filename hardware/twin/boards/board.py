"""A board without a board: the firmware on the real MicroPython interpreter, in a process."""

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from controller.contract.errors import TapisError

FOLDER = Path(__file__).parent
FIRMWARE = FOLDER.parents[2] / "firmware"
INTERPRETER = FOLDER.parents[2] / "node_modules/@micropython/micropython-webassembly-pyscript"


class NoInterpreter(TapisError, OSError):
    """There is no MicroPython interpreter on this machine; the text says what to do."""


class TwinBoard:
    """A board that runs a program; its serial line are the pipes `tx` (from it) and `rx` (to it).

    The program is a file with `start(boot, options)`, `turn(data, now, room)` and `due(now)`, as
    `board.mjs` says.
    """

    def __init__(self, program: Path, options: Mapping[str, object] | None = None) -> None:
        """Switch the board on. Raises `NoInterpreter`."""
        node = shutil.which("node")
        if node is None or not INTERPRETER.exists():
            raise NoInterpreter(
                "the MicroPython interpreter that boards are simulated with is not here: it needs"
                " Node.js and, in a checkout of the project, make setup"
            )
        self._node = node
        self._program = program
        self._options = dict(options or {})
        self._process = self._start()

    @property
    def tx(self) -> int:
        """Return the descriptor that gives what the board sends."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    @property
    def rx(self) -> int:
        """Return the descriptor that takes what the board is sent."""
        assert self._process.stdin is not None
        return self._process.stdin.fileno()

    def reset(self) -> None:
        """Start the program anew; nothing of what it knew is left."""
        self.close()
        self._process = self._start()

    def close(self) -> None:
        """Switch the board off."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _start(self) -> subprocess.Popen[bytes]:
        options = {"boot": secrets.randbits(30), **self._options}
        process = subprocess.Popen(
            [self._node, str(FOLDER / "board.mjs"), str(FIRMWARE), str(self._program),
             json.dumps(options)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        assert process.stdin is not None
        # A board that does not listen must not stop whoever talks to it.
        os.set_blocking(process.stdin.fileno(), False)
        return process
