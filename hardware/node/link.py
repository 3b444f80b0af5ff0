"""The link to a node on a serial port: one thread opens the port and reports the node's messages.

The protocol is in `firmware/link/session.py`; this module provides the port, clock and thread. The
link recovers from an unplugged cable, a node reset, and a port that reappears under another name.
"""

import contextlib
import logging
import os
import secrets
import select
import threading
import time
import traceback
from collections.abc import Callable, Iterable

import msgspec

from controller.contract.errors import Sentence
from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.once_only import Mark
from controller.contract.public import PublicState
from firmware.link import messages, wire
from firmware.link.handshake import NO_KEYS, Down, HostHalf, Keys, Refused, Up
from firmware.link.reliable import ReceiveWindow
from firmware.link.session import Message, Passed, Session
from hardware.keys import Check, anybody
from hardware.node.node_clock import NodeClock
from hardware.node.rate_limits import Share
from hardware.node.traffic import MOST_LINES, Traffic, plain, without_uids
from hardware.ports import Clock, DeviceStatus, Marked, Proof, Put, Report, problem_of
from hardware.serial_ports import SerialPort, port_problem

log = logging.getLogger(__name__)

BAUD = 115200

GRACE = 1000
"""A node that reconnects within this time (ms) is not reported as lost."""

TRY_EVERY = 200
"""The interval (ms) between attempts to open a missing port."""

WELL = 5.0
"""The time (s of wall time) after which a thread whose loop has not run counts as hung."""

HERE = 1500
"""The time (ms) within which a node must answer on a port; after that, the next port is tried."""

LOOKS = 0.1
"""Longest time between two passes of the thread's loop, in seconds of wall time."""

BITE = 4096

MOST_SAID = 400
"""Maximum length, in characters, of the reason for refusing a node, or of the fault that a node
reports. It is limited because it contains text that the node has sent."""


class Joined(msgspec.Struct, frozen=True):
    """A node has connected or reconnected at table time `at`. `can` names its capabilities.

    `fresh` means that it has lost all earlier commands, and none of them is repeated automatically.
    `files` is the hash of the firmware files that the node reports.
    """

    node: str
    role: str
    firmware: str
    can: tuple[str, ...]
    fresh: bool
    at: int
    files: str = ""


class Read(msgspec.Struct, frozen=True):
    """A scan of one antenna at table time `at`, with the hexadecimal uid of every tag found."""

    antenna: int
    uids: tuple[str, ...]
    at: int


class Happened(msgspec.Struct, frozen=True):
    """An event: `what` happened (such as `key`), a seat or antenna (`place`), and a `value`.

    `messages.Event` lists the values; for a badge, it is the uid in hexadecimal. `at` is the table
    time at which the event happened, possibly before scans that arrived earlier.
    """

    what: str
    place: int
    value: int | str
    at: int


Said = Joined | Read | Happened
Hear = Callable[["Link", Said], Iterable[Report]]
Show = Callable[[PublicState], None]
Tick = Callable[[int], None]
Elsewhere = Callable[[str, bool], str]


def nothing(_: object) -> None:
    """Do nothing: the default callback for a node that only reports."""


class Link:
    """The driver for the node on `port`; `name` is the device's name.

    The link's thread passes the node's messages to `hear`, and puts the reports that `hear` returns
    into the queue. A node that has been disconnected for a second is reported as `DeviceLost`, and
    as `DeviceBack` once it reconnects.
    """

    def __init__(
        self, name: str, port: str, clock: Clock, hear: Hear, *,
        check: Check = anybody, baud: int = BAUD, speed: float = 1.0, show: Show = nothing,
        tick: Tick = nothing, keys: Keys = NO_KEYS,
    ) -> None:  # fmt: skip
        """Set up the link; `port` should be a path in /dev/serial/by-id.

        `hear` turns the node's messages into reports. `check` decides whether to accept a node.
        `show` receives each new public state, and `tick` the table time, even while no node is
        connected. The clock may run up to `speed` times as fast as the wall clock, and may stop.
        """
        self.name = name
        self.port = port
        self._clock = clock
        self._hear = hear
        self.show = show
        """Processes a new public state of the table; returns immediately."""
        self._tick = tick
        self._baud = baud
        self._pace = 1 / (1000 * speed)
        self._half = HostHalf(secrets.randbits(32), check, keys)
        self._session = Session(self._half, clock())
        self._keeps = False
        self._boot = 0
        self._met = False
        self.node_clock = NodeClock()
        self._lock = threading.Lock()
        self._problem: str = problem_of(name, Sentence("no answer on {port} yet", port=port))
        self._lost: bool | None = None
        self._since = clock()
        self._elsewhere: Elsewhere | None = None
        self._turned = time.monotonic()
        self._next_snapshot: int | None = None
        self._missed = 0
        self._traffic = Traffic(name, port, clock())
        self.share = Share(name, port, clock())
        self._complaint = self._fault = ""
        self._stopping = threading.Event()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._thread = threading.Thread(target=self._run, name=f"link {name}", daemon=True)
        self._put: Put | None = None
        self.idle = True
        """Whether the thread is waiting and has reported everything that it has read."""
        self.taken = self.given = 0
        """Total bytes read from the port, and written to it."""
        self.opened = 0
        """How many times the port has been opened; bytes arriving while it is closed are lost."""
        self.reading = False
        """Whether the port is open."""

    def keep_until_confirmed(self, mark: Mark | None) -> None:
        """Make the node store each event until `confirm` is called for it or for a later one.

        The link reports only the events after `mark` (all events if it is None), each as a
        `Marked`. Call this before `start`.
        """
        inbox = ReceiveWindow(mark.boot, (mark.seq + 1) & 255) if mark is not None else None
        self._keeps = True
        self._session = Session(self._half, self._clock(), inbox, confirms=True)

    def look_elsewhere(self, elsewhere: Elsewhere) -> None:
        """Set the function that chooses the next port to try if the node is not on the current one.

        `elsewhere` receives the current port, and whether it could be opened. Call this before
        `start`.
        """
        self._elsewhere = elsewhere

    def confirm(self, mark: Mark) -> None:
        """Allow the node to drop an event and all earlier ones, because they have been saved."""
        with self._lock:
            self._session.confirm(mark.boot, mark.seq)
        self.rouse()

    def start(self, put: Put) -> None:
        """Start looking for the node; returns immediately."""
        self._put = put
        self._since = self._clock()
        self._turned = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        """End the thread and release the port."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self.rouse()
        if self._thread.ident is not None:
            self._thread.join(5)
        ends, self._wake = (self._wake, self._woken), -1
        for end in ends:
            os.close(end)

    def alive(self) -> bool:
        """Return whether the link's thread has run in the last few seconds."""
        return self._thread.is_alive() and time.monotonic() - self._turned < WELL

    def send(self, command: messages.Command) -> bool:
        """Send the node a command, exactly once; if the node is disconnected, the command waits.

        If the node restarts, commands that it has not confirmed are dropped. Return False if too
        many commands are already waiting. Raises `ValueError` for an invalid command.
        """
        with self._lock:
            taken = self._session.send(wire.COMMAND, messages.pack_command(command))
        self.rouse()
        return taken

    @property
    def up(self) -> bool:
        """Return whether the node is connected now."""
        return self._session.up

    def complain(self, problem: str) -> None:
        """Log a problem, and show it in the link's status until the node reconnects."""
        if problem != self._complaint:
            log.error("%s: %s", self.name, problem)
        self._complaint = problem

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return the status of this driver's only device."""
        return (self.status(),)

    def status(self) -> DeviceStatus:
        """Return the link's status."""
        with self._lock:
            session, peer = self._session, self._half.peer
            complaint = self._fault or self._complaint
            complaint = problem_of(self.name, complaint) if complaint else ""
            complaint = self._traffic.strangers or complaint
            return DeviceStatus(
                name=self.name,
                port=self.port,
                up=session.up,
                problem=(self._traffic.flood or self.share.problem or complaint)
                if session.up
                else self._problem,
                node=plain(peer.node) if peer else "",
                role=plain(peer.role) if peer else "",
                firmware=plain(peer.firmware) if peer else "",
                frames=session.decoder.good,
                damaged=session.decoder.bad,
                missed=self._missed,
                again=session.outbox.again,
                proof=self._proof(),
                forged=session.forged,
                left_out=self.share.left_out,
                by_name=self._elsewhere is not None,
            )

    def _proof(self) -> Proof:
        if self._session.up:
            return "proven" if self._half.key else "unproven"
        return "refuted" if self._half.impostor else ""

    def frames(self) -> tuple[Passed, ...]:
        """Return the last 100 frames in each direction, in chronological order, without uids."""
        with self._lock:
            passed = [*self._session.passed["in"], *self._session.passed["out"]]
        return tuple(sorted(passed, key=lambda frame: frame.at))

    def rouse(self) -> None:
        """Wake the link's thread. This has no effect if the thread is awake or has ended."""
        with contextlib.suppress(OSError):
            os.write(self._wake, b".")

    def _run(self) -> None:
        while not self._stopping.is_set():
            port: SerialPort | None = None
            try:
                # Imported here, so that a broken driver disables only this device.
                from serial import Serial

                port = Serial(self.port, self._baud, timeout=0, write_timeout=0, exclusive=True)
                self._serve(port)
            except Exception as error:  # noqa: BLE001 - an adapter's driver may raise any
                self._gone(error)
            finally:
                self.reading = False
                if port is not None:
                    with contextlib.suppress(Exception):
                        port.close()
            self._turn()
            self.idle = True
            self._stopping.wait(TRY_EVERY * self._pace)
            self.idle = False
            if self._elsewhere is not None:
                self.port = self._elsewhere(self.port, port is not None)
                self._traffic.port = self.share.port = self.port
        self.idle = True

    def _serve(self, port: SerialPort) -> None:
        """Pass bytes between port and session until stopped; raise the port's errors.

        Return early if the node is not found on this port and there are other ports to try.
        """
        line = port.fileno()
        self.opened += 1
        till = self._clock() + HERE
        self.reading = True
        waiting = b""
        heard = b""
        self._traffic.opened(self._session.decoder.good, self._session.decoder.bad)
        while not self._stopping.is_set():
            with self._lock:
                now = self._clock()
                said = self._session.receive(heard, now)
                if not waiting:
                    waiting = self._session.outgoing(now)
                due = self._session.due(now)
            for one in said:
                self._tell(one, now)
            if self._session.up:
                till = now + HERE
            elif self._elsewhere is not None and (now > till or Refused in map(type, said)):
                return
            self._traffic.forged(self._session.forged, now)
            self._turn()
            if waiting:
                with contextlib.suppress(BlockingIOError):
                    count = os.write(line, waiting)
                    waiting = waiting[count:]
                    self.given += count
            wait = 0.0 if due <= now and not waiting else max(due - self._clock(), 1) * self._pace
            # A flood may pile up in the kernel, but must not use up the processor.
            decoder = self._session.decoder
            floods = self._traffic.floods(decoder.good + decoder.bad, now)
            listen = [self._woken] if floods else [self._woken, line]
            writes = [line] if waiting else []
            self.idle = True
            reads, _, _ = select.select(listen, writes, [], min(wait, LOOKS))
            self.idle = False
            if self._woken in reads:
                os.read(self._woken, BITE)
            heard = port.read(BITE) if line in reads else b""
            if floods:
                heard = port.read(self._traffic.sip(time.monotonic()))
            self.taken += len(heard)
            self._traffic.came(len(heard))

    def _turn(self) -> None:
        """Call `tick`, report queued events, and report a node absent for `GRACE` ms as lost."""
        self._turned = time.monotonic()
        now = self._clock()
        self._tick(now)
        self._report(self.share.due(now, self._session.inbox.over))
        if self._session.up:
            return
        decoder = self._session.decoder
        nonsense = self._traffic.nonsense(decoder.good, decoder.bad) or self._problem
        if self._lost and nonsense != self._problem:
            log.warning("%s", nonsense)  # more precise than the problem logged at the disconnect
        self._problem = nonsense
        if not self._lost and now - self._since >= GRACE:
            self._lost = True
            log.warning("%s", self._problem)
            self._report([DeviceLost(at=now, device=self.name)])

    def _gone(self, error: Exception) -> None:
        with self._lock:
            now = self._clock()
            if self._session.drop("the port has disappeared", now):
                self._since = now
            self._problem = problem_of(self.name, port_problem(self.port, error))

    def _tell(self, one: Message | Up | Down | Refused, now: int) -> None:
        """Pass `one`, a result of the session, on to `hear`; report what `hear` returns."""
        if isinstance(one, Message):
            said = self._understood(one, now)
            reports = self._made_of(said) if said is not None else ()
            if self._keeps and one.kind == wire.EVENT:
                # Mark even an event that is not understood, or it would be repeated forever.
                marked = Marked(reports, Mark(self.name, self._boot, one.seq))
                self._report(self.share.event(marked, now))
            else:
                self._report(reports)
        elif isinstance(one, Up):
            peer: messages.Hello = one.peer
            # A restarted controller resumes the events, but has not sent the node any commands yet.
            fresh = one.fresh or not self._met
            self._complaint = ""
            self._boot, self._met = peer.boot, True
            if fresh:
                self._fault = ""
                self.node_clock.begin(peer.now, now)
            else:
                self.node_clock.resume(peer.now)
            self._next_snapshot = None
            if self._lost:
                self._report([DeviceBack(at=now, device=self.name)])
            self._lost = False
            joined = Joined(
                plain(peer.node), plain(peer.role), plain(peer.firmware), peer.can, fresh, now,
                self._half.files,
            )  # fmt: skip
            self._report(self._made_of(joined))
        elif isinstance(one, Down):
            self._since = now
            what = Sentence(
                "the node on {port} is disconnected: {why}", port=self.port, why=one.why
            )
            self._problem = problem_of(self.name, what)
        else:
            problem = problem_of(self.name, plain(one.why, MOST_SAID))
            if problem != self._problem and self._traffic.line() <= MOST_LINES:
                log.error("%s", problem)
            self._problem = problem

    def note(self, level: int, said: str) -> None:
        """Log a message from the node, with uids removed, up to `MOST_LINES` lines per second."""
        number = self._traffic.line()
        if number == MOST_LINES + 1:
            log.warning("%s: logs too much; the rest is left out", self.name)
        if number <= MOST_LINES:
            log.log(level, "%s: %s", self.name, without_uids(said, len(said)))

    def _made_of(self, said: Said) -> tuple[Report, ...]:
        """Return the reports that `hear` returns for a message, or none if it raises an error."""
        try:
            return tuple(self._hear(self, said))
        except Exception as error:  # noqa: BLE001
            # Log the trace without the error's text, which might name a card.
            trace = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s: failed on a %s\n%s", self.name, type(error).__name__, trace)  # noqa: TRY400
            return ()

    def _understood(self, message: Message, now: int) -> Said | None:
        if message.kind == wire.SNAPSHOT:
            snapshot = messages.read_snapshot(message.payload)
            if snapshot is None or not self.share.scan(now):
                return None
            if self._next_snapshot is not None:
                self._missed += (message.seq - self._next_snapshot) & 255
            self._next_snapshot = message.seq + 1
            self._fault = ""
            # Sensing is fastest when an unchanged field reads the same, so the uids are sorted.
            uids = tuple(sorted([uid.hex().upper() for uid in snapshot.uids]))
            return Read(snapshot.antenna, uids, self.node_clock.hear(snapshot.at, 16, now))
        if message.kind == wire.EVENT:
            event = messages.read_event(message.payload)
            if event is None:
                return None
            value = event.value.hex().upper() if event.what == "badge" else event.value
            if event.what == "fault":
                self._fault = without_uids(value, MOST_SAID)
                self.note(logging.WARNING, value or "the fault has ended")
            at = self.node_clock.happened(event.at, 32, now)
            return Happened(event.what, event.place, value, at)
        if message.kind == wire.PING and len(message.payload) == 2:
            self.node_clock.hear(int.from_bytes(message.payload, "big"), 16, now)
        elif message.kind == wire.LOG:
            line = messages.read_log(message.payload)
            if line is not None:
                self.note(getattr(logging, line[0].upper()), line[1])
        return None

    def _report(self, reports: Iterable[Report]) -> None:
        assert self._put is not None
        for report in reports:
            self._put(report)
