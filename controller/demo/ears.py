"""The demo's accessible seat: its private line, and its ear in writing in a file of its own."""

import asyncio
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from controller.contract.observations import Declared, DeviceBack, DeviceLost
from controller.run.seat_sockets import SeatSockets, socket_of
from controller.table.state import Table

SEAT = 3
GRACE_S = 3.0
VOICE = (sys.executable, "-c", "from controller.cli import app; app()", "voice", "seat", str(SEAT))


class Ears:
    """The private lines of the demo's seats, and what seat 3 hears, as lines of text.

    The file `heard` is of mode 0600, as what it says is that seat's alone.
    """

    def __init__(self, port: int, topic: str, seats: int, language: str) -> None:
        """Open the lines of a table whose broker listens on `port`, and listen at seat 3."""
        self._folder = tempfile.TemporaryDirectory(prefix="tapis-ears-")
        folder = Path(self._folder.name)
        name = topic.rpartition("/")[2]
        self.heard = folder / f"seat-{SEAT}.txt"
        self.heard.touch(0o600)
        self._loop = asyncio.new_event_loop()
        self._sockets = SeatSockets(folder, name, seats, _pressed, lambda: 0)
        self._loop.run_until_complete(self._sockets.open())
        self._thread = threading.Thread(target=self._loop.run_forever, name="ears", daemon=True)
        self._thread.start()
        words = ["--text", "--port", str(port), "--protocol", "3.1.1", "--topic", topic]
        words += ["--line", str(socket_of(folder, name, SEAT)), "--language", language]
        with self.heard.open("wb") as out:
            self._voice = subprocess.Popen(
                (*VOICE, *words), stdin=subprocess.PIPE, stdout=out, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip

    def show(self, table: Table) -> None:
        """Whisper to each seat what is its own; may be called from any thread."""
        self._loop.call_soon_threadsafe(self._sockets.show, table)

    def close(self) -> None:
        """Close the lines; the file is gone with them."""
        assert self._voice.stdin is not None
        self._voice.stdin.close()
        try:
            self._voice.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            self._voice.kill()
            self._voice.wait()
        asyncio.run_coroutine_threadsafe(self._sockets.close(), self._loop).result(GRACE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(GRACE_S)
        self._loop.close()
        self._folder.cleanup()


def _pressed(_: Declared | DeviceBack | DeviceLost) -> None:
    """Let a key of the seat be: the demo's dealer alone moves the table."""
