"""A poker room next to the demo's table: three more tables, the room's core, and its web pages.

It runs in a separate process and uses the table's broker. Its pages also show the demo's table,
with its rulings and their pictures. It starts a little later than the table, and runs at a lower
priority.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from itertools import count
from pathlib import Path
from typing import Final

from controller.contract.rules import Kind, Street, WaitsFor
from controller.contract.state import RulingView
from controller.demo.pages import HERE, STARTS_WITHIN, pages
from controller.demo.table import VENUE
from controller.demo.venue import PASSWORD, SEATS, STAFF, LeagueNight
from controller.play.sinks.servers import wait_or_kill
from display.words.names import N_, Words
from hardware.free_ports import free_port

TABLES: Final = (2, 3, 4)
BEGINS_AFTER: Final = 3.0
"""How many seconds the table runs before the room begins."""

HAND_S: Final = 1.0
BOLDNESS: Final = 0.6
"""The probability that the loser of a hand loses the whole stack.

The high value makes a table break soon. At a table with deep stacks, the probability is lower.
`HAND_S` is how long a hand lasts, in seconds.
"""

RULING_EVERY: Final = 20
RULING_S: Final = 8.0
ARTICLE: Final = "RedCactus A.d"
"""The article that a string bet in the demo breaks.

Somebody makes such a bet every `RULING_EVERY` hands. The ruling on it stays open for
`RULING_S` seconds.
"""

CALM: Final = 10
"""The niceness of the room's process, which gives way to the table's."""


class RoomBeside:
    """Runs a poker room in a process that starts a little later than the table and ends with it."""

    def __init__(self, broker: int, seed: int) -> None:
        """Schedule the start of the room, which uses the broker on port `broker` of this machine.

        `seed` determines the room's random choices.
        """
        self.port = free_port()
        words = f"play({broker}, {self.port}, {seed})"
        self._words = [
            sys.executable,
            "-c",
            f"from controller.demo.poker_room import play; {words}",
        ]
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._timer = threading.Timer(BEGINS_AFTER, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def told(self, said: Words) -> str:
        """Return text with the URL of the room's pages and the login for them."""
        soon = N_("{address} in a few seconds (staff: {name}, password {password})")
        address = f"http://{HERE}:{self.port}"
        return said.say(soon, address=address, name=STAFF, password=PASSWORD)

    def _begin(self) -> None:
        with self._lock:
            if self._timer.finished.is_set():
                return  # the room was ended before it began
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip

    def close(self) -> None:
        """End the room's process."""
        self._timer.cancel()
        self._timer.join()
        with self._lock:
            process = self._process
        if process is None:
            return
        process.terminate()
        wait_or_kill(process, STARTS_WITHIN)
        assert process.stdin is not None
        process.stdin.close()


def play(broker: int, port: int, seed: int) -> None:
    """Play a league night and serve its pages on `port`, until it ends or the parent process exits.

    `broker` is the port of the broker on this machine.
    """
    os.nice(CALM)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=_until_left, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="tapis-room-") as folder:
        night = LeagueNight(Path(folder), broker, TABLES, seed, VENUE)
        try:
            night.start()
            with pages(night.daemon.config.root, broker, night.daemon.config.desk, port):
                night.hire(STAFF, PASSWORD)
                night.open(len(TABLES) * SEATS)
                for number in count(1):
                    if not number % RULING_EVERY:
                        string_bet(night)
                    night.hand(BOLDNESS, lambda: time.sleep(HAND_S))
        finally:
            night.stop()


def string_bet(night: LeagueNight) -> None:
    """Simulate a string bet and the call for the floor; the hand continues after the ruling."""
    name = min(night.hall.may_deal, default="")
    if not name:
        return
    night.hall.begin(name)
    table = night.hall.tables[name]
    ruling = RulingView(
        table.hand, Kind.BET_STRING, ARTICLE, Street.FLOP, table.running[0],
        waits_for=WaitsFor.FLOOR,
    )  # fmt: skip
    night.hall.find(name, ruling)
    time.sleep(RULING_S)
    night.hall.end(name, 0.0)
    night.settle()


def _until_left() -> None:
    """End this process once its standard input closes, which means that the parent has exited."""
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)
