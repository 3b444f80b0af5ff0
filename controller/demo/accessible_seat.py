"""The demo's accessible seat: what its earpiece says, as text in a separate file."""

import subprocess
from pathlib import Path

from controller.play.sinks.servers import TAPIS, wait_or_kill
from controller.run.sockets.seat_sockets import socket_of

SEAT = 3
GRACE_S = 3.0


class Ears:
    """The words spoken to seat 3, written to a file as lines of text.

    The file `heard` has mode 0600, because its words are meant for that seat alone.
    """

    def __init__(self, folder: Path, port: int, topic: str, language: str) -> None:
        """Start the earpiece of seat 3, whose socket is in `folder`; the broker is on `port`."""
        name = topic.rpartition("/")[2]
        self.heard = folder / f"seat-{SEAT}.txt"
        self.heard.touch(0o600)
        words = [*TAPIS, "voice", "seat", str(SEAT), "--text", "--language", language]
        words += ["--port", str(port), "--protocol", "3.1.1", "--topic", topic]
        words += ["--line", str(socket_of(folder, name, SEAT))]
        with self.heard.open("wb") as out:
            self._voice = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip

    def hush(self) -> None:
        """Ask the earpiece's process to end, without waiting for it."""
        assert self._voice.stdin is not None
        self._voice.stdin.close()

    def close(self) -> None:
        """End the earpiece's process, and wait for it."""
        self.hush()
        wait_or_kill(self._voice, GRACE_S)
