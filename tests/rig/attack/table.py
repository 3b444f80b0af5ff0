"""The table under attack: `tapis run` in a process of its own, on a disk that may be slow."""

import math
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Self

from controller.contract.errors import TapisError

READY_WITHIN: Final = 60.0
ENDS_WITHIN: Final = 25.0
PAGE: Final = os.sysconf("SC_PAGE_SIZE")

LAUNCH: Final = """
import os, sqlite3, sys, time
wait = float(sys.argv.pop(1)) / 1000
connect, fsync, fdatasync = sqlite3.connect, os.fsync, os.fdatasync

def slow_connect(*args, **named):
    connection = connect(*args, **named)

    def begins(statement):
        word = statement.split(None, 1)[0].upper()
        alone = word in ("INSERT", "UPDATE", "DELETE") and not connection.in_transaction
        if word == "COMMIT" or alone:
            time.sleep(wait)

    connection.set_trace_callback(begins)
    return connection

def slow(sync):
    def synced(file):
        time.sleep(wait)
        sync(file)
    return synced

if wait:
    sqlite3.connect, os.fsync, os.fdatasync = slow_connect, slow(fsync), slow(fdatasync)
from controller.cli import app
app()
"""
"""Starts a command whose disk takes extra ms per sync: SQLite reports the start of each."""


class NoTable(TapisError):
    """A table that does not start or stop; the message is its log."""


class TableProcess:
    """`tapis run` with a config, ready when the block begins and gone when it ends.

    `sync_ms` is the extra time of each disk sync.
    """

    def __init__(self, config: Path, sync_ms: float = 0.0) -> None:
        """Prepare to start it."""
        self._config = config
        self._sync_ms = sync_ms
        self._log = config.parent / "log"
        self._process: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        """Start it, and wait until it is ready. Raises `NoTable`."""
        notify = self._config.parent / "notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(str(notify))
            heard.settimeout(0.1)
            self._process = subprocess.Popen(
                [sys.executable, "-c", LAUNCH, str(self._sync_ms), "run", "--config",
                 str(self._config)],
                stderr=self._log.open("wb"), env={**os.environ, "NOTIFY_SOCKET": str(notify)},
            )  # fmt: skip
            ends = time.monotonic() + READY_WITHIN
            while time.monotonic() < ends and self._process.poll() is None:
                try:
                    if heard.recv(4096).startswith(b"READY=1"):
                        return self
                except TimeoutError:
                    continue
        self._process.kill()
        self._process.wait()
        raise NoTable(f"the controller is not ready; it said:\n{self.said()}")

    def said(self) -> str:
        """Return its log."""
        return self._log.read_text("utf-8", "replace")

    def megabytes(self) -> float:
        """Return its current memory in MB."""
        return megabytes(self._process.pid)

    def stop(self) -> float:
        """Ask it to stop as systemd does; return the seconds that takes, `inf` for too many.

        Raises `NoTable` if it ends with an error.
        """
        began = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        try:
            status = self._process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            return math.inf
        if status:
            raise NoTable(f"the controller has ended with status {status}:\n{self.said()}")
        return time.monotonic() - began

    def __exit__(self, *_: object) -> None:
        """Kill it, if it has not been stopped."""
        self._process.kill()
        self._process.wait()


def megabytes(pid: int) -> float:
    """Return the current memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * PAGE / 1e6
