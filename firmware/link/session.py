"""One end of the link: bytes and times in, messages and bytes out, no I/O and no clock.

Both ends run this code, each with its half of the handshake. Commands and events arrive in order,
each exactly once (`send`). Snapshots may be lost, and an antenna's latest one replaces the one
before (`show`). The owner of the line calls `receive` when input arrives and at the time that `due`
returns, and writes the bytes that `outgoing` returns.
"""

from collections import deque, namedtuple

from firmware.link import seal, wire
from firmware.link.handshake import Down, Refused, Up
from firmware.link.reliable import ReceiveWindow, SendWindow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.link.handshake import HostHalf, NodeHalf

SILENCE = 1200
"""The time without a frame (ms) after which the far end counts as disconnected."""

PING_AFTER = 300
"""The time without sending (ms) after which an end sends a PING to keep the session alive."""

REFUSED_PAUSE = 1000

KEPT = 100

MOST_WELCOMES = 3
"""The maximum number of WELCOMEs waiting to be sent, not counting the latest one. If several HELLOs
arrive together, each is answered with a WELCOME."""

Message = namedtuple("Message", ("kind", "seq", "payload"))
"""A message from the far end: the kind of its frame, its seq and its payload."""

FORGED = 15
"""The kind that `Passed` records for a frame that the far end did not seal."""

Passed = namedtuple("Passed", ("at", "way", "kind", "seq", "size", "part"))
"""A frame sent or received, kept for diagnosing faults. The fields are the time, "in" or "out", the
frame's kind (0 if damaged) and seq, and the length and the first byte of its payload. The first
byte is, for example, the antenna. A uid is never recorded, because it could reveal a hand."""

_SHAKES = (wire.HELLO, wire.ASK, wire.REFUSED, wire.WELCOME, wire.READY)
_SURE = (wire.EVENT, wire.COMMAND)


class Session:
    """One end of a link. `passed` holds the last frames in each direction, oldest first.

    The `now` passed to each method is this end's time in milliseconds, which never decreases and
    never wraps.
    """

    def __init__(
        self,
        half: "NodeHalf | HostHalf",
        now: int,
        inbox: "ReceiveWindow | None" = None,
        kept: int = KEPT,
        confirms: bool = False,
    ) -> None:
        """Start looking for the far end at `now`; `half` is this end's half of the handshake.

        If this continues an earlier `Session`, `inbox` is the receive window of that session.
        `kept` is the number of frames to keep in `passed` for each direction. Events and commands
        are acknowledged on arrival or, if `confirms` is true, only after the owner has called
        `confirm` for them.
        """
        self.up = False
        self.inbox = inbox or ReceiveWindow()
        self.outbox = SendWindow()
        self.decoder = wire.Decoder()
        self.forged = 0
        """The number of intact frames in sealed sessions that did not come from the far end."""
        # MicroPython's deque requires both arguments.
        self.passed: "dict[str, deque[Passed]]" = {
            "in": deque((), kept),  # noqa: RUF037
            "out": deque((), kept),  # noqa: RUF037
        }
        self._half = half
        self._confirms = confirms
        self._greet_at = now
        self._heard_at = now
        self._said_at = now
        self._answers: "list[tuple[int, bytes]]" = []
        self._acknowledge = False
        self._shown: "list[tuple[int, int, bytes]]" = []
        self._count = 0
        self._seal: "seal.Seal | None" = None

    def receive(self, data: bytes, now: int) -> list:  # type: ignore[type-arg]
        """Process bytes from the line at `now`; return the resulting messages in order.

        The results are `Message`, `Up`, `Down` and `Refused`. This method never raises, whatever
        the bytes are.
        """
        out: list = []  # type: ignore[type-arg]
        bad = self.decoder.bad
        for frame in self.decoder.feed(data):
            if frame.kind in _SHAKES:
                self._note("in", frame.kind, frame.seq, frame.payload, now)
                self._shake(frame, now, out)
                continue
            believed = self._believed(frame, now)
            kind = FORGED if self.up and believed is None else frame.kind
            self._note("in", kind, frame.seq, (believed or frame).payload, now)
            if believed is not None:
                self._heard_at = now
                self._hear(believed, now, out)
        if self.decoder.bad != bad:
            self._note("in", 0, 0, b"", now)
        if self.up:
            overdue = self.outbox.overdue(now)
            if now - self._heard_at >= SILENCE:
                self._half.fall()
                self._fall("it has sent nothing for a while", now, out)
            elif overdue:
                self._half.fall()
                self._fall("it does not confirm what it receives", now, out)
        return out

    def send(self, kind: int, payload: bytes) -> bool:
        """Queue a command or event for delivery exactly once; return False if the queue is full.

        While the far end is disconnected, the payload waits. A waiting command is dropped if the
        node restarts. Raises `ValueError` if the payload is too long.
        """
        _check_length(payload)
        return self.outbox.push(kind, payload)

    def confirm(self, boot: int, seq: int) -> None:
        """Allow the far end to drop payloads up to `seq`, unless it has restarted in the meantime.

        `boot` is the boot number that the far end had when the payloads arrived.
        """
        if boot == self.inbox.boot and self.inbox.confirm(seq):
            self._acknowledge = True

    def show(self, kind: int, part: int, payload: bytes) -> None:
        """Send a snapshot or log line; it replaces a waiting one with the same `kind` and `part`.

        `part` is the number of the antenna or log line. The message is dropped if the far end is
        disconnected. Raises `ValueError` if `payload` is too long.
        """
        _check_length(payload)
        if not self.up:
            return
        for place, (other, number, _) in enumerate(self._shown):
            if other == kind and number == part:
                self._shown[place] = (kind, part, payload)
                return
        self._shown.append((kind, part, payload))

    def drop(self, why: str, now: int) -> list:  # type: ignore[type-arg]
        """End the session because the line has been lost; return `Down` if one was running.

        Unacknowledged payloads wait for the next session.
        """
        out: list = []  # type: ignore[type-arg]
        self._half.fall()
        if self.up:
            self._fall(why, now, out)
        self._answers = []
        self._greet_at = now
        return out

    def waiting(self) -> int:
        """Return the number of snapshots and log lines waiting for space on the line."""
        return len(self._shown)

    def due(self, now: int) -> int:
        """Return the time by which to call `receive` and `outgoing`, even if no input arrives."""
        if not self.up:
            return now if self._answers else self._greet_at
        if self._answers or self._acknowledge or self._shown or self.outbox.next():
            return now
        due = min(self._said_at + PING_AFTER, self._heard_at + SILENCE)
        overdue = self.outbox.due()
        return due if overdue is None else min(due, overdue)

    def outgoing(self, now: int, room: int = 1 << 20) -> bytes:
        """Return the bytes to write now: whole frames, at most `room` bytes in total.

        Frames that do not fit wait. Acknowledgements go first, then reliable payloads, then
        snapshots, so a busy line delays only snapshots.
        """
        out = bytearray()
        if not self._write_answers(out, room, now):
            return bytes(out)
        if not self.up:
            self._greet(out, room, now)
        elif (
            self._write_reliable(out, room, now)
            and self._write_snapshots(out, room, now)
            and now - self._said_at >= PING_AFTER
        ):
            self._write(out, room, wire.PING, 0, bytes((now >> 8 & 255, now & 255)), now)
        return bytes(out)

    def _write_answers(self, out: bytearray, room: int, now: int) -> bool:
        while self._answers:
            if not self._write(out, room, self._answers[0][0], 0, self._answers[0][1], now):
                return False
            self._answers.pop(0)
        return True

    def _greet(self, out: bytearray, room: int, now: int) -> None:
        if now >= self._greet_at:
            kind, payload = self._half.opening(now, self.outbox.oldest)
            if self._write(out, room, kind, 0, payload, now):
                self._greet_at = now + self._half.pause

    def _write_reliable(self, out: bytearray, room: int, now: int) -> bool:
        if self._acknowledge:
            inbox = self.inbox
            arrived = b"" if inbox.expected == inbox.confirmed else bytes((inbox.expected,))
            if not self._write(out, room, wire.ACK, inbox.confirmed, arrived, now):
                return False
            self._acknowledge = False
        sending = self.outbox.next()
        while sending is not None:
            if not self._write(out, room, sending.kind, sending.seq, sending.payload, now):
                return False
            self.outbox.sent(sending.seq, now)
            sending = self.outbox.next()
        return True

    def _write_snapshots(self, out: bytearray, room: int, now: int) -> bool:
        while self._shown:
            kind, _, payload = self._shown[0]
            if not self._write(out, room, kind, self._count, payload, now):
                return False
            self._shown.pop(0)
            self._count = (self._count + 1) & 255
        return True

    def _believed(self, frame: wire.Frame, now: int) -> "wire.Frame | None":
        """Return a frame with its seal removed, or None if the frame can't be trusted."""
        if not self.up:
            return None
        if self._seal is None:
            return frame if frame.version == wire.VERSION else None
        payload = None
        if frame.version == wire.SEALED:
            payload = self._seal.open(frame.kind, frame.seq, frame.payload)
        if payload is not None:
            self.forged += self._half.believed()
            return wire.Frame(frame.version, frame.kind, frame.seq, payload)
        if self._half.waiting:
            # A restarted node sends such a frame if its READY was lost.
            if now >= self._greet_at:
                self._answer(self._half.opening(now, self.outbox.oldest))
                self._greet_at = now + self._half.pause
        elif self._half.is_host or self._seal.heard:
            # Frames before READY belong to the previous session.
            self.forged += 1
        return None

    def _shake(self, frame: wire.Frame, now: int, out: list) -> None:  # type: ignore[type-arg]
        alive = self._seal is not None and now - self._heard_at < 2 * PING_AFTER
        if alive and frame.kind == wire.ASK:
            # Ignore it, because a host that has really lost the session repeats ASK.
            return
        heard = self._half.heard(frame, now, self.outbox.oldest)
        self.forged += heard.strange
        if self._seal is None:
            self._heard_at = now
        if heard.lost and self.up:
            self._fall("it has restarted", now, out)
        if heard.answer is not None:
            self._answer(heard.answer)
            self._greet_at = now + self._half.pause
        if heard.refused:
            self._greet_at = now + REFUSED_PAUSE
            out.append(Refused(self._half.peer, heard.refused))
        if heard.joined is not None:
            self._heard_at = now
            self._begin(heard.joined, out)

    def _answer(self, answer: "tuple[int, bytes]") -> None:
        # If several HELLOs arrive at once, any of them may be the node's, so each gets a WELCOME.
        welcomes = [one for one in self._answers if one[0] == wire.WELCOME and one != answer]
        self._answers = (welcomes[-MOST_WELCOMES:] if answer[0] == wire.WELCOME else []) + [answer]

    def _begin(self, joined: "tuple[int, int]", out: list) -> None:  # type: ignore[type-arg]
        boot, oldest = joined
        known = self.inbox.boot
        fresh = boot != known
        unconfirmed: "list[tuple[int, bytes]]" = []
        if fresh and known is not None and not self._half.keeps:
            unconfirmed = self.outbox.give_up()
        self.inbox.begin(boot, oldest)
        self.outbox.begin()
        self._shown = []
        self._seal = seal.Seal(self._half.key, self._half.is_host) if self._half.key else None
        self.up = True
        out.append(Up(self._half.peer, fresh, unconfirmed))

    def _hear(self, frame: wire.Frame, now: int, out: list) -> None:  # type: ignore[type-arg]
        if frame.kind == wire.ACK:
            self.outbox.acknowledged(frame.seq, now)
            if frame.payload:
                self.outbox.arrived(frame.payload[0], now)
            return
        if frame.kind in _SURE:
            taken = self.inbox.take(frame.seq)
            if taken and not self._confirms:
                self.inbox.confirm(frame.seq)
            if not taken or not self._confirms:
                self._acknowledge = True
            if not taken:
                return
        out.append(Message(frame.kind, frame.seq, frame.payload))

    def _fall(self, why: str, now: int, out: list) -> None:  # type: ignore[type-arg]
        self.up = False
        self._seal = None
        self._answers = []
        self._acknowledge = False
        self._shown = []
        self._greet_at = now
        out.append(Down(why))

    def _write(
        self, out: bytearray, room: int, kind: int, seq: int, payload: bytes, now: int
    ) -> bool:
        if kind in _SHAKES:
            frame = wire.encode(kind, seq, payload, self._half.version)
        elif self._seal is None:
            frame = wire.encode(kind, seq, payload)
        else:
            if len(out) + wire.longest(len(payload) + seal.SEAL) > room:
                return False
            frame = wire.encode(kind, seq, self._seal.close(kind, seq, payload), wire.SEALED)
        if len(out) + len(frame) > room:
            return False
        out += frame
        self._said_at = now
        self._note("out", kind, seq, payload, now)
        return True

    def _note(self, way: str, kind: int, seq: int, payload: bytes, now: int) -> None:
        part = payload[0] if payload else 0
        self.passed[way].append(Passed(now, way, kind, seq, len(payload), part))


def _check_length(payload: bytes) -> None:
    if len(payload) > wire.PAYLOAD:
        raise ValueError(f"a frame holds at most {wire.PAYLOAD} bytes, not {len(payload)}")
