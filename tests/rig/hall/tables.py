"""The tables of a hall, in one process: recorded output of real tables, under many names.

Each has a connection of its own, numbers its events without a gap, carries out its room's orders
and replays events on request. Its output is encoded beforehand. The process takes the requests
`lead`, `play` and `end` on stdin, one line of JSON each, and answers on stdout.
"""

import contextlib
import heapq
import random
import selectors
import sys
import time
from collections import deque
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO

import msgspec

from controller.contract.commands import Reply, Request
from controller.contract.public import Envelope, Status, Topics
from controller.venue.core.at_tables.hearing import KEPT
from controller.venue.tournament_files import load_tournament
from hardware.twin.halls.sim_table import SimTable
from tests.rig.hall.figures import share_of
from tests.rig.hall.script import SaidEvent, Script, play
from tests.rig.hall.wire import Wire

ALL = "all"
WORD = "call-clock"
"""The floor's command sent to tables while things fail; its seat is a running number."""

SUBSCRIBES_WITHIN = 60.0
"""Time limit for a broker to take a subscription (s); then the next broker is tried."""

AT_ONCE = 20
"""Number of tables plugged in at once: in a hall a person goes from one to the next."""

AGAIN_S = 2.0
AGAIN_MOST_S = 30.0
"""Maximum seconds before a table reconnects, doubled each time, like `restart_timeout`."""

LOOK_EVERY = 1.0
EVENTS_PER_STATE = 4 / 3
"""800 events to 600 states."""

_encode = msgspec.json.encode


class HallAsked(msgspec.Struct, frozen=True):
    """The setup of a hall. One event in `gaps` is lost, and sent only by a replay.

    With `others`, ports of the same hub, a table that loses its connection goes to the next one.
    """

    port: int
    root: str
    file: str
    tables: int
    seats: int
    events: int
    gaps: int
    into: str
    seed: int = 0
    others: tuple[int, ...] = ()


class LeadAsked(msgspec.Struct, frozen=True, tag="lead"):
    """Play at most `events` at each table, so that no two tables are at the same place.

    All tables together make `a_second` steps a second.
    """

    events: int
    a_second: float


class PlayAsked(msgspec.Struct, frozen=True, tag="play"):
    """Play for some seconds, with `states` a second in all."""

    states: float
    seconds: float


class EndAsked(msgspec.Struct, frozen=True, tag="end"):
    """Stop playing."""


AnyAsked = LeadAsked | PlayAsked | EndAsked


class Published(msgspec.Struct, frozen=True):
    """What the hall has said. `kept` are (table, seq, type) of what the room has to keep.

    `hands` are (table, hand) of those that have ended, `steps` (seq, ms since 1970) by table: up to
    which event a table has said what happened at an instant, `words` (table, number) what the floor
    has said to a table, as often as it took it for something new. Rates are of the time measured.
    """

    kept: list[tuple[int, int, str]]
    hands: list[tuple[int, int]]
    steps: dict[int, list[tuple[int, float]]]
    stacks: dict[int, dict[int, int]]
    events: int
    states: int
    gaps: int
    late_ms_p99: float
    words: list[tuple[int, int]] = []


class HallTable:
    """One table: simulated until the cards are in the air, from then on the script."""

    def __init__(self, number: int, asked: HallAsked) -> None:
        """Set the table up with its own connection."""
        self.number = number
        self.sim = SimTable(str(number), asked.seats, house=load_tournament(asked.file).house)
        self.root = f"{asked.root}/{number}"
        self._ports = deque((asked.port, *asked.others))
        self._receipts = not asked.others
        """Whether events have them: not at a hub (`tapis install --bridge-hub`)."""
        self._ports.rotate(number)
        self._all = f"{asked.root}/{ALL}/command/+"
        self.step = 0
        self.words: list[int] = []
        self.away_until, self._rest = 0.0, AGAIN_S / 2
        self._heard: set[str] = set()
        self.said: list[SaidEvent | Envelope] = []
        self._topics = Topics(self.root)
        self._state_topic = self._topics.state.encode()
        self._bytes = self.root.encode()
        self._fields: dict[bytes, object] = {}
        self.wire = self._connected()

    def _connected(self) -> Wire:
        self.wire = Wire(self._ports[0], f"hall-{self.number}")
        self.wire.subscribe(self._topics.command("+"), self._all)
        status = Status("online", "hall", str(self.number), "hall", epoch=self.sim.epoch)
        self.wire.send(
            self.wire.message(self._topics.status.encode(), _encode(status), retain=True)
        )
        return self.wire

    def say_how_it_is(self, script: Script) -> None:
        """Publish the state, which everybody must know."""
        if self.step:
            self.say_state(script)
        else:
            self.send(self._retained(_encode(self.sim.state)))

    def leave(self, share: float) -> None:
        """Leave this broker, and rest for a share (0 to 1) of the time that is due."""
        self._rest = AGAIN_S if self.wire.subscribed else min(2 * self._rest, AGAIN_MOST_S)
        self.away_until = time.monotonic() + share * self._rest
        self.wire.close()

    def connect_again(self) -> bool:
        """Connect to the next broker; return whether it accepts connections."""
        self._ports.rotate(-1)
        try:
            self._connected()
        except OSError:
            return False
        return True

    def send(self, messages: bytes) -> None:
        """Send messages; events lost with a connection are requested again by number."""
        with contextlib.suppress(OSError):
            self.wire.send(messages)

    def _retained(self, state: bytes) -> bytes:
        return self.wire.message(self._state_topic, state, retain=True)

    def asked(self, topic: str, payload: bytes) -> list[Envelope]:
        """Carry out a request and answer it; return its events."""
        command = topic.rpartition("/")[2]
        request = msgspec.json.decode(payload, type=Request)
        if command == "replay":
            self._again(request)
            return []
        reply = self._word(request) if command == WORD else self.sim.asked(command, request)
        told, self.sim.said = self.sim.said, []
        self.said += told
        out = [self._event(one, self.sim.seq - len(told) + n) for n, one in enumerate(told, 1)]
        if not self.step:
            out.append(self._retained(_encode(self.sim.state)))
        out.append(
            self.wire.message(self._topics.reply(command).encode(), _encode(reply), surely=True)
        )
        self.send(b"".join(out))
        return told

    def _word(self, request: Request) -> Reply:
        """Record a floor command, once for each id as a real table does."""
        if request.id not in self._heard:
            self._heard.add(request.id)
            self.words.append(request.data["seat"])
        return Reply(request.id, ok=True, seq=self.sim.seq)

    def _again(self, request: Request) -> None:
        after, limit = request.data["after_seq"], request.data.get("limit", 500)
        topic = self._topics.replay(request.id).encode()
        out = [
            self.wire.message(topic, self._body(one, after + n), surely=True)
            for n, one in enumerate(self.said[after : after + limit], 1)
        ]
        seq = after + len(out)
        done = _encode({"id": request.id, "ok": True, "seq": seq})
        out.append(self.wire.message(self._topics.reply("replay").encode(), done, surely=True))
        self.send(b"".join(out))

    def begin(self) -> None:
        """Record the seating: from here on the script is played."""
        self._fields = {
            b"table": self.sim.name.encode(), b"session": b"hall",
            b"epoch": self.sim.epoch.encode(),
        }  # fmt: skip
        for seat, one in self.sim.seats.items():
            self._fields[b"name%d" % seat] = one.name.encode()
            self._fields[b"player%d" % seat] = one.player.encode()

    def say(self, script: Script, at: bytes, held_back: int) -> None:
        """Publish the next step of the script, without the event at the place `held_back`."""
        said = script.steps[self.step]
        self.step += 1
        self._fields[b"at"] = at
        out = []
        for place, event in enumerate(said.events):
            self.sim.seq += 1
            self.said.append(event)
            if place != held_back:
                out.append(self._event(event, self.sim.seq))
        out.append(self._state(said.state))
        self.send(b"".join(out))

    def say_state(self, script: Script) -> None:
        """Publish the state again, with no visible change."""
        if self.step:
            self.send(self._state(script.steps[self.step - 1].state))

    def _state(self, template: bytes) -> bytes:
        self._fields[b"seq"] = self.sim.seq
        return self._retained(template % self._fields)

    def _event(self, event: SaidEvent | Envelope, seq: int) -> bytes:
        if isinstance(event, Envelope):
            topic = self._topics.event(event.type).encode()
        else:
            topic = self._bytes + event.topic
        return self.wire.message(topic, self._body(event, seq), surely=self._receipts)

    def _body(self, event: SaidEvent | Envelope, seq: int) -> bytes:
        if isinstance(event, Envelope):
            return _encode(event)
        self._fields[b"seq"] = seq
        return event.body % self._fields


class HallOfTables:
    """All tables, in one loop."""

    def __init__(self, asked: HallAsked) -> None:
        """Connect all tables. Raises `OSError`."""
        self._asked = asked
        self._rng = random.Random(asked.seed)
        self._script = play(load_tournament(asked.file), asked.seats, asked.events, asked.seed)
        self._selector = selectors.DefaultSelector()
        self._tables: list[HallTable] = []
        self._away: list[HallTable] = []
        self._looked = 0.0
        for number in range(1, asked.tables + 1):
            table = HallTable(number, asked)
            self._tables.append(table)
            table.say_how_it_is(self._script)
            self._selector.register(table.wire.socket, selectors.EVENT_READ, table)
            while sum(not one.wire.subscribed for one in self._tables) >= AT_ONCE:
                self._hear(0.1)
        self._late: list[float] = []
        self._steps: dict[int, list[tuple[int, float]]] = {one.number: [] for one in self._tables}
        self._events = self._states = self._gaps = 0

    def serve(self, told: FileIO, answers: BinaryIO) -> None:
        """Carry out requests, line by line, until told to end."""
        self._selector.register(told, selectors.EVENT_READ, None)
        _answer(answers, {"up": len(self._tables)})
        while True:
            if self._hear(1.0):
                line = told.readline()
                asked = msgspec.json.decode(line or b'{"type":"end"}', type=AnyAsked)
                if isinstance(asked, EndAsked):
                    break
                if isinstance(asked, LeadAsked):
                    self._lead(asked)
                    _answer(answers, {str(table): seq for table, seq, _ in self._kept()})
                    continue
                self._play(asked)
                Path(self._asked.into).write_bytes(msgspec.msgpack.encode(self._published()))
                _answer(answers, {"played": True})

    def close(self) -> None:
        """End."""
        for table in self._tables:
            table.wire.close()

    def _hear(self, seconds: float) -> bool:
        """Hear the room's orders; return whether there is a new request."""
        told = False
        self._connect_again()
        for key, _ in self._selector.select(max(0.0, seconds)):
            if key.data is None:
                told = True
                continue
            try:
                for topic, payload in key.data.wire.heard():
                    key.data.asked(topic, payload)
            except OSError:
                if not self._asked.others:
                    raise
                self._leave(key.data)
        return told

    def _leave(self, table: HallTable) -> None:
        if self._asked.others and table not in self._away:
            self._selector.unregister(table.wire.socket)
            table.leave(self._rng.random())
            self._away.append(table)

    def _connect_again(self) -> None:
        now = time.monotonic()
        for table in self._tables if now - self._looked > LOOK_EVERY else ():
            self._looked = now
            if not table.wire.subscribed and now - table.wire.since > SUBSCRIBES_WITHIN:
                self._leave(table)
        away, self._away = self._away, []
        for table in away:
            if table.away_until <= now and table.connect_again():
                table.say_how_it_is(self._script)
                self._selector.register(table.wire.socket, selectors.EVENT_READ, table)
            else:
                self._away.append(table)

    def _play(self, asked: PlayAsked) -> None:
        self._events = self._states = 0
        self._late.clear()
        for steps in self._steps.values():
            steps.clear()
        steps_of_all = len(self._script.events) / len(self._script.steps)
        idle = max(0.0, 1 - EVENTS_PER_STATE / steps_of_all)
        every = len(self._tables) / asked.states
        now = time.monotonic()
        ends = now + asked.seconds
        due = [(now + self._rng.random() * every, one.number) for one in self._tables]
        heapq.heapify(due)
        while due[0][0] < ends:
            at, number = due[0]
            now = time.monotonic()
            if self._hear(at - now):
                return  # the caller has gone
            if at > now:
                continue
            self._late.append((now - at) * 1000)
            table = self._tables[number - 1]
            if self._rng.random() < idle:
                table.say_state(self._script)
            else:
                self._say(table)
            self._states += 1
            heapq.heapreplace(due, (at + every * self._rng.uniform(0.5, 1.5), number))

    def _lead(self, asked: LeadAsked) -> None:
        """Bring each table to a different place in a hand."""
        for table in self._tables:
            table.begin()
        ahead = {one.number: self._rng.randrange(asked.events) for one in self._tables}
        began, said = time.monotonic(), 0
        for table in self._tables:
            until = len(table.said) + ahead[table.number]
            while (left := until - len(table.said)) > 0:
                # A missing last event would never be requested, so the last step arrives whole.
                self._say(table, whole=left <= len(self._script.steps[table.step].events))
                said += 1
                self._hear(began + said / asked.a_second - time.monotonic())

    def _say(self, table: HallTable, *, whole: bool = False) -> None:
        events = self._script.steps[table.step].events
        held_back = -1
        if self._asked.gaps and not whole and self._rng.random() < len(events) / self._asked.gaps:
            held_back = self._rng.randrange(len(events))
            self._gaps += 1
        now = time.time()
        table.say(self._script, _wall(int(now)), held_back)
        self._steps[table.number].append((table.sim.seq, now * 1000))
        self._events += len(events)

    def _published(self) -> Published:
        return Published(
            list(self._kept()), list(self._hands()), self._steps,
            {one.number: self._stacks(one) for one in self._tables},
            self._events, self._states, self._gaps, share_of(self._late, 0.99),
            [(one.number, word) for one in self._tables for word in one.words],
        )  # fmt: skip

    def _kept(self) -> Iterator[tuple[int, int, str]]:
        for table in self._tables:
            for seq, event in enumerate(table.said, 1):
                if event.type in KEPT:
                    yield table.number, seq, event.type

    def _hands(self) -> Iterator[tuple[int, int]]:
        for table in self._tables:
            ended = [event for event in table.said if event.type == "hand.ended"]
            yield from ((table.number, hand) for hand in range(1, len(ended) + 1))

    def _stacks(self, table: HallTable) -> dict[int, int]:
        """Return the stacks with which the last hand has ended, by seat."""
        ended = [event for event in table.said if event.type == "hand.ended"]
        if not ended:
            return {seat: one.stack for seat, one in table.sim.seats.items()}
        last = ended[-1]
        assert isinstance(last, SaidEvent)
        found = msgspec.json.decode(last.body % _ANY, type=Envelope)
        return {one["seat"]: one["stack"] for one in found.data["stacks"]}


_ANY = dict.fromkeys((b"table", b"session", b"epoch", b"at"), b"") | {b"seq": 0}


def _wall(second: int, known: dict[int, bytes] = {}) -> bytes:  # noqa: B006
    """Return a second as it is written in events; computed once."""
    if second not in known:
        known.clear()
        known[second] = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(second)).encode()
    return known[second]


def _answer(answers: BinaryIO, said: dict[str, object]) -> None:
    answers.write(_encode(said) + b"\n")
    answers.flush()


if __name__ == "__main__":
    hall = HallOfTables(msgspec.json.decode(sys.argv[1], type=HallAsked))
    try:
        # Unbuffered: select does not see buffered input.
        with open(0, "rb", buffering=0, closefd=False) as told:
            hall.serve(told, sys.stdout.buffer)
    finally:
        hall.close()
