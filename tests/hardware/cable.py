"""A serial cable, which can fail, between a simulated board and a port of this machine, a pty.

It carries no more bytes a second than its rate, and can be pulled out and plugged in again. Its
port has a stable name, as in /dev/serial/by-id.
"""

import contextlib
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

from tests.hardware.twin_board import TwinBoard

LATE = 0.25
"""Maximum backlog that a cable catches up on after this machine was slow, in seconds of bytes."""

AHEAD = 4096

Harm = Callable[[bytes], bytes]


class Flow:
    """One direction of a cable: the waiting bytes, and the number that may pass now."""

    def __init__(self, rate: float) -> None:
        """Carry `rate` bytes a second, or everything at once for a rate of 0."""
        self.waiting = b""
        self.carried = 0
        self._rate = rate
        self._credit = 0.0
        self._at = time.monotonic()

    def may(self) -> int:
        """Return how many of the waiting bytes may pass now."""
        if not self._rate:
            return len(self.waiting)
        now = time.monotonic()
        self._credit += (now - self._at) * self._rate
        self._credit = min(self._credit, self._rate * LATE if self.waiting else 1.0)
        self._at = now
        return min(len(self.waiting), int(self._credit))

    def gone(self, count: int) -> None:
        """Record that the first `count` waiting bytes have passed."""
        self.waiting = self.waiting[count:]
        self.carried += count
        self._credit -= count

    def lose(self) -> None:
        """Drop the waiting bytes."""
        self.waiting = b""


class Cable:
    """A cable between a board and the port `path`; `harm` alters the bytes in both directions."""

    def __init__(self, board: TwinBoard, path: Path, baud: int = 0) -> None:
        """Plug a board in. A byte takes ten bits at `baud`; 0 means as fast as possible."""
        self.board = board
        self.path = path
        self.harm: Harm = lambda data: data
        self.to_host = Flow(baud / 10)
        self.to_board = Flow(baud / 10)
        self._ends: tuple[int, int] | None = None
        self._lock = threading.Lock()
        self._stopping = False
        self.plug()
        self._thread = threading.Thread(target=self._run, name=f"cable {path.name}", daemon=True)
        self._thread.start()

    def plug(self) -> None:
        """Plug the cable in: the port appears, as a new pty."""
        with self._lock:
            ours, theirs = os.openpty()
            tty.setraw(theirs)
            os.set_blocking(ours, False)
            self._ends = ours, theirs
            self.path.unlink(missing_ok=True)
            self.path.symlink_to(os.ttyname(theirs))

    def unplug(self) -> None:
        """Pull the cable out: the port has disappeared, and bytes in transit are lost."""
        with self._lock:
            self.path.unlink(missing_ok=True)
            for end in self._ends or ():
                os.close(end)
            self._ends = None
            self.to_host.lose()
            self.to_board.lose()

    def reset_board(self) -> None:
        """Reset the board with the cable plugged in."""
        with self._lock:
            self.board.reset()
            self.to_board.lose()

    def close(self) -> None:
        """Pull the cable out and switch the board off."""
        self._stopping = True
        self._thread.join(5)
        self.unplug()
        self.board.close()

    def _run(self) -> None:
        while not self._stopping:
            with self._lock:
                ends = self._ends
                ready = self._turn(ends[0] if ends else None)
            if not ready:
                time.sleep(0.001)

    def _turn(self, port: int | None) -> bool:
        """Carry the bytes that can pass; return whether any arrived."""
        from_board, to_board = self.board.tx, self.board.rx
        reads = [from_board] if len(self.to_host.waiting) < AHEAD else []
        if port is not None and len(self.to_board.waiting) < AHEAD:
            reads.append(port)
        ready, _, _ = select.select(reads, [], [], 0.002)
        came = False
        for end in ready:
            flow = self.to_host if end == from_board else self.to_board
            # A port that no program holds raises an error; a board that is off sends nothing.
            with contextlib.suppress(OSError):
                data = os.read(end, AHEAD)
                came = came or bool(data)
                flow.waiting += self.harm(data)
        for out, flow in ((port, self.to_host), (to_board, self.to_board)):
            count = flow.may()
            if out is None:
                flow.lose()
            elif count:
                with contextlib.suppress(OSError):
                    flow.gone(os.write(out, flow.waiting[:count]))
        return came
