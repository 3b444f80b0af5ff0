"""A simulated board: the firmware in the real MicroPython interpreter, in a separate process."""

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from hardware.twin.boards.rack import FIRMWARE, INTERPRETER, NoInterpreter

SCRIPT = Path(__file__).with_name("board.mjs")


class TwinBoard:
    """A simulated board that runs a program.

    Its serial line consists of the pipes `tx` (output) and `rx` (input). The program is a file with
    `start(boot, options)`, `turn(data, now, room)` and `due(now)`, as described in `board.mjs`.
    """

    def __init__(self, program: Path, options: Mapping[str, object] | None = None) -> None:
        """Switch the board on; `options` are passed to the program. Raises `NoInterpreter`."""
        node = shutil.which("node")
        if node is None or not INTERPRETER.exists():
            raise NoInterpreter(
                "the MicroPython interpreter that simulates boards is missing: it needs"
                " Node.js and, in a checkout of the project, make setup"
            )
        self._node = node
        self._program = program
        self._options = dict(options or {})
        self._process = self._start()

    @property
    def tx(self) -> int:
        """Return the file descriptor for reading the board's output."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    @property
    def rx(self) -> int:
        """Return the file descriptor for writing the board's input."""
        assert self._process.stdin is not None
        return self._process.stdin.fileno()

    def reset(self) -> None:
        """Restart the program, which loses all its state."""
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
            [self._node, str(SCRIPT), str(FIRMWARE), str(self._program),
             json.dumps(options)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        assert process.stdin is not None
        # A board that does not listen must not block the process that talks to it.
        os.set_blocking(process.stdin.fileno(), False)
        return process
