"""Servers that a simulated table needs, run as child processes."""

import getpass
import shutil
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Self

from controller.contract.errors import TapisError
from hardware.free_ports import free_port

UP_WITHIN = 30.0
ENDS_WITHIN = 10.0
TAPIS = (sys.executable, "-c", "from controller.cli import app; app()")
"""The beginning of a command line that runs `tapis` in a process of its own."""


class NoServer(TapisError, OSError):
    """A server can't be started on this machine; the message explains how to fix that."""


class Mosquitto:
    """A mosquitto process on its own port, which can be killed and restarted at any time.

    `extra` is added to its config. `anonymous` lets clients connect without a user name. `keeps`
    means that messages for a disconnected client with a persistent session are kept on disk, and so
    survive a `kill`. `ours` means that an interactive program owns the process; mosquitto then
    ignores Ctrl-C, and ends if that program is killed.
    """

    def __init__(
        self,
        folder: Path,
        extra: str = "",
        *,
        port: int = 0,
        anonymous: bool = True,
        keeps: bool = False,
        ours: bool = False,
    ) -> None:
        """Write the config into a folder; `port` 0 chooses a free port.

        Raises `NoServer` if mosquitto is not installed.
        """
        path = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
        if path is None:
            raise NoServer("there is no mosquitto on this machine: apt-get install mosquitto")
        self.port = port or free_port()
        self._command = [*(tied(signal.SIGKILL) if ours else []), path]
        self._apart = ours
        self._config = folder / "mosquitto.conf"
        kept = f"persistence_location {folder}/\nautosave_interval 1\nautosave_on_changes true\n"
        self._config.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous {str(anonymous).lower()}\n"
            # As in the installed config: no packet waits for an earlier one to be acknowledged.
            "set_tcp_nodelay true\n"
            # Started as root, mosquitto switches to a user who can't read a temporary folder.
            f"user {getpass.getuser()}\nlog_dest none\nmax_queued_messages 0\n"
            f"persistence {str(keeps).lower()}\n{kept if keeps else ''}{extra}\n",
            "utf-8",
        )
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] | None = None

    def start(self) -> None:
        """Start the process and wait until it listens. Raises `NoServer` if it does not."""
        self._process = subprocess.Popen(
            [*self._command, "-c", str(self._config)],
            stderr=subprocess.DEVNULL,
            start_new_session=self._apart,
        )
        self._end = weakref.finalize(self, _kill, self._process)
        ends = time.monotonic() + UP_WITHIN
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > ends:
                raise NoServer(f"mosquitto does not start: try mosquitto -c {self._config}")
            time.sleep(0.01)

    def kill(self) -> None:
        """Kill the process abruptly, without closing its client connections."""
        if self._end is not None:
            self._end()

    def stop(self) -> None:
        """Shut the process down cleanly, so that it saves its state."""
        if self._process is not None:
            self._process.terminate()
            wait_or_kill(self._process, ENDS_WITHIN)

    @property
    def pid(self) -> int:
        """Return the process id, or 0 if the process has not been started."""
        return self._process.pid if self._process is not None else 0

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def __enter__(self) -> Self:
        """Start the process."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the process."""
        self.kill()


def tied(how: signal.Signals) -> list[str]:
    """Return the beginning of a command line that ties a command to its parent process.

    When the parent is killed, the command receives the signal `how`. If setpriv is not installed,
    return [].
    """
    ties = shutil.which("setpriv")
    return [ties, "--pdeathsig", how.name.removeprefix("SIG"), "--"] if ties else []


def wait_or_kill(process: "subprocess.Popen[bytes]", seconds: float) -> None:
    """Wait for a process that was asked to end; kill it if it is still running after `seconds`."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        _kill(process)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait(ENDS_WITHIN)
