"""The seat's end of its private connection to the table.

It receives the player's secrets from the table, and sends key presses to it.
"""

import logging
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Self

import msgspec

from controller.contract.private import EarSaid, Pressed, SeatSecret

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds between attempts to reach a controller that is down."""

_SECRET = msgspec.json.Decoder(SeatSecret)
_MOST = 64 * 1024


class PrivateLine:
    """One seat's private connection to its table.

    `own` is the last secret received; it is empty while the connection is down. Whenever `own`
    changes, the function `changed` is called with it, in the connection's thread.
    """

    def __init__(self, path: Path, seat: int, changed: Callable[[SeatSecret], None]) -> None:
        """Prepare a connection to a seat's socket at `path`; `__enter__` opens it."""
        self._path = path
        self._seat = seat
        self._changed = changed
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self.own = SeatSecret(seat)
        self._thread = threading.Thread(target=self._run, name="private line", daemon=True)

    def __enter__(self) -> Self:
        """Start connecting and listening in the background."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self._stopping.set()
        with self._lock:
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)

    def send(self, said: Pressed | EarSaid) -> bool:
        """Send the table a message; return False if the table is not connected."""
        with self._lock:
            if self._socket is None:
                return False
            try:
                self._socket.sendall(msgspec.json.encode(said) + b"\n")
            except OSError:
                return False
        return True

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with socket.socket(socket.AF_UNIX) as end:
                    end.connect(str(self._path))
                    with self._lock:
                        self._socket = end
                    self._listen(end)
            except OSError as error:
                log.debug("the private line of seat %d: %s", self._seat, error.strerror)
            finally:
                with self._lock:
                    self._socket = None
                self._tell(SeatSecret(self._seat))
            self._stopping.wait(AGAIN)

    def _listen(self, end: socket.socket) -> None:
        waiting = b""
        while data := end.recv(4096):
            *lines, waiting = (waiting + data).split(b"\n")
            if len(waiting) > _MOST:
                raise OSError("a line without an end")
            for line in lines:
                try:
                    told = _SECRET.decode(line)
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                    log.warning("the private line of seat %d sent something unreadable", self._seat)
                    continue
                if told.seat == self._seat:
                    self._tell(told)

    def _tell(self, told: SeatSecret) -> None:
        if told != self.own:
            self.own = told
            self._changed(told)
