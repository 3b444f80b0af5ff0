"""A host for one simulated board of a rack: it says and hears what a link does, without a line."""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

from firmware.link import messages, wire
from firmware.link.handshake import HostHalf
from firmware.link.session import Message, Session
from hardware.twin.boards.rack import PROGRAM, Orders, Rack

TICK = 5
PORT = 4096
"""So many bytes wait for the line at most."""

RACKS: list[Rack] = []
"""Racks without a board, for the next hosts: a board starts faster where another has run."""


class Host:
    """A board of a role and the host's end of its session; both live in the same milliseconds."""

    def __init__(self, role: dict[str, Any], baud: int = 0, program: Path = PROGRAM) -> None:
        """Switch a board on, at the end of a line of so many baud (0: what is said is there)."""
        self.now = 0
        self.said = 0
        self._each = baud * TICK // 10_000 or 1 << 20
        self._waiting = b""
        self.events: list[messages.Event] = []
        self.snapshots: list[messages.Snapshot] = []
        self.logs: list[tuple[str, str]] = []
        self.out: list[tuple[int, str, Any]] = []
        self.there = True
        self._inputs: dict[str, Any] = {}
        self._fields: dict[int, Any] = {}
        self._session = Session(HostHalf(7, lambda _: ""), 0)
        self._shared = program == PROGRAM
        self._rack = RACKS.pop() if self._shared and RACKS else Rack(program)
        self._rack.switch_on("board", role, 0, boot=1)

    def __enter__(self) -> Self:
        self.run_until(lambda: self._session.up)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._shared and kind is None:
            self._rack.switch_off("board")
            RACKS.append(self._rack)
        else:
            self._rack.close()

    def say(self, what: str, value: Any, place: int = 0) -> None:
        """Return the board a command."""
        command = messages.Command(what, place, value)
        self._session.send(wire.COMMAND, messages.pack_command(command))

    def cut(self) -> None:
        """Be gone: what has been said and has not come over the line is lost."""
        self.there = False
        self._waiting = b""

    def input(self, name: str, value: Any) -> None:
        """Change something around the board."""
        self._inputs[name] = value

    def field(self, antenna: int, *uids: str) -> None:
        """Lay tags into an antenna's field."""
        self._fields[antenna] = {
            "tags": [{"uid": uid, "miss": 0} for uid in uids],
            "near": [], "corrupt": 0, "ghost": "",
        }  # fmt: skip

    def run(self, ms: int) -> None:
        """Let time pass."""
        end = self.now + ms
        while self.now < end:
            self._tick()

    def run_until(self, done: Any, within: int = 20_000) -> None:
        """Let time pass until something is so."""
        end = self.now + within
        while not done():
            assert self.now < end, f"not within {within} ms; events {self.events}, logs {self.logs}"
            self._tick()

    def given(self, name: str) -> list[Any]:
        """Return what the board's parts have said by a name, in order."""
        return [value for _, other, value in self.out if other == name]

    def happened(self, what: str) -> list[Any]:
        """Return the values of the events of a kind, in order."""
        return [event.value for event in self.events if event.what == what]

    def _tick(self) -> None:
        if self.there:
            out = self._session.outgoing(self.now, PORT - len(self._waiting))
            self._waiting += out
            self.said += len(out)
        rx, self._waiting = self._waiting[: self._each], self._waiting[self._each :]
        self.now += TICK
        orders = Orders(
            self.now,
            {"board": rx.hex()} if rx else {},
            {"board": self._fields} if self._fields else {},
            {"board": self._inputs} if self._inputs else {},
        )
        self._inputs, self._fields = {}, {}
        self._rack.begin(orders)
        passed = self._rack.end()
        self.out += [(self.now, name, value) for _, name, value in passed.out]
        data = bytes.fromhex(passed.tx.get("board", "")) if self.there else b""
        for said in self._session.receive(data, self.now):
            if isinstance(said, Message):
                self._hear(said)

    def _hear(self, said: Message) -> None:
        if said.kind == wire.EVENT:
            event = messages.read_event(said.payload)
            assert event is not None
            self.events.append(event)
        elif said.kind == wire.SNAPSHOT:
            snapshot = messages.read_snapshot(said.payload)
            assert snapshot is not None
            self.snapshots.append(snapshot)
        elif said.kind == wire.LOG:
            line = messages.read_log(said.payload)
            assert line is not None
            self.logs.append(line)
