"""The governed clock: simulated circuit boards and the host share one time, and none runs ahead.

Time advances in small steps. A step begins when the host has processed the boards' output, and ends
when all boards have finished it. On a busy machine, time therefore passes more slowly but is never
wrong.
"""

import logging
import select
import time
from collections.abc import Callable
from typing import Protocol

from hardware.node.link import Link
from hardware.twin.boards.pty import Pty
from hardware.twin.boards.rack import Orders, Rack, Role

log = logging.getLogger(__name__)

STEP = 5
"""Length (ms) of a step when there is work to do."""

LEAP = 20
"""Maximum length (ms) of a step without work to do."""

PATIENCE = 20.0
"""Seconds that a host may take to process its input; after that, time advances without waiting."""

LOST, LOST_AT_ONCE = 5.0, 0.01
"""Seconds after which bytes sent on a line count as lost if they have not come out at the other
end. The second value applies after a port has been reopened."""

NAP, LONGEST_NAP = 50e-6, 4e-3
"""First and longest pause (s) between checks of the host. Pauses grow, because checks slow
the host down."""

MOST_LATE = 0.05


class SerialLine:
    """One serial line; it knows whether every byte sent on it has come out at the other end.

    The operating system may delay bytes in a pty, so the bytes are counted at both ends.
    """

    def __init__(self, link: Link, port: Pty) -> None:
        """Watch `link` and the port of the board at its other end."""
        self._link = link
        self._port = port
        self._lost = 0, 0
        self._known = -1, -1
        self._differs: tuple[int, int] | None = None
        self._since = 0.0

    def empty(self) -> bool:
        """Return whether no bytes are in transit; bytes lost with a closed port don't count."""
        link, port = self._link, self._port
        if not link.idle:
            return False
        if not (link.reading and port.plugged):
            self._known = -1, -1
            return True
        differs = port.sent - link.taken, link.given - port.received
        if differs == self._lost:
            self._differs = None
            return True
        now = time.monotonic()
        if differs != self._differs:
            self._differs, self._since = differs, now
        state = link.opened, port.changes
        if now - self._since < (LOST if state == self._known else LOST_AT_ONCE):
            return False
        self._lost, self._known = differs, state
        return True


class Host(Protocol):
    """The host that shares the boards' time: its links, and the code that handles messages."""

    def rouse(self, now: int) -> None:
        """Wake everything that is waiting for this time (ms)."""

    def idle(self) -> bool:
        """Return whether all bytes read from the ports have been processed."""


class Nobody:
    """A host that does nothing."""

    def rouse(self, now: int) -> None:
        """Do nothing."""

    def idle(self) -> bool:
        """Return True."""
        return True


class Governor:
    """Runs simulated boards and their serial ports in step with the host's clock."""

    def __init__(self, rack: Rack, speed: float = 8.0) -> None:
        """Let time pass at most `speed` times as fast as the wall clock.

        A `speed` of 0 means as fast as possible. Until `host` is set, the boards run on their own.
        """
        self.now = 0
        self.host: Host = Nobody()
        self.speed = speed
        self.before: Callable[[int], Orders | None] = lambda _: None
        """Called before each step with its start time; returns the orders for the boards."""
        self.most_late = MOST_LATE
        """The maximum lag (s) behind the wall clock that is made up later."""
        self._rack = rack
        self.ports: dict[str, Pty] = {}
        """The boards' ports by name."""
        self._roles: dict[str, Role] = {}
        self._names: dict[int, str] = {}
        self._poll = select.poll()
        self._due = 0.0
        self._heard: dict[str, str] = {}
        self._wall = time.monotonic()

    # Boards.

    def add(self, name: str, role: Role, port: Pty) -> None:
        """Switch on a board with a port."""
        self._rack.switch_on(name, role, self.now)
        self.ports[name], self._roles[name] = port, role
        self._due = 0
        self.listen()

    def remove(self, name: str) -> None:
        """Switch off a board and unplug its cable."""
        self._rack.switch_off(name)
        self.ports.pop(name).unplug()
        self.listen()

    def reset(self, name: str) -> None:
        """Reset a board, leaving its cable plugged in."""
        self._rack.switch_on(name, self._roles[name], self.now)
        self._due = 0

    def listen(self) -> None:
        """Poll the ports that are plugged in; call this after plugging or unplugging a cable."""
        self._poll = select.poll()
        self._names = {}
        for name, port in self.ports.items():
            if port.plugged:
                self._poll.register(port.fileno(), select.POLLIN)
                self._names[port.fileno()] = name

    # Time.

    def run_until(self, until: int) -> None:
        """Advance time to `until` ms. Raises `RackFailed` if a board's program ends."""
        while self.now < until:
            self._step(until)

    def run_for(self, ms: int) -> None:
        """Advance time by `ms` milliseconds."""
        self.run_until(self.now + ms)

    def settle(self) -> None:
        """Wait until the host has processed all its input, for at most `PATIENCE` seconds."""
        began, nap = time.monotonic(), NAP
        while not self.host.idle():
            self._listen()
            time.sleep(nap)
            nap = min(1.5 * nap, LONGEST_NAP)
            if time.monotonic() - began > PATIENCE:
                log.warning("the host is not ready after %g s: time goes on without it", PATIENCE)
                break

    def _step(self, until: int) -> None:
        now = self.now
        seen = self.before(now) or Orders(to=0)
        self._listen()
        heard, self._heard = self._heard, {}
        busy = bool(heard or seen.fields or seen.inputs)
        if busy or self._due <= now + STEP:
            to = min(until, now + STEP)
        else:
            to = min(until, now + LEAP, int(self._due))
        on = self._rack.boards
        self._rack.begin(
            Orders(
                to=to,
                rx={name: data for name, data in heard.items() if name in on},
                fields={name: fields for name, fields in seen.fields.items() if name in on},
                inputs={name: inputs for name, inputs in seen.inputs.items() if name in on},
            )
        )
        # While the boards run this step, the host processes the last one.
        self.settle()
        passed = self._rack.end()
        self.now, self._due = to, passed.due
        for name, data in passed.tx.items():
            self.ports[name].write(bytes.fromhex(data))
        self.host.rouse(to)
        self._keep_pace(to - now)

    def _listen(self) -> None:
        """Collect the bytes that the host has sent to the boards."""
        for descriptor, _ in self._poll.poll(0):
            name = self._names[descriptor]
            data = self.ports[name].read()
            if data:
                self._heard[name] = self._heard.get(name, "") + data.hex()

    def _keep_pace(self, passed: int) -> None:
        if not self.speed:
            return
        self._wall += passed / 1000 / self.speed
        ahead = self._wall - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)
        elif ahead < -self.most_late:
            # Accept the delay: catching up at once would rush the host.
            self._wall -= ahead + self.most_late
