"""Eccel's Pepper C1 MUX: one reader with eight ready-made antennas, on a serial port or over TCP.

It reads one antenna after another, so no two of its fields are on at once. Its antennas are
numbered from 1 in the order of table.toml. A device with a single antenna may also be a Pepper C1
without a multiplexer. `hardware.pepper_protocol` lists the documentation.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.contract.errors import Sentence, sentence_of
from controller.contract.scans import AntennaPlan, Scan
from hardware.device_threads import SOCKET, Presence, WatchedDevice
from hardware.json_lines import AGAIN_S, READ_S, PortSource, SocketSource
from hardware.node.rate_limits import Bucket
from hardware.pepper_protocol import ANSWER_S, Conversation, Duplex, NoAnswer, Refused
from hardware.ports import Clock, DeviceStatus

KIND: Final = "pepper"

READ_MS: Final = 60
"""The assumed time in ms to switch to an antenna and read it: nobody has published a figure."""

UNASKED_S: Final = 50
"""How many unrequested messages a reader may send per second before this counts as a problem."""


def in_turns(plans: Sequence[AntennaPlan]) -> list[AntennaPlan]:
    """Return a reader's antennas, with periods long enough to read them one after another."""
    round_ms = -(-len(plans) * READ_MS // 50) * 50
    return [replace(plan, period=max(plan.period, round_ms)) for plan in plans]


def pepper_at(port: str, seconds: float = 1.0) -> str:
    """Return the firmware version of the reader on a serial port, or "" if there is none.

    If the reader reports no version, the result is "?". Each reply may take up to `seconds`.
    """
    try:
        line = serial_line(port, 115200)
    except OSError:
        return ""
    try:
        return Conversation(line, answer_s=seconds).begin() or "?"
    except (OSError, NoAnswer, Refused):
        return ""
    finally:
        line.close()


def opened(port: str, baud: int) -> Duplex:
    """Open and return the connection to a reader: `socket://host:port`, or a serial port."""
    return SocketSource(port) if port.startswith(SOCKET) else serial_line(port, baud)


def serial_line(port: str, baud: int) -> PortSource:
    """Open a reader's serial port with DTR and RTS off, because they can reset the reader."""
    # Imported here, so that a broken pyserial affects only this reader and not the table.
    import serial

    line = serial.Serial(None, baud, timeout=READ_S, write_timeout=1, exclusive=True)
    line.dtr = line.rts = False
    line.port = port
    line.open()
    return PortSource(line)


class Pace(NamedTuple):
    """A reader's speed and delays.

    `speed` is how fast the reader's clock runs relative to the wall clock. `again_s` is the delay
    in seconds before a failed port is reopened. `answer_s` is how long a reply may take, in
    seconds.
    """

    speed: float = 1.0
    again_s: float = AGAIN_S
    answer_s: float = ANSWER_S


USUAL: Final = Pace()


class PepperDriver(WatchedDevice):
    """A driver for one reader, in its own thread, so a failing reader can't affect the others."""

    def __init__(
        self, device: str, port: str, plans: Sequence[AntennaPlan], clock: Clock, *,
        baud: int = 115200, pace: Pace = USUAL, open_line: Callable[[str, int], Duplex] = opened,
    ) -> None:  # fmt: skip
        """Set up the driver, which reads each antenna at its period, or as often as it can."""
        self._plans = tuple(plan for plan in plans if plan.device == device)
        self._clock = clock
        self._baud = baud
        self._pace = pace
        self._open = open_line
        silence = Sentence(
            "no readable data from {port}: check that the reader has power, and that it uses "
            "the binary protocol on this port at this baud rate",
            port=port,
        )
        super().__init__(KIND, device, port, Presence(device, silence, clock), pace.again_s)
        self._due = [0] * len(self._plans)
        self._last = [-1] * len(self._plans)
        self._firmware = ""
        self._answers = self._damaged = self._unasked = 0
        self._spared = Bucket(UNASKED_S, 2 * UNASKED_S, clock())

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return the reader's status."""
        return (
            DeviceStatus(
                self.name, self.port, self._presence.up, self._presence.problem,
                firmware=self._firmware, frames=self._answers, damaged=self._damaged,
                left_out=self._unasked, kind=KIND,
            ),
        )  # fmt: skip

    # -- in its thread -------------------------------------------------------------------

    def _follow(self) -> None:
        line = self._open(self.port, self._baud)
        talk = Conversation(line, stopping=self._stopping.is_set, answer_s=self._pace.answer_s)
        before = (self._answers, self._damaged, self._unasked)
        opened_at, in_step = self._clock(), False
        try:
            while not self._stopping.is_set() and not self._is_stale(opened_at):
                try:
                    if not in_step:
                        self._firmware = talk.begin()
                        in_step = True
                    self._turn(talk)
                except NoAnswer:
                    in_step = False
                except Refused as error:
                    in_step = False
                    self._presence.complain(
                        Sentence("it answers with {error}", error=sentence_of(error))
                    )
                    self._stopping.wait(self._again_s)
                self._count(talk, before)
                self._presence.look()
        finally:
            line.close()

    def _count(self, talk: Conversation, before: tuple[int, int, int]) -> None:
        """Update the reader's counters after part of a conversation, and act on what has changed.

        An answer shows that the reader is connected. Damaged frames, or too many unsolicited ones,
        are reported as a problem. `before` holds the counts of answers, damaged frames and
        unsolicited frames at the beginning of `talk`.
        """
        answers, damaged, unasked = before
        now = self._clock()
        if answers + talk.answers > self._answers:
            self._presence.here(now)
        if damaged + talk.damaged > self._damaged:
            what = Sentence("it sends bytes that are not frames of its protocol")
            self._presence.complain(what)
        if not self._spared.take(now, unasked + talk.unasked - self._unasked):
            what = Sentence("it sends more than was requested, and the excess is ignored")
            self._presence.complain(what)
        self._answers = answers + talk.answers
        self._damaged = damaged + talk.damaged
        self._unasked = unasked + talk.unasked

    def _turn(self, talk: Conversation) -> None:
        """Read the antenna that has waited longest, or wait until one is due."""
        now = self._clock()
        waits = min(self._due, default=now + 100) - now
        if waits > 0:
            self._stopping.wait(min(waits, 100) / 1000 / self._pace.speed)
            return
        which = self._due.index(min(self._due))
        plan = self._plans[which]
        self._due[which] = now + plan.period
        try:
            if len(self._plans) > 1:
                talk.select(which + 1)
            tags = talk.tags()
        except Refused as error:
            what = Sentence(
                'antenna {number} ("{antenna}") can\'t be read ({error}): check its cable',
                number=which + 1,
                antenna=plan.name,
                error=sentence_of(error),
            )
            self._presence.complain(what)
            return
        at = self._last[which] = max(self._clock(), self._last[which] + 1)
        self._presence.here(at)
        self._presence.report(Scan(plan.name, tags, at))
