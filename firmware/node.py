"""A node: one end of the link, and one role that reads or moves something under the felt.

The caller of `turn` passes in the input from the line, and calls it again no later than the time
that `due` returns. On a board, the caller is `main.py`; in the simulation, it is the program of the
simulated board. A role is a class in its own module (`roles.py`). It is created with (role file,
board, now) and has these members:

    can                     the names of the role's capabilities, as reported to the host
    step(now, node)         do the work that is due; report via `node.snapshot`, `event` and `log`
    due(now)                the latest time at which to call `step`, in ms
    command(command, now)   handle a `messages.Command` from the host
    silent(now)             called at the start, and when the host connects or disconnects: release
                            moving parts

`board` is the role's platform: `board.machine` (the module), `board.sleep_us(us)`, and
`board.boot`, a number that differs after each start.
"""

from firmware import identity
from firmware.link import messages, wire
from firmware.link.handshake import Down, NodeHalf, Up
from firmware.link.session import Message, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "0.2.0"

KEPT = 20
"""The number of frames kept in each direction for diagnosis; a board has little memory."""

LINES = 4
"""The number of log lines that can wait for space on the line."""


class Node:
    """The one node on a board. `up` is true while the host is connected."""

    def __init__(
        self, file: dict, role: "Any", boot: int, now: int,  # type: ignore[type-arg]
        key: bytes = b"", seed: bytes = b"",
    ) -> None:  # fmt: skip
        """Begin at `now` ms with the contents of the role file and the role that it names.

        A node with a `key` accepts only a host that knows the key; `seed` is random at each start.
        """
        self._role = role
        about = messages.Hello(
            file.get("node", "node"), file["role"], VERSION, role.can, boot, 0, 0
        )
        half = NodeHalf(about, identity.own_files(), key, seed)
        self._session = Session(half, now, kept=KEPT)
        self._forged = 0
        self._logged = 0
        self._link_due = now
        self._speaks = False
        """Whether the current call to `turn` has input or output; most calls have neither."""
        self._failures = 0
        self._role.silent(now)
        self.done = {"link": now, "role": now}
        """The time (ms) at which each task last made progress, for feeding the watchdog."""

    @property
    def up(self) -> bool:
        """Return whether a host is connected."""
        return self._session.up

    def turn(self, data: bytes, now: int, room: int) -> bytes:
        """Handle input from the line, do any work that is due, and return the bytes to send.

        At most `room` bytes are returned.
        """
        session = self._session
        self.done["link"] = now
        if data or now >= self._link_due:
            self._speaks = True
            for one in session.receive(data, now):
                if isinstance(one, Message):
                    self._obey(one, now)
                elif isinstance(one, (Up, Down)):
                    self._role.silent(now)
            if session.up and session.forged > 2 * self._forged + 2:
                self._forged = session.forged
                self.log("warning", f"{self._forged} frames arrived that the host did not send")
        self._step(now)
        if not self._speaks:
            return b""
        self._speaks = False
        out = session.outgoing(now, room)
        self._link_due = session.due(now)
        return out

    def due(self, now: int) -> int:
        """Return the latest time at which to call `turn` again, in ms."""
        role_due: int = self._role.due(now)
        return min(self._link_due, role_due)

    def snapshot(self, antenna: int, at: int, uids: "list[bytes]") -> None:
        """Send the host a snapshot of the uids in an antenna's field."""
        if self._session.up:
            self._speaks = True
            self._session.show(wire.SNAPSHOT, antenna, messages.pack_snapshot(antenna, at, uids))

    def event(self, what: str, at: int, place: int, value: "int | str | bytes") -> bool:
        """Report an event to the host exactly once; return False if the queue is full.

        `what` names the event, `at` is its node time (ms), `place` is the number of the antenna or
        other part, and `value` is as in `messages.Event`.
        """
        self._speaks = True
        event = messages.Event(what, at, place, value)
        return self._session.send(wire.EVENT, messages.pack_event(event))

    def log(self, level: str, text: str) -> None:
        """Send the host a line for its log; the line must never contain a uid.

        The line is dropped if no host is connected. If `LINES` lines are already waiting, it
        replaces the oldest of them.
        """
        if self._session.up:
            self._speaks = True
            self._session.show(wire.LOG, self._logged % LINES, messages.pack_log(level, text))
            self._logged += 1

    def _step(self, now: int) -> None:
        role = self._role
        if now < role.due(now):
            self.done["role"] = now
            return
        try:
            role.step(now, self)
        except Exception as error:  # noqa: BLE001 - the link must survive a bug in the role
            # Only the error's type is reported, because its text may quote a read.
            self._failures += 1
            self.log("error", f"the role has failed: {type(error).__name__} ({self._failures})")
            return
        self.done["role"] = now

    def _obey(self, message: Message, now: int) -> None:
        command = messages.read_command(message.payload) if message.kind == wire.COMMAND else None
        if command is None:
            return
        try:
            self._role.command(command, now)
        except ValueError as error:
            self.log("warning", f"{command.what}: {error}")
        except Exception as error:  # noqa: BLE001 - nor may a senseless command end the link
            # Only the error's type is reported, as above.
            self.log("warning", f"{command.what}: {type(error).__name__}")
